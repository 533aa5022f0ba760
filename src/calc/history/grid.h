/* SPDX-License-Identifier: Apache-2.0 */
/*
 * grid.h: every civil day of a stretch of the history.
 *
 * The first stretch begins the day before the first flow; where another one goes on from it, day 0 is the last day
 * of the one before, whose point is done: what was held on it is the start.
 *
 * Internal to history, and open to calc/explain, which writes down what stands on it: flows.c puts the
 * flows on it, market_value.c what was held, walk.c walks points and months off it.
 */
#ifndef LASTRO_CALC_HISTORY_GRID_H
#define LASTRO_CALC_HISTORY_GRID_H

#include "calc/amounts/accrual.h"
#include "calc/history/walk.h"

enum { POINT_NONE, POINT_SPAN /* where a span begins, no element of the TWR */, POINT_TWR };

struct grid {
	void *pool;
	struct day first;
	struct day end;	      /* behind the last day that is walked: as_of in the last stretch */
	struct day as_of;     /* of the history */
	bool goes_on;	      /* day 0 belongs to the stretch before */
	size_t days;	      /* to end, included */
	unsigned char *point; /* by day: POINT_* */
	double *buys, *sells, *income;

	/*
	 * What was held, as changes from one day to the next, so that a price costs one addition
	 * however many days it holds: value in BRL and value in dollars.
	 */
	double *brl, *usd;
	bool foreign; /* usd is in use */
	bool partial; /* a holding stood outside */

	struct month first_month;
	size_t n_months;    /* that of end included */
	int32_t *month_end; /* civil days; INT32_MAX behind the last one before end's month */
	struct money *market_value; /* at month ends, the last one aside */
	struct money *stale;	    /* of it, at old prices or at cost */
	struct money *contributed;  /* in the month */
	struct close *rate;	    /* official, of month ends */
	bool *rate_known;
	struct accruer *accruer; /* NULL until ticker with terms asks for it */
	bool live;		 /* the live dollar priced a flow of as_of */
	bool range;
};

/* What is asked of one holding, here and there. */
struct held {
	const struct history_source *source;
	const struct derived_holding *h;
	const struct holding *now; /* the same on as_of, where that is asked for */
	bool foreign;
};

/* What a day brought in, took out and paid. */
struct day_flows {
	double buys, sells, income;
};

/* A holding at a point. */
struct stand {
	enum standing standing;
	bool held;
	struct money value; /* at market or accrued; 0 outside */
	struct money worth; /* the same, at cost where it has neither */
	bool stale;	    /* worth rests on an old price or on the cost */
	struct day_flows flows;
};

/* What a point does to the measure of a holding. */
struct crossing {
	bool flows;    /* its rows and income of the day count */
	double joins;  /* goes to B */
	double leaves; /* goes to S */
};

static inline size_t grid_at(const struct grid *g, struct day day)
{
	return (size_t)(day.n - g->first.n);
}

/* grid_has() - whether what happened on @day belongs to the stretch; as_of belongs to the last one. */
static inline bool grid_has(const struct grid *g, struct day day)
{
	return day_before(g->first, day) &&
	       (day_before(day, g->end) || (day_same(day, g->end) && day_same(day, g->as_of)));
}

/* ---- walk.c ---- */

/* prefix_add() - one more point of the TWR: to the whole, to its month, to every span that has begun. */
void prefix_add(struct history_prefix *p, const struct twr_point *at);

/* prefix_holding_compare() - by asset. */
int prefix_holding_compare(const void *x, const void *y);

/* ---- flows.c ---- */

/* grid_first_flow() - the first flow or income of a holding, or, @since_held, the day it was first held; false without any. */
bool grid_first_flow(const struct derived_holding *h, bool since_held, struct day *first);

/* grid_mark() - mark the days of a holding's flows as points, and put what was contributed. */
void grid_mark(struct grid *g, const struct held *held);

/* grid_flow() - add a flow to its day; false when it has no value. */
bool grid_flow(struct grid *g, const struct held *held, const struct fold_flow *f,
	       struct day_flows *out);

/* grid_flows_valued() - whether every flow of the stretch has a value. */
bool grid_flows_valued(struct grid *g, const struct held *held);

/* grid_put_flows() - those of the stretch on the grid, those of as_of aside. */
void grid_put_flows(struct grid *g, const struct held *held);

/* ---- measured.c ---- */

/*
 * crossing_of() - what happens to a holding's measure between two points.
 * @value_was, @value: at them; 0 where it stood outside
 */
struct crossing crossing_of(enum standing was, double value_was, enum standing now, double value);

/*
 * standing_on() - how a valued holding (NULL: none any more) stands on as_of.
 * @buys: purchases of that day
 */
enum standing standing_on(const struct holding *h, enum standing was, bool flows_known,
			  double buys);

/* grid_flows_on() - the flows of one day; false when one of them has no value. */
bool grid_flows_on(struct grid *g, const struct held *held, struct day day, struct day_flows *out);

/*
 * grid_stands() - the holding at points, ascending, before as_of.
 * @accruer: where it has terms
 * @was:     at the point before the first one
 */
struct stand *grid_stands(struct grid *g, const struct held *held, struct accruer *accruer,
			  enum standing was, const struct day *days, size_t n);

/*
 * measured_between() - what of a holding is measured where a span begins between two points: what leaves at
 * the next one is there as it was at the one before, and what joins is not there yet.
 */
struct money measured_between(const struct stand *before, const struct stand *now,
			      const struct stand *after);

/*
 * grid_put_stands() - put a holding on the grid point by point.
 * @last: in: where the stretch before left it, or zero; out: at the last point
 */
void grid_put_stands(struct grid *g, const struct held *held, const struct day *days, size_t n,
		     struct prefix_holding *last);

/* ---- market_value.c ---- */

/*
 * grid_is_plain() - one ticker without terms that has a price on every day it is held; where its flows
 * have values too, it is never outside.
 */
bool grid_is_plain(struct grid *g, const struct held *held);

/* grid_put_values() - put on the grid the value of a plain holding on every day before end. */
void grid_put_values(struct grid *g, const struct held *held);

/* grid_accruer() - shared by all that accrues; NULL where @held has no terms. */
struct accruer *grid_accruer(struct grid *g, const struct held *held);

/* grid_values() - the holding at the end of days, ascending, before as_of; flows aside. */
struct stand *grid_values(struct grid *g, const struct held *held, struct accruer *accruer,
			  const struct day *days, size_t n);

/* A ticker's market on a past day. */
struct quoted {
	const struct market_symbol *market; /* may be NULL */
	const struct option_ends *ends;	    /* of an option, else empty */
	enum asset_type type;
	int limit; /* days that a price may be old */
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
