/* SPDX-License-Identifier: Apache-2.0 */
/*
 * login.c: an e-mail and a password open a session, with a code where the account has a second factor.
 *
 * POST, GET and DELETE /v1/session for programs; GET /, GET and POST /login, /logout for people.
 */
#include "config.h"

#include "identity/pages/login.h"

#include "identity/caller.h"
#include "identity/credential.h"
#include "identity/session.h"
#include "identity/pages/identity_pages.h"
#include "identity/pages/person_pages.h"
#include "identity/pages/login_open.h"
#include "identity/pages/login_page.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "identity/pages/password.h"
#include "identity/pages/second_factor.h"
#include "identity/pages/unsent.h"
#include "core/text.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"

static DB_STMT(end, "login.end", "select session_end($1)");

/* ---- for programs ---- */

static NORETURN void refuse(struct ctx *ctx, const char *code, const char *detail)
{
	problem_open(ctx)->www_authenticate = credential_challenge(ctx, "");
	fail(ctx, 401, code, "%s", detail);
}

static void session_create(struct ctx *ctx)
{
	struct login login;
	const char *email, *password, *code;
	enum login_outcome outcome;
	struct body *b;
	struct json *j;

	query_done(ctx);
	b = body_open(ctx);
	email = body_line(b, "email", REQUIRED, 3, EMAIL_MAX);
	password = body_text(b, "password", REQUIRED, 1, PASSWORD_MAX);
	code = body_line(b, "code", OPTIONAL, 1, SECOND_FACTOR_CODE_MAX);
	body_done(b);
	outcome = login_try(ctx, email, password, &login);
	if (outcome == LOGIN_ASKS && !code)
		refuse(ctx, "second_factor_required",
		       "A conta tem segundo fator: envie também code, um código dele ou de recuperação.");
	if (outcome == LOGIN_REFUSED ||
	    (outcome == LOGIN_ASKS && !login_prove(ctx, ctx->now_ms, code, &login)))
		refuse(ctx, "login_failed",
		       code ? "E-mail, senha ou código não conferem." : LOGIN_FAILED);
	j = respond_json(ctx, 201);
	session_begin(ctx, login.secret);
	respond_header(ctx, "Location", "/v1/session");
	json_open(j, NULL);
	json_text(j, "csrf_token", csrf_token_of(ctx, login.secret));
	json_timestamp(j, "expires_at", login.expires_ms);
	json_close(j);
}

static void session_get(struct ctx *ctx)
{
	const struct person *p;
	struct json *j;

	query_done(ctx);
	p = site_person(ctx);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_open(j, "account");
	json_uuid(j, "id", ctx->caller->account);
	json_text(j, "name", p->name);
	json_text(j, "email", p->email);
	json_close(j);
	json_text(j, "csrf_token", csrf_token_of(ctx, session_secret(ctx)));
	json_timestamp(j, "expires_at", p->expires_ms);
	json_close(j);
}

static void session_delete(struct ctx *ctx)
{
	query_done(ctx);
	if (ctx->caller->form != FORM_SESSION)
		fail(ctx, 401, "credential_missing", "Não há sessão neste pedido.");
	(void)db_query(ctx, &end, DB_ARGS(db_timestamp(ctx->now_ms)));
	respond_bytes(ctx, 204, NULL, (struct slice){ NULL, 0 });
	session_forget(ctx);
}

/* ---- for people ---- */

static void home_page(struct ctx *ctx)
{
	static const char *const ways[][3] = {
		{ "/docs", "A interface", "o que se pode pedir, assunto por assunto" },
		{ "/v1/openapi.json", "OpenAPI", "o mesmo, para programas" },
		{ "/v1/status", "Situação", "se o serviço responde e de quando são os dados" },
	};
	struct html *h;

	query_done(ctx);
	if (session_secret(ctx)) { /* an expired session is redirected to the log-in from there */
		site_go(ctx, "/portfolios");
		return;
	}
	h = site_page(ctx, 200, &(struct html_page){ .title = "Um serviço aberto de carteiras" });
	html_p(h,
	       "Para investidores brasileiros: os lançamentos de cada carteira, com posições, custos, "
	       "resultados, proventos e rentabilidade; os fundos abertos por dentro; as companhias, seus "
	       "documentos e demonstrações; o escritório de assessoria e a mesa de crédito.");
	login_form(h, NULL, (struct login_carries){ NULL, NULL });
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		html_open(h, "li");
		html_link(h, ways[i][0], ways[i][1]);
		html_text(h, pool_printf(ctx->pool, " — %s", ways[i][2]));
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_page_end(h);
}

static void login_page(struct ctx *ctx)
{
	const char *next = query_text(ctx, "next");

	query_done(ctx);
	login_page_show(ctx, 200, NULL, (struct login_carries){ site_local(next, NULL), NULL },
			NULL);
}

static void enter(struct ctx *ctx, const struct login *login, struct login_carries with)
{
	if (!with.unsent || !unsent_page(ctx, with.unsent, login))
		site_go(ctx, with.next ? with.next : "/portfolios");
	session_begin(ctx, login->secret);
}

/* The second page of a log-in: the form brings back the proof that the password was right. */
static void login_code(struct ctx *ctx, const char *proof, const char *code,
		       struct login_carries with)
{
	struct login login = { .expires_ms = 0 };
	int64_t issued_ms;

	if (!login_proof_read(ctx, proof, &login.account, &issued_ms))
		login_page_show(
			ctx, 401, NULL, with,
			"Passou o tempo de dar o código, que é de dez minutos. Entre de novo.");
	else if (!code || !login_prove(ctx, issued_ms, code, &login))
		login_code_page(ctx, 401, proof, with,
				"O código não confere, ou já foi usado: espere o próximo.");
	else
		enter(ctx, &login, with);
}

static void login_post(struct ctx *ctx)
{
	const char *email, *password, *proof, *code;
	struct login_carries with;
	struct login login;
	struct body *f;

	query_done(ctx);
	f = form_open(ctx);
	csrf_check(ctx, body_text(f, "csrf", OPTIONAL, 1, 100));
	email = body_line(f, "email", OPTIONAL, 1, EMAIL_MAX);
	password = body_text(f, "password", OPTIONAL, 1, PASSWORD_MAX);
	proof = body_line(f, "proof", OPTIONAL, 1, LOGIN_PROOF_MAX);
	code = body_line(f, "code", OPTIONAL, 1, SECOND_FACTOR_CODE_MAX);
	with.next = site_local(body_text(f, "next", OPTIONAL, 1, 4096), NULL);
	with.unsent = body_text(f, SITE_UNSENT, OPTIONAL, 1, UNSENT_MAX);
	body_done(f);
	if (proof) {
		login_code(ctx, proof, code, with);
		return;
	}
	switch (email && password ? login_try(ctx, email, password, &login) : LOGIN_REFUSED) {
	case LOGIN_REFUSED:
		login_page_show(ctx, 401, email, with, LOGIN_FAILED);
		break;
	case LOGIN_ASKS:
		login_code_page(ctx, 200, login_proof(ctx, login.account), with, NULL);
		break;
	case LOGIN_OPEN:
		enter(ctx, &login, with);
		break;
	}
}

static void logout_page(struct ctx *ctx)
{
	const struct person *p;
	struct html *h;

	query_done(ctx);
	p = site_person(ctx);
	h = site_page(ctx, 200, &(struct html_page){ .title = "Sair" });
	html_p(h, "Você entrou como %s.", p->email);
	html_form(h, "/logout", csrf_token(ctx));
	html_send(h, "Sair");
	html_page_end(h);
}

static void logout_post(struct ctx *ctx)
{
	struct body *f;

	query_done(ctx);
	f = site_form(ctx);
	body_done(f);
	(void)db_query(ctx, &end, DB_ARGS(db_timestamp(ctx->now_ms)));
	site_go(ctx, "/login");
	session_forget(ctx);
}

/* An expired session is already logged out; the button was pressed twice. */
static void logout_refuse(struct ctx *ctx)
{
	if (ctx->problem->status == 401)
		site_go(ctx, "/login");
	else
		site_refuse(ctx);
}

#define PAGE .refuse = site_refuse
#define FORM .body = BODY_FORM, .body_max = MAX_FORM, PAGE
#define PERSON .caller = CALLER_PERSON, .subject = SUBJECT_ACCOUNT

#define FACTOR PERSON, .scope = SCOPE_ACCOUNT_WRITE

const struct route session_routes[] = {
	{ POST, "/v1/session", "createSession", session_create, .transaction = TX_NONE,
	  .body = BODY_JSON, .body_max = MAX_JSON },
	{ GET, "/v1/session", "getSession", session_get, PERSON },
	{ DELETE, "/v1/session", "deleteSession", session_delete, PERSON, .transaction = TX_WRITE },
	{ GET, "/v1/me/second-factor", "getSecondFactor", second_factor_get, PERSON,
	  .scope = SCOPE_ACCOUNT_READ },
	/* With a password: no Idempotency-Key, as the fingerprint of the body would be a fast hash of it. */
	{ POST, "/v1/me/second-factor", "beginSecondFactor", second_factor_post, FACTOR,
	  .transaction = TX_CHOSEN, .body = BODY_JSON, .body_max = MAX_JSON },
	{ POST, "/v1/me/second-factor/confirm", "confirmSecondFactor", second_factor_confirm_post,
	  FACTOR, .transaction = TX_WRITE, .once = ONCE, .body = BODY_JSON, .body_max = MAX_JSON },
	/* Likewise. */
	{ POST, "/v1/me/second-factor/disable", "disableSecondFactor", second_factor_disable_post,
	  FACTOR, .transaction = TX_CHOSEN, .body = BODY_JSON, .body_max = MAX_JSON },
	{ GET, "/", "getHomePage", home_page, .transaction = TX_NONE, PAGE },
	{ GET, "/login", "getLoginPage", login_page, .transaction = TX_NONE, PAGE },
	{ POST, "/login", "submitLoginPage", login_post, .transaction = TX_NONE, .body = BODY_FORM,
	  .body_max = UNSENT_BODY_MAX, PAGE },
	{ GET, "/logout", "getLogoutPage", logout_page, PERSON, .refuse = logout_refuse },
	{ POST, "/logout", "submitLogoutPage", logout_post, PERSON, .transaction = TX_WRITE,
	  .body = BODY_FORM, .body_max = MAX_FORM, .refuse = logout_refuse },
	{ GET, "/sign-up", "getSignUpPage", sign_up_page, .transaction = TX_NONE, PAGE },
	{ POST, "/sign-up", "submitSignUpPage", sign_up_post, .transaction = TX_NONE, FORM },
	{ GET, "/password", "getPasswordPage", password_page, .transaction = TX_NONE, PAGE },
	{ POST, "/password", "submitPasswordPage", password_post, .transaction = TX_NONE, FORM },
	{ GET, "/keys", "getKeysPage", keys_page, PERSON, PAGE },
	{ POST, "/keys", "submitKeysPage", keys_page_post, PERSON, .transaction = TX_WRITE,
	  .body = BODY_FORM, .body_max = MAX_FORM, .refuse = keys_page_refuse },
	{ POST, "/keys/{id}/revoke", "submitKeyRevocation", keys_page_revoke, PERSON,
	  .transaction = TX_WRITE, FORM },
	{ GET, "/invitation", "getInvitationPage", invitation_page, PERSON,
	  .refuse = invitation_page_refuse },
	{ POST, "/invitation", "submitInvitationPage", invitation_page_post,
	  .caller = CALLER_PERSON, .subject = SUBJECT_OFFICE, .transaction = TX_WRITE,
	  .body = BODY_FORM, .body_max = MAX_FORM, .refuse = invitation_page_refuse },
	{ .run = NULL },
};
