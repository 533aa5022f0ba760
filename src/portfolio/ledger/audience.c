/* SPDX-License-Identifier: Apache-2.0 */
/*
 * audience.c: the accounts of the workspace that may see or edit a portfolio.  GET, PUT
 * /v1/portfolios/{id}/audience
 *
 * Only the controller sets it.  A PUT replaces the whole audience.
 */
#include "config.h"

#include "identity/caller.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/store/state.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/write.h"
#include "portfolio/ledger/portfolio_record.h"

#define MEMBERS_MAX 500

static DB_STMT(belong, "audience.belong", "select account_in_workspace($1::uuid[])");

static DB_STMT(change, "audience.change",
	       "update portfolio set audience = $3 where workspace_id = $1 and id = $2");

static DB_STMT(clear, "audience.clear",
	       "delete from portfolio_member where workspace_id = $1 and portfolio_id = $2");

static DB_STMT(fill, "audience.fill",
	       "insert into portfolio_member (workspace_id, portfolio_id, account_id, access)"
	       " select p.workspace_id, p.id, u.account_id, u.access"
	       "   from portfolio p, unnest($3::uuid[], $4::text[]) as u (account_id, access)"
	       "  where p.workspace_id = $1 and p.id = $2");

static DB_STMT(now, "audience.now",
	       "select audience, controller_id"
	       "  from portfolio"
	       " where workspace_id = $1 and id = $2");
enum { N_AUDIENCE, N_CONTROLLER };

static DB_STMT(members_now, "audience.members",
	       "select account_id, access"
	       "  from portfolio_member"
	       " where workspace_id = $1 and portfolio_id = $2"
	       " order by account_id"
	       " limit 500"); /* MEMBERS_MAX */
enum { M_ACCOUNT, M_ACCESS };

static const char *const audiences[] = { "private", "workspace", "members", NULL };
enum { PRIVATE, WORKSPACE, MEMBERS };
static const char *const accesses[] = { "read", "edit", NULL };

struct members {
	struct body **bodies;
	struct uuid *accounts;
	const char **access;
	size_t n;
};

static void refuse_repeated(struct members *m)
{
	for (size_t i = 1; i < m->n; i++) {
		for (size_t k = 0; k < i; k++) {
			if (uuid_same(m->accounts[i], m->accounts[k])) {
				body_error(m->bodies[i], "account_id", "unique",
					   "cada conta uma vez", NULL);
				break;
			}
		}
	}
}

static struct members read_members(struct ctx *ctx, struct body *b)
{
	struct json_object *list = body_array(b, "members", OPTIONAL, MEMBERS_MAX);
	struct members m = {
		pool_array(ctx->pool, struct body *, MEMBERS_MAX),
		pool_array(ctx->pool, struct uuid, MEMBERS_MAX),
		pool_array(ctx->pool, const char *, MEMBERS_MAX),
		0,
	};
	size_t n = list ? json_object_array_length(list) : 0;

	for (size_t i = 0; i < n; i++) {
		struct body *item = body_item(b, "members", list, i);
		int access;

		if (!item)
			continue;
		m.bodies[m.n] = item;
		access = body_choice(item, "access", REQUIRED, accesses);
		m.access[m.n] = access < 0 ? NULL : accesses[access];
		if (body_uuid(item, "account_id", REQUIRED, &m.accounts[m.n]) && access >= 0)
			m.n++;
	}
	refuse_repeated(&m);
	return m;
}

/* Accounts of other workspaces could not read it anyway: naming one is an error, which is reported. */
static void check_belong(const struct members *m, const struct db_rows *known)
{
	for (size_t i = 0; i < m->n; i++) {
		bool found = false;

		for (size_t k = 0; k < db_count(known) && !found; k++)
			found = uuid_same(db_get_uuid(known, k, 0), m->accounts[i]);
		if (!found)
			body_error(m->bodies[i], "account_id", "workspace_member",
				   "uma conta deste espaço de trabalho", NULL);
	}
}

static void render(struct json *j, const char *audience, const struct members *m)
{
	json_open(j, NULL);
	json_text(j, "audience", audience);
	json_array(j, "members");
	for (size_t i = 0; i < m->n; i++) {
		json_open(j, NULL);
		json_uuid(j, "account_id", m->accounts[i]);
		json_text(j, "access", m->access[i]);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

void portfolio_audience(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	int audience = body_choice(b, "audience", REQUIRED, audiences);
	struct members m = read_members(ctx, b);
	struct db_rows *rows[4 + LEDGER_WRITTEN];
	struct uuid workspace, portfolio;
	size_t sent;

	query_done(ctx);
	if (audience == MEMBERS && m.n == 0)
		body_error(b, "members", "required", "ao menos uma conta, com audience members",
			   NULL);
	if (audience >= 0 && audience != MEMBERS && m.n > 0)
		body_error(b, "members", "forbidden", "só com audience members", NULL);
	body_done(b);
	access_resource(ctx);
	workspace = ctx->caller->resource_workspace;
	portfolio = ctx->caller->portfolio;
	ledger_lock_send(ctx);
	db_send(ctx, &belong, DB_ARGS(db_uuids(m.accounts, m.n)));
	db_wait(ctx, rows, 2);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	check_belong(&m, rows[1]);
	body_done(b);
	db_send(ctx, &change,
		DB_ARGS(db_uuid(workspace), db_uuid(portfolio), db_text(audiences[audience])));
	db_send(ctx, &clear, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	db_send(ctx, &fill,
		DB_ARGS(db_uuid(workspace), db_uuid(portfolio), db_uuids(m.accounts, m.n),
			db_texts(m.access, m.n)));
	sent = 3 + ledger_written_send(ctx, "portfolio.audience_set", portfolio, (int64_t)m.n);
	state_cache_send(ctx);
	db_wait(ctx, rows, sent + 1);
	render(respond_json(ctx, 200), audiences[audience], &m);
}

/* A reader of its rows may see the audience; a reader of a public portfolio may not. */
void audience_get(struct ctx *ctx)
{
	struct db_arg args[2];
	struct db_rows *rows[2];
	struct json *j;

	query_done(ctx);
	ledger_readable(ctx);
	args[0] = db_uuid(ctx->caller->resource_workspace);
	args[1] = db_uuid(ctx->caller->portfolio);
	db_send(ctx, &now, args, 2);
	db_send(ctx, &members_now, args, 2);
	db_wait(ctx, rows, 2);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_text(j, "audience", db_get_text(rows[0], 0, N_AUDIENCE));
	json_uuid(j, "controller_id", db_get_uuid(rows[0], 0, N_CONTROLLER));
	json_array(j, "members");
	for (size_t i = 0; i < db_count(rows[1]); i++) {
		json_open(j, NULL);
		json_uuid(j, "account_id", db_get_uuid(rows[1], i, M_ACCOUNT));
		json_text(j, "access", db_get_text(rows[1], i, M_ACCESS));
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}
