/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derive_lots.c: the lots of a holding with contracted terms (doc/calculations.md 4.5, 4.7).
 *
 * A paper with a successor has none: terms belong to one paper.
 */
#include "config.h"

#include "calc/ledger/deriving.h"

#include "core/pool.h"

/* The payment of a paper: before tax if known, since that amount left its value (4.7). */
static struct accrual_payment *payments_of(const struct deriving_ledger *c,
					   const struct lineage_fold *w, size_t *n)
{
	const struct income_output *in = &w->income;
	struct accrual_payment *all =
		pool_array(c->pool, struct accrual_payment, in->n_entries + in->n_returns);
	size_t e = 0;
	size_t r = 0;

	for (*n = 0; e < in->n_entries || r < in->n_returns; (*n)++) {
		const struct income_entry *entry = &in->entries[e];

		if (r < in->n_returns &&
		    (e == in->n_entries || day_before(in->returns[r].day, entry->pay_day))) {
			all[*n] = (struct accrual_payment){ in->returns[r].day,
							    in->returns[r].amount };
			r++;
		} else {
			all[*n] =
				(struct accrual_payment){ entry->pay_day,
							  entry->gross_known ? entry->gross
									     : entry->native_net };
			e++;
		}
	}
	return all;
}

enum calc_err derive_lots(const struct deriving_ledger *c, const struct lineage_fold *w,
			  struct derived_holding *h)
{
	const struct accrual_payment *payments;
	size_t n;

	if (!h->head->terms || w->lineage->n_tickers > 1)
		return CALC_OK;
	payments = payments_of(c, w, &n);
	return accrual_lots(c->pool, h->head->rows, h->head->n_rows, payments, n, c->as_of,
			    &h->lots);
}
