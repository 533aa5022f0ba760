/* SPDX-License-Identifier: Apache-2.0 */
/* targets_document.c: the document of targets, read from a body or from its row (doc/calculations.md 21.1). */
#include "config.h"

#include "portfolio/plan/targets.h"

#include "core/pool.h"
#include "core/problem.h"

#define NAME_MAX_CHARS 60
#define SYMBOL_MAX_CHARS 40

/* ---- reading ---- */

static int pct_in(struct body *b, const char *name, enum presence p, int otherwise)
{
	wide v = 0;

	return body_decimal(b, name, p, 2, 0, PLAN_WHOLE, &v) ? (int)v : otherwise;
}

static const char *symbol_in(struct body *b)
{
	const char *text = body_line(b, "symbol", REQUIRED, 1, SYMBOL_MAX_CHARS);

	return text ? text : "";
}

static struct plan_asset asset_in(struct body *b, bool inside)
{
	int type;
	struct plan_asset a = { .symbol = symbol_in(b) };

	type = body_choice(b, "asset_type", REQUIRED, asset_type_names);
	if (type == ASSET_INDEX) {
		body_error(b, "asset_type", "not_held", "um tipo que se possa ter", NULL);
		type = 0;
	}
	a.type = type < 0 ? ASSET_STOCK : (enum asset_type)type;
	if (inside)
		a.pct = pct_in(b, "pct", REQUIRED, 0);
	return a;
}

/* The document so far, to find what is named twice. */
struct reading {
	struct ctx *ctx;
	struct plan_slice *slices;
	size_t n;
	size_t named[2]; /* by `assets` and by `inside`, so far */
};

static bool named_in(const struct plan_asset *list, size_t n, const struct plan_asset *a)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].type == a->type && str_eq(list[i].symbol, a->symbol))
			return true;
	return false;
}

static struct plan_asset *assets_in(struct reading *r, struct body *b, const char *name, size_t *n)
{
	struct json_object *list = body_array(b, name, OPTIONAL, PLAN_ASSETS_MAX);
	bool inside = str_eq(name, "inside");
	struct plan_asset *out;
	size_t given = list ? json_object_array_length(list) : 0;

	*n = 0;
	r->named[inside] += given;
	if (r->named[inside] > PLAN_ASSETS_MAX) {
		body_error(b, name, "max_items", "até 200 ativos no documento todo", NULL);
		return NULL;
	}
	out = pool_array(r->ctx->pool, struct plan_asset, given);
	for (size_t i = 0; i < given; i++) {
		struct body *item = body_item(b, name, list, i);
		bool twice;

		if (!item)
			continue;
		out[*n] = asset_in(item, inside);
		twice = named_in(out, *n, &out[*n]);
		for (size_t k = 0; !inside && k < r->n; k++)
			twice |= named_in(r->slices[k].assets, r->slices[k].n_assets, &out[*n]);
		if (twice)
			body_error(item, "symbol", "repeated", "um ativo uma só vez", NULL);
		++*n;
	}
	return out;
}

static unsigned types_in(const struct reading *r, struct body *b)
{
	struct json_object *list = body_array(b, "types", OPTIONAL, ASSET_TYPES);
	unsigned out = 0, before = 0;

	for (size_t k = 0; k < r->n; k++)
		before |= r->slices[k].types;
	for (size_t i = 0; list && i < json_object_array_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		int type = json_object_is_type(one, json_type_string)
				   ? enum_find(asset_type_names, json_object_get_string(one))
				   : -1;

		if (type < 0 || type == ASSET_INDEX || type == ASSET_OPTION)
			body_error(b, "types", "choice",
				   "tipos de ativo que se possam ter, sem opções", body_shown(one));
		else if ((out | before) & 1u << type)
			body_error(b, "types", "repeated", "um tipo uma só vez", body_shown(one));
		else
			out |= 1u << type;
	}
	return out;
}

static void slice_in(struct reading *r, struct body *b)
{
	struct plan_slice s = { .name = body_line(b, "name", REQUIRED, 1, NAME_MAX_CHARS) };

	for (size_t k = 0; s.name && k < r->n; k++)
		if (str_eq(r->slices[k].name, s.name))
			body_error(b, "name", "repeated", "um nome que nenhuma outra fatia tenha",
				   NULL);
	s.name = s.name ? s.name : "";
	s.pct = pct_in(b, "pct", REQUIRED, 0);
	s.types = types_in(r, b);
	s.assets = assets_in(r, b, "assets", &s.n_assets);
	s.inside = assets_in(r, b, "inside", &s.n_inside);
	if (!s.types && !s.n_assets)
		body_error(b, NULL, "required", "types, assets ou os dois", NULL);
	r->slices[r->n++] = s;
}

/* What is inside belongs to the slice: by its name in any slice, or else by its type. */
static void judge_inside(const struct plan_targets *t, struct body *b, struct json_object *list)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct plan_slice *s = &t->slices[i];

		for (size_t k = 0; k < s->n_inside; k++)
			if (plan_slice_of(t, s->inside[k].symbol, s->inside[k].type) != s)
				body_error(body_item(b, "slices", list, i), "inside", "belongs",
					   "ativos que pertençam à fatia", s->inside[k].symbol);
	}
}

void targets_read(struct ctx *ctx, struct body *b, struct plan_targets *out)
{
	struct json_object *list = body_array(b, "slices", REQUIRED, PLAN_SLICES_MAX);
	size_t n = list ? json_object_array_length(list) : 0;
	struct reading r = { .ctx = ctx, .slices = pool_array(ctx->pool, struct plan_slice, n) };
	bool whole = true;

	if (list && !n)
		body_error(b, "slices", "min_items", "de 1 a 40 fatias", NULL);
	for (size_t i = 0; i < n; i++) {
		struct body *item = body_item(b, "slices", list, i);

		if (item)
			slice_in(&r, item);
		else
			whole = false;
	}
	*out = (struct plan_targets){ .slices = r.slices,
				      .n = r.n,
				      .band_pp = pct_in(b, "band_pp", OPTIONAL, PLAN_BAND_PP),
				      .band_relative = pct_in(b, "band_relative_pct", OPTIONAL,
							      PLAN_BAND_RELATIVE) };
	if (whole && !body_errors(b))
		judge_inside(out, b, list);
}

void targets_judge(struct ctx *ctx, const struct plan_targets *t)
{
	const struct plan_slice *slice;
	char text[DEC_TEXT_SIZE];
	int sum;

	if (plan_sum_is_whole(t, &slice, &sum))
		return;
	(void)dec_format(text, sum, 2, 2, false); /* its length does not matter */
	problem_text(ctx, "sum", text);
	if (slice)
		problem_text(ctx, "slice", slice->name);
	text[strcspn(text, ".")] = ',';
	if (slice)
		fail(ctx, 400, "targets_not_100",
		     "Os ativos dentro de %s somam %s%%; devem somar 100,00%%.", slice->name, text);
	fail(ctx, 400, "targets_not_100", "As fatias somam %s%%; devem somar 100,00%%.", text);
}

/* ---- rendering ---- */

static void show_pct(struct json *j, const char *name, int pct)
{
	json_decimal(j, name, pct, 2, 2, false);
}

static void show_assets(struct json *j, const char *name, const struct plan_asset *list, size_t n,
			bool inside)
{
	json_array(j, name);
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL);
		json_text(j, "symbol", list[i].symbol);
		json_text(j, "asset_type", asset_type_names[list[i].type]);
		if (inside)
			show_pct(j, "pct", list[i].pct);
		json_close(j);
	}
	json_array_end(j);
}

static void show_slice(struct json *j, const struct plan_slice *s)
{
	json_open(j, NULL);
	json_text(j, "name", s->name);
	show_pct(j, "pct", s->pct);
	json_array(j, "types");
	for (int i = 0; i < ASSET_TYPES; i++)
		if (s->types & 1u << i)
			json_text(j, NULL, asset_type_names[i]);
	json_array_end(j);
	show_assets(j, "assets", s->assets, s->n_assets, false);
	show_assets(j, "inside", s->inside, s->n_inside, true);
	json_close(j);
}

void targets_members(struct json *j, const struct plan_targets *plan)
{
	json_array(j, "slices");
	for (size_t i = 0; i < plan->n; i++)
		show_slice(j, &plan->slices[i]);
	json_array_end(j);
	show_pct(j, "band_pp", plan->band_pp);
	show_pct(j, "band_relative_pct", plan->band_relative);
}

void targets_render(struct json *j, const char *name, const struct targets *t)
{
	json_open(j, name);
	json_int(j, "version", t->version);
	json_timestamp(j, "since", t->since_ms);
	targets_members(j, &t->plan);
	json_close(j);
}
