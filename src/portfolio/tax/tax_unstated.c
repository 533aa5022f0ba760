/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_unstated.c: what may lower the tax of the exchange and was not stated: withholdings by brokers, losses of before the
 * ledger.
 *
 * No figure waits for them (doc/tax.md 20.5: only stated amounts are deducted): they are asked together, apart from what is
 * missing, until an amount or a zero is stated, and until the DARF is paid.
 */
#include "config.h"

#include <inttypes.h>

#include "core/decimal.h"
#include "core/encode.h"
#include "portfolio/tax/tax_gaps.h"

/* ---- what was not stated ---- */

const struct tax_darf *tax_next_darf(const struct tax_year *y, struct month month)
{
	for (size_t i = 0; i < y->n_all_darf; i++) {
		const struct tax_darf *d = &y->all_darf[i];

		if (str_eq(d->code, TAX_EXCHANGE_CODE) && d->period.n >= month.n)
			return month_year(d->period) == month_year(month) ? d : NULL;
	}
	return NULL;
}

static bool is_taxed(const struct tax_month *m, int basket)
{
	return m->basket[basket].tax.known && m->basket[basket].tax.m.e8 > 0;
}

/* A stated 0: nothing more was withheld. */
static bool is_none_stated(const struct tax_inputs *in, struct month month, int basket)
{
	for (size_t i = 0; i < in->n_withheld; i++)
		if (in->withheld[i].month.n == month.n && (int)in->withheld[i].basket == basket &&
		    !in->withheld[i].amount.e8)
			return true;
	return false;
}

struct money tax_withheld_stated(const struct tax_inputs *in, struct month month, int basket)
{
	struct money sum = { 0 };

	for (size_t i = 0; i < in->n_withheld; i++)
		if (in->withheld[i].month.n == month.n && (int)in->withheld[i].basket == basket)
			sum.e8 += in->withheld[i].amount.e8;
	return sum;
}

/* Of a month with tax, or with sales from which a broker withholds; then of one of which much less was stated. */
static bool lacks_withheld(const struct tax_inputs *in, const struct tax_year *y,
			   const struct tax_month *m, int basket)
{
	const struct tax_darf *d = tax_next_darf(y, m->month);
	struct money stated;

	if (in->estimated || m->month.n == day_month(y->as_of).n || /* it is not over */
	    (d ? d->status == DARF_PAID : month_year(m->month) < day_year(y->as_of)))
		return false;
	if (is_none_stated(in, m->month, basket))
		return false;
	stated = tax_withheld_stated(in, m->month, basket);
	if (stated.e8)
		return 10 * m->withheld_estimate[basket].e8 > 11 * stated.e8;
	return is_taxed(m, basket) || m->withheld_estimate[basket].e8 > 0;
}

bool tax_is_carry_stated(const struct tax_inputs *in, struct month from, struct month to,
			 int basket)
{
	for (size_t i = 0; i < in->n_carry; i++)
		if (in->carry[i].known[basket] && in->carry[i].month.n >= from.n &&
		    in->carry[i].month.n <= to.n)
			return true;
	return false;
}

/* One amount answers the question: what was left empty stays as it is computed. */
static bool is_answered(const struct tax_inputs *in, struct month at)
{
	for (int b = 0; b < TAX_BASKETS; b++)
		if (tax_is_carry_stated(in, at, at, b))
			return true;
	return false;
}

/* Of the first year with sales, until the losses at its begin are stated; @at: the month before it. */
static bool lacks_losses(const struct tax_inputs *in, const struct tax_year *y,
			 const struct tax_month *m, int basket, struct month *at)
{
	const struct tax_darf *d = tax_next_darf(y, m->month);
	size_t first = 0;

	while (!y->all_months[first].n_operations && y->all_months[first].month.n < m->month.n)
		first++;
	*at = (struct month){ 12 * month_year(m->month) - 1 };
	return month_year(y->all_months[first].month) == month_year(m->month) &&
	       is_taxed(m, basket) && d && d->status != DARF_PAID && !is_answered(in, *at) &&
	       !tax_is_carry_stated(in, (struct month){ 0 }, (struct month){ m->month.n - 1 },
				    basket);
}

static void add(struct tax_gaps *l, struct month month, int basket)
{
	struct money stated = tax_withheld_stated(&l->of->ledger.inputs, month, basket);
	const char *key = pool_printf(l->pool, "unstated %d %d %" PRId64, month.n, basket,
				      (int64_t)stated.e8);

	l->unstated[l->n_unstated++] =
		(struct tax_gap){ .has_month = true,
				  .month = month,
				  .why = TAX_KNOWN,
				  .row = TAX_NO_ROW,
				  .basket = (enum tax_basket)basket,
				  .stated = stated,
				  .key = fnv1a(FNV1A_START, key, strlen(key)) };
}

void tax_unstated_find(struct tax_gaps *l)
{
	const struct tax_inputs *in = &l->of->ledger.inputs;
	const struct tax_year *y = l->year;
	bool losses = false;
	struct month at;

	l->unstated = pool_array(l->pool, struct tax_gap, 1 + 12 * TAX_BASKETS);
	for (int pass = 0; pass < 2 && l->of->scope == TAX_ACCOUNT; pass++)
		for (size_t i = 0; i < y->n_months; i++)
			for (int b = 0; b < TAX_BASKETS; b++) {
				const struct tax_month *m = &y->months[i];

				if (pass && lacks_withheld(in, y, m, b)) {
					add(l, m->month, b);
				} else if (!pass && !losses && lacks_losses(in, y, m, b, &at)) {
					add(l, at, BASKET_NONE);
					losses = true;
				}
			}
}

struct tax_unstated tax_unstated_of(const struct taxpayer *of, const struct tax_year *y,
				    const struct tax_darf *d)
{
	const struct tax_inputs *in = &of->ledger.inputs;
	struct tax_unstated out = { .withheld = false };
	struct month at;

	if (of->scope != TAX_ACCOUNT || !d->amount.known || d->status == DARF_PAID ||
	    !str_eq(d->code, TAX_EXCHANGE_CODE))
		return out;
	for (size_t i = 0; i < y->n_all_months; i++)
		for (int b = 0; b < TAX_BASKETS; b++) {
			const struct tax_month *m = &y->all_months[i];

			if (tax_next_darf(y, m->month) == d && lacks_withheld(in, y, m, b)) {
				out.withheld = true;
				out.stated.e8 += tax_withheld_stated(in, m->month, b).e8;
			}
			out.losses |= m->month.n == d->period.n && lacks_losses(in, y, m, b, &at);
		}
	return out;
}
