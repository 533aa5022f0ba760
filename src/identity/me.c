/* SPDX-License-Identifier: Apache-2.0 */
/*
 * me.c: the caller and the rights of the credential.  GET /v1/me
 *
 * Any credential may ask about itself, whatever its scopes; name and e-mail are shown to one that may
 * read the account.  x-service-workspace takes the id of a workspace shown here.
 */
#include "config.h"

#include "identity/me.h"

#include "identity/caller.h"
#include "identity/credential.h"
#include "db/db.h"
#include "db/db_json.h"
#include "http/request.h"
#include "http/response.h"

static DB_STMT(self, "me.self",
	       "select name, email, created_at, plan, plan_title, portfolio_cap, portfolios,"
	       " credential_name, expires_at from account_self()");
enum {
	S_NAME,
	S_EMAIL,
	S_CREATED,
	S_PLAN,
	S_PLAN_TITLE,
	S_CAP,
	S_PORTFOLIOS,
	S_CREDENTIAL_NAME,
	S_EXPIRES
};

static DB_STMT(
	places, "me.places",
	"select organization_id as id, name, role, licensed, wallet from account_places($1)");
enum { P_ORGANIZATION, P_NAME, P_ROLE, P_LICENSED, P_WALLET };

static const char *form_name(enum credential_form form)
{
	switch (form) {
	case FORM_TOKEN:
		return "token";
	case FORM_SESSION:
		return "session";
	case FORM_KEY:
		break;
	}
	return "key";
}

static void render_account(struct ctx *ctx, struct json *j, const struct db_rows *r)
{
	bool told = ctx->caller->scopes & (SCOPE_ACCOUNT_READ | SCOPE_ACCOUNT_WRITE);

	json_open(j, "account");
	json_uuid(j, "id", ctx->caller->account);
	json_text(j, "name", told ? db_get_text(r, 0, S_NAME) : NULL);
	json_text(j, "email", told ? db_get_text(r, 0, S_EMAIL) : NULL);
	json_timestamp(j, "created_at", db_get_timestamp(r, 0, S_CREATED));
	json_close(j);
	json_open(j, "plan");
	json_text(j, "code", db_get_text(r, 0, S_PLAN));
	json_text(j, "title", db_get_text(r, 0, S_PLAN_TITLE));
	json_open(j, "portfolios");
	json_int(j, "limit", db_get_int(r, 0, S_CAP));
	json_int(j, "used", db_get_int(r, 0, S_PORTFOLIOS));
	json_close(j);
	json_close(j);
}

static void render_credential(struct json *j, const struct caller *c, const struct db_rows *r)
{
	const char *names[SCOPES_MAX];
	size_t n = scopes_names(c->scopes, names);

	json_open(j, "credential");
	json_uuid(j, "id", c->credential);
	json_text(j, "form", form_name(c->form));
	json_text(j, "kind", credential_name(c->kind));
	json_text(j, "name", db_get_text(r, 0, S_CREDENTIAL_NAME));
	json_texts(j, "scopes", names, n);
	json_uuid_or_null(j, "org", !uuid_is_nil(c->organization), c->organization);
	db_json_timestamp(j, "expires_at", r, 0, S_EXPIRES);
	json_close(j);
}

static void render_organizations(struct json *j, const struct db_rows *r)
{
	json_array(j, "organizations");
	for (size_t i = 0; i < db_count(r); i++) {
		if (db_is_null(r, i, P_ORGANIZATION))
			continue;
		json_open(j, NULL);
		db_json_columns(j, r, i, P_ORGANIZATION, P_LICENSED);
		json_close(j);
	}
	json_array_end(j);
}

static void render_workspaces(struct json *j, const struct db_rows *r)
{
	json_array(j, "workspaces");
	for (size_t i = 0; i < db_count(r); i++) {
		bool personal = db_is_null(r, i, P_ORGANIZATION);

		json_open(j, NULL);
		if (personal)
			json_text(j, "id", "personal");
		else
			json_uuid(j, "id", db_get_uuid(r, i, P_ORGANIZATION));
		json_text(j, "name", db_get_text(r, i, P_NAME));
		json_boolean(j, "personal", personal);
		json_text(j, "wallet", db_get_text(r, i, P_WALLET));
		json_text(j, "role", personal ? "owner" : db_get_text(r, i, P_ROLE));
		json_close(j);
	}
	json_array_end(j);
}

void account_me_get(struct ctx *ctx)
{
	const struct caller *c = ctx->caller;
	struct db_rows *rows[2];
	struct json *j;

	query_done(ctx);
	db_send(ctx, &self, NULL, 0);
	db_send(ctx, &places,
		DB_ARGS(uuid_is_nil(c->organization) ? db_null() : db_uuid(c->organization)));
	db_wait(ctx, rows, 2);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	render_account(ctx, j, rows[0]);
	render_credential(j, c, rows[0]);
	render_organizations(j, rows[1]);
	render_workspaces(j, rows[1]);
	json_close(j);
}
