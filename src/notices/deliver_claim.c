/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_claim.c: claims an alert or a notice for sending, and makes its content. */
#include "config.h"

#include "notices/deliver_claim.h"

#include "core/buf.h"
#include "core/json_write.h"
#include "db/db.h"
#include "db/db_json.h"

#define FIRST_WAIT_MS                                                                              \
	INT64_C(60000) /* doubled with each attempt: the twelfth is 34 hours after the first */

static DB_STMT(
	alert, "deliver.claim_alert",
	"select attempts, url, secret, organization_id, rule_id, object_id, object_kind, object_subkind, object_name,"
	"       kind, level, title, fact_date, evidence, corrects, raised_at"
	"  from lastro.deliver_alert_claim($1, $2, $3, $4, $5)");
/* Both claims begin with these columns. */
enum { C_ATTEMPTS, C_URL, C_SECRET, C_FIRST };
enum {
	A_DESK = C_FIRST,
	A_RULE,
	A_OBJECT,
	A_OBJECT_KIND,
	A_OBJECT_SUBKIND,
	A_OBJECT_NAME,
	A_KIND,
	A_LEVEL,
	A_TITLE,
	A_DATE,
	A_EVIDENCE,
	A_CORRECTS,
	A_RAISED
};

static DB_STMT(notice, "deliver.claim_notice",
	       "select attempts, url, secret, kind, title, body, queued_at, email"
	       "  from lastro.deliver_notice_claim($1, $2, $3, $4, $5)");
enum { N_KIND = C_FIRST, N_TITLE, N_BODY, N_QUEUED, N_EMAIL };

/* As shown at the desk; only the id when the object is gone. */
static void write_object(struct json *j, const struct db_rows *d)
{
	const char *subkind = db_get_text(d, 0, A_OBJECT_SUBKIND);

	json_open(j, "object");
	json_text(j, "id", db_get_text(d, 0, A_OBJECT));
	json_text(j, "kind", db_get_text(d, 0, A_OBJECT_KIND));
	json_text(j, "subkind", subkind && *subkind ? subkind : NULL);
	json_text(j, "name", db_get_text(d, 0, A_OBJECT_NAME));
	json_close(j);
}

static void write_alert(struct json *j, struct uuid id, const struct db_rows *d)
{
	json_uuid(j, "id", id);
	json_text(j, "type", "alert.raised");
	json_uuid(j, "desk", db_get_uuid(d, 0, A_DESK));
	json_open(j, "alert");
	json_uuid(j, "id", id);
	json_uuid(j, "rule_id", db_get_uuid(d, 0, A_RULE));
	write_object(j, d);
	db_json_columns(j, d, 0, A_KIND, A_DATE);
	json_raw(j, "evidence", db_get_text(d, 0, A_EVIDENCE));
	db_json_uuid(j, "corrects", d, 0, A_CORRECTS);
	json_timestamp(j, "raised_at", db_get_timestamp(d, 0, A_RAISED));
	json_close(j);
}

static void write_notice(struct json *j, struct uuid id, const struct db_rows *d)
{
	json_uuid(j, "id", id);
	json_text(j, "type", "notification");
	db_json_columns(j, d, 0, N_KIND, N_QUEUED);
}

static struct claimed claimed_of(struct ctx *ctx, const struct waiting *w, const struct db_rows *d)
{
	struct claimed c = { .attempts = db_get_int(d, 0, C_ATTEMPTS),
			     .post = { .id = w->id,
				       .url = db_get_text(d, 0, C_URL),
				       .secret = db_get_text(d, 0, C_SECRET) } };
	struct json *j = json_new(ctx->pool, 2048);

	json_open(j, NULL);
	if (w->is_alert) {
		write_alert(j, w->id, d);
	} else {
		write_notice(j, w->id, d);
		c.email = db_get_text(d, 0, N_EMAIL);
		c.title = db_get_text(d, 0, N_TITLE);
		c.words = db_get_text(d, 0, N_BODY);
	}
	json_close(j);
	c.post.body = slice_of(json_written(j));
	return c;
}

bool deliver_claim(struct ctx *ctx, const struct waiting *w, struct claimed *out)
{
	const struct db_rows *d;

	db_begin_write(ctx);
	d = db_query(ctx, w->is_alert ? &alert : &notice,
		     DB_ARGS(db_uuid(w->workspace), db_uuid(w->id), db_int(w->attempts),
			     db_timestamp(ctx->now_ms), db_int(FIRST_WAIT_MS)));
	db_commit(ctx);
	if (!db_count(d))
		return false;
	*out = claimed_of(ctx, w, d);
	return true;
}
