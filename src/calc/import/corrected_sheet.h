/* SPDX-License-Identifier: Apache-2.0 */
/*
 * corrected_sheet.h: a sheet with rows that a person corrected, or left out, before it is imported.
 *
 * The corrected cells take the place of the file's before anything is read of it, so that every rule sees them.
 */
#ifndef LASTRO_CALC_IMPORT_CORRECTED_SHEET_H
#define LASTRO_CALC_IMPORT_CORRECTED_SHEET_H

#include "calc/amounts/amounts.h"

#define CORRECTIONS_MAX 200    /* rows of a file */
#define CORRECTED_CELLS_MAX 60 /* first cells of a row, which can be corrected */
#define CORRECTED_CELL_CHARS 300

struct row_correction {
	size_t line; /* of the file, from 1 */
	bool left_out;
	bool given[CORRECTED_CELLS_MAX];
	const char *cells[CORRECTED_CELLS_MAX]; /* where given; NULL: empty */
};

/* sheet_corrected() - @s with @corrections, ascending by line; lines that it does not have change nothing. */
struct sheet sheet_corrected(void *pool, const struct sheet *s,
			     const struct row_correction *corrections, size_t n);

/* correction_of() - the correction of a line, or NULL. */
const struct row_correction *correction_of(const struct row_correction *corrections, size_t n,
					   size_t line);

#endif
