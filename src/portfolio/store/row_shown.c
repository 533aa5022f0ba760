/* SPDX-License-Identifier: Apache-2.0 */
/* row_shown.c: a row of the ledger cited by an issue or a reconciliation. */
#include "config.h"

#include "portfolio/store/row_shown.h"

void row_shown_write(struct json *j, const struct ledger_asset *asset, const struct ledger_row *row)
{
	json_uuid(j, "id", row->id);
	json_text(j, "symbol", asset->symbol);
	json_text(j, "kind", row_kind_names[row->kind]);
	json_day(j, "trade_date", row->day);
	json_qty(j, "quantity", row->qty);
	json_price_or_null(j, "price", row->price_known, row->price);
}
