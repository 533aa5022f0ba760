/* SPDX-License-Identifier: Apache-2.0 */
/*
 * password_page.c: a person chooses a password with a link that the operator made (lastro account
 * invite), or that a sign-up sent; a new account also its name.
 *
 * The person then logs in with it: the link alone opens no session.
 */
#include "config.h"

#include "identity/pages/person_pages.h"

#include "identity/credential_trail.h"
#include "identity/key.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "identity/pages/password.h"
#include "core/text.h"
#include "db/db.h"
#include "http/request.h"

static DB_STMT(find, "password.link", "select email, name from password_link_person($1, $2)");
enum { C_EMAIL, C_NAME };

static DB_STMT(
	choose, "password.choose",
	"select account_id, ended_grant, ended_workspace from password_choose($1, $2, $3, $4, $5, $6)");
enum { CHOSEN_ACCOUNT, CHOSEN_GRANT, CHOSEN_WORKSPACE };

static DB_STMT(spent, "password.spent", "select password_link_spent($1, $2)");

static NORETURN void refuse_link(struct ctx *ctx)
{
	fail(ctx, 404, "password_link_invalid",
	     "Este link já foi usado, passou da validade ou está incompleto.");
}

static struct db_arg hash_of(struct ctx *ctx, const char *token)
{
	uint8_t *hash = pool_array(ctx->pool, uint8_t, KEY_HASH);
	enum secret_kind kind;

	if (!token || !secret_well_formed(token, &kind) || kind != SECRET_LINK)
		refuse_link(ctx);
	key_hash(token, hash);
	return db_bytes((struct slice){ (const char *)hash, KEY_HASH });
}

#define NAME_MAX_LENGTH 120

struct invited {
	const char *email;
	bool fresh; /* the account is created with the password */
};

/* The account of the link; 404 unless the link is valid. */
static struct invited invited_by(struct ctx *ctx, struct db_arg hash)
{
	const struct db_rows *r;

	db_begin_read(ctx);
	r = db_query(ctx, &find, DB_ARGS(hash, db_timestamp(ctx->now_ms)));
	db_commit(ctx);
	if (!db_count(r))
		refuse_link(ctx);
	return (struct invited){ db_get_text(r, 0, C_EMAIL), db_is_null(r, 0, C_NAME) };
}

/* The submitted values; a page that is shown again keeps the name. */
struct chosen {
	const char *name, *password, *again;
	const char *name_fault, *fault; /* or NULL */
};

static void show(struct ctx *ctx, int status, const char *token, const struct invited *who,
		 const struct chosen *c)
{
	bool refused = c->name_fault || c->fault;
	struct html *h = site_page(
		ctx, status,
		&(struct html_page){ .title = who->fresh ? "Criar conta" : "Escolher a senha",
				     .error = refused ? "A senha não foi guardada." : NULL });

	html_p(h, "A senha será a da conta %s.", who->email);
	html_form(h, "/password", csrf_token(ctx));
	html_hidden(h, "token", token);
	html_hidden(h, "username", who->email); /* for password managers */
	if (who->fresh)
		html_field(h, &(struct html_field){ .name = "name",
						    .label = "Seu nome",
						    .type = "text",
						    .value = c->name,
						    .error = c->name_fault,
						    .autocomplete = "name",
						    .max_length = NAME_MAX_LENGTH });
	site_new_password(h, c->fault);
	html_send(h, who->fresh ? "Criar a conta" : "Guardar a senha");
	html_page_end(h);
}

void password_page(struct ctx *ctx)
{
	const char *token = query_text(ctx, "token");
	const struct chosen nothing = { 0 };
	struct invited who;

	query_done(ctx);
	who = invited_by(ctx, hash_of(ctx, token));
	show(ctx, 200, token, &who, &nothing);
}

static const char *name_of(struct ctx *ctx, const char *text)
{
	return text ? slice_text(ctx->pool, slice_trim(slice_of(text))) : NULL;
}

static void judge(struct chosen *c, const struct invited *who)
{
	c->fault = c->password ? password_fault(c->password, who->email) : "Falta a senha.";
	if (!c->fault && (!c->again || !str_eq(c->password, c->again)))
		c->fault = "As duas senhas são diferentes.";
	if (!who->fresh)
		return;
	if (!c->name || !text_visible(c->name))
		c->name_fault = "Diga como se chama.";
	else if (!text_one_line(c->name) || text_length(c->name) > NAME_MAX_LENGTH)
		c->name_fault = "O nome tem uma linha, de até 120 caracteres.";
}

static void done_page(struct ctx *ctx)
{
	struct html *h =
		site_page(ctx, 200, &(struct html_page){ .title = "A senha foi guardada" });

	html_p_link(h, "/login", "Entrar");
	html_p_link(h, "/shown", "Ver o que a conta mostra a outros, que continua");
	html_page_end(h);
}

static bool store(struct ctx *ctx, struct db_arg hash, const char *encoded, const char *name)
{
	const struct db_rows *r;

	db_begin_write(ctx);
	r = db_query(ctx, &choose,
		     DB_ARGS(hash, db_text(encoded), db_timestamp(ctx->now_ms), db_uuid(uuid_new()),
			     db_uuid(uuid_new()), db_text(name)));
	/* All queued: the commit sends them. */
	for (size_t i = 0; i < db_count(r); i++)
		if (!db_is_null(r, i, CHOSEN_GRANT))
			trail_ended_of(ctx, db_get_uuid(r, i, CHOSEN_WORKSPACE),
				       db_get_uuid(r, i, CHOSEN_ACCOUNT), "grant.revoked",
				       db_get_uuid(r, i, CHOSEN_GRANT));
	db_commit(ctx);
	return db_count(r) > 0;
}

/*
 * A double click: the link is used, and just set this same password.  Accepted for a minute only, so that a person who
 * finds a used link cannot guess passwords with it.
 */
static bool done_before(struct ctx *ctx, struct db_arg hash, const struct chosen *c)
{
	const struct db_rows *r;
	const char *encoded;

	if (!c->password || !c->again || !str_eq(c->password, c->again) ||
	    text_length(c->password) > PASSWORD_MAX)
		return false;
	db_begin_read(ctx);
	r = db_query(ctx, &spent, DB_ARGS(hash, db_timestamp(ctx->now_ms)));
	db_commit(ctx);
	encoded = db_get_text(r, 0, 0);
	return encoded && password_matches(ctx, encoded, c->password, false);
}

void password_post(struct ctx *ctx)
{
	struct chosen c = { 0 };
	struct invited who;
	struct db_arg hash;
	const char *token;
	struct body *f;

	query_done(ctx);
	f = site_form(ctx);
	token = body_text(f, "token", OPTIONAL, 1, 100);
	c.name = name_of(ctx, body_text(f, "name", OPTIONAL, 1, 4096));
	c.password = body_text(f, "password", OPTIONAL, 1, 4096);
	c.again = body_text(f, "again", OPTIONAL, 1, 4096);
	(void)body_text(f, "username", OPTIONAL, 1, 4096);
	body_done(f);
	hash = hash_of(ctx, token);
	if (done_before(ctx, hash, &c)) {
		done_page(ctx);
		return;
	}
	who = invited_by(ctx, hash);
	judge(&c, &who);
	if (c.fault || c.name_fault) {
		show(ctx, 422, token, &who, &c);
		return;
	}
	/* Of two concurrent requests, the second waits for the first and finds the link used. */
	if (!store(ctx, hash, password_hash(ctx, c.password), c.name) &&
	    !done_before(ctx, hash, &c))
		refuse_link(ctx);
	done_page(ctx);
}
