/* SPDX-License-Identifier: Apache-2.0 */
/*
 * story.c: a fold being written down: the source of its numbers, and the state held; and queries
 * afterwards.
 */
#include "config.h"

#include "calc/explain/story.h"

#include "core/pool.h"

/* ---- inputs ---- */

struct term rate_term(struct explain *e, const struct close *rate)
{
	size_t in;

	/* Rows of a day are adjacent: one of the last few inputs has it. */
	for (size_t i = e->n_inputs; i-- > 0 && e->n_inputs - i < 8;)
		if (e->inputs[i].kind == INPUT_EXCHANGE && day_same(e->inputs[i].day, rate->day))
			return (struct term){ e->inputs[i].first_node };
	in = explain_input(e, &(struct explain_input){ .kind = INPUT_EXCHANGE,
						       .of = "USD",
						       .has_day = true,
						       .day = rate->day });
	return explain_value(e, in, "rate", rate->price.e12, PRICE_PLACES);
}

struct row_terms story_row(const struct fold_story *s, const struct ledger_row *row)
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

void story_ratio(struct explain *e, size_t in, struct ratio r, struct term *n, struct term *d)
{
	*n = explain_value(e, in, "ratio_new", r.n, 0);
	*d = explain_value(e, in, "ratio_old", r.d, 0);
}

size_t story_event(const struct fold_story *s, const struct reference_event *event)
{
	return explain_input(s->e, &(struct explain_input){ .kind = INPUT_EVENT,
							    .symbol = s->symbol,
							    .has_day = true,
							    .day = event->ex_day,
							    .from.event = event });
}

size_t story_succession(const struct fold_story *s, const struct succession *succession)
{
	return explain_input(s->e, &(struct explain_input){ .kind = INPUT_SUCCESSION,
							    .symbol = succession->from,
							    .has_day = true,
							    .day = succession->day,
							    .from.succession = succession });
}

struct term story_converted(const struct fold_story *s, const struct journal_entry *j,
			    struct term amount)
{
	if (!j->rated)
		return amount;
	return explain_mul(
		s->e, amount, rate_term(s->e, &j->rate), ROUND_HALF_AWAY, MONEY_PLACES,
		note_on("Em reais: × taxa de venda do Banco Central de {day}.", j->rate.day));
}

/* ---- state ---- */

void story_changed(struct fold_story *s, const struct journal_entry *j, size_t ticker)
{
	const struct ticker_terms *p = &s->tickers[ticker];
	struct ticker_change now = { j->day, ticker, p->qty, p->cost, p->unknown };

	if (s->n_changes) {
		struct ticker_change *last = &s->changes[s->n_changes - 1];

		if (day_same(last->day, j->day) && last->ticker == ticker) {
			*last = now;
			return;
		}
	}
	pool_grow(s->e->pool, s->changes, struct ticker_change, s->n_changes, s->changes_size, 64);
	s->changes[s->n_changes++] = now;
}

void story_settle(struct fold_story *s, const struct journal_entry *j, struct ticker_terms *p)
{
	if (explain_is_zero(s->e, p->qty)) {
		p->qty = p->cost = s->e->zero;
		p->unknown = false;
	}
	story_changed(s, j, (size_t)(p - s->tickers));
}

void story_realize(struct fold_story *s, struct day day, struct term result)
{
	pool_grow(s->e->pool, s->results, struct result_term, s->n_results, s->results_size, 64);
	s->results[s->n_results++] = (struct result_term){ day, result };
}

void story_flow(struct fold_story *s, const struct journal_entry *j, size_t more,
		struct term amount)
{
	if (j->flow != JOURNAL_NONE && j->flow + more < s->n_flows)
		s->flows[j->flow + more] = amount;
}

struct term story_take_cost(struct fold_story *s, const struct journal_entry *j,
			    struct ticker_terms *p, struct term q)
{
	struct term removed = p->cost;

	if (explain_compare(s->e, q, p->qty) != 0)
		removed = explain_proportion(
			s->e, p->cost, q, p->qty, ROUND_HALF_AWAY, MONEY_PLACES,
			note_on("Custo que sai em {day}: custo × quantidade ÷ quantidade em carteira.",
				j->day));
	p->cost = explain_sub(s->e, p->cost, removed, note_on("Custo restante em {day}.", j->day));
	p->qty = explain_sub(s->e, p->qty, q, note_on("Quantidade em carteira em {day}.", j->day));
	return removed;
}

/* ---- queries ---- */

/* The state after the last change of a paper up to a day. */
static struct ticker_change ticker_at(const struct fold_story *s, size_t ticker, struct day day)
{
	struct ticker_change last = { .qty = s->e->zero, .cost = s->e->zero };

	for (size_t i = 0; i < s->n_changes && !day_before(day, s->changes[i].day); i++)
		if (s->changes[i].ticker == ticker)
			last = s->changes[i];
	return last;
}

struct term story_qty(const struct fold_story *s, const char *symbol, struct day day)
{
	struct term sum = s->e->zero;

	for (size_t i = 0; symbol && i < s->journal->n_tickers; i++) {
		size_t k = i;

		if (!str_eq(s->journal->tickers[i], symbol))
			continue;
		while (s->tickers[k].successor != k && !day_before(day, s->tickers[k].succeeded))
			k = s->tickers[k].successor;
		return ticker_at(s, k, day).qty;
	}
	for (size_t i = 0; i < s->journal->n_tickers; i++) {
		struct term one = ticker_at(s, i, day).qty;

		if (!explain_is_zero(s->e, one))
			sum = explain_add(s->e, sum, one,
					  note_on("Quantidade somada dos papéis em {day}.", day));
	}
	return sum;
}

struct term story_cost_at(const struct fold_story *s, struct day day)
{
	struct term sum = s->e->zero;

	for (size_t i = 0; i < s->journal->n_tickers; i++) {
		struct ticker_change last = ticker_at(s, i, day);

		if (last.unknown)
			return s->e->zero;
		if (!explain_is_zero(s->e, last.cost))
			sum = explain_add(s->e, sum, last.cost,
					  note_on("Custo somado dos papéis em {day}.", day));
	}
	return sum;
}

struct term story_cost(const struct fold_story *s)
{
	struct term sum = s->e->zero;

	for (size_t i = 0; i < s->journal->n_tickers; i++)
		if (!explain_is_zero(s->e, s->tickers[i].cost))
			sum = explain_add(s->e, sum, s->tickers[i].cost,
					  (struct note){ .text = "Custo somado dos papéis." });
	return sum;
}

struct term story_realized(const struct fold_story *s, const struct months *by,
			   const struct month *month)
{
	struct term *list = pool_array(s->e->pool, struct term, s->n_results + by->n);
	size_t n = 0;

	for (size_t i = 0; !month && i < by->n; i++)
		list[n++] = explain_shown(s->e, story_realized(s, by, &by->items[i].month));
	for (size_t i = 0; month && i < s->n_results; i++)
		if (day_month(s->results[i].day).n == month->n)
			list[n++] = s->results[i].result;
	return explain_sum(s->e, list, n, (struct note){ .text = "Soma dos resultados." });
}
