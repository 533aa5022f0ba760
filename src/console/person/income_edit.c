/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_edit.c: a typed payment, corrected or deleted, and back.  GET, POST /portfolios/{id}/income/{income}, POST …/delete,
 * POST /portfolios/{id}/income/undo
 *
 * What it was is held for an hour, so that one press takes the change back.
 */
#include "config.h"

#include "calc/amounts/amounts.h"
#include "console/form/entry.h"
#include "console/form/member_words.h"
#include "console/form/row_said.h"
#include "console/form/schema_fields.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/income_pages.h"
#include "core/encode.h"
#include "http/tree.h"
#include "identity/caller.h"
#include "identity/held_file.h"
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

static const char *list_path(struct ctx *ctx)
{
	return layout_path(ctx, "/income/received");
}

static const char *own_path(struct ctx *ctx, const char *rest)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/income/%s%s",
					    url_encoded_but(ctx->pool, ctx->path[1], ""), rest));
}

/* ---- the form ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, own_path(ctx, ""), csrf_token(ctx));
	site_once(h);
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		schema_field_write(ctx, h, e, &fields[i], fields[i].name,
				   member_label(fields[i].name));
	html_button(h, "Gravar a correção");
	html_form_end(h);
	html_form(h, own_path(ctx, "/delete"), csrf_token(ctx));
	site_once(h);
	html_button(h, "Excluir o provento");
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
	struct json j;
	struct buf b;

	buf_init(&b, ctx->pool, 256);
	json_init(&j, &b);
	json_open(&j, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		struct json_object *typed = body_json(form, fields[i].name, OPTIONAL);

		if (!typed)
			json_null(&j, fields[i].name);
		else if (fields[i].kind == FIELD_NUMBER)
			schema_field_number(&j, fields[i].name,
					    entry_decimal(ctx->pool, body_shown(typed)));
		else
			schema_field_json(ctx, &j, &fields[i], body_shown(typed));
	}
	json_close(&j);
	return buf_text(&b);
}

/* ---- writing, and back ---- */

#define WHAT "what"
#define CHANGED "changed"
#define DELETED "deleted"

/* Holds what the payment was, and redirects to the list, which says so. */
static void hold(struct ctx *ctx, struct json_object *was, const char *what)
{
	struct form_file file;

	json_object_object_add(was, WHAT, json_object_new_string(what));
	file = (struct form_file){ .content = slice_of(json_object_to_json_string_ext(
					   was, JSON_C_TO_STRING_PLAIN)) };
	site_done(ctx);
	site_go(ctx, pool_printf(ctx->pool, "%s?" INCOME_UNDO "=%s", list_path(ctx),
				 held_file_keep(ctx, &file)));
}

static struct body *take_form(struct ctx *ctx, const char **once)
{
	struct body *form;

	layout_person(ctx);
	form = site_form(ctx);
	*once = site_take_once(form);
	return form;
}

static void write_once(struct ctx *ctx, const char *once, const struct ask *ask, const char *what)
{
	struct json_object *was;

	access_resource(ctx);
	if (site_done_before(ctx, once)) {
		site_go(ctx, list_path(ctx));
		return;
	}
	was = ask_run(ctx, &(struct ask){ .run = income_get });
	(void)ask_run(ctx, ask); /* the list shows it */
	hold(ctx, was, what);
}

void income_edit_post(struct ctx *ctx)
{
	const char *once;
	struct body *form = take_form(ctx, &once);
	const struct ask ask = { .run = income_update, .json = change_of(ctx, form) };

	body_done(form);
	write_once(ctx, once, &ask, CHANGED);
}

void income_drop(struct ctx *ctx)
{
	const char *once;
	struct body *form = take_form(ctx, &once);
	const struct ask ask = { .run = income_delete };

	body_done(form);
	write_once(ctx, once, &ask, DELETED);
}

/* What was held; NULL when it has expired, or is another form. */
static struct json_object *held(struct ctx *ctx, const char *id)
{
	struct json_object *was;
	struct form_file file;
	const char *reason;
	size_t offset;

	if (!id || !held_file_read(ctx, id, &file))
		return NULL;
	was = json_parse(ctx->pool, file.content, &offset, &reason);
	return ask_text(was, WHAT) && ask_text(was, "pay_date") ? was : NULL;
}

void income_undo_say(struct html *h, const char *id)
{
	struct ctx *ctx = h->ctx;
	struct json_object *was = held(ctx, id);

	if (!was)
		return;
	html_div(h, "note");
	html_attr(h, "role", "status");
	html_p(h, "%s %s",
	       str_eq(ask_text(was, WHAT), DELETED) ? "Excluído:" : "Corrigido. Antes era:",
	       row_said(ctx->pool, was));
	html_form(h, layout_path(ctx, "/income/undo"), csrf_token(ctx));
	site_once(h);
	html_hidden(h, INCOME_UNDO, id);
	html_button(h, "Desfazer");
	html_form_end(h);
	html_close(h, "div");
}

/* The members that a person or a statement gave, as a body that gives them again. */
static const char *again(void *pool, struct json_object *was, bool deleted)
{
	static const char *const members[] = { "kind",	       "pay_date",    "amount",	    "note",
					       "gross_amount", "record_date", "approved_on" };
	struct json_object *body = tree_empty(pool);

	if (deleted)
		json_object_object_add(body, "asset_id",
				       json_object_get(ask_member(was, "asset_id")));
	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		json_object_object_add(body, members[i],
				       json_object_get(ask_member(was, members[i])));
	json_object_object_add(body, "profits_to_2025",
			       json_object_new_boolean(ask_member(was, "profits_to_2025") != NULL));
	return pool_strdup(pool, json_object_to_json_string_ext(body, JSON_C_TO_STRING_PLAIN));
}

void income_undo(struct ctx *ctx)
{
	const char *once, *id;
	struct body *form = take_form(ctx, &once);
	struct json_object *was;
	bool deleted;

	id = body_line(form, INCOME_UNDO, REQUIRED, 1, 100);
	body_done(form);
	access_resource(ctx);
	was = held(ctx, id);
	if (was && !site_done_before(ctx, once)) {
		deleted = str_eq(ask_text(was, WHAT), DELETED);
		ctx->path[1] = ask_text(was, "id");
		(void)ask_run(ctx, &(struct ask){ .run = deleted ? income_create : income_update,
						  .json = again(ctx->pool, was,
								deleted) }); /* as it was */
		site_done(ctx);
	}
	site_go(ctx, list_path(ctx));
}
