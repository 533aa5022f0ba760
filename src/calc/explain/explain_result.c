/* SPDX-License-Identifier: Apache-2.0 */
/* explain_result.c: what one holding has yielded, in its parts, and its mean cost at the end of a month. */
#include "config.h"

#include "calc/explain/explain_figures.h"

#include "core/pool.h"

#define NO_RESULT "O valor ou o custo do que está em carteira não é conhecido."
#define NO_COST "Nada está em carteira, ou o custo não é conhecido ou é menor que um centavo."

static bool result_of(struct holding_story *s, struct holding_result *out)
{
	if (holding_result(s->h, s->d, s->x->subject->as_of, out) == CALC_OK)
		return true;
	s->e->range = true;
	return false;
}

static struct term own_figure(struct holding_story *s, const char *field, struct money m)
{
	return figure_term(s->e,
			   &(struct explain_input){ .field = field,
						    .symbol = s->h->asset->symbol,
						    .type = s->h->asset->type },
			   m.e8, MONEY_PLACES);
}

/* ---- the unrealised gain ---- */

static struct term open_term(struct holding_story *s)
{
	return explain_shown(s->e, own_figure(s, "unrealized_pl", s->h->unrealized_pl));
}

static struct term price_term(struct holding_story *s, const struct holding_result *r)
{
	struct term pl;

	if (!r->dollar_known)
		return open_term(s);
	pl = own_figure(s, "native.unrealized_pl", s->h->native_pl);
	return explain_rounded(
		s->e,
		explain_mul(s->e, pl, holding_fx(s), ROUND_HALF_AWAY, MONEY_PLACES,
			    note_of("O lucro na moeda do ativo × dólar de marcação.")),
		ROUND_HALF_AWAY, 2, note_of("Ao centavo."));
}

void figure_result_price(struct holding_story *s, struct explain_figure *f)
{
	struct holding_result r;

	if (!result_of(s, &r) || !r.open_known)
		figure_null(f, NO_RESULT);
	else
		figure_exact(f, SHOWN_MONEY, price_term(s, &r), money_round_cents(r.price).e8,
			     MONEY_PLACES);
}

void figure_result_dollar(struct holding_story *s, struct explain_figure *f)
{
	struct holding_result r;
	struct term open;

	if (!result_of(s, &r) || !r.dollar_known) {
		figure_null(f, s->foreign ? NO_RESULT : "O ativo é negociado em reais.");
		return;
	}
	open = open_term(s);
	figure_money(f,
		     explain_sub(s->e, open, price_term(s, &r),
				 note_of("O lucro não realizado − o do preço.")),
		     r.dollar);
}

/* ---- with sales and income ---- */

void figure_result_total(struct holding_story *s, struct explain_figure *f)
{
	struct holding_result r;
	struct term list[3];
	size_t n = 0;

	if (!result_of(s, &r) || !r.total_known) {
		figure_null(f, "Falta o valor, o custo ou o resultado de uma venda.");
		return;
	}
	if (s->h->state == HOLDING_OPEN)
		list[n++] = open_term(s);
	list[n++] = explain_shown(s->e, own_figure(s, "realized_pl", s->h->brl.realized));
	list[n++] = explain_shown(s->e, own_figure(s, "income_received", s->h->income.received));
	figure_money(
		f,
		explain_sum(s->e, list, n, note_of("Lucro não realizado + realizado + proventos.")),
		r.total);
}

/* ---- income of 12 months ---- */

static struct term year_term(struct holding_story *s)
{
	const struct income_output *in = &s->lineage->income;
	struct term *list = pool_array(s->e->pool, struct term, in->n_entries);
	size_t n = 0;

	for (size_t i = 0; i < in->n_entries; i++)
		if (result_has_paid(&in->entries[i], s->x->subject->as_of))
			list[n++] = income_brl(&s->brl, &in->entries[i],
					       s->foreign ? &s->x->subject->market->usd : NULL);
	return explain_sum(s->e, list, n, note_of("Soma dos proventos líquidos de 12 meses."));
}

void figure_result_year(struct holding_story *s, struct explain_figure *f)
{
	struct holding_result r;

	if (result_of(s, &r))
		figure_money(f, year_term(s), r.income_12m);
}

static void figure_yield(struct holding_story *s, struct explain_figure *f, bool known,
			 struct term whole, struct percent pct)
{
	struct term year;

	if (!known) {
		figure_null(f, NO_COST);
		return;
	}
	year = year_term(s);
	figure_percent(f,
		       explain_proportion(s->e, year, hundred(s->e), whole, ROUND_HALF_AWAY, 8,
					  note_of("Proventos de 12 meses, em percentual.")),
		       pct);
}

void figure_yield_on_cost(struct holding_story *s, struct explain_figure *f)
{
	struct holding_result r;

	if (result_of(s, &r))
		figure_yield(s, f, r.on_cost_known, own_figure(s, "invested_cost", s->h->brl.cost),
			     r.on_cost);
}

void figure_yield_on_value(struct holding_story *s, struct explain_figure *f)
{
	struct holding_result r;

	if (result_of(s, &r))
		figure_yield(s, f, r.on_value_known,
			     own_figure(s, "market_value", s->h->market_value), r.on_value);
}

/* ---- the mean cost of a month ---- */

static void write_month_mean(struct explaining *x)
{
	struct day day = month_last(x->ask->month);
	const struct fold_step *step;
	struct holding_story s;
	struct price mean;
	struct term cost;

	if (!holding_open(x, x->ask->holding, &s))
		return;
	if (day_before(x->subject->as_of, day))
		day = x->subject->as_of;
	step = fold_step_at(s.d->steps, s.d->n_steps, day);
	if (day_month(day).n != x->ask->month.n || !step)
		return;
	if (!step->cost_known || !money_each(step->cost, step->qty, &mean)) {
		figure_null(x->f,
			    "Nada estava em carteira no fim do mês, ou a custo desconhecido.");
		return;
	}
	cost = story_cost_at(&s.brl, day);
	figure_price(x->f,
		     explain_div(s.e, cost, story_qty(&s.brl, NULL, day), ROUND_HALF_AWAY,
				 PRICE_PLACES,
				 note_on("Preço médio em {day}: custo ÷ quantidade.", day)),
		     mean);
}

const struct other_figure result_figures[] = {
	{ { "avg_price_by_month", NEEDS_HOLDING | NEEDS_MONTH }, write_month_mean },
	{ .field = { .name = NULL } },
};
