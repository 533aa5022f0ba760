/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute_state.c: lastro compute state: derives the stored figures of every ledger again, or compares
 * them.
 *
 * Portfolio after portfolio in the order of their workspaces, each in a transaction and on a pool of
 * its own, so memory does not grow with their number.  One that cannot be read is reported and the
 * others go on.  The stored prefixes of several portfolios as one are compared afterwards in the same
 * way.  Where the tenant tables are distributed, that is done for each part of the job (admin/jobs.h).
 */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "identity/caller.h"
#include "admin/admin.h"
#include "admin/jobs.h"
#include "admin/progress_bar.h"
#include "identity/turn.h"
#include "core/pool.h"
#include "db/db.h"
#include "core/problem.h"
#include "portfolio/store/state.h"
#include "portfolio/store/state_check.h"
#include "portfolio/store/consolidation.h"

static DB_STMT(count, "admin.count_portfolios",
	       "select count(*) from portfolio"
	       " where ($1::uuid[] is null or workspace_id = any($1::uuid[]))");

#define PAGE 500

static DB_STMT(page, "admin.portfolios",
	       "select workspace_id, id, controller_id"
	       "  from portfolio"
	       " where (workspace_id, id) > ($1, $2)"
	       "   and ($3::uuid[] is null or workspace_id = any($3::uuid[]))"
	       " order by workspace_id, id limit 500");
enum { P_WORKSPACE, P_ID, P_CONTROLLER };

/* The id is an account's or a client's.  Prefixes of other days are stale. */
static DB_STMT(joint_page, "admin.joint_prefixes",
	       "select j.workspace_id, j.subject_id,"
	       "       exists (select from portfolio p"
	       "                where p.workspace_id = j.workspace_id"
	       "                  and p.client_id = j.subject_id"
	       "                  and ($4::uuid[] is null or p.workspace_id = any($4::uuid[])))"
	       "  from consolidated_history j"
	       " where (j.workspace_id, j.subject_id) > ($1, $2) and j.day = $3"
	       "   and ($4::uuid[] is null or j.workspace_id = any($4::uuid[]))"
	       " order by j.workspace_id, j.subject_id limit 500");
enum { J_WORKSPACE, J_OF, J_IS_CLIENT };

static DB_STMT(versions, "admin.market_versions",
	       "select (select version from market_version where family = 'reference'),"
	       "       (select version from market_version where family = 'closes'),"
	       "       (select version from market_version where family = 'rate')");

static const struct flag compute_state_flags[] = {
	{ "verify", NULL, "só compara; saída 1 se algo difere", false },
	{ "portfolio", "CARTEIRA", "só esta (id)", false },
	{ .name = NULL },
};

enum {
	C_PORTFOLIOS,
	C_MADE,
	C_NEWER,
	C_RIGHT,
	C_OLD,
	C_MISSING,
	C_WRONG,
	C_FAILED,
	C_PASTS,
	C_LISTS,
	C_JOINT_WRONG,
	COUNTS
};

struct computing {
	struct run *r;
	bool verify;
	struct db_arg workspaces;    /* of the part */
	const struct caller *caller; /* in hand */
	const char *joint;	     /* the current joint prefix; NULL: a portfolio is processed */
	struct bar bar;
	int64_t total;
	int64_t counts[COUNTS];
};

/* ---- one portfolio ---- */

static void snapshot(struct ctx *ctx)
{
	struct caller *c = pool_zero(ctx->pool, struct caller);
	struct db_rows *rows;

	*c = *ctx->caller;
	db_begin_read(ctx);
	rows = db_query(ctx, &versions, DB_NO_ARGS);
	for (int i = 0; i < FAMILIES_PRICED; i++)
		c->market_version[i] = db_get_int(rows, 0, i);
	ctx->caller = c;
}

/* The id of a portfolio; for several as one, of the account or client. */
static const char *whose(const struct computing *c)
{
	return c->joint ? c->joint : uuid_text(c->r->ctx->pool, c->caller->portfolio);
}

static void tell_difference(struct computing *c, const struct state_difference *d)
{
	const struct column columns[] = {
		{ c->joint ? "joint_of" : "portfolio_id", "", CELL_TEXT },
		{ "workspace_id", "", CELL_TEXT },
		{ "symbol", "", CELL_TEXT },
		{ "part", "", CELL_TEXT },
	};
	struct ctx *ctx = c->r->ctx;
	const char *id = whose(c);
	const struct cell cells[ARRAY_SIZE(columns)] = {
		cell_text(id),
		cell_text(uuid_text(ctx->pool, ctx->caller->resource_workspace)),
		cell_text(d->symbol),
		cell_text(d->part),
	};
	const char *all = c->joint ? "(consolidada)" : "(carteira)";

	bar_clear(&c->bar);
	if (c->r->json)
		print_one(c->r, columns, ARRAY_SIZE(columns), cells);
	else
		print_line(c->r, "%s %s %s: o que está guardado difere dos lançamentos", id,
			   d->symbol ? d->symbol : all, d->part);
}

static void tell_report(struct computing *c, const struct state_report *report)
{
	for (size_t i = 0; i < report->n; i++)
		tell_difference(c, &report->differences[i]);
	c->counts[C_PASTS] += (int64_t)report->prefixes;
	c->counts[C_LISTS] += (int64_t)report->lists;
}

static void verify_one(struct computing *c)
{
	static const int counts[] = {
		[STATE_RIGHT] = C_RIGHT,
		[STATE_WRONG] = C_WRONG,
		[STATE_OLD] = C_OLD,
		[STATE_MISSING] = C_MISSING,
	};
	struct ctx *ctx = c->r->ctx;
	struct state_report report;

	snapshot(ctx);
	state_check(ctx, &report);
	db_commit(ctx);
	ctx->later = NULL; /* a check writes nothing */
	tell_report(c, &report);
	c->counts[counts[report.verdict]]++;
}

static void make_one(struct computing *c)
{
	struct ctx *ctx = c->r->ctx;
	struct loaded in;

	snapshot(ctx);
	load_whole(ctx, &in);
	db_commit(ctx);
	db_begin_write(ctx);
	c->counts[state_save(ctx, &in) ? C_MADE : C_NEWER]++;
	db_commit(ctx);
	ctx->later = NULL; /* state_save() has already saved it */
}

static void one(struct ctx *ctx UNUSED, void *arg)
{
	struct computing *c = arg;

	if (c->verify)
		verify_one(c);
	else
		make_one(c);
}

static void tell_failure(struct computing *c, const struct problem *p)
{
	bar_clear(&c->bar);
	fprintf(stderr, "%s: %s\n", whose(c), p->detail ? p->detail : p->code);
	c->counts[C_FAILED]++;
}

/* A portfolio that fails is named and the run goes on; a lost database ends the run. */
static void attempt(struct computing *c, const struct caller *caller,
		    void (*run)(struct ctx *ctx, void *arg), void *arg)
{
	struct ctx *ctx = c->r->ctx;
	struct problem why;

	c->caller = caller;
	if (turn_take(ctx, caller, run, arg, &why))
		return;
	if (str_eq(why.code, "database_unavailable"))
		fail(ctx, 503, why.code, "%s", why.detail);
	tell_failure(c, &why);
}

static void compute_one(struct computing *c, const struct caller *caller)
{
	c->counts[C_PORTFOLIOS]++;
	attempt(c, caller, one, c);
	if (!c->r->json && isatty(STDERR_FILENO))
		bar_show(&c->bar, c->counts[C_PORTFOLIOS], c->total);
}

/* Page after page, each in a pool of its own. */
static void each_page(struct computing *c,
		      size_t (*compute_some)(struct computing *c, struct caller *last))
{
	struct ctx *ctx = c->r->ctx;
	void *pool = ctx->pool;
	struct caller last = { .access = ACCESS_CONTROL };
	size_t n;

	do {
		ctx->pool = pool_new(pool, "page");
		n = compute_some(c, &last);
		pool_free(ctx->pool);
		ctx->pool = pool;
	} while (n == PAGE);
}

/* ---- all of them ---- */

static size_t compute_page(struct computing *c, struct caller *last)
{
	struct ctx *ctx = c->r->ctx;
	struct db_rows *rows;

	db_begin_read(ctx);
	rows = db_query(ctx, &page,
			DB_ARGS(db_uuid(last->resource_workspace), db_uuid(last->portfolio),
				c->workspaces));
	db_commit(ctx);
	for (size_t i = 0; i < db_count(rows); i++) {
		*last = (struct caller){
			.account = db_get_uuid(rows, i, P_CONTROLLER),
			.workspace = db_get_uuid(rows, i, P_WORKSPACE),
			.portfolio = db_get_uuid(rows, i, P_ID),
			.resource_workspace = db_get_uuid(rows, i, P_WORKSPACE),
			.access = ACCESS_CONTROL,
		};
		compute_one(c, last);
	}
	return db_count(rows);
}

static void compute_all(struct computing *c)
{
	struct ctx *ctx = c->r->ctx;

	db_begin_read(ctx);
	c->total += db_get_int(db_query(ctx, &count, DB_ARGS(c->workspaces)), 0, 0);
	db_commit(ctx);
	each_page(c, compute_page);
}

static void compute_named(struct computing *c, const char *portfolio)
{
	struct ctx *ctx = c->r->ctx;
	struct caller *caller;

	db_begin_read(ctx);
	caller = admin_controller(ctx, portfolio);
	db_commit(ctx);
	compute_one(c, caller);
}

/* ---- several as one ---- */

struct joint {
	struct computing *c;
	const struct uuid *client; /* NULL: an account's */
};

static void verify_joint_one(struct ctx *ctx, void *arg)
{
	const struct joint *j = arg;
	struct state_report report;

	snapshot(ctx);
	consolidation_check(ctx, j->client, &report);
	db_commit(ctx);
	ctx->later = NULL;
	tell_report(j->c, &report);
	j->c->counts[C_JOINT_WRONG] += report.verdict == STATE_WRONG;
}

static size_t verify_joint_page(struct computing *c, struct caller *last)
{
	struct ctx *ctx = c->r->ctx;
	struct db_rows *rows;

	db_begin_read(ctx);
	rows = db_query(ctx, &joint_page,
			DB_ARGS(db_uuid(last->resource_workspace), db_uuid(last->account),
				db_day(ctx->today), c->workspaces));
	db_commit(ctx);
	for (size_t i = 0; i < db_count(rows); i++) {
		struct uuid of = db_get_uuid(rows, i, J_OF);
		struct joint j = { c, db_get_bool(rows, i, J_IS_CLIENT) ? &of : NULL };

		*last = (struct caller){
			.account = of,
			.workspace = db_get_uuid(rows, i, J_WORKSPACE),
			.resource_workspace = db_get_uuid(rows, i, J_WORKSPACE),
			.access = ACCESS_CONTROL,
		};
		c->joint = uuid_text(ctx->pool, of);
		attempt(c, last, verify_joint_one, &j);
		c->joint = NULL;
	}
	return db_count(rows);
}

static void compute_part(struct ctx *ctx UNUSED, const struct job_part *part, void *arg)
{
	struct computing *c = arg;

	c->workspaces = part->workspaces;
	compute_all(c);
	if (c->verify)
		each_page(c, verify_joint_page);
}

static enum exit_status compute(struct run *r, const char *portfolio, bool verify)
{
	static const struct column columns[COUNTS] = {
		[C_PORTFOLIOS] = { "portfolios", "carteiras", CELL_INT },
		[C_MADE] = { "made", "refeitas", CELL_INT },
		[C_NEWER] = { "newer", "já mais novas", CELL_INT },
		[C_RIGHT] = { "right", "iguais", CELL_INT },
		[C_OLD] = { "old", "antigas", CELL_INT },
		[C_MISSING] = { "missing", "ainda sem", CELL_INT },
		[C_WRONG] = { "wrong", "diferentes", CELL_INT },
		[C_FAILED] = { "failed", "ilegíveis", CELL_INT },
		[C_PASTS] = { "histories", "históricos", CELL_INT },
		[C_LISTS] = { "transactions", "listas", CELL_INT },
		[C_JOINT_WRONG] = { "joint_wrong", "soma diferente", CELL_INT },
	};
	struct computing c = {
		.r = r,
		.verify = verify,
		.bar = { .name = "carteiras", .percent = -1 },
	};
	struct cell cells[COUNTS];
	enum exit_status status = EXIT_DONE;

	if (portfolio)
		compute_named(&c, portfolio);
	else
		status = job_each(r, verify ? "state --verify" : "state", compute_part, &c);
	bar_clear(&c.bar);
	for (int i = 0; i < COUNTS; i++)
		cells[i] = cell_int(c.counts[i]);
	print_one(r, columns, COUNTS, cells);
	return c.counts[C_WRONG] || c.counts[C_JOINT_WRONG] || c.counts[C_FAILED] ? EXIT_REFUSED
										  : status;
}

static enum exit_status compute_state(struct run *r)
{
	return compute(r, run_flag(r, "portfolio"), run_flag(r, "verify") != NULL);
}

enum exit_status state_verify(struct run *r)
{
	return compute(r, NULL, true);
}

const struct command state_commands[] = {
	{ "compute state", "", "refaz o que se guarda calculado dos lançamentos, ou confere", 0, 0,
	  compute_state_flags, compute_state, NULL },
	{ .name = NULL },
};
