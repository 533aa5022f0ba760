/* SPDX-License-Identifier: Apache-2.0 */
/*
 * api_keys.c: lastro key create, list, revoke.
 *
 * The secret is printed once, on standard output, and stored nowhere.
 */
#include "config.h"

#include <sodium.h>

#include "identity/key.h"
#include "admin/admin.h"
#include "admin/trail.h"
#include "core/clock.h"
#include "db/db.h"

static DB_STMT(
	insert, "admin.key_insert",
	"insert into lastro.api_key (id, account_id, organization_id, kind, name, hash, prefix, scopes, created_at,"
	" expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");

static DB_STMT(
	is_member, "admin.key_member",
	"select count(*) from lastro.organization_member where organization_id = $1 and account_id = $2");

static DB_STMT(is_licensed, "admin.key_licensed",
	       "select count(*) from lastro.office_license where workspace_id = $1");

static DB_STMT(office_kind, "admin.key_office",
	       "select kind from lastro.office where workspace_id = $1");

static DB_STMT(
	list, "admin.key_list",
	"select id::text, kind, organization_id::text, name, prefix, created_at, expires_at, revoked_at"
	" from lastro.api_key where account_id = $1 and form = 'key' order by id limit 10000");

static const struct column columns[] = {
	{ "id", "chave", CELL_TEXT },
	{ "kind", "tipo", CELL_TEXT },
	{ "org", "organização", CELL_TEXT },
	{ "name", "nome", CELL_TEXT },
	{ "prefix", "início", CELL_TEXT },
	{ "created_at", "criada em", CELL_TIME },
	{ "expires_at", "vale até", CELL_TIME },
	{ "revoked_at", "revogada em", CELL_TIME },
};

static DB_STMT(
	revoke, "admin.key_revoke",
	"update lastro.api_key set revoked_at = $2 where id = $1 and form = 'key' and revoked_at is null");

static const struct flag key_create_flags[] = {
	{ "account", "CONTA", "e-mail ou id da conta", true },
	{ "name", "NOME", "para reconhecer a chave depois", true },
	{ "kind", "TIPO", "user (padrão), platform, member ou desk", false },
	{ "org", "ORGANIZAÇÃO", "id; obrigatório em member e desk", false },
	{ "scopes", "LISTA", "escopos separados por vírgula (os do tipo)", false },
	{ "expires", "MOMENTO", "validade, como 2030-01-31T12:00:00Z", false },
	{ .name = NULL },
};

static const struct flag member_key_flags[] = {
	{ "org", "ORGANIZAÇÃO", "id da organização", true },
	{ "account", "CONTA", "e-mail ou id da conta de um membro", true },
	{ "name", "NOME", "para reconhecer a chave depois (membro)", false },
	{ .name = NULL },
};

static const struct flag key_list_flags[] = {
	{ "account", "CONTA", "e-mail ou id da conta", true },
	{ .name = NULL },
};

struct made {
	enum credential_kind kind;
	unsigned scopes;
	bool has_organization;
	struct uuid organization;
	struct db_arg expires;
};

static enum credential_kind read_kind(struct run *r)
{
	const char *given = run_flag(r, "kind");

	if (!given)
		return CREDENTIAL_USER;
	for (int k = CREDENTIAL_USER; k <= CREDENTIAL_DESK; k++)
		if (str_eq(given, credential_name((enum credential_kind)k)))
			return (enum credential_kind)k;
	run_usage(r, "--kind %s: esperado user, platform, member ou desk", given);
}

static unsigned read_scopes(struct run *r, enum credential_kind kind)
{
	const char *given = run_flag(r, "scopes");
	struct slice rest = slice_of(given);
	struct slice word;
	unsigned scopes = 0;
	bool more = true;

	if (!given)
		return scopes_of(kind);
	while (more) {
		const char *name;
		unsigned one;

		more = slice_cut(rest, ',', &word, &rest);
		name = slice_text(r->ctx->pool, slice_trim(word));
		if (!scopes_parse(&name, 1, &one))
			run_usage(r, "--scopes: não há o escopo %s", name);
		scopes |= one;
	}
	return scopes;
}

static void read_flags(struct run *r, struct made *m)
{
	const char *org = run_flag(r, "org");
	const char *expires = run_flag(r, "expires");
	struct uuid id;
	int64_t ms;

	m->kind = read_kind(r);
	m->scopes = read_scopes(r, m->kind);
	m->expires = db_null();
	if (org && !uuid_parse(slice_of(org), &id))
		run_usage(r, "--org %s não é um id", org);
	m->has_organization = org != NULL;
	if (org)
		m->organization = id;
	if (org && m->kind == CREDENTIAL_USER)
		run_usage(r, "uma chave user não leva --org");
	if (!org && (m->kind == CREDENTIAL_MEMBER || m->kind == CREDENTIAL_DESK))
		run_usage(r, "uma chave %s pede --org", credential_name(m->kind));
	if (expires && !timestamp_parse(slice_of(expires), &ms))
		run_usage(r, "--expires %s não é um momento como 2030-01-31T12:00:00Z", expires);
	if (expires)
		m->expires = db_timestamp(ms);
}

static void check_member(struct run *r, const struct made *m, struct uuid account)
{
	struct ctx *ctx = r->ctx;

	if (!m->has_organization)
		return;
	if (!db_get_int(
		    db_query(ctx, &is_member, DB_ARGS(db_uuid(m->organization), db_uuid(account))),
		    0, 0))
		fail(ctx, 404, "subject_not_found",
		     "A organização não existe ou a conta não é membro dela.");
	if (!db_get_int(db_query(ctx, &is_licensed, DB_ARGS(admin_workspace(r, m->organization))),
			0, 0))
		fail(ctx, 403, "scope_missing",
		     "A organização não tem licença de escritório nem de mesa (lastro license set).");
}

/* Creates the key and prints it: the only time that its secret is shown. */
static enum exit_status make_key(struct run *r, const struct made *m, const char *name)
{
	static const struct column shown[] = {
		{ "id", "id", CELL_TEXT },
		{ "kind", "tipo", CELL_TEXT },
		{ "key", "chave", CELL_TEXT },
	};
	static const struct look none;
	struct ctx *ctx = r->ctx;
	struct uuid id = uuid_new();
	struct uuid account = admin_account(ctx, run_flag(r, "account"));
	char secret[KEY_SECRET_SIZE];
	char prefix[KEY_PREFIX_SIZE];
	uint8_t hash[32];

	check_member(r, m, account);
	key_make(m->kind, secret);
	key_hash(secret, hash);
	key_prefix(secret, prefix);
	db_begin_write(ctx);
	db_conflict(ctx, "api_key_name_check", 400, "invalid_input",
		    "--name deve ter de 1 a 80 caracteres.");
	(void)db_exec(ctx, &insert,
		      DB_ARGS(db_uuid(id), db_uuid(account),
			      m->has_organization ? db_uuid(m->organization) : db_null(),
			      db_text(credential_name(m->kind)), db_text(name),
			      db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			      db_text(prefix), db_int(m->scopes), db_timestamp(ctx->now_ms),
			      m->expires));
	trail_write(r, "key.created", &none, look_key(r, id));
	db_commit(ctx);
	print_one(r, shown, ARRAY_SIZE(shown),
		  (const struct cell[]){ cell_text(uuid_text(ctx->pool, id)),
					 cell_text(credential_name(m->kind)), cell_text(secret) });
	print_line(r, "Guarde a chave: ela não será mostrada de novo.");
	sodium_memzero(secret, sizeof(secret));
	return EXIT_DONE;
}

static enum exit_status key_create(struct run *r)
{
	struct made m = { 0 };

	read_flags(r, &m);
	return make_key(r, &m, run_flag(r, "name"));
}

/* The key with which a member works in the office, or at the desk. */
static enum exit_status member_key(struct run *r)
{
	struct made m = { .kind = CREDENTIAL_MEMBER, .expires = db_null() };
	struct uuid organization = admin_organization(r, run_flag(r, "org"));
	const struct db_rows *rows =
		db_query(r->ctx, &office_kind, DB_ARGS(admin_workspace(r, organization)));
	const char *name = run_flag(r, "name");

	if (db_count(rows) && str_eq(db_get_text(rows, 0, 0), "desk"))
		m.kind = CREDENTIAL_DESK;
	m.scopes = scopes_of(m.kind);
	m.has_organization = true;
	m.organization = organization;
	return make_key(r, &m, name ? name : "membro");
}

static enum exit_status key_list(struct run *r)
{
	struct uuid account = admin_account(r->ctx, run_flag(r, "account"));

	print_rows(r, columns, ARRAY_SIZE(columns),
		   db_query(r->ctx, &list, DB_ARGS(db_uuid(account))));
	return EXIT_DONE;
}

static enum exit_status key_revoke(struct run *r)
{
	struct look before;
	struct uuid id;

	if (!uuid_parse(slice_of(r->argv[0]), &id))
		run_usage(r, "%s não é o id de uma chave", r->argv[0]);
	db_begin_write(r->ctx);
	before = look_key(r, id);
	if (!db_exec(r->ctx, &revoke, DB_ARGS(db_uuid(id), db_timestamp(r->ctx->now_ms))))
		fail(r->ctx, 404, "key_not_found", "Não há chave em uso com o id %s.", r->argv[0]);
	trail_write(r, "key.revoked", &before, look_key(r, id));
	db_commit(r->ctx);
	print_one(r, columns, 1, (const struct cell[]){ cell_text(r->argv[0]) });
	return EXIT_DONE;
}

const struct command key_commands[] = {
	{ "key create", "", "cria uma chave; o segredo aparece uma vez só", 0, 0, key_create_flags,
	  key_create, NULL },
	{ "key list", "", "lista as chaves de uma conta", 0, 0, key_list_flags, key_list, NULL },
	{ "key revoke", "CHAVE", "revoga uma chave (id)", 1, 1, NULL, key_revoke, NULL },
	{ "member key", "", "cria a chave com que um membro trabalha na organização", 0, 0,
	  member_key_flags, member_key, NULL },
	{ .name = NULL },
};
