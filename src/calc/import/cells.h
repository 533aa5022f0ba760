/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cells.h: numbers and dates as people write them in sheets (doc/calculations.md 16.1-16.3).
 *
 * A text with two readings is never guessed: the row's own arithmetic, the decimal mark of the other
 * cells, or a paper that comes in whole units prove one reading.
 */
#ifndef LASTRO_CALC_IMPORT_CELLS_H
#define LASTRO_CALC_IMPORT_CELLS_H

#include "calc/amounts/amounts.h"
#include "core/day.h"

enum number_cell {
	NUMBER_ABSENT, /* empty, "-", "n/d" */
	NUMBER_OK,
	NUMBER_WRONG, /* text, NaN, misplaced marks */
	NUMBER_RANGE, /* beyond the grid */
};

enum sheet_mark { MARK_UNKNOWN, MARK_POINT, MARK_COMMA };

#define NUMBER_SIZE 96

/* The parsed cell, before the grid of its column is known. */
struct number_text {
	enum number_cell state; /* never NUMBER_RANGE */
	bool two; /* plain[0] reads its only mark as a decimal mark, plain[1] as thousands */
	enum sheet_mark mark;	    /* with two readings: its only mark */
	char plain[2][NUMBER_SIZE]; /* "-1234.56", "1e3" */
	enum sheet_mark proves;	    /* the decimal mark that it proves */
	int currency;		    /* enum currency of its symbol, or -1 */
	bool exact;		    /* from our own export: no binary float's noise to round off */
};

/* cell_number() - @native: the sheet's own number, with a decimal point, not a text. */
struct number_text cell_number(const char *cell, bool native);

/* cell_number_exact() - a number of our own export: at most one mark, the decimal mark. */
struct number_text cell_number_exact(const char *cell);

/*
 * cell_number_value() - one reading of @n on a grid.
 * @reading: 0, or 1 of a number with two readings
 * @rounded: set to whether a non-zero digit was dropped
 *
 * Further places are rounded half away from zero.  Numbers of sixteen digits and more come from binary
 * floats: they are first rounded to fifteen.
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
	NUMBERS_CURRENCY, /* two different currency symbols, or not that of the row */
};
extern const char *const numbers_err_codes[]; /* "number_unreadable" …, NULL for NUMBERS_OK */

struct row_numbers {
	struct number_text cell[ROW_CELLS];
	enum sheet_mark mark; /* proved by the sheet */
	bool whole;	      /* the paper comes in whole units */
	int currency;	      /* of the row, or -1 */
	/* Output: */
	enum row_cell fault; /* the wrong cell */
	bool known[ROW_CELLS], rounded;
	wide value[ROW_CELLS]; /* on the grids of quantity, price and money */
};

/* row_numbers_choose() - chooses a reading for each cell, or says why there is none. */
enum numbers_err row_numbers_choose(struct row_numbers *r) MUST_CHECK;

/* ---- dates ---- */

/* A date read in both orders of day and month; equal when the order is fixed. */
struct date_text {
	bool fixed; /* year first, a named month, or a date cell: does not indicate the order */
	bool real[2];
	struct day day[2]; /* day first, month first; valid when real */
};

/* cell_date() - @native: the sheet's own date, written day first.  @today: dates two-digit years. */
struct date_text cell_date(const char *cell, bool native, struct day today);

enum date_order { DATES_DAY_FIRST, DATES_MONTH_FIRST, DATES_AMBIGUOUS };

/* dates_order() - month first when some date is possible only so and none only day first. */
enum date_order dates_order(const struct date_text *dates, size_t n);

#endif
