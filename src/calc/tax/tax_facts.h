/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_facts.h: the inputs of the income tax (doc/tax.md 20.1): the joint ledger of a taxpayer, facts of
 * assets, official rates of both sides, income, and the person's statements.
 */
#ifndef LASTRO_CALC_TAX_TAX_FACTS_H
#define LASTRO_CALC_TAX_TAX_FACTS_H

#include "calc/amounts/amounts.h"

enum tax_class {
	TAX_NONE, /* unknown, or not typed */
	TAX_SHARE,
	TAX_UNIT,
	TAX_ETF,
	TAX_BDR,
	TAX_OPTION,
	TAX_RIGHT, /* of a subscription, sold */
	TAX_FII,
	TAX_FIAGRO,
	TAX_INFRA,
	TAX_ETF_RF,
	TAX_FIXED_TAXED,
	TAX_FIXED_EXEMPT,
	TAX_FUND,
	TAX_CRYPTO,
	TAX_FOREIGN,
	TAX_CLASSES
};
extern const char *const tax_class_names[]; /* index 0 is "" */

enum tax_basket { BASKET_COMMON, BASKET_DAY_TRADE, BASKET_FII, BASKET_NONE };
#define TAX_BASKETS 3
extern const char *const tax_basket_names[];

/* Why a figure is null or uncertain (doc/tax.md 20.10), in the order shown. */
enum tax_reason {
	TAX_KNOWN,
	TAX_COST_UNKNOWN,
	TAX_PRICE_MISSING,
	TAX_RATE_MISSING,
	TAX_UNCOVERED_SALE,
	TAX_SALES_UNKNOWN,
	TAX_CARRY_UNKNOWN,
	TAX_EXEMPT_RESULT_UNKNOWN,
	TAX_EXERCISE_WITHOUT_OPTION,
	TAX_WITHHELD_UNKNOWN,
	TAX_OPTION_EXERCISE_UNKNOWN,
	TAX_CAPITAL_RETURN_EXCESS,
	TAX_SUCCESSION_CASH,
	TAX_ETF_KIND_UNKNOWN,
	TAX_ETF_OF_FII,
	TAX_PAPER_UNKNOWN,
	TAX_INCENTIVE_UNKNOWN,
	TAX_CUSTODY_UNKNOWN,
	TAX_ORIGIN_UNKNOWN,
	TAX_COUNTRY_UNKNOWN,
	TAX_GCAP_ABOVE_5M,
	TAX_GROSS_UNKNOWN,
	TAX_OTHER_INCOME_UNKNOWN,
	TAX_BDR_INCOME_REGIME,
	TAX_CODE_UNCONFIRMED,
	TAX_PROGRAM_NOT_PUBLISHED,
	TAX_PROFITS_2025_INJUNCTION,
	TAX_MISSING_TAX_ID,
	TAX_BONUS_COST_MISSING,
	TAX_JCP_ACROSS_YEARS,
	TAX_USE_STATEMENT,
	TAX_REASONS
};
extern const char *const tax_reason_names[]; /* index 0 is "" */

/* A set of them: bit 1 << reason. */
typedef uint64_t tax_reasons;
#define TAX_WHY(reason) ((tax_reasons)1 << (reason))

enum tax_etf { ETF_UNKNOWN, ETF_RV, ETF_RF, ETF_FII };
enum tax_fund { FUND_PLAIN, FUND_FIAGRO, FUND_INFRA };
enum tax_custody { CUSTODY_UNKNOWN, CUSTODY_BR, CUSTODY_FOREIGN };
enum tax_origin { ORIGIN_UNKNOWN, ORIGIN_BRL, ORIGIN_FOREIGN };
enum tax_outcome { OUTCOME_UNKNOWN, OUTCOME_EXPIRED, OUTCOME_EXERCISED };
extern const char *const tax_etf_names[],
	*const tax_fund_names[], *const tax_custody_names[],
					 *const tax_origin_names[],
						 *const tax_outcome_names[]; /* index 0 is "" */

struct tax_option {
	bool kind_known, call;
	bool strike_known, close_known;
	struct price strike, close; /* close: of the underlying, on the expiry */
	struct option_terms terms;  /* its expiry */
	enum tax_outcome outcome;
};

/* An asset of the taxpayer, shared by all its portfolios. */
struct tax_asset {
	const char *symbol, *name, *tax_id; /* name, tax_id: or NULL */
	enum asset_type type;
	enum currency currency; /* of rows and income */
	enum tax_class typed;	/* TAX_NONE: derived from the other facts */
	enum tax_etf etf;
	enum tax_fund fund;
	const char *paper;		   /* "CDB", "LCI", …; or NULL */
	const struct accrual_terms *terms; /* or NULL */
	bool incentive_known, incentive;
	enum tax_custody custody;
	enum tax_origin origin;
	bool foreign_share; /* foreign_kind = share */
	struct tax_option option;
	const struct reference_event *events; /* ascending by ex_day */
	size_t n_events;
	const struct distribution *distributions; /* of the calendar, ascending by pay_day */
	size_t n_distributions;
	const bool *declined; /* by portfolio: its rows replace the events; NULL: none */
};

struct tax_row {
	struct ledger_row row;
	size_t asset, portfolio;
	const char *option; /* EVENT_EXERCISE: symbol of the option; or NULL */
};

struct tax_income {
	struct uuid id; /* of its row; nil: of the calendar */
	size_t asset, portfolio;
	enum income_kind kind;
	struct day pay_day;
	bool record_known, gross_known, tax_known, net_known;
	struct day record_day;
	struct money gross, tax, net; /* currency of the asset */
	bool profits_to_2025;	      /* profits of periods up to 2025, paid as approved */
	bool approved_known;
	struct day approved;
};

struct tax_carry {
	struct month month;
	bool known[TAX_BASKETS];
	struct money loss[TAX_BASKETS]; /* left at its end */
};

struct tax_withheld {
	struct month month;
	enum tax_basket basket;
	struct money amount;
};

struct tax_payment {
	const char *code;
	struct month period;
	struct money amount;
	struct day paid_on;
};

struct tax_exterior_loss {
	int year;
	struct money amount; /* left at its end */
};

/* A person's statements (20.1). */
struct tax_inputs {
	const struct tax_carry *carry;
	size_t n_carry;
	const struct tax_withheld *withheld;
	size_t n_withheld;
	bool estimated; /* withheld_policy */
	const struct tax_payment *paid;
	size_t n_paid;
	const struct tax_exterior_loss *exterior_loss;
	size_t n_exterior_loss;
};

/* Selic accumulated in a month, % (SGS 4390). */
struct tax_selic {
	struct month month;
	struct percent pct;
};

struct tax_portfolio {
	const char *id, *name;
};

/* The institution of an asset, by one of its rows. */
struct tax_institution {
	size_t asset;
	const char *name;
	struct day since; /* of the first row that names it */
};

struct tax_ledger {
	struct day as_of;
	const struct tax_portfolio *portfolios;
	size_t n_portfolios;
	const struct tax_institution *institutions; /* any order; a name may occur twice */
	size_t n_institutions;
	const struct tax_asset *assets;
	size_t n_assets;
	const struct tax_row *rows; /* ascending by day, order of insertion within */
	size_t n_rows;
	const struct tax_income *income; /* ascending by pay_day; includes capital returns */
	size_t n_income;
	const struct succession *successions; /* ascending by day */
	size_t n_successions;
	const struct spin_off *spin_offs; /* ascending by day */
	size_t n_spin_offs;
	struct fx_series buy, sell; /* PTAX */
	const struct tax_selic *selic;
	size_t n_selic;
	struct tax_inputs inputs;
};

/* month_year(), month_of() - calendar. */
static inline int month_year(struct month m)
{
	return m.n / 12;
}
static inline struct month month_of(int year, int month)
{
	return (struct month){ year * 12 + month - 1 };
}
static inline int day_year(struct day d)
{
	return month_year(day_month(d));
}

#endif
