/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asset.c: the assets of a portfolio.  GET, POST /v1/portfolios/{id}/assets and PATCH, DELETE
 * /v1/portfolios/{id}/assets/{assetId}
 *
 * An asset without rows is only watched; deleting an asset deletes its rows and income.  One that gets
 * the symbol of another gives it all that it has.
 */
#include "config.h"

#include "portfolio/ledger/asset.h"

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "db/db.h"
#include "http/request.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/state_write.h"
#include "portfolio/ledger/write.h"
#include "portfolio/store/valued.h"
#include "portfolio/store/asset_meta.h"
#include "portfolio/store/symbol.h"
#include "portfolio/portfolio.h"

#define NAME_MAX 200

#define COLUMNS                                                                                    \
	"select a.id, a.symbol, a.asset_type, a.currency, a.name, a.meta::text, a.created_at,"     \
	"       a.type_guessed,"                                                                   \
	"       (select count(*) from ledger l"                                                    \
	"         where l.workspace_id = $1 and l.portfolio_id = a.portfolio_id"                   \
	"           and l.asset_id = a.id and l.retired_by is null)"                               \
	"  from asset a"                                                                           \
	" where a.workspace_id = $1 and a.portfolio_id = $2"
enum { C_ID, C_SYMBOL, C_TYPE, C_CURRENCY, C_NAME, C_META, C_CREATED, C_GUESSED, C_ROWS };

static DB_STMT(list, "asset.list",
	       COLUMNS
	       " and (a.symbol, a.asset_type) > ($3, $4) order by a.symbol, a.asset_type limit $5");

static DB_STMT(one, "asset.one", COLUMNS " and a.id = $3");

static DB_STMT(add, "asset.add",
	       "insert into asset (workspace_id, portfolio_id, id, symbol, "
	       "asset_type, currency, name, meta, created_at)"
	       " values ($1, $2, $3, $4, $5, $6, $7, ($8::text)::jsonb, $9)"
	       " on conflict do nothing");

static DB_STMT(change, "asset.change",
	       "update asset"
	       "   set name = $4, meta = ($5::text)::jsonb, symbol = $6, asset_type = $7,"
	       "       type_guessed = $8,"
	       "       type_import = case when asset_type = $7 then type_import end,"
	       "       type_was = case when asset_type = $7 then type_was end"
	       " where workspace_id = $1 and portfolio_id = $2 and id = $3");

static DB_STMT(
	named, "asset.named",
	"select id from asset"
	" where workspace_id = $1 and portfolio_id = $2 and symbol = $3 and asset_type = $4");

/* All that one asset has goes to another: rows that a newer statement covers, too. */
static DB_STMT(give_rows, "asset.give_rows",
	       "update ledger set asset_id = $4, updated_at = $5"
	       " where workspace_id = $1 and portfolio_id = $2 and asset_id = $3");
static DB_STMT(give_income, "asset.give_income",
	       "update income set asset_id = $4, updated_at = $5"
	       " where workspace_id = $1 and portfolio_id = $2 and asset_id = $3");

/* An exercise names its option by the code. */
static DB_STMT(rename_option, "asset.rename_option",
	       "update ledger set option_symbol = $4, updated_at = $5"
	       " where workspace_id = $1 and portfolio_id = $2 and event_kind = 'exercise'"
	       "   and option_symbol = $3");

static DB_STMT(drop, "asset.drop",
	       "delete from asset where workspace_id = $1 and portfolio_id = $2 and id = $3"
	       " returning id");

struct asset_shown {
	struct uuid id;
	const char *symbol, *asset_type, *currency, *name, *meta;
	int64_t created_ms, rows;
	bool type_guessed;
	const struct asset_ref *ref; /* of a body, or NULL */
};

static void render(struct ctx *ctx, struct json *j, const char *name, const struct asset_shown *a)
{
	const char *meta = a->meta;

	if (meta && ctx->caller->access == ACCESS_PUBLIC)
		meta = asset_meta_public(ctx->pool, meta);
	json_open(j, name);
	json_uuid(j, "id", a->id);
	json_text(j, "symbol", a->symbol);
	json_text(j, "asset_type", a->asset_type);
	json_boolean(j, "type_guessed", a->type_guessed);
	json_text(j, "currency", a->currency);
	json_text(j, "name", a->name);
	json_raw(j, "meta", meta ? meta : "{}");
	json_int(j, "tx_count", a->rows);
	json_timestamp(j, "created_at", a->created_ms);
	if (a->ref)
		asset_taken_for(j, a->ref);
	json_close(j);
}

static struct asset_shown take(const struct db_rows *r, size_t i)
{
	return (struct asset_shown){
		.id = db_get_uuid(r, i, C_ID),
		.symbol = db_get_text(r, i, C_SYMBOL),
		.asset_type = db_get_text(r, i, C_TYPE),
		.currency = db_get_text(r, i, C_CURRENCY),
		.name = db_get_text(r, i, C_NAME),
		.meta = db_get_text(r, i, C_META),
		.created_ms = db_get_timestamp(r, i, C_CREATED),
		.rows = db_get_int(r, i, C_ROWS),
		.type_guessed = db_get_bool(r, i, C_GUESSED),
	};
}

void asset_list(struct ctx *ctx)
{
	const char *after[2] = { "", "" };
	struct page page = page_take(ctx, 2, false);
	struct db_rows *rows;
	size_t shown;
	struct json *j;

	if (page.follows) {
		after[0] = page.key[0];
		after[1] = page.key[1];
	}
	query_done(ctx);
	access_resource(ctx);
	rows = db_query(ctx, &list,
			DB_ARGS(DB_CHOSEN(ctx), db_text(after[0]), db_text(after[1]),
				db_int(page_limit(&page))));
	shown = page_shown(&page, db_count(rows));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++) {
		const struct asset_shown a = take(rows, i);

		after[0] = a.symbol;
		after[1] = a.asset_type;
		render(ctx, j, NULL, &a);
	}
	page_end(ctx, db_count(rows) > shown ? after : NULL, 2, shown, -1);
}

struct new_asset *wallet_asset_read(struct ctx *ctx, struct body *b)
{
	struct new_asset *a = pool_zero(ctx->pool, struct new_asset);
	struct asset_meta meta;

	asset_ref_read_new(ctx, b, &a->ref);
	a->name = body_line(b, "name", NULLABLE, 1, NAME_MAX);
	meta = asset_meta_read(ctx, b);
	if (a->ref.ok)
		asset_meta_fits(b, &meta, a->ref.type);
	a->meta = meta.text;
	a->id = uuid_new();
	asset_refs_identify(ctx, (struct asset_ref *const[]){ &a->ref }, 1);
	body_done(b);
	return a;
}

void wallet_asset_add(struct ctx *ctx, const struct new_asset *new, struct json *out,
		      const char *name)
{
	struct asset_shown a = {
		.id = new->id,
		.symbol = new->ref.symbol,
		.asset_type = asset_type_names[new->ref.type],
		.currency = currency_names[new->ref.currency],
		.name = new->name,
		.meta = new->meta,
		.created_ms = ctx->now_ms,
		.ref = &new->ref,
	};
	struct db_rows *rows[2 + LEDGER_WRITTEN];
	size_t sent;

	asset_room(ctx, 1);
	ledger_lock_send(ctx);
	db_send(ctx, &add,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(a.id), db_text(a.symbol), db_text(a.asset_type),
			db_text(a.currency), db_text(a.name), db_text(a.meta),
			db_timestamp(ctx->now_ms)));
	db_wait(ctx, rows, 2);		      /* the following rows are the asset's */
	(void)ledger_lock_take(ctx, rows[0]); /* a refusal here rolls the row back */
	if (!db_touched(rows[1]))
		db_conflict_met(ctx);
	sent = ledger_written_send(ctx, "asset.created", a.id, 1);
	state_write(ctx, sent, rows, &a.id, 1, false, NULL);
	render(ctx, out, name, &a);
}

struct uuid wallet_asset_id(const struct new_asset *a)
{
	return a->id;
}

void asset_create(struct ctx *ctx)
{
	struct new_asset *a;

	query_done(ctx);
	a = wallet_asset_read(ctx, body_open(ctx));
	access_resource(ctx);
	db_conflict(ctx, "asset_symbol_unique", 409, "asset_already_exists",
		    "A carteira já tem %s (%s).", a->ref.symbol, asset_type_names[a->ref.type]);
	wallet_asset_add(ctx, a, respond_json(ctx, 201), NULL);
	respond_created(ctx, "assets", a->id);
}

void asset_get(struct ctx *ctx)
{
	/* Readers of the ledger only: an asset has notes and terms of the owner. */
	const struct asset_shown a = take(path_row(ctx, &one, "asset_not_found", "ativo"), 0);

	render(ctx, respond_json(ctx, 200), NULL, &a);
}

/*
 * A type given by the person stays, whatever the listing says later.  It must have the same currency,
 * in which the rows are.
 */
static void change_paper(struct ctx *ctx, struct body *b, struct asset_shown *a,
			 enum asset_type type, const char *typed)
{
	enum asset_type was = (enum asset_type)enum_find(asset_type_names, a->asset_type);
	const char *expected = "", *symbol = symbol_normal(ctx->pool, type, typed, &expected);

	if ((type == ASSET_US) != (was == ASSET_US))
		body_error(b, "asset_type", "currency", "um tipo da mesma moeda",
			   asset_type_names[type]);
	else if (type == ASSET_INDEX && a->rows)
		body_error(b, "asset_type", "watchlist_only",
			   "um tipo que se possa comprar (index é só para acompanhar)", "index");
	else if (!symbol)
		body_error(b, "asset_type", "format", expected, typed);
	else
		a->symbol = symbol;
	a->asset_type = asset_type_names[type];
	a->type_guessed = false;
	body_done(b);
	db_conflict(ctx, "asset_symbol_unique", 409, "asset_already_exists",
		    "A carteira já tem %s (%s).", a->symbol, a->asset_type);
}

/* The asset that has the paper of @a already; @id, its own, when there is none. */
static struct uuid of_paper(struct ctx *ctx, const struct asset_shown *a, struct uuid id)
{
	const struct db_rows *r = db_query(
		ctx, &named, DB_ARGS(DB_CHOSEN(ctx), db_text(a->symbol), db_text(a->asset_type)));

	return db_count(r) ? db_get_uuid(r, 0, 0) : id;
}

static void state_facts(struct ctx *ctx, struct body *b, struct asset_shown *a,
			struct json_object *facts)
{
	a->meta = asset_meta_stating(ctx->pool, a->meta, facts);
	if (!a->meta)
		body_error(b, "facts", "max_length", "com os outros dados do ativo, até 4096 bytes",
			   NULL);
	body_done(b);
}

/* The next read derives everything: assets that were merged with this one may change, too. */
static void written_all(struct ctx *ctx, size_t sent, struct uuid id)
{
	struct db_rows *rows[4 + LEDGER_WRITTEN];

	sent += ledger_written_send(ctx, "asset.updated", id, 1);
	db_wait(ctx, rows, sent);
	load_sums(ctx);
}

/* Exercises of an option go with its code; returns the number of statements. */
static size_t send_exercises(struct ctx *ctx, const char *was, const struct asset_ref *paper)
{
	if (!was || paper->type != ASSET_OPTION || str_eq(was, paper->symbol))
		return 0;
	db_send(ctx, &rename_option,
		DB_ARGS(DB_CHOSEN(ctx), db_text(was), db_text(paper->symbol),
			db_timestamp(ctx->now_ms)));
	return 1;
}

/* What a person says of the wrong asset goes with it. */
static void give(struct ctx *ctx, struct body *b, struct uuid from, struct uuid to,
		 const char *option, const struct asset_ref *paper)
{
	struct asset_shown a;
	size_t sent;

	if (body_has(b, "name") || body_has(b, "meta") || body_has(b, "facts"))
		body_error(b, "symbol", "exclusive",
			   "sem name, meta ou facts: a carteira já tem o ativo com esse código",
			   NULL);
	body_done(b);
	db_send(ctx, &give_rows,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(from), db_uuid(to), db_timestamp(ctx->now_ms)));
	db_send(ctx, &give_income,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(from), db_uuid(to), db_timestamp(ctx->now_ms)));
	db_send(ctx, &drop, DB_ARGS(DB_CHOSEN(ctx), db_uuid(from)));
	sent = 3 + send_exercises(ctx, option, paper);
	written_all(ctx, sent, to);
	idempotency_forget(ctx, &from, 1);
	a = take(db_query(ctx, &one, DB_ARGS(DB_CHOSEN(ctx), db_uuid(to))), 0);
	a.ref = paper;
	render(ctx, respond_json(ctx, 200), NULL, &a);
}

/* What a body changes of an asset. */
struct asset_change {
	struct asset_ref paper; /* its symbol NULL: the class alone, or neither */
	int type;		/* or -1 */
	const char *name;
	struct asset_meta meta;
	struct json_object *facts;
};

static void read_change(struct ctx *ctx, struct body *b, struct asset_change *c)
{
	struct asset_ref *paper = &c->paper;

	*c = (struct asset_change){ .type = -1 };
	if (body_has(b, "symbol")) {
		asset_ref_read_paper(ctx, b, paper);
		asset_refs_identify(ctx, &paper, 1);
		c->type = (int)paper->type;
	} else {
		c->type = body_choice(b, "asset_type", OPTIONAL, asset_type_names);
	}
	c->name = body_line(b, "name", NULLABLE, 1, NAME_MAX);
	c->meta = asset_meta_read(ctx, b);
	c->facts = asset_facts_read(b);
	if (!body_has(b, "name") && !body_has(b, "meta") && c->type < 0 && !c->facts)
		body_error(b, NULL, "min_properties", "symbol, name, meta, facts ou asset_type",
			   "{}");
	if (c->facts && body_has(b, "meta"))
		body_error(b, "facts", "exclusive", "meta inteiro ou facts, não os dois", NULL);
	body_done(b);
}

void asset_update(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	struct db_rows *rows[1 + LEDGER_WRITTEN];
	struct asset_change c;
	struct asset_shown a;
	struct uuid id, to;
	const char *option; /* its code until now, of one */
	size_t sent = 1;

	query_done(ctx);
	read_change(ctx, b, &c);
	a = take(path_row_locked(ctx, &one, "asset_not_found", "ativo", &id), 0);
	option = str_eq(a.asset_type, asset_type_names[ASSET_OPTION]) ? a.symbol : NULL;
	if (c.type >= 0)
		change_paper(ctx, b, &a, (enum asset_type)c.type,
			     c.paper.symbol ? c.paper.symbol : a.symbol);
	to = c.paper.symbol ? of_paper(ctx, &a, id) : id;
	if (!uuid_same(to, id)) {
		give(ctx, b, id, to, option, &c.paper);
		return;
	}
	asset_meta_fits(b, &c.meta, (enum asset_type)enum_find(asset_type_names, a.asset_type));
	body_done(b);
	if (body_has(b, "name"))
		a.name = c.name;
	if (body_has(b, "meta"))
		a.meta = c.meta.text;
	if (c.facts)
		state_facts(ctx, b, &a, c.facts);
	a.ref = c.paper.symbol ? &c.paper : NULL;
	db_send(ctx, &change,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(id), db_text(a.name), db_text(a.meta),
			db_text(a.symbol), db_text(a.asset_type), db_bool(a.type_guessed)));
	if (c.paper.symbol)
		sent += send_exercises(ctx, option, &c.paper);
	if (c.type < 0)
		state_write(ctx, 1 + ledger_written_send(ctx, "asset.updated", id, 1), rows, &id, 1,
			    false, NULL);
	else
		written_all(ctx, sent, id);
	render(ctx, respond_json(ctx, 200), NULL, &a);
}

bool wallet_asset_drop(struct ctx *ctx, struct uuid id)
{
	struct db_rows *rows[LEDGER_WRITTEN];
	size_t sent;

	if (uuid_is_nil(write_delete(ctx, &drop, id)))
		return false;
	sent = ledger_written_send(ctx, "asset.deleted", id, 1);
	state_write(ctx, sent, rows, &id, 1, false, NULL);
	return true;
}

void asset_delete(struct ctx *ctx)
{
	struct uuid id;

	query_done(ctx);
	access_resource(ctx);
	id = path_id(ctx, "asset_not_found", "ativo");
	if (!wallet_asset_drop(ctx, id))
		path_none(ctx, "asset_not_found", "ativo");
	respond_deleted(ctx, id);
}
