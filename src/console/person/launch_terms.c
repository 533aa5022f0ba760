/* SPDX-License-Identifier: Apache-2.0 */
/* launch_terms.c: the terms of fixed income, typed in the same form as its purchase, and written to its asset. */
#include "config.h"

#include "console/person/launch_terms.h"

#include "console/person/holding_fields.h"
#include "core/number_text.h"
#include "core/text.h"
#include "portfolio/store/asset_terms.h"
#include "portfolio/functions/portfolio_operations.h"

#define TERMS "fixed_income"

void launch_terms_write(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_group(h, "O que foi contratado, se souber");
	for (size_t i = 0; i < HOLDING_FIELDS; i++)
		if (holding_fields[i].in == IN_TERMS)
			holding_field_write(ctx, h, e, &holding_fields[i]);
	html_group_end(h);
}

const char *const *launch_terms_names(void *pool, size_t *n)
{
	const char **names = pool_array(pool, const char *, HOLDING_FIELDS);

	*n = 0;
	for (size_t i = 0; i < HOLDING_FIELDS; i++)
		if (holding_fields[i].in == IN_TERMS)
			names[(*n)++] = holding_fields[i].f.name;
	return names;
}

const char *launch_terms_take(struct ctx *ctx, struct body *form)
{
	bool any = false;
	struct json *j = json_new(ctx->pool, 256);

	json_open(j, NULL);
	for (size_t i = 0; i < HOLDING_FIELDS; i++) {
		struct json_object *v;

		if (holding_fields[i].in != IN_TERMS)
			continue;
		v = body_json(form, holding_fields[i].f.name, OPTIONAL);
		if (!v || !*body_shown(v))
			continue;
		any = true;
		holding_field_put(ctx, j, &holding_fields[i], body_shown(v));
	}
	json_close(j);
	return any ? json_written(j) : NULL;
}

/* The metadata with these terms; its other members stay. */
static const char *meta_with(struct ctx *ctx, struct json_object *meta, const char *terms)
{
	struct json_object_iterator it = json_object_iter_begin(meta),
				    end = json_object_iter_end(meta);
	struct json *j = json_new(ctx->pool, 512);

	json_open(j, NULL);
	json_open(j, "meta");
	for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it)) {
		const char *name = json_object_iter_peek_name(&it);

		if (!str_eq(name, TERMS))
			json_raw(j, name, ask_json(ctx->pool, json_object_iter_peek_value(&it)));
	}
	json_raw(j, TERMS, terms);
	json_close(j);
	json_close(j);
	return json_written(j);
}

/* "Contratado: 110% do CDI, até 15/03/2028."; NULL: neither is known. */
static const char *terms_said(void *pool, struct json_object *answer, const char *meta)
{
	struct ledger_asset a = { .symbol = ask_text(answer, "symbol"),
				  .type = (enum asset_type)enum_find(
					  asset_type_names, ask_text(answer, "asset_type")),
				  .meta = meta };
	const char *rate, *until;

	terms_give(pool, &a, 1);
	rate = a.terms ? accrual_rate_said(pool, a.terms) : NULL;
	until = a.terms && a.terms->has_maturity
			? pool_printf(pool, "até %s", date_text(pool, a.terms->maturity))
			: NULL;
	return rate || until ? pool_printf(pool, "Contratado: %s%s%s.", rate ? rate : "",
					   rate && until ? ", " : "", until ? until : "")
			     : NULL;
}

struct ask_reverse launch_terms_keep(struct ctx *ctx, struct json_object *answer, const char *with)
{
	const char *id = ask_text(answer, "asset_id"), *own = ctx->path[1];
	struct json_object *meta, *now;

	ctx->path[1] = id;
	meta = ask_member(ask_run(ctx, &(struct ask){ .run = asset_get }), "meta");
	now = ask_run(ctx,
		      &(struct ask){ .run = asset_update, .json = meta_with(ctx, meta, with) });
	ctx->path[1] = own;
	return (struct ask_reverse){
		"PATCH", pool_printf(ctx->pool, "assets/%s", id),
		pool_printf(ctx->pool, "{\"meta\":%s}", ask_json(ctx->pool, meta)),
		terms_said(ctx->pool, answer, ask_json(ctx->pool, ask_member(now, "meta")))
	};
}
