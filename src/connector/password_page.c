/* SPDX-License-Identifier: Apache-2.0 */
/*
 * password_page.c: a password is chosen with a link that the operator made (lastro account invite).
 *
 * Whoever chose one logs in with it: the link alone opens no session.
 */
#include "config.h"

#include "connector/password_page.h"

#include "access/key.h"
#include "access/session.h"
#include "connector/connector.h"
#include "connector/site.h"
#include "connector/password.h"
#include "core/text.h"
#include "ctx/problem.h"
#include "db/db.h"
#include "http/request.h"

static struct db_stmt find =
	DB_STMT("password.link", "select email, name from password_link_person($1, $2)");
enum { C_EMAIL, C_NAME };

static struct db_stmt choose = DB_STMT("password.choose", "select password_choose($1, $2, $3)");

struct db_stmt *const password_page_stmts[] = { &find, &choose };
const size_t n_password_page_stmts = ARRAY_SIZE(password_page_stmts);

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

/* Whose link it is; 404 unless it is good. */
static const char *email_of(struct ctx *ctx, struct db_arg hash)
{
	const struct db_rows *r;

	db_begin_read(ctx);
	r = db_query(ctx, &find, DB_ARGS(hash, db_timestamp(ctx->now_ms)));
	db_commit(ctx);
	if (!db_count(r))
		refuse_link(ctx);
	return db_get_text(r, 0, C_EMAIL);
}

static void show(struct ctx *ctx, int status, const char *token, const char *email,
		 const char *error)
{
	struct html *h = site_page(
		ctx, status,
		&(struct html_page){ .title = "Escolher a senha",
				     .error = error ? "A senha não foi guardada." : NULL });

	html_p(h, "A senha será a da conta %s.", email);
	html_form(h, "/password", csrf_token(ctx));
	html_hidden(h, "token", token);
	html_hidden(h, "username", email); /* for who keeps passwords */
	html_field(h, &(struct html_field){ .name = "password",
					    .label = "Nova senha",
					    .type = "password",
					    .hint = "De 10 a 200 caracteres. Uma frase serve, e é "
						    "mais fácil de lembrar.",
					    .error = error,
					    .autocomplete = "new-password",
					    .max_length = PASSWORD_MAX });
	html_field(h, &(struct html_field){ .name = "again",
					    .label = "A mesma senha, de novo",
					    .type = "password",
					    .autocomplete = "new-password",
					    .max_length = PASSWORD_MAX });
	html_button(h, "Guardar a senha");
	html_form_end(h);
	html_page_end(h);
}

void password_page(struct ctx *ctx)
{
	const char *token = query_text(ctx, "token");

	query_done(ctx);
	show(ctx, 200, token, email_of(ctx, hash_of(ctx, token)), NULL);
}

static const char *fault_of(const char *password, const char *again, const char *email)
{
	const char *fault = password ? password_fault(password, email) : "Falta a senha.";

	if (!fault && (!again || !str_eq(password, again)))
		fault = "As duas senhas são diferentes.";
	return fault;
}

static void done_page(struct ctx *ctx)
{
	struct html *h =
		site_page(ctx, 200, &(struct html_page){ .title = "A senha foi guardada" });

	html_open(h, "p");
	html_link(h, "/login", "Entrar");
	html_close(h, "p");
	html_page_end(h);
}

void password_post(struct ctx *ctx)
{
	struct db_arg hash;
	const char *email, *encoded, *fault, *password, *again, *token;
	const struct db_rows *r;
	struct body *f;
	bool stored;

	query_done(ctx);
	f = site_form(ctx);
	token = body_text(f, "token", OPTIONAL, 1, 100);
	password = body_text(f, "password", OPTIONAL, 1, 4096);
	again = body_text(f, "again", OPTIONAL, 1, 4096);
	(void)body_text(f, "username", OPTIONAL, 1, 4096);
	body_done(f);
	hash = hash_of(ctx, token);
	email = email_of(ctx, hash);
	fault = fault_of(password, again, email);
	if (fault) {
		show(ctx, 422, token, email, fault);
		return;
	}
	encoded = password_hash(ctx, password);
	db_begin_write(ctx);
	r = db_query(ctx, &choose, DB_ARGS(hash, db_text(encoded), db_timestamp(ctx->now_ms)));
	stored = !db_is_null(r, 0, 0);
	db_commit(ctx);
	if (!stored)
		refuse_link(ctx);
	done_page(ctx);
}
