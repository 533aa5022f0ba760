/* SPDX-License-Identifier: Apache-2.0 */
/* unsent.c: preserves a form that was submitted after its session had expired. */
#include "config.h"

#include "identity/pages/unsent.h"

#include <strings.h>

#include "identity/session.h"
#include "identity/pages/site.h"
#include "core/encode.h"
#include "core/json_write.h"
#include "core/problem.h"
#include "http/form.h"
#include "http/route.h"
#include "core/text.h"

#define UNSENT_MS ((int64_t)10 * 60 * 1000)
#define SIGNED "lastro unsent 01"

/* Tokens of the old page, and secrets, which must not be carried. */
static const char *const left_out[] = { "csrf",	  "once",  SITE_UNSENT, "password", "code",
					"secret", "token", "current",	"again",    "proof" };

static bool is_multipart(const struct ctx *ctx)
{
	const char *type = ctx->req->content_type;

	return type && strncasecmp(type, "multipart/", strlen("multipart/")) == 0;
}

struct typed {
	struct json_object *values;
};

static void read_typed(struct ctx *ctx, void *arg)
{
	struct form_file file;

	((struct typed *)arg)->values =
		body_whole(is_multipart(ctx) ? form_open_file(ctx, &file) : form_open(ctx));
}

/* The person whose page the form was, by its token; NULL when it names none. */
static const char *owner_of(struct json_object *values)
{
	struct json_object *token = json_object_object_get(values, "csrf");

	return token ? csrf_owner_said(json_object_get_string(token)) : NULL;
}

static const char *written(struct ctx *ctx, struct json_object *values)
{
	struct json *j = json_new(ctx->pool, 1024);

	json_open(j, NULL);
	json_int(j, "until", ctx->now_ms + UNSENT_MS);
	json_text(j, "owner", owner_of(values));
	json_text(j, "path", ctx->req->path);
	json_boolean(j, "file", is_multipart(ctx));
	json_open(j, "values");
	json_object_object_foreach(values, name, value)
	{
		if (!text_among(left_out, ARRAY_SIZE(left_out), name))
			json_text(j, name, json_object_get_string(value));
	}
	json_close(j);
	json_close(j);
	return json_written(j);
}

const char *unsent_of(struct ctx *ctx)
{
	const struct route *route = ctx->route;
	struct problem *refusal = ctx->problem;
	struct typed typed = { .values = NULL };
	const char *text;
	bool read;

	if (!route || (route->body != BODY_FORM && route->body != BODY_FORM_FILE) ||
	    !ctx->req->body.n || !session_own_page(ctx))
		return NULL;
	read = ctx_attempt(ctx, read_typed, &typed);
	ctx->problem = refusal;
	if (!read || !owner_of(typed.values))
		return NULL;
	text = written(ctx, typed.values);
	if (strlen(url_encoded_but(ctx->pool, text, "")) > UNSENT_MAX)
		return NULL;
	return csrf_signed(ctx, SIGNED, text);
}

/* The signed content, or NULL. */
static struct json_object *read_signed(struct ctx *ctx, const char *text)
{
	const char *content = csrf_signed_read(ctx, SIGNED, text);
	struct json_object *o, *until = NULL;

	if (!content)
		return NULL;
	o = json_read(ctx->pool, slice_of(content));
	if (!o || !json_object_object_get_ex(o, "until", &until) ||
	    json_object_get_int64(until) < ctx->now_ms)
		return NULL;
	return o;
}

static bool is_owned_by(struct ctx *ctx, struct json_object *o, struct uuid account)
{
	return str_eq(json_object_get_string(json_object_object_get(o, "owner")),
		      csrf_owner(ctx, account));
}

bool unsent_page(struct ctx *ctx, const char *text, const struct login *login)
{
	struct json_object *o = read_signed(ctx, text);
	const char *path, *token = csrf_owned(ctx, login->secret, login->account);
	struct json_object *values;
	struct html *h;

	if (!o || !is_owned_by(ctx, o, login->account))
		return false;
	path = site_local(json_object_get_string(json_object_object_get(o, "path")), NULL);
	if (!path)
		return false;
	h = site_page(ctx, 200, &(struct html_page){ .title = "Você entrou" });
	html_p(h, "A sessão tinha terminado quando o formulário foi enviado: nada foi gravado.");
	if (json_object_get_boolean(json_object_object_get(o, "file"))) {
		html_p(h, "O arquivo não veio junto: escolha-o de novo.");
		html_form_file(h, path, token);
	} else {
		html_form(h, path, token);
	}
	values = json_object_object_get(o, "values");
	json_object_object_foreach(values, name, value)
	{
		html_hidden(h, name, json_object_get_string(value));
	}
	html_hidden(h, SITE_UNSENT, "1");
	html_send(h, "Voltar ao que estava preenchido");
	html_page_end(h);
	return true;
}
