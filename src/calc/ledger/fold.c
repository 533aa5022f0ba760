/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fold.c: walks the days of a ledger in the order of doc/calculations.md 1.2.
 *
 * A day: spin-offs, successions, splits, adjustments, capital returns, trades.  One ticker with only
 * rows takes a direct pass; reference events, capital returns and predecessors are merged in by day.
 * The same walk without money gives the quantities that decide who is entitled to income (2.2).
 */
#include "config.h"

#include "calc/ledger/replay.h"

/* ---- one day of one ticker ---- */

/* A ticker's entries of a day, except successions. */
struct day_work {
	struct day day;
	const struct ledger_row *rows;
	size_t n_rows;
	size_t asset; /* owner of the events; a living ticker's own index */
	const struct reference_event *events;
	size_t n_events;
	const struct capital_return *returns;
	size_t n_returns;
};

/*
 * Without money the order of trades does not matter: sales beyond the stock are cut off at the end of
 * the day.  Not when a short may exist beside stock.
 */
static void net_trades(struct replay *r, struct ticker_state *p, const struct ledger_row *rows,
		       size_t n)
{
	wide held = p->qty.e8;

	for (size_t i = 0; i < n; i++)
		if (rows[i].kind == ROW_BUY)
			held += rows[i].qty.e8;
		else if (rows[i].kind == ROW_SELL)
			held -= rows[i].qty.e8;
	if (held > INT64_MAX)
		r->range = true;
	else
		p->qty.e8 = held > 0 ? (int64_t)held : 0;
}

static void run_trades(struct replay *r, struct ticker_state *p, const struct ledger_row *rows,
		       size_t n)
{
	if (r->quantities && !r->shorts) {
		net_trades(r, p, rows, n);
	} else if (n == 1) {
		struct trade t = replay_trade(r, rows);

		if (rows->kind == ROW_BUY)
			replay_buy(r, p, &t);
		else
			replay_sell(r, p, &t);
	} else {
		day_trades(r, p, rows, n);
	}
}

static enum calc_err run_events(struct replay *r, const struct day_work *w, enum event_kind kind)
{
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < w->n_events && err == CALC_OK; i++)
		if (w->events[i].kind == kind)
			err = event_apply(r, w->asset, &w->events[i]);
	return err;
}

/* A day with a single entry: most days of most ledgers. */
static enum calc_err run_row(struct replay *r, struct ticker_state *p, const struct ledger_row *row)
{
	if (ledger_row_contradicts(row))
		return CALC_INPUT;
	switch (row->kind) {
	case ROW_BUY:
	case ROW_SELL:
		run_trades(r, p, row, 1);
		break;
	case ROW_SPLIT:
		replay_split_row(r, p, row);
		break;
	case ROW_ADJUST:
		replay_adjust(r, p, row);
		break;
	}
	return CALC_OK;
}

static enum calc_err run_day(struct replay *r, struct ticker_state *p, const struct day_work *w)
{
	unsigned int kinds = 0;
	enum calc_err err;

	if (w->n_rows == 1 && !w->n_events && !w->n_returns)
		return run_row(r, p, w->rows);
	for (size_t i = 0; i < w->n_rows; i++) {
		if (ledger_row_contradicts(&w->rows[i]))
			return CALC_INPUT;
		kinds |= 1u << w->rows[i].kind;
	}
	err = run_events(r, w, EVENT_SPLIT);
	if (err != CALC_OK)
		return err;
	if (kinds & 1u << ROW_SPLIT)
		for (size_t i = 0; i < w->n_rows; i++)
			if (w->rows[i].kind == ROW_SPLIT)
				replay_split_row(r, p, &w->rows[i]);
	err = run_events(r, w, EVENT_BONUS);
	if (err != CALC_OK)
		return err;
	if (kinds & 1u << ROW_ADJUST)
		for (size_t i = 0; i < w->n_rows; i++)
			if (w->rows[i].kind == ROW_ADJUST)
				replay_adjust(r, p, &w->rows[i]);
	for (size_t i = 0; i < w->n_returns; i++) {
		r->origin = (struct journal_origin){ .returned = &w->returns[i] };
		replay_return(r, p, w->day, w->returns[i].amount);
	}
	if (kinds & (1u << ROW_BUY | 1u << ROW_SELL))
		run_trades(r, p, w->rows, w->n_rows);
	return CALC_OK;
}

/* ---- the walk ---- */

/* Records only quantities during the walk; NULL for a full fold with costs. */
struct tracking {
	struct qty_steps *steps;
	size_t size;
	size_t ticker; /* index, or SIZE_MAX for the whole lineage */
};

static struct qty held(struct replay *r, size_t ticker)
{
	struct qty sum = { 0 };

	if (ticker != SIZE_MAX)
		return replay_ticker(r, ticker)->qty;
	for (size_t i = 0; i < r->n_tickers; i++)
		sum = qty_add(sum, r->tickers[i].qty, &r->range);
	return sum;
}

/* Records quantity and cost after a day that changed them. */
static void note_step(struct replay *r, struct day day)
{
	struct fold_output *out = &r->out;
	struct fold_step now = { .day = day, .cost_known = true };
	const struct fold_step *last = out->n_steps ? &out->steps[out->n_steps - 1] : NULL;

	for (size_t i = 0; i < r->n_tickers; i++) {
		now.qty = qty_add(now.qty, r->tickers[i].qty, &r->range);
		now.cost = money_add(now.cost, r->tickers[i].cost, &r->range);
		now.cost_known &= !r->tickers[i].unknown;
	}
	if (last && last->qty.e8 == now.qty.e8 && last->cost.e8 == now.cost.e8 &&
	    last->cost_known == now.cost_known)
		return;
	if (!out->steps || out->n_steps == r->steps_size) {
		size_t rows = r->in->assets[0].n_rows;

		r->steps_size = r->steps_size ? 2 * r->steps_size
				: rows > 3    ? rows + rows / 4
					      : rows + !rows;
		out->steps = pool_resize(r->pool, out->steps, struct fold_step, r->steps_size);
	}
	out->steps[out->n_steps++] = now;
}

static void track(struct replay *r, struct tracking *t, struct day day)
{
	struct qty_steps *s = t ? t->steps : NULL;
	struct qty q;

	if (!t) {
		note_step(r, day);
		return;
	}
	q = held(r, t->ticker);
	if (q.e8 == (s->n ? s->items[s->n - 1].qty.e8 : 0))
		return;
	pool_grow(r->pool, s->items, struct qty_step, s->n, t->size, 16);
	s->items[s->n++] = (struct qty_step){ day, q };
}

static void count_rows(struct replay *r, const struct fold_asset *a, size_t n)
{
	struct position *pos = &r->out.position;

	if (!n)
		return;
	if (!pos->has_rows || day_before(a->rows[0].day, pos->added))
		pos->added = a->rows[0].day;
	pos->has_rows = true;
	pos->tx_count += n;
}

/* One ticker with nothing but rows. */
static enum calc_err walk_rows(struct replay *r, struct tracking *t)
{
	const struct fold_asset *a = r->in->assets;
	enum calc_err err = CALC_OK;
	size_t i = 0;

	while (i < a->n_rows && !day_before(r->until, a->rows[i].day)) {
		struct day_work w = { .day = a->rows[i].day, .rows = &a->rows[i] };
		size_t next = i + 1;

		while (next < a->n_rows && day_same(a->rows[next].day, w.day))
			next++;
		if (next < a->n_rows && day_before(a->rows[next].day, w.day))
			return CALC_ORDER;
		w.n_rows = next - i;
		err = run_day(r, r->tickers, &w);
		if (err != CALC_OK)
			return err;
		track(r, t, w.day);
		i = next;
	}
	count_rows(r, a, i);
	return CALC_OK;
}

/* How far each source has been walked. */
struct cursors {
	size_t *row, *event; /* one element per asset */
	size_t *gathered;    /* rows of the day, likewise */
	size_t succession, returned, spin;
	struct day day; /* being walked */
};

/* The next day with an entry, at most `until`; false when there is none. */
static bool next_day(const struct replay *r, struct cursors *c)
{
	const struct fold_input *in = r->in;
	struct day next = day_plus(r->until, 1);

	for (size_t i = 0; i < in->n_assets; i++) {
		const struct fold_asset *a = &in->assets[i];

		if (c->row[i] < a->n_rows && day_before(a->rows[c->row[i]].day, next))
			next = a->rows[c->row[i]].day;
		if (c->event[i] < a->n_events && day_before(a->events[c->event[i]].ex_day, next))
			next = a->events[c->event[i]].ex_day;
	}
	for (size_t i = 0; r->shorts && i < r->n_tickers; i++)
		if (r->tickers[i].cycle && r->tickers[i].expires &&
		    day_before(option_settlement(r->tickers[i].expiry), next))
			next = option_settlement(r->tickers[i].expiry);
	if (c->succession < in->n_successions &&
	    day_before(in->successions[c->succession].day, next))
		next = in->successions[c->succession].day;
	if (c->returned < in->n_returns && day_before(in->returns[c->returned].day, next))
		next = in->returns[c->returned].day;
	if (c->spin < in->n_spins && !r->quantities &&
	    day_before(in->spins[c->spin].spin->day, next))
		next = in->spins[c->spin].spin->day;
	c->day = next;
	return !day_before(r->until, next);
}

static size_t rows_of_day(const struct fold_asset *a, size_t from, struct day day)
{
	size_t i = from;

	while (i < a->n_rows && day_same(a->rows[i].day, day))
		i++;
	return i - from;
}

static size_t events_of_day(const struct fold_asset *a, size_t from, struct day day)
{
	size_t i = from;

	while (i < a->n_events && day_same(a->events[i].ex_day, day))
		i++;
	return i - from;
}

/* A capital return names no ticker: it goes to the newest held one. */
static size_t ticker_of_returns(const struct replay *r)
{
	for (size_t i = r->n_tickers; i-- > 0;)
		if (r->tickers[i].qty.e8 > 0)
			return i;
	return (size_t)(replay_ticker(r, r->in->n_assets - 1) - r->tickers);
}

/*
 * Among the remaining rows of the day of the tickers that @ticker represents, the one inserted first;
 * or NULL.
 */
static const struct ledger_row *next_inserted(const struct replay *r, const struct cursors *c,
					      size_t ticker)
{
	const struct fold_input *in = r->in;
	const struct ledger_row *first = NULL;
	size_t of = 0;

	for (size_t i = 0; i < in->n_assets; i++) {
		const struct fold_asset *a = &in->assets[i];
		size_t *k = &c->gathered[i];

		if (replay_ticker(r, i) != &r->tickers[ticker])
			continue;
		while (*k < a->n_rows && fold_absorbs(in, a->symbol, &a->rows[*k]))
			++*k;
		if (*k == a->n_rows || !day_same(a->rows[*k].day, c->day) ||
		    (first && first->order <= a->rows[*k].order))
			continue;
		first = &a->rows[*k];
		of = i;
	}
	if (first)
		c->gathered[of]++;
	return first;
}

/* The day's rows of the tickers that @ticker represents, without those that a succession absorbs. */
static void gather_rows(struct replay *r, const struct cursors *c, size_t ticker,
			struct day_work *w)
{
	const struct ledger_row *row;
	const struct fold_input *in = r->in;
	size_t n = 0;

	if (!in->n_successions && in->n_assets == 1) {
		w->n_rows = rows_of_day(in->assets, c->row[0], c->day);
		w->rows = w->n_rows ? &in->assets[0].rows[c->row[0]] : NULL;
		return;
	}
	memcpy(c->gathered, c->row, in->n_assets * sizeof(*c->gathered));
	while ((row = next_inserted(r, c, ticker))) {
		pool_grow(r->pool, r->scratch, struct ledger_row, n, r->scratch_size, 16);
		r->scratch[n++] = *row;
	}
	w->rows = r->scratch;
	w->n_rows = n;
}

static enum calc_err run_tickers(struct replay *r, const struct cursors *c, size_t n_returns)
{
	const struct fold_input *in = r->in;
	size_t returned = n_returns ? ticker_of_returns(r) : SIZE_MAX;
	enum calc_err err = CALC_OK;

	for (size_t i = 0; i < r->n_tickers && err == CALC_OK; i++) {
		struct day_work w = { .day = c->day, .asset = i };

		if (r->tickers[i].successor != i)
			continue;
		gather_rows(r, c, i, &w);
		if (i < in->n_assets && in->assets[i].n_events) {
			w.events = &in->assets[i].events[c->event[i]];
			w.n_events = events_of_day(&in->assets[i], c->event[i], c->day);
		}
		if (i == returned) {
			w.returns = &in->returns[c->returned];
			w.n_returns = n_returns;
		}
		err = run_day(r, &r->tickers[i], &w);
	}
	return err;
}

static size_t returns_of_day(const struct fold_input *in, size_t from, struct day day)
{
	size_t i = from;

	while (i < in->n_returns && day_same(in->returns[i].day, day))
		i++;
	return i - from;
}

static enum calc_err walk_day(struct replay *r, struct cursors *c)
{
	const struct fold_input *in = r->in;
	size_t n_returns = returns_of_day(in, c->returned, c->day);
	enum calc_err err = CALC_OK;

	for (size_t i = 0; r->shorts && i < r->n_tickers; i++)
		expiry_settle(r, &r->tickers[i], c->day);
	for (; c->spin < in->n_spins && !r->quantities &&
	       day_same(in->spins[c->spin].spin->day, c->day);
	     c->spin++)
		spin_apply(r, c->spin);
	for (; c->succession < in->n_successions &&
	       day_same(in->successions[c->succession].day, c->day);
	     c->succession++) {
		err = succession_apply(r, &in->successions[c->succession]);
		if (err != CALC_OK)
			return err;
	}
	err = run_tickers(r, c, n_returns);
	for (size_t i = 0; r->shorts && i < r->n_tickers; i++)
		expiry_note(r, &r->tickers[i], c->day);
	for (size_t i = 0; i < in->n_assets; i++) {
		c->row[i] += rows_of_day(&in->assets[i], c->row[i], c->day);
		c->event[i] += events_of_day(&in->assets[i], c->event[i], c->day);
	}
	c->returned += n_returns;
	return err;
}

/* Several sources, merged by day. */
static enum calc_err walk_lineage(struct replay *r, struct tracking *t)
{
	const struct fold_input *in = r->in;
	struct cursors c = { .day = { INT32_MIN } };
	struct day before = c.day;
	enum calc_err err;

	c.row = pool_array(r->pool, size_t, 3 * in->n_assets);
	c.event = c.row + in->n_assets;
	c.gathered = c.event + in->n_assets;
	while (next_day(r, &c)) {
		if (!day_before(before, c.day))
			return CALC_ORDER;
		before = c.day;
		err = walk_day(r, &c);
		if (err != CALC_OK)
			return err;
		track(r, t, c.day);
	}
	for (size_t i = 0; i < in->n_assets; i++)
		count_rows(r, &in->assets[i], c.row[i]);
	if (r->shorts)
		expiry_end(r);
	return CALC_OK;
}

/* The journal names tickers by index. */
static void note_tickers(struct replay *r)
{
	struct journal *j = r->journal;

	if (!j)
		return;
	j->n_tickers = r->n_tickers;
	j->tickers = pool_array(r->pool, const char *, r->n_tickers);
	for (size_t i = 0; i < r->n_tickers; i++)
		j->tickers[i] = r->tickers[i].symbol;
}

static enum calc_err walk(struct replay *r, struct tracking *t)
{
	const struct fold_input *in = r->in;
	struct ticker_state only = { 0 };
	enum calc_err err;

	if (in->n_assets == 1 && !in->n_successions && !in->n_spins && !in->assets[0].n_events &&
	    !in->n_returns && !r->shorts) {
		only.symbol = in->assets[0].symbol;
		r->tickers = &only;
		r->n_tickers = 1;
		note_tickers(r);
		err = walk_rows(r, t);
	} else if (in->n_assets) {
		tickers_init(r);
		note_tickers(r);
		err = walk_lineage(r, t);
	} else {
		err = CALC_OK;
	}
	if (err == CALC_OK && !r->quantities)
		for (size_t i = 0; i < r->n_tickers; i++) {
			const struct ticker_state *p = &r->tickers[i];
			struct position *pos = &r->out.position;

			pos->qty = qty_add(pos->qty, p->qty, &r->range);
			pos->cost = money_add(pos->cost, p->cost, &r->range);
			pos->cost_known &= !p->unknown;
			pos->short_qty = qty_add(pos->short_qty, p->short_qty, &r->range);
		}
	r->tickers = NULL; /* may have been on this stack */
	if (err == CALC_OK && r->range)
		err = CALC_RANGE;
	return err;
}

/* ---- public ---- */

static struct replay replay_of(void *pool, const struct fold_input *in)
{
	struct replay r = {
		.pool = pool,
		.in = in,
		.until = in->as_of,
		.matches = type_of_exchange(in->type),
		.shorts = in->type == ASSET_OPTION,
	};

	r.out.position.cost_known = true;
	r.out.position.basis_known = true;
	r.out.position.realized_known = true;
	return r;
}

enum calc_err fold(void *pool, const struct fold_input *in, struct fold_output *out)
{
	struct replay r = replay_of(pool, in);
	enum calc_err err;

	r.convert = in->convert;
	r.journal = in->journal;
	if (in->n_spins)
		r.out.given = pool_array(pool, struct spin_part, in->n_spins);
	err = walk(&r, NULL);
	if (err != CALC_OK)
		return err;
	if (!r.out.position.cost_known)
		r.out.position.cost = (struct money){ 0 };
	*out = r.out;
	return CALC_OK;
}

const struct fold_step *fold_step_at(const struct fold_step *steps, size_t n, struct day day)
{
	size_t until = days_until(steps, n, sizeof(*steps), day);

	return until ? &steps[until - 1] : NULL;
}

enum calc_err quantity_steps(void *pool, const struct fold_input *in, const char *symbol,
			     struct qty_steps *out)
{
	struct replay r = replay_of(pool, in);
	struct qty_steps steps = { 0 };
	struct tracking t = { .steps = &steps, .ticker = SIZE_MAX };
	enum calc_err err;

	r.quantities = true;
	for (size_t i = 0; symbol && i < in->n_assets; i++)
		if (str_eq(in->assets[i].symbol, symbol))
			t.ticker = i;
	err = walk(&r, &t);
	if (err == CALC_OK)
		*out = steps;
	return err;
}

struct qty qty_steps_at(const struct qty_steps *steps, struct day day)
{
	size_t until = days_until(steps->items, steps->n, sizeof(*steps->items), day);

	return steps->items && until ? steps->items[until - 1].qty : (struct qty){ 0 };
}

enum calc_err quantity_at(void *pool, const struct fold_input *in, struct day day, struct qty *out)
{
	struct qty_steps steps;
	enum calc_err err = quantity_steps(pool, in, NULL, &steps);

	if (err == CALC_OK)
		*out = qty_steps_at(&steps, day);
	return err;
}
