/* SPDX-License-Identifier: Apache-2.0 */
/*
 * factor_page.c: the second factor of a person's account.
 *
 * GET, POST /account/second-factor, POST /account/second-factor/confirm, /account/second-factor/off
 */
#include "config.h"

#include <inttypes.h>

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/totp.h"
#include "identity/pages/password.h"
#include "identity/pages/second_factor.h"
#include "identity/pages/site.h"
#include "console/layout.h"
#include "console/qr_code.h"
#include "console/person/account_pages.h"
#include "core/text.h"

#define PAGE "/account/second-factor"

static void write_back(struct html *h)
{
	html_p_link(h, "/account", "Voltar à conta");
}

static void write_password(struct ctx *ctx, struct html *h, const char *fault)
{
	html_hidden(h, "username", site_person(ctx)->email); /* for password managers */
	html_field(h, &(struct html_field){ .name = "password",
					    .label = "Senha",
					    .type = "password",
					    .error = fault,
					    .autocomplete = "current-password",
					    .max_length = PASSWORD_MAX });
}

static void write_code_field(struct html *h, const char *hint, const char *fault)
{
	html_field(h, &(struct html_field){ .name = "code",
					    .label = "Código",
					    .type = "text",
					    .hint = hint,
					    .error = fault,
					    .autocomplete = "one-time-code",
					    .max_length = SECOND_FACTOR_CODE_MAX });
}

/* ---- off, begun, on ---- */

static void write_off(struct ctx *ctx, struct html *h, const char *fault)
{
	html_p(h,
	       "Com o segundo fator ligado, entrar pede a senha e um código de seis algarismos, que um aplicativo "
	       "de códigos mostra no telefone e muda a cada 30 segundos.");
	html_form(h, PAGE, csrf_token(ctx));
	write_password(ctx, h, fault);
	html_send(h, "Ligar o segundo fator");
}

static void write_pending(struct ctx *ctx, struct html *h, const char *secret, const char *fault)
{
	const char *uri = totp_uri(ctx->pool, site_person(ctx)->email, secret);

	layout_card(h, "card", "1. Leve o segredo ao telefone");
	html_p(h, "Leia a figura com o aplicativo de códigos, ou copie o segredo para ele.");
	qr_code(h, uri, "O segredo como código QR");
	html_copied(h, "o segredo", secret);
	html_p_link(h, uri, "Abrir no aplicativo deste telefone");
	layout_card_end(h);
	layout_card(h, "card", "2. Escreva o código que ele mostra");
	html_form(h, PAGE "/confirm", csrf_token(ctx));
	site_once(h);
	html_hidden(h, "secret", secret); /* no other page shows it again */
	write_code_field(h, "Seis algarismos.", fault);
	html_send(h, "Confirmar e ligar");
	html_p(h, "Outras sessões abertas são encerradas. O segredo espera por uma hora.");
	layout_card_end(h);
}

static void write_on(struct ctx *ctx, struct html *h, const struct second_factor *f,
		     const char *fault)
{
	html_p(h, "Ligado desde %s. Códigos de recuperação que restam: %" PRId64 " de %d.",
	       site_day(ctx, f->since_ms), f->codes_left, RECOVERY_CODES);
	html_p(h,
	       "Cada código de recuperação vale uma vez, no lugar do código do telefone. Para ter outros dez, desligue "
	       "o segundo fator e ligue-o de novo.");
	layout_card(h, "card", "Desligar");
	html_form(h, PAGE "/off", csrf_token(ctx));
	write_password(ctx, h, fault);
	write_code_field(h, "Do telefone, ou de recuperação.", NULL);
	html_send(h, "Desligar o segundo fator");
	layout_card_end(h);
}

/* @secret: that was begun and is shown, or NULL */
static void show(struct ctx *ctx, int status, const char *secret, const char *fault)
{
	struct second_factor f;
	struct html *h;

	second_factor_read(ctx, &f);
	h = layout_answer(ctx,
			  &(struct layout){ .status = status,
					    .title = "Segundo fator",
					    .error = !fault ? NULL
						     : f.on ? "O segundo fator não foi desligado."
							    : "O segundo fator não foi ligado." });
	html_faults(h, &(struct html_fault){ !f.on && secret ? "code" : "password", fault },
		    fault ? 1 : 0);
	html_div(h, "stack");
	if (f.on)
		write_on(ctx, h, &f, fault);
	else if (secret)
		write_pending(ctx, h, secret, fault);
	else
		write_off(ctx, h, fault);
	write_back(h);
	html_close(h, "div");
	html_page_end(h);
}

void factor_page(struct ctx *ctx)
{
	layout_person(ctx);
	show(ctx, 200, NULL, NULL);
}

/* ---- turning it on ---- */

void factor_begin_post(struct ctx *ctx)
{
	const char *password, *secret = NULL;
	struct second_factor now;
	struct body *f;

	access_enter(ctx, TX_WRITE);
	f = layout_form(ctx);
	password = body_text(f, "password", OPTIONAL, 1, MAX_FORM);
	(void)body_text(f, "username", OPTIONAL, 1, MAX_FORM);
	body_done(f);
	second_factor_read(ctx, &now);
	if (now.on) {
		site_go(ctx, PAGE);
		return;
	}
	if (password && text_length(password) <= PASSWORD_MAX)
		secret = second_factor_begin(ctx, password);
	show(ctx, secret ? 200 : 422, secret,
	     secret	? NULL
	     : password ? "A senha não confere."
			: "Escreva a senha.");
}

static void show_codes(struct ctx *ctx, const char *const codes[RECOVERY_CODES])
{
	struct html *h = layout_page(ctx, "O segundo fator está ligado");

	html_p(h,
	       "Guarde agora estes códigos de recuperação, fora do telefone: eles não serão mostrados de novo. Cada um vale "
	       "uma vez, no lugar do código do telefone.");
	html_open(h, "ul");
	for (size_t i = 0; i < RECOVERY_CODES; i++) {
		html_open(h, "li");
		html_element(h, "code", codes[i]);
		html_close(h, "li");
	}
	html_close(h, "ul");
	write_back(h);
	html_page_end(h);
}

/* The same button was pressed twice. */
static void show_codes_gone(struct ctx *ctx)
{
	struct html *h = layout_page(ctx, "O segundo fator já foi ligado");

	html_p(h,
	       "Os códigos de recuperação foram mostrados na primeira vez, e não serão de novo. Se não foram guardados, "
	       "desligue o segundo fator e ligue-o de novo.");
	write_back(h);
	html_page_end(h);
}

void factor_confirm_post(struct ctx *ctx)
{
	const char *codes[RECOVERY_CODES], *code, *once, *secret;
	struct body *f = layout_form(ctx);

	once = site_take_once(f);
	code = body_text(f, "code", OPTIONAL, 1, MAX_FORM);
	secret = body_line(f, "secret", OPTIONAL, 1, SECOND_FACTOR_CODE_MAX);
	body_done(f);
	if (site_done_before(ctx, once)) {
		show_codes_gone(ctx);
	} else if (!second_factor_is_pending(ctx, secret)) {
		show(ctx, 422, NULL,
		     "O segredo não vale mais: espera-se uma hora pelo código. Comece de novo.");
	} else if (!code || !second_factor_confirm(ctx, code, codes)) {
		show(ctx, 422, secret,
		     "O código não é o que o segredo dá agora. Espere o próximo e confira a hora do telefone.");
	} else {
		site_done_secret(ctx);
		show_codes(ctx, codes);
	}
}

/* ---- turning it off ---- */

void factor_off_post(struct ctx *ctx)
{
	const char *password, *code;
	struct second_factor now;
	struct body *f;
	bool good;

	access_enter(ctx, TX_WRITE);
	f = layout_form(ctx);
	password = body_text(f, "password", OPTIONAL, 1, MAX_FORM);
	code = body_text(f, "code", OPTIONAL, 1, MAX_FORM);
	(void)body_text(f, "username", OPTIONAL, 1, MAX_FORM);
	body_done(f);
	good = password && code && text_length(password) <= PASSWORD_MAX;
	second_factor_read(ctx, &now);
	if (now.on && good && second_factor_end(ctx, password, code))
		now.on = false;
	else if (now.on && good) /* another press may have turned it off */
		second_factor_read(ctx, &now);
	if (now.on)
		show(ctx, 422, NULL,
		     "A senha ou o código não conferem, ou o código já foi usado: espere o próximo.");
	else
		site_go(ctx, "/account?saved=fator");
}
