/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market.c: reads the market data that calc needs for one portfolio.
 *
 * Data shared by all portfolios (official rates, successions, the live pair) is read together with the
 * ledger when its version changed, and cached.  The ledger's symbols, and their successors, follow.
 */
#include "config.h"

#include "market/prices/market.h"

#include "core/order.h"
#include "identity/caller.h"
#include "calc/history/history.h"
#include "core/pool.h"
#include "db/db.h"
#include "market/prices/rates.h"
#include "market/prices/symbols.h"

#define LONGEST_CHAIN 32 /* limit that stops a cycle of renames */

/* The official selling rate; the central bank's series 1 is the same number and fills its gaps. */
static DB_STMT(
	rates, "market.rates",
	"select r.day, r.rate"
	"  from (select p.day, p.sell as rate from ptax p where p.currency = 'USD'"
	"        union all"
	"        select s.day, s.value from series s"
	"         where s.code = 1 and s.value > 0"
	"           and not exists (select from ptax p where p.currency = 'USD' and p.day = s.day)) r"
	" order by r.day desc limit 20000");
enum { R_DAY, R_RATE };

static DB_STMT(successions, "market.successions",
	       "select from_symbol, to_symbol, day, ratio_n, ratio_d, cash_per_share, venue"
	       "  from succession"
	       " order by day, venue, from_symbol limit 4000");
enum { X_FROM, X_TO, X_DAY, X_RATIO_N, X_RATIO_D, X_CASH, X_VENUE };

static DB_STMT(live, "market.live", "select rate, at, change_pct from usdt where pair = 'USDTBRL'");
enum { L_RATE, L_AT, L_CHANGE };

static const char *const venues[ASSET_TYPES] = {
	[ASSET_STOCK] = "b3",	     [ASSET_FII] = "b3",
	[ASSET_ETF] = "b3",	     [ASSET_BDR] = "b3",
	[ASSET_OPTION] = "b3",	     [ASSET_INDEX] = "index",
	[ASSET_TESOURO] = "tesouro", [ASSET_CRYPTO] = "crypto",
	[ASSET_RENDA_FIXA] = NULL,   [ASSET_DEBENTURE] = "debenture",
	[ASSET_FUND] = "fund",	     [ASSET_US] = "us",
};

const char *market_venue(enum asset_type type)
{
	return venues[type];
}

/* ---- the worker's cache ---- */

/* One part of the cache: valid while the family's version is the one it was read at. */
struct cached_part {
	void *pool; /* NULL: nothing cached */
	int64_t version;
};

/* The beginning of a succession; (venue, from) is its key. */
struct link {
	const char *venue;
	const struct succession *step;
};

/* Belongs to a database: hangs on its context, and is freed with it. */
static struct {
	struct db *db;
	unsigned sent; /* parts that the last market_send() requested */
	struct cached_part part[FAMILIES_PRICED];
	struct fx_series usd; /* family closes: official rates come once a day, as closes do */
	struct succession *successions; /* family reference; ascending by day */
	struct link *links;		/* the same, ascending by (from, venue) */
	size_t n_successions;
	struct fx_live usdt; /* family rate */
} cache;

static void cache_forget(void *arg)
{
	(void)arg;
	cache.db = NULL;
	memset(cache.part, 0, sizeof(cache.part));
}

/* The cache belongs to this request's database from now on. */
static void cache_attach(struct ctx *ctx)
{
	if (cache.db == ctx->db)
		return;
	if (cache.db)
		for (int f = 0; f < FAMILIES_PRICED; f++)
			pool_free(cache.part[f].pool);
	memset(cache.part, 0, sizeof(cache.part));
	cache.db = ctx->db;
	pool_on_free(pool_new(ctx->db, "market cache guard"), cache_forget, NULL);
}

/* Without a caller (the command) the version is unknown: always read, never cached. */
static bool is_current(const struct ctx *ctx, enum market_family f)
{
	return ctx->caller && cache.part[f].pool &&
	       cache.part[f].version == ctx->caller->market_version[f];
}

/* The pool for the new data: the cache's, replacing the outdated one, or the request's. */
static void *keep(struct ctx *ctx, enum market_family f, const char *name)
{
	pool_free(cache.part[f].pool);
	cache.part[f] = (struct cached_part){ 0 };
	if (!ctx->caller)
		return ctx->pool;
	cache.part[f] =
		(struct cached_part){ pool_new(ctx->db, name), ctx->caller->market_version[f] };
	return cache.part[f].pool;
}

/* ---- what is shared ---- */

size_t market_send(struct ctx *ctx)
{
	static struct db_stmt *const shared[FAMILIES_PRICED] = {
		[FAMILY_REFERENCE] = &successions,
		[FAMILY_CLOSES] = &rates,
		[FAMILY_RATE] = &live,
	};
	size_t n = 0;

	cache_attach(ctx);
	cache.sent = 0;
	for (int f = 0; f < FAMILIES_PRICED; f++) {
		if (is_current(ctx, (enum market_family)f))
			continue;
		db_send(ctx, shared[f], DB_NO_ARGS);
		cache.sent |= 1u << f;
		n++;
	}
	return n;
}

static struct price price_of(const struct db_rows *r, size_t row, int col)
{
	return (struct price){ db_get_decimal(r, row, col, PRICE_PLACES) };
}

static int link_order(const void *a, const void *b)
{
	const struct link *x = a, *y = b;
	int order = strcmp(x->step->from, y->step->from);

	return order ? order : strcmp(x->venue, y->venue);
}

static void take_successions(struct ctx *ctx, const struct db_rows *r)
{
	void *pool = keep(ctx, FAMILY_REFERENCE, "successions");
	size_t n = db_count(r);
	struct succession *all = pool_array(pool, struct succession, n);
	struct link *links = pool_array(pool, struct link, n);

	for (size_t i = 0; i < n; i++) {
		all[i].from = pool_strdup(pool, db_get_text(r, i, X_FROM));
		all[i].to = pool_strdup(pool, db_get_text(r, i, X_TO));
		all[i].day = db_get_day(r, i, X_DAY);
		all[i].ratio = ratio_reduce(
			(struct ratio){ db_get_int(r, i, X_RATIO_N), db_get_int(r, i, X_RATIO_D) });
		all[i].has_cash = !db_is_null(r, i, X_CASH);
		if (all[i].has_cash)
			all[i].cash_per_share = price_of(r, i, X_CASH);
		links[i] = (struct link){ pool_strdup(pool, db_get_text(r, i, X_VENUE)), &all[i] };
	}
	order_sort(links, n, sizeof(*links), link_order);
	cache.successions = all;
	cache.links = links;
	cache.n_successions = n;
}

/* Newest first, so that a limit drops the oldest. */
static void take_rates(struct ctx *ctx, const struct db_rows *r)
{
	size_t n = db_count(r);
	struct close *all = pool_array(keep(ctx, FAMILY_CLOSES, "rates"), struct close, n);

	for (size_t i = 0; i < n; i++)
		all[n - 1 - i] = (struct close){ db_get_day(r, i, R_DAY), price_of(r, i, R_RATE) };
	cache.usd = (struct fx_series){ all, n };
}

static void take_live(struct ctx *ctx, const struct db_rows *r)
{
	struct fx_live x = { 0 };

	(void)keep(ctx, FAMILY_RATE, "live rate"); /* marks it as read at this version */
	if (db_count(r) == 1) {
		x.known = true;
		x.rate = price_of(r, 0, L_RATE);
		x.at_ms = db_get_timestamp(r, 0, L_AT);
		x.change_known = !db_is_null(r, 0, L_CHANGE);
		if (x.change_known)
			x.change = (struct percent){ db_get_decimal(r, 0, L_CHANGE, 8) };
	}
	cache.usdt = x;
}

/* ---- one ledger's ---- */

struct wants {
	struct want *list;
	size_t n, room;
	bool *step_used; /* by index of cache.successions */
	size_t n_steps;
};

static void want(struct ctx *ctx, struct wants *w, const char *symbol, enum asset_type type)
{
	if (w->n == w->room) {
		w->room *= 2;
		w->list = pool_resize(ctx->pool, w->list, struct want, w->room);
	}
	w->list[w->n++] = (struct want){ symbol, type, venues[type] };
}

static const struct succession *step_from(const char *venue, const char *symbol)
{
	const struct succession from = { .from = symbol };
	const struct link key = { venue, &from };
	const struct link *found =
		order_find(&key, cache.links, cache.n_successions, sizeof(key), link_order);

	return found ? found->step : NULL;
}

/* A paper and all its successors, so that an old ticker is priced by the current one. */
static void want_chain(struct ctx *ctx, struct wants *w, const char *symbol, enum asset_type type)
{
	const struct succession *step = step_from(venues[type], symbol);

	want(ctx, w, symbol, type);
	for (int i = 0; step && i < LONGEST_CHAIN; i++) {
		size_t place = (size_t)(step - cache.successions);

		w->n_steps += !w->step_used[place];
		w->step_used[place] = true;
		want(ctx, w, step->to, type);
		step = step_from(venues[type], step->to);
	}
}

static int want_order(const void *a, const void *b)
{
	const struct want *x = a, *y = b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (int)x->type - (int)y->type;
}

static struct wants wants_of(struct ctx *ctx, const struct ledger *ledger)
{
	struct wants w = { .room = 2 * ledger->n_assets + 1 };
	size_t n = 0;

	w.list = pool_array(ctx->pool, struct want, w.room);
	w.step_used = pool_array(ctx->pool, bool, cache.n_successions);
	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct ledger_asset *a = &ledger->assets[i];

		if (venues[a->type])
			want_chain(ctx, &w, a->symbol, a->type);
		if (a->quoted_as)
			want(ctx, &w, a->quoted_as, a->type);
		if (a->succession && venues[a->succession_type])
			want_chain(ctx, &w, a->succession->to, a->succession_type);
	}
	order_sort(w.list, w.n, sizeof(w.list[0]), want_order);
	for (size_t i = 0; i < w.n; i++)
		if (!n || want_order(&w.list[n - 1], &w.list[i]))
			w.list[n++] = w.list[i];
	w.n = n;
	return w;
}

/* Only the ledger's own, still ascending by day: thousands of others would be sorted for nothing. */
static const struct succession *steps_used(struct ctx *ctx, const struct wants *w)
{
	struct succession *steps = pool_array(ctx->pool, struct succession, w->n_steps);
	size_t n = 0;

	for (size_t i = 0; i < cache.n_successions; i++)
		if (w->step_used[i])
			steps[n++] = cache.successions[i];
	return steps;
}

static bool wants_rates(const struct ledger *ledger)
{
	for (size_t i = 0; i < ledger->n_assets; i++)
		if (accrual_needs_rates(ledger->assets[i].terms))
			return true;
	return false;
}

const struct market *market_take(struct ctx *ctx, struct db_rows *const *rows,
				 const struct ledger *ledger, const struct day *at, bool series)
{
	static void (*const take[FAMILIES_PRICED])(struct ctx *, const struct db_rows *) = {
		[FAMILY_REFERENCE] = take_successions,
		[FAMILY_CLOSES] = take_rates,
		[FAMILY_RATE] = take_live,
	};
	struct market *m = pool_zero(ctx->pool, struct market);
	struct market_symbol *symbols;
	struct wants w;

	ctx_in_time(ctx);
	for (int f = 0; f < FAMILIES_PRICED; f++)
		if (cache.sent & 1u << f)
			take[f](ctx, *rows++);
	w = wants_of(ctx, ledger);
	symbols = pool_array(ctx->pool, struct market_symbol, w.n);
	symbols_find(ctx, w.list, w.n, at, series, symbols);
	ctx_in_time(ctx);
	m->symbols = symbols;
	m->n_symbols = w.n;
	m->successions = steps_used(ctx, &w);
	m->n_successions = w.n_steps;
	m->usd = cache.usd;
	if (!at)
		m->usdt = cache.usdt; /* the present pair does not apply to a past day */
	m->now_ms = ctx->now_ms;
	if (wants_rates(ledger))
		m->rates = rates_get(ctx);
	return m;
}

void market_benchmarks(struct ctx *ctx, struct benchmark_data *out)
{
	static const struct want wants[] = { { "IBOV", ASSET_INDEX, "index" },
					     { "IFIX", ASSET_INDEX, "index" },
					     { "SP500", ASSET_INDEX, "index" } };
	struct market_symbol symbols[ARRAY_SIZE(wants)];

	symbols_find(ctx, wants, ARRAY_SIZE(wants), NULL, true, symbols);
	*out = (struct benchmark_data){ .rates = rates_get(ctx),
					.ibov = symbols[0].closes,
					.ifix = symbols[1].closes,
					.sp500 = symbols[2].closes,
					.usd = cache.usd };
}
