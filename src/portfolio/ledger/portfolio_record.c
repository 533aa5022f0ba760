/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_record.c: creates, lists, changes and deletes portfolios.
 *
 * GET, POST /v1/portfolios; PATCH, DELETE /v1/portfolios/{id}
 *
 * A name is unique in the account regardless of case and accents; the constraint enforces it, no query
 * checks first.  portfolio_register() locks the account and enforces the plan's limit.
 */
#include "config.h"

#include "portfolio/ledger/portfolio_record.h"

#include <inttypes.h>

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "identity/portfolio_access.h"
#include "core/clock.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/request.h"
#include "portfolio/store/state.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/write.h"

#define NAME_MAX 60

static const char *const visibility_names[] = { "private", "unlisted", "public", NULL };

/* Only readable ones, no client's: controlled by the caller, or shared with the workspace or the caller. */
static DB_STMT(
	list, "portfolio.list",
	"select p.id, p.name, p.visibility, p.created_at, p.exclude_from_consolidated,"
	"       (select count(*) from asset a where a.workspace_id = $1 and "
	"a.portfolio_id = p.id), p.ledger_version"
	"  from portfolio p"
	" where p.workspace_id = $1 and p.client_id is null and (p.created_at, p.id) > ($2, $3::uuid)"
	"   and " PORTFOLIO_READABLE("$4") " order by p.created_at, p.id"
					   " limit $5");
enum { C_ID, C_NAME, C_VISIBILITY, C_CREATED, C_EXCLUDE, C_ASSETS, C_VERSION };

static DB_STMT(enrol, "portfolio.register", "select portfolio_register($1, $2, $3)");
static DB_STMT(rename_to, "portfolio.rename", "select portfolio_rename($1, $2)");
static DB_STMT(retitle, "portfolio.share_rename", "select portfolio_share_rename($1, $2)");
static DB_STMT(strike, "portfolio.unregister", "select portfolio_unregister($1)");

static DB_STMT(add, "portfolio.add",
	       "insert into portfolio (workspace_id, id, controller_id, "
	       "name_scope, name, name_key, visibility, created_at)"
	       " values ($1, $2, $3, $3, $4, $5, $6, $7)"
	       " on conflict do nothing");

static DB_STMT(
	change, "portfolio.change",
	"update portfolio"
	"   set name = coalesce($3, name), name_key = coalesce($4, name_key), visibility = "
	"coalesce($5, visibility),"
	"       exclude_from_consolidated = coalesce($6, exclude_from_consolidated)"
	" where workspace_id = $1 and id = $2"
	"   and not exists (select from portfolio o"
	"                    where o.workspace_id = $1 and o.name_scope = portfolio.name_scope"
	/* A coalesce() counts as leaky: row security would keep it from the index. */
	"                      and o.name_key = case when $4::text is null then '' else $4::text end"
	"                      and o.id <> $2)");

static DB_STMT(drop, "portfolio.drop", "delete from portfolio where workspace_id = $1 and id = $2");

struct portfolio_shown {
	struct uuid id;
	const char *name, *visibility;
	int64_t created_ms, assets;
	bool exclude;
};

static void render(struct json *j, const struct portfolio_shown *p)
{
	json_open(j, NULL);
	json_uuid(j, "id", p->id);
	json_text(j, "name", p->name);
	json_int(j, "ledger_assets", p->assets);
	json_timestamp(j, "created_at", p->created_ms);
	json_boolean(j, "exclude_from_consolidated", p->exclude);
	json_text(j, "visibility", p->visibility);
	json_close(j);
}

static void take_key(struct ctx *ctx, const struct page *p, int64_t *created_ms, struct uuid *id)
{
	*created_ms = 0; /* 1970: before any portfolio */
	*id = uuid_nil();
	if (!p->follows)
		return;
	*id = page_uuid(ctx, p->key[1]);
	if (!timestamp_parse(slice_of(p->key[0]), created_ms))
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
}

/* Every change of a visible member is a new version of its portfolio. */
static const char *versions_of(struct ctx *ctx, const struct db_rows *rows)
{
	struct buf b;

	buf_init(&b, ctx->pool, 64 * db_count(rows) + 1);
	for (size_t i = 0; i < db_count(rows); i++) {

		buf_printf(&b, "%s:%" PRId64 " ", uuid_text(ctx->pool, db_get_uuid(rows, i, C_ID)),
			   db_get_int(rows, i, C_VERSION));
	}
	return buf_text(&b);
}

void portfolio_list(struct ctx *ctx)
{
	struct page page = page_take(ctx, 2, false);
	struct portfolio_shown p = { .assets = 0 };
	int64_t after_ms;
	struct uuid after_id;
	struct db_rows *rows;
	size_t shown;
	struct json *j;

	take_key(ctx, &page, &after_ms, &after_id);
	query_done(ctx);
	rows = db_query(ctx, &list,
			DB_ARGS(db_uuid(ctx->caller->workspace), db_timestamp(after_ms),
				db_uuid(after_id), db_uuid(ctx->caller->account),
				db_int(page_limit(&page))));
	respond_versions(ctx, versions_of(ctx, rows));
	shown = page_shown(&page, db_count(rows));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++) {
		p = (struct portfolio_shown){
			.id = db_get_uuid(rows, i, C_ID),
			.name = db_get_text(rows, i, C_NAME),
			.visibility = db_get_text(rows, i, C_VISIBILITY),
			.created_ms = db_get_timestamp(rows, i, C_CREATED),
			.exclude = db_get_bool(rows, i, C_EXCLUDE),
			.assets = db_get_int(rows, i, C_ASSETS),
		};
		render(j, &p);
	}
	page_end(ctx,
		 db_count(rows) > shown
			 ? (const char *const[]){ timestamp_iso(ctx->pool, p.created_ms),
						  uuid_text(ctx->pool, p.id) }
			 : NULL,
		 2, shown, -1);
}

/* The trimmed name, and the key that makes it unique. */
static const char *read_name(struct ctx *ctx, struct body *b, enum presence p, const char **key)
{
	const char *name = body_line(b, "name", p, 1, NAME_MAX);

	*key = NULL;
	if (!name)
		return NULL;
	name = slice_text(ctx->pool, slice_trim(slice_of(name)));
	*key = text_fold(ctx->pool, name);
	return name;
}

static void name_conflict(struct ctx *ctx, const char *name)
{
	static const char *const constraints[] = { "portfolio_name_unique",
						   "portfolio_name_in_account" };

	for (size_t i = 0; i < ARRAY_SIZE(constraints); i++)
		db_conflict(ctx, constraints[i], 409, "portfolio_name_taken",
			    "Já existe uma carteira chamada %s nesta conta.", name);
}

static void require_room(struct ctx *ctx, struct uuid id, const char *key)
{
	struct db_rows *r = db_query(
		ctx, &enrol, DB_ARGS(db_uuid(id), db_uuid(ctx->caller->workspace), db_text(key)));
	const char *outcome = db_get_text(r, 0, 0);
	wide cap = 0;

	if (str_eq(outcome, "ok"))
		return;
	if (str_eq(outcome, "taken"))
		db_conflict_met(ctx);
	if (dec_parse(slice_of(outcome), 0, INT64_MAX, &cap) != DEC_OK)
		fail(ctx, 500, "internal_error", "O limite do plano não pôde ser lido.");
	problem_int(ctx, "limit", (int64_t)cap);
	fail(ctx, 402, "plan_limit_reached", "O plano da conta permite %s carteiras.", outcome);
}

void portfolio_create(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	struct portfolio_shown p = { .id = uuid_new(), .created_ms = ctx->now_ms };
	struct uuid workspace = ctx->caller->workspace;
	struct db_rows *rows[2];
	const char *key;
	char id[UUID_TEXT_SIZE];
	int visibility;

	query_done(ctx);
	p.name = read_name(ctx, b, REQUIRED, &key);
	visibility = body_choice(b, "visibility", OPTIONAL, visibility_names);
	p.visibility = visibility_names[visibility < 0 ? 0 : visibility];
	body_done(b);
	name_conflict(ctx, p.name);
	require_room(ctx, p.id, key); /* first: 402 precedes 409 */
	db_send(ctx, &add,
		DB_ARGS(db_uuid(workspace), db_uuid(p.id), db_uuid(ctx->caller->account),
			db_text(p.name), db_text(key), db_text(p.visibility),
			db_timestamp(ctx->now_ms)));
	audit_send(ctx, workspace, p.id, "portfolio.created", p.id, 1);
	db_wait(ctx, rows, 2);
	if (!db_touched(rows[0]))
		db_conflict_met(ctx);
	uuid_format(p.id, id);
	render(respond_json(ctx, 201), &p);
	respond_header(ctx, "Location", "/v1/portfolios/%s", id);
	respond_header(ctx, "ETag", "W/\"1\""); /* the version of a new ledger */
}

void portfolio_update(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	struct db_rows *rows[5 + LEDGER_WRITTEN];
	const char *name, *key, *visibility = NULL;
	bool exclude = false, has_exclude;
	struct json *j;
	size_t sent;
	int v;

	query_done(ctx);
	name = read_name(ctx, b, OPTIONAL, &key);
	v = body_choice(b, "visibility", OPTIONAL, visibility_names);
	if (v >= 0)
		visibility = visibility_names[v];
	has_exclude = body_bool(b, "exclude_from_consolidated", OPTIONAL, &exclude);
	if (!body_has(b, "name") && !body_has(b, "visibility") &&
	    !body_has(b, "exclude_from_consolidated"))
		body_error(b, NULL, "min_properties",
			   "name, visibility ou exclude_from_consolidated", NULL);
	body_done(b);
	access_resource(ctx);
	/* Visibility reaches beyond the audience, and is the controller's decision too. */
	if (visibility && ctx->caller->access != ACCESS_CONTROL)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Só quem administra a carteira muda a visibilidade dela.");
	if (name)
		name_conflict(ctx, name);
	ledger_lock_send(ctx);
	db_send(ctx, &change,
		DB_ARGS(DB_CHOSEN(ctx), db_text(name), db_text(key), db_text(visibility),
			has_exclude ? db_bool(exclude) : db_null()));
	db_send(ctx, &rename_to, DB_ARGS(db_uuid(ctx->caller->portfolio), db_text(key)));
	sent = 3 + ledger_written_send(ctx, "portfolio.updated", ctx->caller->portfolio, 1);
	state_cache_send(ctx);
	sent++;
	if (name)
		db_send(ctx, &retitle, DB_ARGS(db_uuid(ctx->caller->portfolio), db_text(name)));
	db_wait(ctx, rows, sent + (name ? 1 : 0));
	(void)ledger_lock_take(ctx, rows[0]); /* a refusal here rolls the change back */
	if (!db_touched(rows[1]) || !db_get_bool(rows[2], 0, 0))
		db_conflict_met(ctx);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	if (name)
		json_text(j, "name", name);
	if (visibility)
		json_text(j, "visibility", visibility);
	if (has_exclude)
		json_boolean(j, "exclude_from_consolidated", exclude);
	json_close(j);
}

void portfolio_delete(struct ctx *ctx)
{
	struct uuid workspace, portfolio;
	struct db_rows *rows[4];

	query_done(ctx);
	access_resource(ctx);
	workspace = ctx->caller->resource_workspace;
	portfolio = ctx->caller->portfolio;
	ledger_lock_send(ctx);
	db_send(ctx, &drop, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	db_send(ctx, &strike, DB_ARGS(db_uuid(portfolio)));
	audit_send(ctx, workspace, portfolio, "portfolio.deleted", portfolio, 1);
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	(void)ledger_lock_take(ctx, rows[0]); /* a refusal here rolls the deletion back */
	idempotency_forget(ctx, &portfolio, 1);
	respond_deleted(ctx, portfolio);
}
