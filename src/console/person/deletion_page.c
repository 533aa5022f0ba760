/* SPDX-License-Identifier: Apache-2.0 */
/* deletion_page.c: a person deletes the account.  GET, POST /account/deletion, POST /account/deletion/undo */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/account_deletion.h"
#include "identity/pages/password.h"
#include "identity/pages/second_factor.h"
#include "identity/pages/site.h"
#include "console/layout.h"
#include "console/person/account_pages.h"
#include "core/text.h"

#define PAGE "/account/deletion"

static void write_list(struct html *h, const char *title, const char *const *items, size_t n)
{
	layout_card(h, "card", title);
	html_open(h, "ul");
	for (size_t i = 0; i < n; i++)
		html_element(h, "li", items[i]);
	html_close(h, "ul");
	layout_card_end(h);
}

static void write_what(struct html *h)
{
	static const char *const goes[] = {
		"Carteiras que você administra, com lançamentos, proventos, importações e arquivos, também as que outros leem.",
		"Metas, perfil de investidor e o que você informou para o imposto.",
		"Nome, e-mail, senha, segundo fator, sessões, chaves, acessos de aplicativos, endereços de agenda, links, convites e avisos.",
		"O seu lugar em organizações, e os convites seus que ninguém aceitou. Uma organização só sua, sem licença, vai junto.",
	};
	static const char *const stays[] = {
		"O que um escritório guarda de você como cliente: é dele, e se pede a ele.",
		("O registro de auditoria, sem nome, e-mail ou endereço: números que não levam a ninguém, sem prazo, porque cada "
		 "linha prova as outras."),
		"Cópias de segurança, até que quem opera o serviço as apague; se uma é posta de volta, a conta é apagada outra vez.",
	};

	write_list(h, "O que se apaga", goes, ARRAY_SIZE(goes));
	write_list(h, "O que fica", stays, ARRAY_SIZE(stays));
}

static void write_form(struct ctx *ctx, struct html *h, bool factor, const char *fault)
{
	layout_card(h, "card", "Excluir");
	html_p(h,
	       "A conta é apagada em %s. Até lá você ainda entra, e um botão em cada página a mantém; chaves, aplicativos, endereços de "
	       "agenda, links e convites que mostram uma carteira param já. Depois não há volta.",
	       account_moment(ctx, account_deletion_due(ctx)));
	html_p_link(h, "/account#exportar", "Antes, exporte o que quiser guardar");
	html_form(h, PAGE, csrf_token(ctx));
	html_hidden(h, "username", site_person(ctx)->email); /* for password managers */
	html_field(h, &(struct html_field){ .name = "password",
					    .label = "Senha",
					    .type = "password",
					    .error = fault,
					    .autocomplete = "current-password",
					    .max_length = PASSWORD_MAX });
	if (factor)
		html_field(h, &(struct html_field){ .name = "code",
						    .label = "Código",
						    .type = "text",
						    .hint = "Do telefone, ou de recuperação.",
						    .autocomplete = "one-time-code",
						    .max_length = SECOND_FACTOR_CODE_MAX });
	html_button_away(h, "act", "delete", "Excluir a conta");
	html_form_end(h);
	layout_card_end(h);
}

#define WAIT_MS ((int64_t)DELETION_DAYS * 24 * 3600 * 1000)

/* Refused by account_deletion_ask(), too. */
static void write_young(struct ctx *ctx, struct html *h, int64_t since_ms)
{
	layout_card(h, "card", "Excluir");
	html_p(h,
	       "O segundo fator foi ligado há menos de %d dias. Se foi outra pessoa, você não poderia desfazer a exclusão: por isso ela se "
	       "pede a partir de %s, ou depois de desligá-lo.",
	       DELETION_DAYS, account_moment(ctx, since_ms + WAIT_MS));
	html_p_link(h, "/account/second-factor", "Desligar o segundo fator");
	layout_card_end(h);
}

static void show(struct ctx *ctx, int status, const char *fault)
{
	struct second_factor f;
	struct html *h;

	second_factor_read(ctx, &f);
	h = layout_answer(ctx,
			  &(struct layout){ .status = status,
					    .title = "Excluir a conta",
					    .error = fault ? "A conta não foi excluída." : NULL });
	html_faults(h, &(struct html_fault){ "password", fault }, fault ? 1 : 0);
	html_div(h, "stack");
	write_what(h);
	if (!ctx->caller->closing_ms && f.on &&
	    f.since_ms > account_deletion_due(ctx) - 2 * WAIT_MS)
		write_young(ctx, h, f.since_ms);
	else if (!ctx->caller->closing_ms)
		write_form(ctx, h, f.on, fault);
	html_p_link(h, "/account", "Voltar à conta");
	html_close(h, "div");
	html_page_end(h);
}

void deletion_page(struct ctx *ctx)
{
	layout_person(ctx);
	show(ctx, 200, NULL);
}

void deletion_post(struct ctx *ctx)
{
	const char *password, *code;
	struct second_factor f;
	struct body *b;
	bool good;

	access_enter(ctx, TX_WRITE);
	b = layout_form(ctx);
	password = body_text(b, "password", OPTIONAL, 1, MAX_FORM);
	code = body_text(b, "code", OPTIONAL, 1, MAX_FORM);
	(void)body_text(b, "username", OPTIONAL, 1, MAX_FORM);
	(void)body_text(b, "act", OPTIONAL, 1, MAX_FORM); /* the button's */
	body_done(b);
	second_factor_read(ctx, &f);
	good = password && text_length(password) <= PASSWORD_MAX && (code || !f.on);
	if (ctx->caller->closing_ms ||
	    (good && account_deletion_ask(ctx, password, f.on ? code : NULL)))
		site_go(ctx, PAGE);
	else
		show(ctx, 422,
		     f.on ? "A senha ou o código não conferem, ou o código já foi usado: espere o próximo."
			  : "A senha não confere.");
}

void deletion_undo_post(struct ctx *ctx)
{
	struct body *b = layout_form(ctx);

	body_done(b);
	account_deletion_recall(ctx);
	site_go(ctx, "/account?saved=conta");
}
