/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cached_rows.c: the rendered rows of a ledger for the detail, cached as one row per holding.
 *
 * The bytes of a holding are a checksum of the rest, the number and ids of the papers merged into it,
 * and its array.
 */
#include "config.h"

#include "portfolio/store/cached_rows.h"

#include <stdlib.h>
#include <zlib.h>

#include "identity/caller.h"
#include "db/db.h"
#include "portfolio/store/cached_rows_code_stamp.h"
#include "portfolio/store/transaction_members.h"

/* With fewer rows, reading the cache takes as long as rendering. */
#define ROWS_WORTH 500

static DB_STMT(cached, "cached_rows.find",
	       "select r.asset_id, r.rows"
	       "  from portfolio_rows k"
	       "  join asset_rows r on r.workspace_id = $1"
	       "                   and r.portfolio_id = k.portfolio_id"
	       " where " CACHED_ROWS_CURRENT " order by r.asset_id limit 100000");
enum { K_ASSET, K_ROWS };

/* Overwrites only older rows; the row lock serialises writers. */
static DB_STMT(
	save, "cached_rows.save",
	"insert into portfolio_rows (workspace_id, portfolio_id, ledger_version, code_stamp, day)"
	" values ($1, $2, $3, $4, $5)"
	" on conflict (workspace_id, portfolio_id) do update"
	"   set ledger_version = excluded.ledger_version, code_stamp = excluded.code_stamp, day = excluded.day"
	" where portfolio_rows.ledger_version <= excluded.ledger_version"
	"    or portfolio_rows.code_stamp <> excluded.code_stamp");

static DB_STMT(drop_rows, "cached_rows.drop_rows",
	       "delete from asset_rows"
	       " where workspace_id = $1 and portfolio_id = $2");

static DB_STMT(save_rows, "cached_rows.save_rows",
	       "insert into asset_rows (workspace_id, portfolio_id, asset_id, rows)"
	       " select k.workspace_id, k.portfolio_id, u.asset_id, u.rows"
	       "   from portfolio_rows k, unnest($3::uuid[], $4::bytea[]) as u (asset_id, rows)"
	       "  where k.workspace_id = $1 and k.portfolio_id = $2");

/* ---- writing ---- */

static int by_day(const void *a, const void *b)
{
	const struct ledger_row *x = *(const struct ledger_row *const *)a;
	const struct ledger_row *y = *(const struct ledger_row *const *)b;
	int c = wide_order(x->day.n, y->day.n);

	return c ? c : memcmp(x->id.b, y->id.b, sizeof(x->id.b));
}

static void render_row(struct json *j, const struct ledger_row *row, enum currency currency)
{
	json_open(j, NULL);
	transaction_members(j, row, currency);
	json_close(j);
}

/* Merges the rows of the paper and of those that became it; each list ascends. */
static void render_sorted(void *pool, struct json *j, const struct rendered_rows *r,
			  struct day as_of)
{
	size_t n = r->asset->n_rows, at = 0;
	const struct ledger_row **rows;

	for (size_t i = 0; i < r->n_merged; i++)
		n += r->merged[i]->n_rows;
	rows = pool_array(pool, const struct ledger_row *, n);
	for (size_t i = 0; i < r->asset->n_rows; i++)
		rows[at++] = &r->asset->rows[i];
	for (size_t m = 0; m < r->n_merged; m++) {
		for (size_t i = 0; i < r->merged[m]->n_rows; i++)
			rows[at++] = &r->merged[m]->rows[i];
	}
	qsort(rows, n, sizeof(*rows), by_day);
	for (size_t i = 0; i < n && !day_before(as_of, rows[i]->day); i++)
		render_row(j, rows[i], r->asset->currency);
}

void cached_rows_render(void *pool, struct json *j, const char *name, const struct rendered_rows *r,
			struct day as_of)
{
	const struct ledger_asset *a = r->asset;

	json_array(j, name);
	if (r->n_merged > 0) {
		render_sorted(pool, j, r, as_of);
	} else {
		for (size_t i = 0; i < a->n_rows && !day_before(as_of, a->rows[i].day); i++)
			render_row(j, &a->rows[i], a->currency);
	}
	json_array_end(j);
}

/* ---- as bytes ---- */

_Static_assert(_Alignof(struct uuid) == 1, "ids are read where they stand");

enum { SUM_SIZE = 4, COUNT_SIZE = 2, ID_SIZE = sizeof(((struct uuid *)0)->b) };

/* A checksum of the following bytes and the identity of their holding. */
static void sum_of(const struct uuid *asset, const char *p, size_t n, unsigned char out[SUM_SIZE])
{
	uLong sum = crc32_z(crc32_z(0, asset->b, ID_SIZE), (const Bytef *)p, n);

	for (int i = 0; i < SUM_SIZE; i++)
		out[i] = (unsigned char)(sum >> 8 * i);
}

static void pack(void *pool, struct buf *b, const struct derived_holding *h, struct day as_of)
{
	const struct rendered_rows rows = { h->head, h->merged, h->n_merged };
	size_t start = b->n;
	unsigned char sum[SUM_SIZE];
	struct json j;

	buf_put(b, "\0\0\0", SUM_SIZE);
	buf_char(b, (char)(h->n_merged >> 8));
	buf_char(b, (char)h->n_merged);
	for (size_t i = 0; i < h->n_merged; i++)
		buf_put(b, (const char *)h->merged[i]->id.b, ID_SIZE);
	json_init(&j, b);
	cached_rows_render(pool, &j, NULL, &rows, as_of);
	sum_of(&h->head->id, b->p + start + SUM_SIZE, b->n - start - SUM_SIZE, sum);
	memcpy(b->p + start, sum, SUM_SIZE);
}

bool cached_rows_open(struct uuid asset, struct slice s, struct cached_rows_bytes *out)
{
	const unsigned char *p = (const unsigned char *)s.p;
	unsigned char sum[SUM_SIZE];
	size_t head;

	if (s.n < SUM_SIZE + COUNT_SIZE)
		return false;
	out->n_merged = (size_t)p[SUM_SIZE] << 8 | p[SUM_SIZE + 1];
	head = SUM_SIZE + COUNT_SIZE + out->n_merged * ID_SIZE;
	if (s.n < head + 2)
		return false;
	out->merged = (const struct uuid *)(p + SUM_SIZE + COUNT_SIZE);
	out->array = (struct slice){ s.p + head, s.n - head };
	sum_of(&asset, s.p + SUM_SIZE, s.n - SUM_SIZE, sum);
	return memcmp(sum, s.p, SUM_SIZE) == 0;
}

/* The array of holding @h; false when the bytes are damaged or belong to other papers. */
static bool unpack(const struct derived_holding *h, struct slice s, struct slice *out)
{
	struct cached_rows_bytes bytes;

	if (!cached_rows_open(h->head->id, s, &bytes) || bytes.n_merged != h->n_merged)
		return false;
	for (size_t i = 0; i < h->n_merged; i++)
		if (!uuid_same(bytes.merged[i], h->merged[i]->id))
			return false;
	*out = bytes.array;
	return true;
}

/* ---- reading ---- */

void cached_rows_send(struct ctx *ctx)
{
	db_send(ctx, &cached, CACHED_ROWS_ARGS(ctx));
}

/* Holdings and rows both ascend by the holding's asset. */
const struct slice *cached_rows_take(struct ctx *ctx, const struct db_rows *r,
				     const struct loaded *in)
{
	struct slice *out = pool_array(ctx->pool, struct slice, in->ledger.n_assets);
	size_t at = 0;

	if (in->ledger_version != ctx->caller->ledger_version)
		return NULL;
	for (size_t i = 0; i < in->derived.n; i++) {
		const struct derived_holding *h = &in->derived.holdings[i];

		while (at < db_count(r) && !uuid_same(db_get_uuid(r, at, K_ASSET), h->head->id))
			at++;
		if (at == db_count(r) ||
		    !unpack(h, db_get_bytes(r, at, K_ROWS), &out[h->head - in->ledger.assets]))
			return NULL;
	}
	return out;
}

size_t cached_rows_size(const struct loaded *in)
{
	size_t n = 0;

	for (size_t i = 0; i < in->ledger.n_assets; i++)
		n += in->cached_rows[i].n;
	return n;
}

/* ---- saving ---- */

/* libpq keeps a buffer as large as its largest message for good: no message may be larger than this. */
#define ROWS_AT_ONCE ((size_t)256 << 10)

struct batch {
	struct uuid *assets;
	struct slice *packed; /* .p is set once all of them are written */
	size_t n;
	struct buf bytes;
};

static void send_batch(struct ctx *ctx, const struct loaded *in, struct batch *b)
{
	const char *p = b->bytes.p;

	for (size_t i = 0; i < b->n; i++) {
		b->packed[i].p = p;
		p += b->packed[i].n;
	}
	db_send_quiet(ctx, &save_rows,
		      DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
			      db_uuids(b->assets, b->n),
			      db_array(DB_BYTES_ARRAY, b->packed, NULL, b->n, 0)));
	db_wait(ctx, NULL, 0);
	b->n = b->bytes.n = 0;
}

static void send_rows(struct ctx *ctx, const struct loaded *in)
{
	const struct derived *d = &in->derived;
	struct batch b = { .assets = pool_array(ctx->pool, struct uuid, d->n),
			   .packed = pool_array(ctx->pool, struct slice, d->n) };

	buf_init(&b.bytes, ctx->pool, ROWS_AT_ONCE + (ROWS_AT_ONCE >> 2));
	for (size_t i = 0; i < d->n; i++) {
		size_t start = b.bytes.n;

		pack(ctx->pool, &b.bytes, &d->holdings[i], ctx->today);
		b.assets[b.n] = d->holdings[i].head->id;
		b.packed[b.n++].n = b.bytes.n - start;
		if (b.bytes.n >= ROWS_AT_ONCE)
			send_batch(ctx, in, &b);
	}
	if (b.n)
		send_batch(ctx, in, &b);
}

static void run_save(struct ctx *ctx, void *arg)
{
	const struct loaded *in = arg;
	struct db_rows *row;

	db_send(ctx, &save,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id),
			db_int(in->ledger_version), db_text(CACHED_ROWS_CODE_STAMP),
			db_day(ctx->today)));
	db_wait(ctx, &row, 1);
	if (!db_touched(row))
		return; /* newer ones were saved meanwhile */
	db_send_quiet(ctx, &drop_rows,
		      DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(in->id)));
	send_rows(ctx, in);
}

/* Enough rows, and none that would change on another day. */
static bool worth_keeping(const struct ledger *l, struct day today)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_assets; i++) {
		const struct ledger_asset *a = &l->assets[i];

		if (a->n_rows && day_before(today, a->rows[a->n_rows - 1].day))
			return false;
		n += a->n_rows;
	}
	return n >= ROWS_WORTH;
}

void cached_rows_save_later(struct ctx *ctx, const struct loaded *in)
{
	struct loaded *copy;

	if (!worth_keeping(&in->ledger, ctx->today))
		return;
	copy = pool_zero(ctx->pool, struct loaded);
	*copy = *in;
	ctx_later(ctx, run_save, copy);
}
