/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xirr.c: money-weighted annual return (doc/calculations.md 6.1).
 *
 * The definition: f(x) = sum of amount_i e^(-x days_i / 365) over x = ln(1 + r), looked at in 401
 * equally spaced points from ln(1e-6) to ln(101); each sign change is a rate, and only a single one
 * is an answer.  For x < 0 f is multiplied by e^(xT), which keeps its sign and cannot overflow.
 *
 * Looking at 401 points costs a million steps for 2,500 daily flows, so the usual case takes a
 * shorter way to the same answer.  By Laguerre's form of the rule of signs for sums of
 * exponentials, f has at most as many roots above c as the sequence of partial sums of its terms at
 * c, oldest first, changes sign, and at most as many below c as the partial sums newest first. When
 * f differs in sign at the ends of the range there is a root; taken at a point just below it, one
 * change above and none below prove that it is the only one on the whole line, so that the 401
 * points could show no other.  This holds whenever the money at work, compounded at the rate
 * itself, never changes sign: the life of practically every portfolio.  Partial sums too close to
 * zero to have a sign prove nothing, and what is not proved is scanned as defined.
 *
 * Powers are stepped: f is a Horner chain over the gaps between days.  Different gaps are few
 * (their sum is the period, so at most the square root of twice its days), one exp() each.  Eight
 * points run side by side because a single chain waits for its own multiplication.
 */
#include "config.h"

#include "calc/amounts/xirr.h"
#include "core/pool.h"

#include <math.h>

#define GRID 401
#define LANES 8
#define STRAIGHT 0.02	/* bracket width in which the secant is close */
#define EXACT 1e-7	/* bracket width in which the secant is exact: refine() */
#define CEILING 3.0	/* +300 % a year: larger rates are rejected */
#define NOISE 1e-11	/* the rounding error allowed for an exact 3.0 */
#define UNCERTAIN 1e-11 /* relative size of a sum whose sign may be a rounding error */

struct chain {
	double *amount; /* per day, ascending, none zero */
	uint32_t *gap;	/* gap[i]: index into gaps, days between i - 1 and i */
	size_t n;
	double *gaps; /* different gaps, in years */
	size_t n_gaps;
	double *power; /* LANES per gap */
};

static double grid_low(void)
{
	return log(1e-6);
}

static double grid_point(int i)
{
	return grid_low() + (log(101.0) - grid_low()) * i / (GRID - 1);
}

/* The last answer: a repeated request within the day usually has the same prices. */
struct remembered {
	bool asked, known;
	struct flow terminal;
	double rate; /* when known */
};

/* The days of a chain except the newest, on which the terminal value may fall. */
struct xirr_flows {
	struct chain chain; /* with room for two more, which each use fills as needed */
	struct day before;  /* of the chain's last amount */
	struct flow last;   /* total of the newest day */
	bool some;	    /* there is one */
	bool in, out;	    /* whether the chain has outflows and inflows */
	bool range;	    /* a sum left the grid */
	struct remembered *remembered;
};

/* Maps days to indices of distinct gaps, in a table by length, since there are few. */
static void number_gaps(void *pool, struct chain *c, const struct day *days)
{
	int longest = 0;
	uint32_t *number;

	for (size_t i = 1; i < c->n; i++)
		if (days[i].n - days[i - 1].n > longest)
			longest = days[i].n - days[i - 1].n;
	number = pool_array(pool, uint32_t, (size_t)longest + 1);
	c->gaps = pool_array(pool, double, c->n + 2);
	for (size_t i = 1; i < c->n; i++) {
		int len = days[i].n - days[i - 1].n;

		if (!number[len]) {
			c->gaps[c->n_gaps++] = len / 365.0;
			number[len] = (uint32_t)c->n_gaps;
		}
		c->gap[i] = number[len] - 1;
	}
}

/* Adds the amounts of a day, and leaves out days with a sum of zero. */
struct xirr_flows *xirr_prepare(void *pool, const struct flow *flows, size_t n)
{
	struct xirr_flows *f = pool_zero(pool, struct xirr_flows);
	struct day *days = pool_array(pool, struct day, n + 1);
	struct chain *c = &f->chain;

	f->remembered = pool_zero(pool, struct remembered);
	c->amount = pool_array(pool, double, n + 2);
	c->gap = pool_array(pool, uint32_t, n + 2);
	for (size_t i = 0; i < n;) {
		struct flow day = { .day = flows[i].day };

		for (; i < n && day_same(flows[i].day, day.day); i++)
			day.amount = money_add(day.amount, flows[i].amount, &f->range);
		if (f->some && f->last.amount.e8) {
			days[c->n] = f->last.day;
			c->amount[c->n++] = money_double(f->last.amount);
			f->before = f->last.day;
			f->in |= f->last.amount.e8 < 0;
			f->out |= f->last.amount.e8 > 0;
		}
		f->last = day;
		f->some = true;
	}
	number_gaps(pool, c, days);
	return f;
}

/* Appends one more day to a copy of the chain, in its spare room. */
static void push(struct xirr_flows *f, struct day day, struct money amount)
{
	struct chain *c = &f->chain;
	double years = (day.n - f->before.n) / 365.0;
	uint32_t g = 0;

	if (!amount.e8)
		return;
	f->in |= amount.e8 < 0;
	f->out |= amount.e8 > 0;
	while (c->n && g < c->n_gaps && c->gaps[g] != years)
		g++;
	if (c->n && g == c->n_gaps)
		c->gaps[c->n_gaps++] = years;
	c->gap[c->n] = g;
	c->amount[c->n++] = money_double(amount);
	f->before = day;
}

/* Builds the whole chain; true when a rate may exist. */
static bool chain_close(void *pool, struct xirr_flows *f, struct flow terminal)
{
	bool same_day = f->some && day_same(f->last.day, terminal.day);

	if (same_day)
		terminal.amount = money_add(f->last.amount, terminal.amount, &f->range);
	else if (f->some)
		push(f, f->last.day, f->last.amount);
	push(f, terminal.day, terminal.amount);
	f->chain.power = pool_array(pool, double, f->chain.n_gaps *LANES);
	return !f->range && f->chain.n >= 2 && f->in && f->out;
}

/* f at LANES points, all below 0 or all not. */
static void evaluate(const struct chain *c, const double x[LANES], double f[LANES])
{
	bool below = x[0] < 0;
	const double *amount = below ? c->amount : c->amount + c->n - 1;
	const uint32_t *gap = below ? c->gap + 1 : c->gap + c->n - 1; /* the gap crossed next */
	ptrdiff_t step = below ? 1 : -1;
	double sum[LANES]; /* a local array: f might alias the powers */

	for (size_t g = 0; g < c->n_gaps; g++)
		for (int k = 0; k < LANES; k++)
			c->power[g * LANES + (size_t)k] = exp(-fabs(x[k]) * c->gaps[g]);
	for (int k = 0; k < LANES; k++)
		sum[k] = *amount;
	for (size_t i = 1; i < c->n; i++, gap += step) {
		const double *p = c->power + (size_t)*gap * LANES;

		amount += step;
#pragma GCC unroll 8 /* LANES, all of them in registers */
		for (int k = 0; k < LANES; k++)
			sum[k] = sum[k] * p[k] + *amount;
	}
	memcpy(f, sum, sizeof(sum));
}

/* ---- the number of rates ---- */

/*
 * Sign changes of the partial sums of the terms at @c: from the oldest, a bound on the roots above c;
 * from the newest, on those below.  A large number when a sum is too small for its sign to be certain.
 *
 * The sums are relative to the day at that end on which the terms are largest, so that they fade
 * instead of overflowing.
 */
static int sign_changes(const struct chain *c, double at, bool oldest_first)
{
	bool fading = oldest_first ? at >= 0 : at < 0; /* later terms weigh less */
	double sum = 0;
	double size = 0;
	double weight = 1;
	double last = 0;
	int changes = 0;

	for (size_t g = 0; g < c->n_gaps; g++)
		c->power[g] = exp(-fabs(at) * c->gaps[g]);
	for (size_t k = 0; k < c->n; k++) {
		size_t i = oldest_first ? k : c->n - 1 - k;
		double step = k ? c->power[c->gap[oldest_first ? i : i + 1]] : 1;

		if (fading) {
			weight *= step;
			sum += c->amount[i] * weight;
			size += fabs(c->amount[i]) * weight;
		} else {
			sum = sum * step + c->amount[i];
			size = size * step + fabs(c->amount[i]);
		}
		if (fabs(sum) <= size * UNCERTAIN)
			return 1000;
		if (last != 0 && (sum < 0) != (last < 0))
			changes++;
		last = sum;
	}
	return changes;
}

static int most_rates(const struct chain *c, double at)
{
	return sign_changes(c, at, true) + sign_changes(c, at, false);
}

/* ---- root finding ---- */

struct bracket {
	double x0, x1;
	double f0, f1; /* of opposite signs, or f1 is 0 and x1 the root */
};

/* First change of sign among points that continue @b->x1; true when there is one. */
static bool first_change(struct bracket *b, const double *x, const double *f)
{
	for (int k = 0; k < LANES; k++) {
		b->x0 = b->x1;
		b->f0 = b->f1;
		b->x1 = x[k];
		b->f1 = f[k];
		if (b->f1 == 0 || (b->f0 < 0) != (b->f1 < 0))
			return true;
	}
	return false;
}

/* The zero of the straight line through its ends. */
static double secant(const struct bracket *b)
{
	return b->x0 + (b->x1 - b->x0) * (b->f0 / (b->f0 - b->f1));
}

/*
 * Points to evaluate inside a bracket, ascending: ninths while f may bend; in a narrow one, points
 * around the secant's zero, the closest so close that the next bracket is a thousandth of this one.
 */
static void points_in(const struct bracket *b, double x[LANES])
{
	static const double rungs[LANES / 2] = { 1. / 8, 1. / 64, 1. / 512, 1. / 4096 };
	double width = b->x1 - b->x0;
	double at = secant(b);

	if (b->x0 < 0 && b->x1 > 0) {
		for (int k = 0; k < LANES; k++)
			x[k] = 0;
		return;
	}
	for (int k = 0; k < LANES; k++)
		x[k] = b->x0 + width * (k + 1) / (LANES + 1);
	if (width > STRAIGHT)
		return;
	for (int k = 0; k < LANES / 2; k++) {
		x[k] = fmax(b->x0, at - width * rungs[k]);
		x[LANES - 1 - k] = fmin(b->x1, at + width * rungs[k]);
	}
}

/* Narrows a bracket to at most @width; its end x1 is the root when f1 is 0. */
static void narrow(const struct chain *c, struct bracket *b, double width)
{
	while (b->f1 != 0 && b->x1 - b->x0 > width) {
		struct bracket part = { .x1 = b->x0, .f1 = b->f0 };
		double x[LANES];
		double f[LANES];

		points_in(b, x);
		evaluate(c, x, f);
		if (!first_change(&part, x, f)) {
			part.x0 = part.x1;
			part.f0 = part.f1;
			part.x1 = b->x1;
			part.f1 = b->f1;
		}
		*b = part;
	}
}

/*
 * Within 1e-7 f is a straight line as far as doubles see: over T years it bends by less than T times
 * the square of that, relative to the root.  Its zero is the root.
 */
static double refine(const struct chain *c, struct bracket *b)
{
	narrow(c, b, EXACT);
	return b->f1 == 0 ? b->x1 : secant(b);
}

enum finding { NO_RATE, ONE_RATE, UNDECIDED };

/* A root near common rates, and the proof that it is the only one; otherwise nothing is decided. */
static enum finding find_usual(const struct chain *c, double *root)
{
	static const double rates[LANES] = { 0, 0.02, 0.05, 0.08, 0.12, 0.18, 0.3, 0.6 };
	struct bracket b;
	double x[LANES];
	double f[LANES];

	for (int k = 0; k < LANES; k++)
		x[k] = log1p(rates[k]);
	evaluate(c, x, f);
	b = (struct bracket){ .x1 = x[0], .f1 = f[0] };
	if (f[0] == 0 || !first_change(&b, x, f))
		return UNDECIDED;
	narrow(c, &b, 1e-3);
	if (most_rates(c, b.x0 - 1e-3) != 1)
		return UNDECIDED;
	*root = refine(c, &b);
	return ONE_RATE;
}

/*
 * The short way: a root between the ends of the range and a proof that it is the only one, or that
 * there is none.
 */
static enum finding find_proved(const struct chain *c, double *root)
{
	double low = grid_point(0);
	double high = grid_point(GRID - 1);
	double x[2][LANES];
	double f[2][LANES];
	struct bracket b;

	if (find_usual(c, root) == ONE_RATE)
		return ONE_RATE;
	for (int k = 0; k < LANES; k++) {
		x[0][k] = low - low * k / LANES;
		x[1][k] = high * k / (LANES - 1);
	}
	evaluate(c, x[0], f[0]);
	evaluate(c, x[1], f[1]);
	b = (struct bracket){ .x1 = x[0][0], .f1 = f[0][0] };
	if (f[0][0] == 0 || f[1][LANES - 1] == 0)
		return UNDECIDED;
	if ((f[0][0] < 0) == (f[1][LANES - 1] < 0))
		return !sign_changes(c, low, true) || !sign_changes(c, high, false) ? NO_RATE
										    : UNDECIDED;
	if (!first_change(&b, x[0], f[0]))
		(void)first_change(&b, x[1],
				   f[1]); /* the signs at the ends differ, so there is one */
	narrow(c, &b, 1e-3);
	if (most_rates(c, b.x0 - 1e-3) != 1)
		return UNDECIDED;
	*root = refine(c, &b);
	return ONE_RATE;
}

/* One bisection step of a bracket on both sides of 0, else three at once. */
static void halve(const struct chain *c, struct bracket *b)
{
	int parts = b->x0 < 0 && b->x1 > 0 ? 2 : LANES;
	double x[LANES];
	double f[LANES];
	int low = 0;

	for (int k = 0; k < LANES; k++)
		x[k] = b->x0 + (b->x1 - b->x0) * (parts == 2 ? 1 : k + 1) / parts;
	evaluate(c, x, f);
	for (int half = parts / 2; half && b->f1 != 0; half /= 2) {
		int middle = low + half - 1;

		if (f[middle] != 0 && (f[middle] < 0) == (b->f0 < 0)) {
			b->x0 = x[middle];
			b->f0 = f[middle];
			low += half;
		} else {
			b->x1 = x[middle];
			b->f1 = f[middle];
		}
	}
}

/*
 * When three roots lie between two points and look like one, the definition's bisection finds a
 * particular one of them; this repeats it.
 */
static double bisect(const struct chain *c, struct bracket *b)
{
	while (b->f1 != 0 && b->x1 - b->x0 > EXACT)
		halve(c, b);
	return b->f1 == 0 ? b->x1 : secant(b);
}

/* By the definition: evaluates all points; a point that is a root counts once. */
static bool find_scanned(const struct chain *c, double *root)
{
	struct bracket last = { 0 };
	struct bracket found = { 0 };
	int roots = 0;

	for (int i = 0; i < GRID;) {
		double x[LANES];
		double f[LANES];
		int n = 0;

		for (; n < LANES && i < GRID && (n == 0 || (grid_point(i) < 0) == (x[0] < 0)); n++)
			x[n] = grid_point(i++);
		for (int k = n; k < LANES; k++)
			x[k] = x[n - 1];
		evaluate(c, x, f);
		for (int k = 0; k < n; k++) {
			last = (struct bracket){ last.x1, x[k], last.f1, f[k] };
			if (f[k] != 0 && (last.f0 == 0 || (last.f0 < 0) == (f[k] < 0)))
				continue;
			found = last;
			roots++;
		}
	}
	if (roots != 1)
		return false;
	*root = bisect(c, &found);
	return true;
}

static enum xirr_reason find_rate(void *pool, const struct xirr_flows *flows, struct flow terminal,
				  double *rate)
{
	struct xirr_flows f = *flows;
	double root = 0;
	double r;

	if (!chain_close(pool, &f, terminal))
		return XIRR_SHORT;
	switch (find_proved(&f.chain, &root)) {
	case NO_RATE:
		return XIRR_NO_RATE;
	case UNDECIDED:
		if (!find_scanned(&f.chain, &root))
			return XIRR_NO_RATE;
		break;
	case ONE_RATE:
		break;
	}
	r = expm1(root);
	if (r > CEILING + NOISE)
		return XIRR_BEYOND;
	*rate = r < CEILING ? r : CEILING;
	return XIRR_KNOWN;
}

bool xirr_of(void *pool, const struct xirr_flows *flows, struct flow terminal, double *rate)
{
	struct remembered *t = flows->remembered;

	if (!t->asked || !day_same(t->terminal.day, terminal.day) ||
	    t->terminal.amount.e8 != terminal.amount.e8) {
		t->known = find_rate(pool, flows, terminal, &t->rate) == XIRR_KNOWN;
		t->terminal = terminal;
		t->asked = true;
	}
	if (t->known)
		*rate = t->rate;
	return t->known;
}

enum xirr_reason xirr_why(void *pool, const struct flow *flows, size_t n, struct flow terminal)
{
	double rate;

	return find_rate(pool, xirr_prepare(pool, flows, n), terminal, &rate);
}

bool xirr(void *pool, const struct flow *flows, size_t n, double *rate)
{
	return n && xirr_of(pool, xirr_prepare(pool, flows, n - 1), flows[n - 1], rate);
}
