/* SPDX-License-Identifier: Apache-2.0 */
/* import_entry.c: the outcome of each row of an import, of a dry run and of a refused file. */
#include "config.h"

#include "portfolio/import/import_parts.h"

#define ENTRIES_SHOWN 500

/* What the row is in the ledger, whether or not it was written: NULL for a row without effect. */
const char *import_entry_kind(const struct import_entry *e)
{
	switch (e->effect) {
	case ENTRY_TRADE:
		return row_kind_names[e->trade.kind];
	case ENTRY_INCOME:
		return "income";
	case ENTRY_ASSET:
		return "asset";
	case ENTRY_COVERAGE:
		return "coverage";
	case ENTRY_FIRST_DAY:
	case ENTRY_NONE:
		break;
	}
	return NULL;
}

const char *import_entry_reason(void *pool, const struct import_entry *e)
{
	const char *reason = e->reason ? e->reason : e->warning;

	if (!e->corrected)
		return reason;
	return reason ? pool_printf(pool, "%s (linha corrigida por você)", reason)
		      : "linha corrigida por você";
}

static void put_trade(struct json *j, const struct import_entry *e)
{
	if (e->effect != ENTRY_TRADE)
		return;
	json_day(j, "trade_date", e->trade.day);
	json_qty(j, "quantity", e->trade.qty);
	if (e->trade.kind == ROW_SPLIT) {
		json_decimal(j, "ratio", e->trade.ratio_e12, PRICE_PLACES, PRICE_PLACES, true);
		return;
	}
	json_price_or_null(j, "price", e->trade.price_known, e->trade.price);
	json_money(j, "fees", e->trade.fees);
}

static void put_institution(struct json *j, const struct import_entry *e)
{
	if (e->effect == ENTRY_TRADE && e->institution)
		json_text(j, "institution", e->institution);
}

/* The ledger table that the row would be written to. */
static const char *currency_of(const struct import_entry *e)
{
	return e->effect == ENTRY_TRADE || e->effect == ENTRY_INCOME ? currency_names[e->currency]
								     : NULL;
}

static void put_entry(struct json *j, void *pool, const struct import_entry *e)
{
	json_open(j, NULL);
	json_int(j, "row_index", (int64_t)e->row_index);
	json_int(j, "line", (int64_t)e->line);
	json_text(j, "status", import_status_names[e->status]);
	json_text(j, "kind", import_entry_kind(e));
	json_text(j, "event_kind",
		  e->effect == ENTRY_TRADE && e->trade.event ? event_kind_names[e->trade.event]
							     : NULL);
	json_text(j, "label", e->label);
	json_text(j, "symbol", e->symbol);
	json_text(j, "asset_type", e->symbol ? asset_type_names[e->type] : NULL);
	json_text(j, "currency", currency_of(e));
	put_trade(j, e);
	put_institution(j, e);
	if (e->effect == ENTRY_INCOME) {
		json_text(j, "income_kind", income_kind_names[e->income_kind]);
		json_day(j, "pay_date", e->day);
		json_money(j, "amount", e->amount);
	}
	json_boolean(j, "cross_source", e->cross_source);
	json_text(j, "reason", import_entry_reason(pool, e));
	json_text(j, "code", e->code);
	json_close(j);
}

void import_entries_render(struct json *j, void *pool, const char *name,
			   const struct import_result *r, size_t from, bool errors_only)
{
	size_t shown = 0, left_out = 0;

	json_array(j, name);
	for (size_t i = from; i < r->n_entries; i++) {
		if (errors_only && r->entries[i].status != IMPORT_ERROR)
			continue;
		if (shown == ENTRIES_SHOWN) {
			left_out++;
			continue;
		}
		put_entry(j, pool, &r->entries[i]);
		shown++;
	}
	json_array_end(j);
	if (left_out && !errors_only)
		json_int(j, "rows_truncated", (int64_t)left_out);
}
