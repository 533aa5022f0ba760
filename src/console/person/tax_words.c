/* SPDX-License-Identifier: Apache-2.0 */
/* tax_words.c: classes of the tax in words. */
#include "config.h"

#include "console/person/tax_pages.h"

#include "core/number_text.h"

const char *tax_class_said(enum tax_class cls)
{
	static const char *const words[TAX_CLASSES] = {
		[TAX_NONE] = "—",
		[TAX_SHARE] = "Ações",
		[TAX_UNIT] = "Units",
		[TAX_ETF] = "ETF",
		[TAX_BDR] = "BDR",
		[TAX_OPTION] = "Opções",
		[TAX_RIGHT] = "Direitos de subscrição",
		[TAX_FII] = "FII",
		[TAX_FIAGRO] = "Fiagro",
		[TAX_INFRA] = "FI-Infra",
		[TAX_ETF_RF] = "ETF de renda fixa",
		[TAX_FIXED_TAXED] = "Renda fixa tributada",
		[TAX_FIXED_EXEMPT] = "Renda fixa isenta",
		[TAX_FUND] = "Fundos",
		[TAX_CRYPTO] = "Criptoativos",
		[TAX_FOREIGN] = "Exterior",
	};

	return words[cls];
}

/* The paper whose bonus has no value, so that a taxed gain of the DARF's month may be too high; NULL: none. */
static const char *bonus_of(const struct tax_year *y, const struct tax_darf *d)
{
	for (size_t i = 0; str_eq(d->code, TAX_EXCHANGE_CODE) && i < y->n_all_months; i++) {
		const struct tax_month *m = &y->all_months[i];

		for (size_t k = 0; m->month.n == d->period.n && k < m->n_operations; k++) {
			const struct tax_operation *op = m->operations[k];

			if (op->bonus_missing && op->basket != BASKET_NONE &&
			    !(m->exempt && op->cls == TAX_SHARE && !op->day_trade))
				return op->symbol;
		}
	}
	return NULL;
}

const char *tax_bonus_doubt(void *pool, const struct tax_view *v, const struct tax_darf *d)
{
	const char *symbol = d->amount.known ? bonus_of(&v->year, d) : NULL;

	if (!symbol)
		return NULL;
	return pool_printf(pool,
			   "A bonificação de %s, ainda sem valor, pode diminuir o DARF de %s.",
			   symbol, tax_month_in(pool, d->period, v->asked));
}

const char *tax_withheld_warned(void *pool, const struct tax_view *v, struct month month,
				int basket, struct money sum)
{
	struct money law = { 0 };

	for (size_t i = 0; i < v->year.n_months; i++)
		if (v->year.months[i].month.n == month.n)
			law = v->year.months[i].withheld_estimate[basket];
	if (sum.e8 <= 2 * law.e8 || sum.e8 <= law.e8 + E8)
		return "";
	return pool_printf(pool, "Pelos lançamentos de %s de %d%s, a lei %s. ",
			   tax_month_name(month), month_year(month), tax_basket_in(basket),
			   law.e8 ? pool_printf(pool, "retém cerca de %s", shown_brl(pool, law))
				  : "não retém nada");
}

const char *tax_unstated_doubt(void *pool, const struct tax_view *v, const struct tax_darf *d)
{
	const struct tax_unstated x = tax_unstated_of(&v->of, &v->year, d);

	if (x.stated.e8)
		return pool_printf(
			pool, "De IRRF há %s informados%s: se %s, o valor a pagar é menor.",
			shown_brl(pool, x.stated), x.losses ? ", e nada de prejuízos de antes" : "",
			x.losses ? "houve mais" : "a corretora reteve mais");
	return x.withheld && x.losses
		       ? "Sem IRRF nem prejuízos de antes informados: se houve, o valor a "
			 "pagar é menor."
	       : x.withheld ? "Sem IRRF informado: se a corretora reteve, o valor a pagar é menor."
	       : x.losses ? "Sem prejuízos de antes informados: se havia, o valor a pagar é menor."
			  : NULL;
}
