/* SPDX-License-Identifier: Apache-2.0 */
/* login_page.c: the log-in page. */
#include "config.h"

#include "identity/pages/login_page.h"

#include "identity/session.h"
#include "identity/pages/password.h"
#include "identity/pages/second_factor.h"
#include "identity/pages/site.h"
#include "core/settings.h"

void login_form(struct html *h, const char *email, struct login_carries with)
{
	struct ctx *ctx = h->ctx;

	html_form(h, "/login", csrf_token(ctx));
	html_hidden(h, "next", with.next);
	html_hidden(h, SITE_UNSENT, with.unsent);
	html_field(h, &(struct html_field){ .name = "email",
					    .label = "E-mail",
					    .type = "email",
					    .value = email,
					    .autocomplete = "username",
					    .max_length = EMAIL_MAX });
	html_field(h, &(struct html_field){ .name = "password",
					    .label = "Senha",
					    .type = "password",
					    .autocomplete = "current-password",
					    .max_length = PASSWORD_MAX });
	html_send(h, "Entrar");
	if (ctx->config->sign_up != SIGN_UP_OFF) {
		html_p_link(h, "/sign-up",
			    ctx->config->sign_up == SIGN_UP_ON
				    ? "Criar conta, ou escolher outra senha"
				    : "Esqueci a senha");
	} else {
		html_p(h,
		       "Sem senha, ou esqueceu a sua? Peça um link para escolhê-la a quem administra "
		       "o serviço.");
	}
}

void login_page_show(struct ctx *ctx, int status, const char *email, struct login_carries with,
		     const char *error)
{
	struct html *h =
		site_page(ctx, status,
			  &(struct html_page){ .title = "Entrar", .error = error, .popup = true });

	login_form(h, email, with);
	html_page_end(h);
}

void login_code_page(struct ctx *ctx, int status, const char *proof, struct login_carries with,
		     const char *error)
{
	struct html *h = site_page(
		ctx, status,
		&(struct html_page){ .title = "Segundo fator", .error = error, .popup = true });

	html_form(h, "/login", csrf_token(ctx));
	html_hidden(h, "proof", proof);
	html_hidden(h, "next", with.next);
	html_hidden(h, SITE_UNSENT, with.unsent);
	html_field(h,
		   &(struct html_field){ .name = "code",
					 .label = "Código",
					 .type = "text",
					 .hint = "Os seis algarismos que o aplicativo de códigos "
						 "mostra agora, ou um código de recuperação.",
					 .autocomplete = "one-time-code",
					 .max_length = SECOND_FACTOR_CODE_MAX });
	html_send(h, "Entrar");
	html_p(h,
	       "Sem o telefone e sem códigos de recuperação, peça a quem administra o serviço que "
	       "desligue o segundo fator.");
	html_p_link(h, "/login", "Entrar com outra conta");
	html_page_end(h);
}

void login_page_unsent(struct ctx *ctx, const char *unsent)
{
	login_page_show(
		ctx, 401, NULL, (struct login_carries){ NULL, unsent },
		"Sua sessão terminou e nada foi gravado. Entre de novo: o que foi preenchido volta depois.");
}
