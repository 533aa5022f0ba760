/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oauth_consent.c: a person grants or denies what an application asks for.  GET, POST /oauth/authorize
 *
 * Anyone can register a client with any address, so there is no automatic redirect: a faulty request gets a page with a
 * link back (RFC 9700 section 4.11).  The person's decision is sent to the client's address, with `iss` (RFC 9207).
 * The form repeats the whole request, and it is validated again when submitted.
 */
#include "config.h"

#include "identity/pages/oauth.h"

#include "identity/credential_trail.h"
#include "identity/key.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "identity/pages/resource.h"
#include "core/encode.h"
#include "core/text.h"
#include "core/settings.h"
#include "db/db.h"
#include "http/request.h"

static DB_STMT(organizations, "oauth_consent.organizations",
	       "select id, name from oauth_organizations($1)");
enum { C_ID, C_NAME };

static DB_STMT(store, "oauth_consent.store",
	       "select case when $4::uuid is null"
	       "              or exists (select from oauth_organizations($12) o where o.id = $4)"
	       " then oauth_grant_create($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) end");

#define PARAMETER_MAX 2048
#define CHALLENGE_LENGTH 43 /* SHA-256 in base64url */

/* A request for authorization, as received and as parsed. */
struct asked {
	struct body *form; /* NULL: from the query */
	const struct oauth_client *client;
	const char *redirect, *state, *challenge;
	const char *response_type, *method, *scope_text, *resource_text;
	const struct resource *resource;
	unsigned scopes;
	const char *fault; /* the specification's error for the client, or NULL */
};

/* ---- reading ---- */

static const char *parameter(struct ctx *ctx, const struct asked *a, const char *name)
{
	const char *value = a->form ? body_text(a->form, name, OPTIONAL, 1, PARAMETER_MAX)
				    : query_text(ctx, name);

	if (value && !a->form && strlen(value) > PARAMETER_MAX)
		fail_parameter(ctx, name, value, "um texto menor");
	return value;
}

static bool is_challenge(const char *text)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	return text && strlen(text) == CHALLENGE_LENGTH &&
	       strspn(text, alphabet) == CHALLENGE_LENGTH;
}

/* The parameters of the redirect to the client. */
static const char *fault_of(const struct asked *a)
{
	if (!a->response_type)
		return "invalid_request";
	if (!str_eq(a->response_type, "code"))
		return "unsupported_response_type";
	/* No method means plain (RFC 7636 section 4.3), which we refuse. */
	if (!a->method || !str_eq(a->method, "S256") || !is_challenge(a->challenge))
		return "invalid_request";
	if (!a->resource)
		return "invalid_target";
	return a->scopes ? NULL : "invalid_scope";
}

static void read_asked(struct ctx *ctx, struct asked *a)
{
	const char *client = parameter(ctx, a, "client_id");

	base_required(ctx);
	a->redirect = parameter(ctx, a, "redirect_uri");
	a->state = parameter(ctx, a, "state");
	a->challenge = parameter(ctx, a, "code_challenge");
	a->method = parameter(ctx, a, "code_challenge_method");
	a->response_type = parameter(ctx, a, "response_type");
	a->scope_text = parameter(ctx, a, "scope");
	a->resource_text = parameter(ctx, a, "resource");
	a->client = oauth_client_find(ctx, client);
	if (!a->client)
		fail(ctx, 400, "oauth_invalid_client",
		     "O aplicativo que pediu acesso não está registrado aqui.");
	if (!a->redirect || !oauth_client_redirects(a->client, a->redirect))
		fail(ctx, 400, "oauth_invalid_redirect_uri",
		     "O endereço de volta não é um dos que o aplicativo registrou.");
	a->resource = a->resource_text ? resource_named(ctx, a->resource_text) : resource_at("");
	if (a->resource) {
		/* Unknown scopes are ignored: clients also ask for those of other services. */
		a->scopes = a->resource->scopes;
		if (a->scope_text)
			a->scopes &= scopes_known(ctx->pool, a->scope_text);
	}
	a->fault = fault_of(a);
}

/* ---- redirect to the client ---- */

static void add(struct buf *b, void *pool, const char *name, const char *value)
{
	if (!value)
		return;
	buf_printf(b, "%s%s=", memchr(b->p, '?', b->n) ? "&" : "?", name);
	buf_str(b, url_encoded_but(pool, value, ""));
}

static const char *way_back(struct ctx *ctx, const struct asked *a, const char *name,
			    const char *value)
{
	struct buf b;

	buf_init(&b, ctx->pool, 512);
	buf_str(&b, a->redirect);
	add(&b, ctx->pool, name, value);
	add(&b, ctx->pool, "state", a->state);
	add(&b, ctx->pool, "iss", ctx->config->base_url);
	return buf_text(&b);
}

static void go_back(struct ctx *ctx, const struct asked *a, const char *name, const char *value)
{
	site_go(ctx, way_back(ctx, a, name, value));
}

static void show_fault(struct ctx *ctx, const struct asked *a)
{
	const char *origin = redirect_origin(ctx->pool, a->redirect);
	struct html *h =
		site_page(ctx, 400,
			  &(struct html_page){ .title = "O pedido do aplicativo está errado",
					       .popup = true });

	html_p(h,
	       "O aplicativo que diz chamar-se %s pediu acesso de um modo que não é aceito (%s). Nada foi "
	       "permitido.",
	       a->client->name, a->fault);
	html_p(h, "Para avisá-lo, se confia nele, volte ao endereço que ele deu:");
	html_p_link(h, way_back(ctx, a, "error", a->fault), origin);
	html_page_end(h);
}

/* ---- the page ---- */

static bool is_write(enum scope s)
{
	return s == SCOPE_ACCOUNT_WRITE || s == SCOPE_ADVISOR_WRITE || s == SCOPE_DESK_WRITE;
}

static void write_scopes(struct ctx *ctx, struct html *h, const struct asked *a)
{
	html_group(h, "O que ele poderá fazer");
	for (unsigned bit = 1; bit <= SCOPE_DESK_WRITE; bit <<= 1) {
		enum scope s = (enum scope)bit;

		if (!(a->scopes & bit))
			continue;
		html_choice(h, &(struct html_choice){
				       .name = pool_printf(ctx->pool, "scope.%s", scope_name(s)),
				       .value = "on",
				       .label = scope_sentence(s),
				       .hint = is_write(s)
						       ? "Marque só se quiser que ele altere dados."
						       : NULL,
				       .chosen = !is_write(s) });
	}
	html_group_end(h);
}

/* Whether there is anything to grant. */
static bool write_organizations(struct ctx *ctx, struct html *h, const struct asked *a)
{
	const struct db_rows *r;
	bool either = a->resource->person == OF_EITHER;

	if (a->resource->person == OF_PERSON)
		return true;
	r = db_query(ctx, &organizations, DB_ARGS(db_text(a->resource->office)));
	if (!db_count(r) && either)
		return true;
	if (!db_count(r)) {
		html_p(h, "A sua conta não é membro de %s: não há o que permitir.",
		       str_eq(a->resource->office, "desk") ? "nenhuma mesa de crédito"
							   : "nenhum escritório de assessoria");
		return false;
	}
	html_group(h, "Em nome de");
	if (either)
		html_choice(h, &(struct html_choice){ .name = "organization",
						      .value = "none",
						      .label = "Só da sua conta pessoal",
						      .one = true,
						      .chosen = true });
	for (size_t i = 0; i < db_count(r); i++) {

		html_choice(h, &(struct html_choice){
				       .name = "organization",
				       .value = uuid_text(ctx->pool, db_get_uuid(r, i, C_ID)),
				       .label = db_get_text(r, i, C_NAME),
				       .one = true,
				       .chosen = !either && i == 0 });
	}
	html_group_end(h);
	return true;
}

static void write_request(struct html *h, const struct asked *a)
{
	const char *id = uuid_text(h->ctx->pool, a->client->id);

	html_hidden(h, "client_id", a->client->document ? a->client->document : id);
	html_hidden(h, "redirect_uri", a->redirect);
	html_hidden(h, "state", a->state);
	html_hidden(h, "code_challenge", a->challenge);
	html_hidden(h, "code_challenge_method", a->method);
	html_hidden(h, "response_type", a->response_type);
	html_hidden(h, "scope", a->scope_text);
	html_hidden(h, "resource", a->resource_text);
}

static void show(struct ctx *ctx, int status, const struct asked *a, const struct person *p,
		 const char *error)
{
	const char *origin = redirect_origin(ctx->pool, a->redirect);
	struct html *h = site_page(ctx, status,
				   &(struct html_page){ .title = "Permitir acesso?",
							.form_action = origin,
							.error = error,
							.popup = true });

	html_open(h, "p");
	html_element(h, "strong", a->client->name);
	html_text(h, pool_printf(ctx->pool, " pede acesso a %s, na conta %s.", a->resource->title,
				 p->email));
	html_close(h, "p");
	html_p(h,
	       "O nome é o que o aplicativo deu de si. A resposta vai para %s: confira se é quem você "
	       "espera.",
	       origin);
	if (a->client->document)
		html_p(h, "O que ele diz de si está em %s.", a->client->document);
	html_form(h, "/oauth/authorize", csrf_token(ctx));
	write_request(h, a);
	write_scopes(ctx, h, a);
	if (write_organizations(ctx, h, a))
		html_button_of(h, "decision", "allow", "Permitir");
	html_button_of(h, "decision", "deny", "Negar");
	html_form_end(h);
	html_p(h, "Você pode retirar o acesso a qualquer momento em Aplicativos com acesso.");
	html_page_end(h);
}

void oauth_authorize_page(struct ctx *ctx)
{
	struct asked a = { 0 };
	const struct person *p = site_person(ctx);

	read_asked(ctx, &a);
	if (a.fault)
		show_fault(ctx, &a);
	else
		show(ctx, 200, &a, p, NULL);
}

/* ---- the decision ---- */

static unsigned chosen_scopes(struct ctx *ctx, const struct asked *a)
{
	unsigned chosen = 0;

	for (unsigned bit = 1; bit <= SCOPE_DESK_WRITE; bit <<= 1) {
		const char *name = pool_printf(ctx->pool, "scope.%s", scope_name((enum scope)bit));

		if (body_text(a->form, name, OPTIONAL, 1, 10) && (a->scopes & bit))
			chosen |= bit;
	}
	return chosen;
}

/*
 * The chosen organization; false when one is required and none was chosen.  Where the page offers none, a field that
 * names one is unknown, and body_done() refuses it.
 */
static bool chosen_organization(const struct asked *a, struct uuid *out)
{
	const char *text;

	*out = uuid_nil();
	if (a->resource->person == OF_PERSON)
		return true;
	text = body_text(a->form, "organization", OPTIONAL, 1, 40);
	if (!text || str_eq(text, "none"))
		return a->resource->person == OF_EITHER;
	return uuid_parse(slice_of(text), out) && !uuid_is_nil(*out);
}

static void grant(struct ctx *ctx, const struct asked *a, unsigned scopes, struct uuid organization)
{
	bool of_one = !uuid_is_nil(organization);
	enum credential_kind kind = of_one ? a->resource->kind : CREDENTIAL_USER;
	char code[KEY_SECRET_SIZE];
	uint8_t hash[KEY_HASH];
	struct uuid id = uuid_new();
	const struct db_rows *r;

	secret_make(SECRET_CODE, code);
	key_hash(code, hash);
	r = db_query(ctx, &store,
		     DB_ARGS(db_uuid(id), db_uuid(a->client->id), db_text(credential_name(kind)),
			     of_one ? db_uuid(organization) : db_null(), db_int(scopes),
			     db_text(resource_address(ctx, a->resource)),
			     db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			     db_text(a->challenge), db_text(a->redirect), db_timestamp(ctx->now_ms),
			     db_timestamp(ctx->now_ms + CODE_MS), db_text(a->resource->office)));
	if (db_is_null(r, 0, 0))
		fail(ctx, 404, "workspace_not_found",
		     "A organização não existe, a conta não é membro dela ou ela não é o que o aplicativo pede.");
	trail_made(ctx, db_get_uuid(r, 0, 0),
		   &(struct credential_made){ .event = "grant.created",
					      .id = id,
					      .kind = credential_name(kind),
					      .scopes = scopes });
	go_back(ctx, a, "code", code);
}

void oauth_authorize_post(struct ctx *ctx)
{
	struct asked a = { 0 };
	const struct person *p = site_person(ctx);
	const char *decision;
	struct uuid organization;
	unsigned scopes;
	bool complete;

	query_done(ctx);
	a.form = site_form(ctx);
	read_asked(ctx, &a);
	decision = body_text(a.form, "decision", REQUIRED, 1, 10);
	scopes = chosen_scopes(ctx, &a);
	if (a.fault) {
		show_fault(ctx, &a);
		return;
	}
	complete = chosen_organization(&a, &organization);
	body_done(a.form);
	if (!str_eq(decision, "allow"))
		go_back(ctx, &a, "error", "access_denied");
	else if (!scopes)
		show(ctx, 422, &a, p, "Marque ao menos uma permissão, ou negue.");
	else if (!complete)
		show(ctx, 422, &a, p, "Escolha a organização.");
	else
		grant(ctx, &a, scopes, organization);
}
