/* SPDX-License-Identifier: Apache-2.0 */
/* statement_item.c: identifies the item of a statement line by its code and text. */
#include "config.h"

#include "calc/credit/statements.h"

const char *const statement_form_names[] = { "DFP", "ITR", NULL };

const char *const statement_kind_names[] = { "BPA",    "BPP",	 "DRE",	 "DRA", "DVA",
					     "DFC_MD", "DFC_MI", "DMPL", NULL };

const char *const statement_item_names[] = {
	[ITEM_REVENUE] = "revenue",
	[ITEM_EBIT] = "ebit",
	[ITEM_NET_INCOME] = "net_income",
	[ITEM_DEPRECIATION] = "depreciation",
	[ITEM_DEPRECIATION_FLOW] = "depreciation_flow",
	[ITEM_FINANCIAL_EXPENSES] = "financial_expenses",
	[ITEM_INTEREST] = "interest",
	[ITEM_OPERATING_CASH_FLOW] = "operating_cash_flow",
	[ITEM_CAPEX] = "capex",
	[ITEM_TOTAL_ASSETS] = "total_assets",
	[ITEM_CASH] = "cash",
	[ITEM_INVESTMENTS] = "investments",
	[ITEM_DEBT_SHORT] = "debt_short",
	[ITEM_DEBT_LONG] = "debt_long",
	[ITEM_EQUITY] = "equity",
	[ITEM_COUNT] = NULL,
};

/* Codes with a fixed meaning, confirmed by the beginning of their text. */
static const struct {
	const char *account;
	const char *begins;
	enum statement_item item;
} fixed[] = {
	{ "1", "ativo total", ITEM_TOTAL_ASSETS },
	{ "1.01.01", "caixa e equivalentes de caixa", ITEM_CASH },
	{ "1.01.02", "aplicacoes financeiras", ITEM_INVESTMENTS },
	{ "2.01.04", "emprestimos e financiamentos", ITEM_DEBT_SHORT },
	{ "2.02.01", "emprestimos e financiamentos", ITEM_DEBT_LONG },
	{ "2.03", "patrimonio liquido", ITEM_EQUITY },
	{ "3.01", "receita", ITEM_REVENUE },
	{ "3.06.02", "despesas financeiras", ITEM_FINANCIAL_EXPENSES },
	{ "3.11", "lucro/prejuizo", ITEM_NET_INCOME },
	{ "6.01", "caixa liquido", ITEM_OPERATING_CASH_FLOW },
	{ "7.04.01", "depreciacao", ITEM_DEPRECIATION },
};

static const char ebit_text[] = "resultado antes do resultado financeiro e dos tributos";

/* The last line of an income statement, whatever its code. */
static const char *const net_income_texts[] = {
	"lucro/prejuizo consolidado do periodo",
	"lucro/prejuizo do periodo",
	"lucro ou prejuizo liquido consolidado do periodo",
	"lucro ou prejuizo liquido do periodo",
};

static const char *const acquisition[] = {
	"aquisic", "adic", "aplicac", "compra", "investimento em", "investimentos em", "pagamento"
};
/* Stems, so that plurals match, and the assets of a concession. */
static const char *const fixed_asset[] = {
	"imobilizad",	    "intangive",	  "ativo de contrato", "ativos de contrato",
	"ativo contratual", "ativos contratuais", "infraestrutura",    "capex",
};
static const char *const interest[] = { "juros", "encargos" };
/* Assets sold, received, or of other companies are not capex. */
static const char *const not_capex[] = { "venda",      "alienac",  "baixa",	 "receb",
					 "controlada", "coligada", "subsidiaria" };

static bool has_one(const char *text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

/* "6.02.nn": the code @above, a point, and digits without another point. */
static bool is_child(const char *account, const char *above)
{
	size_t n = strlen(above);

	return strncmp(account, above, n) == 0 && account[n] == '.' && account[n + 1] &&
	       !strchr(account + n + 1, '.');
}

static bool is_capex(const char *text)
{
	return has_one(text, acquisition, ARRAY_SIZE(acquisition)) &&
	       has_one(text, fixed_asset, ARRAY_SIZE(fixed_asset)) &&
	       !has_one(text, not_capex, ARRAY_SIZE(not_capex));
}

int statement_item_of(const char *account, const char *text)
{
	for (size_t i = 0; i < ARRAY_SIZE(fixed); i++)
		if (str_eq(account, fixed[i].account) &&
		    (!*text || text_starts(text, fixed[i].begins)))
			return (int)fixed[i].item;
	if (str_eq(account, "3.05") && str_eq(text, ebit_text))
		return ITEM_EBIT;
	if (is_child(account, "2") && text_starts(text, "patrimonio liquido"))
		return ITEM_EQUITY;
	if (is_child(account, "3") &&
	    text_among(net_income_texts, ARRAY_SIZE(net_income_texts), text))
		return ITEM_NET_INCOME;
	if (is_child(account, "6.02") && is_capex(text))
		return ITEM_CAPEX;
	if (is_child(account, "3.06.02") && has_one(text, interest, ARRAY_SIZE(interest)))
		return ITEM_INTEREST;
	if (is_child(account, "6.01.01") && strstr(text, "deprecia"))
		return ITEM_DEPRECIATION_FLOW;
	return -1;
}
