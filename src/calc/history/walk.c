/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk.c: computes the prefix of a history from a grid of days (doc/calculations.md 6.2, 6.4, 7).
 *
 * Every source adds its flows and holdings to one grid, so that several portfolios form one without
 * missing points.  The last day is not walked: its value comes from the valuation of the portfolios.
 */
#include "config.h"

#include "calc/history/walk.h"

#include "calc/history/grid.h"
#include "core/calendar.h"
#include "core/order.h"
#include "core/pool.h"
#include "core/stop.h"

#define DAYS_TAKEN 24 /* at most: business days in a month and a day */

/* ---- the grid ---- */

bool history_start(const struct history_source *sources, size_t n, struct day *start)
{
	bool any = false;
	struct day day;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sources[i].derived->n; k++)
			if (grid_first_flow(&sources[i].derived->holdings[k], sources[i].since_held,
					    &day) &&
			    (!any || day_before(day_plus(day, -1), *start))) {
				*start = day_plus(day, -1);
				any = true;
			}
	return any;
}

static void take(struct grid *g, const struct fx_series *usd, struct day day, bool ends_month)
{
	g->ends_month[g->n_taken] = ends_month;
	g->taken[g->n_taken] = day.n;
	if (g->foreign)
		g->rate_known[g->n_taken] = fx_ptax(usd, day, &g->rate[g->n_taken]);
	g->n_taken++;
}

static bool begins_span(const struct grid *g, struct day day)
{
	for (int k = 0; k < SPANS; k++)
		if (day_same(g->spans[k].from, day))
			return true;
	return false;
}

/* The business days of @month, and the first days of spans, before its last. */
static void take_month(struct grid *g, const struct fx_series *usd, struct month month)
{
	struct day day = month_first(month), until = month_last(month);

	if (!day_before(g->first, day))
		day = day_plus(g->first, 1);
	if (day_before(g->end, until))
		until = g->end;
	for (; day_before(day, until); day = day_plus(day, 1))
		if (begins_span(g, day) || (!day_before(day, g->days_from) && day_is_business(day)))
			take(g, usd, day, false);
}

static void lay_taken(struct grid *g, const struct fx_series *usd)
{
	size_t room;

	g->first_month = day_month(day_plus(g->first, 1));
	g->n_months = (size_t)(day_month(g->end).n - g->first_month.n) + 1;
	room = g->n_months + DAYS_TAKEN + SPANS;
	g->taken = pool_array(g->pool, int32_t, room);
	g->ends_month = pool_array(g->pool, bool, room);
	g->market_value = pool_array(g->pool, struct money, room);
	g->stale = pool_array(g->pool, struct money, room);
	g->rate = pool_array(g->pool, struct close, room);
	g->rate_known = pool_array(g->pool, bool, room);
	for (size_t i = 0; i < g->n_months; i++) {
		struct month month = { g->first_month.n + (int)i };

		take_month(g, usd, month);
		if (i + 1 == g->n_months)
			continue;
		g->point[grid_at(g, month_last(month))] = POINT_TWR;
		take(g, usd, month_last(month), true);
	}
	g->taken[g->n_taken] = INT32_MAX;
	g->point[g->days - 1] = POINT_TWR;
}

/* @g gives the days; allocates the rest. */
static void lay(struct grid *g, const struct history_source *sources, size_t n)
{
	g->days = (size_t)(g->end.n - g->first.n) + 1;
	g->point = pool_array(g->pool, unsigned char, g->days);
	g->buys = pool_array(g->pool, double, 5 * g->days);
	g->sells = g->buys + g->days;
	g->income = g->sells + g->days;
	g->brl = g->income + g->days;
	g->usd = g->brl + g->days;
	g->contributed = pool_array(g->pool, struct money, g->days);
	for (size_t i = 0; i < n; i++)
		g->foreign |= sources[i].derived->foreign;
	lay_taken(g, &sources[0].market->usd);
}

/* ---- holdings on the grid ---- */

const struct prefix_holding *prefix_holding_find(const struct history_prefix *p, struct uuid asset)
{
	return order_find(&asset, p->holdings, p->n_holdings, sizeof(*p->holdings), order_uuid);
}

static void mark_source(struct grid *g, const struct history_source *source, struct held *held)
{
	for (size_t i = 0; i < source->derived->n; i++) {
		const struct derived_holding *h = &source->derived->holdings[i];

		held[i] = (struct held){
			.source = source,
			.h = h,
			.foreign = h->head->currency != CURRENCY_BRL,
		};
		grid_mark(g, &held[i]);
	}
}

/* The points, and where spans begin. */
static struct day *take_days(struct grid *g, size_t *n)
{
	struct day *days = pool_array(g->pool, struct day, g->days);

	*n = 0;
	for (size_t at = g->goes_on; at + 1 < g->days; at++) {
		if (g->point[at])
			days[(*n)++] = day_plus(g->first, (int)at);
	}
	return days;
}

/* The standing of a holding at the last point before the end; none when no flow created one. */
static void stand_last(struct grid *g, const struct held *held, struct prefix_holding *out)
{
	struct stand *s;
	struct day last;
	size_t at = g->days - 1;

	while (at > 0 && g->point[at - 1] != POINT_TWR)
		at--;
	if (at-- == 0) {
		out->was = STANDING_NONE;
		return;
	}
	last = day_plus(g->first, (int)at);
	s = grid_values(g, held, NULL, &last, 1);
	out->was = s->standing;
	out->value = s->value;
}

/* A holding that was outside, or accrues, must be measured at each crossing. */
static bool never_outside(struct grid *g, const struct held *held, const struct prefix_holding *was)
{
	return (!was || was->was == STANDING_MARKET) && grid_flows_valued(g, held) &&
	       grid_is_plain(g, held);
}

/* Adds everything to the grid; remembers what is held at the end, or moves on as_of. */
static void put_holdings(struct grid *g, const struct held *held, size_t n,
			 struct history_prefix *p)
{
	struct prefix_holding *list = pool_array(g->pool, struct prefix_holding, n);
	const struct prefix_holding **was = pool_array(g->pool, const struct prefix_holding *, n);
	bool *plain = pool_array(g->pool, bool, n), all = true;
	struct day *days = NULL;
	size_t n_days = 0, kept = 0;

	for (size_t i = 0; i < n; i++) {
		was[i] = prefix_holding_find(p, held[i].h->head->id);
		plain[i] = !g->moving && never_outside(g, &held[i], was[i]);
		all &= plain[i];
	}
	if (!all)
		days = take_days(g, &n_days);
	for (size_t i = 0; i < n && stop_asked() == STOP_NOT; i++) {
		struct prefix_holding *last = &list[kept];
		struct day_flows flows = { 0 };

		*last = (struct prefix_holding){ .asset = held[i].h->head->id };
		if (plain[i]) {
			grid_put_flows(g, &held[i]);
			grid_put_values(g, &held[i]);
			stand_last(g, &held[i], last);
		} else {
			if (was[i])
				*last = *was[i];
			grid_put_stands(g, &held[i], i, days, n_days, last);
			grid_put_days(g, &held[i]);
		}
		last->flows_known =
			!grid_has(g, g->as_of) || grid_flows_on(g, &held[i], g->as_of, &flows);
		last->buys = flows.buys;
		last->sells = flows.sells;
		last->income = flows.income;
		if (last->was != STANDING_NONE || !last->flows_known || last->buys != 0 ||
		    last->sells != 0 || last->income != 0)
			kept++;
	}
	order_sort(list, kept, sizeof(*list), order_uuid);
	p->holdings = list;
	p->n_holdings = kept;
	pool_free(was);
	pool_free(plain);
}

/* ---- reading the grid ---- */

/* The official rate of each day, walked forward; 0 without one. */
static double rate_of(const struct fx_series *usd, size_t *next, struct day day)
{
	while (*next < usd->n && !day_before(day, usd->rates[*next].day))
		++*next;
	if (!*next || day.n - usd->rates[*next - 1].day.n > PTAX_DAYS)
		return 0;
	return price_double(usd->rates[*next - 1].price);
}

/* Equity and flows, summed up day by day. */
struct reading {
	const struct grid *g;
	const struct fx_series *usd;
	size_t next_rate;
	double brl, dollars;
};

static struct twr_point point_at(struct reading *r, size_t at)
{
	const struct grid *g = r->g;
	struct twr_point p = {
		.day = day_plus(g->first, (int)at),
		.equity = r->brl,
		.buys = g->buys[at],
		.sells = g->sells[at],
		.income = g->income[at],
	};

	if (g->foreign)
		p.equity += r->dollars * rate_of(r->usd, &r->next_rate, p.day);
	/* Rounding errors that remain of a zero after summing many prices. */
	if (p.equity < 1e-6)
		p.equity = 0;
	return p;
}

/* ---- spans ---- */

/* The same day so many months earlier; the last day of a shorter month. */
static struct day months_back(struct day day, int months)
{
	struct day last = month_last((struct month){ day_month(day).n - months });
	struct day same =
		day_plus(month_first(day_month(last)), day.n - month_first(day_month(day)).n);

	return day_before(last, same) ? last : same;
}

struct day history_days_from(struct day as_of)
{
	return months_back(as_of, 1);
}

static void find_spans(struct day start, struct day as_of, struct prefix_span *spans)
{
	struct month month = day_month(as_of);
	struct month january = { month.n - month.n % 12 };
	const struct day from[SPANS] = {
		[SPAN_MONTH] = day_plus(month_first(month), -1),
		[SPAN_YTD] = day_plus(month_first(january), -1),
		[SPAN_M6] = months_back(as_of, 6),
		[SPAN_M12] = months_back(as_of, 12),
		[SPAN_M24] = months_back(as_of, 24),
		[SPAN_M36] = months_back(as_of, 36),
		[SPAN_START] = start,
	};

	for (int k = 0; k < SPANS; k++) {
		bool before = day_before(from[k], start);

		/*
		 * A month or year in which everything began counts from that day; 12 months are always
		 * 12 months.
		 */
		spans[k].reached = !before || k == SPAN_MONTH || k == SPAN_YTD;
		spans[k].from = before ? start : from[k];
	}
}

/* Spans that begin in the stretch. */
static void lay_spans(struct grid *g, const struct prefix_span *spans)
{
	for (int k = 0; k < SPANS; k++) {
		struct day from = spans[k].from;

		if (spans[k].begun || day_before(from, g->first) || !day_before(from, g->end))
			continue;
		if (g->point[grid_at(g, from)] == POINT_NONE)
			g->point[grid_at(g, from)] = POINT_SPAN;
	}
}

/* ---- the prefix ---- */

void prefix_add(struct history_prefix *p, const struct twr_point *at, struct moving *moving)
{
	struct prefix_month *m = &p->months[day_month(at->day).n - p->first_month.n];
	double base = p->chain.equity + at->buys;
	double factor;

	for (int k = 0; k < SPANS; k++)
		if (p->spans[k].begun)
			(void)twr_add(&p->spans[k].chain, at, &factor);
	if (!twr_add(&p->chain, at, &factor))
		return;
	if (moving) {
		size_t day = (size_t)(at->day.n - moving->first.n);

		moving->valid[day] = true;
		moving->weights[day] = moving->product / base;
		moving->product *= factor;
	}
	m->product = m->known ? m->product * factor : factor;
	m->known = true;
	drawdown_add(&p->drawdown, at->day, factor);
}

/* Allocates room for the grid's points after the existing ones; a prefix from the cache has none. */
static void make_room(const struct grid *g, struct history_prefix *p)
{
	const struct twr_point *before = p->points;
	size_t n = p->n_points;

	if (g->goes_on && !before)
		return;
	for (size_t i = 0; i < g->days; i++)
		n += g->point[i] == POINT_TWR;
	p->points = pool_array(g->pool, struct twr_point, n);
	if (p->n_points)
		memcpy(p->points, before, p->n_points * sizeof(*before));
}

/* The points before the end, each added to every span that has begun. */
static void take_points(const struct grid *g, const struct fx_series *usd, struct history_prefix *p)
{
	struct reading r = { .g = g, .usd = usd };

	make_room(g, p);
	for (size_t i = 0; i + 1 < g->days; i++) {
		struct twr_point at;

		r.brl += g->brl[i];
		r.dollars += g->usd[i];
		if (g->point[i] == POINT_NONE || (i == 0 && g->goes_on))
			continue;
		at = point_at(&r, i);
		if (g->point[i] == POINT_TWR) {
			if (p->points)
				p->points[p->n_points++] = at;
			prefix_add(p, &at, g->moving);
		}
		for (size_t k = 0; k < SPANS; k++)
			if (day_same(p->spans[k].from, at.day)) {
				p->spans[k].begun = true;
				p->spans[k].base = at.equity;
				p->spans[k].chain = twr_begin(&at);
			}
	}
}

/* The value at the end of a taken day is that with which spans begin. */
static void open_spans(const struct grid *g, size_t taken, struct history_prefix *p)
{
	for (int k = 0; k < SPANS; k++)
		if (p->spans[k].from.n == g->taken[taken])
			p->spans[k].opening = g->market_value[taken];
}

/* Appends months, and the days of the last one; the month of the end counts in the last stretch only. */
static void take_values(struct grid *g, struct history_prefix *p)
{
	size_t before = p->n_months, n = g->n_months - !day_same(g->end, g->as_of);
	struct prefix_month *months = pool_array(g->pool, struct prefix_month, before + n);
	struct money contributed = { 0 };
	size_t at = 0, month = 0;

	if (before) {
		memcpy(months, p->months, before * sizeof(*months));
		contributed = months[before - 1].contributed;
	} else {
		p->first_month = g->first_month;
	}
	p->days = pool_array(g->pool, struct history_day, g->n_taken);
	for (size_t i = 0; i <= g->n_taken; i++) {
		struct day day = { g->taken[i] };
		size_t until = i < g->n_taken ? grid_at(g, day) + 1 : g->days;

		for (; at < until; at++)
			contributed = money_add(contributed, g->contributed[at], &g->range);
		if (i < g->n_taken)
			open_spans(g, i, p);
		if (i < g->n_taken && !day_before(day, g->days_from) && day_is_business(day))
			p->days[p->n_days++] =
				(struct history_day){ day, g->market_value[i], contributed };
		if (month == n || (i < g->n_taken && !g->ends_month[i]))
			continue;
		months[before + month].equity = g->market_value[i];
		months[before + month].stale = g->stale[i];
		months[before + month++].contributed = contributed;
	}
	p->months = months;
	p->n_months = before + n;
}

/* ---- stretches ---- */

struct walking {
	void *pool;
	const struct history_source *sources;
	size_t n;
	struct accruer *accruer;
	struct moving *moving; /* the next stretch is taken apart; or NULL */
	bool days;	       /* its business days of the last month are taken */
	bool range;
};

/* Walks to the day before @end, from the state of @p: at the end of @first, or from nothing. */
static void walk_stretch(struct walking *w, struct day first, struct day end, struct day as_of,
			 struct history_prefix *p)
{
	struct grid g = { .pool = w->pool,
			  .first = first,
			  .end = end,
			  .as_of = as_of,
			  .goes_on = p->n_months != 0,
			  .accruer = w->accruer,
			  .moving = w->moving,
			  .spans = p->spans,
			  .days_from = w->days ? history_days_from(as_of) : DAY_FAR_FUTURE };
	size_t room = 0, at = 0;
	struct held *held;

	lay(&g, w->sources, w->n);
	lay_spans(&g, p->spans);
	for (size_t i = 0; i < w->n; i++)
		room += w->sources[i].derived->n;
	held = pool_array(w->pool, struct held, room);
	for (size_t i = 0; i < w->n; i++) {
		mark_source(&g, &w->sources[i], held + at);
		at += w->sources[i].derived->n;
	}
	put_holdings(&g, held, room, p);
	pool_free(held);
	take_values(&g, p);
	take_points(&g, &w->sources[0].market->usd, p);
	p->live |= g.live;
	p->partial |= g.partial;
	w->range |= g.range;
	w->accruer = g.accruer;
}

struct day history_cut(struct day as_of)
{
	return month_last((struct month){ day_month(as_of).n - 2 });
}

/* Walks to the cut in a stretch of its own, so that continuing from the cut gives the same sums. */
static struct history_prefix *walk_to_cut(struct walking *w, struct day start, struct day as_of)
{
	struct history_prefix *p = pool_zero(w->pool, struct history_prefix);
	struct day cut = history_cut(as_of);

	*p = (struct history_prefix){ .as_of = cut, .chain = twr_begin(NULL) };
	find_spans(start, as_of, p->spans);
	walk_stretch(w, start, day_plus(cut, 1), as_of, p);
	return p;
}

enum calc_err history_walk(void *pool, const struct history_source *sources, size_t n,
			   struct day as_of, const struct history_prefix *cut,
			   struct history_prefix *out)
{
	struct walking w = { .pool = pool, .sources = sources, .n = n };
	struct history_prefix p = { .as_of = as_of, .chain = twr_begin(NULL) };
	struct day first;

	if (!cut) {
		if (!history_start(sources, n, &first)) {
			*out = p;
			return CALC_OK;
		}
		if (day_before(first, history_cut(as_of)))
			cut = walk_to_cut(&w, first, as_of);
		else
			find_spans(first, as_of, p.spans);
	}
	if (cut) {
		p = *cut;
		p.as_of = as_of;
		p.cut = cut;
		first = history_cut(as_of);
	}
	w.days = true;
	walk_stretch(&w, first, as_of, as_of, &p);
	if (stop_asked() != STOP_NOT)
		return CALC_STOPPED; /* holdings are missing */
	if (w.range)
		return CALC_RANGE;
	*out = p;
	return CALC_OK;
}

/* Room for the columns of @first to @last. */
static void lay_moving(void *pool, const struct history_source *sources, size_t n, struct day first,
		       struct day last, struct moving *m)
{
	*m = (struct moving){ .first = first,
			      .days = (size_t)(last.n - first.n) + 1,
			      .product = 1 };
	for (size_t i = 0; i < n; i++)
		m->n += sources[i].derived->n;
	m->gains = pool_array(pool, double, m->n * m->days);
	m->measured = pool_array(pool, bool, m->n);
	m->valid = pool_array(pool, bool, m->days);
	m->weights = pool_array(pool, double, m->days);
}

enum calc_err walk_months(void *pool, const struct history_source *sources, size_t n,
			  struct day as_of, const struct history_prefix *cut,
			  struct month_range months, struct moving *m, struct history_prefix *out)
{
	struct walking w = { .pool = pool, .sources = sources, .n = n };
	struct history_prefix p = { .as_of = as_of, .chain = twr_begin(NULL) };
	struct day first = month_first(months.first), before = day_plus(first, -1);
	struct day end = day_plus(month_last(months.last), 1), start;

	*m = (struct moving){ .n = 0 };
	if (day_before(as_of, end))
		end = as_of;
	if (cut && !day_before(before, history_cut(as_of))) {
		p = *cut;
		start = history_cut(as_of);
	} else if (!history_start(sources, n, &start) || !day_before(start, end)) {
		*out = p;
		return CALC_OK;
	}
	/* On the first day of the current month, the walk to its beginning is all. */
	if (day_before(start, before) || day_same(end, first)) {
		walk_stretch(&w, start, first, as_of, &p);
		start = before;
	}
	lay_moving(pool, sources, n, start, end, m);
	w.moving = m;
	if (day_before(first, end))
		walk_stretch(&w, start, end, as_of, &p);
	p.as_of = end;
	if (stop_asked() != STOP_NOT)
		return CALC_STOPPED;
	if (w.range)
		return CALC_RANGE;
	*out = p;
	return CALC_OK;
}
