/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sign_up_page.c: a person asks for an account, or for another password.  GET, POST /sign-up
 *
 * Off unless LASTRO_SIGN_UP=on, or known, which gives no new account.  The answer does not depend on whether the e-mail has an account: only
 * the reader of its mail learns that, from the message (`lastro mail send`).  The link in it leads to
 * the page where a password is chosen, which creates the account: an address that no one reads gets
 * none.
 */
#include "config.h"

#include "identity/pages/person_pages.h"

#include "identity/key.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "identity/pages/throttle.h"
#include "core/text.h"
#include "core/settings.h"
#include "db/db.h"
#include "http/network.h"
#include "http/request.h"

static DB_STMT(begin, "sign_up.begin",
	       "select sign_up_begin(lower($1::text), $2, $3, $4, $5, $6::text[], $7, $8)");

#define LINK_MS ((int64_t)24 * 3600 * 1000)

static void required(struct ctx *ctx)
{
	if (ctx->config->sign_up == SIGN_UP_OFF)
		fail(ctx, 404, "route_not_found",
		     "Aqui as contas são abertas por quem opera o serviço.");
}

static void show(struct ctx *ctx, int status, const char *email, const char *error)
{
	bool opens = ctx->config->sign_up == SIGN_UP_ON;
	struct html *h = site_page(
		ctx, status,
		&(struct html_page){ .title = opens ? "Criar conta" : "Escolher outra senha",
				     .error = error ? "O pedido não foi aceito." : NULL });

	html_p(h, "%s",
	       opens ? "Enviamos um link a este e-mail. Com ele você escolhe a senha, da conta nova ou "
		       "da que já tem."
		     : "Enviamos um link ao e-mail da sua conta. Com ele você escolhe outra senha; o "
		       "segundo fator, se houver, continua.");
	html_form(h, "/sign-up", csrf_token(ctx));
	html_field(h, &(struct html_field){ .name = "email",
					    .label = "E-mail",
					    .type = "email",
					    .value = email,
					    .error = error,
					    .autocomplete = "email",
					    .max_length = EMAIL_MAX });
	html_send(h, "Receber o link");
	html_p_link(h, "/login", "Já tenho senha");
	html_page_end(h);
}

void sign_up_page(struct ctx *ctx)
{
	query_done(ctx);
	required(ctx);
	show(ctx, 200, NULL, NULL);
}

/* In the order of sign_up_begin()'s choices. */
static struct db_arg mails(struct ctx *ctx, const char *secret)
{
	const char *base = ctx->config->base_url;
	const char **list = pool_array(ctx->pool, const char *, 3);

	list[0] = pool_printf(
		ctx->pool,
		"Alguém pediu uma conta em %s com este e-mail.\n\nPara criá-la, escolha o nome e a senha aqui, em até "
		"24 horas:\n\n%s/password?token=%s\n\nSe não foi você, ignore esta mensagem: nada é criado sem o "
		"link.\n",
		base, base, secret);
	if (ctx->config->sign_up != SIGN_UP_ON)
		list[0] = "";
	list[1] = pool_printf(
		ctx->pool,
		"Alguém pediu acesso a %s com este e-mail, que já tem uma conta.\n\nPara entrar: %s/login\n\nSe esqueceu "
		"a senha, escolha outra aqui, em até 24 horas:\n\n%s/password?token=%s\n\nSe não foi você, ignore esta "
		"mensagem: nada muda sem o link.\n",
		base, base, base, secret);
	list[2] = pool_printf(
		ctx->pool,
		"Alguém pediu uma conta em %s com este e-mail, cuja conta está desativada. Fale com quem opera o "
		"serviço.\n",
		base);
	return db_texts(list, 3);
}

static int64_t ask(struct ctx *ctx, const char *email)
{
	char secret[KEY_SECRET_SIZE];
	uint8_t hash[KEY_HASH];
	const struct db_rows *r;
	int64_t wait;

	secret_make(SECRET_LINK, secret);
	key_hash(secret, hash);
	db_begin_write(ctx);
	r = db_query(ctx, &begin,
		     DB_ARGS(db_text(email),
			     db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			     db_text(request_network(ctx)), db_uuid(uuid_new()),
			     db_text("O seu acesso"), mails(ctx, secret), db_timestamp(ctx->now_ms),
			     db_timestamp(ctx->now_ms + LINK_MS)));
	wait = db_get_int(r, 0, 0);
	db_commit(ctx);
	return wait;
}

void sign_up_post(struct ctx *ctx)
{
	const char *email;
	struct html *h;
	struct body *f;

	query_done(ctx);
	required(ctx);
	f = site_form(ctx);
	email = body_line(f, "email", OPTIONAL, 1, EMAIL_MAX);
	body_done(f);
	if (!email || !text_email(email)) {
		show(ctx, 422, email, "Escreva um e-mail como ana@exemplo.com.br.");
		return;
	}
	throttle_refuse(ctx, ask(ctx, email));
	h = site_page(ctx, 200, &(struct html_page){ .title = "Veja o seu e-mail" });
	html_p(h,
	       "Se %s recebe mensagens, em alguns minutos chega uma com o link, que vale por 24 horas.",
	       email);
	html_p(h, "Não chegou? Veja se o endereço está certo e entre as mensagens indesejadas.");
	html_page_end(h);
}
