/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cvm_statements.h: a file of statements while it is loaded: lines are staged in the database, parts
 * kept in memory.
 */
#ifndef LASTRO_LOAD_SOURCES_CVM_STATEMENTS_H
#define LASTRO_LOAD_SOURCES_CVM_STATEMENTS_H

#include "calc/credit/statements.h"
#include "load/company_keys.h"

#define LINE_PLACES 10

/* One statement of a filing in one scope. */
struct staged_part {
	int64_t slot; /* index among the file's parts */
	int64_t cvm_code;
	struct day date;
	int64_t version;
	enum statement_kind statement;
	bool consolidated;
	const char *tax_id; /* NULL: none */
	const char *name;
	int64_t lines;
	uint64_t digest[2]; /* sums of its lines' hashes, independent of their order */
	bool broken;	    /* a line was refused: it is left unchanged */
};

struct staged_line {
	struct slice account, description, column;
	const char *item; /* NULL: none */
	bool last, flow, fixed;
	struct day start, end;
	wide value; /* LINE_PLACES */
};

struct statement_file {
	struct cvm c;
	struct copy *to; /* of the member being read */
	enum statement_form form;
	bool form_known;
	enum statement_kind statement; /* of the member */
	bool consolidated;
	struct staged_part **parts;
	size_t n, room;
	size_t *table; /* parts by hash, index + 1; 0 free */
	size_t slots;
	bool has_index, has_lines, has_capital;
};

/* staged_open() - creates the temporary tables of a file. */
void staged_open(struct statement_file *f);

/* staged_part_of() - the part with the key's code, date, version, statement and scope, created when new. */
struct staged_part *staged_part_of(struct statement_file *f, const struct staged_part *key);

/*
 * staged_lines() - begins the COPY of lines; staged_put() - adds one, with its item and into its part's
 * digest.
 */
struct copy *staged_lines(struct statement_file *f);
void staged_put(struct statement_file *f, struct staged_part *part, struct staged_line *line);

/* staged_capital() - the COPY of share capital: tax id, day, version, six numbers of shares. */
struct copy *staged_capital(struct statement_file *f);

/* staged_save() - writes and counts everything; derives the dependent figures again. */
void staged_save(struct statement_file *f);

#endif
