/* SPDX-License-Identifier: Apache-2.0 */
/*
 * delimited.h: delimited lines whose columns are found by name.
 *
 * One line is one row: none of the sources breaks a cell over lines.  Each source says whether it
 * quotes cells; otherwise a quote is an ordinary character (doc/load.md).
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

/* The dialect of a source. */
struct csv_form {
	char separator;
	bool quoted;
	bool cp1252; /* else UTF-8 */
	bool quiet;  /* does not report unused columns: there are dozens */
};

struct csv {
	struct load *l;
	struct csv_form form;
	struct csv_column *columns;
	size_t n_columns;
	struct slice cells[CSV_CELLS];
	size_t n;
	char *room;	   /* unquoted cells of the line */
	char *decoded;	   /* the line converted to UTF-8, if necessary */
	struct slice line; /* of csv_next(), as it stands in the file */
};

/*
 * csv_header() - maps the columns.  The separator is ';' when the line has one, else ','. Refuses the
 * file when a required column is missing; reports and ignores unknown ones.
 */
void csv_header(struct csv *c, struct load *l, struct slice line, struct csv_column *columns,
		size_t n_columns);

/* csv_open() - the same of the file's first line. */
void csv_open(struct csv *c, struct load *l, struct csv_column *columns, size_t n_columns);

/* csv_header_of() - the same for a given dialect. */
void csv_header_of(struct csv *c, struct load *l, struct slice line, const struct csv_form *form,
		   struct csv_column *columns, size_t n_columns);

/* csv_row() - splits one line; false (and refused) when it is malformed.  Blank lines: c->n is 0. */
bool csv_row(struct csv *c, struct slice line) MUST_CHECK;

/* csv_next() - the next row; blank lines are skipped, malformed ones refused.  false: there is none. */
bool csv_next(struct csv *c) MUST_CHECK;

/* csv_refuse() - refuses the row: why, and the line itself. */
void csv_refuse(const struct csv *c, const char *why);
/* csv_take() - counts the row as read, and refuses it when it is @wrong; whether it is right (NULL). */
bool csv_take(const struct csv *c, const char *wrong);

/* csv_cell() - a mapped column, trimmed; empty when the file has no such column or the line is short. */
struct slice csv_cell(const struct csv *c, size_t column);

/* csv_text() - the same as a string on the load's pool; NULL when absent. */
const char *csv_text(const struct csv *c, size_t column);

#endif
