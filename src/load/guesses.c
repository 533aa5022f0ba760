/* SPDX-License-Identifier: Apache-2.0 */
/*
 * guesses.c: types of assets that an import guessed, once the listing has their tickers
 * (doc/calculations.md 16.5).
 *
 * The ledgers follow: a paper that the portfolio has under the right type already takes the rows of the
 * guessed one.  Portfolios are locked first, as every writer of a ledger does; what was derived from them
 * is of another version then.
 */
#include "config.h"

#include "load/guesses.h"

#include "core/pool.h"
#include "core/uuid.h"

static struct db_stmt lock_portfolios = DB_STMT(
	"guesses.lock",
	"select 1 from portfolio p"
	" where (p.workspace_id, p.id) in (select a.workspace_id, a.portfolio_id"
	"                                    from asset a"
	"                                    join instrument i on i.venue = 'b3' and i.symbol = a.symbol"
	"                                   where a.type_guessed)"
	" order by p.workspace_id, p.id"
	" limit 100000"
	"   for update");

static struct db_stmt known =
	DB_STMT("guesses.known",
		"select a.workspace_id, a.portfolio_id, a.id, a.asset_type, i.asset_type, b.id"
		"  from asset a"
		"  join instrument i on i.venue = 'b3' and i.symbol = a.symbol"
		"  left join asset b on b.workspace_id = a.workspace_id and b.portfolio_id = a.portfolio_id"
		"                   and b.symbol = a.symbol and b.asset_type = i.asset_type and b.id <> a.id"
		" where a.type_guessed"
		" order by a.workspace_id, a.portfolio_id, a.id"
		" limit 100000");
enum { K_WORKSPACE, K_PORTFOLIO, K_ID, K_WAS, K_TYPE, K_OTHER };

#define MOVED                                                                                      \
	"  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])"                            \
	"    as u (workspace_id, portfolio_id, id, other)"

static struct db_stmt move_ledger = DB_STMT(
	"guesses.move_ledger",
	"update ledger l set asset_id = u.other" MOVED
	" where l.workspace_id = u.workspace_id and l.portfolio_id = u.portfolio_id and l.asset_id = u.id");

static struct db_stmt move_income = DB_STMT(
	"guesses.move_income",
	"update income n set asset_id = u.other" MOVED
	" where n.workspace_id = u.workspace_id and n.portfolio_id = u.portfolio_id and n.asset_id = u.id");

static struct db_stmt drop_assets = DB_STMT(
	"guesses.drop_assets",
	"delete from asset a using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as u (workspace_id, portfolio_id, id)"
	" where a.workspace_id = u.workspace_id and a.portfolio_id = u.portfolio_id and a.id = u.id");

static struct db_stmt settle = DB_STMT(
	"guesses.settle",
	"update asset a set asset_type = u.asset_type, type_guessed = false"
	"  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as u (workspace_id, portfolio_id, id, asset_type)"
	" where a.workspace_id = u.workspace_id and a.portfolio_id = u.portfolio_id and a.id = u.id");

static struct db_stmt versions = DB_STMT(
	"guesses.versions",
	"update portfolio p set ledger_version = greatest(p.ledger_version + 1, version_floor())"
	"  from (select distinct w.workspace_id, w.portfolio_id"
	"          from unnest($1::uuid[], $2::uuid[]) as w (workspace_id, portfolio_id)) u"
	" where p.workspace_id = u.workspace_id and p.id = u.portfolio_id");

static struct db_stmt audit = DB_STMT(
	"guesses.audit",
	"select audit_operator(u.workspace_id, u.audit_id, $6, 'asset.type_settled', 'load', u.id, null,"
	"                      jsonb_build_object('asset_type', u.was), jsonb_build_object('asset_type', u.type))"
	"  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])"
	"    as u (workspace_id, audit_id, id, was, type)");

void guesses_register(void)
{
	static struct db_stmt *const statements[] = { &lock_portfolios, &known,	  &move_ledger,
						      &move_income,	&drop_assets, &settle,
						      &versions,	&audit };

	db_register(statements, ARRAY_SIZE(statements));
}

/* Assets, an array each. */
struct assets {
	struct uuid *workspace, *portfolio, *id, *other, *audit;
	const char **was, **type;
	size_t n;
};

static struct assets assets_new(void *pool, size_t n)
{
	return (struct assets){
		.workspace = pool_array(pool, struct uuid, n),
		.portfolio = pool_array(pool, struct uuid, n),
		.id = pool_array(pool, struct uuid, n),
		.other = pool_array(pool, struct uuid, n),
		.audit = pool_array(pool, struct uuid, n),
		.was = pool_array(pool, const char *, n),
		.type = pool_array(pool, const char *, n),
	};
}

static void add(struct assets *a, const struct db_rows *r, size_t i)
{
	a->workspace[a->n] = db_get_uuid(r, i, K_WORKSPACE);
	a->portfolio[a->n] = db_get_uuid(r, i, K_PORTFOLIO);
	a->id[a->n] = db_get_uuid(r, i, K_ID);
	a->other[a->n] = db_is_null(r, i, K_OTHER) ? uuid_nil() : db_get_uuid(r, i, K_OTHER);
	a->audit[a->n] = uuid_new();
	a->was[a->n] = db_get_text(r, i, K_WAS);
	a->type[a->n++] = db_get_text(r, i, K_TYPE);
}

static struct db_arg uuids(const struct uuid *items, size_t n)
{
	return db_array(DB_UUID_ARRAY, items, NULL, n, 0);
}

static struct db_arg texts(const char *const *items, size_t n)
{
	return db_array(DB_TEXT_ARRAY, items, NULL, n, 0);
}

/* What the portfolio has under the right type already takes their rows. */
static void join(struct ctx *ctx, const struct assets *a)
{
	struct db_arg workspace = uuids(a->workspace, a->n), portfolio = uuids(a->portfolio, a->n),
		      id = uuids(a->id, a->n), other = uuids(a->other, a->n);

	if (!a->n)
		return;
	(void)db_exec(ctx, &move_ledger, DB_ARGS(workspace, portfolio, id, other));
	(void)db_exec(ctx, &move_income, DB_ARGS(workspace, portfolio, id, other));
	(void)db_exec(ctx, &drop_assets, DB_ARGS(workspace, portfolio, id));
}

static void tell(struct ctx *ctx, const struct assets *a)
{
	if (!a->n)
		return;
	(void)db_exec(ctx, &versions, DB_ARGS(uuids(a->workspace, a->n), uuids(a->portfolio, a->n)));
	(void)db_query(ctx, &audit,
		       DB_ARGS(uuids(a->workspace, a->n), uuids(a->audit, a->n), uuids(a->id, a->n),
			       texts(a->was, a->n), texts(a->type, a->n),
			       db_timestamp(ctx->now_ms)));
}

size_t guesses_settle(struct ctx *ctx)
{
	struct assets right, joined, changed;
	const struct db_rows *r;
	size_t n;

	if (db_count(db_query(ctx, &lock_portfolios, DB_NO_ARGS)) == 0)
		return 0;
	r = db_query(ctx, &known, DB_NO_ARGS);
	n = db_count(r);
	right = assets_new(ctx->pool, n);
	joined = assets_new(ctx->pool, n);
	changed = assets_new(ctx->pool, n);
	for (size_t i = 0; i < n; i++) {
		add(db_is_null(r, i, K_OTHER) ? &right : &joined, r, i);
		if (!str_eq(db_get_text(r, i, K_WAS), db_get_text(r, i, K_TYPE)))
			add(&changed, r, i);
	}
	join(ctx, &joined);
	if (right.n)
		(void)db_exec(ctx, &settle,
			      DB_ARGS(uuids(right.workspace, right.n), uuids(right.portfolio, right.n),
				      uuids(right.id, right.n), texts(right.type, right.n)));
	tell(ctx, &changed);
	return changed.n;
}
