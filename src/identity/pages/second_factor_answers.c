/* SPDX-License-Identifier: Apache-2.0 */
/*
 * second_factor_answers.c: the second factor for programs.
 *
 * GET, POST /v1/me/second-factor, POST /v1/me/second-factor/confirm, /v1/me/second-factor/disable
 */
#include "config.h"

#include "identity/pages/second_factor.h"

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "identity/totp.h"
#include "identity/pages/password.h"
#include "identity/pages/site.h"
#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"

static void write_state(struct json *j, const struct second_factor *f)
{
	json_boolean(j, "on", f->on);
	json_timestamp_or_null(j, "since", f->on, f->since_ms);
	json_int(j, "recovery_codes_left", f->codes_left);
}

static void answer_state(struct ctx *ctx)
{
	struct second_factor f;
	struct json *j;

	second_factor_read(ctx, &f);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	write_state(j, &f);
	json_close(j);
}

void second_factor_get(struct ctx *ctx)
{
	query_done(ctx);
	second_factor_session(ctx);
	answer_state(ctx);
}

static NORETURN void refuse(struct ctx *ctx, const char *detail)
{
	fail(ctx, 422, "second_factor_refused", "%s", detail);
}

void second_factor_post(struct ctx *ctx)
{
	const char *password, *secret;
	struct body *b;
	struct json *j;

	access_enter(ctx, TX_WRITE);
	query_done(ctx);
	second_factor_session(ctx);
	b = body_open(ctx);
	password = body_text(b, "password", REQUIRED, 1, PASSWORD_MAX);
	body_done(b);
	secret = second_factor_begin(ctx, password);
	if (!secret)
		refuse(ctx, "A senha não confere.");
	j = respond_json(ctx, 201);
	respond_header(ctx, "Location", "/v1/me/second-factor");
	json_open(j, NULL);
	json_text(j, "secret", secret);
	json_text(j, "otpauth_uri", totp_uri(ctx->pool, site_person(ctx)->email, secret));
	json_close(j);
}

/* @codes: NULL for the stored answer, which has none. */
static void write_confirmed(struct json *j, const struct second_factor *f, const char *const *codes)
{
	json_open(j, NULL);
	write_state(j, f);
	if (codes)
		json_texts(j, "recovery_codes", codes, RECOVERY_CODES);
	json_close(j);
}

void second_factor_confirm_post(struct ctx *ctx)
{
	const char *codes[RECOVERY_CODES], *code;
	struct second_factor f;
	struct body *b;
	struct json *bare;

	query_done(ctx);
	second_factor_session(ctx);
	b = body_open(ctx);
	code = body_line(b, "code", REQUIRED, 1, SECOND_FACTOR_CODE_MAX);
	body_done(b);
	if (!second_factor_confirm(ctx, code, codes))
		refuse(ctx, "O código não é o que o segredo dá agora: confira a hora do telefone.");
	second_factor_read(ctx, &f);
	bare = json_new(ctx->pool, 128);
	write_confirmed(bare, &f, NULL);
	idempotency_without(ctx, json_written(bare));
	write_confirmed(respond_json(ctx, 200), &f, codes);
}

void second_factor_disable_post(struct ctx *ctx)
{
	const char *password, *code;
	struct body *b;

	access_enter(ctx, TX_WRITE);
	query_done(ctx);
	second_factor_session(ctx);
	b = body_open(ctx);
	password = body_text(b, "password", REQUIRED, 1, PASSWORD_MAX);
	code = body_line(b, "code", REQUIRED, 1, SECOND_FACTOR_CODE_MAX);
	body_done(b);
	if (!second_factor_end(ctx, password, code))
		refuse(ctx, "A senha ou o código não conferem, ou o código já foi usado.");
	answer_state(ctx);
}
