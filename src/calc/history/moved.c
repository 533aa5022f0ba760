/* SPDX-License-Identifier: Apache-2.0 */
/*
 * moved.c: what each asset and class added to the result of some months (doc/calculations.md 7.1).
 *
 * The steps are those of the time-weighted return: walk_months() records the part of each holding in
 * each of them, and last_point() that of as_of.
 */
#include "config.h"

#include "calc/history/moved.h"

#include "calc/history/grid.h"
#include "core/order.h"
#include "core/pool.h"

#include <math.h>

#define CENT 1000000 /* 2 places on the grids of money and of percentages */
#define LARGEST 1e15 /* reais or points; beyond it there is no result to show */

/* The part of one holding, exact. */
struct part {
	const struct ledger_asset *asset;
	const struct holding *holding;
	double result, points;
	bool measured;
};

/* ---- the step that ends on as_of ---- */

struct by_asset {
	struct uuid id;
	size_t at;
};

struct last_step {
	struct moving *m;
	const struct by_asset *index; /* by id */
};

static struct by_asset *index_assets(void *pool, const struct history_source *sources, size_t n,
				     size_t count)
{
	struct by_asset *index = pool_array(pool, struct by_asset, count);
	size_t at = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sources[i].derived->n; k++, at++)
			index[at] =
				(struct by_asset){ sources[i].derived->holdings[k].head->id, at };
	order_sort(index, count, sizeof(*index), order_uuid);
	return index;
}

static const struct by_asset *find_asset(const struct by_asset *index, size_t n, struct uuid id)
{
	struct by_asset key = { .id = id };

	return order_find(&key, index, n, sizeof(key), order_uuid);
}

static void add_last(void *arg, struct uuid asset, const struct step_part *s)
{
	struct last_step *l = arg;
	const struct by_asset *found = find_asset(l->index, l->m->n, asset);

	if (found)
		moving_add(l->m, found->at, day_plus(l->m->first, (int)l->m->days - 1), s);
}

/* Completes the months with that of as_of, by the value of the portfolios. */
static void finish_last(void *pool, const struct history_source *sources, size_t n,
			const struct by_asset *index, struct moving *m, struct history_prefix *p,
			bool *range)
{
	const struct portfolio **portfolios = pool_array(pool, const struct portfolio *, n);
	struct last_step l = { m, index };
	struct last_point last;

	for (size_t i = 0; i < n; i++)
		portfolios[i] = sources[i].portfolio;
	last = last_point(pool, p, portfolios, n, add_last, &l);
	*range |= last.range;
	prefix_add(p, &last.at, m);
}

/* ---- sums ---- */

static void sum_steps(const struct moving *m, size_t holding, struct part *out)
{
	const double *gains = m->gains + holding * m->days;

	out->measured = m->measured[holding];
	for (size_t day = 0; day < m->days; day++)
		if (m->valid[day]) {
			out->result += gains[day];
			out->points += 100 * m->weights[day] * gains[day];
		}
}

static struct part *sum_parts(void *pool, const struct history_source *sources, size_t n,
			      const struct by_asset *index, const struct moving *m)
{
	struct part *parts = pool_array(pool, struct part, m->n);
	size_t at = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sources[i].derived->n; k++, at++) {
			parts[at] = (struct part){ .asset = sources[i].derived->holdings[k].head };
			sum_steps(m, at, &parts[at]);
		}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sources[i].portfolio->n_holdings; k++) {
			const struct holding *h = &sources[i].portfolio->holdings[k];
			const struct by_asset *found = find_asset(index, m->n, h->asset->id);

			if (found)
				parts[found->at].holding = h;
		}
	return parts;
}

/* ---- what is shown ---- */

/* On a grid of 8 places first, so that the noise of sums does not decide a tie. */
static wide in_cents(double v)
{
	return dec_div_half_away((wide)round(v * 1e8), CENT) * CENT;
}

static int by_symbol(const void *x, const void *y)
{
	const struct part *a = x, *b = y;
	int order = strcmp(a->asset->symbol, b->asset->symbol);

	return order ? order : (int)a->asset->type - (int)b->asset->type;
}

static int by_result(const void *x, const void *y)
{
	const struct moved_part *a = x, *b = y;
	wide one = wide_abs(a->result.e8), other = wide_abs(b->result.e8);
	int order;

	if (one != other)
		return one > other ? -1 : 1;
	one = wide_abs(a->points.e8);
	other = wide_abs(b->points.e8);
	if (one != other)
		return one > other ? -1 : 1;
	order = a->symbol ? strcmp(a->symbol, b->symbol) : 0;
	return order ? order : (int)a->type - (int)b->type;
}

/* One element for the holdings of a paper in several portfolios. */
static void show_assets(void *pool, struct part *parts, size_t n, struct moved *out)
{
	struct moved_part *list = pool_array(pool, struct moved_part, n);

	for (size_t i = 0; i < n;) {
		struct moved_part *a = &list[out->n_assets];
		double result = 0, points = 0;
		bool measured = false;
		size_t first = i;

		*a = (struct moved_part){ .symbol = parts[i].asset->symbol,
					  .type = parts[i].asset->type };
		for (; i < n && by_symbol(&parts[first], &parts[i]) == 0; i++) {
			result += parts[i].result;
			points += parts[i].points;
			measured |= parts[i].measured;
			if (!a->name && parts[i].holding)
				a->name = holding_name(parts[i].holding);
		}
		a->result.e8 = in_cents(result);
		a->points.e8 = in_cents(points);
		out->n_assets += measured;
	}
	order_sort(list, out->n_assets, sizeof(*list), by_result);
	out->assets = list;
}

/* Classes add the assets as shown. */
static void show_classes(void *pool, struct moved *out)
{
	struct moved_part *list = pool_array(pool, struct moved_part, ASSET_TYPES);
	size_t place[ASSET_TYPES];

	for (size_t i = 0; i < ASSET_TYPES; i++)
		place[i] = SIZE_MAX;
	for (size_t i = 0; i < out->n_assets; i++) {
		const struct moved_part *a = &out->assets[i];
		size_t *at = &place[a->type];

		if (*at == SIZE_MAX) {
			*at = out->n_classes++;
			list[*at] = (struct moved_part){ .name = asset_type_titles[a->type],
							 .type = a->type };
		}
		list[*at].result.e8 += a->result.e8;
		list[*at].points.e8 += a->points.e8;
	}
	order_sort(list, out->n_classes, sizeof(*list), by_result);
	out->classes = list;
}

static void show_rounding(struct moved *m)
{
	m->rounding_result = m->result;
	m->rounding_points = m->return_pct;
	for (size_t i = 0; i < m->n_assets; i++) {
		m->rounding_result.e8 -= m->assets[i].result.e8;
		m->rounding_points.e8 -= m->assets[i].points.e8;
	}
}

static void show(void *pool, struct part *parts, size_t n, double return_pct, struct moved *out)
{
	double result = 0;

	for (size_t i = 0; i < n; i++)
		result += parts[i].result;
	out->result.e8 = in_cents(result);
	out->return_pct.e8 = (wide)round(return_pct * 1e4) * 10000; /* as json_rate() */
	order_sort(parts, n, sizeof(*parts), by_symbol);
	show_assets(pool, parts, n, out);
	show_classes(pool, out);
	show_rounding(out);
}

static bool any_step(const struct moving *m)
{
	for (size_t day = 0; day < m->days; day++)
		if (m->valid[day])
			return true;
	return false;
}

static bool showable(const struct part *parts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(fabs(parts[i].result) < LARGEST && fabs(parts[i].points) < LARGEST))
			return false;
	return true;
}

enum calc_err history_moved(void *pool, const struct history_source *sources, size_t n,
			    struct day as_of, const struct history_prefix *cut,
			    struct month_range months, struct moved *out)
{
	struct moved moved = { .months = months,
			       .as_of = as_of,
			       .reason = months.first.n == months.last.n
						 ? "Não há patrimônio para medir no mês."
						 : "Não há patrimônio para medir nesses meses." };
	struct history_prefix p;
	struct by_asset *index;
	bool range = false;
	struct part *parts;
	struct moving m;
	enum calc_err err;

	err = walk_months(pool, sources, n, as_of, cut, months, &m, &p);
	if (err != CALC_OK)
		return err;
	if (!m.n) {
		*out = moved;
		return CALC_OK;
	}
	index = index_assets(pool, sources, n, m.n);
	if (day_month(as_of).n == months.last.n)
		finish_last(pool, sources, n, index, &m, &p, &range);
	if (range)
		return CALC_RANGE;
	if (any_step(&m) && fabs(m.product) < TWR_MOST) {
		parts = sum_parts(pool, sources, n, index, &m);
		if (!showable(parts, m.n))
			return CALC_RANGE;
		moved.reason = NULL;
		show(pool, parts, m.n, (m.product - 1) * 100, &moved);
	}
	*out = moved;
	return CALC_OK;
}
