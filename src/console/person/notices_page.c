/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notices_page.c: a person's subscriptions to notices, and the notices sent.
 *
 * GET, POST /notices, GET /notices/new, POST /notices/{id}/arm, POST /notices/{id}/delete
 */
#include "config.h"

#include <inttypes.h>

#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/json_write.h"
#include "core/number_text.h"
#include "core/text.h"
#include "notices/notices.h"

#define TOLD_SHOWN "20"

/* Kinds of notices, in the order of the form's list. */
static const struct kind {
	const char *value, *label;
	const char *days;    /* the hint of its number of days; NULL: it has none */
	bool aged;	     /* they are of age, not ahead */
	bool price, amounts; /* its other fields */
} kinds[] = {
	{ .value = "price_reached", .label = "Um ativo chega a um preço", .price = true },
	{ .value = "income_announced",
	  .label = "Um provento do que você tem é anunciado",
	  .amounts = true },
	{
		.value = "income_due",
		.label = "Um provento vai ser pago",
		.days = "Quantos dias antes, de 0 a 90. Vazio: 3.",
	},
	{ .value = "income_received", .label = "Um provento foi pago", .amounts = true },
	{ .value = "darf_due",
	  .label = "Um DARF vai vencer",
	  .days = "Quantos dias antes, de 0 a 90. Vazio: 7.",
	  .amounts = true },
	{ .value = "results_published",
	  .label = "Uma empresa de que você tem ações entrega o resultado" },
	{ .value = "weekly_summary",
	  .label = "O resumo da semana, às segundas-feiras",
	  .amounts = true },
	{ .value = "price_stale",
	  .label = "O preço de um ativo ficou antigo",
	  .days = "Com quantos dias de idade, de 0 a 90. Vazio: 10.",
	  .aged = true },
	{ .value = "office_import", .label = "Outra pessoa do escritório importou um extrato" },
	{
		.value = "key_expiring",
		.label = "Uma chave de acesso vai vencer",
		.days = "Quantos dias antes, de 0 a 90. Vazio: 14.",
	},
};

/* NULL: it is none of them. */
static const struct kind *kind_of(const char *value)
{
	for (size_t i = 0; value && i < ARRAY_SIZE(kinds); i++)
		if (str_eq(kinds[i].value, value))
			return &kinds[i];
	return NULL;
}

static const struct html_option directions[] = {
	{ "above", "no preço, ou acima dele" },
	{ "below", "no preço, ou abaixo dele" },
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

/* "R$ 42,00", "US$ 42,00", "130.000 pontos" */
static const char *price_said(struct ctx *ctx, struct json_object *x)
{
	const char *typed = ask_text(x, "price"), *currency = ask_text(x, "currency");
	struct price p = { 0 };

	if (dec_parse(slice_of(typed), PRICE_PLACES, PRICE_MAX_E12, &p.e12) != DEC_OK)
		return typed;
	return currency ? priced_text(ctx->pool, str_eq(currency, "USD"), p)
			: pool_printf(ctx->pool, "%s pontos", grouped_text(ctx->pool, typed));
}

static const char *about_said(struct ctx *ctx, const struct kind *kind, struct json_object *x)
{
	if (!kind->price)
		return kind->label;
	return pool_printf(ctx->pool, "%s fechar a %s ou %s", ask_text(x, "symbol"),
			   price_said(ctx, x),
			   str_eq(ask_text(x, "direction"), "above") ? "mais" : "menos");
}

/* NULL: there is nothing to say. */
static const char *when_said(struct ctx *ctx, const struct kind *kind, struct json_object *x)
{
	const char *reached = ask_text(x, "reached_on");
	const char *days = kind->days ? pool_printf(ctx->pool,
						    kind->aged ? "com %" PRId64 " dias ou mais"
							       : "até %" PRId64 " dias antes",
						    ask_int(x, "days"))
				      : NULL;
	struct day day;

	if (kind->price)
		return reached && day_parse(slice_of(reached), &day)
			       ? pool_printf(ctx->pool, "já aconteceu, no fechamento de %s",
					     date_text(ctx->pool, day))
			       : "ainda não aconteceu";
	if (!kind->amounts)
		return days;
	return pool_printf(ctx->pool, "%s%s%s", days ? days : "", days ? ", " : "",
			   json_object_get_boolean(ask_member(x, "amounts")) ? "com valores"
									     : "sem valores");
}

static void write_press(struct ctx *ctx, struct html *h, struct json_object *x, const char *path,
			const char *label)
{
	html_form(h, pool_printf(ctx->pool, "/notices/%s/%s", ask_text(x, "id"), path),
		  csrf_token(ctx));
	site_once(h);
	html_send(h, label);
}

static void write_subscription(struct ctx *ctx, struct html *h, struct json_object *x)
{
	const struct kind *kind = kind_of(ask_text(x, "kind"));
	const char *about = about_said(ctx, kind, x), *url = ask_text(x, "url");

	html_row(h);
	shown_name_cell(h, about, NULL);
	html_cell(h, when_said(ctx, kind, x));
	shown_name_cell(h, url ? url : "E-mail da conta", NULL);
	html_cell(h, site_day_of(ctx, ask_text(x, "created_at")));
	html_cell_open(h, NULL);
	if (ask_text(x, "reached_on"))
		write_press(ctx, h, x, "arm", pool_printf(ctx->pool, "Avisar de novo: %s", about));
	write_press(ctx, h, x, "delete", pool_printf(ctx->pool, "Cancelar: %s", about));
	html_close(h, "td");
	html_row_end(h);
}

static void write_subscriptions(struct ctx *ctx, struct html *h, struct json_object *list)
{
	if (!ask_items(list)) {
		html_p(h, "Você não pediu nenhum aviso.");
		return;
	}
	layout_table(h, "Avisos pedidos", 5,
		     HEADINGS("De quê", "Quando", "Para onde", "Desde", "Mudar"));
	for (size_t i = 0; i < ask_items(list); i++)
		write_subscription(ctx, h, json_object_array_get_idx(list, i));
	html_table_end(h);
}

static void write_kinds(struct html *h)
{
	html_element(h, "h2", "Pedir um aviso");
	html_p(h, "De quê?");
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		html_open(h, "li");
		html_link(h, pool_printf(h->ctx->pool, "/notices/new?kind=%s", kinds[i].value),
			  kinds[i].label);
		html_close(h, "li");
	}
	html_close(h, "ul");
}

/* ---- the form, with the fields of its kind ---- */

static void draw_price(struct ctx *ctx, struct html *h, const struct entry *e)
{
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "symbol",
					 .label = "Ativo",
					 .type = "text",
					 .hint = "O código, como PETR4. Você não precisa tê-lo.",
					 .max_length = 80 });
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "direction",
					 .label = "Quando fechar",
					 .type = "select",
					 .options = directions,
					 .n_options = ARRAY_SIZE(directions) });
	entry_field(ctx, h, e,
		    (struct html_field){
			    .name = "price",
			    .label = "Preço",
			    .type = "text",
			    .inputmode = "decimal",
			    .hint = "De uma unidade, na moeda em que negocia. Vale o preço de "
				    "fechamento do último dia que o serviço tem." });
}

static void draw_amounts(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_choice(h,
		    &(struct html_choice){
			    .name = "amounts",
			    .value = "on",
			    .label = "Mostrar valores no aviso",
			    .hint = "Sem isto, ele diz só que você abra a carteira: quem lê o seu "
				    "e-mail não vê o seu dinheiro.",
			    .chosen = entry_value(ctx, e, "amounts") != NULL });
}

static void draw_where(struct ctx *ctx, struct html *h, const struct entry *e)
{
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
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const struct kind *kind = kind_of(entry_value(ctx, e, "kind"));

	if (!kind) {
		html_p_link(h, "/notices", "Escolher o aviso");
		return;
	}
	html_element(h, "h2", kind->label);
	html_form(h, "/notices", csrf_token(ctx));
	site_once(h);
	html_hidden(h, "kind", kind->value);
	if (kind->price)
		draw_price(ctx, h, e);
	if (kind->days)
		entry_field(ctx, h, e,
			    (struct html_field){ .name = "days",
						 .label = "Dias",
						 .type = "text",
						 .inputmode = "numeric",
						 .hint = kind->days,
						 .optional = true });
	if (kind->amounts)
		draw_amounts(ctx, h, e);
	draw_where(ctx, h, e);
	layout_form_end(h, "Pedir o aviso", "/notices", "Voltar aos avisos");
}

const struct entry_form notice_form = {
	.title = "Pedir um aviso",
	.draw = draw,
	.refused = "O aviso não foi pedido.",
};

void notices_page_new(struct ctx *ctx)
{
	const char *asked = query_text(ctx, "kind");
	const struct kind *kind = kind_of(asked);
	const char *values;

	layout_person(ctx);
	if (!kind)
		fail_parameter(ctx, "kind", asked, "um dos avisos da lista");
	values = pool_printf(ctx->pool, "{\"kind\":\"%s\",\"channel\":\"email\"}", kind->value);
	entry_page(ctx, 200, &notice_form,
		   &(struct entry){ .values = json_read(ctx->pool, slice_of(values)) });
}

/* ---- sent notices ---- */

/* A summary has several lines. */
static void write_body(struct html *h, const char *body)
{
	html_cell_open(h, NULL);
	html_open(h, "bdi");
	for (const char *end; (end = strchr(body, '\n')) != NULL; body = end + 1) {
		html_text(h, pool_strndup(h->ctx->pool, body, (size_t)(end - body)));
		html_open(h, "br");
	}
	html_text(h, body);
	html_close(h, "bdi");
	html_close(h, "td");
}

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
		write_body(h, ask_text(x, "body"));
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
	write_kinds(h);
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

static const char *subscription_json(struct ctx *ctx, struct body *form, const char *url)
{
	const char *days = body_text(form, "days", OPTIONAL, 1, MAX_FORM);
	const char *price = body_text(form, "price", OPTIONAL, 1, MAX_FORM);
	const char *symbol = body_text(form, "symbol", OPTIONAL, 1, MAX_FORM);
	const char *direction = body_text(form, "direction", OPTIONAL, 1, MAX_FORM);
	struct json *j = json_new(ctx->pool, 512);

	json_open(j, NULL);
	json_text(j, "kind", body_text(form, "kind", OPTIONAL, 1, MAX_FORM));
	json_text(j, "channel", body_text(form, "channel", OPTIONAL, 1, MAX_FORM));
	json_text(j, "url", url);
	put_days(j, days);
	if (body_json(form, "amounts", OPTIONAL))
		json_boolean(j, "amounts", true);
	if (symbol)
		json_text(j, "symbol", symbol);
	if (direction)
		json_text(j, "direction", direction);
	if (price)
		json_text(j, "price", entry_decimal(ctx->pool, price));
	json_close(j);
	return json_written(j);
}

void notices_page_post(struct ctx *ctx)
{
	struct ask ask = { .run = subscription_create };
	struct body *form = layout_form(ctx);
	const char *url, *secret;

	entry_take(form, &ask);
	url = body_text(form, "url", OPTIONAL, 1, MAX_FORM);
	ask.json = subscription_json(ctx, form, url);
	body_done(form);
	secret = ask_text(ask_run(ctx, &ask), "secret");
	if (secret)
		show_secret(ctx, secret);
	else if (url) /* the same button pressed twice */
		show_made(ctx);
	else
		site_go(ctx, "/notices");
}

static void press(struct ctx *ctx, void (*run)(struct ctx *ctx))
{
	struct ask ask = { .run = run };
	struct body *form = layout_form(ctx);

	ask.once = site_take_once(form);
	body_done(form);
	(void)ask_run(ctx, &ask);
	site_go(ctx, "/notices");
}

void notices_page_arm(struct ctx *ctx)
{
	press(ctx, subscription_arm);
}

void notices_page_delete(struct ctx *ctx)
{
	press(ctx, subscription_delete);
}
