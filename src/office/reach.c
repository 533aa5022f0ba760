/* SPDX-License-Identifier: Apache-2.0 */
/* reach.c: the clients that a member may see. */
#include "config.h"

#include "office/reach.h"

#include "identity/caller.h"
#include "office/office.h"
#include "core/clock.h"

#define SEEN                                                                                       \
	"select c.id"                                                                              \
	"  from client c"                                                                          \
	" where c.workspace_id = $1 and c.id = $2 and c.created_at < $3 and " REACH("$4")

static DB_STMT(seen, "reach.client", SEEN);
static DB_STMT(held, "reach.client_held", SEEN " for key share of c");

static DB_STMT(known, "reach.known",
	       "select ($2::uuid is null or exists (select from family f"
	       "         where f.workspace_id = $1 and f.id = $2"
	       "           and " FAMILY_REACH(
		       "$4", "$5") "))"
				   "   and ($3::uuid is null or exists (select from office_member"
				   "         where workspace_id = $1 and id = $3))");

static DB_STMT(lost, "reach.lost",
	       "select exists (select from client c"
	       "  where c.workspace_id = $1"
	       "    and (c.id = $2 or c.id = (select p.client_id from portfolio p"
	       "                               where p.workspace_id = $1 and p.id = $3))"
	       "    and not " REACH("$4") ")");

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

void reach_client_locked(struct call *c, struct uuid client)
{
	find(c, &held, client);
}

static struct db_arg id_of(const struct call *c, const char *member)
{
	struct uuid id;

	return call_uuid(c, member, &id) ? db_uuid(id) : db_null();
}

/* A deleted client is visible to no one, so its deletion may be replayed. */
void reach_replayed(struct call *c)
{
	const struct member *m = c->who;
	const struct db_rows *r;

	if (!m || m->role >= ROLE_ADMIN)
		return;
	r = db_query(c->ctx, &lost,
		     DB_ARGS(db_uuid(c->ctx->caller->workspace), id_of(c, "client_id"),
			     id_of(c, "portfolio_id"), reach_member(c)));
	if (db_get_bool(r, 0, 0))
		call_not_found(c);
}

/* ---- filters of lists ---- */

struct reach_filter reach_filter_send(struct call *c)
{
	struct reach_filter f = { id_of(c, "family_id"), id_of(c, "member_id") };

	db_send(c->ctx, &known,
		DB_ARGS(db_uuid(c->ctx->caller->workspace), f.family, f.member, reach_member(c),
			db_uuid(c->ctx->caller->account)));
	return f;
}

void reach_filter_take(struct call *c, const struct db_rows *row)
{
	if (!db_get_bool(row, 0, 0))
		call_not_found(c);
}

void reach_values(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "ledger_out_of_range", 409, "/input", "ledger_out_of_range",
		  "carteiras cujas somas caibam na escala" },
		{ .code = NULL },
	};

	call_refusals(c, words);
}
