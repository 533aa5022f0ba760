/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_month.c: the figures of a month as steps: its baskets, exemption and the amount due
 * (doc/tax.md 20.4, 20.5).
 */
#include "config.h"

#include "calc/tax/tax_nodes.h"
#include "core/pool.h"

/* ---- a basket ---- */

static const char *const carried_fields[TAX_BASKETS] = { "months.common.loss_carried",
							 "months.day_trade.loss_carried",
							 "months.fii.loss_carried" };

/* The sum of a class to the cent; zero where its gain is exempt. */
static struct term class_sum(struct tax_explaining *t, const struct tax_month *m, int basket,
			     int cls)
{
	struct term *list = pool_array(t->e->pool, struct term, m->n_operations);
	struct term sum;
	size_t n = 0;

	for (size_t i = 0; i < m->n_operations; i++)
		if (m->operations[i]->basket == (enum tax_basket)basket &&
		    m->operations[i]->cls == (enum tax_class)cls && m->operations[i]->result_known)
			list[n++] = explain_tax_result(t, m->operations[i]);
	sum = explain_sum(t->e, list, n, note_of("Soma dos resultados da classe no mês"));
	return explain_tax_in_cents(t, sum, "Resultado da classe, em centavos");
}

static bool leaves_basket(const struct tax_month *m, int basket, int cls)
{
	const struct tax_figure *sum = &m->basket[basket].by_class[cls].sum;

	return basket == BASKET_COMMON && cls == TAX_SHARE && m->exempt &&
	       (!sum->known || sum->m.e8 > 0);
}

static struct term basket_result(struct tax_explaining *t, const struct tax_month *m, int basket)
{
	struct term list[TAX_CLASSES];
	size_t n = 0;

	for (int c = 1; c < TAX_CLASSES; c++)
		if (m->basket[basket].by_class[c].present && !leaves_basket(m, basket, c))
			list[n++] = class_sum(t, m, basket, c);
	return explain_sum(t->e, list, n,
			   note_of("Resultado destas operações: a soma das classes"));
}

static struct term brought(struct tax_explaining *t, const struct tax_month *m, int basket)
{
	struct tax_figure loss = m->basket[basket].loss_brought;

	if (!loss.m.e8)
		return explain_constant(t->e, 0, 2, "Nenhum prejuízo trazido");
	if (month_year((struct month){ m->month.n - 1 }) < TAX_FIRST_YEAR)
		return explain_tax_stated(t, "Prejuízo de antes de 2020", loss.m);
	return explain_tax_figure(t, carried_fields[basket], NULL, (struct month){ m->month.n - 1 },
				  loss.m);
}

static struct term base_of(struct tax_explaining *t, const struct tax_month *m, int basket,
			   struct term *used)
{
	const struct tax_basket_month *b = &m->basket[basket];
	struct term result = basket_result(t, m, basket);

	if (b->result.m.e8 <= 0) {
		*used = explain_constant(t->e, 0, 2, "Sem ganho não há base nem compensação");
		return *used;
	}
	*used = explain_min(t->e, brought(t, m, basket), result,
			    note_of("Prejuízo compensado: até o resultado do mês"));
	return explain_sub(t->e, result, *used,
			   note_of("Base: resultado menos prejuízo compensado"));
}

static struct term carried(struct tax_explaining *t, const struct tax_month *m, int basket)
{
	const struct tax_basket_month *b = &m->basket[basket];
	struct term loss, used;

	if (b->stated)
		return explain_shown(
			t->e,
			explain_tax_stated(t, "Prejuízo informado pela pessoa no fim deste mês",
					   b->loss_carried.m));
	loss = brought(t, m, basket);
	if (b->result.m.e8 <= 0)
		return explain_sub(t->e, loss, basket_result(t, m, basket),
				   note_of("Prejuízo que fica: o trazido mais a perda do mês"));
	(void)base_of(t, m, basket, &used); /* only the step of the used amount matters */
	return explain_sub(t->e, loss, used,
			   note_of("Prejuízo que fica: o trazido menos o compensado"));
}

static struct tax_figure part_of(const struct tax_basket_month *b, enum part part)
{
	switch (part) {
	case PART_RESULT:
		return b->result;
	case PART_BROUGHT:
		return b->loss_brought;
	case PART_USED:
		return b->loss_used;
	case PART_BASE:
		return b->base;
	case PART_TAX:
		return b->tax;
	case PART_CARRIED:
		break;
	}
	return b->loss_carried;
}

/* Why that part is null: a brought-forward loss only for earlier reasons, a result only for its own. */
static tax_reasons why_part(const struct tax_basket_month *b, enum part part)
{
	const tax_reasons before = TAX_WHY(TAX_CARRY_UNKNOWN);

	switch (part) {
	case PART_RESULT:
		return b->reasons & ~before;
	case PART_BROUGHT:
		return before;
	case PART_USED:
	case PART_BASE:
	case PART_TAX:
	case PART_CARRIED:
		break;
	}
	return b->reasons;
}

static const struct tax_month *month_found(const struct tax_explaining *t)
{
	return explain_tax_month(t, t->month);
}

void explain_tax_basket(struct tax_explaining *t, int basket, enum part part)
{
	const struct tax_month *m = month_found(t);
	struct term used, base;

	if (!m)
		return;
	t->out->found = true;
	t->out->figure = part_of(&m->basket[basket], part);
	t->out->reasons = why_part(&m->basket[basket], part);
	if (!t->out->figure.known)
		return;
	if (part == PART_CARRIED) {
		t->out->term = carried(t, m, basket);
		return;
	}
	if (part == PART_RESULT) {
		t->out->term = basket_result(t, m, basket);
		return;
	}
	if (part == PART_BROUGHT) {
		t->out->term = brought(t, m, basket);
		return;
	}
	base = base_of(t, m, basket, &used);
	t->out->term = part == PART_USED ? used
		       : part == PART_BASE
			       ? base
			       : explain_tax_percent(t, base, m->basket[basket].rate_pct,
						     "Imposto: base vezes alíquota, em centavos");
}

/* Why the loss after @last is unknown: the results of the months since it was known. */
static tax_reasons why_carried(const struct tax_year *y, int basket, struct month last)
{
	tax_reasons set = 0;

	for (size_t i = y->n_all_months; i-- > 0;) {
		const struct tax_basket_month *b = &y->all_months[i].basket[basket];

		if (y->all_months[i].month.n > last.n)
			continue;
		if (b->loss_carried.known)
			break;
		if (!b->result.known)
			set |= why_part(b, PART_RESULT);
	}
	return set;
}

void explain_tax_carry(struct tax_explaining *t, int basket, bool out)
{
	const struct tax_year *y = t->year;
	const struct tax_month *first = explain_tax_month(t, month_of(y->year, 1));
	const struct tax_month *last = &y->all_months[y->n_all_months - 1];

	t->out->found = true;
	t->out->figure = out ? y->carry_out[basket] : y->carry_in[basket];
	t->out->reasons = why_carried(
		y, basket, out ? last->month : (struct month){ month_of(y->year, 1).n - 1 });
	if (!t->out->figure.known)
		return;
	t->out->term = out ? explain_tax_figure(t, carried_fields[basket], NULL, last->month,
						y->carry_out[basket].m)
			   : brought(t, first, basket);
}

void explain_tax_losses(struct tax_explaining *t, int basket, bool used)
{
	static const char *const results[TAX_BASKETS] = { "months.common.result",
							  "months.day_trade.result",
							  "months.fii.result" };
	static const char *const uses[TAX_BASKETS] = { "months.common.loss_used",
						       "months.day_trade.loss_used",
						       "months.fii.loss_used" };
	const struct tax_year *y = t->year;
	struct term *list = pool_array(t->e->pool, struct term, y->n_months);
	size_t n = 0;

	t->out->found = true;
	t->out->figure = used ? y->carry_used[basket] : y->carry_created[basket];
	for (size_t i = 0; i < y->n_months; i++) {
		const struct tax_month *m = &y->months[i];
		const struct tax_basket_month *b = &m->basket[basket];

		if (!(used ? b->loss_used : b->result).known)
			t->out->reasons |= why_part(b, used ? PART_USED : PART_RESULT);
		else if (used && b->loss_used.m.e8)
			list[n++] =
				explain_tax_figure(t, uses[basket], NULL, m->month, b->loss_used.m);
		else if (!used && b->result.m.e8 < 0)
			list[n++] = explain_negate(
				t->e,
				explain_tax_figure(t, results[basket], NULL, m->month, b->result.m),
				note_of("O prejuízo do mês"));
	}
	if (t->out->figure.known)
		t->out->term = explain_sum(t->e, list, n,
					   note_of(used ? "Soma do que os meses do ano usaram"
							: "Soma dos prejuízos dos meses do ano"));
}

/* ---- the month ---- */

void explain_tax_sales(struct tax_explaining *t)
{
	const struct tax_month *m = month_found(t);

	if (!m)
		return;
	t->out->found = true;
	t->out->figure = m->share_sales;
	t->out->reasons = TAX_WHY(TAX_SALES_UNKNOWN);
	if (m->share_sales.known)
		t->out->term = explain_tax_sum_gross(t, m->operations, m->n_operations, true);
}

void explain_tax_exempt(struct tax_explaining *t)
{
	const struct tax_month *m = month_found(t);

	if (!m)
		return;
	t->out->found = true;
	t->out->figure = m->exempt_gain;
	t->out->reasons = TAX_WHY(m->exempt_why);
	if (!m->exempt_gain.known)
		return;
	t->out->term =
		leaves_basket(m, BASKET_COMMON, TAX_SHARE)
			? class_sum(t, m, BASKET_COMMON, TAX_SHARE)
			: explain_constant(t->e, 0, 2,
					   "Sem ganho em vendas de ações de até R$ 20.000,00 "
					   "(Lei 11.033/2004, art. 3, I)");
}

void explain_tax_due(struct tax_explaining *t)
{
	const struct tax_month *m = month_found(t);
	struct term tax[TAX_BASKETS], left, fii, used;

	if (!m)
		return;
	t->out->found = true;
	t->out->figure = m->due;
	t->out->reasons = tax_month_why_due(m);
	if (!m->due.known)
		return;
	explain_tax_of_baskets(t, m, tax);
	left = explain_tax_after_withheld(t, m, BASKET_DAY_TRADE, tax[BASKET_DAY_TRADE], &used);
	left = explain_add(t->e, tax[BASKET_COMMON], left,
			   note_of("Operações comuns mais o que sobra de day trade"));
	left = explain_tax_after_withheld(t, m, BASKET_COMMON, left, &used);
	fii = explain_tax_after_withheld(t, m, BASKET_FII, tax[BASKET_FII], &used);
	t->out->term = explain_add(t->e, left, fii, note_of("A pagar: bolsa mais FII e Fiagro"));
}
