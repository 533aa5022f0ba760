/* SPDX-License-Identifier: Apache-2.0 */
/*
 * problem_answer.c: RFC 9457 Problems, and the page of each code.  GET /problems/{code}
 *
 * The page needs no credential, no script and no other file: it is the target of a Problem's `type`,
 * for a person (HTML) or a program (JSON).
 */
#include "config.h"

#include "http/problem_answer.h"

#include <strings.h>

#include "core/encode.h"
#include "core/settings.h"
#include "http/html.h"
#include "http/request.h"
#include "http/response.h"

/* Seconds: a database that restarts is usually back by then. */
#define RETRY_AFTER "2"

/* Bytes a second, for an answer of about 800: as in nginx/lastro.conf.in for nginx's own refusals. */
#define SLOWLY "400"

/* ---- the answer ---- */

static const char *bearer_error(const struct problem *p)
{
	if (str_eq(p->code, "scope_missing"))
		return "insufficient_scope";
	return str_eq(p->code, "credential_missing") ? NULL : "invalid_token";
}

/* RFC 6750 section 3, with resource_metadata (RFC 9728) when the service knows its own address. */
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

void problem_headers(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;
	const char *retry = p->retry_after;

	if (!retry && p->status == 503)
		retry = RETRY_AFTER;
	if (retry)
		respond_header(ctx, "Retry-After", "%s", retry);
	if (p->slowly)
		respond_header(ctx, "X-Accel-Limit-Rate", SLOWLY);
	if (p->allow)
		respond_header(ctx, "Allow", "%s", p->allow);
	add_www_authenticate(ctx, p);
}

const char *problem_detail(struct ctx *ctx)
{
	struct problem *p = ctx->problem;

	if (!str_eq(p->code, "internal_error"))
		return p->detail;
	if (!p->cause)
		p->cause = p->detail;
	return "O serviço falhou ao atender a requisição; o registro interno guarda a causa.";
}

void problem_write(struct ctx *ctx, struct json *j)
{
	struct problem *p = ctx->problem;
	const struct problem_kind *kind = problem_kind(p->code);

	json_open(j, NULL);
	json_text(j, "type", pool_printf(ctx->pool, "/problems/%s", p->code));
	json_text(j, "title", kind ? kind->title : "Erro");
	json_int(j, "status", p->status);
	if (p->detail)
		json_text(j, "detail", problem_detail(ctx));
	if (ctx->req && ctx->req->path)
		json_text(j, "instance",
			  url_encoded_but(ctx->pool,
					  ctx->req->came_at ? ctx->req->came_at : ctx->req->path,
					  URL_PATH));
	json_open(j, "details");
	json_text(j, "code", p->code);
	if (ctx->req && ctx->req->request_id)
		json_text(j, "request_id", ctx->req->request_id);
	if (p->details && !str_eq(p->code, "internal_error")) {
		buf_char(j->out, ',');
		buf_str(j->out, p->details);
	}
	json_close(j);
	json_close(j);
}

void problem_render(struct ctx *ctx)
{
	struct json *j;

	respond_reset(ctx);
	j = respond_json(ctx, ctx->problem->status);
	ctx->res->content_type = "application/problem+json";
	problem_headers(ctx);
	problem_write(ctx, j);
}

/* ---- the page ---- */

/* The q of a media range's parameters; a malformed one counts as 0. */
static wide weight_of(struct slice params)
{
	wide q = 1000;

	while (params.n) {
		struct slice one;

		if (!slice_cut(params, ';', &one, &params))
			params = (struct slice){ NULL, 0 };
		one = slice_trim(one);
		if (one.n > 2 && (one.p[0] == 'q' || one.p[0] == 'Q') && one.p[1] == '=' &&
		    dec_parse((struct slice){ one.p + 2, one.n - 2 }, 3, 1000, &q) != DEC_OK)
			return 0;
	}
	return q;
}

int accept_quality(const char *accept, const char *const *types, size_t n)
{
	struct slice rest = slice_of(accept);
	int best = 0;

	while (rest.n) {
		struct slice range;
		struct slice type;
		struct slice params = { NULL, 0 };
		wide q;

		if (!slice_cut(rest, ',', &range, &rest))
			rest = (struct slice){ NULL, 0 };
		(void)slice_cut(range, ';', &type, &params); /* without ';' all of it is the type */
		q = weight_of(params);
		type = slice_trim(type);
		for (size_t i = 0; i < n; i++)
			if (type.n == strlen(types[i]) &&
			    strncasecmp(type.p, types[i], type.n) == 0 && q > best)
				best = (int)q;
	}
	return best;
}

/* A browser names text/html; a program that accepts anything gets JSON. */
bool problem_wants_html(const struct ctx *ctx)
{
	const char *accept = ctx->req->accept;
	static const char *const html[] = { "text/html", "application/xhtml+xml" };
	static const char *const json[] = { "application/json", "application/problem+json",
					    "application/*" };
	int q = accept ? accept_quality(accept, html, ARRAY_SIZE(html)) : 0;

	return q > 0 && q >= accept_quality(accept, json, ARRAY_SIZE(json));
}

static void page_html(struct ctx *ctx, const struct problem_kind *kind)
{
	struct html *h = html_page(ctx, 200, &(struct html_page){ .title = kind->title });

	html_open(h, "p");
	html_element(h, "code", kind->code);
	html_text(h, pool_printf(ctx->pool, " · HTTP %d", kind->status));
	html_close(h, "p");
	html_element(h, "h2", "O que significa");
	html_p(h, "%s", kind->meaning);
	html_element(h, "h2", "O que fazer");
	html_p(h, "%s", kind->remedy);
	html_page_end(h);
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
	json_text(j, "mend", kind->remedy);
	json_close(j);
}

static void problem_page(struct ctx *ctx)
{
	const struct problem_kind *kind = problem_kind(ctx->path[0]);

	query_done(ctx);
	if (!kind)
		fail(ctx, 404, "route_not_found", "O código \"%s\" não está no catálogo.",
		     problem_shown(ctx->pool, ctx->path[0]));
	if (problem_wants_html(ctx))
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
