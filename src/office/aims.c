/* SPDX-License-Identifier: Apache-2.0 */
/* aims.c: counts the clients with targets, which tells an empty list of plans from one where no client has targets. */
#include "config.h"

#include "office/aims.h"

#include "identity/caller.h"
#include "office/reach.h"

static DB_STMT(
	aims, "aims.count",
	"select count(*), count(*) filter (where exists ("
	"         select from portfolio p"
	"           join lateral (select t.document from portfolio_targets t"
	"                          where t.workspace_id = $1 and t.portfolio_id = p.id"
	"                          order by t.version desc limit 1) t on t.document is not null"
	"          where p.workspace_id = $1 and p.client_id = c.id"
	"            and not p.exclude_from_consolidated))"
	"  from client c where c.workspace_id = $1 and " REACH("$2"));
enum { A_ALL, A_AIMED };

void aims_meta(struct call *c, const struct aims_judged *judged)
{
	const struct db_rows *r = db_query(
		c->ctx, &aims, DB_ARGS(db_uuid(c->ctx->caller->workspace), reach_member(c)));
	const int64_t all = db_get_int(r, 0, A_ALL), aimed = db_get_int(r, 0, A_AIMED);
	struct json *j = call_meta(c);

	json_open(j, NULL);
	json_int(j, "count", c->count);
	json_text(j, "next_cursor", c->next_cursor);
	json_open(j, "clients");
	json_int(j, "with_targets", aimed);
	json_int(j, "without_targets", all - aimed);
	if (judged) {
		json_int(j, "out", (int64_t)judged->out);
		json_int(j, "within", (int64_t)judged->within);
		json_int(j, "without_value", (int64_t)judged->without_value);
	}
	json_close(j);
	json_close(j);
}
