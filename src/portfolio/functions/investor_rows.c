/* SPDX-License-Identifier: Apache-2.0 */
/* investor_rows.c: the rows that Actions of a person change, as previews and the trail show them. */
#include "config.h"

#include "portfolio/functions/investor_parts.h"

#include "portfolio/portfolio.h"
#include "portfolio/tax/tax_answers.h"

static DB_STMT(portfolio_row, "investor.portfolio_row",
	       "select jsonb_build_object("
	       "         'name', p.name," WALLET_ROW_COUNTS ")::text"
	       "  from portfolio p"
	       " where p.workspace_id = $1 and p.id = $2 and p.client_id is null"
	       "   for update of p");

static DB_STMT(
	income_row, "investor.income_row",
	"select jsonb_build_object("
	"         'symbol', a.symbol, 'asset_type', a.asset_type, 'kind', i.kind,"
	"         'pay_date', i.pay_date, 'amount', round(i.amount, 2), 'currency', i.currency,"
	"         'gross_amount', round(i.gross, 2), 'record_date', i.record_date,"
	"         'approved_on', i.approved_on, 'profits_to_2025', i.old_profits,"
	"         'note', i.note)::text"
	"  from income i"
	"  join asset a on a.workspace_id = $1 and a.portfolio_id = i.portfolio_id"
	"              and a.id = i.asset_id"
	" where i.workspace_id = $1 and i.id = $2 and i.portfolio_id = $3");

static const char *const of_portfolio[] = { "name", NULL };
static const char *const of_asset[] = { "name", "meta", NULL };
static const char *const of_targets[] = { "targets", NULL };
static const char *const with_note[] = { "note", NULL };

const struct target_kind investor_portfolio_kind = { "wallet.portfolio", &portfolio_row,
						     of_portfolio };
const struct target_kind investor_asset_kind = { "wallet.portfolio_asset", &wallet_asset_row,
						 of_asset };
const struct target_kind investor_transaction_kind = { "wallet.portfolio_transaction",
						       &wallet_transaction_row, with_note };

const struct target_kind investor_targets_kind = { "wallet.portfolio_targets", &wallet_targets_row,
						   of_targets };

const struct target_kind investor_income_kind = { "wallet.portfolio_income", &income_row,
						  with_note };

/* Everything that a person told the tax is personal. */
static const char *const of_tax_inputs[] = { "carry", "withheld",      "withheld_policy",
					     "paid",  "exterior_loss", "exclude",
					     NULL };

const struct target_kind investor_joint_targets_kind = { "wallet.targets",
							 &wallet_joint_targets_row, of_targets };
const struct target_kind investor_tax_inputs_kind = { "wallet.tax_inputs", &tax_inputs_row,
						      of_tax_inputs };
