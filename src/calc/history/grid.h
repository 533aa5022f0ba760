/* SPDX-License-Identifier: Apache-2.0 */
/*
 * grid.h: every civil day of a stretch of the history.
 *
 * The first stretch begins the day before the first flow; in a later stretch, day 0 is the last day of
 * the one before, whose point is done: the holdings of that day are the start.
 *
 * Internal to history, and open to calc/explain, which writes down its values: flows.c adds the flows,
 * market_value.c the holdings, walk.c reads points and months.
 */
#ifndef LASTRO_CALC_HISTORY_GRID_H
#define LASTRO_CALC_HISTORY_GRID_H

#include "calc/history/walk.h"

/* What each holding adds to the steps of some months (doc/calculations.md 7.1). */
struct moving {
	size_t n;	  /* holdings, in the order of the sources */
	struct day first; /* of the columns: the last day before the months or the first flow */
	size_t days;
	double *gains; /* by holding and day: V + S + I - V_prev - B of a point, its own part of each */
	bool *measured;	 /* by holding: one of these is not zero at a point */
	bool *valid;	 /* by day: ends a valid step */
	double *weights; /* by day: the factors of the earlier steps / (V_prev + B) */
	double product;	 /* of the factors so far */
};

enum { POINT_NONE, POINT_SPAN /* where a span begins, not an element of the TWR */, POINT_TWR };

struct grid {
	void *pool;
	struct day first;
	struct day end;	      /* one after the last walked day: as_of in the last stretch */
	struct day as_of;     /* of the history */
	bool goes_on;	      /* day 0 belongs to the previous stretch */
	size_t days;	      /* to end, included */
	unsigned char *point; /* by day: POINT_* */
	double *buys, *sells, *income;

	/*
	 * The equity, as changes from one day to the next, so that a price costs one addition however
	 * many days it lasts: value in BRL and value in dollars.
	 */
	double *brl, *usd;
	bool foreign; /* usd is in use */
	bool partial; /* a holding is outside the TWR */

	/*
	 * The days before end whose value is taken to the last place: ends of months, first days of spans
	 * and, from days_from on, business days.
	 */
	struct month first_month;
	size_t n_months; /* including that of end */
	const struct prefix_span *spans;
	struct day days_from;
	int32_t *taken; /* civil days; INT32_MAX after the last one */
	size_t n_taken;
	bool *ends_month;
	struct money *market_value; /* at them */
	struct money *stale;	    /* the part of it at old prices or at cost */
	struct close *rate;	    /* official */
	bool *rate_known;
	struct money *contributed; /* by day */
	struct accruer *accruer;   /* NULL until a ticker with terms needs it */
	bool live;		   /* the live dollar priced a flow of as_of */
	bool range;
	struct moving *moving; /* the stretch is taken apart; or NULL */
};

/* The inputs about one holding. */
struct held {
	const struct history_source *source;
	const struct derived_holding *h;
	const struct holding *now; /* the same on as_of, when needed */
	bool foreign;
};

/* Purchases, sales and income of a day. */
struct day_flows {
	double buys, sells, income;
};

/* A holding at a point. */
struct stand {
	enum standing standing;
	bool held;
	struct money value; /* at market or accrued; 0 outside */
	struct money worth; /* the same, or the cost without a value */
	bool stale;	    /* worth rests on an old price or on the cost */
	struct day_flows flows;
};

/* stand_measured() - the value in the TWR: 0 outside. */
static inline struct money stand_measured(const struct stand *s)
{
	return s->standing != STANDING_OUT ? s->value : (struct money){ 0 };
}

/* The effect of a point on the measure of a holding. */
struct crossing {
	bool flows;    /* rows and income of the day count */
	double joins;  /* goes to B */
	double leaves; /* goes to S */
};

/* The part of a holding in a step: V_prev, V, B, S, I. */
struct step_part {
	double before, value, buys, sells, income;
};

static inline struct step_part step_part_of(const struct crossing *c, double before, double value,
					    const struct day_flows *flows)
{
	return (struct step_part){
		.before = before,
		.value = value,
		.buys = c->joins + (c->flows ? flows->buys : 0),
		.sells = c->leaves + (c->flows ? flows->sells : 0),
		.income = c->flows ? flows->income : 0,
	};
}

static inline void moving_add(struct moving *m, size_t holding, struct day day,
			      const struct step_part *s)
{
	m->gains[holding * m->days + (size_t)(day.n - m->first.n)] =
		s->value + s->sells + s->income - s->before - s->buys;
	m->measured[holding] |=
		s->before != 0 || s->value != 0 || s->buys != 0 || s->sells != 0 || s->income != 0;
}

static inline size_t grid_at(const struct grid *g, struct day day)
{
	return (size_t)(day.n - g->first.n);
}

/* grid_has() - whether the entries of @day belong to the stretch; those of as_of belong to the last one. */
static inline bool grid_has(const struct grid *g, struct day day)
{
	return day_before(g->first, day) &&
	       (day_before(day, g->end) || (day_same(day, g->end) && day_same(day, g->as_of)));
}

/* ---- walk.c ---- */

/*
 * prefix_add() - adds a point of the TWR to the whole, to its month, and to every span that has begun.
 * @moving: also weighs the step; or NULL
 */
void prefix_add(struct history_prefix *p, const struct twr_point *at, struct moving *moving);

/*
 * walk_months() - the prefix of all sources at the end of @months, or of as_of when that is in the last, and
 * what each holding adds until then; @m has no holding when the history begins later.
 * @cut: as for history_walk()
 */
enum calc_err walk_months(void *pool, const struct history_source *sources, size_t n,
			  struct day as_of, const struct history_prefix *cut,
			  struct month_range months, struct moving *m,
			  struct history_prefix *out) MUST_CHECK;

/* history_start() - the day before the first flow of all sources; false without any. */
bool history_start(const struct history_source *sources, size_t n, struct day *start);

/* prefix_holding_find() - the holding of an asset; NULL when there is none. */
const struct prefix_holding *prefix_holding_find(const struct history_prefix *p, struct uuid asset);

/* ---- finish.c ---- */

/* The point of as_of, with what history_finish() needs of it. */
struct last_point {
	struct twr_point at;
	struct money equity;
	bool partial, range;
};

/*
 * last_point() - the equity measured by the TWR on as_of, and that day's flows.
 * @part: called for each holding with its part of the step; or NULL
 */
struct last_point last_point(void *pool, const struct history_prefix *p,
			     const struct portfolio *const *portfolios, size_t n,
			     void (*part)(void *arg, struct uuid asset, const struct step_part *s),
			     void *arg);

/* ---- flows.c ---- */

/*
 * grid_first_flow() - the first flow or income of a holding, or, @since_held, the day it was first
 * held; false without any.
 */
bool grid_first_flow(const struct derived_holding *h, bool since_held, struct day *first);

/* grid_mark() - marks the days of a holding's flows as points, and adds contributions. */
void grid_mark(struct grid *g, const struct held *held);

/* grid_flow() - adds a flow to its day; false when it has no value. */
bool grid_flow(struct grid *g, const struct held *held, const struct fold_flow *f,
	       struct day_flows *out);

/* grid_flows_valued() - whether every flow of the stretch has a value. */
bool grid_flows_valued(struct grid *g, const struct held *held);

/* grid_put_flows() - adds the stretch's flows to the grid, except those of as_of. */
void grid_put_flows(struct grid *g, const struct held *held);

/* ---- measured.c ---- */

/*
 * crossing_of() - the effect on a holding's measure between two points. @value_was, @value: at these
 * points; 0 when it was outside
 */
struct crossing crossing_of(enum standing was, double value_was, enum standing now, double value);

/*
 * standing_on() - the standing of a valued holding (NULL: no longer held) on as_of.
 * @buys: purchases of that day
 */
enum standing standing_on(const struct holding *h, enum standing was, bool flows_known,
			  double buys);

/* grid_flows_on() - the flows of one day; false when one of them has no value. */
bool grid_flows_on(struct grid *g, const struct held *held, struct day day, struct day_flows *out);

/*
 * grid_stands() - the state of a holding at each of these points, ascending, before as_of.
 * @accruer: when it has terms
 * @was:     at the point before the first one
 */
struct stand *grid_stands(struct grid *g, const struct held *held, struct accruer *accruer,
			  enum standing was, const struct day *days, size_t n);

/*
 * measured_between() - the measured part of a holding when a span begins between two points: one that
 * leaves at the next point counts as at the point before, and one that joins there does not count yet.
 */
struct money measured_between(const struct stand *before, const struct stand *now,
			      const struct stand *after);

/*
 * grid_put_stands() - adds the states of a holding to the grid, point by point.
 * @holding: its index in g->moving
 * @last: in: its state at the end of the previous stretch, or zero; out: at the last point
 */
void grid_put_stands(struct grid *g, const struct held *held, size_t holding,
		     const struct day *days, size_t n, struct prefix_holding *last);

/* ---- market_value.c ---- */

/*
 * grid_is_plain() - whether it has one ticker without terms and a price on every day it is held; if its
 * flows have values too, it is never outside.
 */
bool grid_is_plain(struct grid *g, const struct held *held);

/* grid_put_values() - adds the value of a plain holding on every day before end to the grid. */
void grid_put_values(struct grid *g, const struct held *held);

/* grid_put_days() - adds the values of a holding that is not plain on the taken days that are no points. */
void grid_put_days(struct grid *g, const struct held *held);

/* grid_accruer() - shared by all that accrues; NULL when @held has no terms. */
struct accruer *grid_accruer(struct grid *g, const struct held *held);

/* grid_values() - the holding's value at the end of days, ascending, before as_of; without flows. */
struct stand *grid_values(struct grid *g, const struct held *held, struct accruer *accruer,
			  const struct day *days, size_t n);

/* A ticker's market on a past day. */
struct quoted {
	const struct market_symbol *market; /* may be NULL */
	const struct option_ends *ends;	    /* of an option, else empty */
	enum asset_type type;
	int limit;	      /* maximum age of a price in days */
	struct stated stated; /* prices that the person stated */
	int stated_limit;
	const struct reference_event *events;
	size_t n_events;
};

/* quoted_ticker() - the market of ticker @ticker of a holding. */
struct quoted quoted_ticker(const struct grid *g, const struct held *held, size_t ticker);

/*
 * quoted_close() - the newest price up to @day, not converted: a close, or, when it is newer, the price that
 * the person stated; false when there is none, or it is too old.
 */
bool quoted_close(const struct quoted *q, struct day day, struct close *out, bool *stated);

/* quoted_any_age() - from now on, an old price counts where the type of the paper alone allows it. */
void quoted_any_age(struct quoted *q);

/*
 * quoted_price() - native, in shares of @day; false when there is none recent enough.  An expired
 * option is worth nothing.
 */
bool quoted_price(const struct quoted *q, struct day day, struct price *out, bool *range);

#endif
