/* SPDX-License-Identifier: Apache-2.0 */
/* explain_holding.c: price, value and results of one holding (calculations.md 3). */
#include "config.h"

#include "calc/explain_holding.h"

#include "calc/explain_figures.h"
#include "core/calendar.h"
#include "core/pool.h"

#include <math.h>

static struct note note(const char *text)
{
	return (struct note){ .text = text };
}

/* ---- what a figure came to ---- */

void figure_null(struct explain_figure *f, const char *reason)
{
	f->found = true;
	f->reason = reason;
}

void figure_exact(struct explain_figure *f, enum explain_shown shown, struct term t, wide v,
		  int places)
{
	f->found = f->known = true;
	f->shown = shown;
	f->term = t;
	f->v = v;
	f->places = places;
}

void figure_real(struct explain_figure *f, enum explain_shown shown, struct term t, double v)
{
	f->found = f->known = f->real = true;
	f->shown = shown;
	f->term = t;
	f->r = v;
	f->size = fabs(v);
}

static void figure_money(struct explain_figure *f, struct term t, struct money m)
{
	figure_exact(f, SHOWN_MONEY, t, m.e8, MONEY_PLACES);
}

static void figure_percent(struct explain_figure *f, struct term t, struct percent p)
{
	figure_exact(f, SHOWN_PERCENT, t, p.e8, MONEY_PLACES);
}

static void figure_price(struct explain_figure *f, struct term t, struct price p)
{
	figure_exact(f, SHOWN_PRICE, t, p.e12, PRICE_PLACES);
}

struct term hundred(struct explain *e)
{
	return explain_constant(e, 100, 0, "Por cento.");
}

struct term figure_term(struct explain *e, const struct explain_input *figure, wide v, int places)
{
	struct explain_input in = *figure;

	in.kind = INPUT_FIGURE;
	return explain_value(e, explain_input(e, &in), "value", v, places);
}

struct term figure_term_real(struct explain *e, const struct explain_input *figure, double v)
{
	struct explain_input in = *figure;

	in.kind = INPUT_FIGURE;
	return explain_real(e, explain_input(e, &in), "value", v);
}

/* ---- opening ---- */

static enum calc_err fold_again(struct explaining *x, struct holding_story *s)
{
	struct fold_input *in = &s->work->in;
	struct journal *journals = pool_array(x->e.pool, struct journal, 2);
	enum calc_err err;

	in->returns = s->work->income.returns;
	in->n_returns = s->work->income.n_returns;
	in->journal = &journals[0];
	if (s->foreign) {
		err = fold(x->e.pool, in, &s->native_out);
		if (err != CALC_OK)
			return err;
		story_tell(s->e, s->h->asset->symbol, in, &journals[0], &s->native_out, &s->native);
		in->convert = &x->subject->market->usd;
		in->journal = &journals[1];
	}
	err = fold(x->e.pool, in, &s->brl_out);
	if (err == CALC_OK)
		story_tell(s->e, s->h->asset->symbol, in, in->journal, &s->brl_out, &s->brl);
	in->convert = NULL;
	in->journal = NULL;
	return err;
}

enum calc_err holding_open(struct explaining *x, const struct holding *h, struct holding_story *out)
{
	const struct derived *derived = x->subject->derived;
	struct holding copy = *h;
	enum calc_err err;

	*out = (struct holding_story){
		.x = x, .e = &x->e, .h = h, .foreign = h->asset->currency != CURRENCY_BRL
	};
	for (size_t i = 0; i < derived->n; i++)
		if (derived->holdings[i].head == h->asset)
			out->d = &derived->holdings[i];
	for (size_t i = 0; i < x->deriving.n; i++)
		if (x->deriving.works[i].family->head == h->asset)
			out->work = &x->deriving.works[i];
	if (!out->d || !out->work)
		return CALC_INPUT;
	err = fold_again(x, out);
	if (err == CALC_OK)
		mark_input(&x->marking, out->d, &copy, &out->v);
	return err;
}

/* ---- price ---- */

static struct term quote_term(struct holding_story *s, const struct close *c)
{
	size_t in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_QUOTE,
								 .symbol = s->h->market->symbol,
								 .type = s->h->market->type,
								 .has_day = true,
								 .day = c->day });

	return explain_value(s->e, in, "price", c->price.e12, PRICE_PLACES);
}

/* A price in today's shares: divided by the ratio of each event since. */
static struct term price_today(struct holding_story *s, const struct close *c)
{
	struct term p = quote_term(s, c);

	for (size_t i = 0; i < s->v.n_events; i++) {
		const struct reference_event *event = &s->v.events[i];
		size_t in;

		if (!day_before(c->day, event->ex_day) || day_before(s->v.as_of, event->ex_day) ||
		    event->ratio.n <= 0)
			continue;
		in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_EVENT,
								  .symbol = s->h->market->symbol,
								  .has_day = true,
								  .day = event->ex_day,
								  .from.event = event });
		p = explain_proportion(
			s->e, p, explain_value(s->e, in, "ratio_old", event->ratio.d, 0),
			explain_value(s->e, in, "ratio_new", event->ratio.n, 0), ROUND_HALF_AWAY,
			PRICE_PLACES,
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

static struct term native_price(struct holding_story *s)
{
	if (s->native_price.n)
		return s->native_price;
	s->native_price = expired(s) ? explain_constant(s->e, 0, 0, "Opção vencida vale zero.")
				     : price_today(s, &s->v.last);
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

static struct term in_brl(struct holding_story *s, struct term native)
{
	if (!s->foreign)
		return native;
	return explain_mul(s->e, native, holding_fx(s), ROUND_HALF_AWAY, MONEY_PLACES,
			   note("Em reais: × dólar de marcação."));
}

/* ---- value ---- */

static struct term qty_now(struct holding_story *s)
{
	return story_qty(&s->brl, NULL, s->v.as_of);
}

static struct term accrued_now(struct holding_story *s)
{
	if (!s->accrual.n)
		s->accrual = holding_lots(s, s->v.as_of, s->v.as_of);
	return s->accrual;
}

struct term holding_value(struct holding_story *s)
{
	if (s->value.n)
		return s->value;
	switch (s->h->valuation) {
	case VALUATION_MARKET:
		s->value = in_brl(s, explain_mul(s->e, qty_now(s), native_price(s), ROUND_HALF_AWAY,
						 MONEY_PLACES, note("Quantidade × cotação.")));
		break;
	case VALUATION_ACCRUAL:
		s->value = accrued_now(s);
		break;
	case VALUATION_COST:
		s->value = story_cost(&s->brl);
		break;
	case VALUATION_NONE:
		break;
	}
	return s->value;
}

static struct term native_value(struct holding_story *s)
{
	if (s->native_value.n)
		return s->native_value;
	if (s->h->native_price_known)
		s->native_value = explain_mul(s->e, story_qty(&s->native, NULL, s->v.as_of),
					      native_price(s), ROUND_HALF_AWAY, MONEY_PLACES,
					      note("Quantidade × cotação na moeda do ativo."));
	else
		s->native_value = story_cost(&s->native);
	return s->native_value;
}

/* ---- position figures ---- */

#define NO_COST "O custo não é conhecido: há compra ou venda sem preço no ciclo em aberto."
#define NOT_HELD "O ativo está só em observação: não tem lançamentos."
#define CLOSED "A posição está encerrada."
#define NO_VALUE "A posição não tem valor: não há cotação recente, nem taxa contratada, nem custo."

static void figure_qty(struct holding_story *s, struct explain_figure *f)
{
	figure_exact(f, SHOWN_QTY, qty_now(s), s->h->brl.qty.e8, QTY_PLACES);
}

static void mean_of(struct holding_story *s, const struct position *p,
		    const struct fold_story *story, struct explain_figure *f)
{
	bool range = false;

	if (s->h->state == HOLDING_WATCHLIST)
		figure_null(f, NOT_HELD);
	else if (s->h->state == HOLDING_CLOSED || p->qty.e8 <= 0)
		figure_null(f, CLOSED);
	else if (!p->cost_known)
		figure_null(f, NO_COST);
	else
		figure_price(f,
			     explain_div(s->e, story_cost(story),
					 story_qty(story, NULL, s->v.as_of), ROUND_HALF_AWAY,
					 PRICE_PLACES, note("Preço médio: custo ÷ quantidade.")),
			     money_per_unit(p->cost, p->qty, &range));
}

static void cost_of(struct holding_story *s, const struct position *p,
		    const struct fold_story *story, struct explain_figure *f)
{
	if (s->h->state == HOLDING_WATCHLIST)
		figure_null(f, NOT_HELD);
	else if (s->h->state == HOLDING_CLOSED)
		figure_money(f, s->e->zero, (struct money){ 0 });
	else if (!p->cost_known)
		figure_null(f, NO_COST);
	else
		figure_money(f, story_cost(story), p->cost);
}

static void realized_of(struct holding_story *s, const struct position *p,
			const struct fold_story *story, struct explain_figure *f)
{
	if (s->h->state == HOLDING_WATCHLIST)
		figure_null(f, NOT_HELD);
	else if (!p->realized_known)
		figure_null(f, "Há venda cujo resultado não se pode determinar: falta o preço, o "
			       "custo ou o estoque.");
	else
		figure_money(f, story_realized(story, NULL), p->realized);
}

static void figure_mean(struct holding_story *s, struct explain_figure *f)
{
	mean_of(s, &s->h->brl, &s->brl, f);
}

static void figure_cost(struct holding_story *s, struct explain_figure *f)
{
	cost_of(s, &s->h->brl, &s->brl, f);
}

static void figure_realized(struct holding_story *s, struct explain_figure *f)
{
	realized_of(s, &s->h->brl, &s->brl, f);
}

static void figure_native_mean(struct holding_story *s, struct explain_figure *f)
{
	mean_of(s, &s->h->native, &s->native, f);
}

static void figure_native_cost(struct holding_story *s, struct explain_figure *f)
{
	cost_of(s, &s->h->native, &s->native, f);
}

static void figure_native_realized(struct holding_story *s, struct explain_figure *f)
{
	realized_of(s, &s->h->native, &s->native, f);
}

/* ---- income ---- */

struct term holding_income(struct holding_story *s, bool native, const struct month *month)
{
	const struct income_output *in = &s->work->income;
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
	return explain_sum(s->e, list, n, note("Soma dos proventos líquidos recebidos."));
}

static void figure_income(struct holding_story *s, struct explain_figure *f)
{
	figure_money(f, holding_income(s, false, NULL), s->h->income.received);
}

static void figure_native_income(struct holding_story *s, struct explain_figure *f)
{
	figure_money(f, holding_income(s, true, NULL), s->h->native_income);
}

/* ---- price figures ---- */

#define NO_PRICE "Não há cotação dentro do prazo nem taxa contratada que dê o preço."

static void figure_of_price(struct holding_story *s, struct explain_figure *f)
{
	const struct holding *h = s->h;
	struct term t;

	if (!h->price_known) {
		figure_null(f, NO_PRICE);
		return;
	}
	if (h->valuation == VALUATION_ACCRUAL) {
		t = explain_div(s->e, accrued_now(s), qty_now(s), ROUND_HALF_AWAY, PRICE_PLACES,
				note("Valor unitário: valor acumulado ÷ quantidade."));
		t = explain_rounded(s->e, t, ROUND_HALF_AWAY, 8, note("Com 8 casas."));
	} else {
		t = native_price(s);
		if (s->foreign)
			t = explain_mul(s->e, t, holding_fx(s), ROUND_HALF_AWAY, PRICE_PLACES,
					note("Em reais: cotação × dólar de marcação."));
	}
	figure_price(f, t, h->price);
}

static void figure_price_native(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_price_known)
		figure_null(f, s->foreign ? NO_PRICE : "O ativo é negociado em reais.");
	else
		figure_price(f, native_price(s), s->h->price_native);
}

static void figure_fx_rate(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->fx_known)
		figure_null(f, s->foreign ? "Não há taxa de câmbio."
					  : "O ativo é negociado em reais.");
	else
		figure_price(f, holding_fx(s), s->h->fx_rate);
}

static void figure_value(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->value_known)
		figure_null(f, s->h->state == HOLDING_OPEN ? NO_VALUE : CLOSED);
	else
		figure_money(f, holding_value(s), s->h->market_value);
}

static void figure_native_value(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_value_known)
		figure_null(f, s->h->state == HOLDING_OPEN ? NO_VALUE : CLOSED);
	else
		figure_money(f, native_value(s), s->h->native_value);
}

/* ---- gains ---- */

static struct term pl_term(struct holding_story *s, bool native)
{
	if (native)
		return explain_sub(s->e, native_value(s), story_cost(&s->native),
				   note("Valor − custo, na moeda do ativo."));
	return explain_sub(s->e, holding_value(s), story_cost(&s->brl), note("Valor − custo."));
}

static struct term pl_pct_term(struct holding_story *s, bool native)
{
	return explain_proportion(s->e, pl_term(s, native), hundred(s->e),
				  story_cost(native ? &s->native : &s->brl), ROUND_HALF_AWAY, 8,
				  note("Percentual sobre o custo."));
}

static const char *why_no_gain(const struct holding *h, bool cost_known)
{
	return h->state != HOLDING_OPEN ? CLOSED : !cost_known ? NO_COST : NO_VALUE;
}

static void figure_pl(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->pl_known)
		figure_null(f, why_no_gain(s->h, s->h->brl.cost_known));
	else
		figure_money(f, pl_term(s, false), s->h->unrealized_pl);
}

static void figure_pl_pct(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->pct_known)
		figure_null(f, s->h->pct_reason == PCT_ZERO_COST
				       ? "O custo é menor que um centavo: não há percentual."
				       : why_no_gain(s->h, s->h->brl.cost_known));
	else
		figure_percent(f, pl_pct_term(s, false), s->h->unrealized_pct);
}

static void figure_native_pl(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_pl_known)
		figure_null(f, why_no_gain(s->h, s->h->native.cost_known));
	else
		figure_money(f, pl_term(s, true), s->h->native_pl);
}

static void figure_native_pl_pct(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_pct_known)
		figure_null(f, why_no_gain(s->h, s->h->native.cost_known));
	else
		figure_percent(f, pl_pct_term(s, true), s->h->native_pct);
}

static void figure_weight(struct holding_story *s, struct explain_figure *f)
{
	const struct portfolio *p = s->x->subject->portfolio;
	struct term whole;

	if (!s->h->weight_known) {
		figure_null(f, s->h->state == HOLDING_OPEN ? NO_VALUE : CLOSED);
		return;
	}
	whole = figure_term(s->e, &(struct explain_input){ .field = "patrimonio" },
			    p->patrimonio.e8, MONEY_PLACES);
	figure_percent(f,
		       explain_proportion(s->e, holding_value(s), hundred(s->e), whole,
					  ROUND_HALF_AWAY, 8, note("Valor sobre o patrimônio.")),
		       s->h->weight_pct);
}

/* ---- change ---- */

static struct term change_between(struct holding_story *s, struct term last, struct term prev)
{
	return explain_proportion(
		s->e, explain_sub(s->e, last, prev, note("Diferença desde o preço anterior.")),
		hundred(s->e), prev, ROUND_HALF_AWAY, 8, note("Variação percentual."));
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
	if (!s->change.n)
		s->change = change_between(s, native_price(s), price_today(s, &s->v.prev));
	return s->change;
}

/* The change of the marking rate, in percent. */
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

		return change_between(
			s, accrued_now(s),
			holding_lots(s, s->v.accrual_base_known ? s->v.as_of : since, since));
	}
	a = native_change(s);
	if (!s->foreign)
		return a;
	b = fx_change(s);
	both = explain_proportion(s->e, a, b, hundred(s->e), ROUND_HALF_AWAY, 8,
				  note("Efeito conjunto: variação do ativo × variação do dólar."));
	return explain_sum(s->e, (struct term[]){ a, b, both }, 3,
			   note("(1 + ativo) × (1 + dólar) − 1, em percentual."));
}

static void figure_change(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->change_known)
		figure_null(f, "Não há dois preços próximos o bastante para uma variação.");
	else
		figure_percent(f, change_term(s), s->h->change_pct);
}

static void figure_native_change(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_change_known)
		figure_null(f, "Não há dois preços próximos o bastante para uma variação.");
	else
		figure_percent(f, native_change(s), s->h->native_change);
}

/* What a row since the previous price brought in, in reais; no term for none. */
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
		price = native_price(s);
	else
		price = explain_rounded(
			s->e,
			explain_div(s->e, accrued_now(s), qty_now(s), ROUND_HALF_AWAY, PRICE_PLACES,
				    note("Valor unitário: valor acumulado ÷ quantidade.")),
			ROUND_HALF_AWAY, 8, note("Com 8 casas."));
	t = in_brl(s, explain_mul(s->e, t, price, ROUND_HALF_AWAY, MONEY_PLACES, say));
	return row->kind == ROW_SELL
		       ? explain_negate(s->e, t, note("Venda: o dinheiro saiu da posição."))
		       : t;
}

/* What it was worth at the previous price. */
static struct term value_then(struct holding_story *s)
{
	struct term then, rate;

	if (s->h->valuation == VALUATION_ACCRUAL) {
		struct day since = bank_day_before(s->v.as_of);

		return holding_lots(s, since, since);
	}
	then = in_brl(s, explain_mul(s->e, story_qty(&s->brl, NULL, s->v.prev.day),
				     quote_term(s, &s->v.prev), ROUND_HALF_AWAY, MONEY_PLACES,
				     note("Posição no preço anterior: quantidade × preço.")));
	if (!s->foreign)
		return then;
	rate = explain_add(s->e, hundred(s->e), fx_change(s),
			   note("Dólar de agora em % do dólar de antes."));
	return explain_proportion(s->e, then, hundred(s->e), rate, ROUND_HALF_AWAY, MONEY_PLACES,
				  note("Pelo dólar de antes."));
}

static void figure_day_change(struct holding_story *s, struct explain_figure *f)
{
	struct term t;

	if (!s->h->day_known) {
		figure_null(f, "Não se sabe o preço ou a quantidade do dia anterior.");
		return;
	}
	t = explain_sub(s->e, holding_value(s), value_then(s),
			note("Valor de agora − valor no preço anterior."));
	for (size_t i = 0; i < s->v.n_day_rows; i++) {
		struct term flow = row_flow(s, &s->v.day_rows[i]);

		if (flow.n)
			t = explain_sub(s->e, t, flow,
					note("Menos o que entrou (ou mais o que saiu)."));
	}
	figure_money(f, t, s->h->day_change);
}

#define HOLDING NEEDS_HOLDING
#define NATIVE (NEEDS_HOLDING | NEEDS_NATIVE)

const struct holding_figure holding_figures[] = {
	{ { "qty", HOLDING }, figure_qty },
	{ { "avg_price", HOLDING }, figure_mean },
	{ { "invested_cost", HOLDING }, figure_cost },
	{ { "price", HOLDING }, figure_of_price },
	{ { "change_pct", HOLDING }, figure_change },
	{ { "market_value", HOLDING }, figure_value },
	{ { "unrealized_pl", HOLDING }, figure_pl },
	{ { "unrealized_pct", HOLDING }, figure_pl_pct },
	{ { "realized_pl", HOLDING }, figure_realized },
	{ { "income_received", HOLDING }, figure_income },
	{ { "weight_pct", HOLDING }, figure_weight },
	{ { "day_change_brl", HOLDING }, figure_day_change },
	{ { "price_native", HOLDING }, figure_price_native },
	{ { "fx_rate", HOLDING }, figure_fx_rate },
	{ { "native.avg_price", NATIVE }, figure_native_mean },
	{ { "native.invested_cost", NATIVE }, figure_native_cost },
	{ { "native.price", NATIVE }, figure_price_native },
	{ { "native.change_pct", NATIVE }, figure_native_change },
	{ { "native.market_value", NATIVE }, figure_native_value },
	{ { "native.unrealized_pl", NATIVE }, figure_native_pl },
	{ { "native.unrealized_pct", NATIVE }, figure_native_pl_pct },
	{ { "native.realized_pl", NATIVE }, figure_native_realized },
	{ { "native.income_received", NATIVE }, figure_native_income },
	{ .field = { .name = NULL } },
};
