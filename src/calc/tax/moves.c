/* SPDX-License-Identifier: Apache-2.0 */
/*
 * moves.c: a position that is moved between the taxpayer's own portfolios (doc/market-rules.md).
 *
 * The one stock and its cost are as before, whatever cost the receiving side was told.
 */
#include "config.h"

#include "calc/tax/stock.h"

#include <stdlib.h>

#include "core/calendar.h"

#define TRANSFER_DAYS 2 /* business days */

/* What one portfolio sends and another receives. */
static bool answers(const struct tax_replay *r, const struct tax_row *a, const struct tax_row *b)
{
	return b->row.kind == ROW_ADJUST && b->row.event == EVENT_NONE &&
	       b->row.qty.e8 == -a->row.qty.e8 && b->portfolio != a->portfolio &&
	       tax_living(r, b->asset) == tax_living(r, a->asset) && !r->moved[b - r->ledger->rows];
}

/* The other side of @row among the rows of its day from @from on; NULL for none. */
static const struct tax_row *answer_of_day(const struct tax_replay *r, const struct tax_row *row,
					   const struct tax_row *from)
{
	const struct tax_ledger *l = r->ledger;

	for (const struct tax_row *x = from;
	     x < l->rows + l->n_rows && day_same(x->row.day, row->row.day); x++)
		if (answers(r, row, x))
			return x;
	return NULL;
}

static const struct tax_row *first_of_day(const struct tax_ledger *l, const struct tax_row *row)
{
	while (row > l->rows && day_same(row[-1].row.day, row->row.day))
		row--;
	return row;
}

/* Whether a share is another one when @to arrives than when @row left: then equal quantities are not the same. */
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
	for (const struct tax_row *x = row + 1;
	     x < l->rows + l->n_rows && !day_before(to->row.day, x->row.day); x++)
		if (!day_same(x->row.day, row->row.day) &&
		    tax_splits(r, x, tax_living(r, row->asset)))
			return true;
	return false;
}

/*
 * What left on @row's day and arrives within the two business days that a transfer of custody takes, unless what
 * arrives was sent by another portfolio on that very day.
 */
static const struct tax_row *later_answer(const struct tax_replay *r, const struct tax_row *row)
{
	const struct tax_ledger *l = r->ledger;
	struct day last = row->row.day;

	for (int left = TRANSFER_DAYS; left > 0;) {
		last = day_plus(last, 1);
		left -= day_is_business(last);
	}
	if (day_before(l->as_of, last))
		last = l->as_of;
	for (const struct tax_row *x = row + 1;
	     x < l->rows + l->n_rows && !day_before(last, x->row.day); x++)
		if (!day_same(x->row.day, row->row.day) && answers(r, row, x) &&
		    !answer_of_day(r, x, first_of_day(l, x)) && !is_split_between(r, row, x))
			return x;
	return NULL;
}

static void hand_over(struct tax_replay *r, const struct tax_row *row)
{
	struct qty *own = &r->stocks[tax_living(r, row->asset)].by_portfolio[row->portfolio];

	*own = qty_add(*own, row->row.qty, &r->range);
}

bool tax_moves(struct tax_replay *r, const struct tax_row *row)
{
	const struct tax_ledger *l = r->ledger;
	const struct tax_row *other;

	if (row->row.event != EVENT_NONE || qty_is_zero(row->row.qty))
		return false;
	if (!r->moved)
		r->moved = pool_array(r->pool, bool, l->n_rows);
	if (r->moved[row - l->rows])
		return true;
	if (llabs(row->row.qty.e8) > r->stocks[tax_living(r, row->asset)].qty.e8)
		return false;
	other = answer_of_day(r, row, row + 1);
	if (!other && row->row.qty.e8 < 0)
		other = later_answer(r, row);
	if (!other)
		return false;
	r->moved[row - l->rows] = r->moved[other - l->rows] = true;
	hand_over(r, row);
	hand_over(r, other);
	return true;
}
