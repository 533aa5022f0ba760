/* SPDX-License-Identifier: Apache-2.0 */
/* cases_import.c: section 16, spreadsheets. */
#include "config.h"

#include "cases/cases.h"

#include "calc/import/import.h"

/* ---- import_map ---- */

/* The header and the rows of a case as cells; an absent or null cell is empty. */
static struct sheet read_sheet(void *pool, struct json_object *in)
{
	struct json_object *header = in_field(in, "header");
	struct json_object *rows = in_field(in, "rows");
	size_t width = in_length(header);
	size_t n = in_length(rows) + 1;
	const char *const **cells = pool_array(pool, const char *const *, n);
	size_t *lengths = pool_array(pool, size_t, n);

	for (size_t r = 0; r < n; r++) {
		const char **row = pool_array(pool, const char *, width);

		for (size_t c = 0; c < width; c++) {
			const char *title =
				json_object_get_string(json_object_array_get_idx(header, c));

			row[c] = r ? in_text(json_object_array_get_idx(rows, r - 1), title) : title;
		}
		cells[r] = row;
		lengths[r] = width;
	}
	return (struct sheet){ .rows = cells, .n_cells = lengths, .n_rows = n };
}

static void insert_fact(struct import_context *ctx, struct ledger_fact *facts,
			struct ledger_fact one)
{
	size_t k = ctx->n_facts++;

	for (; k > 0; k--) {
		int order = strcmp(facts[k - 1].symbol, one.symbol);

		if (order < 0 || (!order && !day_before(one.day, facts[k - 1].day)))
			break;
		facts[k] = facts[k - 1];
	}
	facts[k] = one;
}

static enum asset_type type_of(const struct import_result *r, const char *symbol)
{
	for (size_t i = 0; i < r->n_entries; i++)
		if (r->entries[i].symbol && str_eq(r->entries[i].symbol, symbol))
			return r->entries[i].type;
	return ASSET_STOCK;
}

/*
 * The state of the ledger: trades that "negociacao" names, and for "_qty_before" of a row a
 * purchase long ago, under the symbol and type that a first pass over the sheet gave the row.
 */
static void read_state(void *pool, struct json_object *in, const struct import_result *first,
		       struct import_context *ctx)
{
	struct json_object *trades = in_field(in, "negociacao");
	struct json_object *rows = in_field(in, "rows");
	struct ledger_fact *facts =
		pool_array(pool, struct ledger_fact, in_length(trades) + in_length(rows));

	for (size_t i = 0; i < in_length(trades); i++) {
		struct json_object *o = json_object_array_get_idx(trades, i);
		struct ledger_row row = in_row(o);

		insert_fact(ctx, facts,
			    (struct ledger_fact){
				    .symbol = in_text(o, "symbol"),
				    .type = type_of(first, in_text(o, "symbol")),
				    .kind = row.kind,
				    .day = row.day,
				    .qty = row.qty,
				    .price_known = row.price_known,
				    .price = row.price,
				    .source = IMPORT_NEGOCIACAO,
			    });
	}
	for (size_t i = 0; i < in_length(rows) && i < first->n_entries; i++) {
		struct qty before = in_qty(json_object_array_get_idx(rows, i), "_qty_before");
		const struct import_entry *e = &first->entries[i];

		if (qty_is_zero(before) || !e->symbol)
			continue;
		insert_fact(ctx, facts,
			    (struct ledger_fact){
				    .symbol = e->symbol,
				    .type = e->type,
				    .kind = ROW_BUY,
				    .day = day_plus(e->day, -400),
				    .qty = before,
			    });
	}
	ctx->facts = facts;
}

static void put_trade(struct json_object *o, const struct ledger_row *row)
{
	out_text(o, "kind", row_kind_names[row->kind]);
	out_text(o, "event_kind", row->event ? event_kind_names[row->event] : NULL);
	out_qty(o, "quantity", row->qty);
	out_null(o, "price");
	if (row->price_known)
		out_price(o, "price", row->price);
	out_null(o, "ratio");
	if (row->kind == ROW_SPLIT)
		out_value(o, "ratio", row->ratio_e12, PRICE_PLACES, PRICE_PLACES);
}

static struct json_object *put_row(const struct import_entry *e)
{
	struct json_object *o = json_object_new_object();

	out_text(o, "symbol", e->symbol);
	out_null(o, "trade_date");
	if (e->has_day)
		out_day(o, "trade_date", e->day);
	out_text(o, "status", import_status_names[e->status]);
	out_text(o, "reason", e->reason);
	out_true(o, "cross_source", e->cross_source);
	switch (e->effect) {
	case ENTRY_NONE:
	case ENTRY_ASSET:
	case ENTRY_COVERAGE:
	case ENTRY_FIRST_DAY:
		out_null(o, "kind");
		break;
	case ENTRY_TRADE:
		put_trade(o, &e->trade);
		break;
	case ENTRY_INCOME:
		out_text(o, "kind", "income");
		out_text(o, "income_kind", income_kind_names[e->income_kind]);
		out_money(o, "amount", e->amount);
		break;
	}
	return o;
}

static struct json_object *map(void *pool, struct json_object *in)
{
	struct sheet s = read_sheet(pool, in);
	struct import_context ctx = { .today = DAY_FAR_FUTURE };
	struct import_result r;
	struct json_object *o;
	struct json_object *list;

	(void)in_day(in, "as_of", &ctx.today);
	if (import_map(pool, &s, &ctx, &r) != CALC_OK)
		return NULL;
	read_state(pool, in, &r, &ctx);
	if (import_map(pool, &s, &ctx, &r) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	out_text(o, "source", import_source_names[r.source]);
	list = out_array(o, "rows");
	for (size_t i = 0; i < r.n_entries; i++)
		json_object_array_add(list, put_row(&r.entries[i]));
	list = out_array(o, "warnings");
	for (size_t i = 0; i < r.n_warnings; i++)
		json_object_array_add(list, json_object_new_string(r.warnings[i]));
	out_count(o, "parsed", r.parsed);
	out_count(o, "imported", r.imported);
	out_count(o, "duplicates_skipped", r.duplicates);
	out_count(o, "rows_ignored", r.ignored);
	out_count(o, "cross_source_skipped", r.cross_source);
	return o;
}

/* ---- import_dedupe ---- */

static struct natural_key *read_keys(void *pool, struct json_object *list)
{
	struct natural_key *keys = pool_array(pool, struct natural_key, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *o = json_object_array_get_idx(list, i);
		struct ledger_row row = in_row(o);

		keys[i] = (struct natural_key){
			.symbol = in_text(o, "symbol"),
			.kind = (int)row.kind,
			.day = row.day,
			.qty = row.qty,
			.price_known = row.price_known,
			.price = row.price,
		};
	}
	return keys;
}

static struct json_object *dedupe(void *pool, struct json_object *in)
{
	struct json_object *existing = in_field(in, "existing");
	struct json_object *incoming = in_field(in, "incoming");
	size_t n = in_length(incoming);
	bool *duplicate = pool_array(pool, bool, n);
	struct json_object *o = json_object_new_object();
	struct json_object *list = out_array(o, "status");
	size_t absorbed = 0;

	import_dedupe(pool, read_keys(pool, existing), in_length(existing),
		      read_keys(pool, incoming), n, duplicate);
	for (size_t i = 0; i < n; i++) {
		absorbed += duplicate[i];
		json_object_array_add(list,
				      json_object_new_string(
					      import_status_names[duplicate[i] ? IMPORT_DUPLICATE
									       : IMPORT_IMPORTED]));
	}
	out_count(o, "imported", n - absorbed);
	out_count(o, "duplicates_skipped", absorbed);
	return o;
}

/* ---- numbers and dates of sheets ---- */

static struct json_object *mark(void *pool, struct json_object *in)
{
	static const char *const marks[] = { NULL, ".", "," };
	struct json_object *cells = in_field(in, "cells"), *o = json_object_new_object();
	size_t n = in_length(cells);
	const char **texts = pool_array(pool, const char *, n);

	for (size_t i = 0; i < n; i++)
		texts[i] = json_object_get_string(json_object_array_get_idx(cells, i));
	out_text(o, "mark", marks[sheet_mark(texts, n)]);
	return o;
}

static struct json_object *row(void *pool, struct json_object *in)
{
	static const char *const names[ROW_CELLS] = { "quantity", "price", "value" };
	static const int places[ROW_CELLS] = { QTY_PLACES, PRICE_PLACES, MONEY_PLACES };
	const char *decimal = in_text(in, "mark");
	struct row_numbers r = {
		.mark = !decimal	       ? MARK_UNKNOWN
			: str_eq(decimal, ".") ? MARK_POINT
					       : MARK_COMMA,
		.whole = in_true(in, "whole", false),
		.currency = in_text(in, "currency") ? (int)in_currency(in) : -1,
	};
	struct json_object *o = json_object_new_object();
	enum numbers_err err;

	(void)pool; /* no pointer outlives the call */
	for (int k = 0; k < ROW_CELLS; k++)
		r.cell[k] = cell_number(in_text(in, names[k]), false);
	err = row_numbers_choose(&r);
	if (err != NUMBERS_OK) {
		out_text(o, "error", numbers_err_codes[err]);
		out_text(o, "field", names[r.fault]);
		return o;
	}
	for (int k = 0; k < ROW_CELLS; k++) {
		out_null(o, names[k]);
		if (r.known[k])
			out_value(o, names[k], r.value[k], places[k], places[k]);
	}
	return o;
}

static struct json_object *dates(void *pool, struct json_object *in)
{
	struct json_object *texts = in_field(in, "texts"), *o = json_object_new_object(), *list;
	size_t n = in_length(texts);
	struct date_text *d = pool_array(pool, struct date_text, n);
	enum date_order order;

	for (size_t i = 0; i < n; i++)
		d[i] = cell_date(json_object_get_string(json_object_array_get_idx(texts, i)), false,
				 day_of("2026-11-20"));
	order = dates_order(d, n);
	if (order == DATES_AMBIGUOUS) {
		out_text(o, "error", "date_ambiguous");
		return o;
	}
	out_true(o, "month_first", order == DATES_MONTH_FIRST);
	list = out_array(o, "dates");
	for (size_t i = 0; i < n; i++) {
		char text[DAY_TEXT_SIZE];
		int way = order == DATES_MONTH_FIRST;

		day_format(d[i].day[way], text);
		json_object_array_add(list, d[i].real[way] ? json_object_new_string(text) : NULL);
	}
	return o;
}

/* ---- sheet_types ---- */

static struct json_object *types(void *pool, struct json_object *in)
{
	struct json_object *texts = in_field(in, "texts"), *o = json_object_new_object(),
			   *list = json_object_new_array();

	for (size_t i = 0; i < in_length(texts); i++) {
		int t = asset_type_of_word(
			pool, json_object_get_string(json_object_array_get_idx(texts, i)));

		json_object_array_add(list,
				      t < 0 ? NULL : json_object_new_string(asset_type_names[t]));
	}
	json_object_object_add(o, "types", list);
	return o;
}

const struct case_function import_functions[] = {
	{ "sheet_mark", mark },	  { "sheet_row_numbers", row }, { "sheet_dates", dates },
	{ "sheet_types", types }, { "import_map", map },	{ "import_dedupe", dedupe },
	{ NULL, NULL },
};
