/* SPDX-License-Identifier: Apache-2.0 */
/* first_day.c: the first day of the earliest exchange statement imported into a portfolio. */
#include "config.h"

#include "portfolio/ledger/first_day.h"

#include "identity/caller.h"
#include "db/db.h"

/* From the statements themselves, and from reimported exports that contained some. */
static DB_STMT(first_day, "first_day.query",
	       "select day from ("
	       "  select first_day"
	       "    from import"
	       "   where workspace_id = $1 and portfolio_id = $2"
	       "     and source = any (array['negociacao', 'movimentacao'])"
	       "  union all"
	       "  select (summary ->> 'first_statement')::date"
	       "    from import"
	       "   where workspace_id = $1 and portfolio_id = $2 and source = 'manual'"
	       "  union all"
	       "  select (c.day ->> 'from')::date"
	       "    from import, jsonb_array_elements(summary -> 'coverage') c(day)"
	       "   where workspace_id = $1 and portfolio_id = $2 and source = 'manual') d (day)"
	       " where day is not null"
	       " order by day"
	       " limit 1");

void first_day_send(struct ctx *ctx)
{
	db_send(ctx, &first_day,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio)));
}

bool first_day_take(const struct db_rows *r, struct day *out)
{
	if (db_count(r) == 0)
		return false;
	*out = db_get_day(r, 0, 0);
	return true;
}
