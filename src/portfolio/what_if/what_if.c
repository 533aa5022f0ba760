/* SPDX-License-Identifier: Apache-2.0 */
/*
 * what_if.c: what transactions would change: they are written, everything is computed, and the
 * transaction is rolled back.
 *
 * POST /v1/portfolios/{id}/what-if (doc/calculations.md 21.4, 21.5)
 *
 * Here and on the pages "E se?" one at a time a portfolio, and at most WHAT_IF_MS with its lock, so that a write waits
 * for one of them at most.
 */
#include "config.h"

#include "portfolio/what_if/what_if.h"

#include "core/clock.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/stop.h"
#include "db/db.h"
#include "http/request.h"
#include "http/response.h"
#include "identity/caller.h"
#include "portfolio/ledger/transaction.h"
#include "portfolio/ledger/write.h"
#include "portfolio/plan/plan_view.h"
#include "portfolio/portfolio.h"
#include "portfolio/show/detail_json.h"
#include "portfolio/show/open_figures.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/tax/tax_json.h"

#define WHAT_IF_MS 500
#define BEFORE_MS 200 /* of the first of two sides, after which the second may be left out */

/* Released by the rollback. */
static DB_STMT(
	alone, "what_if.alone",
	"select pg_try_advisory_xact_lock(hashtextextended('what_if ' || $1::uuid::text, 0))");

bool what_if_asked(const struct ctx *ctx, const char *name)
{
	for (size_t i = 0; i < ctx->req->n_query; i++)
		if (str_eq(ctx->req->query[i].name, name))
			return str_eq(ctx->req->query[i].value, "true");
	return false;
}

/* ---- what is touched ---- */

static struct year_months *year_of(struct what_if_scope *t, int year)
{
	size_t at = 0;

	while (at < t->n && t->years[at].year < year)
		at++;
	if (at == t->n || t->years[at].year != year) {
		memmove(&t->years[at + 1], &t->years[at], (t->n - at) * sizeof(*t->years));
		t->years[at] = (struct year_months){ .year = year };
		t->n++;
	}
	return &t->years[at];
}

struct what_if_scope what_if_scope(struct ctx *ctx, const struct day *days, size_t n)
{
	int to_today = day_year(ctx->today) - TAX_FIRST_YEAR + 1;
	size_t most = n + 1 + (to_today > 0 ? (size_t)to_today : 0);
	struct what_if_scope t = { .years = pool_array(ctx->pool, struct year_months, most) };

	for (size_t i = 0; i < n; i++) {
		struct month m = day_month(days[i]);

		if (month_year(m) >= TAX_FIRST_YEAR && !day_before(ctx->today, days[i]))
			year_of(&t, month_year(m))->months[m.n % 12] = true;
	}
	targets_find(ctx, false, NULL, &t.targets);
	return t;
}

void what_if_scope_later(struct ctx *ctx, struct what_if_scope *t, struct day first)
{
	struct month m = month_of(TAX_FIRST_YEAR, 1), today = day_month(ctx->today);

	if (m.n < day_month(first).n)
		m = day_month(first);
	for (; m.n <= today.n; m.n++)
		year_of(t, month_year(m))->later[m.n % 12] = true;
}

/* @later: also of the months that they lead to */
static struct what_if_scope scope_of(struct ctx *ctx, const struct transactions *all, bool later)
{
	struct day *days = pool_array(ctx->pool, struct day, all->n);
	struct day first = ctx->today;
	struct what_if_scope t;

	for (size_t i = 0; i < all->n; i++) {
		days[i] = all->rows[i].row.day;
		if (day_before(days[i], first))
			first = days[i];
	}
	t = what_if_scope(ctx, days, all->n);
	if (later)
		what_if_scope_later(ctx, &t, first);
	return t;
}

/* ---- one side ---- */

void what_if_taxpayer(struct ctx *ctx, bool counted, const struct uuid *client,
		      struct taxpayer *out)
{
	if (counted && client)
		tax_load_client(ctx, *client, out);
	else if (counted && ctx->caller->access == ACCESS_CONTROL)
		tax_load_account(ctx, out);
	else
		tax_load_portfolio(ctx, out);
}

/* As it was before the rows, from the stored figures, as the detail has it. */
static void stored_view(struct ctx *ctx, struct valued *out)
{
	const struct load_want want = { .as_of = ctx->today, .unsaved = true };

	load_portfolio(ctx, &want, &out->in);
	load_compute(ctx, &out->in, ctx->today, &out->portfolio);
}

/* @view: loads its portfolio */
static void look(struct ctx *ctx, void (*view)(struct ctx *ctx, struct valued *out),
		 const struct what_if_scope *t, struct what_if_side *out)
{
	struct open_position *open;
	size_t n;

	view(ctx, &out->v);
	open = open_positions_of(ctx->pool, &out->v.portfolio, &n);
	load_judge(ctx, out->v.in.name, xray_compute(ctx->pool, open, n, &out->xray));
	if (t->targets.exist) {
		out->plan = (struct plan_view){ .name = out->v.in.name, .targets = t->targets };
		plan_of(ctx, &out->v.portfolio, &out->plan);
	}
	out->years = pool_array(ctx->pool, struct tax_year, t->n);
	if (!t->n)
		return;
	what_if_taxpayer(ctx, !out->v.in.exclude_from_consolidated, NULL, &out->taxpayer);
	for (size_t i = 0; i < t->n; i++)
		tax_compute(ctx, &out->taxpayer, t->years[i].year, &out->years[i]);
}

void what_if_look(struct ctx *ctx, const struct what_if_scope *t, struct what_if_side *out)
{
	look(ctx, written_view, t, out);
}

/* ---- holdings that differ ---- */

/* @weighed: with its share of the portfolio */
static struct slice holding_text(struct ctx *ctx, const struct holding *h, bool weighed)
{
	const struct render_want want = { .as_of = ctx->today };
	struct json *j = json_new(ctx->pool, 2048);
	struct holding shown = *h;

	shown.weight_known &= weighed;
	holding_render(ctx->pool, j, &shown, &want);
	return slice_of(json_written(j));
}

const struct holding *what_if_holding(const struct portfolio *p, struct uuid asset)
{
	for (size_t i = 0; i < p->n_holdings; i++)
		if (uuid_same(p->holdings[i].asset->id, asset))
			return &p->holdings[i];
	return NULL;
}

static bool differs(struct ctx *ctx, const struct holding *h, const struct holding *other,
		    bool weighed)
{
	return !other ||
	       !slice_same(holding_text(ctx, h, weighed), holding_text(ctx, other, weighed));
}

/*
 * Those of @s that @other has not, or has otherwise.  A trade changes the share of each, so that an answer to a call
 * leaves out those that differ in nothing else.
 */
static void render_holdings(struct ctx *ctx, struct json *j, const struct what_if_side *s,
			    const struct what_if_side *other)
{
	json_array(j, "holdings");
	for (size_t i = 0; i < s->v.portfolio.n_holdings; i++) {
		const struct holding *h = &s->v.portfolio.holdings[i];
		const struct holding *o = what_if_holding(&other->v.portfolio, h->asset->id);

		if (differs(ctx, h, o, !ctx->called))
			json_raw(j, NULL, slice_text(ctx->pool, holding_text(ctx, h, true)));
	}
	json_array_end(j);
}

/* Of how many holdings nothing but the share of the portfolio differs. */
static int64_t reweighted(struct ctx *ctx, const struct what_if_side *s,
			  const struct what_if_side *other)
{
	int64_t n = 0;

	for (size_t i = 0; i < s->v.portfolio.n_holdings; i++) {
		const struct holding *h = &s->v.portfolio.holdings[i];
		const struct holding *o = what_if_holding(&other->v.portfolio, h->asset->id);

		n += differs(ctx, h, o, true) && !differs(ctx, h, o, false);
	}
	return n;
}

/* ---- tax ---- */

static bool is_compared(const struct year_months *t, struct month m)
{
	return month_year(m) == t->year && (t->months[m.n % 12] || t->later[m.n % 12]);
}

void what_if_tax_render(struct json *j, const char *name, const struct year_months *t,
			const struct tax_year *y)
{
	json_open(j, name);
	json_int(j, "year", y->year);
	json_array(j, "months");
	for (size_t i = 0; i < y->n_months; i++)
		if (is_compared(t, y->months[i].month))
			tax_month_render(j, &y->months[i]);
	json_array_end(j);
	json_array(j, "darf");
	for (size_t i = 0; i < y->n_darf; i++)
		if (is_compared(t, y->darf[i].period))
			tax_darf_render(j, &y->darf[i]);
	json_array_end(j);
	tax_exterior_render(j, y->exterior);
	json_close(j);
}

/* ---- the answer ---- */

static void render_side(struct ctx *ctx, struct json *j, const char *name,
			const struct what_if_side *s, const struct what_if_side *other,
			const struct what_if_scope *t)
{
	json_open(j, name);
	json_open(j, "totals");
	totals_render(j, &s->v.portfolio);
	json_close(j);
	render_holdings(ctx, j, s, other);
	xray_shares_render(j, "by_class", "class", &s->xray.by_class);
	xray_shares_render(j, "by_currency", "currency", &s->xray.by_currency);
	if (s->plan.targets.exist)
		plan_render(ctx, j, "targets", &s->plan);
	else
		json_null(j, "targets");
	json_array(j, "tax");
	for (size_t i = 0; i < t->n; i++)
		what_if_tax_render(j, NULL, &t->years[i], &s->years[i]);
	json_array_end(j);
	json_close(j);
}

/* As they would be. */
static void render_rows(struct json *j, const struct transactions *all)
{
	json_array(j, "transactions");
	for (size_t i = 0; i < all->n; i++) {
		json_open(j, NULL);
		transaction_write(j, &all->rows[i]);
		asset_taken_for(j, &all->rows[i].asset);
		json_close(j);
	}
	json_array_end(j);
}

void what_if_chosen(struct ctx *ctx)
{
	access_chosen(ctx, ctx->caller->portfolio, ctx->caller->ledger_version,
		      ctx->caller->access);
}

/* False, and nothing is locked, when another what-if of the portfolio is running. */
static bool hold_if_free(struct ctx *ctx)
{
	struct db_rows *rows[1];

	if (ctx->caller->access < ACCESS_EDIT)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "A simulação segura a carteira enquanto calcula: é de quem pode editá-la.");
	db_send(ctx, &alone, DB_ARGS(db_uuid(ctx->caller->portfolio)));
	db_wait(ctx, rows, 1);
	if (!db_get_bool(rows[0], 0, 0))
		return false;
	ledger_lock_send(ctx);
	db_wait(ctx, rows, 1);
	/* Another request may have written since the portfolio was chosen. */
	access_chosen(ctx, ctx->caller->portfolio, ledger_lock_take(ctx, rows[0]),
		      ctx->caller->access);
	return true;
}

/* From here on the lock is held. */
static void limit(struct ctx *ctx)
{
	int64_t until = clock_monotonic_us() + WHAT_IF_MS * 1000;

	if (!ctx->deadline_us || until < ctx->deadline_us) {
		ctx->deadline_us = until;
		stop_deadline(until);
	}
}

void what_if_hold(struct ctx *ctx)
{
	if (hold_if_free(ctx)) {
		limit(ctx);
		return;
	}
	problem_open(ctx)->retry_after = "1";
	problem_open(ctx)->retry = true; /* the other ends soon */
	fail(ctx, 429, "what_if_busy",
	     "Outra simulação desta carteira está sendo calculada. Tente de novo em instantes.");
}

/* False, with the reason: figures that may be left out are. */
static bool look_unless_slow(struct ctx *ctx, const struct what_if_scope *t,
			     struct what_if_side *before, const char **left_out)
{
	int64_t version = ctx->caller->ledger_version, begun = clock_monotonic_us();

	/* Without the lock: it may take as long as any other request. */
	look(ctx, stored_view, t, before);
	if (clock_monotonic_us() - begun >= BEFORE_MS * 1000) {
		*left_out = "Os números desta carteira demoram a calcular";
		return false;
	}
	if (!hold_if_free(ctx)) {
		*left_out = "Outra simulação desta carteira está sendo calculada";
		return false;
	}
	limit(ctx);
	if (ctx->caller->ledger_version != version) /* another request wrote meanwhile */
		look(ctx, stored_view, t, before);
	return true;
}

/* Both sides of a write, which is done here unless the figures are left out. */
static bool try_write(struct ctx *ctx, const struct what_if_scope *t,
		      void (*write)(struct ctx *ctx, void *arg), void *arg,
		      struct what_if_side *before, struct what_if_side *after,
		      const char **left_out)
{
	if (left_out) {
		if (!look_unless_slow(ctx, t, before, left_out))
			return false;
	} else {
		what_if_hold(ctx);
		look(ctx, stored_view, t, before);
	}
	write(ctx, arg);
	what_if_look(ctx, t, after);
	return true;
}

struct addition {
	const struct transactions *rows;
	struct wallet_warnings warnings;
};

static void add_rows(struct ctx *ctx, void *arg)
{
	struct addition *a = arg;

	a->warnings = wallet_transactions_add(ctx, a->rows, json_new(ctx->pool, 4096), NULL);
}

bool wallet_what_if(struct ctx *ctx, const struct transactions *all, struct json *out,
		    const char *name, const char **left_out)
{
	struct what_if_side before = { .years = NULL }, after = { .years = NULL };
	struct what_if_scope t = scope_of(ctx, all, left_out != NULL);
	struct addition a = { .rows = all };

	if (!try_write(ctx, &t, add_rows, &a, &before, &after, left_out))
		return false;
	json_open(out, name);
	json_day(out, "as_of", ctx->today);
	render_rows(out, all);
	render_side(ctx, out, "before", &before, &after, &t);
	render_side(ctx, out, "after", &after, &before, &t);
	json_int(out, "reweighted", reweighted(ctx, &after, &before));
	json_texts(out, "warnings", a.warnings.items, a.warnings.n);
	json_close(out);
	return true;
}

/* Whether more than there is was sold on that day. */
static bool has_uncovered(const struct holding *h, struct day day)
{
	for (size_t i = 0; h && i < h->brl.n_uncovered; i++)
		if (day_same(h->brl.uncovered[i].day, day))
			return true;
	return false;
}

/* Sales that what was written leaves without what they sell. */
static void render_uncovered(struct ctx *ctx, struct json *j, const struct portfolio *before,
			     const struct portfolio *after)
{
	json_array(j, "warnings");
	for (size_t i = 0; i < after->n_holdings; i++) {
		const struct holding *h = &after->holdings[i];
		const struct holding *was = what_if_holding(before, h->asset->id);

		for (size_t k = 0; k < h->brl.n_uncovered; k++) {
			struct day day = h->brl.uncovered[k].day;

			if (!has_uncovered(was, day) &&
			    (!k || !day_same(h->brl.uncovered[k - 1].day, day)))
				json_text(
					j, NULL,
					pool_printf(
						ctx->pool,
						"Venda de %s em %s acima da quantidade em carteira.",
						h->asset->symbol, date_text(ctx->pool, day)));
		}
	}
	json_array_end(j);
}

bool wallet_try_write(struct ctx *ctx, const struct wallet_trial *trial, struct json *out,
		      const char *name, const char **left_out)
{
	struct what_if_side before = { .years = NULL }, after = { .years = NULL };
	struct what_if_scope t = what_if_scope(ctx, NULL, 0);

	if (trial->touches)
		what_if_scope_later(ctx, &t, trial->first);
	if (!try_write(ctx, &t, trial->write, trial->arg, &before, &after, left_out))
		return false;
	json_open(out, name);
	render_side(ctx, out, "before", &before, &after, &t);
	render_side(ctx, out, "after", &after, &before, &t);
	render_uncovered(ctx, out, &before.v.portfolio, &after.v.portfolio);
	json_close(out);
	return true;
}

void what_if_post(struct ctx *ctx)
{
	struct transactions *all;

	query_done(ctx);
	all = wallet_transactions_sent(ctx, WHAT_IF_ROWS);
	access_resource(ctx);
	what_if_chosen(ctx);
	(void)wallet_what_if(ctx, all, respond_json(ctx, 200), NULL, NULL);
}
