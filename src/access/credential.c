/* SPDX-License-Identifier: Apache-2.0 */
/* credential.c: what the client showed, read and hashed once a request. */
#include "config.h"

#include "access/credential.h"

#include <strings.h>

#include "ctx/config.h"
#include "ctx/problem.h"
#include "http/request.h"

static bool announced;

void credential_announce(void)
{
	announced = true;
}

const char *credential_challenge(struct ctx *ctx, const char *more)
{
	const char *url = ctx->config->base_url;
	bool named = announced && *url;

	return pool_printf(ctx->pool, "Bearer realm=\"lastro\"%s%s%s%s%s%s",
			   named ? ", resource_metadata=\"" : "", named ? url : "",
			   named ? CREDENTIAL_METADATA : "", named ? "\"" : "", *more ? ", " : "",
			   more);
}

NORETURN void credential_refuse(struct ctx *ctx, const char *code, const char *detail)
{
	problem_open(ctx)->www_authenticate = credential_challenge(
		ctx, str_eq(code, "credential_missing") ? "" : "error=\"invalid_token\"");
	fail(ctx, 401, code, "%s", detail);
}

/* The key of "Bearer KEY"; a typing error costs no query. */
static const char *bearer_of(struct ctx *ctx)
{
	const char *sent = ctx->req->authorization;
	enum credential_kind kind;

	if (!sent || strncasecmp(sent, "Bearer", 6) || (sent[6] && sent[6] != ' '))
		credential_refuse(
			ctx, "credential_missing",
			"Envie a chave no cabeçalho Authorization, na forma \"Bearer CHAVE\".");
	sent += 6;
	sent += strspn(sent, " ");
	if (!key_well_formed(sent, &kind))
		credential_refuse(
			ctx, "credential_invalid",
			"A chave enviada não tem a forma de uma chave; confira se foi copiada inteira.");
	return sent;
}

const struct credential *credential_of(struct ctx *ctx)
{
	struct credential *c;
	const char *secret;

	if (ctx->credential)
		return ctx->credential;
	secret = bearer_of(ctx);
	c = pool_zero(ctx->pool, struct credential);
	c->form = FORM_KEY;
	key_hash(secret, c->hash);
	ctx->credential = c;
	return c;
}
