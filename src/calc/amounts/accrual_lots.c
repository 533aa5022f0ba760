/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_lots.c: a paper's lots from the ledger (doc/calculations.md 4.5, 4.7).
 *
 * Quantities follow the fold (1.2, 1.4) to the last place: the remaining lots add up to the quantity
 * held (the fold's quantity is stored beside them, and lots that differ from it are not used).  No rate
 * is needed here, so a payment is only recorded; accrual.c scales by it.
 */
#include "config.h"

#include "calc/amounts/accrual.h"

#include "core/pool.h"

struct stepping {
	struct accrual_step *steps;
	size_t n;
	struct qty held;
	bool range;
};

static void append_step(struct stepping *s, const struct accrual_step *one)
{
	s->steps[s->n++] = *one;
}

static void buy(struct stepping *s, const struct ledger_row *row)
{
	s->held = qty_add(s->held, row->qty, &s->range);
	append_step(s, &(struct accrual_step){ .day = row->day,
					       .kind = ACCRUAL_LOT,
					       .unit_known = row->price_known,
					       .qty = row->qty,
					       .unit = row->price,
					       .row = row });
}

/* Removes no more than is held (1.4). */
static void redeem(struct stepping *s, struct day day, struct qty qty, const struct ledger_row *row)
{
	if (qty.e8 > s->held.e8)
		qty = s->held;
	if (qty_is_zero(qty))
		return;
	append_step(s, &(struct accrual_step){ .day = day,
					       .kind = ACCRUAL_REDEEM,
					       .qty = qty,
					       .of = s->held,
					       .row = row });
	s->held = qty_sub(s->held, qty, &s->range);
}

static enum calc_err split(struct stepping *s, const struct ledger_row *row)
{
	struct ratio ratio;

	if (row->ratio_e12 <= 0)
		return CALC_INPUT;
	if (qty_is_zero(s->held))
		return CALC_OK;
	ratio = ratio_rationalise(row->ratio_e12);
	s->held = qty_times_ratio(s->held, ratio, &s->range);
	append_step(s, &(struct accrual_step){ .day = row->day,
					       .kind = ACCRUAL_SPLIT,
					       .qty = s->held,
					       .ratio = ratio,
					       .row = row });
	return CALC_OK;
}

static void adjust(struct stepping *s, const struct ledger_row *row)
{
	if (row->qty.e8 > 0)
		buy(s, row);
	else
		redeem(s, row->day, (struct qty){ -row->qty.e8 }, row);
}

/* A sale of more than is held waits for the purchases of the same day. */
static void trades(struct stepping *s, const struct ledger_row *rows, size_t n)
{
	bool waiting = false;
	struct qty left = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (rows[i].kind == ROW_BUY) {
			buy(s, &rows[i]);
		} else if (rows[i].kind == ROW_SELL && rows[i].qty.e8 <= s->held.e8) {
			redeem(s, rows[i].day, rows[i].qty, &rows[i]);
		} else if (rows[i].kind == ROW_SELL) {
			left = qty_add(left, rows[i].qty, &s->range);
			waiting = true;
		}
	}
	if (waiting)
		redeem(s, rows[0].day, left, NULL);
}

static enum calc_err day_rows(struct stepping *s, const struct ledger_row *rows, size_t n)
{
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < n && err == CALC_OK; i++)
		if (rows[i].kind == ROW_SPLIT)
			err = split(s, &rows[i]);
	for (size_t i = 0; i < n; i++)
		if (rows[i].kind == ROW_ADJUST)
			adjust(s, &rows[i]);
	return err;
}

static void pay(struct stepping *s, const struct accrual_payment *p)
{
	if (!qty_is_zero(s->held) && p->amount.e8 > 0)
		append_step(s, &(struct accrual_step){
				       .day = p->day, .kind = ACCRUAL_PAY, .paid = p->amount });
}

static bool are_ascending(const struct ledger_row *rows, size_t n_rows,
			  const struct accrual_payment *payments, size_t n_payments)
{
	for (size_t i = 1; i < n_rows; i++)
		if (day_before(rows[i].day, rows[i - 1].day))
			return false;
	for (size_t i = 1; i < n_payments; i++)
		if (day_before(payments[i].day, payments[i - 1].day))
			return false;
	return true;
}

enum calc_err accrual_lots(void *pool, const struct ledger_row *rows, size_t n_rows,
			   const struct accrual_payment *payments, size_t n_payments,
			   struct day until, struct accrual_lots *out)
{
	struct stepping s = { 0 };
	enum calc_err err = CALC_OK;
	size_t p = 0;

	if (!are_ascending(rows, n_rows, payments, n_payments))
		return CALC_ORDER;
	while (n_rows && day_before(until, rows[n_rows - 1].day))
		n_rows--;
	while (n_payments && day_before(until, payments[n_payments - 1].day))
		n_payments--;
	s.steps = pool_array(pool, struct accrual_step, n_rows + n_payments);
	for (size_t i = 0; i < n_rows && err == CALC_OK;) {
		struct day day = rows[i].day;
		size_t end = i;

		while (end < n_rows && day_same(rows[end].day, day))
			end++;
		while (p < n_payments && day_before(payments[p].day, day))
			pay(&s, &payments[p++]);
		err = day_rows(&s, &rows[i], end - i);
		while (p < n_payments && day_same(payments[p].day, day))
			pay(&s, &payments[p++]);
		trades(&s, &rows[i], end - i);
		i = end;
	}
	while (p < n_payments)
		pay(&s, &payments[p++]);
	if (s.range)
		return CALC_RANGE;
	if (err == CALC_OK)
		*out = (struct accrual_lots){ s.steps, s.n, s.held };
	return err;
}
