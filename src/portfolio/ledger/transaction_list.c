/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transaction_list.c: pages of the ledger.  GET /v1/portfolios/{id}/transactions
 *
 * Pages follow the index ledger_list (day, insertion).  The day range and the kinds are always bound;
 * the symbol has statements of its own, since "$n is null or …" would spoil the plan.
 */
#include "config.h"

#include "portfolio/ledger/transaction.h"
#include "portfolio/store/transaction_members.h"

#include <assert.h>

#include "identity/caller.h"
#include "db/db_json.h"
#include "http/request.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/write.h"
#include "portfolio/store/symbol.h"
#include "portfolio/portfolio.h"

#define COLUMNS                                                                                    \
	"select l.id, l.asset_id, a.symbol, a.asset_type, l.currency, l.kind, l.event_kind, "      \
	"l.trade_date,"                                                                            \
	"       l.quantity, l.price, l.fees, l.ratio, l.note, l.source, l.import_id, "             \
	"l.external_id, l.option_symbol, l.institution"
enum {
	C_ID,
	C_ASSET,
	C_SYMBOL,
	C_TYPE,
	C_CURRENCY,
	C_KIND,
	C_EVENT,
	C_DAY,
	C_QTY,
	C_PRICE,
	C_FEES,
	C_RATIO,
	C_NOTE,
	C_SOURCE,
	C_IMPORT,
	C_EXTERNAL,
	C_OPTION,
	C_INSTITUTION
};
#define FROM_LEDGER                                                                                \
	"  from ledger l"                                                                          \
	"  join asset a on a.workspace_id = $1 and a.portfolio_id = l.portfolio_id"                \
	"              and a.id = l.asset_id"                                                      \
	" where l.workspace_id = $1 and l.portfolio_id = $2 and l.retired_by is null"
#define FROM_ROWS                                                                                  \
	FROM_LEDGER                                                                                \
	"   and (l.trade_date, l.id) > ($3::date, $4::uuid) and l.trade_date <= $5 and l.kind = "  \
	"any($6::text[])"
#define PAGE " order by l.trade_date, l.id limit "
#define FROM_NEWEST                                                                                \
	FROM_LEDGER                                                                                \
	"   and (l.trade_date, l.id) < ($3::date, $4::uuid) and l.trade_date >= $5 and l.kind = "  \
	"any($6::text[])"
#define PAGE_NEWEST " order by l.trade_date desc, l.id desc limit "

static DB_STMT(list_all, "transaction_list.all", COLUMNS FROM_ROWS PAGE "$7");
static DB_STMT(list_symbol, "transaction_list.symbol",
	       COLUMNS FROM_ROWS " and a.symbol = any($7::text[])" PAGE "$8");
static DB_STMT(newest_all, "transaction_list.newest", COLUMNS FROM_NEWEST PAGE_NEWEST "$7");
static DB_STMT(newest_symbol, "transaction_list.newest_symbol",
	       COLUMNS FROM_NEWEST " and a.symbol = any($7::text[])" PAGE_NEWEST "$8");
static DB_STMT(one, "transaction_list.one", COLUMNS FROM_LEDGER " and l.id = $3");
static DB_STMT(of_ids, "transaction_list.of_ids",
	       COLUMNS FROM_LEDGER " and l.id = any($3::uuid[]) order by l.trade_date, l.id");
static DB_STMT(of_asset, "transaction_list.of_asset",
	       COLUMNS FROM_LEDGER " and l.asset_id = $3 order by l.trade_date, l.id limit $4");
static DB_STMT(count_all, "transaction_list.count_all", "select count(*)" FROM_ROWS);
static DB_STMT(count_symbol, "transaction_list.count_symbol",
	       "select count(*)" FROM_ROWS " and a.symbol = any($7::text[])");
#define SUMS                                                                                       \
	"select l.kind, l.currency, count(*) as rows,"                                             \
	"       count(*) filter (where l.price is null) as without_price,"                         \
	"       sum(round(l.quantity * l.price, 8)), sum(l.fees)"
enum { S_KIND, S_CURRENCY, S_ROWS, S_UNPRICED, S_AMOUNT, S_FEES };
static DB_STMT(sums_all, "transaction_list.sums_all",
	       SUMS FROM_ROWS " group by 1, 2 order by 1, 2");
static DB_STMT(sums_symbol, "transaction_list.sums_symbol",
	       SUMS FROM_ROWS " and a.symbol = any($7::text[]) group by 1, 2 order by 1, 2");

struct filters {
	const char *symbol; /* or NULL */
	const char *kinds[ROW_ADJUST + 2];
	size_t n_kinds;
	bool newest; /* first */
	struct ledger_page page;
};

static const char *const orders[] = { "asc", "desc", NULL };

static struct filters read_filters(struct ctx *ctx, bool newest, long limit)
{
	const char *symbol = query_text(ctx, "symbol");
	struct filters f = { .symbol = symbol };
	int kind = query_choice(ctx, "kind", row_kind_names), order;

	for (int k = 0; row_kind_names[k]; k++) {
		if (kind < 0 || kind == k)
			f.kinds[f.n_kinds++] = row_kind_names[k];
	}
	order = query_choice(ctx, "order", orders);
	f.newest = order < 0 ? newest : order == 1;
	f.page = ledger_page_take(ctx, true);
	if (!query_text(ctx, "limit"))
		f.page.page.limit = limit;
	query_done(ctx);
	return f;
}

struct listing {
	const char *symbol; /* or NULL */
	const char *const *kinds;
	size_t n_kinds;
	bool newest;	/* first */
	struct day end; /* the last day of the range, in the list's order */
	struct db_arg after[2];
	int64_t limit;
};

static struct db_stmt *statement_of(const struct listing *l)
{
	if (l->newest)
		return l->symbol ? &newest_symbol : &newest_all;
	return l->symbol ? &list_symbol : &list_all;
}

/* The range in the list's order: its first key and last day. */
static struct listing listing_of(const struct filters *f)
{
	struct listing l = {
		.symbol = f->symbol,
		.kinds = f->kinds,
		.n_kinds = f->n_kinds,
		.newest = f->newest,
		.end = f->newest ? f->page.from : f->page.to,
		.after = { db_day(f->page.after_day), db_uuid(f->page.after_id) },
		.limit = page_limit(&f->page.page),
	};
	struct uuid last;

	if (f->newest && !f->page.page.follows) {
		memset(last.b, 0xff, sizeof(last.b));
		l.after[0] = db_day(f->page.to);
		l.after[1] = db_uuid(last);
	}
	return l;
}

/* The symbols that a filter may mean, as a statement argument. */
static struct db_arg named(struct ctx *ctx, const char *symbol)
{
	const struct symbol_names names = symbol_names_of(ctx->pool, symbol);

	return db_texts(pool_memdup(ctx->pool, names.names, sizeof(names.names)), names.n);
}

static void list_send(struct ctx *ctx, const struct listing *l)
{
	struct db_arg args[8] = {
		DB_CHOSEN(ctx),
		l->after[0],
		l->after[1],
		db_day(l->end),
		db_texts(l->kinds, l->n_kinds),
	};
	size_t n = 6;

	if (l->symbol)
		args[n++] = named(ctx, l->symbol);
	args[n++] = db_int(l->limit);
	db_send(ctx, statement_of(l), args, n);
}

/* All rows of the filters, by @all or, with a symbol, by @of_symbol. */
static void range_send(struct ctx *ctx, const struct listing *l, struct day from, struct day to,
		       struct db_stmt *all, struct db_stmt *of_symbol)
{
	struct uuid nil = { { 0 } };
	struct db_arg args[7] = {
		DB_CHOSEN(ctx),
		db_day(from),
		db_uuid(nil),
		db_day(to),
		db_texts(l->kinds, l->n_kinds),
	};
	size_t n = 6;

	if (l->symbol)
		args[n++] = named(ctx, l->symbol);
	db_send(ctx, l->symbol ? of_symbol : all, args, n);
}

static struct ledger_row ledger_row_of(const struct db_rows *r, size_t i)
{
	const char *event = db_get_text(r, i, C_EVENT);
	struct ledger_row row = {
		.id = db_get_uuid(r, i, C_ID),
		.kind = (enum row_kind)enum_find(row_kind_names, db_get_text(r, i, C_KIND)),
		.event = event ? (enum event_kind)enum_find(event_kind_names, event) : EVENT_NONE,
		.day = db_get_day(r, i, C_DAY),
		.qty = { (int64_t)db_get_decimal(r, i, C_QTY, QTY_PLACES) },
		.fees = { db_get_decimal(r, i, C_FEES, MONEY_PLACES) },
		.note = db_get_text(r, i, C_NOTE),
		.price_known = !db_is_null(r, i, C_PRICE),
	};

	if (row.price_known)
		row.price.e12 = db_get_decimal(r, i, C_PRICE, PRICE_PLACES);
	if (row.kind == ROW_SPLIT)
		row.ratio_e12 = (int64_t)db_get_decimal(r, i, C_RATIO, PRICE_PLACES);
	return row;
}

static struct transaction transaction_of(const struct db_rows *r, size_t i)
{
	struct transaction t = {
		.asset = { .id = db_get_uuid(r, i, C_ASSET),
			   .symbol = db_get_text(r, i, C_SYMBOL),
			   .type = (enum asset_type)enum_find(asset_type_names,
							      db_get_text(r, i, C_TYPE)),
			   .currency = (enum currency)enum_find(currency_names,
								db_get_text(r, i, C_CURRENCY)) },
		.row = ledger_row_of(r, i),
		.source = db_get_text(r, i, C_SOURCE),
		.imported = !db_is_null(r, i, C_IMPORT),
		.external_id = db_get_text(r, i, C_EXTERNAL),
		.option = db_get_text(r, i, C_OPTION),
		.institution = db_get_text(r, i, C_INSTITUTION),
	};

	if (t.imported)
		t.import_id = db_get_uuid(r, i, C_IMPORT);
	return t;
}

void transaction_write(struct json *j, const struct transaction *t)
{
	transaction_members(j, &t->row, t->asset.currency);
	transaction_asset_members(j, t->asset.id, t->asset.symbol, t->asset.type);
	json_text(j, "source", t->source);
	json_uuid_or_null(j, "import_id", t->imported, t->import_id);
	json_text(j, "external_id", t->external_id);
	if (t->option)
		json_text(j, "option", t->option);
	if (t->institution)
		json_text(j, "institution", t->institution);
}

static void text_if(struct json *j, const char *name, const char *text)
{
	if (text)
		json_text(j, name, text);
}

void transaction_post_write(struct json *j, const struct transaction *t)
{
	const struct ledger_row *r = &t->row;

	json_text(j, "symbol", t->asset.symbol);
	json_text(j, "asset_type", asset_type_names[t->asset.type]);
	json_text(j, "kind", row_kind_names[r->kind]);
	text_if(j, "event_kind", r->event == EVENT_NONE ? NULL : event_kind_names[r->event]);
	json_day(j, "trade_date", r->day);
	json_qty(j, "quantity", r->qty);
	if (r->price_known)
		json_decimal(j, "price", r->price.e12, PRICE_PLACES, PRICE_PLACES, true);
	json_decimal(j, "fees", r->fees.e8, MONEY_PLACES, MONEY_PLACES, true);
	if (r->kind == ROW_SPLIT)
		json_decimal(j, "ratio", r->ratio_e12, PRICE_PLACES, PRICE_PLACES, true);
	text_if(j, "note", r->note);
	text_if(j, "external_id", t->external_id);
	text_if(j, "option", t->option);
	text_if(j, "institution", t->institution);
}

static void write_one(struct json *j, const struct transaction *t)
{
	json_open(j, NULL);
	transaction_write(j, t);
	json_close(j);
}

void wallet_row(struct json *j, const struct db_rows *r, size_t i)
{
	const struct transaction t = transaction_of(r, i);

	write_one(j, &t);
}

struct transaction_page transactions_read(struct ctx *ctx, bool newest, long limit)
{
	struct filters f = read_filters(ctx, newest, limit);
	const struct listing l = listing_of(&f);
	struct db_rows *rows[2] = { NULL, NULL };
	struct transaction_page out = { .total = -1 };

	ledger_readable(ctx);
	list_send(ctx, &l);
	if (f.page.page.total)
		range_send(ctx, &l, f.page.from, f.page.to, &count_all, &count_symbol);
	db_wait(ctx, rows, f.page.page.total ? 2 : 1);
	out.n = page_shown(&f.page.page, db_count(rows[0]));
	out.rows = pool_array(ctx->pool, struct transaction, out.n);
	for (size_t i = 0; i < out.n; i++)
		out.rows[i] = transaction_of(rows[0], i);
	out.next_cursor = ledger_page_cursor(ctx, &f.page, rows[0], C_DAY, C_ID);
	if (f.page.page.total)
		out.total = db_get_int(rows[1], 0, 0);
	return out;
}

void transaction_list(struct ctx *ctx)
{
	const struct transaction_page page = transactions_read(ctx, false, PAGE_LIMIT);
	struct json *j = page_open(ctx);

	for (size_t i = 0; i < page.n; i++)
		write_one(j, &page.rows[i]);
	(void)page_meta(ctx);
	page_close(ctx, page.next_cursor, page.n, page.total);
}

struct db_rows *wallet_rows(struct ctx *ctx, const struct wallet_rows *want, struct db_rows **sums)
{
	static_assert(C_ID == WALLET_ROW_ID && C_DAY == WALLET_ROW_DAY, "as the header says");
	const struct listing l = {
		.symbol = want->symbol,
		.kinds = want->kind ? &want->kind : row_kind_names,
		.n_kinds = want->kind ? 1 : ROW_ADJUST + 1,
		.newest = want->newest,
		.end = want->newest ? want->from : want->to,
		.after = { want->after[0], want->after[1] },
		.limit = want->limit,
	};
	struct db_rows *rows[2];

	list_send(ctx, &l);
	range_send(ctx, &l, want->from, want->to, &sums_all, &sums_symbol);
	db_wait(ctx, rows, 2);
	*sums = rows[1];
	return rows[0];
}

void wallet_row_sums(struct json *j, const struct db_rows *sums)
{
	int64_t total = 0;

	json_array(j, "sums");
	for (size_t i = 0; i < db_count(sums); i++) {
		bool priced = !db_is_null(sums, i, S_AMOUNT);

		json_open(j, NULL);
		db_json_columns(j, sums, i, S_KIND, S_UNPRICED);
		json_money_or_null(
			j, "amount", priced,
			(struct money){ priced ? db_get_decimal(sums, i, S_AMOUNT, MONEY_PLACES)
					       : 0 });
		json_money(j, "fees",
			   (struct money){ db_get_decimal(sums, i, S_FEES, MONEY_PLACES) });
		json_close(j);
		total += db_get_int(sums, i, S_ROWS);
	}
	json_array_end(j);
	json_int(j, "total", total);
}

void transactions_of_send(struct ctx *ctx, const struct uuid *ids, size_t n)
{
	db_send(ctx, &of_ids, DB_ARGS(DB_CHOSEN(ctx), db_uuids(ids, n)));
}

struct transaction *transactions_of_take(struct ctx *ctx, const struct db_rows *found, size_t *n)
{
	struct transaction *rows = pool_array(ctx->pool, struct transaction, db_count(found));

	*n = db_count(found);
	for (size_t i = 0; i < *n; i++)
		rows[i] = transaction_of(found, i);
	return rows;
}

struct transaction *transactions_of_asset(struct ctx *ctx, struct uuid asset, size_t limit,
					  size_t *n)
{
	return transactions_of_take(
		ctx,
		db_query(ctx, &of_asset,
			 DB_ARGS(DB_CHOSEN(ctx), db_uuid(asset), db_int((int64_t)limit))),
		n);
}

void transaction_get(struct ctx *ctx)
{
	struct db_rows *rows = path_row(ctx, &one, "transaction_not_found", "lançamento");

	wallet_row(respond_json(ctx, 200), rows, 0);
}
