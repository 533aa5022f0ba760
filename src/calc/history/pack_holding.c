/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pack_holding.c: the figures of one holding in a detail as bytes.
 *
 * Writer and reader of each struct are side by side, so that a field is added to both.
 */
#include "config.h"

#include "calc/history/pack_holding.h"

#include "core/pool.h"

/* ---- lists ---- */

/* Those after @after: an older state may still have earlier ones. */
static bool is_recent(const struct ledger_row *row, struct day after)
{
	return day_before(after, row->day) || row->kind == ROW_SPLIT;
}

static void put_rows(struct buf *b, const struct ledger_row *rows, size_t n, struct day after)
{
	struct day before = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += is_recent(&rows[i], after);
	pack_number(b, count);
	for (size_t i = 0; i < n; i++) {
		const struct ledger_row *row = &rows[i];

		if (!is_recent(row, after))
			continue;
		pack_day(b, row->day, &before);
		pack_number(b, (uint64_t)row->kind << 4 | (uint64_t)row->event << 1 |
				       row->price_known);
		pack_signed(b, row->qty.e8);
		pack_wide(b, row->price.e12);
		pack_wide(b, row->fees.e8);
		pack_signed(b, row->ratio_e12);
	}
}

static const struct ledger_row *get_rows(struct unpacking *r, size_t *n)
{
	struct day before = { 0 };
	struct ledger_row *rows;

	*n = unpack_count(r, 6);
	rows = pool_array(r->pool, struct ledger_row, *n);
	for (size_t i = 0; i < *n; i++) {
		struct ledger_row *row = &rows[i];
		uint64_t what;

		row->day = unpack_day(r, &before);
		what = unpack_number(r);
		row->kind = (enum row_kind)(what >> 4 & 3);
		row->event = (enum event_kind)(what >> 1 & 7);
		row->price_known = what & 1;
		r->bad |= row->event > EVENT_EXERCISE;
		row->qty.e8 = unpack_signed(r);
		row->price.e12 = unpack_wide(r);
		row->fees.e8 = unpack_wide(r);
		row->ratio_e12 = unpack_signed(r);
	}
	return rows;
}

static void put_lots(struct buf *b, const struct accrual_lots *lots)
{
	struct day before = { 0 };

	pack_number(b, lots->n);
	pack_signed(b, lots->qty.e8);
	for (size_t i = 0; i < lots->n; i++) {
		const struct accrual_step *s = &lots->steps[i];

		pack_day(b, s->day, &before);
		pack_number(b, (uint64_t)s->kind << 1 | s->unit_known);
		switch (s->kind) {
		case ACCRUAL_LOT:
			pack_signed(b, s->qty.e8);
			pack_wide(b, s->unit.e12);
			break;
		case ACCRUAL_REDEEM:
			pack_signed(b, s->qty.e8);
			pack_signed(b, s->of.e8);
			break;
		case ACCRUAL_PAY:
			pack_wide(b, s->paid.e8);
			break;
		case ACCRUAL_SPLIT:
			pack_signed(b, s->qty.e8);
			pack_signed(b, s->ratio.n);
			pack_signed(b, s->ratio.d);
			break;
		}
	}
}

static void get_lot_step(struct unpacking *r, struct accrual_step *s)
{
	uint64_t what = unpack_number(r);

	s->kind = (enum accrual_step_kind)(what >> 1 & 3);
	s->unit_known = what & 1;
	switch (s->kind) {
	case ACCRUAL_LOT:
		s->qty.e8 = unpack_signed(r);
		s->unit.e12 = unpack_wide(r);
		break;
	case ACCRUAL_REDEEM:
		s->qty.e8 = unpack_signed(r);
		s->of.e8 = unpack_signed(r);
		r->bad |= s->of.e8 <= 0;
		break;
	case ACCRUAL_PAY:
		s->paid.e8 = unpack_wide(r);
		break;
	case ACCRUAL_SPLIT:
		s->qty.e8 = unpack_signed(r);
		s->ratio.n = unpack_signed(r);
		s->ratio.d = unpack_signed(r);
		r->bad |= s->ratio.n <= 0 || s->ratio.d <= 0;
		break;
	}
}

static void get_lots(struct unpacking *r, struct accrual_lots *lots)
{
	struct day before = { 0 };
	struct accrual_step *s;

	lots->n = unpack_count(r, 3);
	lots->qty.e8 = unpack_signed(r);
	s = pool_array(r->pool, struct accrual_step, lots->n);
	for (size_t i = 0; i < lots->n; i++) {
		s[i].day = unpack_day(r, &before);
		get_lot_step(r, &s[i]);
	}
	lots->steps = s;
}

/* ---- positions ---- */

enum {
	POS_COST_KNOWN = 1,
	POS_BASIS_KNOWN = 2,
	POS_REALIZED_KNOWN = 4,
	POS_HAS_ROWS = 8,
	POS_OPENING_KNOWN = 16,
};

static void put_position(struct buf *b, const struct position *p)
{
	struct day before = { 0 };

	pack_number(b, (p->cost_known ? POS_COST_KNOWN : 0) |
			       (p->basis_known ? POS_BASIS_KNOWN : 0) |
			       (p->realized_known ? POS_REALIZED_KNOWN : 0) |
			       (p->has_rows ? POS_HAS_ROWS : 0) |
			       (p->opening.known ? POS_OPENING_KNOWN : 0));
	pack_signed(b, p->qty.e8);
	pack_wide(b, p->cost.e8);
	pack_wide(b, p->realized.e8);
	pack_signed(b, p->short_qty.e8);
	pack_number(b, p->tx_count);
	pack_day(b, p->added, &before);
	if (p->opening.known)
		pack_day(b, p->opening.day, &before);
	pack_number(b, p->n_uncovered);
	for (size_t i = 0; i < p->n_uncovered; i++) {
		pack_day(b, p->uncovered[i].day, &before);
		pack_signed(b, p->uncovered[i].qty.e8);
	}
	before = (struct day){ 0 };
	pack_number(b, p->n_unexplained);
	for (size_t i = 0; i < p->n_unexplained; i++) {
		pack_day(b, p->unexplained[i].day, &before);
		pack_signed(b, p->unexplained[i].qty.e8);
	}
}

static void get_position(struct unpacking *r, struct position *p)
{
	struct day before = { 0 };
	uint64_t known = unpack_number(r);

	p->cost_known = known & POS_COST_KNOWN;
	p->basis_known = known & POS_BASIS_KNOWN;
	p->realized_known = known & POS_REALIZED_KNOWN;
	p->has_rows = known & POS_HAS_ROWS;
	p->opening.known = known & POS_OPENING_KNOWN;
	p->qty.e8 = unpack_signed(r);
	p->cost.e8 = unpack_wide(r);
	p->realized.e8 = unpack_wide(r);
	p->short_qty.e8 = unpack_signed(r);
	p->tx_count = (size_t)unpack_number(r);
	p->added = unpack_day(r, &before);
	if (p->opening.known)
		p->opening.day = unpack_day(r, &before);
	p->n_uncovered = unpack_count(r, 2);
	p->uncovered = pool_array(r->pool, struct uncovered, p->n_uncovered);
	for (size_t i = 0; i < p->n_uncovered; i++) {
		p->uncovered[i].day = unpack_day(r, &before);
		p->uncovered[i].qty.e8 = unpack_signed(r);
	}
	before = (struct day){ 0 };
	p->n_unexplained = unpack_count(r, 2);
	p->unexplained = pool_array(r->pool, struct unexplained, p->n_unexplained);
	for (size_t i = 0; i < p->n_unexplained; i++) {
		p->unexplained[i].day = unpack_day(r, &before);
		p->unexplained[i].qty.e8 = unpack_signed(r);
	}
}

static void put_applied(struct buf *b, const struct applied_event *e, size_t n)
{
	struct day before = { 0 };

	pack_number(b, n);
	for (size_t i = 0; i < n; i++) {
		pack_text(b, e[i].symbol);
		pack_day(b, e[i].ex_day, &before);
		pack_number(b, e[i].kind);
		pack_signed(b, e[i].ratio.n);
		pack_signed(b, e[i].ratio.d);
		pack_signed(b, e[i].qty.e8);
	}
}

static const struct applied_event *get_applied(struct unpacking *r, size_t *n)
{
	struct day before = { 0 };
	struct applied_event *e;

	*n = unpack_count(r, 6);
	e = pool_array(r->pool, struct applied_event, *n);
	for (size_t i = 0; i < *n; i++) {
		e[i].symbol = unpack_text(r);
		e[i].ex_day = unpack_day(r, &before);
		e[i].kind = unpack_number(r) == EVENT_BONUS ? EVENT_BONUS : EVENT_SPLIT;
		e[i].ratio.n = unpack_signed(r);
		e[i].ratio.d = unpack_signed(r);
		e[i].qty.e8 = unpack_signed(r);
		r->bad |= !e[i].symbol || e[i].ratio.d <= 0;
	}
	return e;
}

static void put_ends(struct buf *b, const struct option_ends *ends)
{
	struct day before = { 0 };

	pack_number(b, ends->n);
	for (size_t i = 0; i < ends->n; i++) {
		const struct option_end *e = &ends->items[i];

		pack_day(b, e->expiry, &before);
		pack_number(b, (uint64_t)e->open << 1 | e->written);
		pack_signed(b, e->qty.e8);
	}
}

static void get_ends(struct unpacking *r, struct option_ends *ends)
{
	struct day before = { 0 };

	ends->n = unpack_count(r, 3);
	ends->items = pool_array(r->pool, struct option_end, ends->n);
	for (size_t i = 0; i < ends->n && !r->bad; i++) {
		struct option_end *e = &ends->items[i];
		uint64_t what;

		e->expiry = unpack_day(r, &before);
		what = unpack_number(r);
		e->open = what >> 1 & 1;
		e->written = what & 1;
		e->qty.e8 = unpack_signed(r);
		e->settled = option_settlement(e->expiry);
	}
}

/* ---- holdings ---- */

enum { HOLDS_SUCCEEDED = 1, HOLDS_FLOWS_KNOWN = 2, HOLDS_TAXED = 4 };

static void put_merged(struct buf *b, const struct ledger *ledger, const struct derived_holding *h)
{
	pack_number(b, h->n_merged);
	for (size_t i = 0; i < h->n_merged; i++)
		pack_number(b, (uint64_t)(h->merged[i] - ledger->assets));
}

static const struct ledger_asset *get_index(struct unpacking *r, const struct ledger *ledger)
{
	uint64_t i = unpack_number(r);

	if (i < ledger->n_assets)
		return &ledger->assets[i];
	r->bad = true;
	return NULL;
}

static void get_merged(struct unpacking *r, const struct ledger *ledger, struct derived_holding *h)
{
	h->n_merged = unpack_count(r, 1);
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

/* The steps needed for prices of the last RECENT_DAYS: those of these days, and the one before. */
static size_t first_recent_step(const struct derived *d, const struct derived_holding *h)
{
	struct day after = day_plus(d->as_of, -RECENT_DAYS);
	size_t i = h->n_steps;

	while (i && day_before(after, h->steps[i - 1].day))
		i--;
	return i ? i - 1 : 0;
}

void pack_holding(struct buf *b, const struct ledger *ledger, const struct derived *d,
		  const struct derived_holding *h)
{
	struct day epoch = { 0 };
	size_t step = first_recent_step(d, h);

	pack_number(b, (uint64_t)(h->head - ledger->assets));
	pack_number(b, (h->succeeded ? HOLDS_SUCCEEDED : 0) |
			       (h->flows_known ? HOLDS_FLOWS_KNOWN : 0) |
			       (h->taxed ? HOLDS_TAXED : 0));
	pack_text(b, str_eq(h->current, h->head->symbol) ? NULL : h->current);
	pack_number(b, h->current_type);
	if (h->succeeded)
		pack_day(b, h->succession_day, &epoch);
	epoch.n = 0;
	if (!h->flows_known)
		pack_day(b, h->unknown_flow_day, &epoch);
	put_merged(b, ledger, h);
	put_position(b, &h->brl);
	if (h->head->currency != CURRENCY_BRL)
		put_position(b, &h->native);
	pack_wide(b, h->income.received.e8);
	pack_wide(b, h->native_income.e8);
	put_rows(b, h->recent, h->n_recent, day_plus(d->as_of, -RECENT_DAYS));
	pack_steps(b, step ? h->steps + step : h->steps, h->n_steps - step);
	put_applied(b, h->applied, h->n_applied);
	put_lots(b, &h->lots);
	if (h->head->type == ASSET_OPTION)
		put_ends(b, &h->ends);
}

void unpack_holding(struct unpacking *r, const struct ledger *ledger, struct derived_holding *h)
{
	const char *from = (const char *)r->p;
	struct day epoch = { 0 };
	uint64_t what;

	h->head = get_index(r, ledger);
	if (!h->head)
		return;
	what = unpack_number(r);
	h->succeeded = what & HOLDS_SUCCEEDED;
	h->flows_known = what & HOLDS_FLOWS_KNOWN;
	h->taxed = what & HOLDS_TAXED;
	h->current = unpack_text(r);
	if (!h->current)
		h->current = h->head->symbol;
	what = unpack_number(r);
	r->bad |= what >= ASSET_TYPES;
	h->current_type = (enum asset_type)(what % ASSET_TYPES);
	if (h->succeeded)
		h->succession_day = unpack_day(r, &epoch);
	epoch.n = 0;
	if (!h->flows_known)
		h->unknown_flow_day = unpack_day(r, &epoch);
	get_merged(r, ledger, h);
	get_position(r, &h->brl);
	if (h->head->currency != CURRENCY_BRL)
		get_position(r, &h->native);
	h->income.received.e8 = unpack_wide(r);
	h->native_income.e8 = unpack_wide(r);
	h->recent = get_rows(r, &h->n_recent);
	h->steps = unpack_steps(r, &h->n_steps);
	h->applied = get_applied(r, &h->n_applied);
	get_lots(r, &h->lots);
	if (h->head->type == ASSET_OPTION)
		get_ends(r, &h->ends);
	h->packed = (struct slice){ from, (size_t)((const char *)r->p - from) };
}
