/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_doubts.c: what a file's trades are doubted for before they are written: a price far from that day's close, a symbol that
 * the market has not, and a trade of the ledger on that day with the same quantity or the same price, which may be this one, changed by hand.
 */
#include "config.h"

#include <stdlib.h>

#include "core/number_text.h"
#include "core/order.h"
#include "portfolio/import/import_parts.h"

#include "portfolio/ledger/transaction_doubts.h"

#define DOUBTED_MAX 2000 /* rows of a file, the first */
#define UNKNOWN_MAX 100	 /* rows of symbols that the market has not, the first */
#define DAY_MAX 50	 /* trades of an asset on a day that a row is compared with */

static bool is_priced_trade(const struct import_entry *e)
{
	return e->effect == ENTRY_TRADE &&
	       (e->trade.kind == ROW_BUY || e->trade.kind == ROW_SELL) &&
	       e->trade.event == EVENT_NONE && e->trade.price_known;
}

static bool is_doubted(const struct import_entry *e)
{
	return e->status == IMPORT_IMPORTED && is_priced_trade(e) && !e->warning;
}

/* ---- a trade that is there already ---- */

struct kept_trade {
	const struct ledger_fact *fact;
	bool taken; /* by a row of the file that is the same */
};

struct kept_trades {
	struct kept_trade *v; /* ascending */
	size_t n;
};

static int trade_compare(const char *symbol, enum asset_type type, enum row_kind kind,
			 struct day day, const struct ledger_fact *f)
{
	int c = strcmp(symbol, f->symbol);

	if (c == 0)
		c = wide_order(type, f->type);
	if (c == 0)
		c = wide_order(kind, f->kind);
	return c ? c : wide_order(day.n, f->day.n);
}

static int kept_compare(const void *x, const void *y)
{
	const struct ledger_fact *a = ((const struct kept_trade *)x)->fact;

	return trade_compare(a->symbol, a->type, a->kind, a->day,
			     ((const struct kept_trade *)y)->fact);
}

static struct kept_trades kept_trades(struct ctx *ctx, const struct import_context *known)
{
	struct kept_trades k = { pool_array(ctx->pool, struct kept_trade, known->n_facts), 0 };

	for (size_t i = 0; i < known->n_facts; i++) {
		const struct ledger_fact *f = &known->facts[i];

		/* A settlement is on another day than its trade. */
		if ((f->kind == ROW_BUY || f->kind == ROW_SELL) && f->event == EVENT_NONE &&
		    f->price_known && !f->settlement)
			k.v[k.n++].fact = f;
	}
	qsort(k.v, k.n, sizeof(*k.v), kept_compare);
	return k;
}

/* One of that asset, kind and day, not taken yet, with as many of quantity and price equal; NULL: none. */
static struct kept_trade *kept_like(const struct kept_trades *k, const struct import_entry *e,
				    int equal)
{
	size_t low = 0, high = k->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (trade_compare(e->symbol, e->type, e->trade.kind, e->trade.day, k->v[mid].fact) >
		    0)
			low = mid + 1;
		else
			high = mid;
	}
	for (size_t i = low; i < k->n && i < low + DAY_MAX; i++) {
		const struct ledger_fact *f = k->v[i].fact;

		if (trade_compare(e->symbol, e->type, e->trade.kind, e->trade.day, f) != 0)
			return NULL;
		if (!k->v[i].taken &&
		    (f->qty.e8 == e->trade.qty.e8) + (f->price.e12 == e->trade.price.e12) == equal)
			return &k->v[i];
	}
	return NULL;
}

/* Trades through two brokers are two. */
static bool other_broker(const struct ledger_fact *f, const struct import_entry *e)
{
	return f->institution && e->institution && strcmp(f->institution, e->institution) != 0;
}

static void doubt_same(struct ctx *ctx, const struct kept_trades *k, struct import_entry *e)
{
	struct kept_trade *like = kept_like(k, e, 1);
	bool quantity;

	if (!like || other_broker(like->fact, e))
		return;
	like->taken = true;
	quantity = like->fact->qty.e8 == e->trade.qty.e8;
	e->warning = pool_printf(
		ctx->pool, "Em %s já há uma %s de %s com %s, %s %s: confira se não é a mesma.",
		date_text(ctx->pool, e->trade.day), e->trade.kind == ROW_BUY ? "compra" : "venda",
		e->symbol, quantity ? "esta quantidade" : "este preço", quantity ? "a" : "de",
		quantity ? priced_text(ctx->pool, e->currency == CURRENCY_USD, like->fact->price)
			 : quantity_text(ctx->pool, like->fact->qty));
}

void import_doubt_trades(struct ctx *ctx, const struct import_context *known,
			 struct import_result *r)
{
	struct kept_trades k = kept_trades(ctx, known);

	for (size_t i = 0; i < r->n_entries; i++) {
		const struct import_entry *e = &r->entries[i];
		struct kept_trade *same = e->status == IMPORT_DUPLICATE && is_priced_trade(e)
						  ? kept_like(&k, e, 2)
						  : NULL;

		if (same)
			same->taken = true;
	}
	for (size_t i = 0, n = 0; i < r->n_entries && n < DOUBTED_MAX; i++) {
		if (is_doubted(&r->entries[i])) {
			doubt_same(ctx, &k, &r->entries[i]);
			n++;
		}
	}
}

/* ---- a price far from the close, and a symbol that the market has not ---- */

/* Whether the ledger has no row of its symbol, and the file none before. */
static bool is_first(const struct import_context *known, const struct price_doubted *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(list[i].symbol, list[n].symbol))
			return false;
	for (size_t i = 0; i < known->n_facts; i++)
		if (str_eq(known->facts[i].symbol, list[n].symbol))
			return false;
	return true;
}

void import_doubt_prices(struct ctx *ctx, const struct import_context *known,
			 struct import_result *r)
{
	struct price_doubted *list = pool_array(ctx->pool, struct price_doubted, DOUBTED_MAX);
	size_t n = 0;

	for (size_t i = 0; i < r->n_entries && n < DOUBTED_MAX; i++) {
		struct import_entry *e = &r->entries[i];

		if (is_doubted(e))
			list[n++] = (struct price_doubted){ .symbol = e->symbol,
							    .type = e->type,
							    .row = &e->trade,
							    .doubt = &e->warning };
	}
	price_doubts(ctx, list, n);
	for (size_t i = 0, looked = 0; i < n && looked < UNKNOWN_MAX; i++) {
		if (!list[i].unknown)
			continue;
		looked++;
		if (is_first(known, list, i))
			*list[i].doubt = unknown_symbol_doubt(ctx->pool, list[i].symbol);
	}
}
