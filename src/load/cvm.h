/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cvm.h: the format of CVM's open data (doc/load.md).
 *
 * Separated by ';', Windows-1252, never quoted: a quote is an ordinary character, and a cell cannot
 * contain a ';'.  Columns are found by name, since their set has changed in every file.  A zip holds
 * one file or many.
 */
#ifndef LASTRO_LOAD_CVM_H
#define LASTRO_LOAD_CVM_H

#include "load/delimited.h"
#include "load/field.h"

#define CVM_CELLS 160 /* the widest file has 117 */

struct cvm {
	struct load *l;
	struct csv_column *columns;
	size_t n_columns;
	const char *names[CVM_CELLS]; /* of the header, folded */
	size_t width;
	struct slice cells[CVM_CELLS];
	void *row; /* texts of the row */
	bool texts;
	const char *file; /* the first one's name */
	bool several;	  /* several files: refusals name theirs */
};

/* cvm_open() - reads the header of the file; cvm_next() - of the next one of the archive, if any. */
void cvm_open(struct cvm *c, struct load *l);
bool cvm_next(struct cvm *c) MUST_CHECK;

/* cvm_has() - whether the header has this column; distinguishes the files of an archive. */
bool cvm_has(const struct cvm *c, const char *name);

/*
 * cvm_map() - finds the columns.  Refuses the file when a required one is missing.
 * @passed: names that are known but not used ("diretor|pr_*"); others are reported
 */
void cvm_map(struct cvm *c, struct csv_column *columns, size_t n, const char *passed);

/*
 * cvm_row() - the next complete row, counted as read; false at the end of the file.  Refuses a file in
 * UTF-8, whose accented letters would become two wrong ones each, and a row with a cell in it.
 */
bool cvm_row(struct cvm *c) MUST_CHECK;

/* cvm_cell() - trimmed bytes; empty when the file has no such column. */
struct slice cvm_cell(const struct cvm *c, size_t column);

/* cvm_text() - the cell as UTF-8, valid until the next row; empty when absent. */
struct slice cvm_text(struct cvm *c, size_t column);

/* cvm_flag() - S or N; anything else is absent. */
enum field cvm_flag(const struct cvm *c, size_t column, bool *out);

/*
 * cvm_tax_id() - a CNPJ with or without its mask, possibly without leading zeros; false when it is not
 * one.
 */
bool cvm_tax_id(struct slice s, char out[15]) MUST_CHECK;

/* cvm_no_tax_id() - whether it is zeros or empty: a foreign issuer's. */
bool cvm_no_tax_id(struct slice s);

/* cvm_refuse() - refuses the row. */
void cvm_refuse(struct cvm *c, const char *reason, ...) PRINTF_LIKE(2, 3);

#endif
