/* SPDX-License-Identifier: Apache-2.0 */
/*
 * debenture_term.h: what the depository registers of a debenture beside its rate (doc/load.md): who stands
 * for it, how many there are, what each is worth, how it pays.
 */
#ifndef LASTRO_LOAD_DEBENTURE_TERM_H
#define LASTRO_LOAD_DEBENTURE_TERM_H

#include "load/delimited.h"

/* The columns of the table; of one kind they stand together. */
enum term_column {
	/* texts, as the page prints them */
	TERM_ISSUE,
	TERM_SITUATION,
	TERM_REGISTRATION,
	TERM_GUARANTEE,
	TERM_CLASS,
	TERM_TRUSTEE,
	TERM_PAYING_BANK,
	TERM_REGISTRAR,
	TERM_LEAD,
	TERM_LEFT_REASON,
	TERM_ISSUED_IN,	 /* currency */
	TERM_CURRENT_IN, /* the same of the present value */
	TERM_AMORTISATION_UNIT,
	TERM_AMORTISATION_TYPE,
	TERM_INTEREST_BASE,
	TERM_INTEREST_UNIT,
	TERM_TEXTS,
	/* numbers, TERM_PLACES */
	TERM_QUANTITY_ISSUED = TERM_TEXTS,
	TERM_QUANTITY_MARKET,
	TERM_QUANTITY_TREASURY,
	TERM_QUANTITY_REDEEMED,
	TERM_QUANTITY_CANCELLED,
	TERM_NOMINAL_ISSUED,
	TERM_NOMINAL_CURRENT,
	TERM_AMORTISATION_PCT,
	TERM_AMORTISATION_EVERY, /* whole */
	TERM_INTEREST_EVERY,	 /* whole */
	TERM_NUMBERS_END,
	/* days */
	TERM_REGISTERED = TERM_NUMBERS_END,
	TERM_PLACED_FROM,
	TERM_YIELDS_FROM,
	TERM_NEXT_REPRICING,
	TERM_LEFT_ON,
	TERM_NOMINAL_DAY,
	TERM_AMORTISATION_FROM,
	TERM_INTEREST_FROM,
	TERM_DAYS_END,
	/* yes or no */
	TERM_EARLY_REDEMPTION = TERM_DAYS_END,
	TERM_COLUMNS
};

/* Their names in the page's header, each optional. */
extern const char *const term_column_names[TERM_COLUMNS];

struct term_rows;

/* term_rows_open() - @first: the place of TERM_ISSUE among the columns of the file. */
struct term_rows *term_rows_open(struct load *l, int first);

/* term_rows_add() - a row of the page; a cell that cannot be read is unknown, and counted. */
void term_rows_add(struct term_rows *rows, const char *code, const struct csv *c);

/* term_rows_save() - writes the rows; the number that changed. */
int64_t term_rows_save(struct term_rows *rows);

#endif
