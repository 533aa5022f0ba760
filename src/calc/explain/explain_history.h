/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_history.h: explains a portfolio through time.
 *
 * Internal to explain: explain_history.c has the months and the market value of a holding, points.c the
 * points, explain_returns.c the chained returns, risk.c volatility and drawdown.
 */
#ifndef LASTRO_CALC_EXPLAIN_EXPLAIN_HISTORY_H
#define LASTRO_CALC_EXPLAIN_EXPLAIN_HISTORY_H

#include "calc/explain/explain_figures.h"
#include "calc/history/grid.h"

/* history_grid() - enough of a grid for questions about one day. */
struct grid history_grid(const struct explaining *x);

/* history_hold() - a holding in the grid's form; @source is filled and must exist as long as @out. */
void history_hold(const struct explaining *x, const struct derived_holding *d,
		  struct history_source *source, struct held *out);

/*
 * history_crossing() - the effect of the point of @day on the measure of a holding (6.2); the joining
 * and the leaving value as terms, if any.
 */
struct crossing history_crossing(struct explaining *x, const struct derived_holding *d,
				 struct day day, struct term *joins, struct term *leaves);

/* history_price() - native market price of a paper on a day; a term of 0 without one. */
struct term history_price(struct holding_story *s, const struct quoted *q, struct day day);

/* history_equity() - market values of the holdings, as figures; only those in the TWR, or all. */
struct term history_equity(struct explaining *x, struct day day, bool all);

/* history_month_of() - NULL when the history has no such month. */
const struct history_month *history_month_of(const struct explaining *x, struct month month);

/* history_return() - explain_returns.c: the return of a month, as a figure in percent. */
struct term history_return(struct explaining *x, const struct history_month *m);

#endif
