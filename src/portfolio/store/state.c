/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state.c: reads and stores derived figures (architecture.md, Speed).
 *
 * One row per portfolio holds what a detail shows, one row per holding what histories add.  They are
 * written together, under the lock of the portfolio's row or only over an older stamp, so the stamp of
 * the ledger guarantees the figures of that ledger.
 */
#include "config.h"

#include "portfolio/store/state.h"

#include "identity/caller.h"
#include "calc/code_stamp.h"
#include "calc/history/packed.h"
#include "db/db.h"
#include "portfolio/store/state_rows.h"
#include "portfolio/store/asset_terms.h"

/*
 * When no current state is stored, also the asset at which the ledger's first part ends: PART_ASSETS of
 * them.
 */
static DB_STMT(head, "state.head",
	       "select " STATE_HEAD_COLUMNS
	       ", case when s.ledger_version is distinct from p.ledger_version then"
	       "  (select a.id from asset a where a.workspace_id = $1 and a.portfolio_id = $2"
	       "    order by a.id offset 15 limit 1) end" STATE_HEAD_FROM
	       " where p.workspace_id = $1 and p.id = $2");
enum {
	H_NAME,
	H_VISIBILITY,
	H_CREATED,
	H_EXCLUDE,
	H_VERSION,
	H_MADE_FROM,
	H_REFERENCE,
	H_OURS,
	H_FIRST,
	H_UNTIL,
	H_HEAD,
	H_ID,
	H_CLIENT,
	H_CONTROLLER,
	H_FIRST_PART
};

static DB_STMT(tails, "state.tails",
	       "select asset_id, tail"
	       "  from asset_state"
	       " where workspace_id = $1 and portfolio_id = $2"
	       " order by asset_id limit 100000");
enum { T_ASSET, T_TAIL, T_PORTFOLIO };

/* None of its papers was changed after the version that the figures were made from. */
static DB_STMT(changed, "state.changed",
	       "select exists (select from unnest($1::text[], $2::text[]) w (venue, symbol)"
	       "                 join symbol_version v on v.venue = w.venue and v.symbol = w.symbol"
	       "                where v.version > $3)");

static DB_STMT(restamp, "state.restamp",
	       "update portfolio_state"
	       "   set reference_version = $4"
	       " where workspace_id = $1 and portfolio_id = $2"
	       "   and ledger_version = $3 and reference_version < $4");

static DB_STMT(save, "state.save",
	       STATE_INTO " values ($1, $2, $3, $4, $5, $6, $7, $8)" STATE_REPLACED);

static DB_STMT(drop_tails, "state.drop_tails",
	       "delete from asset_state"
	       " where workspace_id = $1 and portfolio_id = $2");

/* After their head, which was saved in the same transaction: its row is locked, and other writers wait. */
static DB_STMT(save_tails, "state.save_tails",
	       "insert into asset_state (workspace_id, portfolio_id, asset_id, tail)"
	       " select s.workspace_id, s.portfolio_id, u.asset_id, u.tail"
	       "   from portfolio_state s,"
	       "        unnest($3::uuid[], $4::bytea[]) as u (asset_id, tail)"
	       "  where s.workspace_id = $1 and s.portfolio_id = $2"
	       " on conflict (workspace_id, portfolio_id, asset_id) do update"
	       "   set tail = excluded.tail");

/* The same of one holding, as a trade changes: distributed, an insert from a select is planned for every shard. */
static DB_STMT(save_tail, "state.save_tail",
	       "insert into asset_state (workspace_id, portfolio_id, asset_id, tail)"
	       " values ($1, $2, ($3::uuid[])[1], ($4::bytea[])[1])"
	       " on conflict (workspace_id, portfolio_id, asset_id) do update"
	       "   set tail = excluded.tail");

/* A write that changed no figure: the stored state stays valid. */
static DB_STMT(keep, "state.keep",
	       "update portfolio_state s"
	       "   set ledger_version = p.ledger_version"
	       "  from portfolio p"
	       " where p.workspace_id = $1 and p.id = $2"
	       "   and s.workspace_id = $1 and s.portfolio_id = p.id"
	       "   and s.ledger_version = p.ledger_version - 1");

/* ---- reading ---- */

void state_send_head(struct ctx *ctx)
{
	db_send(ctx, &head, DB_ARGS(DB_CHOSEN(ctx), db_text(CALC_CODE_STAMP)));
}

void state_send_tails(struct ctx *ctx)
{
	db_send(ctx, &tails, DB_ARGS(DB_CHOSEN(ctx)));
}

size_t state_send(struct ctx *ctx, bool with_tails)
{
	state_send_head(ctx);
	if (with_tails)
		state_send_tails(ctx);
	return 1 + with_tails;
}

void state_own(const struct db_rows *r, size_t row, struct loaded *out)
{
	*out = (struct loaded){
		.id = db_get_uuid(r, row, H_ID),
		.name = db_get_text(r, row, H_NAME),
		.visibility = db_get_text(r, row, H_VISIBILITY),
		.created_ms = db_get_timestamp(r, row, H_CREATED),
		.exclude_from_consolidated = db_get_bool(r, row, H_EXCLUDE),
		.ledger_version = db_get_int(r, row, H_VERSION),
		.controller = db_get_uuid(r, row, H_CONTROLLER),
	};
}

void state_portfolio(struct ctx *ctx, const struct db_rows *r, struct loaded *out)
{
	if (db_count(r) == 0)
		fail(ctx, 404, "portfolio_not_found", "A carteira %s não existe mais.",
		     ctx->path[0]);
	state_own(r, 0, out);
}

struct uuid state_first_part(const struct db_rows *row)
{
	struct uuid all;

	memset(all.b, 0xff, sizeof(all.b));
	return db_is_null(row, 0, H_FIRST_PART) ? all : db_get_uuid(row, 0, H_FIRST_PART);
}

bool state_is_cached(const struct db_rows *r, size_t row)
{
	return !db_is_null(r, row, H_HEAD);
}

bool state_is_current(const struct db_rows *r, size_t row, int64_t version, struct day day)
{
	return state_is_cached(r, row) && db_get_bool(r, row, H_OURS) &&
	       db_get_int(r, row, H_MADE_FROM) == version &&
	       !day_before(day, db_get_day(r, row, H_FIRST)) &&
	       day_before(day, db_get_day(r, row, H_UNTIL));
}

void state_days(const struct db_rows *r, struct day *first, struct day *until)
{
	*first = db_get_day(r, 0, H_FIRST);
	*until = db_get_day(r, 0, H_UNTIL);
}

struct slice state_row_bytes(const struct db_rows *r, size_t row)
{
	return db_get_bytes(r, row, H_HEAD);
}

int64_t state_row_version(const struct db_rows *r, size_t row)
{
	return db_get_int(r, row, H_VERSION);
}

int64_t state_row_reference(const struct db_rows *r, size_t row)
{
	return db_get_int(r, row, H_REFERENCE);
}

struct uuid state_row_client(const struct db_rows *r, size_t row)
{
	return db_get_uuid(r, row, H_CLIENT);
}

struct slice state_tail_bytes(const struct db_rows *r, size_t row)
{
	return db_get_bytes(r, row, T_TAIL);
}

bool state_unpack(void *pool, const struct db_rows *r, size_t row, struct loaded *out)
{
	out->reference_version = db_get_int(r, row, H_REFERENCE);
	if (!head_unpack(pool, state_row_bytes(r, row), &out->assets, &out->ledger.n_assets,
			 &out->derived))
		return false;
	out->ledger.assets = out->assets;
	terms_give(pool, out->assets, out->ledger.n_assets);
	return true;
}

bool state_head(struct ctx *ctx, const struct db_rows *r, size_t row, int64_t version,
		struct day day, struct loaded *out)
{
	return state_is_current(r, row, version, day) && state_unpack(ctx->pool, r, row, out);
}

/* Both lists ascend by asset; the head of a family is at its own asset. */
bool state_tails(struct ctx *ctx, const struct db_rows *r, size_t at, size_t end, struct derived *d)
{
	for (size_t i = 0; i < d->n; i++) {
		struct derived_holding *h = &d->holdings[i];

		ctx_in_time(ctx);
		while (at < end && !uuid_same(db_get_uuid(r, at, T_ASSET), h->head->id))
			at++;
		if (at == end || !tail_unpack(ctx->pool, db_get_bytes(r, at, T_TAIL), h))
			return false;
	}
	return true;
}

bool state_row_tails(struct ctx *ctx, const struct db_rows *r, size_t *next, struct loaded *out)
{
	size_t first = *next;

	size_t end;

	while (first < db_count(r) && !uuid_same(db_get_uuid(r, first, T_PORTFOLIO), out->id))
		first++;
	end = first;
	while (end < db_count(r) && uuid_same(db_get_uuid(r, end, T_PORTFOLIO), out->id))
		end++;
	if (end > first) /* without assets it has none, and the following ones are still to come */
		*next = end;
	return state_tails(ctx, r, first, end, &out->derived);
}

bool state_add_tails(struct ctx *ctx, struct loaded *out)
{
	const struct db_rows *r = db_query(
		ctx, &tails, DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(out->id)));
	struct derived *d = &out->derived;
	struct derived_holding *own = pool_array(ctx->pool, struct derived_holding, d->n);

	for (size_t i = 0; i < d->n; i++) /* cached ones are not modified */
		own[i] = d->holdings[i];
	d->holdings = own;
	return state_tails(ctx, r, 0, db_count(r), &out->derived);
}

static void run_restamp(struct ctx *ctx, void *arg)
{
	const struct loaded *in = arg;

	(void)db_exec(ctx, &restamp,
		      DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
			      db_int(in->ledger_version), db_int(in->reference_version)));
}

bool state_changed(struct ctx *ctx, const struct loaded *in)
{
	int64_t now = ctx->caller->market_version[FAMILY_REFERENCE];
	const struct market *m = in->market;
	const char **venues, **symbols;
	size_t n = 0;

	if (in->reference_version >= now)
		return in->reference_version > now;
	venues = pool_array(ctx->pool, const char *, m->n_symbols + 1);
	symbols = pool_array(ctx->pool, const char *, m->n_symbols + 1);
	for (; n < m->n_symbols; n++) {
		venues[n] = market_venue(m->symbols[n].type);
		symbols[n] = m->symbols[n].symbol;
	}
	if (in->derived.foreign) { /* costs in reais depend on official rates */
		venues[n] = "fx";
		symbols[n++] = "USD";
	}
	return db_get_bool(db_query(ctx, &changed,
				    DB_ARGS(db_texts(venues, n), db_texts(symbols, n),
					    db_int(in->reference_version))),
			   0, 0);
}

bool state_holds(struct ctx *ctx, const struct loaded *in)
{
	int64_t now = ctx->caller->market_version[FAMILY_REFERENCE];
	struct loaded *stamped;

	if (state_changed(ctx, in))
		return false;
	if (in->reference_version == now)
		return true;
	stamped = pool_zero(ctx->pool, struct loaded);
	*stamped = *in;
	stamped->reference_version = now;
	ctx_later(ctx, run_restamp, stamped);
	return true;
}

/* ---- saving ---- */

static struct slice packed_head(struct ctx *ctx, const struct loaded *in)
{
	struct buf b;

	buf_init(&b, ctx->pool, 16384);
	head_pack(&b, &in->ledger, &in->derived);
	return (struct slice){ b.p, b.n };
}

static void send_head(struct ctx *ctx, const struct loaded *in, struct slice packed, bool quiet)
{
	(quiet ? db_send_quiet
	       : db_send)(ctx, &save,
			  DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
				  db_int(in->ledger_version), db_int(in->reference_version),
				  db_text(CALC_CODE_STAMP), db_day(in->derived.as_of),
				  db_day(in->derived.until), db_bytes(packed)));
}

void state_head_send(struct ctx *ctx, const struct loaded *in)
{
	send_head(ctx, in, packed_head(ctx, in), true);
}

/* libpq keeps a buffer as large as its largest message for good: no message may be larger than this. */
#define TAILS_AT_ONCE ((size_t)256 << 10)

void state_tails_send(struct ctx *ctx, const struct loaded *in, const struct derived_holding *h,
		      size_t n)
{
	struct uuid *assets = pool_array(ctx->pool, struct uuid, n);
	struct slice *packed = pool_array(ctx->pool, struct slice, n);
	size_t first = 0, bytes = 0;
	void *batch = pool_new(ctx->pool, "tails at once");

	for (size_t i = 0; i < n; i++) {
		struct buf b;

		buf_init(&b, batch, 256);
		tail_pack(&b, &h[i]);
		assets[i] = h[i].head->id;
		packed[i] = (struct slice){ b.p, b.n };
		bytes += b.n;
		if (bytes < TAILS_AT_ONCE && i + 1 < n)
			continue;
		if (first)
			db_wait(ctx, NULL, 0);
		db_send_quiet(
			ctx, i == first ? &save_tail : &save_tails,
			DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
				db_uuids(assets + first, i + 1 - first),
				db_array(DB_BYTES_ARRAY, packed + first, NULL, i + 1 - first, 0)));
		first = i + 1;
		bytes = 0;
		pool_free(batch);
		batch = pool_new(ctx->pool, "tails at once");
	}
	pool_free(batch);
}

bool state_save(struct ctx *ctx, const struct loaded *in)
{
	struct db_rows *row;

	send_head(ctx, in, packed_head(ctx, in), false);
	db_wait(ctx, &row, 1);
	if (!db_touched(row))
		return false;
	db_send_quiet(ctx, &drop_tails,
		      DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id)));
	state_tails_send(ctx, in, in->derived.holdings, in->derived.n);
	return true;
}

static void run_save(struct ctx *ctx, void *arg)
{
	(void)state_save(ctx, arg);
}

void state_save_later(struct ctx *ctx, const struct loaded *in)
{
	ctx->rebuilds++;
	struct loaded *cached = pool_zero(ctx->pool, struct loaded);

	*cached = *in;
	cached->reference_version = ctx->caller->market_version[FAMILY_REFERENCE];
	ctx_later(ctx, run_save, cached);
}

void state_cache_send(struct ctx *ctx)
{
	db_send(ctx, &keep, DB_ARGS(DB_CHOSEN(ctx)));
}
