/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notices_send.c: sends what people are to be told: by e-mail, or signed to an address of theirs.
 *
 * Claimed, sent and marked as a desk's alert is (deliver.c): should the command die between the last two, it is sent again
 * under the same id.  A notice whose address failed waits for the next run, and its attempts are not counted; so does all
 * of an account two of whose addresses failed: each may take its whole time, and others wait behind it.
 */
#include "config.h"

#include "admin/deliver_http.h"
#include "admin/deliver_notices.h"
#include "admin/mail_out.h"
#include "core/text.h"
#include "ctx/config.h"
#include "db/db.h"

#define SENT_MAX 1000 /* a run */
#define ATTEMPTS_MAX 12
#define FAILED_MAX 2		     /* addresses of an account, a run */
#define FIRST_WAIT_MS INT64_C(60000) /* doubles with each attempt */

static struct db_stmt due =
	DB_STMT("notices.due",
		"select workspace_id, id, attempts, notice_id, account_id from lastro.notification"
		" where status = 'pending' and next_at <= $1 and ($3 or channel <> 'email')"
		" order by next_at, workspace_id, id limit $2");
enum { U_WORKSPACE, U_ID, U_ATTEMPTS, U_NOTICE, U_ACCOUNT };

/* By its count of attempts: of two runs at once, one has it. */
static struct db_stmt claim = DB_STMT(
	"notices.claim",
	"update lastro.notification m"
	"   set attempts = m.attempts + 1,"
	"       next_at = $4::timestamptz + power(2, m.attempts) * $5::int8 * interval '1 ms'"
	"  from lastro.notice n"
	" where m.workspace_id = $1 and m.id = $2 and m.attempts = $3 and m.status = 'pending'"
	"   and m.next_at <= $4 and n.workspace_id = $1 and n.id = m.notice_id"
	" returning m.attempts, m.kind, m.title, m.body, m.queued_at, n.url, n.secret, m.account_id");
enum { C_ATTEMPTS, C_KIND, C_TITLE, C_BODY, C_QUEUED, C_URL, C_SECRET, C_ACCOUNT };

static struct db_stmt person = DB_STMT(
	"notices.person", "select email from lastro.account where id = $1 and disabled_at is null");

static struct db_stmt mark =
	DB_STMT("notices.mark",
		"update lastro.notification"
		"   set status = $4, last_error = $5,"
		"       ended_at = case when $4 = 'pending' then null else $6::timestamptz end,"
		"       next_at = case when $4 = 'pending' then next_at end"
		" where workspace_id = $1 and id = $2 and status = 'pending' and attempts = $3");

static struct db_stmt *const statements[] = { &due, &claim, &person, &mark };

void notices_send_register(void)
{
	db_register(statements, ARRAY_SIZE(statements));
}

struct sending {
	struct run *r;
	struct failed {
		struct uuid notice, account;
	} * failed; /* that wait for the next run */
	size_t n_failed;
	struct notices_sent out;
};

static bool has_failed(const struct sending *s, struct uuid notice, struct uuid account)
{
	size_t of_account = 0;

	for (size_t i = 0; i < s->n_failed; i++) {
		if (uuid_same(s->failed[i].notice, notice))
			return true;
		of_account += uuid_same(s->failed[i].account, account);
	}
	return of_account >= FAILED_MAX;
}

/* ---- one ---- */

static const char *by_mail(struct run *r, struct uuid id, const struct db_rows *d, const char *to)
{
	const char *site = r->ctx->config->base_url;
	const char *body = pool_printf(
		r->ctx->pool, "%s\n\nPara deixar de receber este aviso%s%s%s\n",
		db_get_text(d, 0, C_BODY), site ? ", abra " : ", abra a página Avisos do serviço.",
		site ? site : "", site ? "/notices" : "");

	return mail_out(r, &(struct mail){ .to = to,
					   .subject = db_get_text(d, 0, C_TITLE),
					   .body = body,
					   .id = id });
}

static const char *by_post(struct run *r, struct uuid id, const struct db_rows *d, bool *refused)
{
	void *pool = r->ctx->pool;
	struct post_answer a;
	struct json j;
	struct buf b;

	buf_init(&b, pool, 1024);
	json_init(&j, &b);
	json_open(&j, NULL);
	json_uuid(&j, "id", id);
	json_text(&j, "type", "notification");
	json_text(&j, "kind", db_get_text(d, 0, C_KIND));
	json_text(&j, "title", db_get_text(d, 0, C_TITLE));
	json_text(&j, "body", db_get_text(d, 0, C_BODY));
	json_timestamp(&j, "queued_at", db_get_timestamp(d, 0, C_QUEUED));
	json_close(&j);
	post_send(pool,
		  &(struct post){ .url = db_get_text(d, 0, C_URL),
				  .secret = db_get_text(d, 0, C_SECRET),
				  .id = id,
				  .body = slice_of(buf_text(&b)),
				  .private_too = run_flag(r, "allow-private") != NULL },
		  &a);
	*refused = a.refused;
	if (a.why)
		return a.why;
	return a.status >= 200 && a.status < 300
		       ? NULL
		       : pool_printf(pool, "o endereço respondeu %ld", a.status);
}

static void note_end(struct sending *s, struct uuid workspace, struct uuid id, int64_t attempts,
		     const char *why, bool refused)
{
	struct ctx *ctx = s->r->ctx;
	bool over = refused || attempts >= ATTEMPTS_MAX;

	s->out.sent += !why;
	s->out.dead += why && over;
	s->out.again += why && !over;
	db_begin_write(ctx);
	(void)db_exec(ctx, &mark,
		      DB_ARGS(db_uuid(workspace), db_uuid(id), db_int(attempts),
			      db_text(!why   ? "sent"
				      : over ? "dead"
					     : "pending"),
			      db_text(why ? text_head(ctx->pool, why, 400) : NULL),
			      db_timestamp(ctx->now_ms)));
	db_commit(ctx);
}

/* A claim, a message and its mark each: what was sent is noted before the next one goes. */
static void send_one(struct sending *s, const struct db_rows *list, size_t i)
{
	struct ctx *ctx = s->r->ctx;
	struct uuid workspace = db_get_uuid(list, i, U_WORKSPACE), id = db_get_uuid(list, i, U_ID);
	const struct db_rows *d, *p;
	const char *why;
	bool refused = false;

	db_begin_write(ctx);
	d = db_query(ctx, &claim,
		     DB_ARGS(db_uuid(workspace), db_uuid(id),
			     db_int(db_get_int(list, i, U_ATTEMPTS)), db_timestamp(ctx->now_ms),
			     db_int(FIRST_WAIT_MS)));
	db_commit(ctx);
	if (!db_count(d))
		return;
	p = db_query(ctx, &person, DB_ARGS(db_uuid(db_get_uuid(d, 0, C_ACCOUNT))));
	if (!db_count(p)) {
		note_end(s, workspace, id, db_get_int(d, 0, C_ATTEMPTS), "a conta foi desativada",
			 true);
		return;
	}
	why = db_is_null(d, 0, C_URL) ? by_mail(s->r, id, d, db_get_text(p, 0, 0))
				      : by_post(s->r, id, d, &refused);
	note_end(s, workspace, id, db_get_int(d, 0, C_ATTEMPTS), why, refused);
	if (why)
		s->failed[s->n_failed++] = (struct failed){ db_get_uuid(list, i, U_NOTICE),
							    db_get_uuid(list, i, U_ACCOUNT) };
}

struct notices_sent notices_send(struct run *r)
{
	struct ctx *ctx = r->ctx;
	struct sending s = { .r = r };
	const struct db_rows *list = db_query(ctx, &due,
					      DB_ARGS(db_timestamp(ctx->now_ms), db_int(SENT_MAX),
						      db_bool(run_flag(r, "from") != NULL)));

	s.failed = pool_array(ctx->pool, struct failed, db_count(list));
	for (size_t i = 0; i < db_count(list); i++)
		if (!has_failed(&s, db_get_uuid(list, i, U_NOTICE),
				db_get_uuid(list, i, U_ACCOUNT)))
			send_one(&s, list, i);
	return s.out;
}
