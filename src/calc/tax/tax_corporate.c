/* SPDX-License-Identifier: Apache-2.0 */
/* tax_corporate.c: splits, adjustments, capital returns, spin-offs, successions and expiry (doc/tax.md 20.3). */
#include "config.h"

#include "calc/tax/stock.h"
#include "core/pool.h"

void tax_split(struct tax_replay *r, size_t asset, struct ratio ratio)
{
	struct tax_stock *s = &r->stocks[asset];

	s->qty = qty_times_ratio(s->qty, ratio, &r->range);
	s->short_qty = qty_times_ratio(s->short_qty, ratio, &r->range);
	for (size_t i = 0; i < r->ledger->n_portfolios; i++)
		s->by_portfolio[i] = qty_times_ratio(s->by_portfolio[i], ratio, &r->range);
	tax_cycle_ends(r, asset);
}

/* ---- the same event typed in several portfolios ---- */

/*
 * Every portfolio that holds the asset has a row of its split, but the joint stock is split once: a row
 * is a repetition while another portfolio has more rows of the same ratio within the days of one event.
 */
bool tax_split_repeats(const struct tax_replay *r, const struct tax_row *row)
{
	const struct tax_ledger *l = r->ledger;
	size_t asset = tax_living(r, row->asset), own = 0, most = 0;
	size_t *of = pool_array(r->pool, size_t, l->n_portfolios + 1);

	for (const struct tax_row *x = row; x-- > l->rows && same_event(x->row.day, row->row.day);)
		if (tax_splits(r, x, asset) && x->row.ratio_e12 == row->row.ratio_e12)
			of[x->portfolio]++;
	own = of[row->portfolio];
	for (size_t i = 0; i < l->n_portfolios; i++)
		most = of[i] > most ? of[i] : most;
	return own < most;
}

/* ---- adjustments ---- */

static void note_bonus(struct tax_replay *r, size_t asset, struct day day, bool known,
		       struct money value)
{
	pool_grow(r->pool, r->out.bonuses, struct tax_bonus, r->out.n_bonuses, r->bonuses_size, 16);
	r->out.bonuses[r->out.n_bonuses++] = (struct tax_bonus){ day, asset, known, value };
}

/* Without a declared value it enters at no cost (1.6). */
static void bonus(struct tax_replay *r, size_t asset, struct day day, struct qty q,
		  const struct price *unit_cost)
{
	struct tax_stock *s = &r->stocks[asset];
	struct tax_amount cost = { 0 };
	struct price rate;
	bool known = unit_cost != NULL;

	s->qty = qty_add(s->qty, q, &r->range);
	if (known) {
		cost.native = money_gross(q, *unit_cost, &r->range);
		known = tax_in_reais(r, asset, day, false, &cost, &rate);
	}
	if (known) {
		s->cost = tax_plus(r, s->cost, cost);
		tax_told(r, (struct tax_change){ .kind = TAX_COST_IN,
						 .asset = asset,
						 .amount = cost.brl,
						 .qty = q,
						 .row = TAX_NO_ROW,
						 .text = "Bonificação, pelo valor declarado" });
	}
	s->bonus_missing |= !known;
	note_bonus(r, asset, day, known, cost.brl);
}

static void adjust_out(struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	struct tax_stock *s = &r->stocks[asset];
	struct qty q = { -row->row.qty.e8 };

	if (q.e8 > s->qty.e8)
		q = s->qty;
	if (qty_is_zero(q))
		return;
	(void)tax_take(
		r, asset, q,
		(size_t)(row -
			 r->ledger
				 ->rows)); /* custody moved elsewhere: the cost leaves with it, without a result */
	s->by_portfolio[row->portfolio].e8 -= q.e8;
	/* Come-cotas: the tax took quotas, not cost; the mean cost would understate the rest (20.8). */
	if (r->classes[asset] == TAX_FUND && s->why == TAX_KNOWN)
		s->why = TAX_USE_STATEMENT;
	tax_cycle_ends(r, asset);
}

/* @l: the part of @row that counts. */
static void adjust_in(struct tax_replay *r, size_t asset, const struct tax_row *row,
		      const struct ledger_row *l)
{
	struct tax_stock *s = &r->stocks[asset];
	struct tax_amount change = { .native = l->fees };
	struct price rate;

	if (qty_is_zero(l->qty) && qty_is_zero(s->qty))
		change.native.e8 = 0;
	if (l->price_known && l->qty.e8 > 0)
		change.native = money_add(money_gross(l->qty, l->price, &r->range), change.native,
					  &r->range);
	s->qty = qty_add(s->qty, l->qty, &r->range);
	s->by_portfolio[row->portfolio] =
		qty_add(s->by_portfolio[row->portfolio], l->qty, &r->range);
	if (!change.native.e8)
		return;
	if (!tax_in_reais(r, asset, l->day, false, &change, &rate)) {
		if (!qty_is_zero(s->qty) && s->why == TAX_KNOWN)
			s->why = TAX_RATE_MISSING;
		return;
	}
	s->cost = tax_plus(r, s->cost, change);
	tax_told(r, (struct tax_change){ .kind = TAX_COST_IN,
					 .asset = asset,
					 .amount = change.brl,
					 .qty = l->qty,
					 .row = (size_t)(row - r->ledger->rows),
					 .text = "Ajuste" });
	if (s->cost.brl.e8 < 0) { /* "never below zero" (1.8) */
		s->cost.brl.e8 = 0;
		tax_told(r, (struct tax_change){ .kind = TAX_COST_ENDS, .asset = asset });
	}
	if (s->cost.native.e8 < 0)
		s->cost.native.e8 = 0;
}

/* ---- exchanges inside one paper, and credits without a counterpart (doc/calculations.md 1.7) ---- */

/* Whether any portfolio has the other half of this exchange. */
static bool has_counterpart(const struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	const struct tax_ledger *l = r->ledger;
	const struct tax_row *end = l->rows + l->n_rows, *x = row;

	while (x > l->rows && same_event(x[-1].row.day, row->row.day))
		x--;
	for (; x < end && same_event(x->row.day, row->row.day); x++)
		if (counterpart_of(&row->row, &x->row) && tax_living(r, x->asset) == asset &&
		    !day_before(l->as_of, x->row.day) && !tax_absorbed(r, x))
			return true;
	return false;
}

static void move_qty(struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	struct tax_stock *s = &r->stocks[asset];
	struct qty *own = &s->by_portfolio[row->portfolio];

	s->qty = qty_add(s->qty, row->row.qty, &r->range);
	*own = qty_add(*own, row->row.qty, &r->range);
	if (s->qty.e8 < 0)
		s->qty.e8 = 0;
}

/* A cost already waiting within the same days is added to this one. */
static struct tax_waiting_cost *wait_for_credit(struct tax_replay *r, size_t asset, struct day day,
						struct tax_amount cost, enum tax_reason why,
						const char *of)
{
	struct tax_waiting_cost *w = &r->stocks[asset].waiting;

	if (!w->any || !same_event(w->since, day))
		*w = (struct tax_waiting_cost){ .why = TAX_KNOWN };
	w->any = true;
	w->since = day;
	w->cost = tax_plus(r, w->cost, cost);
	w->why = w->why == TAX_KNOWN ? why : w->why;
	w->of = of;
	return w;
}

/* The cost stays; when nothing is left to bear it, it waits. */
static void exchange_out(struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	struct tax_stock *s = &r->stocks[asset];
	bool held = !qty_is_zero(s->qty);

	move_qty(r, asset, row);
	if (held && qty_is_zero(s->qty))
		(void)wait_for_credit(r, asset, row->row.day, s->cost, s->why,
				      "Custo das ações que foram trocadas");
	tax_cycle_ends(r, asset);
}

static void take_waiting(struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	struct tax_stock *s = &r->stocks[asset];

	s->cost = tax_plus(r, s->cost, s->waiting.cost);
	if (s->why == TAX_KNOWN)
		s->why = s->waiting.why;
	tax_told(r, (struct tax_change){ .kind = TAX_COST_IN,
					 .asset = asset,
					 .amount = s->waiting.cost.brl,
					 .qty = row->row.qty,
					 .row = (size_t)(row - r->ledger->rows),
					 .text = s->waiting.of });
	s->bonus_missing |= s->waiting.bonus_missing;
	s->waiting.any = false;
}

/* A credit with neither counterpart nor price has an unknown cost, never zero. */
static void exchange_in(struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	struct tax_stock *s = &r->stocks[asset];
	bool waits = s->waiting.any && same_event(row->row.day, s->waiting.since);
	/* Another broker's credit of a spin-off finds the cost already credited. */
	bool stays = !qty_is_zero(s->qty) && ((s->spun && same_event(s->spun_on, row->row.day)) ||
					      has_counterpart(r, asset, row));

	if (!waits && !stays && row->row.price_known) {
		adjust_in(r, asset, row, &row->row);
		return;
	}
	move_qty(r, asset, row);
	if (waits)
		take_waiting(r, asset, row);
	else if (!stays && row->row.qty.e8 > 0 && s->why == TAX_KNOWN)
		s->why = TAX_COST_UNKNOWN;
}

void tax_adjust(struct tax_replay *r, size_t asset, const struct tax_row *row)
{
	struct tax_stock *s = &r->stocks[asset];
	const struct ledger_row *l = &row->row;

	if (tax_transfer(r, row)) {
		struct ledger_row fees = *l;

		if (l->qty.e8 < 0 || !l->fees.e8)
			return;
		fees.qty.e8 = 0;
		fees.price_known = false;
		adjust_in(r, asset, row, &fees);
	} else if (l->event == EVENT_INCORPORATION) {
		if (l->qty.e8 < 0)
			exchange_out(r, asset, row);
		else
			exchange_in(r, asset, row);
	} else if (l->event == EVENT_BONUS && l->qty.e8 >= 0) {
		bonus(r, asset, l->day, l->qty, l->price_known ? &l->price : NULL);
		s->by_portfolio[row->portfolio] =
			qty_add(s->by_portfolio[row->portfolio], l->qty, &r->range);
	} else if (l->qty.e8 < 0) {
		adjust_out(r, asset, row);
	} else {
		adjust_in(r, asset, row, l);
	}
}

/* ---- capital returns ---- */

/* The part above the cost has no result: sale, or 20 % withheld, is undecided (20.3). */
void tax_return(struct tax_replay *r, size_t asset, size_t portfolio, struct day day,
		struct money native, enum tax_nature nature)
{
	struct tax_stock *s = &r->stocks[asset];
	struct tax_amount amount = { .native = native };
	struct price rate;
	struct tax_operation op = {
		.day = day,
		.asset = asset,
		.portfolio = portfolio,
		.nature = nature,
		.cost_known = s->why == TAX_KNOWN,
		.cost = s->cost.brl,
		.why = nature == TAX_CASH ? TAX_SUCCESSION_CASH : TAX_CAPITAL_RETURN_EXCESS,
		.row = TAX_NO_ROW,
		.with = TAX_NO_ROW,
	};
	bool known = tax_in_reais(r, asset, day, false, &amount, &rate);
	bool held = !qty_is_zero(s->qty);

	if (!known && held) {
		s->why = s->why == TAX_KNOWN ? TAX_RATE_MISSING : s->why;
		return;
	}
	if (held && s->why != TAX_KNOWN && nature == TAX_RETURN)
		return;
	if (known && held && s->why == TAX_KNOWN && s->cost.brl.e8 >= amount.brl.e8) {
		s->cost = tax_minus(r, s->cost, amount);
		tax_told(r, (struct tax_change){ .kind = TAX_COST_IN,
						 .asset = asset,
						 .amount = { -amount.brl.e8 },
						 .row = TAX_NO_ROW,
						 .text = "Capital devolvido" });
		if (s->cost.native.e8 < 0)
			s->cost.native.e8 = 0;
		return;
	}
	if (s->why == TAX_KNOWN) {
		s->cost = (struct tax_amount){ 0 };
		tax_told(r, (struct tax_change){ .kind = TAX_COST_ENDS, .asset = asset });
	}
	tax_emit(r, op);
}

void tax_return_unknown(struct tax_replay *r, size_t asset)
{
	struct tax_stock *s = &r->stocks[asset];

	if (!qty_is_zero(s->qty) && s->why == TAX_KNOWN)
		s->why = TAX_COST_UNKNOWN;
}

/* ---- successions ---- */

static size_t asset_of(const struct tax_ledger *l, const char *symbol, enum asset_type like)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < l->n_assets; i++)
		if (str_eq(l->assets[i].symbol, symbol) &&
		    (found == SIZE_MAX || l->assets[i].type == like))
			found = i;
	return found;
}

static void move(struct tax_replay *r, size_t from, size_t to, struct day day)
{
	struct tax_stock *a = &r->stocks[from], *b = &r->stocks[to];
	struct qty *own = a->by_portfolio;

	b->qty = qty_add(b->qty, a->qty, &r->range);
	b->cost = tax_plus(r, b->cost, a->cost);
	tax_told(r,
		 (struct tax_change){
			 .kind = TAX_COST_MERGED, .asset = to, .from = from, .row = TAX_NO_ROW });
	/* After it, since the merger takes what existed until here. */
	tax_told(r, (struct tax_change){ .kind = TAX_COST_ENDS, .asset = from });
	if (b->why == TAX_KNOWN)
		b->why = a->why;
	b->bonus_missing |= a->bonus_missing;
	b->short_qty = qty_add(b->short_qty, a->short_qty, &r->range);
	b->premium = tax_plus(r, b->premium, a->premium);
	if (b->short_why == TAX_KNOWN)
		b->short_why = a->short_why;
	if (a->waiting.any)
		b->waiting = a->waiting;
	for (size_t i = 0; i < r->ledger->n_portfolios; i++) {
		b->by_portfolio[i] = qty_add(b->by_portfolio[i], own[i], &r->range);
		own[i].e8 = 0;
	}
	b->successor = to;
	*a = (struct tax_stock){
		.successor = to, .converted = a->qty.e8 > 0, .succeeded = day, .by_portfolio = own
	};
}

/* ---- spin-offs ---- */

static size_t asset_in(const struct tax_ledger *l, const char *symbol, enum asset_type like,
		       enum currency currency)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < l->n_assets; i++)
		if (str_eq(l->assets[i].symbol, symbol) && l->assets[i].currency == currency &&
		    (found == SIZE_MAX || l->assets[i].type == like))
			found = i;
	return found;
}

/* The part that leaves the old paper; reasons for its unknown cost apply to the part. */
static struct tax_amount spin_give(struct tax_replay *r, size_t from, const struct spin_off *s)
{
	struct tax_stock *stock = &r->stocks[from];
	struct tax_amount part = { 0 };

	if (s->disputed && stock->why == TAX_KNOWN)
		stock->why = TAX_COST_UNKNOWN;
	if (stock->why != TAX_KNOWN)
		return part;
	part.brl = spin_off_part(s, stock->cost.brl, &r->range);
	part.native = spin_off_part(s, stock->cost.native, &r->range);
	stock->cost = tax_minus(r, stock->cost, part);
	tax_told(r, (struct tax_change){
			    .kind = TAX_COST_SHARE,
			    .asset = from,
			    .amount = part.brl,
			    .share = s->share,
			    .row = TAX_NO_ROW,
			    .text = pool_printf(r->pool, "Cisão: parte que foi para %s", s->to) });
	return part;
}

void tax_spin_off(struct tax_replay *r, const struct spin_off *s)
{
	const struct tax_ledger *l = r->ledger;
	size_t from = asset_in(l, s->from, s->from_type, s->currency);
	size_t to = asset_in(l, s->to, s->to_type, s->currency);
	struct tax_waiting_cost *w;
	struct tax_amount part;

	if (from == SIZE_MAX || from == to)
		return;
	from = tax_living(r, from);
	if (r->stocks[from].qty.e8 <= 0)
		return;
	part = spin_give(r, from, s);
	if (to == SIZE_MAX)
		return;
	to = tax_living(r, to);
	w = wait_for_credit(
		r, to, s->day, part, r->stocks[from].why,
		pool_printf(r->pool, "Parte do custo de %s que veio com a cisão", s->from));
	w->bonus_missing |= r->stocks[from].bonus_missing;
	r->stocks[to].spun = true;
	r->stocks[to].spun_on = s->day;
}

enum calc_err tax_succeed(struct tax_replay *r, const struct succession *s)
{
	const struct tax_ledger *l = r->ledger;
	size_t from = asset_of(l, s->from, ASSET_STOCK), to;
	struct tax_stock *stock;

	if (s->ratio.n <= 0 || s->ratio.d <= 0)
		return CALC_INPUT;
	if (from == SIZE_MAX)
		return CALC_OK;
	to = asset_of(l, s->to, l->assets[from].type);
	if (to == SIZE_MAX)
		to = from; /* the successor has no asset: the ticker goes on */
	stock = &r->stocks[from];
	if (stock->successor != from)
		return CALC_OK;
	if (stock->qty.e8 > 0) {
		tax_notice(r, TAX_EVENT_SUCCESSION, s->day, to);
		if (s->has_cash && s->cash_per_share.e12 > 0)
			tax_return(r, from, 0, s->day,
				   money_gross(stock->qty, s->cash_per_share, &r->range), TAX_CASH);
	}
	tax_split(r, from, s->ratio);
	if (to != from)
		move(r, from, to, s->day);
	return CALC_OK;
}

bool tax_absorbed(const struct tax_replay *r, const struct tax_row *row)
{
	const struct tax_ledger *l = r->ledger;

	return incorporation_absorbed(
		(struct known_successions){ l->successions, l->n_successions },
		l->assets[row->asset].symbol, &row->row);
}

/* The part of the stock that the event concerns. */
static struct qty part_of_event(const struct tax_replay *r, const struct tax_stock *s,
				const bool *left_out)
{
	struct qty part = s->qty;

	for (size_t i = 0; left_out && i < r->ledger->n_portfolios; i++)
		if (left_out[i])
			part.e8 -= s->by_portfolio[i].e8;
	if (part.e8 < 0)
		part.e8 = 0;
	return part.e8 < s->qty.e8 ? part : s->qty;
}

/* @more: additional units for each unit. */
static void grow(struct tax_replay *r, struct tax_stock *s, struct ratio more, const bool *left_out)
{
	for (size_t i = 0; i < r->ledger->n_portfolios; i++)
		if (!left_out || !left_out[i])
			s->by_portfolio[i] = qty_add(
				s->by_portfolio[i],
				qty_times_ratio(s->by_portfolio[i], more, &r->range), &r->range);
}

enum calc_err tax_reference_event(struct tax_replay *r, size_t asset,
				  const struct reference_event *e, const bool *left_out)
{
	struct tax_stock *s = &r->stocks[asset];
	struct ratio more = { e->ratio.n - e->ratio.d, e->ratio.d };
	struct qty part, q;

	if (s->successor != asset || s->qty.e8 <= 0)
		return CALC_OK;
	if (e->ratio.n <= 0 || e->ratio.d <= 0 ||
	    (e->kind == EVENT_BONUS && e->ratio.n <= e->ratio.d))
		return CALC_INPUT;
	if (e->kind == EVENT_SPLIT && !left_out) {
		tax_split(r, asset, e->ratio);
		return CALC_OK;
	}
	part = part_of_event(r, s, left_out);
	q = qty_times_ratio(part, more, &r->range);
	if (qty_is_zero(q))
		return CALC_OK;
	grow(r, s, more, left_out);
	if (e->kind == EVENT_SPLIT) {
		s->qty = qty_add(s->qty, q, &r->range);
		tax_cycle_ends(r, asset);
		return CALC_OK;
	}
	bonus(r, asset, e->ex_day, q, e->unit_cost_known ? &e->unit_cost : NULL);
	return CALC_OK;
}

/* ---- options that expire ---- */

static bool worthless(const struct tax_option *o)
{
	if (o->outcome == OUTCOME_EXPIRED)
		return true;
	if (o->outcome == OUTCOME_EXERCISED || !o->kind_known || !o->strike_known ||
	    !o->close_known)
		return false;
	return o->call ? o->close.e12 <= o->strike.e12 : o->close.e12 >= o->strike.e12;
}

static void expire_side(struct tax_replay *r, size_t asset, bool written)
{
	struct tax_stock *s = &r->stocks[asset];
	struct tax_operation op = {
		.day = s->expiry,
		.asset = asset,
		.nature = TAX_EXPIRY,
		.qty = written ? s->short_qty : s->qty,
		.why = written ? s->short_why : s->why,
		.row = TAX_NO_ROW,
		.with = TAX_NO_ROW,
	};

	if (!worthless(&r->ledger->assets[asset].option))
		op.why = TAX_OPTION_EXERCISE_UNKNOWN;
	op.result_known = op.why == TAX_KNOWN;
	op.cost_known = written || s->why == TAX_KNOWN;
	if (written)
		op.proceeds = s->premium.brl;
	else
		op.cost = s->cost.brl;
	op.result = money_sub(op.proceeds, op.cost, &r->range);
	if (written) {
		(void)tax_take_short(r, s, s->short_qty);
	} else {
		s->qty.e8 = 0;
		tax_cycle_ends(r, asset);
		for (size_t i = 0; i < r->ledger->n_portfolios; i++)
			s->by_portfolio[i].e8 = 0;
	}
	tax_emit(r, op);
}

/* A bonus while the option is written leaves stock beside the short: both sides end. */
void tax_expire(struct tax_replay *r, size_t asset)
{
	struct tax_stock *s = &r->stocks[asset];

	if (s->short_qty.e8 > 0)
		expire_side(r, asset, true);
	if (s->qty.e8 > 0)
		expire_side(r, asset, false);
	s->cycle = false;
}

void tax_cycle_note(struct tax_replay *r, size_t asset, struct day day)
{
	struct tax_stock *s = &r->stocks[asset];
	const struct tax_asset *a = &r->ledger->assets[asset];
	bool left = s->qty.e8 > 0 || s->short_qty.e8 > 0;

	if (left && !s->cycle) {
		s->expires = option_cycle_expiry(&a->option.terms, a->symbol, day, &s->expiry);
		if (!s->expires)
			tax_notice(r, TAX_EVENT_EXPIRY_UNKNOWN, day, asset);
	}
	s->cycle = left;
}
