/* SPDX-License-Identifier: Apache-2.0 */
/* anomaly.c: scans returns for days that deviate from their past. */
#include "config.h"

#include "calc/events/anomaly.h"

#include <math.h>

#include "calc/events/baseline.h"

const char anomaly_model[] = "ols252-sp500-brent-usdbrl-vix-v1";
const char *const anomaly_factors[ANOMALY_FACTORS] = { "SP500", "BRENT", "USDBRL", "VIX" };

/*
 * The moving sums only choose which days are computed in full.  Their error over a window is below
 * 1e-15 of its largest square; both rules leave room for it.
 */
#define NEAR 0.9L	    /* of the cut */
#define TINY_VARIANCE 1e-9L /* below it the sums have no precision left */

struct moving {
	long double sum, squares;
};

static void moving_start(struct moving *m, const struct session_return *r, size_t n)
{
	*m = (struct moving){ 0, 0 };
	for (size_t i = 0; i < n; i++) {
		long double v = (long double)r[i].value;

		m->sum += v;
		m->squares += v * v;
	}
}

static void moving_step(struct moving *m, double out, double in)
{
	long double gone = (long double)out, come = (long double)in;

	m->sum += come - gone;
	m->squares += come * come - gone * gone;
}

static bool is_near(const struct moving *m, size_t n, double value, double least)
{
	long double mean = m->sum / n;
	long double variance = (m->squares - m->sum * mean) / (n - 1);
	long double d = (long double)value - mean, z = (long double)least;

	if (variance < TINY_VARIANCE)
		return true;
	return d * d >= NEAR * NEAR * z * z * variance;
}

static void score_raw(const struct session_return *window, size_t n, struct anomaly *a)
{
	baseline_raw(window, n, &a->raw);
	a->has_raw = a->raw.deviation >= ANOMALY_DEVIATION;
	if (a->has_raw)
		a->zscore = (a->value - a->raw.mean) / a->raw.deviation;
}

static void score_local(const struct common_return *window, size_t n, struct anomaly *a)
{
	const struct common_return *d = &window[n];

	if (!baseline_local(window, n, &a->local) || a->local.deviation < ANOMALY_DEVIATION)
		return;
	a->has_local = true;
	a->local_value = d->value - a->local.intercept;
	for (int k = 0; k < ANOMALY_FACTORS; k++) {
		a->factor[k] = d->factor[k];
		a->local_value -= a->local.beta[k] * d->factor[k];
	}
	a->local_zscore = a->local_value / a->local.deviation;
}

/* The common session of this day, with its window before it; NULL when there is none. */
static const struct common_return *window_of(const struct anomaly_input *in, size_t *at,
					     struct day day)
{
	while (*at < in->n_commons && day_before(in->commons[*at].day, day))
		++*at;
	if (*at >= in->n_commons || !day_same(in->commons[*at].day, day) || *at < in->window)
		return NULL;
	return &in->commons[*at - in->window];
}

static bool judge(const struct anomaly_input *in, size_t i, const struct moving *m,
		  const struct common_return *commons, struct anomaly *a)
{
	const struct session_return *r = &in->returns[i];

	*a = (struct anomaly){ .day = r->day, .value = r->value };
	if (commons)
		score_local(commons, in->window, a);
	if (a->has_local ? fabs(a->local_zscore) < in->least
			 : !is_near(m, in->window, r->value, in->least))
		return false;
	score_raw(r - in->window, in->window, a);
	if (!a->has_local && !a->has_raw)
		return false;
	a->effective = a->has_local ? a->local_zscore : a->zscore;
	return fabs(a->effective) >= in->least;
}

enum calc_err anomaly_scan(const struct anomaly_input *in, struct anomaly *out, size_t *n_out)
{
	size_t w = in->window, begin = in->first > w ? in->first : w;
	struct moving m = { 0, 0 };
	size_t at = 0;

	if (w <= ANOMALY_FACTORS + 1)
		return CALC_INPUT;
	*n_out = 0;
	for (size_t i = begin; i < in->n; i++) {
		const struct common_return *commons = window_of(in, &at, in->returns[i].day);

		/* Summed anew now and then, so that rounding errors of past values do not accumulate. */
		if (i == begin || (i - begin) % w == 0)
			moving_start(&m, &in->returns[i - w], w);
		if (judge(in, i, &m, commons, &out[*n_out]))
			++*n_out;
		moving_step(&m, in->returns[i - w].value, in->returns[i].value);
	}
	return CALC_OK;
}
