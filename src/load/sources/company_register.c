/* SPDX-License-Identifier: Apache-2.0 */
/*
 * company_register.c: cad_cia_aberta.csv, every company that was ever registered (doc/load.md).
 *
 * A row is a registration in a market: the same code in two markets counts once, the other row as
 * ignored.  A company missing in the file stays with its last data: its documents still exist.
 */
#include "config.h"

#include "load/company_keys.h"

enum {
	TAX_ID,
	NAME,
	TRADING,
	REGISTERED,
	CANCELLED,
	REASON,
	STATUS,
	CODE,
	SECTOR,
	MARKET,
	CATEGORY,
	STATE,
	CONTROL
};

/* Addresses, telephones, persons and auditors are not loaded. */
static const char passed[] =
	"dt_*|tp_*|logradouro*|compl*|bairro*|mun*|uf*|pais*|cep*|ddd_*|tel*|fax*|email*|resp|cnpj_auditor|auditor";

static const char *status_of(struct cvm *c, int64_t *unknown)
{
	const char *s = companies_text(c, STATUS);

	s = s ? text_fold(c->row, s) : "";
	if (str_eq(s, "ativo"))
		return "active";
	if (str_eq(s, "cancelada"))
		return "cancelled";
	if (text_starts(s, "suspens"))
		return "suspended";
	++*unknown;
	return "unknown";
}

static const char *category_of(struct cvm *c)
{
	const char *s = companies_text(c, CATEGORY);

	if (s && str_eq(s, "Categoria A"))
		return "A";
	return s && str_eq(s, "Categoria B") ? "B" : NULL;
}

static void put(struct cvm *c, struct copy *to, int64_t *unknown)
{
	struct company_row r = { .name = companies_text(c, NAME) };
	enum field registered = field_day(cvm_cell(c, REGISTERED), &r.registered_on);
	enum field cancelled = field_day(cvm_cell(c, CANCELLED), &r.cancelled_on);
	const char *market = companies_text(c, MARKET);
	char tax_id[15];

	if (!companies_code(cvm_cell(c, CODE), &r.cvm_code)) {
		cvm_refuse(c, "código CVM inválido: %.*s", SHOWN(cvm_cell(c, CODE)));
		return;
	}
	if (!r.name) {
		cvm_refuse(c, "falta a denominação social");
		return;
	}
	if (cvm_tax_id(cvm_cell(c, TAX_ID), tax_id))
		r.tax_id = tax_id;
	else if (!cvm_no_tax_id(cvm_cell(c, TAX_ID))) {
		cvm_refuse(c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(c, TAX_ID)));
		return;
	}
	if (registered == FIELD_BAD || cancelled == FIELD_BAD) {
		cvm_refuse(c, "data de registro ou de cancelamento inválida: %.*s %.*s",
			   SHOWN(cvm_cell(c, REGISTERED)), SHOWN(cvm_cell(c, CANCELLED)));
		return;
	}
	r.has_registered = registered == FIELD_OK;
	r.has_cancelled = cancelled == FIELD_OK;
	r.trading_name = companies_text(c, TRADING);
	r.sector = companies_text(c, SECTOR);
	r.status = status_of(c, unknown);
	r.on_exchange = market && str_eq(text_fold(c->row, market), "bolsa");
	r.cancel_reason = companies_text(c, REASON);
	r.issuer_state = companies_text(c, STATE);
	r.control = companies_text(c, CONTROL);
	r.category = category_of(c);
	companies_put(c->l, to, &r);
}

void load_company_register(struct load *l)
{
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_cia", true, -1 },
		[NAME] = { "denom_social", true, -1 },
		[TRADING] = { "denom_comerc", false, -1 },
		[REGISTERED] = { "dt_reg", true, -1 },
		[CANCELLED] = { "dt_cancel", true, -1 },
		[REASON] = { "motivo_cancel", false, -1 },
		[STATUS] = { "sit", true, -1 },
		[CODE] = { "cd_cvm", true, -1 },
		[SECTOR] = { "setor_ativ", true, -1 },
		[MARKET] = { "tp_merc", true, -1 },
		[CATEGORY] = { "categ_reg", true, -1 },
		[STATE] = { "sit_emissor", false, -1 },
		[CONTROL] = { "controle_acionario", false, -1 },
	};
	int64_t unknown = 0, sent, codes, saved;
	struct copy *to;
	struct cvm c;

	cvm_open(&c, l);
	cvm_map(&c, columns, ARRAY_SIZE(columns), passed);
	companies_stage(l);
	to = companies_copy(l);
	while (cvm_row(&c))
		put(&c, to, &unknown);
	if (unknown)
		load_warn(l, "%lld linhas têm uma situação que não se conhece.",
			  (long long)unknown);
	sent = copy_rows(to);
	copy_end(to);
	saved = companies_identify(l, "register", &codes);
	load_counted(l, codes, saved, FAMILY_COMPANIES);
	l->res->ignored += sent - codes;
	companies_refresh(l);
}
