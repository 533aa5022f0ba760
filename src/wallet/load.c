/* SPDX-License-Identifier: Apache-2.0 */
/*
 * load.c: one portfolio out of the database, as calc wants it.
 *
 * The rows come from the index ledger_fold alone, in its order (asset, day, insertion), so they are
 * decoded straight into one array and each asset gets a stretch of it.  Nothing here runs per asset
 * but a comparison, and nothing is allocated per row.
 */
#include "config.h"

#include "wallet/load.h"

#include "access/caller.h"
#include "core/clock.h"
#include "wallet/listed.h"
#include "wallet/listed_maker.h"
#include "wallet/state.h"
#include "wallet/statements.h"
#include "wallet/terms.h"

static struct db_stmt assets =
	DB_STMT("load.assets", "select " ASSET_COLUMNS ", created_at"
			       "  from asset"
			       " where workspace_id = $1 and portfolio_id = $2"
			       " order by id");
enum { A_ID, A_SYMBOL, A_TYPE, A_CURRENCY, A_NAME, A_META, A_DECLINE, A_CONTRACT, A_CREATED };

/*
 * The columns of the covering index and no other, so the heap is never visited.  No bound on the
 * day: calc passes over what is after its day, and a bound would make another index look better.
 */
static struct db_stmt ledger_rows = DB_STMT(
	"load.rows", "select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio"
		     "  from ledger"
		     " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
		     " order by asset_id, trade_date, id");
enum { L_ASSET, L_DAY, L_KIND, L_EVENT, L_QTY, L_PRICE, L_FEES, L_RATIO, L_ID };

static struct db_stmt ledger_transactions =
	DB_STMT("load.transactions",
		"select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio, id"
		"  from ledger"
		" where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
		" order by asset_id, trade_date, id");

/* The same, but none while what a detail shows of them is kept. */
static struct db_stmt unlisted_transactions =
	DB_STMT("load.unlisted_transactions",
		"select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio, id"
		"  from ledger"
		" where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
		"   and not exists (select from portfolio_rows k where " LISTED_KEPT ")"
		" order by asset_id, trade_date, id");

/* Few rows have one, and the covering index has none: they come apart, in the same order. */
static struct db_stmt ledger_notes = DB_STMT(
	"load.notes", "select id, note"
		      "  from ledger"
		      " where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
		      "   and note is not null"
		      " order by asset_id, trade_date, id");
enum { N_ID, N_NOTE };

static struct db_stmt unlisted_notes =
	DB_STMT("load.unlisted_notes",
		"select id, note"
		"  from ledger"
		" where workspace_id = $1 and portfolio_id = $2 and retired_by is null"
		"   and note is not null"
		"   and not exists (select from portfolio_rows k where " LISTED_KEPT ")"
		" order by asset_id, trade_date, id");

static struct db_stmt income_rows = DB_STMT(
	"load.income",
	"select asset_id, pay_date, kind, amount, source is not distinct from 'movimentacao', id"
	"  from income"
	" where workspace_id = $1 and portfolio_id = $2"
	" order by asset_id, pay_date, id");
enum { I_ASSET, I_DAY, I_KIND, I_AMOUNT, I_IMPORTED, I_ID };

/* Of the movement files themselves, and what a reimported export says that such files covered. */
static struct db_stmt coverage =
	DB_STMT("load.coverage",
		"select first_day, last_day"
		"  from import"
		" where workspace_id = $1 and portfolio_id = $2 and source = 'movimentacao'"
		"   and first_day is not null and last_day is not null"
		" union"
		" select (c.day ->> 'from')::date, (c.day ->> 'to')::date"
		"  from import, jsonb_array_elements(summary -> 'coverage') c(day)"
		" where workspace_id = $1 and portfolio_id = $2 and source = 'manual'"
		" order by 1, 2");

struct db_stmt *const load_stmts[] = {
	&assets,       &ledger_rows,	&ledger_transactions, &unlisted_transactions,
	&ledger_notes, &unlisted_notes, &income_rows,	      &coverage,
};
const size_t n_load_stmts = ARRAY_SIZE(load_stmts);

/* The column holds only the words that its check allows: the first letters decide. */
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
	default:
		return s.p[1] == 'p' ? EVENT_SPLIT : EVENT_SUBSCRIPTION;
	}
}

static void take_row(const struct db_rows *r, size_t i, struct ledger_row *row)
{
	row->day = db_get_day(r, i, L_DAY);
	row->kind = kind_of(db_get_bytes(r, i, L_KIND));
	if (!db_is_null(r, i, L_EVENT))
		row->event = event_of(db_get_bytes(r, i, L_EVENT));
	row->qty.e8 = (int64_t)db_get_decimal(r, i, L_QTY, QTY_PLACES);
	if (!db_is_null(r, i, L_PRICE)) {
		row->price_known = true;
		row->price.e12 = db_get_decimal(r, i, L_PRICE, PRICE_PLACES);
	}
	row->fees.e8 = db_get_decimal(r, i, L_FEES, MONEY_PLACES);
	if (!db_is_null(r, i, L_RATIO))
		row->ratio_e12 = (int64_t)db_get_decimal(r, i, L_RATIO, PRICE_PLACES);
}

/* The id of row @i, and its note if the next one of @notes, at @next, is its. */
static void take_words(const struct db_rows *r, size_t i, const struct db_rows *notes, size_t *next,
		       struct ledger_row *row)
{
	row->id = db_get_uuid(r, i, L_ID);
	if (*next < db_count(notes) && uuid_same(db_get_uuid(notes, *next, N_ID), row->id))
		row->note = db_get_text(notes, (*next)++, N_NOTE);
}

/*
 * Both lists ascend by asset id; an asset without rows keeps an empty stretch.
 * @notes: NULL where neither ids nor notes are wanted
 */
static void give_rows(struct ctx *ctx, const struct db_rows *r, const struct db_rows *notes,
		      struct ledger_asset *list, size_t n)
{
	size_t n_rows = db_count(r), asset = 0, next_note = 0;
	struct ledger_row *rows = pool_array(ctx->pool, struct ledger_row, n_rows);

	for (size_t i = 0; i < n_rows; i++) {
		struct uuid id = db_get_uuid(r, i, L_ASSET);

		take_row(r, i, &rows[i]);
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

static void take_all_but_assets(struct ctx *ctx, struct ledger_asset *list, size_t n,
				const struct db_rows *rows, const struct db_rows *income,
				const struct db_rows *covered, const struct db_rows *notes,
				struct ledger *out)
{
	*out = (struct ledger){ .assets = list, .n_assets = n };
	give_rows(ctx, rows, notes, list, n);
	give_income(ctx, income, list, n);
	take_coverage(ctx, covered, out);
}

static void take_whole(struct ctx *ctx, const struct db_rows *asset_rows,
		       const struct db_rows *rows, const struct db_rows *income,
		       const struct db_rows *covered, const struct db_rows *notes,
		       struct ledger *out)
{
	size_t n = db_count(asset_rows);
	struct ledger_asset *list = pool_array(ctx->pool, struct ledger_asset, n);

	take_assets(asset_rows, list);
	terms_give(ctx->pool, list, n);
	take_all_but_assets(ctx, list, n, rows, income, covered, notes, out);
}

void ledger_take_known(struct ctx *ctx, struct ledger_asset *list, size_t n,
		       const struct db_rows *rows, const struct db_rows *income,
		       const struct db_rows *covered, struct ledger *out)
{
	take_all_but_assets(ctx, list, n, rows, income, covered, NULL, out);
}

void ledger_take(struct ctx *ctx, const struct db_rows *asset_rows, const struct db_rows *rows,
		 const struct db_rows *income, const struct db_rows *covered, struct ledger *out)
{
	take_whole(ctx, asset_rows, rows, income, covered, NULL, out);
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
	db_send(ctx, &coverage,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio)));
}

/* ---- the two roads ---- */

enum { R_ASSETS, R_INCOME, R_COVERAGE, R_LEDGER, R_NOTES, LEDGER_STATEMENTS };

#define ROWS_STATEMENTS 3

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

/* Rows and notes, and before them, if @listed, what is kept of them: then those only without it. */
static size_t transactions_send(struct ctx *ctx, bool listed)
{
	if (!listed)
		return rows_send(ctx, true);
	listed_send(ctx);
	db_send(ctx, &unlisted_transactions, LISTED_ARGS(ctx));
	db_send(ctx, &unlisted_notes, LISTED_ARGS(ctx));
	return ROWS_STATEMENTS;
}

/* What transactions_send() gave.  One more round trip where what is kept is damaged or lost. */
static void take_transactions(struct ctx *ctx, const struct load_want *want,
			      struct db_rows *const *rows, struct loaded *out)
{
	struct db_rows *again[2];

	if (want->listed) {
		out->listed = listed_take(ctx, *rows++, out);
		if (out->listed)
			return;
		if (db_count(rows[0]) == 0) {
			db_wait(ctx, again, rows_send(ctx, true));
			rows = again;
		}
	}
	give_rows(ctx, rows[0], rows[1], out->assets, out->ledger.n_assets);
}

static size_t ledger_send(struct ctx *ctx, bool transactions)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;

	db_send(ctx, &assets, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	db_send(ctx, &income_rows, DB_ARGS(db_uuid(workspace), db_uuid(portfolio)));
	coverage_send(ctx);
	return R_LEDGER + rows_send(ctx, transactions);
}

/* From the ledger; @market_rows: of the market_send() that went before. */
static void take_ledger(struct ctx *ctx, const struct load_want *want, struct db_rows *const *rows,
			struct db_rows *const *market_rows, struct loaded *out)
{
	int64_t start;
	enum calc_err err;

	take_whole(ctx, rows[R_ASSETS], rows[R_LEDGER], rows[R_INCOME], rows[R_COVERAGE],
		   want->transactions ? rows[R_NOTES] : NULL, &out->ledger);
	if (want->at && ctx->caller->client) /* a person's own shows them as watched */
		ledger_cut(ctx, rows[R_ASSETS], 0, A_CREATED, want->as_of, &out->ledger);
	out->market = market_take(ctx, market_rows, &out->ledger, want->at ? &want->as_of : NULL,
				  want->series || want->past);
	out->reference_version = ctx->caller->market_version[FAMILY_REFERENCE];
	start = clock_monotonic_us();
	err = ledger_derive(ctx->pool, &out->ledger, out->market, want->as_of, &out->derived);
	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, out->name, err);
}

static void load_from_ledger(struct ctx *ctx, const struct load_want *want, struct loaded *out)
{
	struct db_rows *rows[STATE_STATEMENTS + LEDGER_STATEMENTS + MARKET_STATEMENTS];
	size_t head = state_send(ctx, false);
	size_t ledger = head + ledger_send(ctx, want->transactions);

	db_wait(ctx, rows, ledger + market_send(ctx));
	state_portfolio(ctx, rows[0], out);
	take_ledger(ctx, want, rows + head, rows + ledger, out);
}

struct past_of loaded_past_of(struct ctx *ctx)
{
	return (struct past_of){ .workspace = ctx->caller->resource_workspace,
				 .id = ctx->caller->portfolio };
}

static size_t own_past_send(struct ctx *ctx)
{
	const struct past_of of = loaded_past_of(ctx);

	past_send(ctx, &of);
	return 1;
}

struct past_stamp loaded_stamp(const struct loaded *in)
{
	const struct ledger_at at = { in->id, in->ledger_version };

	return past_stamp_of(&at, 1);
}

/* The past, or else what it is made of; false when that is damaged. */
static bool find_past(struct ctx *ctx, const struct load_want *want, const struct db_rows *rows,
		      struct loaded *out)
{
	out->past = past_take(ctx, rows, loaded_stamp(out), out->reference_version);
	return out->past || want->monthly || state_add_tails(ctx, out);
}

/* True when what is kept holds; else the rows of the market are left for the ledger's road. */
static bool load_from_state(struct ctx *ctx, const struct load_want *want, struct loaded *out)
{
	struct db_rows *rows[STATE_STATEMENTS + 1 + ROWS_STATEMENTS + MARKET_STATEMENTS];
	struct db_rows *ledger[LEDGER_STATEMENTS];
	struct at_hand *kept = state_at_hand(ctx, rows);
	bool shared = kept && !want->monthly && !want->transactions && !want->past;
	size_t first = kept != NULL;
	const struct past_of of = loaded_past_of(ctx);
	int64_t reference = ctx->caller->market_version[FAMILY_REFERENCE];
	size_t past = state_send_rest(ctx, kept, want->monthly);
	size_t transactions = past + (want->past ? own_past_send(ctx) : 0);
	size_t market =
		transactions + (want->transactions ? transactions_send(ctx, want->listed) : 0);
	size_t all = market + market_send(ctx);

	if (all > first)
		db_wait(ctx, rows + first, all - first);
	if ((shared ? state_row_shared(ctx, kept, rows[0], 0, want->as_of, out)
		    : state_take(ctx, rows, want->monthly, want->as_of, out)) &&
	    (!want->past || find_past(ctx, want, rows[past], out))) {
		if (want->transactions)
			take_transactions(ctx, want, rows + transactions, out);
		out->market = market_take(ctx, rows + market, &out->ledger, NULL,
					  want->series || (want->past && !out->past));
		if (!state_holds(ctx, out))
			return false;
		if (!kept)
			state_keep_at_hand(ctx, rows[0], out);
		if (out->past && out->reference_version != reference)
			past_save_later(ctx, &of, loaded_stamp(out), out->past);
		return true;
	}
	db_wait(ctx, ledger, ledger_send(ctx, want->transactions));
	take_ledger(ctx, want, ledger, rows + market, out);
	state_save_later(ctx, out);
	return true;
}

void load_portfolio(struct ctx *ctx, const struct load_want *want, struct loaded *out)
{
	if (!want->at && !want->whole && load_from_state(ctx, want, out))
		return;
	load_from_ledger(ctx, want, out);
	if (!want->at && !want->whole)
		state_save_later(ctx, out);
}

void load_whole(struct ctx *ctx, struct loaded *out)
{
	const struct load_want want = { .as_of = ctx->today };

	load_from_ledger(ctx, &want, out);
}

void load_judge(struct ctx *ctx, const char *portfolio_name, enum calc_err err)
{
	switch (err) {
	case CALC_OK:
		return;
	case CALC_RANGE:
		fail(ctx, 422, "ledger_out_of_range",
		     "Uma soma da carteira %s sai da escala; confira quantidades, preços e "
		     "fatores.",
		     portfolio_name);
	case CALC_ORDER:
	case CALC_INPUT:
		break;
	}
	fail(ctx, 500, "internal_error",
	     "Os lançamentos da carteira não puderam ser lidos em ordem.");
}

void load_compute(struct ctx *ctx, const struct loaded *in, struct day as_of, struct portfolio *out)
{
	int64_t start = clock_monotonic_us();
	enum calc_err err = portfolio_mark(ctx->pool, &in->derived, in->market, as_of, out);

	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, in->name, err);
}

void load_sums(struct ctx *ctx)
{
	struct loaded whole;
	struct portfolio p;

	load_whole(ctx, &whole);
	load_compute(ctx, &whole, ctx->today, &p);
}
