/* SPDX-License-Identifier: Apache-2.0 */
/*
 * baseline.c: mean and deviation, and the least squares of an index on four factors.
 *
 * Sums run in long double over centred values, and each factor is divided by its own deviation before
 * the normal equations are solved: so they are correlations, and one pivot threshold detects dependent
 * factors in any units.
 */
#include "config.h"

#include "calc/events/baseline.h"

#include <math.h>

/* A smaller pivot of the correlation matrix means that the factor is a combination of those before it. */
#define PIVOT_LEAST 1e-10L

#define K ANOMALY_FACTORS

void baseline_raw(const struct session_return *r, size_t n, struct raw_baseline *out)
{
	long double sum = 0, squares = 0;
	long double mean;

	for (size_t i = 0; i < n; i++)
		sum += (long double)r[i].value;
	mean = sum / n;
	for (size_t i = 0; i < n; i++) {
		long double d = (long double)r[i].value - mean;

		squares += d * d;
	}
	out->from = r[0].day;
	out->to = r[n - 1].day;
	out->mean = (double)mean;
	out->deviation = (double)sqrtl(squares / (n - 1));
}

/* The window relative to its means; a factor in units of its own deviation. */
struct centred {
	long double mean_y, mean[K], scale[K];
};

static bool centre(const struct common_return *r, size_t n, struct centred *c)
{
	*c = (struct centred){ 0 };
	for (size_t i = 0; i < n; i++) {
		c->mean_y += (long double)r[i].value;
		for (int k = 0; k < K; k++)
			c->mean[k] += (long double)r[i].factor[k];
	}
	c->mean_y /= n;
	for (int k = 0; k < K; k++)
		c->mean[k] /= n;
	for (int k = 0; k < K; k++) {
		for (size_t i = 0; i < n; i++) {
			long double d = (long double)r[i].factor[k] - c->mean[k];

			c->scale[k] += d * d;
		}
		c->scale[k] = sqrtl(c->scale[k]);
		if (c->scale[k] < (long double)ANOMALY_DEVIATION)
			return false;
	}
	return true;
}

/* Correlations of the factors with one another and with the index. */
static void correlate(const struct common_return *r, size_t n, const struct centred *c,
		      long double a[K][K], long double b[K])
{
	for (int k = 0; k < K; k++) {
		b[k] = 0;
		for (int m = 0; m < K; m++)
			a[k][m] = 0;
	}
	for (size_t i = 0; i < n; i++) {
		long double x[K];

		for (int k = 0; k < K; k++)
			x[k] = ((long double)r[i].factor[k] - c->mean[k]) / c->scale[k];
		for (int k = 0; k < K; k++) {
			b[k] += x[k] * ((long double)r[i].value - c->mean_y);
			for (int m = 0; m <= k; m++)
				a[k][m] += x[k] * x[m];
		}
	}
}

/* Cholesky of the lower triangle, in place, then both substitutions; b becomes the solution. */
static bool solve(long double a[K][K], long double b[K])
{
	for (int k = 0; k < K; k++) {
		for (int m = 0; m <= k; m++) {
			long double v = a[k][m];

			for (int t = 0; t < m; t++)
				v -= a[k][t] * a[m][t];
			if (m < k) {
				a[k][m] = v / a[m][m];
				continue;
			}
			if (v < (long double)PIVOT_LEAST)
				return false;
			a[k][k] = sqrtl(v);
		}
	}
	for (int k = 0; k < K; k++) {
		for (int t = 0; t < k; t++)
			b[k] -= a[k][t] * b[t];
		b[k] /= a[k][k];
	}
	for (int k = K - 1; k >= 0; k--) {
		for (int t = k + 1; t < K; t++)
			b[k] -= a[t][k] * b[t];
		b[k] /= a[k][k];
	}
	return true;
}

bool baseline_local(const struct common_return *r, size_t n, struct local_baseline *out)
{
	long double a[K][K], b[K], intercept, ssr = 0;
	struct centred c;

	if (!centre(r, n, &c))
		return false;
	correlate(r, n, &c, a, b);
	if (!solve(a, b))
		return false;
	intercept = c.mean_y;
	for (int k = 0; k < K; k++) {
		b[k] /= c.scale[k];
		intercept -= b[k] * c.mean[k];
	}
	for (size_t i = 0; i < n; i++) {
		long double e = (long double)r[i].value - intercept;

		for (int k = 0; k < K; k++)
			e -= b[k] * (long double)r[i].factor[k];
		ssr += e * e;
	}
	out->from = r[0].day;
	out->to = r[n - 1].day;
	out->intercept = (double)intercept;
	for (int k = 0; k < K; k++)
		out->beta[k] = (double)b[k];
	out->deviation = (double)sqrtl(ssr / (n - (K + 1)));
	return true;
}
