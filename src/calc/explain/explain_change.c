/* SPDX-License-Identifier: Apache-2.0 */
/* explain_change.c: a holding's gain since the previous price (doc/calculations.md 3). */
#include "config.h"

#include "calc/explain/explain_figures.h"

#include "core/calendar.h"

static struct term change_between(struct holding_story *s, struct term last, struct term prev)
{
	struct term change =
		explain_sub(s->e, last, prev, note_of("Diferença desde o preço anterior."));

	return explain_proportion(s->e, change, hundred(s->e), prev, ROUND_HALF_AWAY, 8,
				  note_of("Variação percentual."));
}

/* The bank day before. */
static struct day bank_day_before(struct day day)
{
	do
		day = day_plus(day, -1);
	while (!day_is_business(day));
	return day;
}

static struct term native_change(struct holding_story *s)
{
	struct term price;

	if (s->change.n)
		return s->change;
	price = holding_price(s);
	s->change = change_between(s, price, holding_price_then(s, &s->v.prev));
	return s->change;
}

/* The change of the valuation rate, in percent. */
static struct term fx_change(struct holding_story *s)
{
	return figure_term(s->e, &(struct explain_input){ .field = "fx.change_pct" },
			   s->v.fx.change.e8, MONEY_PLACES);
}

static struct term change_term(struct holding_story *s)
{
	struct term a, b, both;

	if (s->h->valuation == VALUATION_ACCRUAL) {
		struct day since = bank_day_before(s->v.as_of);
		struct term accrued = holding_accrued(s);

		return change_between(
			s, accrued,
			holding_lots(s, s->v.accrual_base_known ? s->v.as_of : since, since));
	}
	a = native_change(s);
	if (!s->foreign)
		return a;
	b = fx_change(s);
	both = explain_proportion(
		s->e, a, b, hundred(s->e), ROUND_HALF_AWAY, 8,
		note_of("Efeito conjunto: variação do ativo × variação do dólar."));
	return explain_sum(s->e, (struct term[]){ a, b, both }, 3,
			   note_of("(1 + ativo) × (1 + dólar) − 1, em percentual."));
}

void figure_change(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->change_known)
		figure_null(f, "Não há dois preços próximos o bastante para uma variação.");
	else
		figure_percent(f, change_term(s), s->h->change_pct);
}

void figure_native_change(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_change_known)
		figure_null(f, "Não há dois preços próximos o bastante para uma variação.");
	else
		figure_percent(f, native_change(s), s->h->native_change);
}

/* The amount that a row since the previous price added, in reais; no term for none. */
static struct term row_flow(struct holding_story *s, const struct ledger_row *row)
{
	struct note say = { .text = "Lançamento de {day}: quantidade × preço.", .day = row->day };
	bool priced = row->price_known && row->kind != ROW_ADJUST;
	struct term t, price;
	size_t in;

	if (row->kind == ROW_SPLIT || (row->kind == ROW_ADJUST && row->event != EVENT_NONE))
		return (struct term){ 0 };
	in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_TRANSACTION,
							  .symbol = s->h->asset->symbol,
							  .has_day = true,
							  .day = row->day,
							  .from.row = row });
	t = explain_value(s->e, in, "quantity", row->qty.e8, QTY_PLACES);
	if (priced)
		price = explain_value(s->e, in, "price", row->price.e12, PRICE_PLACES);
	else if (s->foreign || s->h->valuation == VALUATION_MARKET)
		price = holding_price(s);
	else
		price = holding_unit_value(s);
	t = holding_in_brl(s, explain_mul(s->e, t, price, ROUND_HALF_AWAY, MONEY_PLACES, say));
	return row->kind == ROW_SELL
		       ? explain_negate(s->e, t, note_of("Venda: o dinheiro saiu da posição."))
		       : t;
}

/* The market value at the previous price. */
static struct term value_then(struct holding_story *s)
{
	struct term qty, then, percent, rate;

	if (s->h->valuation == VALUATION_ACCRUAL) {
		struct day since = bank_day_before(s->v.as_of);

		return holding_lots(s, since, since);
	}
	qty = story_qty(&s->brl, NULL, s->v.prev.day);
	then = explain_mul(s->e, qty, holding_quote(s, &s->v.prev), ROUND_HALF_AWAY, MONEY_PLACES,
			   note_of("Posição no preço anterior: quantidade × preço."));
	then = holding_in_brl(s, then);
	if (!s->foreign)
		return then;
	percent = hundred(s->e);
	rate = explain_add(s->e, percent, fx_change(s),
			   note_of("Dólar de agora em % do dólar de antes."));
	return explain_proportion(s->e, then, percent, rate, ROUND_HALF_AWAY, MONEY_PLACES,
				  note_of("Pelo dólar de antes."));
}

void figure_day_change(struct holding_story *s, struct explain_figure *f)
{
	struct term t;

	if (!s->h->day_known) {
		figure_null(f, "Não se sabe o preço ou a quantidade do dia anterior.");
		return;
	}
	t = holding_value(s);
	t = explain_sub(s->e, t, value_then(s),
			note_of("Valor de agora − valor no preço anterior."));
	for (size_t i = 0; i < s->v.n_day_rows; i++) {
		struct term flow = row_flow(s, &s->v.day_rows[i]);

		if (flow.n)
			t = explain_sub(s->e, t, flow,
					note_of("Menos o que entrou (ou mais o que saiu)."));
	}
	figure_money(f, t, s->h->day_change);
}
