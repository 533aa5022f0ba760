/* SPDX-License-Identifier: Apache-2.0 */
/* fund.h: what the loaders of funds share: saving staged rows, and the table derived from all files. */
#ifndef LASTRO_LOAD_FUND_H
#define LASTRO_LOAD_FUND_H

#include "load/spill.h"
#include "load/cvm.h"

/* A table, and the statements that save a file's rows.  All run on the raw connection. */
struct fund_table {
	const char *make;     /* the stage: a temporary table */
	const char *copy;     /* "stage (columns)" */
	const char *analyze;  /* the stage, for the planner */
	const char *repeated; /* stage rows that are superseded by another with the same key */
	const char *gone;     /* rows of the table that are missing in the file; NULL: those stay */
	const char *save;     /* writes new or different rows */
};

/* fund_stage() - begins: returns the COPY for the rows. */
struct copy *fund_stage(struct load *l, const struct fund_table *t);

/* fund_save() - ends the COPY, writes and counts; true when the table changed. */
bool fund_save(struct load *l, const struct fund_table *t, struct copy *rows);

/* fund_prepare() - derives the facts of every fund, its peers, and its name among the instruments. */
void fund_prepare(struct load *l);

/* fund_load() - loads a file of one table: each row through @put, which counts implausible fees. */
void fund_load(struct load *l, const struct fund_table *t, struct csv_column *columns, size_t n,
	       const char *passed, void (*put)(struct cvm *row, struct copy *to, int64_t *odd));

/* Cells as columns of a COPY; absent or malformed ones are null. */
void fund_put_flag(struct copy *c, const struct cvm *row, size_t column);

/* False when the cell is not a date; null when it is absent. */
bool fund_day(const struct cvm *row, size_t column, bool *known, struct day *out);

/* A fee in percent a year; an implausible one is unknown, and counted in @odd. */
void fund_put_fee(struct copy *c, const struct cvm *row, size_t column, int64_t *odd);

/*
 * Tax id and name of the manager, both or none: a natural person (@kind PF), or one not marked as a
 * company, is not stored.
 */
void fund_put_manager(struct copy *c, struct cvm *row, size_t kind, size_t tax_id, size_t name);

/* Whether this situation is that of an active fund. */
bool fund_is_active(struct slice situation);

#endif
