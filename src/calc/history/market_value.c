/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market_value.c: the value of a holding on every day (doc/calculations.md 3.1, 6.2, 7).
 *
 * One walk over the closes while something is held.  The days of the TWR use doubles, on purpose:
 * thousands of days a holding, of which only quotients are shown.  Month ends are exact, by
 * market_value_of() as in position_value().  A holding of several tickers, fixed income with contracted
 * terms, and what the person states a price of, are valued point by point instead, on TWR days too.  calc/explain/explain_history.c
 * writes the same value down as steps; every explained figure is compared with this one.
 */
#include "config.h"

#include "calc/history/grid.h"

#include "core/pool.h"

/* ---- the market of a ticker ---- */

/* Reference events merged with those of the ledger's own splits that they lack. */
static void merge_events(const struct grid *g, const struct held *held, size_t ticker,
			 struct quoted *q)
{
	const struct derived_holding *h = held->h;
	struct reference_event *all =
		pool_array(g->pool, struct reference_event, q->n_events + h->n_splits);
	size_t n = 0;
	size_t k = 0;

	for (size_t i = 0; i < h->n_splits; i++) {
		const struct own_split *s = &h->splits[i];

		if (s->ticker != ticker || has_split_near(q->events, q->n_events, s->day))
			continue;
		while (k < q->n_events && !day_before(s->day, q->events[k].ex_day))
			all[n++] = q->events[k++];
		all[n++] = (struct reference_event){ .ex_day = s->day,
						     .kind = EVENT_SPLIT,
						     .ratio = s->ratio };
	}
	while (k < q->n_events)
		all[n++] = q->events[k++];
	q->events = all;
	q->n_events = n;
}

struct quoted quoted_ticker(const struct grid *g, const struct held *held, size_t ticker)
{
	const struct derived_holding *h = held->h;
	const struct market *m = held->source->market;
	bool last = ticker + 1 == h->n_tickers;
	struct quoted q = { .ends = &h->ends };

	if (h->head->quoted_as)
		q.market = market_find(m, h->head->quoted_as, h->head->type);
	if (!q.market || !q.market->has_last)
		q.market = market_of(m, h->tickers[ticker].symbol,
				     last ? h->current_type : h->head->type, h->n_tickers > 1);
	q.type = q.market ? q.market->type : h->head->type;
	q.limit = value_age_limit(q.type, h->head->terms);
	q.stated = stated_then(h, ticker);
	q.stated_limit = value_stated_limit(h->head->terms);
	if (q.market && !h->head->decline_events) {
		q.events = q.market->events;
		q.n_events = q.market->n_events;
	}
	if (h->n_splits)
		merge_events(g, held, ticker, &q);
	return q;
}

bool quoted_close(const struct quoted *q, struct day day, struct close *out, bool *stated)
{
	bool known = q->market && close_at(&q->market->closes, day, out);
	struct close own;

	*stated = stated_at(&q->stated, day, &own) && (!known || day_before(out->day, own.day));
	if (*stated)
		*out = own;
	return (known || *stated) && day.n - out->day.n <= (*stated ? q->stated_limit : q->limit);
}

void quoted_any_age(struct quoted *q)
{
	q->limit = value_age_limit(q->type, false);
	q->stated_limit = value_stated_limit(false);
}

bool quoted_price(const struct quoted *q, struct day day, struct price *out, bool *range)
{
	struct close c;
	bool stated;

	if (option_expired(q->ends, day)) {
		*out = (struct price){ 0 };
		return true;
	}
	if (!quoted_close(q, day, &c, &stated))
		return false;
	*out = price_in_shares_of(q->events, q->n_events, c.price, c.day, day, range);
	return true;
}

/* ---- one ticker: a walk over its closes ---- */

struct walk {
	struct grid *g;
	const struct held *held;
	struct quoted q;
	struct close_cursor c;
	double *values; /* in the currency of the holding */
	double was;
	size_t next; /* the next taken day */
};

/* The value from @day on. */
static void add_change(struct walk *w, int32_t day, double value)
{
	w->values[day - w->g->first.n] += value - w->was;
	w->was = value;
}

static struct money cost_of(const struct fold_step *s)
{
	return s->cost_known ? s->cost : (struct money){ 0 };
}

/*
 * market_value_of() in reais, with 64-bit arithmetic on the grids of quantity and close when the
 * product fits, which is nearly always: the same product with the same rounding.
 */
static struct money gross_of(struct qty q, const struct close_year *y, size_t i, bool *range)
{
	static const int64_t scale[] = { 1,	 10,	  100,	    1000,     10000,
					 100000, 1000000, 10000000, 100000000 };
	int64_t v;

	if (y->places >= (int)ARRAY_SIZE(scale) || __builtin_mul_overflow(q.e8, y->closes[i], &v) ||
	    v < 0 || v > INT64_MAX - scale[8])
		return money_gross(q, close_price(y, i), range);
	return (struct money){ (v + scale[y->places] / 2) / scale[y->places] };
}

/* On the taken day @at. */
static struct money taken_market_value(struct walk *w, size_t at, const struct fold_step *s)
{
	struct grid *g = w->g;
	struct day end = { g->taken[at] };
	const struct close_year *y;
	struct price price;

	if (option_expired(w->q.ends, end))
		return (struct money){ 0 };
	y = close_cursor_year(&w->c);
	if (!w->q.n_events && !w->held->foreign)
		return gross_of(s->qty, y, w->c.i, &g->range);
	price = price_in_shares_of(w->q.events, w->q.n_events, close_price(y, w->c.i),
				   (struct day){ w->c.day }, end, &g->range);
	return market_value_of(s->qty, price, w->held->foreign ? &g->rate[at].price : NULL,
			       &g->range);
}

/* Taken days before @until, all at one price. */
static void close_days(struct walk *w, int32_t until, const struct fold_step *s)
{
	struct grid *g = w->g;

	for (; g->taken[w->next] < until; w->next++) {
		struct money *stale = &g->stale[w->next], *sum = &g->market_value[w->next];
		bool at_cost = w->held->foreign && !g->rate_known[w->next];
		struct money value = at_cost ? cost_of(s) : taken_market_value(w, w->next, s);

		*sum = money_add_shown(*sum, value, &g->range);
		if (at_cost || g->taken[w->next] - w->c.day > value_stale_age(w->q.type))
			*stale = money_add_shown(*stale, value, &g->range);
	}
}

/* The divisor of an old price for splits since the close; lowers @next to the day of the next split. */
static double split_since(const struct walk *w, int32_t day, int32_t *next)
{
	double divisor = 1;

	for (size_t i = 0; i < w->q.n_events; i++) {
		const struct reference_event *e = &w->q.events[i];

		if (e->ex_day.n > day) {
			if (e->ex_day.n < *next)
				*next = e->ex_day.n;
			break;
		}
		if (e->ex_day.n > w->c.day && e->ratio.n > 0)
			divisor *= (double)e->ratio.n / (double)e->ratio.d;
	}
	return divisor;
}

static double grid_unit(const struct close_year *y)
{
	static const double unit[] = { 1,    1e-1, 1e-2, 1e-3,	1e-4,  1e-5, 1e-6,
				       1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12 };

	return unit[y->places];
}

static double unit_market_value(const struct walk *w)
{
	const struct close_year *y = close_cursor_year(&w->c);

	return (double)y->closes[w->c.i] * grid_unit(y);
}

/* The next taken day that ends a month. */
static int32_t next_month_end(const struct walk *w)
{
	size_t i = w->next;

	while (i < w->g->n_taken && !w->g->ends_month[i])
		i++;
	return w->g->taken[i];
}

/*
 * Processes the closes after the current one while nothing else happens: before @until, up to a month
 * end.  The current close was already added.
 */
static void run_closes(struct walk *w, const struct fold_step *s, int32_t until)
{
	const struct close_year *y = close_cursor_year(&w->c);
	double *at = w->values - w->g->first.n;
	int32_t end = next_month_end(w);
	double unit = (double)s->qty.e8 / 1e8 * grid_unit(y);
	int32_t day = w->c.day;
	double was = w->was;
	size_t i = w->c.i + 1;

	if (until <= end)
		end = until - 1;
	for (; i < y->n; i++) {
		int32_t next = close_day(y, i);
		double market_value = unit * (double)y->closes[i];

		if (next > end)
			break;
		if (w->g->taken[w->next] < next) {
			close_cursor_to(&w->c, (struct day){ day });
			close_days(w, next, s);
		}
		at[next] += market_value - was;
		was = market_value;
		day = next;
	}
	w->was = was;
	if (day != w->c.day)
		close_cursor_to(&w->c, (struct day){ day });
}

/* From @day to @until with at most one price; returns the day reached. */
static int32_t hold_price(struct walk *w, const struct fold_step *s, int32_t day, int32_t until)
{
	double qty = (double)s->qty.e8 / 1e8;
	int32_t split = INT32_MAX;

	if (option_expired(w->q.ends, (struct day){ day })) {
		add_change(w, day, 0);
		close_days(w, until, s);
		return until;
	}
	if (w->c.next < until)
		until = w->c.next;
	add_change(w, day, qty * unit_market_value(w) / split_since(w, day, &split));
	if (split < until)
		until = split;
	close_days(w, until, s);
	return until;
}

/* The day on which an option's price ends, or @until. */
static int32_t until_expiry(const struct walk *w, int32_t day, int32_t until)
{
	const struct option_ends *ends = w->q.ends;

	for (size_t i = 0; i < ends->n; i++) {
		if (ends->items[i].expiry.n >= day && ends->items[i].expiry.n < until)
			return ends->items[i].expiry.n + 1;
		if (ends->items[i].settled.n > day && ends->items[i].settled.n < until)
			return ends->items[i].settled.n;
	}
	return until;
}

/* One step of the ledger: a constant quantity from @day to the day before @until. */
static void hold(struct walk *w, const struct fold_step *s, int32_t day, int32_t until)
{
	double qty = (double)s->qty.e8 / 1e8;

	if (qty_is_zero(s->qty)) {
		add_change(w, day, 0);
		while (w->g->taken[w->next] < until)
			w->next++;
		return;
	}
	close_cursor_to(&w->c, (struct day){ day });
	while (day < until) {
		int32_t limit = until_expiry(w, day, until);

		day = hold_price(w, s, day, limit);
		close_cursor_to(&w->c, (struct day){ day });
		if (w->held->foreign || day >= limit || w->c.day != day || !w->c.has)
			continue;
		(void)split_since(w, day, &limit);
		add_change(w, day, qty * unit_market_value(w));
		run_closes(w, s, limit);
		day = w->c.day;
	}
}

/* The first day in @g with a holding; false when there is none before its end. */
static bool held_from(const struct grid *g, const struct derived_holding *h, struct day *out)
{
	for (size_t i = 0; i < h->n_steps; i++) {
		if (qty_is_zero(h->steps[i].qty) ||
		    (i + 1 < h->n_steps && !day_before(g->first, h->steps[i + 1].day)))
			continue;
		*out = day_before(h->steps[i].day, g->first) ? g->first : h->steps[i].day;
		return day_before(*out, g->end);
	}
	return false;
}

/* Whether there is a dollar rate at every point from @from on. */
static bool rates_whole(const struct grid *g, const struct held *held, struct day from)
{
	struct close rate;

	for (size_t at = grid_at(g, from); at + 1 < g->days; at++)
		if (g->point[at] &&
		    !fx_ptax(&held->source->market->usd, day_plus(g->first, (int)at), &rate))
			return false;
	return true;
}

bool grid_is_plain(struct grid *g, const struct held *held)
{
	const struct derived_holding *h = held->h;
	struct close first;
	struct quoted q;
	struct day from;

	if (!held_from(g, h, &from))
		return true;
	if (h->n_tickers > 1 || h->head->terms || h->head->n_stated)
		return false;
	q = quoted_ticker(g, held, 0);
	return q.market && q.limit == VALUE_NO_LIMIT && close_at(&q.market->closes, from, &first) &&
	       (!held->foreign || rates_whole(g, held, from));
}

void grid_put_values(struct grid *g, const struct held *held)
{
	static const struct close_series none;
	const struct derived_holding *h = held->h;
	struct walk w = { .g = g, .held = held, .q = quoted_ticker(g, held, 0) };
	size_t i = 0;

	w.values = held->foreign ? g->usd : g->brl;
	close_cursor_open(&w.c, w.q.market ? &w.q.market->closes : &none);
	while (i + 1 < h->n_steps && !day_before(g->first, h->steps[i + 1].day))
		i++; /* of earlier entries only the last counts */
	for (; i < h->n_steps; i++) {
		int32_t day = h->steps[i].day.n;
		int32_t until = i + 1 < h->n_steps ? h->steps[i + 1].day.n : g->end.n;

		if (day < g->first.n)
			day = g->first.n;
		if (until > g->end.n)
			until = g->end.n;
		if (day >= until)
			continue;
		while (g->taken[w.next] < day)
			w.next++;
		hold(&w, &h->steps[i], day, until);
	}
}

/* ---- several tickers, terms, or stated prices: point by point ---- */

struct lineage_walk {
	struct quoted *quoted;		/* a ticker each */
	size_t step;			/* number of processed ones */
	struct accrual_result *accrued; /* at each day; NULL without terms */
	size_t at;			/* index of the current day */
};

static bool ticker_market_value(const struct held *held, const struct quoted *q, struct qty qty,
				struct day day, struct money *sum, bool *range)
{
	struct close rate;
	struct price price;

	if (qty_is_zero(qty))
		return true;
	if (!quoted_price(q, day, &price, range))
		return false;
	if (held->foreign && !fx_ptax(&held->source->market->usd, day, &rate))
		return false;
	*sum = money_add(*sum,
			 market_value_of(qty, price, held->foreign ? &rate.price : NULL, range),
			 range);
	return true;
}

/* The value of the lots at the contracted rate, when their quantity equals the holding's. */
static bool accrued_value(const struct lineage_walk *w, struct qty held, struct money *out)
{
	const struct accrual_result *r = w->accrued ? &w->accrued[w->at] : NULL;

	if (!r || r->reason || r->qty.e8 != held.e8)
		return false;
	*out = r->value;
	return true;
}

static struct qty ticker_qty(const struct held *held, size_t ticker, const struct fold_step *now,
			     struct day day)
{
	const struct derived_ticker *p = &held->h->tickers[ticker];

	if (held->h->n_tickers == 1)
		return now->qty;
	return day_before(day, p->until) ? qty_steps_at(&p->held, day) : (struct qty){ 0 };
}

/* The market value of every ticker; false when one has no price or rate. */
static bool tickers_worth(struct grid *g, const struct held *held, const struct lineage_walk *w,
			  const struct fold_step *now, struct day day, bool any_age,
			  struct stand *out)
{
	out->value = (struct money){ 0 };
	out->stale = false;
	for (size_t i = 0; i < held->h->n_tickers; i++) {
		struct qty qty = ticker_qty(held, i, now, day);
		struct quoted q = w->quoted[i];
		struct close c;
		bool stated;

		if (any_age)
			quoted_any_age(&q);
		if (!ticker_market_value(held, &q, qty, day, &out->value, &g->range))
			return false;
		out->stale |=
			!qty_is_zero(qty) && !option_expired(q.ends, day) &&
			quoted_close(&q, day, &c, &stated) &&
			day.n - c.day.n > (stated ? VALUE_STATED_STALE : value_stale_age(q.type));
	}
	return true;
}

/* At the end of a day: by market, else by contract, else by an older price, else at cost. */
static void lineage_value(struct grid *g, const struct held *held, struct lineage_walk *w,
			  struct day day, struct stand *out)
{
	const struct derived_holding *h = held->h;
	const struct fold_step *now;

	*out = (struct stand){ .standing = STANDING_NONE };
	while (w->step < h->n_steps && !day_before(day, h->steps[w->step].day))
		w->step++;
	if (!w->step || qty_is_zero(h->steps[w->step - 1].qty))
		return;
	now = &h->steps[w->step - 1];
	out->held = true;
	if (tickers_worth(g, held, w, now, day, false, out)) {
		out->standing = STANDING_MARKET;
	} else if (accrued_value(w, now->qty, &out->value)) {
		out->standing = STANDING_ACCRUAL;
		out->stale = false;
	} else if (h->head->terms && tickers_worth(g, held, w, now, day, true, out)) {
		out->standing = STANDING_MARKET;
	} else {
		*out = (struct stand){ .standing = STANDING_OUT, .held = true, .stale = true };
		out->worth = cost_of(now);
		return;
	}
	out->worth = out->value;
}

struct accruer *grid_accruer(struct grid *g, const struct held *held)
{
	if (!held->h->head->terms || held->foreign)
		return NULL;
	if (!g->accruer)
		g->accruer = accruer_new(g->pool, held->source->market->rates, g->as_of);
	return g->accruer;
}

struct stand *grid_values(struct grid *g, const struct held *held, struct accruer *accruer,
			  const struct day *days, size_t n)
{
	const struct derived_holding *h = held->h;
	struct lineage_walk w = { .quoted = pool_array(g->pool, struct quoted, h->n_tickers) };
	struct stand *out = pool_array(g->pool, struct stand, n);

	for (size_t i = 0; i < h->n_tickers; i++)
		w.quoted[i] = quoted_ticker(g, held, i);
	if (h->head->terms && !held->foreign && accruer) {
		w.accrued = pool_array(g->pool, struct accrual_result, n);
		accrual_curve(accruer, h->head->terms, &h->lots, days, n, w.accrued);
	}
	for (w.at = 0; w.at < n; w.at++)
		lineage_value(g, held, &w, days[w.at], &out[w.at]);
	/* Kept only when requested: thousands of holdings would each store every day. */
	pool_free(w.accrued);
	pool_free(w.quoted);
	return out;
}
