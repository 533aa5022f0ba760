/* SPDX-License-Identifier: Apache-2.0 */
/*
 * anomaly.h: days on which a market series deviated from its past (doc/calculations.md 11).
 *
 * A series is first turned into returns between consecutive sessions; a scan gets the returns of the
 * window before the first requested day and those of the days themselves, so that a new day is judged
 * from a stored window without reading old closes again.
 *
 * Returns and scores are double: statistics, not money.
 */
#ifndef LASTRO_CALC_EVENTS_ANOMALY_H
#define LASTRO_CALC_EVENTS_ANOMALY_H

#include <stdbool.h>
#include <stddef.h>

#include "calc/amounts/amounts.h"
#include "core/day.h"

#define ANOMALY_WINDOW 252	/* number of earlier returns that a day is compared with */
#define ANOMALY_FACTORS 4	/* SP500, BRENT, USDBRL, VIX, in this order */
#define ANOMALY_DEVIATION 1e-12 /* below it there is no score */

/* The name of the factor model that a local score came from. */
extern const char anomaly_model[];
/* Codes of the factors, in the order of every array of factors here. */
extern const char *const anomaly_factors[ANOMALY_FACTORS];

/* A return over more business days is a gap: it has no score, and is not part of a window. */
#define SESSION_DAYS_MAX 5

/* session_is_gap() - whether @before and @after are more than SESSION_DAYS_MAX business days apart. */
bool session_is_gap(struct day before, struct day after);

/* A close of one session; sessions are the days that have one. */
struct session_close {
	struct day day;
	double close; /* > 0, unadjusted: session_returns() applies splits */
};

/* The change of a paper's number of units on its ex day: a split of 1 into 4 is 4. */
struct unit_change {
	struct day ex_day;
	double ratio; /* new units per old, > 0 */
};

struct session_return {
	struct day day;
	double value; /* close(day) / close(session before) - 1 */
};

/* A day on which the index and all factors have a close, as on the index's previous session. */
struct common_return {
	struct day day;
	double value;			/* of the index */
	double factor[ANOMALY_FACTORS]; /* over the same two closes */
};

/*
 * session_returns() - returns of consecutive closes, n - 1 of them, leaving out gaps.
 * @closes: ascending by day, all > 0
 * @changes: ascending by ex day; those with ex day in (session before, day] multiply the close
 * @out:    room for n - 1
 *
 * CALC_ORDER when days do not ascend, CALC_INPUT for a close or ratio that is not positive and finite.
 */
enum calc_err session_returns(const struct session_close *closes, size_t n,
			      const struct unit_change *changes, size_t n_changes,
			      struct session_return *out, size_t *n_out) MUST_CHECK;

/* Closes of one factor. */
struct factor_closes {
	const struct session_close *closes;
	size_t n;
};

/*
 * common_returns() - the common sessions of an index and the four factors.
 * @out: room for n - 1; other sessions of the index, and gaps, are left out
 */
enum calc_err common_returns(const struct session_close *index, size_t n,
			     const struct factor_closes factors[ANOMALY_FACTORS],
			     struct common_return *out, size_t *n_out) MUST_CHECK;

/* The window that a raw score was computed from. */
struct raw_baseline {
	struct day from, to; /* of the first and the last return of the window */
	double mean, deviation;
};

/* The window that a local score was computed from. */
struct local_baseline {
	struct day from, to;
	double intercept;
	double beta[ANOMALY_FACTORS];
	double deviation; /* sqrt(SSR / (window - 5)) */
};

struct anomaly {
	struct day day;
	double value;  /* raw return */
	bool has_raw;  /* false: the raw deviation is too small */
	double zscore; /* raw */
	struct raw_baseline raw;
	bool has_local;
	double local_value, local_zscore;
	double factor[ANOMALY_FACTORS]; /* returns of the factors on the day */
	struct local_baseline local;
	double effective; /* local_zscore when there is one, else zscore */
};

struct anomaly_input {
	const struct session_return *returns; /* ascending */
	size_t n;
	size_t first;			     /* judge returns[first ...]; those before are past */
	const struct common_return *commons; /* ascending; none for a series without factors */
	size_t n_commons;
	size_t window; /* ANOMALY_WINDOW, except in the worked cases */
	double least;  /* report |effective| >= this */
};

/*
 * anomaly_scan() - the anomalous days among returns[first ...], ascending.
 * @out: room for n - first
 *
 * Moving sums in long double only tell which days are near the limit; a reported day is computed from
 * its whole window.  O(n), plus one least-squares fit over the window for each common session.
 * CALC_INPUT when the window is not larger than the number of regressors.
 */
enum calc_err anomaly_scan(const struct anomaly_input *in, struct anomaly *out,
			   size_t *n_out) MUST_CHECK;

#endif
