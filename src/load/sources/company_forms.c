/* SPDX-License-Identifier: Apache-2.0 */
/*
 * company_forms.c: fca_cia_aberta, the registration form: tickers, former names, the fiscal year
 * (doc/load.md).
 *
 * Three of ten members are read; those about persons are not.  The form is filed again during the year:
 * the newest of a company counts, also across files, so that last year's does not revive an old ticker.
 * A ticker missing in the newest form is inactive, but still leads to its company.
 */
#include "config.h"

#include "load/company_keys.h"

static const char make_forms[] =
	"create temp table form_stage (line int8, cvm_code int8, tax_id text collate \"C\", reference_date date,"
	" version int8, name text, folded text, former text, former_folded text, named_on date, sector text,"
	" sector_key text collate \"C\", status text, category text, issuer_state text, control text,"
	" registered_on date, fiscal_year_end int8) on commit drop";

static const char make_securities[] =
	"create temp table security_stage (line int8, tax_id text collate \"C\", reference_date date, version int8,"
	" ticker text collate \"C\", security text, class text, composition text, segment text, since date,"
	" until date) on commit drop";

static const char see_companies[] =
	"insert into company_seen (cvm_code, tax_id, name, folded, sector, sector_key, status, on_exchange,"
	"    registered_on, issuer_state, control, category, line)"
	" select distinct on (cvm_code) cvm_code, tax_id, name, folded, sector, sector_key, status, false,"
	"        registered_on, issuer_state, control, category, line"
	"   from form_stage order by cvm_code, reference_date desc, version desc, line desc";

/* The newest form of each company, unless a newer one was loaded before. */
static const char make_newest[] =
	"create temp table form_newest on commit drop as"
	" select n.* from (select distinct on (k.company_id) k.company_id, s.*"
	"                    from form_stage s join company_code k on k.cvm_code = s.cvm_code"
	"                   order by k.company_id, s.reference_date desc, s.version desc, s.line desc) n"
	"   left join company_form f using (company_id)"
	"  where f.company_id is null or (n.reference_date, n.version) >= (f.reference_date, f.version)";

static const char save_forms[] =
	"insert into company_form as f (company_id, reference_date, version, fiscal_year_end)"
	" select company_id, reference_date, version, fiscal_year_end from form_newest"
	" on conflict (company_id) do update"
	" set reference_date = excluded.reference_date, version = excluded.version,"
	"     fiscal_year_end = excluded.fiscal_year_end"
	" where (f.reference_date, f.version, f.fiscal_year_end)"
	"    is distinct from (excluded.reference_date, excluded.version, excluded.fiscal_year_end)";

/* Former names, also from forms that are no longer the newest. */
static const char save_names[] =
	"insert into company_name as n (company_id, name, folded, until)"
	" select k.company_id, s.former, min(s.former_folded), max(s.named_on)"
	"   from form_stage s join company_code k on k.cvm_code = s.cvm_code"
	"  where s.former is not null and s.former <> s.name group by k.company_id, s.former"
	" on conflict (company_id, name) do update set until = coalesce(excluded.until, n.until)"
	" where n.until is distinct from coalesce(excluded.until, n.until)";

/* One row a ticker: an active one before an inactive one. */
static const char make_tickers[] =
	"create temp table ticker_one on commit drop as"
	" select distinct on (f.company_id, s.ticker) f.company_id, s.ticker, s.security, s.class, s.composition,"
	"        s.segment, s.since, s.until, f.reference_date as filed_for"
	"   from (select distinct on (k.company_id, s.reference_date, s.version) k.company_id, k.cvm_code, s.tax_id,"
	"                s.reference_date, s.version"
	"           from form_stage s join company_code k on k.cvm_code = s.cvm_code) f"
	"   join security_stage s on s.tax_id = f.tax_id and s.reference_date = f.reference_date"
	"        and s.version = f.version"
	"  order by f.company_id, s.ticker, f.reference_date desc, f.version desc, (s.until is null) desc,"
	"           s.until desc, s.line desc";

/* Rows of an earlier version of the newest form that this one lacks were errors. */
static const char remove_tickers[] =
	"delete from company_ticker t using form_newest n"
	" where t.company_id = n.company_id and t.filed_for = n.reference_date"
	"   and not exists (select from ticker_one o where o.company_id = t.company_id and o.ticker = t.ticker)";

#define TICKER(row)                                                                                \
	row ".security, " row ".class, " row ".composition, " row ".segment, " row ".since, " row  \
	    ".until, " row ".filed_for"

static const char save_tickers[] =
	"insert into company_ticker as t (ticker, company_id, security, class, composition, segment, since, until,"
	"    filed_for)"
	" select ticker, company_id, " TICKER(
		"o") " from ticker_one o"
		     " on conflict (ticker, company_id) do update"
		     " set (security, class, composition, segment, since, until, filed_for) = row(" TICKER(
			     "excluded") ")"
					 " where excluded.filed_for >= t.filed_for and (" TICKER(
						 "t") ") is distinct from (" TICKER("excluded") ")";

/* Tickers of older forms that the newest does not name no longer trade. */
static const char end_tickers[] =
	"update company_ticker t set until = f.reference_date"
	"  from company_touched d join company_form f using (company_id)"
	" where t.company_id = f.company_id and t.filed_for < f.reference_date and t.until is null";

enum {
	TAX_ID,
	REFERENCE,
	EDITION,
	NAME,
	NAMED,
	FORMER,
	CODE,
	REGISTERED,
	CATEGORY,
	STATUS,
	SECTOR,
	STATE,
	CONTROL,
	YEAR_DAY,
	YEAR_MONTH
};

struct forms {
	struct cvm c;
	struct copy *to;
	bool has_index, has_forms, has_securities;
	int64_t rubbish; /* malformed tickers */
};

static void put_folded(struct copy *to, struct cvm *c, const char *s)
{
	copy_string(to, s ? text_fold(c->row, s) : NULL);
}

static void put_day_of(struct copy *to, struct cvm *c, size_t column)
{
	struct day d;

	if (field_day(cvm_cell(c, column), &d) == FIELD_OK)
		copy_day(to, d);
	else
		copy_null(to);
}

/* The common first columns of every member; false: refused. */
static bool read_key(struct cvm *c, const char **tax_id, char room[15], struct day *date,
		     int64_t *version)
{
	*tax_id = cvm_tax_id(cvm_cell(c, TAX_ID), room) ? room : NULL;
	if (!*tax_id && !cvm_no_tax_id(cvm_cell(c, TAX_ID)))
		cvm_refuse(c, "CNPJ inválido: %.*s", SHOWN(cvm_cell(c, TAX_ID)));
	else if (field_day(cvm_cell(c, REFERENCE), date) != FIELD_OK)
		cvm_refuse(c, "data de referência inválida: %.*s", SHOWN(cvm_cell(c, REFERENCE)));
	else if (field_int(cvm_cell(c, EDITION), version) != FIELD_OK || *version < 1)
		cvm_refuse(c, "versão inválida: %.*s", SHOWN(cvm_cell(c, EDITION)));
	else
		return true;
	return false;
}

/* ---- the form itself ---- */

static const char *status_of(struct cvm *c)
{
	const char *s = companies_text(c, STATUS);

	s = s ? text_fold(c->row, s) : "";
	if (text_starts(s, "ativ"))
		return "active";
	if (text_starts(s, "cancel"))
		return "cancelled";
	return text_starts(s, "suspens") ? "suspended" : "unknown";
}

/* Month and day of the year's end, as month * 100 + day; 0: missing or invalid. */
static int64_t year_end_of(struct cvm *c)
{
	int64_t day, month;
	struct day d;

	if (field_int(cvm_cell(c, YEAR_DAY), &day) != FIELD_OK ||
	    field_int(cvm_cell(c, YEAR_MONTH), &month) != FIELD_OK || day > 31 || month > 12 ||
	    !day_from_ymd(2024, (int)month, (int)day, &d))
		return 0;
	return month * 100 + day;
}

static void put_form(struct forms *f)
{
	struct cvm *c = &f->c;
	const char *name = companies_text(c, NAME), *former = companies_text(c, FORMER),
		   *sector = companies_text(c, SECTOR), *category = companies_text(c, CATEGORY),
		   *tax_id;
	int64_t code, version, year_end = year_end_of(c);
	struct copy *to = f->to;
	struct day date;
	char room[15];

	c->texts = true;
	if (!read_key(c, &tax_id, room, &date, &version))
		return;
	if (!companies_code(cvm_cell(c, CODE), &code) || !name) {
		cvm_refuse(c, "falta o código CVM ou o nome: %.*s", SHOWN(cvm_cell(c, CODE)));
		return;
	}
	copy_row(to, 18);
	copy_int(to, reader_line_number(c->l->in));
	copy_int(to, code);
	copy_string(to, tax_id);
	copy_day(to, date);
	copy_int(to, version);
	copy_string(to, name);
	put_folded(to, c, name);
	copy_string(to, former);
	put_folded(to, c, former);
	put_day_of(to, c, NAMED);
	copy_string(to, sector);
	put_folded(to, c, sector);
	copy_string(to, status_of(c));
	category = category ? text_fold(c->row, category) : "";
	copy_string(to, text_ends(category, " a") ? "A" : text_ends(category, " b") ? "B" : NULL);
	copy_string(to, companies_text(c, STATE));
	copy_string(to, companies_text(c, CONTROL));
	put_day_of(to, c, REGISTERED);
	copy_int_if(to, year_end, year_end);
}

static void read_forms(struct forms *f)
{
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_companhia", true, -1 },
		[REFERENCE] = { "data_referencia", true, -1 },
		[EDITION] = { "versao", true, -1 },
		[NAME] = { "nome_empresarial", true, -1 },
		[NAMED] = { "data_nome_empresarial", false, -1 },
		[FORMER] = { "nome_empresarial_anterior", true, -1 },
		[CODE] = { "codigo_cvm", true, -1 },
		[REGISTERED] = { "data_registro_cvm", false, -1 },
		[CATEGORY] = { "categoria_registro_cvm", false, -1 },
		[STATUS] = { "situacao_registro_cvm", false, -1 },
		[SECTOR] = { "setor_atividade", false, -1 },
		[STATE] = { "situacao_emissor", false, -1 },
		[CONTROL] = { "especie_controle_acionario", false, -1 },
		[YEAR_DAY] = { "dia_encerramento_exercicio_social", false, -1 },
		[YEAR_MONTH] = { "mes_encerramento_exercicio_social", false, -1 },
	};

	cvm_map(&f->c, columns, ARRAY_SIZE(columns), "id_*|data_*|pais_*|descricao_*|pagina_web");
	(void)load_sql(f->c.l, make_forms);
	f->to = copy_to(f->c.l, "form_stage");
	while (cvm_row(&f->c))
		put_form(f);
	copy_end(f->to);
	f->has_forms = true;
}

/* ---- securities ---- */

enum { TICKER = 3, SECURITY, CLASS, COMPOSITION, SEGMENT, SINCE, UNTIL, MARKET };

/* Four letters or letters and digits, then one or two digits: PETR4, TAEE11, B3SA3. */
static bool is_ticker(const char *s)
{
	size_t n = s ? strlen(s) : 0, digits = 0;

	while (digits < n && s[n - 1 - digits] >= '0' && s[n - 1 - digits] <= '9')
		digits++;
	if (n < 5 || n > 6 || s[0] < 'A' || s[0] > 'Z' ||
	    s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")])
		return false;
	return n - 4 >= 1 && digits >= n - 4;
}

static void put_security(struct forms *f)
{
	struct cvm *c = &f->c;
	const char *ticker = companies_text(c, TICKER), *market = companies_text(c, MARKET),
		   *tax_id;
	struct copy *to = f->to;
	int64_t version;
	struct day date;
	char room[15];

	if (!read_key(c, &tax_id, room, &date, &version))
		return;
	if (!ticker || !market || !str_eq(text_fold(c->row, market), "bolsa") ||
	    !is_ticker(ticker) || !tax_id) {
		f->rubbish += ticker != NULL;
		c->l->res->ignored++;
		return;
	}
	copy_row(to, 11);
	copy_int(to, reader_line_number(c->l->in));
	copy_string(to, tax_id);
	copy_day(to, date);
	copy_int(to, version);
	copy_string(to, ticker);
	copy_string(to, companies_text(c, SECURITY));
	copy_string(to, companies_text(c, CLASS));
	copy_string(to, companies_text(c, COMPOSITION));
	copy_string(to, companies_text(c, SEGMENT));
	put_day_of(to, c, SINCE);
	put_day_of(to, c, UNTIL);
}

static void read_securities(struct forms *f)
{
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_companhia", true, -1 },
		[REFERENCE] = { "data_referencia", true, -1 },
		[EDITION] = { "versao", true, -1 },
		[TICKER] = { "codigo_negociacao", true, -1 },
		[SECURITY] = { "valor_mobiliario", true, -1 },
		[CLASS] = { "sigla_classe_acao_preferencial", false, -1 },
		[COMPOSITION] = { "composicao_bdr_unit", false, -1 },
		[SEGMENT] = { "segmento", false, -1 },
		[SINCE] = { "data_inicio_negociacao", false, -1 },
		[UNTIL] = { "data_fim_negociacao", true, -1 },
		[MARKET] = { "mercado", true, -1 },
	};

	cvm_map(&f->c, columns, ARRAY_SIZE(columns),
		"id_*|nome_*|classe_*|sigla_*|entidade_*|data_*");
	(void)load_sql(f->c.l, make_securities);
	f->to = copy_to(f->c.l, "security_stage");
	while (cvm_row(&f->c))
		put_security(f);
	copy_end(f->to);
	f->has_securities = true;
}

/* ---- the file ---- */

static int64_t save_all(struct forms *f)
{
	struct load *l = f->c.l;
	int64_t written, codes;

	companies_stage(l);
	(void)load_sql(l, see_companies);
	written = companies_identify(l, "form", &codes);
	(void)load_sql(l, make_newest);
	written += load_sql(l, save_forms);
	written += load_sql(l, save_names);
	(void)load_sql(l, make_tickers);
	written += load_sql(l, remove_tickers);
	written += load_sql(l, save_tickers);
	written += load_sql(l, end_tickers);
	return written;
}

void load_company_forms(struct load *l)
{
	struct forms f = { .rubbish = 0 };
	int64_t year = companies_year(l), rows = 0, written;

	companies_document_stage(l);
	cvm_open(&f.c, l);
	do {
		if (cvm_has(&f.c, "link_doc")) {
			companies_index(&f.c);
			f.has_index = true;
		} else if (cvm_has(&f.c, "nome_empresarial_anterior") && !f.has_forms) {
			read_forms(&f);
			rows += copy_rows(f.to);
		} else if (cvm_has(&f.c, "codigo_negociacao") && !f.has_securities) {
			read_securities(&f);
			rows += copy_rows(f.to);
		}
	} while (cvm_next(&f.c));
	if (f.rubbish)
		load_warn(l,
			  "%lld códigos de negociação não são da bolsa ou não têm a forma de um.",
			  (long long)f.rubbish);
	if (!f.has_forms || !f.has_securities)
		load_fail(l, "falta o membro fca_cia_aberta_%s.",
			  f.has_forms ? "valor_mobiliario" : "geral");
	/* Every staged row is about a company; the changed ones count as written. */
	written = save_all(&f);
	load_counted(l, rows, written < rows ? written : rows, FAMILY_COMPANIES);
	if (f.has_index)
		companies_documents(l, "fca", year, false);
	companies_refresh(l);
}
