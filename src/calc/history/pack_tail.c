/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pack_tail.c: the part of a holding that histories need, as bytes.
 *
 * Writer and reader of each struct are side by side, so that a field is added to both.
 */
#include "config.h"

#include "calc/history/pack_bytes.h"
#include "calc/history/packed.h"
#include "core/pool.h"

enum { FLOW_IS_KNOWN = 8, FLOW_AT_MARKET = 16, FLOW_OF_SUCCESSION = 32 };

static void put_flows(struct buf *b, const struct fold_flow *f, size_t n)
{
	struct day before = { 0 };

	pack_number(b, n);
	for (size_t i = 0; i < n; i++) {
		pack_day(b, f[i].day, &before);
		pack_number(b, (uint64_t)f[i].kind | (f[i].known ? FLOW_IS_KNOWN : 0) |
				       (f[i].at_market ? FLOW_AT_MARKET : 0) |
				       (f[i].of_succession ? FLOW_OF_SUCCESSION : 0));
		pack_wide(b, f[i].amount.e8);
		pack_signed(b, f[i].qty.e8);
	}
}

static const struct fold_flow *get_flows(struct unpacking *r, size_t *n)
{
	struct day before = { 0 };
	struct fold_flow *f;

	*n = unpack_count(r, 4);
	f = pool_array(r->pool, struct fold_flow, *n);
	for (size_t i = 0; i < *n; i++) {
		uint64_t what;

		f[i].day = unpack_day(r, &before);
		what = unpack_number(r);
		f[i].kind = (enum flow_kind)(what & 7);
		f[i].known = what & FLOW_IS_KNOWN;
		f[i].at_market = what & FLOW_AT_MARKET;
		f[i].of_succession = what & FLOW_OF_SUCCESSION;
		f[i].amount.e8 = unpack_wide(r);
		f[i].qty.e8 = unpack_signed(r);
		r->bad |= f[i].kind > FLOW_SHORT_RESULT;
		r->bad |= i && day_before(before, f[i - 1].day); /* ascending: ends bound tables */
	}
	return f;
}

static void put_entries(struct buf *b, const struct income_entry *e, size_t n)
{
	struct day before = { 0 };

	pack_number(b, n);
	for (size_t i = 0; i < n; i++) {
		pack_day(b, e[i].pay_day, &before);
		pack_number(b, (uint64_t)e[i].kind << 2 | (e[i].net_known ? 2 : 0) |
				       e[i].from_calendar);
		pack_wide(b, e[i].net.e8);
		pack_wide(b, e[i].native_net.e8);
	}
}

static const struct income_entry *get_entries(struct unpacking *r, size_t *n)
{
	struct day before = { 0 };
	struct income_entry *e;

	*n = unpack_count(r, 4);
	e = pool_array(r->pool, struct income_entry, *n);
	for (size_t i = 0; i < *n; i++) {
		uint64_t what;

		e[i].pay_day = unpack_day(r, &before);
		what = unpack_number(r);
		e[i].kind = (enum income_kind)(what >> 2 & 7);
		e[i].net_known = what & 2;
		e[i].from_calendar = what & 1;
		e[i].net.e8 = unpack_wide(r);
		e[i].native_net.e8 = unpack_wide(r);
		r->bad |= e[i].kind > INCOME_CAPITAL_RETURN;
		r->bad |= i && day_before(before, e[i - 1].pay_day); /* as for flows */
	}
	return e;
}

/* Tickers of a holding, each with its quantities while it traded. */
static void put_tickers(struct buf *b, const struct derived_holding *h)
{
	pack_number(b, h->n_tickers);
	for (size_t i = 0; i < h->n_tickers; i++) {
		const struct derived_ticker *p = &h->tickers[i];
		struct day before = { 0 };

		pack_text(b, p->symbol);
		pack_day(b, p->until, &before);
		pack_number(b, p->held.n);
		for (size_t k = 0; k < p->held.n; k++) {
			pack_day(b, p->held.items[k].day, &before);
			pack_signed(b, p->held.items[k].qty.e8);
		}
	}
}

static const struct derived_ticker *get_tickers(struct unpacking *r, size_t *n)
{
	struct derived_ticker *tickers;

	*n = unpack_count(r, 4);
	tickers = pool_array(r->pool, struct derived_ticker, *n);
	for (size_t i = 0; i < *n && !r->bad; i++) {
		struct derived_ticker *p = &tickers[i];
		struct day before = { 0 };

		p->symbol = unpack_text(r);
		p->until = unpack_day(r, &before);
		p->held.n = unpack_count(r, 2);
		p->held.items = pool_array(r->pool, struct qty_step, p->held.n);
		for (size_t k = 0; k < p->held.n; k++) {
			p->held.items[k].day = unpack_day(r, &before);
			p->held.items[k].qty.e8 = unpack_signed(r);
		}
		r->bad |= !p->symbol;
	}
	r->bad |= !*n;
	return tickers;
}

static void put_splits(struct buf *b, const struct own_split *s, size_t n)
{
	struct day before = { 0 };

	pack_number(b, n);
	for (size_t i = 0; i < n; i++) {
		pack_day(b, s[i].day, &before);
		pack_signed(b, s[i].ratio.n);
		pack_signed(b, s[i].ratio.d);
		pack_number(b, s[i].ticker);
	}
}

static const struct own_split *get_splits(struct unpacking *r, size_t *n, size_t n_tickers)
{
	struct day before = { 0 };
	struct own_split *s;

	*n = unpack_count(r, 4);
	s = pool_array(r->pool, struct own_split, *n);
	for (size_t i = 0; i < *n; i++) {
		s[i].day = unpack_day(r, &before);
		s[i].ratio.n = unpack_signed(r);
		s[i].ratio.d = unpack_signed(r);
		s[i].ticker = (size_t)unpack_number(r);
		r->bad |= s[i].ratio.n <= 0 || s[i].ratio.d <= 0 || s[i].ticker >= n_tickers;
	}
	return s;
}

void tail_pack(struct buf *out, const struct derived_holding *h)
{
	size_t start = out->n;

	pack_number(out, PACKED_FORM);
	pack_months(out, &h->brl.realized_by_month, NULL);
	pack_months(out, &h->income.by_month, NULL);
	put_flows(out, h->flows, h->n_flows);
	put_entries(out, h->entries, h->n_entries);
	pack_steps(out, h->steps, h->n_steps);
	put_tickers(out, h);
	put_splits(out, h->splits, h->n_splits);
	pack_checksum(out, start);
}

bool tail_unpack(void *pool, struct slice bytes, struct derived_holding *h)
{
	struct unpacking r = unpacking_of(pool, bytes);
	struct derived_holding t = *h;

	if (unpack_number(&r) != PACKED_FORM)
		return false;
	t.brl.realized_by_month = unpack_months(&r, NULL);
	t.income.by_month = unpack_months(&r, NULL);
	t.flows = get_flows(&r, &t.n_flows);
	t.entries = get_entries(&r, &t.n_entries);
	t.steps = unpack_steps(&r, &t.n_steps);
	t.tickers = get_tickers(&r, &t.n_tickers);
	t.splits = get_splits(&r, &t.n_splits, t.n_tickers);
	if (r.bad || r.p != r.end)
		return false;
	*h = t;
	return true;
}
