/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain.c: figures of the tax as inputs and operations (doc/tax.md 20.11).
 *
 * What each step says is computed as it is written down, and compared with the figure that was shown.
 */
#include "config.h"

#include "calc/tax/tell.h"

#include "core/pool.h"

/* ---- DARF ---- */

static const struct tax_darf *darf_found(struct telling *t)
{
	const struct tax_darf *d = NULL;

	for (size_t i = 0; i < t->year->n_darf; i++) {
		const struct tax_darf *one = &t->year->darf[i];

		if (one->period.n == t->month.n &&
		    (!t->ask->code || str_eq(t->ask->code, one->code)) && tell_is_meant(t))
			d = one;
	}
	return tell_found(t) ? d : NULL;
}

/* What was due in a period: a figure of its month. */
static struct term own_due(struct telling *t, const char *code, struct month period, struct money m)
{
	bool exchange = str_eq(code, TAX_EXCHANGE_CODE);

	return tell_figure(t, exchange ? "months.due" : "gcap.tax", exchange ? NULL : code, period,
			   m);
}

/* Dues below the minimum, as they wait; a period that pays empties them. */
struct waiting {
	struct term *list;
	size_t n;
	struct money sum;
};

static void wait_for(struct telling *t, struct waiting *w, const char *code, struct month period,
		     struct tax_figure due)
{
	if (!due.known || !due.m.e8)
		return;
	w->sum.e8 += due.m.e8;
	w->list[w->n++] = own_due(t, code, period, due.m);
	for (size_t i = 0; i < t->year->n_darf; i++)
		if (str_eq(t->year->darf[i].code, code) && t->year->darf[i].amount.known &&
		    t->year->darf[i].period.n == period.n)
			w->sum.e8 = TAX_DARF_MINIMUM.e8;
	if (w->sum.e8 >= TAX_DARF_MINIMUM.e8)
		*w = (struct waiting){ .list = w->list };
}

/* What came to wait before @end, of which @m is left; capital gains of earlier years are not walked here. */
static struct term waited(struct telling *t, const char *code, struct month end, struct money m)
{
	const struct tax_year *y = t->year;
	struct waiting w = { .list = pool_array(t->e->pool, struct term,
						y->n_all_months + y->n_gains + 1) };

	if (str_eq(code, TAX_EXCHANGE_CODE)) {
		for (size_t i = 0; i < y->n_all_months && y->all_months[i].month.n < end.n; i++)
			wait_for(t, &w, code, y->all_months[i].month, y->all_months[i].due);
	} else {
		for (size_t i = 0; i < y->n_gains && y->gains[i].month.n < end.n; i++)
			if (str_eq(tax_gain_code(&y->gains[i]), code))
				wait_for(t, &w, code, y->gains[i].month, y->gains[i].tax);
	}
	if (w.sum.e8 != m.e8)
		w.list[w.n++] = tell_stated(t, "O que esperava de anos anteriores",
					    (struct money){ m.e8 - w.sum.e8 });
	return explain_sum(t->e, w.list, w.n,
			   note_of("Devido em períodos de menos de R$ 10,00, à espera "
				   "(Lei 9.430/1996, art. 68)"));
}

static struct term paid_of(struct telling *t, const struct tax_darf *d)
{
	const struct tax_inputs *in = &t->ledger->inputs;
	struct term *list = pool_array(t->e->pool, struct term, in->n_paid + 1);
	size_t n = 0;

	for (size_t i = 0; i < in->n_paid; i++) {
		struct explain_input one = { .kind = INPUT_TERMS,
					     .text = "Pagamento informado pela pessoa",
					     .has_day = true,
					     .day = in->paid[i].paid_on };

		if (str_eq(in->paid[i].code, d->code) && in->paid[i].period.n == d->period.n)
			list[n++] = explain_value(t->e, explain_input(t->e, &one), "value",
						  in->paid[i].amount.e8, MONEY_PLACES);
	}
	if (!n)
		return explain_constant(t->e, 0, 2, "Nenhum pagamento informado");
	return explain_sum(t->e, list, n, note_of("Soma do que foi pago"));
}

enum darf_part { DARF_AMOUNT, DARF_EARLIER, DARF_PAYMENTS };

static struct term earlier_of(struct telling *t, const struct tax_darf *d)
{
	if (!d->includes_earlier.m.e8)
		return tell_stated(t,
				   "De períodos anteriores, abaixo de R$ 10,00 (Lei 9.430/1996, "
				   "art. 68)",
				   d->includes_earlier.m);
	return tell_figure(t, "darf.includes_earlier", d->code, d->period, d->includes_earlier.m);
}

static void tell_darf(struct telling *t, int part)
{
	const struct tax_darf *d = darf_found(t);

	if (!d)
		return;
	t->out->figure = part == DARF_AMOUNT	? d->amount
			 : part == DARF_EARLIER ? d->includes_earlier
						: tax_is(d->paid);
	t->out->reasons = d->reasons;
	if (!t->out->figure.known)
		return;
	if (part == DARF_PAYMENTS)
		t->out->term = paid_of(t, d);
	else if (part == DARF_EARLIER)
		t->out->term = waited(t, d->code, d->period, d->includes_earlier.m);
	else
		t->out->term =
			explain_add(t->e, own_due(t, d->code, d->period, d->own), earlier_of(t, d),
				    note_of("O devido no período mais o que esperava"));
}

static void tell_waiting(struct telling *t, int part UNUSED)
{
	const struct tax_waiting *found = NULL;

	for (int i = 0; i < TAX_CODES; i++) {
		const struct tax_waiting *one = &t->year->under_minimum[i];

		if (one->amount.e8 && (!t->ask->code || str_eq(t->ask->code, one->code)) &&
		    tell_is_meant(t))
			found = one;
	}
	if (!tell_found(t) || !found)
		return;
	t->out->figure = tax_is(found->amount);
	t->out->term = waited(t, found->code, month_of(t->year->year + 1, 1), found->amount);
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

#define COST_CHOICES                                                                               \
	"Custo médio ponderado de todas as carteiras, por ativo (IN RFB 1.585/2015, art. 58)."

#define MONTH_AND_CODE (TAX_NEEDS_MONTH | TAX_TAKES_CODE)
#define GOOD (TAX_NEEDS_SYMBOL | TAX_OF_DECLARATION)
#define LINE (TAX_TAKES_SYMBOL | TAX_TAKES_CODE | TAX_OF_DECLARATION)
#define OPERATION (TAX_NEEDS_MONTH | TAX_NEEDS_SYMBOL)
#define TAXABLE (TAX_NEEDS_MONTH | TAX_NEEDS_SYMBOL | TAX_OF_DECLARATION)

/* A basket and a part of it in one number. */
#define PARTS (PART_CARRIED + 1)
#define OF(basket, part) ((int)(basket)*PARTS + (int)(part))

enum month_part { MONTH_SALES, MONTH_EXEMPT, MONTH_DUE };

static void month(struct telling *t, int part)
{
	if (part == MONTH_SALES)
		tell_sales(t);
	else if (part == MONTH_EXEMPT)
		tell_exempt(t);
	else
		tell_due(t);
}

static void basket(struct telling *t, int part)
{
	tell_basket(t, part / PARTS, (enum part)(part % PARTS));
}

static void gain(struct telling *t, int part)
{
	tell_gain(t, (enum part)part);
}

static void abroad(struct telling *t, int part)
{
	tell_abroad(t, (enum abroad_part)part);
}

static void abroad_item(struct telling *t, int part)
{
	tell_abroad_item(t, part);
}

enum operation_part { OPERATION_COST, OPERATION_RESULT };

static void operation(struct telling *t, int part)
{
	if (part == OPERATION_COST)
		tell_operation_cost(t);
	else
		tell_operation_result(t);
}

static void carry_in(struct telling *t, int part)
{
	tell_carry(t, part, false);
}

static void carry_out(struct telling *t, int part)
{
	tell_carry(t, part, true);
}

static void good(struct telling *t, int part)
{
	tell_good(t, (enum good_part)part);
}

static void exempt(struct telling *t, int part)
{
	tell_line(t, &t->declaration->exempt, (enum line_part)part);
}

static void exclusive(struct telling *t, int part)
{
	tell_line(t, &t->declaration->exclusive, (enum line_part)part);
}

static void taxable(struct telling *t, int part)
{
	tell_taxable(t, part);
}

static const struct known {
	struct tax_field field;
	void (*tell)(struct telling *t, int part);
	int part;
} fields[] = {
	{ { "operations.cost", OPERATION, COST_CHOICES }, operation, OPERATION_COST },
	{ { "operations.result", OPERATION, COST_CHOICES }, operation, OPERATION_RESULT },
	{ { "months.share_sales", TAX_NEEDS_MONTH, COMMON_CHOICES }, month, MONTH_SALES },
	{ { "months.exempt_gain", TAX_NEEDS_MONTH, COMMON_CHOICES }, month, MONTH_EXEMPT },
	{ { "months.due", TAX_NEEDS_MONTH, DUE_CHOICES }, month, MONTH_DUE },
	{ { "months.common.result", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_COMMON, PART_RESULT) },
	{ { "months.common.loss_brought", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_COMMON, PART_BROUGHT) },
	{ { "months.common.loss_used", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_COMMON, PART_USED) },
	{ { "months.common.base", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_COMMON, PART_BASE) },
	{ { "months.common.tax", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_COMMON, PART_TAX) },
	{ { "months.common.loss_carried", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_COMMON, PART_CARRIED) },
	{ { "months.day_trade.result", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_DAY_TRADE, PART_RESULT) },
	{ { "months.day_trade.loss_brought", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_DAY_TRADE, PART_BROUGHT) },
	{ { "months.day_trade.loss_used", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_DAY_TRADE, PART_USED) },
	{ { "months.day_trade.base", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_DAY_TRADE, PART_BASE) },
	{ { "months.day_trade.tax", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_DAY_TRADE, PART_TAX) },
	{ { "months.day_trade.loss_carried", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_DAY_TRADE, PART_CARRIED) },
	{ { "months.fii.result", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_FII, PART_RESULT) },
	{ { "months.fii.loss_brought", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_FII, PART_BROUGHT) },
	{ { "months.fii.loss_used", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_FII, PART_USED) },
	{ { "months.fii.base", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_FII, PART_BASE) },
	{ { "months.fii.tax", TAX_NEEDS_MONTH, COMMON_CHOICES }, basket, OF(BASKET_FII, PART_TAX) },
	{ { "months.fii.loss_carried", TAX_NEEDS_MONTH, COMMON_CHOICES },
	  basket,
	  OF(BASKET_FII, PART_CARRIED) },
	{ { "months.withheld.common", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld,
	  BASKET_COMMON },
	{ { "months.withheld.day_trade", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld,
	  BASKET_DAY_TRADE },
	{ { "months.withheld.fii", TAX_NEEDS_MONTH, DUE_CHOICES }, tell_withheld, BASKET_FII },
	{ { "months.withheld_used.common", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld_used,
	  BASKET_COMMON },
	{ { "months.withheld_used.day_trade", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld_used,
	  BASKET_DAY_TRADE },
	{ { "months.withheld_used.fii", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld_used,
	  BASKET_FII },
	{ { "months.withheld_estimate.common", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld_estimate,
	  BASKET_COMMON },
	{ { "months.withheld_estimate.day_trade", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld_estimate,
	  BASKET_DAY_TRADE },
	{ { "months.withheld_estimate.fii", TAX_NEEDS_MONTH, DUE_CHOICES },
	  tell_withheld_estimate,
	  BASKET_FII },
	{ { "withheld_left.common", 0, DUE_CHOICES }, tell_withheld_left, BASKET_COMMON },
	{ { "withheld_left.day_trade", 0, DUE_CHOICES }, tell_withheld_left, BASKET_DAY_TRADE },
	{ { "withheld_left.fii", 0, DUE_CHOICES }, tell_withheld_left, BASKET_FII },
	{ { "carry_in.common", 0, COMMON_CHOICES }, carry_in, BASKET_COMMON },
	{ { "carry_in.day_trade", 0, COMMON_CHOICES }, carry_in, BASKET_DAY_TRADE },
	{ { "carry_in.fii", 0, COMMON_CHOICES }, carry_in, BASKET_FII },
	{ { "carry_out.common", 0, COMMON_CHOICES }, carry_out, BASKET_COMMON },
	{ { "carry_out.day_trade", 0, COMMON_CHOICES }, carry_out, BASKET_DAY_TRADE },
	{ { "carry_out.fii", 0, COMMON_CHOICES }, carry_out, BASKET_FII },
	{ { "gcap.sales", MONTH_AND_CODE, NULL }, gain, PART_RESULT },
	{ { "gcap.gain", MONTH_AND_CODE, NULL }, gain, PART_BASE },
	{ { "gcap.tax", MONTH_AND_CODE, NULL }, gain, PART_TAX },
	{ { "exterior.total", 0, ABROAD_CHOICES }, abroad, ABROAD_TOTAL },
	{ { "exterior.loss_brought", 0, ABROAD_CHOICES }, abroad, ABROAD_BROUGHT },
	{ { "exterior.loss_used", 0, ABROAD_CHOICES }, abroad, ABROAD_USED },
	{ { "exterior.base", 0, ABROAD_CHOICES }, abroad, ABROAD_BASE },
	{ { "exterior.tax", 0, ABROAD_CHOICES }, abroad, ABROAD_TAX },
	{ { "exterior.foreign_tax", 0, ABROAD_CHOICES }, abroad, ABROAD_FOREIGN },
	{ { "exterior.credit", 0, ABROAD_CHOICES }, abroad, ABROAD_CREDIT },
	{ { "exterior.due", 0, ABROAD_CHOICES }, abroad, ABROAD_DUE },
	{ { "exterior.loss_carried", 0, ABROAD_CHOICES }, abroad, ABROAD_CARRIED },
	{ { "exterior.rendimento_ou_perda", GOOD, ABROAD_CHOICES }, abroad_item, false },
	{ { "exterior.imposto_pago_exterior", GOOD, ABROAD_CHOICES }, abroad_item, true },
	{ { "darf.amount", MONTH_AND_CODE, DUE_CHOICES }, tell_darf, DARF_AMOUNT },
	{ { "darf.includes_earlier", MONTH_AND_CODE, DUE_CHOICES }, tell_darf, DARF_EARLIER },
	{ { "darf.paid", MONTH_AND_CODE, NULL }, tell_darf, DARF_PAYMENTS },
	{ { "under_minimum", TAX_TAKES_CODE, DUE_CHOICES }, tell_waiting, 0 },
	{ { "bens.previous", GOOD, COST_CHOICES }, good, GOOD_PREVIOUS },
	{ { "bens.current", GOOD, COST_CHOICES }, good, GOOD_CURRENT },
	{ { "isentos.amount", LINE, NULL }, exempt, LINE_AMOUNT },
	{ { "isentos.ledger_amount", LINE, NULL }, exempt, LINE_LEDGER },
	{ { "exclusiva.amount", LINE, NULL }, exclusive, LINE_AMOUNT },
	{ { "exclusiva.ledger_amount", LINE, NULL }, exclusive, LINE_LEDGER },
	{ { "isentos.withheld", LINE, NULL }, exempt, LINE_WITHHELD },
	{ { "tributaveis.amount", TAXABLE, NULL }, taxable, false },
	{ { "tributaveis.foreign_tax", TAXABLE, NULL }, taxable, true },
};

const struct tax_field *tax_field_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (str_eq(fields[i].field.name, name))
			return &fields[i].field;
	return NULL;
}

const char *tax_field_names(void *pool)
{
	const char *all = fields[0].field.name;

	for (size_t i = 1; i < ARRAY_SIZE(fields); i++)
		all = pool_printf(pool, "%s, %s", all, fields[i].field.name);
	return all;
}

void tax_explain(void *pool, const struct tax_ledger *ledger, const struct tax_year *year,
		 const struct tax_declaration *declaration, const struct tax_ask *ask,
		 struct tax_explained *out)
{
	const struct known *known = (const struct known *)ask->field;
	struct telling t = { .e = &out->steps,
			     .ledger = ledger,
			     .year = year,
			     .declaration = declaration,
			     .ask = ask,
			     .month = ask->month,
			     .out = out };

	*out = (struct tax_explained){ .found = false };
	explain_init(&out->steps, pool);
	known->tell(&t, known->part);
	if (!out->found || !out->figure.known)
		return;
	/* What is shown is in cents; sums of gross sales may have more places. */
	out->term = explain_shown(&out->steps, out->term);
	explain_expect(&out->steps, out->term, money_round_cents(out->figure.m).e8, MONEY_PLACES,
		       ask->field->name);
	explain_finish(&out->steps, &out->term);
}
