/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subscribe.c: a person's subscriptions to notices.
 *
 * GET, POST /v1/notifications/subscriptions, DELETE /v1/notifications/subscriptions/{id}, POST
 * /v1/notifications/subscriptions/{id}/arm
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
#include "portfolio/portfolio.h"

#define SUBSCRIPTIONS_MAX 20 /* of an account */

/* The members of a body that a kind has beside its channel. */
enum { HAS_DAYS = 1, HAS_PRICE = 2, HAS_AMOUNTS = 4 };

static const struct notice_kind {
	const char *name;
	unsigned has;
	int64_t days; /* the default */
} notice_kinds[] = {
	{ "price_stale", HAS_DAYS, 10 },	   { "income_due", HAS_DAYS, 3 },
	{ "office_import", HAS_DAYS, 0 }, /* days say nothing, and were never refused */
	{ "key_expiring", HAS_DAYS, 14 },	   { "price_reached", HAS_PRICE, 0 },
	{ "income_announced", HAS_AMOUNTS, 0 },	   { "income_received", HAS_AMOUNTS, 0 },
	{ "darf_due", HAS_DAYS | HAS_AMOUNTS, 7 }, { "results_published", 0, 0 },
	{ "weekly_summary", HAS_AMOUNTS, 0 },
};
static const char *const notice_channels[] = { "email", "webhook", NULL };
static const char *const notice_directions[] = { "above", "below", NULL };
enum { CHANNEL_EMAIL, CHANNEL_WEBHOOK };

#define MEMBERS                                                                                    \
	"id, kind, days, channel, url, amounts, symbol, asset_type, venue, direction, price, reached_on, created_at"

static DB_STMT(list, "notice.list",
	       "select " MEMBERS "  from notice"
	       " where workspace_id = $1 and account_id = $2"
	       " order by created_at, id limit $3");

static DB_STMT(
	one, "notice.one",
	"select " MEMBERS "  from notice"
	" where workspace_id = $1 and account_id = $2 and id = $3 and kind = 'price_reached'");
enum {
	C_ID,
	C_KIND,
	C_DAYS,
	C_CHANNEL,
	C_URL,
	C_AMOUNTS,
	C_SYMBOL,
	C_ASSET_TYPE,
	C_VENUE,
	C_DIRECTION,
	C_PRICE,
	C_REACHED,
	C_CREATED
};

static DB_STMT(count, "notice.count",
	       "select count(*) from notice where workspace_id = $1 and account_id = $2");

static DB_STMT(
	add, "notice.add",
	"insert into notice (workspace_id, id, account_id, kind, days, channel, url, secret, created_at, amounts, symbol,"
	"                    asset_type, venue, direction, price)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict do nothing");

static DB_STMT(
	arm, "notice.arm",
	"update notice set reached_on = null"
	" where workspace_id = $1 and account_id = $2 and id = $3 and kind = 'price_reached'");

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
	bool amounts;
	/* Of a price that is waited for; else NULL. */
	const char *symbol, *asset_type, *venue, *direction;
	struct price price;
	bool reached; /* and told */
	struct day reached_on;
};

static struct subscription subscription_of(const struct db_rows *r, size_t i)
{
	struct subscription s = { .id = db_get_uuid(r, i, C_ID),
				  .kind = db_get_text(r, i, C_KIND),
				  .days = db_get_int(r, i, C_DAYS),
				  .channel = db_get_text(r, i, C_CHANNEL),
				  .url = db_get_text(r, i, C_URL),
				  .amounts = db_get_bool(r, i, C_AMOUNTS),
				  .symbol = db_get_text(r, i, C_SYMBOL),
				  .asset_type = db_get_text(r, i, C_ASSET_TYPE),
				  .venue = db_get_text(r, i, C_VENUE),
				  .direction = db_get_text(r, i, C_DIRECTION),
				  .reached = !db_is_null(r, i, C_REACHED),
				  .created_ms = db_get_timestamp(r, i, C_CREATED) };

	if (s.symbol)
		s.price.e12 = db_get_decimal(r, i, C_PRICE, PRICE_PLACES);
	if (s.reached)
		s.reached_on = db_get_day(r, i, C_REACHED);
	return s;
}

static void render(struct json *j, const struct subscription *s, const char *secret)
{
	json_open(j, NULL);
	json_uuid(j, "id", s->id);
	json_text(j, "kind", s->kind);
	json_int(j, "days", s->days);
	json_text(j, "channel", s->channel);
	json_text(j, "url", s->url);
	json_boolean(j, "amounts", s->amounts);
	json_text(j, "symbol", s->symbol);
	json_text(j, "asset_type", s->asset_type);
	json_text(j, "direction", s->direction);
	json_decimal_or_null(j, "price", s->symbol, s->price.e12, PRICE_PLACES, PRICE_PLACES, true);
	json_text(j, "currency", s->venue ? wallet_quoted_currency(s->venue) : NULL);
	json_day_or_null(j, "reached_on", s->reached, s->reached_on);
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
	for (size_t i = 0; i < db_count(r); i++) {
		struct subscription s = subscription_of(r, i);

		render(j, &s, NULL);
	}
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

static const struct notice_kind *read_kind(struct body *b)
{
	const char *names[ARRAY_SIZE(notice_kinds) + 1] = { NULL };
	int kind;

	for (size_t i = 0; i < ARRAY_SIZE(notice_kinds); i++)
		names[i] = notice_kinds[i].name;
	kind = body_choice(b, "kind", REQUIRED, names);
	return kind < 0 ? NULL : &notice_kinds[kind];
}

/* Only a paper whose closes are stored can reach a price. */
static void read_price(struct ctx *ctx, struct body *b, struct subscription *s)
{
	const char *typed = body_line(b, "symbol", REQUIRED, 1, 80);
	int type = body_choice(b, "asset_type", NULLABLE, asset_type_names);
	int direction = body_choice(b, "direction", REQUIRED, notice_directions);
	struct wallet_quoted paper;

	(void)body_decimal(b, "price", REQUIRED, PRICE_PLACES, 1, PRICE_MAX_E12, &s->price.e12);
	s->direction = direction < 0 ? NULL : notice_directions[direction];
	s->asset_type = type < 0 ? NULL : asset_type_names[type];
	if (!typed || body_errors(b))
		return;
	if (!wallet_quoted(ctx, typed, type, &paper)) {
		body_error(
			b, "symbol", "not_quoted",
			type < 0
				? "o código de um ativo de que há preço de fechamento, como PETR4"
				: "o código de um ativo dessa classe de que há preço de fechamento",
			typed);
		return;
	}
	s->symbol = paper.symbol;
	s->venue = paper.venue;
}

/* What belongs to other kinds is refused, so that no one waits for what is not heeded. */
static void refuse_others(struct body *b, unsigned has)
{
	static const struct {
		const char *name;
		unsigned of;
	} members[] = { { "days", HAS_DAYS },	    { "amounts", HAS_AMOUNTS },
			{ "symbol", HAS_PRICE },    { "asset_type", HAS_PRICE },
			{ "direction", HAS_PRICE }, { "price", HAS_PRICE } };

	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		if (!(has & members[i].of) && body_json(b, members[i].name, NULLABLE))
			body_error(b, members[i].name, "unknown",
				   "nenhum: este aviso não tem este campo", NULL);
}

static void read_address(struct body *b, int channel, struct subscription *s)
{
	s->url = body_line(b, "url", channel == CHANNEL_WEBHOOK ? REQUIRED : NULLABLE, 10, 500);
	if (channel == CHANNEL_WEBHOOK && s->url && !is_address(s->url))
		body_error(b, "url", "format", "um endereço https, sem usuário, senha nem âncora",
			   s->url);
	if (channel == CHANNEL_EMAIL && s->url)
		body_error(b, "url", "unknown", "nenhum: o e-mail é o da conta", s->url);
}

static struct subscription read_subscription(struct ctx *ctx)
{
	struct subscription s = { .id = uuid_new(), .created_ms = ctx->now_ms };
	struct body *b = body_open(ctx);
	const struct notice_kind *kind = read_kind(b);
	int channel = body_choice(b, "channel", REQUIRED, notice_channels);

	read_address(b, channel, &s);
	if (!kind) {
		body_refuse(b);
		return s;
	}
	s.kind = kind->name;
	s.days = kind->days;
	if (kind->has & HAS_DAYS)
		(void)body_int(b, "days", OPTIONAL, 0, 90, &s.days); /* absent: the default */
	if (kind->has & HAS_AMOUNTS)
		(void)body_bool(b, "amounts", OPTIONAL, &s.amounts);
	if (kind->has & HAS_PRICE)
		read_price(ctx, b, &s);
	refuse_others(b, kind->has);
	body_done(b);
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
			  db_timestamp(s->created_ms), db_bool(s->amounts), db_text(s->symbol),
			  db_text(s->asset_type), db_text(s->venue), db_text(s->direction),
			  s->symbol ? db_decimal(s->price.e12, PRICE_PLACES) : db_null()));
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

static NORETURN void refuse_unknown(struct ctx *ctx)
{
	fail(ctx, 404, "notice_not_found", "Não há aviso %.80s.", ctx->path[0]);
}

void subscription_arm(struct ctx *ctx)
{
	struct db_arg workspace = db_uuid(ctx->caller->workspace);
	struct db_arg account = db_uuid(ctx->caller->account);
	struct uuid id = uuid_nil();
	struct subscription s;

	query_done(ctx);
	refuse_application(ctx);
	if (!uuid_parse(slice_of(ctx->path[0]), &id) ||
	    !db_exec(ctx, &arm, DB_ARGS(workspace, account, db_uuid(id))))
		refuse_unknown(ctx);
	trail_made(ctx, ctx->caller->workspace,
		   &(struct credential_made){ .event = "notice.armed", .id = id });
	s = subscription_of(db_query(ctx, &one, DB_ARGS(workspace, account, db_uuid(id))), 0);
	render(respond_json(ctx, 200), &s, NULL);
}

void subscription_delete(struct ctx *ctx)
{
	struct uuid id = uuid_nil();

	query_done(ctx);
	if (!uuid_parse(slice_of(ctx->path[0]), &id) ||
	    !db_exec(ctx, &drop,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
			     db_uuid(id))))
		refuse_unknown(ctx);
	(void)db_exec(ctx, &drop_waiting, DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(id)));
	trail_ended(ctx, ctx->caller->workspace, "notice.deleted", id);
	respond_deleted(ctx, id);
}
