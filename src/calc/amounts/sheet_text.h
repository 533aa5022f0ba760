/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet_text.h: a spreadsheet as text, whatever its container.
 *
 * Produced by the readers (src/sheet), consumed by calc/import.  Empty rows are left out; a number
 * keeps the characters of the file, a serial date is written as DD/MM/YYYY.
 */
#ifndef LASTRO_CALC_AMOUNTS_SHEET_TEXT_H
#define LASTRO_CALC_AMOUNTS_SHEET_TEXT_H

#include <stddef.h>

enum sheet_cell {
	SHEET_TEXT,
	SHEET_NUMBER, /* the sheet's own number: a decimal point, no other mark */
	SHEET_DATE,   /* the sheet's own date: day first */
};

struct sheet {
	const char *const *const *rows; /* rows[r][c], valid UTF-8; NULL = empty cell */
	const size_t *n_cells;		/* per row */
	size_t n_rows;
	const unsigned char *const *kinds; /* kinds[r][c], enum sheet_cell; NULL: all texts */
	const size_t *lines; /* of the rows in the file, from 1; NULL: the file has no empty rows */
};

/* One of a file's worksheets. */
struct worksheet {
	const char *name; /* as in the file; NULL: of a CSV */
	struct sheet sheet;
};

#endif
