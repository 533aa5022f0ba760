/* SPDX-License-Identifier: Apache-2.0 */
/* reach.c: which clients a member sees. */
#include "config.h"

#include "advisor/reach.h"

#include "access/caller.h"
#include "advisor/member.h"
#include "core/clock.h"

#define SEEN                                                                                       \
	"select c.id"                                                                              \
	"  from client c"                                                                          \
	" where c.workspace_id = $1 and c.id = $2 and c.created_at < $3 and " REACH("$4")

static struct db_stmt seen = DB_STMT("reach.client", SEEN);
static struct db_stmt held = DB_STMT("reach.client_held", SEEN " for key share of c");

struct db_stmt *const reach_stmts[] = { &seen, &held };
const size_t n_reach_stmts = ARRAY_SIZE(reach_stmts);

struct db_arg reach_member(const struct call *c)
{
	const struct member *m = c->who;

	return m->role >= ROLE_ADMIN ? db_null() : db_uuid(m->id);
}

struct db_arg reach_until(const struct call *c)
{
	return db_timestamp(clock_day_end(c->has_at ? c->at : DAY_FAR_FUTURE));
}

static void find(struct call *c, struct db_stmt *stmt, struct uuid client)
{
	struct db_rows *r = db_query(c->ctx, stmt,
				     DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(client),
					     reach_until(c), reach_member(c)));

	if (!db_count(r))
		call_not_found(c);
}

void reach_client(struct call *c, struct uuid client)
{
	find(c, &seen, client);
}

void reach_client_held(struct call *c, struct uuid client)
{
	find(c, &held, client);
}
