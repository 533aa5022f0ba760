/* SPDX-License-Identifier: Apache-2.0 */
/* asset_member.c: reads and replaces one member of an asset's metadata. */
#include "config.h"

#include "portfolio/ledger/asset_member.h"

#include "db/db.h"
#include "http/request.h"
#include "identity/caller.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/state_write.h"
#include "portfolio/ledger/write.h"
#include "portfolio/portfolio.h"
#include "portfolio/store/asset_meta.h"

DB_STMT(wallet_asset_row, "asset_member.row",
	"select jsonb_build_object('symbol', symbol, 'asset_type', asset_type,"
	"                          'currency', currency, 'name', name, 'meta', meta)::text"
	"  from asset where workspace_id = $1 and id = $2 and portfolio_id = $3");

static DB_STMT(one, "asset_member.asset",
	       "select a.symbol, a.asset_type, a.currency, a.meta::text"
	       "  from asset a"
	       " where a.workspace_id = $1 and a.portfolio_id = $2 and a.id = $3");
enum { C_SYMBOL, C_TYPE, C_CURRENCY, C_META };

static DB_STMT(change, "asset_member.change",
	       "update asset set meta = ($4::text)::jsonb"
	       " where workspace_id = $1 and portfolio_id = $2 and id = $3");

struct uuid asset_member_id(struct ctx *ctx)
{
	return path_id(ctx, "asset_not_found", "ativo");
}

static void send_asset(struct ctx *ctx, struct uuid id)
{
	db_send(ctx, &one, DB_ARGS(DB_CHOSEN(ctx), db_uuid(id)));
}

static struct ledger_asset asset_taken(struct ctx *ctx, struct uuid id, const struct db_rows *r)
{
	if (db_count(r) == 0)
		fail(ctx, 404, "asset_not_found", "Não há ativo %s nesta carteira.",
		     uuid_text(ctx->pool, id));
	return (struct ledger_asset){
		.id = id,
		.symbol = db_get_text(r, 0, C_SYMBOL),
		.type = (enum asset_type)enum_find(asset_type_names, db_get_text(r, 0, C_TYPE)),
		.currency = (enum currency)enum_find(currency_names, db_get_text(r, 0, C_CURRENCY)),
		.meta = db_get_text(r, 0, C_META),
	};
}

struct ledger_asset asset_member_get(struct ctx *ctx)
{
	struct db_rows *rows[1];
	struct uuid id;

	query_done(ctx);
	ledger_readable(ctx);
	id = asset_member_id(ctx);
	send_asset(ctx, id);
	db_wait(ctx, rows, 1);
	return asset_taken(ctx, id, rows[0]);
}

struct ledger_asset asset_member_lock(struct ctx *ctx, struct uuid id)
{
	struct db_rows *rows[2];

	ledger_lock_send(ctx);
	send_asset(ctx, id);
	db_wait(ctx, rows, 2);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	return asset_taken(ctx, id, rows[1]);
}

const char *asset_member_with(struct ctx *ctx, struct body *b, const struct ledger_asset *a,
			      const char *name, struct json_object *value)
{
	const char *meta = asset_meta_with(ctx->pool, a->meta, name, value);

	if (!meta) {
		body_error(b, NULL, "max_length", "com os outros dados do ativo, até 4096 bytes",
			   NULL);
		body_done(b);
	}
	return meta;
}

void asset_member_store(struct ctx *ctx, const struct ledger_asset *a)
{
	struct db_rows *rows[1 + LEDGER_WRITTEN];

	db_send(ctx, &change, DB_ARGS(DB_CHOSEN(ctx), db_uuid(a->id), db_text(a->meta)));
	state_write(ctx, 1 + ledger_written_send(ctx, "asset.updated", a->id, 1), rows, &a->id, 1,
		    false, NULL);
}
