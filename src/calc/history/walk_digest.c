/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk_digest.c: what a walk up to a day reads of a holding, as words, to detect whether another walk
 * would read the same.
 *
 * Entries after the day are left out of ascending lists; data that later entries may affect (tickers,
 * splits, the end of an option) is included in full.
 */
#include "config.h"

#include "calc/history/walk.h"

static void put_words(struct buf *out, const int64_t *words, size_t n)
{
	memcpy(buf_room(out, n * sizeof(*words)), words, n * sizeof(*words));
	out->n += n * sizeof(*words);
}

#define PUT(out, ...)                                                                              \
	put_words(out, (const int64_t[]){ __VA_ARGS__ },                                           \
		  sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t))

/* A day, flags and an amount of money: one more word for the rare amount that does not fit. */
static void put_money(struct buf *out, struct day day, unsigned marks, struct money m, int64_t qty)
{
	int64_t low = (int64_t)m.e8;
	bool fits = m.e8 == low;

	PUT(out, (int64_t)day.n * 256 + 2 * marks + fits, low, qty);
	if (!fits)
		PUT(out, (int64_t)(m.e8 >> 64));
}

static void put_text(struct buf *out, const char *text)
{
	size_t n = text ? strlen(text) : 0;

	PUT(out, text != NULL, (int64_t)n);
	memcpy(buf_room(out, n), text ? text : "", n);
	out->n += n;
}

static bool is_seen(struct day day, struct day last)
{
	return !day_before(last, day);
}

static void put_flows(struct buf *out, const struct derived_holding *h, struct day last)
{
	for (size_t i = 0; i < h->n_flows && is_seen(h->flows[i].day, last); i++) {
		const struct fold_flow *f = &h->flows[i];

		put_money(out, f->day, (unsigned)f->kind * 4 + 2U * f->known + f->at_market,
			  f->amount, f->qty.e8);
	}
	PUT(out, INT64_MAX);
	for (size_t i = 0; i < h->n_entries && is_seen(h->entries[i].pay_day, last); i++) {
		const struct income_entry *e = &h->entries[i];

		put_money(out, e->pay_day, e->net_known, e->net, 0);
	}
	PUT(out, INT64_MAX);
}

static void put_steps(struct buf *out, const struct derived_holding *h, struct day last)
{
	for (size_t i = 0; i < h->n_steps && is_seen(h->steps[i].day, last); i++) {
		const struct fold_step *s = &h->steps[i];

		put_money(out, s->day, s->cost_known, s->cost, s->qty.e8);
	}
	PUT(out, INT64_MAX);
}

static void put_stated(struct buf *out, const struct ledger_asset *a)
{
	PUT(out, (int64_t)a->n_stated);
	for (size_t i = 0; i < a->n_stated; i++)
		PUT(out, a->stated[i].day.n, (int64_t)a->stated[i].price.e12,
		    (int64_t)(a->stated[i].price.e12 >> 64));
}

static void put_market(struct buf *out, const struct derived_holding *h)
{
	const struct ledger_asset *a = h->head;

	PUT(out, a->type, a->currency, h->current_type, a->decline_events, (int64_t)h->n_tickers);
	put_text(out, a->quoted_as);
	for (size_t i = 0; i < h->n_tickers; i++) {
		const struct derived_ticker *t = &h->tickers[i];

		put_text(out, t->symbol);
		PUT(out, t->until.n, (int64_t)t->held.n);
		for (size_t k = 0; k < t->held.n; k++)
			PUT(out, t->held.items[k].day.n, t->held.items[k].qty.e8);
	}
	put_stated(out, h->head);
	for (size_t i = 0; i < h->n_merged; i++)
		put_stated(out, h->merged[i]);
	PUT(out, (int64_t)h->n_splits);
	for (size_t i = 0; i < h->n_splits; i++)
		PUT(out, h->splits[i].day.n, h->splits[i].ratio.n, h->splits[i].ratio.d,
		    (int64_t)h->splits[i].ticker);
	PUT(out, (int64_t)h->ends.n);
	for (size_t i = 0; i < h->ends.n; i++)
		PUT(out, h->ends.items[i].expiry.n, h->ends.items[i].settled.n);
}

static void put_terms(struct buf *out, const struct derived_holding *h, struct day last)
{
	const struct accrual_terms *t = h->head->terms;

	PUT(out, t != NULL);
	if (!t)
		return;
	PUT(out, t->indexer, t->has_pct, t->has_spread, t->has_rate, t->has_maturity,
	    (int64_t)t->pct.e8, (int64_t)t->spread.e8, (int64_t)t->rate.e8,
	    t->has_maturity ? t->maturity.n : 0, t->anniversary_day);
	for (size_t i = 0; i < h->lots.n && is_seen(h->lots.steps[i].day, last); i++) {
		const struct accrual_step *s = &h->lots.steps[i];

		put_money(out, s->day, 2U * (unsigned)s->kind + s->unit_known, s->paid, s->qty.e8);
		PUT(out, s->of.e8, (int64_t)s->unit.e12, (int64_t)(s->unit.e12 >> 64), s->ratio.n,
		    s->ratio.d);
	}
}

void history_inputs(struct buf *out, const struct derived_holding *h, struct day last)
{
	if ((!h->n_flows || !is_seen(h->flows[0].day, last)) &&
	    (!h->n_entries || !is_seen(h->entries[0].pay_day, last)) &&
	    (!h->n_steps || !is_seen(h->steps[0].day, last)))
		return;
	memcpy(buf_room(out, sizeof(h->head->id.b)), h->head->id.b, sizeof(h->head->id.b));
	out->n += sizeof(h->head->id.b);
	put_market(out, h);
	put_terms(out, h, last);
	put_flows(out, h, last);
	put_steps(out, h, last);
}
