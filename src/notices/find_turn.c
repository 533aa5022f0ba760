/* SPDX-License-Identifier: Apache-2.0 */
/* find_turn.c: whom a run may tell, and a turn of it for one person. */
#include "config.h"

#include "notices/find_parts.h"

#include "core/log.h"
#include "core/order.h"
#include "core/problem.h"
#include "identity/turn.h"

static DB_STMT(act_for, "notices.act_for", "select lastro.caller_set($1, $2, $3)");

bool find_hears(const struct finding *f, struct uuid account)
{
	return order_find(&account, f->hearing, f->n_hearing, sizeof(account), order_uuid) != NULL;
}

static void run_turn(struct ctx *ctx, void *arg)
{
	struct find_turn *t = arg;
	int64_t queued;

	db_begin_write(ctx);
	(void)db_query(
		ctx, &act_for,
		DB_ARGS(db_uuid(t->who.workspace), db_uuid(t->who.account), db_uuid(uuid_nil())));
	queued = t->run(ctx, t);
	db_commit(ctx);
	t->f->queued += queued;
}

void find_turn(struct find_turn *t)
{
	struct ctx *ctx = t->f->ctx;
	struct caller caller = t->f->seen;
	struct problem why;

	if (!find_hears(t->f, t->who.account))
		return;
	caller.workspace = t->who.workspace;
	caller.account = t->who.account;
	if (turn_take(ctx, &caller, run_turn, t, &why))
		return;
	if (str_eq(why.code, "database_unavailable"))
		fail(ctx, why.status, why.code, "%s", why.detail);
	log_event(LOG_WARN, NULL, "%s %s cannot be computed: %s", t->what, t->id, why.code);
}
