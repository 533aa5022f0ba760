/* SPDX-License-Identifier: Apache-2.0 */
/* row_shown.h: a row of the ledger cited by an issue or a reconciliation. */
#ifndef LASTRO_PORTFOLIO_STORE_ROW_SHOWN_H
#define LASTRO_PORTFOLIO_STORE_ROW_SHOWN_H

#include "calc/amounts/amounts.h"
#include "core/json_write.h"

/* row_shown_write() - id, symbol, kind, trade_date, quantity and price, as members of an open object. */
void row_shown_write(struct json *j, const struct ledger_asset *asset,
		     const struct ledger_row *row);

#endif
