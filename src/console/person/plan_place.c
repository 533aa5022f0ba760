/* SPDX-License-Identifier: Apache-2.0 */
/* plan_place.c: whose plan a page is of, and who may read and change it. */
#include "config.h"

#include "console/layout.h"
#include "console/organization/work.h"
#include "console/person/plan_parts.h"
#include "core/encode.h"
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
