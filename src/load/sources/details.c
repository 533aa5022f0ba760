/* SPDX-License-Identifier: Apache-2.0 */
/*
 * details.c: B3's page of a listed company (doc/load.md): ticker, ISIN and tax id in one place.
 *
 * The tax id belongs to the issuer's code, so every paper of the company gets it, also those loaded
 * later.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "load/field.h"

static DB_STMT(
	save_issuer, "details.issuer",
	"insert into issuer as i (code, tax_id, name, cvm_code, sector, subsector, segment)"
	" values ($1, $2, $3, $4, $5, $6, $7)"
	" on conflict (code) do update"
	" set tax_id = coalesce(excluded.tax_id, i.tax_id), name = coalesce(excluded.name, i.name),"
	"     cvm_code = coalesce(excluded.cvm_code, i.cvm_code), sector = coalesce(excluded.sector, i.sector),"
	"     subsector = coalesce(excluded.subsector, i.subsector), segment = coalesce(excluded.segment, i.segment)"
	" where (i.tax_id, i.name, i.cvm_code, i.sector, i.subsector, i.segment)"
	"    is distinct from (coalesce(excluded.tax_id, i.tax_id), coalesce(excluded.name, i.name),"
	"        coalesce(excluded.cvm_code, i.cvm_code), coalesce(excluded.sector, i.sector),"
	"        coalesce(excluded.subsector, i.subsector), coalesce(excluded.segment, i.segment))");

static DB_STMT(
	papers_of, "details.papers",
	"select symbol from instrument where issuer_code = $1 and venue = 'b3' and asset_type <> 'option'"
	" order by symbol limit 1000");

static DB_STMT(
	save_paper, "details.paper",
	"insert into instrument as i (venue, symbol, asset_type, name, isin, issuer_code, sector)"
	" values ('b3', $1, $2, $3, $4, $5, $6)"
	" on conflict (venue, symbol) do update"
	" set name = coalesce(i.name, excluded.name), isin = coalesce(i.isin, excluded.isin),"
	"     issuer_code = coalesce(i.issuer_code, excluded.issuer_code), sector = coalesce(i.sector, excluded.sector)"
	" where (i.name is null and excluded.name is not null) or (i.isin is null and excluded.isin is not null)"
	"    or (i.issuer_code is null and excluded.issuer_code is not null)"
	"    or (i.sector is null and excluded.sector is not null)");

static DB_STMT(
	save_isin, "details.isin",
	"insert into instrument_isin (isin, venue, symbol) values ($1, 'b3', $2) on conflict do nothing");

struct company {
	struct load *l;
	const char *code, *name;
	const char *levels[3]; /* sector, subsector, segment; NULL where not said */
};

static const char *text(struct load *l, struct json_object *object, const char *member)
{
	struct slice s = slice_trim(field_json(object, member));

	return field_absent(s) ? NULL : slice_text(l->pool, s);
}

/* The type according to the ISIN; shares otherwise, since these are listed companies. */
static const char *type_of(const char *isin)
{
	if (isin && strlen(isin) == 12 && memcmp(isin + 6, "CTF", 3) == 0)
		return "fii";
	return isin && strlen(isin) == 12 && memcmp(isin + 6, "BDR", 3) == 0 ? "bdr" : "stock";
}

static bool is_ticker(const char *s)
{
	return s && strlen(s) <= 12 && strlen(s) >= 4 &&
	       s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")] == '\0';
}

static void save_code(struct company *c, int64_t line, struct json_object *item)
{
	struct load *l = c->l;
	bool object = json_object_is_type(item, json_type_object);
	const char *symbol = object ? text(l, item, "code") : NULL,
		   *isin = object ? text(l, item, "isin") : NULL;
	int64_t touched;

	l->res->read++;
	if (!is_ticker(symbol) || (isin && strlen(isin) != 12)) {
		load_refuse(l, line, "código ou ISIN inválido");
		return;
	}
	touched = db_exec(l->ctx, &save_paper,
			  DB_ARGS(db_text(symbol), db_text(type_of(isin)), db_text(c->name),
				  db_text(isin), db_text(c->code), db_text(c->levels[0])));
	if (isin)
		touched += db_exec(l->ctx, &save_isin, DB_ARGS(db_text(isin), db_text(symbol)));
	if (touched)
		load_symbols_changed(l, "b3", &symbol, 1);
	load_counted(l, 1, touched > 0, FAMILY_REFERENCE);
}

static void save_company(struct company *c, struct json_object *top)
{
	struct load *l = c->l;
	const char *cnpj = text(l, top, "cnpj");
	char tax_id[15];
	int64_t touched;

	l->res->read++;
	if (cnpj && !tax_id_normal(cnpj, tax_id)) {
		load_refuse(l, 1, "CNPJ inválido: %.40s", cnpj);
		return;
	}
	touched = db_exec(l->ctx, &save_issuer,
			  DB_ARGS(db_text(c->code), db_text(cnpj ? tax_id : NULL), db_text(c->name),
				  db_text(text(l, top, "codeCVM")), db_text(c->levels[0]),
				  db_text(c->levels[1]), db_text(c->levels[2])));
	if (touched) {
		const struct db_rows *r = db_query(l->ctx, &papers_of, DB_ARGS(db_text(c->code)));
		size_t n = db_count(r);
		const char **symbols = pool_array(l->pool, const char *, n);

		for (size_t i = 0; i < n; i++)
			symbols[i] = db_get_text(r, i, 0);
		load_symbols_changed(l, "b3", symbols, n);
	}
	load_counted(l, 1, touched, FAMILY_REFERENCE);
}

/*
 * "Consumo não Cíclico / Bebidas / Cervejas e Refrigerantes".  The page writes a dot where the
 * classification has a comma: "Petróleo. Gás e Biocombustíveis".
 */
static void read_levels(struct company *c, const char *said)
{
	struct slice rest = slice_of(said), head;
	bool more = said != NULL;

	for (size_t i = 0; more && i < ARRAY_SIZE(c->levels); i++) {
		char *level;

		more = slice_cut(rest, '/', &head, &rest);
		level = slice_text(c->l->pool, slice_trim(head));
		for (char *dot = level; (dot = strstr(dot, ". "));)
			*dot = ',';
		c->levels[i] = *level ? level : NULL;
	}
}

void load_details(struct load *l)
{
	struct json_object *top = load_json(l), *codes = NULL;
	struct company c = { .l = l };

	if (!json_object_is_type(top, json_type_object))
		load_fail(l, "não é a página de uma companhia.");
	c.code = text(l, top, "issuingCompany");
	c.name = text(l, top, "companyName");
	read_levels(&c, text(l, top, "industryClassification"));
	if (!is_ticker(c.code))
		load_fail(l, "falta o código do emissor (issuingCompany).");
	save_company(&c, top);
	/* One query per code: a company has few. */
	if (json_object_object_get_ex(top, "otherCodes", &codes) &&
	    json_object_is_type(codes, json_type_array))
		for (size_t i = 0; i < json_object_array_length(codes) && i < 100; i++)
			save_code(&c, (int64_t)i + 1, json_object_array_get_idx(codes, i));
}
