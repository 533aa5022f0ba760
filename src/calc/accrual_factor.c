/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_factor.c: what a paper's unit grows by between two days (calculations.md 4.1 to 4.4).
 *
 * The chain of 4.1 cuts its product after every day, so the product over [s, t) is no quotient of two
 * others.  But what cutting can lose is bounded, and only the eighth place is wanted: a quotient of
 * running products gives it, unless it falls so near to a half that the walk over the days must decide.
 */
#include "config.h"

#include "calc/accrual_factor.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "core/calendar.h"
#include "core/pool.h"

#define YEAR_DAYS 252
#define HUNDRED (100 * E8) /* percent, on its grid */
#define E9 ((wide)1000000000)
#define REPEATED 10			 /* bank days after the last rate that repeat it (4.4) */
#define SPARE_DAYS 70			 /* an index cycle ends after the last day asked for */
#define FIRST_DAY ((struct day){ 8947 }) /* 1994-07-01: nothing before it is in reais */
#define FACTOR_MAX 1e9L			 /* beyond this nothing is contracted */
#define UNIT_MAX_E12 (PRICE_MAX_E12 * 1000)
#define CHAINS_KEPT 8 /* of kept tables: some 200 kB each */
#define POWERS 2048

/* The daily factors of one indexer at one percentage, from the bank day number `first` on. */
struct chain {
	const struct daily_rates *rates;
	wide pct_e8;
	int32_t first, n;
	int64_t *step;	      /* term - 1, 16 places; n of them */
	long double *product; /* of the terms before each place; n + 1 of them */
	bool walk;	      /* a negative rate: what cutting loses is not bounded as said above */
	struct chain *next;
};

/* Running products of monthly changes. */
struct index_chain {
	struct month first;
	size_t n;
	long double *change;  /* v of 4.3; NAN: not known */
	long double *product; /* before each place, unknown months aside */
	int32_t *unknown;     /* how many unknown months are before each place */
	long double last;     /* for months after the last */
};

/* One power of many that lots of one paper ask for again and again: base^(part/whole). */
struct power {
	long double base, value;
	int32_t part, whole; /* whole 0: free */
};

/* Made of the rates alone, so one set serves every paper, and every request while they stand. */
struct accrual_tables {
	void *pool;
	struct day end;	 /* of `before` */
	int32_t *before; /* bank days since FIRST_DAY before each day; until end + 1 */
	struct chain *chains;
	size_t n_chains;
	struct index_chain *ipca, *igpm;
	struct power powers[POWERS];
};

struct accruer {
	void *pool; /* for what goes with the accruer */
	const struct rates *rates;
	struct accrual_tables *t;
};

void *accruer_pool(struct accruer *a)
{
	return a->pool;
}

/* ---- bank days ---- */

static void mark_holidays(struct accrual_tables *t, int year)
{
	struct day list[16];
	int n = calendar_holidays(year, list);

	for (int i = 0; i < n; i++)
		if (!day_before(list[i], FIRST_DAY) && !day_before(t->end, list[i]))
			t->before[list[i].n - FIRST_DAY.n + 1] = 0;
}

struct accrual_tables *accrual_tables_new(void *pool, struct day until)
{
	struct accrual_tables *t = pool_zero(pool, struct accrual_tables);
	int weekday = day_weekday(FIRST_DAY);
	int first, last, m, d;
	size_t n;

	t->pool = pool;
	t->end = day_before(until, FIRST_DAY) ? FIRST_DAY : until;
	t->end = day_plus(t->end, SPARE_DAYS);
	n = (size_t)(t->end.n - FIRST_DAY.n) + 2;
	t->before = pool_array(pool, int32_t, n);
	for (size_t i = 1; i < n; i++) {
		t->before[i] = weekday != 0 && weekday != 6;
		weekday = weekday == 6 ? 0 : weekday + 1;
	}
	day_to_ymd(FIRST_DAY, &first, &m, &d);
	day_to_ymd(t->end, &last, &m, &d);
	for (int y = first; y <= last; y++)
		mark_holidays(t, y);
	for (size_t i = 1; i < n; i++)
		t->before[i] += t->before[i - 1];
	return t;
}

struct accruer *accruer_new(void *pool, const struct rates *rates, struct day until)
{
	struct accruer *a = pool_zero(pool, struct accruer);

	a->pool = pool;
	a->rates = rates;
	if (rates && rates->tables && !day_before(rates->tables->end, day_plus(until, SPARE_DAYS)))
		a->t = rates->tables;
	else
		a->t = accrual_tables_new(pool, until);
	return a;
}

static bool in_table(const struct accruer *a, struct day d)
{
	return !day_before(d, FIRST_DAY) && !day_before(a->t->end, d);
}

static int32_t number_of(const struct accruer *a, struct day d)
{
	return a->t->before[d.n - FIRST_DAY.n];
}

static int bank_days(const struct accruer *a, struct day from, struct day to)
{
	if (!day_before(from, to))
		return 0;
	if (in_table(a, from) && in_table(a, to))
		return number_of(a, to) - number_of(a, from);
	return business_days(from, to);
}

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

/* base^(part/whole), of which the same few are asked for by lot after lot and day after day. */
static long double power(struct accrual_tables *t, long double base, int part, int whole)
{
	struct power *p;
	uint64_t bits;

	memcpy(&bits, &base, sizeof(bits)); /* the mantissa */
	bits = (bits ^ (uint64_t)(uint32_t)part << 32 ^ (uint64_t)(uint32_t)whole) *
	       UINT64_C(0x9E3779B97F4A7C15);
	p = &t->powers[bits >> 32 & (POWERS - 1)];
	if (p->whole != whole || p->part != part || p->base != base)
		*p = (struct power){ base, powl(base, (long double)part / whole), part, whole };
	return p->value;
}

/* round9((1 + rate)^(du/252)); false when it leaves the grid. */
static bool annual_factor(const struct accruer *a, struct percent rate, int du, wide *e9)
{
	long double f = power(a->t, 1 + (long double)rate.e8 / HUNDRED, du, YEAR_DAYS);

	if (!(f < FACTOR_MAX))
		return false;
	*e9 = llroundl(f * 1e9L);
	return true;
}

/* ---- CDI and Selic (4.1) ---- */

/* Place of the first rate after @day. */
static size_t rates_after(const struct daily_rates *r, struct day day)
{
	size_t lo = 0;
	size_t hi = r->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (day_before(day, r->items[mid].day))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* The steps of every bank day from @from on: a missing one repeats the last, the end runs out (4.4). */
static void fill_chain(const struct accruer *a, struct chain *c, struct day from)
{
	const struct daily_rates *r = c->rates;
	size_t next = rates_after(r, from);
	struct day last = r->items[r->n - 1].day;
	int32_t beyond = 0;
	int32_t k = 0;

	c->product[0] = 1;
	for (struct day d = from; k < c->n; d = day_plus(d, 1)) {
		wide step;

		if (next < r->n && !day_before(d, r->items[next].day))
			next++;
		if (number_of(a, day_plus(d, 1)) == number_of(a, d))
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
	c->first = number_of(a, first);
	c->n = number_of(a, a->t->end) - c->first;
	c->step = pool_array(c, int64_t, (size_t)c->n);
	c->product = pool_array(c, long double, (size_t)c->n + 1);
	fill_chain(a, c, first);
	return c;
}

/* Tables that outlive the request keep only so many: the longest unused, last of the list, goes. */
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

/* The chain over all days of these rates, by now the first of the list. */
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
		if (t->pool != a->pool && t->n_chains >= CHAINS_KEPT)
			drop_last_chain(t);
		c = chain_new(a, r, pct_e8, first);
		t->n_chains++;
	}
	c->next = t->chains;
	t->chains = c;
	return c;
}

/* The chain that knows the bank days from @start on; NULL when the rates begin later. */
static struct chain *chain_for(struct accruer *a, const struct daily_rates *r, wide pct_e8,
			       struct day start)
{
	struct day first;

	if (!r->n || !in_table(a, start))
		return NULL;
	first = r->items[0].day;
	if (!in_table(a, first)) {
		if (!day_before(first, FIRST_DAY))
			return NULL;
		first = FIRST_DAY;
	}
	if (day_before(start, first) && number_of(a, start) < number_of(a, first))
		return NULL;
	return chain_of(a, r, pct_e8, first);
}

/* Day by day, cut after every product. */
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

static enum accrual_reason di_factor(struct accruer *a, const struct daily_rates *r, wide pct_e8,
				     struct day start, struct day t, wide *e8)
{
	struct chain *c;
	bool range = false;

	*e8 = E8;
	if (!bank_days(a, start, t))
		return ACCRUAL_KNOWN;
	c = in_table(a, t) ? chain_for(a, r, pct_e8, start) : NULL;
	if (!c)
		return ACCRUAL_RATES;
	*e8 = chain_factor(c, number_of(a, start) - c->first, number_of(a, t) - c->first, &range);
	return range ? ACCRUAL_BEYOND : ACCRUAL_KNOWN;
}

/* ---- IPCA and IGP-M (4.3) ---- */

/* v of a month: of the index numbers, else of the change; NAN when neither tells. */
static long double change_of(const struct index_months *x, size_t i)
{
	const struct index_month *m = &x->items[i];
	const struct index_month *before = i ? m - 1 : NULL;

	if (m->has_number && before && before->has_number && before->number.e12 > 0 &&
	    before->month.n == m->month.n - 1)
		return (long double)m->number.e12 / (long double)before->number.e12;
	if (m->has_change && m->change.e8 > -HUNDRED)
		return 1 + (long double)m->change.e8 / HUNDRED;
	return (long double)NAN;
}

static struct index_chain *index_chain_new(void *pool, const struct index_months *x)
{
	struct index_chain *c = pool_zero(pool, struct index_chain);
	size_t i = 0;

	c->first = x->items[0].month;
	c->n = (size_t)(x->items[x->n - 1].month.n - c->first.n) + 1;
	c->change = pool_array(pool, long double, c->n);
	c->product = pool_array(pool, long double, c->n + 1);
	c->unknown = pool_array(pool, int32_t, c->n + 1);
	c->product[0] = 1;
	c->last = (long double)NAN;
	for (size_t k = 0; k < c->n; k++) {
		bool told = x->items[i].month.n == c->first.n + (int32_t)k;
		long double v = told ? change_of(x, i) : (long double)NAN;

		c->change[k] = v;
		c->product[k + 1] = c->product[k] * (isnan(v) ? 1 : v);
		c->unknown[k + 1] = c->unknown[k] + (isnan(v) != 0);
		if (told && !isnan(v) && !x->items[i].projected)
			c->last = v;
		i += told;
	}
	return c;
}

static struct index_chain *index_chain_of(struct accruer *a, enum indexer indexer)
{
	struct index_chain **kept = indexer == INDEXER_IPCA ? &a->t->ipca : &a->t->igpm;
	const struct index_months *x;

	if (*kept || !a->rates)
		return *kept;
	x = indexer == INDEXER_IPCA ? &a->rates->ipca : &a->rates->igpm;
	if (x->n)
		*kept = index_chain_new(a->t->pool, x);
	return *kept;
}

/* The change of a month; one not yet published repeats the last published (4.3). */
static long double change_at(const struct index_chain *c, int32_t month)
{
	if (month < c->first.n)
		return (long double)NAN;
	if (month >= c->first.n + (int32_t)c->n)
		return c->last;
	return c->change[month - c->first.n];
}

/* The changes of months [from, to). */
static long double changes_between(const struct index_chain *c, int32_t from, int32_t to)
{
	int32_t known = to < c->first.n + (int32_t)c->n ? to : c->first.n + (int32_t)c->n;
	long double v = 1;

	if (from >= to)
		return 1;
	if (from < c->first.n)
		return (long double)NAN;
	if (from < known) {
		size_t i = (size_t)(from - c->first.n);
		size_t k = (size_t)(known - c->first.n);

		if (c->unknown[k] != c->unknown[i])
			return (long double)NAN;
		v = c->product[k] / c->product[i];
	} else {
		known = from;
	}
	return known < to ? v * powl(c->last, (long double)(to - known)) : v;
}

/* The nominal anniversary of a month: the last day of one that is too short. */
static struct day anniversary(int dom, int32_t month)
{
	struct month m = { month };
	struct day last = month_last(m);
	struct day d = day_plus(month_first(m), dom - 1);

	return day_before(last, d) ? last : d;
}

/* The part of a cycle that lies in [from, to), by bank days. */
static long double part_of_cycle(const struct accruer *a, const struct index_chain *c, int dom,
				 int32_t cycle, struct day from, struct day to)
{
	struct day opens = anniversary(dom, cycle);
	struct day closes = anniversary(dom, cycle + 1);
	int part = bank_days(a, day_before(from, opens) ? opens : from,
			     day_before(to, closes) ? to : closes);
	int whole;

	if (!part)
		return 1;
	whole = bank_days(a, opens, closes);
	return power(a->t, change_at(c, cycle - 1), part, whole);
}

/* The month in which the cycle of a day opens. */
static int32_t cycle_of(int dom, struct day d)
{
	int32_t m = day_month(d).n;

	return day_before(d, anniversary(dom, m)) ? m - 1 : m;
}

/* C of 4.3, 8 places cut.  What floating point loses may not cost a whole last place. */
static enum accrual_reason index_factor(struct accruer *a, const struct accrual_terms *terms,
					struct day start, struct day t, wide *e8)
{
	int dom = terms->anniversary_day;
	struct index_chain *c;
	int32_t first, last;
	long double v, lost;

	*e8 = E8;
	if (!bank_days(a, start, t))
		return ACCRUAL_KNOWN;
	c = index_chain_of(a, terms->indexer);
	if (!c)
		return ACCRUAL_RATES;
	first = cycle_of(dom, start);
	last = cycle_of(dom, t);
	v = part_of_cycle(a, c, dom, first, start, t);
	if (last > first) {
		v *= changes_between(c, first, last - 1);
		v *= part_of_cycle(a, c, dom, last, start, t);
	}
	if (isnan(v))
		return ACCRUAL_RATES;
	if (!(v < FACTOR_MAX))
		return ACCRUAL_BEYOND;
	lost = v * 1e8L * (long double)(last - first + 8) * 4 * LDBL_EPSILON;
	*e8 = (wide)floorl(v * 1e8L + lost);
	return ACCRUAL_KNOWN;
}

/* ---- a unit ---- */

enum accrual_reason accrual_judge(const struct accrual_terms *terms)
{
	struct percent year = terms->has_spread ? terms->spread : terms->rate;

	if (terms->indexer == INDEXER_OTHER)
		return ACCRUAL_INDEXER;
	if ((terms->has_spread && terms->has_rate) || year.e8 <= -HUNDRED)
		return ACCRUAL_INCOMPLETE;
	switch (terms->indexer) {
	case INDEXER_CDI:
	case INDEXER_SELIC:
		return terms->has_pct && terms->pct.e8 <= 0 ? ACCRUAL_INCOMPLETE : ACCRUAL_KNOWN;
	case INDEXER_PREFIXADO:
		return terms->has_rate || terms->has_spread ? ACCRUAL_KNOWN : ACCRUAL_INCOMPLETE;
	case INDEXER_IPCA:
	case INDEXER_IGPM: /* a part of an index has no formula in 4.3 */
		return (terms->has_pct && terms->pct.e8 != HUNDRED) || terms->anniversary_day < 1 ||
				       terms->anniversary_day > 31
			       ? ACCRUAL_INCOMPLETE
			       : ACCRUAL_KNOWN;
	case INDEXER_OTHER:
		break;
	}
	return ACCRUAL_INDEXER;
}

/* The yearly rate over the bank days of [start, t); 1 where none is contracted. */
static bool contracted_factor(const struct accruer *a, const struct accrual_terms *terms,
			      struct year_factors *years, struct day start, struct day t, wide *e9)
{
	int du;

	*e9 = E9;
	if (!terms->has_spread && !terms->has_rate)
		return true;
	du = bank_days(a, start, t);
	if (du < years->n && years->e9[du]) {
		*e9 = years->e9[du];
		return true;
	}
	if (!annual_factor(a, terms->has_spread ? terms->spread : terms->rate, du, e9))
		return false;
	if (du < years->n)
		years->e9[du] = (int64_t)*e9;
	return true;
}

static enum accrual_reason find_factors(struct accruer *a, const struct accrual_terms *terms,
					struct year_factors *years, struct day start, struct day t,
					wide *index_e8, wide *year_e9)
{
	wide pct = terms->has_pct ? terms->pct.e8 : HUNDRED;
	static const struct rates none;
	const struct rates *r = a->rates ? a->rates : &none;

	*index_e8 = E8;
	if (!contracted_factor(a, terms, years, start, t, year_e9))
		return ACCRUAL_BEYOND;
	switch (terms->indexer) {
	case INDEXER_CDI:
		return di_factor(a, &r->cdi, pct, start, t, index_e8);
	case INDEXER_SELIC:
		return di_factor(a, &r->selic, pct, start, t, index_e8);
	case INDEXER_IPCA:
	case INDEXER_IGPM:
		return index_factor(a, terms, start, t, index_e8);
	case INDEXER_PREFIXADO:
	case INDEXER_OTHER:
		break;
	}
	return ACCRUAL_KNOWN;
}

enum accrual_reason accrual_unit(struct accruer *a, const struct accrual_terms *terms,
				 struct year_factors *years, struct day start, struct price base,
				 struct day t, struct price *out)
{
	bool range = false;
	enum accrual_reason reason;
	wide index_e8, year_e9, e8;

	if (terms->has_maturity && day_before(terms->maturity, t))
		t = terms->maturity;
	reason = find_factors(a, terms, years, start, t, &index_e8, &year_e9);
	if (reason)
		return reason;
	if (terms->indexer == INDEXER_CDI || terms->indexer == INDEXER_SELIC) {
		wide factor = dec_mul_div_half_away(index_e8, year_e9, E8, &range);

		e8 = dec_mul_div_trunc(base.e12, factor, E9 * 10000, &range);
	} else if (terms->indexer == INDEXER_PREFIXADO) {
		e8 = dec_mul_div_trunc(base.e12, year_e9, E9 * 10000, &range);
	} else {
		e8 = dec_mul_div_trunc(base.e12, index_e8, E12, &range);
		e8 = dec_mul_div_trunc(e8, year_e9, E9, &range);
	}
	out->e12 = e8 * 10000;
	return range || out->e12 > UNIT_MAX_E12 ? ACCRUAL_BEYOND : ACCRUAL_KNOWN;
}

/* ---- for who explains a factor ---- */

int accrual_days(const struct accruer *a, struct day from, struct day to)
{
	return bank_days(a, from, to);
}

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
		int32_t k = number_of(a, d) - c->first;
		const struct daily_rate *rate;

		if (!bank_days(a, d, day_plus(d, 1)))
			continue;
		rate = &r->items[rates_after(r, d) - 1];
		if (last && last->step == c->step[k] && last->rate.annual.e8 == rate->annual.e8) {
			last->days++;
			last->to = day_plus(d, 1);
			continue;
		}
		if (*n == size) {
			size = size ? 2 * size : 32;
			out = pool_resize(a->pool, out, struct accrual_segment, size);
		}
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

/* What tells the change of a month; one not yet published is the last that was (4.3). */
static const struct index_month *month_told(const struct index_months *x, int32_t month)
{
	const struct index_month *last = NULL;

	for (size_t i = 0; i < x->n; i++) {
		if (x->items[i].month.n == month)
			return &x->items[i];
		if (!x->items[i].projected && !isnan(change_of(x, i)))
			last = &x->items[i];
	}
	return last;
}

struct accrual_cycle *accrual_cycles(struct accruer *a, const struct accrual_terms *terms,
				     struct day start, struct day t, size_t *n)
{
	const struct index_months *x =
		terms->indexer == INDEXER_IPCA ? &a->rates->ipca : &a->rates->igpm;
	int dom = terms->anniversary_day;
	int32_t first = cycle_of(dom, start);
	int32_t last = cycle_of(dom, t);
	struct accrual_cycle *out =
		pool_array(a->pool, struct accrual_cycle, (size_t)(last - first) + 1);

	*n = 0;
	for (int32_t cycle = first; cycle <= last; cycle++) {
		struct day opens = anniversary(dom, cycle);
		struct day closes = anniversary(dom, cycle + 1);
		struct accrual_cycle one = {
			.from = opens,
			.to = closes,
			.part = bank_days(a, day_before(start, opens) ? opens : start,
					  day_before(t, closes) ? t : closes),
			.whole = bank_days(a, opens, closes),
			.month = month_told(x, cycle - 1),
		};

		if (!one.part)
			continue;
		if (!one.month)
			return NULL;
		if (one.month->has_number && one.month > x->items && one.month[-1].has_number &&
		    one.month[-1].number.e12 > 0 && one.month[-1].month.n == one.month->month.n - 1)
			one.before = one.month - 1;
		out[(*n)++] = one;
	}
	return out;
}

bool cdi_12m_pct(struct accruer *a, struct day day, struct percent *out)
{
	struct month m = { day_month(day).n - 12 };
	int y, month, dom;
	wide e8;

	day_to_ymd(day, &y, &month, &dom);
	if (!a->rates || !a->rates->cdi.n ||
	    di_factor(a, &a->rates->cdi, HUNDRED, anniversary(dom, m.n), day, &e8) != ACCRUAL_KNOWN)
		return false;
	/* A fraction of 8 places is a percentage of 6; four are told. */
	out->e8 = dec_div_half_away((e8 - E8), 100) * 10000;
	return true;
}
