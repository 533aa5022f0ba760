/* SPDX-License-Identifier: Apache-2.0 */
/* site.c: what the pages for people share. */
#include "config.h"

#include "identity/pages/site.h"

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "identity/session.h"
#include "identity/pages/password.h"
#include "core/clock.h"
#include "core/number_text.h"
#include "core/text.h"
#include "db/db.h"
#include "http/problem_answer.h"
#include "http/response.h"
#include "http/route.h"

static DB_STMT(person, "site.person", "select email, name, expires_at from session_person()");
enum { C_EMAIL, C_NAME, C_EXPIRES };

/* ---- navigation ---- */

#define WORK "/offices"

struct way {
	const char *href, *name, *icon;
	const char *const *below; /* its paths, and those below them; "*": any one segment */
	enum { EVERYWHERE, ON_PHONES, ON_TOP } where;
};

static const char *const of_portfolios[] = { "/portfolios", NULL };
static const char *const of_income[] = { "/income", "/portfolios/*/income", NULL };
static const char *const of_launch[] = { "/launch", "/portfolios/*/transactions/new",
					 "/portfolios/*/transactions/preview", NULL };
static const char *const of_plan[] = { "/plan", "/portfolios/*/plan", NULL };
static const char *const of_tax[] = { "/tax", "/portfolios/*/tax", NULL };
static const char *const of_work[] = { "/offices", "/desks", NULL };

/*
 * The bottom bar has five.  "Lançar" is only there: elsewhere the pages have a button; "Trabalho" takes its place on the
 * pages of offices and desks, and is in the menu of the account.
 */
static const struct way ways[] = {
	{ "/portfolios", "Resumo", "M4 11 12 4l8 7v9h-5v-6H9v6H4Z", of_portfolios, EVERYWHERE },
	{ "/income", "Proventos", "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
	  of_income, EVERYWHERE },
	{ "/launch", "Lançar", "M12 4v16M4 12h16", of_launch, ON_PHONES },
	{ "/plan", "Plano", "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
	  of_plan, EVERYWHERE },
	{ "/tax", "Imposto", "M6 3h12v18l-3-2-3 2-3-2-3 2ZM9 8h6M9 12h6", of_tax, EVERYWHERE },
	{ WORK, "Trabalho", "M4 8h16v11H4zM9 8V5h6v3M4 13h16", of_work, ON_TOP },
};

/* How many characters of @path @below matches, up to the end of a segment; 0: it does not. */
static size_t matched(const char *path, const char *below)
{
	const char *p = path;

	for (; *below; below++)
		if (*below == '*')
			p += strcspn(p, "/");
		else if (*p++ != *below)
			return 0;
	return *p == '\0' || *p == '/' ? (size_t)(p - path) : 0;
}

static size_t longest(const struct ctx *ctx, const struct way *w)
{
	size_t most = 0;

	for (const char *const *below = w->below; *below; below++)
		if (matched(ctx->req->path, *below) > most)
			most = matched(ctx->req->path, *below);
	return most;
}

/* Whether no other way leads nearer to the page. */
static bool is_here(const struct ctx *ctx, const struct way *w)
{
	size_t n = longest(ctx, w);

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++)
		if (longest(ctx, &ways[i]) > n)
			return false;
	return n > 0;
}

static bool is_on(const struct ctx *ctx, const struct way *w, bool phone)
{
	if (w->where == EVERYWHERE)
		return true;
	if (!phone)
		return w->where == ON_TOP;
	return (w->where == ON_TOP) == (longest(ctx, &(struct way){ .below = of_work }) > 0);
}

static void write_icon(struct html *h, const char *drawn)
{
	html_open(h, "svg");
	html_attr(h, "viewBox", "0 0 24 24");
	html_attr(h, "aria-hidden", "true");
	html_open(h, "path");
	html_attr(h, "d", drawn);
	html_close(h, "path");
	html_close(h, "svg");
}

static void write_ways(struct html *h, const char *class, const char *label, bool icons)
{
	html_open_of(h, "nav", class);
	html_attr(h, "aria-label", label);
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		if (!is_on(h->ctx, &ways[i], icons))
			continue;
		html_open(h, "li");
		html_open(h, "a");
		html_attr(h, "href", ways[i].href);
		/* A refusal is at no place: its path may be a button's, or nothing's. */
		html_attr(h, "aria-current",
			  h->ctx->res->status < 400 && is_here(h->ctx, &ways[i]) ? "page" : NULL);
		if (icons)
			write_icon(h, ways[i].icon);
		html_text(h, ways[i].name);
		html_close(h, "a");
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "nav");
}

static void write_menu(struct html *h)
{
	static const char *const items[][2] = {
		{ "/notices", "Avisos" },
		{ "/keys", "Chaves de acesso" },
		{ "/grants", "Aplicativos com acesso" },
		{ "/account", "Conta" },
		{ WORK, "Trabalho" },
		{ "/logout", "Sair" },
	};

	html_open_of(h, "details", "menu");
	html_element(h, "summary", "Conta");
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
		html_open_of(h, "li", str_eq(items[i][0], WORK) ? "nar" : NULL);
		html_link(h, items[i][0], items[i][1]);
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "details");
}

static void write_top(struct html *h)
{
	write_ways(h, "main-nav", "Principal", false);
	write_menu(h);
}

static void write_bottom(struct html *h)
{
	write_ways(h, "bottom", "Principal, no telefone", true);
}

/* On every page until then: one press keeps the account. */
static void write_closing(struct html *h)
{
	struct ctx *ctx = h->ctx;

	html_div(h, "note warn");
	html_p(h,
	       "Esta conta será excluída em %s, com tudo o que é dela. Chaves, aplicativos, endereços de agenda e o que você mostra a outros estão parados até lá.",
	       site_day(ctx, ctx->caller->closing_ms));
	html_form(h, "/account/deletion/undo", csrf_token(ctx));
	html_send(h, "Manter a conta");
	html_close(h, "div");
}

struct html *site_page(struct ctx *ctx, int status, const struct html_page *page)
{
	struct html_page whole = *page;
	struct html *h;

	if (ctx->caller && ctx->caller->form == FORM_SESSION) {
		whole.ways = write_top;
		whole.below = write_bottom;
	}
	h = html_page(ctx, status, &whole);
	respond_header(ctx, "Cache-Control", "no-store");
	if (ctx->caller && ctx->caller->form == FORM_SESSION && ctx->caller->closing_ms)
		write_closing(h);
	return h;
}

/* ---- forms ---- */

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
	html_hidden(h, "once", uuid_text(h->ctx->pool, uuid_new()));
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

bool site_button(struct ctx *ctx)
{
	struct body *form = site_form(ctx);
	const char *once = site_take_once(form);

	body_done(form);
	return !site_done_before(ctx, once);
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

const char *site_day_of(struct ctx *ctx, const char *timestamp)
{
	int64_t ms;

	return timestamp && timestamp_parse(slice_of(timestamp), &ms) ? site_day(ctx, ms) : NULL;
}

void site_new_password(struct html *h, const char *fault)
{
	html_field(h, &(struct html_field){ .name = "password",
					    .label = "Nova senha",
					    .type = "password",
					    .hint = "De 10 a 200 caracteres. Uma frase serve, e é "
						    "mais fácil de lembrar.",
					    .error = fault,
					    .autocomplete = "new-password",
					    .max_length = PASSWORD_MAX });
	html_field(h, &(struct html_field){ .name = "again",
					    .label = "A mesma senha, de novo",
					    .type = "password",
					    .autocomplete = "new-password",
					    .max_length = PASSWORD_MAX });
}
