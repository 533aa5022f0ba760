/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state_many.c: stores derived figures of many portfolios, a hundred at a time.
 *
 * The same rows under the same conditions as state.c writes one by one.
 */
#include "config.h"

#include "identity/caller.h"
#include "calc/code_stamp.h"
#include "calc/history/packed.h"
#include "db/db.h"
#include "portfolio/store/state.h"

#define AT_ONCE 100

/* A portfolio may have been deleted since it was read. */
static DB_STMT(save, "state.save_many",
	       STATE_INTO
	       " select p.workspace_id, p.id, u.version, $2, $3, u.first_day, u.until, u.head"
	       "   from unnest($4::uuid[], $5::int8[], $6::date[], $7::date[], $8::bytea[])"
	       "        as u (id, version, first_day, until, head)"
	       "   join portfolio p on p.workspace_id = $1 and p.id = u.id" STATE_REPLACED
	       " returning portfolio_id");

static DB_STMT(
	drop_tails, "state.drop_tails_many",
	"delete from asset_state where workspace_id = $1 and portfolio_id = any($2::uuid[])");

static DB_STMT(
	save_tails, "state.save_tails_many",
	"insert into asset_state (workspace_id, portfolio_id, asset_id, tail)"
	" select s.workspace_id, s.portfolio_id, u.asset_id, u.tail"
	"   from unnest($2::uuid[], $3::uuid[], $4::bytea[]) as u (portfolio_id, asset_id, tail)"
	"   join portfolio_state s on s.workspace_id = $1 and s.portfolio_id = u.portfolio_id"
	" on conflict (workspace_id, portfolio_id, asset_id) do update set tail = excluded.tail");

static DB_STMT(restamp, "state.restamp_many",
	       "update portfolio_state s"
	       "   set reference_version = $2"
	       "  from unnest($3::uuid[], $4::int8[]) as u (id, version)"
	       " where s.workspace_id = $1 and s.portfolio_id = u.id"
	       "   and s.ledger_version = u.version and s.reference_version < $2");

struct many {
	struct loaded **list;
	size_t n;
};

static struct many *keep(struct ctx *ctx, struct loaded *const *list, size_t n)
{
	struct many *m = pool_zero(ctx->pool, struct many);

	m->list = pool_memdup(ctx->pool, list, n * sizeof(struct loaded *));
	m->n = n;
	return m;
}

/* ---- saving ---- */

static void send_heads(struct ctx *ctx, void *pool, struct loaded *const *list, size_t n)
{
	struct uuid *ids = pool_array(pool, struct uuid, n);
	int64_t *versions = pool_array(pool, int64_t, n);
	struct day *first = pool_array(pool, struct day, n),
		   *until = pool_array(pool, struct day, n);
	struct slice *heads = pool_array(pool, struct slice, n);

	for (size_t i = 0; i < n; i++) {
		struct buf b;

		buf_init(&b, pool, 4096);
		head_pack(&b, &list[i]->ledger, &list[i]->derived);
		ids[i] = list[i]->id;
		versions[i] = list[i]->ledger_version;
		first[i] = list[i]->derived.as_of;
		until[i] = list[i]->derived.until;
		heads[i] = (struct slice){ b.p, b.n };
	}
	db_send(ctx, &save,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace),
			db_int(ctx->caller->market_version[FAMILY_REFERENCE]),
			db_text(CALC_CODE_STAMP), db_uuids(ids, n), db_ints(versions, n),
			db_days(first, n), db_days(until, n),
			db_array(DB_BYTES_ARRAY, heads, NULL, n, 0)));
}

static bool is_among(const struct db_rows *saved, struct uuid id)
{
	for (size_t i = 0; i < db_count(saved); i++)
		if (uuid_same(db_get_uuid(saved, i, 0), id))
			return true;
	return false;
}

/* Tails of the saved heads; for the others another request saved newer ones. */
static void send_tails(struct ctx *ctx, void *pool, struct loaded *const *list, size_t n,
		       const struct db_rows *saved)
{
	struct uuid *ids = pool_array(pool, struct uuid, n), *owners, *assets;
	struct slice *tails;
	size_t n_ids = 0, n_tails = 0;

	for (size_t i = 0; i < n; i++)
		n_tails += list[i]->derived.n;
	owners = pool_array(pool, struct uuid, n_tails);
	assets = pool_array(pool, struct uuid, n_tails);
	tails = pool_array(pool, struct slice, n_tails);
	n_tails = 0;
	for (size_t i = 0; i < n; i++) {
		const struct derived *d = &list[i]->derived;

		if (!is_among(saved, list[i]->id))
			continue;
		ids[n_ids++] = list[i]->id;
		for (size_t k = 0; k < d->n; k++) {
			struct buf b;

			buf_init(&b, pool, 256);
			tail_pack(&b, &d->holdings[k]);
			owners[n_tails] = list[i]->id;
			assets[n_tails] = d->holdings[k].head->id;
			tails[n_tails++] = (struct slice){ b.p, b.n };
		}
	}
	db_send(ctx, &drop_tails,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuids(ids, n_ids)));
	db_send(ctx, &save_tails,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuids(owners, n_tails),
			db_uuids(assets, n_tails),
			db_array(DB_BYTES_ARRAY, tails, NULL, n_tails, 0)));
}

static void run_save(struct ctx *ctx, void *arg)
{
	const struct many *m = arg;

	for (size_t at = 0; at < m->n; at += AT_ONCE) {
		size_t n = m->n - at < AT_ONCE ? m->n - at : AT_ONCE;
		void *pool = pool_new(ctx->pool, "states to keep");
		struct db_rows *rows[2];

		send_heads(ctx, pool, m->list + at, n);
		db_wait(ctx, rows, 1);
		send_tails(ctx, pool, m->list + at, n, rows[0]);
		db_wait(ctx, rows, 2);
		pool_free(pool);
	}
}

void state_save_many_later(struct ctx *ctx, struct loaded *const *list, size_t n)
{
	ctx->rebuilds += (unsigned)n;
	if (n)
		ctx_later(ctx, run_save, keep(ctx, list, n));
}

/* ---- restamping ---- */

static void run_restamp(struct ctx *ctx, void *arg)
{
	const struct many *m = arg;
	struct uuid *ids = pool_array(ctx->pool, struct uuid, m->n);
	int64_t *versions = pool_array(ctx->pool, int64_t, m->n);

	for (size_t i = 0; i < m->n; i++) {
		ids[i] = m->list[i]->id;
		versions[i] = m->list[i]->ledger_version;
	}
	(void)db_exec(ctx, &restamp,
		      DB_ARGS(db_uuid(ctx->caller->resource_workspace),
			      db_int(ctx->caller->market_version[FAMILY_REFERENCE]),
			      db_uuids(ids, m->n), db_ints(versions, m->n)));
}

void state_restamp_many_later(struct ctx *ctx, struct loaded *const *list, size_t n)
{
	if (n)
		ctx_later(ctx, run_restamp, keep(ctx, list, n));
}
