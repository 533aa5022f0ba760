/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: the pages of the console. */
#include "config.h"

#include "connector/site.h"
#include "console/console.h"
#include "console/rooms.h"
#include "console/script.h"
#include "console/sheet.h"

#define ID "/portfolios/{id}"
#define READS .caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_READ, .refuse = site_refuse
#define ALL READS, .subject = SUBJECT_WALLET
#define ONE READS, .subject = SUBJECT_PORTFOLIO
#define WRITES                                                                                     \
	.caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .refuse = site_refuse,              \
	.transaction = TX_WRITE, .body = BODY_FORM, .body_max = MAX_FORM

const struct route console_routes[] = {
	{ GET, "/style/{hash}", "getStyleSheet", sheet_get, .transaction = TX_NONE },
	{ GET, "/script/{hash}", "getScript", script_get, .transaction = TX_NONE },
	{ GET, "/portfolios", "getPortfoliosPage", overview_page, ALL },
	{ GET, "/tax", "getTaxYearPage", tax_year_page, ALL },
	{ GET, "/tax/month", "getTaxMonthPage", tax_month_page, ALL },
	{ GET, "/tax/declaration", "getTaxDeclarationPage", tax_declaration_page, ALL },
	{ GET, "/tax/missing", "getTaxMissingPage", tax_missing_page, ALL },
	{ GET, "/tax/explain", "getTaxExplanationPage", tax_explained_page, ALL },
	{ GET, ID, "getPortfolioPage", portfolio_page, ONE },
	{ GET, ID "/history", "getHistoryPage", history_page, ONE },
	{ GET, ID "/xray", "getXrayPage", xray_page, ONE },
	{ GET, ID "/look-through", "getLookThroughPage", look_through_page, ONE },
	{ GET, ID "/explain", "getExplanationPage", explained_page, ONE },
	{ GET, ID "/costs", "getCostsPage", costs_page, ONE },
	{ GET, ID "/agenda", "getAgendaPage", agenda_page, ONE },
	{ POST, ID "/agenda/feeds", "submitAgendaFeed", agenda_subscribe, WRITES,
	  .subject = SUBJECT_PORTFOLIO },
	{ POST, ID "/agenda/feeds/{feed}/revoke", "submitAgendaFeedRevocation", agenda_unsubscribe,
	  WRITES, .subject = SUBJECT_PORTFOLIO },
	{ GET, ID "/tax", "getPortfolioTaxYearPage", tax_year_page, ONE },
	{ GET, ID "/tax/month", "getPortfolioTaxMonthPage", tax_month_page, ONE },
	{ GET, ID "/tax/declaration", "getPortfolioTaxDeclarationPage", tax_declaration_page, ONE },
	{ GET, ID "/tax/missing", "getPortfolioTaxMissingPage", tax_missing_page, ONE },
	{ GET, ID "/tax/explain", "getPortfolioTaxExplanationPage", tax_explained_page, ONE },
	{ GET, ID "/export", "getExportPage", export_page, ONE },
	{ GET, ID "/issues", "getIssuesPage", issues_page, ONE },
	{ GET, ID "/holdings/{asset}", "getHoldingPage", holding_page, ONE },
	{ .run = NULL },
};
