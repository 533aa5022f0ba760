/* SPDX-License-Identifier: Apache-2.0 */
/* migrate.h: sql/NNNN_topic.sql, compiled in, applied forward under an advisory lock. */
#ifndef LASTRO_DB_MIGRATE_H
#define LASTRO_DB_MIGRATE_H

#include "ctx/ctx.h"

struct migration {
	int number;
	const char *name; /* "0001_accounts" */
	const char *sql;
	const char *checksum; /* SHA-256 of the file, hex */
};

extern const struct migration migrations[]; /* generated at build; ends with number 0 */

/*
 * db_migrate() - apply what is missing, each in its transaction; refuses when an applied one has
 * another checksum.  Returns how many were applied.
 */
int db_migrate(struct ctx *ctx, void (*report)(const struct migration *m, void *arg), void *arg);

/* db_schema_version() - the highest applied number; 0 for an empty database. */
int db_schema_version(struct ctx *ctx);
int migrations_newest(void);

#endif
