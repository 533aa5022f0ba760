/* SPDX-License-Identifier: Apache-2.0 */
/* first_day.c: the first day of the earliest exchange statement imported into a portfolio. */
#include "config.h"

#include "portfolio/ledger/first_day.h"

#include "identity/caller.h"
#include "db/db.h"

static DB_STMT(first_day, "first_day.query",
	       "select first_statement"
	       "  from import"
	       " where workspace_id = $1 and portfolio_id = $2 and first_statement is not null"
	       " order by first_statement"
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
