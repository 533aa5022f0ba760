/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_corporate.c: the effect of entries other than trades (doc/calculations.md 1.5 to 1.9):
 * events, adjustments, capital returns, spin-offs, successions.
 */
#include "config.h"

#include "calc/explain/story.h"

/* ---- corporate events ---- */

void corporate_split(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	struct term n, d;

	if (j->from.row) {
		struct row_terms t = story_row(s, j->from.row);

		n = t.n;
		d = t.d;
	} else if (j->from.event) {
		story_ratio(s->e, story_event(s, j->from.event), j->ratio, &n, &d);
	} else {
		story_ratio(s->e, story_succession(s, j->from.succession), j->ratio, &n, &d);
	}
	if (!explain_is_zero(s->e, p->qty))
		p->qty = explain_proportion(
			s->e, p->qty, n, d, ROUND_HALF_AWAY, QTY_PLACES,
			note_on("Quantidade depois do evento de {day}: × novas ÷ antigas.",
				j->day));
	if (!explain_is_zero(s->e, p->short_qty))
		p->short_qty = explain_proportion(
			s->e, p->short_qty, n, d, ROUND_HALF_AWAY, QTY_PLACES,
			note_on("Quantidade lançada depois do evento de {day}.", j->day));
	story_settle(s, j, p);
}

/* Shares received: those of the row, or a ratio per share held. */
static struct term bonus_qty(struct fold_story *s, const struct journal_entry *j,
			     const struct ticker_terms *p, struct term *price)
{
	const struct reference_event *event = j->from.event;
	struct term n, d;
	size_t in;

	if (j->from.row) {
		struct row_terms t = story_row(s, j->from.row);

		*price = t.price;
		if (j->from.row->kind == ROW_SELL) /* received rights, of those sold */
			return explain_sub(
				s->e, t.qty, p->qty,
				note_on("Direitos recebidos e vendidos em {day}.", j->day));
		return t.qty;
	}
	in = story_event(s, event);
	story_ratio(s->e, in, event->ratio, &n, &d);
	if (event->unit_cost_known)
		*price = explain_value(s->e, in, "unit_cost", event->unit_cost.e12, PRICE_PLACES);
	n = explain_sub(s->e, n, d,
			note_on("Ações a mais por ação na bonificação de {day}.", j->day));
	return explain_proportion(s->e, p->qty, n, d, ROUND_HALF_AWAY, QTY_PLACES,
				  note_on("Ações recebidas na bonificação de {day}.", j->day));
}

void corporate_bonus(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	struct term price = { 0 };
	struct term q = bonus_qty(s, j, p, &price);

	p->qty = explain_add(s->e, p->qty, q,
			     note_on("Quantidade depois da bonificação de {day}.", j->day));
	if (j->known) {
		struct term cost = explain_mul(
			s->e, q, price, ROUND_HALF_AWAY, MONEY_PLACES,
			note_on("Custo atribuído à bonificação de {day}: quantidade × custo unitário.",
				j->day));

		p->cost = explain_add(s->e, p->cost, story_converted(s, j, cost),
				      note_on("Custo depois da bonificação de {day}.", j->day));
	}
	story_settle(s, j, p);
}

/* ---- adjustments ---- */

void corporate_adjust_in(struct fold_story *s, const struct journal_entry *j,
			 struct ticker_terms *p)
{
	const struct ledger_row *row = j->from.row;
	struct row_terms t = story_row(s, row);
	struct term change = t.fees;

	if (row->qty.e8 == 0 && explain_is_zero(s->e, p->qty))
		change = s->e->zero;
	if (row->price_known && row->qty.e8 > 0) {
		change = explain_mul(s->e, t.qty, t.price, ROUND_HALF_AWAY, MONEY_PLACES,
				     note_on("Ajuste de {day}: quantidade × preço.", j->day));
		if (row->fees.e8)
			change = explain_add(s->e, change, t.fees,
					     note_on("Mais as taxas do ajuste de {day}.", j->day));
	}
	p->qty = explain_add(s->e, p->qty, t.qty,
			     note_on("Quantidade em carteira em {day}.", j->day));
	if (!j->known) {
		p->unknown = !explain_is_zero(s->e, p->qty);
		story_changed(s, j, (size_t)(p - s->tickers));
		return;
	}
	change = story_converted(s, j, change);
	if (!p->unknown && explain_node(s->e, change)->v < 0) {
		struct term down = explain_negate(
			s->e, change, note_on("Redução de custo pedida em {day}.", j->day));

		down = explain_min(s->e, down, p->cost,
				   note_on("O custo não fica abaixo de zero ({day}).", j->day));
		change = explain_negate(s->e, down, note_on("Ajuste de custo de {day}.", j->day));
	}
	p->cost = explain_add(s->e, p->cost, change,
			      note_on("Custo depois do ajuste de {day}.", j->day));
	story_flow(s, j, 0,
		   explain_negate(s->e, change, note_on("Fluxo do ajuste de {day}.", j->day)));
	story_changed(s, j, (size_t)(p - s->tickers));
}

void corporate_adjust_out(struct fold_story *s, const struct journal_entry *j,
			  struct ticker_terms *p)
{
	struct row_terms t = story_row(s, j->from.row);
	struct term q = p->qty;
	struct term removed;

	if (-j->from.row->qty.e8 == j->qty.e8)
		q = explain_negate(s->e, t.qty, note_on("Quantidade que sai em {day}.", j->day));
	removed = story_take_cost(s, j, p, q);
	if (j->known)
		story_flow(s, j, 0, removed);
	story_settle(s, j, p);
}

/* A cost that has waited longer than the days of one event is dropped with its shares. */
static void cost_waits(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p,
		       struct term cost, bool unknown, const char *text)
{
	if (!same_event(p->waits_since, j->day)) {
		p->waiting = s->e->zero;
		p->waiting_unknown = false;
	}
	p->waits_since = j->day;
	p->waiting = explain_add(s->e, p->waiting, cost, note_on(text, j->day));
	p->waiting_unknown |= unknown;
}

static struct term cost_of_price(struct fold_story *s, const struct journal_entry *j,
				 const struct row_terms *t)
{
	struct term cost = explain_mul(
		s->e, t->qty, t->price, ROUND_HALF_AWAY, MONEY_PLACES,
		note_on("Custo informado da incorporação de {day}: quantidade × preço.", j->day));

	if (j->from.row->fees.e8)
		cost = explain_add(s->e, cost, t->fees,
				   note_on("Mais as taxas da incorporação de {day}.", j->day));
	cost = story_converted(s, j, cost);
	return explain_node(s->e, cost)->v < 0 ? s->e->zero : cost;
}

void corporate_exchange(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	const struct ledger_row *row = j->from.row;
	struct row_terms t = story_row(s, row);

	switch (j->cost) {
	case COST_STAYS:
		break;
	case COST_WAITS:
		cost_waits(s, j, p, p->cost, p->unknown,
			   "Custo das ações que saíram para troca em {day}.");
		break;
	case COST_COMES_BACK:
		p->cost = explain_add(
			s->e, p->cost, p->waiting,
			note_on("Custo que volta com as ações trocadas em {day}.", j->day));
		p->unknown |= p->waiting_unknown;
		p->waiting = s->e->zero;
		p->waiting_unknown = false;
		break;
	case COST_OF_PRICE:
		p->cost = explain_add(s->e, p->cost, cost_of_price(s, j, &t),
				      note_on("Custo depois da incorporação de {day}.", j->day));
		break;
	case COST_UNKNOWN:
		p->unknown = true;
		break;
	}
	p->qty = explain_add(s->e, p->qty, t.qty,
			     note_on("Quantidade depois da troca de ações de {day}.", j->day));
	if (explain_node(s->e, p->qty)->v < 0)
		p->qty = s->e->zero;
	story_settle(s, j, p);
}

/* ---- capital returns ---- */

static struct term returned_native(const struct fold_story *s, const struct journal_entry *j,
				   const struct ticker_terms *p)
{
	const struct succession *from = j->from.succession;
	size_t in;

	if (j->from.returned)
		return income_native(s, &j->from.returned->origin, j->day);
	in = story_succession(s, from);
	return explain_mul(
		s->e, p->qty,
		explain_value(s->e, in, "cash_per_share", from->cash_per_share.e12, PRICE_PLACES),
		ROUND_HALF_AWAY, MONEY_PLACES,
		note_on("Dinheiro da sucessão de {day}: quantidade × valor por ação.", j->day));
}

void corporate_give_back(struct fold_story *s, const struct journal_entry *j,
			 struct ticker_terms *p)
{
	struct term amount, left;

	if (s->quantities)
		return;
	if (!j->known) {
		if (!explain_is_zero(s->e, p->qty))
			p->unknown = true;
		story_changed(s, j, (size_t)(p - s->tickers));
		return;
	}
	amount = story_converted(s, j, returned_native(s, j, p));
	story_flow(s, j, 0, amount);
	if (p->unknown)
		return;
	left = explain_sub(s->e, p->cost, amount,
			   note_on("Custo menos a devolução de capital de {day}.", j->day));
	if (left.n && explain_node(s->e, left)->v < 0) {
		story_realize(
			s, j->day,
			explain_negate(
				s->e, left,
				note_on("Devolução acima do custo em {day}: resultado.", j->day)));
		left = s->e->zero;
	}
	p->cost = left;
	story_changed(s, j, (size_t)(p - s->tickers));
}

/* ---- spin-offs ---- */

void corporate_spin_out(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	const struct spin_off *spin = s->in->spins[j->spin].spin;
	size_t in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_SPIN_OFF,
								 .symbol = spin->from,
								 .has_day = true,
								 .day = spin->day,
								 .from.spin_off = spin });
	struct term share, part;

	if (!j->known) {
		p->unknown = true;
		story_changed(s, j, (size_t)(p - s->tickers));
		return;
	}
	share = explain_value(s->e, in, "cost_share_pct", spin->share.e8, MONEY_PLACES);
	part = explain_proportion(
		s->e, p->cost, share, explain_constant(s->e, 100, 0, "Por cento."), ROUND_HALF_AWAY,
		MONEY_PLACES,
		note_on("Parte do custo que foi para o papel da cisão de {day}: custo × % ÷ 100.",
			j->day));
	s->given[j->spin] = part;
	p->cost = explain_sub(s->e, p->cost, part,
			      note_on("Custo que fica depois da cisão de {day}.", j->day));
	story_changed(s, j, (size_t)(p - s->tickers));
}

void corporate_spin_in(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p,
		       struct term part)
{
	cost_waits(s, j, p, part, !j->known,
		   "Parte do custo do papel de origem, que espera as ações da cisão de {day}.");
}

/* ---- successions ---- */

void corporate_succeed(struct fold_story *s, const struct journal_entry *j,
		       struct ticker_terms *from)
{
	struct ticker_terms *to = &s->tickers[j->to];

	to->qty = explain_add(s->e, to->qty, from->qty,
			      note_on("Quantidade que vem do papel antigo em {day}.", j->day));
	to->cost = explain_add(s->e, to->cost, from->cost,
			       note_on("Custo que vem do papel antigo em {day}.", j->day));
	to->unknown |= from->unknown;
	to->short_qty = explain_add(s->e, to->short_qty, from->short_qty,
				    note_on("Quantidade lançada que vem do papel antigo.", j->day));
	to->short_proceeds = explain_add(s->e, to->short_proceeds, from->short_proceeds,
					 note_on("Prêmios que vêm do papel antigo.", j->day));
	to->short_unknown |= from->short_unknown;
	to->successor = j->to;
	*from = (struct ticker_terms){ .qty = s->e->zero,
				       .cost = s->e->zero,
				       .short_qty = s->e->zero,
				       .short_proceeds = s->e->zero,
				       .waiting = s->e->zero,
				       .successor = j->to,
				       .succeeded = j->day };
	story_changed(s, j, j->ticker);
	story_changed(s, j, j->to);
}
