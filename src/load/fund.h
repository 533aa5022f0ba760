/* SPDX-License-Identifier: Apache-2.0 */
/* fund.h: what the loaders of funds share: staged rows into their table, and the table made of all of them. */
#ifndef LASTRO_LOAD_FUND_H
#define LASTRO_LOAD_FUND_H

#include "load/spill.h"
#include "load/cvm.h"

/* A table, and the statements that bring the rows of a file into it.  All run outside db.h. */
struct fund_table {
	const char *make;     /* the stage: a temporary table */
	const char *copy;     /* "stage (columns)" */
	const char *analyze;  /* the stage, for the planner */
	const char *repeated; /* rows of the stage that give way to another of the same key */
	const char *gone;     /* rows of the table that the file has no more; NULL: those stay */
	const char *save;     /* what is new or different */
};

/* fund_stage() - begin: rows go into the COPY that it returns. */
struct copy *fund_stage(struct load *l, const struct fund_table *t);

/* fund_save() - end the COPY, write and count; true when the table changed. */
bool fund_save(struct load *l, const struct fund_table *t, struct copy *rows);

/* fund_prepare() - the facts of every fund, its peers, its name among the instruments. */
void fund_prepare(struct load *l);

/* fund_load() - a file of one table, whole: each row through @put, which counts odd fees. */
void fund_load(struct load *l, const struct fund_table *t, struct csv_column *columns, size_t n,
	       const char *passed, void (*put)(struct cvm *row, struct copy *to, int64_t *odd));

/* Cells as columns of a COPY; what is absent or not understood is null. */
void fund_put_text(struct copy *c, struct slice s);
void fund_put_flag(struct copy *c, const struct cvm *row, size_t column);

/* False when the cell is there and no date; null when it is absent. */
bool fund_day(const struct cvm *row, size_t column, bool *known, struct day *out);
void fund_put_day(struct copy *c, bool known, struct day d);

/* A fee in percent a year; what no fund charges is unknown, and counted in @odd. */
void fund_put_fee(struct copy *c, const struct cvm *row, size_t column, int64_t *odd);

/*
 * Tax id and name of the manager, both or none: one that is a person (@kind PF), or of which the file does not
 * say that it is a company, is nobody's business.
 */
void fund_put_manager(struct copy *c, struct cvm *row, size_t kind, size_t tax_id, size_t name);

/* Is this situation that of a fund that works? */
bool fund_is_active(struct slice situation);

#endif
