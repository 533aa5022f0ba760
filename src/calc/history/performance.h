/* SPDX-License-Identifier: Apache-2.0 */
/* performance.h: risk of a series, and the return of the same flows in an index. */
#ifndef LASTRO_CALC_HISTORY_PERFORMANCE_H
#define LASTRO_CALC_HISTORY_PERFORMANCE_H

#include "calc/amounts/accrual.h"
#include "calc/history/walk.h"

#define VOLATILITY_MONTHS 6 /* least number of whole months for it */

struct risk {
	bool volatility_known;
	double volatility; /* annualised, decimal: of monthly returns, times the root of 12 */
	size_t months;	   /* whole months with a return */
	struct drawdown drawdown;
};

/* risk_counts() - whether a month counts for the volatility: whole, with a return. */
bool risk_counts(const struct history_month *m, struct day as_of);

/* risk_of() - the month of @as_of counts for the volatility only when it is whole. */
struct risk risk_of(const struct history *h, struct day as_of);

/* The S&P 500 in reais. */
enum benchmark { BENCHMARK_CDI, BENCHMARK_IPCA, BENCHMARK_IBOV, BENCHMARK_IFIX, BENCHMARK_SP500 };
#define BENCHMARKS (BENCHMARK_SP500 + 1)

extern const char *const benchmark_names[]; /* "cdi", "ipca", "ibov", "ifix", "sp500" */

enum benchmark_reason {
	BENCHMARK_KNOWN,
	BENCHMARK_NO_FLOW,
	BENCHMARK_FLOW_UNKNOWN, /* a purchase or sale without a price */
	BENCHMARK_NO_DATA,	/* the index's data does not cover the first flow to as_of */
};

extern const char *const benchmark_reasons[]; /* pt-BR, by the enum; index 0 is NULL */

/* A number that may be unknown. */
struct index_value {
	bool known;
	double value;
};

struct benchmark_result {
	enum benchmark_reason reason; /* the rest is meaningless unless BENCHMARK_KNOWN */
	double final_value;
	bool xirr_known;
	double xirr;
	double index_change; /* of the index from the first flow to as_of, decimal */
	/* Value of the same flows at the end of each month of the history, the last one on as_of; or NULL. */
	const struct index_value *months;
	const struct index_value *days; /* at the end of each wanted day; or NULL */
	/* Value on as_of of each span's opening and flows; or NULL. */
	const struct index_value *spans;
};

/* benchmark_of_month(), benchmark_of_day() - its value at the end of a month, or of a day, of @h. */
struct index_value benchmark_of_month(const struct history *h, const struct benchmark_result *b,
				      size_t month);
struct index_value benchmark_of_day(const struct history *h, const struct benchmark_result *b,
				    size_t day);

/* benchmark_left() - the final value, on the grid of money, as the xirr takes it. */
struct money benchmark_left(const struct benchmark_result *b);

struct benchmark_data {
	const struct rates *rates; /* may be NULL */
	struct close_series ibov, ifix, sp500;
	struct fx_series usd; /* official rates, for the S&P 500 */
};

/* The months of a history, days before as_of, ascending, and spans or NULL. */
struct benchmark_dates {
	struct month first;
	size_t n_months;
	const struct history_day *days;
	size_t n_days;
	const struct prefix_span *spans;
};

/*
 * benchmarks_of() - money in buys the index at its level of the day, money out (income included) sells
 * it; the remainder on @as_of may be negative.  In a span its opening value is money in at the end of its
 * first day, and the flows of later days follow.
 * @flows:  of the investor, ascending (struct derived); @complete: none is unknown
 * @dates:  the months to that of @as_of; none: only the end is wanted
 *
 * CDI: the daily rate of each bank day, the last known one repeated for at most 10 of them.  IPCA: the
 * change of each month spread evenly over its civil days, the last published one repeated for at most 2
 * months.  IBOV, IFIX, S&P 500: the last close, at most 10 days old; the latter by the official rate.
 */
void benchmarks_of(void *pool, const struct benchmark_data *data, const struct flow *flows,
		   size_t n, bool complete, struct day as_of, struct benchmark_dates dates,
		   struct benchmark_result out[BENCHMARKS]);

/* The change of each index from the first day of each span to as_of, decimal; none of a span that is not reached. */
struct span_indices {
	struct index_value change[SPANS][BENCHMARKS];
};

/* span_indices_of() - by the levels of benchmarks_of(). */
void span_indices_of(const struct benchmark_data *data, const struct history *h, struct day as_of,
		     struct span_indices *out);

/*
 * benchmark_month() - the published month whose change applies to @month, itself or the last one
 * repeated; NULL when unknown.
 */
const struct index_month *benchmark_month(const struct index_months *m, struct month month);

#endif
