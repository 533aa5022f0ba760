/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oauth_token.c: exchanges codes and refresh tokens for tokens, and revokes tokens.  POST /oauth/token,
 * /oauth/revoke
 *
 * A reused code or refresh token revokes its family of tokens.  That must persist although the answer
 * is a refusal, so the transaction is committed before it.
 */
#include "config.h"

#include "identity/pages/oauth.h"

#include <sodium.h>

#include "identity/credential_trail.h"
#include "identity/key.h"
#include "identity/pages/resource.h"
#include "core/encode.h"
#include "core/text.h"
#include "db/db.h"
#include "http/form.h"
#include "http/request.h"
#include "http/response.h"

static DB_STMT(exchange, "oauth_token.exchange",
	       "select outcome, scopes, ended_grant, ended_account, ended_workspace"
	       " from oauth_code_exchange($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");
static DB_STMT(refresh, "oauth_token.refresh",
	       "select outcome, scopes, ended_grant, ended_account, ended_workspace"
	       " from oauth_refresh($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
enum { C_OUTCOME, C_SCOPES, C_ENDED };

static DB_STMT(
	revoke, "oauth_token.revoke",
	"select ended_grant, ended_account, ended_workspace from oauth_token_revoke($1, $2, $3)");

#define VALUE_MAX 2048

/* The tokens to issue on success. */
struct tokens {
	struct uuid id;
	char access[KEY_SECRET_SIZE], refresh[KEY_SECRET_SIZE];
	uint8_t access_hash[KEY_HASH], refresh_hash[KEY_HASH];
};

static struct db_arg bytes_of(const uint8_t hash[KEY_HASH])
{
	return db_bytes((struct slice){ (const char *)hash, KEY_HASH });
}

static void draw(struct tokens *t)
{
	t->id = uuid_new();
	secret_make(SECRET_TOKEN, t->access);
	secret_make(SECRET_REFRESH, t->refresh);
	key_hash(t->access, t->access_hash);
	key_hash(t->refresh, t->refresh_hash);
}

/* ---- reading ---- */

static const char *value_of(struct ctx *ctx, struct body *f, const char *name)
{
	const char *value = body_text(f, name, OPTIONAL, 1, VALUE_MAX);

	if (!value && body_errors(f))
		fail(ctx, 400, "oauth_invalid_request", "O campo %s não serve.", name);
	return value;
}

static const char *needed(struct ctx *ctx, struct body *f, const char *name)
{
	const char *value = value_of(ctx, f, name);

	if (!value)
		fail(ctx, 400, "oauth_invalid_request", "Falta o campo %s.", name);
	return value;
}

static struct uuid client_of(struct ctx *ctx, struct body *f)
{
	const char *text = needed(ctx, f, "client_id");
	struct uuid id;

	if (!oauth_client_id(ctx, text, &id))
		fail(ctx, 400, "oauth_invalid_client", "Nenhum cliente se registrou assim.");
	return id;
}

/* The requested resource; NULL when none was named. */
static const char *resource_of(struct ctx *ctx, struct body *f)
{
	const char *text = value_of(ctx, f, "resource");
	const struct resource *r = text ? resource_named(ctx, text) : NULL;

	if (text && !r)
		fail(ctx, 400, "oauth_invalid_target", "O recurso pedido não é deste serviço.");
	return r ? resource_address(ctx, r) : NULL;
}

/* The hash of a secret of this kind; a malformed one is treated as unknown. */
static bool hash_of(const char *secret, enum secret_kind wanted, uint8_t out[KEY_HASH])
{
	enum secret_kind kind;

	if (!secret_well_formed(secret, &kind) || kind != wanted)
		return false;
	key_hash(secret, out);
	return true;
}

/* RFC 7636 section 4.6: the challenge of a verifier. */
static const char *challenge_of(struct ctx *ctx, struct body *f)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
	const char *verifier = needed(ctx, f, "code_verifier");
	unsigned char hash[crypto_hash_sha256_BYTES];
	size_t n = strlen(verifier);

	if (n < 43 || n > 128 || strspn(verifier, alphabet) != n)
		return ""; /* matches no challenge; the code is consumed anyway */
	crypto_hash_sha256(hash, (const unsigned char *)verifier, n);
	return base64url_encoded(ctx->pool, hash, sizeof(hash));
}

/* ---- answering ---- */

static NORETURN void refuse_grant(struct ctx *ctx, const char *outcome)
{
	if (str_eq(outcome, "resource"))
		fail(ctx, 400, "oauth_invalid_target", "O acesso foi dado para outro recurso.");
	if (str_eq(outcome, "scope"))
		fail(ctx, 400, "oauth_invalid_scope", "O pedido passa do que foi permitido.");
	if (str_eq(outcome, "verifier"))
		fail(ctx, 400, "oauth_invalid_grant", "O code_verifier não confere.");
	if (str_eq(outcome, "replayed") || str_eq(outcome, "reused"))
		fail(ctx, 400, "oauth_invalid_grant",
		     "Já foi usado: tudo o que saiu dele foi revogado.");
	fail(ctx, 400, "oauth_invalid_grant", "Não existe, já passou da validade ou foi revogado.");
}

static void give(struct ctx *ctx, const struct tokens *t, unsigned scopes)
{
	struct json *j = respond_json(ctx, 200);

	respond_header(ctx, "Cache-Control", "no-store");
	respond_header(ctx, "Pragma", "no-cache");
	json_open(j, NULL);
	json_text(j, "access_token", t->access);
	json_text(j, "token_type", "Bearer");
	json_int(j, "expires_in", TOKEN_MS / 1000);
	json_text(j, "refresh_token", t->refresh);
	json_text(j, "scope", scopes_text(ctx->pool, scopes));
	json_close(j);
}

/* Writes the audit row of a revoked family.  @first: the column of its grant; account and workspace follow. */
static void record_ended(struct ctx *ctx, const struct db_rows *r, int first)
{
	if (db_count(r) && !db_is_null(r, 0, first))
		trail_ended_of(ctx, db_get_uuid(r, 0, first + 2), db_get_uuid(r, 0, first + 1),
			       "grant.revoked", db_get_uuid(r, 0, first));
}

static void give_or_refuse(struct ctx *ctx, const struct tokens *t, const struct db_rows *r)
{
	const char *outcome = db_get_text(r, 0, C_OUTCOME);
	unsigned scopes = 0;

	if (str_eq(outcome, "ok"))
		scopes = (unsigned)db_get_int(r, 0, C_SCOPES);
	record_ended(ctx, r, C_ENDED);
	db_commit(ctx);
	if (!str_eq(outcome, "ok"))
		refuse_grant(ctx, outcome);
	give(ctx, t, scopes);
}

static void by_code(struct ctx *ctx, struct body *f)
{
	struct uuid client = client_of(ctx, f);
	const char *redirect = needed(ctx, f, "redirect_uri");
	const char *code = needed(ctx, f, "code");
	const char *challenge = challenge_of(ctx, f);
	const char *resource = resource_of(ctx, f);
	uint8_t hash[KEY_HASH];
	struct tokens t;

	if (!hash_of(code, SECRET_CODE, hash))
		refuse_grant(ctx, "invalid");
	draw(&t);
	db_begin_write(ctx);
	give_or_refuse(
		ctx, &t,
		db_query(ctx, &exchange,
			 DB_ARGS(bytes_of(hash), db_uuid(client), db_text(redirect),
				 db_text(challenge), db_text(resource), db_uuid(t.id),
				 bytes_of(t.access_hash), db_timestamp(ctx->now_ms + TOKEN_MS),
				 bytes_of(t.refresh_hash), db_timestamp(ctx->now_ms + REFRESH_MS),
				 db_timestamp(ctx->now_ms))));
}

static void by_refresh(struct ctx *ctx, struct body *f)
{
	struct uuid client = client_of(ctx, f);
	const char *token = needed(ctx, f, "refresh_token");
	const char *resource = resource_of(ctx, f);
	const char *scope = value_of(ctx, f, "scope");
	uint8_t hash[KEY_HASH];
	unsigned scopes = 0;
	struct tokens t;

	if (!hash_of(token, SECRET_REFRESH, hash))
		refuse_grant(ctx, "invalid");
	if (scope && (!scopes_read(ctx->pool, scope, &scopes) || !scopes))
		refuse_grant(ctx, "scope");
	draw(&t);
	db_begin_write(ctx);
	give_or_refuse(
		ctx, &t,
		db_query(ctx, &refresh,
			 DB_ARGS(bytes_of(hash), db_uuid(client), db_text(resource),
				 scope ? db_int(scopes) : db_null(), db_uuid(t.id),
				 bytes_of(t.access_hash), db_timestamp(ctx->now_ms + TOKEN_MS),
				 bytes_of(t.refresh_hash), db_timestamp(ctx->now_ms + REFRESH_MS),
				 db_timestamp(ctx->now_ms))));
}

void oauth_token(struct ctx *ctx)
{
	const char *type;
	struct body *f;

	query_done(ctx);
	base_required(ctx);
	f = form_open(ctx);
	type = needed(ctx, f, "grant_type");
	if (str_eq(type, "authorization_code"))
		by_code(ctx, f);
	else if (str_eq(type, "refresh_token"))
		by_refresh(ctx, f);
	else
		fail(ctx, 400, "oauth_unsupported_grant_type",
		     "Só authorization_code e refresh_token são aceitos.");
}

void oauth_revoke(struct ctx *ctx)
{
	struct uuid client;
	const char *token;
	enum secret_kind kind;
	uint8_t hash[KEY_HASH];
	struct body *f;

	query_done(ctx);
	f = form_open(ctx);
	client = client_of(ctx, f);
	token = needed(ctx, f, "token");
	/* RFC 7009 section 2.2: an unknown token counts as revoked. */
	if (secret_well_formed(token, &kind) && (kind == SECRET_TOKEN || kind == SECRET_REFRESH)) {
		key_hash(token, hash);
		db_begin_write(ctx);
		record_ended(ctx,
			     db_query(ctx, &revoke,
				      DB_ARGS(bytes_of(hash), db_uuid(client),
					      db_timestamp(ctx->now_ms))),
			     0);
		db_commit(ctx);
	}
	respond_bytes(ctx, 200, NULL, (struct slice){ NULL, 0 });
	respond_header(ctx, "Cache-Control", "no-store");
}
