/* SPDX-License-Identifier: Apache-2.0 */
/* tax_said.c: words of the tax in Portuguese, as pages, sheets and answers have them: reasons and warnings (doc/tax.md 20.10), baskets, states. */
#include "config.h"

#include "portfolio/tax/tax_answers.h"
#include "core/number_text.h"
#include "core/text.h"

static const char *const reasons[TAX_REASONS] = {
	[TAX_COST_UNKNOWN] = "O custo não é conhecido.",
	[TAX_PRICE_MISSING] = "Falta o preço do lançamento.",
	[TAX_RATE_MISSING] = "Falta a PTAX do dia, ou a Selic de um mês.",
	[TAX_UNCOVERED_SALE] = "Vendeu-se mais do que havia: falta uma compra.",
	[TAX_SALES_UNKNOWN] = "O total vendido no mês não é conhecido.",
	[TAX_CARRY_UNKNOWN] =
		"O prejuízo trazido não é conhecido: um mês anterior espera por resposta.",
	[TAX_EXEMPT_RESULT_UNKNOWN] = "O resultado isento não é conhecido.",
	[TAX_EXERCISE_WITHOUT_OPTION] = "O exercício não encontra a opção.",
	[TAX_WITHHELD_UNKNOWN] = "Não se sabe se o retido em outro mês já foi usado.",
	[TAX_OPTION_EXERCISE_UNKNOWN] = "Não se sabe se a opção foi exercida no vencimento.",
	[TAX_CAPITAL_RETURN_EXCESS] =
		"A restituição de capital passou do custo: a lei não diz como tributar.",
	[TAX_SUCCESSION_CASH] =
		"O dinheiro da sucessão passou do custo: a lei não diz como tributar.",
	[TAX_ETF_KIND_UNKNOWN] = "Não se sabe se o ETF é de renda variável ou fixa.",
	[TAX_ETF_OF_FII] = "É um ETF de FIIs: a alíquota não está assentada.",
	[TAX_PAPER_UNKNOWN] = "Não se sabe que papel de renda fixa é.",
	[TAX_INCENTIVE_UNKNOWN] = "Não se sabe se a debênture é incentivada.",
	[TAX_CUSTODY_UNKNOWN] = "Não se sabe se a custódia é no Brasil ou no exterior.",
	[TAX_ORIGIN_UNKNOWN] = "Não se sabe se o dinheiro foi ganho em reais ou no exterior.",
	[TAX_COUNTRY_UNKNOWN] = "O país não é conhecido.",
	[TAX_GCAP_ABOVE_5M] =
		"O ganho passa de R$ 5.000.000,00: as faixas são as do programa GCAP.",
	[TAX_GROSS_UNKNOWN] = "Só se conhece o valor líquido: o bruto está no informe.",
	[TAX_OTHER_INCOME_UNKNOWN] =
		"O carnê-leão depende de outros rendimentos, que não estão aqui.",
	[TAX_BDR_INCOME_REGIME] = "O regime dos dividendos de BDR não está assentado.",
	[TAX_CODE_UNCONFIRMED] = "O código da declaração não está confirmado.",
	[TAX_PROGRAM_NOT_PUBLISHED] = "O programa da declaração ainda não foi publicado.",
	[TAX_PROFITS_2025_INJUNCTION] =
		"A isenção depende de liminar do STF, que não é definitiva.",
	[TAX_MISSING_TAX_ID] = "Falta o CNPJ.",
	[TAX_BONUS_COST_MISSING] = "Falta o valor declarado da bonificação.",
	[TAX_JCP_ACROSS_YEARS] =
		"O JCP é de um ano e foi pago em outro: o informe diz em qual declarar.",
	[TAX_USE_STATEMENT] = "Use o valor do informe de rendimentos.",
};

const char *tax_reason_said(enum tax_reason reason)
{
	return reasons[reason];
}

const char *tax_reasons_said(void *pool, tax_reasons set)
{
	const char *text = NULL;

	for (int i = 1; i < TAX_REASONS; i++)
		if (set & TAX_WHY(i))
			text = text ? pool_printf(pool, "%s %s", text, reasons[i]) : reasons[i];
	return text;
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

const char *tax_basket_said(int basket)
{
	static const char *const words[TAX_BASKETS] = { [BASKET_COMMON] = "Operações comuns",
							[BASKET_DAY_TRADE] = "Day trade",
							[BASKET_FII] = "FII e Fiagro" };

	return words[basket];
}

const char *tax_basket_in(int basket)
{
	return basket == BASKET_COMMON ? ""
	       : basket == BASKET_FII  ? ", em FII e Fiagro"
				       : ", em day trade";
}

const char *tax_darf_said(enum darf_status status)
{
	static const char *const words[] = {
		[DARF_PAID] = "pago",
		[DARF_PROVISIONAL] = "até aqui",
		[DARF_OVERDUE] = "em atraso",
		[DARF_OPEN] = "a pagar",
		[DARF_UNKNOWN] = "falta resposta",
	};

	return words[status];
}

const char *tax_code_said(const char *code)
{
	static const char *const codes[][2] = {
		{ "6015", "ganhos em bolsa, pessoa física" },
		{ "4600", "ganhos com criptoativos, pessoa física" },
		{ "8523", "ganhos no exterior até 2023, pessoa física" },
		{ "0211", "declaração anual, pessoa física" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++)
		if (str_eq(codes[i][0], code))
			return codes[i][1];
	return "imposto de renda, pessoa física";
}

/* ---- months ---- */

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
