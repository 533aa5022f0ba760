/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_keys.c: an account manages its own keys.  GET and POST /v1/keys, GET and DELETE /v1/keys/{id}
 *
 * A key never gets a scope that its creator lacks, or the weakest key would be worth the account.
 * Rights from a membership are read from the membership at each call: a person's own key that may write
 * the account can create a member key with the advisor's scopes. Only the answer that creates the key
 * contains the secret: a replay shows the key without it.
 */
#include "config.h"

#include "identity/own_keys.h"

#include <sodium.h>

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "identity/credential_trail.h"
#include "identity/key.h"
#include "core/clock.h"
#include "db/db.h"
#include "db/db_json.h"
#include "http/json_read.h"
#include "http/page.h"
#include "core/problem.h"
#include "http/request.h"
#include "http/response.h"

static DB_STMT(
	list, "keys.list",
	"select id, kind, organization_id as org, name, prefix, scopes, created_at, expires_at from key_list($1, $2)");

static DB_STMT(
	single, "keys.one",
	"select id, kind, organization_id as org, name, prefix, scopes, created_at, expires_at from key_one($1)");

static DB_STMT(standing, "keys.standing", "select there, role, licensed from key_standing($1)");
enum { C_THERE, C_ROLE, C_LICENSED };

static DB_STMT(create, "keys.create", "select key_create($1, $2, $3, $4, $5, $6, $7, $8, $9)");
static DB_STMT(revoke, "keys.revoke", "select key_revoke($1, $2)");

static const char *const kinds[] = { "user", "platform", "member", "desk", NULL };
static const enum credential_kind kind_at[] = { CREDENTIAL_USER, CREDENTIAL_PLATFORM,
						CREDENTIAL_MEMBER, CREDENTIAL_DESK };

static void render_scopes(struct json *j, unsigned scopes)
{
	const char *names[SCOPES_MAX];
	size_t n = scopes_names(scopes, names);

	json_texts(j, "scopes", names, n);
}

static void render_row(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, KEY_ID, KEY_PREFIX);
	render_scopes(j, (unsigned)db_get_int(r, i, KEY_SCOPES));
	db_json_columns(j, r, i, KEY_CREATED_AT, KEY_EXPIRES_AT);
	json_close(j);
}

void keys_list(struct ctx *ctx)
{
	struct page page = page_take(ctx, 1, false);
	struct uuid after = page.follows ? page_uuid(ctx, page.key[0]) : uuid_nil();
	const char *last = NULL;
	const struct db_rows *r;
	struct json *j;
	size_t shown;

	query_done(ctx);
	r = db_query(ctx, &list, DB_ARGS(db_uuid(after), db_int(page_limit(&page))));
	shown = page_shown(&page, db_count(r));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render_row(j, r, i);
	if (db_count(r) > shown)
		last = uuid_text(ctx->pool, db_get_uuid(r, shown - 1, KEY_ID));
	page_end(ctx, last ? &last : NULL, 1, shown, -1);
}

static NORETURN void none_such(struct ctx *ctx, const char *id)
{
	fail(ctx, 404, "key_not_found", "A chave \"%s\" não existe.", problem_shown(ctx->pool, id));
}

void keys_get(struct ctx *ctx)
{
	const struct db_rows *r;
	struct uuid id;

	query_done(ctx);
	if (!uuid_parse(slice_of(ctx->path[0]), &id))
		none_such(ctx, ctx->path[0]);
	r = db_query(ctx, &single, DB_ARGS(db_uuid(id)));
	if (db_count(r) == 0)
		none_such(ctx, ctx->path[0]);
	render_row(respond_json(ctx, 200), r, 0);
}

/* The scopes of a key that works in an organization; 0 for other kinds. */
static unsigned of_office(enum credential_kind kind)
{
	if (kind == CREDENTIAL_MEMBER)
		return SCOPE_ADVISOR_READ | SCOPE_ADVISOR_WRITE;
	return kind == CREDENTIAL_DESK ? SCOPE_DESK_READ | SCOPE_DESK_WRITE : 0;
}

/* The requested scopes; by default the creator's own, or a member's usual scopes. */
static unsigned read_scopes(struct ctx *ctx, struct body *b, enum credential_kind kind)
{
	struct json_object *array = body_array(b, "scopes", OPTIONAL, SCOPES_MAX);
	unsigned scopes = 0;
	size_t n = array ? json_object_array_length(array) : 0;

	if (!array)
		return of_office(kind) ? of_office(kind) : ctx->caller->scopes;
	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(array, i);
		const char *name = json_object_is_type(item, json_type_string)
					   ? json_object_get_string(item)
					   : "";
		unsigned one;

		if (scopes_parse(&name, 1, &one))
			scopes |= one;
		else
			body_error(b, "scopes", "enum", "nomes de escopo, como account:read",
				   body_shown(item));
	}
	if (!n)
		body_error(b, "scopes", "minItems", "ao menos um escopo", "[]");
	return scopes;
}

static void read_expiry(struct ctx *ctx, struct body *b, struct new_key *k)
{
	const char *text = body_text(b, "expires_at", NULLABLE, 1, 40);

	if (!text)
		return;
	if (!timestamp_parse(slice_of(text), &k->expires_ms))
		body_error(b, "expires_at", "format", "data e hora como 2030-01-31T12:00:00Z",
			   text);
	else if (k->expires_ms <= ctx->now_ms)
		body_error(b, "expires_at", "minimum", "um momento no futuro", text);
	k->expires = true;
}

static void read_body(struct ctx *ctx, struct new_key *k)
{
	struct body *b = body_open(ctx);
	int kind = body_choice(b, "kind", OPTIONAL, kinds);

	k->kind = kind < 0 ? CREDENTIAL_USER : kind_at[kind];
	k->name = body_line(b, "name", REQUIRED, 1, 80);
	k->has_organization = body_uuid(b, "org", NULLABLE, &k->organization);
	k->scopes = read_scopes(ctx, b, k->kind);
	read_expiry(ctx, b, k);
	if (k->has_organization && k->kind == CREDENTIAL_USER)
		body_error(b, "org", "forbidden", "nenhuma organização em uma chave de usuário",
			   NULL);
	if (!k->has_organization && of_office(k->kind))
		body_error(b, "org", "required", "a organização em que o membro trabalha", NULL);
	body_done(b);
}

/* A new key has scopes of its creator's key and, if it works in an organization, those of its kind (of_office()). */
static void refuse_wider(struct ctx *ctx, const struct new_key *k)
{
	unsigned missing = k->scopes & ~(ctx->caller->scopes | of_office(k->kind));
	const char *names[SCOPES_MAX];
	size_t n;

	if (!missing)
		return;
	n = scopes_names(missing, names);
	problem_texts(ctx, "required", names, n);
	n = scopes_names(ctx->caller->scopes, names);
	problem_texts(ctx, "granted", names, n);
	fail(ctx, 403, "scope_missing",
	     "Uma chave não pode ter escopos que a chave que a cria não tem.");
}

static NORETURN void refuse_stranger(struct ctx *ctx)
{
	fail(ctx, 404, "workspace_not_found",
	     "A organização não existe ou a conta não é membro dela.");
}

/*
 * Checks that the account may make this key: the organization is licensed, a member key needs a membership, and an
 * assistant cannot make a platform key that writes.  Returns the workspace whose audit trail records the key.
 */
static struct uuid refuse_standing(struct ctx *ctx, const struct new_key *k)
{
	const struct db_rows *r;
	const char *role;

	if (!k->has_organization)
		return ctx->caller->workspace;
	r = db_query(ctx, &standing, DB_ARGS(db_uuid(k->organization)));
	if (db_is_null(r, 0, C_THERE))
		refuse_stranger(ctx);
	role = db_get_text(r, 0, C_ROLE);
	if (!db_get_bool(r, 0, C_LICENSED))
		fail(ctx, 403, "scope_missing",
		     "A organização não tem licença de escritório nem de mesa: nenhuma chave a leva.");
	if (of_office(k->kind) && !role)
		fail(ctx, 403, "scope_missing",
		     "Uma chave de membro é de quem trabalha no escritório ou na mesa.");
	if (k->kind == CREDENTIAL_PLATFORM && role && str_eq(role, "assistant") &&
	    (k->scopes & SCOPE_ACCOUNT_WRITE))
		fail(ctx, 403, "scope_missing",
		     "Quem é assistente no escritório não dá a uma plataforma o escopo account:write.");
	return db_get_uuid(r, 0, C_THERE);
}

static void render_new(struct ctx *ctx, struct json *j, const struct new_key *k, bool with_secret)
{
	json_open(j, NULL);
	json_uuid(j, "id", k->id);
	json_text(j, "kind", credential_name(k->kind));
	json_uuid_or_null(j, "org", k->has_organization, k->organization);
	json_text(j, "name", k->name);
	json_text(j, "prefix", k->prefix);
	render_scopes(j, k->scopes);
	json_timestamp(j, "created_at", ctx->now_ms);
	json_timestamp_or_null(j, "expires_at", k->expires, k->expires_ms);
	if (with_secret)
		json_text(j, "key", k->secret);
	json_close(j);
}

static void answer_new(struct ctx *ctx, const struct new_key *k)
{
	struct json *bare = json_new(ctx->pool, 512);

	render_new(ctx, bare, k, false);
	idempotency_without(ctx, json_written(bare));
	render_new(ctx, respond_json(ctx, 201), k, true);
	respond_header(ctx, "Location", "/v1/keys/%s", uuid_text(ctx->pool, k->id));
}

void key_issue(struct ctx *ctx, struct new_key *k)
{
	uint8_t hash[KEY_HASH];
	const struct db_rows *r;
	struct uuid workspace;
	const char *outcome;

	refuse_wider(ctx, k);
	workspace = refuse_standing(ctx, k);
	key_make(k->kind, k->secret);
	key_hash(k->secret, hash);
	key_prefix(k->secret, k->prefix);
	r = db_query(ctx, &create,
		     DB_ARGS(db_uuid(k->id), db_text(credential_name(k->kind)),
			     k->has_organization ? db_uuid(k->organization) : db_null(),
			     db_text(k->name),
			     db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			     db_text(k->prefix), db_int(k->scopes), db_timestamp(ctx->now_ms),
			     k->expires ? db_timestamp(k->expires_ms) : db_null()));
	outcome = db_get_text(r, 0, 0);
	if (str_eq(outcome, "outlives_maker"))
		fail(ctx, 403, "scope_missing",
		     "Uma chave não pode valer por mais tempo que a chave que a cria.");
	if (!str_eq(outcome, "ok"))
		refuse_stranger(ctx);
	trail_made(ctx, workspace,
		   &(struct credential_made){ .event = "key.created",
					      .id = k->id,
					      .kind = credential_name(k->kind),
					      .scopes = k->scopes,
					      .expires = k->expires,
					      .expires_ms = k->expires_ms });
}

void keys_create(struct ctx *ctx)
{
	struct new_key k = { .id = uuid_new() };

	query_done(ctx);
	read_body(ctx, &k);
	key_issue(ctx, &k);
	answer_new(ctx, &k);
	sodium_memzero(k.secret, sizeof(k.secret));
}

const struct db_rows *key_rows(struct ctx *ctx, struct uuid after, int64_t limit)
{
	return db_query(ctx, &list, DB_ARGS(db_uuid(after), db_int(limit)));
}

void key_end(struct ctx *ctx, const char *text)
{
	const struct db_rows *r;
	struct uuid id;

	if (!uuid_parse(slice_of(text), &id))
		none_such(ctx, text);
	r = db_query(ctx, &revoke, DB_ARGS(db_uuid(id), db_timestamp(ctx->now_ms)));
	if (db_is_null(r, 0, 0))
		none_such(ctx, text);
	trail_ended(ctx, db_get_uuid(r, 0, 0), "key.revoked", id);
	idempotency_forget(ctx, &id, 1);
}

/* An application must not revoke keys that the person gave to others. */
static void refuse_application(struct ctx *ctx)
{
	if (ctx->caller->form == FORM_TOKEN)
		fail(ctx, 403, "scope_missing", "Um aplicativo não revoga chaves da pessoa.");
}

void keys_revoke(struct ctx *ctx)
{
	struct json *j;

	query_done(ctx);
	refuse_application(ctx);
	key_end(ctx, ctx->path[0]);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_boolean(j, "deleted", true);
	json_text(j, "id", ctx->path[0]);
	json_close(j);
}
