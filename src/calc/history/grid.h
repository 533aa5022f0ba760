/* SPDX-License-Identifier: Apache-2.0 */
/*
 * grid.h: every civil day from the day before the first flow to as_of.
 *
 * Internal to history, and open to calc/explain, which writes down what stands on it: flows.c puts the
 * flows on it, market_value.c what was held, walk.c walks points and months off it.
 */
#ifndef LASTRO_CALC_HISTORY_GRID_H
#define LASTRO_CALC_HISTORY_GRID_H

#include "calc/accrual/accrual.h"
#include "calc/history/walk.h"

enum { POINT_NONE, POINT_SPAN /* where a span begins, no element of the TWR */, POINT_TWR };

struct grid {
	void *pool;
	struct day first, as_of;
	size_t days;
	unsigned char *point; /* by day: POINT_* */
	double *buys, *sells, *income;

	/*
	 * What was held, as changes from one day to the next, so that a price costs one addition
	 * however many days it holds: value in BRL, value in dollars and what counts on a day
	 * without an official rate instead of the latter.
	 */
	double *brl, *usd, *usd_cost;
	double *nowhere; /* takes what is not in the TWR */
	bool foreign;	 /* usd and usd_cost are in use */

	struct month first_month;
	size_t n_months;    /* that of as_of included */
	int32_t *month_end; /* civil days; INT32_MAX behind the last one before as_of's month */
	struct money *market_value; /* at month ends, the last one aside */
	struct money *contributed;  /* in the month */
	struct close *rate;	    /* official, of month ends */
	bool *rate_known;
	struct accruer *accruer; /* NULL until an asset with terms asks for it */
	struct day *point_days;
	size_t n_points;
	bool live; /* the live dollar priced a flow of as_of */
	bool range;
};

/* What is asked of one holding, here and there. */
struct held {
	const struct history_source *source;
	const struct derived_holding *h;
	const struct holding *now; /* the same on as_of, where that is asked for */
	bool foreign;
	bool counted; /* in the TWR */
};

static inline size_t grid_at(const struct grid *g, struct day day)
{
	return (size_t)(day.n - g->first.n);
}

/* ---- walk.c ---- */

/* prefix_add() - one more point of the TWR: to the whole, to its month, to every span that has begun. */
void prefix_add(struct history_prefix *p, const struct twr_point *at);

/* ---- flows.c ---- */

/* grid_first_flow() - the first flow or income of a holding; false without any. */
bool grid_first_flow(const struct derived_holding *h, struct day *first);

/* grid_counted() - whether it can be in the TWR at all. */
bool grid_counted(struct grid *g, const struct held *held);

/* grid_flows() - put them on the grid; sets held->counted. */
void grid_flows(struct grid *g, struct held *held);

/* ---- market_value.c ---- */

/* grid_market_values() - put on the grid the value of the holding on every day before as_of. */
void grid_market_values(struct grid *g, const struct held *held);

/*
 * grid_market_value() - the value of the holding at the end of @day, before as_of, as
 * grid_market_values() puts it there.
 * @accruer: where it has terms
 */
struct money grid_market_value(struct grid *g, const struct held *held, struct accruer *accruer,
			       struct day day);

/* A ticker's market on a past day. */
struct quoted {
	const struct market_symbol *market; /* may be NULL */
	int limit;			    /* days that a price may be old */
	const struct reference_event *events;
	size_t n_events;
};

/* quoted_ticker() - of ticker @ticker of a holding. */
struct quoted quoted_ticker(const struct grid *g, const struct held *held, size_t ticker);

/*
 * quoted_price() - native, in shares of @day; false when there is none young enough.  An expired
 * option is worth nothing.
 */
bool quoted_price(const struct quoted *q, struct day day, struct price *out, bool *range);

#endif
