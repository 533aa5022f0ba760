/* SPDX-License-Identifier: Apache-2.0 */
/* credential.c: the request's credential, read and hashed once. */
#include "config.h"

#include "identity/credential.h"

#include <strings.h>

#include "identity/attempts.h"
#include "identity/session.h"
#include "core/buf.h"
#include "core/text.h"
#include "core/settings.h"
#include "core/problem.h"
#include "http/request.h"

/* Each MCP profile is a resource of its own; everything else is the HTTP interface (RFC 8707). */
static const char *resource_path(const struct ctx *ctx)
{
	const char *pattern = ctx->route ? ctx->route->pattern : "";

	return text_starts(pattern, "/v1/mcp/") ? pattern : "";
}

/* The resource (RFC 8707) that this request is to, as the audience of tokens names it. */
static const char *credential_resource(struct ctx *ctx)
{
	return pool_printf(ctx->pool, "%s%s", ctx->config->base_url, resource_path(ctx));
}

const char *credential_challenge(struct ctx *ctx, const char *more)
{
	const char *url = ctx->config->base_url;

	if (!*url)
		return pool_printf(ctx->pool, "Bearer realm=\"lastro\"%s%s", *more ? ", " : "",
				   more);
	return pool_printf(
		ctx->pool,
		"Bearer realm=\"lastro\", resource_metadata=\"%s/.well-known/oauth-protected-resource%s\"%s%s",
		url, resource_path(ctx), *more ? ", " : "", more);
}

/* The scope="…" parameter of the challenge, or "". */
static const char *asked_scopes(struct ctx *ctx)
{
	const char *names[SCOPES_MAX];
	size_t n = scopes_names(ctx->route->challenge, names);
	struct buf b;

	buf_init(&b, ctx->pool, 128);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s%s", i ? " " : "scope=\"", names[i]);
	if (n)
		buf_char(&b, '"');
	return buf_text(&b);
}

NORETURN void credential_refuse(struct ctx *ctx, const char *code, const char *detail)
{
	bool missing = str_eq(code, "credential_missing");
	const char *error = missing ? "" : "error=\"invalid_token\"";
	const char *scope = asked_scopes(ctx);

	if (!missing)
		attempts_refused(ctx, ctx->credential ? ctx->credential->hash : NULL);
	problem_open(ctx)->www_authenticate = credential_challenge(
		ctx, pool_printf(ctx->pool, "%s%s%s", error, *error && *scope ? ", " : "", scope));
	fail(ctx, 401, code, "%s", detail);
}

static bool is_bearer(const char *sent)
{
	return strncasecmp(sent, "Bearer", 6) == 0 && (!sent[6] || sent[6] == ' ');
}

/* A key or a token from "Bearer SECRET"; a typing error costs no query. */
static const char *bearer_of(struct ctx *ctx, struct credential *c)
{
	const char *sent = ctx->req->authorization;
	enum secret_kind kind;

	if (!is_bearer(sent))
		credential_refuse(
			ctx, "credential_missing",
			"Envie a chave no cabeçalho Authorization, na forma \"Bearer CHAVE\".");
	sent += 6;
	sent += strspn(sent, " ");
	if (!secret_well_formed(sent, &kind) || kind > SECRET_TOKEN)
		credential_refuse(
			ctx, "credential_invalid",
			"A chave enviada não tem a forma de uma chave; confira se foi copiada inteira.");
	c->form = kind == SECRET_TOKEN ? FORM_TOKEN : FORM_KEY;
	return sent;
}

static const char *cookie_of(struct ctx *ctx, struct credential *c)
{
	const char *sent = session_secret(ctx);
	enum secret_kind kind;

	if (!sent)
		credential_refuse(
			ctx, "credential_missing",
			"Envie a chave no cabeçalho Authorization, na forma \"Bearer CHAVE\".");
	if (!secret_well_formed(sent, &kind) || kind != SECRET_SESSION)
		credential_refuse(ctx, "credential_invalid", "A sessão não existe; entre de novo.");
	c->form = FORM_SESSION;
	return sent;
}

const struct credential *credential_of(struct ctx *ctx)
{
	struct credential *c;

	if (ctx->credential)
		return ctx->credential;
	c = pool_zero(ctx->pool, struct credential);
	/* An Authorization header precedes a cookie, which a browser sends by itself. */
	key_hash(ctx->req->authorization ? bearer_of(ctx, c) : cookie_of(ctx, c), c->hash);
	ctx->credential = c;
	return c;
}

void credential_judge(struct ctx *ctx)
{
	const struct caller *c = ctx->caller;
	enum method method = ctx->req->method;

	if (c->audience && !str_eq(c->audience, credential_resource(ctx)))
		credential_refuse(ctx, "credential_invalid",
				  "O token foi dado para outro recurso, não para este.");
	/* The handler of a form checks the token in its body; serve() verifies that it did. */
	if (c->form == FORM_SESSION && method != GET && method != HEAD &&
	    ctx->route->body != BODY_FORM && ctx->route->body != BODY_FORM_FILE)
		csrf_check(ctx, request_header(ctx, "X-CSRF-Token"));
}
