/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statements.h: a company's results, assets and liabilities from its filed statements
 * (doc/calculations.md 12).
 *
 * A filing (DFP, ITR) is a document of a reference date, in versions.  Its lines come in blocks: one
 * statement over one period, as this period's column (ÚLTIMO) or as the comparison (PENÚLTIMO).  A
 * figure takes whole blocks, never lines of two versions; periods are combined only when they begin on
 * the same day.  All lines passed are of one company and one scope.
 */
#ifndef LASTRO_CALC_CREDIT_STATEMENTS_H
#define LASTRO_CALC_CREDIT_STATEMENTS_H

#include "calc/amounts/amounts.h"
#include "core/day.h"
#include "core/decimal.h"

/* ---- lines ---- */

enum statement_form { FORM_DFP, FORM_ITR };
extern const char *const statement_form_names[]; /* "DFP", "ITR", NULL */

enum statement_kind { BPA, BPP, DRE, DRA, DVA, DFC_MD, DFC_MI, DMPL };
extern const char *const statement_kind_names[]; /* "BPA" …, NULL */

/* The item of a line, as the figures use it. */
enum statement_item {
	ITEM_REVENUE,
	ITEM_EBIT,
	ITEM_NET_INCOME,
	ITEM_DEPRECIATION,	/* of the value added statement */
	ITEM_DEPRECIATION_FLOW, /* of the cash flow, without a value added statement */
	ITEM_FINANCIAL_EXPENSES,
	ITEM_INTEREST, /* the interest lines of the financial expenses */
	ITEM_OPERATING_CASH_FLOW,
	ITEM_CAPEX,
	ITEM_TOTAL_ASSETS,
	ITEM_CASH,
	ITEM_INVESTMENTS, /* of short term */
	ITEM_DEBT_SHORT,
	ITEM_DEBT_LONG,
	ITEM_EQUITY,
	ITEM_COUNT
};
extern const char *const statement_item_names[]; /* "revenue" …, NULL */

/* Increased whenever statement_item_of() or its rules change: stored lines are then classified again. */
#define STATEMENT_ITEM_RULES 2

/*
 * statement_item_of() - the item of a line, or -1.
 * @text: its description, folded (text_fold); "" when the source has none, and the code decides alone
 *
 * Charts of accounts differ: a bank's 3.05 is the result before taxes, an insurer's equity has another
 * code.  So a code counts only with the standard text, and equity and net income are found by their
 * texts.
 */
int statement_item_of(const char *account, const char *text);

struct statement_filing {
	enum statement_form form;
	struct day reference_date;
	int64_t version;
	bool dated; /* filed_at is known */
	struct day filed_at;
	bool first_dated;	   /* first_filed_at is told */
	struct day first_filed_at; /* of the document's first version, perhaps without lines here */
};

struct statement_line {
	size_t filing; /* index of the filing */
	enum statement_kind statement;
	enum statement_item item;
	bool last;	       /* ÚLTIMO; else PENÚLTIMO */
	bool flow;	       /* else a balance: start is ignored */
	struct day start, end; /* both inclusive */
	const char *account;   /* "3.11"; where one line of an item may count, the last does */
	struct money value;    /* units of BRL */
};

/* ---- figures ---- */

enum statement_basis { BASIS_TTM, BASIS_QUARTER, BASIS_YEAR };
extern const char *const statement_basis_names[]; /* "ttm", "quarter", "year", NULL */

enum statement_figure_id {
	FIGURE_REVENUE,
	FIGURE_EBIT,
	FIGURE_EBITDA,
	FIGURE_NET_INCOME,
	FIGURE_OPERATING_CASH_FLOW,
	FIGURE_FREE_CASH_FLOW,
	FIGURE_CAPEX,
	FIGURE_INTEREST_EXPENSE,
	FIGURE_TOTAL_ASSETS, /* balances from here on */
	FIGURE_CASH,
	FIGURE_GROSS_DEBT,
	FIGURE_NET_DEBT,
	FIGURE_EQUITY,
	FIGURE_COUNT
};
extern const char *const statement_figure_names[]; /* "revenue" …, without the basis, NULL */

/* Why a figure is unknown. */
enum statement_reason {
	REASON_NONE,
	REASON_NO_STATEMENT,	/* the document lacks this statement for the date */
	REASON_NO_ACCOUNT,	/* the chart of accounts lacks this line: a bank's EBIT */
	REASON_NO_CAPEX_LINE,	/* no line of the cash flow names an acquisition of fixed assets */
	REASON_UNEXPECTED_SIGN, /* an acquisition with a positive sign: ambiguous */
	REASON_PERIOD_INCOMPLETE, /* a required quarter or year is missing */
	REASON_NOT_A_FULL_YEAR,	  /* basis year: no block of twelve months ends on the date */
	REASON_OUT_OF_RANGE,
};
extern const char *const statement_reason_names[]; /* "", "no_statement" …, NULL */

struct statement_term {
	size_t line; /* index of the line as passed */
	int sign;    /* figure = sum of sign x value */
};

/* The lines that the interest expense sums. */
enum interest_source {
	INTEREST_UNKNOWN,
	INTEREST_LINES,	      /* the interest lines */
	INTEREST_ALL_EXPENSES /* all financial expenses: there is no interest line */
};
extern const char
	*const interest_source_names[]; /* "", "interest_lines", "financial_expenses", NULL */

struct statement_figure {
	bool known;
	struct money value;
	enum statement_reason reason;
	struct statement_term *terms; /* empty when unknown */
	size_t n_terms;
};

/* The figures of one reference date. */
struct statement_figures {
	struct day reference_date;
	size_t filing;		   /* the filing that this version is of */
	bool first_dated;	   /* first_filed_at is known */
	struct day first_filed_at; /* of the document's first version that has a day */
	enum interest_source interest;
	int quarter; /* of the fiscal year: 1 to 3; 4 the year; 0 not known */
	struct statement_figure of[FIGURE_COUNT];
};

/* The view: everything, or what was filed by a day (without undated filings). */
struct statement_view {
	bool cut;
	struct day at;
};

struct statements; /* lines sorted for queries */

/*
 * statements_open() - sorts the lines.  A start up to 5 days off the beginning of a quarter or year is
 * moved to it: files have 31 December for 1 January.  Both arrays are referenced, not changed.
 * CALC_INPUT: a line of a missing filing, or one that ends before it begins.
 */
enum calc_err statements_open(void *pool, const struct statement_filing *filings, size_t n_filings,
			      const struct statement_line *lines, size_t n_lines,
			      struct statements **out) MUST_CHECK;

/*
 * statements_at() - the figures of @date within @view; false when no document of the date is visible.
 * Terms hang on @pool.  A sum that leaves the grid makes its figure unknown.
 */
bool statements_at(const struct statements *s, void *pool, struct day date,
		   struct statement_view view, enum statement_basis basis,
		   struct statement_figures *out) MUST_CHECK;

struct statement_state {
	bool dated; /* known_on is known */
	struct day known_on;
	struct statement_view view; /* that shows it */
	bool present;
	struct statement_figures figures; /* trailing twelve months */
};

/*
 * statements_states() - the states of knowledge about @date, oldest first: a new one whenever a filing
 * changed the version or a figure.  The last one is the present state within @view.  At most @max, the
 * newest ones; returns their number.
 */
size_t statements_states(const struct statements *s, void *pool, struct day date,
			 struct statement_view view, struct statement_state *out, size_t max);

#endif
