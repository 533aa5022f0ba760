/* SPDX-License-Identifier: Apache-2.0 */
/* Anomalous days (doc/calculations.md 11): planted shocks whose scores have a closed form. */
#include "config.h"

#include "calc/events/events.h"

#include <math.h>
#include <string.h>

#include "tap.h"

#define W ANOMALY_WINDOW
#define N 600
#define A 0.01 /* every quiet return is +A or -A */

static struct session_return returns[N];
static struct common_return commons[N];
static struct anomaly found[N];
static size_t n_found;

static struct day day_at(size_t i)
{
	return (struct day){ 20000 + (int32_t)i };
}

/* +A, -A, +A, …: the mean of a window is 0, its deviation A sqrt(252/251). */
static void quiet(size_t n)
{
	for (size_t i = 0; i < n; i++)
		returns[i] = (struct session_return){ day_at(i), i % 2 ? -A : A };
}

static enum calc_err scan(size_t n, size_t first, size_t n_commons, double least)
{
	struct anomaly_input in = {
		.returns = returns,
		.n = n,
		.first = first,
		.commons = commons,
		.n_commons = n_commons,
		.window = W,
		.least = least,
	};

	return anomaly_scan(&in, found, &n_found);
}

static void raw_scores(void)
{
	double sd = A * sqrt(252.0 / 251), mean2, sd2;

	quiet(W + 1);
	returns[W].value = -0.08;
	ok(scan(W + 1, 0, 0, 3) == CALC_OK && n_found == 1, "one shock is one anomaly");
	is_double(found[0].zscore, -0.08 / sd, 1e-9, "its score is the closed form");
	ok(found[0].effective < 0 && !found[0].has_local, "and there is no local one");
	is_int(found[0].raw.from.n, day_at(0).n, "the window begins 252 returns before");
	is_int(found[0].raw.to.n, day_at(W - 1).n, "and ends the session before: the day is out");
	is_double(found[0].raw.mean, 0, 1e-15, "mean of the window");
	is_double(found[0].raw.deviation, sd, 1e-12, "sample deviation of the window");

	quiet(W + 2);
	returns[W].value = 0.08;
	returns[W + 1].value = 0.30;
	mean2 = (0.08 - A) /
		252; /* the first +A has left the window, the first shock has entered it */
	sd2 = sqrt((251 * A * A + 0.08 * 0.08 - 252 * mean2 * mean2) / 251);
	ok(scan(W + 2, 0, 0, 3) == CALC_OK && n_found == 2, "a second shock the next day");
	is_double(found[1].zscore, (0.30 - mean2) / sd2, 1e-9, "has the first in its window");

	quiet(W);
	returns[W - 1].value = 0.5;
	ok(scan(W, 0, 0, 3) == CALC_OK && n_found == 0, "251 returns before the day: no score");

	quiet(W + 1);
	for (size_t i = 0; i < W; i++)
		returns[i].value = 0;
	returns[W].value = 0.5;
	ok(scan(W + 1, 0, 0, 3) == CALC_OK && n_found == 0, "a constant series gives no score");

	quiet(W + 1);
	returns[W].value = 4 * sd;
	ok(scan(W + 1, 0, 0, returns[W].value / sd - 1e-12) == CALC_OK && n_found == 1,
	   "at the cut it is reported");
	ok(scan(W + 1, 0, 0, returns[W].value / sd + 1e-9) == CALC_OK && n_found == 0,
	   "just below it is not");
	is_int(scan(W + 1, 0, 0, 3), CALC_OK, "a scan may be repeated");
}

/*
 * Three patterns over four days, one over three blocks of four, and a rest that is orthogonal to all
 * of them and to a constant: the regression is exact, and SSR is 504 C^2 over 252 days.
 */
#define C 0.002
static const double intercept = 0.0004, beta[ANOMALY_FACTORS] = { 0.8, 0.1, -0.5, -0.03 };

static void orthogonal(size_t n)
{
	static const double within[3][4] = { { 1, -1, 1, -1 }, { 1, 1, -1, -1 }, { 1, -1, -1, 1 } };
	static const double block[3] = { 1, -1, 0 }, rest[3] = { 1, 1, -2 };

	for (size_t i = 0; i < n; i++) {
		struct common_return *c = &commons[i];

		c->day = day_at(i);
		for (int k = 0; k < 3; k++)
			c->factor[k] = 0.01 * (k + 1) * within[k][i % 4];
		c->factor[3] = 0.05 * block[i / 4 % 3];
		c->value = intercept + C * rest[i / 4 % 3];
		for (int k = 0; k < ANOMALY_FACTORS; k++)
			c->value += beta[k] * c->factor[k];
		returns[i] = (struct session_return){ c->day, c->value };
	}
}

static void set_last(double factor, double local)
{
	struct common_return *c = &commons[W];

	for (int k = 0; k < ANOMALY_FACTORS; k++)
		c->factor[k] = factor;
	c->value = intercept + local;
	for (int k = 0; k < ANOMALY_FACTORS; k++)
		c->value += beta[k] * factor;
	returns[W].value = c->value;
}

static void local_scores(void)
{
	double s = C * sqrt(504.0 / 247);

	orthogonal(W + 1);
	set_last(-0.06, -0.05);
	ok(scan(W + 1, 0, W + 1, 3) == CALC_OK && n_found == 1 && found[0].has_local,
	   "a local shock under a global one");
	is_double(found[0].local_value, -0.05, 1e-12, "what the factors leave over");
	is_double(found[0].local_zscore, -0.05 / s, 1e-9, "its score is the closed form");
	is_double(found[0].effective, found[0].local_zscore, 0, "which is the effective one");
	for (int k = 0; k < ANOMALY_FACTORS; k++)
		is_double(found[0].local.beta[k], beta[k], 1e-10, anomaly_factors[k]);
	is_double(found[0].local.intercept, intercept, 1e-12, "intercept");
	is_double(found[0].local.deviation, s, 1e-12, "deviation of what is left over");

	set_last(-0.3, 0);
	ok(scan(W + 1, 0, W + 1, 3) == CALC_OK && n_found == 0,
	   "a day that the factors explain is none, however large");

	set_last(-0.06, -0.05);
	ok(scan(W + 1, 0, W, 3) == CALC_OK && n_found == 1 && !found[0].has_local &&
		   found[0].effective == found[0].zscore,
	   "no common session: the raw score is the effective one");
	memmove(commons, commons + 1, W * sizeof(commons[0]));
	ok(scan(W + 1, 0, W, 3) == CALC_OK && n_found == 1 && !found[0].has_local,
	   "251 common sessions before: the same");

	orthogonal(W + 1);
	set_last(-0.06, -0.05);
	for (size_t i = 0; i < W; i++)
		commons[i].factor[2] = 2 * commons[i].factor[0] - commons[i].factor[1];
	ok(scan(W + 1, 0, W + 1, 3) == CALC_OK && n_found == 1 && !found[0].has_local,
	   "a factor that is a sum of others: the same");
	for (size_t i = 0; i < W; i++)
		commons[i].factor[2] = 0;
	ok(scan(W + 1, 0, W + 1, 3) == CALC_OK && n_found == 1 && !found[0].has_local,
	   "a factor that stood still: the same");
}

/* Reproducible noise. */
static double noise(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (double)(*state >> 8) / (1 << 24) - 0.5;
}

static void increments(void)
{
	static struct anomaly whole[N];
	size_t n_whole, k = 0;
	uint32_t state = 7;
	bool same = true;

	for (size_t i = 0; i < N; i++) {
		double f[ANOMALY_FACTORS], v = 0.01 * noise(&state);

		for (int m = 0; m < ANOMALY_FACTORS; m++) {
			f[m] = 0.02 * noise(&state);
			commons[i].factor[m] = f[m];
			v += 0.3 * f[m];
		}
		v += i % 50 == 49 ? 0.06 : 0;
		commons[i].day = day_at(i);
		commons[i].value = v;
		returns[i] = (struct session_return){ day_at(i), v };
	}
	is_int(scan(N, 0, N, 3), CALC_OK, "a scan of all");
	n_whole = n_found;
	memcpy(whole, found, sizeof(whole));
	ok(n_whole >= 6, "which finds the planted ones");
	for (size_t i = W; i < N; i++) {
		struct anomaly_input in = {
			.returns = &returns[i - W],
			.n = W + 1,
			.first = W,
			.commons = &commons[i - W],
			.n_commons = W + 1,
			.window = W,
			.least = 3,
		};
		size_t n;

		if (anomaly_scan(&in, found, &n) != CALC_OK || n > 1)
			same = false;
		if (n == 1)
			same = same && k < n_whole && day_same(found[0].day, whole[k].day) &&
			       found[0].effective == whole[k].effective &&
			       found[0].zscore == whole[k].zscore;
		k += n;
	}
	ok(same && k == n_whole, "a day at a time gives the very same scores");
}

static void closes(void)
{
	const struct session_close papers[] = {
		{ { 10 }, 100 }, { { 11 }, 110 }, { { 14 }, 27.5 }, { { 15 }, 33 }
	};
	const struct unit_change split[] = { { { 10 }, 3 }, { { 12 }, 4 } };
	const struct session_close down[] = { { { 10 }, 1 }, { { 10 }, 1 } };
	const struct session_close zero[] = { { { 10 }, 1 }, { { 11 }, 0 } };
	struct session_return r[4];
	size_t n;

	ok(session_returns(papers, 4, split, 2, r, &n) == CALC_OK && n == 3, "closes to returns");
	is_double(r[0].value, 0.1, 1e-15, "an ex day on the first close multiplies nothing");
	is_double(r[1].value, 0, 1e-15, "a split between two sessions is no fall");
	is_double(r[2].value, 0.2, 1e-15, "and it multiplies once");
	is_int(r[1].day.n, 14, "a return carries the later day");
	is_int(session_returns(down, 2, NULL, 0, r, &n), CALC_ORDER, "a day twice is refused");
	is_int(session_returns(zero, 2, NULL, 0, r, &n), CALC_INPUT, "so is a close of zero");
	ok(session_returns(papers, 0, NULL, 0, r, &n) == CALC_OK && n == 0,
	   "nothing gives nothing");
}

static void sessions(void)
{
	/* The index is closed on 12; factor 1 is closed on 14. */
	const struct session_close index[] = {
		{ { 10 }, 100 }, { { 11 }, 110 }, { { 13 }, 121 },
		{ { 14 }, 121 }, { { 15 }, 121 }, { { 16 }, 242 },
	};
	struct session_close all[7], holed[6];
	struct factor_closes f[ANOMALY_FACTORS];
	struct common_return c[6];
	size_t n;

	for (int i = 0; i < 7; i++)
		all[i] = (struct session_close){ { 10 + i }, i == 2 ? 700 : 10 + i };
	memcpy(holed, all, 4 * sizeof(all[0]));
	memcpy(holed + 4, all + 5, 2 * sizeof(all[0]));
	for (int k = 0; k < ANOMALY_FACTORS; k++)
		f[k] = k == 1 ? (struct factor_closes){ holed, 6 }
			      : (struct factor_closes){ all, 7 };
	ok(common_returns(index, 6, f, c, &n) == CALC_OK && n == 3, "common sessions");
	is_int(c[0].day.n, 11, "the first with one before it");
	is_int(c[1].day.n, 13, "a session after a holiday of the index");
	is_double(c[1].factor[0], 13.0 / 11 - 1, 1e-15,
		  "its factors span the same two closes, not the day between");
	is_int(c[2].day.n, 16, "a factor's holiday takes that day and the next");
	is_double(c[2].value, 1, 1e-15, "the index's own return");
}

int main(void)
{
	raw_scores();
	local_scores();
	increments();
	closes();
	sessions();
	return tap_done();
}
