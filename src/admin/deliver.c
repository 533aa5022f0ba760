/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deliver.c: lastro deliver: sends the alerts that were raised to the webhooks of their desks, and to people what they
 * asked to be told of (deliver_notices.c).
 *
 * A delivery is claimed, in a transaction of its own, by counting the attempt and moving the next one away; then it
 * is sent, and then it is marked.  Should this command die between the last two it is sent again, under the same
 * id.  A desk whose address failed waits for the next run, so that it holds up no other.
 */
#include "config.h"

#include <string.h>

#include "admin/admin.h"
#include "admin/deliver_http.h"
#include "admin/deliver_notices.h"
#include "admin/mail_out.h"
#include "core/json_write.h"
#include "core/text.h"

#define DELIVERIES_MAX 1000 /* a run */
#define ATTEMPTS_MAX 12
#define FIRST_WAIT_MS                                                                              \
	INT64_C(60000) /* doubles with each attempt: the twelfth is 34 hours after the first */

static struct db_stmt due = DB_STMT(
	"deliver.due", "select workspace_id, alert_id, attempts from lastro.webhook_delivery"
		       " where status = 'pending' and next_at <= $1"
		       " order by next_at, workspace_id, alert_id limit $2");
enum { U_WORKSPACE, U_ALERT, U_ATTEMPTS };

/* By its count of attempts: of two runs at once, one has it. */
static struct db_stmt claim = DB_STMT(
	"deliver.claim",
	"update lastro.webhook_delivery d"
	"   set attempts = d.attempts + 1,"
	"       next_at = $4::timestamptz + power(2, d.attempts) * $5::int8 * interval '1 ms'"
	"  from lastro.alert a, lastro.webhook w, lastro.office f"
	" where d.workspace_id = $1 and d.alert_id = $2 and d.attempts = $3 and d.status = 'pending'"
	"   and d.next_at <= $4 and a.workspace_id = $1 and a.id = $2"
	"   and w.workspace_id = $1 and f.workspace_id = $1"
	" returning d.workspace_id, d.alert_id, d.attempts, w.url, w.secret, f.organization_id,"
	"           a.rule_id, a.object_id, a.kind, a.level, a.title,"
	"           a.fact_date, a.evidence::text, a.corrects, a.raised_at");
enum {
	C_WORKSPACE,
	C_ALERT,
	C_ATTEMPTS,
	C_URL,
	C_SECRET,
	C_DESK,
	C_RULE,
	C_OBJECT,
	C_KIND,
	C_LEVEL,
	C_TITLE,
	C_DATE,
	C_EVIDENCE,
	C_CORRECTS,
	C_RAISED
};

static struct db_stmt object =
	DB_STMT("deliver.object", "select kind, subkind, name from lastro.object where id = $1");
enum { O_KIND, O_SUBKIND, O_NAME };

/* Only the attempt that was claimed: what was asked for again meanwhile stays as it was asked for. */
static struct db_stmt mark = DB_STMT(
	"deliver.mark",
	"update lastro.webhook_delivery"
	"   set status = $4, last_status = $5, last_error = $6,"
	"       ended_at = case when $4 = 'pending' then null else $7::timestamptz end,"
	"       next_at = case when $4 = 'pending' then next_at end"
	" where workspace_id = $1 and alert_id = $2 and status = 'pending' and attempts = $3");

static struct db_stmt waiting = DB_STMT(
	"deliver.waiting",
	"select 'alert', count(*), min(d.queued_at) from lastro.webhook_delivery d where d.status = 'pending'"
	" union all"
	" select 'notice', count(*), min(m.queued_at) from lastro.notification m where m.status = 'pending'"
	" order by 1 limit 2");

/* Told by the metrics (metrics_text.c), which may not count the tenants' rows. */
static struct db_stmt backlog = DB_STMT(
	"deliver.backlog",
	"insert into lastro.delivery_backlog (kind, waiting, oldest, at) values ($1, $2, $3, $4)"
	" on conflict (kind) do update set waiting = excluded.waiting, oldest = excluded.oldest, at = excluded.at");

static struct db_stmt *const statements[] = { &due, &claim, &object, &mark, &waiting, &backlog };

const struct flag deliver_flags[] = {
	MAIL_FLAGS(false),
	{ "allow-private", NULL, "também http e endereços internos, em uma intranet ou um teste",
	  false },
	{ .name = NULL },
};

struct sending {
	struct run *r;
	struct uuid failed[DELIVERIES_MAX]; /* desks that wait for the next run */
	size_t n_failed;
	int64_t sent, again, dead;
};

/* ---- what is sent ---- */

/* As the desk shows it; of an object that is gone the id alone. */
static void write_object(struct json *j, const char *id, const struct db_rows *o)
{
	bool there = db_count(o) > 0;
	const char *subkind = there ? db_get_text(o, 0, O_SUBKIND) : "";

	json_open(j, "object");
	json_text(j, "id", id);
	json_text(j, "kind", there ? db_get_text(o, 0, O_KIND) : NULL);
	json_text(j, "subkind", *subkind ? subkind : NULL);
	json_text(j, "name", there ? db_get_text(o, 0, O_NAME) : NULL);
	json_close(j);
}

static void write_body(struct json *j, const struct db_rows *d, const struct db_rows *o)
{
	json_open(j, NULL);
	json_uuid(j, "id", db_get_uuid(d, 0, C_ALERT));
	json_text(j, "type", "alert.raised");
	json_uuid(j, "desk", db_get_uuid(d, 0, C_DESK));
	json_open(j, "alert");
	json_uuid(j, "id", db_get_uuid(d, 0, C_ALERT));
	json_uuid(j, "rule_id", db_get_uuid(d, 0, C_RULE));
	write_object(j, db_get_text(d, 0, C_OBJECT), o);
	json_text(j, "kind", db_get_text(d, 0, C_KIND));
	json_text(j, "level", db_get_text(d, 0, C_LEVEL));
	json_text(j, "title", db_get_text(d, 0, C_TITLE));
	json_day(j, "fact_date", db_get_day(d, 0, C_DATE));
	json_raw(j, "evidence", db_get_text(d, 0, C_EVIDENCE));
	if (db_is_null(d, 0, C_CORRECTS))
		json_null(j, "corrects");
	else
		json_uuid(j, "corrects", db_get_uuid(d, 0, C_CORRECTS));
	json_timestamp(j, "raised_at", db_get_timestamp(d, 0, C_RAISED));
	json_close(j);
	json_close(j);
}

static void post(struct run *r, void *pool, const struct db_rows *d, struct post_answer *a)
{
	struct json j;
	struct buf b;

	buf_init(&b, pool, 2048);
	json_init(&j, &b);
	write_body(&j, d, db_query(r->ctx, &object, DB_ARGS(db_text(db_get_text(d, 0, C_OBJECT)))));
	post_send(pool,
		  &(struct post){ .url = db_get_text(d, 0, C_URL),
				  .secret = db_get_text(d, 0, C_SECRET),
				  .id = db_get_uuid(d, 0, C_ALERT),
				  .body = slice_of(buf_text(&b)),
				  .private_too = run_flag(r, "allow-private") != NULL },
		  a);
}

/* ---- one after another ---- */

static bool has_failed(const struct sending *s, struct uuid desk)
{
	for (size_t i = 0; i < s->n_failed; i++)
		if (uuid_same(s->failed[i], desk))
			return true;
	return false;
}

static const struct db_rows *take(struct sending *s, const struct db_rows *list, size_t i)
{
	struct ctx *ctx = s->r->ctx;
	const struct db_rows *d;

	db_begin_write(ctx);
	d = db_query(ctx, &claim,
		     DB_ARGS(db_uuid(db_get_uuid(list, i, U_WORKSPACE)),
			     db_uuid(db_get_uuid(list, i, U_ALERT)),
			     db_int(db_get_int(list, i, U_ATTEMPTS)), db_timestamp(ctx->now_ms),
			     db_int(FIRST_WAIT_MS)));
	db_commit(ctx);
	return d;
}

static void note_end(struct sending *s, const struct db_rows *d, const struct post_answer *a)
{
	struct ctx *ctx = s->r->ctx;
	bool taken = !a->why && a->status >= 200 && a->status < 300;
	bool over = a->refused || db_get_int(d, 0, C_ATTEMPTS) >= ATTEMPTS_MAX;
	const char *error = taken ? NULL
			    : a->why
				    ? a->why
				    : pool_printf(ctx->pool, "o endereço respondeu %ld", a->status);

	s->sent += taken;
	s->dead += !taken && over;
	s->again += !taken && !over;
	if (!taken)
		s->failed[s->n_failed++] = db_get_uuid(d, 0, C_WORKSPACE);
	db_begin_write(ctx);
	(void)db_exec(ctx, &mark,
		      DB_ARGS(db_uuid(db_get_uuid(d, 0, C_WORKSPACE)),
			      db_uuid(db_get_uuid(d, 0, C_ALERT)),
			      db_int(db_get_int(d, 0, C_ATTEMPTS)),
			      db_text(taken  ? "delivered"
				      : over ? "dead"
					     : "pending"),
			      a->status ? db_int(a->status) : db_null(),
			      db_text(error ? text_head(ctx->pool, error, 400) : NULL),
			      db_timestamp(ctx->now_ms)));
	db_commit(ctx);
}

/* A claim, a request and its mark each: what was sent is noted before the next one goes. */
static void send_one(struct sending *s, const struct db_rows *list, size_t i)
{
	const struct db_rows *d = take(s, list, i);
	struct post_answer a;
	void *pool;

	if (!db_count(d))
		return;
	pool = pool_new(s->r->ctx->pool, "delivery");
	post(s->r, pool, d, &a);
	note_end(s, d, &a);
	pool_free(pool); /* and the connection */
}

static void note_backlog(struct ctx *ctx)
{
	const struct db_rows *r;

	db_begin_write(ctx);
	r = db_query(ctx, &waiting, DB_NO_ARGS);
	for (size_t i = 0; i < db_count(r); i++)
		(void)db_exec(ctx, &backlog,
			      DB_ARGS(db_text(db_get_text(r, i, 0)), db_int(db_get_int(r, i, 1)),
				      db_is_null(r, i, 2) ? db_null()
							  : db_timestamp(db_get_timestamp(r, i, 2)),
				      db_timestamp(ctx->now_ms)));
	db_commit(ctx);
}

enum exit_status deliver(struct run *r)
{
	static const struct column columns[] = {
		{ "delivered", "entregues", CELL_INT },
		{ "failed", "falharam, para tentar de novo", CELL_INT },
		{ "dead", "desistidas", CELL_INT },
	};
	struct sending *s = pool_zero(r->ctx->pool, struct sending);
	struct notices_sent notices;
	const struct db_rows *list;

	mail_out_check(r);
	s->r = r;
	list = db_query(r->ctx, &due,
			DB_ARGS(db_timestamp(r->ctx->now_ms), db_int(DELIVERIES_MAX)));
	for (size_t i = 0; i < db_count(list); i++)
		if (!has_failed(s, db_get_uuid(list, i, U_WORKSPACE)))
			send_one(s, list, i);
	notices = notices_send(r);
	s->sent += notices.sent;
	s->again += notices.again;
	s->dead += notices.dead;
	note_backlog(r->ctx);
	print_one(r, columns, ARRAY_SIZE(columns),
		  (struct cell[]){ cell_int(s->sent), cell_int(s->again), cell_int(s->dead) });
	return s->again || s->dead ? EXIT_REFUSED : EXIT_DONE;
}

void deliver_register(void)
{
	db_register(statements, ARRAY_SIZE(statements));
	notices_send_register();
}
