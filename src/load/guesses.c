/* SPDX-License-Identifier: Apache-2.0 */
/*
 * guesses.c: types of assets that an import guessed, once the listing has their tickers
 * (doc/calculations.md 16.5).
 *
 * The ledgers follow: a paper that the portfolio has under the right type already takes the rows of the
 * guessed one.  Workspace by workspace, all of its statements in one round trip; portfolios are locked
 * first, as every writer of a ledger does, and what was derived from them is of another version then.
 */
#include "config.h"

#include "load/guesses.h"

#include "core/pool.h"
#include "core/text.h"
#include "core/uuid.h"

/* Of all workspaces: the operator's own. */
static struct db_stmt all =
	DB_STMT("guesses.all", "select a.workspace_id, a.portfolio_id, a.id, a.symbol, a.asset_type"
			       "  from asset a"
			       " where a.type_guessed"
			       " order by a.workspace_id, a.portfolio_id, a.id"
			       " limit 100000");
enum { A_WORKSPACE, A_PORTFOLIO, A_ID, A_SYMBOL, A_TYPE };

static struct db_stmt listed =
	DB_STMT("guesses.listed", "select symbol, asset_type from instrument"
				  " where venue = 'b3' and symbol = any($1::text[])"
				  " order by symbol"
				  " limit 100000");
enum { L_SYMBOL, L_TYPE };

static struct db_stmt floor_of_versions = DB_STMT("guesses.floor", "select version_floor()");

static struct db_stmt lock_portfolios =
	DB_STMT("guesses.lock", "select 1 from portfolio p"
				" where p.workspace_id = $1 and p.id = any($2::uuid[])"
				" order by p.id"
				" limit 100000"
				"   for update");

/* The guessed asset g and the one that its portfolio has under the right type, b. */
#define JOINED                                                                                      \
	"  from unnest($2::uuid[], $3::uuid[], $4::text[]) as u (portfolio_id, id, asset_type)"     \
	"  join asset g on g.workspace_id = $1 and g.portfolio_id = u.portfolio_id and g.id = u.id" \
	"              and g.type_guessed"                                                          \
	"  join asset b on b.workspace_id = $1 and b.portfolio_id = u.portfolio_id"                 \
	"              and b.symbol = g.symbol and b.asset_type = u.asset_type and b.id <> g.id"

static struct db_stmt move_ledger = DB_STMT(
	"guesses.move_ledger",
	"update ledger l set asset_id = b.id" JOINED
	" where l.workspace_id = $1 and l.portfolio_id = u.portfolio_id and l.asset_id = g.id");

static struct db_stmt move_income = DB_STMT(
	"guesses.move_income",
	"update income n set asset_id = b.id" JOINED
	" where n.workspace_id = $1 and n.portfolio_id = u.portfolio_id and n.asset_id = g.id");

static struct db_stmt drop_assets = DB_STMT(
	"guesses.drop_assets",
	"delete from asset d"
	" using unnest($2::uuid[], $3::uuid[], $4::text[]) as u (portfolio_id, id, asset_type)"
	" where d.workspace_id = $1 and d.portfolio_id = u.portfolio_id and d.id = u.id and d.type_guessed"
	"   and exists (select 1 from asset b"
	"                where b.workspace_id = $1 and b.portfolio_id = u.portfolio_id"
	"                  and b.symbol = d.symbol and b.asset_type = u.asset_type and b.id <> u.id)");

static struct db_stmt settle = DB_STMT(
	"guesses.settle",
	"update asset a set asset_type = u.asset_type, type_guessed = false"
	"  from unnest($2::uuid[], $3::uuid[], $4::text[]) as u (portfolio_id, id, asset_type)"
	" where a.workspace_id = $1 and a.portfolio_id = u.portfolio_id and a.id = u.id and a.type_guessed");

static struct db_stmt versions =
	DB_STMT("guesses.versions",
		"update portfolio p set ledger_version = greatest(p.ledger_version + 1, $3)"
		" where p.workspace_id = $1 and p.id = any($2::uuid[])");

static struct db_stmt audit = DB_STMT(
	"guesses.audit",
	"select audit_operator($1, u.audit_id, $2, 'asset.type_settled', 'load', u.id, null,"
	"                      jsonb_build_object('asset_type', u.was), jsonb_build_object('asset_type', u.type))"
	"  from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[]) as u (audit_id, id, was, type)");

void guesses_register(void)
{
	static struct db_stmt *const statements[] = {
		&all,	      &listed,	    &floor_of_versions, &lock_portfolios,
		&move_ledger, &move_income, &drop_assets,	&settle,
		&versions,    &audit
	};

	db_register(statements, ARRAY_SIZE(statements));
}

/* Assets of one workspace, an array each. */
struct assets {
	struct uuid *portfolio, *id, *audit;
	const char **was, **type;
	size_t n;
};

static struct assets assets_new(void *pool, size_t n)
{
	return (struct assets){
		.portfolio = pool_array(pool, struct uuid, n),
		.id = pool_array(pool, struct uuid, n),
		.audit = pool_array(pool, struct uuid, n),
		.was = pool_array(pool, const char *, n),
		.type = pool_array(pool, const char *, n),
	};
}

static void add(struct assets *a, const struct db_rows *r, size_t i, const char *type)
{
	a->portfolio[a->n] = db_get_uuid(r, i, A_PORTFOLIO);
	a->id[a->n] = db_get_uuid(r, i, A_ID);
	a->audit[a->n] = uuid_new();
	a->was[a->n] = db_get_text(r, i, A_TYPE);
	a->type[a->n++] = type;
}

static struct db_arg uuids(const struct uuid *items, size_t n)
{
	return db_array(DB_UUID_ARRAY, items, NULL, n, 0);
}

static struct db_arg texts(const char *const *items, size_t n)
{
	return db_array(DB_TEXT_ARRAY, items, NULL, n, 0);
}

/* The type that the listing has for a ticker; rows ascend by it. */
static const char *type_listed(const struct db_rows *r, const char *symbol)
{
	size_t lo = 0, hi = db_count(r);

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(db_get_text(r, mid, L_SYMBOL), symbol) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < db_count(r) && str_eq(db_get_text(r, lo, L_SYMBOL), symbol)
		       ? db_get_text(r, lo, L_TYPE)
		       : NULL;
}

/* All that changes in one workspace. */
static void settle_workspace(struct ctx *ctx, struct uuid workspace, const struct assets *known,
			     const struct assets *changed, int64_t floor)
{
	struct db_arg w = db_uuid(workspace), portfolio = uuids(known->portfolio, known->n),
		      id = uuids(known->id, known->n), type = texts(known->type, known->n);
	struct db_stmt *const steps[] = { &move_ledger, &move_income, &drop_assets, &settle };
	struct db_rows *rows[3 + ARRAY_SIZE(steps)];
	size_t n = 0;

	if (!known->n)
		return;
	db_send(ctx, &lock_portfolios, DB_ARGS(w, portfolio));
	n++;
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++, n++)
		db_send(ctx, steps[i], DB_ARGS(w, portfolio, id, type));
	if (changed->n) {
		db_send(ctx, &versions,
			DB_ARGS(w, uuids(changed->portfolio, changed->n), db_int(floor)));
		db_send(ctx, &audit,
			DB_ARGS(w, db_timestamp(ctx->now_ms), uuids(changed->audit, changed->n),
				uuids(changed->id, changed->n), texts(changed->was, changed->n),
				texts(changed->type, changed->n)));
		n += 2;
	}
	db_wait(ctx, rows, n);
}

static const struct db_rows *listing_of(struct ctx *ctx, const struct db_rows *guesses)
{
	const char **symbols = pool_array(ctx->pool, const char *, db_count(guesses));

	for (size_t i = 0; i < db_count(guesses); i++)
		symbols[i] = db_get_text(guesses, i, A_SYMBOL);
	return db_query(ctx, &listed, DB_ARGS(texts(symbols, db_count(guesses))));
}

size_t guesses_settle(struct ctx *ctx)
{
	const struct db_rows *r = db_query(ctx, &all, DB_NO_ARGS), *listing;
	struct assets known = assets_new(ctx->pool, db_count(r));
	struct assets changed = assets_new(ctx->pool, db_count(r));
	size_t total = 0, n = db_count(r);
	int64_t floor;

	if (!n)
		return 0;
	listing = listing_of(ctx, r);
	floor = db_get_int(db_query(ctx, &floor_of_versions, DB_NO_ARGS), 0, 0);
	for (size_t i = 0; i < n; i++) {
		struct uuid workspace = db_get_uuid(r, i, A_WORKSPACE);
		const char *type = type_listed(listing, db_get_text(r, i, A_SYMBOL));

		if (type)
			add(&known, r, i, type);
		if (type && !str_eq(type, db_get_text(r, i, A_TYPE)))
			add(&changed, r, i, type);
		if (i + 1 < n && uuid_same(workspace, db_get_uuid(r, i + 1, A_WORKSPACE)))
			continue;
		settle_workspace(ctx, workspace, &known, &changed, floor);
		total += changed.n;
		known.n = changed.n = 0;
	}
	return total;
}
