/* SPDX-License-Identifier: Apache-2.0 */
/* explain_costs.c: the yearly costs of holding the portfolio (doc/calculations.md 9). */
#include "config.h"

#include "calc/explain/explain_shares.h"

#include "core/pool.h"

/* ---- one position ---- */

static const struct cost_item *cost_of(const struct explaining *x, const struct holding *h)
{
	const struct costs *c = x->subject->costs;
	const struct open_position *s = share_open_position(x, h);

	for (size_t i = 0; i < c->n_items; i++)
		if (c->items[i].open_position == s)
			return &c->items[i];
	return NULL;
}

static struct term register_value(struct explaining *x, const struct open_position *s,
				  const char *member, const char *text, struct percent p)
{
	size_t in = explain_input(&x->e, &(struct explain_input){ .kind = INPUT_REGISTER,
								  .symbol = s->symbol,
								  .text = text });

	return explain_value(&x->e, in, member, p.e8, 8);
}

static struct term median_of(struct explaining *x, const struct cost_item *i)
{
	return register_value(
		x, i->open_position, "median_fee_pct",
		pool_printf(x->e.pool, "%s, %zu fundos comparáveis", i->benchmark, i->peers),
		i->benchmark_pct);
}

static struct term custody(struct explain *e)
{
	return explain_constant(e, COST_CUSTODY_PCT_E8, 8,
				"Custódia da B3 no Tesouro Direto: 0,20% ao ano.");
}

/* The taxable part of a product with an exemption; *held gets the whole. */
static struct term taxed_of(struct explaining *x, const struct open_position *s, struct term *held)
{
	const struct explain_subject *subject = x->subject;
	enum cost_product product = cost_product(x->e.pool, s);
	struct term *list = pool_array(x->e.pool, struct term, subject->n_open_positions);
	struct explain *e = &x->e;
	size_t n = 0;

	for (size_t i = 0; i < subject->n_open_positions; i++) {
		const struct open_position *other = &subject->open_positions[i];

		if (open_position_counts(other) && other->type == ASSET_TESOURO &&
		    cost_product(e->pool, other) == product)
			list[n++] = share_value(x, other);
	}
	*held = explain_sum(e, list, n, note_of("Soma dos títulos do produto."));
	return explain_sub(
		e, *held,
		explain_min(e, *held,
			    explain_constant(e, COST_EXEMPT_E8, 8,
					     "Isenção de custódia: R$ 10.000,00 por produto."),
			    note_of("A parte isenta, no máximo o que há.")),
		note_of("O que passa da isenção."));
}

static bool is_exempted(struct explaining *x, const struct open_position *s)
{
	enum cost_product product = cost_product(x->e.pool, s);

	return product == PRODUCT_SELIC || product == PRODUCT_RESERVA;
}

static struct term gap_pct(struct explaining *x, const struct cost_item *i)
{
	struct explain *e = &x->e;
	struct term cdi =
		figure_term(e, &(struct explain_input){ .field = "costs.meta.cdi_12m_pct" },
			    x->subject->cdi_12m->e8, 8);
	struct term pct = explain_value(
		e,
		explain_input(e, &(struct explain_input){ .kind = INPUT_TERMS,
							  .symbol = i->open_position->symbol }),
		"pct", i->open_position->terms->pct.e8, 8);
	struct term lacks =
		explain_sub(e, hundred(e), pct, note_of("O que falta para 100% do CDI."));

	return explain_proportion(e, cdi, lacks, hundred(e), ROUND_HALF_AWAY, 8,
				  note_of("Custo anual em %: CDI de 12 meses × o que falta."));
}

static struct term item_pct(struct explaining *x, const struct cost_item *i)
{
	struct explain *e = &x->e;
	struct term held, taxed;

	switch (i->kind) {
	case COST_FUND_FEE:
		return register_value(x, i->open_position, "fee_pct",
				      "Taxa de administração ao ano.", i->annual_pct);
	case COST_CDI_GAP:
		return gap_pct(x, i);
	case COST_CUSTODY:
		break;
	}
	if (cost_product(e->pool, i->open_position) == PRODUCT_CONVERTED)
		return explain_constant(e, 0, 0, "Custódia zero até a conversão.");
	if (!is_exempted(x, i->open_position))
		return custody(e);
	taxed = taxed_of(x, i->open_position, &held);
	return explain_proportion(
		e, custody(e), taxed, held, ROUND_HALF_AWAY, 8,
		note_of("Taxa efetiva: 0,20% × o que passa da isenção ÷ o total."));
}

static struct term yearly(struct explaining *x, struct term value, struct term pct)
{
	return explain_proportion(&x->e, value, pct, hundred(&x->e), ROUND_HALF_AWAY, 2,
				  note_of("Custo por ano: valor × taxa ÷ 100, ao centavo."));
}

static struct term item_annual(struct explaining *x, const struct cost_item *i)
{
	struct explain *e = &x->e;
	struct term value = share_value(x, i->open_position);
	struct term held, taxed, part;

	if (i->kind != COST_CUSTODY || !is_exempted(x, i->open_position))
		return yearly(x, value, item_pct(x, i));
	taxed = taxed_of(x, i->open_position, &held);
	part = explain_proportion(e, value, taxed, held, ROUND_HALF_AWAY, MONEY_PLACES,
				  note_of("Parte do título no que passa da isenção."));
	return yearly(x, part, custody(e));
}

static void write_item_value(struct explaining *x)
{
	const struct cost_item *i = cost_of(x, x->ask->holding);

	if (i)
		figure_exact(x->f, SHOWN_MONEY, share_value(x, i->open_position),
			     i->open_position->value.e8, MONEY_PLACES);
}

static void write_item_pct(struct explaining *x)
{
	const struct cost_item *i = cost_of(x, x->ask->holding);

	if (i)
		figure_exact(x->f, SHOWN_PERCENT, item_pct(x, i), i->annual_pct.e8, 8);
}

static void write_item_annual(struct explaining *x)
{
	const struct cost_item *i = cost_of(x, x->ask->holding);

	if (i)
		figure_exact(x->f, SHOWN_MONEY, item_annual(x, i), i->annual.e8, MONEY_PLACES);
}

#define NO_REFERENCE "Não há referência com que comparar este custo."

static void write_item_benchmark(struct explaining *x)
{
	const struct cost_item *i = cost_of(x, x->ask->holding);

	if (!i)
		return;
	if (!i->benchmark)
		figure_null(x->f, NO_REFERENCE);
	else if (i->kind == COST_FUND_FEE)
		figure_exact(x->f, SHOWN_PERCENT, median_of(x, i), i->benchmark_pct.e8, 8);
	else
		figure_exact(
			x->f, SHOWN_PERCENT,
			explain_constant(&x->e, 0, 0, "A referência é 100% do CDI: custo zero."),
			i->benchmark_pct.e8, 8);
}

/* What the fee costs a year above the median of comparable funds. */
static struct term fee_excess(struct explaining *x, const struct cost_item *i)
{
	struct term value = share_value(x, i->open_position);
	struct term pct = item_pct(x, i);

	pct = explain_sub(&x->e, pct, median_of(x, i), note_of("Taxa acima da mediana."));
	return yearly(x, value, pct);
}

static void write_item_excess(struct explaining *x)
{
	const struct cost_item *i = cost_of(x, x->ask->holding);
	struct term t;

	if (!i)
		return;
	if (!i->benchmark) {
		figure_null(x->f, NO_REFERENCE);
		return;
	}
	if (i->kind != COST_FUND_FEE)
		t = item_annual(x, i);
	else if (i->annual_pct.e8 <= i->benchmark_pct.e8)
		t = explain_constant(&x->e, 0, 0, "A taxa não passa da mediana.");
	else
		t = fee_excess(x, i);
	figure_exact(x->f, SHOWN_MONEY, t, i->excess.e8, MONEY_PLACES);
}

/* ---- sums ---- */

static struct term item_part(struct explaining *x, const char *field, const struct cost_item *i,
			     struct money m)
{
	return figure_term(&x->e,
			   &(struct explain_input){ .field = field,
						    .symbol = i->open_position->symbol,
						    .type = i->open_position->type },
			   m.e8, MONEY_PLACES);
}

/* Parts of the sum of the costs. */
enum cost_part { COST_ALL, COST_PAID, COST_NOT_EARNED };

static bool is_part(const struct cost_item *i, enum cost_part part)
{
	return part == COST_ALL || (i->kind == COST_CDI_GAP) == (part == COST_NOT_EARNED);
}

static struct term annual_sum(struct explaining *x, const char *recipient, enum cost_part part)
{
	const struct costs *c = x->subject->costs;
	struct term *list = pool_array(x->e.pool, struct term, c->n_items);
	size_t n = 0;

	for (size_t i = 0; i < c->n_items; i++)
		if ((!recipient || str_eq(c->items[i].recipient, recipient)) &&
		    is_part(&c->items[i], part))
			list[n++] = item_part(x, "costs.items.annual_cost_brl", &c->items[i],
					      c->items[i].annual);
	return explain_sum(&x->e, list, n, note_of("Soma dos custos por ano."));
}

static void write_recipient(struct explaining *x)
{
	const struct costs *c = x->subject->costs;

	for (size_t i = 0; i < c->n_recipients; i++)
		if (str_eq(c->recipients[i].name, x->ask->item))
			figure_exact(x->f, SHOWN_MONEY, annual_sum(x, x->ask->item, COST_ALL),
				     c->recipients[i].annual.e8, MONEY_PLACES);
}

static void write_cost_total(struct explaining *x)
{
	figure_exact(x->f, SHOWN_MONEY, annual_sum(x, NULL, COST_ALL), x->subject->costs->annual.e8,
		     MONEY_PLACES);
}

static void write_cost_fees(struct explaining *x)
{
	const struct costs *c = x->subject->costs;

	figure_exact(x->f, SHOWN_MONEY, annual_sum(x, NULL, COST_PAID), c->annual.e8 - c->gap.e8,
		     MONEY_PLACES);
}

static void write_cost_gap(struct explaining *x)
{
	figure_exact(x->f, SHOWN_MONEY, annual_sum(x, NULL, COST_NOT_EARNED),
		     x->subject->costs->gap.e8, MONEY_PLACES);
}

static void write_cost_excess(struct explaining *x)
{
	const struct costs *c = x->subject->costs;
	struct term *list = pool_array(x->e.pool, struct term, c->n_items);
	size_t n = 0;

	for (size_t i = 0; i < c->n_items; i++)
		if (c->items[i].benchmark)
			list[n++] = item_part(x, "costs.items.excess_cost_brl", &c->items[i],
					      c->items[i].excess);
	figure_exact(x->f, SHOWN_MONEY,
		     explain_sum(&x->e, list, n, note_of("Soma do que passa das referências.")),
		     c->excess.e8, MONEY_PLACES);
}

static void write_cost_pct(struct explaining *x)
{
	const struct costs *c = x->subject->costs;
	struct term annual, percent;

	if (!c->pct_known) {
		figure_null(x->f, "A carteira não tem posição com valor.");
		return;
	}
	annual = annual_sum(x, NULL, COST_ALL);
	percent = hundred(&x->e);
	figure_exact(x->f, SHOWN_PERCENT,
		     explain_proportion(&x->e, annual, percent, shares_considered(x),
					ROUND_HALF_AWAY, 8,
					note_of("Custo por ano sobre o patrimônio.")),
		     c->pct.e8, 8);
}

static void write_cost_value(struct explaining *x)
{
	figure_exact(x->f, SHOWN_MONEY, shares_considered(x), x->subject->costs->patrimonio.e8,
		     MONEY_PLACES);
}

/* A year earlier; the month's last day when it has no such day. */
static struct day year_before(struct day day)
{
	struct day last = month_last((struct month){ day_month(day).n - 12 });
	struct day same =
		day_plus(month_first(day_month(last)), day.n - month_first(day_month(day)).n);

	return day_before(last, same) ? last : same;
}

static void write_cdi(struct explaining *x)
{
	static const struct accrual_terms cdi = { .indexer = INDEXER_CDI };
	struct day until = x->subject->as_of;
	struct explain *e = &x->e;
	struct accruer *a;
	struct term t;

	if (!x->subject->cdi_12m) {
		figure_null(x->f,
			    "A série do CDI não cobre os últimos 12 meses, ou nenhum papel da "
			    "carteira a usa.");
		return;
	}
	a = accruer_new(e->pool, x->subject->market->rates, until);
	t = factor_daily(x, a, &cdi, hundred(e), year_before(until), until);
	t = explain_sub(e, t, unit(e), note_of("Menos um."));
	t = explain_mul(e, t, hundred(e), ROUND_HALF_AWAY, 4,
			note_of("Em percentual, com 4 casas."));
	figure_exact(x->f, SHOWN_PERCENT, t, x->subject->cdi_12m->e8, 8);
}

#define COST (NEEDS_COSTS | NEEDS_HOLDING)

const struct other_figure cost_figures[] = {
	{ { "costs.items.value_brl", COST }, write_item_value },
	{ { "costs.items.annual_cost_pct", COST }, write_item_pct },
	{ { "costs.items.annual_cost_brl", COST }, write_item_annual },
	{ { "costs.items.benchmark.value_pct", COST }, write_item_benchmark },
	{ { "costs.items.excess_cost_brl", COST }, write_item_excess },
	{ { "costs.by_recipient.annual_cost_brl", NEEDS_COSTS | NEEDS_ITEM }, write_recipient },
	{ { "costs.totals.annual_cost_brl", NEEDS_COSTS }, write_cost_total },
	{ { "costs.totals.fees_brl", NEEDS_COSTS }, write_cost_fees },
	{ { "costs.totals.cdi_gap_brl", NEEDS_COSTS }, write_cost_gap },
	{ { "costs.totals.above_reference_brl", NEEDS_COSTS }, write_cost_excess },
	{ { "costs.totals.pct_of_patrimonio", NEEDS_COSTS }, write_cost_pct },
	{ { "costs.meta.patrimonio_brl", NEEDS_COSTS }, write_cost_value },
	{ { "costs.meta.cdi_12m_pct", NEEDS_COSTS }, write_cdi },
	{ .field = { .name = NULL } },
};
