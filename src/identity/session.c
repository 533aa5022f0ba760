/* SPDX-License-Identifier: Apache-2.0 */
/* session.c: the session cookie of a logged-in person, and its CSRF token. */
#include "config.h"

#include "identity/session.h"

#include <sodium.h>

#include "identity/caller.h"
#include "core/encode.h"
#include "core/text.h"
#include "core/settings.h"
#include "http/request.h"
#include "http/response.h"
#include "http/secret.h"

/* __Host-: browsers accept it only over TLS and for this host, so a neighbouring host cannot set it. */
#define SESSION_COOKIE "__Host-lastro_session"
#define BROWSER_COOKIE "__Host-lastro_browser"
#define COOKIE_RULES "Path=/; Secure; HttpOnly; SameSite=Lax"

#define TOKEN 24 /* bytes */
#define BROWSER 16
#define OWNED '.' /* before the owner of a token; not in base64url */

const char *session_secret(const struct ctx *ctx)
{
	return request_cookie(ctx, SESSION_COOKIE);
}

void session_begin(struct ctx *ctx, const char *secret)
{
	respond_header(ctx, "Set-Cookie", SESSION_COOKIE "=%s; " COOKIE_RULES "; Max-Age=%d",
		       secret, (int)(SESSION_MS / 1000));
}

void session_forget(struct ctx *ctx)
{
	respond_header(ctx, "Set-Cookie", SESSION_COOKIE "=; " COOKIE_RULES "; Max-Age=0");
}

static const char *sign(struct ctx *ctx, const char *purpose, const char *cookie)
{
	unsigned char token[TOKEN];

	secret_sign(ctx->config, purpose, slice_of(cookie), token, sizeof(token));
	return base64url_encoded(ctx->pool, token, sizeof(token));
}

const char *csrf_token_of(struct ctx *ctx, const char *secret)
{
	return sign(ctx, "lastro session 1", secret);
}

const char *csrf_owner(struct ctx *ctx, struct uuid account)
{
	return sign(ctx, "lastro owner 001", uuid_text(ctx->pool, account));
}

const char *csrf_owned(struct ctx *ctx, const char *secret, struct uuid account)
{
	return pool_printf(ctx->pool, "%s%c%s", csrf_token_of(ctx, secret), OWNED,
			   csrf_owner(ctx, account));
}

const char *csrf_owner_said(const char *token)
{
	const char *owned = strchr(token, OWNED);

	return owned ? owned + 1 : NULL;
}

const char *csrf_token(struct ctx *ctx)
{
	const char *session = session_secret(ctx);
	const char *browser =
		ctx->req->browser ? ctx->req->browser : request_cookie(ctx, BROWSER_COOKIE);
	unsigned char bytes[BROWSER];

	if (session)
		return ctx->caller ? csrf_owned(ctx, session, ctx->caller->account)
				   : csrf_token_of(ctx, session);
	if (!browser) {
		randombytes_buf(bytes, sizeof(bytes));
		browser = base64url_encoded(ctx->pool, bytes, sizeof(bytes));
		respond_header(ctx, "Set-Cookie", BROWSER_COOKIE "=%s; " COOKIE_RULES, browser);
		/* A second form of the same page has the same token. */
		ctx->req->browser = browser;
	}
	return sign(ctx, "lastro browser 1", browser);
}

/* Only scheme, host and port; the base URL may have a path.  Without a base URL, the requested host. */
static const char *sign_text(struct ctx *ctx, const char *purpose, const char *text)
{
	return sign(ctx, purpose, pool_printf(ctx->pool, "%s %s", csrf_token(ctx), text));
}

const char *csrf_signed(struct ctx *ctx, const char *purpose, const char *text)
{
	return pool_printf(ctx->pool, "%s.%s", sign_text(ctx, purpose, text), text);
}

const char *csrf_signed_read(struct ctx *ctx, const char *purpose, const char *said)
{
	const char *dot = strchr(said, '.'), *good;

	if (!dot)
		return NULL;
	good = sign_text(ctx, purpose, dot + 1);
	return strlen(good) == (size_t)(dot - said) && sodium_memcmp(good, said, strlen(good)) == 0
		       ? dot + 1
		       : NULL;
}

static bool is_own_origin(const struct ctx *ctx, const char *origin)
{
	const char *base = ctx->config->base_url;
	const char *host = request_header(ctx, "Host");
	const char *name = strstr(origin, "://");
	size_t n = strlen(origin);

	if (!*base)
		return host && name && str_eq(name + 3, host);
	return strncmp(base, origin, n) == 0 && (!base[n] || base[n] == '/');
}

/* A browser sends the origin of a request; a client that sends none is not a browser, or an old one. */
static bool came_from_elsewhere(const struct ctx *ctx)
{
	const char *site = request_header(ctx, "Sec-Fetch-Site");
	const char *origin = ctx->req->origin;

	if (site && !str_eq(site, "same-origin") && !str_eq(site, "none"))
		return true;
	return origin && !is_own_origin(ctx, origin);
}

bool session_own_page(const struct ctx *ctx)
{
	const char *site = request_header(ctx, "Sec-Fetch-Site");

	return ctx->req->origin && is_own_origin(ctx, ctx->req->origin) && site &&
	       str_eq(site, "same-origin");
}

void csrf_check(struct ctx *ctx, const char *token)
{
	const char *session = session_secret(ctx);
	const char *browser = request_cookie(ctx, BROWSER_COOKIE);
	const char *good = session   ? csrf_token_of(ctx, session)
			   : browser ? sign(ctx, "lastro browser 1", browser)
				     : NULL;

	if (good && token && strlen(token) >= strlen(good) &&
	    sodium_memcmp(token, good, strlen(good)) == 0 &&
	    (!token[strlen(good)] || token[strlen(good)] == OWNED) && !came_from_elsewhere(ctx)) {
		ctx->req->csrf_checked = true;
		return;
	}
	fail(ctx, 403, "csrf_token_invalid",
	     "O pedido não trouxe a prova de que veio de uma página deste serviço. Recarregue a página e "
	     "tente de novo.");
}
