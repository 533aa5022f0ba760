/* SPDX-License-Identifier: Apache-2.0 */
/*
 * targets_form.c: the document of targets as the rows of a form, and back.
 *
 * A row is a slice: name, per cent, classes as check boxes, assets as text, one a line: "PETR4", "CDB X (Renda fixa)",
 * or with its part of the slice "PETR4 = 60,00".  Rows in which nothing is said are left out.
 */
#include "config.h"

#include "console/person/plan_parts.h"

#include <stdlib.h>
#include <strings.h>

#include "core/number_text.h"
#include "core/problem.h"
#include "core/text.h"
#include "identity/pages/site.h"
#include "identity/session.h"
#include "portfolio/functions/portfolio_operations.h"

#define ROWS_AT_FIRST 3
#define NAME_MAX 60

static const char *const texts[] = { "name", "pct", "papers" }; /* of a row */

static const char *at(void *pool, const char *name, size_t row)
{
	return pool_printf(pool, "%s%zu", name, row);
}

static const char *type_field(void *pool, size_t row, int type)
{
	return pool_printf(pool, "classe%zu_%s", row, asset_type_names[type]);
}

/* Neither an index, which is not held, nor options, which are no target. */
static bool may_be_target(int type)
{
	return type != ASSET_INDEX && type != ASSET_OPTION;
}

static size_t rows_of(struct json_object *values)
{
	const char *text = ask_text(values, TARGETS_ROWS);
	long n = text ? strtol(text, NULL, 10) : ROWS_AT_FIRST;

	return n < 1 ? 1 : n > PLAN_SLICES_MAX ? PLAN_SLICES_MAX : (size_t)n;
}

/* ---- a document as fields ---- */

static const char *pct_text(void *pool, int pct)
{
	return decimal_text(pool, pct, 2, 2, false);
}

struct json_object *targets_values(struct ctx *ctx, const struct targets *t)
{
	void *pool = ctx->pool;
	struct json *j = json_new(pool, 1024);

	json_open(j, NULL);
	json_text(j, ENTRY_VERSION, pool_printf(pool, "%lld", (long long)t->version));
	if (t->exist) {
		json_text(j, TARGETS_ROWS, pool_printf(pool, "%zu", t->plan.n));
		json_text(j, "band_pp", pct_text(pool, t->plan.band_pp));
		json_text(j, "band_relative_pct", pct_text(pool, t->plan.band_relative));
	}
	for (size_t i = 0; t->exist && i < t->plan.n; i++) {
		const struct plan_slice *s = &t->plan.slices[i];

		json_text(j, at(pool, "name", i), s->name);
		json_text(j, at(pool, "pct", i), pct_text(pool, s->pct));
		json_text(j, at(pool, "papers", i), targets_papers(pool, s, "\n"));
		for (int k = 0; k < ASSET_TYPES; k++)
			if (s->types & 1u << k)
				json_text(j, type_field(pool, i, k), "on");
	}
	json_close(j);
	return ask_parsed(pool, json_written(j));
}

/* ---- the form ---- */

static void draw_row(struct ctx *ctx, struct html *h, const struct entry *e, size_t i)
{
	void *pool = ctx->pool;

	html_group(h, pool_printf(pool, "Fatia %zu", i + 1));
	entry_field(ctx, h, e,
		    (struct html_field){ .name = at(pool, "name", i),
					 .label = "Nome",
					 .type = "text",
					 .autocomplete = "off",
					 .max_length = NAME_MAX,
					 .optional = true });
	entry_field(ctx, h, e,
		    (struct html_field){ .name = at(pool, "pct", i),
					 .label = "Parte que quer, em %",
					 .type = "text",
					 .inputmode = "decimal",
					 .autocomplete = "off",
					 .max_length = 12,
					 .optional = true });
	html_div(h, "pick");
	for (int k = 0; k < ASSET_TYPES; k++)
		if (may_be_target(k))
			html_choice(
				h, &(struct html_choice){
					   .name = type_field(pool, i, k),
					   .value = "on",
					   .label = asset_type_titles[k],
					   .chosen = entry_value(ctx, e, type_field(pool, i, k)) });
	html_close(h, "div");
	entry_field(
		ctx, h, e,
		(struct html_field){ .name = at(pool, "papers", i),
				     .label = "Ativos",
				     .type = "textarea",
				     .hint = i ? NULL
					       : "Um por linha, só o código; com a parte de cada "
						 "um nesta fatia: PETR4 = 60. A classe, quando "
						 "o código não a diz: CDB X (Renda fixa).",
				     .optional = true });
	html_group_end(h);
}

static void draw_bands(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_open(h, "details");
	html_attr(h, "open",
		  entry_fault(e, "band_pp") || entry_fault(e, "band_relative_pct") ? "open" : NULL);
	html_element(h, "summary", "A faixa em que uma meta ainda está atingida");
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "band_pp",
					 .label = "Em pontos da carteira",
					 .type = "text",
					 .hint = "Vazio: 5,00. Vale a mais estreita das duas.",
					 .inputmode = "decimal",
					 .max_length = 12,
					 .optional = true });
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "band_relative_pct",
					 .label = "Em % da meta",
					 .type = "text",
					 .hint = "Vazio: 25,00.",
					 .inputmode = "decimal",
					 .max_length = 12,
					 .optional = true });
	html_close(h, "details");
}

/* After a conflict the form is sent upon what there is now, which the refusal says. */
static const char *version_of(struct ctx *ctx, const struct entry *e)
{
	const struct problem *p = ctx->problem;

	if (!p || !str_eq(p->code, "targets_conflict") || !p->details)
		return entry_value(ctx, e, ENTRY_VERSION);
	return ask_text(ask_parsed(ctx->pool, pool_printf(ctx->pool, "{%s}", p->details)),
			"version");
}

void targets_fields_write(struct ctx *ctx, struct html *h, const struct entry *e)
{
	size_t n = rows_of(e->values);

	html_p(h,
	       "As fatias somam 100,00. Cada ativo está em uma: na que o nomeia, ou na da classe dele.");
	html_hidden(h, TARGETS_ROWS, pool_printf(ctx->pool, "%zu", n));
	for (size_t i = 0; i < n; i++)
		draw_row(ctx, h, e, i);
	draw_bands(ctx, h, e);
}

void targets_more_write(struct html *h, const struct entry *e)
{
	if (rows_of(e->values) < PLAN_SLICES_MAX)
		html_button_of(h, TARGETS_ADD, "on", "Mais uma fatia");
}

void targets_row_added(struct json_object *values)
{
	json_object_object_add(values, TARGETS_ROWS,
			       json_object_new_int64((int64_t)rows_of(values) + 1));
}

void targets_draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, plan_path(ctx, "/targets"), csrf_token(ctx));
	site_once(h);
	html_hidden(h, ENTRY_VERSION, version_of(ctx, e));
	targets_fields_write(ctx, h, e);
	html_button(h, "Guardar as metas");
	targets_more_write(h, e);
	html_form_end(h);
	html_p_link(h, plan_path(ctx, ""), "Voltar sem mudar");
}

/* ---- the fields as a document ---- */

/* One line of the assets. */
struct paper {
	size_t row;
	const char *line, *typed, *symbol, *pct; /* pct: NULL without one */
	int type;				 /* -1: not yet known */
};

struct reading {
	struct ctx *ctx;
	struct body *form;
	struct json_object *values;
	struct paper *papers;
	size_t n_papers;
	unsigned types; /* of the rows before */
};

static bool is_word(struct slice word, const char *title)
{
	return strlen(title) == word.n && strncasecmp(title, word.p, word.n) == 0;
}

static int class_named(struct slice word)
{
	for (int k = 0; k < ASSET_TYPES; k++)
		if (k != ASSET_INDEX && (is_word(word, asset_type_titles[k]) ||
					 is_word(word, targets_class((enum asset_type)k))))
			return k;
	return -1;
}

static void take_line(struct reading *r, size_t row, struct slice line)
{
	void *pool = r->ctx->pool;
	struct paper p = { .row = row, .line = slice_text(pool, line), .type = -1 };
	const char *part = strrchr(p.line, '='), *open;
	struct slice name = slice_trim(
		(struct slice){ p.line, part ? (size_t)(part - p.line) : strlen(p.line) });

	if (part)
		p.pct = entry_decimal(pool, slice_text(pool, slice_trim(slice_of(part + 1))));
	p.typed = slice_text(pool, name);
	/* A class may have parentheses of its own: "VOO (Exterior (EUA))". */
	open = name.n && p.typed[name.n - 1] == ')' ? strchr(p.typed, '(') : NULL;
	while (open && (p.type = class_named((struct slice){ open + 1, strlen(open) - 2 })) < 0)
		open = strchr(open + 1, '(');
	if (open)
		p.typed = slice_text(
			pool, slice_trim((struct slice){ p.typed, (size_t)(open - p.typed) }));
	r->papers[r->n_papers++] = p;
}

static void take_papers(struct reading *r, size_t row)
{
	const char *text = ask_text(r->values, at(r->ctx->pool, "papers", row));
	struct slice rest = slice_of(text ? text : ""), line;

	while (rest.n) {
		if (!slice_cut(rest, '\n', &line, &rest))
			rest.n = 0;
		line = slice_trim(line);
		if (line.n && r->n_papers < PLAN_ASSETS_MAX)
			take_line(r, row, line);
	}
}

/* Gives each paper its class, by one look-up of all that do not say theirs. */
static void find_classes(struct reading *r)
{
	const char **typed = pool_array(r->ctx->pool, const char *, r->n_papers);
	unsigned *known = pool_array(r->ctx->pool, unsigned, r->n_papers);
	size_t n = 0;

	for (size_t i = 0; i < r->n_papers; i++)
		if (r->papers[i].type < 0)
			typed[n++] = r->papers[i].typed;
	if (n)
		symbol_classes_known(r->ctx, plan_of_all(r->ctx), typed, n, known);
	n = 0;
	for (size_t i = 0; i < r->n_papers; i++) {
		struct paper *p = &r->papers[i];
		const char *expected = "o código de um ativo, com a classe entre parênteses, "
				       "como CDB X (Renda fixa)";

		if (p->type < 0)
			p->type = symbol_class_one(known[n++]);
		if (p->type >= 0)
			p->symbol = symbol_normal(r->ctx->pool, (enum asset_type)p->type, p->typed,
						  &expected);
		if (!p->symbol)
			body_error(r->form, at(r->ctx->pool, "papers", p->row), "choice", expected,
				   p->line);
	}
}

static bool is_said(struct ctx *ctx, struct json_object *values, size_t row)
{
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		if (ask_text(values, at(ctx->pool, texts[i], row)))
			return true;
	for (int k = 0; k < ASSET_TYPES; k++)
		if (ask_text(values, type_field(ctx->pool, row, k)))
			return true;
	return false;
}

static void put_list(struct reading *r, struct json *j, const char *name, size_t row,
		     unsigned types, bool inside)
{
	json_array(j, name);
	for (size_t i = 0; i < r->n_papers; i++) {
		const struct paper *p = &r->papers[i];

		if (p->row != row || !p->symbol)
			continue;
		if (inside ? !p->pct : p->pct && types & 1u << p->type)
			continue;
		json_open(j, NULL);
		json_text(j, "symbol", p->symbol);
		json_text(j, "asset_type", asset_type_names[p->type]);
		if (inside)
			json_text(j, "pct", p->pct);
		json_close(j);
	}
	json_array_end(j);
}

static unsigned put_types(struct reading *r, struct json *j, size_t row)
{
	unsigned types = 0;

	json_array(j, "types");
	for (int k = 0; k < ASSET_TYPES; k++) {
		if (!may_be_target(k) || !ask_text(r->values, type_field(r->ctx->pool, row, k)))
			continue;
		if (r->types & 1u << k)
			body_error(r->form, at(r->ctx->pool, "papers", row), "repeated",
				   "cada classe em uma só fatia", asset_type_titles[k]);
		else
			json_text(j, NULL, asset_type_names[k]);
		types |= 1u << k;
	}
	json_array_end(j);
	r->types |= types;
	return types;
}

static void put_number(struct reading *r, struct json *j, const char *name, const char *field)
{
	const char *typed = ask_text(r->values, field);

	if (typed)
		json_text(j, name, entry_decimal(r->ctx->pool, typed));
}

static void put_row(struct reading *r, struct json *j, size_t row)
{
	void *pool = r->ctx->pool;
	unsigned types;

	json_open(j, NULL);
	if (ask_text(r->values, at(pool, "name", row)))
		json_text(j, "name", ask_text(r->values, at(pool, "name", row)));
	put_number(r, j, "pct", at(pool, "pct", row));
	types = put_types(r, j, row);
	put_list(r, j, "assets", row, types, false);
	put_list(r, j, "inside", row, types, true);
	json_close(j);
	if (!types && !ask_text(r->values, at(pool, "papers", row)))
		body_error(r->form, at(pool, "papers", row), "required",
			   "ao menos uma classe ou um ativo", NULL);
}

/* Calls @each with the name of each field. */
static void each_field(void *pool, struct json_object *values,
		       void (*each)(void *arg, const char *name), void *arg)
{
	static const char *const once[] = { TARGETS_ROWS, TARGETS_ADD, "band_pp",
					    "band_relative_pct" };

	for (size_t i = 0; i < ARRAY_SIZE(once); i++)
		each(arg, once[i]);
	for (size_t row = 0; row < rows_of(values); row++) {
		for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
			each(arg, at(pool, texts[i], row));
		for (int k = 0; k < ASSET_TYPES; k++)
			each(arg, type_field(pool, row, k));
	}
}

static void take_field(void *form, const char *name)
{
	(void)body_json(form, name, OPTIONAL); /* known, whatever it says */
}

void targets_take(struct ctx *ctx, struct body *form)
{
	each_field(ctx->pool, body_whole(form), take_field, form);
}

struct hiding {
	struct html *h;
	struct json_object *values;
};

static void hide_field(void *arg, const char *name)
{
	const struct hiding *x = arg;

	html_hidden(x->h, name, ask_text(x->values, name));
}

void targets_hidden_write(struct html *h, struct json_object *values)
{
	each_field(h->ctx->pool, values, hide_field, &(struct hiding){ h, values });
}

const char *targets_json(struct ctx *ctx, struct body *form)
{
	struct reading r = { .ctx = ctx, .form = form, .values = body_whole(form) };
	size_t n = rows_of(r.values);
	struct json *j;

	r.papers = pool_array(ctx->pool, struct paper, PLAN_ASSETS_MAX);
	targets_take(ctx, form);
	for (size_t i = 0; i < n; i++)
		take_papers(&r, i);
	find_classes(&r);
	j = json_new(ctx->pool, 1024);
	json_open(j, NULL);
	put_number(&r, j, "band_pp", "band_pp");
	put_number(&r, j, "band_relative_pct", "band_relative_pct");
	json_array(j, "slices");
	for (size_t i = 0; i < n; i++)
		if (is_said(ctx, r.values, i))
			put_row(&r, j, i);
	json_array_end(j);
	json_close(j);
	return json_written(j);
}

const char *targets_field(struct ctx *ctx, const struct entry *e, const char *pointer)
{
	static const char slices[] = "/slices/";
	const char *last = strrchr(pointer, '/') + 1;
	size_t row = 0;
	long left;

	if (!text_starts(pointer, slices))
		return str_eq(pointer, "/slices") ? "name0" : last;
	left = strtol(pointer + strlen(slices), NULL, 10);
	for (; row < PLAN_SLICES_MAX; row++)
		if (is_said(ctx, e->values, row) && left-- == 0)
			break;
	pointer = strchr(pointer + strlen(slices), '/');
	if (pointer && (str_eq(pointer, "/name") || str_eq(pointer, "/pct")))
		return at(ctx->pool, pointer + 1, row);
	return at(ctx->pool, "papers", row);
}
