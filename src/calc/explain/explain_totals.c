/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_totals.c: the totals of a portfolio (doc/calculations.md 17), and its money-weighted return
 * (6.1).  The parts are figures of holdings, each explained separately.
 */
#include "config.h"

#include "calc/explain/explain_figures.h"

#include "core/pool.h"

/* ---- parts ---- */

static struct term part_of(struct explaining *x, const struct holding *h, const char *field,
			   struct money m)
{
	return figure_term(&x->e,
			   &(struct explain_input){ .field = field,
						    .symbol = h->asset->symbol,
						    .type = h->asset->type },
			   m.e8, MONEY_PLACES);
}

static struct term month_part(struct explaining *x, const struct holding *h, const char *field,
			      struct month month, struct money m)
{
	return figure_term(&x->e,
			   &(struct explain_input){ .field = field,
						    .symbol = h->asset->symbol,
						    .type = h->asset->type,
						    .has_month = true,
						    .month = month },
			   m.e8, MONEY_PLACES);
}

/* One amount of every holding that has it; false leaves a holding out. */
typedef bool (*amount_of)(const struct holding *h, struct money *out);

static struct term sum_of(struct explaining *x, const char *field, amount_of amount,
			  const char *text)
{
	const struct portfolio *p = x->subject->portfolio;
	struct term *list = pool_array(x->e.pool, struct term, p->n_holdings);
	struct money m;
	size_t n = 0;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (amount(&p->holdings[i], &m))
			list[n++] = explain_shown(&x->e, part_of(x, &p->holdings[i], field, m));
	return explain_sum(&x->e, list, n, note_of(text));
}

static bool value_of(const struct holding *h, struct money *out)
{
	*out = h->market_value;
	return h->state == HOLDING_OPEN && h->value_known;
}

static bool cost_of(const struct holding *h, struct money *out)
{
	*out = h->brl.cost;
	return h->state == HOLDING_OPEN && h->brl.cost_known;
}

static bool pl_of(const struct holding *h, struct money *out)
{
	*out = h->unrealized_pl;
	return h->state == HOLDING_OPEN && h->pl_known;
}

static bool pl_cost_of(const struct holding *h, struct money *out)
{
	*out = h->brl.cost;
	return h->state == HOLDING_OPEN && h->pl_known;
}

static bool day_of(const struct holding *h, struct money *out)
{
	*out = h->day_change;
	return h->state == HOLDING_OPEN && h->day_known && h->value_known;
}

static bool day_value_of(const struct holding *h, struct money *out)
{
	*out = h->market_value;
	return h->state == HOLDING_OPEN && h->day_known && h->value_known;
}

/* ---- sums ---- */

static void money(struct explain_figure *f, struct term t, struct money m)
{
	figure_exact(f, SHOWN_MONEY, t, m.e8, MONEY_PLACES);
}

static struct term patrimonio(struct explaining *x)
{
	return sum_of(x, "market_value", value_of, "Soma do valor das posições em aberto.");
}

static struct term unrealized(struct explaining *x)
{
	return sum_of(x, "unrealized_pl", pl_of, "Soma dos resultados não realizados.");
}

static struct term day_change(struct explaining *x)
{
	return sum_of(x, "day_change_brl", day_of, "Soma do que cada posição ganhou no dia.");
}

static void write_patrimonio(struct explaining *x)
{
	money(x->f, patrimonio(x), x->subject->portfolio->patrimonio);
}

static void write_invested(struct explaining *x)
{
	money(x->f,
	      sum_of(x, "invested_cost", cost_of,
		     "Soma do custo conhecido das posições em aberto."),
	      x->subject->portfolio->invested);
}

static void write_unrealized(struct explaining *x)
{
	money(x->f, unrealized(x), x->subject->portfolio->unrealized_pl);
}

static void write_unrealized_pct(struct explaining *x)
{
	struct term cost = sum_of(x, "invested_cost", pl_cost_of,
				  "Soma do custo das posições que têm resultado.");
	struct term t = x->e.zero;

	if (!explain_is_zero(&x->e, cost)) {
		t = unrealized(x);
		t = explain_proportion(&x->e, t, hundred(&x->e), cost, ROUND_HALF_AWAY, 8,
				       note_of("Resultado não realizado sobre o custo."));
	}
	figure_exact(x->f, SHOWN_PERCENT, t, x->subject->portfolio->unrealized_pct.e8, 8);
}

static void write_day_change(struct explaining *x)
{
	money(x->f, day_change(x), x->subject->portfolio->day_change);
}

static void write_day_change_pct(struct explaining *x)
{
	struct term earned = day_change(x);
	struct term base = explain_sub(
		&x->e,
		sum_of(x, "market_value", day_value_of, "Soma do valor das mesmas posições."),
		earned, note_of("O que valiam antes: valor − o que ganharam."));
	struct term t =
		explain_is_zero(&x->e, base)
			? x->e.zero
			: explain_proportion(&x->e, earned, hundred(&x->e), base, ROUND_HALF_AWAY,
					     8, note_of("Variação do dia sobre o valor de antes."));

	figure_exact(x->f, SHOWN_PERCENT, t, x->subject->portfolio->day_change_pct.e8, 8);
}

/* ---- by month ---- */

static const struct months *months_of(const struct holding *h, bool income)
{
	return income ? &h->income.by_month : &h->brl.realized_by_month;
}

struct term months_term(struct explaining *x, bool income, const struct month *month)
{
	const struct portfolio *p = x->subject->portfolio;
	struct term *list;
	size_t n = 0;
	size_t room = 0;

	for (size_t i = 0; i < p->n_holdings; i++)
		room += months_of(&p->holdings[i], income)->n;
	list = pool_array(x->e.pool, struct term, room);
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct months *m = months_of(&p->holdings[i], income);

		for (size_t k = 0; k < m->n; k++)
			if (!month || m->items[k].month.n == month->n)
				list[n++] = explain_shown(
					&x->e,
					month_part(x, &p->holdings[i],
						   income ? "income_by_month" : "realized_by_month",
						   m->items[k].month, m->items[k].amount));
	}
	return explain_sum(
		&x->e, list, n,
		note_of(income ? "Soma dos proventos líquidos recebidos."
			       : "Soma dos resultados realizados que se podem determinar."));
}

static struct money month_amount(const struct months *m, struct month month, bool *found)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->items[i].month.n == month.n) {
			*found = true;
			return m->items[i].amount;
		}
	return (struct money){ 0 };
}

static void write_realized(struct explaining *x)
{
	money(x->f, months_term(x, false, NULL), x->subject->portfolio->realized_pl);
}

static void write_income(struct explaining *x)
{
	money(x->f, months_term(x, true, NULL), x->subject->portfolio->income_received);
}

static void write_total_pl(struct explaining *x)
{
	struct term open = unrealized(x);

	money(x->f,
	      explain_add(&x->e, open, months_term(x, false, NULL),
			  note_of("Não realizado + realizado.")),
	      x->subject->portfolio->total_pl);
}

/* A month of one holding, from its rows; of the whole, from those of the holdings. */
static void write_month(struct explaining *x, bool income)
{
	const struct portfolio *p = x->subject->portfolio;
	const struct months *all = income ? &p->income_by_month : &p->realized_by_month;
	struct holding_story s;
	struct money m;

	if (x->ask->holding)
		all = months_of(x->ask->holding, income);
	m = month_amount(all, x->ask->month, &x->f->found);
	if (!x->f->found)
		return;
	if (!x->ask->holding)
		money(x->f, months_term(x, income, &x->ask->month), m);
	else if (holding_open(x, x->ask->holding, &s))
		money(x->f,
		      income ? holding_income(&s, false, &x->ask->month)
			     : story_realized(&s.brl, all, &x->ask->month),
		      m);
}

static void write_realized_month(struct explaining *x)
{
	write_month(x, false);
}

static void write_income_month(struct explaining *x)
{
	write_month(x, true);
}

/* ---- the dollar ---- */

static const char no_foreign[] = "A carteira não tem ativo em moeda estrangeira.";

static struct term pair_value(struct explaining *x, const char *member, wide v, int places)
{
	size_t in = explain_input(&x->e, &(struct explain_input){ .kind = INPUT_QUOTE,
								  .of = "USDT/BRL",
								  .has_day = true,
								  .day = x->subject->as_of });

	return explain_value(&x->e, in, member, v, places);
}

static void write_fx(struct explaining *x)
{
	const struct fx *fx = &x->subject->portfolio->fx;

	if (fx->source == FX_NONE)
		figure_null(x->f, no_foreign);
	else
		figure_exact(x->f, SHOWN_PRICE,
			     fx->source == FX_BCB
				     ? rate_term(&x->e, &(struct close){ fx->day, fx->rate })
				     : pair_value(x, "price", fx->rate.e12, PRICE_PLACES),
			     fx->rate.e12, PRICE_PLACES);
}

/* Between the last two official rates. */
static struct term official_change(struct explaining *x, const struct fx *fx)
{
	const struct fx_series *s = &x->subject->market->usd;
	struct explain *e = &x->e;
	struct term last, before, change;
	size_t n = s->n;

	while (n && day_before(fx->day, s->rates[n - 1].day))
		n--;
	if (n < 2)
		return (struct term){ 0 };
	last = rate_term(e, &s->rates[n - 1]);
	before = rate_term(e, &s->rates[n - 2]);
	change = explain_sub(e, last, before, note_of("Última taxa oficial − a anterior."));
	return explain_proportion(e, change, hundred(e), before, ROUND_HALF_AWAY, 8,
				  note_of("Variação percentual."));
}

static void write_fx_change(struct explaining *x)
{
	const struct fx *fx = &x->subject->portfolio->fx;

	if (fx->source == FX_NONE)
		figure_null(x->f, no_foreign);
	else if (!fx->change_known)
		figure_null(x->f, "Há uma só taxa: não há variação.");
	else
		figure_exact(x->f, SHOWN_PERCENT,
			     fx->source == FX_BCB
				     ? official_change(x, fx)
				     : pair_value(x, "change_24h_pct", fx->change.e8, 8),
			     fx->change.e8, 8);
}

/* ---- the money-weighted return ---- */

static void write_xirr(struct explaining *x)
{
	const struct portfolio *p = x->subject->portfolio;
	struct term *list = pool_array(x->e.pool, struct term, p->n_flows + 1);

	if (!p->xirr_known) {
		figure_null(x->f,
			    "O retorno não está definido: há custo desconhecido, fluxos que não "
			    "dão uma taxa única ou valor acima de 300% a.a.");
		return;
	}
	for (size_t i = 0; i < p->n_flows; i++)
		list[i] = figure_term(&x->e,
				      &(struct explain_input){ .field = "flow",
							       .has_day = true,
							       .day = p->flows[i].day },
				      p->flows[i].amount.e8, MONEY_PLACES);
	list[p->n_flows] = figure_term(&x->e,
				       &(struct explain_input){ .field = "patrimonio",
								.has_day = true,
								.day = x->subject->as_of },
				       p->patrimonio.e8, MONEY_PLACES);
	figure_real(
		x->f, SHOWN_RATE,
		explain_root(&x->e, list, p->n_flows + 1, p->xirr,
			     note_of("A taxa anual que zera a soma dos fluxos trazidos à data do "
				     "primeiro: fluxo ÷ (1 + r)^(dias ÷ 365).")),
		p->xirr);
}

/* ---- the investor's payments and receipts on a day ---- */

static void holding_flows(struct explaining *x, const struct holding *h, struct day day,
			  struct term *sum)
{
	struct holding_story s;
	const struct derived_holding *d;

	if (!holding_open(x, h, &s))
		return;
	d = s.d;
	for (size_t i = 0; i < d->n_flows; i++)
		if (d->flows[i].known && day_same(d->flows[i].day, day) && d->flows[i].amount.e8)
			*sum = explain_add(&x->e, *sum, s.brl.flows[i],
					   note_of("Soma dos fluxos do dia."));
	for (size_t i = 0; i < d->n_entries; i++)
		if (d->entries[i].net_known && day_same(d->entries[i].pay_day, day))
			*sum = explain_add(&x->e, *sum,
					   income_brl(&s.brl, &s.lineage->income.entries[i],
						      s.foreign ? &x->subject->market->usd : NULL),
					   note_of("Mais o provento do dia."));
}

bool flows_on(const struct derived_holding *d, struct day day)
{
	for (size_t i = 0; i < d->n_flows; i++)
		if (day_same(d->flows[i].day, day))
			return true;
	for (size_t i = 0; i < d->n_entries; i++)
		if (day_same(d->entries[i].pay_day, day))
			return true;
	return false;
}

const struct holding *holding_of(const struct portfolio *p, const struct ledger_asset *head)
{
	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].asset == head)
			return &p->holdings[i];
	return NULL;
}

static void write_flow(struct explaining *x)
{
	const struct portfolio *p = x->subject->portfolio;
	const struct derived *d = x->subject->derived;
	struct term sum = x->e.zero;
	size_t i = 0;

	while (i < p->n_flows && !day_same(p->flows[i].day, x->ask->day))
		i++;
	if (i == p->n_flows)
		return;
	for (size_t k = 0; k < d->n && x->err == CALC_OK; k++)
		if (flows_on(&d->holdings[k], x->ask->day))
			holding_flows(x, holding_of(p, d->holdings[k].head), x->ask->day, &sum);
	money(x->f, sum, p->flows[i].amount);
}

const struct other_figure total_figures[] = {
	{ { "patrimonio", 0 }, write_patrimonio },
	{ { "invested", 0 }, write_invested },
	{ { "unrealized_pl", 0 }, write_unrealized },
	{ { "unrealized_pct", 0 }, write_unrealized_pct },
	{ { "realized_pl", 0 }, write_realized },
	{ { "income_received", 0 }, write_income },
	{ { "day_change_brl", 0 }, write_day_change },
	{ { "day_change_pct", 0 }, write_day_change_pct },
	{ { "total_pl", 0 }, write_total_pl },
	{ { "realized_by_month", NEEDS_MONTH | TAKES_HOLDING }, write_realized_month },
	{ { "income_by_month", NEEDS_MONTH | TAKES_HOLDING }, write_income_month },
	{ { "fx.usd_brl", 0 }, write_fx },
	{ { "fx.change_pct", 0 }, write_fx_change },
	{ { "xirr", 0 }, write_xirr },
	{ { "returns.xirr", 0 }, write_xirr },
	{ { "flow", NEEDS_DAY }, write_flow },
	{ .field = { .name = NULL } },
};
