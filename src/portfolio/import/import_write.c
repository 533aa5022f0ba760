/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_write.c: writes a file: one statement a table, and several round trips for a long file.
 *
 * Ids are generated in insertion order, which is the order of the ledger within a day.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <assert.h>

#include "identity/caller.h"
#include "portfolio/ledger/asset.h"
#include "portfolio/ledger/write.h"
#include "portfolio/store/asset_meta.h"

static DB_STMT(
	add_assets, "import.add_assets",
	"insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, currency, name, "
	"meta, import_id,"
	"                   created_at, type_guessed)"
	" select p.workspace_id, p.id, u.id, u.symbol, u.asset_type, u.currency, u.name, u.meta::jsonb, $3, $4,"
	"        u.guessed"
	"   from portfolio p, unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],"
	"                            $11::bool[])"
	"     as u (id, symbol, asset_type, currency, name, meta, guessed)"
	"  where p.workspace_id = $1 and p.id = $2");

static DB_STMT(
	add_import, "import.add",
	"insert into import (workspace_id, portfolio_id, id, filename, source, first_day, "
	"last_day, summary,"
	"                    warnings, created_at, first_statement, coverage, notes)"
	" values ($1, $2, $3, $4, $5, $6, $7, ($8::text)::jsonb, ($9::text)::jsonb, $10, $11,"
	"         ($12::text[])::daterange[], $13)");

static DB_STMT(
	add_ledger, "import.add_ledger",
	"insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, event_kind, "
	"trade_date, quantity,"
	"                    price, fees, ratio, currency, note, source, import_id, "
	"settlement, retired_by,"
	"                    external_id, option_symbol, institution, created_at)"
	" select p.workspace_id, p.id, u.id, u.asset_id, u.kind, u.event_kind, u.trade_date, u.quantity, "
	"u.price, u.fees,"
	"        u.ratio, u.currency, u.note, $3, $4, u.settlement, u.retired_by, u.external_id,"
	"        u.option_symbol, u.institution, $5"
	"   from portfolio p, unnest($6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::date[], "
	"$11::numeric[],"
	"               $12::numeric[], $13::numeric[], $14::numeric[], $15::text[], "
	"$16::text[], $17::bool[],"
	"               $18::uuid[], $19::text[], $20::text[], $21::text[])"
	"     as u (id, asset_id, kind, event_kind, trade_date, quantity, price, fees, "
	"ratio, currency, note,"
	"           settlement, retired_by, external_id, option_symbol, institution)"
	"  where p.workspace_id = $1 and p.id = $2");

static DB_STMT(
	add_income, "import.add_income",
	"insert into income (workspace_id, portfolio_id, id, asset_id, kind, "
	"pay_date, amount, currency, note,"
	"                    source, import_id, gross, record_date, approved_on, old_profits, created_at)"
	" select p.workspace_id, p.id, u.id, u.asset_id, u.kind, u.pay_date, u.amount, "
	"u.currency, u.note, $3, $4, u.gross, u.record_date, u.approved_on,"
	"        u.old_profits, $5"
	"   from portfolio p, unnest($6::uuid[], $7::uuid[], $8::text[], $9::date[], "
	"$10::numeric[], $11::text[], $12::text[], $13::numeric[], $14::date[], $15::date[], $16::bool[])"
	"     as u (id, asset_id, kind, pay_date, amount, currency, note, gross, record_date,"
	"           approved_on, old_profits)"
	"  where p.workspace_id = $1 and p.id = $2");

static DB_STMT(
	add_rows, "import.add_rows",
	"insert into import_row (workspace_id, portfolio_id, import_id, "
	"row_index, status, kind, label, reason,"
	"                        external_id, raw, ledger_id, income_id, line, code)"
	" select i.workspace_id, i.portfolio_id, i.id, u.row_index, u.status, u.kind, u.label, "
	"u.reason, u.external_id, u.raw::jsonb,"
	"        u.ledger_id, u.income_id, u.line, u.code"
	"   from import i, unnest($4::int8[], $5::text[], $6::text[], $7::text[], "
	"$8::text[], $9::text[], $10::text[],"
	"               $11::uuid[], $12::uuid[], $13::int8[], $14::text[])"
	"     as u (row_index, status, kind, label, reason, "
	"external_id, raw, ledger_id, income_id, line, code)"
	"  where i.workspace_id = $1 and i.portfolio_id = $2 and i.id = $3");

static DB_STMT(
	retype, "import.retype",
	"update asset a"
	"   set asset_type = u.asset_type, type_guessed = false, type_import = $5, type_was = a.asset_type"
	"  from unnest($3::uuid[], $4::text[]) as u (id, asset_type)"
	" where a.workspace_id = $1 and a.portfolio_id = $2 and a.id = u.id and a.type_guessed");

static DB_STMT(retire, "import.retire",
	       "update ledger"
	       "   set retired_by = $3"
	       " where workspace_id = $1 and portfolio_id = $2 and id = any "
	       "($4::uuid[]) and retired_by is null");

/* The entries to write, and the asset of each. */
struct writing {
	struct ctx *ctx;
	const struct incoming *in;
	struct stored_asset *assets; /* the portfolio's and the new ones, ascending */
	size_t n_assets;
	struct uuid *row_id; /* by entry: the id of its ledger row or income; nil: none */
};

static const char *meta_of(struct ctx *ctx, const struct import_entry *e)
{
	struct json *j;

	if (e->meta)
		return asset_meta_text(ctx->pool, e->meta);
	if (!e->paper)
		return NULL;
	j = json_new(ctx->pool, 64);
	json_open(j, NULL);
	json_open(j, "fixed_income");
	json_text(j, "paper", e->paper);
	json_close(j);
	json_close(j);
	return json_written(j);
}

struct missing_asset {
	struct stored_asset asset;
	size_t order;
	const struct import_entry *entry;
	const char *name; /* the first name in the file, or NULL */
	bool guessed;	  /* every row's type was a guess */
};

static int missing_asset_compare(const void *x, const void *y)
{
	const struct missing_asset *a = x, *b = y;
	int c = stored_asset_compare(&a->asset, &b->asset);

	return c ? c : (a->order < b->order ? -1 : a->order > b->order);
}

static void send_assets(struct writing *w, const struct missing_asset *items, size_t n)
{
	struct ctx *ctx = w->ctx;
	struct uuid *ids = pool_array(ctx->pool, struct uuid, n);
	const char **columns[5];
	bool *guessed = pool_array(ctx->pool, bool, n);

	for (size_t c = 0; c < ARRAY_SIZE(columns); c++)
		columns[c] = pool_array(ctx->pool, const char *, n);
	for (size_t i = 0; i < n; i++) {
		ids[i] = items[i].asset.id;
		columns[0][i] = items[i].asset.symbol;
		columns[1][i] = asset_type_names[items[i].asset.type];
		columns[2][i] = currency_names[items[i].asset.currency];
		columns[3][i] = import_name_within(ctx->pool, items[i].name);
		columns[4][i] = meta_of(ctx, items[i].entry);
		guessed[i] = items[i].guessed;
	}
	db_send(ctx, &add_assets,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(w->in->id), db_timestamp(ctx->now_ms),
			db_uuids(ids, n), db_texts(columns[0], n), db_texts(columns[1], n),
			db_texts(columns[2], n), db_texts(columns[3], n), db_texts(columns[4], n),
			db_array(DB_BOOL_ARRAY, guessed, NULL, n, 0)));
}

/* Creates one asset for each paper that the portfolio lacks; returns whether a statement was queued. */
static bool make_assets(struct writing *w, const struct stored *stored)
{
	const struct import_result *r = w->in->result;
	struct missing_asset *missing =
		pool_array(w->ctx->pool, struct missing_asset, r->n_written);
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < r->n_written; i++) {
		const struct import_entry *e = &r->entries[r->written[i]];

		if (stored_asset_find(stored->assets, stored->n_assets, e->symbol, e->type))
			continue;
		missing[n] = (struct missing_asset){
			.asset = { .symbol = e->symbol,
				   .type = e->type,
				   .currency = e->type == ASSET_US ? CURRENCY_USD : e->currency },
			.order = n,
			.entry = e,
			.name = e->name,
			.guessed = e->type_guessed,
		};
		n++;
	}
	order_sort(missing, n, sizeof(*missing), missing_asset_compare);
	for (size_t i = 0; i < n; i++) {
		if (kept &&
		    stored_asset_compare(&missing[kept - 1].asset, &missing[i].asset) == 0) {
			if (!missing[kept - 1].entry->meta && missing[i].entry->meta)
				missing[kept - 1].entry = missing[i].entry;
			if (!missing[kept - 1].name)
				missing[kept - 1].name = missing[i].name;
			missing[kept - 1].guessed &= missing[i].guessed;
			continue;
		}
		missing[kept] = missing[i];
		missing[kept++].asset.id = uuid_new();
	}
	w->assets = pool_array(w->ctx->pool, struct stored_asset, stored->n_assets + kept);
	if (stored->n_assets)
		memcpy(w->assets, stored->assets, stored->n_assets * sizeof(*w->assets));
	for (size_t i = 0; i < kept; i++)
		w->assets[stored->n_assets + i] = missing[i].asset;
	w->n_assets = stored->n_assets + kept;
	asset_room_of(w->ctx, stored->n_assets, kept);
	order_sort(w->assets, w->n_assets, sizeof(*w->assets), stored_asset_compare);
	if (kept)
		send_assets(w, missing, kept);
	return kept > 0;
}

/* The exchange's statements in the file: itself, or those of which the rows of an export tell. */
struct statements {
	struct day *from, *to; /* of movements: the days they cover */
	size_t n;
	bool any;
	struct day first;
};

static void statement_add(struct statements *s, struct day first)
{
	if (!s->any || day_before(first, s->first))
		s->first = first;
	s->any = true;
}

static void covered_add(struct statements *s, struct day first, struct day last)
{
	s->from[s->n] = first;
	s->to[s->n++] = last;
	statement_add(s, first);
}

static struct statements statements_of(void *pool, const struct import_result *r)
{
	struct statements s = { .from = pool_array(pool, struct day, r->n_coverage + 1),
				.to = pool_array(pool, struct day, r->n_coverage + 1) };

	if (r->source == IMPORT_MOVIMENTACAO && r->has_period)
		covered_add(&s, r->first, r->last);
	if (r->source == IMPORT_NEGOCIACAO && r->has_period)
		statement_add(&s, r->first);
	for (size_t i = 0; i < r->n_coverage; i++)
		covered_add(&s, r->coverage[i].from, r->coverage[i].to);
	if (r->has_first_day)
		statement_add(&s, r->first_day);
	return s;
}

/* "[2026-01-01,2026-01-31]": an INSERT of values into a tenant table has no subquery that could make them. */
static const char **ranges_of(void *pool, const struct statements *s)
{
	const char **ranges = pool_array(pool, const char *, s->n);

	for (size_t i = 0; i < s->n; i++)
		ranges[i] = pool_printf(pool, "[%s,%s]", day_iso(pool, s->from[i]),
					day_iso(pool, s->to[i]));
	return ranges;
}

static void send_import(struct writing *w)
{
	const struct import_result *r = w->in->result;
	struct ctx *ctx = w->ctx;
	const struct statements s = statements_of(ctx->pool, r);

	db_send(ctx, &add_import,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(w->in->id), db_text(w->in->filename),
			db_text(import_source_names[r->source]),
			r->has_period ? db_day(r->first) : db_null(),
			r->has_period ? db_day(r->last) : db_null(), db_text(w->in->summary),
			db_text(w->in->warnings), db_timestamp(ctx->now_ms),
			s.any ? db_day(s.first) : db_null(),
			db_texts(ranges_of(ctx->pool, &s), s.n), db_bool(w->in->notes)));
}

/* The columns of the ledger, one array each. */
struct ledger_columns {
	struct uuid *id, *asset, *retired_by;
	const char **kind, **event, **currency, **note, **external_id, **option, **institution;
	struct day *day;
	wide *qty, *price, *fees, *ratio;
	bool *no_price, *no_ratio, *settlement, *not_retired;
	size_t n;
};

static struct ledger_columns ledger_columns(void *pool, size_t n)
{
	return (struct ledger_columns){
		pool_array(pool, struct uuid, n),  pool_array(pool, struct uuid, n),
		pool_array(pool, struct uuid, n),  pool_array(pool, const char *, n),
		pool_array(pool, const char *, n), pool_array(pool, const char *, n),
		pool_array(pool, const char *, n), pool_array(pool, const char *, n),
		pool_array(pool, const char *, n), pool_array(pool, const char *, n),
		pool_array(pool, struct day, n),   pool_array(pool, wide, n),
		pool_array(pool, wide, n),	   pool_array(pool, wide, n),
		pool_array(pool, wide, n),	   pool_array(pool, bool, n),
		pool_array(pool, bool, n),	   pool_array(pool, bool, n),
		pool_array(pool, bool, n),	   0,
	};
}

static void ledger_add(struct ledger_columns *c, const struct import_entry *e,
		       const struct stored_asset *a, struct uuid id)
{
	size_t i = c->n++;

	c->id[i] = id;
	c->asset[i] = a->id;
	c->kind[i] = row_kind_names[e->trade.kind];
	c->event[i] = e->trade.event == EVENT_NONE ? NULL : event_kind_names[e->trade.event];
	c->day[i] = e->trade.day;
	c->qty[i] = e->trade.qty.e8;
	c->no_price[i] = !e->trade.price_known;
	c->price[i] = e->trade.price.e12;
	c->fees[i] = e->trade.fees.e8;
	c->no_ratio[i] = e->trade.kind != ROW_SPLIT;
	c->ratio[i] = e->trade.ratio_e12;
	c->currency[i] = currency_names[a->currency];
	c->note[i] = e->trade.note;
	c->external_id[i] = e->external_id;
	c->option[i] = e->option;
	c->institution[i] = e->institution;
	c->settlement[i] = e->settlement;
	c->not_retired[i] = !e->retired;
	c->retired_by[i] = e->retired_by;
}

static void send_ledger(struct writing *w, const struct ledger_columns *c)
{
	struct ctx *ctx = w->ctx;

	db_send(ctx, &add_ledger,
		DB_ARGS(DB_CHOSEN(ctx), db_text(import_source_names[w->in->result->source]),
			db_uuid(w->in->id), db_timestamp(ctx->now_ms), db_uuids(c->id, c->n),
			db_uuids(c->asset, c->n), db_texts(c->kind, c->n), db_texts(c->event, c->n),
			db_days(c->day, c->n),
			db_array(DB_DECIMAL_ARRAY, c->qty, NULL, c->n, QTY_PLACES),
			db_array(DB_DECIMAL_ARRAY, c->price, c->no_price, c->n, PRICE_PLACES),
			db_array(DB_DECIMAL_ARRAY, c->fees, NULL, c->n, MONEY_PLACES),
			db_array(DB_DECIMAL_ARRAY, c->ratio, c->no_ratio, c->n, PRICE_PLACES),
			db_texts(c->currency, c->n), db_texts(c->note, c->n),
			db_array(DB_BOOL_ARRAY, c->settlement, NULL, c->n, 0),
			db_array(DB_UUID_ARRAY, c->retired_by, c->not_retired, c->n, 0),
			db_texts(c->external_id, c->n), db_texts(c->option, c->n),
			db_texts(c->institution, c->n)));
}

struct income_columns {
	struct uuid *id, *asset;
	const char **kind, **currency, **note;
	struct day *day, *record, *approved;
	wide *amount, *gross;
	bool *no_gross, *no_record, *not_approved, *old_profits;
	size_t n;
};

static struct income_columns income_columns(void *pool, size_t n)
{
	return (struct income_columns){
		.id = pool_array(pool, struct uuid, n),
		.asset = pool_array(pool, struct uuid, n),
		.kind = pool_array(pool, const char *, n),
		.currency = pool_array(pool, const char *, n),
		.note = pool_array(pool, const char *, n),
		.day = pool_array(pool, struct day, n),
		.record = pool_array(pool, struct day, n),
		.approved = pool_array(pool, struct day, n),
		.amount = pool_array(pool, wide, n),
		.gross = pool_array(pool, wide, n),
		.no_gross = pool_array(pool, bool, n),
		.no_record = pool_array(pool, bool, n),
		.not_approved = pool_array(pool, bool, n),
		.old_profits = pool_array(pool, bool, n),
	};
}

static void income_add(struct income_columns *c, const struct import_entry *e,
		       const struct stored_asset *a, struct uuid id)
{
	size_t i = c->n++;

	c->id[i] = id;
	c->asset[i] = a->id;
	c->kind[i] = income_kind_names[e->income_kind];
	c->day[i] = e->day;
	c->amount[i] = e->amount.e8;
	c->currency[i] = currency_names[a->currency];
	c->note[i] = e->trade.note;
	c->no_gross[i] = !e->facts.gross_known;
	c->gross[i] = e->facts.gross.e8;
	c->no_record[i] = !e->facts.record_known;
	c->record[i] = e->facts.record;
	c->not_approved[i] = !e->facts.approved_known;
	c->approved[i] = e->facts.approved;
	c->old_profits[i] = e->facts.old_profits;
}

static void send_income(struct writing *w, const struct income_columns *c)
{
	struct ctx *ctx = w->ctx;

	db_send(ctx, &add_income,
		DB_ARGS(DB_CHOSEN(ctx), db_text(import_source_names[w->in->result->source]),
			db_uuid(w->in->id), db_timestamp(ctx->now_ms), db_uuids(c->id, c->n),
			db_uuids(c->asset, c->n), db_texts(c->kind, c->n), db_days(c->day, c->n),
			db_array(DB_DECIMAL_ARRAY, c->amount, NULL, c->n, MONEY_PLACES),
			db_texts(c->currency, c->n), db_texts(c->note, c->n),
			db_array(DB_DECIMAL_ARRAY, c->gross, c->no_gross, c->n, MONEY_PLACES),
			db_array(DB_DAY_ARRAY, c->record, c->no_record, c->n, 0),
			db_array(DB_DAY_ARRAY, c->approved, c->not_approved, c->n, 0),
			db_array(DB_BOOL_ARRAY, c->old_profits, NULL, c->n, 0)));
}

/* Ledger rows and income; returns the number of queued statements. */
static size_t send_entries(struct writing *w)
{
	const struct import_result *r = w->in->result;
	void *pool = pool_new(w->ctx->pool, "import entries");
	struct ledger_columns ledger = ledger_columns(pool, r->n_written);
	struct income_columns income = income_columns(pool, r->n_written);

	for (size_t i = 0; i < r->n_written; i++) {
		const struct import_entry *e = &r->entries[r->written[i]];
		const struct stored_asset *a =
			stored_asset_find(w->assets, w->n_assets, e->symbol, e->type);

		assert(a); /* every entry's asset was found or added before */
		if (e->effect == ENTRY_ASSET)
			continue; /* the entry only creates the asset */
		w->row_id[r->written[i]] = uuid_new();
		if (e->effect == ENTRY_INCOME)
			income_add(&income, e, a, w->row_id[r->written[i]]);
		else
			ledger_add(&ledger, e, a, w->row_id[r->written[i]]);
	}
	if (ledger.n)
		send_ledger(w, &ledger);
	if (income.n)
		send_income(w, &income);
	pool_free(pool);
	return (size_t)(ledger.n > 0) + (size_t)(income.n > 0);
}

/* Rows [from, to) of the file. */
static void send_rows(struct writing *w, const char *const *external, size_t from, size_t to)
{
	const struct import_result *r = w->in->result;
	struct ctx *ctx = w->ctx;
	void *pool = pool_new(ctx->pool, "import rows");
	size_t n = to - from;
	int64_t *index = pool_array(pool, int64_t, n), *line = pool_array(pool, int64_t, n);
	const char **code = pool_array(pool, const char *, n);
	const char **status = pool_array(pool, const char *, n),
		   **kind = pool_array(pool, const char *, n);
	const char **label = pool_array(pool, const char *, n),
		   **reason = pool_array(pool, const char *, n);
	bool *no_ledger = pool_array(pool, bool, n), *no_income = pool_array(pool, bool, n);

	for (size_t i = 0; i < n; i++) {
		const struct import_entry *e = &r->entries[from + i];
		bool written = !uuid_is_nil(w->row_id[from + i]);

		index[i] = (int64_t)e->row_index;
		status[i] = import_status_names[e->status];
		kind[i] = import_entry_kind(e);
		line[i] = (int64_t)e->line;
		code[i] = e->code;
		label[i] = e->label;
		reason[i] = import_entry_reason(pool, e);
		no_ledger[i] = !written || e->effect != ENTRY_TRADE;
		no_income[i] = !written || e->effect != ENTRY_INCOME;
	}
	db_send(ctx, &add_rows,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(w->in->id), db_ints(index, n), db_texts(status, n),
			db_texts(kind, n), db_texts(label, n), db_texts(reason, n),
			db_texts(external + from, n),
			db_texts(import_raw(pool, w->in->sheet, w->in->header_row, from, to), n),
			db_array(DB_UUID_ARRAY, w->row_id + from, no_ledger, n, 0),
			db_array(DB_UUID_ARRAY, w->row_id + from, no_income, n, 0),
			db_ints(line, n), db_texts(code, n)));
	pool_free(pool);
}

/*
 * The original rows are most of the data sent, and libpq holds everything queued in memory: beyond
 * ROWS_AT_ONCE the rows go in several round trips, which bounds a worker's memory.
 */
#define ROWS_AT_ONCE 2000

static size_t write_rows(struct writing *w, size_t queued)
{
	const struct incoming *in = w->in;
	size_t n = in->result->n_entries;
	const char **external = import_external_ids(w->ctx->pool, in->sheet, in->header_row, n);
	struct db_rows *rows[8];

	for (size_t from = 0; from < n; from += ROWS_AT_ONCE) {
		size_t to = from + ROWS_AT_ONCE < n ? from + ROWS_AT_ONCE : n;

		if (n > ROWS_AT_ONCE && queued) {
			db_wait(w->ctx, rows, queued);
			queued = 0;
		}
		send_rows(w, external, from, to);
		queued++;
	}
	return queued;
}

/* Replaces guessed types by those of the file; returns whether a statement was queued. */
static bool send_retyped(struct writing *w, const struct stored *stored)
{
	struct ctx *ctx = w->ctx;
	struct uuid *ids = pool_array(ctx->pool, struct uuid, stored->n_assets);
	const char **types = pool_array(ctx->pool, const char *, stored->n_assets);
	size_t n = 0;

	for (size_t i = 0; i < stored->n_assets; i++) {
		if (!stored->assets[i].retyped)
			continue;
		ids[n] = stored->assets[i].id;
		types[n++] = asset_type_names[stored->assets[i].type];
	}
	if (n)
		db_send(ctx, &retype,
			DB_ARGS(DB_CHOSEN(ctx), db_uuids(ids, n), db_texts(types, n),
				db_uuid(w->in->id)));
	return n > 0;
}

void import_write(struct ctx *ctx, const struct incoming *in, const struct stored *stored)
{
	const struct import_result *r = in->result;
	struct writing w = { .ctx = ctx,
			     .in = in,
			     .row_id = pool_array(ctx->pool, struct uuid, r->n_entries) };
	struct db_rows *rows[8 + LEDGER_WRITTEN];
	size_t n = 0;

	n += send_retyped(&w, stored);
	n += make_assets(&w, stored);
	n += import_names_send(ctx, r, stored);
	send_import(&w);
	n++;
	n += send_entries(&w);
	n = write_rows(&w, n);
	if (r->n_retired) {
		db_send(ctx, &retire,
			DB_ARGS(DB_CHOSEN(ctx), db_uuid(in->id),
				db_uuids(r->retired, r->n_retired)));
		n++;
	}
	n += ledger_written_send(ctx, "import.created", in->id, (int64_t)r->imported);
	db_wait(ctx, rows, n);
}
