/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_fold.c: quantity, cost and results, row by row (doc/calculations.md 1.3 to 1.9).
 *
 * The journal records the fold's decisions; this file writes their arithmetic, a step each, with the
 * roundings of replay.c.  A new cycle, after the quantity was zero, uses nothing of the one before.
 */
#include "config.h"

#include "calc/explain/story.h"

#include "core/pool.h"

/* ---- trades ---- */

static void trade(struct fold_story *s, const struct journal_entry *j, struct entry_terms *out)
{
	const struct ledger_row *row = j->from.row;
	struct row_terms t = story_row(s, row);

	out->qty = t.qty;
	if (!j->known)
		return;
	out->amount =
		explain_mul(s->e, t.qty, t.price, ROUND_HALF_AWAY, MONEY_PLACES,
			    note_on(row->kind == ROW_SELL ? "Venda de {day}: quantidade × preço."
							  : "Compra de {day}: quantidade × preço.",
				    j->day));
	if (row->fees.e8 && row->kind == ROW_SELL)
		out->amount = explain_sub(s->e, out->amount, t.fees,
					  note_on("Menos as taxas da venda de {day}.", j->day));
	else if (row->fees.e8)
		out->amount = explain_add(s->e, out->amount, t.fees,
					  note_on("Mais as taxas da compra de {day}.", j->day));
	out->amount = story_converted(s, j, out->amount);
}

static void part(struct fold_story *s, const struct journal_entry *j, struct entry_terms *out)
{
	const struct entry_terms *whole = &s->entries[j->trade];
	const struct ticker_terms *p = &s->tickers[j->ticker];

	switch (j->qty_of) {
	case QTY_OF_TRADE:
		out->qty = s->entries[j->with].qty;
		break;
	case QTY_OF_TICKER:
		out->qty = p->qty;
		break;
	case QTY_OF_SHORT:
		out->qty = p->short_qty;
		break;
	}
	if (whole->amount.n)
		out->amount = explain_proportion(
			s->e, whole->amount, out->qty, whole->qty, ROUND_HALF_AWAY, MONEY_PLACES,
			note_on("Parte da operação de {day}: valor × parte ÷ quantidade.", j->day));
}

static void rest(struct fold_story *s, const struct journal_entry *j, struct entry_terms *out)
{
	const struct entry_terms *of = &s->entries[j->trade];
	const struct entry_terms *lacks = &s->entries[j->with];

	out->qty = explain_sub(s->e, of->qty, lacks->qty,
			       note_on("Quantidade que resta da operação de {day}.", j->day));
	out->amount = explain_sub(s->e, of->amount, lacks->amount,
				  note_on("Valor que resta da operação de {day}.", j->day));
}

static void match(struct fold_story *s, const struct journal_entry *j)
{
	const struct entry_terms *bought = &s->entries[j->trade];
	const struct entry_terms *sold = &s->entries[j->with];

	if (j->result)
		story_realize(
			s, j->day,
			explain_sub(s->e, sold->amount, bought->amount,
				    note_on("Day trade de {day}: venda − compra da parte casada.",
					    j->day)));
	story_flow(s, j, 0,
		   explain_negate(s->e, bought->amount,
				  note_on("Saída de dinheiro em {day}.", j->day)));
	story_flow(s, j, 1, sold->amount);
}

static void buy(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];

	p->qty = explain_add(s->e, p->qty, t->qty,
			     note_on("Quantidade em carteira em {day}.", j->day));
	if (j->known)
		p->cost = explain_add(s->e, p->cost, t->amount,
				      note_on("Custo depois da compra de {day}.", j->day));
	else
		p->unknown = true;
	story_flow(s, j, 0,
		   explain_negate(s->e, t->amount, note_on("Saída de dinheiro em {day}.", j->day)));
	story_settle(s, j, p);
}

static void sell(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];
	struct term removed = story_take_cost(s, j, p, t->qty);

	if (j->result)
		story_realize(
			s, j->day,
			explain_sub(s->e, t->amount, removed,
				    note_on("Resultado da venda de {day}: valor líquido − custo.",
					    j->day)));
	if (!j->known)
		p->unknown = true;
	story_flow(s, j, 0, t->amount);
	story_settle(s, j, p);
}

static void write_short(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];

	p->short_qty = explain_add(s->e, p->short_qty, t->qty,
				   note_on("Quantidade lançada a descoberto até {day}.", j->day));
	if (j->known)
		p->short_proceeds =
			explain_add(s->e, p->short_proceeds, t->amount,
				    note_on("Prêmios recebidos a descoberto até {day}.", j->day));
	else
		p->short_unknown = true;
}

static void cover(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	const struct entry_terms *t = &s->entries[j->trade];
	struct term proceeds = explain_proportion(
		s->e, p->short_proceeds, t->qty, p->short_qty, ROUND_HALF_AWAY, MONEY_PLACES,
		note_on("Prêmio da parte recomprada em {day}: prêmios × parte ÷ lançado.", j->day));

	if (j->result) {
		struct term result = explain_sub(
			s->e, proceeds, t->amount,
			note_on("Resultado da recompra de {day}: prêmio − valor pago.", j->day));

		story_realize(s, j->day, result);
		story_flow(s, j, 0, result);
	}
	p->short_qty = explain_sub(s->e, p->short_qty, t->qty,
				   note_on("Quantidade ainda lançada em {day}.", j->day));
	p->short_proceeds = explain_sub(s->e, p->short_proceeds, proceeds,
					note_on("Prêmios que restam em {day}.", j->day));
	if (explain_is_zero(s->e, p->short_qty))
		p->short_unknown = false;
}

/* The remainder of an option at its expiry is worth nothing: the cost is lost, or the premium kept. */
static void forfeit(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	if (!explain_is_zero(s->e, p->short_qty)) {
		if (j->result) {
			story_realize(s, j->expiry, p->short_proceeds);
			story_flow(s, j, 0, p->short_proceeds);
		}
		p->short_qty = explain_sub(
			s->e, p->short_qty, p->short_qty,
			note_on("Lançamento encerrado sem exercício no vencimento, {day}.",
				j->expiry));
		p->short_proceeds = s->e->zero;
		p->short_unknown = false;
		return;
	}
	if (j->result)
		story_realize(
			s, j->expiry,
			explain_negate(s->e, p->cost,
				       note_on("Opção que venceu sem valor em {day}: perde-se "
					       "o custo.",
					       j->expiry)));
	story_flow(s, j, 0, s->e->zero);
	p->qty = explain_sub(s->e, p->qty, p->qty,
			     note_on("Nada resta da opção vencida em {day}.", j->expiry));
	story_settle(s, j, p);
}

/* ---- the other paper of a spin-off ---- */

/* The source's own fold, written down up to what it gave; once, for all uses. */
static struct term given_elsewhere(struct fold_story *s, const struct spin_source *source)
{
	struct explain *e = s->e;
	bool in_reais = s->in->convert != NULL;
	struct fold_input in = *source->in;
	struct journal journal = { 0 };
	struct fold_output out;
	struct fold_story story;
	struct term part;

	for (size_t i = 0; i < e->n_spins; i++)
		if (e->spins[i].source == source && e->spins[i].in_reais == in_reais)
			return e->spins[i].part;
	in.convert = s->in->convert;
	in.journal = &journal;
	if (fold(e->pool, &in, &out) != CALC_OK)
		return (struct term){ 0 }; /* unreachable: it was folded before */
	story_write(e, in.spins[source->place].spin->from, &in, &journal, &out, &story);
	part = story.given[source->place];
	pool_grow(e->pool, e->spins, struct spin_term, e->n_spins, e->spins_size, 64);
	e->spins[e->n_spins++] = (struct spin_term){ source, in_reais, part };
	return part;
}

static void spin_in(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	const struct fold_spin *spin = &s->in->spins[j->spin];
	struct term part = s->e->zero;

	if (j->known && spin->source && !s->quantities)
		part = given_elsewhere(s, spin->source);
	else if (j->known && !spin->source)
		part = s->given[j->spin];
	corporate_spin_in(s, j, p, part);
}

/* ---- the whole ---- */

static void write_entry(struct fold_story *s, const struct journal_entry *j,
			struct entry_terms *out)
{
	struct ticker_terms *p = &s->tickers[j->ticker];

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
	case JOURNAL_UNCOVERED: /* reported as an issue; changes no number */
		break;
	case JOURNAL_SHORT:
		write_short(s, j, p);
		break;
	case JOURNAL_COVER:
		cover(s, j, p);
		break;
	case JOURNAL_FORFEIT:
		forfeit(s, j, p);
		break;
	case JOURNAL_SPLIT:
		corporate_split(s, j, p);
		break;
	case JOURNAL_BONUS:
		corporate_bonus(s, j, p);
		break;
	case JOURNAL_ADJUST_IN:
		corporate_adjust_in(s, j, p);
		break;
	case JOURNAL_ADJUST_OUT:
		corporate_adjust_out(s, j, p);
		break;
	case JOURNAL_EXCHANGE:
		corporate_exchange(s, j, p);
		break;
	case JOURNAL_RETURN:
		corporate_give_back(s, j, p);
		break;
	case JOURNAL_SUCCEED:
		corporate_succeed(s, j, p);
		break;
	case JOURNAL_SPIN_OUT:
		corporate_spin_out(s, j, p);
		break;
	case JOURNAL_SPIN_IN:
		spin_in(s, j, p);
		break;
	}
}

static void explain_entries(struct fold_story *s)
{
	const struct journal *journal = s->journal;
	struct explain *e = s->e;

	s->tickers = pool_array(e->pool, struct ticker_terms, journal->n_tickers);
	s->entries = pool_array(e->pool, struct entry_terms, journal->n);
	for (size_t i = 0; i < journal->n_tickers; i++)
		s->tickers[i] = (struct ticker_terms){ .qty = e->zero,
						       .cost = e->zero,
						       .short_qty = e->zero,
						       .short_proceeds = e->zero,
						       .waiting = e->zero,
						       .successor = i };
	for (size_t i = 0; i < journal->n; i++)
		write_entry(s, &journal->entries[i], &s->entries[i]);
}

static bool returns_by_calendar(const struct journal *journal)
{
	for (size_t i = 0; i < journal->n; i++)
		if (journal->entries[i].act == JOURNAL_RETURN &&
		    journal->entries[i].from.returned &&
		    journal->entries[i].from.returned->origin.distribution)
			return true;
	return false;
}

void story_write(struct explain *e, const char *symbol, const struct fold_input *in,
		 const struct journal *journal, const struct fold_output *out,
		 struct fold_story *story)
{
	struct fold_story s = {
		.e = e,
		.symbol = symbol,
		.in = in,
		.journal = journal,
		.given = pool_array(e->pool, struct term, in->n_spins),
		.flows = pool_array(e->pool, struct term, out->n_flows),
		.n_flows = out->n_flows,
	};

	if (returns_by_calendar(journal)) {
		struct fold_story *first = pool_memdup(e->pool, &s, sizeof(s));

		first->quantities = true;
		explain_entries(first);
		s.rights = first;
	}
	explain_entries(&s);
	*story = s;
}
