/* SPDX-License-Identifier: Apache-2.0 */
/* returns_load.c: returns through time of loaded portfolios, and the worker's cache of them. */
#include "config.h"

#include "portfolio/store/returns_load.h"

#include "identity/caller.h"
#include "calc/views/views.h"
#include "core/clock.h"
#include "market/prices/market.h"

#define KEPT 1024

/* One return; the slot is chosen by the portfolio, and a newer return replaces it. */
static struct cached {
	const struct db *db; /* NULL: free */
	struct uuid portfolio;
	int64_t ledger_version, market_version[FAMILIES_PRICED];
	struct day today;
	struct twr twr;
} table[KEPT];

static struct cached *place_of(const struct uuid *id)
{
	/* The tail of a UUIDv7 is random. */
	return &table[(id->b[14] << 8 | id->b[15]) % KEPT];
}

bool returns_cached(struct ctx *ctx, struct twr *out)
{
	const struct caller *c = ctx->caller;
	const struct cached *k = place_of(&c->portfolio);

	if (k->db != ctx->db || !uuid_same(k->portfolio, c->portfolio) ||
	    k->ledger_version != c->ledger_version || !day_same(k->today, ctx->today) ||
	    memcmp(k->market_version, c->market_version, sizeof(k->market_version)) != 0)
		return false;
	*out = k->twr;
	return true;
}

void returns_keep(struct ctx *ctx, const struct twr *twr)
{
	const struct caller *c = ctx->caller;
	struct cached *k = place_of(&c->portfolio);

	*k = (struct cached){
		.db = ctx->db,
		.portfolio = c->portfolio,
		.ledger_version = c->ledger_version,
		.today = ctx->today,
		.twr = *twr,
	};
	memcpy(k->market_version, c->market_version, sizeof(k->market_version));
}

static const char *name_of(const struct valued *list, size_t n)
{
	return n == 1 ? list[0].in.name : "consolidada";
}

static struct history_source *sources_of(void *pool, const struct valued *list, size_t n,
					 bool since_held)
{
	struct history_source *sources = pool_array(pool, struct history_source, n);

	for (size_t i = 0; i < n; i++)
		sources[i] = (struct history_source){ &list[i].in.derived, &list[i].portfolio,
						      list[i].in.market, since_held };
	return sources;
}

/* The cut of an earlier prefix, when the ledgers are equal up to there; @seen: prefix_inputs() of now. */
static const struct history_prefix *cut_of(const struct cached_prefix *earlier, struct slice seen)
{
	return earlier && earlier->prefix.cut && slice_same(earlier->seen, seen)
		       ? earlier->prefix.cut
		       : NULL;
}

static void walk(struct ctx *ctx, const struct valued *list, size_t n,
		 const struct prefix_request *asked, struct cached_prefix *out)
{
	const struct history_source *sources = sources_of(ctx->pool, list, n, asked->since_held);
	int64_t start = clock_monotonic_us();
	enum calc_err err;

	out->seen = prefix_inputs(ctx, sources, n, asked->as_of);
	err = history_walk(ctx->pool, sources, n, asked->as_of, cut_of(asked->earlier, out->seen),
			   &out->prefix);
	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, name_of(list, n), err);
}

/* A prefix and its inputs. */
struct comparing {
	struct prefix_request asked;
	struct cached_prefix prefix;
};

/* The result of the same flows in the indices. */
static void compare(struct ctx *ctx, struct comparing *c)
{
	const struct prefix_request *asked = &c->asked;
	const struct history_prefix *p = &c->prefix.prefix;
	struct benchmark_data indices;
	int64_t start;

	market_benchmarks(ctx, &indices);
	start = clock_monotonic_us();
	benchmarks_of(ctx->pool, &indices, asked->flows, asked->n_flows, asked->complete,
		      asked->as_of,
		      (struct benchmark_dates){ p->first_month, p->n_months, p->days, p->n_days,
						p->spans },
		      c->prefix.benchmarks);
	ctx->calc_us += clock_monotonic_us() - start;
}

void returns_indices(struct ctx *ctx, const struct history *h, struct day as_of,
		     struct span_indices *out)
{
	struct benchmark_data indices;
	int64_t start;

	market_benchmarks(ctx, &indices);
	start = clock_monotonic_us();
	span_indices_of(&indices, h, as_of, out);
	ctx->calc_us += clock_monotonic_us() - start;
}

/* Only compared prefixes are cached. */
static void run_keep(struct ctx *ctx, void *arg)
{
	struct comparing *c = arg;

	if (!c->asked.indices)
		compare(ctx, c);
	prefix_save(ctx, &c->asked.of, c->asked.stamp, &c->prefix);
}

const struct cached_prefix *returns_prefix(struct ctx *ctx, const struct valued *list, size_t n,
					   const struct prefix_request *asked)
{
	struct comparing *c = pool_zero(ctx->pool, struct comparing);

	c->asked = *asked;
	walk(ctx, list, n, asked, &c->prefix);
	if (asked->indices)
		compare(ctx, c);
	if (asked->keep)
		ctx_later(ctx, run_keep, c);
	return &c->prefix;
}

const struct cached_prefix *returns_walked(struct ctx *ctx, const struct valued *v,
					   struct day as_of, bool since_held)
{
	const struct prefix_request asked = {
		.since_held = since_held,
		.as_of = as_of,
		.indices = true,
		.flows = v->portfolio.flows,
		.n_flows = v->portfolio.n_flows,
		.complete = v->portfolio.flows_complete,
	};

	return returns_prefix(ctx, v, 1, &asked);
}

const struct cached_prefix *returns_own_prefix(struct ctx *ctx, const struct valued *v,
					       bool indices)
{
	const struct prefix_request asked = {
		.as_of = ctx->today,
		.of = loaded_prefix_subject(ctx),
		.stamp = loaded_stamp(&v->in),
		.keep = true,
		.earlier = v->in.earlier_prefix,
		.indices = indices,
		.flows = v->portfolio.flows,
		.n_flows = v->portfolio.n_flows,
		.complete = v->portfolio.flows_complete,
	};

	return v->in.prefix ? v->in.prefix : returns_prefix(ctx, v, 1, &asked);
}

void returns_finish(struct ctx *ctx, const struct history_prefix *prefix, const struct valued *list,
		    size_t n, struct history *out)
{
	const struct portfolio **portfolios = pool_array(ctx->pool, const struct portfolio *, n);
	int64_t start = clock_monotonic_us();
	enum calc_err err;

	for (size_t i = 0; i < n; i++)
		portfolios[i] = &list[i].portfolio;
	err = history_finish(ctx->pool, prefix, portfolios, n, out);
	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, name_of(list, n), err);
}

void returns_history(struct ctx *ctx, const struct valued *list, size_t n, struct day as_of,
		     struct history *out)
{
	const struct prefix_request asked = { .as_of = as_of };
	struct cached_prefix walked;

	walk(ctx, list, n, &asked, &walked);
	returns_finish(ctx, &walked.prefix, list, n, out);
}

void returns_moved(struct ctx *ctx, const struct valued *list, size_t n,
		   const struct cached_prefix *cached, struct month_range months, struct moved *out)
{
	const struct history_source *sources = sources_of(ctx->pool, list, n, false);
	int64_t start = clock_monotonic_us();
	const struct history_prefix *cut = NULL;
	enum calc_err err;

	if (cached)
		cut = cut_of(cached, prefix_inputs(ctx, sources, n, ctx->today));
	err = history_moved(ctx->pool, sources, n, ctx->today, cut, months, out);
	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, name_of(list, n), err);
}

const char *returns_sentence(void *pool, const struct portfolio *p, const struct twr *twr)
{
	const char *sentence = returns_explain(pool, p->xirr_known, p->xirr, twr->known,
					       twr->cumulative, twr->annual_known, twr->annualized);

	return returns_at_cost(pool, returns_missing(pool, sentence, twr->known, p), p);
}
