/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transaction_delete.c: deletes rows of the ledger.  DELETE /v1/portfolios/{id}/transactions?ids=… and
 * /v1/portfolios/{id}/transactions/{transactionId}
 *
 * Several are deleted together, or none.
 */
#include "config.h"

#include "portfolio/ledger/transaction.h"

#include <stdlib.h>

#include "core/order.h"
#include "identity/caller.h"
#include "identity/idempotency.h"
#include "db/db.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/state_write.h"
#include "portfolio/ledger/write.h"
#include "portfolio/portfolio.h"

static DB_STMT(drop, "transaction.drop",
	       "delete from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and id = $3 and retired_by is null"
	       " returning asset_id");

static DB_STMT(drop_many, "transaction.drop_many",
	       "delete from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and id = any($3::uuid[])"
	       "   and retired_by is null");

size_t transactions_assets(struct ctx *ctx, const struct transaction *rows, size_t n,
			   struct uuid **out)
{
	struct uuid *ids = pool_array(ctx->pool, struct uuid, n);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		ids[i] = rows[i].asset.id;
	qsort(ids, n, sizeof(*ids), order_uuid);
	for (size_t i = 0; i < n; i++)
		if (!kept || !uuid_same(ids[kept - 1], ids[i]))
			ids[kept++] = ids[i];
	*out = ids;
	return kept;
}

/* ---- one ---- */

static NORETURN void none_such(struct ctx *ctx, const char *id)
{
	fail(ctx, 404, "transaction_not_found", "Não há lançamento %s nesta carteira.", id);
}

bool wallet_transaction_drop(struct ctx *ctx, struct uuid id)
{
	struct db_rows *rows[LEDGER_WRITTEN];
	struct uuid asset = write_delete(ctx, &drop, id);
	size_t sent;

	if (uuid_is_nil(asset))
		return false;
	sent = ledger_written_send(ctx, "transaction.deleted", id, 1);
	state_write(ctx, sent, rows, &asset, 1, false, NULL);
	return true;
}

void transaction_delete(struct ctx *ctx)
{
	struct uuid id;

	query_done(ctx);
	access_resource(ctx);
	id = path_id(ctx, "transaction_not_found", "lançamento");
	if (!wallet_transaction_drop(ctx, id))
		none_such(ctx, ctx->path[1]);
	respond_deleted(ctx, id);
}

/* ---- several ---- */

struct ids {
	struct uuid list[TRANSACTIONS_DELETED_MAX];
	size_t n;
};

/* The ids of the parameter, ascending, each once. */
static struct ids ids_asked(struct ctx *ctx)
{
	const char *text = query_text(ctx, "ids"), *at = text ? text : "";
	struct ids out = { .n = 0 };
	size_t kept = 0, length;

	do {
		length = strcspn(at, ",");
		if (out.n == TRANSACTIONS_DELETED_MAX ||
		    !uuid_parse((struct slice){ at, length }, &out.list[out.n++]))
			fail_parameter(
				ctx, "ids", text ? text : "",
				"de 1 a 100 ids de lançamentos da carteira, separados por vírgula");
		at += length;
	} while (*at++ == ',');
	qsort(out.list, out.n, sizeof(*out.list), order_uuid);
	for (size_t i = 0; i < out.n; i++)
		if (!kept || !uuid_same(out.list[kept - 1], out.list[i]))
			out.list[kept++] = out.list[i];
	out.n = kept;
	return out;
}

static void require_all(struct ctx *ctx, const struct ids *ids, const struct transaction *rows,
			size_t n)
{
	for (size_t i = 0; i < ids->n; i++) {
		size_t k = 0;

		while (k < n && !uuid_same(rows[k].row.id, ids->list[i]))
			k++;
		if (k == n)
			none_such(ctx, uuid_text(ctx->pool, ids->list[i]));
	}
}

static void render(struct ctx *ctx, const struct ids *ids)
{
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_boolean(j, "deleted", true);
	json_array(j, "ids");
	for (size_t i = 0; i < ids->n; i++)
		json_uuid(j, NULL, ids->list[i]);
	json_array_end(j);
	json_close(j);
}

void transactions_delete(struct ctx *ctx)
{
	const struct ids ids = ids_asked(ctx);
	struct db_rows *found[2], *results[WRITE_STATEMENTS];
	struct transaction *rows;
	struct uuid *touched;
	size_t sent, n, n_touched;

	query_done(ctx);
	access_resource(ctx);
	ledger_lock_send(ctx);
	transactions_of_send(ctx, ids.list, ids.n);
	db_wait(ctx, found, 2);
	(void)ledger_lock_take(ctx, found[0]); /* only the lock matters, not the version */
	rows = transactions_of_take(ctx, found[1], &n);
	require_all(ctx, &ids, rows, n);
	idempotency_forget(ctx, ids.list, ids.n);
	db_send(ctx, &drop_many, DB_ARGS(DB_CHOSEN(ctx), db_uuids(ids.list, ids.n)));
	sent = 1 + ledger_written_send(ctx, "transaction.deleted",
				       n == 1 ? ids.list[0] : ctx->caller->portfolio, (int64_t)n);
	n_touched = transactions_assets(ctx, rows, n, &touched);
	state_write(ctx, sent, results, touched, n_touched, false, NULL);
	render(ctx, &ids);
}
