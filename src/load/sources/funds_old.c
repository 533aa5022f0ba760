/* SPDX-License-Identifier: Apache-2.0 */
/*
 * funds_old.c: cad_fi.csv, the register of funds until RCVM 175 (doc/load.md).
 *
 * A snapshot: missing rows are deleted.  Of a fund that registered again, the active row counts, else
 * the newest.  Directors, and managers who are persons, are left out.
 */
#include "config.h"

#include "load/fund.h"

enum {
	TAX_ID,
	NAME,
	REGISTERED,
	STATUS,
	FIC,
	FEE,
	ADMIN_TAX_ID,
	ADMIN,
	CLASS,
	MANAGER_KIND,
	MANAGER_TAX_ID,
	MANAGER
};

#define KEPT                                                                                                \
	"tax_id, name, active, registered, fee, is_fic, anbima_class, administrator_tax_id, administrator," \
	" manager_tax_id, manager"

static const struct fund_table table = {
	.make = "create temp table old_stage (like fund_legacy, line int8) on commit drop",
	.copy = "old_stage (" KEPT ", line)",
	.analyze = "analyze old_stage",
	.repeated =
		"delete from old_stage s using (select line, row_number() over (partition by tax_id order by"
		"     active desc, registered desc nulls last, line desc) as place from old_stage) p"
		" where p.line = s.line and p.place > 1",
	.gone = "delete from fund_legacy o where not exists (select from old_stage s where s.tax_id = o.tax_id)",
	.save = "insert into fund_legacy as o (" KEPT ") select " KEPT " from old_stage"
		" on conflict (tax_id) do update"
		" set name = excluded.name, active = excluded.active, registered = excluded.registered, fee = excluded.fee,"
		"     is_fic = excluded.is_fic, anbima_class = excluded.anbima_class,"
		"     administrator_tax_id = excluded.administrator_tax_id, administrator = excluded.administrator,"
		"     manager_tax_id = excluded.manager_tax_id, manager = excluded.manager"
		" where (o.name, o.active, o.registered, o.fee, o.is_fic, o.anbima_class, o.administrator_tax_id, o.administrator,"
		"        o.manager_tax_id, o.manager)"
		"    is distinct from (excluded.name, excluded.active, excluded.registered, excluded.fee, excluded.is_fic,"
		"        excluded.anbima_class, excluded.administrator_tax_id, excluded.administrator,"
		"        excluded.manager_tax_id, excluded.manager)",
};

static const char passed[] =
	"tp_fundo|dt_const|cd_cvm|dt_cancel|dt_ini_sit|dt_ini_ativ|dt_ini_exerc|dt_fim_exerc|classe|dt_ini_classe"
	"|rentab_fundo|condom|fundo_exclusivo|trib_lprazo|publico_alvo|entid_invest|taxa_perfm|inf_taxa_perfm"
	"|inf_taxa_adm|vl_patrim_liq|dt_patrim_liq|diretor|cnpj_auditor|auditor"
	"|cnpj_custodiante|custodiante|cnpj_controlador|controlador|invest_cempr_exter";

static void put(struct cvm *c, struct copy *to, int64_t *odd)
{
	char tax_id[15], admin[15];
	bool known, has_admin = cvm_tax_id(cvm_cell(c, ADMIN_TAX_ID), admin);
	struct day registered;

	if (!cvm_tax_id(cvm_cell(c, TAX_ID), tax_id)) {
		cvm_refuse(c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(c, TAX_ID)));
		return;
	}
	if (!fund_day(c, REGISTERED, &known, &registered)) {
		cvm_refuse(c, "data de registro inválida: %.*s", SHOWN(cvm_cell(c, REGISTERED)));
		return;
	}
	copy_row(to, 12);
	copy_text(to, tax_id, 14);
	copy_slice(to, cvm_text(c, NAME));
	copy_bool(to, fund_is_active(cvm_cell(c, STATUS)));
	copy_day_if(to, known, registered);
	fund_put_fee(to, c, FEE, odd);
	fund_put_flag(to, c, FIC);
	copy_slice(to, cvm_text(c, CLASS));
	copy_slice(to, has_admin ? slice_of(admin) : SLICE(""));
	copy_slice(to, cvm_text(c, ADMIN));
	fund_put_manager(to, c, MANAGER_KIND, MANAGER_TAX_ID, MANAGER);
	copy_int(to, reader_line_number(c->l->in));
}

void load_funds_old(struct load *l)
{
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_fundo", true, -1 },
		[NAME] = { "denom_social", true, -1 },
		[REGISTERED] = { "dt_reg", true, -1 },
		[STATUS] = { "sit", true, -1 },
		[FIC] = { "fundo_cotas", true, -1 },
		[FEE] = { "taxa_adm", true, -1 },
		[ADMIN_TAX_ID] = { "cnpj_admin", false, -1 },
		[ADMIN] = { "admin", true, -1 },
		[CLASS] = { "classe_anbima", false, -1 },
		[MANAGER_KIND] = { "pf_pj_gestor", false, -1 },
		[MANAGER_TAX_ID] = { "cpf_cnpj_gestor", false, -1 },
		[MANAGER] = { "gestor", false, -1 },
	};

	fund_load(l, &table, columns, ARRAY_SIZE(columns), passed, put);
}
