/* SPDX-License-Identifier: Apache-2.0 */
/* own_password.c: the password of a person who is logged in, and the sessions that it opened. */
#include "config.h"

#include "identity/pages/own_password.h"

#include "identity/pages/account_mail.h"

#include "identity/caller.h"
#include "identity/credential_trail.h"
#include "identity/pages/password.h"
#include "identity/pages/throttle.h"

static DB_STMT(own, "own_password.try", "select wait, encoded, changed_at from password_own($1)");
enum { C_WAIT, C_ENCODED, C_CHANGED };

static DB_STMT(change, "own_password.change",
	       "select ended_grant, ended_workspace from password_change($1, $2, $3)");
enum { CHANGED_GRANT, CHANGED_WORKSPACE };

static DB_STMT(sessions, "own_password.sessions",
	       "select created_at, expires_at, here, id from session_list($1)");
static DB_STMT(sessions_end, "own_password.sessions_end", "select sessions_end($1, $2)");
static DB_STMT(end_other, "own_password.session_end", "select session_end_other($1, $2)");

#define TWICE_MS 60000

static const struct db_rows *try_own(struct ctx *ctx)
{
	const struct db_rows *r = db_query(ctx, &own, DB_ARGS(db_timestamp(ctx->now_ms)));

	db_commit(ctx);
	throttle_refuse(ctx, db_get_int(r, 0, C_WAIT));
	return r;
}

const char *own_password_try(struct ctx *ctx)
{
	return db_get_text(try_own(ctx), 0, C_ENCODED);
}

bool own_password_matches(struct ctx *ctx, const char *encoded, const char *password)
{
	return password_matches(ctx, encoded, password, true);
}

void own_password_resume(struct ctx *ctx)
{
	db_begin_write(ctx);
	access_resume(ctx);
}

/* All queued: the commit sends them. */
static void record(struct ctx *ctx, const struct db_rows *r)
{
	trail_account(ctx, "password.changed", "/password", "null", "\"changed\"");
	for (size_t i = 0; i < db_count(r); i++)
		if (!db_is_null(r, i, CHANGED_GRANT))
			trail_ended(ctx, db_get_uuid(r, i, CHANGED_WORKSPACE), "grant.revoked",
				    db_get_uuid(r, i, CHANGED_GRANT));
}

/* A double press: the password of @r was set within the last minute, and is @fresh. */
static bool set_before(struct ctx *ctx, const struct db_rows *r, const char *fresh)
{
	const char *encoded = db_get_text(r, 0, C_ENCODED);
	bool done = encoded && db_get_timestamp(r, 0, C_CHANGED) > ctx->now_ms - TWICE_MS &&
		    own_password_matches(ctx, encoded, fresh);

	own_password_resume(ctx);
	return done;
}

bool own_password_change(struct ctx *ctx, const char *current, const char *fresh)
{
	const struct db_rows *r;
	const char *encoded, *replaced;

	account_stays(ctx);
	r = try_own(ctx);
	encoded = db_get_text(r, 0, C_ENCODED);

	if (!own_password_matches(ctx, encoded, current))
		return set_before(ctx, r, fresh);
	replaced = password_hash(ctx, fresh);
	own_password_resume(ctx);
	r = db_query(ctx, &change,
		     DB_ARGS(db_text(encoded), db_text(replaced), db_timestamp(ctx->now_ms)));
	if (!db_count(r)) /* the other press was faster */
		return set_before(ctx, try_own(ctx), fresh);
	record(ctx, r);
	account_tell(
		ctx, "Senha trocada", "A senha da sua conta foi trocada",
		"alguém a sabia. Fale já com quem opera o serviço, que manda um link para escolher outra.");
	return true;
}

const struct db_rows *own_sessions(struct ctx *ctx)
{
	return db_query(ctx, &sessions, DB_ARGS(db_timestamp(ctx->now_ms)));
}

void own_sessions_end(struct ctx *ctx, bool here)
{
	(void)db_query(ctx, &sessions_end, DB_ARGS(db_timestamp(ctx->now_ms), db_bool(here)));
}

void own_session_end(struct ctx *ctx, struct uuid id)
{
	(void)db_query(ctx, &end_other, DB_ARGS(db_uuid(id), db_timestamp(ctx->now_ms)));
}
