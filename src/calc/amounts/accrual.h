/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual.h: fixed income at its contracted rate (doc/calculations.md 4).
 *
 * Inputs are the terms of a paper, its lots (from the ledger alone, so they may be stored) and the
 * rates.  A `struct accruer` holds what all papers of one computation share: the bank days and, per
 * contracted percentage, the chain of daily factors; a lot's factor between two days then costs two
 * look-ups, with the same last digit as the walk over every day.
 */
#ifndef LASTRO_CALC_AMOUNTS_ACCRUAL_H
#define LASTRO_CALC_AMOUNTS_ACCRUAL_H

#include "calc/amounts/amounts.h"

/* ---- terms ---- */

enum indexer {
	INDEXER_CDI,
	INDEXER_SELIC,
	INDEXER_PREFIXADO,
	INDEXER_IPCA,
	INDEXER_IGPM,
	INDEXER_OTHER, /* none that accrues (4.6), or not understood */
};

extern const char *const indexer_names[]; /* of the five that accrue, NULL-terminated */

struct accrual_terms {
	enum indexer indexer;
	bool has_pct, has_spread, has_rate, has_maturity;
	struct percent pct;    /* of the indexer; 100 when absent */
	struct percent spread; /* % a year, base 252 */
	struct percent rate;   /* the same under another name; prefixed: the whole rate */
	struct day maturity;
	int anniversary_day; /* 1 to 31: as typed, else by accrual_anniversary() */
	bool exempt;	     /* from income tax: typed, else by the kind of paper */
	const char *paper;   /* CDB, LCI, ...; or NULL */
	const char *issuer;  /* or NULL */
};

/* The kind of a contracted rate; rates of different kinds are never compared. */
enum rate_kind {
	RATE_KIND_UNKNOWN,
	RATE_KIND_SPREAD,	    /* over CDI or Selic, % a year */
	RATE_KIND_PERCENT_OF_INDEX, /* of CDI or Selic */
	RATE_KIND_FIXED,	    /* the whole rate, % a year */
	RATE_KIND_REAL,		    /* over an index of prices, % a year */
};

extern const char *const rate_kind_names[]; /* by the enum; index 0 is NULL */

/* accrual_rate_kind() - unknown when the terms have both a percentage of the index and a spread over it. */
enum rate_kind accrual_rate_kind(const struct accrual_terms *terms);

/* accrual_rate_said() - "110% do CDI", "IPCA + 6,5% ao ano", "12% ao ano, prefixado"; NULL: the index is not known. */
const char *accrual_rate_said(void *pool, const struct accrual_terms *terms);

/* accrual_terms_order() - by content; NULL first, 0 for the same terms. */
int accrual_terms_order(const struct accrual_terms *a, const struct accrual_terms *b);

/* The kinds of paper whose tax is known, NULL-terminated; accrual_papers_has(): of the first word. */
extern const char *const accrual_papers[];
bool accrual_papers_has(const char *paper);

/* accrual_paper_is() - whether its first word is this kind: "LCI Banco Azul" is an LCI, in any case. */
bool accrual_paper_is(const char *paper, const char *kind);

/* accrual_exempt() - LCI, LCA, LIG, LCD, LH, CRI, CRA, CPR, CDCA (9.3); @paper may be NULL. */
bool accrual_exempt(const char *paper);

/* accrual_pays_on_the_way() - CRI, CRA: their interest is paid before they mature; @paper may be NULL. */
bool accrual_pays_on_the_way(const char *paper);

/* accrual_anniversary() - the default of 4.3. */
int accrual_anniversary(enum asset_type type, const char *paper, const struct day *maturity);

/* accrual_needs_rates() - whether paper with these terms (or NULL) is valued by a series. */
bool accrual_needs_rates(const struct accrual_terms *terms);

/* ---- rates ---- */

struct daily_rate {
	struct day day;
	struct percent annual; /* base 252, two places */
	int64_t daily_e8;      /* TDI of 4.1: a fraction, by daily_rate_of() */
};

/* A price index in one month: its number, its published change, or both. */
struct index_month {
	struct month month;
	bool has_number, has_change;
	bool projected; /* the change is a projection */
	struct price number;
	struct percent change;
};

struct daily_rates { /* ascending by day */
	const struct daily_rate *items;
	size_t n;
};

struct index_months { /* ascending by month, one entry each */
	const struct index_month *items;
	size_t n;
};

/*
 * index_before() - the month before items[@i], if the change of items[@i] is the quotient of both
 * numbers, which is preferred to the published change (4.3).  NULL: use the published change, if any.
 * A quotient below 0.8 or above 2 comes from numbers of two bases, and is ignored.
 */
const struct index_month *index_before(const struct index_months *x, size_t i);

struct accrual_tables;

struct rates {
	struct daily_rates cdi, selic;
	struct index_months ipca, igpm;
	struct accrual_tables *tables; /* of the rates' cache; NULL: each accruer makes its own */
};

/*
 * accrual_tables_new() - the tables that accruers derive from the rates, cached with them in the same
 * pool; at most 2 MiB.
 * @until: an accruer for a later day makes its own
 */
struct accrual_tables *accrual_tables_new(void *pool, struct day until);

/* daily_rate_of() - round8((1 + annual/100)^(1/252) - 1), on a grid of 8 places. */
int64_t daily_rate_of(struct percent annual);

/* annual_rate_of() - the annual rate of a daily one (a fraction, 8 places), to two places. */
struct percent annual_rate_of(int64_t daily_e8);

/* ---- lots ---- */

/*
 * Changes of the lots, ascending by day and, within a day, in the order of 1.2.  A lot begins with its
 * LOT step; the others act on every existing lot.
 */
enum accrual_step_kind {
	ACCRUAL_LOT,	/* qty bought at unit */
	ACCRUAL_REDEEM, /* qty of `of` sold (4.5): the same fraction of each lot */
	ACCRUAL_PAY,	/* paid in cash (4.7) */
	ACCRUAL_SPLIT,	/* by ratio */
};

struct accrual_step {
	struct day day;
	enum accrual_step_kind kind;
	bool unit_known; /* ACCRUAL_LOT: false when bought without a price */
	struct qty qty;
	struct qty of;	   /* ACCRUAL_REDEEM: the quantity before it */
	struct price unit; /* PU(start), without fees */
	struct money paid;
	struct ratio ratio;
	const struct ledger_row *row; /* the source row; NULL for a payment, and when cached */
};

struct accrual_lots {
	const struct accrual_step *steps;
	size_t n;
	struct qty qty; /* after the last step; the lots are used only if it equals the fold's */
};

/* Cash paid by the paper: interest, coupons, amortisation. */
struct accrual_payment {
	struct day day;
	struct money amount;
};

/*
 * accrual_lots() - makes the lots from the rows and payments of one paper. @rows, @payments: ascending
 * by day
 * @until:           later ones are ignored
 *
 * Steps point into @pool only.  O(rows + payments).
 */
enum calc_err accrual_lots(void *pool, const struct ledger_row *rows, size_t n_rows,
			   const struct accrual_payment *payments, size_t n_payments,
			   struct day until, struct accrual_lots *out) MUST_CHECK;

/* ---- value ---- */

enum accrual_reason {
	ACCRUAL_KNOWN,
	ACCRUAL_NO_TERMS,
	ACCRUAL_INDEXER,    /* none that accrues (4.6) */
	ACCRUAL_INCOMPLETE, /* terms lack the contracted rate, or have no formula in 4 */
	ACCRUAL_PRICE,	    /* a lot was bought without a price */
	ACCRUAL_RATES,	    /* a needed rate of a day or month is missing (4.4) */
	ACCRUAL_BEYOND,	    /* the value leaves the grid */
};

extern const char *const accrual_reasons[]; /* pt-BR, by the enum; index 0 is NULL */

struct accrual_result {
	enum accrual_reason reason; /* the rest is meaningless unless ACCRUAL_KNOWN */
	struct qty qty;
	struct money value;
	struct price unit; /* value / qty, 8 places; 0 when nothing is held */
};

struct accruer;

/*
 * accruer_new() - @rates may be NULL: prefixed paper needs none.
 * @until: the last day that may be requested
 *
 * Points into @rates; its own memory is in @pool.
 */
struct accruer *accruer_new(void *pool, const struct rates *rates, struct day until);

/* accrual_value() - the value at @day of the lots at the end of @day; @terms may be NULL. */
void accrual_value(struct accruer *a, const struct accrual_terms *terms,
		   const struct accrual_lots *lots, struct day day, struct accrual_result *out);

/* accrual_curve() - the same on @n ascending days, in one pass over the steps. */
void accrual_curve(struct accruer *a, const struct accrual_terms *terms,
		   const struct accrual_lots *lots, const struct day *days, size_t n,
		   struct accrual_result *out);

/*
 * accrual_change() - the inputs of 3.3 at @day.
 * @now:    value at @day
 * @before: value at the end of the previous bank day, with the lots of that day
 * @base:   today's lots at the factors of the previous bank day, so that a purchase is no gain
 * @since:  the previous bank day
 */
void accrual_change(struct accruer *a, const struct accrual_terms *terms,
		    const struct accrual_lots *lots, struct day day, struct accrual_result *now,
		    struct accrual_result *before, struct accrual_result *base, struct day *since);

/* cdi_12m_pct() - 9.3: the CDI's return in the 12 months before @day, in percent; false: unknown. */
bool cdi_12m_pct(struct accruer *a, struct day day, struct percent *out);

#endif
