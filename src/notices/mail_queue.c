/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mail_queue.c: sends the messages that sign-ups queued.
 *
 * A message whose program failed is retried at the next run, ten times; a sent one is deleted, with the
 * link in it.  If the run ends in between, a message is sent twice.
 */
#include "config.h"

#include "notices/mail_queue.h"

#include "db/db.h"

#define MESSAGES_MAX 100
#define ATTEMPTS_MAX 10

/* Functions of the schema, which the role lastro_sender may execute. */
static DB_STMT(list, "mail.list",
	       "select id, recipient, subject, body from lastro.mail_take($1, $2, $3)");
enum { C_ID, C_RECIPIENT, C_SUBJECT, C_BODY };

static DB_STMT(done, "mail.done", "select lastro.mail_done($1::uuid[], $2::uuid[], $3)");

void mail_queue_send(struct ctx *ctx, const struct mail_way *way, struct mail_queue_result *out)
{
	const struct db_rows *rows;
	struct uuid *sent, *left;
	size_t n_sent = 0, n_left = 0;

	db_begin_write(ctx);
	rows = db_query(
		ctx, &list,
		DB_ARGS(db_timestamp(ctx->now_ms), db_int(ATTEMPTS_MAX), db_int(MESSAGES_MAX)));
	sent = pool_array(ctx->pool, struct uuid, db_count(rows));
	left = pool_array(ctx->pool, struct uuid, db_count(rows));
	for (size_t i = 0; i < db_count(rows); i++) {
		const struct mail m = { .to = db_get_text(rows, i, C_RECIPIENT),
					.subject = db_get_text(rows, i, C_SUBJECT),
					.body = db_get_text(rows, i, C_BODY),
					.id = db_get_uuid(rows, i, C_ID) };

		if (!mail_out(ctx->pool, way, &m))
			sent[n_sent++] = db_get_uuid(rows, i, C_ID);
		else
			left[n_left++] = db_get_uuid(rows, i, C_ID);
	}
	(void)db_query(
		ctx, &done,
		DB_ARGS(db_uuids(sent, n_sent), db_uuids(left, n_left), db_timestamp(ctx->now_ms)));
	db_commit(ctx);
	*out = (struct mail_queue_result){ (int64_t)n_sent, (int64_t)n_left };
}
