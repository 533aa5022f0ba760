/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledger_rows.c: reads a ledger from the database in the form that calc needs.
 *
 * The rows come from the index ledger_fold alone, in its order (asset, day, insertion), so they are
 * decoded straight into one array and each asset gets a stretch of it.  The only work per asset is a
 * comparison, and nothing is allocated per row.
 */
#include "config.h"

#include "portfolio/store/ledger_rows.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "db/db.h"
#include "portfolio/store/cached_rows.h"
#include "portfolio/store/cached_rows_code_stamp.h"
#include "portfolio/store/asset_terms.h"

static DB_STMT(assets, "load.assets",
	       "select " ASSET_COLUMNS ", created_at"
	       "  from asset"
	       " where workspace_id = $1 and portfolio_id = $2"
	       " order by id");
enum { A_ID, A_SYMBOL, A_TYPE, A_CURRENCY, A_NAME, A_META, A_DECLINE, A_CONTRACT, A_CREATED };

/*
 * The columns of the covering index and no others, so the heap is never visited.  Without a bound on
 * the day: calc skips later rows, and a bound would make another index look cheaper.
 */
static DB_STMT(ledger_rows, "load.rows",
	       "select " LEDGER_COLUMNS "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	       " order by asset_id, trade_date, id");
enum { L_PACKED, L_ID };

/* The rows of a run of assets: the next run is fetched while this one is processed. */
static DB_STMT(ledger_part, "load.part",
	       "select " LEDGER_COLUMNS "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	       "   and asset_id >= $3 and asset_id <= $4"
	       " order by asset_id, trade_date, id");

/* The rows of the first assets, before their ids are known. */
static DB_STMT(ledger_start, "load.start",
	       "select " LEDGER_COLUMNS "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	       "   and asset_id <= $3"
	       " order by asset_id, trade_date, id");

static DB_STMT(ledger_transactions, "load.transactions",
	       "select " LEDGER_COLUMNS ", id"
	       "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	       " order by asset_id, trade_date, id");

/* The same, but none when the rendered rows of the detail are cached. */
static DB_STMT(unlisted_transactions, "load.unlisted_transactions",
	       "select " LEDGER_COLUMNS ", id"
	       "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	       "   and not exists (select from portfolio_rows k where " CACHED_ROWS_CURRENT ")"
	       " order by asset_id, trade_date, id");

/* Few rows have one, and the covering index has none: read separately, in the same order. */
static DB_STMT(ledger_notes, "load.notes",
	       "select id, note"
	       "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	       "   and note is not null"
	       " order by asset_id, trade_date, id");
enum { N_ID, N_NOTE };

static DB_STMT(unlisted_notes, "load.unlisted_notes",
	       "select id, note"
	       "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
	       "   and note is not null"
	       "   and not exists (select from portfolio_rows k where " CACHED_ROWS_CURRENT ")"
	       " order by asset_id, trade_date, id");

static DB_STMT(
	income_rows, "load.income",
	"select asset_id, pay_date, kind, amount, source is not distinct from 'movimentacao', id"
	"  from income"
	" where workspace_id = $1 and portfolio_id = $2"
	" order by asset_id, pay_date, id");
enum { I_ASSET, I_DAY, I_KIND, I_AMOUNT, I_IMPORTED, I_ID };

static DB_STMT(coverage, "load.coverage",
	       "select distinct lower(c.days), upper(c.days) - 1"
	       "  from import, unnest(coverage) c (days)"
	       " where workspace_id = $1 and portfolio_id = $2"
	       " order by 1, 2");

/* The check constraint limits the column's words: the first letters decide. */
static enum row_kind kind_of(struct slice s)
{
	switch (s.p[0]) {
	case 'b':
		return ROW_BUY;
	case 'a':
		return ROW_ADJUST;
	default:
		return s.p[1] == 'e' ? ROW_SELL : ROW_SPLIT;
	}
}

static enum event_kind event_of(struct slice s)
{
	switch (s.p[0]) {
	case 'b':
		return EVENT_BONUS;
	case 'i':
		return EVENT_INCORPORATION;
	case 'f':
		return EVENT_FRACTION;
	case 'e':
		return EVENT_EXERCISE;
	default:
		return s.p[1] == 'p' ? EVENT_SPLIT : EVENT_SUBSCRIPTION;
	}
}

/* As the column ledger.packed has it (sql/0305_portfolios.sql); returns the asset. */
static struct uuid take_row(const struct db_rows *r, size_t i, struct ledger_row *row)
{
	struct db_packed b = db_get_packed(r, i, L_PACKED);
	struct uuid asset;
	struct slice event;

	row->order = db_take_int(&b);
	asset = db_take_uuid(&b);
	row->day = db_take_day(&b);
	row->kind = kind_of(db_take_word(&b));
	event = db_take_word(&b);
	if (event.n)
		row->event = event_of(event);
	row->qty.e8 = (int64_t)db_take_decimal(&b, QTY_PLACES);
	row->fees.e8 = db_take_decimal(&b, MONEY_PLACES);
	if (row->kind == ROW_SPLIT)
		row->ratio_e12 = (int64_t)db_take_decimal(&b, PRICE_PLACES);
	row->price_known = b.p < b.end;
	if (row->price_known)
		row->price.e12 = db_take_decimal(&b, PRICE_PLACES);
	db_packed_end(&b);
	return asset;
}

/* The id of row @i, and its note if the next one of @notes, at @next, belongs to it. */
static void take_words(const struct db_rows *r, size_t i, const struct db_rows *notes, size_t *next,
		       struct ledger_row *row)
{
	row->id = db_get_uuid(r, i, L_ID);
	if (*next < db_count(notes) && uuid_same(db_get_uuid(notes, *next, N_ID), row->id))
		row->note = db_get_text(notes, (*next)++, N_NOTE);
}

/*
 * Both lists ascend by asset id; an asset without rows gets an empty stretch.
 * @notes: NULL when neither ids nor notes are wanted
 */
static void give_rows(struct ctx *ctx, const struct db_rows *r, const struct db_rows *notes,
		      struct ledger_asset *list, size_t n)
{
	size_t n_rows = db_count(r), asset = 0, next_note = 0;
	struct ledger_row *rows = pool_array(ctx->pool, struct ledger_row, n_rows);

	for (size_t i = 0; i < n_rows; i++) {
		struct uuid id = take_row(r, i, &rows[i]);

		if (notes)
			take_words(r, i, notes, &next_note, &rows[i]);
		while (asset < n && !uuid_same(list[asset].id, id))
			asset++;
		if (asset == n)
			return; /* unreachable: every row has its asset, by foreign key */
		if (list[asset].n_rows++ == 0)
			list[asset].rows = &rows[i];
	}
}

static void give_income(struct ctx *ctx, const struct db_rows *r, struct ledger_asset *list,
			size_t n)
{
	size_t n_rows = db_count(r), asset = 0;
	struct income_row *rows = pool_array(ctx->pool, struct income_row, n_rows);

	for (size_t i = 0; i < n_rows; i++) {
		struct uuid id = db_get_uuid(r, i, I_ASSET);

		rows[i].pay_day = db_get_day(r, i, I_DAY);
		rows[i].kind =
			(enum income_kind)enum_find(income_kind_names, db_get_text(r, i, I_KIND));
		rows[i].amount.e8 = db_get_decimal(r, i, I_AMOUNT, MONEY_PLACES);
		rows[i].imported = db_get_bool(r, i, I_IMPORTED);
		rows[i].id = db_get_uuid(r, i, I_ID);
		while (asset < n && !uuid_same(list[asset].id, id))
			asset++;
		if (asset == n)
			return; /* unreachable, as above */
		if (list[asset].n_income++ == 0)
			list[asset].income = &rows[i];
	}
}

static void take_assets(const struct db_rows *r, struct ledger_asset *list)
{
	for (size_t i = 0; i < db_count(r); i++) {
		list[i].id = db_get_uuid(r, i, A_ID);
		list[i].symbol = db_get_text(r, i, A_SYMBOL);
		list[i].type =
			(enum asset_type)enum_find(asset_type_names, db_get_text(r, i, A_TYPE));
		list[i].currency =
			(enum currency)enum_find(currency_names, db_get_text(r, i, A_CURRENCY));
		list[i].name = db_get_text(r, i, A_NAME);
		list[i].meta = db_get_text(r, i, A_META);
		list[i].decline_events = db_get_bool(r, i, A_DECLINE);
		list[i].contract = db_get_text(r, i, A_CONTRACT);
	}
}

static void take_coverage(struct ctx *ctx, const struct db_rows *r, struct ledger *out)
{
	struct day_range *ranges = pool_array(ctx->pool, struct day_range, db_count(r));

	for (size_t i = 0; i < db_count(r); i++)
		ranges[i] = (struct day_range){ db_get_day(r, i, 0), db_get_day(r, i, 1) };
	out->coverage = ranges;
	out->n_coverage = db_count(r);
}

void ledger_take_whole(struct ctx *ctx, const struct db_rows *asset_rows,
		       const struct db_rows *rows, const struct db_rows *income,
		       const struct db_rows *covered, const struct db_rows *notes,
		       struct ledger *out)
{
	size_t n = db_count(asset_rows);
	struct ledger_asset *list = pool_array(ctx->pool, struct ledger_asset, n);

	take_assets(asset_rows, list);
	terms_give(ctx->pool, list, n);
	*out = (struct ledger){ .assets = list, .n_assets = n };
	give_rows(ctx, rows, notes, list, n);
	give_income(ctx, income, list, n);
	take_coverage(ctx, covered, out);
}

void ledger_take(struct ctx *ctx, const struct db_rows *asset_rows, const struct db_rows *rows,
		 const struct db_rows *income, const struct db_rows *covered, struct ledger *out)
{
	ledger_take_whole(ctx, asset_rows, rows, income, covered, NULL, out);
}

void ledger_cut(struct ctx *ctx, const struct db_rows *asset_rows, size_t first, int created_col,
		struct day at, struct ledger *ledger)
{
	struct ledger_asset *kept = pool_array(ctx->pool, struct ledger_asset, ledger->n_assets);
	size_t n = 0;

	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct ledger_asset *a = &ledger->assets[i];

		if (!day_before(at, clock_day_of(db_get_timestamp(asset_rows, first + i,
								  created_col))) ||
		    (a->n_rows && !day_before(at, a->rows[0].day)) ||
		    (a->n_income && !day_before(at, a->income[0].pay_day)))
			kept[n++] = *a;
	}
	ledger->assets = kept;
	ledger->n_assets = n;
}

void coverage_send(struct ctx *ctx)
{
	db_send(ctx, &coverage, DB_ARGS(DB_CHOSEN(ctx)));
}

/* ---- queries ---- */

static size_t rows_send(struct ctx *ctx, bool transactions)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;

	db_send(ctx, transactions ? &ledger_transactions : &ledger_rows,
		DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	if (!transactions)
		return 1;
	db_send(ctx, &ledger_notes, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	return 2;
}

/*
 * Queues rows and notes and, if @listed, the cached rows before them: then only the rows of those
 * without a cache.
 */
size_t ledger_transactions_send(struct ctx *ctx, bool cached_rows)
{
	if (!cached_rows)
		return rows_send(ctx, true);
	cached_rows_send(ctx);
	db_send(ctx, &unlisted_transactions, CACHED_ROWS_ARGS(ctx));
	db_send(ctx, &unlisted_notes, CACHED_ROWS_ARGS(ctx));
	return ROWS_STATEMENTS;
}

/* The result of ledger_transactions_send().  One more round trip when the cache is damaged or lost. */
void ledger_transactions_take(struct ctx *ctx, const struct load_want *want,
			      struct db_rows *const *rows, struct loaded *out)
{
	struct db_rows *again[2];

	if (want->cached_rows) {
		out->cached_rows = cached_rows_take(ctx, *rows++, out);
		if (out->cached_rows)
			return;
		if (db_count(rows[0]) == 0) {
			db_wait(ctx, again, rows_send(ctx, true));
			rows = again;
		}
	}
	give_rows(ctx, rows[0], rows[1], out->assets, out->ledger.n_assets);
}

size_t ledger_send(struct ctx *ctx, bool transactions)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;

	db_send(ctx, &assets, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	db_send(ctx, &income_rows, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	coverage_send(ctx);
	return R_LEDGER + rows_send(ctx, transactions);
}

/* ---- in parts ---- */

/*
 * Each part is smaller than the one before: few queries, and little work left when the last part
 * arrives.
 */
static size_t part_size(size_t left, size_t n_parts)
{
	size_t size = left * 2 / 5;

	if (n_parts + 2 >= LEDGER_PARTS) /* the first one is not counted */
		return left;
	if (size < PART_ASSETS)
		size = PART_ASSETS;
	return size < left ? size : left;
}

/* Queues the parts after the first. */
static size_t parts_send(struct ctx *ctx, const struct loaded *in, size_t at,
			 struct ledger_part *parts)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;
	size_t n = in->ledger.n_assets, n_parts = 0;

	for (size_t first = at, end; first < n; first = end) {
		end = first + part_size(n - first, n_parts);
		parts[n_parts++] = (struct ledger_part){ first, end };
		db_send_ahead(ctx, &ledger_part,
			      DB_ARGS(db_uuid(workspace), db_uuid(portfolio),
				      db_uuid(in->assets[first].id),
				      db_uuid(in->assets[end - 1].id)));
	}
	if (n_parts)
		db_sync(ctx);
	return n_parts;
}

/* The first part is requested before the assets are known. */
static void start_send(struct ctx *ctx, struct uuid first_part)
{
	struct db_arg workspace = db_uuid(ctx->caller->resource_workspace),
		      portfolio = db_uuid(ctx->caller->portfolio);

	db_send_ahead(ctx, &assets, DB_ARGS(workspace, portfolio));
	db_send_ahead(ctx, &income_rows, DB_ARGS(workspace, portfolio));
	db_send_ahead(ctx, &coverage, DB_ARGS(workspace, portfolio));
	db_send_ahead(ctx, &ledger_start, DB_ARGS(workspace, portfolio, db_uuid(first_part)));
	db_sync(ctx);
}

/* The number of assets in the first part. */
static size_t first_part_of(const struct loaded *in, struct uuid last)
{
	size_t n = 0;

	while (n < in->ledger.n_assets && !uuid_before(last, in->assets[n].id))
		n++;
	return n;
}

size_t ledger_parts_start(struct ctx *ctx, struct uuid first_part, struct db_rows **rows,
			  struct ledger_part *parts, struct loaded *out)
{
	size_t n;

	start_send(ctx, first_part);
	for (size_t i = 0; i < R_LEDGER; i++)
		rows[i] = db_next(ctx);
	n = db_count(rows[R_ASSETS]);
	out->assets = pool_array(ctx->pool, struct ledger_asset, n);
	out->ledger = (struct ledger){ .assets = out->assets, .n_assets = n };
	take_assets(rows[R_ASSETS], out->assets);
	parts[0] = (struct ledger_part){ 0, first_part_of(out, first_part) };
	return 1 + parts_send(ctx, out, parts[0].end, parts + 1);
}

void ledger_income_take(struct ctx *ctx, struct db_rows *const *rows, struct loaded *out)
{
	size_t n = out->ledger.n_assets;

	terms_give(ctx->pool, out->assets, n);
	give_income(ctx, rows[R_INCOME], out->assets, n);
	take_coverage(ctx, rows[R_COVERAGE], &out->ledger);
}

void ledger_part_take(struct ctx *ctx, const struct ledger_part *part, struct loaded *out)
{
	struct db_rows *rows = db_next(ctx);

	give_rows(ctx, rows, NULL, out->assets + part->first, part->end - part->first);
	pool_free(rows); /* the next part reuses its memory */
}
