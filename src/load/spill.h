/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spill.h: rows in COPY's binary form, to the server or to a spill file.
 *
 * Only one COPY can run on a connection; rows for other tables are spilled to an unnamed file in the
 * same form and copied afterwards, so that memory does not grow with the file.
 */
#ifndef LASTRO_LOAD_SPILL_H
#define LASTRO_LOAD_SPILL_H

#include "core/day.h"
#include "load/run.h"

struct copy;

/* copy_to() - COPY into @table ("quote (venue, …)"); copy_spill() - into an unnamed file. */
struct copy *copy_to(struct load *l, const char *table);
struct copy *copy_spill(struct load *l);

void copy_row(struct copy *c, int columns);
void copy_null(struct copy *c);
void copy_text(struct copy *c, const char *s, size_t n);
void copy_string(struct copy *c, const char *s); /* NULL is null */
void copy_slice(struct copy *c, struct slice s); /* an empty one is null */
void copy_day(struct copy *c, struct day d);
void copy_int(struct copy *c, int64_t v); /* int8 */
void copy_bool(struct copy *c, bool v);
void copy_decimal(struct copy *c, wide v, int places); /* numeric */

/* copy_day_if() and its kin - null unless @known. */
void copy_day_if(struct copy *c, bool known, struct day d);
void copy_int_if(struct copy *c, bool known, int64_t v);
void copy_decimal_if(struct copy *c, bool known, wide v, int places);

int64_t copy_rows(const struct copy *c);

/* copy_end() - finishes a COPY to the server; refuses when the server does. */
void copy_end(struct copy *c);

/* copy_replay() - copies the spilled rows into @table. */
void copy_replay(struct copy *spilled, const char *table);

/* numeric_binary() - PostgreSQL's binary numeric of @v on a grid of @places; returns its length, at most 40. */
size_t numeric_binary(unsigned char out[40], wide v, int places);

#endif
