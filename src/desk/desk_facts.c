/* SPDX-License-Identifier: Apache-2.0 */
/* desk_facts.c: the newest statements, prices and reports of a desk's objects. */
#include "config.h"

#include "desk/desk_facts.h"

#include "core/order.h"
#include "core/text.h"
#include "db/db.h"
#include "http/json_read.h"

/* ---- companies ---- */

/* The consolidated figures of the newest reference date, else the parent's. */
static DB_STMT(
	companies, "desk.companies",
	"select c.tax_id, c.id, c.cvm_code, c.status = 'active', coalesce(c.fiscal_year_end / 100, 12),"
	"       m.scope, m.form, m.version, m.reference_date, m.filed_at, m.revenue_ttm, m.ebitda_ttm,"
	"       m.ebit_ttm, m.net_income_ttm, m.cash, m.gross_debt, m.net_debt, m.equity,"
	"       m.interest_expense_ttm, m.interest_source, m.reasons, c.status, c.cancelled_on,"
	"       b.reference_date, b.net_debt, b.ebitda_ttm, b.ebit_ttm,"
	"       case when b.interest_source = m.interest_source then b.interest_expense_ttm end,"
	"       c.issuer_state"
	"  from company c"
	"  left join lateral (select * from statement_measure s"
	"                      where s.company_id = c.id and s.present"
	"                      order by s.reference_date desc, s.scope limit 1) m on true"
	"  left join lateral (select * from statement_measure s"
	"                      where s.company_id = c.id and s.present and s.scope = m.scope"
	"                        and s.reference_date < m.reference_date"
	"                      order by s.reference_date desc limit 1) b on true"
	" where c.tax_id = any ($1::text[]) order by c.tax_id limit 200000");
enum {
	C_TAX_ID,
	C_ID,
	C_CVM,
	C_ACTIVE,
	C_YEAR_END,
	C_SCOPE,
	C_FORM,
	C_VERSION,
	C_REFERENCE,
	C_FILED,
	C_REVENUE,
	C_EBITDA,
	C_EBIT,
	C_INCOME,
	C_CASH,
	C_GROSS,
	C_NET,
	C_EQUITY,
	C_INTEREST,
	C_INTEREST_SOURCE,
	C_REASONS,
	C_STATUS,
	C_CANCELLED,
	C_BEFORE,
	C_NET_BEFORE,
	C_EBITDA_BEFORE,
	C_EBIT_BEFORE,
	C_INTEREST_BEFORE,
	C_STATE
};

/* Short-term debt, as gross debt has it; a row for each version of the statement, with or without the line. */
static DB_STMT(lines, "desk.lines",
	       "select w.id, l.value"
	       "  from unnest($1::int8[], $2::text[], $3::date[]) w (id, scope, day)"
	       "  join statement_part p on p.company_id = w.id and p.scope = w.scope"
	       "   and p.reference_date = w.day and p.statement = 'BPP'"
	       "  left join statement_line l on l.part_id = p.id and l.account = '2.01.04'"
	       "   and l.item = 'debt_short' and l.last"
	       " order by w.id, p.version desc limit 2000000");
enum { L_ID, L_VALUE };

/* ---- papers ---- */

static DB_STMT(
	papers, "desk.papers",
	"select d.code, q.last_day, q.last, q.prev_day, q.prev,"
	"       (select x.segment from quote x where x.venue = 'debenture' and x.symbol = d.code"
	"           and x.day = q.last_day),"
	"       (select coalesce(sum(p.gross), 0) from distribution p where p.venue = 'debenture'"
	"           and p.symbol = d.code and p.ex_day > q.prev_day and p.ex_day <= q.last_day),"
	"       m.day, m.rate, m.rate_kind, m.pct_par, b.day, b.rate, b.rate_kind, b.pct_par,"
	"       t.day, t.pct_par, u.day, u.pct_par, d.indexer, d.issuer_tax_id, d.maturity"
	"  from debenture d"
	"  left join last_close q on q.venue = 'debenture' and q.symbol = d.code"
	"  left join lateral (select * from debenture_mark x where x.code = d.code"
	"                      order by x.day desc limit 1) m on true"
	"  left join lateral (select * from debenture_mark x"
	"                      where x.code = d.code and x.day < m.day"
	"                      order by x.day desc limit 1) b on true"
	"  left join lateral (select * from debenture_trade x where x.code = d.code"
	"                      order by x.day desc limit 1) t on true"
	"  left join lateral (select * from debenture_trade x"
	"                      where x.code = d.code and x.day < t.day"
	"                      order by x.day desc limit 1) u on true"
	" where d.code = any ($1::text[]) order by d.code limit 200000");
enum {
	P_CODE,
	P_DAY,
	P_LAST,
	P_BEFORE,
	P_PREV,
	P_SEGMENT,
	P_PAID,
	P_MARK,
	P_RATE,
	P_KIND,
	P_PAR,
	P_MARK_BEFORE,
	P_RATE_BEFORE,
	P_KIND_BEFORE,
	P_PAR_BEFORE,
	P_TRADED,
	P_TRADED_PAR,
	P_TRADED_BEFORE,
	P_TRADED_PAR_BEFORE,
	P_INDEXER,
	P_ISSUER,
	P_MATURITY
};

/* ---- funds ---- */

static DB_STMT(
	funds, "desk.funds",
	"select r.tax_id, r.day, r.net_worth, r.senior, r.mezzanine, r.junior,"
	"       r.subordinate, r.subordination, r.mezzanine_subordination, r.subordination_reason,"
	"       r.classes_sum, r.classes_difference, r.classes_differ, r.holders,"
	"       b.day, b.net_worth, b.subordination"
	"  from (select distinct on (x.tax_id) x.* from receivables_report x"
	"         where x.tax_id = any ($1::text[]) order by x.tax_id, x.day desc) r"
	"  left join lateral (select * from receivables_report x"
	"                      where x.tax_id = r.tax_id and x.day < r.day"
	"                      order by x.day desc limit 1) b on true"
	" order by r.tax_id limit 200000");
enum {
	F_TAX_ID,
	F_DAY,
	F_NET_WORTH,
	F_SENIOR,
	F_MEZZANINE,
	F_JUNIOR,
	F_SUBORDINATE,
	F_SUBORDINATION,
	F_OF_MEZZANINE,
	F_REASON,
	F_SUM,
	F_DIFFERENCE,
	F_DIFFER,
	F_HOLDERS,
	F_BEFORE,
	F_NET_WORTH_BEFORE,
	F_SUBORDINATION_BEFORE
};

/* ---- reading ---- */

static struct maybe read(const struct db_rows *r, size_t i, int col)
{
	if (db_is_null(r, i, col))
		return (struct maybe){ 0 };
	return (struct maybe){ true, db_get_decimal(r, i, col, 8) };
}

static struct maybe ratio(struct maybe num, struct maybe den)
{
	struct maybe out = { 0 };

	out.known = num.known && den.known && credit_ratio(num.v, den.v, &out.v);
	return out;
}

static struct json_object *read_reasons(void *pool, const struct db_rows *r, size_t i)
{
	return db_is_null(r, i, C_REASONS)
		       ? NULL
		       : json_read(pool, slice_of(db_get_text(r, i, C_REASONS)));
}

static const char *no_ebitda(struct maybe net_debt, struct maybe ebitda)
{
	return net_debt.known && net_debt.v > 0 && ebitda.known && ebitda.v <= 0
		       ? "ebitda_not_positive"
		       : NULL;
}

static void read_before(struct company_facts *f, const struct db_rows *r, size_t i)
{
	struct maybe net_debt = read(r, i, C_NET_BEFORE), ebitda = read(r, i, C_EBITDA_BEFORE);

	f->has_before = !db_is_null(r, i, C_BEFORE);
	if (!f->has_before)
		return;
	f->before = db_get_day(r, i, C_BEFORE);
	f->leverage_before = ratio(net_debt, ebitda);
	f->coverage_before = ratio(read(r, i, C_EBIT_BEFORE), read(r, i, C_INTEREST_BEFORE));
	f->reason_before = no_ebitda(net_debt, ebitda);
}

static struct company_facts read_company(void *pool, const struct db_rows *r, size_t i)
{
	struct company_facts f = {
		.tax_id = db_get_text(r, i, C_TAX_ID),
		.id = db_get_int(r, i, C_ID),
		.cvm_code = db_get_int(r, i, C_CVM),
		.status = db_get_text(r, i, C_STATUS),
		.active = db_get_bool(r, i, C_ACTIVE),
		.state = db_get_text(r, i, C_STATE),
		.has_cancelled_on = !db_is_null(r, i, C_CANCELLED),
		.year_end = (int)db_get_int(r, i, C_YEAR_END),
		.filed = !db_is_null(r, i, C_REFERENCE),
	};

	if (f.has_cancelled_on)
		f.cancelled_on = db_get_day(r, i, C_CANCELLED);
	if (!f.filed)
		return f;
	f.scope = db_get_text(r, i, C_SCOPE);
	f.form = db_get_text(r, i, C_FORM);
	f.version = db_get_int(r, i, C_VERSION);
	f.reference = db_get_day(r, i, C_REFERENCE);
	f.dated = !db_is_null(r, i, C_FILED);
	if (f.dated)
		f.filed_at = db_get_day(r, i, C_FILED);
	f.revenue = read(r, i, C_REVENUE);
	f.ebitda = read(r, i, C_EBITDA);
	f.ebit = read(r, i, C_EBIT);
	f.net_income = read(r, i, C_INCOME);
	f.cash = read(r, i, C_CASH);
	f.gross_debt = read(r, i, C_GROSS);
	f.net_debt = read(r, i, C_NET);
	f.equity = read(r, i, C_EQUITY);
	f.interest = read(r, i, C_INTEREST);
	f.interest_source = db_get_text(r, i, C_INTEREST_SOURCE);
	f.reasons = read_reasons(pool, r, i);
	read_before(&f, r, i);
	return f;
}

/* The newest version of the document counts. */
static void read_short_debt(const struct db_rows *r, struct company_facts *f)
{
	for (size_t i = 0; i < db_count(r); i++)
		if (db_get_int(r, i, L_ID) == f->id) {
			f->short_debt = read(r, i, L_VALUE);
			f->has_liabilities = true;
			return;
		}
}

static void send_lines(struct ctx *ctx, const struct company_list *l)
{
	int64_t *ids = pool_array(ctx->pool, int64_t, l->n);
	const char **scopes = pool_array(ctx->pool, const char *, l->n);
	struct day *days = pool_array(ctx->pool, struct day, l->n);
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		if (!l->list[i].filed)
			continue;
		ids[n] = l->list[i].id;
		scopes[n] = l->list[i].scope;
		days[n++] = l->list[i].reference;
	}
	db_send(ctx, &lines, DB_ARGS(db_ints(ids, n), db_texts(scopes, n), db_days(days, n)));
}

/* The keys of the objects that have one. */
static struct db_arg keys_of(struct ctx *ctx, const struct names *names, bool codes)
{
	const char **keys = pool_array(ctx->pool, const char *, names->n);
	size_t n = 0;

	for (size_t i = 0; i < names->n; i++) {
		const char *key = codes ? names->list[i].code : names->list[i].tax_id;

		if (key)
			keys[n++] = key;
	}
	return db_texts(keys, n);
}

struct company_list facts_companies(struct ctx *ctx, const struct names *names)
{
	const struct db_rows *r = db_query(ctx, &companies, DB_ARGS(keys_of(ctx, names, false)));
	struct company_list out = { pool_array(ctx->pool, struct company_facts, db_count(r)),
				    db_count(r) };
	struct db_rows *l;

	for (size_t i = 0; i < out.n; i++)
		out.list[i] = read_company(ctx->pool, r, i);
	send_lines(ctx, &out);
	db_wait(ctx, &l, 1);
	for (size_t i = 0; i < out.n; i++) {
		struct company_facts *f = &out.list[i];

		if (f->filed)
			read_short_debt(l, f);
		f->leverage = ratio(f->net_debt, f->ebitda);
		f->coverage = ratio(f->ebit, f->interest);
		f->liquidity = ratio(f->cash, f->short_debt);
	}
	return out;
}

const char *leverage_reason(const struct company_facts *c)
{
	return no_ebitda(c->net_debt, c->ebitda);
}

const struct company_facts *company_facts_of(const struct company_list *l, const char *tax_id)
{
	return tax_id ? order_find(&tax_id, l->list, l->n, sizeof(*l->list), order_text) : NULL;
}

const char *paper_source(const char *segment)
{
	return segment && str_eq(segment, "traded") ? "debentures.com.br" : "ANBIMA";
}

/* The change of price, with payments in between added back, so that a coupon is not a fall. */
static struct maybe change_of(const struct paper_facts *p, wide paid_e12)
{
	struct maybe out = { 0 };

	out.known =
		p->has_before && credit_ratio((p->price_e12 + paid_e12 - p->price_before_e12) * 100,
					      p->price_before_e12, &out.v);
	return out;
}

/* From two columns, a day and its value, and the same for the earlier time. */
static struct par_facts read_par(const struct db_rows *r, size_t i, int day, int value, int before,
				 int value_before, const char *source)
{
	struct par_facts p = { .source = source, .now = read(r, i, value) };

	if (!p.now.known)
		return p;
	p.day = db_get_day(r, i, day);
	p.then = read(r, i, value_before);
	if (p.then.known) {
		p.before = db_get_day(r, i, before);
		p.points = (struct maybe){ true, p.now.v - p.then.v };
	}
	return p;
}

/* ANBIMA's, unless trades are newer. */
static struct par_facts par_of(const struct db_rows *r, size_t i)
{
	struct par_facts mark =
		read_par(r, i, P_MARK, P_PAR, P_MARK_BEFORE, P_PAR_BEFORE, "ANBIMA");
	struct par_facts trade = read_par(r, i, P_TRADED, P_TRADED_PAR, P_TRADED_BEFORE,
					  P_TRADED_PAR_BEFORE, paper_source("traded"));

	return !mark.now.known || (trade.now.known && day_before(mark.day, trade.day)) ? trade
										       : mark;
}

struct paper_list facts_papers(struct ctx *ctx, const struct names *names)
{
	const struct db_rows *r = db_query(ctx, &papers, DB_ARGS(keys_of(ctx, names, true)));
	struct paper_list out = { pool_array(ctx->pool, struct paper_facts, db_count(r)), 0 };

	for (size_t i = 0; i < db_count(r); i++) {
		struct paper_facts *p = &out.list[out.n++];

		p->code = db_get_text(r, i, P_CODE);
		p->indexer = db_get_text(r, i, P_INDEXER);
		p->issuer_tax_id = db_get_text(r, i, P_ISSUER);
		p->has_maturity = !db_is_null(r, i, P_MATURITY);
		if (p->has_maturity)
			p->maturity = db_get_day(r, i, P_MATURITY);
		p->has_mark = !db_is_null(r, i, P_MARK);
		if (p->has_mark)
			p->mark_day = db_get_day(r, i, P_MARK);
		p->rate = read(r, i, P_RATE);
		p->rate_kind = db_get_text(r, i, P_KIND);
		/* Two kinds of rate are never put side by side. */
		if (p->rate_kind && !db_is_null(r, i, P_KIND_BEFORE) &&
		    str_eq(p->rate_kind, db_get_text(r, i, P_KIND_BEFORE)))
			p->rate_before = read(r, i, P_RATE_BEFORE);
		p->par = par_of(r, i);
		if (db_is_null(r, i, P_DAY))
			continue;
		p->day = db_get_day(r, i, P_DAY);
		p->price_e12 = db_get_decimal(r, i, P_LAST, 12);
		p->price_source = paper_source(db_get_text(r, i, P_SEGMENT));
		p->has_before = !db_is_null(r, i, P_BEFORE);
		if (p->has_before) {
			p->before = db_get_day(r, i, P_BEFORE);
			p->price_before_e12 = db_get_decimal(r, i, P_PREV, 12);
		}
		p->change = change_of(p, db_get_decimal(r, i, P_PAID, 12));
	}
	return out;
}

const struct paper_facts *paper_facts_of(const struct paper_list *l, const char *code)
{
	return code ? order_find(&code, l->list, l->n, sizeof(*l->list), order_text) : NULL;
}

struct fund_list facts_funds(struct ctx *ctx, const struct names *names)
{
	const struct db_rows *r = db_query(ctx, &funds, DB_ARGS(keys_of(ctx, names, false)));
	struct fund_list out = { pool_array(ctx->pool, struct fund_facts, db_count(r)),
				 db_count(r) };

	for (size_t i = 0; i < out.n; i++) {
		struct fund_facts *f = &out.list[i];

		*f = (struct fund_facts){ .tax_id = db_get_text(r, i, F_TAX_ID),
					  .day = db_get_day(r, i, F_DAY),
					  .net_worth = read(r, i, F_NET_WORTH),
					  .senior = read(r, i, F_SENIOR),
					  .mezzanine = read(r, i, F_MEZZANINE),
					  .junior = read(r, i, F_JUNIOR),
					  .subordinate = read(r, i, F_SUBORDINATE),
					  .subordination = read(r, i, F_SUBORDINATION),
					  .of_mezzanine = read(r, i, F_OF_MEZZANINE),
					  .classes_sum = read(r, i, F_SUM),
					  .difference = read(r, i, F_DIFFERENCE),
					  .differ = db_get_bool(r, i, F_DIFFER),
					  .holders = db_is_null(r, i, F_HOLDERS)
							     ? -1
							     : db_get_int(r, i, F_HOLDERS) };
		if (!db_is_null(r, i, F_REASON))
			f->reason = db_get_text(r, i, F_REASON);
		f->has_before = !db_is_null(r, i, F_BEFORE);
		if (f->has_before)
			f->before = db_get_day(r, i, F_BEFORE);
		f->net_worth_before = read(r, i, F_NET_WORTH_BEFORE);
		f->subordination_before = read(r, i, F_SUBORDINATION_BEFORE);
	}
	return out;
}

const struct fund_facts *fund_facts_of(const struct fund_list *l, const char *tax_id)
{
	return tax_id ? order_find(&tax_id, l->list, l->n, sizeof(*l->list), order_text) : NULL;
}

/* ---- rendering ---- */

void known_write(struct json *j, const char *name, struct maybe v, int shown)
{
	json_decimal_or_null(j, name, v.known, v.v, 8, shown, false);
}

static const char *reason_of(const struct company_facts *f, const char *figure)
{
	struct json_object *reason;

	return json_object_object_get_ex(f->reasons, figure, &reason)
		       ? json_object_get_string(reason)
		       : NULL;
}

static void put_reason(struct json *j, const char *name, struct maybe v, const char *reason)
{
	if (!v.known && reason)
		json_text(j, name, reason);
}

/* The reason why a ratio is unknown: that of the numerator or the denominator, or an invalid divisor. */
static void put_ratio_reason(struct json *j, const char *name, struct maybe ratio, struct maybe num,
			     const char *num_reason, struct maybe den, const char *den_reason,
			     const char *no_divisor)
{
	put_reason(j, name, ratio,
		   !num.known	? num_reason
		   : !den.known ? den_reason
		   : den.v <= 0 ? no_divisor
				: "out_of_range");
}

/* Why members are null, by their names, from the statements of the company (doc/calculations.md 12). */
static void put_reasons(struct json *j, const struct company_facts *f)
{
	const char *short_debt = f->has_liabilities ? "no_account" : "no_statement";

	json_open(j, "reasons");
	put_reason(j, "revenue_ttm", f->revenue, reason_of(f, "revenue"));
	put_reason(j, "ebitda_ttm", f->ebitda, reason_of(f, "ebitda"));
	put_reason(j, "ebit_ttm", f->ebit, reason_of(f, "ebit"));
	put_reason(j, "net_income_ttm", f->net_income, reason_of(f, "net_income"));
	put_reason(j, "interest_ttm", f->interest, reason_of(f, "interest_expense"));
	put_reason(j, "cash", f->cash, reason_of(f, "cash"));
	put_reason(j, "short_term_debt", f->short_debt, short_debt);
	put_reason(j, "gross_debt", f->gross_debt, reason_of(f, "gross_debt"));
	put_reason(j, "net_debt", f->net_debt, reason_of(f, "net_debt"));
	put_reason(j, "equity", f->equity, reason_of(f, "equity"));
	put_ratio_reason(j, "net_debt_to_ebitda", f->leverage, f->net_debt,
			 reason_of(f, "net_debt"), f->ebitda, reason_of(f, "ebitda"),
			 "ebitda_not_positive");
	put_ratio_reason(j, "interest_coverage", f->coverage, f->ebit, reason_of(f, "ebit"),
			 f->interest, reason_of(f, "interest_expense"), "interest_not_positive");
	put_ratio_reason(j, "cash_to_short_term_debt", f->liquidity, f->cash, reason_of(f, "cash"),
			 f->short_debt, short_debt, "debt_not_positive");
	json_close(j);
}

void company_facts_write(struct json *j, const struct company_facts *f)
{
	json_open(j, "statements");
	json_text(j, "source", "CVM");
	json_text(j, "form", f->form);
	json_text(j, "scope", f->scope);
	json_int(j, "version", f->version);
	json_day(j, "reference_date", f->reference);
	json_day_or_null(j, "filed_at", f->dated, f->filed_at);
	known_write(j, "revenue_ttm", f->revenue, 2);
	known_write(j, "ebitda_ttm", f->ebitda, 2);
	known_write(j, "ebit_ttm", f->ebit, 2);
	known_write(j, "net_income_ttm", f->net_income, 2);
	known_write(j, "interest_ttm", f->interest, 2);
	json_text(j, "interest_source", f->interest_source);
	known_write(j, "cash", f->cash, 2);
	known_write(j, "short_term_debt", f->short_debt, 2);
	known_write(j, "gross_debt", f->gross_debt, 2);
	known_write(j, "net_debt", f->net_debt, 2);
	known_write(j, "equity", f->equity, 2);
	known_write(j, "net_debt_to_ebitda", f->leverage, 4);
	known_write(j, "interest_coverage", f->coverage, 4);
	known_write(j, "cash_to_short_term_debt", f->liquidity, 4);
	put_reasons(j, f);
	json_close(j);
}

static void write_price(struct json *j, const struct paper_facts *p)
{
	if (!json_open_if(j, "price", p && p->price_e12))
		return;
	json_text(j, "source", p->price_source);
	json_day(j, "date", p->day);
	json_price(j, "unit_price", (struct price){ p->price_e12 });
	known_write(j, "change_pct", p->change, 4);
	json_day_or_null(j, "previous_date", p->has_before, p->before);
	json_close(j);
}

static void write_par(struct json *j, const struct paper_facts *p)
{
	if (!json_open_if(j, "par", p && p->par.now.known))
		return;
	json_text(j, "source", p->par.source);
	json_day(j, "date", p->par.day);
	known_write(j, "par_pct", p->par.now, 4);
	known_write(j, "change_points", p->par.points, 4);
	json_day_or_null(j, "previous_date", p->par.then.known, p->par.before);
	json_close(j);
}

/* The kind of the indicative rate: 102.9 % of DI is not a spread. */
static void write_rate(struct json *j, const struct paper_facts *p)
{
	if (!json_open_if(j, "rate", p && p->has_mark && p->rate.known))
		return;
	json_text(j, "source", "ANBIMA");
	json_day(j, "date", p->mark_day);
	json_text(j, "indexer", p->indexer);
	json_text(j, "rate_kind", p->rate_kind);
	known_write(j, "rate_pct", p->rate, 4);
	known_write(j, "previous_rate_pct", p->rate_before, 4);
	json_close(j);
}

void paper_facts_write(struct json *j, const struct paper_facts *p)
{
	write_price(j, p);
	write_par(j, p);
	write_rate(j, p);
}

void fund_facts_write(struct json *j, const struct fund_facts *f)
{
	if (!json_open_if(j, "fund_report", f))
		return;
	json_text(j, "source", "CVM");
	json_day(j, "reference_date", f->day);
	known_write(j, "net_worth", f->net_worth, 2);
	known_write(j, "senior", f->senior, 2);
	known_write(j, "mezzanine", f->mezzanine, 2);
	known_write(j, "junior", f->junior, 2);
	known_write(j, "subordinate", f->subordinate, 2);
	known_write(j, "subordination_pct", f->subordination, 4);
	known_write(j, "mezzanine_subordination_pct", f->of_mezzanine, 4);
	json_text(j, "subordination_reason", f->reason);
	known_write(j, "classes_sum", f->classes_sum, 2);
	known_write(j, "classes_difference_pct", f->difference, 4);
	json_boolean(j, "classes_differ", f->differ);
	if (f->holders < 0)
		json_null(j, "holders");
	else
		json_int(j, "holders", f->holders);
	json_close(j);
}
