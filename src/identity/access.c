/* SPDX-License-Identifier: Apache-2.0 */
/*
 * access.c: authenticates the caller and decides access.
 *
 * One statement, queued behind BEGIN, does it all: authentication, workspace, the caller's right on the
 * portfolio of the path, versions; and it sets the statement timeout.  This file turns its answer into
 * refusals: 401, header, workspace, wallet, scope, the portfolio.
 */
#include "config.h"

#include <inttypes.h>

#include "identity/attempts.h"
#include "identity/caller.h"
#include "identity/credential.h"
#include "identity/portfolio_access.h"
#include "identity/rate.h"
#include "identity/weight.h"
#include "core/buf.h"
#include "core/clock.h"
#include "db/db.h"
#include "core/problem.h"
#include "http/request.h"

static DB_STMT(
	enter, "access.enter",
	"select outcome, credential_id, account_id, kind, scopes, workspace_id, personal, wallet,"
	" resource_workspace, resource_access, ledger_version, form, organization_id, audience,"
	" versions, version_floor, nullif(current_setting('lastro.closing', true), '')::timestamptz"
	" from access_enter($1, $2, $3, $4, $5)");
enum {
	C_OUTCOME,
	C_CREDENTIAL,
	C_ACCOUNT,
	C_KIND,
	C_SCOPES,
	C_WORKSPACE,
	C_PERSONAL,
	C_WALLET,
	C_RESOURCE_WORKSPACE,
	C_RESOURCE_ACCESS,
	C_LEDGER_VERSION,
	C_FORM,
	C_ORGANIZATION,
	C_AUDIENCE,
	C_VERSIONS,
	C_VERSION_FLOOR,
	C_CLOSING,
};

const char *const market_family_names[FAMILY_COUNT] = {
	[FAMILY_REFERENCE] = "reference", [FAMILY_CLOSES] = "closes",
	[FAMILY_RATE] = "rate",		  [FAMILY_COMPANIES] = "companies",
	[FAMILY_OFFERINGS] = "offerings", [FAMILY_OBJECTS] = "objects",
	[FAMILY_EVENTS] = "events",	  [FAMILY_AGENDA] = "agenda",
	[FAMILY_NEWS] = "news",		  [FAMILY_SERIES] = "series",
};

static DB_STMT(resume, "access.resume", "select caller_set($1, $2, $3), foreign_set($4, $5)");

/* The same portfolios as portfolio/store/consolidation.c. */
static DB_STMT(
	ledgers, "access.ledgers",
	"select coalesce(string_agg(p.id::text || ':' || p.ledger_version::text, ' ' order by p.id), '')"
	"  from portfolio p"
	" where p.workspace_id = $1 and p.client_id is null and not p.exclude_from_consolidated"
	"   and " PORTFOLIO_READABLE("$2"));

/*
 * Whether the outcome opens the workspace to this route.  The office module itself refuses a member that it suspended.
 */
static bool is_inside(const struct ctx *ctx, const char *outcome)
{
	return str_eq(outcome, "ok") ||
	       (ctx->route->subject == SUBJECT_OFFICE && str_eq(outcome, "member_suspended"));
}

static void refuse_outcome(struct ctx *ctx, const char *outcome)
{
	if (str_eq(outcome, "credential_invalid"))
		credential_refuse(ctx, outcome, "A chave enviada não existe.");
	if (str_eq(outcome, "credential_expired"))
		credential_refuse(ctx, outcome, "A chave enviada passou da validade.");
	if (str_eq(outcome, "credential_revoked"))
		credential_refuse(ctx, outcome, "A chave enviada foi revogada.");
}

static enum credential_kind kind_named(const char *name)
{
	for (int k = CREDENTIAL_USER; k < CREDENTIAL_DESK; k++)
		if (str_eq(credential_name((enum credential_kind)k), name))
			return (enum credential_kind)k;
	return CREDENTIAL_DESK;
}

static enum credential_form form_named(const char *name)
{
	if (str_eq(name, "token"))
		return FORM_TOKEN;
	return str_eq(name, "session") ? FORM_SESSION : FORM_KEY;
}

static enum resource_access access_named(const char *name)
{
	if (!name)
		return ACCESS_NONE;
	if (str_eq(name, "control"))
		return ACCESS_CONTROL;
	if (str_eq(name, "edit"))
		return ACCESS_EDIT;
	return str_eq(name, "read") ? ACCESS_READ : ACCESS_PUBLIC;
}

static struct caller *caller_of(struct ctx *ctx, const struct db_rows *r)
{
	struct caller *c = pool_zero(ctx->pool, struct caller);

	c->account = db_get_uuid(r, 0, C_ACCOUNT);
	c->credential = db_get_uuid(r, 0, C_CREDENTIAL);
	c->kind = kind_named(db_get_text(r, 0, C_KIND));
	c->form = form_named(db_get_text(r, 0, C_FORM));
	if (!db_is_null(r, 0, C_ORGANIZATION))
		c->organization = db_get_uuid(r, 0, C_ORGANIZATION);
	c->audience = db_get_text(r, 0, C_AUDIENCE);
	c->scopes = (unsigned)db_get_int(r, 0, C_SCOPES);
	return c;
}

static void fill_workspace(struct caller *c, const struct db_rows *r)
{
	c->workspace = db_get_uuid(r, 0, C_WORKSPACE);
	c->personal = db_get_bool(r, 0, C_PERSONAL);
	c->suspended = str_eq(db_get_text(r, 0, C_WALLET), "suspended");
	c->wallet = !str_eq(db_get_text(r, 0, C_WALLET), "not_installed");
	c->access = access_named(db_get_text(r, 0, C_RESOURCE_ACCESS));
	c->resource_workspace = c->workspace;
	if (c->access != ACCESS_NONE) {
		c->resource_workspace = db_get_uuid(r, 0, C_RESOURCE_WORKSPACE);
		c->ledger_version = db_get_int(r, 0, C_LEDGER_VERSION);
	}
	db_get_ints(r, 0, C_VERSIONS, c->market_version, FAMILY_COUNT);
	c->version_floor = db_get_int(r, 0, C_VERSION_FLOOR);
	if (!db_is_null(r, 0, C_CLOSING))
		c->closing_ms = db_get_timestamp(r, 0, C_CLOSING);
}

void access_scope(struct ctx *ctx, unsigned scopes)
{
	const struct caller *c = ctx->caller;
	const char *granted[SCOPES_MAX];
	unsigned missing = scopes & ~c->scopes;
	const char *required;

	if (!missing)
		return;
	required = scopes_text(ctx->pool, missing);
	problem_text(ctx, "required", required);
	problem_texts(ctx, "granted", granted, scopes_names(c->scopes, granted));
	problem_open(ctx)->www_authenticate = credential_challenge(
		ctx, pool_printf(ctx->pool, "error=\"insufficient_scope\", scope=\"%s\"",
				 scopes_text(ctx->pool, scopes)));
	fail(ctx, 403, "scope_missing", "A chave não tem o escopo %s, que esta operação pede.",
	     required);
}

static bool of_wallet(const struct route *route)
{
	return route->subject == SUBJECT_WALLET || route->subject == SUBJECT_PORTFOLIO;
}

bool caller_is_person(const struct caller *c)
{
	return c->kind == CREDENTIAL_USER;
}

struct caller *caller_reader(struct ctx *ctx, struct uuid account, struct uuid workspace,
			     struct uuid credential, const struct db_rows *r, int version)
{
	struct caller *c = pool_zero(ctx->pool, struct caller);

	c->account = account;
	c->workspace = workspace;
	c->credential = credential;
	c->kind = CREDENTIAL_USER;
	c->scopes = SCOPE_ACCOUNT_READ;
	for (size_t i = 0; i < db_count(r) && i < FAMILY_COUNT; i++)
		c->market_version[i] = db_get_int(r, i, version);
	return c;
}

bool caller_reads_another(const struct caller *c)
{
	return c->access > ACCESS_PUBLIC && !uuid_same(c->resource_workspace, c->workspace);
}

/*
 * A token that carries an organization belongs to one user, and lists what that user
 * may read in the organization's wallet; it gives no access to the account itself.
 */
static bool may_as_person(const struct route *route, const struct caller *c)
{
	return caller_is_person(c) || (c->form == FORM_TOKEN && of_wallet(route));
}

static void refuse_caller(struct ctx *ctx, const struct caller *c)
{
	const struct route *route = ctx->route;

	access_scope(ctx, route->scope);
	if (route->caller == CALLER_PERSON && !may_as_person(route, c))
		fail(ctx, 403, "user_key_required",
		     "Esta operação pede uma chave de usuário; a enviada é do tipo %s.",
		     credential_name(c->kind));
	if (of_wallet(route) && ctx->transaction == TX_WRITE && c->suspended)
		fail(ctx, 403, "wallet_suspended",
		     "A carteira está suspensa: só leituras são aceitas.");
}

void access_credential(struct ctx *ctx)
{
	(void)credential_of(ctx); /* only for its refusal */
}

/* ---- the first round trip ---- */

static const struct db_rows *ask(struct ctx *ctx, const char *workspace, struct db_arg portfolio,
				 struct db_arg timeout)
{
	const struct credential *shown = credential_of(ctx);

	return db_query(ctx, &enter,
			DB_ARGS(db_bytes((struct slice){ (const char *)shown->hash, KEY_HASH }),
				db_text(workspace), portfolio, db_timestamp(ctx->now_ms), timeout));
}

/* Turns the database's answer into ctx->caller, or refuses. */
static void take_caller(struct ctx *ctx, const struct db_rows *r, const char *workspace,
			struct uuid portfolio)
{
	const char *outcome = db_get_text(r, 0, C_OUTCOME);
	struct caller *c;

	refuse_outcome(ctx, outcome);
	c = caller_of(ctx, r);
	c->portfolio = portfolio;
	ctx->caller = c;
	credential_judge(ctx);
	attempts_accepted(ctx, ctx->credential->hash);
	rate_take(ctx);
	weight_admit(ctx);
	request_check(ctx);
	if (!is_inside(ctx, outcome))
		fail(ctx, 404, "workspace_not_found",
		     "O espaço de trabalho \"%s\" não existe para esta chave.",
		     workspace ? problem_shown(ctx->pool, workspace) : "");
	fill_workspace(c, r);
	if (of_wallet(ctx->route) && str_eq(db_get_text(r, 0, C_WALLET), "not_installed"))
		fail(ctx, 404, "wallet_not_installed",
		     "A carteira não está instalada neste espaço de trabalho.");
	refuse_caller(ctx, c);
}

void access_enter(struct ctx *ctx, enum route_transaction transaction)
{
	int64_t start = clock_monotonic_us();
	enum route_subject subject = ctx->route->subject;
	const char *workspace = subject == SUBJECT_ACCOUNT ? NULL : ctx->req->workspace;
	struct uuid portfolio = uuid_nil();
	/* A malformed id names no portfolio, like an unknown one. */
	bool named = subject == SUBJECT_PORTFOLIO && uuid_parse(slice_of(ctx->path[0]), &portfolio);

	attempts_check(ctx, credential_of(ctx)->hash);
	ctx->transaction = (int)transaction;
	if (transaction == TX_READ)
		db_begin_read(ctx);
	else
		db_begin_write(ctx);
	take_caller(ctx,
		    ask(ctx, workspace, named ? db_uuid(portfolio) : db_null(), db_timeout(ctx)),
		    workspace, portfolio);
	ctx->auth_us += clock_monotonic_us() - start;
}

bool access_reenter(struct ctx *ctx)
{
	const struct db_rows *r = ask(ctx, ctx->req->workspace, db_null(), db_null());

	return is_inside(ctx, db_get_text(r, 0, C_OUTCOME));
}

void access_resource(struct ctx *ctx)
{
	struct caller *c = pool_memdup(ctx->pool, ctx->caller, sizeof(*c));
	enum route_right right = ctx->route->right;

	c->resource_checked = true;
	ctx->caller = c;
	if (c->access == ACCESS_NONE)
		fail(ctx, 404, "portfolio_not_found", "A carteira \"%s\" não existe.",
		     ctx->path[0] ? problem_shown(ctx->pool, ctx->path[0]) : "");
	if (right == RIGHT_CONTROL && c->access != ACCESS_CONTROL)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Só quem administra a carteira pode fazer isto.");
	if (right == RIGHT_EDIT && c->access < ACCESS_EDIT)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Esta chave pode ler a carteira, mas não alterá-la.");
}

static struct caller *choose(struct ctx *ctx, struct uuid portfolio, int64_t ledger_version,
			     enum resource_access access)
{
	struct caller *c = pool_memdup(ctx->pool, ctx->caller, sizeof(*c));

	c->portfolio = portfolio;
	c->resource_workspace = c->workspace;
	c->access = access;
	c->ledger_version = ledger_version;
	c->resource_checked = true;
	c->operation = true;
	ctx->caller = c;
	return c;
}

void access_client(struct ctx *ctx, struct uuid portfolio, int64_t ledger_version)
{
	choose(ctx, portfolio, ledger_version, ACCESS_CONTROL)->client = true;
}

void access_chosen(struct ctx *ctx, struct uuid portfolio, int64_t ledger_version,
		   enum resource_access access)
{
	(void)choose(ctx, portfolio, ledger_version, access); /* readable: the wallet's own */
}

void access_as_named(struct ctx *ctx)
{
	struct caller *c = pool_memdup(ctx->pool, ctx->caller, sizeof(*c));

	c->operation = c->written = false;
	c->locked_version = 0;
	ctx->caller = c;
}

void access_resume(struct ctx *ctx)
{
	const struct caller *c = ctx->caller;
	bool foreign = !uuid_same(c->resource_workspace, c->workspace);

	(void)db_query(ctx, &resume,
		       DB_ARGS(db_uuid(c->workspace), db_uuid(c->account), db_uuid(c->credential),
			       foreign ? db_uuid(c->resource_workspace) : db_null(),
			       foreign ? db_uuid(c->portfolio) : db_null()));
}

void access_later(struct ctx *ctx, void *arg UNUSED)
{
	ctx->patient = true;
	db_begin_write(ctx);
	access_resume(ctx);
	for (struct after *a = ctx->later; a; a = a->next)
		a->run(ctx, a->arg);
	db_commit(ctx);
}

const char *access_versions(struct ctx *ctx, int n)
{
	struct buf out;

	buf_init(&out, ctx->pool, 128);
	for (int family = 0; family < n; family++)
		buf_printf(&out, "%s%" PRId64, family ? "." : "",
			   ctx->caller->market_version[family]);
	return buf_text(&out);
}

const char *access_ledgers(struct ctx *ctx)
{
	const struct caller *asks = ctx->caller;
	const struct db_rows *r;
	struct caller *c;

	if (asks->ledgers)
		return asks->ledgers;
	r = db_query(ctx, &ledgers, DB_ARGS(db_uuid(asks->workspace), db_uuid(asks->account)));
	c = pool_memdup(ctx->pool, ctx->caller, sizeof(*c));
	c->ledgers = db_get_text(r, 0, 0);
	ctx->caller = c;
	return c->ledgers;
}
