/* SPDX-License-Identifier: Apache-2.0 */
/*
 * company_measures.c: statement_measure, the figures of statements as rows.
 *
 * Made by the same computation that answers requests (calc/credit), so that a cohort ranks by the
 * figures that a company's page shows.  In batches of companies, so that memory does not grow with
 * their number.
 */
#include "config.h"

#include "market/companies/company_measures.h"

#include "market/companies/statement_rows.h"
#include "core/json_write.h"
#include "core/pool.h"

#define COMPANIES_AT_ONCE ((size_t)16)
#define STATES_MAX ((size_t)32) /* of one date */

static DB_STMT(lines, "measures.lines",
	       "select " STATEMENT_COLUMNS STATEMENT_FROM " where p.company_id = any($1::int8[])"
	       "   and f.company_id = any($1::int8[])" STATEMENT_ORDER);

static DB_STMT(remove_old, "measures.remove",
	       "delete from statement_measure where company_id = any($1::int8[])");

#define FIGURES                                                                                    \
	"revenue_ttm, ebit_ttm, ebitda_ttm, net_income_ttm, operating_cash_flow_ttm,"              \
	" free_cash_flow_ttm, capex_ttm, interest_expense_ttm, total_assets, cash, gross_debt, net_debt, equity"
#define COLUMNS                                                                                    \
	"company_id, scope, reference_date, known_on, form, version, filed_at, present, interest_source, reasons, " FIGURES
#define MADE                                                                                       \
	"unnest($1::int8[], $2::text[], $3::date[], $4::date[], $5::text[], $6::int8[],"           \
	" $7::date[], $8::bool[], $9::text[], $10::text[], $11::numeric[], $12::numeric[],"        \
	" $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[],"         \
	" $18::numeric[], $19::numeric[], $20::numeric[], $21::numeric[], $22::numeric[],"         \
	" $23::numeric[])"                                                                         \
	" made(" COLUMNS ")"

static DB_STMT(insert, "measures.insert",
	       "insert into statement_measure (" COLUMNS ") select " COLUMNS " from " MADE);

#define COMPARED                                                                                   \
	"company_id, scope collate \"C\" as scope, reference_date, known_on,"                      \
	" form collate \"C\" as form, version, filed_at, present,"                                 \
	" interest_source collate \"C\" as interest_source,"                                       \
	" reasons collate \"C\" as reasons, " FIGURES
static DB_STMT(
	differences, "measures.differences",
	"select count(*) from (select " COMPARED " from " MADE ") m"
	" full join (select " COLUMNS
	" from statement_measure where company_id = any($24::int8[])) t"
	"   on m.company_id = t.company_id and m.scope = t.scope and m.reference_date = t.reference_date"
	"  and coalesce(m.known_on, '-infinity') = coalesce(t.known_on, '-infinity')"
	" where m is distinct from t");

static DB_STMT(companies_after, "measures.companies",
	       "select id from company where id > $1 order by id limit $2");

static DB_STMT(bump, "measures.bump",
	       "update market_version set version = version + 1 where family = $1");

/* Columns of the new rows. */
struct made {
	size_t n, room;
	int64_t *company_id, *version;
	const char **scope, **form;
	struct day *date, *known_on, *filed_at;
	bool *no_known_on, *no_filed_at, *present;
	const char **interest; /* NULL: not known */
	const char **reasons;  /* a JSON object; NULL: every figure is known */
	wide *figure[FIGURE_COUNT];
	bool *no_figure[FIGURE_COUNT];
};

static struct made *made_new(void *pool, size_t room)
{
	struct made *m = pool_zero(pool, struct made);

	m->room = room;
	m->company_id = pool_array(pool, int64_t, room);
	m->version = pool_array(pool, int64_t, room);
	m->scope = pool_array(pool, const char *, room);
	m->form = pool_array(pool, const char *, room);
	m->date = pool_array(pool, struct day, room);
	m->known_on = pool_array(pool, struct day, room);
	m->filed_at = pool_array(pool, struct day, room);
	m->no_known_on = pool_array(pool, bool, room);
	m->no_filed_at = pool_array(pool, bool, room);
	m->present = pool_array(pool, bool, room);
	m->interest = pool_array(pool, const char *, room);
	m->reasons = pool_array(pool, const char *, room);
	for (int i = 0; i < FIGURE_COUNT; i++) {
		m->figure[i] = pool_array(pool, wide, room);
		m->no_figure[i] = pool_array(pool, bool, room);
	}
	return m;
}

/* Why figures are unknown, by their names. */
static const char *reasons_of(void *pool, const struct statement_figures *f)
{
	struct json *j = json_new(pool, 128);
	bool any = false;

	json_open(j, NULL);
	for (int i = 0; i < FIGURE_COUNT; i++) {
		if (f->of[i].known)
			continue;
		json_text(j, statement_figure_names[i], statement_reason_names[f->of[i].reason]);
		any = true;
	}
	json_close(j);
	return any ? json_written(j) : NULL;
}

static void add_row(struct made *m, void *pool, const struct statement_rows *s,
		    const struct statement_state *state)
{
	const struct statement_filing *f = &s->filings[state->figures.filing];
	size_t at = m->n++;
	bool range = false;

	m->company_id[at] = s->company_id;
	m->scope[at] = statement_scope_names[s->scope];
	m->date[at] = state->figures.reference_date;
	m->known_on[at] = state->known_on;
	m->no_known_on[at] = !state->dated;
	m->form[at] = statement_form_names[f->form];
	m->version[at] = f->version;
	m->filed_at[at] = state->figures.first_filed_at;
	m->no_filed_at[at] = !state->figures.first_dated;
	m->present[at] = state->present;
	if (state->figures.interest)
		m->interest[at] = interest_source_names[state->figures.interest];
	m->reasons[at] = reasons_of(pool, &state->figures);
	for (int i = 0; i < FIGURE_COUNT; i++) {
		const struct statement_figure *figure = &state->figures.of[i];

		m->no_figure[i][at] = !figure->known;
		m->figure[i][at] =
			figure->known ? dec_rescale(figure->value.e8, MONEY_PLACES, 2, &range) : 0;
	}
}

#define MADE_ARGS (10 + FIGURE_COUNT)

static void made_args(const struct made *m, struct db_arg args[MADE_ARGS])
{
	const struct db_arg columns[] = {
		db_ints(m->company_id, m->n),
		db_texts(m->scope, m->n),
		db_days(m->date, m->n),
		db_array(DB_DAY_ARRAY, m->known_on, m->no_known_on, m->n, 0),
		db_texts(m->form, m->n),
		db_ints(m->version, m->n),
		db_array(DB_DAY_ARRAY, m->filed_at, m->no_filed_at, m->n, 0),
		db_array(DB_BOOL_ARRAY, m->present, NULL, m->n, 0),
		db_texts(m->interest, m->n),
		db_texts(m->reasons, m->n),
	};

	memcpy(args, columns, sizeof(columns));
	for (int i = 0; i < FIGURE_COUNT; i++)
		args[10 + i] = db_array(DB_DECIMAL_ARRAY, m->figure[i], m->no_figure[i], m->n, 2);
}

static void make_company(struct made *m, void *pool, const struct statement_rows *s)
{
	struct statement_state states[STATES_MAX];
	const struct statement_view all = { .cut = false };
	struct day *dates;
	size_t n_dates = statement_dates(s, pool, &dates);

	for (size_t i = 0; i < n_dates; i++) {
		size_t n = statements_states(s->ready, pool, dates[i], all, states, STATES_MAX);

		for (size_t k = 0; k < n && m->n < m->room; k++)
			add_row(m, pool, s, &states[k]);
	}
}

/* A filing day makes at most one state of each date that it can affect. */
static size_t room_for(const struct statement_rows *s, void *pool)
{
	struct day *dates;
	size_t n = statement_dates(s, pool, &dates), each = s->n_filings + 1;

	return n * (each < STATES_MAX ? each : STATES_MAX);
}

static struct made *make_some(struct ctx *ctx, void *pool, const struct db_arg *ids)
{
	const struct db_rows *r = db_query(ctx, &lines, ids, 1);
	struct statement_rows *s = pool_array(pool, struct statement_rows, 2 * COMPANIES_AT_ONCE);
	size_t n = 0, room = 0;
	struct made *m;

	for (size_t at = 0; at < db_count(r) && n < 2 * COMPANIES_AT_ONCE; n++) {
		at = statement_rows_take(ctx, pool, r, at, &s[n]);
		room += room_for(&s[n], pool);
	}
	m = made_new(pool, room);
	for (size_t i = 0; i < n; i++)
		make_company(m, pool, &s[i]);
	return m;
}

/* One batch: rows hang on the request's pool, which is temporarily its own. */
static void derive_some(struct ctx *ctx, const int64_t *company_ids, size_t n)
{
	struct db_arg ids = db_ints(company_ids, n), args[MADE_ARGS];
	void *pool = ctx->pool;

	ctx->pool = pool_new(pool, "measures");
	made_args(make_some(ctx, ctx->pool, &ids), args);
	(void)db_exec(ctx, &remove_old, &ids, 1);
	(void)db_exec(ctx, &insert, args, MADE_ARGS);
	pool_free(ctx->pool);
	ctx->pool = pool;
}

/* One query for several companies, so that their rows fit in memory. */
void measures_derive(struct ctx *ctx, const int64_t *company_ids, size_t n)
{
	for (size_t at = 0; at < n; at += COMPANIES_AT_ONCE)
		derive_some(ctx, company_ids + at,
			    n - at < COMPANIES_AT_ONCE ? n - at : COMPANIES_AT_ONCE);
}

static int64_t compare_some(struct ctx *ctx, const int64_t *company_ids, size_t n, int64_t *rows)
{
	struct db_arg ids = db_ints(company_ids, n), args[MADE_ARGS + 1];
	void *pool = ctx->pool;
	struct made *m;
	int64_t wrong;

	ctx->pool = pool_new(pool, "measures");
	m = make_some(ctx, ctx->pool, &ids);
	*rows += (int64_t)m->n;
	made_args(m, args);
	args[MADE_ARGS] = ids;
	wrong = db_get_int(db_query(ctx, &differences, args, MADE_ARGS + 1), 0, 0);
	pool_free(ctx->pool);
	ctx->pool = pool;
	return wrong;
}

void measures_compute(struct ctx *ctx, bool verify, struct measures_result *out)
{
	int64_t ids[COMPANIES_AT_ONCE], last = 0, fixed = 0;

	*out = (struct measures_result){ 0 };
	db_begin_write(ctx);
	for (;;) {
		const struct db_rows *r =
			db_query(ctx, &companies_after,
				 DB_ARGS(db_int(last), db_int((int64_t)COMPANIES_AT_ONCE)));
		size_t n = db_count(r);
		int64_t wrong;

		for (size_t i = 0; i < n; i++)
			last = ids[i] = db_get_int(r, i, 0);
		if (!n)
			break;
		wrong = compare_some(ctx, ids, n, &out->rows);
		out->companies += (int64_t)n;
		out->wrong += wrong;
		if (wrong && !verify) {
			measures_derive(ctx, ids, n);
			fixed += wrong;
		}
	}
	if (fixed)
		(void)db_exec(ctx, &bump, DB_ARGS(db_text("companies")));
	db_commit(ctx);
}
