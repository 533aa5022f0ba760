/* SPDX-License-Identifier: Apache-2.0 */
/*
 * year.c: a calendar year of a taxpayer (doc/tax.md 20.11).
 *
 * Losses, withholdings and amounts below the minimum come from all months before, so the walk begins
 * with the first entry, whatever the year.
 */
#include "config.h"

#include "calc/tax/late.h"
#include "calc/tax/year.h"
#include "core/order.h"
#include "core/pool.h"

const char *const tax_warning_names[] = { "bonus_cost_missing",	       "day_trade_broker",
					  "day_trade_withheld_refund", "exempt_result_unknown",
					  "exemption_near_limit",      "fii_fiagro_losses",
					  "jcp_across_years",	       "option_expiry_unknown",
					  "succession_review",	       "transfer_maybe",
					  "unit_not_exempt",	       NULL };

/* ---- warnings ---- */

void tax_warn(void *pool, struct tax_warnings *w, struct tax_warning one)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->items[i].code == one.code && w->items[i].month.n == one.month.n &&
		    w->items[i].out == one.out &&
		    (w->items[i].symbol == one.symbol ||
		     (one.symbol && w->items[i].symbol && str_eq(w->items[i].symbol, one.symbol))))
			return;
	pool_grow(pool, w->items, struct tax_warning, w->n, w->size, 16);
	w->items[w->n++] = one;
}

static int warning_order(const void *a, const void *b)
{
	const struct tax_warning *x = a, *y = b;
	int c = wide_order(x->code, y->code);

	c = c ? c : wide_order(x->month.n, y->month.n);
	return c ? c : strcmp(x->symbol ? x->symbol : "", y->symbol ? y->symbol : "");
}

void tax_warnings_sort(struct tax_warnings *w)
{
	order_sort(w->items, w->n, sizeof(*w->items), warning_order);
}

/* ---- the walk ---- */

static const char *const codes[TAX_CODES] = { TAX_CRYPTO_CODE, TAX_EXCHANGE_CODE,
					      TAX_FOREIGN_CODE };
enum { CODE_CRYPTO, CODE_EXCHANGE, CODE_FOREIGN };

struct walk {
	void *pool;
	const struct tax_ledger *ledger;
	struct tax_year *out;
	struct tax_month_before before;
	struct tax_estimate *estimates;
	size_t n_estimates, estimate;
	const struct tax_operation **pointers; /* room for one per operation and kind */
	size_t n_pointers;
	struct money waiting[TAX_CODES];
	struct tax_month *all;
	size_t n_all, all_size, gains_size, darf_size;
	struct month month;
	size_t first, end; /* operations of the month */
	bool range;
};

enum of_kind { OF_BASKETS, OF_CRYPTO, OF_FOREIGN };

static bool is_of(const struct tax_operation *op, enum of_kind kind)
{
	switch (kind) {
	case OF_BASKETS:
		return op->basket != BASKET_NONE ||
		       tax_basket_hit(op->why, op->day_trade) != BASKET_NONE;
	case OF_CRYPTO:
		return op->cls == TAX_CRYPTO;
	case OF_FOREIGN:
		return op->cls == TAX_FOREIGN && day_year(op->day) < TAX_FIRST_YEAR_ABROAD;
	}
	return false;
}

static const struct tax_operation *const *of_month(struct walk *w, enum of_kind kind, size_t *n)
{
	const struct tax_operation **list = &w->pointers[w->n_pointers];

	*n = 0;
	for (size_t i = w->first; i < w->end; i++)
		if (is_of(&w->out->operations.items[i], kind))
			list[(*n)++] = &w->out->operations.items[i];
	w->n_pointers += *n;
	return list;
}

static bool in_year(const struct walk *w)
{
	return month_year(w->month) == w->out->year;
}

/* ---- DARF ---- */

static void darf(struct walk *w, int code, struct tax_figure due, struct money in_doubt,
		 tax_reasons reasons)
{
	struct tax_year *y = w->out;
	struct tax_darf d;

	if (!tax_darf_step(codes[code], w->month, due, reasons, &w->waiting[code], &d, &w->range) ||
	    month_year(w->month) < TAX_FIRST_YEAR)
		return;
	d.paid = tax_paid_stated(&w->ledger->inputs, d.code, d.period, &w->range);
	if (!d.amount.known)
		d.status = DARF_UNKNOWN;
	else if (d.paid.e8 >= d.amount.m.e8)
		d.status = DARF_PAID;
	else if (day_month(y->as_of).n <= d.period.n)
		d.status = DARF_PROVISIONAL;
	else
		d.status = day_before(d.due_on, y->as_of) ? DARF_OVERDUE : DARF_OPEN;
	if (d.amount.known)
		d.in_doubt = in_doubt;
	d.is_late = d.status == DARF_OVERDUE;
	if (d.is_late)
		d.late = tax_late_of(w->ledger, d.due_on, money_sub(d.amount.m, d.paid, &w->range),
				     &w->range);
	pool_grow(w->pool, y->all_darf, struct tax_darf, y->n_all_darf, w->darf_size, 16);
	y->all_darf[y->n_all_darf++] = d;
}

static int darf_order(const void *a, const void *b)
{
	const struct tax_darf *x = a, *y = b;
	bool first = str_eq(x->code, TAX_EXCHANGE_CODE),
	     second = str_eq(y->code, TAX_EXCHANGE_CODE);

	if (first != second)
		return first ? -1 : 1;
	if (x->period.n != y->period.n)
		return x->period.n < y->period.n ? -1 : 1;
	return strcmp(x->code, y->code);
}

static void sort_darf(void *pool, struct tax_year *y)
{
	order_sort(y->all_darf, y->n_all_darf, sizeof(*y->all_darf), darf_order);
	y->darf = pool_array(pool, struct tax_darf, y->n_all_darf);
	for (size_t i = 0; i < y->n_all_darf; i++)
		if (month_year(y->all_darf[i].period) == y->year)
			y->darf[y->n_darf++] = y->all_darf[i];
}

/* ---- a month ---- */

/* The stated withholding; under the policy `estimated` the estimate when none was stated. */
static bool take_withheld(struct walk *w, struct tax_month *m)
{
	const struct tax_inputs *in = &w->ledger->inputs;
	const struct tax_estimate *e = NULL;
	bool any = false;

	while (w->estimate < w->n_estimates && w->estimates[w->estimate].month.n < m->month.n)
		w->estimate++;
	if (w->estimate < w->n_estimates && w->estimates[w->estimate].month.n == m->month.n)
		e = &w->estimates[w->estimate];
	for (int b = 0; b < TAX_BASKETS; b++) {
		bool informed = false;

		m->withheld[b] = tax_is((struct money){ 0 });
		m->withheld_estimate[b] = e ? e->amount[b] : (struct money){ 0 };
		for (size_t i = 0; i < in->n_withheld; i++)
			if (in->withheld[i].month.n == m->month.n &&
			    in->withheld[i].basket == (enum tax_basket)b) {
				m->withheld[b].m = money_add(m->withheld[b].m,
							     in->withheld[i].amount, &w->range);
				informed = true;
			}
		if (!informed && in->estimated)
			m->withheld[b].m = m->withheld_estimate[b];
		any |= informed || m->withheld[b].m.e8;
	}
	return any;
}

static void state_losses(struct walk *w, struct tax_month *m)
{
	const struct tax_inputs *in = &w->ledger->inputs;

	for (size_t i = 0; i < in->n_carry; i++)
		for (int b = 0; b < TAX_BASKETS; b++)
			if (in->carry[i].month.n == m->month.n && in->carry[i].known[b]) {
				if (!m->basket[b].stated && w->end)
					m->basket[b].computed = m->basket[b].loss_carried;
				m->basket[b].loss_carried = tax_is(in->carry[i].loss[b]);
				m->basket[b].stated = true;
				w->before.loss[b] = m->basket[b].loss_carried;
			}
}

static void warn_month(struct walk *w, const struct tax_month *m)
{
	const struct {
		bool is;
		enum tax_warning_code code;
	} warnings[] = {
		{ m->day_trade, WARN_DAY_TRADE_BROKER },
		{ m->unit_gain, WARN_UNIT_NOT_EXEMPT },
		{ m->near_limit, WARN_EXEMPTION_NEAR_LIMIT },
		{ m->exempt && !m->exempt_gain.known, WARN_EXEMPT_RESULT_UNKNOWN },
		{ m->fii_fiagro, WARN_FII_FIAGRO_LOSSES },
	};

	for (size_t i = 0; i < ARRAY_SIZE(warnings); i++)
		if (warnings[i].is)
			tax_warn(w->pool, &w->out->warnings,
				 (struct tax_warning){ .code = warnings[i].code,
						       .month = m->month });
}

static enum calc_err month_of_baskets(struct walk *w)
{
	struct tax_month m = { .month = w->month };
	enum calc_err err;
	bool withheld;

	m.operations = of_month(w, OF_BASKETS, &m.n_operations);
	withheld = take_withheld(w, &m);
	err = tax_month_compute(&w->before, &m);
	if (err != CALC_OK)
		return err;
	state_losses(w, &m);
	pool_grow(w->pool, w->all, struct tax_month, w->n_all, w->all_size, 32);
	w->all[w->n_all++] = m;
	darf(w, CODE_EXCHANGE, m.due, m.in_doubt, tax_month_why_due(&m));
	if (!in_year(w) || (!m.n_operations && !withheld))
		return CALC_OK;
	warn_month(w, &m);
	w->out->months = pool_resize(w->pool, w->out->months, struct tax_month, 12);
	w->out->months[w->out->n_months++] = m;
	return CALC_OK;
}

static enum calc_err month_of_gains(struct walk *w, bool foreign)
{
	struct tax_gain g = { .month = w->month, .foreign = foreign };
	enum calc_err err;

	g.operations = of_month(w, foreign ? OF_FOREIGN : OF_CRYPTO, &g.n_operations);
	if (!g.n_operations)
		return CALC_OK;
	err = tax_gain_compute(w->ledger, &g);
	if (err != CALC_OK)
		return err;
	darf(w, foreign ? CODE_FOREIGN : CODE_CRYPTO, g.tax, (struct money){ 0 }, g.reasons);
	if (!in_year(w))
		return CALC_OK;
	w->out->gains = pool_resize(w->pool, w->out->gains, struct tax_gain, 24);
	w->out->gains[w->out->n_gains++] = g;
	return CALC_OK;
}

static enum calc_err walk_month(struct walk *w)
{
	const struct tax_operations *all = &w->out->operations;
	enum calc_err err;

	w->first = w->end;
	while (w->end < all->n && day_month(all->items[w->end].day).n <= w->month.n)
		w->end++;
	if (w->month.n % 12 == 0)
		for (int b = 0; b < TAX_BASKETS; b++)
			w->before.withheld_left[b] = w->before.doubted[b] = (struct money){ 0 };
	if (w->month.n == month_of(w->out->year, 1).n)
		memcpy(w->out->carry_in, w->before.loss, sizeof(w->out->carry_in));
	err = month_of_baskets(w);
	if (err == CALC_OK)
		err = month_of_gains(w, false);
	if (err == CALC_OK)
		err = month_of_gains(w, true);
	return err;
}

/* The first month with known data. */
static struct month first_month(const struct walk *w)
{
	const struct tax_inputs *in = &w->ledger->inputs;
	struct month m = month_of(w->out->year, 1);

	if (w->out->operations.n && day_month(w->out->operations.items[0].day).n < m.n)
		m = day_month(w->out->operations.items[0].day);
	for (size_t i = 0; i < in->n_carry; i++)
		if (in->carry[i].month.n < m.n)
			m = in->carry[i].month;
	for (size_t i = 0; i < in->n_withheld; i++)
		if (in->withheld[i].month.n < m.n)
			m = in->withheld[i].month;
	return m;
}

static void add_figure(struct tax_figure *sum, struct tax_figure f, bool *range)
{
	sum->known &= f.known;
	sum->m = money_add(sum->m, f.m, range);
}

/* What the months of the year added to the losses, and took from them. */
static enum calc_err sum_losses(struct tax_year *y)
{
	bool range = false;

	for (int b = 0; b < TAX_BASKETS; b++) {
		y->carry_created[b] = y->carry_used[b] = tax_is((struct money){ 0 });
		for (size_t i = 0; i < y->n_months; i++) {
			const struct tax_basket_month *m = &y->months[i].basket[b];
			struct money loss = { m->result.m.e8 < 0 ? -m->result.m.e8 : 0 };

			add_figure(&y->carry_created[b],
				   (struct tax_figure){ m->result.known, loss }, &range);
			add_figure(&y->carry_used[b], m->loss_used, &range);
		}
	}
	return range ? CALC_RANGE : CALC_OK;
}

static enum calc_err walk_months(struct walk *w)
{
	struct month last = month_of(w->out->year, 12);
	enum calc_err err = CALC_OK;

	if (day_month(w->out->as_of).n < last.n)
		last = day_month(w->out->as_of);
	for (int b = 0; b < TAX_BASKETS; b++)
		w->before.loss[b] = tax_is((struct money){ 0 });
	for (w->month = first_month(w); w->month.n <= last.n && err == CALC_OK; w->month.n++)
		err = walk_month(w);
	memcpy(w->out->carry_out, w->before.loss, sizeof(w->before.loss));
	for (int b = 0; b < TAX_BASKETS; b++)
		w->out->withheld_left[b] =
			tax_withheld_left(w->before.withheld_left[b], w->before.doubted[b]);
	return err == CALC_OK ? sum_losses(w->out) : err;
}

/* ---- the whole ---- */

static enum calc_err sheets_abroad(struct walk *w)
{
	struct tax_figure loss = tax_is((struct money){ 0 });
	enum calc_err err = CALC_OK;

	for (int y = TAX_FIRST_YEAR_ABROAD; y <= w->out->year && err == CALC_OK; y++)
		err = tax_exterior_compute(w->pool, w->ledger, &w->out->operations, y, &loss,
					   &w->out->exterior);
	return err;
}

static void warn_year(struct walk *w)
{
	struct tax_year *y = w->out;

	for (size_t i = 0; i < y->operations.n_noticed; i++) {
		static const enum tax_warning_code codes_of[] = {
			[TAX_EVENT_SUCCESSION] = WARN_SUCCESSION_REVIEW,
			[TAX_EVENT_EXPIRY_UNKNOWN] = WARN_OPTION_EXPIRY_UNKNOWN,
			[TAX_EVENT_TRANSFER_MAYBE] = WARN_TRANSFER_MAYBE,
		};
		const struct tax_noticed *e = &y->operations.noticed[i];

		if (day_year(e->day) == y->year)
			tax_warn(w->pool, &y->warnings,
				 (struct tax_warning){ .code = codes_of[e->event],
						       .month = day_month(e->day),
						       .symbol = w->ledger->assets[e->asset].symbol,
						       .out = e->out,
						       .in = e->in });
	}
	for (size_t i = 0; i < y->operations.n_bonuses; i++) {
		const struct tax_bonus *b = &y->operations.bonuses[i];

		if (!b->known && day_year(b->day) == y->year)
			tax_warn(w->pool, &y->warnings,
				 (struct tax_warning){
					 .code = WARN_BONUS_COST_MISSING,
					 .month = day_month(b->day),
					 .symbol = w->ledger->assets[b->asset].symbol });
	}
	if (y->closed && y->withheld_left[BASKET_DAY_TRADE].known &&
	    y->withheld_left[BASKET_DAY_TRADE].m.e8 > 0)
		tax_warn(w->pool, &y->warnings,
			 (struct tax_warning){ .code = WARN_DAY_TRADE_WITHHELD_REFUND,
					       .month = month_of(y->year, 12) });
	tax_warnings_sort(&y->warnings);
}

enum calc_err tax_year_compute(void *pool, const struct tax_ledger *ledger, int year,
			       struct tax_year *out)
{
	struct tax_year y = { .year = year,
			      .as_of = ledger->as_of,
			      .closed = year < day_year(ledger->as_of) };
	struct walk w = { .pool = pool, .ledger = ledger, .out = &y };
	struct day ends[TAX_SNAPSHOTS] = { month_last(month_of(year - 1, 12)),
					   month_last(month_of(year, 12)) };
	enum calc_err err = tax_operations(pool, ledger, ends, &y.operations);

	if (err != CALC_OK)
		return err;
	w.estimates = tax_withheld_estimates(pool, ledger, &y.operations, &w.n_estimates, &w.range);
	w.pointers = pool_array(pool, const struct tax_operation *, 2 * y.operations.n);
	err = walk_months(&w);
	if (err == CALC_OK)
		err = sheets_abroad(&w);
	if (err == CALC_OK && w.range)
		err = CALC_RANGE;
	if (err != CALC_OK)
		return err;
	for (int i = 0; i < TAX_CODES; i++)
		y.under_minimum[i] = (struct tax_waiting){ codes[i], w.waiting[i] };
	y.all_months = w.all;
	y.n_all_months = w.n_all;
	sort_darf(pool, &y);
	warn_year(&w);
	*out = y;
	return CALC_OK;
}
