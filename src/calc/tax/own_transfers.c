/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_transfers.c: transfers of a position between the taxpayer's own portfolios (doc/market-rules.md).
 *
 * Stock and cost of the taxpayer do not change, whatever cost the receiving row has.  Adjustments are
 * sorted once by their possible counterparts, so that each is compared with few others.
 */
#include "config.h"

#include "calc/tax/stock.h"

#include "core/order.h"
#include "core/stop.h"

#include <stdlib.h>

#define LOOKED_AT 64 /* most adjustments of one asset and quantity that are compared with another */

struct tax_adjustment {
	size_t lineage, row;
	int64_t size;
};

struct tax_transfers {
	struct tax_adjustment *items; /* by lineage, size and row */
	size_t n;
	size_t *place; /* by row: its index in items */
	bool *moved;   /* by row */
	size_t *splits;
	size_t n_splits;
};

/* ---- sorting ---- */

static int adjustment_order(const void *a, const void *b)
{
	const struct tax_adjustment *x = a, *y = b;
	int c = wide_order(x->lineage, y->lineage);

	c = c ? c : wide_order(x->size, y->size);
	return c ? c : (x->row > y->row) - (x->row < y->row);
}

static size_t root(const size_t *parent, size_t i)
{
	while (parent[i] != i)
		i = parent[i];
	return i;
}

/* Assets that ever become one another are one lineage: each pair checks which one existed when. */
static size_t *lineages(void *pool, const struct tax_ledger *l)
{
	size_t *parent = pool_array(pool, size_t, l->n_assets);

	for (size_t i = 0; i < l->n_assets; i++)
		parent[i] = i;
	/* When it is stopped, the walk over all entries stops too. */
	for (size_t k = 0; k < l->n_successions && stop_asked() == STOP_NOT; k++) {
		size_t first = SIZE_MAX;

		for (size_t i = 0; i < l->n_assets; i++) {
			if (!str_eq(l->assets[i].symbol, l->successions[k].from) &&
			    !str_eq(l->assets[i].symbol, l->successions[k].to))
				continue;
			if (first == SIZE_MAX)
				first = root(parent, i);
			parent[root(parent, i)] = first;
		}
	}
	for (size_t i = 0; i < l->n_assets; i++)
		parent[i] = root(parent, i);
	return parent;
}

static struct tax_transfers *transfers_of(struct tax_replay *r)
{
	const struct tax_ledger *l = r->ledger;
	struct tax_transfers *m = pool_zero(r->pool, struct tax_transfers);
	const size_t *lineage = lineages(r->pool, l);

	m->items = pool_array(r->pool, struct tax_adjustment, l->n_rows);
	m->place = pool_array(r->pool, size_t, l->n_rows);
	m->moved = pool_array(r->pool, bool, l->n_rows);
	m->splits = pool_array(r->pool, size_t, l->n_rows);
	for (size_t i = 0; i < l->n_rows; i++) {
		const struct ledger_row *row = &l->rows[i].row;

		if (row->kind == ROW_SPLIT)
			m->splits[m->n_splits++] = i;
		if (row->kind == ROW_ADJUST && row->event == EVENT_NONE && !qty_is_zero(row->qty))
			m->items[m->n++] = (struct tax_adjustment){ lineage[l->rows[i].asset], i,
								    llabs(row->qty.e8) };
	}
	order_sort(m->items, m->n, sizeof(*m->items), adjustment_order);
	for (size_t i = 0; i < m->n; i++)
		m->place[m->items[i].row] = i;
	return m;
}

/* ---- matching ---- */

/* The adjustment @step places from @row's, of the same lineage and size; NULL outside them. */
static const struct tax_row *beside(const struct tax_replay *r, const struct tax_row *row,
				    ptrdiff_t step)
{
	const struct tax_transfers *m = r->transfers;
	size_t at = m->place[row - r->ledger->rows];
	const struct tax_adjustment *own = &m->items[at], *x;

	if (step < 0 ? at < (size_t)-step : m->n - at <= (size_t)step)
		return NULL;
	x = own + step;
	return x->lineage == own->lineage && x->size == own->size ? &r->ledger->rows[x->row] : NULL;
}

/* Whether one portfolio sends and another receives. */
static bool answers(const struct tax_replay *r, const struct tax_row *a, const struct tax_row *b)
{
	return b->row.qty.e8 == -a->row.qty.e8 && b->portfolio != a->portfolio &&
	       tax_living(r, b->asset) == tax_living(r, a->asset) &&
	       !r->transfers->moved[b - r->ledger->rows];
}

/* The counterpart of @row on its own day, in one direction of the insertion order. */
static const struct tax_row *answer_of_day(const struct tax_replay *r, const struct tax_row *row,
					   ptrdiff_t direction)
{
	const struct tax_row *x;

	for (ptrdiff_t i = 1; i <= LOOKED_AT; i++) {
		x = beside(r, row, direction * i);
		if (!x || !day_same(x->row.day, row->row.day))
			return NULL;
		if (answers(r, row, x))
			return x;
	}
	return NULL;
}

/*
 * Whether the shares changed (a split, a successor) between @row and @to: equal quantities are then not
 * the same.
 */
static bool is_split_between(const struct tax_replay *r, const struct tax_row *row,
			     const struct tax_row *to)
{
	const struct tax_ledger *l = r->ledger;
	const struct tax_asset *a = &l->assets[to->asset];

	for (size_t i = 0; i < a->n_events; i++)
		if (a->events[i].kind == EVENT_SPLIT &&
		    day_before(row->row.day, a->events[i].ex_day) &&
		    !day_before(to->row.day, a->events[i].ex_day))
			return true;
	for (size_t i = 0; i < r->transfers->n_splits; i++) {
		const struct tax_row *x = &l->rows[r->transfers->splits[i]];

		if (day_before(row->row.day, x->row.day) && !day_before(to->row.day, x->row.day) &&
		    tax_splits(r, x, tax_living(r, row->asset)))
			return true;
	}
	return false;
}

static struct day last_arrival(const struct tax_replay *r, struct day sent)
{
	struct day last = transfer_last_day(sent);

	return day_before(r->ledger->as_of, last) ? r->ledger->as_of : last;
}

/*
 * A counterpart that arrives within the two business days of a custody transfer, unless another
 * portfolio sent it on the day of arrival.
 */
static const struct tax_row *later_answer(const struct tax_replay *r, const struct tax_row *row)
{
	struct day last = last_arrival(r, row->row.day);
	const struct tax_row *x;

	for (ptrdiff_t i = 1; i <= LOOKED_AT; i++) {
		x = beside(r, row, i);
		if (!x || day_before(last, x->row.day))
			return NULL;
		if (!day_same(x->row.day, row->row.day) && answers(r, row, x) &&
		    !answer_of_day(r, x, -1) && !answer_of_day(r, x, 1) &&
		    !is_split_between(r, row, x))
			return x;
	}
	return NULL;
}

/* ---- applying a transfer ---- */

static void hand_over(struct tax_replay *r, const struct tax_row *row)
{
	struct qty *own = &r->stocks[tax_living(r, row->asset)].by_portfolio[row->portfolio];

	*own = qty_add(*own, row->row.qty, &r->range);
}

bool tax_transfer(struct tax_replay *r, const struct tax_row *row)
{
	const struct tax_ledger *l = r->ledger;
	const struct tax_row *other;

	if (row->row.event != EVENT_NONE || qty_is_zero(row->row.qty))
		return false;
	if (!r->transfers)
		r->transfers = transfers_of(r);
	if (r->transfers->moved[row - l->rows])
		return true;
	if (llabs(row->row.qty.e8) > r->stocks[tax_living(r, row->asset)].qty.e8)
		return false;
	other = answer_of_day(r, row, 1);
	if (!other && row->row.qty.e8 < 0)
		other = later_answer(r, row);
	if (!other)
		return false;
	r->transfers->moved[row - l->rows] = r->transfers->moved[other - l->rows] = true;
	hand_over(r, row);
	hand_over(r, other);
	return true;
}

/* ---- possible transfers that were slower ---- */

/* The nearest counterpart of @row within the days, in one direction of time; NULL for none. */
static const struct tax_row *slow_answer(const struct tax_replay *r, const struct tax_row *row,
					 ptrdiff_t direction)
{
	for (ptrdiff_t i = 1; i <= LOOKED_AT; i++) {
		const struct tax_row *x = beside(r, row, direction * i);
		const struct tax_row *first = direction > 0 ? row : x;

		if (!x || abs(x->row.day.n - row->row.day.n) > SLOW_TRANSFER_DAYS)
			return NULL;
		if (answers(r, row, x) && transfer_is_slow(row->row.day, x->row.day) &&
		    !day_before(r->ledger->as_of, x->row.day) &&
		    !is_split_between(r, first, first == row ? x : row))
			return x;
	}
	return NULL;
}

void tax_find_slow_transfers(struct tax_replay *r)
{
	const struct tax_ledger *l = r->ledger;

	for (size_t i = 0; r->transfers && i < l->n_rows; i++) {
		const struct tax_row *row = &l->rows[i], *other;

		if (row->row.kind != ROW_ADJUST || row->row.event != EVENT_NONE ||
		    row->row.qty.e8 >= 0 || r->transfers->moved[i] ||
		    day_before(l->as_of, row->row.day))
			continue;
		other = slow_answer(r, row, 1);
		if (!other)
			other = slow_answer(r, row, -1);
		if (!other)
			continue;
		r->transfers->moved[i] = r->transfers->moved[other - l->rows] =
			true; /* each once */
		tax_notice(r, TAX_EVENT_TRANSFER_MAYBE, row->row.day, tax_living(r, row->asset));
		r->out.noticed[r->out.n_noticed - 1].out = row;
		r->out.noticed[r->out.n_noticed - 1].in = other;
	}
}
