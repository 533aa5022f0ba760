/* SPDX-License-Identifier: Apache-2.0 */
/*
 * credit.h: a credit desk's figures: ratios, a threshold with its early band, the due date of a filing.
 *
 * Ratios have 8 places, rounded half away from zero.
 */
#ifndef LASTRO_CALC_CREDIT_CREDIT_H
#define LASTRO_CALC_CREDIT_CREDIT_H

#include "calc/amounts/amounts.h"
#include "core/day.h"
#include "core/decimal.h"

/*
 * credit_ratio() - @num / @den, both on one grid.  False when it has no meaning: the denominator is not
 * positive, or the quotient leaves the grid.
 */
bool credit_ratio(wide num, wide den, wide *out_e8) MUST_CHECK;

enum credit_level { LEVEL_CALM, LEVEL_EARLY, LEVEL_BREACH };

struct credit_watch {
	enum credit_level level;
	struct percent headroom; /* distance to the threshold, relative to it; negative: past it */
};

/*
 * credit_watch() - a value against a threshold, all on 8 places.  At the threshold itself nothing is
 * broken yet; the early band before it is @band percent of its magnitude.
 * @above: the value must not exceed it; else it must not fall below CALC_INPUT: the threshold is zero,
 * or a figure leaves the grid
 */
enum calc_err credit_watch(wide value, wide threshold, struct percent band, bool above,
			   struct credit_watch *out) MUST_CHECK;

/* credit_months() - the same day of another month; the last day when @d is the last of its month. */
struct day credit_months(struct day d, int months);

/* ---- classes of a receivables fund (receivable_classes.c) ---- */

enum class_layer { CLASS_SENIOR, CLASS_MEZZANINE, CLASS_JUNIOR, CLASS_UNKNOWN, CLASS_LAYERS };

extern const char *const class_layer_names[]; /* NULL-terminated */

/*
 * class_label() - a class's label in a form that compares equal between tables: without accents, in
 * lower case, with single blanks, without a final "|".
 */
char *class_label(void *pool, const char *as_filed);

/* class_layer_of() - @label: of class_label(). */
enum class_layer class_layer_of(const char *label);

enum subordination_reason {
	SUBORDINATION_KNOWN,
	SUBORDINATION_NO_CLASSES,    /* none is live */
	SUBORDINATION_NO_WORTH,	     /* the fund's net worth was not filed */
	SUBORDINATION_VALUE_UNKNOWN, /* quotas without a value, or with one that is not a number */
	SUBORDINATION_CONTRADICTED,  /* the sum is more than 5 % off the net worth */
	SUBORDINATION_SINGLE,	     /* there is only one live class */
	SUBORDINATION_UNKNOWN_CLASS, /* a label does not name its layer */
	SUBORDINATION_NO_SENIOR,     /* no layer above the others */
};

extern const char *const subordination_reasons[]; /* by the enum; index 0 is NULL */

/* The values of a fund's classes at the end of a month. */
struct fund_classes {
	wide layer[CLASS_LAYERS]; /* quotas at their value, 8 places */
	int64_t live;		  /* number of classes with a positive value */
	bool value_unknown, sum_known, worth_known;
	wide net_worth; /* 8 places */
};

struct subordination {
	enum subordination_reason reason;
	wide sum;
	bool difference_known, differs; /* differs: by more than 0.5 %; shown, and marked */
	wide difference;		/* of the sum from the net worth, in percent of it */
	wide senior;			/* mezzanine and junior of the sum, in percent */
	bool mezzanine_known;
	wide mezzanine; /* junior of the sum, in percent */
};

/* subordination_of() - by layer; ratios are meaningless unless the reason is SUBORDINATION_KNOWN. */
void subordination_of(const struct fund_classes *c, struct subordination *out);

/* ---- delinquency of a receivables fund (delinquency.c) ---- */

/* Two sums of one filing agree within so many percent: of items and of bands. */
#define RECEIVABLES_TOLERANCE E8

/* figures_agree() - within @pct_e8 percent of the larger, or a unit. */
bool figures_agree(wide a, wide b, wide pct_e8);

/*
 * return_agrees() - a class's return of the month, in percent on 8 places, against the change of its
 * quota, within a point; also when there is no quota to compare.  For a month without amortisation.
 */
bool return_agrees(wide return_e8, wide quota, wide quota_before);

/* As filed at the end of a month, 8 places; of the blocks with and without acquisition of the risk. */
struct fund_receivables {
	struct maybe block[2];		  /* receivables, net of provisions */
	struct maybe items[2];		  /* the sum of its items 1 to 10 */
	struct maybe acquired_overdue[2]; /* item 5 */
	struct maybe provision[2];	  /* item 11, whatever its sign */
	struct maybe overdue_items;	  /* items 2 and 3 of both */
	struct maybe total[2], bands[2];  /* overdue in the ageing, and the sum of its bands */
	struct maybe first, over_90;	  /* bands of both: up to 30 days, and over 90 */
	struct maybe over_90_before;	  /* a month before */
};

enum delinquency_reason {
	DELINQUENCY_KNOWN,
	DELINQUENCY_NOT_REPORTED,   /* a table or a cell is missing */
	DELINQUENCY_ITEMS,	    /* items 1 to 10 less the provision are not the block */
	DELINQUENCY_NO_RECEIVABLES, /* none, or less */
	DELINQUENCY_BANDS,	    /* bands do not add up to what is overdue */
	DELINQUENCY_AGEING,	/* all is fresh, and money was over 90 days late a month before */
	DELINQUENCY_NO_AGEING,	/* nothing in the ageing, with provisions or overdue items */
	DELINQUENCY_NOTHING,	/* nothing overdue: cannot be verified */
	DELINQUENCY_NO_OVER_90, /* of the coverage: nothing to cover */
};

extern const char *const delinquency_reasons[]; /* by the enum; index 0 is NULL */

struct delinquency {
	struct maybe receivables, provision; /* receivables: gross of the provision */
	struct maybe overdue, over_90;
	struct maybe over_90_pct;  /* of receivables */
	struct maybe coverage_pct; /* provision over what is over 90 days late */
	enum delinquency_reason reason, coverage_reason;
};

/* delinquency_of() - the first reason that applies; figures that it leaves standing are known. */
void delinquency_of(const struct fund_receivables *f, struct delinquency *out);

/* ---- when a filing is due (covenant_due.c) ---- */

struct filing_due {
	bool annual;	      /* DFP, else ITR */
	struct day reference; /* the last day of its period */
	struct day due;	      /* the last day for filing in time */
};

/*
 * filing_due() - the due date of the statements after those of @last: quarterly ones 45 days after the
 * quarter, annual ones three months after the year.
 * @year_end: the last month of the fiscal year
 */
struct filing_due filing_due(struct day last, int year_end);

/*
 * report_due() - the due date of a receivables fund's report of the month after @last: 15 days after
 * that month.
 */
struct filing_due report_due(struct day last);

#endif
