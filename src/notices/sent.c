/* SPDX-License-Identifier: Apache-2.0 */
/* sent.c: the notices sent to a person, the newest first.  GET /v1/notifications */
#include "config.h"

#include "notices/notices.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "db/db.h"
#include "db/db_json.h"
#include "http/page.h"
#include "http/request.h"

static DB_STMT(
	list, "notification.list",
	"select m.id, m.kind, m.channel, m.title, m.body, m.status, m.attempts, m.queued_at, m.ended_at, m.last_error"
	"  from notification m"
	" where m.workspace_id = $1 and m.account_id = $2 and (m.queued_at, m.id) < ($3, $4)"
	" order by m.queued_at desc, m.id desc limit $5");
enum { C_ID, C_KIND, C_CHANNEL, C_TITLE, C_BODY, C_STATUS, C_ATTEMPTS, C_QUEUED, C_ENDED, C_ERROR };

static void render(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, C_ID, C_ERROR);
	json_close(j);
}

void notification_list(struct ctx *ctx)
{
	static const struct uuid last = { { [0 ... 15] = 0xff } };
	struct page page = page_take(ctx, 2, false);
	struct db_arg queued = db_timestamp(clock_day_end(DAY_FAR_FUTURE)), id = db_uuid(last);
	const char *next[2];
	const struct db_rows *r;
	struct json *j;
	size_t shown;

	query_done(ctx);
	if (page.follows) {
		queued = db_timestamp(page_int(ctx, page.key[0]));
		id = db_uuid(page_uuid(ctx, page.key[1]));
	}
	r = db_query(ctx, &list,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account), queued,
			     id, db_int(page_limit(&page))));
	shown = page_shown(&page, db_count(r));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render(j, r, i);
	if (shown < db_count(r)) {
		next[0] = page_int_text(ctx->pool, db_get_timestamp(r, shown - 1, C_QUEUED));
		next[1] = uuid_text(ctx->pool, db_get_uuid(r, shown - 1, C_ID));
	}
	page_end(ctx, shown < db_count(r) ? next : NULL, 2, shown, -1);
}
