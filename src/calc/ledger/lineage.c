/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lineage.c: groups ledger assets into holdings by succession (doc/calculations.md 1.7).
 *
 * From each asset its successions are followed to today's ticker.  The next ticker on that way that has
 * an asset in the ledger absorbs it; an asset that none absorbs is a head.  Two old tickers that became
 * one ticker without an asset stay two holdings, each under its old symbol.
 */
#include "config.h"

#include "calc/ledger/lineage.h"

#include "calc/ledger/asset_index.h"
#include "core/order.h"
#include "core/pool.h"

#include <stdlib.h>

#define LONGEST_CHAIN 32 /* limit that stops a cycle of renames */

struct finder {
	const struct succession **by_from; /* ascending by (from, day), up to as_of */
	size_t n_from;
	struct asset_index assets;
};

static int from_order(const void *a, const void *b)
{
	const struct succession *x = *(const struct succession *const *)a;
	const struct succession *y = *(const struct succession *const *)b;
	int order = strcmp(x->from, y->from);

	return order ? order : (x->day.n > y->day.n) - (x->day.n < y->day.n);
}

static int ticker_order(const void *a, const void *b)
{
	const struct lineage_ticker *x = a, *y = b;
	int c = wide_order(x->until.n, y->until.n);

	return c ? c : strcmp(x->symbol, y->symbol);
}

/* The first succession of @symbol on or after @since. */
static const struct succession *next_succession(const struct finder *f, const char *symbol,
						struct day since)
{
	const struct succession first = { .day = since, .from = symbol }, *key = &first;
	size_t at = order_first(&key, f->by_from, f->n_from, sizeof(*f->by_from), from_order);

	if (at == f->n_from || !str_eq(f->by_from[at]->from, symbol))
		return NULL;
	return f->by_from[at];
}

/* The way of an asset to today's ticker, its own paper first; returns the number of successions. */
static size_t walk(const struct finder *f, const struct ledger_asset *asset,
		   const struct succession *road[LONGEST_CHAIN])
{
	const char *symbol = asset->symbol;
	struct day since = DAY_FAR_PAST;
	size_t n = 0;

	for (int step = 0; step < LONGEST_CHAIN; step++) {
		const struct succession *s = next_succession(f, symbol, since);

		if (!s)
			break;
		road[n++] = s;
		if (str_eq(s->to, asset->symbol))
			n = 0; /* renamed back: it never left */
		symbol = s->to;
		since = s->day;
	}
	return n;
}

/*
 * Whether @to may absorb it: an asset of another class only when no other asset has its ticker, since
 * those two would become one.
 */
static bool is_taken(const struct finder *f, const struct ledger_asset *asset,
		     const struct ledger_asset *to)
{
	return to && (to->type == asset->type ||
		      !asset_find(&f->assets, asset->symbol, asset->type, asset->currency, asset));
}

/* The asset that absorbs it, or NULL for a head. */
static const struct ledger_asset *parent_of(const struct finder *f,
					    const struct ledger_asset *asset)
{
	const struct succession *road[LONGEST_CHAIN];
	const struct ledger_asset *parent = NULL;
	size_t n = walk(f, asset, road);

	for (size_t i = 0; i < n && !parent; i++)
		parent = asset_find(&f->assets, road[i]->to, asset->type, asset->currency, asset);
	return is_taken(f, asset, parent) ? parent : NULL;
}

static void add_ticker(struct lineage *fam, const char *symbol, const struct ledger_asset *asset,
		       struct day until)
{
	for (size_t i = 0; i < fam->n_tickers; i++) {
		struct lineage_ticker *p = &fam->tickers[i];

		if (!str_eq(p->symbol, symbol))
			continue;
		if (!p->asset)
			p->asset = asset;
		return;
	}
	fam->tickers[fam->n_tickers++] = (struct lineage_ticker){ symbol, asset, until };
}

static void add_succession(struct lineage *fam, const struct succession *s)
{
	for (size_t i = 0; i < fam->n_successions; i++)
		if (str_eq(fam->successions[i].from, s->from) &&
		    day_same(fam->successions[i].day, s->day))
			return;
	fam->successions[fam->n_successions++] = *s;
}

/* Papers and successions on the way of one member. */
static void add_member(const struct finder *f, struct lineage *fam,
		       const struct ledger_asset *asset)
{
	const struct succession *road[LONGEST_CHAIN];
	size_t n = walk(f, asset, road);

	add_ticker(fam, asset->symbol, asset, n ? road[0]->day : DAY_FAR_FUTURE);
	for (size_t i = 0; i < n; i++) {
		add_ticker(fam, road[i]->to, NULL, i + 1 < n ? road[i + 1]->day : DAY_FAR_FUTURE);
		add_succession(fam, road[i]);
	}
}

/* The last asset of the chain of absorptions. */
static const struct ledger_asset *head_of(const struct finder *f, const struct ledger_asset *asset)
{
	for (int step = 0; step < LONGEST_CHAIN; step++) {
		const struct ledger_asset *parent = parent_of(f, asset);

		if (!parent)
			break;
		asset = parent;
	}
	return asset;
}

/* Lineages of a ledger with successions: groups members under their heads. */
static size_t gather(void *pool, const struct finder *f, const struct ledger *ledger,
		     struct lineage *out)
{
	size_t *head = pool_array(pool, size_t, ledger->n_assets);
	size_t *members = pool_array(pool, size_t, ledger->n_assets);
	size_t *place = pool_array(pool, size_t, ledger->n_assets);
	size_t n = 0;

	for (size_t i = 0; i < ledger->n_assets; i++) {
		head[i] = (size_t)(head_of(f, &ledger->assets[i]) - ledger->assets);
		members[head[i]]++;
	}
	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct succession *road[LONGEST_CHAIN];
		size_t room = 0;

		if (!members[i])
			continue;
		if (members[i] > 1 || walk(f, &ledger->assets[i], road))
			room = members[i] * (LONGEST_CHAIN + 1);
		place[i] = n;
		out[n++] = (struct lineage){
			.head = &ledger->assets[i],
			.tickers = pool_array(pool, struct lineage_ticker, room ? room : 1),
			.successions = pool_array(pool, struct succession, room),
		};
	}
	for (size_t i = 0; i < ledger->n_assets; i++)
		add_member(f, &out[place[head[i]]], &ledger->assets[i]);
	for (size_t i = 0; i < n; i++) {
		qsort(out[i].tickers, out[i].n_tickers, sizeof(out[i].tickers[0]), ticker_order);
		order_sort(out[i].successions, out[i].n_successions, sizeof(out[i].successions[0]),
			   order_day);
	}
	return n;
}

static void index_all(void *pool, const struct ledger *ledger, struct known_successions known,
		      struct day as_of, struct finder *f)
{
	f->by_from = pool_array(pool, const struct succession *, known.n);
	for (size_t i = 0; i < known.n; i++)
		if (!day_before(as_of, known.items[i].day))
			f->by_from[f->n_from++] = &known.items[i];
	order_sort(f->by_from, f->n_from, sizeof(f->by_from[0]), from_order);
	f->assets = asset_index_of(pool, ledger);
}

struct lineage *lineages_find(void *pool, const struct ledger *ledger, const struct market *market,
			      struct day as_of, size_t *n)
{
	struct lineage *out = pool_array(pool, struct lineage, ledger->n_assets);
	struct lineage_ticker *tickers;
	struct known_successions known;
	struct finder f = { 0 };

	known = successions_known(pool, ledger, market);
	if (known.n)
		index_all(pool, ledger, known, as_of, &f);
	if (f.n_from) {
		*n = gather(pool, &f, ledger, out);
		return out;
	}
	tickers = pool_array(pool, struct lineage_ticker, ledger->n_assets);
	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct ledger_asset *a = &ledger->assets[i];

		tickers[i] = (struct lineage_ticker){ a->symbol, a, DAY_FAR_FUTURE };
		out[i] = (struct lineage){ .head = a, .tickers = &tickers[i], .n_tickers = 1 };
	}
	*n = ledger->n_assets;
	return out;
}
