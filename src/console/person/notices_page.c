/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notices_page.c: a person's subscriptions to notices, and the notices sent.
 *
 * GET, POST /notices, POST /notices/{id}/delete
 */
#include "config.h"

#include <inttypes.h>

#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/json_write.h"
#include "core/text.h"
#include "notices/notices.h"

#define TOLD_SHOWN "20"

static const struct html_option kinds[] = {
	{ "price_stale", "O preço de um ativo ficou antigo" },
	{ "income_due", "Um provento vai ser pago" },
	{ "office_import", "Outra pessoa do escritório importou um extrato" },
	{ "key_expiring", "Uma chave de acesso vai vencer" },
};
static const struct html_option channels[] = {
	{ "email", "Por e-mail, no endereço da conta" },
	{ "webhook", "Por uma mensagem assinada, a um endereço https" },
};
static const struct html_option statuses[] = {
	{ "pending", "Espera envio" },
	{ "sent", "Enviado" },
	{ "dead", "Não foi entregue" },
};

/* ---- subscriptions ---- */

static const char *days_said(struct ctx *ctx, struct json_object *x)
{
	const char *kind = ask_text(x, "kind");
	int64_t days = ask_int(x, "days");

	if (str_eq(kind, "office_import"))
		return NULL;
	return pool_printf(ctx->pool,
			   str_eq(kind, "price_stale") ? "com %" PRId64 " dias ou mais"
						       : "até %" PRId64 " dias antes",
			   days);
}

static void write_subscriptions(struct ctx *ctx, struct html *h, struct json_object *list)
{
	const char *token = csrf_token(ctx);

	if (!ask_items(list)) {
		html_p(h, "Você não pediu nenhum aviso.");
		return;
	}
	layout_table(h, "Avisos pedidos", 5,
		     HEADINGS("De quê", "Quando", "Para onde", "Desde", "Cancelar"));
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *x = json_object_array_get_idx(list, i);
		const char *kind = html_option_label(kinds, ARRAY_SIZE(kinds), ask_text(x, "kind"));
		const char *url = ask_text(x, "url");

		html_row(h);
		html_cell(h, kind);
		html_cell(h, days_said(ctx, x));
		shown_name_cell(h, url ? url : "E-mail da conta", NULL);
		html_cell(h, site_day_of(ctx, ask_text(x, "created_at")));
		html_cell_open(h, NULL);
		html_form(h, pool_printf(ctx->pool, "/notices/%s/delete", ask_text(x, "id")),
			  token);
		site_once(h);
		html_send(h, pool_printf(ctx->pool, "Cancelar: %s", kind));
		html_close(h, "td");
		html_row_end(h);
	}
	html_table_end(h);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_element(h, "h2", "Pedir um aviso");
	html_form(h, "/notices", csrf_token(ctx));
	site_once(h);
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "kind",
					 .label = "De quê",
					 .type = "select",
					 .options = kinds,
					 .n_options = ARRAY_SIZE(kinds) });
	entry_field(
		ctx, h, e,
		(struct html_field){ .name = "days",
				     .label = "Dias",
				     .type = "text",
				     .inputmode = "numeric",
				     .hint = "De idade do preço, ou de antecedência: de 0 a 90. "
					     "Vazio: 10 do preço, 3 do provento, 14 da chave.",
				     .optional = true });
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "channel",
					 .label = "Por onde",
					 .type = "select",
					 .options = channels,
					 .n_options = ARRAY_SIZE(channels) });
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "url",
					 .label = "Endereço https",
					 .type = "text",
					 .hint = "Só para a mensagem assinada.",
					 .max_length = 500,
					 .optional = true });
	html_send(h, "Pedir o aviso");
}

const struct entry_form notice_form = {
	.title = "Avisos",
	.draw = draw,
	.refused = "O aviso não foi pedido.",
};

/* ---- sent notices ---- */

static void write_told(struct ctx *ctx, struct html *h, struct json_object *list)
{
	if (!ask_items(list))
		return;
	layout_table(h, "O que foi avisado", 4,
		     HEADINGS("Em", "O que", "Situação", "O que falhou"));
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *x = json_object_array_get_idx(list, i);
		const char *error = ask_text(x, "last_error");

		html_row(h);
		html_cell(h, site_day_of(ctx, ask_text(x, "queued_at")));
		shown_name_cell(h, ask_text(x, "body"), NULL);
		html_cell(h,
			  html_option_label(statuses, ARRAY_SIZE(statuses), ask_text(x, "status")));
		shown_name_cell(h, error ? error : "—", NULL);
		html_row_end(h);
	}
	html_table_end(h);
}

void notices_page(struct ctx *ctx)
{
	struct ask asked = { .run = subscription_list }, told = { .run = notification_list };
	struct json_object *subscriptions, *notifications;
	struct html *h;

	ask_query(&told, "cursor", query_text(ctx, "cursor"));
	ask_query(&told, "limit", TOLD_SHOWN);
	layout_person(ctx);
	subscriptions = ask_run(ctx, &asked);
	notifications = ask_run(ctx, &told);
	h = layout_page(ctx, "Avisos");
	write_subscriptions(ctx, h, ask_member(subscriptions, "data"));
	draw(ctx, h, &(struct entry){ .values = NULL });
	write_told(ctx, h, ask_member(notifications, "data"));
	layout_next(h, ask_text(ask_member(notifications, "meta"), "next_cursor"));
	html_page_end(h);
}

/* ---- subscribing and unsubscribing ---- */

static void show_secret(struct ctx *ctx, const char *secret)
{
	struct html *h = layout_page(ctx, "O aviso foi pedido");

	html_p(h,
	       "Copie agora o segredo que assina o que é enviado: ele não será mostrado de novo.");
	html_copied(h, "o segredo", secret);
	html_p_link(h, "/notices", "Voltar aos avisos");
	html_page_end(h);
}

/* A number in the operation's form; another text is left for it to refuse. */
static void put_days(struct json *j, const char *typed)
{
	if (typed && strlen(typed) <= 3 && strspn(typed, "0123456789") == strlen(typed))
		json_raw(j, "days", typed);
	else if (typed)
		json_text(j, "days", typed);
}

static void show_made(struct ctx *ctx)
{
	struct html *h = layout_page(ctx, "O aviso já foi criado");

	html_p(h, "O segredo dele foi mostrado na primeira vez, e não será de novo. Se não foi "
		  "copiado, cancele o aviso e crie outro.");
	html_p_link(h, "/notices", "Voltar aos avisos");
	html_page_end(h);
}

void notices_page_post(struct ctx *ctx)
{
	struct ask ask = { .run = subscription_create };
	const char *kind, *channel, *days, *url, *secret;
	struct body *form = layout_form(ctx);
	struct json *j;

	entry_take(form, &ask);
	kind = body_text(form, "kind", OPTIONAL, 1, MAX_FORM);
	days = body_text(form, "days", OPTIONAL, 1, MAX_FORM);
	channel = body_text(form, "channel", OPTIONAL, 1, MAX_FORM);
	url = body_text(form, "url", OPTIONAL, 1, MAX_FORM);
	body_done(form);
	j = json_new(ctx->pool, 512);
	json_open(j, NULL);
	json_text(j, "kind", kind);
	json_text(j, "channel", channel);
	put_days(j, days);
	json_text(j, "url", url);
	json_close(j);
	ask.json = json_written(j);
	secret = ask_text(ask_run(ctx, &ask), "secret");
	if (secret)
		show_secret(ctx, secret);
	else if (url) /* the same button pressed twice */
		show_made(ctx);
	else
		site_go(ctx, "/notices");
}

void notices_page_delete(struct ctx *ctx)
{
	struct ask ask = { .run = subscription_delete };

	struct body *form;

	form = layout_form(ctx);
	ask.once = site_take_once(form);
	body_done(form);
	(void)ask_run(ctx, &ask);
	site_go(ctx, "/notices");
}
