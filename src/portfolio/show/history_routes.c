/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history_routes.c: a portfolio, or all together, month by month.
 *
 * GET /v1/portfolios/{id}/history, GET /v1/portfolio/history
 *
 * The part until yesterday is cached; when the cache is not valid, the closes of all its papers are
 * walked.
 */
#include "config.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/store/symbol.h"
#include "portfolio/show/history_json.h"
#include "portfolio/show/show.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/portfolio.h"

/* The members of the holdings for which @is is true, and of their total. */
static void keep(struct ctx *ctx, struct loaded *in,
		 bool (*is)(const struct derived_holding *h, const void *of), const void *of)
{
	struct derived *d = &in->derived;
	struct derived_holding *kept = pool_array(ctx->pool, struct derived_holding, d->n);
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (is(&d->holdings[i], of))
			kept[n++] = d->holdings[i];
	d->holdings = kept;
	d->n = n;
	load_judge(ctx, in->name, derived_aggregate(ctx->pool, d));
}

/* By its own ticker or the present one. */
static bool is_named(const struct derived_holding *h, const void *of)
{
	return symbol_is_named(of, h->head->symbol) ||
	       (h->current && symbol_is_named(of, h->current));
}

static void keep_symbol(struct ctx *ctx, const char *symbol, struct loaded *in)
{
	const struct symbol_names names = symbol_names_of(ctx->pool, symbol);

	keep(ctx, in, is_named, &names);
}

static bool is_asset(const struct derived_holding *h, const void *of)
{
	return uuid_same(h->head->id, *(const struct uuid *)of);
}

void history_view(struct ctx *ctx, const char *symbol, const struct day *at, struct history_view *p)
{
	struct load_want load = {
		.as_of = at ? *at : ctx->today,
		.at = at != NULL,
		.prefix = !symbol,
		.monthly = symbol,
		.series = symbol,
	};
	const struct cached_prefix *prefix;

	load_portfolio(ctx, &load, &p->v.in);
	if (symbol)
		keep_symbol(ctx, symbol, &p->v.in);
	load_compute(ctx, &p->v.in, load.as_of, &p->v.portfolio);
	/* The cache covers the whole portfolio as of today. */
	prefix = symbol || at ? returns_walked(ctx, &p->v, load.as_of, false)
			      : returns_own_prefix(ctx, &p->v, true);
	returns_finish(ctx, &prefix->prefix, &p->v, 1, &p->history);
	p->as_of = load.as_of;
	p->explain = returns_sentence(ctx->pool, &p->v.portfolio, &p->history.twr);
	p->benchmarks = prefix->benchmarks;
	returns_indices(ctx, &p->history, load.as_of, &p->indices);
}

void holding_view(struct ctx *ctx, struct uuid asset, bool rows, struct holding_view *p)
{
	const struct load_want load = {
		.as_of = ctx->today,
		.transactions = rows,
		.monthly = true,
		.series = true,
	};
	struct unit_month *units;

	*p = (struct holding_view){ 0 };
	load_portfolio(ctx, &load, &p->v.in);
	keep(ctx, &p->v.in, is_asset, &asset);
	if (!p->v.in.derived.n)
		return;
	load_compute(ctx, &p->v.in, load.as_of, &p->v.portfolio);
	p->holding = &p->v.portfolio.holdings[0];
	p->derived = &p->v.in.derived.holdings[0];
	returns_finish(ctx, &returns_walked(ctx, &p->v, load.as_of, true)->prefix, &p->v, 1,
		       &p->history);
	units = pool_array(ctx->pool, struct unit_month, p->history.n_months);
	history_units(&p->history, p->derived, load.as_of, units);
	p->units = units;
}

const char *const history_layers[] = { "daily", NULL };

static struct history_shown shown_of(const struct history_view *p, unsigned layers)
{
	return (struct history_shown){
		.daily = layers & HISTORY_DAILY,
		.history = &p->history,
		.as_of = p->as_of,
		.explain = p->explain,
		.benchmarks = p->benchmarks,
		.indices = &p->indices,
	};
}

static void answer(struct ctx *ctx, const struct history_view *p, unsigned layers)
{
	const struct history_shown shown = shown_of(p, layers);
	int64_t start = clock_monotonic_us();

	history_render(respond_json(ctx, 200), &shown);
	ctx->json_us += clock_monotonic_us() - start;
}

void portfolio_history(struct ctx *ctx)
{
	unsigned layers = query_set(ctx, "include", history_layers);
	struct history_view p;

	query_done(ctx);
	access_resource(ctx);
	history_view(ctx, NULL, NULL, &p);
	answer(ctx, &p, layers);
}

void portfolio_context_history(struct ctx *ctx)
{
	unsigned layers = query_set(ctx, "include", history_layers);
	struct history_view p;

	query_done(ctx);
	consolidated_history_view(ctx, &p);
	p.explain = NULL; /* the answer has it of one portfolio alone */
	answer(ctx, &p, layers);
}

/* The page's range of months; whether another page follows. */
static bool cut_page(const struct history *h, struct wallet_months *m, struct history_shown *s)
{
	const struct history_month *months = h->months;
	size_t first = 0, end = h->n_months, left;

	while (first < end && (months[first].month.n < m->from.n ||
			       (!m->newest && months[first].month.n <= m->after.n)))
		first++;
	while (end > first && (months[end - 1].month.n > m->to.n ||
			       (m->newest && months[end - 1].month.n >= m->after.n)))
		end--;
	left = end - first;
	m->count = left < m->limit ? left : m->limit;
	s->skip = m->newest ? end - m->count : first;
	s->most = m->count;
	s->newest = m->newest;
	if (m->count)
		m->last = months[m->newest ? s->skip : s->skip + m->count - 1].month;
	else
		s->skip = h->n_months; /* most 0 would be all */
	return left > m->count;
}

bool wallet_history(struct ctx *ctx, struct wallet_months *m, struct json *out, const char *name)
{
	struct history_shown shown;
	struct history_view p;
	int64_t start;
	bool more;

	if (m->all)
		consolidated_history_view(ctx, &p);
	else
		history_view(ctx, m->symbol, m->at, &p);
	shown = shown_of(&p, m->layers);
	more = cut_page(&p.history, m, &shown);
	start = clock_monotonic_us();
	history_render_whole(out, name, &shown);
	ctx->json_us += clock_monotonic_us() - start;
	return more;
}
