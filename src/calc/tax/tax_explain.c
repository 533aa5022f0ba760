/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_explain.c: figures of the tax as inputs and operations (doc/tax.md 20.11).
 *
 * Each step is evaluated when it is written down, and the result compared with the shown figure.
 */
#include "config.h"

#include "calc/tax/tax_nodes.h"

#include "core/pool.h"

/* ---- fields ---- */

#define COMMON_CHOICES                                                                                        \
	"O que este cálculo supõe: o resultado de cada classe é arredondado uma vez por mês; units não " \
	"têm a isenção; vendas de day trade não entram nos R$ 20.000,00; o day trade é casado dentro "   \
	"de uma carteira, na falta da corretora."
#define DUE_CHOICES                                                                                       \
	"O que este cálculo supõe: o retido em day trade só se deduz do imposto de day trade; só se " \
	"deduz o que foi informado, salvo quando se pede a estimativa."
#define LATE_CHOICES                                                                                       \
	"O que este cálculo supõe: a multa conta os dias corridos desde o primeiro dia útil depois do " \
	"vencimento. É uma estimativa; o Sicalc decide."
#define ABROAD_CHOICES "O que este cálculo supõe: a cotação é a da data do negócio."

#define COST_CHOICES                                                                               \
	"Custo médio ponderado de todas as carteiras, por ativo (IN RFB 1.585/2015, art. 58)."

#define MONTH_AND_CODE (TAX_NEEDS_MONTH | TAX_TAKES_CODE)
#define GOOD (TAX_NEEDS_SYMBOL | TAX_OF_DECLARATION)
#define LINE (TAX_TAKES_SYMBOL | TAX_TAKES_CODE | TAX_OF_DECLARATION)
#define OPERATION (TAX_NEEDS_MONTH | TAX_NEEDS_SYMBOL)
#define TAXABLE (TAX_NEEDS_MONTH | TAX_NEEDS_SYMBOL | TAX_OF_DECLARATION)

/* A basket and its part in one number. */
#define PARTS (PART_CARRIED + 1)
#define OF(basket, part) ((int)(basket)*PARTS + (int)(part))

enum month_part { MONTH_SALES, MONTH_EXEMPT, MONTH_DUE };

static void month(struct tax_explaining *t, int part)
{
	if (part == MONTH_SALES)
		explain_tax_sales(t);
	else if (part == MONTH_EXEMPT)
		explain_tax_exempt(t);
	else
		explain_tax_due(t);
}

static void basket(struct tax_explaining *t, int part)
{
	explain_tax_basket(t, part / PARTS, (enum part)(part % PARTS));
}

static void gain(struct tax_explaining *t, int part)
{
	explain_tax_gain(t, (enum part)part);
}

static void abroad(struct tax_explaining *t, int part)
{
	explain_tax_abroad(t, (enum abroad_part)part);
}

static void abroad_item(struct tax_explaining *t, int part)
{
	explain_tax_abroad_item(t, part);
}

enum operation_part { OPERATION_COST, OPERATION_RESULT };

static void operation(struct tax_explaining *t, int part)
{
	if (part == OPERATION_COST)
		explain_tax_operation_cost(t);
	else
		explain_tax_operation_result(t);
}

static void carry_in(struct tax_explaining *t, int part)
{
	explain_tax_carry(t, part, false);
}

static void carry_out(struct tax_explaining *t, int part)
{
	explain_tax_carry(t, part, true);
}

static void carry_created(struct tax_explaining *t, int part)
{
	explain_tax_losses(t, part, false);
}

static void carry_used(struct tax_explaining *t, int part)
{
	explain_tax_losses(t, part, true);
}

static void good(struct tax_explaining *t, int part)
{
	explain_tax_good(t, (enum good_part)part);
}

static void exempt(struct tax_explaining *t, int part)
{
	explain_tax_line(t, &t->declaration->exempt, (enum line_part)part);
}

static void exclusive(struct tax_explaining *t, int part)
{
	explain_tax_line(t, &t->declaration->exclusive, (enum line_part)part);
}

static void taxable(struct tax_explaining *t, int part)
{
	explain_tax_income(t, part);
}

static const struct known {
	struct tax_field field;
	void (*explain)(struct tax_explaining *t, int part);
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
	  explain_tax_withheld,
	  BASKET_COMMON },
	{ { "months.withheld.day_trade", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld,
	  BASKET_DAY_TRADE },
	{ { "months.withheld.fii", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld,
	  BASKET_FII },
	{ { "months.withheld_used.common", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld_used,
	  BASKET_COMMON },
	{ { "months.withheld_used.day_trade", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld_used,
	  BASKET_DAY_TRADE },
	{ { "months.withheld_used.fii", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld_used,
	  BASKET_FII },
	{ { "months.withheld_estimate.common", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld_estimate,
	  BASKET_COMMON },
	{ { "months.withheld_estimate.day_trade", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld_estimate,
	  BASKET_DAY_TRADE },
	{ { "months.withheld_estimate.fii", TAX_NEEDS_MONTH, DUE_CHOICES },
	  explain_tax_withheld_estimate,
	  BASKET_FII },
	{ { "withheld_left.common", 0, DUE_CHOICES }, explain_tax_withheld_left, BASKET_COMMON },
	{ { "withheld_left.day_trade", 0, DUE_CHOICES },
	  explain_tax_withheld_left,
	  BASKET_DAY_TRADE },
	{ { "withheld_left.fii", 0, DUE_CHOICES }, explain_tax_withheld_left, BASKET_FII },
	{ { "carry_in.common", 0, COMMON_CHOICES }, carry_in, BASKET_COMMON },
	{ { "carry_in.day_trade", 0, COMMON_CHOICES }, carry_in, BASKET_DAY_TRADE },
	{ { "carry_in.fii", 0, COMMON_CHOICES }, carry_in, BASKET_FII },
	{ { "carry_created.common", 0, COMMON_CHOICES }, carry_created, BASKET_COMMON },
	{ { "carry_created.day_trade", 0, COMMON_CHOICES }, carry_created, BASKET_DAY_TRADE },
	{ { "carry_created.fii", 0, COMMON_CHOICES }, carry_created, BASKET_FII },
	{ { "carry_used.common", 0, COMMON_CHOICES }, carry_used, BASKET_COMMON },
	{ { "carry_used.day_trade", 0, COMMON_CHOICES }, carry_used, BASKET_DAY_TRADE },
	{ { "carry_used.fii", 0, COMMON_CHOICES }, carry_used, BASKET_FII },
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
	{ { "exterior.paid", 0, NULL }, abroad, ABROAD_PAID },
	{ { "exterior.loss_carried", 0, ABROAD_CHOICES }, abroad, ABROAD_CARRIED },
	{ { "exterior.rendimento_ou_perda", GOOD, ABROAD_CHOICES }, abroad_item, false },
	{ { "exterior.imposto_pago_exterior", GOOD, ABROAD_CHOICES }, abroad_item, true },
	{ { "darf.amount", MONTH_AND_CODE, DUE_CHOICES }, explain_tax_darf, DARF_AMOUNT },
	{ { "darf.includes_earlier", MONTH_AND_CODE, DUE_CHOICES },
	  explain_tax_darf,
	  DARF_EARLIER },
	{ { "darf.paid", MONTH_AND_CODE, NULL }, explain_tax_darf, DARF_PAYMENTS },
	{ { "darf.in_doubt", MONTH_AND_CODE, DUE_CHOICES }, explain_tax_darf, DARF_DOUBT },
	{ { "darf.late.fine_pct", MONTH_AND_CODE, LATE_CHOICES }, explain_tax_late, LATE_FINE_PCT },
	{ { "darf.late.fine", MONTH_AND_CODE, LATE_CHOICES }, explain_tax_late, LATE_FINE },
	{ { "darf.late.interest_pct", MONTH_AND_CODE, LATE_CHOICES },
	  explain_tax_late,
	  LATE_INTEREST_PCT },
	{ { "darf.late.interest", MONTH_AND_CODE, LATE_CHOICES }, explain_tax_late, LATE_INTEREST },
	{ { "darf.late.total", MONTH_AND_CODE, LATE_CHOICES }, explain_tax_late, LATE_TOTAL },
	{ { "under_minimum", TAX_TAKES_CODE, DUE_CHOICES }, explain_tax_below_minimum, 0 },
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
	struct tax_explaining t = { .e = &out->steps,
				    .ledger = ledger,
				    .year = year,
				    .declaration = declaration,
				    .ask = ask,
				    .month = ask->month,
				    .out = out };

	*out = (struct tax_explained){ .found = false };
	explain_init(&out->steps, pool);
	known->explain(&t, known->part);
	if (!out->found || !out->figure.known)
		return;
	/* Figures are shown in cents; sums of gross sales may have more places. */
	out->term = explain_shown(&out->steps, out->term);
	explain_expect(&out->steps, out->term, money_round_cents(out->figure.m).e8, MONEY_PLACES,
		       ask->field->name);
	explain_finish(&out->steps, &out->term);
}
