/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain.c: figures of the tax as inputs and operations (doc/tax.md 20.11).
 *
 * What each step says is computed as it is written down, and compared with the figure that was shown.
 */
#include "config.h"

#include "calc/tax/explain.h"
#include "core/pool.h"

struct telling {
	struct explain *e;
	const struct tax_ledger *ledger;
	const struct tax_year *year;
	struct month month;
	struct tax_explained *out;
};

static const char *const RULE_SPLIT =
	"Custo médio ponderado de todas as carteiras (IN RFB 1.585/2015, art. 58)";

/* ---- inputs ---- */

static struct term figure(struct telling *t, const char *field, struct month month, struct money m)
{
	size_t in = explain_input(t->e, &(struct explain_input){ .kind = INPUT_FIGURE,
								 .field = field,
								 .has_month = true,
								 .month = month });

	return explain_value(t->e, in, "value", m.e8, MONEY_PLACES);
}

static struct term stated(struct telling *t, const char *text, struct money m)
{
	size_t in =
		explain_input(t->e, &(struct explain_input){ .kind = INPUT_TERMS, .text = text });

	return explain_value(t->e, in, "value", m.e8, MONEY_PLACES);
}

static struct term rate_of(struct telling *t, int pct)
{
	return explain_constant(
		t->e, pct, 2,
		pct == 15 ? "Alíquota de 15 % (Lei 11.033/2004, art. 2; Lei 8.981/1995, "
			    "art. 21; Lei 14.754/2023, art. 2)"
			  : "Alíquota de 20 % (Lei 11.033/2004, art. 2; Lei 8.668/1993, "
			    "art. 18)");
}

/* The row that an operation comes from. */
static size_t operation(struct telling *t, const struct tax_operation *op)
{
	struct explain_input in = { .kind = INPUT_TERMS,
				    .symbol = op->symbol,
				    .type = t->ledger->assets[op->asset].type,
				    .has_day = true,
				    .day = op->day,
				    .text = "Vencimento da opção" };

	if (op->row != TAX_NO_ROW) {
		in.kind = INPUT_TRANSACTION;
		in.from.row = &t->ledger->rows[op->row].row;
		in.text = op->day_trade ? "Day trade na mesma carteira" : RULE_SPLIT;
	}
	return explain_input(t->e, &in);
}

static struct term result_of(struct telling *t, const struct tax_operation *op)
{
	size_t in = operation(t, op);
	struct term proceeds = explain_value(t->e, in, "proceeds", op->proceeds.e8, MONEY_PLACES);
	struct term cost = explain_value(t->e, in, "cost", op->cost.e8, MONEY_PLACES);

	return explain_sub(
		t->e, proceeds, cost,
		(struct note){ .text = "Resultado de {name} em {day}: venda líquida menos custo",
			       .day = op->day,
			       .name = op->symbol });
}

static struct term cents(struct telling *t, struct term a, const char *text)
{
	return explain_rounded(t->e, a, ROUND_HALF_AWAY, 2, note_of(text));
}

static struct term taxed(struct telling *t, struct term base, int pct, const char *text)
{
	return explain_mul(t->e, base, rate_of(t, pct), ROUND_HALF_AWAY, 2, note_of(text));
}

/* ---- a basket ---- */

static const char *const carried_fields[TAX_BASKETS] = { "months.common.loss_carried",
							 "months.day_trade.loss_carried",
							 "months.fii.loss_carried" };
static const char *const tax_fields[TAX_BASKETS] = { "months.common.tax", "months.day_trade.tax",
						     "months.fii.tax" };

/* The sum of a class to the cent; zero where its gain is exempt. */
static struct term class_sum(struct telling *t, const struct tax_month *m, int basket, int cls)
{
	struct term *list = pool_array(t->e->pool, struct term, m->n_operations);
	struct term sum;
	size_t n = 0;

	for (size_t i = 0; i < m->n_operations; i++)
		if (m->operations[i]->basket == (enum tax_basket)basket &&
		    m->operations[i]->cls == (enum tax_class)cls && m->operations[i]->result_known)
			list[n++] = result_of(t, m->operations[i]);
	sum = explain_sum(t->e, list, n, note_of("Soma dos resultados da classe no mês"));
	return cents(t, sum, "Resultado da classe, em centavos");
}

static bool leaves_basket(const struct tax_month *m, int basket, int cls)
{
	return basket == BASKET_COMMON && cls == TAX_SHARE && m->exempt &&
	       m->basket[basket].by_class[cls].sum.m.e8 > 0;
}

static struct term basket_result(struct telling *t, const struct tax_month *m, int basket)
{
	struct term list[TAX_CLASSES];
	size_t n = 0;

	for (int c = 1; c < TAX_CLASSES; c++)
		if (m->basket[basket].by_class[c].present && !leaves_basket(m, basket, c))
			list[n++] = class_sum(t, m, basket, c);
	return explain_sum(t->e, list, n, note_of("Resultado da cesta: a soma das classes"));
}

static struct term brought(struct telling *t, const struct tax_month *m, int basket)
{
	struct tax_figure loss = m->basket[basket].loss_brought;

	if (!loss.m.e8)
		return explain_constant(t->e, 0, 2, "Nenhum prejuízo trazido");
	if (month_year((struct month){ m->month.n - 1 }) < TAX_FIRST_YEAR)
		return stated(t, "Prejuízo de antes de 2020", loss.m);
	return figure(t, carried_fields[basket], (struct month){ m->month.n - 1 }, loss.m);
}

static struct term base_of(struct telling *t, const struct tax_month *m, int basket,
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

static struct term carried(struct telling *t, const struct tax_month *m, int basket)
{
	const struct tax_basket_month *b = &m->basket[basket];
	struct term used;

	if (b->stated)
		return explain_shown(t->e,
				     stated(t, "Prejuízo informado pela pessoa no fim deste mês",
					    b->loss_carried.m));
	if (b->result.m.e8 <= 0)
		return explain_sub(t->e, brought(t, m, basket), basket_result(t, m, basket),
				   note_of("Prejuízo que fica: o trazido mais a perda do mês"));
	(void)base_of(t, m, basket, &used); /* the step of what was used is what matters */
	return explain_sub(t->e, brought(t, m, basket), used,
			   note_of("Prejuízo que fica: o trazido menos o compensado"));
}

enum part { PART_RESULT, PART_USED, PART_BASE, PART_TAX, PART_CARRIED };

static struct tax_figure part_of(const struct tax_basket_month *b, enum part part)
{
	switch (part) {
	case PART_RESULT:
		return b->result;
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

static const struct tax_month *month_found(const struct telling *t)
{
	for (size_t i = 0; i < t->year->n_all_months; i++)
		if (t->year->all_months[i].month.n == t->month.n)
			return &t->year->all_months[i];
	return NULL;
}

static void tell_basket(struct telling *t, int basket, enum part part)
{
	const struct tax_month *m = month_found(t);
	struct term used, base;

	if (!m)
		return;
	t->out->found = true;
	t->out->figure = part_of(&m->basket[basket], part);
	t->out->reasons = m->basket[basket].reasons;
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
	base = base_of(t, m, basket, &used);
	t->out->term = part == PART_USED   ? used
		       : part == PART_BASE ? base
					   : taxed(t, base, m->basket[basket].rate_pct,
						   "Imposto: base vezes alíquota, em centavos");
}

/* ---- the month ---- */

static struct term sum_gross(struct telling *t, const struct tax_operation *const *ops, size_t n,
			     bool shares)
{
	struct term *list = pool_array(t->e->pool, struct term, n);
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		const struct tax_operation *op = ops[i];

		if (!op->gross_known ||
		    (shares && (op->cls != TAX_SHARE || op->day_trade || op->nature != TAX_SALE)))
			continue;
		list[k++] = explain_value(t->e, operation(t, op), "gross_sale", op->gross.e8,
					  MONEY_PLACES);
	}
	return explain_sum(t->e, list, k, note_of("Soma das vendas brutas do mês"));
}

static void tell_sales(struct telling *t)
{
	const struct tax_month *m = month_found(t);

	if (!m)
		return;
	t->out->found = true;
	t->out->figure = m->share_sales;
	t->out->reasons = m->basket[BASKET_COMMON].reasons;
	if (m->share_sales.known)
		t->out->term = sum_gross(t, m->operations, m->n_operations, true);
}

static void tell_exempt(struct telling *t)
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

static struct term left_of_tax(struct telling *t, const struct tax_month *m, int basket,
			       struct term against, struct term *used)
{
	struct money have = { m->withheld_brought[basket].m.e8 + m->withheld[basket].m.e8 };

	if (!m->withheld_used[basket].m.e8) {
		*used = explain_constant(t->e, 0, 2, "Nada retido a deduzir");
		return against;
	}
	*used = explain_min(t->e, stated(t, "Retido e ainda não deduzido no ano", have), against,
			    note_of("Retenção deduzida: até o imposto"));
	return explain_sub(t->e, against, *used, note_of("Imposto menos a retenção"));
}

static void tell_due(struct telling *t)
{
	const struct tax_month *m = month_found(t);
	struct term tax[TAX_BASKETS], left, fii, used;

	if (!m)
		return;
	t->out->found = true;
	t->out->figure = m->due;
	for (int b = 0; b < TAX_BASKETS; b++) {
		t->out->reasons |= m->basket[b].reasons;
		if (m->due.known)
			tax[b] = figure(t, tax_fields[b], m->month, m->basket[b].tax.m);
	}
	if (!m->due.known)
		return;
	left = left_of_tax(t, m, BASKET_DAY_TRADE, tax[BASKET_DAY_TRADE], &used);
	left = explain_add(t->e, tax[BASKET_COMMON], left,
			   note_of("Operações comuns mais o que sobra de day trade"));
	left = left_of_tax(t, m, BASKET_COMMON, left, &used);
	fii = left_of_tax(t, m, BASKET_FII, tax[BASKET_FII], &used);
	t->out->term = explain_add(t->e, left, fii, note_of("A pagar: bolsa mais FII e Fiagro"));
}

/* ---- capital gain by month ---- */

static const struct tax_gain *gain_found(const struct telling *t)
{
	for (size_t i = 0; i < t->year->n_gains; i++)
		if (t->year->gains[i].month.n == t->month.n)
			return &t->year->gains[i];
	return NULL;
}

static struct term gain_of(struct telling *t, const struct tax_operation *op)
{
	const struct tax_asset *a = &t->ledger->assets[op->asset];
	struct close rate;
	struct term native;
	size_t in;

	if (op->cls != TAX_FOREIGN || a->origin != ORIGIN_FOREIGN || a->currency == CURRENCY_BRL ||
	    !fx_ptax(&t->ledger->buy, op->day, &rate))
		return cents(t, result_of(t, op), "Ganho em centavos");
	native = explain_value(t->e, operation(t, op), "native_result", op->native_result.e8,
			       MONEY_PLACES);
	in = explain_input(t->e, &(struct explain_input){ .kind = INPUT_EXCHANGE,
							  .text = "PTAX de compra",
							  .has_day = true,
							  .day = rate.day });
	native = explain_mul(t->e, native,
			     explain_value(t->e, in, "rate", rate.price.e12, PRICE_PLACES),
			     ROUND_HALF_AWAY, MONEY_PLACES,
			     note_of("Ganho em dólares pela cotação de compra da venda"));
	return cents(t, native, "Ganho em centavos");
}

static struct term gains(struct telling *t, const struct tax_gain *g)
{
	struct term *list = pool_array(t->e->pool, struct term, g->n_operations);
	size_t n = 0;

	for (size_t i = 0; i < g->n_operations; i++) {
		bool range = false;
		enum tax_reason why;
		struct tax_figure one = tax_gain_of(t->ledger, g->operations[i], &why, &range);

		if (one.known && one.m.e8 > 0 &&
		    !(g->operations[i]->cls == TAX_CRYPTO &&
		      tax_is_abroad(t->ledger, g->operations[i])))
			list[n++] = gain_of(t, g->operations[i]);
	}
	return explain_sum(t->e, list, n, note_of("Soma dos ganhos; perdas não os reduzem"));
}

static void tell_gain(struct telling *t, enum part part)
{
	const struct tax_gain *g = gain_found(t);

	if (!g)
		return;
	t->out->found = true;
	t->out->reasons = g->reasons;
	t->out->figure = part == PART_RESULT ? g->sales : part == PART_BASE ? g->gain : g->tax;
	if (!t->out->figure.known)
		return;
	if (part == PART_RESULT)
		t->out->term = sum_gross(t, g->operations, g->n_operations, false);
	else if (part == PART_BASE)
		t->out->term = gains(t, g);
	else if (g->exempt)
		t->out->term =
			explain_constant(t->e, 0, 2,
					 "Vendas de até R$ 35.000,00 no mês (Lei 9.250/1995, "
					 "art. 22)");
	else
		t->out->term = taxed(t, gains(t, g), TAX_GAIN_PCT, "Imposto sobre os ganhos");
}

/* ---- abroad ---- */

static struct term rated(struct telling *t, const struct tax_paid_abroad *p, struct money native,
			 const struct close *rate, const char *member, const char *text)
{
	size_t in = explain_input(
		t->e, &(struct explain_input){ .kind = INPUT_INCOME,
					       .symbol = t->ledger->assets[p->income->asset].symbol,
					       .has_day = true,
					       .day = p->income->pay_day });
	struct term amount = explain_value(t->e, in, member, native.e8, MONEY_PLACES);

	if (!rate->price.e12)
		return cents(t, amount, text);
	in = explain_input(t->e, &(struct explain_input){ .kind = INPUT_EXCHANGE,
							  .text = rate == &p->buy ? "PTAX de compra"
										  : "PTAX de venda",
							  .has_day = true,
							  .day = rate->day });
	amount = explain_mul(
		t->e, amount, explain_value(t->e, in, "rate", rate->price.e12, PRICE_PLACES),
		ROUND_HALF_AWAY, MONEY_PLACES, note_of("Em reais, pela cotação do dia"));
	return cents(t, amount, text);
}

static struct term gross_abroad(struct telling *t, const struct tax_paid_abroad *p)
{
	return rated(t, p, p->income->gross, &p->sell, "gross", "Rendimento em reais");
}

static struct term total_abroad(struct telling *t, const struct tax_exterior *x)
{
	struct term *list = pool_array(t->e->pool, struct term, x->n + x->n_payments);
	struct term *own = pool_array(t->e->pool, struct term, x->n_operations);
	size_t n = 0;

	for (size_t i = 0; i < x->n; i++) {
		size_t k = 0;

		for (size_t o = 0; o < x->n_operations; o++)
			if (x->operations[o]->asset == x->items[i].asset)
				own[k++] = result_of(t, x->operations[o]);
		if (k)
			list[n++] = cents(
				t, explain_sum(t->e, own, k, note_of("Vendas do ativo no ano")),
				"Resultado do ativo");
	}
	for (size_t i = 0; i < x->n_payments; i++)
		list[n++] = gross_abroad(t, &x->payments[i]);
	return explain_sum(t->e, list, n, note_of("Resultados mais rendimentos do ano"));
}

static struct term base_abroad(struct telling *t, const struct tax_exterior *x)
{
	struct term total, loss;

	if (x->total.m.e8 <= 0)
		return explain_constant(t->e, 0, 2, "Sem ganho no ano não há base");
	total = total_abroad(t, x);
	if (!x->loss_brought.m.e8)
		return total;
	loss = explain_min(t->e, stated(t, "Perda trazida do ano anterior", x->loss_brought.m),
			   total, note_of("Perda compensada: até o total"));
	return explain_sub(t->e, total, loss, note_of("Base: total menos perda compensada"));
}

static struct term credit_abroad(struct telling *t, const struct tax_exterior *x, struct term base,
				 struct term tax)
{
	struct term *list = pool_array(t->e->pool, struct term, x->n_payments);

	if (!x->tax.m.e8)
		return explain_constant(t->e, 0, 2, "Sem imposto não há crédito");
	for (size_t i = 0; i < x->n_payments; i++) {
		const struct tax_paid_abroad *p = &x->payments[i];
		struct term most = explain_min(t->e, gross_abroad(t, p), base,
					       note_of("O rendimento, até a base"));

		list[i] = explain_min(
			t->e, rated(t, p, p->income->tax, &p->buy, "tax", "Imposto pago lá fora"),
			taxed(t, most, TAX_GAIN_PCT, "O imposto daqui sobre ele"),
			note_of("O menor dos dois (Lei 14.754/2023, art. 4)"));
	}
	return explain_min(t->e, tax,
			   explain_sum(t->e, list, x->n_payments, note_of("Soma dos créditos")),
			   note_of("Crédito: até o imposto"));
}

enum abroad_part { ABROAD_TOTAL, ABROAD_BASE, ABROAD_TAX, ABROAD_CREDIT, ABROAD_DUE };

static void tell_abroad(struct telling *t, enum abroad_part part)
{
	const struct tax_exterior *x = t->year->exterior;
	struct term base, tax, credit;

	if (!x)
		return;
	t->out->found = true;
	t->out->reasons = x->reasons;
	t->out->figure =
		(const struct tax_figure[]){ x->total, x->base, x->tax, x->credit, x->due }[part];
	if (!t->out->figure.known)
		return;
	if (part == ABROAD_TOTAL) {
		t->out->term = total_abroad(t, x);
		return;
	}
	base = base_abroad(t, x);
	if (part == ABROAD_BASE) {
		t->out->term = base;
		return;
	}
	tax = taxed(t, base, TAX_GAIN_PCT, "Imposto do ano");
	if (part == ABROAD_TAX) {
		t->out->term = tax;
		return;
	}
	credit = credit_abroad(t, x, base, tax);
	t->out->term = part == ABROAD_CREDIT ? credit
					     : explain_sub(t->e, tax, credit,
							   note_of("A pagar com a declaração"));
}

/* ---- DARF ---- */

static void tell_darf(struct telling *t)
{
	const struct tax_darf *d = NULL;
	struct term own;

	for (size_t i = 0; i < t->year->n_darf && !d; i++)
		if (t->year->darf[i].period.n == t->month.n)
			d = &t->year->darf[i];
	if (!d)
		return;
	t->out->found = true;
	t->out->figure = d->amount;
	t->out->reasons = d->reasons;
	if (!d->amount.known)
		return;
	own = figure(t, str_eq(d->code, TAX_EXCHANGE_CODE) ? "months.due" : "gcap.tax", d->period,
		     d->own);
	t->out->term = explain_add(
		t->e, own,
		stated(t, "De períodos anteriores, abaixo de R$ 10,00 (Lei 9.430/1996, art. 68)",
		       d->includes_earlier.m),
		note_of("O devido no período mais o que esperava"));
}

/* ---- fields ---- */

#define COMMON_CHOICES                                                                                      \
	"Escolhas nossas [C]: o resultado de cada classe é arredondado uma vez por mês; units não "      \
	"têm a isenção; vendas de day trade não entram nos R$ 20.000,00; o day trade é casado dentro " \
	"de uma carteira, na falta da corretora."
#define DUE_CHOICES                                                                                \
	"Escolhas nossas [C]: o retido em day trade só se deduz do imposto de day trade; só se " \
	"deduz o que foi informado, salvo a política estimated."
#define ABROAD_CHOICES "Escolha nossa [C]: a cotação é a da data do negócio."

static const struct tax_field fields[] = {
	{ "months.share_sales", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.exempt_gain", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.due", TAX_NEEDS_MONTH, DUE_CHOICES },
	{ "gcap.sales", TAX_NEEDS_MONTH, NULL },
	{ "gcap.gain", TAX_NEEDS_MONTH, NULL },
	{ "gcap.tax", TAX_NEEDS_MONTH, NULL },
	{ "exterior.total", 0, ABROAD_CHOICES },
	{ "exterior.base", 0, ABROAD_CHOICES },
	{ "exterior.tax", 0, ABROAD_CHOICES },
	{ "exterior.credit", 0, ABROAD_CHOICES },
	{ "exterior.due", 0, ABROAD_CHOICES },
	{ "darf.amount", TAX_NEEDS_MONTH, DUE_CHOICES },
	{ "months.common.result", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.common.loss_used", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.common.base", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.common.tax", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.common.loss_carried", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.day_trade.result", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.day_trade.loss_used", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.day_trade.base", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.day_trade.tax", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.day_trade.loss_carried", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.fii.result", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.fii.loss_used", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.fii.base", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.fii.tax", TAX_NEEDS_MONTH, COMMON_CHOICES },
	{ "months.fii.loss_carried", TAX_NEEDS_MONTH, COMMON_CHOICES },
};
enum {
	F_SALES,
	F_EXEMPT,
	F_DUE,
	F_GAIN_SALES,
	F_GAIN,
	F_GAIN_TAX,
	F_ABROAD,
	F_DARF = F_ABROAD + ABROAD_DUE + 1,
	F_BASKETS
};
#define PARTS (PART_CARRIED + 1)

const struct tax_field *tax_field_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (str_eq(fields[i].name, name))
			return &fields[i];
	return NULL;
}

const char *tax_field_names(void *pool)
{
	const char *all = fields[0].name;

	for (size_t i = 1; i < ARRAY_SIZE(fields); i++)
		all = pool_printf(pool, "%s, %s", all, fields[i].name);
	return all;
}

static void tell(struct telling *t, int field)
{
	if (field >= F_BASKETS)
		tell_basket(t, (field - F_BASKETS) / PARTS,
			    (enum part)((field - F_BASKETS) % PARTS));
	else if (field == F_SALES)
		tell_sales(t);
	else if (field == F_EXEMPT)
		tell_exempt(t);
	else if (field == F_DUE)
		tell_due(t);
	else if (field == F_DARF)
		tell_darf(t);
	else if (field >= F_ABROAD)
		tell_abroad(t, (enum abroad_part)(field - F_ABROAD));
	else
		tell_gain(t, field == F_GAIN_SALES ? PART_RESULT
			     : field == F_GAIN	   ? PART_BASE
						   : PART_TAX);
}

void tax_explain(void *pool, const struct tax_ledger *ledger, const struct tax_year *year,
		 const struct tax_field *field, struct month month, struct tax_explained *out)
{
	struct telling t = {
		.e = &out->steps, .ledger = ledger, .year = year, .month = month, .out = out
	};

	*out = (struct tax_explained){ .found = false };
	explain_init(&out->steps, pool);
	tell(&t, (int)(field - fields));
	if (!out->found || !out->figure.known)
		return;
	/* What is shown is in cents; sums of gross sales may have more places. */
	out->term = explain_shown(&out->steps, out->term);
	explain_expect(&out->steps, out->term, money_round_cents(out->figure.m).e8, MONEY_PLACES,
		       field->name);
	explain_finish(&out->steps, &out->term);
}
