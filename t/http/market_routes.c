/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market_routes.c: lastro.fcgi with one route more, of public market data, for tests of replicas.
 *
 * The table of modules is this file's; the rest is the service's own.
 */
#include "config.h"

#include "access/caller.h"
#include "core/attributes.h"
#include "db/db.h"
#include "http/problem.h"
#include "http/query.h"
#include "http/response.h"
#include "modules.h"
#include "status.h"
#include "wallet/wallet.h"

static struct db_stmt last = DB_STMT("test.close", "select close, pg_is_in_recovery()"
						   "  from quote where venue = 'b3' and symbol = $1"
						   " order by day desc limit 1");
enum { C_CLOSE, C_STANDBY };

static void close_get(struct ctx *ctx)
{
	const struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = db_query(ctx, &last, DB_ARGS(db_text(ctx->path[0])));
	if (!db_count(r))
		fail(ctx, 404, "subject_not_found", "Não há %s.", ctx->path[0]);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_decimal(j, "close", db_get_decimal(r, 0, C_CLOSE, 2), 2, 2, false);
	json_boolean(j, "standby", db_get_bool(r, 0, C_STANDBY));
	json_close(j);
}

static const struct route test_routes[] = {
	ROUTE_MARKET("/v1/test/{symbol}/close", close_get, "testClose"),
	{ .run = NULL },
};

const struct route *const modules[] = { status_routes, problem_routes, access_routes, wallet_routes,
					test_routes };
const size_t n_modules = ARRAY_SIZE(modules);

bool modules_start(void *pool UNUSED, const char **error UNUSED)
{
	return true;
}
