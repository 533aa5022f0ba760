/* SPDX-License-Identifier: Apache-2.0 */
/* fixed_income.h: estimates the tax withheld from a sale of fixed income, by lot (doc/tax.md 20.8). */
#ifndef LASTRO_CALC_TAX_FIXED_INCOME_H
#define LASTRO_CALC_TAX_FIXED_INCOME_H

#include "calc/tax/month.h"

/* A lot of a sale. */
struct tax_lot_part {
	struct qty qty;
	int days;
	struct money gain, iof, tax, net; /* to the cent; net: the gain after both */
	int rate_e1;			  /* of tax, tenths of a percent: 225 */
};

struct tax_fixed_sale {
	struct day day;
	struct tax_lot_part *parts; /* oldest lot first */
	size_t n;
	struct tax_figure net;
	enum tax_reason why;
};

/*
 * tax_fixed_income() - sales of one asset, first in first out.
 * @rows:   its rows, ascending; those after @as_of are ignored
 * @exempt: no income tax; @iof: it bears IOF (debentures do not)
 */
enum calc_err tax_fixed_income(void *pool, const struct ledger_row *rows, size_t n,
			       struct day as_of, bool exempt, bool iof, struct tax_fixed_sale **out,
			       size_t *n_out) MUST_CHECK;

#endif
