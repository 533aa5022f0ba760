/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pack_head.c: the figures of a detail as bytes.
 *
 * Writer and reader are side by side, so that a field is added to both.  A head derived from an
 * unpacked one usually differs by one trade: unchanged parts are copied.
 */
#include "config.h"

#include "calc/history/pack_holding.h"
#include "calc/history/packed.h"
#include "core/pool.h"

/* Number of flows between two marks. */
#define FLOWS_APART 64

/* The parts of a head that can be copied when it is packed again. */
struct packed_head {
	struct day as_of;
	const struct ledger_asset *assets; /* as they were unpacked */
	size_t n_assets;
	const struct flow *flows;
	size_t n_flows;
	struct slice asset_bytes, flow_bytes; /* without their counts */
	const size_t *marks; /* offsets of flow 0, FLOWS_APART, ..., up to n_flows */
};

/* ---- assets ---- */

static void put_asset(struct buf *b, const struct ledger_asset *a)
{
	buf_put(b, (const char *)a->id.b, sizeof(a->id.b));
	pack_number(b, (uint64_t)a->type << 2 | (uint64_t)a->currency << 1 | a->decline_events);
	pack_text(b, a->symbol);
	pack_text(b, a->name);
	pack_text(b, a->meta);
	pack_text(b, a->contract);
}

static void get_asset(struct unpacking *r, struct ledger_asset *a)
{
	uint64_t what;

	if ((size_t)(r->end - r->p) < sizeof(a->id.b)) {
		r->bad = true;
		return;
	}
	memcpy(a->id.b, r->p, sizeof(a->id.b));
	r->p += sizeof(a->id.b);
	what = unpack_number(r);
	a->type = (enum asset_type)(what >> 2);
	a->currency = what & 2 ? CURRENCY_USD : CURRENCY_BRL;
	a->decline_events = what & 1;
	a->symbol = unpack_text(r);
	a->name = unpack_text(r);
	a->meta = unpack_text(r);
	a->contract = unpack_text(r);
	r->bad |= !a->symbol || a->type >= ASSET_TYPES;
}

/* ---- the head ---- */

/* Those in [@from, @to). */
static void put_flows(struct buf *b, const struct flow *flows, size_t from, size_t to)
{
	struct day before = { from ? flows[from - 1].day.n : 0 };

	for (size_t i = from; i < to; i++) {
		pack_day(b, flows[i].day, &before);
		pack_cents(b, flows[i].amount);
	}
}

static bool same_flow(const struct flow *a, const struct flow *b)
{
	return day_same(a->day, b->day) && a->amount.e8 == b->amount.e8;
}

/*
 * Copied up to the mark before the first changed flow, and from a mark after the last one.  The flow at
 * that mark is stored relative to the one before it, which must be unchanged too.
 */
static void put_flow_sums(struct buf *b, const struct derived *d)
{
	const struct packed_head *was = d->packed;
	size_t n = d->n_flows, n_was, front = 0, back = 0;
	size_t mark, mark_behind; /* in the old bytes */

	pack_number(b, n);
	if (!was) {
		put_flows(b, d->flows, 0, n);
		return;
	}
	n_was = was->n_flows;
	while (front < n && front < n_was && same_flow(&d->flows[front], &was->flows[front]))
		front++;
	while (front + back < n && front + back < n_was &&
	       same_flow(&d->flows[n - 1 - back], &was->flows[n_was - 1 - back]))
		back++;
	mark = front / FLOWS_APART;
	mark_behind = (n_was - back) / FLOWS_APART + 1;
	buf_put(b, was->flow_bytes.p, was->marks[mark]);
	if (mark_behind * FLOWS_APART >= n_was) {
		put_flows(b, d->flows, mark * FLOWS_APART, n);
		return;
	}
	put_flows(b, d->flows, mark * FLOWS_APART, mark_behind * FLOWS_APART + n - n_was);
	buf_put(b, was->flow_bytes.p + was->marks[mark_behind],
		was->flow_bytes.n - was->marks[mark_behind]);
}

static void get_flow_sums(struct unpacking *r, struct derived *d, struct packed_head *packed)
{
	struct day before = { 0 };
	const unsigned char *first;
	size_t *marks;

	d->n_flows = unpack_count(r, 2);
	d->flows = pool_array(r->pool, struct flow, d->n_flows + 1);
	marks = pool_array(r->pool, size_t, d->n_flows / FLOWS_APART + 1);
	first = r->p;
	for (size_t i = 0; i <= d->n_flows; i++) {
		if (i % FLOWS_APART == 0)
			marks[i / FLOWS_APART] = (size_t)(r->p - first);
		if (i == d->n_flows)
			break;
		d->flows[i].day = unpack_day(r, &before);
		d->flows[i].amount = unpack_cents(r);
		r->bad |= i && !day_before(d->flows[i - 1].day,
					   before); /* ascending: ends bound tables */
	}
	packed->flows = d->flows;
	packed->n_flows = d->n_flows;
	packed->flow_bytes = (struct slice){ (const char *)first, (size_t)(r->p - first) };
	packed->marks = marks;
}

/* Whether they are the unpacked ones, with the very same texts. */
static bool assets_stand(const struct packed_head *was, const struct ledger *l)
{
	if (!was || was->n_assets != l->n_assets)
		return false;
	for (size_t i = 0; i < l->n_assets; i++) {
		const struct ledger_asset *a = &l->assets[i], *b = &was->assets[i];

		if (!uuid_same(a->id, b->id) || a->type != b->type || a->currency != b->currency ||
		    a->decline_events != b->decline_events || a->symbol != b->symbol ||
		    a->name != b->name || a->meta != b->meta || a->contract != b->contract)
			return false;
	}
	return true;
}

void head_pack(struct buf *out, const struct ledger *ledger, const struct derived *d)
{
	bool assets = assets_stand(d->packed, ledger); /* holdings store asset indices */
	bool holdings = assets && day_same(d->as_of, d->packed->as_of);
	struct day epoch = { 0 };
	size_t start = out->n;

	pack_number(out, PACKED_FORM);
	pack_day(out, d->as_of, &epoch);
	pack_day(out, d->until, &epoch);
	pack_number(out, ledger->n_assets);
	if (assets)
		buf_put(out, d->packed->asset_bytes.p, d->packed->asset_bytes.n);
	for (size_t i = 0; !assets && i < ledger->n_assets; i++)
		put_asset(out, &ledger->assets[i]);
	pack_number(out, d->n);
	for (size_t i = 0; i < d->n; i++) {
		const struct derived_holding *h = &d->holdings[i];

		if (holdings && h->packed.n)
			buf_put(out, h->packed.p, h->packed.n);
		else
			pack_holding(out, ledger, d, h);
	}
	put_flow_sums(out, d);
	pack_months(out, &d->realized_by_month, d->realized_holders);
	pack_months(out, &d->income_by_month, d->income_holders);
	pack_checksum(out, start);
}

/* The version, the days and the assets at the beginning of a head. */
static struct ledger_asset *get_assets(struct unpacking *r, struct derived *d, size_t *n,
				       struct slice *bytes)
{
	struct day epoch = { 0 };
	struct ledger_asset *assets;
	const unsigned char *first;

	*n = 0;
	if (unpack_number(r) != PACKED_FORM) {
		r->bad = true;
		return NULL;
	}
	d->as_of = unpack_day(r, &epoch);
	d->until = unpack_day(r, &epoch);
	*n = unpack_count(r, sizeof(assets->id.b) + 4);
	assets = pool_array(r->pool, struct ledger_asset, *n);
	first = r->p;
	for (size_t i = 0; i < *n && !r->bad; i++)
		get_asset(r, &assets[i]);
	*bytes = (struct slice){ (const char *)first, (size_t)(r->p - first) };
	return assets;
}

bool head_assets(void *pool, struct slice bytes, struct ledger_asset **assets, size_t *n)
{
	struct unpacking r = unpacking_of(pool, bytes);
	struct derived ignored = { 0 };
	struct slice asset_bytes;

	*assets = get_assets(&r, &ignored, n, &asset_bytes);
	return !r.bad;
}

bool head_unpack(void *pool, struct slice bytes, struct ledger_asset **assets_out, size_t *n_assets,
		 struct derived *derived)
{
	struct packed_head *packed = pool_zero(pool, struct packed_head);
	struct unpacking r = unpacking_of(pool, bytes);
	struct ledger_asset *assets;
	struct derived d = { .packed = packed };
	struct ledger l = { 0 };

	assets = get_assets(&r, &d, &l.n_assets, &packed->asset_bytes);
	if (r.bad)
		return false;
	packed->as_of = d.as_of;
	packed->assets = l.assets = assets;
	packed->n_assets = l.n_assets;
	d.n = unpack_count(&r, 16);
	d.holdings = pool_array(pool, struct derived_holding, d.n);
	for (size_t i = 0; i < d.n && !r.bad; i++)
		unpack_holding(&r, &l, &d.holdings[i]);
	if (r.bad)
		return false;
	get_flow_sums(&r, &d, packed);
	d.realized_by_month = unpack_months(&r, &d.realized_holders);
	d.income_by_month = unpack_months(&r, &d.income_holders);
	if (r.bad || r.p != r.end)
		return false;
	derived_gather(pool, &d);
	*assets_out = assets;
	*n_assets = l.n_assets;
	*derived = d;
	return true;
}
