/* SPDX-License-Identifier: Apache-2.0 */
/* receivables.h: the monthly reports of receivables funds: rows of a member, and saving them. */
#ifndef LASTRO_LOAD_RECEIVABLES_H
#define LASTRO_LOAD_RECEIVABLES_H

#include "core/buf.h"
#include "load/cvm.h"
#include "load/spill.h"

/* Spilled rows, in the columns that receivables_save() expects. */
struct receivables {
	struct copy *worth, *classes, *holders, *figures, *cedents, *debtors, *returns, *flows;
};

struct reports {
	struct cvm c;
	struct receivables to;
	int64_t sent, odd, line;
	void *header;	    /* lives as long as the present member */
	struct buf written; /* figures of a row */
};

/* The columns that every member begins with, by which report_row() and report_key() find them. */
enum { REPORT_FORM, REPORT_TAX_ID, REPORT_DAY, REPORT_KEY };

/* report_row() - the next row with a fund and a day, counted as sent; false at the member's end. */
bool report_row(struct reports *s, char tax_id[15], struct day *day) MUST_CHECK;

/* report_key() - the first three columns of every spilled row. */
void report_key(struct reports *s, struct copy *to, const char *tax_id, struct day day);

/*
 * receivables_figures.c: read_figures() - every figure of a table of one row a fund; of I also the
 * cedents.
 */
void read_figures(struct reports *s, const char *tab);

/*
 * receivables_save() - writes the reports with the figures of their classes, and every row of the
 * classes.  A month is published as a whole: each table replaces the earlier one.  Returns the number
 * of changed rows.
 */
int64_t receivables_save(struct load *l, const struct receivables *from);

/* report_number() - a column of figures in text, on 8 places; false when it is null or too large. */
bool report_number(const PGresult *res, int row, int column, wide *out) MUST_CHECK;

/*
 * receivables_judge.c: receivables_judge() - delinquency of the months that are in the temporary
 * tables report_figures and report_worth, and of the months after them.  Returns the number of
 * changed reports.
 */
int64_t receivables_judge(struct load *l);

#endif
