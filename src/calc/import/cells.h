/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cells.h: numbers and dates as people write them in sheets (doc/calculations.md 16.1-16.3).
 *
 * A text that can be read in two ways is never guessed at: what proves one reading is the row's own
 * arithmetic, the decimal mark of the other cells, or that the paper comes in whole units.
 */
#ifndef LASTRO_CALC_IMPORT_CELLS_H
#define LASTRO_CALC_IMPORT_CELLS_H

#include "calc/amounts/amounts.h"
#include "core/day.h"
#include "core/decimal.h"

enum number_cell {
	NUMBER_ABSENT, /* empty, "-", "n/d" */
	NUMBER_OK,
	NUMBER_WRONG, /* text, NaN, misplaced marks */
	NUMBER_RANGE, /* beyond the grid */
};

enum sheet_mark { MARK_UNKNOWN, MARK_POINT, MARK_COMMA };

#define NUMBER_SIZE 96

/* What a cell says before the grid of its column is known. */
struct number_text {
	enum number_cell state; /* never NUMBER_RANGE */
	bool two; /* plain[0] takes its one mark for a decimal mark, plain[1] for thousands */
	enum sheet_mark mark;	    /* with two readings, its one mark */
	char plain[2][NUMBER_SIZE]; /* "-1234.56", "1e3" */
	enum sheet_mark proves;	    /* the decimal mark that it proves */
	int currency;		    /* enum currency of its sign, or -1 */
	bool exact;		    /* of our own export: no float's noise to round off */
};

/* cell_number() - @native: the sheet's own number, with a decimal point, not a text. */
struct number_text cell_number(const char *cell, bool native);

/* cell_number_exact() - a number of our own export: one mark at most, and that a decimal mark. */
struct number_text cell_number_exact(const char *cell);

/*
 * cell_number_value() - one reading of @n on a grid.
 * @reading: 0, or 1 of a number with two readings
 * @rounded: set to whether a non-zero digit was dropped
 *
 * Further places are rounded half away from zero.  Sixteen digits and more come from binary floats:
 * rounded to fifteen first.
 */
enum number_cell cell_number_value(const struct number_text *n, int reading, int places, wide max,
				   wide *out, bool *rounded) MUST_CHECK;

/* sheet_mark() - the decimal mark that the texts of number columns prove, if they agree. */
enum sheet_mark sheet_mark(const char *const *cells, size_t n);

/* ---- the numbers of a row ---- */

enum row_cell { ROW_QUANTITY, ROW_PRICE, ROW_VALUE, ROW_CELLS };

enum numbers_err {
	NUMBERS_OK,
	NUMBERS_UNREADABLE,
	NUMBERS_RANGE,
	NUMBERS_AMBIGUOUS,
	NUMBERS_CURRENCY, /* two signs that differ, or one that is not the row's currency */
};
extern const char *const numbers_err_codes[]; /* "number_unreadable" …, NULL for NUMBERS_OK */

struct row_numbers {
	struct number_text cell[ROW_CELLS];
	enum sheet_mark mark; /* proved by the sheet */
	bool whole;	      /* the paper comes in whole units */
	int currency;	      /* of the row, or -1 */
	/* What comes out: */
	enum row_cell fault; /* the cell at fault */
	bool known[ROW_CELLS], rounded;
	wide value[ROW_CELLS]; /* on the grids of quantity, price and money */
};

/* row_numbers_settle() - choose a reading for each cell, or say why there is none. */
enum numbers_err row_numbers_settle(struct row_numbers *r) MUST_CHECK;

/* ---- dates ---- */

/* A date in both orders of day and month; in a fixed one both are the same. */
struct date_text {
	bool fixed; /* year first, a month by name, a date cell: says nothing of the order */
	bool real[2];
	struct day day[2]; /* day first, month first; valid where real */
};

/* cell_date() - @native: the sheet's own date, written day first.  @today: dates two-digit years. */
struct date_text cell_date(const char *cell, bool native, struct day today);

enum date_order { DATES_DAY_FIRST, DATES_MONTH_FIRST, DATES_AMBIGUOUS };

/* dates_order() - month first when a date is possible only so and none only day first. */
enum date_order dates_order(const struct date_text *dates, size_t n);

#endif
