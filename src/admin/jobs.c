/* SPDX-License-Identifier: Apache-2.0 */
/* jobs.c: see jobs.h. */
#include "config.h"

#include "admin/jobs.h"

#include <stdio.h>
#include <string.h>

#include "core/clock.h"
#include "core/text.h"
#include "identity/turn.h"

#define CLAIM_MS INT64_C(3600000)

static DB_STMT(parts, "admin.job_parts",
	       "select part, machine, answers, workspaces::text from lastro.job_parts($1)");
enum { C_PART, C_MACHINE, C_ANSWERS, C_WORKSPACES };

/* The schema of a backup may be of before there were parts. */
static DB_STMT(has_parts, "admin.has_job_parts",
	       "select to_regprocedure('lastro.job_parts(boolean)') is not null");

/* A time that no claim can have by now was set by a clock that was ahead. */
static DB_STMT(claim, "admin.job_claim",
	       "insert into lastro.job_claim as c (job, part, next_at) values ($1, $2, $4)"
	       " on conflict (job, part) do update set next_at = excluded.next_at"
	       "  where c.next_at <= $3 or c.next_at > excluded.next_at + interval '5 minutes'");

static DB_STMT(end_claim, "admin.job_end",
	       "update lastro.job_claim set next_at = $3 where job = $1 and part = $2");

struct job {
	struct run *r;
	const char *name;
	job_run *one;
	void *arg;
	struct job_part part; /* in hand */
	const char **lost;
	size_t n_lost;
	int others; /* parts that other runs have */
};

static void tell_lost(const struct run *r, const char *machine)
{
	fprintf(stderr, "lastro %s: a máquina %s não responde: o que está nela fica para depois\n",
		r->command->name, machine);
}

static void lose(struct job *j, const char *machine)
{
	tell_lost(j->r, machine);
	j->lost[j->n_lost++] = machine;
}

static void run_part(struct ctx *ctx, void *arg)
{
	const struct job *j = arg;

	j->one(ctx, &j->part, j->arg);
}

static bool take(const struct job *j, int64_t part)
{
	struct ctx *ctx = j->r->ctx;

	return db_exec(ctx, &claim,
		       DB_ARGS(db_text(j->name), db_int(part), db_timestamp(ctx->now_ms),
			       db_timestamp(clock_now_ms() + CLAIM_MS))) == 1;
}

/* A part that was not done is free for every run that begins later. */
static void give_back(const struct job *j, int64_t part, bool done)
{
	struct ctx *ctx = j->r->ctx;

	(void)db_exec(ctx, &end_claim,
		      DB_ARGS(db_text(j->name), db_int(part),
			      db_timestamp(done ? clock_now_ms() : ctx->now_ms)));
}

static void run_claimed(struct job *j, int64_t part, const char *machine)
{
	struct problem why;

	if (text_among(j->lost, j->n_lost, machine))
		return;
	if (!take(j, part)) {
		j->others++;
		return;
	}
	if (turn_take(j->r->ctx, NULL, run_part, j, &why)) {
		give_back(j, part, true);
		return;
	}
	/* The coordinator hears this, unless it is the coordinator that is gone: that ends the run. */
	give_back(j, part, false);
	if (!str_eq(why.code, "database_unavailable"))
		fail(j->r->ctx, why.status, why.code, "%s", why.detail);
	lose(j, machine);
}

/* Of all parts that answer, "{…}" of each, as one; null when every machine answers. */
static struct db_arg reachable(void *pool, const struct db_rows *rows)
{
	struct buf all;
	bool lost = false;

	buf_init(&all, pool, 256);
	for (size_t i = 0; i < db_count(rows); i++) {
		const char *some = db_get_text(rows, i, C_WORKSPACES);

		lost |= !db_get_bool(rows, i, C_ANSWERS);
		if (some)
			buf_printf(&all, "%s%.*s", all.n ? "," : "", (int)strlen(some) - 2,
				   some + 1);
	}
	return lost ? db_text(pool_printf(pool, "{%s}", buf_text(&all))) : db_null();
}

enum exit_status job_each(struct run *r, const char *job, job_run *one, void *arg)
{
	struct job j = { .r = r, .name = job, .one = one, .arg = arg };
	const struct db_rows *rows;

	if (!db_get_bool(db_query(r->ctx, &has_parts, DB_NO_ARGS), 0, 0)) {
		one(r->ctx, &(struct job_part){ true, db_null(), db_null() }, arg);
		return EXIT_DONE;
	}
	rows = db_query(r->ctx, &parts, DB_ARGS(db_bool(true)));
	j.lost = pool_array(r->ctx->pool, const char *, db_count(rows));
	j.part.reachable = reachable(r->ctx->pool, rows);
	for (size_t i = 0; i < db_count(rows); i++) {
		const char *machine = db_get_text(rows, i, C_MACHINE);

		j.part.workspaces = db_text(db_get_text(rows, i, C_WORKSPACES));
		j.part.whole = db_is_null(rows, i, C_WORKSPACES);
		if (!machine)
			one(r->ctx, &j.part, arg);
		else if (!db_get_bool(rows, i, C_ANSWERS))
			lose(&j, machine);
		else
			run_claimed(&j, db_get_int(rows, i, C_PART), machine);
	}
	if (j.others)
		print_line(r, "%d partes ficaram com outra execução", j.others);
	return j.n_lost ? EXIT_PARTLY : EXIT_DONE;
}

struct reach job_reach(struct run *r)
{
	struct reach reach = { .workspaces = db_null(), .none = true, .status = EXIT_DONE };
	const struct db_rows *rows = db_query(r->ctx, &parts, DB_ARGS(db_bool(false)));

	for (size_t i = 0; i < db_count(rows); i++) {
		if (db_get_bool(rows, i, C_ANSWERS)) {
			reach.workspaces = db_text(db_get_text(rows, i, C_WORKSPACES));
			reach.none = false;
		} else {
			tell_lost(r, db_get_text(rows, i, C_MACHINE));
			reach.status = EXIT_PARTLY;
		}
	}
	return reach;
}
