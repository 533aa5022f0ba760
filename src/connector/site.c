/* SPDX-License-Identifier: Apache-2.0 */
/* site.c: what the pages for people share. */
#include "config.h"

#include "connector/site.h"

#include "access/caller.h"
#include "access/idempotency.h"
#include "access/session.h"
#include "connector/connector.h"
#include "connector/login.h"
#include "connector/unsent.h"
#include "core/clock.h"
#include "core/encode.h"
#include "core/text.h"
#include "http/problem.h"
#include "db/db.h"
#include "http/problem.h"
#include "http/request.h"
#include "http/response.h"

static struct db_stmt person =
	DB_STMT("site.person", "select email, name, expires_at from session_person()");
enum { C_EMAIL, C_NAME, C_EXPIRES };

struct db_stmt *const site_stmts[] = { &person };
const size_t n_site_stmts = ARRAY_SIZE(site_stmts);

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

struct body *site_form(struct ctx *ctx)
{
	struct body *form = form_open(ctx);

	csrf_check(ctx, body_text(form, "csrf", OPTIONAL, 1, 100));
	unsent_refuse(ctx, form);
	return form;
}

struct body *site_form_file(struct ctx *ctx, struct form_file *file)
{
	struct body *form = form_open_file(ctx, file);

	csrf_check(ctx, body_text(form, "csrf", OPTIONAL, 1, 100));
	unsent_refuse(ctx, form);
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
			ctx->idempotency = NULL; /* it stays as it is kept */
			respond_reset(ctx);
		}
		return *before;
	}
	/* The first press is soon done, and then it is known what came of it. */
	if (str_eq(ctx->problem->code, "idempotency_in_progress"))
		ctx->problem->retry = true;
	if (str_eq(ctx->problem->code, "idempotency_key_reused"))
		ctx->problem->detail =
			"Esta página já foi enviada com outros valores. Atualize-a e "
			"envie de novo.";
	ctx_leave(ctx);
}

/* Kept as an empty answer, of which only the status says something. */
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

void site_login(struct ctx *ctx)
{
	const struct request *req = ctx->req;
	const char *asked = req->path;

	if ((req->method == GET || req->method == HEAD) && *req->query_text)
		asked = pool_printf(ctx->pool, "%s?%s", req->path, req->query_text);
	site_go(ctx,
		pool_printf(ctx->pool, "/login?next=%s", url_encoded_but(ctx->pool, asked, "")));
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

/* The remedy of a code is said to who writes programs; people are told what they can do here. */
static const char *remedy(const struct problem *p)
{
	switch (p->status) {
	case 403:
		return "Peça acesso a quem é dono do que está neste endereço, ou entre com outra conta.";
	case 404:
	case 410:
		return "Confira o endereço. O que havia nele pode ter sido excluído, ou nunca foi seu.";
	case 405:
		return "Volte à página de onde veio e use o botão dela.";
	case 409:
	case 412:
		return "Volte, atualize a página e confira o que está lá antes de enviar de novo.";
	case 413:
		return "Volte e envie um arquivo menor, ou divida-o em partes.";
	case 429:
		return "Aguarde um instante e tente de novo.";
	default:
		break;
	}
	if (p->status < 500)
		return "Volte, confira o que foi enviado e tente de novo.";
	return "Tente de novo em instantes. Se continuar, informe o código abaixo a quem cuida do serviço.";
}

void site_refuse(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;
	const struct problem_kind *kind = problem_kind(p->code);
	struct html *h;
	bool lost;

	if (p->status == 401) {
		const char *unsent = unsent_of(ctx);

		if (unsent)
			login_show_unsent(ctx, unsent);
		else
			site_login(ctx);
		return;
	}
	lost = str_eq(p->code, "route_not_found");
	h = site_page(ctx, p->status,
		      &(struct html_page){ .title = lost ? "Página não encontrada" : kind->title,
					   .error = lost ? "Não há página neste endereço."
							 : problem_detail(ctx) });
	problem_headers(ctx);
	html_p(h, "%s", remedy(p));
	if (lost) {
		html_open(h, "p");
		html_link(h, "/", "Página inicial");
		html_close(h, "p");
	}
	html_open(h, "p");
	html_open(h, "small");
	html_text(h, pool_printf(ctx->pool, "%s · %s", p->code, ctx->req->request_id));
	html_close(h, "small");
	html_close(h, "p");
	html_page_end(h);
}

const char *site_local(const char *path, const char *otherwise)
{
	/* "//host" and "/\host" lead elsewhere. */
	if (!path || path[0] != '/' || path[1] == '/' || path[1] == '\\')
		return otherwise;
	for (const char *p = path; *p; p++)
		if (*p <= ' ' || *p > '~' || *p == '\\')
			return otherwise;
	return path;
}

const char *site_day(struct ctx *ctx, int64_t ms)
{
	char text[DAY_TEXT_SIZE];

	day_format(clock_day_of(ms), text);
	return pool_printf(ctx->pool, "%.2s/%.2s/%.4s", text + 8, text + 5, text);
}
