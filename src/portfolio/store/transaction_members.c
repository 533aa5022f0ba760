/* SPDX-License-Identifier: Apache-2.0 */
/* transaction_members.c: a row of the ledger as JSON members. */
#include "config.h"

#include "portfolio/store/transaction_members.h"

#include "db/db.h"
#include "portfolio/portfolio.h"

/* Rounded as in transaction_members(): a preview shows what the answer shows. */
DB_STMT(wallet_transaction_row, "transaction_members.row",
	"select jsonb_build_object('symbol', a.symbol, 'asset_type', a.asset_type,"
	"                          'kind', l.kind, 'event_kind', l.event_kind,"
	"                          'trade_date', l.trade_date, 'quantity', trim_scale(l.quantity),"
	"                          'price', trim_scale(round(l.price, 8)), 'fees', round(l.fees, 2),"
	"                          'ratio', trim_scale(l.ratio),"
	"                          'currency', l.currency, 'note', l.note)::text"
	"  from ledger l"
	"  join asset a on a.workspace_id = $1 and a.portfolio_id = l.portfolio_id"
	"              and a.id = l.asset_id"
	" where l.workspace_id = $1 and l.id = $2 and l.portfolio_id = $3 and l.retired_by is null");

void transaction_members(struct json *j, const struct ledger_row *row, enum currency currency)
{
	json_uuid(j, "id", row->id);
	json_text(j, "kind", row_kind_names[row->kind]);
	json_day(j, "trade_date", row->day);
	json_qty(j, "quantity", row->qty);
	json_price_or_null(j, "price", row->price_known, row->price);
	json_money(j, "fees", row->fees);
	json_decimal_or_null(j, "ratio", row->kind == ROW_SPLIT, row->ratio_e12, PRICE_PLACES,
			     PRICE_PLACES, true);
	json_text(j, "currency", currency_names[currency]);
	json_text(j, "note", row->note);
	json_text(j, "event_kind", row->event == EVENT_NONE ? NULL : event_kind_names[row->event]);
}

void transaction_asset_members(struct json *j, struct uuid asset, const char *symbol,
			       enum asset_type type)
{
	json_uuid(j, "asset_id", asset);
	json_text(j, "symbol", symbol);
	json_text(j, "asset_type", asset_type_names[type]);
}
