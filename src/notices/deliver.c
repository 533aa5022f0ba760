/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deliver.c: sends raised alerts to the webhooks of their desks, and notices to people.
 *
 * A delivery is claimed, in a transaction of its own, by counting the attempt and postponing the next
 * one; then it is sent, and then it is marked.  If the run ends between the last two, it is sent
 * again, under the same id.
 *
 * Receivers are outside our control.  At most AT_ONCE are contacted at a time, one per account; the
 * account that has used the least time is next, and one whose receivers took ACCOUNT_SECONDS waits for
 * the next run, as does everything once the run has taken RUN_SECONDS. An address that failed waits for
 * the next run too.  So an unresponsive receiver delays only its own account.
 *
 * Everything goes through functions of the schema, which the role lastro_sender may execute.
 */
#include "config.h"

#include "notices/deliver.h"

#include "core/clock.h"
#include "core/order.h"
#include "core/settings.h"
#include "core/text.h"
#include "db/db.h"
#include "notices/deliver_claim.h"
#include "notices/deliver_http.h"

#define WAITING_MAX 1000 /* per run, by webhook and by e-mail each */
#define AT_ONCE 32
#define ACCOUNT_SECONDS INT64_C(20)
#define RUN_SECONDS INT64_C(60) /* for webhooks, and for e-mail */
#define ATTEMPTS_MAX 12
#define SILENT "a conta foi desativada, ou espera a exclusão"
#define SECOND_US INT64_C(1000000)

static DB_STMT(due, "deliver.due",
	       "select kind = 'alert', workspace_id, id, attempts, place"
	       "  from lastro.deliver_due($1, $2, $3, $4)");
enum { D_ALERT, D_WORKSPACE, D_ID, D_ATTEMPTS, D_PLACE };

static DB_STMT(mark, "deliver.mark", "select lastro.deliver_mark($1, $2, $3, $4, $5, $6, $7, $8)");

static DB_STMT(backlog, "deliver.backlog", "select lastro.deliver_backlog($1, $2)");

struct account {
	struct uuid workspace;
	int64_t spent_us; /* used by its receivers, in this run */
	bool busy;	  /* one of its deliveries is in progress */
};

struct entry {
	struct waiting w;
	struct account *account;
	bool taken;
};

struct deliveries {
	struct ctx *ctx;
	const struct deliver_want *want;
	struct entry *list; /* ordered by turn */
	size_t n;
	struct account *accounts;
	size_t n_accounts;
	struct uuid *failed; /* receivers that wait for the next run */
	size_t n_failed;
	int64_t until_us; /* none is begun after this */
	struct posts *posts;
	size_t under_way;
	struct deliver_result all; /* of the whole run */
};

/* A delivery in progress, on a pool of its own. */
struct sending {
	void *pool;
	struct entry *e;
	struct claimed c;
	struct post_answer a;
	int64_t began_us;
};

/* ---- pending deliveries ---- */

static struct account *account_of(struct deliveries *d, struct uuid workspace)
{
	size_t i = 0;

	while (i < d->n_accounts && !uuid_same(d->accounts[i].workspace, workspace))
		i++;
	if (i == d->n_accounts)
		d->accounts[d->n_accounts++] = (struct account){ .workspace = workspace };
	return &d->accounts[i];
}

static void read_due(struct deliveries *d, const char *channel)
{
	struct ctx *ctx = d->ctx;
	const struct db_rows *r = db_query(ctx, &due,
					   DB_ARGS(db_text(channel), db_timestamp(ctx->now_ms),
						   db_int(WAITING_MAX), d->want->workspaces));

	d->n = db_count(r);
	d->list = pool_array(ctx->pool, struct entry, d->n);
	d->accounts = pool_array(ctx->pool, struct account, d->n);
	d->failed = pool_array(ctx->pool, struct uuid, d->n);
	d->n_accounts = d->n_failed = 0;
	for (size_t i = 0; i < d->n; i++) {
		struct uuid workspace = db_get_uuid(r, i, D_WORKSPACE);

		d->list[i] = (struct entry){
			.w = { .is_alert = db_get_bool(r, i, D_ALERT),
			       .workspace = workspace,
			       .id = db_get_uuid(r, i, D_ID),
			       .place = db_get_uuid(r, i, D_PLACE),
			       .attempts = db_get_int(r, i, D_ATTEMPTS) },
			.account = account_of(d, workspace),
		};
	}
	d->until_us = clock_monotonic_us() + RUN_SECONDS * SECOND_US;
}

/* Whether it may begin now. */
static bool may_begin(const struct deliveries *d, const struct entry *e)
{
	return !e->taken && !e->account->busy &&
	       e->account->spent_us < ACCOUNT_SECONDS * SECOND_US &&
	       !order_seek(&e->w.place, d->failed, d->n_failed, sizeof(*d->failed), order_uuid);
}

/*
 * A delivery of the account that has used the least time; among several, the first by turn.  NULL: none
 * may begin now.
 */
static struct entry *next_entry(struct deliveries *d)
{
	struct entry *next = NULL;

	if (clock_monotonic_us() >= d->until_us)
		return NULL;
	for (size_t i = 0; i < d->n; i++)
		if ((!next || d->list[i].account->spent_us < next->account->spent_us) &&
		    may_begin(d, &d->list[i]))
			next = &d->list[i];
	if (next)
		next->taken = true;
	return next;
}

/* ---- outcomes ---- */

/* @http: its status, 0 when there is none; @why: NULL when it was accepted. */
static void note_end(struct deliveries *d, const struct waiting *w, int64_t attempts, long http,
		     const char *why, bool refused)
{
	struct ctx *ctx = d->ctx;
	bool over = refused || attempts >= ATTEMPTS_MAX;

	d->all.sent += !why;
	d->all.dead += why && over;
	d->all.again += why && !over;
	if (why)
		d->failed[d->n_failed++] = w->place;
	db_begin_write(ctx);
	(void)db_query(ctx, &mark,
		       DB_ARGS(db_uuid(w->workspace), db_text(w->is_alert ? "alert" : "notice"),
			       db_uuid(w->id), db_int(attempts),
			       db_text(!why   ? "taken"
				       : over ? "dead"
					      : "pending"),
			       http ? db_int(http) : db_null(),
			       db_text(why ? text_head(ctx->pool, why, 400) : NULL),
			       db_timestamp(ctx->now_ms)));
	db_commit(ctx);
}

static const char *why_not(void *pool, const struct post_answer *a)
{
	if (a->why)
		return a->why;
	return a->status >= 200 && a->status < 300
		       ? NULL
		       : pool_printf(pool, "o endereço respondeu %ld", a->status);
}

/* ---- by a POST ---- */

/*
 * The outcome is recorded before another delivery of its account begins; the pool is freed with its
 * connection.
 */
static void end_post(struct deliveries *d, struct sending *s)
{
	struct ctx *ctx = d->ctx;
	void *outer = ctx->pool;

	ctx->pool = s->pool;
	s->e->account->busy = false;
	s->e->account->spent_us += clock_monotonic_us() - s->began_us;
	note_end(d, &s->e->w, s->c.attempts, s->a.status, why_not(s->pool, &s->a), s->a.refused);
	ctx->pool = outer;
	pool_free(s->pool);
}

/* Claims it, and sends it if allowed; true: it is in progress. */
static bool send_post(struct deliveries *d, struct sending *s)
{
	struct ctx *ctx = d->ctx;

	if (!deliver_claim(ctx, &s->e->w, &s->c))
		return false;
	if (!s->e->w.is_alert && !s->c.email) {
		note_end(d, &s->e->w, s->c.attempts, 0, SILENT, true);
		return false;
	}
	s->c.post.private_too = d->want->private_too;
	s->began_us = clock_monotonic_us();
	if (posts_begin(d->posts, s->pool, &s->c.post, &s->a, s))
		return true;
	note_end(d, &s->e->w, s->c.attempts, 0, s->a.why, false);
	return false;
}

static void begin_post(struct deliveries *d, struct entry *e)
{
	struct ctx *ctx = d->ctx;
	void *outer = ctx->pool, *pool = pool_new(outer, "delivery");
	struct sending *s = pool_zero(pool, struct sending);

	*s = (struct sending){ .pool = pool, .e = e };
	ctx->pool = pool;
	e->account->busy = send_post(d, s);
	ctx->pool = outer;
	d->under_way += e->account->busy;
	if (!e->account->busy)
		pool_free(pool);
}

static void deliver_posts(struct deliveries *d)
{
	struct sending *s;

	read_due(d, "webhook");
	d->posts = posts_new(d->ctx->pool);
	if (!d->posts)
		fail(d->ctx, 500, "internal_error", "A biblioteca de HTTP não inicia.");
	do {
		struct entry *e = NULL;

		while (d->under_way < AT_ONCE && (e = next_entry(d)))
			begin_post(d, e);
		s = posts_wait(d->posts);
		if (s) {
			d->under_way--;
			end_post(d, s);
		}
	} while (s);
}

/* ---- by e-mail ---- */

static const char *by_mail(const struct deliveries *d, const struct waiting *w,
			   const struct claimed *c)
{
	const char *site = d->ctx->config->base_url;
	const char *body =
		pool_printf(d->ctx->pool, "%s\n\nPara deixar de receber este aviso%s%s%s\n",
			    c->words, site ? ", abra " : ", abra a página Avisos do serviço.",
			    site ? site : "", site ? "/notices" : "");

	return mail_out(
		d->ctx->pool, d->want->mail,
		&(struct mail){ .to = c->email, .subject = c->title, .body = body, .id = w->id });
}

/* One after another: they all go to the operator's own relay. */
static void deliver_mails(struct deliveries *d)
{
	struct ctx *ctx = d->ctx;
	void *outer = ctx->pool;

	if (!d->want->mail)
		return;
	read_due(d, "email");
	for (struct entry *e; (e = next_entry(d));) {
		struct claimed c;

		ctx->pool = pool_new(outer, "delivery");
		if (deliver_claim(ctx, &e->w, &c))
			note_end(d, &e->w, c.attempts, 0, c.email ? by_mail(d, &e->w, &c) : SILENT,
				 !c.email);
		pool_free(ctx->pool);
		ctx->pool = outer;
	}
}

/* ---- the run ---- */

static void note_backlog(struct ctx *ctx, struct db_arg workspaces)
{
	db_begin_write(ctx);
	(void)db_query(ctx, &backlog, DB_ARGS(db_timestamp(ctx->now_ms), workspaces));
	db_commit(ctx);
}

void notices_deliver(struct ctx *ctx, const struct deliver_want *want, struct deliver_result *out)
{
	struct deliveries d = { .ctx = ctx, .want = want };

	deliver_posts(&d);
	deliver_mails(&d);
	note_backlog(ctx, want->workspaces);
	*out = d.all;
}
