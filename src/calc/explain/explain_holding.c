/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_holding.c: the parts of a holding's figures (doc/calculations.md 3): its fold again, prices,
 * value, income.
 */
#include "config.h"

#include "calc/explain/explain_holding.h"

#include "core/pool.h"

/* ---- opening ---- */

static enum calc_err fold_again(struct explaining *x, struct holding_story *s)
{
	struct fold_input *in = &s->lineage->in;
	struct journal *journals = pool_array(x->e.pool, struct journal, 2);
	enum calc_err err;

	in->returns = s->lineage->income.returns;
	in->n_returns = s->lineage->income.n_returns;
	in->journal = &journals[0];
	if (s->foreign) {
		err = fold(x->e.pool, in, &s->native_out);
		if (err != CALC_OK)
			return err;
		story_write(s->e, s->h->asset->symbol, in, &journals[0], &s->native_out,
			    &s->native);
		in->convert = &x->subject->market->usd;
		in->journal = &journals[1];
	}
	err = fold(x->e.pool, in, &s->brl_out);
	if (err == CALC_OK)
		story_write(s->e, s->h->asset->symbol, in, in->journal, &s->brl_out, &s->brl);
	in->convert = NULL;
	in->journal = NULL;
	return err;
}

bool holding_open(struct explaining *x, const struct holding *h, struct holding_story *out)
{
	const struct derived *derived = x->subject->derived;
	struct holding copy = *h;

	*out = (struct holding_story){
		.x = x, .e = &x->e, .h = h, .foreign = h->asset->currency != CURRENCY_BRL
	};
	for (size_t i = 0; i < derived->n; i++)
		if (derived->holdings[i].head == h->asset)
			out->d = &derived->holdings[i];
	for (size_t i = 0; i < x->deriving.n; i++)
		if (x->deriving.lineages[i].lineage->head == h->asset)
			out->lineage = &x->deriving.lineages[i];
	x->err = out->d && out->lineage ? fold_again(x, out) : CALC_INPUT;
	if (x->err == CALC_OK)
		mark_input(&x->marking, out->d, &copy, &out->v);
	return x->err == CALC_OK;
}

/* ---- price ---- */

struct term quoted_term(struct explain *e, const struct market_symbol *m,
			const struct derived_holding *d, bool stated, const struct close *c)
{
	size_t in = explain_input(
		e, &(struct explain_input){ .kind = stated ? INPUT_STATED : INPUT_QUOTE,
					    .symbol = stated ? d->head->symbol : m->symbol,
					    .type = stated ? d->head->type : m->type,
					    .has_day = true,
					    .day = c->day });

	return explain_value(e, in, "price", c->price.e12, PRICE_PLACES);
}

struct term holding_quote(struct holding_story *s, const struct close *c)
{
	bool last = c == &s->v.last;

	return quoted_term(s->e, s->h->market, s->d, last ? s->v.last_stated : s->v.prev_stated, c);
}

/* A price in today's shares: divided by the ratio of each event since. */
struct term holding_price_then(struct holding_story *s, const struct close *c)
{
	struct term p = holding_quote(s, c);

	for (size_t i = 0; i < s->v.n_events; i++) {
		const struct reference_event *event = &s->v.events[i];
		struct term old;
		size_t in;

		if (!day_before(c->day, event->ex_day) || day_before(s->v.as_of, event->ex_day) ||
		    event->ratio.n <= 0)
			continue;
		in = explain_input(
			s->e, &(struct explain_input){ .kind = INPUT_EVENT,
						       .symbol = s->h->market ? s->h->market->symbol
									      : s->d->current,
						       .has_day = true,
						       .day = event->ex_day,
						       .from.event = event });
		old = explain_value(s->e, in, "ratio_old", event->ratio.d, 0);
		p = explain_proportion(
			s->e, p, old, explain_value(s->e, in, "ratio_new", event->ratio.n, 0),
			ROUND_HALF_AWAY, PRICE_PLACES,
			(struct note){
				.text = "Preço de antes do evento de {day}, nas ações de hoje.",
				.day = event->ex_day });
	}
	return p;
}

static bool expired(const struct holding_story *s)
{
	return s->v.type == ASSET_OPTION && s->v.expires && day_before(s->v.expiry, s->v.as_of);
}

struct term holding_price(struct holding_story *s)
{
	if (s->native_price.n)
		return s->native_price;
	s->native_price = expired(s) ? explain_constant(s->e, 0, 0, "Opção vencida vale zero.")
				     : holding_price_then(s, &s->v.last);
	return s->native_price;
}

struct term holding_fx(struct holding_story *s)
{
	const struct fx *fx = &s->v.fx;
	size_t in;

	if (s->fx.n)
		return s->fx;
	if (fx->source == FX_BCB) {
		s->fx = rate_term(s->e, &(struct close){ fx->day, fx->rate });
		return s->fx;
	}
	in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_QUOTE,
							  .of = "USDT/BRL",
							  .has_day = true,
							  .day = s->v.as_of });
	s->fx = explain_value(s->e, in, "price", fx->rate.e12, PRICE_PLACES);
	return s->fx;
}

struct term holding_in_brl(struct holding_story *s, struct term native)
{
	if (!s->foreign)
		return native;
	return explain_mul(s->e, native, holding_fx(s), ROUND_HALF_AWAY, MONEY_PLACES,
			   note_of("Em reais: × dólar de marcação."));
}

/* ---- value ---- */

struct term holding_qty(struct holding_story *s)
{
	return story_qty(&s->brl, NULL, s->v.as_of);
}

struct term holding_accrued(struct holding_story *s)
{
	if (!s->accrual.n)
		s->accrual = holding_lots(s, s->v.as_of, s->v.as_of);
	return s->accrual;
}

struct term holding_unit_value(struct holding_story *s)
{
	struct term accrued = holding_accrued(s);
	struct term each = explain_div(s->e, accrued, holding_qty(s), ROUND_HALF_AWAY, PRICE_PLACES,
				       note_of("Valor unitário: valor acumulado ÷ quantidade."));

	return explain_rounded(s->e, each, ROUND_HALF_AWAY, 8, note_of("Com 8 casas."));
}

struct term holding_value(struct holding_story *s)
{
	struct term qty;

	if (s->value.n)
		return s->value;
	switch (s->h->valuation) {
	case VALUATION_MARKET:
		qty = holding_qty(s);
		s->value = holding_in_brl(s, explain_mul(s->e, qty, holding_price(s),
							 ROUND_HALF_AWAY, MONEY_PLACES,
							 note_of("Quantidade × cotação.")));
		break;
	case VALUATION_ACCRUAL:
		s->value = holding_accrued(s);
		break;
	case VALUATION_COST:
		s->value = story_cost(&s->brl);
		break;
	case VALUATION_NONE:
		break;
	}
	return s->value;
}

struct term holding_native_value(struct holding_story *s)
{
	if (s->native_value.n)
		return s->native_value;
	if (s->h->native_price_known) {
		struct term qty = story_qty(&s->native, NULL, s->v.as_of);

		s->native_value =
			explain_mul(s->e, qty, holding_price(s), ROUND_HALF_AWAY, MONEY_PLACES,
				    note_of("Quantidade × cotação na moeda do ativo."));
	} else {
		s->native_value = story_cost(&s->native);
	}
	return s->native_value;
}

/* ---- income ---- */

struct term holding_income(struct holding_story *s, bool native, const struct month *month)
{
	const struct income_output *in = &s->lineage->income;
	struct term *list = pool_array(s->e->pool, struct term, in->n_entries);
	size_t n = 0;

	for (size_t i = 0; i < in->n_entries; i++) {
		const struct income_entry *entry = &in->entries[i];

		if (month && day_month(entry->pay_day).n != month->n)
			continue;
		if (native)
			list[n++] = income_native(&s->native, &entry->origin, entry->pay_day);
		else if (entry->net_known)
			list[n++] = income_brl(&s->brl, entry,
					       s->foreign ? &s->x->subject->market->usd : NULL);
	}
	return explain_sum(s->e, list, n, note_of("Soma dos proventos líquidos recebidos."));
}
