/* SPDX-License-Identifier: Apache-2.0 */
/* guessed.c: reads which types are guesses. */
#include "config.h"

#include "portfolio/ledger/guessed.h"

#include "core/order.h"
#include "db/db.h"

static DB_STMT(guessed, "asset.guessed",
	       "select id from asset"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[]) and type_guessed"
	       " order by id limit 1000000");

void guessed_send(struct ctx *ctx, struct uuid workspace, const struct uuid *portfolios, size_t n)
{
	db_send(ctx, &guessed, DB_ARGS(db_uuid(workspace), db_uuids(portfolios, n)));
}

struct guessed guessed_take(struct ctx *ctx, const struct db_rows *rows)
{
	struct uuid *ids = pool_array(ctx->pool, struct uuid, db_count(rows));

	for (size_t i = 0; i < db_count(rows); i++)
		ids[i] = db_get_uuid(rows, i, 0);
	return (struct guessed){ ids, db_count(rows) };
}

bool guessed_has(const struct guessed *g, struct uuid asset)
{
	return order_find(&asset, g->ids, g->n, sizeof(asset), order_uuid);
}
