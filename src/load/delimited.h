/* SPDX-License-Identifier: Apache-2.0 */
/*
 * delimited.h: delimited lines whose columns are found by name.
 *
 * One line is one row: none of the sources breaks a cell over lines.  Whether quotes mean anything
 * is the source's to say; where they do not, a quote is a character like others (sources.md, rule
 * 4).
 */
#ifndef LASTRO_LOAD_DELIMITED_H
#define LASTRO_LOAD_DELIMITED_H

#include "core/text.h"
#include "load/run.h"

#define CSV_CELLS 128

struct csv_column {
	const char *names; /* folded, alternatives split by '|': "data|data_referencia" */
	bool required;
	int at; /* cell, or -1 */
};

/* How a source writes its lines. */
struct csv_form {
	char separator;
	bool quoted;
	bool cp1252; /* else UTF-8 */
	bool quiet;  /* columns that are not asked for are not reported: there are dozens */
};

struct csv {
	struct load *l;
	struct csv_form form;
	struct csv_column *columns;
	size_t n_columns;
	struct slice cells[CSV_CELLS];
	size_t n;
	char *room;    /* unquoted cells of the line */
	char *decoded; /* the line as UTF-8, where it was not */
};

/*
 * csv_header() - map the columns.  The separator is ';' when the line has one, else ','.
 * Refuses the file when a required column is missing; unknown ones are reported and passed over.
 */
void csv_header(struct csv *c, struct load *l, struct slice line, bool quoted,
		struct csv_column *columns, size_t n_columns);

/* csv_header_of() - the same for a source that says how it writes. */
void csv_header_of(struct csv *c, struct load *l, struct slice line, const struct csv_form *form,
		   struct csv_column *columns, size_t n_columns);

/* csv_row() - split one line; false (and refused) when it cannot be.  Blank lines: c->n is 0. */
bool csv_row(struct csv *c, struct slice line) MUST_CHECK;

/* csv_cell() - of a mapped column, trimmed; empty when the file has no such column or the line is short. */
struct slice csv_cell(const struct csv *c, size_t column);

/* csv_text() - the same as a string on the load's pool; NULL when absent. */
const char *csv_text(const struct csv *c, size_t column);

#endif
