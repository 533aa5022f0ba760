/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: what the wallet answers (contract.md "Wallet", completions.md 3); imports have their
 * own table. */
#include "config.h"

#include "wallet/wallet.h"

#include "wallet/asset.h"
#include "wallet/income.h"
#include "wallet/portfolio.h"
#include "wallet/statements.h"
#include "wallet/suitability.h"
#include "wallet/transaction.h"

#define READ SCOPE_ACCOUNT_READ
#define WRITE SCOPE_ACCOUNT_WRITE

enum {
	MAKE = ROUTE_WALLET | ROUTE_WRITE | ROUTE_IDEMPOTENT,
	ALL = ROUTE_WALLET | ROUTE_TOGETHER | ROUTE_ETAG,
	ONE = ROUTE_WALLET | ROUTE_PORTFOLIO | ROUTE_ETAG,
	EDIT = ROUTE_WALLET | ROUTE_PORTFOLIO | ROUTE_WRITE | ROUTE_EDIT,
	POSTS = EDIT | ROUTE_IDEMPOTENT,
	CONTROL = ROUTE_WALLET | ROUTE_PORTFOLIO | ROUTE_WRITE | ROUTE_CONTROL,
};

#define ID "/v1/portfolios/{id}"

const struct route wallet_routes[] = {
	{ GET, "/v1/portfolio", READ, USER_KEY, portfolio_context, "getPortfolio", ALL, 0 },
	{ GET, "/v1/portfolio/history", READ, USER_KEY, portfolio_context_history,
	  "getPortfolioHistory", ALL, 0 },
	{ GET, "/v1/portfolios", READ, USER_KEY, portfolio_list, "listPortfolios",
	  ROUTE_WALLET | ROUTE_LISTED | ROUTE_ETAG, 0 },
	{ POST, "/v1/portfolios", WRITE, USER_KEY, portfolio_create, "createPortfolio", MAKE,
	  BODY_JSON },
	{ GET, "/v1/portfolios/import-template", READ, ANY_KEY, portfolio_template,
	  "getPortfolioImportTemplate", ROUTE_WALLET, 0 },
	{ GET, ID, READ, ANY_KEY, portfolio_detail, "getPortfolioDetail", ONE, 0 },
	{ GET, ID "/history", READ, ANY_KEY, portfolio_history, "getPortfolioHistoryById", ONE, 0 },
	{ PATCH, ID, WRITE, ANY_KEY, portfolio_update, "updatePortfolio", EDIT, BODY_JSON },
	{ DELETE, ID, WRITE, ANY_KEY, portfolio_delete, "deletePortfolio", CONTROL, 0 },
	{ GET, ID "/xray", READ, ANY_KEY, portfolio_xray, "getPortfolioXray", ONE, 0 },
	{ GET, ID "/costs", READ, ANY_KEY, portfolio_costs, "getPortfolioCosts", ONE, 0 },
	{ GET, ID "/look-through", READ, ANY_KEY, portfolio_look_through, "getPortfolioLookThrough",
	  ONE, 0 },
	{ PUT, ID "/audience", WRITE, ANY_KEY, portfolio_audience, "setPortfolioAudience", CONTROL,
	  BODY_JSON },
	{ GET, ID "/transactions", READ, ANY_KEY, transaction_list, "listPortfolioTransactions",
	  ONE, 0 },
	{ POST, ID "/transactions", WRITE, ANY_KEY, transaction_create,
	  "createPortfolioTransaction", POSTS, BODY_TRANSACTIONS },
	{ PATCH, ID "/transactions/{transactionId}", WRITE, ANY_KEY, transaction_update,
	  "updatePortfolioTransaction", EDIT, BODY_JSON },
	{ DELETE, ID "/transactions/{transactionId}", WRITE, ANY_KEY, transaction_delete,
	  "deletePortfolioTransaction", EDIT, 0 },
	{ GET, ID "/assets", READ, ANY_KEY, asset_list, "listPortfolioAssets", ONE, 0 },
	{ POST, ID "/assets", WRITE, ANY_KEY, asset_create, "createPortfolioAsset", POSTS,
	  BODY_JSON },
	{ PATCH, ID "/assets/{assetId}", WRITE, ANY_KEY, asset_update, "updatePortfolioAsset", EDIT,
	  BODY_JSON },
	{ DELETE, ID "/assets/{assetId}", WRITE, ANY_KEY, asset_delete, "deletePortfolioAsset",
	  EDIT, 0 },
	{ GET, ID "/income", READ, ANY_KEY, income_list, "listPortfolioIncome", ONE, 0 },
	{ POST, ID "/income", WRITE, ANY_KEY, income_create, "createPortfolioIncome", POSTS,
	  BODY_JSON },
	{ DELETE, ID "/income/{incomeId}", WRITE, ANY_KEY, income_delete, "deletePortfolioIncome",
	  EDIT, 0 },
	{ GET, ID "/explain", READ, ANY_KEY, portfolio_explain, "explainPortfolioFigure", ONE, 0 },
	{ GET, ID "/export", READ, ANY_KEY, portfolio_export, "exportPortfolio", ONE, 0 },
	{ GET, ID "/issues", READ, ANY_KEY, portfolio_issues, "listPortfolioIssues", ONE, 0 },
	{ GET, "/v1/suitability", READ, USER_KEY, suitability_get, "getSuitability", ROUTE_WALLET,
	  0 },
	{ PUT, "/v1/suitability", WRITE, USER_KEY, suitability_put, "putSuitability",
	  ROUTE_WALLET | ROUTE_WRITE, BODY_JSON },
	{ GET, "/v1/suitability/questionnaire", SCOPE_NONE, ANY_KEY, suitability_questionnaire,
	  "getSuitabilityQuestionnaire", 0, 0 },
	{ .run = NULL },
};

void wallet_register(void)
{
	db_register(asset_stmts, n_asset_stmts);
	db_register(asset_ref_stmts, n_asset_ref_stmts);
	db_register(audience_stmts, n_audience_stmts);
	db_register(of_client_stmts, n_of_client_stmts);
	db_register(book_stmts, n_book_stmts);
	db_register(export_stmts, n_export_stmts);
	db_register(first_day_stmts, n_first_day_stmts);
	db_register(income_stmts, n_income_stmts);
	db_register(issues_stmts, n_issues_stmts);
	db_register(ledgers_stmts, n_ledgers_stmts);
	db_register(load_stmts, n_load_stmts);
	db_register(listed_stmts, n_listed_stmts);
	db_register(listed_check_stmts, n_listed_check_stmts);
	db_register(past_stmts, n_past_stmts);
	db_register(portfolio_stmts, n_portfolio_stmts);
	db_register(state_many_stmts, n_state_many_stmts);
	db_register(state_stmts, n_state_stmts);
	db_register(suitability_stmts, n_suitability_stmts);
	db_register(state_write_stmts, n_state_write_stmts);
	db_register(together_stmts, n_together_stmts);
	db_register(transaction_stmts, n_transaction_stmts);
	db_register(transaction_list_stmts, n_transaction_list_stmts);
	db_register(write_stmts, n_write_stmts);
}
