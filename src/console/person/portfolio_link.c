/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_link.c: links that show one portfolio without a log-in.
 *
 * The token is in the query of the address, which no log shows, and gives access to this page and nothing else.
 */
#include "config.h"

#include "console/person/portfolio_link.h"

#include <sodium.h>

#include "identity/attempts.h"
#include "identity/caller.h"
#include "identity/credential_trail.h"
#include "identity/idempotency.h"
#include "identity/pages/account_mail.h"
#include "identity/key.h"
#include "identity/weight.h"
#include "core/clock.h"
#include "core/settings.h"
#include "db/db.h"
#include "portfolio/portfolio.h"

#define LINKS_MAX 20 /* of an account, over all its portfolios */

static DB_STMT(make, "link.make", "select portfolio_link_make($1, $2, $3, $4, $5, $6, $7)");

static DB_STMT(list, "link.list",
	       "select l.id, l.amounts, l.created_at, l.expires_at, l.opened_at"
	       "  from portfolio_link_list($1, $2) l"
	       " order by l.id");
enum { L_ID, L_AMOUNTS, L_CREATED, L_EXPIRES, L_OPENED };

static DB_STMT(end, "link.end", "select portfolio_link_end($1, $2, $3)");

static DB_STMT(
	open_link, "link.open",
	"select l.id, l.account_id, l.workspace_id, l.personal, l.portfolio_id, l.amounts, l.expires_at,"
	"       v.version"
	"  from portfolio_link_open($1, $2) l cross join market_version v"
	" order by v.position");
enum {
	O_ID,
	O_ACCOUNT,
	O_WORKSPACE,
	O_PERSONAL,
	O_PORTFOLIO,
	O_AMOUNTS,
	O_EXPIRES,
	O_VERSION,
};

static DB_STMT(act_for, "link.act_for", "select caller_set($1, $2, $3)");

static DB_STMT(opened, "link.opened", "select portfolio_link_opened($1, $2)");

/* The link expires with the first moment of the day after. */
static struct day last_day(int64_t expires_ms)
{
	return clock_day_of(expires_ms - 1);
}

/* ---- its person's ---- */

static bool store(struct ctx *ctx, const struct portfolio_link *l, const uint8_t hash[KEY_HASH])
{
	const struct db_rows *r =
		db_query(ctx, &make,
			 DB_ARGS(db_uuid(l->id), db_uuid(ctx->caller->portfolio),
				 db_bytes((struct slice){ (const char *)hash, KEY_HASH }),
				 db_bool(l->amounts), db_timestamp(clock_day_end(l->ends)),
				 db_timestamp(ctx->now_ms), db_int(LINKS_MAX)));

	return db_get_bool(r, 0, 0);
}

const char *link_make(struct ctx *ctx, struct portfolio_link *l)
{
	char token[KEY_SECRET_SIZE];
	uint8_t hash[KEY_HASH];
	const char *url;

	account_stays(ctx);
	l->id = uuid_new();
	l->created_ms = ctx->now_ms;
	l->opened = false;
	secret_make(SECRET_SHARED, token);
	key_hash(token, hash);
	if (!store(ctx, l, hash))
		fail(ctx, 402, "plan_limit_reached",
		     "A conta já tem %d links que mostram carteiras; encerre um antes.", LINKS_MAX);
	trail_made(ctx, ctx->caller->resource_workspace,
		   &(struct credential_made){ .event = "portfolio_link.created",
					      .id = l->id,
					      .kind = l->amounts ? "amounts" : "shares",
					      .scopes = SCOPE_ACCOUNT_READ,
					      .expires = true,
					      .expires_ms = clock_day_end(l->ends) });
	account_tell(ctx, "Uma carteira sua é mostrada",
		     "Foi criado um link que mostra uma carteira da sua conta",
		     "troque a senha e encerre o link na página O que se mostra, na sua Conta.");
	url = pool_printf(ctx->pool, "%s/shared?token=%s", ctx->config->base_url, token);
	sodium_memzero(token, sizeof(token));
	return url;
}

const struct portfolio_link *links_of(struct ctx *ctx, size_t *n)
{
	const struct db_rows *r = db_query(
		ctx, &list, DB_ARGS(db_uuid(ctx->caller->portfolio), db_timestamp(ctx->now_ms)));
	struct portfolio_link *out = pool_array(ctx->pool, struct portfolio_link, db_count(r));

	*n = db_count(r);
	for (size_t i = 0; i < *n; i++) {
		out[i] = (struct portfolio_link){
			.id = db_get_uuid(r, i, L_ID),
			.amounts = db_get_bool(r, i, L_AMOUNTS),
			.created_ms = db_get_timestamp(r, i, L_CREATED),
			.ends = last_day(db_get_timestamp(r, i, L_EXPIRES)),
			.opened = !db_is_null(r, i, L_OPENED),
		};
		if (out[i].opened)
			out[i].opened_ms = db_get_timestamp(r, i, L_OPENED);
	}
	return out;
}

static NORETURN void refuse(struct ctx *ctx)
{
	fail(ctx, 404, "link_not_found",
	     "Este link não existe, foi encerrado ou passou da validade.");
}

void link_end(struct ctx *ctx, const char *text)
{
	struct uuid id;

	if (!uuid_parse(slice_of(text), &id) ||
	    !db_get_bool(db_query(ctx, &end,
				  DB_ARGS(db_uuid(id), db_uuid(ctx->caller->portfolio),
					  db_timestamp(ctx->now_ms))),
			 0, 0))
		refuse(ctx);
	trail_ended(ctx, ctx->caller->resource_workspace, "portfolio_link.ended", id);
	idempotency_forget(ctx, &id, 1);
}

/* ---- opening a link ---- */

/* The account that made the link is the caller, only to read the portfolio. */
static struct caller *maker_of(struct ctx *ctx, const struct db_rows *r)
{
	struct caller *c =
		caller_reader(ctx, db_get_uuid(r, 0, O_ACCOUNT), db_get_uuid(r, 0, O_WORKSPACE),
			      db_get_uuid(r, 0, O_ID), r, O_VERSION);

	c->personal = db_get_bool(r, 0, O_PERSONAL);
	c->wallet = true;
	return c;
}

/*
 * Visitors of all links of a person hold workers as one account of their own: a flood of them ends its own requests, not
 * those of the person or of others.
 */
static void admit(struct ctx *ctx, const struct caller *maker)
{
	struct caller *visitor = pool_memdup(ctx->pool, maker, sizeof(*maker));

	visitor->account.b[15] ^= 0x80; /* an id that nobody has: this half is random */
	ctx->caller = visitor;
	weight_admit(ctx);
}

static void note_opened(struct ctx *ctx, void *id)
{
	(void)db_query(ctx, &opened,
		       DB_ARGS(db_uuid(*(struct uuid *)id), db_timestamp(ctx->now_ms)));
}

/* Row security shows the maker's workspace; the access, which hides rows and explanations, is a public reader's. */
static void enter(struct ctx *ctx, const struct caller *maker, struct uuid portfolio)
{
	struct caller *c;

	(void)db_query(ctx, &act_for,
		       DB_ARGS(db_uuid(maker->workspace), db_uuid(maker->account),
			       db_uuid(maker->credential)));
	ctx->caller = maker;
	wallet_readable(ctx, uuid_text(ctx->pool, portfolio));
	if (ctx->caller->access != ACCESS_CONTROL)
		refuse(ctx);
	c = pool_memdup(ctx->pool, ctx->caller, sizeof(*c));
	c->access = ACCESS_PUBLIC;
	ctx->caller = c;
}

/* A text that is no token is looked up as any other, so that the time of the answer tells nothing. */
void link_open(struct ctx *ctx, const char *token, struct portfolio_link *out)
{
	uint8_t hash[KEY_HASH];
	const struct db_rows *r;
	const struct caller *maker;
	struct uuid *id;

	key_hash(token ? token : "", hash);
	attempts_check(ctx, hash);
	db_begin_read(ctx);
	r = db_query(ctx, &open_link,
		     DB_ARGS(db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			     db_timestamp(ctx->now_ms)));
	if (!db_count(r)) {
		attempts_refused(ctx, hash);
		refuse(ctx);
	}
	maker = maker_of(ctx, r);
	admit(ctx, maker);
	enter(ctx, maker, db_get_uuid(r, 0, O_PORTFOLIO));
	*out = (struct portfolio_link){
		.id = maker->credential,
		.amounts = db_get_bool(r, 0, O_AMOUNTS),
		.ends = last_day(db_get_timestamp(r, 0, O_EXPIRES)),
	};
	id = pool_memdup(ctx->pool, &out->id, sizeof(*id));
	ctx_later(ctx, note_opened, id);
}
