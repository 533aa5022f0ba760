/* SPDX-License-Identifier: Apache-2.0 */
/* work_preview.c: the changes of an Action, and its result. */
#include "config.h"

#include "console/organization/work_form.h"

#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/form/member_words.h"
#include "console/person/imports_page.h"
#include "console/person/plan_parts.h"
#include "core/encode.h"
#include "http/tree.h"

#define CHANGES 60 /* shown of a preview */

static const char *value_said(struct json_object *value)
{
	return value ? json_object_get_string(value) : "—";
}

/* A document of targets, a line for each slice. */
static void write_targets(struct html *h, struct json_object *document)
{
	struct plan_targets t = targets_stored(h->ctx, value_said(document));

	html_cell_open(h, NULL);
	for (size_t i = 0; i < t.n; i++) {
		html_open(h, "div");
		html_text(h, t.slices[i].name);
		html_text(h, ", ");
		plan_points(h, "pct", t.slices[i].pct);
		html_text(h, ": ");
		html_text(h, targets_holds(h->ctx->pool, &t.slices[i]));
		html_close(h, "div");
	}
	html_close(h, "td");
}

/* A value of the interface as a person reads it: whose id it is, a word, a list of these. */
static const char *said(void *pool, const struct work_form *f, struct json_object *value)
{
	const char *out = NULL;

	for (size_t i = 0; i < ask_items(value); i++) {
		struct json_object *one = json_object_array_get_idx(value, i);

		out = pool_printf(pool, "%s%s%s", out ? out : "", out ? "; " : "",
				  work_form_said(f, value_said(one)));
	}
	return out ? out
	       : json_object_is_type(value, json_type_array)
		       ? "—"
		       : choice_word(work_form_said(f, value_said(value)));
}

static void write_side(struct html *h, const struct work_form *f, const char *pointer,
		       struct json_object *value)
{
	if (str_eq(pointer, "/targets") && json_object_is_type(value, json_type_object))
		write_targets(h, value);
	else
		shown_name_cell(h, said(h->ctx->pool, f, value), NULL);
}

static const char *pointer_of(struct json_object *changes, size_t i)
{
	return tree_text(tree_member(json_object_array_get_idx(changes, i), "pointer"));
}

/* The rows of a file come after all other changes, and have a table of their own. */
static size_t count_changes(struct json_object *changes)
{
	size_t n = 0;

	while (n < json_object_array_length(changes) &&
	       strncmp(pointer_of(changes, n), "/rows/", strlen("/rows/")) != 0)
		n++;
	return n;
}

static void write_changes(struct html *h, const struct work_form *f, struct json_object *changes)
{
	size_t n = count_changes(changes);

	if (!n) {
		html_p(h, "Nada muda.");
		return;
	}
	html_table(h, "O que muda", HEADINGS("Campo", "Antes", "Depois"));
	for (size_t i = 0; i < n && i < CHANGES; i++) {
		struct json_object *c = json_object_array_get_idx(changes, i);
		const char *pointer = pointer_of(changes, i);

		html_row(h);
		html_cell(h, *pointer ? member_label(pointer + 1) : "Tudo");
		write_side(h, f, pointer, tree_member(c, "from"));
		write_side(h, f, pointer, tree_member(c, "to"));
		html_row_end(h);
	}
	html_table_end(h);
	if (n > CHANGES)
		html_p(h, "E mais %zu mudanças.", n - CHANGES);
}

static void write_texts(struct html *h, const char *title, struct json_object *list)
{
	size_t n = list ? json_object_array_length(list) : 0;

	if (!n)
		return;
	html_element(h, "h2", title);
	html_open(h, "ul");
	for (size_t i = 0; i < n && i < CHANGES; i++)
		html_element(h, "li", value_said(json_object_array_get_idx(list, i)));
	html_close(h, "ul");
	if (n > CHANGES)
		html_p(h, "E mais %zu.", n - CHANGES);
}

static void add_parameter(struct ctx *ctx, struct buf *b, const char *name, const char *value)
{
	if (value)
		buf_str(b, pool_printf(ctx->pool, "%s=%s&", name,
				       url_encoded_but(ctx->pool, value, "")));
}

const char *work_preview_path(struct ctx *ctx, const struct work_form *f)
{
	return work_path(ctx, f->room,
			 pool_printf(ctx->pool, "/actions/%s", f->spec->operation->id));
}

/* The address of the preview of a stored file: the parameters of its page. */
const char *work_preview_query(struct ctx *ctx, const struct work_form *f, const char *held)
{
	struct buf b;

	buf_init(&b, ctx->pool, 400);
	for (size_t i = 0; i < f->n; i++)
		add_parameter(ctx, &b, f->fields[i].name,
			      work_form_value(ctx, f, f->fields[i].name));
	add_parameter(ctx, &b, "back", f->back);
	add_parameter(ctx, &b, "about", f->about);
	add_parameter(ctx, &b, ENTRY_HELD, held);
	return buf_text(&b);
}

void work_preview_write(struct ctx *ctx, const struct work_form *f, struct json_object *answer)
{
	struct html *h = work_form_begin(
		ctx, f, 200, pool_printf(ctx->pool, "Prévia: %s", f->spec->title), NULL);

	html_p(h, "Nada foi gravado ainda.");
	write_changes(h, f, tree_member(answer, "changes"));
	write_texts(h, "Avisos", tree_member(answer, "warnings"));
	write_texts(h, "O que a operação faz", f->spec->effects);
	if (f->spec->confirmation) {
		html_open_of(h, "div", "note warn");
		html_p(h, "%s", f->spec->confirmation);
		html_close(h, "div");
	}
	if (f->read)
		imports_read_write(h, f->read,
				   pool_printf(ctx->pool, "%s?%s", work_preview_path(ctx, f),
					       work_preview_query(ctx, f, f->held)),
				   f->page, NULL);
	work_form_open(h, f);
	for (size_t i = 0; i < f->n; i++)
		html_hidden(h, f->fields[i].name, work_form_value(ctx, f, f->fields[i].name));
	if (work_form_aims(f)) {
		html_hidden(h, WORK_WITHDRAW, work_form_value(ctx, f, WORK_WITHDRAW));
		targets_hidden_write(h, f->entry.values);
	}
	site_once(h);
	html_button_of(h, "step", "execute",
		       f->spec->confirmation ? "Confirmar e executar" : "Executar");
	if (!work_form_brings_file(f))
		html_button_of(h, "step", "edit", "Corrigir");
	html_form_end(h);
	html_p_link(h, f->back, "Desistir");
	html_page_end(h);
}

/* A secret is shown once: such an answer is a page, others lead back. */
void work_result_write(struct ctx *ctx, const struct work_form *f, struct json_object *answer)
{
	struct json_object *result = tree_member(answer, "result");
	struct html *h = work_form_begin(ctx, f, 200, "Feito", NULL);
	size_t n = 0;
	struct tree_member *members = tree_members(ctx->pool, result, &n);

	html_p(h, "Copie agora: o que é secreto não será mostrado de novo.");
	html_open(h, "dl");
	for (size_t i = 0; i < n; i++) {
		html_element(h, "dt", member_label(members[i].name));
		html_open(h, "dd");
		html_open(h, "code");
		html_attr(h, "data-name", member_label(members[i].name));
		html_flag(h, "data-copy", true);
		html_text(h, choice_word(value_said(members[i].value)));
		html_close(h, "code");
		html_close(h, "dd");
	}
	html_close(h, "dl");
	html_p_link(h, f->back, "Voltar");
	html_page_end(h);
}
