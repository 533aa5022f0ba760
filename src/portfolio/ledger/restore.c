/* SPDX-License-Identifier: Apache-2.0 */
/* restore.c: deleted rows of a portfolio, put back as they were. */
#include "config.h"

#include "portfolio/ledger/restore.h"

#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"
#include "http/tree.h"
#include "identity/caller.h"
#include "portfolio/ledger/write.h"
#include "portfolio/store/valued.h"

#define ROWS(table, wanted)                                                                        \
	"'" table "', (select coalesce(jsonb_agg(to_jsonb(x) - 'packed' order by x.id), '[]')"     \
	"  from " table " x"                                                                       \
	" where x.workspace_id = $1 and x.portfolio_id = $2 and (" wanted "))"
#define OWN "x.id = any($3::uuid[])"
#define OF_OWN OWN " or x.asset_id = any($3::uuid[])"
#define EXERCISE                                                                                   \
	" or ($4 and x.event_kind = 'exercise' and x.option_symbol in"                             \
	"  (select a.symbol from asset a where a.workspace_id = $1 and a.portfolio_id = $2"        \
	"      and a.id = any($3::uuid[]) and a.asset_type = 'option'))"

/* A larger text exceeds what an undo can store, and writing it would hold the ledger's lock for seconds. */
#define WHOLE_ROWS "1000"

static DB_STMT(whole, "restore.whole",
	       "select case when (select count(*) from"
	       "    (select 1 from ledger x"
	       "      where x.workspace_id = $1 and x.portfolio_id = $2 and (" OF_OWN EXERCISE ")"
	       "      limit " WHOLE_ROWS " + 1) looked) > " WHOLE_ROWS " then ''"
	       "  else jsonb_build_object(" ROWS("asset", OWN) ", " ROWS(
		       "ledger", OF_OWN EXERCISE) ", " ROWS("income", OF_OWN) ")::text end");

static DB_STMT(
	add_assets, "restore.assets",
	"insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, currency, name, meta,"
	"                   import_id, created_at, type_guessed, type_import, type_was)"
	" select p.workspace_id, p.id, u.id, u.symbol, u.asset_type, u.currency, u.name, u.meta,"
	"        u.import_id, u.created_at, u.type_guessed, u.type_import, u.type_was"
	"   from portfolio p, jsonb_to_recordset($3::text::jsonb -> 'asset')"
	"     as u (id uuid, symbol text, asset_type text, currency text, name text, meta jsonb,"
	"           import_id uuid, created_at timestamptz, type_guessed boolean, type_import uuid,"
	"           type_was text)"
	"  where p.workspace_id = $1 and p.id = $2"
	" on conflict do nothing");

#define IMPORT_IS_THERE(column)                                                                    \
	"    and (u." column " is null or exists (select 1 from import m"                          \
	"          where m.workspace_id = $1 and m.portfolio_id = $2 and m.id = u." column "))"
#define WHERE                                                                                        \
	"  where a.workspace_id = $1 and a.portfolio_id = $2 and a.id = u.asset_id" IMPORT_IS_THERE( \
		"import_id")
/* A row that is still there went to another asset, and comes back. */
#define BACK                                                                                       \
	" on conflict (workspace_id, portfolio_id, id)"                                            \
	" do update set asset_id = excluded.asset_id, updated_at = excluded.updated_at"
#define BACK_NAMED BACK ", option_symbol = excluded.option_symbol"

static DB_STMT(
	add_rows, "restore.ledger",
	"insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, event_kind, trade_date,"
	"                    quantity, price, fees, ratio, currency, note, source, import_id,"
	"                    settlement, retired_by, created_at, updated_at, external_id,"
	"                    option_symbol, institution)"
	" select a.workspace_id, a.portfolio_id, u.id, a.id, u.kind, u.event_kind, u.trade_date,"
	"        u.quantity, u.price, u.fees, u.ratio, u.currency, u.note, u.source, u.import_id,"
	"        u.settlement, u.retired_by, u.created_at, u.updated_at, u.external_id,"
	"        u.option_symbol, u.institution"
	"   from asset a, jsonb_to_recordset($3::text::jsonb -> 'ledger')"
	"     as u (note text, id uuid, asset_id uuid, kind text, event_kind text, trade_date date,"
	"           quantity numeric, price numeric, fees numeric, ratio numeric, currency text,"
	"           source text, import_id uuid, settlement boolean, retired_by uuid,"
	"           created_at timestamptz, updated_at timestamptz, external_id text,"
	"           option_symbol text, institution text)" WHERE IMPORT_IS_THERE("retired_by")
		BACK_NAMED);

static DB_STMT(
	add_incomes, "restore.income",
	"insert into income (workspace_id, portfolio_id, id, asset_id, kind, pay_date, amount, currency,"
	"                    note, source, import_id, created_at, updated_at, gross, record_date,"
	"                    approved_on, old_profits)"
	" select a.workspace_id, a.portfolio_id, u.id, a.id, u.kind, u.pay_date, u.amount, u.currency,"
	"        u.note, u.source, u.import_id, u.created_at, u.updated_at, u.gross, u.record_date,"
	"        u.approved_on, u.old_profits"
	"   from asset a, jsonb_to_recordset($3::text::jsonb -> 'income')"
	"     as u (note text, id uuid, asset_id uuid, kind text, pay_date date, amount numeric,"
	"           currency text, source text, import_id uuid, created_at timestamptz,"
	"           updated_at timestamptz, gross numeric, record_date date, approved_on date,"
	"           old_profits boolean)" WHERE BACK);

#define PRESENT(table)                                                                             \
	"(select string_agg(md5(to_jsonb(x)::text), ',' order by x.id)"                            \
	"  from jsonb_to_recordset($3::text::jsonb -> '" table "') as u (id uuid)"                 \
	"  join " table " x on x.workspace_id = $1 and x.portfolio_id = $2 and x.id = u.id)"

/* How many rows are equal to those of a body of rows_whole(), and these rows themselves where they still are. */
static DB_STMT(
	now, "restore.now",
	"select concat_ws(' ', count(*), " PRESENT("ledger") ", " PRESENT(
		"income") ")"
			  "  from jsonb_to_recordset($3::text::jsonb -> 'ledger')"
			  "     as u (asset_id uuid, kind text, trade_date date, quantity numeric, price numeric)"
			  "  join ledger l on l.workspace_id = $1 and l.portfolio_id = $2 and l.asset_id = u.asset_id"
			  "   and l.trade_date = u.trade_date and l.kind = u.kind and l.quantity = u.quantity"
			  "   and l.price is not distinct from u.price and l.retired_by is null");

/* @stmt: ($1 workspace, $2 portfolio, $3 JSON); returns one text */
static const char *one_text(struct ctx *ctx, struct db_stmt *stmt, const char *json)
{
	return db_get_text(db_query(ctx, stmt, DB_ARGS(DB_CHOSEN(ctx), db_text(json))), 0, 0);
}

const char *rows_now(struct ctx *ctx, const char *rows)
{
	return one_text(ctx, &now, rows);
}

const char *rows_whole(struct ctx *ctx, const struct uuid *ids, size_t n, bool named)
{
	return db_get_text(
		db_query(ctx, &whole, DB_ARGS(DB_CHOSEN(ctx), db_uuids(ids, n), db_bool(named))), 0,
		0);
}

static DB_STMT(named, "restore.named",
	       "select coalesce(string_agg(a.id::text, ' ' order by a.id), '')"
	       "  from asset a, (select $3::text::jsonb as o) p"
	       " where a.workspace_id = $1 and a.portfolio_id = $2"
	       "   and a.symbol = p.o ->> 'symbol' and a.asset_type = p.o ->> 'asset_type'");

const char *rows_named(struct ctx *ctx, const char *paper)
{
	return one_text(ctx, &named, paper);
}

void rows_lock(struct ctx *ctx)
{
	struct db_rows *rows[1];

	ledger_lock_send(ctx);
	db_wait(ctx, rows, 1);
}

/* In the order of their foreign keys. */
static const struct {
	const char *name, *written;
	struct db_stmt *add;
} tables[] = {
	{ "asset", "asset.created", &add_assets },
	{ "ledger", "transaction.created", &add_rows },
	{ "income", "income.created", &add_incomes },
};

void rows_restore(struct ctx *ctx)
{
	const char *text = slice_text(ctx->pool, ctx->req->body), *written = NULL;
	struct json_object *all = json_read(ctx->pool, slice_of(text));
	struct db_rows *rows[1 + ARRAY_SIZE(tables)];
	int64_t count = 0;
	struct json *j;

	access_resource(ctx);
	db_conflict(ctx, "ledger_external_unique", 409, "ledger_conflict",
		    "O que foi apagado não cabe mais.");
	ledger_lock_send(ctx);
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		db_send(ctx, tables[i].add, DB_ARGS(DB_CHOSEN(ctx), db_text(text)));
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		struct json_object *list = tree_member(all, tables[i].name);
		int64_t n = list ? (int64_t)json_object_array_length(list) : 0;

		if (db_touched(rows[1 + i]) != n)
			fail(ctx, 409, "ledger_conflict", "O que foi apagado não cabe mais.");
		written = written || !n ? written : tables[i].written;
		count += n;
	}
	if (!written)
		fail(ctx, 409, "ledger_conflict", "Não havia nada do que foi apagado.");
	db_wait(ctx, rows, ledger_written_send(ctx, written, ctx->caller->portfolio, count));
	load_sums(ctx); /* the next read derives the figures */
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_boolean(j, "restored", true);
	json_close(j);
}
