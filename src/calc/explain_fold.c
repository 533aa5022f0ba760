/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_fold.c: quantity, cost and results, row by row (calculations.md 1.3 to 1.9).
 *
 * The journal says what the fold decided; here is its arithmetic, a step each, with the roundings of
 * replay.c.  What a cycle of zero quantity left behind is left out of the next one.
 */
#include "config.h"

#include "calc/explain_fold.h"

#include "core/pool.h"

static struct note note(const char *text, struct day day)
{
	return (struct note){ .text = text, .day = day };
}

/* ---- inputs ---- */

struct term rate_term(struct explain *e, const struct close *rate)
{
	size_t in;

	/* Rows of a day stand together: the last few inputs have it. */
	for (size_t i = e->n_inputs; i-- > 0 && e->n_inputs - i < 8;)
		if (e->inputs[i].kind == INPUT_EXCHANGE && day_same(e->inputs[i].day, rate->day))
			return (struct term){ e->inputs[i].first_node };
	in = explain_input(e, &(struct explain_input){ .kind = INPUT_EXCHANGE,
						       .of = "USD",
						       .has_day = true,
						       .day = rate->day });
	return explain_value(e, in, "rate", rate->price.e12, PRICE_PLACES);
}

struct row_terms {
	struct term qty, price, fees, n, d;
};

static struct row_terms row_terms(const struct fold_story *s, const struct ledger_row *row)
{
	struct row_terms t = { { 0 }, { 0 }, { 0 }, { 0 }, { 0 } };
	size_t in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_TRANSACTION,
								 .symbol = s->symbol,
								 .has_day = true,
								 .day = row->day,
								 .from.row = row });

	t.qty = explain_value(s->e, in, "quantity", row->qty.e8, QTY_PLACES);
	if (row->price_known)
		t.price = explain_value(s->e, in, "price", row->price.e12, PRICE_PLACES);
	t.fees = explain_value(s->e, in, "fees", row->fees.e8, MONEY_PLACES);
	if (row->kind == ROW_SPLIT) {
		struct ratio r = ratio_rationalise(row->ratio_e12);

		t.n = explain_value(s->e, in, "ratio_new", r.n, 0);
		t.d = explain_value(s->e, in, "ratio_old", r.d, 0);
	}
	return t;
}

static void ratio_terms(struct explain *e, size_t in, struct ratio r, struct term *n,
			struct term *d)
{
	*n = explain_value(e, in, "ratio_new", r.n, 0);
	*d = explain_value(e, in, "ratio_old", r.d, 0);
}

static size_t event_input(const struct fold_story *s, const struct reference_event *event)
{
	return explain_input(s->e, &(struct explain_input){ .kind = INPUT_EVENT,
							    .symbol = s->symbol,
							    .has_day = true,
							    .day = event->ex_day,
							    .from.event = event });
}

static size_t succession_input(const struct fold_story *s, const struct succession *succession)
{
	return explain_input(s->e, &(struct explain_input){ .kind = INPUT_SUCCESSION,
							    .symbol = succession->from,
							    .has_day = true,
							    .day = succession->day,
							    .from.succession = succession });
}

static struct term converted(const struct fold_story *s, const struct journal_entry *j,
			     struct term amount)
{
	if (!j->rated)
		return amount;
	return explain_mul(
		s->e, amount, rate_term(s->e, &j->rate), ROUND_HALF_AWAY, MONEY_PLACES,
		note("Em reais: × taxa de venda do Banco Central de {day}.", j->rate.day));
}

/* ---- what is held ---- */

static void changed(struct fold_story *s, const struct journal_entry *j, size_t paper)
{
	struct paper_change *last = s->n_changes ? &s->changes[s->n_changes - 1] : NULL;
	const struct paper_terms *p = &s->papers[paper];
	struct paper_change now = { j->day, paper, p->qty, p->cost, p->unknown };

	if (last && day_same(last->day, j->day) && last->paper == paper) {
		*last = now;
		return;
	}
	EXPLAIN_GROW(s->e->pool, s->changes, struct paper_change, s->n_changes, s->changes_size);
	s->changes[s->n_changes++] = now;
}

/* The cycle ends where nothing is held. */
static void settle(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	if (explain_is_zero(s->e, p->qty)) {
		p->qty = p->cost = s->e->zero;
		p->unknown = false;
	}
	changed(s, j, (size_t)(p - s->papers));
}

static void realize(struct fold_story *s, struct day day, struct term result)
{
	EXPLAIN_GROW(s->e->pool, s->results, struct result_term, s->n_results, s->results_size);
	s->results[s->n_results++] = (struct result_term){ day, result };
}

static void set_flow(struct fold_story *s, const struct journal_entry *j, size_t more,
		     struct term amount)
{
	if (j->flow != JOURNAL_NONE && j->flow + more < s->n_flows)
		s->flows[j->flow + more] = amount;
}

/* A part of the cost leaves with @q. */
static struct term take_cost(struct fold_story *s, const struct journal_entry *j,
			     struct paper_terms *p, struct term q)
{
	struct term removed = p->cost;

	if (explain_compare(s->e, q, p->qty) != 0)
		removed = explain_proportion(
			s->e, p->cost, q, p->qty, ROUND_HALF_AWAY, MONEY_PLACES,
			note("Custo que sai em {day}: custo × quantidade ÷ quantidade em carteira.",
			     j->day));
	p->cost = explain_sub(s->e, p->cost, removed, note("Custo restante em {day}.", j->day));
	p->qty = explain_sub(s->e, p->qty, q, note("Quantidade em carteira em {day}.", j->day));
	return removed;
}

/* ---- trades ---- */

static void trade(struct fold_story *s, const struct journal_entry *j, struct entry_terms *out)
{
	const struct ledger_row *row = j->from.row;
	struct row_terms t = row_terms(s, row);

	out->qty = t.qty;
	if (!j->known)
		return;
	out->amount =
		explain_mul(s->e, t.qty, t.price, ROUND_HALF_AWAY, MONEY_PLACES,
			    note(row->kind == ROW_SELL ? "Venda de {day}: quantidade × preço."
						       : "Compra de {day}: quantidade × preço.",
				 j->day));
	if (row->fees.e8 && row->kind == ROW_SELL)
		out->amount = explain_sub(s->e, out->amount, t.fees,
					  note("Menos as taxas da venda de {day}.", j->day));
	else if (row->fees.e8)
		out->amount = explain_add(s->e, out->amount, t.fees,
					  note("Mais as taxas da compra de {day}.", j->day));
	out->amount = converted(s, j, out->amount);
}

static void part(struct fold_story *s, const struct journal_entry *j, struct entry_terms *out)
{
	const struct entry_terms *whole = &s->entries[j->trade];
	const struct paper_terms *p = &s->papers[j->paper];

	switch (j->qty_of) {
	case QTY_OF_TRADE:
		out->qty = s->entries[j->with].qty;
		break;
	case QTY_OF_PAPER:
		out->qty = p->qty;
		break;
	case QTY_OF_SHORT:
		out->qty = p->short_qty;
		break;
	}
	if (whole->amount.n)
		out->amount = explain_proportion(
			s->e, whole->amount, out->qty, whole->qty, ROUND_HALF_AWAY, MONEY_PLACES,
			note("Parte da operação de {day}: valor × parte ÷ quantidade.", j->day));
}

static void rest(struct fold_story *s, const struct journal_entry *j, struct entry_terms *out)
{
	const struct entry_terms *of = &s->entries[j->trade];
	const struct entry_terms *lacks = &s->entries[j->with];

	out->qty = explain_sub(s->e, of->qty, lacks->qty,
			       note("Quantidade que resta da operação de {day}.", j->day));
	out->amount = explain_sub(s->e, of->amount, lacks->amount,
				  note("Valor que resta da operação de {day}.", j->day));
}

static void match(struct fold_story *s, const struct journal_entry *j)
{
	const struct entry_terms *bought = &s->entries[j->trade];
	const struct entry_terms *sold = &s->entries[j->with];

	if (j->result)
		realize(s, j->day,
			explain_sub(s->e, sold->amount, bought->amount,
				    note("Day trade de {day}: venda − compra da parte casada.",
					 j->day)));
	set_flow(s, j, 0,
		 explain_negate(s->e, bought->amount, note("Saída de dinheiro em {day}.", j->day)));
	set_flow(s, j, 1, sold->amount);
}

static void buy(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];

	p->qty =
		explain_add(s->e, p->qty, t->qty, note("Quantidade em carteira em {day}.", j->day));
	if (j->known)
		p->cost = explain_add(s->e, p->cost, t->amount,
				      note("Custo depois da compra de {day}.", j->day));
	else
		p->unknown = true;
	set_flow(s, j, 0,
		 explain_negate(s->e, t->amount, note("Saída de dinheiro em {day}.", j->day)));
	settle(s, j, p);
}

static void sell(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];
	struct term removed = take_cost(s, j, p, t->qty);

	if (j->result)
		realize(s, j->day,
			explain_sub(s->e, t->amount, removed,
				    note("Resultado da venda de {day}: valor líquido − custo.",
					 j->day)));
	if (!j->known)
		p->unknown = true;
	set_flow(s, j, 0, t->amount);
	settle(s, j, p);
}

static void write_short(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];

	p->short_qty = explain_add(s->e, p->short_qty, t->qty,
				   note("Quantidade lançada a descoberto até {day}.", j->day));
	if (j->known)
		p->short_proceeds =
			explain_add(s->e, p->short_proceeds, t->amount,
				    note("Prêmios recebidos a descoberto até {day}.", j->day));
	else
		p->short_unknown = true;
}

static void cover(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];
	struct term proceeds = explain_proportion(
		s->e, p->short_proceeds, t->qty, p->short_qty, ROUND_HALF_AWAY, MONEY_PLACES,
		note("Prêmio da parte recomprada em {day}: prêmios × parte ÷ lançado.", j->day));

	if (j->result) {
		struct term result = explain_sub(
			s->e, proceeds, t->amount,
			note("Resultado da recompra de {day}: prêmio − valor pago.", j->day));

		realize(s, j->day, result);
		set_flow(s, j, 0, result);
	}
	p->short_qty = explain_sub(s->e, p->short_qty, t->qty,
				   note("Quantidade ainda lançada em {day}.", j->day));
	p->short_proceeds = explain_sub(s->e, p->short_proceeds, proceeds,
					note("Prêmios que restam em {day}.", j->day));
	if (explain_is_zero(s->e, p->short_qty))
		p->short_unknown = false;
}

/* ---- corporate events ---- */

static void split(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	struct term n, d;

	if (j->from.row) {
		struct row_terms t = row_terms(s, j->from.row);

		n = t.n;
		d = t.d;
	} else if (j->from.event) {
		ratio_terms(s->e, event_input(s, j->from.event), j->ratio, &n, &d);
	} else {
		ratio_terms(s->e, succession_input(s, j->from.succession), j->ratio, &n, &d);
	}
	if (!explain_is_zero(s->e, p->qty))
		p->qty = explain_proportion(
			s->e, p->qty, n, d, ROUND_HALF_AWAY, QTY_PLACES,
			note("Quantidade depois do evento de {day}: × novas ÷ antigas.", j->day));
	if (!explain_is_zero(s->e, p->short_qty))
		p->short_qty = explain_proportion(
			s->e, p->short_qty, n, d, ROUND_HALF_AWAY, QTY_PLACES,
			note("Quantidade lançada depois do evento de {day}.", j->day));
	settle(s, j, p);
}

/* Shares received: those of the row, or so many a share held. */
static struct term bonus_qty(struct fold_story *s, const struct journal_entry *j,
			     const struct paper_terms *p, struct term *price)
{
	const struct reference_event *event = j->from.event;
	struct term n, d;
	size_t in;

	if (j->from.row) {
		struct row_terms t = row_terms(s, j->from.row);

		*price = t.price;
		return t.qty;
	}
	in = event_input(s, event);
	ratio_terms(s->e, in, event->ratio, &n, &d);
	if (event->unit_cost_known)
		*price = explain_value(s->e, in, "unit_cost", event->unit_cost.e12, PRICE_PLACES);
	n = explain_sub(s->e, n, d, note("Ações a mais por ação na bonificação de {day}.", j->day));
	return explain_proportion(s->e, p->qty, n, d, ROUND_HALF_AWAY, QTY_PLACES,
				  note("Ações recebidas na bonificação de {day}.", j->day));
}

static void bonus(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	struct term price = { 0 };
	struct term q = bonus_qty(s, j, p, &price);

	p->qty = explain_add(s->e, p->qty, q,
			     note("Quantidade depois da bonificação de {day}.", j->day));
	if (j->known) {
		struct term cost = explain_mul(
			s->e, q, price, ROUND_HALF_AWAY, MONEY_PLACES,
			note("Custo atribuído à bonificação de {day}: quantidade × custo unitário.",
			     j->day));

		p->cost = explain_add(s->e, p->cost, converted(s, j, cost),
				      note("Custo depois da bonificação de {day}.", j->day));
	}
	settle(s, j, p);
}

/* ---- adjustments ---- */

static void adjust_in(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	const struct ledger_row *row = j->from.row;
	struct row_terms t = row_terms(s, row);
	struct term change = t.fees;

	if (row->qty.e8 == 0 && explain_is_zero(s->e, p->qty))
		change = s->e->zero;
	if (row->price_known && row->qty.e8 > 0) {
		change = explain_mul(s->e, t.qty, t.price, ROUND_HALF_AWAY, MONEY_PLACES,
				     note("Ajuste de {day}: quantidade × preço.", j->day));
		if (row->fees.e8)
			change = explain_add(s->e, change, t.fees,
					     note("Mais as taxas do ajuste de {day}.", j->day));
	}
	p->qty = explain_add(s->e, p->qty, t.qty, note("Quantidade em carteira em {day}.", j->day));
	if (!j->known) {
		p->unknown = !explain_is_zero(s->e, p->qty);
		changed(s, j, (size_t)(p - s->papers));
		return;
	}
	change = converted(s, j, change);
	if (!p->unknown && explain_node(s->e, change)->v < 0) {
		struct term down = explain_negate(
			s->e, change, note("Redução de custo pedida em {day}.", j->day));

		down = explain_min(s->e, down, p->cost,
				   note("O custo não fica abaixo de zero ({day}).", j->day));
		change = explain_negate(s->e, down, note("Ajuste de custo de {day}.", j->day));
	}
	p->cost = explain_add(s->e, p->cost, change,
			      note("Custo depois do ajuste de {day}.", j->day));
	set_flow(s, j, 0, explain_negate(s->e, change, note("Fluxo do ajuste de {day}.", j->day)));
	changed(s, j, (size_t)(p - s->papers));
}

static void adjust_out(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	struct row_terms t = row_terms(s, j->from.row);
	struct term q = p->qty;
	struct term removed;

	if (-j->from.row->qty.e8 == j->qty.e8)
		q = explain_negate(s->e, t.qty, note("Quantidade que sai em {day}.", j->day));
	removed = take_cost(s, j, p, q);
	if (j->known)
		set_flow(s, j, 0, removed);
	settle(s, j, p);
}

static void exchange(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	struct row_terms t = row_terms(s, j->from.row);

	p->qty = explain_add(s->e, p->qty, t.qty,
			     note("Quantidade depois da troca de ações de {day}.", j->day));
	if (explain_node(s->e, p->qty)->v < 0)
		p->qty = s->e->zero;
	settle(s, j, p);
}

/* ---- money back ---- */

static struct term returned_native(const struct fold_story *s, const struct journal_entry *j,
				   const struct paper_terms *p)
{
	const struct succession *from = j->from.succession;
	size_t in;

	if (j->from.returned)
		return income_native(s, &j->from.returned->origin, j->day);
	in = succession_input(s, from);
	return explain_mul(
		s->e, p->qty,
		explain_value(s->e, in, "cash_per_share", from->cash_per_share.e12, PRICE_PLACES),
		ROUND_HALF_AWAY, MONEY_PLACES,
		note("Dinheiro da sucessão de {day}: quantidade × valor por ação.", j->day));
}

static void give_back(struct fold_story *s, const struct journal_entry *j, struct paper_terms *p)
{
	struct term amount, left;

	if (s->quantities)
		return;
	if (!j->known) {
		if (!explain_is_zero(s->e, p->qty))
			p->unknown = true;
		changed(s, j, (size_t)(p - s->papers));
		return;
	}
	amount = converted(s, j, returned_native(s, j, p));
	set_flow(s, j, 0, amount);
	if (p->unknown)
		return;
	left = explain_sub(s->e, p->cost, amount,
			   note("Custo menos a devolução de capital de {day}.", j->day));
	if (left.n && explain_node(s->e, left)->v < 0) {
		realize(s, j->day,
			explain_negate(
				s->e, left,
				note("Devolução acima do custo em {day}: resultado.", j->day)));
		left = s->e->zero;
	}
	p->cost = left;
	changed(s, j, (size_t)(p - s->papers));
}

/* ---- successions ---- */

static void succeed(struct fold_story *s, const struct journal_entry *j, struct paper_terms *from)
{
	struct paper_terms *to = &s->papers[j->to];

	to->qty = explain_add(s->e, to->qty, from->qty,
			      note("Quantidade que vem do papel antigo em {day}.", j->day));
	to->cost = explain_add(s->e, to->cost, from->cost,
			       note("Custo que vem do papel antigo em {day}.", j->day));
	to->unknown |= from->unknown;
	to->short_qty = explain_add(s->e, to->short_qty, from->short_qty,
				    note("Quantidade lançada que vem do papel antigo.", j->day));
	to->short_proceeds = explain_add(s->e, to->short_proceeds, from->short_proceeds,
					 note("Prêmios que vêm do papel antigo.", j->day));
	to->short_unknown |= from->short_unknown;
	to->successor = j->to;
	*from = (struct paper_terms){ .qty = s->e->zero,
				      .cost = s->e->zero,
				      .short_qty = s->e->zero,
				      .short_proceeds = s->e->zero,
				      .successor = j->to,
				      .succeeded = j->day };
	changed(s, j, j->paper);
	changed(s, j, j->to);
}

/* ---- the whole ---- */

static void tell(struct fold_story *s, const struct journal_entry *j, struct entry_terms *out)
{
	struct paper_terms *p = &s->papers[j->paper];

	switch (j->act) {
	case JOURNAL_TRADE:
		trade(s, j, out);
		break;
	case JOURNAL_PART:
		part(s, j, out);
		break;
	case JOURNAL_REST:
		rest(s, j, out);
		break;
	case JOURNAL_MATCH:
		match(s, j);
		break;
	case JOURNAL_BUY:
		buy(s, j, p);
		break;
	case JOURNAL_SELL:
		sell(s, j, p);
		break;
	case JOURNAL_UNCOVERED: /* told by an issue; no number comes of it */
		break;
	case JOURNAL_SHORT:
		write_short(s, j, p);
		break;
	case JOURNAL_COVER:
		cover(s, j, p);
		break;
	case JOURNAL_SPLIT:
		split(s, j, p);
		break;
	case JOURNAL_BONUS:
		bonus(s, j, p);
		break;
	case JOURNAL_ADJUST_IN:
		adjust_in(s, j, p);
		break;
	case JOURNAL_ADJUST_OUT:
		adjust_out(s, j, p);
		break;
	case JOURNAL_EXCHANGE:
		exchange(s, j, p);
		break;
	case JOURNAL_RETURN:
		give_back(s, j, p);
		break;
	case JOURNAL_SUCCEED:
		succeed(s, j, p);
		break;
	}
}

static void tell_all(struct fold_story *s)
{
	const struct journal *journal = s->journal;
	struct explain *e = s->e;

	s->papers = pool_array(e->pool, struct paper_terms, journal->n_papers);
	s->entries = pool_array(e->pool, struct entry_terms, journal->n);
	for (size_t i = 0; i < journal->n_papers; i++)
		s->papers[i] = (struct paper_terms){ .qty = e->zero,
						     .cost = e->zero,
						     .short_qty = e->zero,
						     .short_proceeds = e->zero,
						     .successor = i };
	for (size_t i = 0; i < journal->n; i++)
		tell(s, &journal->entries[i], &s->entries[i]);
}

static bool returns_by_calendar(const struct journal *journal)
{
	for (size_t i = 0; i < journal->n; i++)
		if (journal->entries[i].act == JOURNAL_RETURN &&
		    journal->entries[i].from.returned &&
		    journal->entries[i].from.returned->origin.provent)
			return true;
	return false;
}

void story_tell(struct explain *e, const char *symbol, const struct fold_input *in,
		const struct journal *journal, const struct fold_output *out,
		struct fold_story *story)
{
	struct fold_story s = {
		.e = e,
		.symbol = symbol,
		.in = in,
		.journal = journal,
		.flows = pool_array(e->pool, struct term, out->n_flows),
		.n_flows = out->n_flows,
	};

	if (returns_by_calendar(journal)) {
		struct fold_story *first = pool_memdup(e->pool, &s, sizeof(s));

		first->quantities = true;
		tell_all(first);
		s.rights = first;
	}
	tell_all(&s);
	*story = s;
}

/* ---- asking ---- */

/* What the last change of a paper up to a day left. */
static struct paper_change paper_at(const struct fold_story *s, size_t paper, struct day day)
{
	struct paper_change last = { .qty = s->e->zero, .cost = s->e->zero };

	for (size_t i = 0; i < s->n_changes && !day_before(day, s->changes[i].day); i++)
		if (s->changes[i].paper == paper)
			last = s->changes[i];
	return last;
}

struct term story_qty(const struct fold_story *s, const char *symbol, struct day day)
{
	struct term sum = s->e->zero;

	for (size_t i = 0; symbol && i < s->journal->n_papers; i++) {
		size_t k = i;

		if (!str_eq(s->journal->papers[i], symbol))
			continue;
		while (s->papers[k].successor != k && !day_before(day, s->papers[k].succeeded))
			k = s->papers[k].successor;
		return paper_at(s, k, day).qty;
	}
	for (size_t i = 0; i < s->journal->n_papers; i++) {
		struct term one = paper_at(s, i, day).qty;

		if (!explain_is_zero(s->e, one))
			sum = explain_add(s->e, sum, one,
					  note("Quantidade somada dos papéis em {day}.", day));
	}
	return sum;
}

struct term story_cost_at(const struct fold_story *s, struct day day)
{
	struct term sum = s->e->zero;

	for (size_t i = 0; i < s->journal->n_papers; i++) {
		struct paper_change last = paper_at(s, i, day);

		if (last.unknown)
			return s->e->zero;
		if (!explain_is_zero(s->e, last.cost))
			sum = explain_add(s->e, sum, last.cost,
					  note("Custo somado dos papéis em {day}.", day));
	}
	return sum;
}

struct term story_cost(const struct fold_story *s)
{
	struct term sum = s->e->zero;

	for (size_t i = 0; i < s->journal->n_papers; i++)
		if (!explain_is_zero(s->e, s->papers[i].cost))
			sum = explain_add(s->e, sum, s->papers[i].cost,
					  (struct note){ .text = "Custo somado dos papéis." });
	return sum;
}

struct term story_realized(const struct fold_story *s, const struct month *month)
{
	struct term *list = pool_array(s->e->pool, struct term, s->n_results);
	size_t n = 0;

	for (size_t i = 0; i < s->n_results; i++)
		if (!month || day_month(s->results[i].day).n == month->n)
			list[n++] = s->results[i].result;
	return explain_sum(s->e, list, n, (struct note){ .text = "Soma dos resultados." });
}
