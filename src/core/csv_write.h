/* SPDX-License-Identifier: Apache-2.0 */
/* csv_write.h: CSV as spreadsheets take it, with the guard against texts that they would run as formulas. */
#ifndef LASTRO_CORE_CSV_WRITE_H
#define LASTRO_CORE_CSV_WRITE_H

#include <stdbool.h>

#include "core/buf.h"

struct csv_writer {
	struct buf *out;
	char separator;	    /* ';' for a Brazilian Excel, with decimal commas; ',' for RFC 4180 */
	bool quotes_blanks; /* a text with a blank in it is quoted, so that no reader cuts it off */
	bool begun;	    /* the line has a cell */
};

/* csv_put_cell() - an unchanged cell, quoted if necessary; NULL: empty. */
void csv_put_cell(struct csv_writer *w, const char *text);

void csv_end_line(struct csv_writer *w);

/*
 * csv_guarded() - a text of somebody's own as a cell: behind an apostrophe where a spreadsheet would take it for a
 * formula, or where a reader would cut a blank off; NULL stays NULL.  csv_unguarded() gives it back.
 */
const char *csv_guarded(void *pool, const char *text);
const char *csv_unguarded(const char *cell);
/* csv_put_text() - a guarded cell. */
void csv_put_text(struct csv_writer *w, const char *text);

#endif
