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
#include "core/problem.h"
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
#include <stdlib.h>

#define LIMIT 500
#define LIMIT_MAX 2000

/* ---- parameters ---- */

static void read_month(struct ctx *ctx, const char *text, struct explain_query *q)
{
	if (!text)
		return;
	if (!month_parse(slice_of(text), &q->month))
		fail_parameter(ctx, "month", text, "um mês AAAA-MM");
	q->has_month = true;
}

static bool read_day(struct ctx *ctx, const char *name, const char *text, struct day *out)
{
	if (text && !day_parse(slice_of(text), out))
		fail_parameter(ctx, name, text, "data AAAA-MM-DD que exista");
	return text;
}

static void read_field(struct ctx *ctx, const char *name, struct explain_query *q)
{
	if (!name)
		fail_parameter(ctx, "field", "",
			       pool_printf(ctx->pool, "o nome de um número: %s",
					   explain_field_names(ctx->pool)));
	q->field = explain_field_find(name, q->symbol != NULL);
	if (q->field)
		return;
	if (explain_field_find(name, !q->symbol))
		fail_parameter(ctx, "field", name,
			       q->symbol ? "um número de um ativo; este é da carteira, sem symbol"
					 : "o parâmetro symbol também: este número é de um ativo");
	fail_parameter(ctx, "field", name,
		       pool_printf(ctx->pool, "um de: %s", explain_field_names(ctx->pool)));
}

/* A parameter that the figure does not use is refused: it would promise something that is not explained. */
static void check_parts(struct ctx *ctx, const struct explain_query *q)
{
	const struct {
		unsigned need;
		const char *given;
		const char *name, *wanted;
	} parts[] = {
		{ NEEDS_MONTH, q->asked->month, "month", "um mês AAAA-MM, que este número pede" },
		{ NEEDS_DAY, q->asked->day, "day", "um dia AAAA-MM-DD, que este número pede" },
		{ NEEDS_ITEM, q->asked->item, "item", "o nome do item, que este número pede" },
		{ NEEDS_SLICE, q->asked->slice, "slice",
		  "o nome de uma fatia das metas, que este número pede" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		bool needed = q->field->needs & parts[i].need;

		if (needed && !parts[i].given)
			fail_parameter(ctx, parts[i].name, "", parts[i].wanted);
		if (!needed && parts[i].given)
			fail_parameter(ctx, parts[i].name, parts[i].given,
				       "nada: este número não o pede");
	}
	if (q->at &&
	    (q->field->needs & (NEEDS_XRAY | NEEDS_COSTS | NEEDS_LOOK_THROUGH | NEEDS_PLAN)))
		fail_parameter(ctx, "at", q->asked->at, "nada: este número é só de hoje");
}

static void read_contribution(struct ctx *ctx, const struct wallet_explain *asked,
			      struct explain_query *q)
{
	bool needed = q->field->needs & NEEDS_CONTRIBUTION;

	if (!needed && (asked->contribution || asked->sell))
		fail_parameter(ctx, asked->contribution ? "contribution" : "sell",
			       asked->contribution ? asked->contribution : "true",
			       "nada: este número não o pede");
	if (needed && !asked->contribution && !asked->sell)
		fail_parameter(ctx, "contribution", "", "o aporte em reais, que este número pede");
	q->plan = plan_ask_of(ctx, asked->contribution, asked->sell);
}

/* "FROM VERSION EXACT", the cursor that explain_page_end() writes. */
static void read_place(struct ctx *ctx, const char *text, struct explain_query *q)
{
	char *end;
	long from;

	if (!text)
		return;
	from = strtol(text, &end, 10);
	if (*end != ' ' || from < 1 || from > 100000000)
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta explicação.");
	q->from = (size_t)from;
	q->cursor_version = strtoll(end + 1, &end, 10);
	q->cursor_exact = *end ? end + 1 : "";
}

static struct explain_query understood(struct ctx *ctx, const struct wallet_explain *asked)
{
	struct explain_query q = {
		.asked = asked,
		.symbol = asked->symbol,
		.item = asked->slice ? asked->slice : asked->item,
		.as_of = ctx->today,
	};
	int type = asked->asset_type ? enum_find(asset_type_names, asked->asset_type) : -1;

	if (asked->asset_type && type < 0)
		fail_parameter(ctx, "asset_type", asked->asset_type,
			       problem_choices(ctx->pool, asset_type_names));
	read_field(ctx, asked->field, &q);
	q.has_type = type >= 0;
	if (q.has_type)
		q.type = (enum asset_type)type;
	read_month(ctx, asked->month, &q);
	q.has_day = read_day(ctx, "day", asked->day, &q.day);
	q.at = read_day(ctx, "at", asked->at, &q.as_of);
	if (q.at && day_before(ctx->today, q.as_of))
		fail_parameter(ctx, "at", asked->at, "uma data até hoje");
	check_parts(ctx, &q);
	read_contribution(ctx, asked, &q);
	read_place(ctx, asked->place, &q);
	return q;
}

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
	char month[MONTH_TEXT_SIZE], day[DAY_TEXT_SIZE];

	if (q->has_month) {
		month_format(q->month, month);
		return pool_printf(ctx->pool, "no mês %s", month);
	}
	if (q->has_day) {
		day_format(q->day, day);
		return pool_printf(ctx->pool, "no dia %s", day);
	}
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

static void find_plan(struct ctx *ctx, const struct explain_query *q, const struct valued *v,
		      struct explain_subject *subject)
{
	struct plan_view *view = pool_zero(ctx->pool, struct plan_view);
	struct explain_plan *plan = pool_zero(ctx->pool, struct explain_plan);

	*view = (struct plan_view){ .name = v->in.name, .ask = q->plan };
	targets_needed(ctx, false, NULL, &view->targets);
	plan_of(ctx, &v->portfolio, view);
	*plan = (struct explain_plan){ .in = &view->in,
				       .state = &view->state,
				       .moves = q->plan.moves ? &view->moves : NULL,
				       .sells = q->plan.sell,
				       .contribution = q->plan.contribution };
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

static const char *answer(struct ctx *ctx, struct explain_view *x, struct json *out,
			  const char *name, struct json *meta)
{
	int64_t start;

	explain_view(ctx, x);
	start = clock_monotonic_us();
	explain_render(ctx->pool, out, name, meta, x);
	ctx->json_us += clock_monotonic_us() - start;
	return x->next_cursor;
}

void wallet_explain(struct ctx *ctx, const struct wallet_explain *asked, struct json *out,
		    const char *name)
{
	struct explain_view x = { .q = understood(ctx, asked) };

	(void)answer(ctx, &x, out, name, asked->meta); /* the answer has the cursor */
}

static const char *make_cursor(void *arg, const char *place)
{
	return cursor_make(arg, &place, 1);
}

struct explain_query explain_asked(struct ctx *ctx, struct wallet_explain *asked, size_t limit)
{
	*asked = (struct wallet_explain){ .cursor = make_cursor, .arg = ctx };
	asked->symbol = query_text(ctx, "symbol");
	asked->item = query_text(ctx, "item");
	asked->asset_type = query_text(ctx, "asset_type");
	asked->field = query_text(ctx, "field");
	asked->month = query_text(ctx, "month");
	asked->day = query_text(ctx, "day");
	asked->slice = query_text(ctx, "slice");
	asked->contribution = query_text(ctx, "contribution");
	asked->sell = query_bool(ctx, "sell", false);
	asked->at = query_text(ctx, "at");
	asked->limit = (size_t)query_int(ctx, "limit", 1, LIMIT_MAX, (long)limit);
	(void)cursor_take(ctx, &asked->place, 1); /* absent: from the first */
	return understood(ctx, asked);
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
