/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_routes.c: the wallet's routes; imports have their
 * own table.
 */
#include "config.h"

#include "portfolio/portfolio.h"

#include "portfolio/attention/attention.h"
#include "portfolio/functions/application_writes.h"
#include "portfolio/ledger/asset.h"
#include "portfolio/ledger/income_rows.h"
#include "portfolio/ledger/stated_price.h"
#include "portfolio/ledger/succession.h"
#include "portfolio/ledger/transaction.h"
#include "portfolio/ledger/portfolio_record.h"
#include "portfolio/plan/plan_routes.h"
#include "portfolio/suitability/suitability_answers.h"
#include "portfolio/show/show.h"
#include "portfolio/tax/tax_answers.h"
#include "portfolio/what_if/what_if.h"

#define ID "/v1/portfolios/{id}"

/* The caller: any credential with the scope, or a per-user one. */
#define READS .caller = CALLER_ANY, .scope = SCOPE_ACCOUNT_READ
#define WRITES .caller = CALLER_ANY, .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE
#define PERSON_READS .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_READ
#define PERSON_WRITES .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE

/* The subject: one portfolio, read or edited, or all consolidated ones. */
#define ONE READS, .subject = SUBJECT_PORTFOLIO, .validator = VALIDATOR_LEDGER
#define ALL PERSON_READS, .subject = SUBJECT_WALLET, .validator = VALIDATOR_CONSOLIDATED
#define OWN_TAX                                                                                    \
	PERSON_READS, .subject = SUBJECT_WALLET, .validator = VALIDATOR_FOUND,                     \
		      .versions = tax_versions
#define EDITS WRITES, .subject = SUBJECT_PORTFOLIO, .right = RIGHT_EDIT
#define CONTROLS WRITES, .subject = SUBJECT_PORTFOLIO, .right = RIGHT_CONTROL
#define TAKES_JSON .body = BODY_JSON, .body_max = MAX_JSON

const struct route wallet_routes[] = {
	{ GET, "/v1/income", "listIncome", income_received_all, ALL },
	{ GET, "/v1/income/summary", "getIncomeSummary", income_summary_all, ALL },
	{ GET, "/v1/portfolio", "getPortfolio", portfolio_context, ALL },
	{ GET, "/v1/portfolio/history", "getPortfolioHistory", portfolio_context_history, ALL },
	{ GET, "/v1/portfolio/moved", "getPortfolioMoved", portfolio_context_moved, ALL },
	{ GET, "/v1/portfolio/application-writes", "listApplicationWrites", application_writes_get,
	  PERSON_READS, .subject = SUBJECT_WALLET },
	{ GET, "/v1/portfolio/attention", "getPortfolioAttention", portfolio_attention,
	  PERSON_READS, .subject = SUBJECT_WALLET },
	{ GET, "/v1/portfolio/fixed-income", "getPortfolioFixedIncome", portfolio_fixed_income,
	  PERSON_READS, .subject = SUBJECT_WALLET },
	{ GET, "/v1/portfolio/plan", "getPlan", wallet_plan_get, PERSON_READS,
	  .subject = SUBJECT_WALLET, .validator = VALIDATOR_FOUND, .undone = plan_sells },
	{ GET, "/v1/portfolio/plan/explain", "explainPlanFigure", wallet_plan_explain, PERSON_READS,
	  .subject = SUBJECT_WALLET, .validator = VALIDATOR_FOUND },
	{ GET, "/v1/portfolio/targets", "getTargets", wallet_targets_get, PERSON_READS,
	  .subject = SUBJECT_WALLET },
	{ PUT, "/v1/portfolio/targets", "putTargets", wallet_targets_put, PERSON_WRITES,
	  .subject = SUBJECT_WALLET, TAKES_JSON },
	{ DELETE, "/v1/portfolio/targets", "deleteTargets", wallet_targets_delete, PERSON_WRITES,
	  .subject = SUBJECT_WALLET },
	{ GET, "/v1/portfolio/tax", "getTaxYear", tax_year_get, OWN_TAX },
	{ GET, "/v1/portfolio/tax/declaration", "getTaxDeclaration", tax_declaration_get, OWN_TAX },
	{ GET, "/v1/portfolio/tax/explain", "explainTaxFigure", tax_explain_get, OWN_TAX },
	{ GET, "/v1/portfolio/tax/inputs", "getTaxInputs", tax_inputs_get, PERSON_READS,
	  .subject = SUBJECT_WALLET },
	{ GET, "/v1/portfolio/tax/missing", "getTaxMissing", tax_missing_get, OWN_TAX },
	{ PUT, "/v1/portfolio/tax/inputs", "putTaxInputs", tax_inputs_put, PERSON_WRITES,
	  .subject = SUBJECT_WALLET, TAKES_JSON },
	{ GET, "/v1/portfolios", "listPortfolios", portfolio_list, PERSON_READS,
	  .subject = SUBJECT_WALLET, .validator = VALIDATOR_FOUND },
	{ POST, "/v1/portfolios", "createPortfolio", portfolio_create, PERSON_WRITES,
	  .subject = SUBJECT_WALLET, .once = ONCE, TAKES_JSON },
	{ GET, "/v1/portfolios/import-template", "getPortfolioImportTemplate", portfolio_template,
	  READS, .subject = SUBJECT_WALLET },
	{ GET, ID, "getPortfolioDetail", portfolio_detail, ONE },
	{ GET, ID "/history", "getPortfolioHistoryById", portfolio_history, PERSON_READS,
	  .subject = SUBJECT_PORTFOLIO, .validator = VALIDATOR_LEDGER },
	{ GET, ID "/moved", "getPortfolioMovedById", portfolio_moved, PERSON_READS,
	  .subject = SUBJECT_PORTFOLIO, .validator = VALIDATOR_LEDGER },
	{ PATCH, ID, "updatePortfolio", portfolio_update, EDITS, TAKES_JSON },
	{ DELETE, ID, "deletePortfolio", portfolio_delete, CONTROLS },
	{ GET, ID "/xray", "getPortfolioXray", portfolio_xray, ONE },
	{ GET, ID "/costs", "getPortfolioCosts", portfolio_costs, ONE },
	{ GET, ID "/look-through", "getPortfolioLookThrough", portfolio_look_through, ONE },
	{ GET, ID "/audience", "getPortfolioAudience", audience_get, ONE },
	{ PUT, ID "/audience", "setPortfolioAudience", portfolio_audience, CONTROLS, TAKES_JSON },
	{ GET, ID "/transactions", "listPortfolioTransactions", transaction_list, ONE },
	{ POST, ID "/transactions", "createPortfolioTransaction", transaction_create, EDITS,
	  .once = ONCE, .body = BODY_JSON, .body_max = MAX_TRANSACTIONS },
	{ DELETE, ID "/transactions", "deletePortfolioTransactions", transactions_delete, EDITS },
	{ GET, ID "/transactions/{transactionId}", "getPortfolioTransaction", transaction_get,
	  ONE },
	{ PATCH, ID "/transactions/{transactionId}", "updatePortfolioTransaction",
	  transaction_update, EDITS, TAKES_JSON },
	{ DELETE, ID "/transactions/{transactionId}", "deletePortfolioTransaction",
	  transaction_delete, EDITS },
	{ GET, ID "/assets", "listPortfolioAssets", asset_list, ONE },
	{ POST, ID "/assets", "createPortfolioAsset", asset_create, EDITS, .once = ONCE,
	  TAKES_JSON },
	{ GET, ID "/assets/{assetId}", "getPortfolioAsset", asset_get, ONE },
	{ PATCH, ID "/assets/{assetId}", "updatePortfolioAsset", asset_update, EDITS, TAKES_JSON },
	{ DELETE, ID "/assets/{assetId}", "deletePortfolioAsset", asset_delete, EDITS },
	{ GET, ID "/assets/{assetId}/price", "getPortfolioAssetPrices", stated_price_get, ONE },
	{ PUT, ID "/assets/{assetId}/price", "putPortfolioAssetPrice", stated_price_put, EDITS,
	  TAKES_JSON },
	{ DELETE, ID "/assets/{assetId}/price", "deletePortfolioAssetPrice", stated_price_delete,
	  EDITS },
	{ GET, ID "/assets/{assetId}/succession", "getPortfolioAssetSuccession", succession_get,
	  ONE },
	{ PUT, ID "/assets/{assetId}/succession", "putPortfolioAssetSuccession", succession_put,
	  EDITS, TAKES_JSON },
	{ DELETE, ID "/assets/{assetId}/succession", "deletePortfolioAssetSuccession",
	  succession_delete, EDITS },
	{ GET, ID "/income", "listPortfolioIncome", income_list, ONE },
	{ POST, ID "/income", "createPortfolioIncome", income_create, EDITS, .once = ONCE,
	  TAKES_JSON },
	{ GET, ID "/income/received", "listPortfolioIncomeReceived", income_received, ONE },
	{ GET, ID "/income/summary", "getPortfolioIncomeSummary", income_summary, ONE },
	{ GET, ID "/income/{incomeId}", "getPortfolioIncome", income_get, ONE },
	{ PATCH, ID "/income/{incomeId}", "updatePortfolioIncome", income_update, EDITS,
	  TAKES_JSON },
	{ DELETE, ID "/income/{incomeId}", "deletePortfolioIncome", income_delete, EDITS },
	{ GET, ID "/plan", "getPortfolioPlan", plan_get, READS, .subject = SUBJECT_PORTFOLIO,
	  .validator = VALIDATOR_FOUND, .undone = plan_sells },
	{ GET, ID "/targets", "getPortfolioTargets", targets_get, READS,
	  .subject = SUBJECT_PORTFOLIO },
	{ PUT, ID "/targets", "putPortfolioTargets", targets_put, EDITS, TAKES_JSON },
	{ DELETE, ID "/targets", "deletePortfolioTargets", targets_delete, EDITS },
	{ POST, ID "/what-if", "whatIfPortfolio", what_if_post, .caller = CALLER_ANY,
	  .scope = SCOPE_ACCOUNT_READ, .transaction = TX_UNDONE, .subject = SUBJECT_PORTFOLIO,
	  .right = RIGHT_EDIT, TAKES_JSON },
	{ GET, ID "/explain", "explainPortfolioFigure", portfolio_explain, ONE,
	  .versions = explain_versions },
	{ GET, ID "/export", "exportPortfolio", portfolio_export, ONE, .heavy = heavy_always },
	{ GET, ID "/issues", "listPortfolioIssues", portfolio_issues, ONE, .undone = issues_tried },
	{ GET, ID "/tax", "getPortfolioTaxYear", tax_portfolio_year_get, ONE },
	{ GET, ID "/tax/declaration", "getPortfolioTaxDeclaration", tax_portfolio_declaration_get,
	  ONE },
	{ GET, ID "/tax/explain", "explainPortfolioTaxFigure", tax_portfolio_explain_get, ONE },
	{ GET, "/v1/suitability", "getSuitability", suitability_get, PERSON_READS,
	  .subject = SUBJECT_WALLET },
	{ PUT, "/v1/suitability", "putSuitability", suitability_put, PERSON_WRITES,
	  .subject = SUBJECT_WALLET, TAKES_JSON },
	{ GET, "/v1/suitability/questionnaire", "getSuitabilityQuestionnaire",
	  suitability_questionnaire, .caller = CALLER_ANY },
	{ .run = NULL },
};
