/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packed.c: derived figures as bytes, to be kept.
 *
 * A writer and a reader for each struct stand side by side, so that a field is added to both.  The
 * reader trusts nothing: every count is bounded by the bytes that are left, and past the end all
 * reads give zero and `bad`.
 */
#include "config.h"

#include "calc/packed.h"

#include "core/pool.h"

#define FORM 1

struct reader {
	void *pool;
	const unsigned char *p, *end;
	bool bad;
};

/* ---- integers ---- */

static void put(struct buf *b, uint64_t v)
{
	char *p = buf_room(b, 10);
	size_t n = 0;

	for (; v >= 0x80; v >>= 7)
		p[n++] = (char)(v | 0x80);
	p[n++] = (char)v;
	b->n += n;
}

static uint64_t get(struct reader *r)
{
	uint64_t v = 0;

	for (int shift = 0; shift < 64 && r->p < r->end; shift += 7) {
		unsigned char c = *r->p++;

		v |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return v;
	}
	r->bad = true;
	return 0;
}

static void put_signed(struct buf *b, int64_t v)
{
	put(b, ((uint64_t)v << 1) ^ (v < 0 ? UINT64_MAX : 0));
}

static int64_t get_signed(struct reader *r)
{
	uint64_t v = get(r);

	return (int64_t)((v >> 1) ^ (v & 1 ? UINT64_MAX : 0));
}

/* 128 bits: the low 63 with a mark in the lowest bit where a high part follows. */
static void put_wide(struct buf *b, wide v)
{
	int64_t low = (int64_t)v;

	if (v == low && low >= INT64_MIN / 4 && low <= INT64_MAX / 4) {
		put_signed(b, (int64_t)((uint64_t)low << 1));
		return;
	}
	put_signed(b, (int64_t)((uint64_t)(v >> 62) << 1 | 1));
	put(b, (uint64_t)v & ((UINT64_C(1) << 62) - 1));
}

static wide get_wide(struct reader *r)
{
	int64_t first = get_signed(r);

	if (!(first & 1))
		return first / 2;
	return (wide)(first >> 1) * ((wide)1 << 62) + (wide)get(r);
}

/* How many elements of at least @least bytes each. */
static size_t get_count(struct reader *r, size_t least)
{
	uint64_t n = get(r);

	if (n > (uint64_t)(r->end - r->p) / least) {
		r->bad = true;
		return 0;
	}
	return (size_t)n;
}

static void put_text(struct buf *b, const char *s)
{
	size_t n = s ? strlen(s) : 0;

	put(b, s ? n + 1 : 0);
	if (n)
		buf_put(b, s, n);
}

static const char *get_text(struct reader *r)
{
	size_t n = (size_t)get(r);
	const char *s;

	if (!n)
		return NULL;
	if (n - 1 > (size_t)(r->end - r->p)) {
		r->bad = true;
		return NULL;
	}
	r->bad |= !text_valid((struct slice){ (const char *)r->p, n - 1 }, NULL);
	s = pool_strndup(r->pool, (const char *)r->p, n - 1);
	r->p += n - 1;
	return s;
}

/* Days of a list, each told from the one before. */
static void put_day(struct buf *b, struct day d, struct day *before)
{
	put_signed(b, (int64_t)d.n - before->n);
	*before = d;
}

static struct day get_day(struct reader *r, struct day *before)
{
	before->n = (int32_t)((uint32_t)before->n + (uint32_t)get_signed(r));
	r->bad |= day_before(*before, DAY_FAR_PAST) || day_before(DAY_FAR_FUTURE, *before);
	return *before;
}

/* ---- lists ---- */

/* @holders: how many holdings have each month, or NULL. */
static void put_months(struct buf *b, const struct months *m, const size_t *holders)
{
	int before = 0;

	put(b, m->n);
	for (size_t i = 0; i < m->n; i++) {
		put_signed(b, m->items[i].month.n - before);
		put_wide(b, m->items[i].amount.e8);
		if (holders)
			put(b, holders[i]);
		before = m->items[i].month.n;
	}
}

static struct months get_months(struct reader *r, size_t **holders)
{
	struct months m = { .n = get_count(r, 2) };
	int before = 0;

	m.items = pool_array(r->pool, struct month_amount, m.n);
	if (holders)
		*holders = pool_array(r->pool, size_t, m.n);
	for (size_t i = 0; i < m.n; i++) {
		before = (int)((unsigned)before + (unsigned)get_signed(r));
		r->bad |=
			before < day_month(DAY_FAR_PAST).n || before > day_month(DAY_FAR_FUTURE).n;
		m.items[i] = (struct month_amount){ { before }, { get_wide(r) } };
		if (holders)
			(*holders)[i] = (size_t)get(r);
	}
	return m;
}

enum { STEP_COST_KNOWN = 1 };

static void put_steps(struct buf *b, const struct fold_step *s, size_t n)
{
	struct day before = { 0 };

	put(b, n);
	for (size_t i = 0; i < n; i++) {
		put_day(b, s[i].day, &before);
		put(b, s[i].cost_known ? STEP_COST_KNOWN : 0);
		put_signed(b, s[i].qty.e8);
		put_wide(b, s[i].cost.e8);
	}
}

static const struct fold_step *get_steps(struct reader *r, size_t *n)
{
	struct day before = { 0 };
	struct fold_step *s;

	*n = get_count(r, 4);
	s = pool_array(r->pool, struct fold_step, *n);
	for (size_t i = 0; i < *n; i++) {
		s[i].day = get_day(r, &before);
		s[i].cost_known = get(r) & STEP_COST_KNOWN;
		s[i].qty.e8 = get_signed(r);
		s[i].cost.e8 = get_wide(r);
	}
	return s;
}

/* Those of days past @after: what an older derived still has of earlier ones is left out. */
static void put_rows(struct buf *b, const struct ledger_row *rows, size_t n, struct day after)
{
	struct day before = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += day_before(after, rows[i].day);
	put(b, count);
	for (size_t i = 0; i < n; i++) {
		const struct ledger_row *row = &rows[i];

		if (!day_before(after, row->day))
			continue;
		put_day(b, row->day, &before);
		put(b, (uint64_t)row->kind << 4 | (uint64_t)row->event << 1 | row->price_known);
		put_signed(b, row->qty.e8);
		put_wide(b, row->price.e12);
		put_wide(b, row->fees.e8);
		put_signed(b, row->ratio_e12);
	}
}

static const struct ledger_row *get_rows(struct reader *r, size_t *n)
{
	struct day before = { 0 };
	struct ledger_row *rows;

	*n = get_count(r, 6);
	rows = pool_array(r->pool, struct ledger_row, *n);
	for (size_t i = 0; i < *n; i++) {
		struct ledger_row *row = &rows[i];
		uint64_t what;

		row->day = get_day(r, &before);
		what = get(r);
		row->kind = (enum row_kind)(what >> 4 & 3);
		row->event = (enum event_kind)(what >> 1 & 7);
		row->price_known = what & 1;
		r->bad |= row->event > EVENT_FRACTION;
		row->qty.e8 = get_signed(r);
		row->price.e12 = get_wide(r);
		row->fees.e8 = get_wide(r);
		row->ratio_e12 = get_signed(r);
	}
	return rows;
}

static void put_lots(struct buf *b, const struct accrual_lots *lots)
{
	struct day before = { 0 };

	put(b, lots->n);
	put_signed(b, lots->qty.e8);
	for (size_t i = 0; i < lots->n; i++) {
		const struct accrual_step *s = &lots->steps[i];

		put_day(b, s->day, &before);
		put(b, (uint64_t)s->kind << 1 | s->unit_known);
		switch (s->kind) {
		case ACCRUAL_LOT:
			put_signed(b, s->qty.e8);
			put_wide(b, s->unit.e12);
			break;
		case ACCRUAL_REDEEM:
			put_signed(b, s->qty.e8);
			put_signed(b, s->of.e8);
			break;
		case ACCRUAL_PAY:
			put_wide(b, s->paid.e8);
			break;
		case ACCRUAL_SPLIT:
			put_signed(b, s->qty.e8);
			put_signed(b, s->ratio.n);
			put_signed(b, s->ratio.d);
			break;
		}
	}
}

static void get_lot_step(struct reader *r, struct accrual_step *s)
{
	uint64_t what = get(r);

	s->kind = (enum accrual_step_kind)(what >> 1 & 3);
	s->unit_known = what & 1;
	switch (s->kind) {
	case ACCRUAL_LOT:
		s->qty.e8 = get_signed(r);
		s->unit.e12 = get_wide(r);
		break;
	case ACCRUAL_REDEEM:
		s->qty.e8 = get_signed(r);
		s->of.e8 = get_signed(r);
		r->bad |= s->of.e8 <= 0;
		break;
	case ACCRUAL_PAY:
		s->paid.e8 = get_wide(r);
		break;
	case ACCRUAL_SPLIT:
		s->qty.e8 = get_signed(r);
		s->ratio.n = get_signed(r);
		s->ratio.d = get_signed(r);
		r->bad |= s->ratio.n <= 0 || s->ratio.d <= 0;
		break;
	}
}

static void get_lots(struct reader *r, struct accrual_lots *lots)
{
	struct day before = { 0 };
	struct accrual_step *s;

	lots->n = get_count(r, 3);
	lots->qty.e8 = get_signed(r);
	s = pool_array(r->pool, struct accrual_step, lots->n);
	for (size_t i = 0; i < lots->n; i++) {
		s[i].day = get_day(r, &before);
		get_lot_step(r, &s[i]);
	}
	lots->steps = s;
}

/* ---- assets ---- */

static void put_asset(struct buf *b, const struct ledger_asset *a)
{
	buf_put(b, (const char *)a->id.b, sizeof(a->id.b));
	put(b, (uint64_t)a->type << 2 | (uint64_t)a->currency << 1 | a->decline_events);
	put_text(b, a->symbol);
	put_text(b, a->name);
	put_text(b, a->meta);
}

static void get_asset(struct reader *r, struct ledger_asset *a)
{
	uint64_t what;

	if ((size_t)(r->end - r->p) < sizeof(a->id.b)) {
		r->bad = true;
		return;
	}
	memcpy(a->id.b, r->p, sizeof(a->id.b));
	r->p += sizeof(a->id.b);
	what = get(r);
	a->type = (enum asset_type)(what >> 2);
	a->currency = what & 2 ? CURRENCY_USD : CURRENCY_BRL;
	a->decline_events = what & 1;
	a->symbol = get_text(r);
	a->name = get_text(r);
	a->meta = get_text(r);
	r->bad |= !a->symbol || a->type >= ASSET_TYPES;
}

/* ---- positions ---- */

enum {
	POS_COST_KNOWN = 1,
	POS_BASIS_KNOWN = 2,
	POS_REALIZED_KNOWN = 4,
	POS_HAS_ROWS = 8,
};

static void put_position(struct buf *b, const struct position *p)
{
	struct day before = { 0 };

	put(b, (p->cost_known ? POS_COST_KNOWN : 0) | (p->basis_known ? POS_BASIS_KNOWN : 0) |
		       (p->realized_known ? POS_REALIZED_KNOWN : 0) |
		       (p->has_rows ? POS_HAS_ROWS : 0));
	put_signed(b, p->qty.e8);
	put_wide(b, p->cost.e8);
	put_wide(b, p->realized.e8);
	put_signed(b, p->short_qty.e8);
	put(b, p->tx_count);
	put_day(b, p->added, &before);
	put(b, p->n_uncovered);
	for (size_t i = 0; i < p->n_uncovered; i++) {
		put_day(b, p->uncovered[i].day, &before);
		put_signed(b, p->uncovered[i].qty.e8);
	}
}

static void get_position(struct reader *r, struct position *p)
{
	struct day before = { 0 };
	uint64_t known = get(r);

	p->cost_known = known & POS_COST_KNOWN;
	p->basis_known = known & POS_BASIS_KNOWN;
	p->realized_known = known & POS_REALIZED_KNOWN;
	p->has_rows = known & POS_HAS_ROWS;
	p->qty.e8 = get_signed(r);
	p->cost.e8 = get_wide(r);
	p->realized.e8 = get_wide(r);
	p->short_qty.e8 = get_signed(r);
	p->tx_count = (size_t)get(r);
	p->added = get_day(r, &before);
	p->n_uncovered = get_count(r, 2);
	p->uncovered = pool_array(r->pool, struct uncovered, p->n_uncovered);
	for (size_t i = 0; i < p->n_uncovered; i++) {
		p->uncovered[i].day = get_day(r, &before);
		p->uncovered[i].qty.e8 = get_signed(r);
	}
}

static void put_applied(struct buf *b, const struct applied_event *e, size_t n)
{
	struct day before = { 0 };

	put(b, n);
	for (size_t i = 0; i < n; i++) {
		put_text(b, e[i].symbol);
		put_day(b, e[i].ex_day, &before);
		put(b, e[i].kind);
		put_signed(b, e[i].ratio.n);
		put_signed(b, e[i].ratio.d);
		put_signed(b, e[i].qty.e8);
	}
}

static const struct applied_event *get_applied(struct reader *r, size_t *n)
{
	struct day before = { 0 };
	struct applied_event *e;

	*n = get_count(r, 6);
	e = pool_array(r->pool, struct applied_event, *n);
	for (size_t i = 0; i < *n; i++) {
		e[i].symbol = get_text(r);
		e[i].ex_day = get_day(r, &before);
		e[i].kind = get(r) == EVENT_BONUS ? EVENT_BONUS : EVENT_SPLIT;
		e[i].ratio.n = get_signed(r);
		e[i].ratio.d = get_signed(r);
		e[i].qty.e8 = get_signed(r);
		r->bad |= !e[i].symbol || e[i].ratio.d <= 0;
	}
	return e;
}

/* ---- holdings ---- */

enum { HOLDS_SUCCEEDED = 1, HOLDS_FLOWS_KNOWN = 2, HOLDS_TAXED = 4 };

static void put_merged(struct buf *b, const struct ledger *ledger, const struct derived_holding *h)
{
	put(b, h->n_merged);
	for (size_t i = 0; i < h->n_merged; i++)
		put(b, (uint64_t)(h->merged[i] - ledger->assets));
}

static const struct ledger_asset *get_index(struct reader *r, const struct ledger *ledger)
{
	uint64_t i = get(r);

	if (i < ledger->n_assets)
		return &ledger->assets[i];
	r->bad = true;
	return NULL;
}

static void get_merged(struct reader *r, const struct ledger *ledger, struct derived_holding *h)
{
	h->n_merged = get_count(r, 1);
	if (!h->n_merged)
		return;
	h->merged_from = pool_array(r->pool, const char *, h->n_merged);
	h->merged = pool_array(r->pool, const struct ledger_asset *, h->n_merged);
	for (size_t i = 0; i < h->n_merged; i++) {
		h->merged[i] = get_index(r, ledger);
		if (h->merged[i])
			h->merged_from[i] = h->merged[i]->symbol;
	}
}

/* The steps that prices of the last RECENT_DAYS are compared with: those days' and the one before. */
static size_t first_recent_step(const struct derived *d, const struct derived_holding *h)
{
	struct day after = day_plus(d->as_of, -RECENT_DAYS);
	size_t i = h->n_steps;

	while (i && day_before(after, h->steps[i - 1].day))
		i--;
	return i ? i - 1 : 0;
}

static void put_holding(struct buf *b, const struct ledger *ledger, const struct derived *d,
			const struct derived_holding *h)
{
	struct day epoch = { 0 };
	size_t step = first_recent_step(d, h);

	put(b, (uint64_t)(h->head - ledger->assets));
	put(b, (h->succeeded ? HOLDS_SUCCEEDED : 0) | (h->flows_known ? HOLDS_FLOWS_KNOWN : 0) |
		       (h->taxed ? HOLDS_TAXED : 0));
	put_text(b, str_eq(h->current, h->head->symbol) ? NULL : h->current);
	put(b, h->current_type);
	if (h->succeeded)
		put_day(b, h->succession_day, &epoch);
	put_merged(b, ledger, h);
	put_position(b, &h->brl);
	if (h->head->currency != CURRENCY_BRL)
		put_position(b, &h->native);
	put_wide(b, h->income.received.e8);
	put_wide(b, h->native_income.e8);
	put_rows(b, h->recent, h->n_recent, day_plus(d->as_of, -RECENT_DAYS));
	put_steps(b, h->steps + step, h->n_steps - step);
	put_applied(b, h->applied, h->n_applied);
	put_lots(b, &h->lots);
}

static void get_holding(struct reader *r, const struct ledger *ledger, struct derived_holding *h)
{
	struct day epoch = { 0 };
	uint64_t what;

	h->head = get_index(r, ledger);
	if (!h->head)
		return;
	what = get(r);
	h->succeeded = what & HOLDS_SUCCEEDED;
	h->flows_known = what & HOLDS_FLOWS_KNOWN;
	h->taxed = what & HOLDS_TAXED;
	h->current = get_text(r);
	if (!h->current)
		h->current = h->head->symbol;
	what = get(r);
	r->bad |= what >= ASSET_TYPES;
	h->current_type = (enum asset_type)(what % ASSET_TYPES);
	if (h->succeeded)
		h->succession_day = get_day(r, &epoch);
	get_merged(r, ledger, h);
	get_position(r, &h->brl);
	if (h->head->currency != CURRENCY_BRL)
		get_position(r, &h->native);
	h->income.received.e8 = get_wide(r);
	h->native_income.e8 = get_wide(r);
	h->recent = get_rows(r, &h->n_recent);
	h->steps = get_steps(r, &h->n_steps);
	h->applied = get_applied(r, &h->n_applied);
	get_lots(r, &h->lots);
}

/* ---- the head ---- */

static void put_flow_sums(struct buf *b, const struct derived *d)
{
	struct day before = { 0 };

	put(b, d->n_flows);
	for (size_t i = 0; i < d->n_flows; i++) {
		put_day(b, d->flows[i].day, &before);
		put_wide(b, d->flows[i].amount.e8);
	}
}

static void get_flow_sums(struct reader *r, struct derived *d)
{
	struct day before = { 0 };

	d->n_flows = get_count(r, 2);
	d->flows = pool_array(r->pool, struct flow, d->n_flows + 1);
	for (size_t i = 0; i < d->n_flows; i++) {
		d->flows[i].day = get_day(r, &before);
		d->flows[i].amount.e8 = get_wide(r);
	}
}

void head_pack(struct buf *out, const struct ledger *ledger, const struct derived *d)
{
	struct day epoch = { 0 };

	put(out, FORM);
	put_day(out, d->as_of, &epoch);
	put_day(out, d->until, &epoch);
	put(out, ledger->n_assets);
	for (size_t i = 0; i < ledger->n_assets; i++)
		put_asset(out, &ledger->assets[i]);
	put(out, d->n);
	for (size_t i = 0; i < d->n; i++)
		put_holding(out, ledger, d, &d->holdings[i]);
	put_flow_sums(out, d);
	put_months(out, &d->realized_by_month, d->realized_holders);
	put_months(out, &d->income_by_month, d->income_holders);
}

/* The form, the days and the assets, with which a head begins. */
static struct ledger_asset *get_assets(struct reader *r, struct derived *d, size_t *n)
{
	struct day epoch = { 0 };
	struct ledger_asset *assets;

	*n = 0;
	if (get(r) != FORM) {
		r->bad = true;
		return NULL;
	}
	d->as_of = get_day(r, &epoch);
	d->until = get_day(r, &epoch);
	*n = get_count(r, sizeof(assets->id.b) + 4);
	assets = pool_array(r->pool, struct ledger_asset, *n);
	for (size_t i = 0; i < *n && !r->bad; i++)
		get_asset(r, &assets[i]);
	return assets;
}

bool head_assets(void *pool, struct slice bytes, struct ledger_asset **assets, size_t *n)
{
	struct reader r = { .pool = pool,
			    .p = (const unsigned char *)bytes.p,
			    .end = (const unsigned char *)bytes.p + bytes.n };
	struct derived ignored = { 0 };

	*assets = get_assets(&r, &ignored, n);
	return !r.bad;
}

bool head_unpack(void *pool, struct slice bytes, struct ledger_asset **assets_out, size_t *n_assets,
		 struct derived *derived)
{
	struct reader r = { .pool = pool,
			    .p = (const unsigned char *)bytes.p,
			    .end = (const unsigned char *)bytes.p + bytes.n };
	struct ledger_asset *assets;
	struct derived d = { 0 };
	struct ledger l = { 0 };

	assets = get_assets(&r, &d, &l.n_assets);
	if (r.bad)
		return false;
	l.assets = assets;
	d.n = get_count(&r, 16);
	d.holdings = pool_array(pool, struct derived_holding, d.n);
	for (size_t i = 0; i < d.n && !r.bad; i++)
		get_holding(&r, &l, &d.holdings[i]);
	if (r.bad)
		return false;
	get_flow_sums(&r, &d);
	d.realized_by_month = get_months(&r, &d.realized_holders);
	d.income_by_month = get_months(&r, &d.income_holders);
	if (r.bad || r.p != r.end)
		return false;
	derived_gather(pool, &d);
	*assets_out = assets;
	*n_assets = l.n_assets;
	*derived = d;
	return true;
}

/* ---- a tail ---- */

enum { FLOW_IS_KNOWN = 8, FLOW_AT_MARKET = 16 };

static void put_flows(struct buf *b, const struct fold_flow *f, size_t n)
{
	struct day before = { 0 };

	put(b, n);
	for (size_t i = 0; i < n; i++) {
		put_day(b, f[i].day, &before);
		put(b, (uint64_t)f[i].kind | (f[i].known ? FLOW_IS_KNOWN : 0) |
			       (f[i].at_market ? FLOW_AT_MARKET : 0));
		put_wide(b, f[i].amount.e8);
		put_signed(b, f[i].qty.e8);
	}
}

static const struct fold_flow *get_flows(struct reader *r, size_t *n)
{
	struct day before = { 0 };
	struct fold_flow *f;

	*n = get_count(r, 4);
	f = pool_array(r->pool, struct fold_flow, *n);
	for (size_t i = 0; i < *n; i++) {
		uint64_t what;

		f[i].day = get_day(r, &before);
		what = get(r);
		f[i].kind = (enum flow_kind)(what & 7);
		f[i].known = what & FLOW_IS_KNOWN;
		f[i].at_market = what & FLOW_AT_MARKET;
		f[i].amount.e8 = get_wide(r);
		f[i].qty.e8 = get_signed(r);
		r->bad |= f[i].kind > FLOW_SHORT_RESULT;
	}
	return f;
}

static void put_entries(struct buf *b, const struct income_entry *e, size_t n)
{
	struct day before = { 0 };

	put(b, n);
	for (size_t i = 0; i < n; i++) {
		put_day(b, e[i].pay_day, &before);
		put(b, (uint64_t)e[i].kind << 2 | (e[i].net_known ? 2 : 0) | e[i].from_calendar);
		put_wide(b, e[i].net.e8);
		put_wide(b, e[i].native_net.e8);
	}
}

static const struct income_entry *get_entries(struct reader *r, size_t *n)
{
	struct day before = { 0 };
	struct income_entry *e;

	*n = get_count(r, 4);
	e = pool_array(r->pool, struct income_entry, *n);
	for (size_t i = 0; i < *n; i++) {
		uint64_t what;

		e[i].pay_day = get_day(r, &before);
		what = get(r);
		e[i].kind = (enum income_kind)(what >> 2 & 7);
		e[i].net_known = what & 2;
		e[i].from_calendar = what & 1;
		e[i].net.e8 = get_wide(r);
		e[i].native_net.e8 = get_wide(r);
		r->bad |= e[i].kind > INCOME_CAPITAL_RETURN;
	}
	return e;
}

/* Tickers of a holding, each with what was held under it while it traded. */
static void put_papers(struct buf *b, const struct derived_holding *h)
{
	put(b, h->n_papers);
	for (size_t i = 0; i < h->n_papers; i++) {
		const struct derived_paper *p = &h->papers[i];
		struct day before = { 0 };

		put_text(b, p->symbol);
		put_day(b, p->until, &before);
		put(b, p->held.n);
		for (size_t k = 0; k < p->held.n; k++) {
			put_day(b, p->held.items[k].day, &before);
			put_signed(b, p->held.items[k].qty.e8);
		}
	}
}

static const struct derived_paper *get_papers(struct reader *r, size_t *n)
{
	struct derived_paper *papers;

	*n = get_count(r, 4);
	papers = pool_array(r->pool, struct derived_paper, *n);
	for (size_t i = 0; i < *n && !r->bad; i++) {
		struct derived_paper *p = &papers[i];
		struct day before = { 0 };

		p->symbol = get_text(r);
		p->until = get_day(r, &before);
		p->held.n = get_count(r, 2);
		p->held.items = pool_array(r->pool, struct qty_step, p->held.n);
		for (size_t k = 0; k < p->held.n; k++) {
			p->held.items[k].day = get_day(r, &before);
			p->held.items[k].qty.e8 = get_signed(r);
		}
		r->bad |= !p->symbol;
	}
	r->bad |= !*n;
	return papers;
}

static void put_splits(struct buf *b, const struct own_split *s, size_t n)
{
	struct day before = { 0 };

	put(b, n);
	for (size_t i = 0; i < n; i++) {
		put_day(b, s[i].day, &before);
		put_signed(b, s[i].ratio.n);
		put_signed(b, s[i].ratio.d);
		put(b, s[i].paper);
	}
}

static const struct own_split *get_splits(struct reader *r, size_t *n, size_t n_papers)
{
	struct day before = { 0 };
	struct own_split *s;

	*n = get_count(r, 4);
	s = pool_array(r->pool, struct own_split, *n);
	for (size_t i = 0; i < *n; i++) {
		s[i].day = get_day(r, &before);
		s[i].ratio.n = get_signed(r);
		s[i].ratio.d = get_signed(r);
		s[i].paper = (size_t)get(r);
		r->bad |= s[i].ratio.n <= 0 || s[i].ratio.d <= 0 || s[i].paper >= n_papers;
	}
	return s;
}

void tail_pack(struct buf *out, const struct derived_holding *h)
{
	put(out, FORM);
	put_months(out, &h->brl.realized_by_month, NULL);
	put_months(out, &h->income.by_month, NULL);
	put_flows(out, h->flows, h->n_flows);
	put_entries(out, h->entries, h->n_entries);
	put_steps(out, h->steps, h->n_steps);
	put_papers(out, h);
	put_splits(out, h->splits, h->n_splits);
}

bool tail_unpack(void *pool, struct slice bytes, struct derived_holding *h)
{
	struct reader r = { .pool = pool,
			    .p = (const unsigned char *)bytes.p,
			    .end = (const unsigned char *)bytes.p + bytes.n };
	struct derived_holding t = *h;

	if (get(&r) != FORM)
		return false;
	t.brl.realized_by_month = get_months(&r, NULL);
	t.income.by_month = get_months(&r, NULL);
	t.flows = get_flows(&r, &t.n_flows);
	t.entries = get_entries(&r, &t.n_entries);
	t.steps = get_steps(&r, &t.n_steps);
	t.papers = get_papers(&r, &t.n_papers);
	t.splits = get_splits(&r, &t.n_splits, t.n_papers);
	if (r.bad || r.p != r.end)
		return false;
	*h = t;
	return true;
}
