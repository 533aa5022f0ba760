/* SPDX-License-Identifier: Apache-2.0 */
/*
 * targets.c: the targets of a portfolio, or of all together, with their history.
 *
 * GET, PUT, DELETE /v1/portfolios/{id}/targets, /v1/portfolio/targets (doc/calculations.md 21.1, 21.5)
 *
 * Each change is a row; its version is its ETag, for If-Match.
 */
#include "config.h"

#include "portfolio/plan/targets.h"

#include "core/clock.h"
#include "db/db.h"
#include "http/if_match.h"
#include "http/request.h"
#include "http/response.h"
#include "identity/caller.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/write.h"
#include "portfolio/plan/plan_routes.h"
#include "portfolio/portfolio.h"

#define CONFLICT "targets_conflict", "As metas estão"

#define LATEST(table, of)                                                                          \
	"select version, document::text, since from " table " where workspace_id = $1 and " of     \
	" = $2 and ($3::timestamptz is null or since < $3)"                                        \
	" order by version desc limit 1"

#define NEXT(table, of)                                                                            \
	"insert into " table " (workspace_id, " of ", version, document, since)"                   \
	" values ($1, $2, $3, $4::text::jsonb, $5)"                                                \
	" on conflict (workspace_id, " of ", version) do nothing returning version"

static DB_STMT(latest_of_one, "targets.latest_of_one", LATEST("portfolio_targets", "portfolio_id"));
static DB_STMT(latest_of_all, "targets.latest_of_all", LATEST("wallet_targets", "account_id"));
enum { C_VERSION, C_DOCUMENT, C_SINCE };

static DB_STMT(next_of_one, "targets.next_of_one", NEXT("portfolio_targets", "portfolio_id"));
static DB_STMT(next_of_all, "targets.next_of_all", NEXT("wallet_targets", "account_id"));

DB_STMT(wallet_targets_row, "targets.row",
	"select jsonb_build_object('targets', (select t.document"
	"                                        from portfolio_targets t"
	"                                       where t.workspace_id = $1"
	"                                         and t.portfolio_id = p.id"
	"                                       order by t.version desc limit 1))::text"
	"  from portfolio p"
	" where p.workspace_id = $1 and p.id = $2"
	"   for update of p");

DB_STMT(wallet_joint_targets_row, "targets.joint_row",
	"select jsonb_build_object('targets', (select document"
	"                                        from wallet_targets"
	"                                       where workspace_id = $1 and account_id = $2"
	"                                       order by version desc limit 1))::text");

static struct db_arg workspace_of(struct ctx *ctx, bool all)
{
	return db_uuid(all ? ctx->caller->workspace : ctx->caller->resource_workspace);
}

static struct db_arg subject_of(struct ctx *ctx, bool all)
{
	return db_uuid(all ? ctx->caller->account : ctx->caller->portfolio);
}

struct plan_targets targets_stored(struct ctx *ctx, const char *document)
{
	struct plan_targets out = { .n = 0 };
	struct json_object *o = json_read(ctx->pool, slice_of(document));

	if (o)
		targets_read(ctx, body_of(ctx, o, ""), &out);
	return out;
}

void targets_find(struct ctx *ctx, bool all, const struct day *at, struct targets *out)
{
	struct db_arg until = at ? db_timestamp(clock_day_end(*at)) : db_null();
	struct db_rows *r = db_query(ctx, all ? &latest_of_all : &latest_of_one,
				     DB_ARGS(workspace_of(ctx, all), subject_of(ctx, all), until));

	*out = (struct targets){ .version = 0 };
	if (!db_count(r))
		return;
	out->version = db_get_int(r, 0, C_VERSION);
	out->since_ms = db_get_timestamp(r, 0, C_SINCE);
	out->exist = !db_is_null(r, 0, C_DOCUMENT);
	if (out->exist)
		out->plan = targets_stored(ctx, db_get_text(r, 0, C_DOCUMENT));
}

void targets_none(struct ctx *ctx, const struct day *at)
{
	fail(ctx, 404, "targets_not_found",
	     at ? "Não havia metas nesse dia." : "Ainda não há metas.");
}

void targets_needed(struct ctx *ctx, bool all, const struct day *at, struct targets *out)
{
	targets_find(ctx, all, at, out);
	if (!out->exist)
		targets_none(ctx, at);
}

/* ---- requests ---- */

/* What a person wants is not for the readers of a public portfolio. */
static void readable(struct ctx *ctx, bool all)
{
	if (!all)
		ledger_readable(ctx);
}

static void answer(struct ctx *ctx, const struct targets *t)
{
	targets_render(respond_json(ctx, 200), NULL, t);
	if_match_answer(ctx, t->version);
}

static void get(struct ctx *ctx, bool all)
{
	struct targets t;
	struct day at;
	bool past = query_day(ctx, "at", &at);

	query_done(ctx);
	readable(ctx, all);
	targets_needed(ctx, all, past ? &at : NULL, &t);
	answer(ctx, &t);
}

/* An operation's is the protocol's. */
static size_t send_audit(struct ctx *ctx, bool all)
{
	const struct caller *c = ctx->caller;

	if (ctx->called)
		return 0;
	if (all)
		audit_account_send(ctx, c->workspace, "targets.updated", c->account);
	else
		audit_send(ctx, c->resource_workspace, c->portfolio, "targets.updated",
			   c->portfolio, 1);
	return 1;
}

/* As it is stored, whatever way its numbers were written. */
static const char *document_of(struct ctx *ctx, const struct plan_targets *plan)
{
	struct json *j = json_new(ctx->pool, 1024);

	json_open(j, NULL);
	targets_members(j, plan);
	json_close(j);
	return json_written(j);
}

/* Adds a version after @t; @given NULL: deleted.  The same document again is no version. */
static void store(struct ctx *ctx, bool all, struct targets *t, const struct plan_targets *given)
{
	const char *document = given ? document_of(ctx, given) : NULL;
	struct db_rows *rows[2];
	size_t n = 1;

	if (!ctx->called)
		if_match_document(ctx, CONFLICT, t->version);
	if (given && t->exist && str_eq(document, document_of(ctx, &t->plan)))
		return;
	db_send(ctx, all ? &next_of_all : &next_of_one,
		DB_ARGS(workspace_of(ctx, all), subject_of(ctx, all), db_int(t->version + 1),
			db_text(document), db_timestamp(ctx->now_ms)));
	n += send_audit(ctx, all);
	db_wait(ctx, rows, n);
	if (!db_count(rows[0])) /* another request has just added this version */
		if_match_lost(ctx, CONFLICT, t->version + 1);
	t->version++;
	t->since_ms = ctx->now_ms;
}

static void put(struct ctx *ctx, bool all)
{
	struct body *b = body_open(ctx);
	struct plan_targets given;
	struct targets t;

	query_done(ctx);
	targets_read(ctx, b, &given);
	body_done(b);
	targets_judge(ctx, &given);
	readable(ctx, all);
	targets_find(ctx, all, NULL, &t);
	store(ctx, all, &t, &given);
	t.plan = given;
	answer(ctx, &t);
}

static void drop(struct ctx *ctx, bool all)
{
	struct targets t;

	query_done(ctx);
	readable(ctx, all);
	targets_needed(ctx, all, NULL, &t);
	store(ctx, all, &t, NULL);
	respond_deleted(ctx, all ? ctx->caller->account : ctx->caller->portfolio);
}

/* ---- for operations, which have chosen the portfolio ---- */

bool wallet_targets(struct ctx *ctx, bool all, const struct day *at, struct json *out,
		    const char *name)
{
	struct targets t;

	targets_find(ctx, all, at, &t);
	if (t.exist && out)
		targets_render(out, name, &t);
	return t.exist;
}

struct plan_targets *wallet_targets_read(struct ctx *ctx, struct body *b)
{
	struct plan_targets *t = pool_zero(ctx->pool, struct plan_targets);

	targets_read(ctx, b, t);
	body_done(b);
	targets_judge(ctx, t);
	return t;
}

void wallet_targets_set(struct ctx *ctx, bool all, const struct plan_targets *given,
			struct json *out, const char *name)
{
	struct targets t;

	if (given)
		targets_find(ctx, all, NULL, &t);
	else
		targets_needed(ctx, all, NULL, &t);
	store(ctx, all, &t, given);
	if (!given) {
		json_null(out, name);
		return;
	}
	t.plan = *given;
	targets_render(out, name, &t);
}

void targets_get(struct ctx *ctx)
{
	get(ctx, false);
}

void targets_put(struct ctx *ctx)
{
	put(ctx, false);
}

void targets_delete(struct ctx *ctx)
{
	drop(ctx, false);
}

void wallet_targets_get(struct ctx *ctx)
{
	get(ctx, true);
}

void wallet_targets_put(struct ctx *ctx)
{
	put(ctx, true);
}

void wallet_targets_delete(struct ctx *ctx)
{
	drop(ctx, true);
}
