/* SPDX-License-Identifier: Apache-2.0 */
/*
 * company_documents.c: documents that companies filed: IPE (doc/load.md), and those of the loaders
 * of forms.
 *
 * A year's file replaces that year: missing documents are deleted, others keep their id.  Versions are
 * rows of their own; the protocol, or equality of everything else, links them to their document, but
 * not when two rows match: a wrong link is worse than none.
 */
#include "config.h"

#include "market/companies/companies.h"
#include "load/company_keys.h"

static const char make_stage[] =
	"create temp table document_stage (line int8, cvm_code int8, tax_id text collate \"C\", name text,"
	" folded text, doc_key text collate \"C\", version int8, kind text, category text, type text,"
	" species text, subject text, reference_date date, delivered date, presentation text, protocol text,"
	" download_url text) on commit drop";

static const char see_companies[] =
	"insert into company_seen (cvm_code, tax_id, name, folded, status, on_exchange, line)"
	" select distinct on (cvm_code) cvm_code, max(tax_id) over (partition by cvm_code), name, folded,"
	"        'unknown', false, line"
	"   from document_stage where cvm_code is not null order by cvm_code, line desc";

/* The company by its code, else by its tax id; rows equal in all but the line are one. */
static const char make_one[] =
	"create temp table document_one on commit drop as"
	" select s.*, row_number() over (partition by s.doc_key, s.version order by s.line) as seq"
	"   from (select distinct on (d.doc_key, d.version, d.company_id, d.category, d.type, d.species,"
	"                d.subject, d.reference_date, d.delivered, d.presentation, d.protocol, d.download_url) d.*"
	"           from (select s.*, coalesce(k.company_id, c.id) as company_id from document_stage s"
	"                   left join company_code k on k.cvm_code = s.cvm_code"
	"                   left join company c on s.cvm_code is null and c.tax_id = s.tax_id) d"
	"          order by d.doc_key, d.version, d.company_id, d.category, d.type, d.species, d.subject,"
	"                d.reference_date, d.delivered, d.presentation, d.protocol, d.download_url, d.line) s";

static const char unknown[] =
	"select line, tax_id from document_one where company_id is null order by line limit 100";

#define TOUCH "insert into company_touched select distinct company_id from "
#define CONTENT(row)                                                                               \
	row ".company_id, " row ".cvm_code, " row ".kind, " row ".category, " row ".type, " row    \
	    ".species, " row ".subject, " row ".reference_date, " row ".version_filed_at, " row    \
	    ".presentation, " row ".protocol, " row ".download_url, " row ".file_year"

/* Parameters of the file, read by the statements below. */
static const char make_file[] =
	"create temp table document_file (source text collate \"C\", file_year int8) on commit drop";

static const char remove_gone[] =
	"with gone as (delete from company_document d using document_file f"
	"               where d.source = f.source and d.file_year = f.file_year"
	"                 and not exists (select from document_one o where o.doc_key = d.doc_key"
	"                                    and o.version = d.version and o.seq = d.seq)"
	"              returning d.company_id)"
	" insert into company_touched select distinct company_id from gone on conflict do nothing";

static const char count_gone[] =
	"select from company_document d join document_file f on d.source = f.source and d.file_year = f.file_year"
	" where not exists (select from document_one o where o.doc_key = d.doc_key and o.version = d.version"
	"                      and o.seq = d.seq)";

static const char save[] =
	"insert into company_document as d (id, company_id, source, file_year, doc_key, version, seq, cvm_code,"
	"    kind, category, type, species, subject, reference_date, filed_at, version_filed_at, presentation,"
	"    protocol, download_url)"
	" select coalesce((select max(id) from company_document), 0) + row_number() over"
	"            (order by o.company_id, o.delivered, o.doc_key, o.version, o.seq),"
	"        o.company_id, f.source, f.file_year, o.doc_key, o.version, o.seq, coalesce(o.cvm_code, c.cvm_code),"
	"        o.kind, o.category, o.type, o.species, o.subject, o.reference_date, o.delivered, o.delivered,"
	"        o.presentation, o.protocol, o.download_url"
	"   from document_one o cross join document_file f join company c on c.id = o.company_id"
	" on conflict (source, doc_key, version, seq) do update"
	" set (company_id, cvm_code, kind, category, type, species, subject, reference_date, version_filed_at,"
	"      presentation, protocol, download_url, file_year) = row(" CONTENT(
		"excluded") ")"
			    " where (" CONTENT("d") ") is distinct from (" CONTENT("excluded") ")";

#define LINK(row)                                                                                  \
	row ".filed_at, " row ".first_id, " row ".first_version, " row ".first_protocol, " row     \
	    ".first_url, " row ".present_id, " row ".present_version, " row                        \
	    ".present_filed_at, " row ".present_protocol, " row ".present_url"

/*
 * Links documents of one company that were filed again: by protocol when it has several versions, else
 * by equality of all visible members.  Of two rows with one version none is linked.
 */
static const char link_versions[] =
	"with again as (select distinct d.company_id, d.category, d.reference_date from company_touched t"
	"                 join company_document d on d.company_id = t.company_id"
	"                where d.version > 1 or d.first_id is not null or d.present_id is not null),"
	" peers as (select d.*, count(*) over (partition by d.source, d.doc_key) > 1 as by_key from again a"
	"             join company_document d on d.company_id = a.company_id and d.category = a.category"
	"                and d.reference_date is not distinct from a.reference_date),"
	" groups as (select p.id, p.version, p.version_filed_at, p.filed_at, p.first_id, p.present_id,"
	"                   count(*) over g as many,"
	"                   min(p.version) over g as lowest, max(p.version) over g as highest,"
	"                   min(p.version_filed_at) over g as first_day,"
	"                   first_value(p.id) over (g order by p.version) as first,"
	"                   first_value(p.id) over (g order by p.version desc) as present,"
	"                   max(p.same) over g as same"
	"              from (select *, count(*) over (partition by source, company_id, category, type, species,"
	"                        subject, reference_date, by_key, case when by_key then doc_key end, version) as same"
	"                      from peers) p"
	"            window g as (partition by source, company_id, category, type, species, subject,"
	"                         reference_date, by_key, case when by_key then doc_key end)),"
	" linked as (select id, case when ok then first_day else version_filed_at end as filed_at,"
	"                   case when ok and first <> id then first end as first_id,"
	"                   case when ok and present <> id then present end as present_id"
	"              from (select *, many > 1 and same = 1 as ok from groups) g),"
	" seen as (select l.*, f.version as first_version, f.protocol as first_protocol, f.download_url as first_url,"
	"                 p.version as present_version, p.version_filed_at as present_filed_at,"
	"                 p.protocol as present_protocol, p.download_url as present_url"
	"            from linked l left join company_document f on f.id = l.first_id"
	"                          left join company_document p on p.id = l.present_id)"
	" update company_document d set (filed_at, first_id, first_version, first_protocol, first_url,"
	"        present_id, present_version, present_filed_at, present_protocol, present_url) = row(" LINK(
		"s") ")"
		     "   from seen s where s.id = d.id and (" LINK("d") ") is distinct from (" LINK(
			     "s") ")";

/* A rewritten document has its own day until it is linked. */
static const char reset_days[] =
	"update company_document d set filed_at = d.version_filed_at"
	"  from document_one o cross join document_file f"
	" where d.source = f.source and d.doc_key = o.doc_key and d.version = o.version and d.seq = o.seq"
	"   and d.first_id is null and d.present_id is null and d.filed_at <> d.version_filed_at";

void companies_document_stage(struct load *l)
{
	(void)load_sql(l, make_stage);
}

void companies_see_documents(struct load *l)
{
	(void)load_sql(l, see_companies);
}

/* Rows with an unknown issuer: without a code a company cannot be created. */
static int64_t refuse_unknown(struct load *l)
{
	PGresult *res = load_rows(l, unknown);

	for (int i = 0; i < PQntuples(res); i++) {
		int64_t line = 0;

		if (field_int(slice_of(PQgetvalue(res, i, 0)), &line) != FIELD_OK)
			line = 0;
		load_refuse(l, line, "sem código CVM, e o CNPJ não é de companhia conhecida: %s",
			    PQgetvalue(res, i, 1));
		l->res->refused--; /* they are counted together */
	}
	PQclear(res);
	return load_sql(l, "delete from document_one where company_id is null");
}

void companies_documents(struct load *l, const char *source, int64_t file_year, bool replace)
{
	int64_t staged, one, gone = 0, written, unknown_rows, codes;

	companies_stage(l);
	(void)load_sql(l, "analyze document_stage (cvm_code, tax_id)");
	staged = load_sql(l, "select from document_stage");
	companies_see_documents(l);
	(void)companies_identify(l, "document", &codes);
	one = load_sql(l, make_one);
	l->res->ignored += staged - one; /* duplicates of a row */
	unknown_rows = refuse_unknown(l);
	l->res->refused += unknown_rows;
	(void)load_sql(l, "analyze document_one (company_id, doc_key, version, seq)");
	(void)load_sql(l, make_file);
	(void)load_sql(l, pool_printf(l->pool, "insert into document_file values ('%s', %lld)",
				      source, (long long)file_year));
	if (replace && one > unknown_rows) {
		gone = load_sql(l, count_gone);
		(void)load_sql(l, remove_gone);
	}
	if (gone)
		load_warn(l, "%lld documentos que não estão mais no arquivo foram retirados.",
			  (long long)gone);
	written = load_sql(l, save);
	(void)load_sql(l, TOUCH "document_one on conflict do nothing");
	(void)load_sql(l, reset_days);
	(void)load_sql(l, link_versions);
	(void)load_sql(l, "drop table document_stage, document_one, document_file");
	load_counted(l, one - unknown_rows, written, FAMILY_COMPANIES);
	if (gone)
		l->touched[FAMILY_COMPANIES] = true;
}

/* ---- indexes of forms ---- */

enum { I_TAX_ID, I_DATE, I_VERSION, I_NAME, I_CODE, I_CATEGORY, I_ID, I_RECEIVED, I_LINK };

static void put_index(struct cvm *c, struct copy *to)
{
	const char *name = companies_text(c, I_NAME), *category = companies_text(c, I_CATEGORY),
		   *id = companies_text(c, I_ID);
	struct day date, received;
	int64_t code, version;
	char tax_id[15];

	c->texts = true;
	if (!companies_code(cvm_cell(c, I_CODE), &code) || !name) {
		cvm_refuse(c, "falta o código CVM ou o nome: %.*s", SHOWN(cvm_cell(c, I_CODE)));
	} else if (field_day(cvm_cell(c, I_DATE), &date) != FIELD_OK) {
		cvm_refuse(c, "data de referência inválida: %.*s", SHOWN(cvm_cell(c, I_DATE)));
	} else if (field_int(cvm_cell(c, I_VERSION), &version) != FIELD_OK || version < 1) {
		cvm_refuse(c, "versão inválida: %.*s", SHOWN(cvm_cell(c, I_VERSION)));
	} else if (field_day(cvm_cell(c, I_RECEIVED), &received) != FIELD_OK || !id || !category) {
		cvm_refuse(c, "falta a data de recebimento, o número ou a categoria");
	} else {
		load_day(c->l, date);
		copy_row(to, 17);
		copy_int(to, reader_line_number(c->l->in));
		copy_int(to, code);
		copy_string(to, cvm_tax_id(cvm_cell(c, I_TAX_ID), tax_id) ? tax_id : NULL);
		copy_string(to, name);
		copy_string(to, text_fold(c->row, name));
		copy_string(to, id);
		copy_int(to, version);
		copy_string(to,
			    document_kind_names[document_kind_of(text_fold(c->row, category), "")]);
		copy_string(to, category);
		for (int i = 0; i < 3; i++) /* type, species, subject */
			copy_null(to);
		copy_day(to, date);
		copy_day(to, received);
		copy_null(to);
		copy_string(to, id);
		copy_string(to, companies_text(c, I_LINK));
	}
}

void companies_index(struct cvm *c)
{
	struct csv_column columns[] = {
		[I_TAX_ID] = { "cnpj_cia", true, -1 }, [I_DATE] = { "dt_refer", true, -1 },
		[I_VERSION] = { "versao", true, -1 },  [I_NAME] = { "denom_cia", true, -1 },
		[I_CODE] = { "cd_cvm", true, -1 },     [I_CATEGORY] = { "categ_doc", true, -1 },
		[I_ID] = { "id_doc", true, -1 },       [I_RECEIVED] = { "dt_receb", true, -1 },
		[I_LINK] = { "link_doc", true, -1 },
	};
	struct copy *to;

	cvm_map(c, columns, ARRAY_SIZE(columns), "");
	to = copy_to(c->l, "document_stage (" DOCUMENT_COLUMNS ")");
	while (cvm_row(c))
		put_index(c, to);
	copy_end(to);
}

/* type, species, subject */

enum {
	TAX_ID,
	NAME,
	CODE,
	REFERENCE,
	CATEGORY,
	TYPE,
	SPECIES,
	SUBJECT,
	DELIVERED,
	PRESENTATION,
	PROTOCOL,
	EDITION,
	LINK
};

/* "…?numSequencia=1&numProtocolo=2&…": both numbers, when there is no protocol. */
static struct slice parameter(struct slice link, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i + n < link.n; i++) {
		struct slice value = { link.p + i + n, 0 };

		if (memcmp(link.p + i, name, n) != 0)
			continue;
		while (value.p + value.n < link.p + link.n && value.p[value.n] >= '0' &&
		       value.p[value.n] <= '9')
			value.n++;
		return value;
	}
	return (struct slice){ "", 0 };
}

static const char *key_of(struct cvm *c)
{
	const char *protocol = companies_text(c, PROTOCOL);
	struct slice link = cvm_cell(c, LINK), number, sequence;

	if (protocol)
		return protocol;
	number = parameter(link, "numProtocolo=");
	sequence = parameter(link, "numSequencia=");
	if (!number.n && !sequence.n)
		return NULL;
	return pool_printf(c->row, "%.*s-%.*s", (int)number.n, number.p, (int)sequence.n,
			   sequence.p);
}

static void put(struct cvm *c, struct copy *to)
{
	const char *key = key_of(c), *category = companies_text(c, CATEGORY),
		   *type = companies_text(c, TYPE), *name = companies_text(c, NAME);
	bool has_code, has_tax_id, has_reference;
	struct day reference, delivered;
	int64_t code = 0, version = 1;
	char tax_id[15];

	c->texts = true;
	has_code = companies_code(cvm_cell(c, CODE), &code);
	has_tax_id = cvm_tax_id(cvm_cell(c, TAX_ID), tax_id);
	has_reference = field_day(cvm_cell(c, REFERENCE), &reference) == FIELD_OK;
	if (!key || !category) {
		cvm_refuse(c, key ? "falta a categoria" : "falta o protocolo");
	} else if (!has_code && !has_tax_id) {
		cvm_refuse(c, "nem código CVM nem CNPJ: %.*s %.*s", SHOWN(cvm_cell(c, CODE)),
			   SHOWN(cvm_cell(c, TAX_ID)));
	} else if (has_code && !name) {
		cvm_refuse(c, "falta o nome da companhia");
	} else if (field_day(cvm_cell(c, DELIVERED), &delivered) != FIELD_OK) {
		cvm_refuse(c, "data de entrega inválida: %.*s", SHOWN(cvm_cell(c, DELIVERED)));
	} else if (field_int(cvm_cell(c, EDITION), &version) == FIELD_BAD || version < 1) {
		cvm_refuse(c, "versão inválida: %.*s", SHOWN(cvm_cell(c, EDITION)));
	} else {
		load_day(c->l, delivered);
		copy_row(to, 17);
		copy_int(to, reader_line_number(c->l->in));
		copy_int_if(to, has_code, code);
		copy_string(to, has_tax_id ? tax_id : NULL);
		copy_string(to, name);
		copy_string(to, name ? text_fold(c->row, name) : NULL);
		copy_string(to, key);
		copy_int(to, version);
		copy_string(
			to,
			document_kind_names[document_kind_of(text_fold(c->row, category),
							     type ? text_fold(c->row, type) : "")]);
		copy_string(to, category);
		copy_string(to, type);
		copy_string(to, companies_text(c, SPECIES));
		copy_string(to, companies_text(c, SUBJECT));
		copy_day_if(to, has_reference, reference);
		copy_day(to, delivered);
		copy_string(to, companies_text(c, PRESENTATION));
		copy_string(to, companies_text(c, PROTOCOL));
		copy_string(to, companies_text(c, LINK));
	}
}

void load_company_documents(struct load *l)
{
	struct csv_column columns[] = {
		[TAX_ID] = { "cnpj_companhia", true, -1 },
		[NAME] = { "nome_companhia", true, -1 },
		[CODE] = { "codigo_cvm", true, -1 },
		[REFERENCE] = { "data_referencia", true, -1 },
		[CATEGORY] = { "categoria", true, -1 },
		[TYPE] = { "tipo", true, -1 },
		[SPECIES] = { "especie", false, -1 },
		[SUBJECT] = { "assunto", true, -1 },
		[DELIVERED] = { "data_entrega", true, -1 },
		[PRESENTATION] = { "tipo_apresentacao", false, -1 },
		[PROTOCOL] = { "protocolo_entrega", true, -1 },
		[EDITION] = { "versao", true, -1 },
		[LINK] = { "link_download", true, -1 },
	};
	int64_t year = companies_year(l);
	struct copy *to;
	struct cvm c;

	cvm_open(&c, l);
	cvm_map(&c, columns, ARRAY_SIZE(columns), "");
	companies_document_stage(l);
	to = copy_to(l, "document_stage (" DOCUMENT_COLUMNS ")");
	while (cvm_row(&c))
		put(&c, to);
	copy_end(to);
	companies_documents(l, "ipe", year, true);
	companies_refresh(l);
}
