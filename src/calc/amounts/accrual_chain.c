/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_chain.c: chains of the daily factors of CDI and Selic (doc/calculations.md 4.1 and 4.4).
 *
 * The chain of 4.1 truncates its product after every day, so the product over [s, t) is not a quotient
 * of two others.  But the truncation error is bounded, and only eight places are needed: a quotient of
 * running products suffices, unless it is so close to a half that only the walk over the days can
 * decide.
 */
#include "config.h"

#include "calc/amounts/accrual_factor.h"
#include "calc/amounts/accrual_tables.h"

#include <float.h>
#include <math.h>

#include "core/pool.h"

#define REPEATED 10	/* bank days after the last rate that repeat it (4.4) */
#define CHAINS_CACHED 8 /* of cached tables: some 200 kB each */

/* The daily factors of one indexer at one percentage, from the bank day number `first` on. */
struct chain {
	const struct daily_rates *rates;
	wide pct_e8;
	int32_t first, n;
	int64_t *step;	      /* term - 1, 16 places; n of them */
	long double *product; /* of the terms before each place; n + 1 of them */
	bool walk; /* a negative rate: the truncation error is not bounded as described above */
	struct chain *next;
};

/* ---- rates as fractions ---- */

int64_t daily_rate_of(struct percent annual)
{
	long double base = 1 + (long double)annual.e8 / HUNDRED;

	if (base <= 0)
		return 0;
	return (int64_t)llroundl((powl(base, 1.0L / YEAR_DAYS) - 1) * 1e8L);
}

struct percent annual_rate_of(int64_t daily_e8)
{
	long double year = powl(1 + (long double)daily_e8 / 1e8L, YEAR_DAYS);

	return (struct percent){ (wide)llroundl((year - 1) * 1e4L) * 1000000 };
}

/* ---- the chain ---- */

/*
 * The steps of every bank day from @from on: a missing rate repeats the last one, up to REPEATED days
 * (4.4).
 */
static void fill_chain(const struct accruer *a, struct chain *c, struct day from)
{
	const struct daily_rates *r = c->rates;
	size_t next = days_until(r->items, r->n, sizeof(*r->items), from);
	struct day last = r->items[r->n - 1].day;
	int32_t beyond = 0;
	int32_t k = 0;

	c->product[0] = 1;
	for (struct day d = from; k < c->n; d = day_plus(d, 1)) {
		wide step;

		if (next < r->n && !day_before(d, r->items[next].day))
			next++;
		if (accrual_number(a, day_plus(d, 1)) == accrual_number(a, d))
			continue;
		if (day_before(last, d))
			beyond++;
		step = beyond > REPEATED ? 0 : r->items[next - 1].daily_e8 * c->pct_e8 / 100;
		c->walk |= step < 0;
		c->step[k] = (int64_t)step;
		c->product[k + 1] = c->product[k] * (1 + (long double)step / 1e16L);
		k++;
	}
}

static struct chain *chain_new(struct accruer *a, const struct daily_rates *r, wide pct_e8,
			       struct day first)
{
	struct chain *c = pool_zero(a->t->pool, struct chain);

	c->rates = r;
	c->pct_e8 = pct_e8;
	c->first = accrual_number(a, first);
	c->n = accrual_number(a, a->t->end) - c->first;
	c->step = pool_array(c, int64_t, (size_t)c->n);
	c->product = pool_array(c, long double, (size_t)c->n + 1);
	fill_chain(a, c, first);
	return c;
}

/* Cached tables are limited: the least recently used chain, last in the list, is dropped. */
static void drop_last_chain(struct accrual_tables *t)
{
	struct chain **last = &t->chains;

	if (!*last)
		return;
	while ((*last)->next)
		last = &(*last)->next;
	pool_free(*last);
	*last = NULL;
	t->n_chains--;
}

/* The chain over all days of these rates, moved to the front of the list. */
static struct chain *chain_of(struct accruer *a, const struct daily_rates *r, wide pct_e8,
			      struct day first)
{
	struct accrual_tables *t = a->t;
	struct chain **at = &t->chains, *c;

	while (*at && ((*at)->rates != r || (*at)->pct_e8 != pct_e8))
		at = &(*at)->next;
	c = *at;
	if (c) {
		*at = c->next;
	} else {
		if (t->pool != a->pool && t->n_chains >= CHAINS_CACHED)
			drop_last_chain(t);
		c = chain_new(a, r, pct_e8, first);
		t->n_chains++;
	}
	c->next = t->chains;
	t->chains = c;
	return c;
}

/* The chain that covers the bank days from @start on; NULL when the rates begin later. */
static struct chain *chain_for(struct accruer *a, const struct daily_rates *r, wide pct_e8,
			       struct day start)
{
	struct day first;

	if (!r->n || !accrual_in_table(a, start))
		return NULL;
	first = r->items[0].day;
	if (!accrual_in_table(a, first)) {
		if (!day_before(first, FIRST_DAY))
			return NULL;
		first = FIRST_DAY;
	}
	if (day_before(start, first) && accrual_number(a, start) < accrual_number(a, first))
		return NULL;
	return chain_of(a, r, pct_e8, first);
}

/* Day by day, truncated after every product. */
static wide walk_chain(const struct chain *c, int32_t from, int32_t to, bool *range)
{
	wide product = E16;

	for (int32_t k = from; k < to; k++)
		product = dec_mul_div_trunc(product, E16 + c->step[k], E16, range);
	return dec_div_half_away(product, E8);
}

/* FatorDI, 8 places. */
static wide chain_factor(const struct chain *c, int32_t from, int32_t to, bool *range)
{
	long double exact = c->product[to] / c->product[from];
	long double n = (long double)(to - from) + 4;
	long double low = exact * (1 - n * (1e-16L + 4 * LDBL_EPSILON));
	long double high = exact * (1 + n * 4 * LDBL_EPSILON);

	if (!(exact < FACTOR_MAX)) {
		*range = true;
		return 0;
	}
	if (!c->walk && llroundl(low * 1e8L) == llroundl(high * 1e8L))
		return llroundl(exact * 1e8L);
	return walk_chain(c, from, to, range);
}

enum accrual_reason accrual_di(struct accruer *a, const struct daily_rates *r, wide pct_e8,
			       struct day start, struct day t, wide *e8)
{
	struct chain *c;
	bool range = false;

	*e8 = E8;
	if (!accrual_days(a, start, t))
		return ACCRUAL_KNOWN;
	c = accrual_in_table(a, t) ? chain_for(a, r, pct_e8, start) : NULL;
	if (!c)
		return ACCRUAL_RATES;
	*e8 = chain_factor(c, accrual_number(a, start) - c->first, accrual_number(a, t) - c->first,
			   &range);
	return range ? ACCRUAL_BEYOND : ACCRUAL_KNOWN;
}

bool cdi_12m_pct(struct accruer *a, struct day day, struct percent *out)
{
	struct month m = { day_month(day).n - 12 };
	int y, month, dom;
	wide e8;

	day_to_ymd(day, &y, &month, &dom);
	if (!a->rates || !a->rates->cdi.n ||
	    accrual_di(a, &a->rates->cdi, HUNDRED, accrual_nominal(dom, m.n), day, &e8) !=
		    ACCRUAL_KNOWN)
		return false;
	/* Converts a fraction of 8 places to a percentage of 6; four are shown. */
	out->e8 = dec_div_half_away((e8 - E8), 100) * 10000;
	return true;
}

/* ---- for explanations ---- */

struct accrual_segment *accrual_segments(struct accruer *a, const struct accrual_terms *terms,
					 struct day start, struct day t, size_t *n)
{
	const struct daily_rates *r =
		terms->indexer == INDEXER_CDI ? &a->rates->cdi : &a->rates->selic;
	struct chain *c = chain_for(a, r, terms->has_pct ? terms->pct.e8 : HUNDRED, start);
	struct accrual_segment *out = NULL;
	size_t size = 0;

	*n = 0;
	for (struct day d = start; c && day_before(d, t); d = day_plus(d, 1)) {
		struct accrual_segment *last = *n ? &out[*n - 1] : NULL;
		int32_t k = accrual_number(a, d) - c->first;
		const struct daily_rate *rate;

		if (!accrual_days(a, d, day_plus(d, 1)))
			continue;
		rate = &r->items[days_until(r->items, r->n, sizeof(*r->items), d) - 1];
		if (last && last->step == c->step[k] && last->rate.annual.e8 == rate->annual.e8) {
			last->days++;
			last->to = day_plus(d, 1);
			continue;
		}
		pool_grow(a->pool, out, struct accrual_segment, *n, size, 32);
		out[(*n)++] = (struct accrual_segment){
			.from = d,
			.to = day_plus(d, 1),
			.days = 1,
			.rate = *rate,
			.spent = !c->step[k] && rate->daily_e8,
			.step = c->step[k],
		};
	}
	return out;
}
