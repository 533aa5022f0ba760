/* SPDX-License-Identifier: Apache-2.0 */
/*
 * register.c: every statement of every room, so that one test can prepare them all.
 *
 * Filled once at start by the modules' register functions; never by a request.
 */
#include "config.h"

#include <stdlib.h>

#include "core/log.h"
#include "db/session.h"

#define ROOMS_MAX 192

static struct room {
	struct db_stmt *const *stmts;
	size_t n;
} rooms[ROOMS_MAX];
static size_t n_rooms;

void db_register(struct db_stmt *const *stmts, size_t n)
{
	for (size_t i = 0; i < n_rooms; i++)
		if (rooms[i].stmts == stmts)
			return;
	if (n_rooms == ROOMS_MAX) {
		log_event(LOG_ERROR, NULL, "db_register: more than %d rooms", ROOMS_MAX);
		abort();
	}
	rooms[n_rooms++] = (struct room){ stmts, n };
}

void db_own_register(void)
{
	static struct db_stmt *const own[] = {
		&stmt_timeout,	       &stmt_role,	&stmt_schema_exists, &stmt_schema_applied,
		&stmt_functions_exist, &stmt_functions,
	};

	db_register(own, ARRAY_SIZE(own));
	db_register(db_transaction_stmts, n_db_transaction_stmts);
}

void db_stmts_each(void (*visit)(struct db_stmt *stmt, void *arg), void *arg)
{
	for (size_t i = 0; i < n_rooms; i++)
		for (size_t k = 0; k < rooms[i].n; k++)
			visit(rooms[i].stmts[k], arg);
}
