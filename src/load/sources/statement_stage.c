/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_stage.c: saves staged statements.
 *
 * Lines carry the number of their part.  A part with the stored digest is unchanged; any other is
 * written as a whole beside the old one, which is then deleted.  Versions missing in a file stay:
 * figures as of a day depend on them.
 */
#include "config.h"

#include "load/sources/cvm_statements.h"

#include <sodium.h>

#include "market/companies/companies.h"
#include "core/buf.h"

static const char make_lines[] =
	"create temp table line_stage (slot int8, line int8, account text collate \"C\", description text,"
	" last boolean, period_start date, period_end date, \"column\" text, value numeric(38, 10),"
	" fixed boolean, item text collate \"C\") on commit drop";

static const char make_parts[] =
	"create temp table part_stage (slot int8, cvm_code int8, form text collate \"C\", reference_date date,"
	" version int8, scope text collate \"C\", statement text collate \"C\", lines int8, digest text,"
	" broken boolean) on commit drop";

static const char make_capital[] =
	"create temp table capital_stage (tax_id text collate \"C\", reference_date date, version int8, common int8,"
	" preferred int8, total int8, treasury_common int8, treasury_preferred int8, treasury_total int8)"
	" on commit drop";

static const char make_filings[] =
	"create temp table filing_stage on commit drop as"
	" select s.company_id, f.form, s.reference_date, s.version, max(s.filed_at) as filed_at,"
	"        max(s.document_id) as document_id, max(s.url) as url"
	"   from (select k.company_id, d.reference_date, d.version, d.delivered as filed_at, d.doc_key as document_id,"
	"                d.download_url as url"
	"           from document_stage d join company_code k on k.cvm_code = d.cvm_code"
	"         union all"
	"         select k.company_id, p.reference_date, p.version, null, null, null"
	"           from part_stage p join company_code k on k.cvm_code = p.cvm_code where not p.broken) s"
	"  cross join file_form f"
	"  group by s.company_id, f.form, s.reference_date, s.version";

static const char save_filings[] =
	"with saved as (insert into statement_filing as f (company_id, form, reference_date, version, filed_at,"
	"                   document_id, url)"
	"               select company_id, form, reference_date, version, filed_at, document_id, url from filing_stage"
	"               on conflict (company_id, form, reference_date, version) do update"
	"               set filed_at = coalesce(excluded.filed_at, f.filed_at),"
	"                   document_id = coalesce(excluded.document_id, f.document_id),"
	"                   url = coalesce(excluded.url, f.url)"
	"               where (f.filed_at, f.document_id, f.url) is distinct from"
	"                   (coalesce(excluded.filed_at, f.filed_at),"
	"                    coalesce(excluded.document_id, f.document_id), coalesce(excluded.url, f.url))"
	"               returning company_id)"
	" insert into measure_touched select distinct company_id from saved on conflict do nothing";

/* Of two codes of one company with the same document, the later part of the file counts. */
static const char make_changed[] =
	"create temp table part_changed on commit drop as"
	" select c.*, case when not c.same then coalesce((select max(id) from statement_part), 0)"
	"        + row_number() over (partition by c.same order by c.slot) end as id"
	"   from (select distinct on (k.company_id, p.scope, p.reference_date, p.form, p.version, p.statement)"
	"                p.slot, k.company_id, p.form, p.reference_date, p.version, p.scope, p.statement, p.lines,"
	"                decode(p.digest, 'hex') as digest, o.id as old_id,"
	"                coalesce(o.digest = decode(p.digest, 'hex'), false) as same"
	"           from part_stage p join company_code k on k.cvm_code = p.cvm_code"
	"           left join statement_part o on o.company_id = k.company_id and o.scope = p.scope"
	"                and o.reference_date = p.reference_date and o.form = p.form and o.version = p.version"
	"                and o.statement = p.statement"
	"          where not p.broken"
	"          order by k.company_id, p.scope, p.reference_date, p.form, p.version, p.statement, p.slot desc) c";

#define LINE "account, description, last, period_start, period_end, \"column\", value, fixed, item"
#define LINE_OF(row)                                                                               \
	row ".account, " row ".description, " row ".last, " row ".period_start, " row              \
	    ".period_end, " row ".\"column\", " row ".value, " row ".fixed, " row ".item"

#define SAVE_LINES                                                                                 \
	"insert into statement_line (part_id, " LINE ")"                                           \
	" select p.id, " LINE_OF("s") " from line_stage s join part_changed p on p.slot = s.slot"  \
				      " where not p.same"
static const char save_lines[] = SAVE_LINES;
/* The same, searching for repeated accounts; slower, so used only then. */
static const char save_first_lines[] = SAVE_LINES " on conflict do nothing";

/*
 * Lines with contradictory repetitions of an account: the statement is left unchanged, and they are
 * shown.
 */
static const char make_twice[] =
	"create temp table part_twice on commit drop as"
	" select p.slot, p.id, min(s.line) as line, s.account from line_stage s join part_changed p on p.slot = s.slot"
	"  where not p.same"
	"  group by p.slot, p.id, s.account, s.last, s.period_start, s.period_end, s.\"column\""
	" having count(distinct s.value) > 1";
static const char show_twice[] = "select line, account from part_twice order by line limit 100";
static const char remove_twice_lines[] =
	"delete from statement_line l using part_twice t where l.part_id = t.id";
static const char remove_twice_parts[] =
	"delete from part_changed p using part_twice t where p.slot = t.slot";

static const char remove_old_lines[] =
	"delete from statement_line l using part_changed p where l.part_id = p.old_id and not p.same";
static const char remove_old_parts[] =
	"delete from statement_part s using part_changed p where s.id = p.old_id and not p.same";
static const char save_parts[] =
	"insert into statement_part (id, company_id, form, reference_date, version, scope, statement, lines, digest)"
	" select id, company_id, form, reference_date, version, scope, statement, lines, digest"
	"   from part_changed where not same";
static const char touch_changed[] =
	"insert into measure_touched select distinct company_id from part_changed where not same"
	" on conflict do nothing";

#define SHARES(row)                                                                                \
	row ".common, " row ".preferred, " row ".total, " row ".treasury_common, " row             \
	    ".treasury_preferred, " row ".treasury_total"

static const char save_capital[] =
	"insert into share_capital as c (company_id, form, reference_date, version, common, preferred, total,"
	"    treasury_common, treasury_preferred, treasury_total)"
	" select distinct on (o.id, s.reference_date, s.version) o.id, f.form, s.reference_date, s.version, " SHARES(
		"s") "   from capital_stage s join company o on o.tax_id = s.tax_id cross join file_form f"
		     "  order by o.id, s.reference_date, s.version"
		     " on conflict (company_id, form, reference_date, version) do update"
		     " set (common, preferred, total, treasury_common, treasury_preferred, treasury_total) ="
		     "     row(" SHARES(
			     "excluded") ")"
					 " where (" SHARES("c") ") is distinct from (" SHARES(
						 "excluded") ")";

/* ---- parts ---- */

void staged_open(struct statement_file *f)
{
	struct load *l = f->c.l;

	f->room = 256;
	f->parts = pool_array(l->pool, struct staged_part *, f->room);
	f->slots = 1024;
	f->table = pool_array(l->pool, size_t, f->slots);
	companies_document_stage(l);
	(void)load_sql(l, make_lines);
	(void)load_sql(l, make_parts);
	(void)load_sql(l, make_capital);
}

static size_t hash_of(const struct staged_part *p)
{
	uint64_t h = (uint64_t)p->cvm_code * 31 + (uint64_t)p->date.n;

	h = (h * 31 + (uint64_t)p->version) * 32 + (uint64_t)p->statement * 2 + p->consolidated;
	return (size_t)(h * UINT64_C(0x9e3779b97f4a7c15) >> 20);
}

static bool same_part(const struct staged_part *a, const struct staged_part *b)
{
	return a->cvm_code == b->cvm_code && day_same(a->date, b->date) &&
	       a->version == b->version && a->statement == b->statement &&
	       a->consolidated == b->consolidated;
}

/* The slot of the key, or a free one. */
static size_t *place_of(struct statement_file *f, const struct staged_part *key)
{
	size_t at = hash_of(key) & (f->slots - 1);

	while (f->table[at] && !same_part(f->parts[f->table[at] - 1], key))
		at = (at + 1) & (f->slots - 1);
	return &f->table[at];
}

static void grow(struct statement_file *f)
{
	void *pool = f->c.l->pool;

	if (f->n == f->room) {
		f->room *= 2;
		f->parts = pool_resize(pool, f->parts, struct staged_part *, f->room);
	}
	if (2 * f->n < f->slots)
		return;
	f->slots *= 2;
	f->table = pool_array(pool, size_t, f->slots);
	for (size_t i = 0; i < f->n; i++)
		*place_of(f, f->parts[i]) = i + 1;
}

struct staged_part *staged_part_of(struct statement_file *f, const struct staged_part *key)
{
	struct staged_part *part;
	size_t *place;

	if (f->n && same_part(f->parts[f->n - 1], key)) /* rows of one part are adjacent */
		return f->parts[f->n - 1];
	grow(f);
	place = place_of(f, key);
	if (*place)
		return f->parts[*place - 1];
	part = pool_zero(f->c.l->pool, struct staged_part);
	*part = *key;
	part->slot = (int64_t)f->n;
	f->parts[f->n++] = part;
	*place = f->n;
	return part;
}

/* ---- lines ---- */

struct copy *staged_lines(struct statement_file *f)
{
	return copy_to(f->c.l, "line_stage (slot, line, " LINE ")");
}

struct copy *staged_capital(struct statement_file *f)
{
	return copy_to(f->c.l, "capital_stage");
}

/* The first digit of the accounts that figures use, by statement; 0: none. */
static char digit_of(enum statement_kind kind)
{
	switch (kind) {
	case BPA:
		return '1';
	case BPP:
		return '2';
	case DRE:
		return '3';
	case DFC_MD:
	case DFC_MI:
		return '6';
	case DVA:
		return '7';
	case DRA:
	case DMPL:
		break;
	}
	return 0;
}

static const char *item_of(struct statement_file *f, const struct staged_line *line)
{
	void *pool = f->c.row;
	int item;

	if (line->account.p[0] != digit_of(f->statement) || line->account.n > 10)
		return NULL; /* items are no deeper than 6.01.01.nn */
	f->c.texts = true;
	item = statement_item_of(slice_text(pool, line->account),
				 text_fold(pool, slice_text(pool, line->description)));
	return item < 0 ? NULL : statement_item_names[item];
}

static void add_bytes(struct buf *b, const void *p, size_t n)
{
	uint32_t length = (uint32_t)n;

	buf_put(b, (const char *)&length, sizeof(length));
	buf_put(b, p, n);
}

static void add_digest(struct statement_file *f, struct staged_part *part,
		       const struct staged_line *line)
{
	const int32_t plain[] = { line->last,  line->flow,
				  line->fixed, line->flow ? line->start.n : 0,
				  line->end.n, STATEMENT_ITEM_RULES };
	uint64_t hash[2];
	struct buf b;

	f->c.texts = true;
	buf_init(&b, f->c.row, 256);
	add_bytes(&b, plain, sizeof(plain));
	add_bytes(&b, &line->value, sizeof(line->value));
	add_bytes(&b, line->account.p, line->account.n);
	add_bytes(&b, line->description.p, line->description.n);
	add_bytes(&b, line->column.p, line->column.n);
	add_bytes(&b, line->item ? line->item : "", line->item ? strlen(line->item) : 0);
	(void)crypto_generichash((unsigned char *)hash, sizeof(hash), (const unsigned char *)b.p,
				 b.n, NULL, 0); /* fails for sizes only */
	part->digest[0] += hash[0];
	part->digest[1] += hash[1];
	part->lines++;
}

void staged_put(struct statement_file *f, struct staged_part *part, struct staged_line *line)
{
	struct copy *to = f->to;

	line->item = item_of(f, line);
	add_digest(f, part, line);
	copy_row(to, 11);
	copy_int(to, part->slot);
	copy_int(to, reader_line_number(f->c.l->in));
	copy_text(to, line->account.p, line->account.n);
	copy_text(to, line->description.p, line->description.n);
	copy_bool(to, line->last);
	copy_day_if(to, line->flow, line->start);
	copy_day(to, line->end);
	copy_text(to, line->column.p, line->column.n);
	copy_decimal(to, line->value, LINE_PLACES);
	copy_bool(to, line->fixed);
	copy_string(to, line->item);
}

/* ---- saving ---- */

static void stage_parts(struct statement_file *f)
{
	struct copy *to = copy_to(f->c.l, "part_stage");

	for (size_t i = 0; i < f->n; i++) {
		const struct staged_part *p = f->parts[i];
		char hex[33];

		(void)sodium_bin2hex(hex, sizeof(hex), (const unsigned char *)p->digest,
				     sizeof(p->digest));
		copy_row(to, 10);
		copy_int(to, p->slot);
		copy_int(to, p->cvm_code);
		copy_text(to, statement_form_names[f->form], 3);
		copy_day(to, p->date);
		copy_int(to, p->version);
		copy_text(to, p->consolidated ? "consolidated" : "parent",
			  p->consolidated ? 12 : 6);
		copy_text(to, statement_kind_names[p->statement],
			  strlen(statement_kind_names[p->statement]));
		copy_int(to, p->lines);
		copy_text(to, hex, 32);
		copy_bool(to, p->broken);
	}
	copy_end(to);
}

static void identify(struct statement_file *f)
{
	struct load *l = f->c.l;
	struct copy *to;
	int64_t codes;

	companies_stage(l);
	to = companies_copy(l);
	for (size_t i = 0; i < f->n; i++) {
		const struct company_row r = { .cvm_code = f->parts[i]->cvm_code,
					       .tax_id = f->parts[i]->tax_id,
					       .name = f->parts[i]->name,
					       .status = "unknown" };

		if (i == 0 || f->parts[i - 1]->cvm_code != r.cvm_code)
			companies_put(l, to, &r);
	}
	copy_end(to);
	companies_see_documents(l);
	(void)companies_identify(l, "statement", &codes);
}

/*
 * A statement with two values of one account, period and column is refused as a whole; a repeated row
 * counts once.
 */
static void refuse_twice(struct load *l)
{
	PGresult *res;

	(void)load_sql(l, make_twice);
	res = load_rows(l, show_twice);
	for (int i = 0; i < PQntuples(res); i++) {
		int64_t line = 0;

		if (field_int(slice_of(PQgetvalue(res, i, 0)), &line) != FIELD_OK)
			line = 0;
		load_refuse(
			l, line,
			"a conta %s vem duas vezes no mesmo demonstrativo, com valores diferentes",
			PQgetvalue(res, i, 1));
	}
	l->res->ignored -= PQntuples(res); /* they belong to statements skipped below */
	PQclear(res);
	(void)load_sql(l, remove_twice_lines);
	(void)load_sql(l, remove_twice_parts);
}

/* False, and nothing is written: a line is repeated. */
static bool insert_lines(struct load *l)
{
	PGresult *res;
	const char *state;
	bool twice;

	(void)load_sql(l, "savepoint lines");
	res = PQexec(load_raw(l), save_lines);
	state = PQresultErrorField(res, PG_DIAG_SQLSTATE);
	twice = state && str_eq(state, "23505");
	if (PQresultStatus(res) != PGRES_COMMAND_OK && !twice)
		db_raw_fail(l->ctx, res);
	PQclear(res);
	(void)load_sql(l, twice ? "rollback to savepoint lines" : "release savepoint lines");
	return !twice;
}

static void save_statements(struct load *l)
{
	int64_t staged = load_number(l, "select coalesce(sum(lines), 0) from part_stage");
	int64_t changed, same;

	(void)load_sql(l, make_changed);
	(void)load_sql(l, "analyze part_changed");
	changed = load_number(l, "select coalesce(sum(lines), 0) from part_changed where not same");
	if (!insert_lines(l)) {
		(void)load_sql(l, save_first_lines);
		refuse_twice(l);
		changed = load_number(
			l, "select coalesce(sum(lines), 0) from part_changed where not same");
	}
	same = load_number(l, "select coalesce(sum(lines), 0) from part_changed where same");
	if (load_number(
		    l, "select count(*) from part_changed where old_id is not null and not same")) {
		(void)load_sql(l, remove_old_lines);
		(void)load_sql(l, remove_old_parts);
	}
	(void)load_sql(l, save_parts);
	(void)load_sql(l, touch_changed);
	load_counted(l, changed + same, changed, FAMILY_COMPANIES);
	l->res->ignored += staged - changed - same;
}

static void warn_broken(struct statement_file *f)
{
	int64_t broken = 0;

	for (size_t i = 0; i < f->n; i++)
		broken += f->parts[i]->broken;
	if (broken)
		load_warn(f->c.l, "%lld demonstrativos ficaram como estavam: têm linhas recusadas.",
			  (long long)broken);
	if (!f->has_index)
		load_warn(f->c.l, "Sem o índice do arquivo, a data de entrega não é conhecida.");
}

/* Derives the figures of every company whose statements or dates changed. */
static void derive(struct load *l)
{
	PGresult *res =
		PQexec(load_raw(l), "select company_id from measure_touched order by company_id");
	int64_t *ids;
	size_t n;

	if (PQresultStatus(res) != PGRES_TUPLES_OK)
		db_raw_fail(l->ctx, res);
	n = (size_t)PQntuples(res);
	ids = pool_array(l->pool, int64_t, n);
	for (size_t i = 0; i < n; i++)
		if (field_int(slice_of(PQgetvalue(res, (int)i, 0)), &ids[i]) != FIELD_OK)
			ids[i] = 0;
	PQclear(res);
	if (n)
		l->touched[FAMILY_COMPANIES] = true;
	load_cooked(l);
	measures_derive(l->ctx, ids, n);
}

void staged_save(struct statement_file *f)
{
	struct load *l = f->c.l;
	int64_t capital, year = f->has_index ? companies_year(l) : 0;

	warn_broken(f);
	(void)load_sql(
		l,
		f->form == FORM_DFP
			? "create temp table file_form on commit drop as select 'DFP'::text as form"
			: "create temp table file_form on commit drop as select 'ITR'::text as form");
	stage_parts(f);
	identify(f);
	(void)load_sql(
		l,
		"create temp table measure_touched (company_id int8 primary key) on commit drop");
	(void)load_sql(l, make_filings);
	(void)load_sql(l, save_filings);
	save_statements(l);
	if (f->has_capital) {
		capital = load_sql(l, "select from capital_stage");
		load_counted(l, capital, load_sql(l, save_capital), FAMILY_COMPANIES);
	}
	if (f->has_index)
		companies_documents(l, f->form == FORM_DFP ? "dfp" : "itr", year, false);
	companies_refresh(l);
	derive(l);
}
