/* SPDX-License-Identifier: Apache-2.0 */
/*
 * feed.c: secret addresses of the agenda, for calendars that send no key.
 *
 * POST, GET /v1/news/agenda/feeds, DELETE /v1/news/agenda/feeds/{id}: a person creates, lists and
 * revokes them.  GET /v1/news/agenda/feed.ics?address=…: the address gives access to this calendar and
 * nothing else: its secret is not a key.  It is in the query, which no log shows; only its hash is
 * stored.
 */
#include "config.h"

#include "market/agenda/feed.h"
#include "market/agenda/agenda_items.h"

#include <sodium.h>

#include "identity/caller.h"
#include "identity/credential_trail.h"
#include "identity/idempotency.h"
#include "identity/key.h"
#include "core/settings.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/page.h"
#include "http/request.h"
#include "portfolio/portfolio.h"

#define FEEDS_MAX 20 /* of an account */

static DB_STMT(make, "feed.make",
	       "select made, expires_at from agenda_feed_make($1, $2, $3, $4, $5, $6, $7)");
enum { M_MADE, M_EXPIRES };

static DB_STMT(
	list, "feed.list",
	"select f.id, f.name, f.days, f.portfolio_id, f.created_at, f.expires_at from agenda_feed_list($1) f"
	" order by f.id");
enum { L_ID, L_NAME, L_DAYS, L_PORTFOLIO, L_CREATED, L_EXPIRES };

static DB_STMT(revoke, "feed.revoke", "select agenda_feed_revoke($1, $2)");

static DB_STMT(
	open_feed, "feed.open",
	"select f.id, f.account_id, f.workspace_id, f.installed, f.portfolio_id, f.days, v.version"
	"  from agenda_feed_open($1, $2) f cross join market_version v order by v.position");
enum { O_ID, O_ACCOUNT, O_WORKSPACE, O_INSTALLED, O_PORTFOLIO, O_DAYS, O_VERSION };

static DB_STMT(act_for, "feed.act_for", "select caller_set($1, $2, $3)");

/* ---- managing ---- */

static void render(struct json *j, const struct feed *f, const char *url)
{
	json_open(j, NULL);
	json_uuid(j, "id", f->id);
	json_text(j, "name", f->name);
	json_int(j, "days", f->days);
	json_uuid_or_null(j, "portfolio", f->has_portfolio, f->portfolio);
	json_timestamp(j, "created_at", f->created_ms);
	json_timestamp_or_null(j, "expires_at", f->expires, f->expires_ms);
	if (url)
		json_text(j, "url", url);
	json_close(j);
}

static void answer_new(struct ctx *ctx, const struct feed *f, const char *url)
{
	char id[UUID_TEXT_SIZE];
	struct json *bare = json_new(ctx->pool, 512);

	render(bare, f, NULL);
	idempotency_without(ctx, json_written(bare));
	render(respond_json(ctx, 201), f, url);
	uuid_format(f->id, id);
	respond_header(ctx, "Location", "/v1/news/agenda/feeds/%s", id);
}

static struct feed read_feed(struct ctx *ctx)
{
	struct feed f = { .days = FEED_DAYS };
	struct body *b = body_open(ctx);

	f.name = body_line(b, "name", REQUIRED, 1, 80);
	(void)body_int(b, "days", OPTIONAL, 1, FEED_DAYS_MAX,
		       &f.days); /* absent: the default stays */
	f.has_portfolio = body_uuid(b, "portfolio", NULLABLE, &f.portfolio);
	body_done(b);
	return f;
}

/* The address would survive the revocation of the consent. */
static void refuse_application(struct ctx *ctx)
{
	if (ctx->caller->form == FORM_TOKEN)
		fail(ctx, 403, "scope_missing",
		     "Um aplicativo não cria endereços da agenda, que valeriam depois do consentimento.");
}

const char *feed_make(struct ctx *ctx, struct feed *f)
{
	char secret[KEY_SECRET_SIZE], id[UUID_TEXT_SIZE];
	const struct db_rows *r;
	uint8_t hash[KEY_HASH];
	const char *url;

	refuse_application(ctx);
	f->id = uuid_new();
	f->created_ms = ctx->now_ms;
	if (f->has_portfolio) {
		uuid_format(f->portfolio, id);
		wallet_readable(ctx, id);
		if (caller_reads_another(ctx->caller))
			fail(ctx, 403, "wallet_resource_forbidden",
			     "De uma carteira de outra pessoa não se faz endereço da agenda.");
	}
	secret_make(SECRET_FEED, secret);
	key_hash(secret, hash);
	r = db_query(ctx, &make,
		     DB_ARGS(db_uuid(f->id), db_text(f->name),
			     db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			     f->has_portfolio ? db_uuid(f->portfolio) : db_null(), db_int(f->days),
			     db_timestamp(ctx->now_ms), db_int(FEEDS_MAX)));
	if (!db_get_bool(r, 0, M_MADE))
		fail(ctx, 402, "plan_limit_reached",
		     "A conta já tem %d endereços da agenda; revogue um antes.", FEEDS_MAX);
	f->expires = !db_is_null(r, 0, M_EXPIRES);
	if (f->expires)
		f->expires_ms = db_get_timestamp(r, 0, M_EXPIRES);
	trail_made(ctx, ctx->caller->workspace,
		   &(struct credential_made){ .event = "agenda_feed.created",
					      .id = f->id,
					      .scopes = SCOPE_ACCOUNT_READ,
					      .expires = f->expires,
					      .expires_ms = f->expires_ms });
	url = pool_printf(ctx->pool, "%s/v1/news/agenda/feed.ics?address=%s", ctx->config->base_url,
			  secret);
	sodium_memzero(secret, sizeof(secret));
	return url;
}

void feed_create(struct ctx *ctx)
{
	struct feed f;
	const char *url;

	query_done(ctx);
	f = read_feed(ctx);
	url = feed_make(ctx, &f);
	answer_new(ctx, &f, url);
}

const struct feed *feeds_of(struct ctx *ctx, size_t *n)
{
	const struct db_rows *r = db_query(ctx, &list, DB_ARGS(db_timestamp(ctx->now_ms)));
	struct feed *out = pool_array(ctx->pool, struct feed, db_count(r));

	*n = db_count(r);
	for (size_t i = 0; i < *n; i++) {
		out[i] = (struct feed){
			.id = db_get_uuid(r, i, L_ID),
			.name = db_get_text(r, i, L_NAME),
			.days = db_get_int(r, i, L_DAYS),
			.has_portfolio = !db_is_null(r, i, L_PORTFOLIO),
			.created_ms = db_get_timestamp(r, i, L_CREATED),
			.expires = !db_is_null(r, i, L_EXPIRES),
		};
		if (out[i].expires)
			out[i].expires_ms = db_get_timestamp(r, i, L_EXPIRES);
		if (out[i].has_portfolio)
			out[i].portfolio = db_get_uuid(r, i, L_PORTFOLIO);
	}
	return out;
}

void feed_list(struct ctx *ctx)
{
	const struct feed *feeds;
	struct json *j;
	size_t n;

	query_done(ctx);
	feeds = feeds_of(ctx, &n);
	j = page_open(ctx);
	for (size_t i = 0; i < n; i++)
		render(j, &feeds[i], NULL);
	page_end(ctx, NULL, 0, n, -1);
}

struct uuid feed_end(struct ctx *ctx, const char *text)
{
	struct uuid id;

	if (!uuid_parse(slice_of(text), &id) ||
	    !db_get_bool(db_query(ctx, &revoke, DB_ARGS(db_uuid(id), db_timestamp(ctx->now_ms))), 0,
			 0))
		fail(ctx, 404, "feed_not_found", "Não há endereço da agenda %.80s.", text);
	trail_ended(ctx, ctx->caller->workspace, "agenda_feed.revoked", id);
	idempotency_forget(ctx, &id, 1);
	return id;
}

void feed_delete(struct ctx *ctx)
{
	query_done(ctx);
	respond_deleted(ctx, feed_end(ctx, ctx->path[0]));
}

/* ---- reading by address ---- */

static NORETURN void refuse_address(struct ctx *ctx)
{
	fail(ctx, 404, "feed_not_found", "Este endereço da agenda não existe ou foi revogado.");
}

/* The creator of the address is the caller, only to read the portfolio. */
static struct caller *maker_of(struct ctx *ctx, const struct db_rows *r)
{
	struct caller *c =
		caller_reader(ctx, db_get_uuid(r, 0, O_ACCOUNT), db_get_uuid(r, 0, O_WORKSPACE),
			      db_get_uuid(r, 0, O_ID), r, O_VERSION);

	c->personal = true;
	c->wallet = db_get_bool(r, 0, O_INSTALLED);
	return c;
}

static void narrow(struct ctx *ctx, const struct db_rows *r, struct agenda *a)
{
	struct caller *c = maker_of(ctx, r);

	(void)db_query(ctx, &act_for,
		       DB_ARGS(db_uuid(c->workspace), db_uuid(c->account), db_uuid(c->credential)));
	ctx->caller = c;
	agenda_narrow(ctx, uuid_text(ctx->pool, db_get_uuid(r, 0, O_PORTFOLIO)), a);
}

void feed_get(struct ctx *ctx)
{
	const char *address = query_text(ctx, "address");
	enum secret_kind kind;
	const struct db_rows *r;
	uint8_t hash[KEY_HASH];
	struct agenda a;

	query_done(ctx);
	if (!address || !secret_well_formed(address, &kind) || kind != SECRET_FEED)
		refuse_address(ctx);
	key_hash(address, hash);
	db_begin_read(ctx);
	r = db_query(ctx, &open_feed,
		     DB_ARGS(db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			     db_timestamp(ctx->now_ms)));
	if (!db_count(r))
		refuse_address(ctx);
	agenda_load(ctx, (int)db_get_int(r, 0, O_DAYS), &a);
	if (!db_is_null(r, 0, O_PORTFOLIO))
		narrow(ctx, r, &a);
	db_commit(ctx);
	respond_bytes(ctx, 200, "text/calendar; charset=utf-8", agenda_calendar(ctx, &a));
	respond_header(ctx, "Cache-Control", "private, max-age=3600");
}
