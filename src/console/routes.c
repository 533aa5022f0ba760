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
	{ GET, ID "/export", "getExportPage", export_page, ONE },
	{ GET, ID "/issues", "getIssuesPage", issues_page, ONE },
	{ GET, ID "/holdings/{asset}", "getHoldingPage", holding_page, ONE },
	{ .run = NULL },
};
