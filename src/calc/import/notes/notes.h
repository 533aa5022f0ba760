/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notes.h: brokerage notes in the layouts of SINACOR, Inter and Nu, out of words and their places
 * (doc/market-rules.md).
 *
 * Client, address and CPF stand on each page; nothing of them is taken.
 */
#ifndef LASTRO_CALC_IMPORT_NOTES_NOTES_H
#define LASTRO_CALC_IMPORT_NOTES_NOTES_H

#include "calc/amounts/amounts.h"

#define NOTE_ROWS_MAX 10000
#define NOTE_WORDS_MAX 200000 /* a page of a real one has four hundred */

/* A reading of a title: the name and the class by which the exchange's quotes know a paper. */
struct note_split {
	const char *name, *class;
};

/* One execution, as printed. */
struct note_row {
	bool sell;
	const char *market, *title; /* "" when nothing is printed there */
	const char *term, *marks;   /* or NULL */
	wide quantity_e8, price_e8;
	wide cents;	    /* its value, without a sign */
	bool price_rounded; /* the value is not their product */
	wide fees;	    /* its share of the note's, in cents */
	bool forward;	    /* not in the note's net amount */
	const char *
		ticker; /* of an option or an exercise; else the caller's, by the two below; or NULL */
	const char *rival; /* the caller's: another paper that the title may be, or NULL */
	const struct note_split *splits;
	size_t n_splits;
	const char **codes; /* words of the form of a ticker: each may be one, or of the name */
	size_t n_codes;
	bool code_alone;    /* the only code can be no word of a name */
	const char *option; /* exercised: the series; then @ticker is the underlying */
	bool is_option;
	const char *ignored, *error; /* pt-BR, or NULL */
};

struct broker_note {
	const char *number;
	struct day day;
	struct note_row *rows; /* in the note's order */
	size_t n, size;
	bool summarised; /* its last page was found; all below in cents */
	wide gross, net; /* positive: to the person */
	bool says_bought, says_sold;
	wide bought, sold; /* in the cash market, where the left box says it */
	wide fees;	   /* a cost is positive; without @irrf */
	wide irrf;
	const char *unclosed; /* pt-BR: the difference, when its sums do not close; or NULL */
};

struct notes {
	struct broker_note *items;
	size_t n, size;
	const char *refusal; /* pt-BR, or NULL: why nothing is read */
};

/*
 * notes_read() - all notes of a document; pages of one note need not be together.  @out->refusal when
 * there is none, or when some of it is of another kind.
 */
void notes_read(void *pool, const struct page_words *words, struct notes *out);

/*
 * notes_csv() - the notes as a sheet, the only form in which they go on: known by its header
 * (calc/import/formats), a row an execution.
 */
struct slice notes_csv(void *pool, const struct notes *notes);

#endif
