/* SPDX-License-Identifier: Apache-2.0 */
/*
 * corporate.c: applies reference data to the ledger: successions and spin-offs (doc/calculations.md
 * 1.7), and the splits, groupings and bonuses that the ledger lacks (16, "Events that the ledger
 * lacks").
 */
#include "config.h"

#include "calc/ledger/replay.h"

/* ---- successions ---- */

static size_t ticker_index(const struct replay *r, const char *symbol)
{
	size_t i = 0;

	while (i < r->n_tickers && !str_eq(r->tickers[i].symbol, symbol))
		i++;
	return i;
}

static void add_ticker(struct replay *r, const char *symbol)
{
	size_t i = r->n_tickers;

	if (ticker_index(r, symbol) < i)
		return;
	r->tickers[i] = (struct ticker_state){ .symbol = symbol, .successor = i };
	r->n_tickers++;
}

void tickers_init(struct replay *r)
{
	const struct fold_input *in = r->in;

	r->tickers = pool_array(r->pool, struct ticker_state, in->n_assets + 2 * in->n_successions);
	for (size_t i = 0; i < in->n_assets; i++)
		r->tickers[i] =
			(struct ticker_state){ .symbol = in->assets[i].symbol, .successor = i };
	r->n_tickers = in->n_assets;
	for (size_t i = 0; i < in->n_successions; i++) {
		add_ticker(r, in->successions[i].from);
		add_ticker(r, in->successions[i].to);
	}
}

/* Cash lowers the carried cost down to zero; the excess is realized, as with a capital return (2.5). */
static void pay_cash(struct replay *r, struct ticker_state *p, const struct succession *s)
{
	if (s->has_cash && s->cash_per_share.e12 > 0 && p->qty.e8 > 0)
		replay_return(r, p, s->day, money_gross(p->qty, s->cash_per_share, &r->range));
}

enum calc_err succession_apply(struct replay *r, const struct succession *s)
{
	size_t i = ticker_index(r, s->from);
	size_t j = ticker_index(r, s->to);
	struct ticker_state *from = &r->tickers[i];
	struct ticker_state *to = &r->tickers[j];
	struct ticker_state moved;

	if (s->ratio.n <= 0 || s->ratio.d <= 0)
		return CALC_INPUT;
	r->origin = (struct journal_origin){ .succession = s };
	pay_cash(r, from, s);
	/* In place, before the ticker moves, so that the journal names the old one. */
	replay_split(r, from, s->day, s->ratio);
	if (i == j)
		return CALC_OK;
	moved = *from;
	if (r->journal)
		(void)replay_note(r, (struct journal_entry){ .act = JOURNAL_SUCCEED,
							     .day = s->day,
							     .ticker = i,
							     .to = j,
							     .flow = JOURNAL_NONE });
	to->qty = qty_add(to->qty, moved.qty, &r->range);
	to->cost = money_add(to->cost, moved.cost, &r->range);
	to->unknown |= moved.unknown;
	to->short_qty = qty_add(to->short_qty, moved.short_qty, &r->range);
	to->short_proceeds = money_add(to->short_proceeds, moved.short_proceeds, &r->range);
	to->short_unknown |= moved.short_unknown;
	/* A reused ticker lives again; this also keeps the chain free of cycles. */
	to->successor = j;
	*from = (struct ticker_state){ .symbol = from->symbol, .successor = j };
	return CALC_OK;
}

/* ---- spin-offs ---- */

static struct spin_part spin_give(struct replay *r, struct ticker_state *p,
				  const struct spin_off *s)
{
	struct spin_part part = { .state = SPIN_NOTHING };

	if (p->qty.e8 <= 0)
		return part;
	if (s->disputed) {
		p->unknown = true;
		r->out.position.basis_known = false;
	}
	part.state = p->unknown ? SPIN_UNKNOWN : SPIN_KNOWN;
	if (p->unknown)
		return part;
	part.cost = spin_off_part(s, p->cost, &r->range);
	p->cost = money_sub(p->cost, part.cost, &r->range);
	return part;
}

static void note_spin(struct replay *r, enum journal_act act, const struct ticker_state *p,
		      size_t spin, bool known)
{
	if (!r->journal)
		return;
	r->origin = (struct journal_origin){ 0 };
	(void)replay_note(r, (struct journal_entry){ .act = act,
						     .day = r->in->spins[spin].spin->day,
						     .ticker = (size_t)(p - r->tickers),
						     .spin = spin,
						     .known = known,
						     .flow = JOURNAL_NONE });
}

void spin_apply(struct replay *r, size_t spin)
{
	const struct fold_spin *f = &r->in->spins[spin];
	struct spin_part part;

	if (f->from != FOLD_ELSEWHERE) {
		struct ticker_state *from = replay_ticker(r, f->from);

		part = r->out.given[spin] = spin_give(r, from, f->spin);
		if (part.state != SPIN_NOTHING)
			note_spin(r, JOURNAL_SPIN_OUT, from, spin, part.state == SPIN_KNOWN);
	} else {
		part = r->convert ? f->source->brl : f->source->native;
	}
	if (f->to != FOLD_ELSEWHERE && part.state != SPIN_NOTHING) {
		struct ticker_state *to = replay_ticker(r, f->to);

		replay_wait(r, to, f->spin->day, part.cost, part.state == SPIN_UNKNOWN);
		to->spun = true;
		to->spun_on = f->spin->day;
		note_spin(r, JOURNAL_SPIN_IN, to, spin, part.state == SPIN_KNOWN);
	}
}

bool fold_absorbs(const struct fold_input *in, const char *symbol, const struct ledger_row *row)
{
	return incorporation_absorbed(
		(struct known_successions){ in->successions, in->n_successions }, symbol, row);
}

/* ---- events that the ledger lacks ---- */

static bool asset_has(const struct replay *r, const struct fold_asset *a,
		      const struct reference_event *e)
{
	size_t i = same_event_first(a->rows, a->n_rows, sizeof(*a->rows), e->ex_day);

	for (; i < a->n_rows; i++) {
		const struct ledger_row *row = &a->rows[i];

		if (!same_event(row->day, e->ex_day) || day_before(r->in->as_of, row->day))
			return false;
		if (row_is_event(row, e->kind))
			return true;
	}
	return false;
}

/* A row typed under a predecessor's ticker also counts for its successor. */
static bool ledger_has(const struct replay *r, const struct ticker_state *p,
		       const struct reference_event *e)
{
	for (size_t i = 0; i < r->in->n_assets; i++)
		if (replay_ticker(r, i) == p && asset_has(r, &r->in->assets[i], e))
			return true;
	return false;
}

static void report_applied(struct replay *r, const struct ticker_state *p,
			   const struct reference_event *e, struct qty q)
{
	pool_grow(r->pool, r->out.applied, struct applied_event, r->out.n_applied, r->applied_size,
		  4);
	r->out.applied[r->out.n_applied++] = (struct applied_event){
		.symbol = p->symbol,
		.ex_day = e->ex_day,
		.kind = e->kind,
		.ratio = e->ratio,
		.qty = q,
	};
}

enum calc_err event_apply(struct replay *r, size_t asset, const struct reference_event *e)
{
	struct ticker_state *p = &r->tickers[asset];
	struct qty q = p->qty;

	/* A succeeded ticker trades no more: its calendar may repeat the successor's. */
	if (p->successor != asset || q.e8 <= 0)
		return CALC_OK;
	if (e->kind != EVENT_SPLIT && e->kind != EVENT_BONUS)
		return CALC_OK;
	if (e->ratio.n <= 0 || e->ratio.d <= 0 ||
	    (e->kind == EVENT_BONUS && e->ratio.n <= e->ratio.d))
		return CALC_INPUT;
	if (ledger_has(r, p, e))
		return CALC_OK;
	r->origin = (struct journal_origin){ .event = e };
	if (e->kind == EVENT_SPLIT) {
		replay_split(r, p, e->ex_day, e->ratio);
	} else {
		q = qty_times_ratio(q, (struct ratio){ e->ratio.n - e->ratio.d, e->ratio.d },
				    &r->range);
		if (qty_is_zero(q))
			return CALC_OK;
		replay_bonus(r, p, e->ex_day, q, e->unit_cost_known ? &e->unit_cost : NULL);
	}
	report_applied(r, p, e, q);
	return CALC_OK;
}
