/* SPDX-License-Identifier: Apache-2.0 */
/* tax_words.c: warnings of the tax in words, and how a person answers each reason (doc/tax.md 20.10). */
#include "config.h"

#include "console/person/tax_pages.h"

#include "core/number_text.h"

#define PRICE                                                                                      \
	{                                                                                          \
		ANSWER_PRICE, "Informe o preço do lançamento.", NULL                               \
	}

/* The question of a fact is its field's label (tax_fact_form.c). */
#define FACT(name, text)                                                                           \
	{                                                                                          \
		ANSWER_FACT, text, name                                                            \
	}

static const struct tax_remedy remedies[TAX_REASONS] = {
	[TAX_KNOWN] = { ANSWER_LOWER, NULL, NULL },
	[TAX_COST_UNKNOWN] = PRICE,
	[TAX_PRICE_MISSING] = PRICE,
	[TAX_SALES_UNKNOWN] = PRICE,
	[TAX_EXEMPT_RESULT_UNKNOWN] = PRICE,
	[TAX_BONUS_COST_MISSING] = PRICE,
	[TAX_UNCOVERED_SALE] = { ANSWER_TRADE, "Lance a compra que falta.", NULL },
	[TAX_EXERCISE_WITHOUT_OPTION] = { ANSWER_TRADE, "Lance a opção que falta.", NULL },
	[TAX_GROSS_UNKNOWN] = { ANSWER_GROSS, "Informe o valor bruto, do informe de rendimentos.",
				NULL },
	[TAX_RATE_MISSING] = { ANSWER_NONE,
			       "Quem administra o serviço carrega a PTAX e a Selic do Banco Central.",
			       NULL },
	[TAX_CODE_UNCONFIRMED] = { ANSWER_NONE,
				   "O código está no informe de rendimentos do fundo ou da "
				   "corretora; escolha-o no programa da Receita.",
				   NULL },
	[TAX_USE_STATEMENT] = { ANSWER_NONE,
				"O valor, e o código onde falta, estão no informe de rendimentos do "
				"fundo ou da corretora; ponha-os no programa da Receita.",
				NULL },
	[TAX_CARRY_UNKNOWN] = { ANSWER_CARRY, "Informe os prejuízos que restavam ao fim de um mês.",
				NULL },
	[TAX_OPTION_EXERCISE_UNKNOWN] =
		FACT("outcome", "Diga o que houve com a opção no vencimento."),
	[TAX_ETF_KIND_UNKNOWN] = FACT("etf_kind", "Diga de que tipo é o ETF."),
	[TAX_PAPER_UNKNOWN] = FACT("paper", "Diga que papel é."),
	[TAX_INCENTIVE_UNKNOWN] = FACT("incentive", "Diga se é incentivada."),
	[TAX_CUSTODY_UNKNOWN] = FACT("custody", "Diga onde está guardado."),
	[TAX_ORIGIN_UNKNOWN] = FACT("origin", "Diga de onde veio o dinheiro."),
	[TAX_MISSING_TAX_ID] = FACT("tax_id", "Informe o CNPJ."),
};

struct tax_remedy tax_remedy(enum tax_reason reason)
{
	return remedies[reason];
}

const char *tax_warning_said(enum tax_warning_code code)
{
	static const char *const words[] = {
		[WARN_BONUS_COST_MISSING] = "Falta o valor declarado da bonificação.",
		[WARN_DAY_TRADE_BROKER] =
			"Day trade: a lei o casa por corretora, aqui é por carteira.",
		[WARN_DAY_TRADE_WITHHELD_REFUND] =
			"Resta imposto retido de day trade: pode ser pedido de volta.",
		[WARN_EXEMPT_RESULT_UNKNOWN] = "Um resultado isento não é conhecido.",
		[WARN_EXEMPTION_NEAR_LIMIT] = "As vendas chegam perto do limite da isenção.",
		[WARN_FII_FIAGRO_LOSSES] =
			"Prejuízo de FII usado em Fiagro, ou o contrário: não está confirmado.",
		[WARN_JCP_ACROSS_YEARS] = "JCP de um ano pago em outro: confira o informe.",
		[WARN_OPTION_EXPIRY_UNKNOWN] = "O vencimento da opção não é conhecido.",
		[WARN_SUCCESSION_REVIEW] = "Troca de papéis: a Receita pode vê-la como venda.",
		[WARN_TRANSFER_MAYBE] =
			("O que saiu de uma carteira parece ter entrado em outra: se foi "
			 "transferência, ponha as duas no mesmo dia."),
		[WARN_UNIT_NOT_EXEMPT] = "Units não têm isenção.",
	};

	return words[code];
}

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

const char *tax_month_name(struct month m)
{
	return month_name(m);
}

const char *tax_month_in(void *pool, struct month m, int year)
{
	return month_year(m) == year ? month_name(m)
				     : pool_printf(pool, "%s de %d", month_name(m), month_year(m));
}

const char *tax_month_title(void *pool, struct month m)
{
	char *text = pool_printf(pool, "%s de %d", tax_month_name(m), month_year(m));

	text[0] = (char)(text[0] - 'a' + 'A');
	return text;
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
