/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay.c: the effect of each ledger entry on quantity, cost, results and flows.
 *
 * A cycle starts when the quantity leaves zero and ends when it returns there; the cost and its
 * knownness belong to the cycle, cost_basis_known and realized_known to the whole ledger (1.3).
 */
#include "config.h"

#include "calc/ledger/replay.h"

#include "core/pool.h"

/* ---- output ---- */

/* The first block has room for a flow per row, enough for most ledgers. */
void replay_grow_flows(struct replay *r)
{
	size_t rows = 0;

	for (size_t i = 0; i < r->in->n_assets; i++)
		rows += r->in->assets[i].n_rows;
	r->flows_size = r->flows_size ? 2 * r->flows_size
			: rows > 3    ? rows + rows / 4
				      : rows + !rows;
	r->out.flows = pool_resize(r->pool, r->out.flows, struct fold_flow, r->flows_size);
}

void replay_realize(struct replay *r, struct day day, struct money result)
{
	struct months *by = &r->out.position.realized_by_month;
	struct month month = day_month(day);

	r->out.position.realized = money_add(r->out.position.realized, result, &r->range);
	if (by->n && by->items[by->n - 1].month.n == month.n) {
		struct money *last = &by->items[by->n - 1].amount;

		*last = money_add(*last, result, &r->range);
		return;
	}
	pool_grow(r->pool, by->items, struct month_amount, by->n, r->months_size, 8);
	by->items[by->n++] = (struct month_amount){ month, result };
}

/* As replay_realize(), for a month that need not be the newest. */
static void realize_late(struct replay *r, struct day day, struct money result)
{
	struct months *by = &r->out.position.realized_by_month;
	struct month month = day_month(day);
	size_t at = by->n;

	while (at > 0 && by->items[at - 1].month.n > month.n)
		at--;
	if (at == by->n) {
		replay_realize(r, day, result);
		return;
	}
	r->out.position.realized = money_add(r->out.position.realized, result, &r->range);
	if (at > 0 && by->items[at - 1].month.n == month.n) {
		by->items[at - 1].amount = money_add(by->items[at - 1].amount, result, &r->range);
		return;
	}
	pool_grow(r->pool, by->items, struct month_amount, by->n, r->months_size, 8);
	memmove(&by->items[at + 1], &by->items[at], (by->n - at) * sizeof(*by->items));
	by->items[at] = (struct month_amount){ month, result };
	by->n++;
}

size_t replay_note(struct replay *r, struct journal_entry e)
{
	struct journal *j = r->journal;

	e.from = r->origin;
	if (e.from.row) /* may point into the day's scratch rows */
		e.from.row = pool_memdup(r->pool, e.from.row, sizeof(*e.from.row));
	r->origin.row = NULL;
	if (e.rated)
		e.rate = r->rate;
	pool_grow(r->pool, j->entries, struct journal_entry, j->n, j->size, 8);
	j->entries[j->n] = e;
	return j->n++;
}

/* An action on a ticker that may be about to add a flow. */
static void note_act(struct replay *r, enum journal_act act, const struct ticker_state *p,
		     const struct trade *t, bool result)
{
	if (!r->journal)
		return;
	(void)replay_note(r, (struct journal_entry){
				     .act = act,
				     .day = t->day,
				     .ticker = (size_t)(p - r->tickers),
				     .trade = t->entry,
				     .known = t->known,
				     .result = result,
				     .flow = r->out.n_flows,
			     });
}

void replay_part(struct replay *r, const struct ticker_state *p, enum journal_qty kind,
		 const struct trade *of, const struct trade *whole, struct trade *part,
		 struct trade *rest)
{
	struct journal_entry e = {
		.act = JOURNAL_PART,
		.day = whole->day,
		.ticker = (size_t)(p - r->tickers),
		.trade = whole->entry,
		.with = of ? of->entry : JOURNAL_NONE,
		.qty_of = kind,
		.known = whole->known,
		.flow = JOURNAL_NONE,
	};

	if (!r->journal)
		return;
	part->entry = replay_note(r, e);
	e.act = JOURNAL_REST;
	e.trade = rest->entry;
	e.with = part->entry;
	rest->entry = replay_note(r, e);
}

static void report_uncovered(struct replay *r, struct day day, struct qty q)
{
	struct position *pos = &r->out.position;

	pool_grow(r->pool, pos->uncovered, struct uncovered, pos->n_uncovered, r->uncovered_size,
		  8);
	pos->uncovered[pos->n_uncovered++] = (struct uncovered){ day, q };
	pos->realized_known = false;
	pos->basis_known = false;
	replay_flow(r, &(struct fold_flow){ .day = day, .kind = FLOW_SELL });
}

/* ---- amounts ---- */

/* In the fold's currency; false when the day has no official rate. */
static bool converted(struct replay *r, struct day day, struct money *m)
{
	struct close rate;

	if (!r->convert)
		return true;
	if (!fx_ptax(r->convert, day, &rate))
		return false;
	*m = money_times_rate(*m, rate.price, &r->range);
	r->rate = rate;
	return true;
}

struct trade replay_trade(struct replay *r, const struct ledger_row *row)
{
	struct trade t = { .day = row->day,
			   .qty = row->qty,
			   .right = row->kind == ROW_SELL && row->event == EVENT_SUBSCRIPTION };

	if (row->price_known) {
		struct money gross = money_gross(row->qty, row->price, &r->range);

		t.amount = row->kind == ROW_SELL ? money_sub(gross, row->fees, &r->range)
						 : money_add(gross, row->fees, &r->range);
		t.known = converted(r, row->day, &t.amount);
	}
	if (!t.known)
		r->out.position.basis_known = false;
	if (r->journal) {
		r->origin = (struct journal_origin){ .row = row };
		t.entry = replay_note(r, (struct journal_entry){ .act = JOURNAL_TRADE,
								 .day = row->day,
								 .known = t.known,
								 .rated = t.known && r->convert,
								 .flow = JOURNAL_NONE });
	}
	return t;
}

static void cycle_ends_at_zero(struct ticker_state *p)
{
	if (!qty_is_zero(p->qty))
		return;
	p->cost = (struct money){ 0 };
	p->unknown = false;
}

/* The share of the cost that leaves with @q; the whole cost with the last unit. */
static struct money take_cost(struct replay *r, struct ticker_state *p, struct qty q)
{
	struct money part = p->cost;

	if (q.e8 != p->qty.e8)
		part = money_part(p->cost, q, p->qty, &r->range);
	p->cost = money_sub(p->cost, part, &r->range);
	p->qty.e8 -= q.e8;
	return part;
}

/*
 * Before a row adds units: it opens the position when no ticker of the lineage has any, so that a
 * succession, which only moves them, never does.
 * @known: false when the row shows that earlier ones are missing
 */
static void opens_at_zero(struct replay *r, struct day day, bool known)
{
	for (size_t i = 0; i < r->n_tickers; i++)
		if (!qty_is_zero(r->tickers[i].qty))
			return;
	r->out.position.opening = (struct position_opening){ known, day };
}

/* ---- trades ---- */

/* A purchase first settles written options, at the mean of the stored proceeds (1.4). */
static void cover_short(struct replay *r, struct ticker_state *p, struct trade *t)
{
	struct qty q = t->qty.e8 < p->short_qty.e8 ? t->qty : p->short_qty;
	struct money proceeds = money_part(p->short_proceeds, q, p->short_qty, &r->range);
	struct money paid = money_part(t->amount, q, t->qty, &r->range);
	struct fold_flow flow = { .day = t->day, .kind = FLOW_SHORT_RESULT, .qty = q };
	struct trade part = *t;

	flow.known = t->known && !p->short_unknown;
	replay_part(r, p, t->qty.e8 < p->short_qty.e8 ? QTY_OF_TRADE : QTY_OF_SHORT, t, t, &part,
		    t);
	note_act(r, JOURNAL_COVER, p, &part, flow.known);
	if (flow.known) {
		flow.amount = money_sub(proceeds, paid, &r->range);
		replay_realize(r, t->day, flow.amount);
	} else {
		r->out.position.realized_known = false;
	}
	replay_flow(r, &flow);

	p->short_qty.e8 -= q.e8;
	p->short_proceeds = money_sub(p->short_proceeds, proceeds, &r->range);
	if (qty_is_zero(p->short_qty))
		p->short_unknown = false;
	t->qty.e8 -= q.e8;
	t->amount = money_sub(t->amount, paid, &r->range);
}

void replay_buy(struct replay *r, struct ticker_state *p, const struct trade *trade)
{
	struct trade t = *trade;

	if (p->short_qty.e8 > 0) {
		cover_short(r, p, &t);
		if (qty_is_zero(t.qty))
			return;
	}
	note_act(r, JOURNAL_BUY, p, &t, false);
	opens_at_zero(r, t.day, true);
	p->qty = qty_add(p->qty, t.qty, &r->range);
	if (t.known)
		p->cost = money_add(p->cost, t.amount, &r->range);
	else
		p->unknown = true;
	replay_flow(r, &(struct fold_flow){
			       .day = t.day,
			       .kind = FLOW_BUY,
			       .known = t.known,
			       .at_market = !t.known,
			       .qty = t.qty,
			       .amount = t.known ? money_neg(t.amount) : (struct money){ 0 },
		       });
}

static void sell_covered(struct replay *r, struct ticker_state *p, const struct trade *t)
{
	bool determined = t->known && !p->unknown;
	struct money removed;

	note_act(r, JOURNAL_SELL, p, t, determined);
	removed = take_cost(r, p, t->qty);
	if (determined)
		replay_realize(r, t->day, money_sub(t->amount, removed, &r->range));
	else
		r->out.position.realized_known = false;
	if (!t->known)
		p->unknown = true;
	cycle_ends_at_zero(p);
	replay_flow(r, &(struct fold_flow){
			       .day = t->day,
			       .kind = FLOW_SELL,
			       .known = t->known,
			       .at_market = !t->known,
			       .qty = t->qty,
			       .amount = t->known ? t->amount : (struct money){ 0 },
		       });
}

static void write_short(struct replay *r, struct ticker_state *p, const struct trade *t)
{
	note_act(r, JOURNAL_SHORT, p, t, false);
	p->short_qty = qty_add(p->short_qty, t->qty, &r->range);
	if (t->known) {
		p->short_proceeds = money_add(p->short_proceeds, t->amount, &r->range);
		return;
	}
	p->short_unknown = true;
	replay_flow(r, &(struct fold_flow){ .day = t->day, .kind = FLOW_SELL });
}

/* Received rights enter at a known cost of zero; their sale is never uncovered. */
static void receive_rights(struct replay *r, struct ticker_state *p, const struct trade *t)
{
	if (!t->right || t->qty.e8 <= p->qty.e8)
		return;
	if (r->journal)
		r->origin = r->journal->entries[t->entry].from;
	replay_bonus(r, p, t->day, qty_sub(t->qty, p->qty, &r->range), NULL);
}

void replay_sell(struct replay *r, struct ticker_state *p, const struct trade *t)
{
	struct trade covered = *t;
	struct trade rest = *t;

	receive_rights(r, p, t);
	if (t->qty.e8 <= p->qty.e8) {
		sell_covered(r, p, t);
		return;
	}
	covered.qty = p->qty;
	if (t->known)
		covered.amount = money_part(t->amount, covered.qty, t->qty, &r->range);
	rest.qty.e8 -= covered.qty.e8;
	rest.amount = money_sub(t->amount, covered.amount, &r->range);
	replay_part(r, p, QTY_OF_TICKER, NULL, t, &covered, &rest);
	if (!qty_is_zero(covered.qty))
		sell_covered(r, p, &covered);
	if (r->shorts) {
		write_short(r, p, &rest);
	} else {
		note_act(r, JOURNAL_UNCOVERED, p, &rest, false);
		report_uncovered(r, rest.day, rest.qty);
	}
}

/* ---- options that expire ---- */

/* Inserts a flow dated before existing ones; the journal's indices are moved along. */
static void flow_late(struct replay *r, const struct fold_flow *flow)
{
	struct fold_flow *all;
	size_t at;

	replay_flow(r, flow);
	all = r->out.flows;
	for (at = r->out.n_flows - 1; at > 0 && day_before(flow->day, all[at - 1].day); at--)
		all[at] = all[at - 1];
	all[at] = *flow;
	for (size_t i = 0; r->journal && i + 1 < r->journal->n; i++)
		if (r->journal->entries[i].flow != JOURNAL_NONE &&
		    r->journal->entries[i].flow >= at)
			r->journal->entries[i].flow++;
	if (r->journal)
		r->journal->entries[r->journal->n - 1].flow = at;
}

void replay_forfeit(struct replay *r, struct ticker_state *p, struct day expiry)
{
	bool written = p->short_qty.e8 > 0;
	struct fold_flow flow = {
		.day = expiry,
		.kind = written ? FLOW_SHORT_RESULT : FLOW_SELL,
		.qty = written ? p->short_qty : p->qty,
		.known = true,
	};
	bool known = written ? !p->short_unknown : !p->unknown;

	if (r->journal) {
		r->origin = (struct journal_origin){ 0 };
		(void)replay_note(r, (struct journal_entry){
					     .act = JOURNAL_FORFEIT,
					     .day = option_settlement(expiry),
					     .expiry = expiry,
					     .ticker = (size_t)(p - r->tickers),
					     .known = known,
					     .result = known,
					     .flow = r->out.n_flows,
				     });
	}
	if (!known)
		r->out.position.realized_known = false;
	else
		realize_late(r, expiry, written ? p->short_proceeds : money_neg(p->cost));
	if (written) {
		flow.known = known;
		flow.amount = known ? p->short_proceeds : (struct money){ 0 };
		p->short_qty.e8 = 0;
		p->short_proceeds.e8 = 0;
		p->short_unknown = false;
	} else {
		p->qty.e8 = 0;
		cycle_ends_at_zero(p);
	}
	flow_late(r, &flow);
}

/* ---- entries other than trades ---- */

void replay_split(struct replay *r, struct ticker_state *p, struct day day, struct ratio ratio)
{
	if (r->journal)
		(void)replay_note(r, (struct journal_entry){
					     .act = JOURNAL_SPLIT,
					     .day = day,
					     .ticker = (size_t)(p - r->tickers),
					     .ratio = ratio,
					     .flow = JOURNAL_NONE,
				     });
	p->qty = qty_times_ratio(p->qty, ratio, &r->range);
	p->short_qty = qty_times_ratio(p->short_qty, ratio, &r->range);
	cycle_ends_at_zero(p);
}

void replay_split_row(struct replay *r, struct ticker_state *p, const struct ledger_row *row)
{
	struct own_split split = { row->day, ratio_rationalise(row->ratio_e12),
				   (size_t)(p - r->tickers) };

	r->origin = (struct journal_origin){ .row = row };
	replay_split(r, p, row->day, split.ratio);
	pool_grow(r->pool, r->out.splits, struct own_split, r->out.n_splits, r->splits_size, 8);
	r->out.splits[r->out.n_splits++] = split;
}

void replay_bonus(struct replay *r, struct ticker_state *p, struct day day, struct qty q,
		  const struct price *unit_cost)
{
	struct money cost = { 0 };
	bool known = unit_cost != NULL;

	opens_at_zero(r, day, false);
	p->qty = qty_add(p->qty, q, &r->range);
	/* Without an official rate it enters at no cost: a bonus never makes the cost unknown (1.6). */
	if (known) {
		cost = money_gross(q, *unit_cost, &r->range);
		known = converted(r, day, &cost);
	}
	if (known)
		p->cost = money_add(p->cost, cost, &r->range);
	if (r->journal)
		(void)replay_note(r, (struct journal_entry){
					     .act = JOURNAL_BONUS,
					     .day = day,
					     .ticker = (size_t)(p - r->tickers),
					     .qty = q,
					     .known = known,
					     .rated = known && r->convert,
					     .flow = JOURNAL_NONE,
				     });
}

/* Custody moved elsewhere: the cost leaves with it, without a result. */
static struct fold_flow adjust_out(struct replay *r, struct ticker_state *p,
				   const struct ledger_row *row)
{
	struct qty q = { -row->qty.e8 };
	bool known = !p->unknown;
	struct money removed;

	if (q.e8 > p->qty.e8)
		q = p->qty;
	if (r->journal)
		(void)replay_note(r, (struct journal_entry){
					     .act = JOURNAL_ADJUST_OUT,
					     .day = row->day,
					     .ticker = (size_t)(p - r->tickers),
					     .qty = q,
					     .known = known,
					     .flow = r->out.n_flows,
				     });
	removed = take_cost(r, p, q);
	cycle_ends_at_zero(p);
	return (struct fold_flow){
		.day = row->day,
		.kind = FLOW_ADJUST,
		.known = known,
		.at_market = true,
		.qty = { -q.e8 },
		.amount = known ? removed : (struct money){ 0 },
	};
}

static struct fold_flow adjust_in(struct replay *r, struct ticker_state *p,
				  const struct ledger_row *row)
{
	struct fold_flow flow = {
		.day = row->day, .kind = FLOW_ADJUST, .known = true, .qty = row->qty
	};
	struct money change = row->fees;
	bool priced = row->price_known && row->qty.e8 > 0;

	if (qty_is_zero(row->qty) && qty_is_zero(p->qty))
		change.e8 = 0; /* no cycle runs whose cost could be corrected */
	if (priced)
		change = money_add(money_gross(row->qty, row->price, &r->range), change, &r->range);
	opens_at_zero(r, row->day, true);
	p->qty = qty_add(p->qty, row->qty, &r->range);
	flow.at_market = row->qty.e8 > 0 && !priced;
	flow.known = !change.e8 || converted(r, row->day, &change);
	if (r->journal)
		(void)replay_note(r, (struct journal_entry){
					     .act = JOURNAL_ADJUST_IN,
					     .day = row->day,
					     .ticker = (size_t)(p - r->tickers),
					     .known = flow.known,
					     .rated = flow.known && change.e8 && r->convert,
					     .flow = r->out.n_flows,
				     });
	if (!flow.known) {
		p->unknown = !qty_is_zero(p->qty);
		r->out.position.basis_known = false;
		return flow;
	}
	if (!p->unknown && p->cost.e8 < -change.e8) /* "never below zero" (1.8) */
		change = money_neg(p->cost);
	p->cost = money_add(p->cost, change, &r->range);
	flow.amount = money_neg(change);
	return flow;
}

/* ---- incorporations that no succession absorbs (1.7) ---- */

/* Whether the ledger has the other half of an incorporation of @p. */
static bool has_counterpart(const struct replay *r, const struct ticker_state *p,
			    const struct ledger_row *row)
{
	const struct known_successions known = { r->in->successions, r->in->n_successions };

	for (size_t i = 0; i < r->in->n_assets; i++) {
		const struct fold_asset *a = &r->in->assets[i];
		const struct symbol_rows rows = { a->symbol, a->rows, a->n_rows };

		if (replay_ticker(r, i) == p && counterpart_in(&rows, known, row, r->until))
			return true;
	}
	return false;
}

static enum journal_cost credit_cost(const struct replay *r, const struct ticker_state *p,
				     const struct ledger_row *row)
{
	if (p->waiting.waits && same_event(p->waiting.since, row->day))
		return COST_COMES_BACK;
	/* Another broker's credit of a spin-off finds the cost already credited. */
	if (p->qty.e8 > 0 &&
	    ((p->spun && same_event(p->spun_on, row->day)) || has_counterpart(r, p, row)))
		return COST_STAYS;
	return row->price_known ? COST_OF_PRICE : COST_UNKNOWN;
}

static void report_unexplained(struct replay *r, const struct ticker_state *p,
			       const struct ledger_row *row)
{
	struct position *pos = &r->out.position;

	pool_grow(r->pool, pos->unexplained, struct unexplained, pos->n_unexplained,
		  r->unexplained_size, 8);
	pos->unexplained[pos->n_unexplained++] =
		(struct unexplained){ row->day, row->qty, (size_t)(p - r->tickers), pos->opening };
}

/* A position continues another one: it is as old as the older. */
static struct position_opening opening_join(struct position_opening a, struct position_opening b)
{
	return (struct position_opening){ a.known && b.known,
					  day_before(b.day, a.day) ? b.day : a.day };
}

/*
 * The credit that brings a cost back explains the debits whose cost was waiting, and continues the
 * position that they emptied.
 */
static void take_back_debits(struct replay *r, const struct ticker_state *p, struct day day)
{
	struct position *pos = &r->out.position;
	size_t kept = 0;

	for (size_t i = 0; i < pos->n_unexplained; i++) {
		const struct unexplained *u = &pos->unexplained[i];

		if (u->qty.e8 > 0 || &r->tickers[u->ticker] != p || !same_event(u->day, day))
			pos->unexplained[kept++] = *u;
		else
			pos->opening = opening_join(pos->opening, u->opening);
	}
	pos->n_unexplained = kept;
}

static enum journal_cost cost_of_exchange(const struct replay *r, const struct ticker_state *p,
					  const struct ledger_row *row)
{
	if (row->qty.e8 > 0)
		return credit_cost(r, p, row);
	return p->qty.e8 > 0 && -row->qty.e8 >= p->qty.e8 ? COST_WAITS : COST_STAYS;
}

/* A cost already waiting within the same days is added to this one. */
void replay_wait(struct replay *r, struct ticker_state *p, struct day day, struct money cost,
		 bool unknown)
{
	struct waiting_cost *w = &p->waiting;

	if (!w->waits || !same_event(w->since, day))
		*w = (struct waiting_cost){ 0 };
	w->waits = true;
	w->since = day;
	w->cost = money_add(w->cost, cost, &r->range);
	w->unknown |= unknown;
}

static void cost_comes_back(struct replay *r, struct ticker_state *p)
{
	p->cost = money_add(p->cost, p->waiting.cost, &r->range);
	if (p->waiting.unknown) {
		p->unknown = true;
		r->out.position.basis_known = false;
	}
	p->waiting = (struct waiting_cost){ 0 };
}

/* False when the amount is of a day without a rate. */
static bool cost_of_price(struct replay *r, struct ticker_state *p, const struct ledger_row *row)
{
	struct money cost =
		money_add(money_gross(row->qty, row->price, &r->range), row->fees, &r->range);

	if (!converted(r, row->day, &cost))
		return false;
	if (cost.e8 < 0)
		cost.e8 = 0;
	p->cost = money_add(p->cost, cost, &r->range);
	return true;
}

/* Adds no flow: no money moved. */
static void incorporate(struct replay *r, struct ticker_state *p, const struct ledger_row *row)
{
	enum journal_cost cost = r->quantities ? COST_STAYS : cost_of_exchange(r, p, row);
	bool rated = false;

	opens_at_zero(r, row->day, cost != COST_UNKNOWN);
	switch (cost) {
	case COST_STAYS:
		break;
	case COST_WAITS:
		replay_wait(r, p, row->day, p->cost, p->unknown);
		report_unexplained(r, p, row);
		break;
	case COST_COMES_BACK:
		cost_comes_back(r, p);
		take_back_debits(r, p, row->day);
		break;
	case COST_OF_PRICE:
		rated = cost_of_price(r, p, row);
		if (!rated)
			cost = COST_UNKNOWN;
		break;
	case COST_UNKNOWN:
		break;
	}
	if (cost == COST_UNKNOWN) {
		p->unknown = true;
		r->out.position.basis_known = false;
		report_unexplained(r, p, row);
	}
	if (r->journal)
		(void)replay_note(r, (struct journal_entry){
					     .act = JOURNAL_EXCHANGE,
					     .day = row->day,
					     .ticker = (size_t)(p - r->tickers),
					     .cost = cost,
					     .rated = rated && r->convert,
					     .flow = JOURNAL_NONE,
				     });
	p->qty = qty_add(p->qty, row->qty, &r->range);
	if (p->qty.e8 < 0)
		p->qty.e8 = 0;
	cycle_ends_at_zero(p);
}

void replay_adjust(struct replay *r, struct ticker_state *p, const struct ledger_row *row)
{
	struct fold_flow flow;

	if (r->journal)
		r->origin = (struct journal_origin){ .row = row };
	if (row->event == EVENT_INCORPORATION) {
		incorporate(r, p, row);
		return;
	}
	if (row->event == EVENT_BONUS && row->qty.e8 >= 0) {
		replay_bonus(r, p, row->day, row->qty, row->price_known ? &row->price : NULL);
		return;
	}
	flow = row->qty.e8 < 0 ? adjust_out(r, p, row) : adjust_in(r, p, row);
	if (row->event != EVENT_BONUS)
		replay_flow(r, &flow);
}

void replay_return(struct replay *r, struct ticker_state *p, struct day day, struct money native)
{
	struct fold_flow flow = { .day = day,
				  .kind = FLOW_CAPITAL,
				  .amount = native,
				  .of_succession = r->origin.succession != NULL };
	struct position *pos = &r->out.position;
	struct money left;

	flow.known = converted(r, day, &flow.amount);
	if (r->journal)
		(void)replay_note(r, (struct journal_entry){
					     .act = JOURNAL_RETURN,
					     .day = day,
					     .ticker = (size_t)(p - r->tickers),
					     .known = flow.known,
					     .rated = flow.known && r->convert,
					     .flow = r->out.n_flows,
				     });
	if (!flow.known) {
		/* Lowers the cost by an unknown amount. */
		flow.amount = (struct money){ 0 };
		pos->basis_known = false;
		if (qty_is_zero(p->qty))
			pos->realized_known = false;
		else
			p->unknown = true;
	} else if (!p->unknown) {
		left = money_sub(p->cost, flow.amount, &r->range);
		if (left.e8 < 0) {
			replay_realize(r, day, money_neg(left));
			left.e8 = 0;
		}
		p->cost = left;
	}
	replay_flow(r, &flow);
}
