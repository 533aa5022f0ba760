/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export_json.c: the ledger as JSON, every number with all stored places.
 *
 * `format` and `version` name the form, so that a reader can recognise a later one.
 */
#include "config.h"

#include "portfolio/show/export.h"

static void put_decimal(struct json *j, const char *name, wide v, int places)
{
	json_decimal(j, name, v, places, places, true);
}

static void put_portfolio(struct json *j, const struct loaded *in)
{
	json_open(j, "portfolio");
	json_uuid(j, "id", in->id);
	json_text(j, "name", in->name);
	json_text(j, "visibility", in->visibility);
	json_boolean(j, "exclude_from_consolidated", in->exclude_from_consolidated);
	json_timestamp(j, "created_at", in->created_ms);
	json_int(j, "ledger_version", in->ledger_version);
	json_close(j);
}

static void put_assets(struct json *j, const struct ledger *l)
{
	json_array(j, "assets");
	for (size_t i = 0; i < l->n_assets; i++) {
		const struct ledger_asset *a = &l->assets[i];

		json_open(j, NULL);
		json_uuid(j, "id", a->id);
		json_text(j, "symbol", a->symbol);
		json_text(j, "asset_type", asset_type_names[a->type]);
		json_text(j, "currency", currency_names[a->currency]);
		json_text(j, "name", a->name);
		json_raw(j, "meta", a->meta);
		json_close(j);
	}
	json_array_end(j);
}

static void put_row(struct json *j, const struct export_entry *e)
{
	const struct ledger_row *r = e->row;

	json_open(j, NULL);
	json_uuid(j, "id", e->id);
	json_uuid(j, "asset_id", e->asset->id);
	json_text(j, "symbol", e->asset->symbol);
	json_text(j, "kind", row_kind_names[r->kind]);
	json_text(j, "event_kind", r->event == EVENT_NONE ? NULL : event_kind_names[r->event]);
	json_day(j, "trade_date", r->day);
	put_decimal(j, "quantity", r->qty.e8, QTY_PLACES);
	if (r->price_known)
		put_decimal(j, "price", r->price.e12, PRICE_PLACES);
	else
		json_null(j, "price");
	put_decimal(j, "fees", r->fees.e8, MONEY_PLACES);
	if (r->kind == ROW_SPLIT)
		put_decimal(j, "ratio", r->ratio_e12, PRICE_PLACES);
	else
		json_null(j, "ratio");
	json_text(j, "currency", currency_names[e->asset->currency]);
	json_text(j, "note", e->note);
	json_text(j, "external_id", e->external_id);
	if (e->option)
		json_text(j, "option", e->option);
	if (e->institution)
		json_text(j, "institution", e->institution);
	json_close(j);
}

static void put_income(struct json *j, const struct export_entry *e)
{
	json_open(j, NULL);
	json_uuid(j, "id", e->id);
	json_uuid(j, "asset_id", e->asset->id);
	json_text(j, "symbol", e->asset->symbol);
	json_text(j, "kind", income_kind_names[e->income]);
	json_day(j, "pay_date", e->day);
	put_decimal(j, "amount", e->amount.e8, MONEY_PLACES);
	json_text(j, "currency", currency_names[e->asset->currency]);
	json_text(j, "note", e->note);
	if (e->facts.gross_known)
		put_decimal(j, "gross_amount", e->facts.gross.e8, MONEY_PLACES);
	if (e->facts.record_known)
		json_day(j, "record_date", e->facts.record);
	if (e->facts.approved_known)
		json_day(j, "approved_on", e->facts.approved);
	if (e->facts.old_profits)
		json_boolean(j, "profits_to_2025", true);
	json_close(j);
}

void export_json(struct json *j, const struct export *e)
{
	json_open(j, NULL);
	json_text(j, "format", "lastro.portfolio");
	json_int(j, "version", 1);
	put_portfolio(j, e->in);
	put_assets(j, &e->in->ledger);
	json_array(j, "transactions");
	for (size_t i = 0; i < e->n; i++) {
		if (e->entries[i].row)
			put_row(j, &e->entries[i]);
	}
	json_array_end(j);
	json_array(j, "income");
	for (size_t i = 0; i < e->n; i++) {
		if (!e->entries[i].row)
			put_income(j, &e->entries[i]);
	}
	json_array_end(j);
	coverage_render(j, e->in->ledger.coverage, e->in->ledger.n_coverage);
	json_close(j);
}
