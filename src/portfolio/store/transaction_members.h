/* SPDX-License-Identifier: Apache-2.0 */
/* transaction_members.h: rows of the ledger in answers. */
#ifndef LASTRO_PORTFOLIO_STORE_TRANSACTION_MEMBERS_H
#define LASTRO_PORTFOLIO_STORE_TRANSACTION_MEMBERS_H

#include "calc/amounts/amounts.h"
#include "core/json_write.h"

/* transaction_members() - the fields of PortfolioTransaction, inside an open object. */
void transaction_members(struct json *j, const struct ledger_row *row, enum currency currency);

/* transaction_asset_members() - the row's asset: asset_id, symbol, asset_type. */
void transaction_asset_members(struct json *j, struct uuid asset, const char *symbol,
			       enum asset_type type);

#endif
