/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: what both readers fill: cells into rows into a struct sheet, within the bounds of
 * sheet.h. */
#ifndef LASTRO_SHEET_TABLE_H
#define LASTRO_SHEET_TABLE_H

#include <stdbool.h>

#include "core/buf.h"
#include "sheet/sheet.h"

struct table {
	void *pool;
	const char *reason; /* pt-BR; set once a bound was passed, then all calls do nothing */
	const char *cells[SHEET_COLUMNS_MAX];	/* of the row being filled */
	unsigned char kinds[SHEET_COLUMNS_MAX]; /* enum sheet_cell */
	size_t width;				/* its last cell with something, plus one */
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
	size_t cell_bytes;  /* of all cells, a shared text as often as it is one */
	bool complex;	    /* @reason is a bound of SHEET_TOO_COMPLEX */
	const char **slots; /* the chunk that rows are taken from */
	size_t slots_left;
	unsigned char *kind_slots;
	size_t kind_slots_left;
};

void table_init(struct table *t, void *pool);

/* table_text() - a copy that lives as long as the pool. */
const char *table_text(struct table *t, const char *p, size_t n);

/* table_append() - a piece of a cell's text, up to SHEET_CELL_MAX together. */
void table_append(struct table *t, struct buf *text, const char *p, size_t n);

/* table_cell() - @text (kept) into a column of the row being filled; a later one replaces. */
void table_cell(struct table *t, size_t column, enum sheet_cell kind, const char *text);

/* table_row() - the row is complete; one without cells is forgotten. @number: its place in the
 * file. */
void table_row(struct table *t, size_t number);

/*
 * table_done() - SHEET_OK and the sheet, rows ascending by number; else the reason.  The table is empty
 * again, for a file's next worksheet.
 */
enum sheet_err table_done(struct table *t, struct sheet *out, const char **reason) MUST_CHECK;

#endif
