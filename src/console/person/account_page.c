/* SPDX-License-Identifier: Apache-2.0 */
/*
 * account_page.c: a person's own account.  GET /account, POST /account/password, /account/sessions
 *
 * What has pages of its own (keys, applications, notices) is linked.
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/me.h"
#include "identity/session.h"
#include "identity/pages/own_password.h"
#include "identity/pages/password.h"
#include "identity/pages/refusal.h"
#include "identity/pages/second_factor.h"
#include "identity/pages/site.h"
#include "operations/ask.h"
#include "console/layout.h"
#include "console/person/account_pages.h"
#include "portfolio/functions/portfolio_operations.h"
#include "core/clock.h"
#include "core/problem.h"
#include "core/text.h"
#include "http/request.h"

static const char *const saved[][2] = {
	{ "senha",
	  "A senha foi trocada. Outras sessões e o acesso de aplicativos foram encerrados; links e "
	  "pessoas a quem você mostra carteiras continuam: veja em O que se mostra, abaixo." },
	{ "fator", "O segundo fator foi desligado: entrar pede só a senha." },
	{ "sessao", "Encerrado: quem estava lá precisa entrar outra vez." },
	{ "conta", "A exclusão foi desfeita: a conta fica como estava." },
};

/* The errors of a password form; the passwords themselves are not shown again. */
struct refused {
	const char *current, *fresh; /* or NULL */
};

static void write_fact(struct html *h, const char *name, const char *value)
{
	html_open(h, "div");
	html_element(h, "dt", name);
	html_element(h, "dd", value);
	html_close(h, "div");
}

static void write_person(struct ctx *ctx, struct html *h, struct json_object *me)
{
	struct json_object *account = ask_member(me, "account");
	int64_t since_ms = 0;

	layout_card(h, "card", "Quem sou");
	html_open_of(h, "dl", "line-facts");
	write_fact(h, "Nome", ask_text(account, "name"));
	write_fact(h, "E-mail", ask_text(account, "email"));
	if (timestamp_parse(slice_of(ask_text(account, "created_at")), &since_ms))
		write_fact(h, "Desde", site_day(ctx, since_ms));
	write_fact(h, "Plano", ask_text(ask_member(me, "plan"), "title"));
	html_close(h, "dl");
	layout_card_end(h);
}

static void write_password(struct ctx *ctx, struct html *h, const struct refused *refused)
{
	layout_card(h, "card", "Senha");
	html_form(h, "/account/password", csrf_token(ctx));
	html_hidden(h, "username", site_person(ctx)->email); /* for password managers */
	html_field(h, &(struct html_field){ .name = "current",
					    .label = "Senha atual",
					    .type = "password",
					    .error = refused->current,
					    .autocomplete = "current-password",
					    .max_length = PASSWORD_MAX });
	site_new_password(h, refused->fresh);
	html_p(h, "Trocar a senha encerra as outras sessões e o acesso de aplicativos.");
	html_send(h, "Trocar a senha");
	layout_card_end(h);
}

static void write_factor(struct ctx *ctx, struct html *h)
{
	struct second_factor f;

	second_factor_read(ctx, &f);
	layout_card(h, "card", "Segundo fator");
	if (f.on)
		html_p(h, "Ligado desde %s: entrar pede a senha e um código do telefone.",
		       site_day(ctx, f.since_ms));
	else
		html_p(h,
		       "Desligado: quem souber a senha entra. Com o segundo fator, entrar pede também um código que só o seu "
		       "telefone sabe.");
	html_p_link(h, "/account/second-factor",
		    f.on ? "Ver ou desligar o segundo fator" : "Ligar o segundo fator");
	layout_card_end(h);
}

const char *account_moment(struct ctx *ctx, int64_t ms)
{
	int64_t midnight = clock_day_end((struct day){ clock_day_of(ms).n - 1 });
	int minutes = (int)((ms - midnight) / 60000);

	return pool_printf(ctx->pool, "%s, %02d:%02d", site_day(ctx, ms), minutes / 60,
			   minutes % 60);
}

#define END "end" /* which sessions: the id of one, or the others; without it, all */
#define OTHERS "others"

static void write_session(struct html *h, const struct db_rows *r, size_t i)
{
	const char *opened = account_moment(h->ctx, db_get_timestamp(r, i, SESSION_CREATED));

	html_row(h);
	html_cell(h, opened);
	html_cell(h, account_moment(h->ctx, db_get_timestamp(r, i, SESSION_EXPIRES)));
	html_cell_open(h, NULL);
	if (db_get_bool(r, i, SESSION_HERE))
		html_text(h, "Esta");
	else
		html_button_of(h, END, uuid_text(h->ctx->pool, db_get_uuid(r, i, SESSION_ID)),
			       pool_printf(h->ctx->pool, "Encerrar a de %s", opened));
	html_close(h, "td");
	html_row_end(h);
}

static void write_sessions(struct ctx *ctx, struct html *h)
{
	const struct db_rows *r = own_sessions(ctx);

	layout_card(h, "card", "Sessões abertas");
	html_form(h, "/account/sessions", csrf_token(ctx));
	layout_table(h, "Sessões abertas com a sua senha", 3,
		     HEADINGS("Aberta em", "Vale até", "Qual"));
	for (size_t i = 0; i < db_count(r); i++)
		write_session(h, r, i);
	html_table_end(h);
	if (db_count(r) > 1)
		html_button_of(h, END, OTHERS, "Sair das outras");
	html_button_away(h, END, "all", "Sair de todas, também desta");
	html_form_end(h);
	layout_card_end(h);
}

static void write_more(struct html *h)
{
	static const char *const links[][3] = {
		{ "/keys", "Chaves de acesso", "para programas seus" },
		{ "/grants", "Aplicativos com acesso", "o que você permitiu a outros" },
		{ "/account/applications", "O que os aplicativos fizeram", "e como desfazer" },
		{ "/account/profile", "Perfil de investidor", "dez perguntas" },
		{ "/shown", "O que se mostra",
		  "carteiras que mostram a você, e as suas que outros veem" },
		{ "/notices", "Avisos", "por e-mail ou por mensagem assinada" },
	};

	layout_card(h, "card", "Também desta conta");
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(links); i++) {
		html_open(h, "li");
		html_link(h, links[i][0], links[i][1]);
		html_text(h, pool_printf(h->ctx->pool, " — %s", links[i][2]));
		html_close(h, "li");
	}
	html_close(h, "ul");
	layout_card_end(h);
}

static void write_file(struct html *h, const char *id, const char *format, const char *text)
{
	html_text(h, " ");
	html_link(h, pool_printf(h->ctx->pool, "/v1/portfolios/%s/export?format=%s", id, format),
		  text);
}

static void write_export(struct ctx *ctx, struct html *h)
{
	struct ask ask = { .run = portfolio_list };
	struct json_object *list;

	ask_query(&ask, "limit", "200");
	list = ask_member(ask_run(ctx, &ask), "data");
	html_open_of(h, "section", "card");
	html_attr(h, "id", "exportar");
	html_open(h, "header");
	html_element(h, "h2", "Exportar tudo");
	html_close(h, "header");
	html_open(h, "ul");
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *p = json_object_array_get_idx(list, i);

		html_open(h, "li");
		html_text(h, pool_printf(ctx->pool, "%s:", ask_text(p, "name")));
		write_file(h, ask_text(p, "id"), "csv", "planilha");
		write_file(h, ask_text(p, "id"), "json", "JSON");
		html_close(h, "li");
	}
	html_open(h, "li");
	html_text(h, "O que você informou para o imposto: ");
	html_link(h, "/v1/portfolio/tax/inputs", "JSON");
	html_close(h, "li");
	html_close(h, "ul");
	layout_card_end(h);
}

static void write_deletion(struct html *h)
{
	layout_card(h, "card", "Excluir a conta");
	html_p(h,
	       "Apaga tudo o que é dela, sete dias depois do pedido; até lá dá para voltar atrás.");
	html_p_link(h, "/account/deletion", "Ver o que se apaga e o que fica");
	layout_card_end(h);
}

static void show(struct ctx *ctx, int status, const char *note, const struct refused *refused)
{
	struct json_object *me = ask_run(ctx, &(struct ask){ .run = account_me_get });
	struct html_fault faults[2];
	struct html *h;
	size_t n = 0;

	if (refused->current)
		faults[n++] = (struct html_fault){ "current", refused->current };
	if (refused->fresh)
		faults[n++] = (struct html_fault){ "password", refused->fresh };
	h = layout_answer(ctx, &(struct layout){ .status = status,
						 .title = "Conta",
						 .error = n ? "A senha não foi trocada." : NULL });
	html_faults(h, faults, n);
	if (note) {
		html_open_of(h, "p", "note");
		html_attr(h, "role", "status");
		html_text(h, note);
		html_close(h, "p");
	}
	html_div(h, "stack");
	write_person(ctx, h, me);
	write_factor(ctx, h);
	write_password(ctx, h, refused);
	write_sessions(ctx, h);
	write_more(h);
	write_export(ctx, h);
	write_deletion(h);
	html_close(h, "div");
	html_page_end(h);
}

static const struct refused nothing;

/* A form whose session is over leads back to the page, not to the address that only takes forms. */
void account_refuse(struct ctx *ctx)
{
	if (ctx->problem->status == 401)
		site_go(ctx, "/login?next=%2Faccount");
	else
		site_refuse(ctx);
}

void account_page(struct ctx *ctx)
{
	const char *word = query_text(ctx, "saved");

	layout_person(ctx);
	show(ctx, 200, word ? text_paired(saved, ARRAY_SIZE(saved), word, NULL) : NULL, &nothing);
}

void account_password_post(struct ctx *ctx)
{
	const char *current, *fresh, *again;
	struct refused refused = { NULL, NULL };
	struct body *f;

	access_enter(ctx, TX_WRITE);
	f = layout_form(ctx);
	current = body_text(f, "current", OPTIONAL, 1, MAX_FORM);
	fresh = body_text(f, "password", OPTIONAL, 1, MAX_FORM);
	again = body_text(f, "again", OPTIONAL, 1, MAX_FORM);
	(void)body_text(f, "username", OPTIONAL, 1, MAX_FORM);
	body_done(f);
	if (!current || text_length(current) > PASSWORD_MAX)
		refused.current = "Escreva a senha com que você entra hoje.";
	refused.fresh =
		fresh ? password_fault(fresh, site_person(ctx)->email) : "Falta a nova senha.";
	if (!refused.fresh && (!again || !str_eq(fresh, again)))
		refused.fresh = "As duas senhas são diferentes.";
	if (!refused.current && !refused.fresh && !own_password_change(ctx, current, fresh))
		refused.current = "A senha atual não confere.";
	if (refused.current || refused.fresh)
		show(ctx, 422, NULL, &refused);
	else
		site_go(ctx, "/account?saved=senha");
}

void account_sessions_post(struct ctx *ctx)
{
	struct body *f = layout_form(ctx);
	const char *which = body_line(f, END, OPTIONAL, 1, UUID_TEXT_SIZE);
	struct uuid id;

	body_done(f);
	if (which && uuid_parse(slice_of(which), &id)) {
		own_session_end(ctx, id);
		site_go(ctx, "/account?saved=sessao");
	} else if (which && str_eq(which, OTHERS)) {
		own_sessions_end(ctx, false);
		site_go(ctx, "/account?saved=sessao");
	} else if (which && !str_eq(which, "all")) {
		site_go(ctx, "/account");
	} else {
		own_sessions_end(ctx, true);
		site_go(ctx, "/login");
		session_forget(ctx);
	}
}
