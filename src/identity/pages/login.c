/* SPDX-License-Identifier: Apache-2.0 */
/*
 * login.c: an e-mail and a password open a session.
 *
 * POST, GET and DELETE /v1/session for programs; GET /, GET and POST /login, /logout for people.
 */
#include "config.h"

#include "identity/pages/login.h"

#include "identity/caller.h"
#include "identity/credential.h"
#include "identity/session.h"
#include "identity/pages/identity_pages.h"
#include "identity/pages/invitation_page.h"
#include "identity/pages/keys_page.h"
#include "identity/pages/login_page.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "identity/pages/password.h"
#include "identity/pages/password_page.h"
#include "identity/pages/sign_up_page.h"
#include "identity/pages/throttle.h"
#include "identity/pages/unsent.h"
#include "core/text.h"
#include "core/settings.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/network.h"
#include "http/request.h"
#include "http/response.h"

static DB_STMT(begin, "login.begin",
	       "select wait, account_id, encoded, known from login_begin(lower($1::text), $2, $3)");
enum { C_WAIT, C_ACCOUNT, C_ENCODED, C_KNOWN };

static DB_STMT(create, "login.session", "select session_create($1, $2, $3, $4, $5, $6, $7, $8)");
static DB_STMT(end, "login.end", "select session_end($1)");

/* A session has all scopes of the account; rights in an organization come from the membership. */
#define PERSON_SCOPES                                                                              \
	(SCOPE_ACCOUNT_READ | SCOPE_ACCOUNT_WRITE | SCOPE_MARKET_READ | SCOPE_ADVISOR_READ |       \
	 SCOPE_ADVISOR_WRITE | SCOPE_DESK_READ | SCOPE_DESK_WRITE)

static bool store(struct ctx *ctx, struct uuid account, const char *renewed, struct login *out)
{
	uint8_t hash[KEY_HASH];
	const struct db_rows *r;
	bool stored;

	out->account = account;
	secret_make(SECRET_SESSION, out->secret);
	key_hash(out->secret, hash);
	out->expires_ms = ctx->now_ms + SESSION_MS;
	db_begin_write(ctx);
	r = db_query(ctx, &create,
		     DB_ARGS(db_uuid(uuid_new()), db_uuid(account),
			     db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			     db_int(PERSON_SCOPES), db_timestamp(ctx->now_ms),
			     db_timestamp(out->expires_ms), db_text(renewed),
			     db_text(request_network(ctx))));
	stored = db_get_bool(r, 0, 0);
	db_commit(ctx);
	return stored;
}

/*
 * False for a wrong password, an unknown e-mail, and an account that is disabled or has no password,
 * with the same answer and the same work.  429 rate_limited comes before any of these checks.  Begins
 * and ends its own transactions; none is open while the password is hashed.
 */
static bool login_try(struct ctx *ctx, const char *email, const char *password, struct login *out)
{
	const struct db_rows *r;
	const char *encoded;
	struct uuid account = uuid_nil();

	db_begin_write(ctx);
	r = db_query(
		ctx, &begin,
		DB_ARGS(db_text(email), db_text(request_network(ctx)), db_timestamp(ctx->now_ms)));
	db_commit(ctx);
	throttle_refuse(ctx, db_get_int(r, 0, C_WAIT));
	encoded = db_get_text(r, 0, C_ENCODED);
	if (encoded)
		account = db_get_uuid(r, 0, C_ACCOUNT);
	if (!password_matches(ctx, encoded, password, db_get_bool(r, 0, C_KNOWN)))
		return false;
	return store(ctx, account, password_is_old(encoded) ? password_hash(ctx, password) : NULL,
		     out);
}

/* ---- for programs ---- */

static void refuse_login(struct ctx *ctx)
{
	problem_open(ctx)->www_authenticate = credential_challenge(ctx, "");
	fail(ctx, 401, "login_failed", "%s", LOGIN_FAILED);
}

static void session_create(struct ctx *ctx)
{
	struct login login;
	const char *email;
	const char *password;
	struct body *b;
	struct json *j;

	query_done(ctx);
	b = body_open(ctx);
	email = body_line(b, "email", REQUIRED, 3, EMAIL_MAX);
	password = body_text(b, "password", REQUIRED, 1, PASSWORD_MAX);
	body_done(b);
	if (!login_try(ctx, email, password, &login))
		refuse_login(ctx);
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

static void login_post(struct ctx *ctx)
{
	struct login login;
	const char *email;
	const char *password;
	const char *next, *unsent;
	struct body *f;

	query_done(ctx);
	f = form_open(ctx);
	csrf_check(ctx, body_text(f, "csrf", OPTIONAL, 1, 100));
	email = body_line(f, "email", OPTIONAL, 1, EMAIL_MAX);
	password = body_text(f, "password", OPTIONAL, 1, PASSWORD_MAX);
	next = site_local(body_text(f, "next", OPTIONAL, 1, 4096), NULL);
	unsent = body_text(f, SITE_UNSENT, OPTIONAL, 1, UNSENT_MAX);
	body_done(f);
	if (!email || !password || !login_try(ctx, email, password, &login)) {
		login_page_show(ctx, 401, email, (struct login_carries){ next, unsent },
				LOGIN_FAILED);
		return;
	}
	if (!unsent || !unsent_page(ctx, unsent, &login))
		site_go(ctx, next ? next : "/portfolios");
	session_begin(ctx, login.secret);
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
	html_button(h, "Sair");
	html_form_end(h);
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

const struct route session_routes[] = {
	{ POST, "/v1/session", "createSession", session_create, .transaction = TX_NONE,
	  .body = BODY_JSON, .body_max = MAX_JSON },
	{ GET, "/v1/session", "getSession", session_get, PERSON },
	{ DELETE, "/v1/session", "deleteSession", session_delete, PERSON, .transaction = TX_WRITE },
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
