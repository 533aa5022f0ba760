/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_classes.c: class, basket and code of each kind of asset (doc/tax.md 20.2, 20.9).
 *
 * A missing fact is a reason: an asset is never assigned to an uncertain class.
 */
#include "config.h"

#include "calc/tax/tax_classes.h"

#include "core/calendar.h"

const char *const tax_class_names[] = {
	"",	  "share",   "unit",  "etf",	"bdr",	       "option",       "right",
	"fii",	  "fiagro",  "infra", "etf_rf", "fixed_taxed", "fixed_exempt", "fund",
	"crypto", "foreign", NULL
};
const char *const tax_basket_names[] = { "common", "day_trade", "fii", NULL };
const char *const tax_reason_names[] = { "",
					 "cost_unknown",
					 "price_missing",
					 "rate_missing",
					 "uncovered_sale",
					 "sales_unknown",
					 "carry_unknown",
					 "exempt_result_unknown",
					 "exercise_without_option",
					 "withheld_unknown",
					 "option_exercise_unknown",
					 "capital_return_excess",
					 "succession_cash",
					 "etf_kind_unknown",
					 "etf_of_fii",
					 "paper_unknown",
					 "incentive_unknown",
					 "custody_unknown",
					 "origin_unknown",
					 "country_unknown",
					 "gcap_above_5m",
					 "gross_unknown",
					 "other_income_unknown",
					 "bdr_income_regime",
					 "code_unconfirmed",
					 "program_not_published",
					 "profits_2025_injunction",
					 "missing_tax_id",
					 "bonus_cost_missing",
					 "jcp_across_years",
					 "use_statement",
					 NULL };
const char *const tax_etf_names[] = { "", "rv", "rf", "fii", NULL };
const char *const tax_fund_names[] = { "", "fiagro", "infra", NULL };
const char *const tax_custody_names[] = { "", "br", "foreign", NULL };
const char *const tax_origin_names[] = { "", "brl", "foreign", NULL };
const char *const tax_outcome_names[] = { "", "expired", "exercised", NULL };

/* Four letters and 11. */
static bool is_unit(const char *symbol)
{
	if (strlen(symbol) != 6 || !str_eq(symbol + 4, "11"))
		return false;
	for (int i = 0; i < 4; i++)
		if (symbol[i] < 'A' || symbol[i] > 'Z')
			return false;
	return true;
}

static enum tax_class class_of_paper(const char *paper, enum tax_reason *why)
{
	static const char *const taxed[] = { "CDB", "RDB", "LC", "LF", NULL };
	static const char *const exempt[] = { "LCI", "LCA", "LIG", "LCD",  "LH",
					      "CRI", "CRA", "CPR", "CDCA", NULL };

	if (paper && enum_find(taxed, paper) >= 0)
		return TAX_FIXED_TAXED;
	if (paper && enum_find(exempt, paper) >= 0)
		return TAX_FIXED_EXEMPT;
	*why = TAX_PAPER_UNKNOWN;
	return TAX_NONE;
}

static enum tax_class class_of_etf(enum tax_etf kind, enum tax_reason *why)
{
	switch (kind) {
	case ETF_RV:
		return TAX_ETF;
	case ETF_RF:
		return TAX_ETF_RF;
	case ETF_FII:
		*why = TAX_ETF_OF_FII;
		return TAX_NONE;
	case ETF_UNKNOWN:
		break;
	}
	*why = TAX_ETF_KIND_UNKNOWN;
	return TAX_NONE;
}

static enum tax_class class_of_fii(enum tax_fund kind)
{
	switch (kind) {
	case FUND_FIAGRO:
		return TAX_FIAGRO;
	case FUND_INFRA:
		return TAX_INFRA;
	case FUND_PLAIN:
		break;
	}
	return TAX_FII;
}

static enum tax_class class_of_debenture(const struct tax_asset *a, enum tax_reason *why)
{
	if (a->incentive_known)
		return a->incentive ? TAX_FIXED_EXEMPT : TAX_FIXED_TAXED;
	*why = TAX_INCENTIVE_UNKNOWN;
	return TAX_NONE;
}

enum tax_class tax_class_of(const struct tax_asset *a, enum tax_reason *why)
{
	*why = TAX_KNOWN;
	if (a->typed != TAX_NONE)
		return a->typed;
	switch (a->type) {
	case ASSET_STOCK:
		return is_unit(a->symbol) ? TAX_UNIT : TAX_SHARE;
	case ASSET_FII:
		return class_of_fii(a->fund);
	case ASSET_ETF:
		return class_of_etf(a->etf, why);
	case ASSET_BDR:
		return TAX_BDR;
	case ASSET_OPTION:
		return TAX_OPTION;
	case ASSET_TESOURO:
		return TAX_FIXED_TAXED;
	case ASSET_RENDA_FIXA:
		return class_of_paper(a->paper, why);
	case ASSET_DEBENTURE:
		return class_of_debenture(a, why);
	case ASSET_FUND:
		return TAX_FUND;
	case ASSET_CRYPTO:
		return TAX_CRYPTO;
	case ASSET_US:
		return TAX_FOREIGN;
	case ASSET_INDEX:
		break;
	}
	return TAX_NONE;
}

enum tax_basket tax_basket_of(enum tax_class cls, bool day_trade)
{
	switch (cls) {
	case TAX_SHARE:
	case TAX_UNIT:
	case TAX_ETF:
	case TAX_BDR:
	case TAX_OPTION:
	case TAX_RIGHT:
		return day_trade ? BASKET_DAY_TRADE : BASKET_COMMON;
	case TAX_FII:
	case TAX_FIAGRO:
		return BASKET_FII;
	case TAX_NONE:
	case TAX_INFRA:
	case TAX_ETF_RF:
	case TAX_FIXED_TAXED:
	case TAX_FIXED_EXEMPT:
	case TAX_FUND:
	case TAX_CRYPTO:
	case TAX_FOREIGN:
	case TAX_CLASSES:
		break;
	}
	return BASKET_NONE;
}

enum tax_basket tax_basket_hit(enum tax_reason why, bool day_trade)
{
	if (why == TAX_ETF_KIND_UNKNOWN)
		return day_trade ? BASKET_DAY_TRADE : BASKET_COMMON;
	return why == TAX_ETF_OF_FII ? BASKET_FII : BASKET_NONE;
}

/* ---- codes ---- */

static const char *code_of_token(const char *symbol)
{
	static const char *const stable[] = { "USDT", "USDC", "BRZ", "BUSD", "DAI",
					      "TUSD", "GUSD", "PAX", NULL };

	if (str_eq(symbol, "BTC"))
		return "0801";
	return enum_find(stable, symbol) >= 0 ? "0803" : "0802";
}

/* Group and code, or NULL: the program's tables have no confirmed one. */
static const char *code_text(const struct tax_asset *a, enum tax_class cls, int year)
{
	switch (cls) {
	case TAX_SHARE:
	case TAX_UNIT:
		return "0301";
	case TAX_FOREIGN:
		return a->foreign_share ? "0301" : NULL;
	case TAX_BDR:
	case TAX_OPTION:
		return "0404";
	case TAX_FIXED_TAXED:
		return "0402";
	case TAX_FIXED_EXEMPT:
		return "0403";
	case TAX_FIAGRO:
		return "0702";
	case TAX_FII:
		return "0703";
	case TAX_ETF_RF:
		return "0708";
	case TAX_ETF:
		return year >= 2024 ? "0706" : "0709";
	case TAX_INFRA:
		return year >= 2025 ? "0710" : NULL;
	case TAX_CRYPTO:
		return code_of_token(a->symbol);
	case TAX_NONE:
	case TAX_RIGHT:
	case TAX_FUND:
	case TAX_CLASSES:
		break;
	}
	return NULL;
}

struct tax_code tax_code_of(const struct tax_asset *a, int year)
{
	struct tax_code out = { .why = TAX_KNOWN };
	enum tax_class cls = tax_class_of(a, &out.why);
	const char *text;

	if (cls == TAX_NONE)
		return out;
	text = year >= 2021 ? code_text(a, cls, tax_code_year(year)) : NULL;
	if (!text) {
		out.why = TAX_CODE_UNCONFIRMED;
		return out;
	}
	memcpy(out.group, text, 2);
	memcpy(out.code, text + 2, 2);
	out.year = tax_code_year(year);
	return out;
}

/* ---- the day to pay ---- */

struct day tax_due_day(struct month month)
{
	struct month next = { month.n + 1 };
	struct day d = month_last(next);

	while (!day_is_business(d))
		d = day_plus(d, -1);
	if (next.n % 12 != 11)
		return d;
	/* Banks do not open on the last business day of the year (Res. CMN 4.880/2020). */
	do
		d = day_plus(d, -1);
	while (!day_is_business(d));
	return d;
}

struct day tax_declared_by(int year)
{
	return tax_due_day((struct month){ 12 * (year + 1) + 3 });
}
