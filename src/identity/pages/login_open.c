/* SPDX-License-Identifier: Apache-2.0 */
/* login_open.c: opens a session. */
#include "config.h"

#include "identity/pages/login_open.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "identity/session.h"
#include "identity/pages/password.h"
#include "identity/pages/second_factor.h"
#include "identity/pages/throttle.h"
#include "core/text.h"
#include "db/db.h"
#include "http/network.h"

static DB_STMT(begin, "login.begin",
	       "select wait, account_id, encoded, known from login_begin(lower($1::text), $2, $3)");
enum { C_WAIT, C_ACCOUNT, C_ENCODED, C_KNOWN };

static DB_STMT(create, "login.session",
	       "select session_create($1, $2, $3, $4, $5, $6, $7, $8), second_factor_on($2)");
enum { C_STORED, C_ASKS };

static DB_STMT(create_proven, "login.session_proven",
	       "select session_create_proven($1, $2, $3, $4, $5, $6, $7, $8, $9)");

/* A session has all scopes of the account; rights in an organization come from the membership. */
#define PERSON_SCOPES                                                                              \
	(SCOPE_ACCOUNT_READ | SCOPE_ACCOUNT_WRITE | SCOPE_MARKET_READ | SCOPE_ADVISOR_READ |       \
	 SCOPE_ADVISOR_WRITE | SCOPE_DESK_READ | SCOPE_DESK_WRITE)

#define PROOF_MS ((int64_t)10 * 60 * 1000)
#define SIGNED "lastro log-in 01"

static struct db_arg secret_made(struct ctx *ctx, struct login *out)
{
	uint8_t *hash = pool_array(ctx->pool, uint8_t, KEY_HASH);

	secret_make(SECRET_SESSION, out->secret);
	key_hash(out->secret, hash);
	out->expires_ms = ctx->now_ms + SESSION_MS;
	return db_bytes((struct slice){ (const char *)hash, KEY_HASH });
}

static enum login_outcome store(struct ctx *ctx, const char *renewed, struct login *out)
{
	struct db_arg hash = secret_made(ctx, out);
	enum login_outcome outcome = LOGIN_REFUSED;
	const struct db_rows *r;

	db_begin_write(ctx);
	r = db_query(ctx, &create,
		     DB_ARGS(db_uuid(uuid_new()), db_uuid(out->account), hash,
			     db_int(PERSON_SCOPES), db_timestamp(ctx->now_ms),
			     db_timestamp(out->expires_ms), db_text(renewed),
			     db_text(request_network(ctx))));
	if (db_get_bool(r, 0, C_STORED))
		outcome = LOGIN_OPEN;
	else if (db_get_bool(r, 0, C_ASKS))
		outcome = LOGIN_ASKS;
	db_commit(ctx);
	return outcome;
}

enum login_outcome login_try(struct ctx *ctx, const char *email, const char *password,
			     struct login *out)
{
	const struct db_rows *r;
	const char *encoded;

	db_begin_write(ctx);
	r = db_query(
		ctx, &begin,
		DB_ARGS(db_text(email), db_text(request_network(ctx)), db_timestamp(ctx->now_ms)));
	db_commit(ctx);
	throttle_refuse(ctx, db_get_int(r, 0, C_WAIT));
	encoded = db_get_text(r, 0, C_ENCODED);
	if (!password_matches(ctx, encoded, password, db_get_bool(r, 0, C_KNOWN)))
		return LOGIN_REFUSED;
	out->account = db_get_uuid(r, 0, C_ACCOUNT);
	return store(ctx, password_is_old(encoded) ? password_hash(ctx, password) : NULL, out);
}

bool login_prove(struct ctx *ctx, int64_t issued_ms, const char *code, struct login *out)
{
	struct second_factor_code c = second_factor_attempt(ctx, out->account, issued_ms, code);
	struct db_arg hash = secret_made(ctx, out);
	const struct db_rows *r;
	bool stored;

	/* A wrong code is looked for as well, so that it costs what one costs that was used before. */
	db_begin_write(ctx);
	r = db_query(ctx, &create_proven,
		     DB_ARGS(db_uuid(uuid_new()), db_uuid(out->account), hash,
			     db_int(PERSON_SCOPES), db_timestamp(ctx->now_ms),
			     db_timestamp(out->expires_ms), db_text(request_network(ctx)),
			     c.step < 0 ? db_null() : db_int(c.step),
			     db_bytes((struct slice){ (const char *)c.hash, sizeof(c.hash) })));
	stored = db_get_bool(r, 0, 0);
	db_commit(ctx);
	return stored;
}

/* ---- between the two pages ---- */

const char *login_proof(struct ctx *ctx, struct uuid account)
{
	return csrf_signed(
		ctx, SIGNED,
		pool_printf(ctx->pool, "%s.%" PRId64, uuid_text(ctx->pool, account), ctx->now_ms));
}

bool login_proof_read(struct ctx *ctx, const char *proof, struct uuid *account, int64_t *issued_ms)
{
	const char *said = csrf_signed_read(ctx, SIGNED, proof);
	const char *time = said ? strchr(said, '.') : NULL;

	if (!time)
		return false;
	*issued_ms = strtoll(time + 1, NULL, 10); /* signed: ours */
	return uuid_parse((struct slice){ said, (size_t)(time - said) }, account) &&
	       ctx->now_ms - *issued_ms <= PROOF_MS;
}
