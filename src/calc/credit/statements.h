/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statements.h: what a company earned, owns and owes, out of the statements it filed (doc/calculations.md 12).
 *
 * A filing (DFP, ITR) is a document of a reference date, in versions.  Its lines come in blocks: one
 * statement over one period, as this period's column (ÚLTIMO) or as the comparison (PENÚLTIMO).  A
 * figure takes whole blocks, never lines of two versions; periods are combined only when they begin on
 * the same day.  Lines handed in are of one company and one scope.
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

/* What a figure makes of a line. */
enum statement_item {
	ITEM_REVENUE,
	ITEM_EBIT,
	ITEM_NET_INCOME,
	ITEM_DEPRECIATION,	/* of the value added statement */
	ITEM_DEPRECIATION_FLOW, /* of the cash flow, where there is no such statement */
	ITEM_FINANCIAL_EXPENSES,
	ITEM_INTEREST, /* those lines of the financial expenses that are about interest */
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

/* Moves whenever statement_item_of() or its rules do: lines that were stored are then read again. */
#define STATEMENT_ITEM_RULES 2

/*
 * statement_item_of() - the item of a line, or -1.
 * @text: its description, folded (text_fold); "" when the source gives none, and the code then decides
 *
 * Plans differ: a bank's 3.05 is the result before taxes, an insurer's equity has another code.  So a
 * code counts only with the standard plan's text, and equity and net income are found by theirs.
 */
int statement_item_of(const char *account, const char *text);

struct statement_filing {
	enum statement_form form;
	struct day reference_date;
	int64_t version;
	bool dated; /* filed_at is known */
	struct day filed_at;
};

struct statement_line {
	size_t filing; /* in the array of filings */
	enum statement_kind statement;
	enum statement_item item;
	bool last;	       /* ÚLTIMO; else PENÚLTIMO */
	bool flow;	       /* else a balance: start is not looked at */
	struct day start, end; /* both inclusive */
	const char *
		account; /* "3.11"; of several lines of one item that must be one, the last counts */
	struct money value; /* units of BRL */
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
	FIGURE_TOTAL_ASSETS, /* from here on balances */
	FIGURE_CASH,
	FIGURE_GROSS_DEBT,
	FIGURE_NET_DEBT,
	FIGURE_EQUITY,
	FIGURE_COUNT
};
extern const char *const statement_figure_names[]; /* "revenue" …, without the basis, NULL */

/* Why a figure is not known. */
enum statement_reason {
	REASON_NONE,
	REASON_NO_STATEMENT,	  /* the document has no such statement of the date */
	REASON_NO_ACCOUNT,	  /* the plan of accounts has no such line: a bank's EBIT */
	REASON_NO_CAPEX_LINE,	  /* no line of the cash flow speaks of acquiring fixed assets */
	REASON_UNEXPECTED_SIGN,	  /* an acquisition with a positive sign: not ours to guess */
	REASON_PERIOD_INCOMPLETE, /* a quarter or a year that the computation asks for is not there */
	REASON_NOT_A_FULL_YEAR,	  /* basis year: no block of twelve months ends on the date */
	REASON_OUT_OF_RANGE,
};
extern const char *const statement_reason_names[]; /* "", "no_statement" …, NULL */

struct statement_term {
	size_t line; /* in the array of lines as it was given */
	int sign;    /* figure = sum of sign x value */
};

/* What the interest expense is the sum of. */
enum interest_source {
	INTEREST_UNKNOWN,
	INTEREST_LINES,	      /* the lines about interest */
	INTEREST_ALL_EXPENSES /* the whole of the financial expenses: there is no such line */
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
	size_t filing;		   /* whose version is the row's */
	bool first_dated;	   /* first_filed_at is known */
	struct day first_filed_at; /* of the document's first version that has a day */
	enum interest_source interest;
	int quarter; /* of the fiscal year: 1 to 3; 4 the year; 0 not known */
	struct statement_figure of[FIGURE_COUNT];
};

/* What is known: everything, or what was filed by a day (then what has no day is not known). */
struct statement_view {
	bool cut;
	struct day at;
};

struct statements; /* lines in order, ready to be asked */

/*
 * statements_open() - put lines in order.  A start up to 5 days off a quarter's or a year's is that start: files
 * have 31 December for 1 January.  Both arrays are kept, not changed.
 * CALC_INPUT: a line of a filing that is not there, or one that ends before it begins.
 */
enum calc_err statements_open(void *pool, const struct statement_filing *filings, size_t n_filings,
			      const struct statement_line *lines, size_t n_lines,
			      struct statements **out) MUST_CHECK;

/*
 * statements_at() - the figures of @date as far as @view reaches; false when no document of the date is
 * visible.  Terms hang on @pool.  A sum that leaves the grid makes its figure unknown.
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
 * statements_states() - what was known of @date, oldest first: a state more whenever a filing changed
 * the version or a figure.  The last one is what is known within @view.  At most @max, the newest ones;
 * returns how many.
 */
size_t statements_states(const struct statements *s, void *pool, struct day date,
			 struct statement_view view, struct statement_state *out, size_t max);

#endif
