/* SPDX-License-Identifier: Apache-2.0 */
/* income_edit.c: a typed payment, corrected or deleted.  GET, POST /portfolios/{id}/income/{income}, …/preview, POST …/delete */
#include "config.h"

#include "console/form/ledger_change.h"
#include "console/form/member_words.h"
#include "console/form/mend_undo.h"
#include "console/form/row_form.h"
#include "console/form/schema_fields.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/encode.h"
#include "identity/caller.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

static const struct schema_field fields[] = {
	{ .name = "kind", .kind = FIELD_CHOICE, .choices = income_kind_names, .required = true },
	{ .name = "pay_date", .kind = FIELD_DATE, .required = true },
	{ .name = "amount", .kind = FIELD_NUMBER, .required = true },
	{ .name = "gross_amount", .kind = FIELD_NUMBER },
	{ .name = "note", .kind = FIELD_TEXT, .max = 500 },
};

static const char *const paper[] = { "symbol", "asset_type" }, *const paper_was[] = {
	ROW_WAS "symbol", ROW_WAS "asset_type"
};

static const char *own_path(struct ctx *ctx, const char *rest)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/income/%s%s",
					    url_encoded_but(ctx->pool, ctx->path[1], ""), rest));
}

/* ---- the form ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, own_path(ctx, ""), csrf_token(ctx));
	for (size_t i = 0; i < ARRAY_SIZE(paper); i++) {
		row_field(ctx, h, e, paper[i], paper[i], NULL, false);
		html_hidden(h, paper_was[i],
			    ask_text(e->values, e->stored ? paper[i] : paper_was[i]));
	}
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		schema_field_write(ctx, h, e, &fields[i], fields[i].name,
				   member_label(fields[i].name));
	change_write_button(h, own_path(ctx, ""), "Gravar a correção");
	change_ask_button(h, own_path(ctx, "/preview"));
	html_form_end(h);
	html_form(h, own_path(ctx, "/delete"), csrf_token(ctx));
	site_once(h);
	html_button_away(h, NULL, NULL, "Excluir o provento");
	html_form_end(h);
}

const struct entry_form income_edit_form = {
	.title = "Corrigir o provento",
	.here = "/income/received",
	.draw = draw,
};

void income_edit_page(struct ctx *ctx)
{
	struct entry e = { .stored = true };
	struct entry_form form = income_edit_form;

	layout_ledger_readable(ctx);
	e.values = ask_run(ctx, &(struct ask){ .run = income_get });
	form.title = pool_printf(ctx->pool, "Corrigir: %s", ask_text(e.values, "symbol"));
	entry_page(ctx, 200, &form, &e);
}

/* The typed members as a body of the operation; an empty one is taken away. */
static const char *change_of(struct ctx *ctx, struct body *form)
{
	struct json *j = json_new(ctx->pool, 256);
	bool stays = row_paper_stays(ctx, form);

	json_open(j, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(paper); i++) {
		struct json_object *typed = body_json(form, paper[i], OPTIONAL);

		if (!stays)
			json_text(j, paper[i], typed ? body_shown(typed) : "");
	}
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		struct json_object *typed = body_json(form, fields[i].name, OPTIONAL);

		if (!typed)
			json_null(j, fields[i].name);
		else if (fields[i].kind == FIELD_NUMBER)
			schema_field_number(j, fields[i].name,
					    entry_money(ctx->pool, body_shown(typed)));
		else
			schema_field_json(ctx, j, &fields[i], body_shown(typed));
	}
	json_close(j);
	return json_written(j);
}

/* ---- writing ---- */

/* Takes what every form carries. */
static void take(struct ctx *ctx, struct body *form, struct ask *ask)
{
	entry_take(form, ask);
	body_done(form);
	access_resource(ctx);
}

/* Writes, and shows the list, from which one press takes it back. */
static void write_change(struct ctx *ctx, struct body *form, struct ask *ask)
{
	take(ctx, form, ask);
	mend_write(ctx,
		   &(struct mend_request){ .run = ask->run,
					   .captures = { [1] = ctx->path[1] },
					   .warned_unwritten = true },
		   ask, layout_path(ctx, "/income/received"));
}

void income_edit_post(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);

	write_change(ctx, form,
		     &(struct ask){ .run = income_update, .json = change_of(ctx, form) });
}

void income_drop(struct ctx *ctx)
{
	write_change(ctx, layout_form(ctx), &(struct ask){ .run = income_delete });
}

void income_preview_post(struct ctx *ctx)
{
	change_hold(ctx, own_path(ctx, "/preview"));
}

void income_preview(struct ctx *ctx)
{
	const char *names[ARRAY_SIZE(fields) + 2 * ARRAY_SIZE(paper)];
	struct body *form = entry_held(ctx);
	struct ask ask = { .run = income_update };

	if (!form) { /* the typed values have expired: shows the payment as it is */
		access_resource(ctx);
		site_go(ctx, own_path(ctx, ""));
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		names[i] = fields[i].name;
	for (size_t i = 0; i < ARRAY_SIZE(paper); i++) {
		names[ARRAY_SIZE(fields) + 2 * i] = paper[i];
		names[ARRAY_SIZE(fields) + 2 * i + 1] = paper_was[i];
	}
	ask.json = change_of(ctx, form);
	take(ctx, form, &ask);
	change_page(ctx, &(struct change){ .ask = &ask,
					   .title = "O que a correção muda",
					   .form = &income_edit_form,
					   .values = body_whole(form),
					   .carried = names,
					   .n_carried = ARRAY_SIZE(names),
					   .action = own_path(ctx, ""),
					   .button = "Gravar a correção",
					   .here = income_edit_form.here });
}
