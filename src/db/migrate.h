/* SPDX-License-Identifier: Apache-2.0 */
/* migrate.h: sql/NNNN_topic.sql and sql/functions/NAME.sql, compiled in, applied under an advisory lock. */
#ifndef LASTRO_DB_MIGRATE_H
#define LASTRO_DB_MIGRATE_H

#include "core/ctx.h"

struct migration {
	int number;		       /* ascending; gaps are fine */
	const char *name;	       /* "0305_portfolios" */
	const char *const *statements; /* in their order; ends with NULL */
	const char *checksum;	       /* SHA-256 of the file, hex */
};

/*
 * A file that creates or replaces one function and grants its execution; applied again whenever it
 * changes.
 */
struct sql_function {
	const char *name; /* of the function and of its file */
	const char *sql;
	const char *checksum;
};

/* Generated at build. */
extern const struct migration migrations[];	  /* ends with number 0 */
extern const struct sql_function sql_functions[]; /* by name; ends with name NULL */

struct migrated {
	bool taken_over; /* a database of 0.2.0, whose files created the same schema */
	int migrations;	 /* applied by this run */
	int functions;	 /* created, replaced or dropped */
	int distributed; /* new tables, where the tenant tables are distributed */
};

/*
 * db_migrate() - apply what is missing: migrations, each in its transaction, then the functions whose
 * text changed, in one.  In a database of 0.2.0 it executes no migration and only replaces the records.
 * Refuses an older database, and one with a migration that this program does not have, or has with
 * another checksum.
 * @report: called with the name of each migration applied; may be NULL
 */
struct migrated db_migrate(struct ctx *ctx, void (*report)(const char *name, void *arg), void *arg);

/*
 * db_schema_version() - the newest applied number; when a migration of this program is missing, the one
 * before it.  0 for an empty database.
 */
int db_schema_version(struct ctx *ctx);
/* db_is_before_0_2_0() - whether db_migrate() refuses it because 0.2.0 must migrate it first. */
bool db_is_before_0_2_0(struct ctx *ctx);
int migrations_newest(void);

/* db_functions_stale() - the number of functions that are missing or differ from this program's text. */
int db_functions_stale(struct ctx *ctx);

#endif
