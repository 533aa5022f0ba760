/* SPDX-License-Identifier: Apache-2.0 */
/* first_day.c: the first day of the earliest exchange statement imported into a portfolio. */
#include "config.h"

#include "portfolio/ledger/first_day.h"

#include "db/db.h"

static DB_STMT(first_day, "first_day.query",
	       "select portfolio_id, min(first_statement)"
	       "  from import"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	       "   and first_statement is not null"
	       " group by portfolio_id"
	       " order by portfolio_id limit 1000");

void first_day_send(struct ctx *ctx, struct uuid workspace, const struct uuid *portfolios, size_t n)
{
	db_send(ctx, &first_day, DB_ARGS(db_uuid(workspace), db_uuids(portfolios, n)));
}

bool first_day_take(const struct db_rows *r, struct uuid portfolio, struct day *out)
{
	for (size_t i = 0; i < db_count(r); i++)
		if (uuid_same(db_get_uuid(r, i, 0), portfolio)) {
			*out = db_get_day(r, i, 1);
			return true;
		}
	return false;
}
