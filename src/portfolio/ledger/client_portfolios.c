/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_portfolios.c: creates and deletes portfolios of an office's clients.
 *
 * They are stored beside the members' own, distinguished by client_id, and count towards no plan's
 * limit.  Their names are unique per client.
 */
#include "config.h"

#include "identity/caller.h"
#include "db/db.h"
#include "portfolio/ledger/write.h"
#include "portfolio/portfolio.h"

static DB_STMT(
	add, "of_client.add",
	"insert into portfolio (workspace_id, id, controller_id, name_scope, client_id, name, name_key,"
	"                       exclude_from_consolidated, created_at)"
	" values ($1, $2, $3, $4, $4, $5, $6, $7, $8) on conflict do nothing");

static DB_STMT(enter, "of_client.enter", "select client_portfolio_register($1)");

static DB_STMT(drop, "of_client.drop",
	       "delete from portfolio"
	       " where workspace_id = $1 and id = $2"
	       "   and client_id is not null");

static DB_STMT(leave, "of_client.leave", "select client_portfolios_unregister($1::uuid[])");

void wallet_client_portfolio_add(struct ctx *ctx, struct uuid client, struct uuid id,
				 const char *name, bool exclude_from_consolidated)
{
	struct db_rows *rows[2];

	db_send(ctx, &add,
		DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(id), db_uuid(ctx->caller->account),
			db_uuid(client), db_text(name), db_text(text_fold(ctx->pool, name)),
			db_bool(exclude_from_consolidated), db_timestamp(ctx->now_ms)));
	db_send(ctx, &enter, DB_ARGS(db_uuid(id)));
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	if (!db_touched(rows[0]))
		db_conflict_met(ctx);
}

void wallet_client_portfolio_drop(struct ctx *ctx)
{
	const struct uuid *id = &ctx->caller->portfolio;
	struct db_rows *rows[3];

	ledger_lock_send(ctx);
	db_send(ctx, &drop, DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(*id)));
	db_send(ctx, &leave, DB_ARGS(db_uuids(id, 1)));
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
}
