/* SPDX-License-Identifier: Apache-2.0 */
/* site.c: what the pages for people share. */
#include "config.h"

#include "identity/pages/site.h"

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "identity/session.h"
#include "identity/pages/identity_pages.h"
#include "core/clock.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/problem_answer.h"
#include "db/db.h"
#include "http/problem_answer.h"
#include "http/request.h"
#include "http/response.h"
#include "http/route.h"

static DB_STMT(person, "site.person", "select email, name, expires_at from session_person()");
enum { C_EMAIL, C_NAME, C_EXPIRES };

static void write_ways(struct html *h)
{
	static const char *const ways[][2] = {
		{ "/portfolios", "Carteiras" }, { "/tax", "Imposto" },
		{ "/offices", "Escritórios" },	{ "/notices", "Avisos" },
		{ "/keys", "Chaves" },		{ "/grants", "Aplicativos com acesso" },
		{ "/logout", "Sair" },
	};

	html_open(h, "nav");
	html_attr(h, "aria-label", "Sua conta");
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		html_open(h, "li");
		html_link(h, ways[i][0], ways[i][1]);
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "nav");
}

struct html *site_page(struct ctx *ctx, int status, const struct html_page *page)
{
	struct html_page whole = *page;
	struct html *h;

	if (ctx->caller && ctx->caller->form == FORM_SESSION)
		whole.ways = write_ways;
	h = html_page(ctx, status, &whole);
	respond_header(ctx, "Cache-Control", "no-store");
	return h;
}

/*
 * A form restored after a log-in (unsent.h) is only shown again, by its route's refuse(); it is never
 * executed.
 */
static void refuse_unsent(struct ctx *ctx, struct body *form)
{
	if (!body_line(form, SITE_UNSENT, OPTIONAL, 1, 1))
		return;
	ctx->req->unsent = body_whole(form);
	fail(ctx, 412, "precondition_failed",
	     "A sessão tinha terminado antes do envio. Confira o que está preenchido e envie de novo%s",
	     ctx->route->body == BODY_FORM_FILE ? "; o arquivo tem de ser escolhido outra vez."
						: ".");
}

struct body *site_form(struct ctx *ctx)
{
	struct body *form = form_open(ctx);

	csrf_check(ctx, body_text(form, "csrf", OPTIONAL, 1, 100));
	refuse_unsent(ctx, form);
	return form;
}

struct body *site_form_file(struct ctx *ctx, struct form_file *file)
{
	struct body *form = form_open_file(ctx, file);

	csrf_check(ctx, body_text(form, "csrf", OPTIONAL, 1, 100));
	refuse_unsent(ctx, form);
	return form;
}

#define ONCE_MAX 64

void site_once(struct html *h)
{
	char id[UUID_TEXT_SIZE];

	uuid_format(uuid_new(), id);
	html_hidden(h, "once", id);
}

const char *site_take_once(struct body *form)
{
	return body_line(form, "once", OPTIONAL, 1, ONCE_MAX);
}

static void look_before(struct ctx *ctx, void *before)
{
	*(bool *)before = idempotency_begin(ctx);
}

bool site_done_before(struct ctx *ctx, const char *once)
{
	bool *before = pool_zero(ctx->pool, bool);

	ctx->req->idempotency_key = once;
	if (ctx_attempt(ctx, look_before, before)) {
		if (*before) {
			ctx->idempotency = NULL; /* the stored entry must stay */
			respond_reset(ctx);
		}
		return *before;
	}
	/* The first request will soon be done, and its result known. */
	if (str_eq(ctx->problem->code, "idempotency_in_progress"))
		ctx->problem->retry = true;
	if (str_eq(ctx->problem->code, "idempotency_key_reused"))
		ctx->problem->detail =
			"Esta página já foi enviada com outros valores. Atualize-a e "
			"envie de novo.";
	ctx_leave(ctx);
}

/* Stored as an empty answer; only its status has a meaning. */
static void note_done(struct ctx *ctx, int status)
{
	if (!ctx->idempotency)
		return;
	idempotency_without(ctx, "");
	respond_bytes(ctx, status, "text/plain", (struct slice){ NULL, 0 });
	idempotency_keep(ctx);
	ctx->idempotency = NULL;
	respond_reset(ctx);
}

void site_done(struct ctx *ctx)
{
	note_done(ctx, 200);
}

void site_done_secret(struct ctx *ctx)
{
	note_done(ctx, 201);
}

bool site_was_secret(const struct ctx *ctx)
{
	return ctx->res->status == 201;
}

void site_go(struct ctx *ctx, const char *location)
{
	respond_bytes(ctx, 303, NULL, (struct slice){ NULL, 0 });
	respond_header(ctx, "Location", "%s", location);
	respond_header(ctx, "Cache-Control", "no-store");
	respond_header(ctx, "Referrer-Policy", "no-referrer");
}

const struct person *site_person(struct ctx *ctx)
{
	const struct db_rows *r;
	struct person *p;

	if (ctx->caller->form != FORM_SESSION)
		fail(ctx, 401, "credential_missing", "Entre com e-mail e senha.");
	r = db_query(ctx, &person, DB_NO_ARGS);
	p = pool_zero(ctx->pool, struct person);
	*p = (struct person){ db_get_text(r, 0, C_EMAIL), db_get_text(r, 0, C_NAME),
			      db_get_timestamp(r, 0, C_EXPIRES) };
	return p;
}

const char *site_local(const char *path, const char *otherwise)
{
	/* "//host" and "/\host" lead to another site. */
	if (!path || path[0] != '/' || path[1] == '/' || path[1] == '\\')
		return otherwise;
	for (const char *p = path; *p; p++)
		if (*p <= ' ' || *p > '~' || *p == '\\')
			return otherwise;
	return path;
}

const char *site_day(struct ctx *ctx, int64_t ms)
{
	return date_text(ctx->pool, clock_day_of(ms));
}
