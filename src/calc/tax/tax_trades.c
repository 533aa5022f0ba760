/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_trades.c: the purchases and sales of one asset on one day, of all portfolios (doc/tax.md 20.3).
 *
 * In each portfolio an exercise is paired with opposite trades first, then day trades are matched; the
 * rest of all portfolios is applied to the joint stock in insertion order, as in doc/calculations.md
 * 1.4.
 */
#include "config.h"

#include "calc/tax/stock.h"

/* ---- the kind of a row ---- */

static size_t asset_named(const struct tax_replay *r, const char *symbol)
{
	const struct tax_ledger *l = r->ledger;

	for (size_t i = 0; symbol && i < l->n_assets; i++)
		if (l->assets[i].type == ASSET_OPTION && str_eq(l->assets[i].symbol, symbol))
			return i;
	return SIZE_MAX;
}

/*
 * Its known kind, else the letter of its code (doc/calculations.md 1.4); false when neither determines
 * it.
 */
static bool find_kind(const struct tax_asset *a, bool *call)
{
	char letter = strlen(a->symbol) > 4 ? a->symbol[4] : '\0';

	*call = a->option.kind_known ? a->option.call : letter <= 'L';
	return a->option.kind_known || (letter >= 'A' && letter <= 'X');
}

/*
 * Whether this side of the exercise held the option, or wrote it: a purchase uses a bought call or a
 * written put, a sale a bought put or a written call.  For an option of unknown kind, by what is held.
 */
static bool trades_as_holder(const struct tax_replay *r, size_t option, bool sale)
{
	bool call;

	return find_kind(&r->ledger->assets[option], &call) ? call != sale
							    : r->stocks[option].qty.e8 > 0;
}

/*
 * Adds the premium of the option to the amount: the holder's raises a purchase and lowers a sale, the
 * writer's the reverse.
 */
static void take_premium(struct tax_replay *r, struct tax_leg *leg)
{
	size_t option = asset_named(r, leg->row->option);
	struct tax_stock *s = option == SIZE_MAX ? NULL : &r->stocks[option];
	bool holder = s && trades_as_holder(r, option, leg->sale);
	struct tax_amount premium;
	struct qty left = { 0 };
	enum tax_reason why;

	if (s)
		left = holder ? s->qty : s->short_qty;
	leg->held = holder || !leg->sale;
	if (!s || left.e8 < leg->qty.e8) {
		leg->known = false;
		leg->why = TAX_EXERCISE_WITHOUT_OPTION;
		return;
	}
	why = holder ? s->why : s->short_why;
	premium =
		holder ? tax_take(r, option, leg->qty, leg->place) : tax_take_short(r, s, leg->qty);
	if (holder) {
		s->by_portfolio[leg->row->portfolio].e8 -= leg->qty.e8;
		tax_cycle_ends(r, option);
	}
	if (why != TAX_KNOWN && leg->known) {
		leg->known = false;
		leg->why = why;
	}
	if (holder == leg->sale)
		leg->amount = tax_minus(r, leg->amount, premium);
	else
		leg->amount = tax_plus(r, leg->amount, premium);
}

static struct tax_leg leg_of(struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	const struct ledger_row *l = &row->row;
	struct tax_leg leg = {
		.row = row,
		.place = (size_t)(row - r->ledger->rows),
		.sale = l->kind == ROW_SELL,
		.ordinary = l->event == EVENT_NONE,
		.exercise = l->event == EVENT_EXERCISE,
		.right = l->kind == ROW_SELL && l->event == EVENT_SUBSCRIPTION,
		.qty = l->qty,
		.whole = l->qty,
		.why = TAX_PRICE_MISSING,
	};

	if (l->price_known) {
		struct money gross = money_gross(l->qty, l->price, &r->range);

		leg.amount.native = leg.sale ? money_sub(gross, l->fees, &r->range)
					     : money_add(gross, l->fees, &r->range);
		leg.known = tax_in_reais(r, asset, l->day, leg.sale, &leg.amount, &leg.rate);
		leg.gross_known = leg.known;
		leg.why = leg.known ? TAX_KNOWN : TAX_RATE_MISSING;
	}
	if (leg.exercise)
		take_premium(r, &leg);
	leg.whole_amount = leg.amount;
	return leg;
}

static struct money gross_of(struct tax_replay *r, const struct tax_leg *leg, struct qty q)
{
	struct money gross = money_gross(q, leg->row->row.price, &r->range);

	return leg->rate.e12 ? money_times_rate(gross, leg->rate, &r->range) : gross;
}

/* A part of the rest of a leg. */
static struct tax_amount cut(struct tax_replay *r, struct tax_leg *leg, struct qty q)
{
	struct tax_amount part = leg->amount;

	if (q.e8 != leg->qty.e8)
		part = tax_part(r, leg->whole_amount, q, leg->whole);
	leg->amount = tax_minus(r, leg->amount, part);
	leg->qty.e8 -= q.e8;
	return part;
}

static void settle(struct tax_replay *r, struct tax_operation *op, struct tax_amount cost,
		   struct tax_amount proceeds)
{
	op->cost = cost.brl;
	op->proceeds = proceeds.brl;
	op->result = money_sub(proceeds.brl, cost.brl, &r->range);
	op->native_result = money_sub(proceeds.native, cost.native, &r->range);
}

/* ---- pairs ---- */

/* For a row without price the rest's cost is unknown; other reasons apply to the rest, too. */
static enum tax_reason why_rest(const struct tax_leg *leg)
{
	return leg->why == TAX_PRICE_MISSING ? TAX_COST_UNKNOWN : leg->why;
}

static void pair(struct tax_replay *r, size_t asset, struct tax_leg *bought, struct tax_leg *sold,
		 enum tax_nature nature)
{
	struct qty q = bought->qty.e8 < sold->qty.e8 ? bought->qty : sold->qty;
	struct tax_operation op = {
		.day = sold->row->row.day,
		.asset = asset,
		.portfolio = sold->row->portfolio,
		.day_trade = nature == TAX_MATCH,
		.nature = nature,
		.qty = q,
		.gross_known = nature == TAX_MATCH && sold->gross_known,
		.cost_known = bought->known,
		.result_known = bought->known && sold->known,
		.row = sold->place,
		.with = bought->place,
	};
	struct tax_amount cost;

	if (op.gross_known)
		op.gross = gross_of(r, sold, q);
	cost = cut(r, bought, q);
	settle(r, &op, cost, cut(r, sold, q));
	if (!op.result_known)
		op.why = sold->known ? why_rest(bought) : sold->why;
	tax_emit(r, op);
}

/* Pairs an exercise with the opposite trades of its day and portfolio: not day trades. */
static void pair_exercises(struct tax_replay *r, size_t asset, struct tax_leg *legs, size_t n,
			   size_t portfolio)
{
	for (size_t i = 0; i < n; i++) {
		struct tax_leg *e = &legs[i];

		if (!e->exercise || !e->held || e->row->portfolio != portfolio)
			continue;
		for (size_t k = 0; k < n && !qty_is_zero(e->qty); k++) {
			struct tax_leg *spot = &legs[k];

			if (!spot->ordinary || spot->sale == e->sale || qty_is_zero(spot->qty) ||
			    spot->row->portfolio != portfolio)
				continue;
			pair(r, asset, e->sale ? spot : e, e->sale ? e : spot, TAX_EXERCISE);
		}
	}
}

static size_t next_leg(const struct tax_leg *legs, size_t n, size_t i, bool sale, size_t portfolio)
{
	while (i < n && (legs[i].sale != sale || !legs[i].ordinary || qty_is_zero(legs[i].qty) ||
			 legs[i].row->portfolio != portfolio))
		i++;
	return i;
}

static void match(struct tax_replay *r, size_t asset, struct tax_leg *legs, size_t n,
		  size_t portfolio)
{
	size_t b = next_leg(legs, n, 0, false, portfolio);
	size_t s = next_leg(legs, n, 0, true, portfolio);

	while (b < n && s < n) {
		pair(r, asset, &legs[b], &legs[s], TAX_MATCH);
		b = next_leg(legs, n, b, false, portfolio);
		s = next_leg(legs, n, s, true, portfolio);
	}
}

/* ---- applying to the stock ---- */

static void cover(struct tax_replay *r, size_t asset, struct tax_leg *leg)
{
	struct tax_stock *s = &r->stocks[asset];
	struct qty q = leg->qty.e8 < s->short_qty.e8 ? leg->qty : s->short_qty;
	enum tax_reason short_why = s->short_why;
	struct tax_amount premium = tax_take_short(r, s, q);
	struct tax_amount paid = cut(r, leg, q);
	struct tax_operation op = {
		.day = leg->row->row.day,
		.asset = asset,
		.portfolio = leg->row->portfolio,
		.nature = TAX_COVER,
		.qty = q,
		.cost_known = leg->known,
		.cost = paid.brl,
		.proceeds = premium.brl,
		.result_known = leg->known && short_why == TAX_KNOWN,
		.result = money_sub(premium.brl, paid.brl, &r->range),
		.native_result = money_sub(premium.native, paid.native, &r->range),
		.row = leg->place,
		.with = TAX_NO_ROW,
	};

	if (!op.result_known)
		op.why = leg->known ? short_why : why_rest(leg);
	tax_emit(r, op);
}

static void buy(struct tax_replay *r, size_t asset, struct tax_leg *leg)
{
	struct tax_stock *s = &r->stocks[asset];
	struct tax_amount paid;
	struct qty q;

	if (s->short_qty.e8 > 0)
		cover(r, asset, leg);
	q = leg->qty;
	if (qty_is_zero(q))
		return;
	paid = cut(r, leg, q);
	s->qty = qty_add(s->qty, q, &r->range);
	s->by_portfolio[leg->row->portfolio] =
		qty_add(s->by_portfolio[leg->row->portfolio], q, &r->range);
	if (leg->known) {
		s->cost = tax_plus(r, s->cost, paid);
		tax_told(r, (struct tax_change){ .kind = TAX_COST_IN,
						 .asset = asset,
						 .amount = paid.brl,
						 .qty = q,
						 .row = leg->place,
						 .text = "Compra" });
	} else if (s->why == TAX_KNOWN) {
		s->why = why_rest(leg);
	}
}

static void sell_covered(struct tax_replay *r, size_t asset, struct tax_leg *leg, struct qty q)
{
	struct tax_stock *s = &r->stocks[asset];
	struct tax_operation op = {
		.day = leg->row->row.day,
		.asset = asset,
		.portfolio = leg->row->portfolio,
		.nature = leg->exercise ? TAX_EXERCISE : TAX_SALE,
		.right = leg->right,
		.qty = q,
		.gross_known = leg->gross_known && !leg->exercise,
		.cost_known = s->why == TAX_KNOWN,
		.result_known = leg->known && s->why == TAX_KNOWN,
		.bonus_missing = s->bonus_missing,
		.row = leg->place,
		.with = TAX_NO_ROW,
	};
	struct tax_amount cost;

	if (op.gross_known)
		op.gross = gross_of(r, leg, q);
	op.why = leg->known ? s->why : leg->why;
	cost = tax_take(r, asset, q, leg->place);
	settle(r, &op, cost, cut(r, leg, q));
	/* From the rest of the cycle (1.4); an unknown premium takes nothing from it. */
	if (!leg->gross_known && s->why == TAX_KNOWN)
		s->why = leg->row->row.price_known ? TAX_RATE_MISSING : TAX_COST_UNKNOWN;
	tax_cycle_ends(r, asset);
	tax_emit(r, op);
}

static void sell_uncovered(struct tax_replay *r, size_t asset, struct tax_leg *leg)
{
	struct tax_stock *s = &r->stocks[asset];
	struct qty q = leg->qty;
	struct tax_operation op = {
		.day = leg->row->row.day,
		.asset = asset,
		.portfolio = leg->row->portfolio,
		.nature = leg->exercise ? TAX_EXERCISE : TAX_SALE,
		.qty = q,
		.gross_known = leg->gross_known && !leg->exercise,
		.why = leg->known || !leg->exercise ? TAX_UNCOVERED_SALE : leg->why,
		.row = leg->place,
		.with = TAX_NO_ROW,
	};
	struct tax_amount got;

	if (r->ledger->assets[asset].type == ASSET_OPTION) {
		got = cut(r, leg, q);
		s->short_qty = qty_add(s->short_qty, q, &r->range);
		if (leg->known)
			s->premium = tax_plus(r, s->premium, got);
		else
			s->short_why = leg->why;
		return;
	}
	if (op.gross_known)
		op.gross = gross_of(r, leg, q);
	(void)cut(r, leg, q);
	tax_emit(r, op);
}

/* Received rights have a known cost of zero, so their sale is never uncovered. */
static void receive_rights(struct tax_replay *r, size_t asset, const struct tax_leg *leg)
{
	struct tax_stock *s = &r->stocks[asset];
	struct qty *own = &s->by_portfolio[leg->row->portfolio];
	struct qty received = { leg->qty.e8 - s->qty.e8 };

	if (received.e8 <= 0)
		return;
	s->qty = leg->qty;
	*own = qty_add(*own, received, &r->range);
}

static void sell(struct tax_replay *r, size_t asset, struct tax_leg *leg)
{
	struct tax_stock *s = &r->stocks[asset];
	struct qty covered;

	if (leg->right)
		receive_rights(r, asset, leg);
	covered = leg->qty.e8 < s->qty.e8 ? leg->qty : s->qty;
	s->by_portfolio[leg->row->portfolio].e8 -= covered.e8;
	if (covered.e8 > 0)
		sell_covered(r, asset, leg, covered);
	if (!qty_is_zero(leg->qty))
		sell_uncovered(r, asset, leg);
}

static void in_order(struct tax_replay *r, size_t asset, struct tax_leg *legs, size_t n)
{
	bool waiting = false;

	for (size_t i = 0; i < n; i++) {
		if (qty_is_zero(legs[i].qty))
			continue;
		/* From here on, the rest after matching is the trade, as in the fold. */
		legs[i].whole = legs[i].qty;
		legs[i].whole_amount = legs[i].amount;
		if (!legs[i].sale) {
			buy(r, asset, &legs[i]);
		} else if (legs[i].qty.e8 > r->stocks[asset].qty.e8) {
			waiting = true;
		} else {
			sell(r, asset, &legs[i]);
		}
	}
	for (size_t i = 0; waiting && i < n; i++)
		if (!qty_is_zero(legs[i].qty))
			sell(r, asset, &legs[i]);
}

#define FEW_LEGS 16 /* on the stack; a longer day takes one block of the pool */

void tax_trades(struct tax_replay *r, size_t asset, const struct tax_row *const *rows, size_t n)
{
	struct tax_leg few[FEW_LEGS];
	struct tax_leg *legs = n <= FEW_LEGS ? few : pool_array(r->pool, struct tax_leg, n);

	for (size_t i = 0; i < n; i++)
		legs[i] = leg_of(r, asset, rows[i]);
	if (n > 1 && type_of_exchange(r->ledger->assets[asset].type)) {
		for (size_t p = 0; p < r->ledger->n_portfolios; p++)
			pair_exercises(r, asset, legs, n, p);
		for (size_t p = 0; p < r->ledger->n_portfolios; p++)
			match(r, asset, legs, n, p);
	}
	in_order(r, asset, legs, n);
}
