/* SPDX-License-Identifier: Apache-2.0 */
/* performance.c: risk of a series, and the return of the same flows in an index. */
#include "config.h"

#include "calc/history/performance.h"

#include "calc/amounts/amounts.h"
#include "core/calendar.h"
#include "core/pool.h"

#include <math.h>

#define CDI_REPEATED 10 /* bank days */
#define IPCA_REPEATED 2 /* months */
#define INDEX_AGE 10	/* days that a close of an index may be old */

const char *const benchmark_names[] = { "cdi", "ipca", "ibov", NULL };

const char *const benchmark_reasons[] = {
	NULL,
	"Ainda não há aportes.",
	"Há compra ou venda sem preço conhecido.",
	"A série do índice não cobre o período.",
	NULL,
};

/* ---- risk ---- */

bool risk_counts(const struct history_month *m, struct day as_of)
{
	return m->return_known && !day_before(as_of, month_last(m->month));
}

/*
 * From the differences to the mean: sums of squares would leave a rounding error when all months are
 * equal.
 */
static void find_volatility(const struct history *h, struct day as_of, struct risk *r)
{
	double sum = 0;
	double squares = 0;
	double mean;

	for (size_t i = 0; i < h->n_months; i++)
		if (risk_counts(&h->months[i], as_of)) {
			sum += h->months[i].return_pct / 100;
			r->months++;
		}
	r->volatility_known = r->months >= VOLATILITY_MONTHS;
	if (!r->volatility_known)
		return;
	mean = sum / (double)r->months;
	for (size_t i = 0; i < h->n_months; i++)
		if (risk_counts(&h->months[i], as_of)) {
			double v = h->months[i].return_pct / 100 - mean;

			squares += v * v;
		}
	r->volatility = sqrt(12 * squares / (double)(r->months - 1));
}

struct risk risk_of(const struct history *h, struct day as_of)
{
	struct risk r = { .drawdown = h->drawdown };

	find_volatility(h, as_of, &r);
	return r;
}

/* ---- levels of the indices ---- */

/* Each gives the levels on the flows' days and, last, on as_of; false when its data does not cover them. */

/* In doubles, on purpose: no contract rounds it, unlike the chain of calc/amounts/accrual_chain.c (4.1). */
static bool levels_cdi(const struct benchmark_data *data, const struct day *days, size_t n,
		       double *out)
{
	const struct daily_rates *r = data->rates ? &data->rates->cdi : NULL;
	struct day day = days[0];
	double level = 1;
	int repeated = 0;
	size_t next = 0;

	if (!r || !r->n || day_before(day, r->items[0].day))
		return false;
	for (size_t i = 0; i < n; i++) {
		for (; day_before(day, days[i]); day = day_plus(day, 1)) {
			if (!day_is_business(day))
				continue;
			while (next < r->n && !day_before(day, r->items[next].day))
				next++;
			repeated = next == r->n && day_before(r->items[r->n - 1].day, day)
					   ? repeated + 1
					   : 0;
			if (repeated > CDI_REPEATED)
				return false;
			level *= 1 + (double)r->items[next - 1].daily_e8 / 1e8;
		}
		out[i] = level;
	}
	return true;
}

const struct index_month *benchmark_month(const struct index_months *m, struct month month)
{
	const struct index_month *last = m->n ? &m->items[m->n - 1] : NULL;

	if (!last || month.n < m->items[0].month.n || month.n > last->month.n + IPCA_REPEATED)
		return NULL;
	for (size_t i = m->n; i > 0; i--) {
		const struct index_month *one = &m->items[i - 1];

		if (one->month.n > month.n)
			continue;
		if (one->month.n < month.n && one != last)
			return NULL; /* a hole */
		return one->has_change || index_before(m, i - 1) ? one : NULL;
	}
	return NULL;
}

/* One plus the change of a month with known data. */
static double month_factor(const struct index_months *m, const struct index_month *one)
{
	const struct index_month *before = index_before(m, (size_t)(one - m->items));

	return before ? price_double(one->number) / price_double(before->number)
		      : 1 + (double)one->change.e8 / 1e10;
}

static bool levels_ipca(const struct benchmark_data *data, const struct day *days, size_t n,
			double *out)
{
	const struct index_months *m = data->rates ? &data->rates->ipca : NULL;
	struct day day = days[0];
	double level = 1;

	for (size_t i = 0; i < n; i++) {
		while (day_before(day, days[i])) {
			struct day last = month_last(day_month(day));
			int whole = last.n - month_first(day_month(day)).n + 1;
			struct day to = day_before(days[i], day_plus(last, 1)) ? days[i]
									       : day_plus(last, 1);
			const struct index_month *one =
				m ? benchmark_month(m, day_month(day)) : NULL;

			if (!one)
				return false;
			level *= pow(month_factor(m, one), (double)(to.n - day.n) / whole);
			day = to;
		}
		out[i] = level;
	}
	return true;
}

static bool levels_ibov(const struct benchmark_data *data, const struct day *days, size_t n,
			double *out)
{
	struct close c;

	for (size_t i = 0; i < n; i++) {
		if (!close_at(&data->ibov, days[i], &c) || days[i].n - c.day.n > INDEX_AGE)
			return false;
		out[i] = price_double(c.price);
	}
	return true;
}

/* ---- the same flows ---- */

struct money benchmark_left(const struct benchmark_result *b)
{
	return (struct money){ (wide)round(b->final_value * 1e8) };
}

static void invest(void *pool, const double *levels, const struct flow *flows, size_t n,
		   struct day as_of, struct benchmark_result *out)
{
	struct flow *all = pool_array(pool, struct flow, n + 1);
	double units = 0;

	for (size_t i = 0; i < n; i++) {
		units -= money_double(flows[i].amount) / levels[i];
		all[i] = flows[i];
	}
	out->final_value = units * levels[n];
	out->index_change = levels[n] / levels[0] - 1;
	if (!(fabs(out->final_value) <= 1e15)) {
		out->reason = BENCHMARK_NO_DATA; /* an index level that is not positive */
		return;
	}
	all[n] = (struct flow){ as_of, benchmark_left(out) };
	out->xirr_known = out->final_value > 0 && xirr(pool, all, n + 1, &out->xirr);
}

void benchmarks_of(void *pool, const struct benchmark_data *data, const struct flow *flows,
		   size_t n, bool complete, struct day as_of,
		   struct benchmark_result out[BENCHMARKS])
{
	static bool (*const levels_of[BENCHMARKS])(
		const struct benchmark_data *, const struct day *, size_t,
		double *) = { levels_cdi, levels_ipca, levels_ibov };
	struct day *days = pool_array(pool, struct day, n + 1);
	double *levels = pool_array(pool, double, n + 1);

	for (size_t i = 0; i < n; i++)
		days[i] = flows[i].day;
	days[n] = as_of;
	for (int k = 0; k < BENCHMARKS; k++) {
		out[k] = (struct benchmark_result){ .reason = BENCHMARK_KNOWN };
		if (!complete)
			out[k].reason = BENCHMARK_FLOW_UNKNOWN;
		else if (!n)
			out[k].reason = BENCHMARK_NO_FLOW;
		else if (!levels_of[k](data, days, n + 1, levels))
			out[k].reason = BENCHMARK_NO_DATA;
		else
			invest(pool, levels, flows, n, as_of, &out[k]);
	}
}
