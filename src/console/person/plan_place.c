/* SPDX-License-Identifier: Apache-2.0 */
/* plan_place.c: whose plan a page is of, and who may read and change it. */
#include "config.h"

#include "console/layout.h"
#include "console/person/plan_parts.h"
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
