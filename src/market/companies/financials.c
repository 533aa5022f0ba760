/* SPDX-License-Identifier: Apache-2.0 */
/*
 * financials.c: a company's results, assets and liabilities.  GET /v1/companies/{company}/financials
 *
 * One round trip reads the statement lines: for the dates of the page, and as far around them as a
 * figure reaches.  So a date's figures do not depend on the page that shows it.
 */
#include "config.h"

#include "market/companies/financials.h"

#include "market/companies/company.h"
#include "core/clock.h"
#include "core/pool.h"
#include "http/page.h"
#include "http/request.h"

#define STATES_MAX ((size_t)32)
#define REACH_DAYS 1130 /* three years and a month: the year before, its comparison, short years */

/*
 * Dates of the page: those whose documents have usable lines in the scope.  With a cut only what was
 * filed by then; undated filings do not exist for it.
 */
#define DATES                                                                                      \
	"select distinct f.reference_date from statement_filing f"                                 \
	" where f.company_id = " COMPANY " and f.reference_date between $5 and $6"                 \
	"   and coalesce(f.filed_at, '2199-12-31') <= $7 and f.form = any($8::text[])"             \
	"   and exists (select from statement_part p"                                              \
	"                 join statement_line l on l.part_id = p.id and l.item is not null"        \
	"                where p.company_id = f.company_id and p.scope = $4 and p.form = f.form"   \
	"                  and p.reference_date = f.reference_date and p.version = f.version)"
/* The range is computed before the lines are read, so that parts come in index order: no sort. */
#define RANGE                                                                                      \
	"with w as materialized (select min(d.reference_date) - $11::int4 as low,"                 \
	"        max(d.reference_date) + $11::int4 as high"                                        \
	"   from (" DATES " and f.reference_date <= $9 order by 1 desc limit $10) d) "

#define LINES                                                                                      \
	" where p.company_id = " COMPANY " and p.scope = $4"                                       \
	"   and p.reference_date >= (select low from w)"                                           \
	"   and p.reference_date <= (select high from w)" STATEMENT_ORDER

static DB_STMT(lines, "financials.lines", RANGE "select " STATEMENT_COLUMNS STATEMENT_FROM LINES);

/* With the data by which a person finds the line in its document. */
static DB_STMT(proven, "financials.proven",
	       RANGE "select " STATEMENT_COLUMNS ", l.description,"
		     "       f.document_id, f.url" STATEMENT_FROM LINES);

static DB_STMT(count_dates, "financials.count", "select count(*) from (" DATES ") d");

static DB_STMT(count_states, "financials.count_states",
	       "select count(*) from statement_measure m"
	       " where m.company_id = " COMPANY
	       " and m.scope = $4 and m.reference_date between $5 and $6"
	       "   and coalesce(m.known_on, '2199-12-31') <= $7 and m.form = any($8::text[])");

/* A company without subsidiaries files only its own statements, which are in the other scope. */
static DB_STMT(
	other_scopes, "financials.other_scopes",
	"select s.scope from (values ('consolidated'), ('parent')) s(scope)"
	" where s.scope <> $4 and exists (select from statement_part p where p.company_id = " COMPANY
	"   and p.scope = s.scope) order by s.scope limit 2");

/* ---- reading parameters ---- */

static const char *const version_choices[] = { "present", "all", NULL };

struct asked {
	struct page page;
	struct company_name company;
	enum statement_scope scope;
	enum statement_basis basis;
	struct day from, to;
	struct statement_view view;
	bool states, provenance;
	struct day upto; /* of the cursor: the newest date that may have further rows */
	int64_t skip;	 /* number of its rows already shown */
};

static struct asked ask(struct ctx *ctx)
{
	struct asked a = { .page = page_take(ctx, 2, true), .upto = DAY_FAR_FUTURE };
	int scope = query_choice(ctx, "scope", statement_scope_names);
	int basis = query_choice(ctx, "basis", statement_basis_names);

	page_days(ctx, &a.from, &a.to);
	a.view.cut = query_day(ctx, "at", &a.view.at);
	a.states = query_choice(ctx, "versions", version_choices) == 1;
	a.provenance = query_bool(ctx, "provenance", false);
	query_done(ctx);
	a.scope = scope < 0 ? SCOPE_CONSOLIDATED : (enum statement_scope)scope;
	a.basis = basis < 0 ? BASIS_TTM : (enum statement_basis)basis;
	if (a.page.follows) {
		a.upto = page_day(ctx, a.page.key[0]);
		a.skip = page_int(ctx, a.page.key[1]);
	}
	a.company = company_named(ctx);
	return a;
}

static void send(struct ctx *ctx, const struct asked *a)
{
	struct db_arg args[11];
	size_t n = COMPANY_ARGS;

	company_args(&a->company, args);
	args[n++] = db_text(statement_scope_names[a->scope]);
	db_send(ctx, &other_scopes, args, n);
	args[n++] = db_day(a->from);
	args[n++] = db_day(a->to);
	args[n++] = db_day(a->view.cut ? a->view.at : DAY_FAR_FUTURE);
	/* Years come from annual forms. */
	args[n++] = db_texts(statement_form_names, a->basis == BASIS_YEAR ? 1 : 2);
	if (a->page.total)
		db_send(ctx, a->states ? &count_states : &count_dates, args, n);
	args[n++] = db_day(a->upto);
	args[n++] = db_int(page_limit(&a->page) + 1); /* the cursor's own date may be finished */
	args[n++] = db_int(REACH_DAYS);
	db_send(ctx, a->provenance ? &proven : &lines, args, n);
}

/* ---- computing ---- */

/* Rows collected for the answer: one more than the page, which shows that another follows. */
struct collected {
	const struct asked *a;
	const struct statement_rows *s;
	void *pool;
	struct financial_row *rows;
	int64_t *place; /* index of each row among those of its date */
	size_t n, room;
};

static void add_row(struct collected *c, const struct statement_state *state,
		    struct statement_view view, int64_t place)
{
	struct financial_row *row = &c->rows[c->n];

	*row = (struct financial_row){ .dated = state->dated,
				       .known_on = state->known_on,
				       .present = state->present };
	if (!statements_at(c->s->ready, c->pool, state->figures.reference_date, view, c->a->basis,
			   &row->figures))
		return; /* it existed a moment ago */
	c->place[c->n++] = place;
}

/* Years come from annual forms. */
static bool is_wanted(const struct collected *c, const struct statement_figures *f)
{
	return c->a->basis != BASIS_YEAR || c->s->filings[f->filing].form == FORM_DFP;
}

/* Every state of a date, the present one first. */
static void add_states(struct collected *c, struct day date, int64_t skip)
{
	struct statement_state states[STATES_MAX];
	size_t n = statements_states(c->s->ready, c->pool, date, c->a->view, states, STATES_MAX);

	for (size_t i = n; i-- > 0 && c->n < c->room;) {
		int64_t place = (int64_t)(n - i);

		if (place > skip && is_wanted(c, &states[i].figures))
			add_row(c, &states[i], states[i].view, place);
	}
}

static void add_present(struct collected *c, struct day date, int64_t skip)
{
	struct statement_state state = { .present = true, .figures = { .reference_date = date } };
	struct statement_figures probe;

	if (skip > 0 ||
	    !statements_at(c->s->ready, c->pool, date, c->a->view, c->a->basis, &probe) ||
	    !is_wanted(c, &probe))
		return;
	c->rows[c->n] = (struct financial_row){ .present = state.present, .figures = probe };
	c->place[c->n++] = 1;
}

static void collect(struct collected *c)
{
	const struct asked *a = c->a;
	struct day *dates;
	size_t n = statement_dates(c->s, c->pool, &dates);

	for (size_t i = 0; i < n && c->n < c->room; i++) {
		int64_t skip = a->page.follows && day_same(dates[i], a->upto) ? a->skip : 0;

		if (day_before(dates[i], a->from) || day_before(a->to, dates[i]) ||
		    day_before(a->upto, dates[i]))
			continue;
		if (a->states)
			add_states(c, dates[i], skip);
		else
			add_present(c, dates[i], skip);
	}
}

/* ---- answering ---- */

static void answer(struct ctx *ctx, const struct collected *c, const struct company *company,
		   const struct db_rows *others, const struct db_rows *lines_found, int64_t total)
{
	const struct asked *a = c->a;
	size_t shown = page_shown(&a->page, c->n);
	struct json *j = page_open(ctx);
	const char *next[2] = { NULL };

	for (size_t i = 0; i < shown; i++)
		financial_render(j, c->s, &c->rows[i], a->basis, a->states,
				 a->provenance ? lines_found : NULL);
	if (c->n > shown) {
		next[0] = day_iso(ctx->pool, c->rows[shown - 1].figures.reference_date);
		next[1] = page_int_text(ctx->pool, c->place[shown - 1]);
	}
	company_subject(page_meta(ctx), company);
	json_array(j, "other_scopes");
	for (size_t i = 0; i < db_count(others); i++)
		json_text(j, NULL, db_get_text(others, i, 0));
	json_array_end(j);
	page_close(ctx, page_cursor(ctx, next[0] ? next : NULL, 2), shown, total);
}

void company_financials(struct ctx *ctx)
{
	struct asked a = ask(ctx);
	struct db_rows *rows[4];
	size_t n = a.page.total ? 4 : 3;
	struct statement_rows s = { .n_filings = 0 };
	struct collected c = { .a = &a, .s = &s, .pool = ctx->pool };
	struct company company;
	int64_t start;

	company_send(ctx, &a.company);
	send(ctx, &a);
	db_wait(ctx, rows, n);
	company = company_take(ctx, rows[0]);
	start = clock_monotonic_us();
	c.room = (size_t)page_limit(&a.page);
	c.rows = pool_array(ctx->pool, struct financial_row, c.room);
	c.place = pool_array(ctx->pool, int64_t, c.room);
	if (db_count(rows[n - 1])) {
		(void)statement_rows_take(ctx, ctx->pool, rows[n - 1], 0,
					  &s); /* one company, one scope */
		collect(&c);
	}
	ctx->calc_us += clock_monotonic_us() - start;
	answer(ctx, &c, &company, rows[1], rows[n - 1],
	       a.page.total ? db_get_int(rows[2], 0, 0) : -1);
}
