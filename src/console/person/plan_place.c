/* SPDX-License-Identifier: Apache-2.0 */
/* plan_place.c: whose plan a page is of, who may read and change it, where its figures lead. */
#include "config.h"

#include "console/layout.h"
#include "console/organization/work.h"
#include "console/person/plan_parts.h"
#include "core/encode.h"
#include "core/text.h"
#include "http/route.h"
#include "identity/caller.h"

bool plan_of_all(const struct ctx *ctx)
{
	return !ctx->path[0];
}

bool plan_of_client(const struct ctx *ctx)
{
	return ctx->route->subject == SUBJECT_OFFICE;
}

const char *plan_path(struct ctx *ctx, const char *rest)
{
	if (plan_of_client(ctx))
		return work_path(ctx, &work_office,
				 pool_printf(ctx->pool, "/portfolios/%s/plan%s",
					     url_encoded(ctx->pool, ctx->path[1]), rest));
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
	/* Of a client the Action asks for the role. */
	return plan_of_all(ctx) || plan_of_client(ctx) || ctx->caller->access >= ACCESS_EDIT;
}

/* The pages of the portfolio; NULL where there are several. */
static const char *base_of(struct ctx *ctx)
{
	if (plan_of_client(ctx))
		return ctx->path[1] ? work_path(ctx, &work_office,
						pool_printf(ctx->pool, "/portfolios/%s",
							    url_encoded(ctx->pool, ctx->path[1])))
				    : NULL;
	return plan_of_all(ctx) ? NULL : layout_path(ctx, "");
}

void plan_explains(struct html *h, const struct plan_view *v, const char *field, const char *slice,
		   const struct plan_share *asset)
{
	bool divides = str_eq(field, PLAN_BUY) || str_eq(field, "plan.level");
	const char *base = base_of(h->ctx);
	void *pool = h->ctx->pool;
	struct buf at;

	if (!base) {
		shown_explained(h, NULL);
		return;
	}
	buf_init(&at, pool, 200);
	buf_printf(&at, "%s/explain?field=%s", base, field);
	if (asset)
		buf_printf(&at, "&symbol=%s&asset_type=%s", url_encoded(pool, asset->symbol),
			   asset_type_names[asset->type]);
	if (slice)
		buf_printf(&at, "&slice=%s", url_encoded(pool, slice));
	if (divides)
		buf_printf(&at, "&contribution=%s%s",
			   plan_plain(pool, v->ask.contribution.e8, MONEY_PLACES, 2),
			   v->ask.sell ? "&sell=true" : "");
	shown_led(h, buf_text(&at));
}

const char *plan_plain(void *pool, wide v, int places, int shown)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, v, places, shown, false); /* its length does not matter */
	return pool_strdup(pool, text);
}

void plan_points(struct html *h, const char *name, wide value)
{
	shown_exact_as(h, name, plan_plain(h->ctx->pool, value, 2, 2), "", "%");
}
