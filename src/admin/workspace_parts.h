/* SPDX-License-Identifier: Apache-2.0 */
/* workspace_parts.h: the tables and rows of a workspace, for lastro workspace export and import. */
#ifndef LASTRO_ADMIN_WORKSPACE_PARTS_H
#define LASTRO_ADMIN_WORKSPACE_PARTS_H

#include "admin/command.h"
#include "core/uuid.h"
#include "db/db.h"

#define MOVE_MANIFEST "manifest.json"
#define MOVE_FORMAT 1

#define MOVE_SCHEMA "lastro."
#define MOVE_STAGING "pg_temp.moved_"

/*
 * move_parts() - the tables with rows of a workspace, in the order of their foreign keys: directory tables first, then
 * tenant tables.  Derived tables are left out: their stamps hold only in the installation that computed them.  The
 * directory tables under @prefix (MOVE_SCHEMA or MOVE_STAGING) decide which rows belong to the workspace.
 */
const struct db_rows *move_parts(struct ctx *ctx, struct uuid workspace, const char *prefix);
enum { P_TABLE, P_COLUMNS, P_ROWS, P_OUTSIDE, P_SHARED, P_BROKEN };
/*
 * P_COLUMNS: quoted, comma-separated.  P_ROWS: a select of the workspace's rows in the schema.  P_OUTSIDE: a select that
 * counts rows under the prefix of other workspaces.  P_SHARED: a row that already exists is kept.  P_BROKEN: a select
 * that counts rows which violate a check constraint of the table.
 */

/* move_path() - the path of @name in the directory that the command names. */
const char *move_path(struct run *r, const char *name);

/* move_open() - opens a regular file, "r", or creates one, "w"; never follows a link; 409 on failure; the run's pool closes it. */
FILE *move_open(struct run *r, const char *path, const char *mode);

/* move_trail() - appends the operator's audit row to the workspace's chain; @input is JSON. */
void move_trail(struct run *r, struct uuid workspace, const char *kind, const char *input);

#endif
