/* SPDX-License-Identifier: Apache-2.0 */
/* note_parts.h: what the files of the reader of notes share. */
#ifndef LASTRO_CALC_IMPORT_NOTES_NOTE_PARTS_H
#define LASTRO_CALC_IMPORT_NOTES_NOTE_PARTS_H

#include "calc/import/import_row.h"
#include "calc/import/notes/notes.h"
#include "core/pool.h"

/* ---- note_lines.c ---- */

/* Words that stand beside each other, by x. */
struct note_line {
	int page;
	const struct page_word *const *words;
	const char *const *keys; /* of the words, by column_key() */
	size_t n;
};

struct note_lines {
	const struct note_line *items; /* by page and from top to bottom */
	size_t n;
};

struct note_lines note_lines(void *pool, const struct page_words *words);

#define NOTE_SLACK 300 /* hundredths of a point by which a cell may begin before its heading */

/* note_cell() - the words between two places as text; NULL: none. */
const char *note_cell(void *pool, const struct note_line *l, int from, int to);
/* note_word() - the first word from @at on whose key is @key; SIZE_MAX: none. */
size_t note_word(const struct note_line *l, size_t at, const char *key);
/* note_begins() - the same, for one that begins with @key. */
size_t note_begins(const struct note_line *l, size_t at, const char *key);
/* note_number() - "-1.234,56" on a grid of @places; false for any other text. */
bool note_number(const char *text, int places, wide *out);

/* ---- note_trades.c ---- */

/* Where the columns of the table of executions begin; INT_MAX: not there. */
struct note_columns {
	int side, market, term, title, marks, quantity;
};

/* note_columns() - whether the line is the table's header. */
bool note_columns(const struct note_line *l, struct note_columns *out);
/* note_trade() - whether the line is an execution; one whose numbers are not those of one is in error. */
bool note_trade(void *pool, const struct note_line *l, const struct note_columns *c,
		struct note_row *out);

/* ---- note_titles.c ---- */

/* note_title() - ticker, or the readings of the title; options, exercises and forwards. */
void note_title(void *pool, struct note_row *row);

/* ---- note_summary.c ---- */

/* note_summary() - whether the line begins the boxes of sums, and where the right one stands. */
bool note_summary(const struct note_line *l, int *from);
/* note_goes_on() - whether the boxes are empty here, and stand on another page. */
bool note_goes_on(const struct note_lines *lines, size_t at, int from);
/*
 * note_sums() - the boxes of a page, whose heading is lines->items[at].  A box whose total is not the sum of
 * its lines is said in note->unclosed.
 */
void note_sums(void *pool, const struct note_lines *lines, size_t at, int from,
	       struct broker_note *note);

/* ---- note_close.c ---- */

/* note_close() - shares the fees, and compares the rows with the note's own sums. */
void note_close(void *pool, struct broker_note *note);
/* note_cents() - "R$ 1,00". */
const char *note_cents(void *pool, wide cents);

#endif
