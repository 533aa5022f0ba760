/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What moved a month (doc/calculations.md 7.1), in random worlds: of every month the assets add up to
 * the return and the result of the history; a walk from a cut and one of two portfolios give the same.
 * The worked cases are in t/cases/07-moved.json, a second program in t/http/0472-moved.t.
 */
#include "config.h"

#include "calc/history/packed.h"

#include "tap.h"
#include "world.h"

#include <math.h>
#include <string.h>

#define WORLDS 300

static void *pool;

static struct counts {
	int spans, chained, summed, walked;
	int months, without, returns, points, reais, classes, cuts, cut, halves, halved;
} counts;

/* V + S + I - V_prev - B over the valid steps of a month, from the points of the whole. */
static double result_of(const struct history *h, struct month month)
{
	struct twr_chain chain = twr_begin(NULL);
	double sum = 0, before = 0, factor;

	for (size_t i = 0; i < h->n_points; i++) {
		const struct twr_point *p = &h->points[i];

		if (twr_add(&chain, p, &factor) && day_month(p->day).n == month.n)
			sum += p->equity + p->sells + p->income - before - p->buys;
		before = p->equity;
	}
	return sum;
}

static struct month_range of_one(struct month m)
{
	return (struct month_range){ m, m };
}

static bool same(const struct moved *a, const struct moved *b)
{
	if (a->reason != b->reason || a->result.e8 != b->result.e8 ||
	    a->return_pct.e8 != b->return_pct.e8 || a->n_assets != b->n_assets)
		return false;
	for (size_t i = 0; i < a->n_assets; i++)
		if (strcmp(a->assets[i].symbol, b->assets[i].symbol) != 0 ||
		    a->assets[i].result.e8 != b->assets[i].result.e8 ||
		    a->assets[i].points.e8 != b->assets[i].points.e8)
			return false;
	return true;
}

static bool classes_add_up(const struct moved *m)
{
	struct money result = { 0 };
	struct percent points = { 0 };

	for (size_t i = 0; i < m->n_classes; i++) {
		result.e8 += m->classes[i].result.e8;
		points.e8 += m->classes[i].points.e8;
	}
	return result.e8 + m->rounding_result.e8 == m->result.e8 &&
	       points.e8 + m->rounding_points.e8 == m->return_pct.e8;
}

static void one_month(const struct world *w, struct seen *s, const struct history_prefix *cut,
		      const struct history_month *month)
{
	const struct history_source source = { &s->derived, &s->portfolio, &w->market, false };
	struct moved m, again;
	double each;

	if (history_moved(pool, &source, 1, w->as_of, NULL, of_one(month->month), &m) != CALC_OK)
		return;
	counts.months++;
	counts.without += (m.reason != NULL) == !month->return_known;
	if (cut) {
		counts.cuts++;
		counts.cut += history_moved(pool, &source, 1, w->as_of, cut, of_one(month->month),
					    &again) == CALC_OK &&
			      same(&m, &again);
	}
	if (m.reason) {
		counts.returns++, counts.points++, counts.reais++, counts.classes++;
		return;
	}
	/* Each shown part may be half a unit off. */
	each = 0.005 * (double)m.n_assets;
	counts.returns += fabs((double)m.return_pct.e8 / 1e8 - month->return_pct) <= 0.000051;
	counts.points += fabs((double)m.rounding_points.e8 / 1e8) <= each + 0.0001;
	counts.reais +=
		fabs(money_double(m.rounding_result)) <= each + 0.005001 &&
		fabs(money_double(m.result) - result_of(&s->history, month->month)) <= 0.0051;
	counts.classes += classes_add_up(&m);
}

/* The same assets in two portfolios, half of them each. */
static void two_halves(const struct world *w, struct seen *s)
{
	const struct history_source whole = { &s->derived, &s->portfolio, &w->market, false };
	struct ledger first = w->ledger, second = w->ledger;
	struct seen a, b;
	struct moved one, both;

	first.n_assets = W_FII; /* successions and spin-offs stay within a half */
	second.assets = w->ledger.assets + first.n_assets;
	second.n_assets -= first.n_assets;
	if (!world_seen(pool, w, &first, &a) || !world_seen(pool, w, &second, &b))
		return;
	struct history_source halves[] = { { &a.derived, &a.portfolio, &w->market, false },
					   { &b.derived, &b.portfolio, &w->market, false } };

	if (history_moved(pool, &whole, 1, w->as_of, NULL, of_one(day_month(w->as_of)), &one) !=
		    CALC_OK ||
	    history_moved(pool, halves, 2, w->as_of, NULL, of_one(day_month(w->as_of)), &both) !=
		    CALC_OK)
		return;
	counts.halves++;
	counts.halved += same(&one, &both);
}

/* Three months that end with the one at @last: their factors multiplied, and their reais added. */
static void three_months(const struct world *w, struct seen *s, const struct history_prefix *cut,
			 size_t last)
{
	const struct history_source source = { &s->derived, &s->portfolio, &w->market, false };
	const struct history_month *three = &s->history.months[last - 2];
	const struct month_range span = { three[0].month, three[2].month };
	double factor = 1, result = 0;
	struct moved m, again;

	if (history_moved(pool, &source, 1, w->as_of, NULL, span, &m) != CALC_OK || m.reason)
		return;
	for (int i = 0; i < 3; i++) {
		factor *= three[i].return_known ? 1 + three[i].return_pct / 100 : 1;
		result += result_of(&s->history, three[i].month);
	}
	counts.spans++;
	counts.chained +=
		fabs((double)m.return_pct.e8 / 1e8 - 100 * (factor - 1)) <=
			1e-4 * (1 + fabs(factor)) &&
		fabs((double)m.rounding_points.e8 / 1e8) <= 0.005 * (double)m.n_assets + 0.0001;
	counts.summed += fabs(money_double(m.result) - result) <= 0.0051 && classes_add_up(&m);
	counts.walked +=
		!cut || (history_moved(pool, &source, 1, w->as_of, cut, span, &again) == CALC_OK &&
			 same(&m, &again));
}

static void one_world(const struct world *w)
{
	struct history_prefix prefix;
	struct seen s;

	if (!world_seen(pool, w, &w->ledger, &s))
		return;
	const struct history_source source = { &s.derived, &s.portfolio, &w->market, false };

	if (history_walk(pool, &source, 1, w->as_of, NULL, &prefix) != CALC_OK)
		return;
	for (size_t i = 0; i < s.history.n_months; i++)
		one_month(w, &s, prefix.cut, &s.history.months[i]);
	for (size_t i = 2; i < s.history.n_months; i++)
		three_months(w, &s, prefix.cut, i);
	two_halves(w, &s);
}

int main(void)
{
	void *all = pool_new(NULL, "moved");

	for (int i = 0; i < WORLDS; i++) {
		pool = pool_new(all, "world");
		one_world(world_new(pool));
		pool_free(pool);
	}
	diag("%d months, %d from a cut, %d in two portfolios", counts.months, counts.cuts,
	     counts.halves);
	ok(counts.months > 5 * WORLDS && counts.cuts > WORLDS && counts.halves > WORLDS / 10,
	   "many months");
	is_int(counts.without, counts.months, "there is no result where the month has no return");
	is_int(counts.returns, counts.months, "the return is that of the month");
	is_int(counts.points, counts.months, "the points add up to it, but for their rounding");
	is_int(counts.reais, counts.months, "and the reais to the result of its steps");
	is_int(counts.classes, counts.months, "classes and rounding add up to both as shown");
	is_int(counts.cut, counts.cuts, "a walk from the cut gives the same");
	is_int(counts.halved, counts.halves, "and so do two portfolios with half the assets each");
	ok(counts.spans > 3 * WORLDS, "three months at a time");
	is_int(counts.chained, counts.spans,
	       "their return is chained, and the points add up to it");
	is_int(counts.summed, counts.spans, "their reais are added");
	is_int(counts.walked, counts.spans, "whether a cut is there or not");
	pool_free(all);
	return tap_done();
}
