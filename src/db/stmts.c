/* SPDX-License-Identifier: Apache-2.0 */
/* stmts.c: every statement of the program, as DB_STMT() lists them. */
#include "config.h"

#include "db/db.h"

/* The bounds of the section, which the linker defines. */
extern struct db_listed __start_db_listed[], __stop_db_listed[];

void db_stmts_each(void (*visit)(struct db_stmt *stmt, void *arg), void *arg)
{
	/* cppcheck-suppress comparePointers ; they are the ends of one array */
	for (const struct db_listed *l = __start_db_listed; l < __stop_db_listed; l++)
		for (size_t i = 0; i < l->n; i++)
			visit(&l->first[i], arg);
}
