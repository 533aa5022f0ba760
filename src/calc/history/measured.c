/* SPDX-License-Identifier: Apache-2.0 */
/*
 * measured.c: the part of a holding measured at each point (doc/calculations.md 6.2).
 *
 * Only priced holdings are in the TWR.  A holding valued at cost, or not at all, is outside; one that
 * gets a price joins at its value, one that loses it leaves at the value of the point before, and one
 * whose kind of value changes does both, so that none of this counts as a return.
 */
#include "config.h"

#include "calc/history/grid.h"

#include "core/pool.h"

struct crossing crossing_of(enum standing was, double value_was, enum standing now, double value)
{
	bool measured = was == STANDING_MARKET || was == STANDING_ACCRUAL;
	struct crossing c = { .flows = false };

	if (now == STANDING_OUT || now == STANDING_SOLD) {
		c.leaves = measured ? value_was : 0;
	} else if (was == STANDING_OUT) {
		c.joins = value;
	} else if (measured && now != STANDING_NONE && now != was) {
		c.joins = value;
		c.leaves = value_was;
	} else {
		c.flows = true;
	}
	return c;
}

/*
 * A position sold while outside was never measured, nor are its later payments; this ends with its
 * cycle, so that a later purchase is an ordinary flow.
 * @valued: by its value alone; STANDING_NONE: nothing is held
 */
static enum standing standing_after(enum standing was, enum standing valued, bool flows_known,
				    double buys)
{
	if (valued != STANDING_NONE)
		return flows_known ? valued : STANDING_OUT;
	if (!flows_known || was == STANDING_OUT)
		return STANDING_SOLD;
	return was == STANDING_SOLD && buys == 0 ? STANDING_SOLD : STANDING_NONE;
}

static enum standing valued_of(const struct holding *h)
{
	if (!h || qty_is_zero(h->brl.qty))
		return STANDING_NONE;
	if (h->valuation == VALUATION_MARKET)
		return STANDING_MARKET;
	return h->valuation == VALUATION_ACCRUAL ? STANDING_ACCRUAL : STANDING_OUT;
}

enum standing standing_on(const struct holding *h, enum standing was, bool flows_known, double buys)
{
	return standing_after(was, valued_of(h), flows_known, buys);
}

/* The sum of the day's flows; false when one of them has no value. */
static bool flows_of(struct grid *g, const struct held *held, size_t *flow, size_t *entry,
		     struct day day, struct day_flows *out)
{
	const struct derived_holding *h = held->h;
	bool known = true;

	*out = (struct day_flows){ 0 };
	while (*flow < h->n_flows && day_before(h->flows[*flow].day, day))
		++*flow;
	while (*entry < h->n_entries && day_before(h->entries[*entry].pay_day, day))
		++*entry;
	for (; *flow < h->n_flows && day_same(h->flows[*flow].day, day); ++*flow)
		known &= grid_flow(g, held, &h->flows[*flow], out);
	for (; *entry < h->n_entries && day_same(h->entries[*entry].pay_day, day); ++*entry)
		if (h->entries[*entry].net_known)
			out->income += money_double(h->entries[*entry].net);
	return known;
}

bool grid_flows_on(struct grid *g, const struct held *held, struct day day, struct day_flows *out)
{
	size_t flow = 0, entry = 0;

	return flows_of(g, held, &flow, &entry, day, out);
}

struct stand *grid_stands(struct grid *g, const struct held *held, struct accruer *accruer,
			  enum standing was, const struct day *days, size_t n)
{
	struct stand *out = grid_values(g, held, accruer, days, n);
	size_t flow = 0, entry = 0;

	for (size_t i = 0; i < n; i++) {
		struct stand *s = &out[i];
		bool known = flows_of(g, held, &flow, &entry, days[i], &s->flows);

		s->standing = standing_after(was, s->standing, known, s->flows.buys);
		was = s->standing;
	}
	return out;
}

struct money measured_between(const struct stand *before, const struct stand *now,
			      const struct stand *after)
{
	bool was = before->standing == STANDING_MARKET || before->standing == STANDING_ACCRUAL;

	if (before->standing == now->standing && now->standing == after->standing &&
	    now->standing != STANDING_OUT)
		return now->value;
	return was ? before->value : (struct money){ 0 };
}

/* The first point of the TWR after day @i; @i itself when there is none before as_of. */
static size_t next_point(const struct grid *g, const struct day *days, size_t n, size_t i)
{
	size_t k = i + 1;

	while (k < n && g->point[grid_at(g, days[k])] != POINT_TWR)
		k++;
	return k < n ? k : i;
}

static void put_worth(struct grid *g, const struct stand *s, size_t taken)
{
	g->market_value[taken] = money_add_shown(g->market_value[taken], s->worth, &g->range);
	if (s->stale)
		g->stale[taken] = money_add_shown(g->stale[taken], s->worth, &g->range);
}

/* The number of days before the holding's first data: it adds nothing to them. */
static size_t days_before(const struct derived_holding *h, const struct day *days, size_t n)
{
	struct day first = DAY_FAR_FUTURE;
	size_t i = 0;

	if (h->n_steps)
		first = h->steps[0].day;
	if (h->n_flows && day_before(h->flows[0].day, first))
		first = h->flows[0].day;
	if (h->n_entries && day_before(h->entries[0].pay_day, first))
		first = h->entries[0].pay_day;
	while (i < n && day_before(days[i], first))
		i++;
	return i;
}

/* Adds a holding's part of a step to the point. */
static void put_part(struct grid *g, size_t holding, struct day day, const struct step_part *part)
{
	size_t at = grid_at(g, day);

	g->buys[at] += part->buys;
	g->sells[at] += part->sells;
	g->income[at] += part->income;
	if (g->moving)
		moving_add(g->moving, holding, day, part);
}

void grid_put_stands(struct grid *g, const struct held *held, size_t holding,
		     const struct day *days, size_t n, struct prefix_holding *last)
{
	size_t skip = last->was == STANDING_NONE ? days_before(held->h, days, n) : 0;
	struct stand *stands =
		grid_stands(g, held, grid_accruer(g, held), last->was, days += skip, n -= skip);
	const struct stand start = { .standing = last->was, .value = last->value };
	const struct stand *before = &start;
	double was = money_double(last->value);
	size_t next = 0;

	g->brl[0] += was;
	for (size_t i = 0; i < n; i++) {
		const struct stand *s = &stands[i];
		size_t at = grid_at(g, days[i]);
		bool is_point = g->point[at] == POINT_TWR;
		double value = money_double(
			is_point ? stand_measured(s)
				 : measured_between(before, s, &stands[next_point(g, days, n, i)]));

		g->brl[at] += value - was;
		was = value;
		while (g->taken[next] < days[i].n)
			next++;
		if (g->taken[next] == days[i].n)
			put_worth(g, s, next);
		if (is_point) {
			double value_was = money_double(last->value);
			struct crossing c =
				crossing_of(before->standing, value_was, s->standing, value);
			struct step_part part = step_part_of(&c, value_was, value, &s->flows);

			put_part(g, holding, days[i], &part);
			g->partial |= c.joins != 0 || c.leaves != 0 ||
				      (s->standing == STANDING_OUT && s->held);
			before = s;
			last->was = s->standing;
			last->value = stand_measured(s);
		}
	}
	pool_free(stands);
}

void grid_put_days(struct grid *g, const struct held *held)
{
	struct day *days = pool_array(g->pool, struct day, g->n_taken);
	size_t *taken = pool_array(g->pool, size_t, g->n_taken);
	struct stand *stands;
	size_t n = 0;

	for (size_t i = 0; i < g->n_taken; i++) {
		struct day day = { g->taken[i] };

		if (g->point[grid_at(g, day)] != POINT_NONE)
			continue;
		taken[n] = i;
		days[n++] = day;
	}
	stands = n ? grid_values(g, held, grid_accruer(g, held), days, n) : NULL;
	for (size_t i = 0; i < n; i++)
		put_worth(g, &stands[i], taken[i]);
	pool_free(stands);
	pool_free(taken);
	pool_free(days);
}
