/* SPDX-License-Identifier: Apache-2.0 */
/* explain_gains.c: capital gains by month, and the yearly sheet abroad, as steps (doc/tax.md 20.6, 20.7). */
#include "config.h"

#include "calc/tax/tax_nodes.h"
#include "core/pool.h"

/* ---- capital gain by month ---- */

static const struct tax_gain *gain_found(struct tax_explaining *t)
{
	const struct tax_gain *found = NULL;

	for (size_t i = 0; i < t->year->n_gains; i++) {
		const struct tax_gain *g = &t->year->gains[i];

		if (g->month.n == t->month.n &&
		    (!t->ask->code || str_eq(t->ask->code, tax_gain_code(g))) &&
		    explain_tax_is_asked(t))
			found = g;
	}
	return explain_tax_found(t) ? found : NULL;
}

static struct term gain_of(struct tax_explaining *t, const struct tax_operation *op)
{
	const struct tax_asset *a = &t->ledger->assets[op->asset];
	struct close rate;
	struct term native;
	size_t in;

	if (op->cls != TAX_FOREIGN || a->origin != ORIGIN_FOREIGN || a->currency == CURRENCY_BRL ||
	    !fx_ptax(&t->ledger->buy, op->day, &rate))
		return explain_tax_in_cents(t, explain_tax_result(t, op), "Ganho em centavos");
	native = explain_value(t->e, explain_tax_operation(t, op), "native_result",
			       op->native_result.e8, MONEY_PLACES);
	in = explain_input(t->e, &(struct explain_input){ .kind = INPUT_EXCHANGE,
							  .text = "PTAX de compra",
							  .has_day = true,
							  .day = rate.day });
	native = explain_mul(t->e, native,
			     explain_value(t->e, in, "rate", rate.price.e12, PRICE_PLACES),
			     ROUND_HALF_AWAY, MONEY_PLACES,
			     note_of("Ganho em dólares pela cotação de compra da venda"));
	return explain_tax_in_cents(t, native, "Ganho em centavos");
}

static struct term gains(struct tax_explaining *t, const struct tax_gain *g)
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

static tax_reasons why_sales(const struct tax_gain *g)
{
	tax_reasons set = 0;

	for (size_t i = 0; i < g->n_operations; i++)
		if (!g->operations[i]->gross_known)
			set |= TAX_WHY(g->operations[i]->why);
	return set;
}

void explain_tax_gain(struct tax_explaining *t, enum part part)
{
	const struct tax_gain *g = gain_found(t);

	if (!g)
		return;
	t->out->reasons = part == PART_RESULT ? why_sales(g) : g->reasons;
	t->out->figure = part == PART_RESULT ? g->sales : part == PART_BASE ? g->gain : g->tax;
	if (!t->out->figure.known)
		return;
	if (part == PART_RESULT)
		t->out->term = explain_tax_sum_gross(t, g->operations, g->n_operations, false);
	else if (part == PART_BASE)
		t->out->term = gains(t, g);
	else if (g->exempt)
		t->out->term =
			explain_constant(t->e, 0, 2,
					 "Vendas de até R$ 35.000,00 no mês (Lei 9.250/1995, "
					 "art. 22)");
	else
		t->out->term = explain_tax_percent(t, gains(t, g), TAX_GAIN_PCT,
						   "Imposto sobre os ganhos");
}

/* ---- abroad ---- */

static struct term rated(struct tax_explaining *t, const struct tax_paid_abroad *p,
			 struct money native, const struct close *rate, const char *member,
			 const char *text)
{
	size_t in = explain_input(
		t->e, &(struct explain_input){ .kind = INPUT_INCOME,
					       .symbol = t->ledger->assets[p->income->asset].symbol,
					       .has_day = true,
					       .day = p->income->pay_day });
	struct term amount = explain_value(t->e, in, member, native.e8, MONEY_PLACES);

	if (!rate->price.e12)
		return explain_tax_in_cents(t, amount, text);
	in = explain_input(t->e, &(struct explain_input){ .kind = INPUT_EXCHANGE,
							  .text = rate == &p->buy ? "PTAX de compra"
										  : "PTAX de venda",
							  .has_day = true,
							  .day = rate->day });
	amount = explain_mul(
		t->e, amount, explain_value(t->e, in, "rate", rate->price.e12, PRICE_PLACES),
		ROUND_HALF_AWAY, MONEY_PLACES, note_of("Em reais, pela cotação do dia"));
	return explain_tax_in_cents(t, amount, text);
}

static struct term gross_abroad(struct tax_explaining *t, const struct tax_paid_abroad *p)
{
	return rated(t, p, p->income->gross, &p->sell, "gross", "Rendimento em reais");
}

/* Writes the result of the sales of an asset to @out and returns 1; returns 0 when nothing of it was sold. */
static size_t sales_abroad(struct tax_explaining *t, const struct tax_exterior *x, size_t asset,
			   struct term *out)
{
	struct term *own = pool_array(t->e->pool, struct term, x->n_operations);
	size_t n = 0;

	for (size_t i = 0; i < x->n_operations; i++)
		if (x->operations[i]->asset == asset)
			own[n++] = explain_tax_result(t, x->operations[i]);
	if (n)
		*out = explain_tax_in_cents(
			t, explain_sum(t->e, own, n, note_of("Vendas do ativo no ano")),
			"Resultado do ativo");
	return n > 0;
}

static struct term total_abroad(struct tax_explaining *t, const struct tax_exterior *x)
{
	struct term *list = pool_array(t->e->pool, struct term, x->n + x->n_payments);
	size_t n = 0;

	for (size_t i = 0; i < x->n; i++)
		n += sales_abroad(t, x, x->items[i].asset, &list[n]);
	for (size_t i = 0; i < x->n_payments; i++)
		list[n++] = gross_abroad(t, &x->payments[i]);
	return explain_sum(t->e, list, n, note_of("Resultados mais rendimentos do ano"));
}

static struct term base_abroad(struct tax_explaining *t, const struct tax_exterior *x)
{
	struct term total, loss;

	if (x->total.m.e8 <= 0)
		return explain_constant(t->e, 0, 2, "Sem ganho no ano não há base");
	total = total_abroad(t, x);
	if (!x->loss_brought.m.e8)
		return total;
	loss = explain_min(
		t->e, explain_tax_stated(t, "Perda trazida do ano anterior", x->loss_brought.m),
		total, note_of("Perda compensada: até o total"));
	return explain_sub(t->e, total, loss, note_of("Base: total menos perda compensada"));
}

static struct term credit_abroad(struct tax_explaining *t, const struct tax_exterior *x,
				 struct term base, struct term tax)
{
	struct term *list = pool_array(t->e->pool, struct term, x->n_payments);

	if (!x->tax.m.e8)
		return explain_constant(t->e, 0, 2, "Sem imposto não há crédito");
	for (size_t i = 0; i < x->n_payments; i++) {
		const struct tax_paid_abroad *p = &x->payments[i];
		struct term most = explain_min(t->e, gross_abroad(t, p), base,
					       note_of("O rendimento, até a base"));
		struct term paid =
			rated(t, p, p->income->tax, &p->buy, "tax", "Imposto pago lá fora");

		list[i] = explain_min(
			t->e, paid,
			explain_tax_percent(t, most, TAX_GAIN_PCT, "O imposto daqui sobre ele"),
			note_of("O menor dos dois (Lei 14.754/2023, art. 4)"));
	}
	return explain_min(t->e, tax,
			   explain_sum(t->e, list, x->n_payments, note_of("Soma dos créditos")),
			   note_of("Crédito: até o imposto"));
}

/* ---- losses and tax paid abroad ---- */

static struct term brought_abroad(struct tax_explaining *t, const struct tax_exterior *x)
{
	size_t in;

	if (!x->loss_brought.m.e8)
		return explain_constant(t->e, 0, 2, "Nenhuma perda trazida");
	in = explain_input(t->e,
			   &(struct explain_input){ .kind = INPUT_FIGURE,
						    .field = "exterior.loss_carried",
						    .has_day = true,
						    .day = month_last(month_of(x->year - 1, 12)) });
	return explain_value(t->e, in, "value", x->loss_brought.m.e8, MONEY_PLACES);
}

static struct term used_abroad(struct tax_explaining *t, const struct tax_exterior *x)
{
	struct term brought;

	if (x->total.m.e8 <= 0)
		return explain_constant(t->e, 0, 2, "Sem ganho não há compensação");
	brought = brought_abroad(t, x);
	return explain_min(t->e, brought, total_abroad(t, x),
			   note_of("Perda compensada: até o total"));
}

static struct term carried_abroad(struct tax_explaining *t, const struct tax_exterior *x)
{
	struct term brought;

	if (x->stated)
		return explain_tax_stated(t, "Perda informada pela pessoa no fim do ano",
					  x->loss_carried.m);
	brought = brought_abroad(t, x);
	if (x->total.m.e8 <= 0)
		return explain_sub(t->e, brought, total_abroad(t, x),
				   note_of("Perda que fica: a trazida mais a do ano"));
	return explain_sub(t->e, brought, used_abroad(t, x),
			   note_of("Perda que fica: a trazida menos a compensada"));
}

static struct term foreign_abroad(struct tax_explaining *t, const struct tax_exterior *x,
				  const size_t *asset)
{
	struct term *list = pool_array(t->e->pool, struct term, x->n_payments);
	size_t n = 0;

	for (size_t i = 0; i < x->n_payments; i++) {
		const struct tax_paid_abroad *p = &x->payments[i];

		if ((!asset || p->income->asset == *asset) && p->foreign_tax.m.e8)
			list[n++] =
				rated(t, p, p->income->tax, &p->buy, "tax", "Imposto pago lá fora");
	}
	if (!n)
		return explain_constant(t->e, 0, 2, "Nenhum imposto pago no exterior");
	return explain_sum(t->e, list, n, note_of("Soma do pago no exterior"));
}

static struct term item_abroad(struct tax_explaining *t, const struct tax_exterior *x, size_t asset)
{
	struct term *list = pool_array(t->e->pool, struct term, x->n_payments + 1);
	size_t n = 0;

	n += sales_abroad(t, x, asset, &list[n]);
	for (size_t i = 0; i < x->n_payments; i++)
		if (x->payments[i].income->asset == asset)
			list[n++] = gross_abroad(t, &x->payments[i]);
	return explain_sum(t->e, list, n, note_of("Resultado mais rendimentos do ano"));
}

/* Why the tax paid abroad is unknown, for one asset or for all. */
static tax_reasons why_foreign(const struct tax_exterior *x, const size_t *asset)
{
	tax_reasons set = 0;

	for (size_t i = 0; i < x->n_payments; i++)
		if (!x->payments[i].foreign_tax.known &&
		    (!asset || x->payments[i].income->asset == *asset))
			set |= x->payments[i].reasons;
	return set;
}

void explain_tax_abroad_item(struct tax_explaining *t, bool foreign_tax)
{
	const struct tax_exterior *x = t->year->exterior;
	const struct tax_exterior_item *item = NULL;

	for (size_t i = 0; x && i < x->n; i++)
		if (str_eq(x->items[i].symbol, t->ask->symbol) && explain_tax_is_asked(t))
			item = &x->items[i];
	if (!explain_tax_found(t) || !item)
		return;
	t->out->figure = foreign_tax ? item->foreign_tax : item->amount;
	t->out->reasons = foreign_tax ? why_foreign(x, &item->asset) : item->reasons;
	if (t->out->figure.known)
		t->out->term = foreign_tax ? foreign_abroad(t, x, &item->asset)
					   : item_abroad(t, x, item->asset);
}

/* The simple figures; false for those that depend on the base. */
static bool explain_tax_part_abroad(struct tax_explaining *t, const struct tax_exterior *x,
				    enum abroad_part part)
{
	switch (part) {
	case ABROAD_TOTAL:
		t->out->term = total_abroad(t, x);
		return true;
	case ABROAD_BROUGHT:
		t->out->term = brought_abroad(t, x);
		return true;
	case ABROAD_USED:
		t->out->term = used_abroad(t, x);
		return true;
	case ABROAD_FOREIGN:
		t->out->term = foreign_abroad(t, x, NULL);
		return true;
	case ABROAD_CARRIED:
		t->out->term = carried_abroad(t, x);
		return true;
	case ABROAD_PAID:
		t->out->term = explain_tax_paid(t, TAX_RETURN_CODE, month_of(x->year, 12));
		return true;
	case ABROAD_BASE:
	case ABROAD_TAX:
	case ABROAD_CREDIT:
	case ABROAD_DUE:
		break;
	}
	return false;
}

void explain_tax_abroad(struct tax_explaining *t, enum abroad_part part)
{
	const struct tax_exterior *x = t->year->exterior;
	struct term base, tax, credit;

	if (!x)
		return;
	t->out->found = true;
	t->out->reasons = part == ABROAD_FOREIGN   ? why_foreign(x, NULL)
			  : part == ABROAD_BROUGHT ? TAX_WHY(TAX_CARRY_UNKNOWN)
			  : part == ABROAD_TOTAL   ? x->reasons & ~TAX_WHY(TAX_CARRY_UNKNOWN)
						   : x->reasons;
	t->out->figure = (const struct tax_figure[]){
		x->total,	x->loss_brought, x->loss_used, x->base,		x->tax,
		x->foreign_tax, x->credit,	 x->due,       tax_is(x->paid), x->loss_carried,
	}[part];
	if (!t->out->figure.known || explain_tax_part_abroad(t, x, part))
		return;
	base = base_abroad(t, x);
	if (part == ABROAD_BASE) {
		t->out->term = base;
		return;
	}
	tax = explain_tax_percent(t, base, TAX_GAIN_PCT, "Imposto do ano");
	if (part == ABROAD_TAX) {
		t->out->term = tax;
		return;
	}
	credit = credit_abroad(t, x, base, tax);
	t->out->term = part == ABROAD_CREDIT ? credit
					     : explain_sub(t->e, tax, credit,
							   note_of("A pagar com a declaração"));
}
