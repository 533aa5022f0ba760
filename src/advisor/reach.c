/* SPDX-License-Identifier: Apache-2.0 */
/* reach.c: which clients a member sees. */
#include "config.h"

#include "advisor/reach.h"

#include "access/caller.h"
#include "advisor/member.h"
#include "core/clock.h"

static struct db_stmt seen = DB_STMT("reach.client", "select c.id"
						     "  from client c"
						     " where c.workspace_id = $1 and c.id = $2"
						     "   and c.created_at < $3 and " REACH("$4"));

struct db_stmt *const reach_stmts[] = { &seen };
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

void reach_client(struct call *c, struct uuid client)
{
	struct db_rows *r = db_query(c->ctx, &seen,
				     DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(client),
					     reach_until(c), reach_member(c)));

	if (!db_count(r))
		call_not_found(c);
}
