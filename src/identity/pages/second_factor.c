/* SPDX-License-Identifier: Apache-2.0 */
/* second_factor.c: a code beside the password. */
#include "config.h"

#include "identity/pages/second_factor.h"

#include "identity/pages/account_mail.h"

#include <ctype.h>
#include <string.h>

#include <sodium.h>

#include "identity/caller.h"
#include "identity/credential_trail.h"
#include "identity/totp.h"
#include "identity/pages/own_password.h"
#include "identity/pages/throttle.h"
#include "core/encode.h"
#include "core/log.h"
#include "core/problem.h"
#include "core/text.h"
#include "db/db.h"
#include "http/network.h"
#include "http/secret.h"

static DB_STMT(state, "second_factor.state", "select since, codes from second_factor_state()");
enum { C_SINCE, C_CODES };

static DB_STMT(begin, "second_factor.begin", "select second_factor_begin($1, $2)");
static DB_STMT(pending, "second_factor.pending", "select second_factor_pending($1)");
static DB_STMT(confirm, "second_factor.confirm",
	       "select second_factor_confirm($1, $2, $3::bytea[], $4)");
static DB_STMT(attempt, "second_factor.attempt",
	       "select wait, sealed from second_factor_attempt($1, $2, $3, $4)");
enum { A_WAIT, A_SEALED };

static DB_STMT(turn_off, "second_factor.end", "select second_factor_end($1, $2)");

#define NONCE crypto_secretbox_NONCEBYTES
#define SEALED (NONCE + crypto_secretbox_MACBYTES + TOTP_SECRET)

#define RECOVERY_BYTES 10 /* 16 characters of base32 */
#define RECOVERY_GROUP 4

/* ---- the secret ---- */

/* A key for each account, so that one account's secret cannot be put in the place of another's. */
static void sealing_key(struct ctx *ctx, struct uuid account,
			unsigned char key[crypto_secretbox_KEYBYTES])
{
	secret_sign(ctx->config, "lastro factor 01", slice_of(uuid_text(ctx->pool, account)), key,
		    crypto_secretbox_KEYBYTES);
}

static struct slice sealed(struct ctx *ctx, const unsigned char secret[TOTP_SECRET])
{
	unsigned char key[crypto_secretbox_KEYBYTES];
	unsigned char *out = pool_array(ctx->pool, unsigned char, SEALED);

	sealing_key(ctx, ctx->caller->account, key);
	randombytes_buf(out, NONCE);
	(void)crypto_secretbox_easy(out + NONCE, secret, TOTP_SECRET, out, key); /* returns 0 */
	sodium_memzero(key, sizeof(key));
	return (struct slice){ (const char *)out, SEALED };
}

static bool opened(struct ctx *ctx, struct uuid account, struct slice box,
		   unsigned char secret[TOTP_SECRET])
{
	unsigned char key[crypto_secretbox_KEYBYTES];
	const unsigned char *p = (const unsigned char *)box.p;
	bool good;

	if (box.n != SEALED)
		return false;
	sealing_key(ctx, account, key);
	good = crypto_secretbox_open_easy(secret, p + NONCE, SEALED - NONCE, p, key) == 0;
	sodium_memzero(key, sizeof(key));
	if (!good)
		log_event(LOG_ERROR, NULL,
			  "a second factor cannot be read: was LASTRO_SECRET changed?");
	return good;
}

/* ---- codes ---- */

/* Without blanks and hyphens, in capitals. */
static const char *plain_code(struct ctx *ctx, const char *typed)
{
	char *out = pool_array(ctx->pool, char, strlen(typed) + 1), *end = out;

	for (const char *p = typed; *p; p++)
		if (*p != ' ' && *p != '-')
			*end++ = (char)toupper((unsigned char)*p);
	*end = '\0';
	return out;
}

static struct slice hash_of(const uint8_t hash[KEY_HASH])
{
	return (struct slice){ (const char *)hash, KEY_HASH };
}

static const char *recovery_code(struct ctx *ctx, uint8_t hash[KEY_HASH])
{
	unsigned char bytes[RECOVERY_BYTES];
	const char *text;
	struct buf b;

	randombytes_buf(bytes, sizeof(bytes));
	text = base32_encoded(ctx->pool, bytes, sizeof(bytes));
	sodium_memzero(bytes, sizeof(bytes));
	key_hash(text, hash);
	buf_init(&b, ctx->pool, 32);
	for (size_t i = 0; text[i]; i++) {
		if (i && i % RECOVERY_GROUP == 0)
			buf_char(&b, '-');
		buf_char(&b, text[i]);
	}
	return buf_text(&b);
}

struct second_factor_code second_factor_attempt(struct ctx *ctx, struct uuid account,
						int64_t issued_ms, const char *code)
{
	struct second_factor_code c = { .step = -1 };
	const char *plain = plain_code(ctx, code);
	unsigned char secret[TOTP_SECRET] = { 0 };
	const struct db_rows *r;

	db_begin_write(ctx);
	r = db_query(ctx, &attempt,
		     DB_ARGS(db_uuid(account), db_text(request_network(ctx)),
			     db_timestamp(issued_ms), db_timestamp(ctx->now_ms)));
	db_commit(ctx);
	throttle_refuse(ctx, db_get_int(r, 0, A_WAIT));
	key_hash(plain, c.hash);
	if (db_is_null(r, 0, A_SEALED)) {
		randombytes_buf(c.hash, sizeof(c.hash)); /* no code is good */
		return c;
	}
	if (opened(ctx, account, db_get_bytes(r, 0, A_SEALED), secret))
		c.step = totp_step(secret, plain, ctx->now_ms);
	sodium_memzero(secret, sizeof(secret));
	return c;
}

/* ---- on and off ---- */

void second_factor_session(struct ctx *ctx)
{
	if (ctx->caller->form != FORM_SESSION)
		fail(ctx, 403, "session_required",
		     "O segundo fator é da pessoa: só uma sessão dela o lê ou muda, e nunca uma chave ou um aplicativo.");
}

void second_factor_read(struct ctx *ctx, struct second_factor *out)
{
	const struct db_rows *r = db_query(ctx, &state, DB_NO_ARGS);

	*out = (struct second_factor){ .on = db_count(r) > 0 };
	if (!out->on)
		return;
	out->since_ms = db_get_timestamp(r, 0, C_SINCE);
	out->codes_left = db_get_int(r, 0, C_CODES);
}

static NORETURN void refuse_on(struct ctx *ctx)
{
	fail(ctx, 409, "second_factor_conflict",
	     "O segundo fator já está ligado. Para trocar de telefone, desligue-o e ligue-o de novo.");
}

/* The secret that was begun; false when there is none. */
static bool begun(struct ctx *ctx, struct slice *box, unsigned char secret[TOTP_SECRET])
{
	const struct db_rows *r = db_query(ctx, &pending, DB_ARGS(db_timestamp(ctx->now_ms)));

	if (db_is_null(r, 0, 0))
		return false;
	*box = db_get_bytes(r, 0, 0);
	return opened(ctx, ctx->caller->account, *box, secret);
}

static const char *begun_text(struct ctx *ctx)
{
	unsigned char secret[TOTP_SECRET];
	const char *text;
	struct slice box;

	if (!begun(ctx, &box, secret))
		return NULL;
	text = base32_encoded(ctx->pool, secret, sizeof(secret));
	sodium_memzero(secret, sizeof(secret));
	return text;
}

bool second_factor_is_pending(struct ctx *ctx, const char *secret)
{
	const char *begun_now = begun_text(ctx);

	return secret && begun_now && str_eq(begun_now, secret);
}

const char *second_factor_begin(struct ctx *ctx, const char *password)
{
	unsigned char secret[TOTP_SECRET];
	struct second_factor f;
	const struct db_rows *r;
	const char *encoded;
	bool matches;

	account_stays(ctx);
	second_factor_read(ctx, &f);
	if (f.on)
		refuse_on(ctx);
	encoded = own_password_try(ctx);
	matches = own_password_matches(ctx, encoded, password);
	own_password_resume(ctx);
	if (!matches)
		return NULL;
	randombytes_buf(secret, sizeof(secret));
	r = db_query(ctx, &begin,
		     DB_ARGS(db_bytes(sealed(ctx, secret)), db_timestamp(ctx->now_ms)));
	sodium_memzero(secret, sizeof(secret));
	if (!db_get_bool(r, 0, 0))
		refuse_on(ctx);
	return begun_text(ctx); /* of two presses the first one's */
}

static void record(struct ctx *ctx, bool on)
{
	if (on)
		account_tell(
			ctx, "Segundo fator ligado", "O segundo fator da sua conta foi ligado",
			"alguém sabe a sua senha. Fale já com quem opera o serviço, que o desliga, e troque a senha.");
	else
		account_tell(ctx, "Segundo fator desligado",
			     "O segundo fator da sua conta foi desligado",
			     "entre, troque a senha e ligue-o de novo.");
	trail_account(ctx, on ? "second_factor.on" : "second_factor.off", "/second_factor",
		      on ? "false" : "true", on ? "true" : "false");
}

bool second_factor_confirm(struct ctx *ctx, const char *code, const char *codes[RECOVERY_CODES])
{
	struct slice box, hashes[RECOVERY_CODES];
	unsigned char secret[TOTP_SECRET];
	const struct db_rows *r;
	int64_t step;

	account_stays(ctx);
	if (!begun(ctx, &box, secret))
		fail(ctx, 409, "second_factor_conflict",
		     "Não há segundo fator à espera de um código: comece de novo. Um segredo espera por uma hora.");
	step = totp_step(secret, plain_code(ctx, code), ctx->now_ms);
	sodium_memzero(secret, sizeof(secret));
	if (step < 0)
		return false;
	for (size_t i = 0; i < RECOVERY_CODES; i++) {
		uint8_t *hash = pool_array(ctx->pool, uint8_t, KEY_HASH);

		codes[i] = recovery_code(ctx, hash);
		hashes[i] = hash_of(hash);
	}
	r = db_query(ctx, &confirm,
		     DB_ARGS(db_bytes(box), db_int(step),
			     db_array(DB_BYTES_ARRAY, hashes, NULL, RECOVERY_CODES, 0),
			     db_timestamp(ctx->now_ms)));
	if (!db_get_bool(r, 0, 0))
		refuse_on(ctx);
	record(ctx, true);
	return true;
}

static void refuse_off(struct ctx *ctx)
{
	struct second_factor f;

	second_factor_read(ctx, &f);
	if (!f.on)
		fail(ctx, 409, "second_factor_conflict", "O segundo fator não está ligado.");
}

bool second_factor_end(struct ctx *ctx, const char *password, const char *code)
{
	struct second_factor_code c;
	const struct db_rows *r;
	const char *encoded;
	bool matches;

	refuse_off(ctx);
	encoded = own_password_try(ctx);
	c = second_factor_attempt(ctx, ctx->caller->account, ctx->now_ms, code);
	matches = own_password_matches(ctx, encoded, password);
	own_password_resume(ctx);
	if (!matches)
		return false;
	r = db_query(ctx, &turn_off,
		     DB_ARGS(c.step < 0 ? db_null() : db_int(c.step), db_bytes(hash_of(c.hash))));
	if (!db_get_bool(r, 0, 0))
		return false;
	record(ctx, false);
	return true;
}
