/* SPDX-License-Identifier: Apache-2.0 */
/* plan_place.c: whose plan a page is of, and who may read and change it. */
#include "config.h"

#include "console/layout.h"
#include "console/person/plan_parts.h"
#include "core/encode.h"
#include "core/text.h"
#include "identity/caller.h"

bool plan_of_all(const struct ctx *ctx)
{
	return !ctx->path[0];
}

const char *plan_path(struct ctx *ctx, const char *rest)
{
	rest = pool_printf(ctx->pool, "/plan%s", rest);
	return plan_of_all(ctx) ? rest : layout_path(ctx, rest);
}

void plan_readable(struct ctx *ctx)
{
	if (plan_of_all(ctx))
		layout_person(ctx);
	else
		layout_ledger_readable(ctx);
}

bool plan_editable(const struct ctx *ctx)
{
	return plan_of_all(ctx) || ctx->caller->access >= ACCESS_EDIT;
}

void plan_explains(struct html *h, const struct plan_view *v, const char *field, const char *slice,
		   const struct plan_share *asset)
{
	bool divides = str_eq(field, PLAN_BUY) || str_eq(field, "plan.level");
	void *pool = h->ctx->pool;
	struct buf rest;

	if (plan_of_all(h->ctx)) {
		shown_explained(h, NULL);
		return;
	}
	buf_init(&rest, pool, 100);
	if (slice)
		buf_printf(&rest, "&slice=%s", url_encoded(pool, slice));
	if (divides)
		buf_printf(&rest, "&contribution=%s%s",
			   plan_plain(pool, v->ask.contribution.e8, MONEY_PLACES, 2),
			   v->ask.sell ? "&sell=true" : "");
	layout_explains_as(h, field, asset ? asset->symbol : NULL,
			   asset ? asset_type_names[asset->type] : NULL, buf_text(&rest));
}
