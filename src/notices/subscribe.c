/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subscribe.c: a person's subscriptions to notices.
 *
 * GET, POST /v1/notifications/subscriptions, DELETE /v1/notifications/subscriptions/{id}
 *
 * E-mail goes only to the account's own address, so it cannot be used to write to others.  The signing
 * secret of an address is generated here, shown in the answer that creates it, and cannot be read by
 * the worker's role afterwards.
 */
#include "config.h"

#include "notices/notices.h"

#include <string.h>

#include "identity/caller.h"
#include "identity/credential_trail.h"
#include "identity/idempotency.h"
#include "identity/key.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/page.h"
#include "http/request.h"

#define SUBSCRIPTIONS_MAX 20 /* of an account */

static const char *const notice_kinds[] = { "price_stale", "income_due", "office_import",
					    "key_expiring", NULL };
static const char *const notice_channels[] = { "email", "webhook", NULL };
enum { KIND_PRICE_STALE, KIND_INCOME_DUE, KIND_OFFICE_IMPORT, KIND_KEY_EXPIRING };
enum { CHANNEL_EMAIL, CHANNEL_WEBHOOK };

#define MEMBERS "id, kind, days, channel, url, created_at"

static DB_STMT(list, "notice.list",
	       "select " MEMBERS "  from notice"
	       " where workspace_id = $1 and account_id = $2"
	       " order by created_at, id limit $3");
enum { C_ID, C_KIND, C_DAYS, C_CHANNEL, C_URL, C_CREATED };

static DB_STMT(count, "notice.count",
	       "select count(*) from notice where workspace_id = $1 and account_id = $2");

static DB_STMT(
	add, "notice.add",
	"insert into notice (workspace_id, id, account_id, kind, days, channel, url, secret, created_at)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing");

static DB_STMT(drop, "notice.drop",
	       "delete from notice where workspace_id = $1 and account_id = $2 and id = $3");

/* Drops its pending notices. */
static DB_STMT(drop_waiting, "notice.drop_waiting",
	       "delete from notification"
	       " where workspace_id = $1 and notice_id = $2"
	       "   and status = 'pending'");

struct subscription {
	struct uuid id;
	const char *kind, *channel, *url; /* url: NULL for e-mail */
	int64_t days, created_ms;
};

static void render(struct json *j, const struct subscription *s, const char *secret)
{
	json_open(j, NULL);
	json_uuid(j, "id", s->id);
	json_text(j, "kind", s->kind);
	json_int(j, "days", s->days);
	json_text(j, "channel", s->channel);
	json_text(j, "url", s->url);
	json_timestamp(j, "created_at", s->created_ms);
	if (secret)
		json_text(j, "secret", secret);
	json_close(j);
}

void subscription_list(struct ctx *ctx)
{
	const struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = db_query(ctx, &list,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
			     db_int(SUBSCRIPTIONS_MAX + 1)));
	j = page_open(ctx);
	for (size_t i = 0; i < db_count(r); i++)
		render(j,
		       &(struct subscription){ .id = db_get_uuid(r, i, C_ID),
					       .kind = db_get_text(r, i, C_KIND),
					       .days = db_get_int(r, i, C_DAYS),
					       .channel = db_get_text(r, i, C_CHANNEL),
					       .url = db_get_text(r, i, C_URL),
					       .created_ms = db_get_timestamp(r, i, C_CREATED) },
		       NULL);
	page_end(ctx, NULL, 0, db_count(r), -1);
}

/* ---- creating ---- */

/* Notices tell of a portfolio: TLS is required.  The address must contain a host, and no password. */
static bool is_address(const char *url)
{
	const char *host = strncmp(url, "https://", 8) == 0 ? url + 8 : NULL;
	size_t n = host ? strcspn(host, "/?#") : 0;

	return n && !memchr(host, '@', n) && !strpbrk(url, " #\\\"<>");
}

static struct subscription read_subscription(struct ctx *ctx)
{
	static const int64_t usual[] = { [KIND_PRICE_STALE] = 10,
					 [KIND_INCOME_DUE] = 3,
					 [KIND_OFFICE_IMPORT] = 0,
					 [KIND_KEY_EXPIRING] = 14 };
	struct subscription s = { .id = uuid_new(), .created_ms = ctx->now_ms };
	struct body *b = body_open(ctx);
	int kind = body_choice(b, "kind", REQUIRED, notice_kinds);
	int channel = body_choice(b, "channel", REQUIRED, notice_channels);

	s.days = kind < 0 ? 0 : usual[kind];
	(void)body_int(b, "days", OPTIONAL, 0, 90, &s.days); /* absent: the default */
	s.url = body_line(b, "url", channel == CHANNEL_WEBHOOK ? REQUIRED : NULLABLE, 10, 500);
	if (channel == CHANNEL_WEBHOOK && s.url && !is_address(s.url))
		body_error(b, "url", "format", "um endereço https, sem usuário, senha nem âncora",
			   s.url);
	if (channel == CHANNEL_EMAIL && s.url)
		body_error(b, "url", "unknown", "nenhum: o e-mail é o da conta", s.url);
	body_done(b);
	s.kind = notice_kinds[kind];
	s.channel = notice_channels[channel];
	return s;
}

static void store(struct ctx *ctx, const struct subscription *s, const char *secret)
{
	struct db_arg workspace = db_uuid(ctx->caller->workspace);
	struct db_arg account = db_uuid(ctx->caller->account);

	if (db_get_int(db_query(ctx, &count, DB_ARGS(workspace, account)), 0, 0) >=
	    SUBSCRIPTIONS_MAX)
		fail(ctx, 402, "plan_limit_reached", "A conta já tem %d avisos; cancele um antes.",
		     SUBSCRIPTIONS_MAX);
	db_conflict(ctx, "notice_once", 409, "notice_exists", "Este aviso já é enviado assim.");
	db_insert(ctx, &add,
		  DB_ARGS(workspace, db_uuid(s->id), account, db_text(s->kind), db_int(s->days),
			  db_text(s->channel), db_text(s->url), db_text(secret),
			  db_timestamp(s->created_ms)));
	trail_made(ctx, ctx->caller->workspace,
		   &(struct credential_made){ .event = "notice.created", .id = s->id });
}

/* An application's subscription would survive the revocation of its consent. */
static void refuse_application(struct ctx *ctx)
{
	if (ctx->caller->form == FORM_TOKEN)
		fail(ctx, 403, "scope_missing",
		     "Um aplicativo não cria avisos, que valeriam depois do consentimento.");
}

void subscription_create(struct ctx *ctx)
{
	struct subscription s;
	const char *secret = NULL;
	struct json *bare;

	query_done(ctx);
	s = read_subscription(ctx);
	refuse_application(ctx);
	if (s.url)
		secret = secret_to_sign(ctx->pool);
	store(ctx, &s, secret);
	bare = json_new(ctx->pool, 512);
	render(bare, &s, NULL);
	idempotency_without(ctx, json_written(bare));
	render(respond_json(ctx, 201), &s, secret);
	respond_header(ctx, "Location", "/v1/notifications/subscriptions/%s",
		       uuid_text(ctx->pool, s.id));
}

void subscription_delete(struct ctx *ctx)
{
	struct uuid id = uuid_nil();

	query_done(ctx);
	if (!uuid_parse(slice_of(ctx->path[0]), &id) ||
	    !db_exec(ctx, &drop,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
			     db_uuid(id))))
		fail(ctx, 404, "notice_not_found", "Não há aviso %.80s.", ctx->path[0]);
	(void)db_exec(ctx, &drop_waiting, DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(id)));
	trail_ended(ctx, ctx->caller->workspace, "notice.deleted", id);
	respond_deleted(ctx, id);
}
