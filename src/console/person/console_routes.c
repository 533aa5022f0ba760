/* SPDX-License-Identifier: Apache-2.0 */
/* console_routes.c: the pages of the console. */
#include "config.h"

#include "identity/pages/refusal.h"
#include "console/console.h"
#include "console/form/entry.h"
#include "console/form/mend_undo.h"
#include "console/form/remedy_form.h"
#include "console/person/account_pages.h"
#include "console/person/console_pages.h"
#include "http/static_file.h"
#include "portfolio/what_if/what_if.h"

#define ID "/portfolios/{id}"
#define READS .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_READ, .refuse = site_refuse
#define ALL READS, .subject = SUBJECT_WALLET
#define ONE READS, .subject = SUBJECT_PORTFOLIO
#define WRITES                                                                                     \
	.caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .refuse = site_refuse,              \
	.transaction = TX_WRITE, .body = BODY_FORM, .body_max = MAX_FORM

/* Of the account itself: its forms are site forms, which keep no password. */
#define OWN READS, .subject = SUBJECT_ACCOUNT
#define OWN_FORM                                                                                   \
	.caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .refuse = account_refuse,           \
	.subject = SUBJECT_ACCOUNT, .body = BODY_FORM, .body_max = MAX_FORM

/* A form that writes is shown again with its values when it is refused. */
#define FORM .refuse = entry_refuse, .body = BODY_FORM, .body_max = MAX_FORM
#define FILE_FORM .refuse = entry_refuse, .body = BODY_FORM_FILE, .heavy = heavy_always
#define CHANGES .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_WRITE
#define PREVIEWS .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .transaction = TX_UNDONE
#define EDITS .subject = SUBJECT_PORTFOLIO, .right = RIGHT_EDIT
#define CONTROLS .subject = SUBJECT_PORTFOLIO, .right = RIGHT_CONTROL

const struct route console_routes[] = {
	{ GET, "/static/{hash}/{name}", "getStaticFile", static_file_get, .transaction = TX_NONE },
	{ GET, "/portfolios", "getPortfoliosPage", overview_page, ALL },
	{ GET, "/portfolios/held", "getHeldPage", held_page, ALL },
	{ GET, "/portfolios/moved", "getMovedPage", moved_page_all, ALL },
	{ GET, "/portfolios/new", "getNewPortfolioPage", portfolio_new_page, ALL },
	{ POST, "/portfolios", "submitPortfolio", portfolio_new_post, &portfolio_new_form, CHANGES,
	  .subject = SUBJECT_WALLET, FORM },
	{ GET, "/notices", "getNoticesPage", notices_page, ALL },
	{ POST, "/notices", "submitNotice", notices_page_post, &notice_form, CHANGES,
	  .subject = SUBJECT_WALLET, FORM },
	{ POST, "/notices/{id}/delete", "submitNoticeDeletion", notices_page_delete, WRITES,
	  .subject = SUBJECT_WALLET },
	{ GET, "/account", "getAccountPage", account_page, OWN },
	{ POST, "/account/password", "submitPasswordChange", account_password_post, OWN_FORM,
	  .transaction = TX_CHOSEN },
	{ POST, "/account/sessions", "submitSessionsEnd", account_sessions_post, OWN_FORM,
	  .transaction = TX_WRITE },
	/* Their handlers choose the organization. */
	{ GET, "/account/applications", "getApplicationsPage", applications_page, READS,
	  .subject = SUBJECT_WORKSPACE, .transaction = TX_CHOSEN },
	{ POST, "/account/applications/{id}/undo", "submitApplicationUndo", application_undo_post,
	  .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .subject = SUBJECT_WORKSPACE,
	  .transaction = TX_CHOSEN, .refuse = application_undo_refuse, .body = BODY_FORM,
	  .body_max = MAX_FORM, .heavy = heavy_always },
	{ GET, "/account/profile", "getProfilePage", profile_page, ALL },
	{ POST, "/account/profile", "submitProfile", profile_post, &profile_form, CHANGES,
	  .subject = SUBJECT_WALLET, FORM },
	{ GET, "/account/second-factor", "getSecondFactorPage", factor_page, OWN },
	{ POST, "/account/second-factor", "submitSecondFactor", factor_begin_post, OWN_FORM,
	  .transaction = TX_CHOSEN },
	{ POST, "/account/second-factor/confirm", "submitSecondFactorConfirmation",
	  factor_confirm_post, OWN_FORM, .transaction = TX_WRITE },
	{ POST, "/account/second-factor/off", "submitSecondFactorEnd", factor_off_post, OWN_FORM,
	  .transaction = TX_CHOSEN },
	{ GET, "/launch", "getLaunchPage", launch_page, ALL },
	{ GET, "/income", "getIncomePage", income_page_all, ALL },
	{ GET, "/income/received", "getIncomeListPage", income_list_page_all, ALL },
	{ GET, "/plan", "getPlanPage", plan_page, ALL, .undone = plan_sells },
	{ GET, "/plan/targets", "getTargetsPage", targets_page, ALL },
	{ POST, "/plan/targets", "submitTargets", targets_post, &targets_form, CHANGES,
	  .subject = SUBJECT_WALLET, FORM },
	{ GET, "/plan/targets/withdraw", "getTargetsWithdrawalPage", targets_withdraw_page, ALL },
	{ POST, "/plan/targets/withdraw", "submitTargetsWithdrawal", targets_withdraw_post,
	  &targets_withdraw_form, CHANGES, .subject = SUBJECT_WALLET, FORM },
	{ GET, "/tax", "getTaxYearPage", tax_year_page, ALL },
	{ GET, "/tax/month", "getTaxMonthPage", tax_month_page, ALL },
	{ GET, "/tax/declaration", "getTaxDeclarationPage", tax_declaration_page, ALL },
	{ GET, "/tax/missing", "getTaxMissingPage", tax_missing_page, ALL },
	{ POST, "/tax/missing", "submitTaxAnswers", tax_missing_post, &tax_missing_form, CHANGES,
	  .subject = SUBJECT_WALLET, FORM },
	{ GET, "/tax/explain", "getTaxExplanationPage", tax_explained_page, ALL },
	{ GET, "/tax/inputs", "getTaxInputsPage", tax_inputs_page, ALL },
	{ GET, "/tax/input", "getTaxInputPage", tax_input_page, ALL },
	{ POST, "/tax/input", "submitTaxInput", tax_input_post, &tax_input_form, CHANGES,
	  .subject = SUBJECT_WALLET, FORM },
	{ GET, ID, "getPortfolioPage", portfolio_page, ONE },
	{ GET, ID "/moved", "getPortfolioMovedPage", moved_page, ONE },
	{ GET, ID "/income", "getPortfolioIncomePage", income_page, ONE },
	{ GET, ID "/income/received", "getPortfolioIncomeListPage", income_list_page, ONE },
	{ GET, ID "/income/{incomeId}", "getIncomeEditPage", income_edit_page, ONE },
	{ POST, ID "/income/{incomeId}", "submitIncomeChange", income_edit_post, &income_edit_form,
	  CHANGES, EDITS, FORM },
	{ GET, ID "/income/{incomeId}/preview", "getIncomeChangePreviewPage", income_preview,
	  &income_edit_form, PREVIEWS, EDITS, .refuse = entry_refuse },
	{ POST, ID "/income/{incomeId}/preview", "previewIncomeChange", income_preview_post,
	  &income_edit_form, CHANGES, EDITS, FORM },
	{ POST, ID "/income/{incomeId}/delete", "submitIncomeDeletion", income_drop, WRITES,
	  EDITS },
	{ GET, ID "/settings", "getPortfolioSettingsPage", portfolio_settings_page, ONE },
	{ POST, ID "/settings", "submitPortfolioSettings", portfolio_settings_post,
	  &portfolio_settings_form, CHANGES, EDITS, FORM },
	{ GET, ID "/delete", "getPortfolioDeletionPage", portfolio_delete_page, ONE },
	{ POST, ID "/delete", "submitPortfolioDeletion", portfolio_delete_post,
	  &portfolio_delete_form, CHANGES, CONTROLS, FORM },
	{ GET, ID "/transactions", "getTransactionsPage", ledger_page, ONE },
	{ POST, ID "/transactions", "submitTransaction", row_new_post, &row_new_form, CHANGES,
	  EDITS, FORM },
	{ GET, ID "/transactions/new", "getNewTransactionPage", row_new_page, ONE },
	{ GET, ID "/transactions/preview", "getTransactionPreviewPage", row_new_preview,
	  &row_new_form, PREVIEWS, EDITS, .refuse = entry_refuse },
	{ POST, ID "/transactions/preview", "previewTransaction", row_new_preview_post,
	  &row_new_form, CHANGES, EDITS, FORM },
	{ GET, ID "/transactions/{transactionId}", "getTransactionPage", row_page, ONE },
	{ POST, ID "/transactions/{transactionId}", "submitTransactionChange", row_post, &row_form,
	  CHANGES, EDITS, FORM },
	{ GET, ID "/transactions/{transactionId}/preview", "getTransactionChangePreviewPage",
	  row_preview, &row_form, PREVIEWS, EDITS, .refuse = entry_refuse },
	{ POST, ID "/transactions/{transactionId}/preview", "previewTransactionChange",
	  row_preview_post, &row_form, CHANGES, EDITS, FORM },
	{ POST, ID "/transactions/{transactionId}/delete", "submitTransactionDeletion", row_delete,
	  &row_form, CHANGES, EDITS, FORM },
	{ GET, ID "/imports", "getImportsPage", imports_page, ONE },
	{ POST, ID "/imports", "submitImport", import_post, &import_form, CHANGES, EDITS, FORM,
	  .heavy = heavy_always },
	{ GET, ID "/imports/reading", "getImportReadingPage", import_reading, &import_form,
	  PREVIEWS, EDITS, .refuse = entry_refuse, .heavy = entry_is_held },
	{ POST, ID "/imports/reading", "submitImportFile", import_reading_post, &import_form,
	  CHANGES, EDITS, FILE_FORM, .body_max = MAX_SPREADSHEET },
	{ GET, ID "/imports/{importId}", "getImportPage", import_page, ONE },
	{ POST, ID "/imports/{importId}/undo", "submitImportUndo", import_undo_post,
	  &import_undo_form, CHANGES, EDITS, FORM, .heavy = heavy_always },
	{ GET, ID "/reconcile", "getReconcilePage", reconcile_page, &reconcile_form,
	  .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_READ, .subject = SUBJECT_PORTFOLIO,
	  .refuse = entry_refuse, .heavy = entry_is_held },
	{ POST, ID "/reconcile", "submitReconcile", reconcile_post, &reconcile_form,
	  .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_READ, .subject = SUBJECT_PORTFOLIO,
	  .transaction = TX_WRITE, FILE_FORM, .body_max = MAX_SPREADSHEET },
	{ GET, ID "/mend", "getMendPreviewPage", mend_preview, &mend_form, PREVIEWS, EDITS,
	  .refuse = entry_refuse },
	{ POST, ID "/mend", "submitMend", mend_post, &mend_form, CHANGES, EDITS,
	  .refuse = entry_refuse, .body = BODY_FORM, .body_max = MAX_JSON },
	{ POST, ID "/mend/undo", "submitMendUndo", mend_undo_post, &mend_undo_form, CHANGES, EDITS,
	  FORM },
	{ POST, "/portfolio/mend/undo", "submitWalletMendUndo", mend_undo_post, &mend_undo_form,
	  CHANGES, .subject = SUBJECT_WALLET, FORM },
	{ GET, ID "/plan", "getPortfolioPlanPage", plan_page, ONE, .undone = plan_sells },
	{ GET, ID "/plan/targets", "getPortfolioTargetsPage", targets_page, ONE },
	{ POST, ID "/plan/targets", "submitPortfolioTargets", targets_post, &targets_form, CHANGES,
	  EDITS, FORM },
	{ GET, ID "/plan/targets/withdraw", "getPortfolioTargetsWithdrawalPage",
	  targets_withdraw_page, ONE },
	{ POST, ID "/plan/targets/withdraw", "submitPortfolioTargetsWithdrawal",
	  targets_withdraw_post, &targets_withdraw_form, CHANGES, EDITS, FORM },
	{ GET, ID "/plan/trades", "getPlanTradesPage", plan_trades_preview, &plan_trades_form,
	  PREVIEWS, EDITS, .refuse = entry_refuse },
	{ POST, ID "/plan/trades/preview", "previewPlanTrades", plan_trades_preview_post,
	  &plan_trades_form, CHANGES, EDITS, FORM },
	{ POST, ID "/plan/trades", "submitPlanTrades", plan_trades_post, &plan_trades_form, CHANGES,
	  EDITS, FORM },
	{ GET, ID "/history", "getHistoryPage", history_page, ONE },
	{ GET, ID "/xray", "getXrayPage", xray_page, ONE },
	{ GET, ID "/look-through", "getLookThroughPage", look_through_page, ONE },
	{ GET, ID "/explain", "getExplanationPage", explained_page, ONE },
	{ GET, ID "/costs", "getCostsPage", costs_page, ONE },
	{ GET, ID "/agenda", "getAgendaPage", agenda_page, ONE },
	{ POST, ID "/agenda/feeds", "submitAgendaFeed", agenda_subscribe, &agenda_feed_form,
	  CHANGES, .subject = SUBJECT_PORTFOLIO, FORM },
	{ POST, ID "/agenda/feeds/{feed}/revoke", "submitAgendaFeedRevocation", agenda_unsubscribe,
	  WRITES, .subject = SUBJECT_PORTFOLIO },
	{ GET, ID "/tax", "getPortfolioTaxYearPage", tax_year_page, ONE },
	{ GET, ID "/tax/month", "getPortfolioTaxMonthPage", tax_month_page, ONE },
	{ GET, ID "/tax/declaration", "getPortfolioTaxDeclarationPage", tax_declaration_page, ONE },
	{ GET, ID "/tax/missing", "getPortfolioTaxMissingPage", tax_missing_page, ONE },
	{ POST, ID "/tax/missing", "submitPortfolioTaxAnswers", tax_missing_post, &tax_missing_form,
	  CHANGES, EDITS, FORM },
	{ GET, ID "/tax/explain", "getPortfolioTaxExplanationPage", tax_explained_page, ONE },
	{ GET, ID "/tax/inputs", "getPortfolioTaxInputsPage", tax_inputs_page, ONE },
	{ GET, ID "/tax/fact", "getTaxFactPage", tax_fact_page, ONE },
	{ POST, ID "/tax/fact", "submitTaxFact", tax_fact_post, &tax_fact_form, CHANGES, EDITS,
	  FORM },
	{ GET, ID "/export", "getExportPage", export_page, ONE },
	{ GET, ID "/issues", "getIssuesPage", issues_page, ONE, .transaction = TX_UNDONE },
	{ GET, ID "/holdings/{asset}", "getHoldingPage", holding_page, ONE },
	{ GET, ID "/holdings/{asset}/edit", "getHoldingEditPage", holding_edit_page, ONE },
	{ GET, ID "/holdings/{asset}/edit/preview", "getHoldingEditPreviewPage",
	  holding_edit_preview, &holding_edit_form, PREVIEWS, EDITS, .refuse = entry_refuse },
	{ POST, ID "/holdings/{asset}/edit/preview", "previewHoldingEdit",
	  holding_edit_preview_post, &holding_edit_form, CHANGES, EDITS, FORM },
	{ POST, ID "/holdings/{asset}/edit", "submitHoldingEdit", holding_edit_post,
	  &holding_edit_form, CHANGES, EDITS, FORM },
	{ .run = NULL },
};
