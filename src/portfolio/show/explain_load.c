/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_load.c: explains how a figure was computed.  GET /v1/portfolios/{id}/explain
 *
 * Always reads the whole ledger with its ids, not the derived state: the explanation cites the rows.
 * The figure is the one of the other answers; if the steps lead to another number, the answer only
 * reports that failure.  Long explanations are split into pages of steps and inputs.
 */
#include "config.h"

#include "portfolio/show/explain_load.h"

#include "identity/caller.h"

#include "core/clock.h"
#include "core/log.h"
#include "core/text.h"
#include "http/cursor.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/store/returns_load.h"
#include "portfolio/store/symbol.h"
#include "portfolio/show/open_figures.h"
#include "portfolio/show/show.h"

#include <inttypes.h>

#define LIMIT 500

/* ---- pages ---- */

/* The number on the previous page: pages about two different numbers are not one explanation. */
static const char *exact_text(struct ctx *ctx, const struct explain_figure *f)
{
	return f->known ? explain_decimal(ctx->pool, explain_node(&f->steps, f->term)) : "";
}

static void check_place(struct ctx *ctx, const struct explain_query *q, const struct loaded *in,
			const struct explain_figure *f)
{
	if (q->from && (q->cursor_version != in->ledger_version ||
			!str_eq(q->cursor_exact, exact_text(ctx, f))))
		fail(ctx, 400, "invalid_cursor",
		     "A carteira ou o mercado mudou desde a página anterior; recomece a explicação "
		     "sem cursor.");
}

/* The cursor of the next page, or NULL. */
static const char *next_cursor(struct ctx *ctx, const struct loaded *in,
			       const struct explain_query *q, const struct explain_figure *f)
{
	const struct wallet_explain *asked = q->asked;
	const struct explain *e = &f->steps;
	size_t all = e->n_steps > e->n_shown_inputs ? e->n_steps : e->n_shown_inputs;
	size_t next = q->from + asked->limit;

	if (next >= all)
		return NULL;
	return asked->cursor(asked->arg, pool_printf(ctx->pool, "%zu %" PRId64 " %s", next,
						     in->ledger_version, exact_text(ctx, f)));
}

/* ---- the subject ---- */

static bool is_named(const struct holding *h, const struct symbol_names *names)
{
	if (symbol_is_named(names, h->asset->symbol) ||
	    (h->renamed_to && symbol_is_named(names, h->renamed_to)))
		return true;
	for (size_t i = 0; i < h->n_merged; i++)
		if (symbol_is_named(names, h->merged_from[i]))
			return true;
	return false;
}

static const struct holding *find_holding(struct ctx *ctx, const struct portfolio *p,
					  const struct explain_query *q)
{
	const struct symbol_names names = symbol_names_of(ctx->pool, q->symbol);
	const struct holding *found = NULL;

	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		if (!is_named(h, &names) || (q->has_type && h->asset->type != q->type))
			continue;
		if (found)
			fail_parameter(ctx, "asset_type", "",
				       pool_printf(ctx->pool,
						   "o tipo do ativo: %s está na carteira como %s e "
						   "como %s",
						   q->symbol, asset_type_names[found->asset->type],
						   asset_type_names[h->asset->type]));
		found = h;
	}
	if (!found)
		fail(ctx, 404, "asset_not_found", "A carteira não tem o ativo %s.", q->symbol);
	return found;
}

/* An asset of the asked slice's members, which may not be held. */
static void find_member(struct ctx *ctx, const struct plan_state *s, const struct explain_query *q,
			struct explain_ask *ask)
{
	const struct symbol_names names = symbol_names_of(ctx->pool, q->symbol);

	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->slices[i].n_members; k++) {
			const struct plan_share *m = &s->slices[i].members[k];

			if (!str_eq(s->slices[i].slice->name, q->item) ||
			    !symbol_is_named(&names, m->symbol) ||
			    (q->has_type && m->type != q->type))
				continue;
			ask->symbol = m->symbol;
			ask->type = m->type;
			return;
		}
	fail(ctx, 404, "asset_not_found", "A fatia %s não tem o ativo %s.", q->item, q->symbol);
}

static const char *what_is_asked(struct ctx *ctx, const struct explain_query *q)
{
	if (q->has_month)
		return pool_printf(ctx->pool, "no mês %s", month_iso(ctx->pool, q->month));
	if (q->has_day)
		return pool_printf(ctx->pool, "no dia %s", day_iso(ctx->pool, q->day));
	return pool_printf(ctx->pool, "%s %s",
			   q->field->needs & NEEDS_SLICE ? "na fatia" : "no item",
			   q->item ? q->item : "");
}

/* ---- the whole ---- */

static void load(struct ctx *ctx, const struct explain_query *q, struct valued *v)
{
	const struct load_want want = { .as_of = q->as_of,
					.at = q->at,
					.transactions = true,
					.whole = true,
					.series = q->field->needs & NEEDS_HISTORY };

	load_portfolio(ctx, &want, &v->in);
	load_compute(ctx, &v->in, q->as_of, &v->portfolio);
}

/* The positions as in the x-ray, the costs and the look-through. */
static void find_shares(struct ctx *ctx, const struct valued *v, unsigned needs,
			struct explain_subject *subject)
{
	struct figures *f = pool_zero(ctx->pool, struct figures);
	struct costs_found *found = pool_zero(ctx->pool, struct costs_found);
	struct xray *x = pool_zero(ctx->pool, struct xray);
	struct look_through *l = pool_zero(ctx->pool, struct look_through);
	struct look_through_input *disclosed = pool_zero(ctx->pool, struct look_through_input);
	int64_t start = clock_monotonic_us();

	*f = (struct figures){ .in = v->in, .portfolio = v->portfolio };
	f->open_positions = open_positions_of(ctx->pool, &f->portfolio, &f->n);
	if (needs & NEEDS_XRAY)
		figures_done(ctx, f, xray_compute(ctx->pool, f->open_positions, f->n, x), start);
	if (needs & NEEDS_COSTS)
		costs_find(ctx, f, 1, found);
	if (needs & NEEDS_LOOK_THROUGH)
		look_through_find(ctx, f, disclosed, l);
	subject->open_positions = f->open_positions;
	subject->n_open_positions = f->n;
	subject->xray = x;
	subject->look_through = l;
	subject->disclosed = disclosed;
	subject->costs = &found->costs;
	subject->cdi_12m = found->cdi_12m;
}

/* The indices, and the result of the same flows in them. */
static void find_benchmarks(struct ctx *ctx, const struct valued *v, struct day as_of,
			    struct explain_subject *subject)
{
	struct benchmark_result *results =
		pool_array(ctx->pool, struct benchmark_result, BENCHMARKS);
	struct benchmark_data *indices = pool_zero(ctx->pool, struct benchmark_data);
	const struct portfolio *p = &v->portfolio;
	int64_t start;

	market_benchmarks(ctx, indices);
	start = clock_monotonic_us();
	benchmarks_of(ctx->pool, indices, p->flows, p->n_flows, p->flows_complete, as_of,
		      (struct benchmark_dates){ .n_months = 0 }, results);
	ctx->calc_us += clock_monotonic_us() - start;
	subject->indices = indices;
	subject->benchmarks = results;
}

static void explain(struct ctx *ctx, const struct explain_subject *subject,
		    const struct explain_ask *ask, const struct explain_query *q,
		    const struct loaded *in, struct explain_figure *out)
{
	int64_t start = clock_monotonic_us();
	enum calc_err err = explain_figure(ctx->pool, subject, ask, out);

	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, in->name, err);
	if (!out->found)
		fail(ctx, 404, "figure_not_found", "A carteira não tem %s %s.", q->field->name,
		     what_is_asked(ctx, q));
	if (out->steps.wrong) {
		log_event(LOG_ERROR, NULL,
			  "explain: the steps of %s do not give what was computed: %s",
			  q->field->name, out->steps.wrong);
		fail(ctx, 500, "internal_error",
		     "Os passos não chegaram ao número que a carteira mostra; o registro foi "
		     "guardado e nada foi respondido em seu lugar.");
	}
}

static struct explain_plan *explain_plan_of(struct ctx *ctx, const struct explain_query *q,
					    const struct plan_view *view)
{
	struct explain_plan *plan = pool_zero(ctx->pool, struct explain_plan);

	*plan = (struct explain_plan){ .in = &view->in,
				       .state = &view->state,
				       .moves = q->plan.moves ? &view->moves : NULL,
				       .sells = q->plan.sell,
				       .contribution = q->plan.contribution };
	return plan;
}

static void find_plan(struct ctx *ctx, const struct explain_query *q, const struct valued *v,
		      struct explain_subject *subject)
{
	struct plan_view *view = pool_zero(ctx->pool, struct plan_view);

	*view = (struct plan_view){ .name = v->in.name, .ask = q->plan };
	targets_needed(ctx, false, NULL, &view->targets);
	plan_of(ctx, &v->portfolio, view);
	subject->plan = explain_plan_of(ctx, q, view);
}

/* Of all portfolios together, each with what it holds. */
static void find_plan_of_all(struct ctx *ctx, const struct explain_query *q,
			     struct explain_subject *subject)
{
	struct plan_view *view = pool_zero(ctx->pool, struct plan_view);
	struct explain_plan *plan;
	struct explain_part *parts;

	plan_view(ctx, true, q->plan, view);
	plan = explain_plan_of(ctx, q, view);
	parts = pool_array(ctx->pool, struct explain_part, view->n_parts);
	for (size_t i = 0; i < view->n_parts; i++)
		parts[i] = (struct explain_part){ view->parts[i].in.id, view->parts[i].in.name,
						  &view->parts[i].portfolio };
	plan->parts = parts;
	plan->n_parts = view->n_parts;
	subject->plan = plan;
}

/* The inputs of the figure's steps besides the positions. */
static void find_parts(struct ctx *ctx, const struct explain_query *q, struct valued *v,
		       struct explain_subject *subject)
{
	struct history *history = pool_zero(ctx->pool, struct history);

	if (q->field->needs & NEEDS_HISTORY) {
		returns_history(ctx, v, 1, q->as_of, history);
		subject->history = history;
	}
	if (q->field->needs & NEEDS_BENCHMARKS)
		find_benchmarks(ctx, v, q->as_of, subject);
	if (q->field->needs & (NEEDS_XRAY | NEEDS_COSTS | NEEDS_LOOK_THROUGH))
		find_shares(ctx, v, q->field->needs, subject);
	if (q->field->needs & NEEDS_PLAN)
		find_plan(ctx, q, v, subject);
}

void explain_view(struct ctx *ctx, struct explain_view *x)
{
	struct explain_query *q = &x->q;
	struct explain_subject subject;

	x->client = ctx->caller->client;
	load(ctx, q, &x->v);
	subject = (struct explain_subject){ .ledger = &x->v.in.ledger,
					    .market = x->v.in.market,
					    .derived = &x->v.in.derived,
					    .portfolio = &x->v.portfolio,
					    .as_of = q->as_of };
	x->ask = (struct explain_ask){
		.field = q->field, .item = q->item, .month = q->month, .day = q->day
	};
	find_parts(ctx, q, &x->v, &subject);
	if (q->symbol && subject.plan)
		find_member(ctx, subject.plan->state, q, &x->ask);
	else if (q->symbol)
		x->ask.holding = find_holding(ctx, &x->v.portfolio, q);
	explain(ctx, &subject, &x->ask, q, &x->v.in, &x->figure);
	check_place(ctx, q, &x->v.in, &x->figure);
	x->next_cursor = next_cursor(ctx, &x->v.in, q, &x->figure);
}

/* A figure of the plan of all portfolios together. */
static void view_of_all(struct ctx *ctx, struct explain_view *x)
{
	struct explain_query *q = &x->q;
	/* Without rows of its own: each portfolio explains its part. */
	struct explain_subject subject = { .ledger = &x->v.in.ledger,
					   .derived = &x->v.in.derived,
					   .market = pool_zero(ctx->pool, struct market),
					   .portfolio = &x->v.portfolio,
					   .as_of = q->as_of };

	x->v.in.name = "consolidada";
	find_plan_of_all(ctx, q, &subject);
	x->ask = (struct explain_ask){ .field = q->field, .item = q->item };
	if (q->symbol)
		find_member(ctx, subject.plan->state, q, &x->ask);
	explain(ctx, &subject, &x->ask, q, &x->v.in, &x->figure);
	check_place(ctx, q, &x->v.in, &x->figure);
	x->next_cursor = next_cursor(ctx, &x->v.in, q, &x->figure);
}

static const char *answer(struct ctx *ctx, struct explain_view *x, struct json *out,
			  const char *name, struct json *meta)
{
	int64_t start;

	x->called = ctx->called;
	if (x->all)
		view_of_all(ctx, x);
	else
		explain_view(ctx, x);
	start = clock_monotonic_us();
	explain_render(ctx->pool, out, name, meta, x);
	ctx->json_us += clock_monotonic_us() - start;
	return x->next_cursor;
}

static void check_joint(struct ctx *ctx, const struct explain_query *q)
{
	if (!(q->field->needs & NEEDS_PLAN))
		fail_parameter(ctx, "field", q->field->name, "um número do plano, como plan.total");
}

void wallet_explain(struct ctx *ctx, const struct wallet_explain *asked, struct json *out,
		    const char *name)
{
	struct explain_view x = { .q = explain_understood(ctx, asked), .all = asked->all };

	if (x.all)
		check_joint(ctx, &x.q);
	(void)answer(ctx, &x, out, name, asked->meta); /* the answer has the cursor */
}

const char *explain_versions(struct ctx *ctx)
{
	struct targets t;
	bool of_plan = false;

	for (size_t i = 0; i < ctx->req->n_query; i++)
		of_plan |= str_eq(ctx->req->query[i].name, "field") &&
			   text_starts(ctx->req->query[i].value, "plan.");
	if (!of_plan || ctx->caller->access == ACCESS_NONE)
		return NULL;
	targets_find(ctx, false, NULL, &t);
	return pool_printf(ctx->pool, "targets %" PRId64, t.version);
}

void portfolio_explain(struct ctx *ctx)
{
	struct wallet_explain asked;
	struct explain_view x = { .q = explain_asked(ctx, &asked, LIMIT) };

	query_done(ctx);
	ledger_readable(ctx);
	page_link(ctx, answer(ctx, &x, respond_json(ctx, 200), NULL, NULL));
}

/* GET /v1/portfolio/plan/explain */
void wallet_plan_explain(struct ctx *ctx)
{
	struct wallet_explain asked;
	struct explain_view x = { .q = explain_asked(ctx, &asked, LIMIT), .all = true };
	struct targets t;

	query_done(ctx);
	check_joint(ctx, &x.q);
	targets_needed(ctx, true, NULL, &t);
	respond_versions(
		ctx, pool_printf(ctx->pool, "%s targets %" PRId64, access_ledgers(ctx), t.version));
	page_link(ctx, answer(ctx, &x, respond_json(ctx, 200), NULL, NULL));
}
