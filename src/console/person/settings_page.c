/* SPDX-License-Identifier: Apache-2.0 */
/*
 * settings_page.c: creates, renames and deletes a portfolio. GET /portfolios/new, POST /portfolios;
 * GET, POST /portfolios/{id}/settings, /portfolios/{id}/delete
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/json_write.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/show/portfolio_view.h"

#define NAME_MAX 60

static void draw_name(struct ctx *ctx, struct html *h, const struct entry *e)
{
	entry_field(
		ctx, h, e,
		(struct html_field){
			.name = "name",
			.label = "Nome da carteira",
			.type = "text",
			.hint = "Até 60 letras. Só você o vê, e quem você convidar a ler a carteira.",
			.autocomplete = "off",
			.max_length = NAME_MAX });
}

/* ---- a new portfolio ---- */

static void draw_new(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, "/portfolios", csrf_token(ctx));
	site_once(h);
	draw_name(ctx, h, e);
	html_send(h, "Criar a carteira");
}

const struct entry_form portfolio_new_form = {
	.title = "Nova carteira",
	.draw = draw_new,
	.refused = "A carteira não foi criada.",
};

void portfolio_new_page(struct ctx *ctx)
{
	layout_person(ctx);
	entry_page(ctx, 200, &portfolio_new_form, &(struct entry){ .values = NULL });
}

static const char *name_json(struct ctx *ctx, struct body *form, bool settings)
{
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	if (body_has(form, "name"))
		json_text(j, "name", body_shown(body_json(form, "name", OPTIONAL)));
	else if (settings) /* clearing the field must not silently keep the old name */
		json_text(j, "name", "");
	if (settings)
		json_boolean(j, "exclude_from_consolidated",
			     body_json(form, "exclude", OPTIONAL) != NULL);
	json_close(j);
	return json_written(j);
}

void portfolio_new_post(struct ctx *ctx)
{
	struct ask ask = { .run = portfolio_create };
	struct body *form = layout_form(ctx);

	ask.json = name_json(ctx, form, false);
	entry_take(form, &ask);
	body_done(form);
	site_go(ctx, pool_printf(ctx->pool, "/portfolios/%s", ask_text(ask_run(ctx, &ask), "id")));
}

/* ---- an existing portfolio ---- */

static void draw_settings(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, layout_path(ctx, "/settings"), csrf_token(ctx));
	site_once(h);
	draw_name(ctx, h, e);
	html_choice(h,
		    &(struct html_choice){
			    .name = "exclude",
			    .value = "on",
			    .label = "Deixar fora do total",
			    .hint = "Uma simulação, por exemplo: a soma das carteiras não a conta.",
			    .chosen = entry_value(ctx, e, "exclude") != NULL });
	layout_form_end(h, "Guardar", layout_path(ctx, "/delete"), "Excluir esta carteira");
}

const struct entry_form portfolio_settings_form = {
	.title = "Ajustes da carteira",
	.here = "/settings",
	.draw = draw_settings,
};

void portfolio_settings_page(struct ctx *ctx)
{
	struct load_want load = { .as_of = ctx->today };
	struct detail_view d;
	struct json *j;

	layout_readable(ctx);
	detail_view(ctx, &load, &d);
	j = json_new(ctx->pool, 256);
	json_open(j, NULL);
	json_text(j, "name", d.v.in.name);
	if (d.v.in.exclude_from_consolidated)
		json_text(j, "exclude", "on");
	json_close(j);
	entry_page(ctx, 200, &portfolio_settings_form,
		   &(struct entry){ .values = ask_parsed(ctx->pool, json_written(j)) });
}

void portfolio_settings_post(struct ctx *ctx)
{
	struct ask ask = { .run = portfolio_update };
	struct body *form = layout_form(ctx);

	ask.json = name_json(ctx, form, true);
	entry_take(form, &ask);
	body_done(form);
	access_resource(ctx);
	(void)ask_run(ctx, &ask); /* the new values were typed */
	site_go(ctx, layout_path(ctx, ""));
}

static void draw_delete(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_p(h, "Com a carteira vão os lançamentos, os proventos e as importações dela. Isso não "
		  "tem volta.");
	html_form(h, layout_path(ctx, "/delete"), csrf_token(ctx));
	site_once(h);
	html_choice(h,
		    &(struct html_choice){ .name = "sure",
					   .value = "on",
					   .label = "Quero excluir a carteira e tudo o que há nela",
					   .hint = entry_fault(e, "sure") });
	html_button_away(h, NULL, NULL, "Excluir a carteira");
	html_form_end(h);
	html_p_link(h, layout_path(ctx, "/settings"), "Não excluir");
}

const struct entry_form portfolio_delete_form = {
	.title = "Excluir a carteira",
	.here = "/settings",
	.draw = draw_delete,
	.refused = "Nada foi excluído.",
};

void portfolio_delete_page(struct ctx *ctx)
{
	layout_readable(ctx);
	entry_page(ctx, 200, &portfolio_delete_form, &(struct entry){ .values = NULL });
}

void portfolio_delete_post(struct ctx *ctx)
{
	struct ask ask = { .run = portfolio_delete };
	struct body *form = layout_form(ctx);

	entry_take(form, &ask);
	if (!body_json(form, "sure", OPTIONAL))
		body_error(form, "sure", "required", "marque a caixa para excluir", NULL);
	body_done(form);
	(void)ask_run(ctx, &ask); /* only that it was deleted */
	site_go(ctx, "/portfolios");
}
