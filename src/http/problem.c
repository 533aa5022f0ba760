/* SPDX-License-Identifier: Apache-2.0 */
/*
 * problem.c: RFC 9457 Problems, and the page of each code.  GET /problems/{code}
 *
 * The page needs no credential, no script and nothing from elsewhere: it is what `type` of a
 * Problem points at, for a person (HTML) or a program (JSON).
 */
#include "config.h"

#include "http/problem.h"

#include <sodium.h>

#include "ctx/config.h"
#include "http/request.h"
#include "http/response.h"

/* Seconds: a database that restarts is usually back by then. */
#define RETRY_AFTER "2"

/* The path as a URI reference: what is not plain in a path is percent-encoded. */
static const char *uri_path(void *pool, const char *path)
{
	static const char hex[] = "0123456789ABCDEF";
	struct buf out;

	buf_init(&out, pool, strlen(path) + 1);
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		    strchr("/-._~!$&'()*+,;=:@", c)) {
			buf_char(&out, (char)c);
		} else {
			buf_char(&out, '%');
			buf_char(&out, hex[c >> 4]);
			buf_char(&out, hex[c & 15]);
		}
	}
	return buf_text(&out);
}

/* ---- the answer ---- */

static const char *bearer_error(const struct problem *p)
{
	if (str_eq(p->code, "scope_missing"))
		return "insufficient_scope";
	return str_eq(p->code, "credential_missing") ? NULL : "invalid_token";
}

/* RFC 6750 section 3, with resource_metadata (RFC 9728) where the service knows its own address. */
static void add_www_authenticate(struct ctx *ctx, const struct problem *p)
{
	const char *error = bearer_error(p);
	const char *base = ctx->config ? ctx->config->base_url : "";
	struct buf value;

	if (p->www_authenticate) {
		respond_header(ctx, "WWW-Authenticate", "%s", p->www_authenticate);
		return;
	}
	if (p->status != 401 && !str_eq(p->code, "scope_missing"))
		return;
	buf_init(&value, ctx->pool, 256);
	buf_str(&value, "Bearer realm=\"lastro\"");
	if (error)
		buf_printf(&value, ", error=\"%s\"", error);
	if (base && *base)
		buf_printf(&value,
			   ", resource_metadata=\"%s/.well-known/oauth-protected-resource\"", base);
	respond_header(ctx, "WWW-Authenticate", "%s", buf_text(&value));
}

static void add_headers(struct ctx *ctx, const struct problem *p)
{
	const char *retry = p->retry_after;

	if (!retry && p->status == 503)
		retry = RETRY_AFTER;
	if (retry)
		respond_header(ctx, "Retry-After", "%s", retry);
	if (p->allow)
		respond_header(ctx, "Allow", "%s", p->allow);
	add_www_authenticate(ctx, p);
}

static const char *shown_detail(struct problem *p)
{
	if (!str_eq(p->code, "internal_error"))
		return p->detail;
	if (!p->cause)
		p->cause = p->detail;
	return "O serviço falhou ao atender a requisição; o registro interno guarda a causa.";
}

void problem_render(struct ctx *ctx)
{
	struct problem *p = ctx->problem;
	const struct problem_kind *kind = problem_kind(p->code);
	struct json *j;

	respond_reset(ctx);
	j = respond_json(ctx, p->status);
	ctx->res->content_type = "application/problem+json";
	add_headers(ctx, p);
	json_open(j, NULL);
	json_text(j, "type", pool_printf(ctx->pool, "/problems/%s", p->code));
	json_text(j, "title", kind ? kind->title : "Erro");
	json_int(j, "status", p->status);
	if (p->detail)
		json_text(j, "detail", shown_detail(p));
	if (ctx->req && ctx->req->path)
		json_text(j, "instance", uri_path(ctx->pool, ctx->req->path));
	json_open(j, "details");
	json_text(j, "code", p->code);
	if (ctx->req && ctx->req->request_id)
		json_text(j, "request_id", ctx->req->request_id);
	if (p->details && !str_eq(p->code, "internal_error")) {
		buf_char(&ctx->res->body, ',');
		buf_str(&ctx->res->body, p->details);
	}
	json_close(j);
	json_close(j);
}

/* ---- the page ---- */

static const char style[] =
	"body{font:1.1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;"
	"color:#1a1a1a;background:#fff}code{font-size:1em}"
	"@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}}";

/* Greatest q of the media types of @accept that one of the @n prefixes covers, in thousandths. */
static int quality(const char *accept, const char *const *types, size_t n)
{
	struct slice rest = slice_of(accept);
	int best = 0;

	while (rest.n) {
		struct slice range;
		struct slice type;
		struct slice params = { NULL, 0 };
		wide q = 1000;

		if (!slice_cut(rest, ',', &range, &rest))
			rest = (struct slice){ NULL, 0 };
		(void)slice_cut(range, ';', &type, &params); /* without ';' all of it is the type */
		params = slice_trim(params);
		if (params.n > 2 && (params.p[0] == 'q' || params.p[0] == 'Q') &&
		    params.p[1] == '=') {
			struct slice value = { params.p + 2, params.n - 2 };

			if (dec_parse(value, 3, 1000, &q) != DEC_OK)
				q = 0;
		}
		for (size_t i = 0; i < n; i++)
			if (slice_eq(slice_trim(type), types[i]) && q > best)
				best = (int)q;
	}
	return best;
}

/* A browser names text/html; a program that accepts anything gets JSON. */
static bool wants_html(const char *accept)
{
	static const char *const html[] = { "text/html", "application/xhtml+xml" };
	static const char *const json[] = { "application/json", "application/problem+json",
					    "application/*" };
	int q = accept ? quality(accept, html, ARRAY_SIZE(html)) : 0;

	return q > 0 && q >= quality(accept, json, ARRAY_SIZE(json));
}

static const char *content_policy(void *pool)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char text[64];

	crypto_hash_sha256(hash, (const unsigned char *)style, sizeof(style) - 1);
	sodium_bin2base64(text, sizeof(text), hash, sizeof(hash), sodium_base64_VARIANT_ORIGINAL);
	return pool_printf(pool,
			   "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; "
			   "form-action 'none'; frame-ancestors 'none'",
			   text);
}

static void put_html(struct buf *b, const char *text)
{
	for (; *text; text++) {
		if (*text == '&')
			buf_str(b, "&amp;");
		else if (*text == '<')
			buf_str(b, "&lt;");
		else if (*text == '>')
			buf_str(b, "&gt;");
		else
			buf_char(b, *text);
	}
}

static void page_html(struct ctx *ctx, const struct problem_kind *kind)
{
	struct buf b;

	buf_init(&b, ctx->pool, 4096);
	buf_str(&b, "<!DOCTYPE html>\n<html lang=\"pt-BR\">\n<head>\n<meta charset=\"utf-8\">\n"
		    "<meta name=\"viewport\" content=\""
		    "width=device-width, initial-scale=1\">\n<title>");
	put_html(&b, kind->title);
	buf_str(&b, " · lastro</title>\n<style>");
	buf_str(&b, style);
	buf_str(&b, "</style>\n</head>\n<body>\n<main>\n<h1>");
	put_html(&b, kind->title);
	buf_printf(&b, "</h1>\n<p><code>%s</code> · HTTP %d</p>\n<h2>O que significa</h2>\n<p>",
		   kind->code, kind->status);
	put_html(&b, kind->meaning);
	buf_str(&b, "</p>\n<h2>O que fazer</h2>\n<p>");
	put_html(&b, kind->mend);
	buf_str(&b, "</p>\n</main>\n</body>\n</html>\n");
	respond_bytes(ctx, 200, "text/html; charset=utf-8", (struct slice){ b.p, b.n });
	respond_header(ctx, "Content-Security-Policy", "%s", content_policy(ctx->pool));
	respond_header(ctx, "Referrer-Policy", "no-referrer");
}

static void page_json(struct ctx *ctx, const struct problem_kind *kind)
{
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_text(j, "type", pool_printf(ctx->pool, "/problems/%s", kind->code));
	json_text(j, "code", kind->code);
	json_int(j, "status", kind->status);
	json_text(j, "title", kind->title);
	json_text(j, "meaning", kind->meaning);
	json_text(j, "mend", kind->mend);
	json_close(j);
}

static void problem_page(struct ctx *ctx)
{
	const struct problem_kind *kind = problem_kind(ctx->path[0]);

	query_done(ctx);
	if (!kind)
		fail(ctx, 404, "route_not_found", "O código \"%s\" não está no catálogo.",
		     problem_shown(ctx->pool, ctx->path[0]));
	if (wants_html(ctx->req->accept))
		page_html(ctx, kind);
	else
		page_json(ctx, kind);
	respond_header(ctx, "Vary", "Accept");
	respond_header(ctx, "Cache-Control", "public, max-age=3600");
}

const struct route problem_routes[] = {
	{ GET, "/problems/{code}", "getProblem", problem_page, .transaction = TX_NONE },
	{ .run = NULL },
};
