/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: collects cells into rows and rows into a struct sheet, within the limits of sheet.h. */
#ifndef LASTRO_SHEET_TABLE_H
#define LASTRO_SHEET_TABLE_H

#include <stdbool.h>

#include "core/buf.h"
#include "sheet/sheet.h"

struct table {
	void *pool;
	const char *reason; /* pt-BR; set once a limit was passed, then all calls do nothing */
	const char *cells[SHEET_COLUMNS_MAX];	/* of the row being filled */
	unsigned char kinds[SHEET_COLUMNS_MAX]; /* enum sheet_cell */
	size_t width;				/* its last non-empty cell, plus one */
	const char *const **rows;
	const unsigned char **row_kinds;
	size_t *n_cells;
	size_t *number; /* of the row in the file, for rows out of order */
	size_t n_rows, size;
	size_t rows_before; /* of the worksheets before */
	bool unordered;
	size_t total_cells;
	char *text; /* the chunk that texts are taken from */
	size_t text_left;
	size_t text_bytes;  /* of all texts */
	size_t cell_bytes;  /* of all cells, counting a shared text each time */
	bool complex;	    /* @reason is a limit of SHEET_TOO_COMPLEX */
	const char **slots; /* the chunk that rows are taken from */
	size_t slots_left;
	unsigned char *kind_slots;
	size_t kind_slots_left;
};

void table_init(struct table *t, void *pool);

/* table_text() - a copy that lives as long as the pool, without what text_hides(). */
const char *table_text(struct table *t, const char *p, size_t n);

/* table_day() - a day as Brazilians write it, DD/MM/YYYY. */
const char *table_day(struct table *t, struct day day);

/* table_append() - appends to a cell's text, up to SHEET_CELL_MAX in total. */
void table_append(struct table *t, struct buf *text, const char *p, size_t n);

/* table_cell() - sets a column of the current row to @text (not copied); a later call replaces it. */
void table_cell(struct table *t, size_t column, enum sheet_cell kind, const char *text);

/* table_row() - ends the row; one without cells is dropped. @number: its number in the file. */
void table_row(struct table *t, size_t number);

/*
 * table_done() - SHEET_OK and the sheet, rows ascending by number; else the reason.  Empties the table,
 * for a file's next worksheet.
 */
enum sheet_err table_done(struct table *t, struct sheet *out, const char **reason) MUST_CHECK;

#endif
