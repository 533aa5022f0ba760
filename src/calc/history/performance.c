/* SPDX-License-Identifier: Apache-2.0 */
/* performance.c: risk of a series, and the return of the same flows in an index. */
#include "config.h"

#include "calc/history/performance.h"

#include "core/calendar.h"
#include "core/pool.h"

#include <math.h>
#include <string.h>

#define CDI_REPEATED 10 /* bank days */
#define IPCA_REPEATED 2 /* months */
#define INDEX_AGE 10	/* days that a close of an index may be old */

const char *const benchmark_names[] = { "cdi", "ipca", "ibov", "ifix", "sp500", NULL };

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

/* Each gives the levels on ascending days, as far as its data covers them; @out is zeroed. */

/* In doubles, on purpose: no contract rounds it, unlike the chain of calc/amounts/accrual_chain.c (4.1). */
static void levels_cdi(const struct benchmark_data *data, const struct day *days, size_t n,
		       struct index_value *out)
{
	const struct daily_rates *r = data->rates ? &data->rates->cdi : NULL;
	struct day day = days[0];
	double level = 1;
	int repeated = 0;
	size_t next = 0;

	if (!r || !r->n || day_before(day, r->items[0].day))
		return;
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
				return;
			level *= 1 + (double)r->items[next - 1].daily_e8 / 1e8;
		}
		out[i] = (struct index_value){ true, level };
	}
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

static void levels_ipca(const struct benchmark_data *data, const struct day *days, size_t n,
			struct index_value *out)
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
				return;
			level *= pow(month_factor(m, one), (double)(to.n - day.n) / whole);
			day = to;
		}
		out[i] = (struct index_value){ true, level };
	}
}

static void levels_of_closes(const struct close_series *closes, const struct day *days, size_t n,
			     struct index_value *out)
{
	struct close c;

	for (size_t i = 0; i < n; i++)
		if (close_at(closes, days[i], &c) && days[i].n - c.day.n <= INDEX_AGE)
			out[i] = (struct index_value){ true, price_double(c.price) };
}

static void levels_ibov(const struct benchmark_data *data, const struct day *days, size_t n,
			struct index_value *out)
{
	levels_of_closes(&data->ibov, days, n, out);
}

static void levels_ifix(const struct benchmark_data *data, const struct day *days, size_t n,
			struct index_value *out)
{
	levels_of_closes(&data->ifix, days, n, out);
}

static void levels_sp500(const struct benchmark_data *data, const struct day *days, size_t n,
			 struct index_value *out)
{
	struct close rate;

	levels_of_closes(&data->sp500, days, n, out);
	for (size_t i = 0; i < n; i++) {
		out[i].known = out[i].known && fx_ptax(&data->usd, days[i], &rate);
		if (out[i].known)
			out[i].value *= price_double(rate.price);
	}
}

static void (*const levels_of[BENCHMARKS])(const struct benchmark_data *, const struct day *,
					   size_t, struct index_value *) = {
	levels_cdi, levels_ipca, levels_ibov, levels_ifix, levels_sp500
};

void span_indices_of(const struct benchmark_data *data, const struct history *h, struct day as_of,
		     struct span_indices *out)
{
	*out = (struct span_indices){ 0 };
	for (int s = 0; s < SPANS; s++) {
		const struct day days[] = { h->spans[s].from, as_of };

		for (int k = 0; h->spans[s].reached && k < BENCHMARKS; k++) {
			struct index_value levels[2] = { { 0 } };

			levels_of[k](data, days, 2, levels);
			if (levels[0].known && levels[1].known && levels[0].value > 0)
				out->change[s][k] = (struct index_value){
					true, levels[1].value / levels[0].value - 1
				};
		}
	}
}

/* ---- the same flows ---- */

struct money benchmark_left(const struct benchmark_result *b)
{
	return (struct money){ (wide)round(b->final_value * 1e8) };
}

struct index_value benchmark_of_month(const struct history *h, const struct benchmark_result *b,
				      size_t month)
{
	(void)h; /* as benchmark_of_day() */
	return b->months ? b->months[month] : (struct index_value){ 0 };
}

struct index_value benchmark_of_day(const struct history *h, const struct benchmark_result *b,
				    size_t day)
{
	if (day + 1 == h->n_days)
		return (struct index_value){ b->reason == BENCHMARK_KNOWN, b->final_value };
	return b->days ? b->days[day] : (struct index_value){ 0 };
}

/* The days on which levels are needed: of the flows, as_of, ends of months and wanted days from the first flow on. */
struct schedule {
	struct day *days;
	const struct flow **flow; /* by day; NULL: a value is wanted */
	size_t n;
};

/* The next wanted day; @month and @day go past it. */
static struct day next_wanted(const struct benchmark_dates *dates, size_t *month, size_t *day)
{
	struct day end = DAY_FAR_FUTURE, one = DAY_FAR_FUTURE, next;

	if (*month < dates->n_months)
		end = month_last((struct month){ dates->first.n + (int)*month });
	if (*day < dates->n_days)
		one = dates->days[*day].day;
	next = day_before(one, end) ? one : end;
	*month += day_same(next, end);
	*day += day_same(next, one);
	return next;
}

static struct schedule schedule_of(void *pool, const struct flow *flows, size_t n, struct day as_of,
				   const struct benchmark_dates *dates)
{
	size_t room = n + dates->n_months + dates->n_days + 1, month = 0, day = 0;
	struct schedule s = { .days = pool_array(pool, struct day, room),
			      .flow = pool_array(pool, const struct flow *, room) };
	struct day wanted = next_wanted(dates, &month, &day);

	for (size_t i = 0; i <= n; i++) {
		struct day until = i < n ? flows[i].day : as_of;

		for (; day_before(wanted, until); wanted = next_wanted(dates, &month, &day))
			if (i)
				s.days[s.n++] = wanted;
		if (i < n)
			s.flow[s.n] = &flows[i];
		s.days[s.n++] = until;
	}
	return s;
}

static struct index_value worth(double units, bool covered, struct index_value level)
{
	double value = units * level.value;

	/* Too large: an index level that is not positive. */
	return (struct index_value){ covered && level.known && fabs(value) <= 1e15, value };
}

/* Stores the value of a day in its month, and among the wanted days from @next on. */
static void put_worth(const struct benchmark_dates *dates, struct day day, bool last,
		      struct index_value v, struct index_value *months, struct index_value *days,
		      size_t *next)
{
	if (dates->n_months && (last || day_same(day, month_last(day_month(day)))))
		months[day_month(day).n - dates->first.n] = v;
	while (*next < dates->n_days && day_before(dates->days[*next].day, day))
		++*next;
	if (*next < dates->n_days && day_same(dates->days[*next].day, day))
		days[*next] = v;
}

static void invest(void *pool, const struct schedule *s, const struct index_value *levels,
		   const struct benchmark_dates *dates, struct benchmark_result *out)
{
	struct index_value *months = pool_array(pool, struct index_value, dates->n_months);
	struct index_value *days = pool_array(pool, struct index_value, dates->n_days);
	struct index_value last = { 0 };
	bool covered = true;
	double units = 0;
	size_t next = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct flow *flow = s->flow[i];

		if (flow) {
			covered &= levels[i].known;
			units -= covered ? money_double(flow->amount) / levels[i].value : 0;
			continue;
		}
		last = worth(units, covered, levels[i]);
		put_worth(dates, s->days[i], i + 1 == s->n, last, months, days, &next);
	}
	out->months = months;
	out->days = days;
	out->reason = last.known ? BENCHMARK_KNOWN : BENCHMARK_NO_DATA;
	if (!last.known)
		return;
	out->final_value = last.value;
	out->index_change = levels[s->n - 1].value / levels[0].value - 1;
}

/* benchmarks_of() without spans and xirr. */
static void reinvest(void *pool, const struct benchmark_data *data, const struct flow *flows,
		     size_t n, bool complete, struct day as_of, struct benchmark_dates dates,
		     struct benchmark_result out[BENCHMARKS])
{
	const struct schedule s = schedule_of(pool, flows, n, as_of, &dates);

	for (int k = 0; k < BENCHMARKS; k++) {
		struct index_value *levels;

		out[k] = (struct benchmark_result){
			.reason = complete ? BENCHMARK_NO_FLOW : BENCHMARK_FLOW_UNKNOWN,
			.months = pool_array(pool, struct index_value, dates.n_months),
			.days = pool_array(pool, struct index_value, dates.n_days),
		};
		if (!complete || !n)
			continue;
		levels = pool_array(pool, struct index_value, s.n);
		levels_of[k](data, s.days, s.n, levels);
		invest(pool, &s, levels, &dates, &out[k]);
	}
}

/* The flows after the first day of a span, its opening value before them. */
static const struct flow *span_flows(void *pool, const struct prefix_span *s,
				     const struct flow *flows, size_t *n)
{
	struct flow *out = pool_array(pool, struct flow, *n + 1);
	size_t kept = 0;

	if (s->opening.e8)
		out[kept++] = (struct flow){ s->from, { -s->opening.e8 } };
	for (size_t i = 0; i < *n; i++)
		if (day_before(s->from, flows[i].day))
			out[kept++] = flows[i];
	*n = kept;
	return out;
}

static void find_xirr(void *pool, const struct flow *flows, size_t n, struct day as_of,
		      struct benchmark_result *out)
{
	struct flow *all = pool_array(pool, struct flow, n + 1);

	memcpy(all, flows, n * sizeof(*all));
	all[n] = (struct flow){ as_of, benchmark_left(out) };
	out->xirr_known = out->final_value > 0 && xirr(pool, all, n + 1, &out->xirr);
}

void benchmarks_of(void *pool, const struct benchmark_data *data, const struct flow *flows,
		   size_t n, bool complete, struct day as_of, struct benchmark_dates dates,
		   struct benchmark_result out[BENCHMARKS])
{
	struct index_value *spans = pool_array(pool, struct index_value, BENCHMARKS * SPANS);

	reinvest(pool, data, flows, n, complete, as_of, dates, out);
	for (int k = 0; k < BENCHMARKS; k++) {
		out[k].spans = spans + k * SPANS;
		if (out[k].reason == BENCHMARK_KNOWN)
			find_xirr(pool, flows, n, as_of, &out[k]);
	}
	for (int s = 0; dates.spans && s < SPANS; s++) {
		struct benchmark_result part[BENCHMARKS], *of = out;
		size_t kept = dates.spans[s].reached ? n : 0;
		const struct flow *list = span_flows(pool, &dates.spans[s], flows, &kept);

		if (kept != n || dates.spans[s].opening.e8) { /* not all flows, and nothing else */
			of = part;
			reinvest(pool, data, list, kept, complete, as_of,
				 (struct benchmark_dates){ 0 }, of);
		}
		for (int k = 0; k < BENCHMARKS; k++)
			spans[k * SPANS + s] =
				(struct index_value){ of[k].reason == BENCHMARK_KNOWN,
						      of[k].final_value };
	}
}
