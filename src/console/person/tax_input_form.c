/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_input_form.c: the form of one entry of the tax inputs.  GET, POST /tax/input
 *
 * The stated document is replaced as a whole (PUT /v1/portfolio/tax/inputs): a form reads it, changes one entry and
 * writes it over the version that it read.  An entry is known by its content, since it has no id.
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "console/person/tax_statements.h"
#include "core/json_write.h"
#include "core/number_text.h"
#include "http/json_read.h"
#include "identity/pages/site.h"
#include "portfolio/functions/portfolio_operations.h"

/* ---- one entry ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const struct tax_statement *s = tax_statement_of(ask_text(e->values, "about"));
	const char *was = ask_text(e->values, "was");
	const char *back = site_local(ask_text(e->values, "back"), "/tax/inputs");

	/* "I paid" comes back in its card, as it was sent. */
	if (s && !was && ctx->problem && str_eq(s->name, TAX_PAID) && tax_year_refused(ctx, h, e))
		return;
	if (s) {
		html_element(h, "h2", s->title);
		tax_statement_open(h, s->name, was, back);
		tax_statement_fields(h, s, e);
		html_button(h, "Guardar");
		if (was)
			html_button_of(h, "forget", "on", "Apagar");
		html_form_end(h);
	}
	html_p_link(h, back, "Voltar");
}

const struct entry_form tax_input_form = {
	.title = "Imposto de renda",
	.draw = draw,
	.conflict =
		"Nada foi gravado: o que você informou mudou em outra página. Confira e envie de novo.",
};

/* Each member that @was has, as it is typed. */
static const char *values_of(struct ctx *ctx, const struct tax_statement *s, const char *was,
			     const char *back)
{
	struct json_object *entry = ask_parsed(ctx->pool, was);
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	json_text(j, "about", s->name);
	if (was)
		json_text(j, "was", was);
	if (back)
		json_text(j, "back", back);
	for (size_t i = 0; entry && i < TAX_MEMBERS && s->members[i].name; i++)
		if (ask_text(entry, s->members[i].name))
			json_text(j, s->members[i].name,
				  tax_member_typed(ctx->pool, &s->members[i],
						   ask_text(entry, s->members[i].name)));
	json_close(j);
	return json_written(j);
}

void tax_input_page(struct ctx *ctx)
{
	const char *about = query_text(ctx, "about"), *was = query_field(ctx, "was");
	const char *back = query_field(ctx, "back");
	const struct tax_statement *s = tax_statement_of(about);

	layout_person(ctx);
	if (!s)
		tax_no_form(ctx);
	entry_page(
		ctx, 200, &tax_input_form,
		&(struct entry){ .values = ask_parsed(ctx->pool, values_of(ctx, s, was, back)) });
}

static bool same_value(const struct tax_member *m, const char *a, const char *b)
{
	wide x, y;

	if (!a || !b)
		return a == b;
	if (m->kind == MEMBER_MONEY && dec_parse(slice_of(a), 2, (wide)1 << 100, &x) == DEC_OK &&
	    dec_parse(slice_of(b), 2, (wide)1 << 100, &y) == DEC_OK)
		return x == y;
	return str_eq(a, b);
}

static bool same_entry(const struct tax_statement *s, struct json_object *a, struct json_object *b)
{
	for (size_t i = 0; i < TAX_MEMBERS && s->members[i].name; i++) {
		const struct tax_member *m = &s->members[i];

		if (!same_value(m, ask_text(a, m->name), ask_text(b, m->name)))
			return false;
	}
	return true;
}

static bool same_month(const struct tax_statement *s, struct json_object *a, struct json_object *b)
{
	const char *of_a = ask_text(a, "month"), *of_b = ask_text(b, "month");

	return s->by_month && of_a && of_b && str_eq(of_a, of_b);
}

/*
 * The list with @entry in the place of @was; @entry NULL: without it.  An equal entry is there once, so that the same
 * statement from two tabs counts once.
 */
static struct json_object *list_with(struct ctx *ctx, const struct tax_statement *s,
				     struct json_object *list, struct json_object *was,
				     struct json_object *entry)
{
	struct json_object *out = ask_parsed(ctx->pool, "[]");
	bool found = !was;

	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		if (was && same_entry(s, one, was))
			found = true;
		else if (!entry || !(same_entry(s, one, entry) || same_month(s, one, entry)))
			json_object_array_add(out, json_object_get(one));
	}
	if (!found)
		fail(ctx, 409, "tax_inputs_conflict", "O que se informou mudou em outra página.");
	if (entry)
		json_object_array_add(out, json_object_get(entry));
	return out;
}

static const char *document_of(struct ctx *ctx, struct json_object *stated)
{
	json_object_object_del(stated, "meta");
	json_object_object_del(stated, "version");
	return ask_json(ctx->pool, stated);
}

const char *tax_inputs_with(struct ctx *ctx, struct json_object *stated,
			    const struct tax_statement *s, struct json_object *was,
			    struct json_object *entry)
{
	json_object_object_add(
		stated, s->name,
		json_object_get(list_with(ctx, s, ask_member(stated, s->name), was, entry)));
	return document_of(ctx, stated);
}

static struct json_object *excluded_in(struct ctx *ctx, struct body *form)
{
	struct json_object *list = ask_parsed(ctx->pool, "[]");

	for (int i = 0; i < FORM_FIELDS_MAX; i++) {
		struct json_object *id =
			body_json(form, pool_printf(ctx->pool, "out%d", i), OPTIONAL);

		if (id)
			json_object_array_add(list, json_object_get(id));
	}
	return list;
}

void tax_input_post(struct ctx *ctx)
{
	struct json_object *entry = NULL, *exclude = NULL, *was, *policy = NULL, *stated;
	struct ask put = { .run = tax_inputs_put };
	const struct tax_statement *s;
	const char *once, *back, *about;
	struct body *form = layout_form(ctx);
	bool forget;

	about = ask_text(body_whole(form), "about");
	s = tax_statement_of(about);
	if (!s && !(about && str_eq(about, TAX_POLICY)))
		tax_no_form(ctx);
	(void)body_json(form, "about", OPTIONAL);
	back = site_local(ask_text(body_whole(form), "back"), "/tax/inputs");
	(void)body_json(form, "back", OPTIONAL);
	was = body_json(form, "was", OPTIONAL);
	forget = body_json(form, "forget", OPTIONAL) != NULL;
	once = site_take_once(form);
	if (s) {
		entry = tax_statement_in(ctx, form, s);
	} else {
		policy = body_json(form, TAX_POLICY, OPTIONAL);
		exclude = excluded_in(ctx, form);
	}
	if (forget)
		body_refuse(form);
	else
		body_done(form);
	if (!site_done_before(ctx, once)) {
		stated = ask_run(ctx, &(struct ask){ .run = tax_inputs_get });
		put.version = pool_strdup(ctx->pool, ask_text(stated, "version"));
		if (s) {
			put.json = tax_inputs_with(
				ctx, stated, s, was ? ask_parsed(ctx->pool, body_shown(was)) : NULL,
				forget ? NULL : entry);
		} else {
			json_object_object_add(stated, "exclude", json_object_get(exclude));
			json_object_object_add(stated, TAX_POLICY, json_object_get(policy));
			put.json = document_of(ctx, stated);
		}
		(void)ask_run(ctx, &put);
		site_done(ctx);
	}
	tax_form_done(ctx, back);
}
