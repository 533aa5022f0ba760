/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_accrual.c: fixed income at its contracted rate (doc/calculations.md 4).
 *
 * A lot's factor is written down by runs of one daily rate, not by day: ten years of CDI are some
 * dozens of steps.  Lots go through the same redemptions, splits and payments as in
 * calc/amounts/accrual.c, a second time on purpose: as steps, compared with its result.
 */
#include "config.h"

#include "calc/explain/explain_holding.h"

#include "calc/amounts/accrual_steps.h"
#include "core/pool.h"

/* ---- factors ---- */

static struct term dated(struct explain *e, enum explain_kind kind, const char *of,
			 const char *member, struct day from, struct day until, wide v, int places)
{
	size_t in = explain_input(e, &(struct explain_input){ .kind = kind,
							      .of = of,
							      .has_day = true,
							      .day = from,
							      .has_until = true,
							      .until = until });

	return explain_value(e, in, member, v, places);
}

struct term daily_term(struct explain *e, const char *of, struct daily_rate rate, struct day from,
		       struct day until)
{
	struct term annual, one, t;

	if (daily_rate_of(rate.annual) != rate.daily_e8)
		return dated(e, INPUT_RATE, of, "daily", from, until, rate.daily_e8, 8);
	annual = dated(e, INPUT_RATE, of, "annual_pct", from, until, rate.annual.e8, 8);
	t = explain_div(e, annual, hundred(e), ROUND_HALF_AWAY, 10,
			note_on("Taxa anual como fração.", from));
	one = unit(e);
	t = explain_add(e, one, t, note_on("Um mais a taxa anual.", from));
	t = explain_power(e, t, one, explain_constant(e, 252, 0, "Dias úteis do ano."),
			  ROUND_HALF_AWAY, 8,
			  note_on("Fator diário: ^(1/252), com 8 casas.", from));
	return explain_sub(e, t, one, note_on("Taxa diária a partir de {day}.", from));
}

static const struct stretch_terms *stretch_of(struct explaining *x,
					      const struct accrual_terms *terms, struct term pct,
					      const struct accrual_segment *g)
{
	struct explain *e = &x->e;
	struct stretch_terms made = {
		.indexer = terms->indexer, .pct = pct.n, .from = g->from, .to = g->to
	};

	for (size_t i = x->n_stretches; i-- > 0;) {
		const struct stretch_terms *known = &x->stretches[i];

		if (known->indexer == made.indexer && known->pct == made.pct &&
		    day_same(known->from, made.from) && day_same(known->to, made.to))
			return known;
	}
	made.step =
		daily_term(e, indexer_names[terms->indexer], g->rate, g->from, day_plus(g->to, -1));
	made.step = explain_proportion(e, made.step, pct, hundred(e), ROUND_TRUNCATE, 16,
				       note_on("Taxa diária × percentual contratado.", g->from));
	made.step = explain_add(e, unit(e), made.step, note_on("Fator de um dia útil.", g->from));
	made.days = dated(e, INPUT_DAYS, NULL, "count", g->from, day_plus(g->to, -1), g->days, 0);
	pool_grow(x->e.pool, x->stretches, struct stretch_terms, x->n_stretches, x->stretches_size,
		  64);
	x->stretches[x->n_stretches] = made;
	return &x->stretches[x->n_stretches++];
}

/* The product from @start to the end of a run, continuing @before. */
static struct term product_of(struct explaining *x, const struct accrual_terms *terms,
			      struct term pct, struct day start, const struct accrual_segment *g,
			      struct term before)
{
	struct product_terms made = {
		.indexer = terms->indexer, .pct = pct.n, .start = start, .to = g->to
	};
	const struct stretch_terms *stretch;

	for (size_t i = x->n_products; i-- > 0;) {
		const struct product_terms *known = &x->products[i];

		if (known->indexer == made.indexer && known->pct == made.pct &&
		    day_same(known->start, start) && day_same(known->to, g->to))
			return known->product;
	}
	stretch = stretch_of(x, terms, pct, g);
	made.product = explain_compound(
		&x->e, before, stretch->step, stretch->days,
		note_on("Produto até {day}: um fator por dia útil, cortado em 16 casas a cada um.",
			day_plus(g->to, -1)));
	pool_grow(x->e.pool, x->products, struct product_terms, x->n_products, x->products_size,
		  64);
	x->products[x->n_products++] = made;
	return made.product;
}

struct term factor_daily(struct explaining *x, struct accruer *a, const struct accrual_terms *terms,
			 struct term pct, struct day start, struct day t)
{
	struct term product = unit(&x->e);
	struct accrual_segment *list;
	size_t n;

	if (!accrual_days(a, start, t))
		return product;
	list = accrual_segments(a, terms, start, t, &n);
	if (!list)
		return (struct term){ 0 };
	for (size_t i = 0; i < n && !list[i].spent; i++)
		product = product_of(x, terms, pct, start, &list[i], product);
	return explain_rounded(&x->e, product, ROUND_HALF_AWAY, 8,
			       note_on("Fator do índice até {day}, com 8 casas.", t));
}

/* Each sentence is stored once, however many lots use it. */
static struct term terms_value(struct holding_story *s, const char *member, wide v, int places)
{
	size_t in;

	for (size_t i = 0; i < s->e->n_inputs; i++) {
		const struct explain_input *known = &s->e->inputs[i];

		if (known->kind == INPUT_TERMS && known->symbol == s->h->asset->symbol &&
		    str_eq(s->e->nodes[known->first_node - 1].member, member))
			return (struct term){ known->first_node };
	}
	in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_TERMS,
							  .symbol = s->h->asset->symbol });
	return explain_value(s->e, in, member, v, places);
}

struct term index_month_term(struct explain *e, const char *of, const struct index_month *m,
			     const struct index_month *before)
{
	struct day month = month_first(m->month);
	struct term now, t;

	if (before) {
		now = dated(e, INPUT_RATE, of, "index_number", month, month_last(m->month),
			    m->number.e12, PRICE_PLACES);
		t = dated(e, INPUT_RATE, of, "index_number", month_first(before->month),
			  month_last(before->month), before->number.e12, PRICE_PLACES);
		return explain_div(
			e, now, t, ROUND_NONE, 0,
			note_on("Variação do mês: número-índice ÷ o do mês anterior.", month));
	}
	t = dated(e, INPUT_RATE, of, "change_pct", month, month_last(m->month), m->change.e8, 8);
	t = explain_div(e, t, hundred(e), ROUND_HALF_AWAY, 10,
			note_on("Variação como fração.", month));
	return explain_add(e, unit(e), t, note_on("Um mais a variação do mês.", month));
}

static struct term factor_index(struct explain *e, struct accruer *a,
				const struct accrual_terms *terms, struct day start, struct day t)
{
	const char *of = indexer_names[terms->indexer];
	struct term product = unit(e);
	struct accrual_cycle *list;
	size_t n;

	if (!accrual_days(a, start, t))
		return product;
	list = accrual_cycles(a, terms, start, t, &n);
	if (!list)
		return (struct term){ 0 };
	for (size_t i = 0; i < n; i++) {
		const struct accrual_cycle *c = &list[i];
		struct term v = index_month_term(e, of, c->month, c->before);
		struct term part = dated(e, INPUT_DAYS, NULL, "count",
					 day_before(start, c->from) ? c->from : start,
					 day_before(t, c->to) ? t : c->to, c->part, 0);

		v = explain_power(
			e, v, part,
			dated(e, INPUT_DAYS, NULL, "count", c->from, c->to, c->whole, 0),
			ROUND_NONE, 0,
			note_on("Ciclo de {day}: variação ^ (dias úteis da parte ÷ dias úteis do ciclo).",
				c->from));
		product = explain_mul(e, product, v, ROUND_NONE, 0,
				      note_on("Produto dos ciclos até o de {day}.", c->from));
	}
	return explain_rounded(e, product, ROUND_TRUNCATE, 8,
			       note_on("Fator do índice até {day}, cortado em 8 casas.", t));
}

static struct term factor_year(struct holding_story *s, struct accruer *a, struct day start,
			       struct day t)
{
	const struct accrual_terms *terms = s->h->asset->terms;
	struct explain *e = s->e;
	struct term rate = terms->has_spread ? terms_value(s, "spread_pct", terms->spread.e8, 8)
					     : terms_value(s, "rate_pct", terms->rate.e8, 8);
	struct term days;

	rate = explain_div(e, rate, hundred(e), ROUND_HALF_AWAY, 10,
			   note_on("Taxa contratada como fração.", start));
	rate = explain_add(e, unit(e), rate, note_on("Um mais a taxa contratada.", start));
	days = dated(e, INPUT_DAYS, NULL, "count", start, t, accrual_days(a, start, t), 0);
	return explain_power(
		e, rate, days, explain_constant(e, 252, 0, "Dias úteis do ano."), ROUND_HALF_AWAY,
		9,
		note_on("Fator da taxa contratada até {day}: ^(dias úteis ÷ 252), com 9 casas.",
			t));
}

/* PU(t) of a lot. */
static struct term unit_term(struct holding_story *s, struct day start, struct term base,
			     struct day t)
{
	const struct accrual_terms *terms = s->h->asset->terms;
	struct accruer *a = s->x->marking.accruer;
	bool yearly = terms->has_spread || terms->has_rate;
	struct explain *e = s->e;
	struct term factor;

	if (terms->has_maturity && day_before(terms->maturity, t))
		t = terms->maturity;
	if (terms->indexer == INDEXER_CDI || terms->indexer == INDEXER_SELIC) {
		factor = factor_daily(s->x, a, terms,
				      terms->has_pct ? terms_value(s, "pct", terms->pct.e8, 8)
						     : hundred(e),
				      start, t);
		if (yearly)
			factor =
				explain_mul(e, factor, factor_year(s, a, start, t), ROUND_HALF_AWAY,
					    9, note_on("Fator do lote até {day}.", t));
	} else if (terms->indexer == INDEXER_PREFIXADO) {
		factor = factor_year(s, a, start, t);
	} else {
		factor = factor_index(e, a, terms, start, t);
		if (yearly) {
			base = explain_mul(e, base, factor, ROUND_TRUNCATE, 8,
					   note_on("PU corrigido pelo índice até {day}.", t));
			factor = factor_year(s, a, start, t);
		}
	}
	return explain_mul(
		e, base, factor, ROUND_TRUNCATE, 8,
		note_on("PU do lote em {day}: PU de partida × fator, cortado em 8 casas.", t));
}

/* ---- lots ---- */

struct lot_terms {
	struct day start;
	struct term qty, base;
};

struct lots_story {
	struct holding_story *s;
	struct lot_terms *lots;
	size_t n;
	struct term held;
};

static struct term lots_value(const struct lots_story *l, struct day day)
{
	struct explain *e = l->s->e;
	struct term *list = pool_array(e->pool, struct term, l->n);

	for (size_t i = 0; i < l->n; i++)
		list[i] = explain_mul(e, l->lots[i].qty,
				      unit_term(l->s, l->lots[i].start, l->lots[i].base, day),
				      ROUND_HALF_AWAY, MONEY_PLACES,
				      note_on("Lote de {day}: quantidade × PU.", l->lots[i].start));
	return explain_sum(e, list, l->n, note_on("Soma dos lotes em {day}.", day));
}

static struct term step_value(const struct lots_story *l, const struct accrual_step *step,
			      const char *member, wide v, int places)
{
	struct explain *e = l->s->e;
	struct explain_input in = { .kind = INPUT_TRANSACTION,
				    .symbol = l->s->h->asset->symbol,
				    .has_day = true,
				    .day = step->day,
				    .from.row = step->row };

	if (!step->row) {
		in.kind = step->kind == ACCRUAL_PAY ? INPUT_INCOME : INPUT_RULE;
		in.text = step->kind == ACCRUAL_PAY ? "Pago pelo papel, antes do imposto."
						    : "Soma das vendas do dia que esperaram.";
	}
	return explain_value(e, explain_input(e, &in), member, v, places);
}

/* The last lot absorbs the rounding difference, or those before it when it is too small. */
static void give_rest(struct lots_story *l, struct term rest, struct day day)
{
	struct explain *e = l->s->e;

	for (size_t i = l->n; i-- > 0 && !explain_is_zero(e, rest);) {
		struct term left =
			explain_add(e, l->lots[i].qty, rest,
				    note_on("O último lote fica com o resto de {day}.", day));

		if (explain_node(e, left)->v >= 0) {
			l->lots[i].qty = left;
			return;
		}
		l->lots[i].qty = e->zero;
		rest = left;
	}
}

static void redeem(struct lots_story *l, const struct accrual_step *step)
{
	struct explain *e = l->s->e;
	struct term *parts = pool_array(e->pool, struct term, l->n);
	struct term qty;
	bool own = step->row && wide_abs(step->row->qty.e8) == step->qty.e8;

	if (step->qty.e8 >= step->of.e8) {
		l->n = 0;
		l->held = e->zero;
		return;
	}
	if (own && step->row->qty.e8 < 0)
		qty = explain_negate(e,
				     step_value(l, step, "quantity", step->row->qty.e8, QTY_PLACES),
				     note_on("Quantidade que sai em {day}.", step->day));
	else
		qty = step_value(l, step, "quantity", step->qty.e8, QTY_PLACES);
	for (size_t i = 0; i < l->n; i++) {
		parts[i] = explain_proportion(
			e, l->lots[i].qty, qty, l->held, ROUND_HALF_AWAY, QTY_PLACES,
			note_on("Parte do lote que sai em {day}: lote × resgate ÷ quantidade.",
				step->day));
		l->lots[i].qty =
			explain_sub(e, l->lots[i].qty, parts[i],
				    note_on("Lote depois do resgate de {day}.", step->day));
	}
	give_rest(l,
		  explain_sub(e,
			      explain_sum(e, parts, l->n,
					  note_on("Soma das partes de {day}.", step->day)),
			      qty, note_on("Resto do arredondamento de {day}.", step->day)),
		  step->day);
	l->held = explain_sub(e, l->held, qty, note_on("Quantidade depois de {day}.", step->day));
}

static void split(struct lots_story *l, const struct accrual_step *step)
{
	struct explain *e = l->s->e;
	struct term n = step_value(l, step, "ratio_new", step->ratio.n, 0);
	struct term d = step_value(l, step, "ratio_old", step->ratio.d, 0);
	struct term *after = pool_array(e->pool, struct term, l->n);

	for (size_t i = 0; i < l->n; i++) {
		l->lots[i].qty = after[i] =
			explain_proportion(e, l->lots[i].qty, n, d, ROUND_HALF_AWAY, QTY_PLACES,
					   note_on("Lote depois do evento de {day}.", step->day));
		l->lots[i].base = explain_proportion(
			e, l->lots[i].base, d, n, ROUND_HALF_AWAY, PRICE_PLACES,
			note_on("PU de partida depois do evento de {day}.", step->day));
	}
	l->held = explain_proportion(e, l->held, n, d, ROUND_HALF_AWAY, QTY_PLACES,
				     note_on("Quantidade depois do evento de {day}.", step->day));
	give_rest(l,
		  explain_sub(e, l->held,
			      explain_sum(e, after, l->n,
					  note_on("Soma dos lotes em {day}.", step->day)),
			      note_on("Resto do arredondamento de {day}.", step->day)),
		  step->day);
}

/* 4.7: every base by 1 - paid / value of the day. */
static void pay(struct lots_story *l, const struct accrual_step *step)
{
	struct explain *e = l->s->e;
	struct term paid = step_value(l, step, "amount", step->paid.e8, MONEY_PLACES);
	struct term value = lots_value(l, step->day);
	struct term left;

	if (!value.n || explain_node(e, value)->v <= 0)
		return;
	left = explain_sub(
		e, value,
		explain_min(e, paid, value, note_on("Não mais que o valor em {day}.", step->day)),
		note_on("Valor que fica depois do pagamento de {day}.", step->day));
	for (size_t i = 0; i < l->n; i++)
		l->lots[i].base = explain_proportion(
			e, l->lots[i].base, left, value, ROUND_HALF_AWAY, PRICE_PLACES,
			note_on("PU de partida depois do pagamento de {day}.", step->day));
}

static void begin(struct lots_story *l, const struct accrual_step *step)
{
	struct explain *e = l->s->e;
	size_t in = explain_input(e, &(struct explain_input){ .kind = INPUT_TRANSACTION,
							      .symbol = l->s->h->asset->symbol,
							      .has_day = true,
							      .day = step->day,
							      .from.row = step->row });
	struct lot_terms *lot = &l->lots[l->n++];

	*lot = (struct lot_terms){ .start = step->day };
	lot->qty = explain_value(e, in, "quantity", step->qty.e8, QTY_PLACES);
	lot->base = explain_value(e, in, "price", step->unit.e12, PRICE_PLACES);
	l->held = explain_add(e, l->held, lot->qty,
			      note_on("Quantidade depois de {day}.", step->day));
}

struct term holding_lots(struct holding_story *s, struct day state, struct day day)
{
	const struct accrual_lots *from = &s->d->lots;
	struct lots_story l = { .s = s,
				.lots = pool_array(s->e->pool, struct lot_terms, from->n),
				.held = s->e->zero };

	for (size_t i = 0; i < from->n && !day_before(state, from->steps[i].day); i++) {
		switch (from->steps[i].kind) {
		case ACCRUAL_LOT:
			begin(&l, &from->steps[i]);
			break;
		case ACCRUAL_REDEEM:
			redeem(&l, &from->steps[i]);
			break;
		case ACCRUAL_PAY:
			pay(&l, &from->steps[i]);
			break;
		case ACCRUAL_SPLIT:
			split(&l, &from->steps[i]);
			break;
		}
	}
	return lots_value(&l, day);
}
