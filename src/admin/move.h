/* SPDX-License-Identifier: Apache-2.0 */
/* move.h: what a workspace consists of, for lastro workspace export and import. */
#ifndef LASTRO_ADMIN_MOVE_H
#define LASTRO_ADMIN_MOVE_H

#include "admin/command.h"
#include "core/uuid.h"
#include "db/db.h"

#define MOVE_MANIFEST "manifest.json"
#define MOVE_FORMAT 1

#define MOVE_SCHEMA "lastro."
#define MOVE_STAGING "pg_temp.moved_"

/*
 * move_parts() - the tables that a workspace has rows in, each before those that refer to it: the directory's, then the
 * tenants'.  What is derived is left out: its stamps are versions of the installation that computed it.  Which rows are
 * the workspace's is told by the tables of the directory under @prefix: MOVE_SCHEMA or MOVE_STAGING.
 */
const struct db_rows *move_parts(struct ctx *ctx, struct uuid workspace, const char *prefix);
enum { P_TABLE, P_COLUMNS, P_ROWS, P_OUTSIDE, P_SHARED, P_BROKEN };
/*
 * P_COLUMNS: quoted, with commas.  P_ROWS: "select …" of the workspace's rows in the schema.  P_OUTSIDE: "select …" that
 * counts the rows under the prefix that are not the workspace's.  P_SHARED: a row may be there before, and stays.
 * P_BROKEN: "select …" that counts those which a check of the table refuses.
 */

/* move_path() - of a file of the directory that the command names. */
const char *move_path(struct run *r, const char *name);

/* move_open() - "r" or "w" (a new file): a plain file, no link; closed with the run's pool; 409 where it cannot be. */
FILE *move_open(struct run *r, const char *path, const char *mode);

/* move_trail() - the operator's row in the chain of the workspace: @input is JSON. */
void move_trail(struct run *r, struct uuid workspace, const char *kind, const char *input);

#endif
