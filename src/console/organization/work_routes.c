/* SPDX-License-Identifier: Apache-2.0 */
/* work_routes.c: the pages of organizations. */
#include "config.h"

#include "identity/pages/refusal.h"
#include "console/console.h"
#include "console/form/entry.h"
#include "console/person/console_pages.h"
#include "console/organization/work_pages.h"

#define OFFICE "/offices/{org}"
#define DESK "/desks/{org}"

/* The handler chooses the organization of the path, and the transaction by the form's step. */
#define PAGE(place)                                                                                \
	.arg = (place), .caller = CALLER_PERSON, .subject = SUBJECT_OFFICE,                        \
	.transaction = TX_CHOSEN, .refuse = site_refuse, .heavy = work_is_csv
#define FORM(place)                                                                                \
	.arg = (place), .caller = CALLER_PERSON, .subject = SUBJECT_OFFICE,                        \
	.transaction = TX_CHOSEN, .refuse = work_action_refuse

#define AMOUNTS                                                                                    \
	.arg = &work_office_actions, .caller = CALLER_PERSON, .subject = SUBJECT_OFFICE,           \
	.transaction = TX_CHOSEN, .refuse = office_plans_refuse

const struct route work_routes[] = {
	{ GET, "/offices", "getOrganizationsPage", work_organizations, .caller = CALLER_PERSON,
	  .subject = SUBJECT_ACCOUNT, .refuse = site_refuse },
	{ GET, "/desks", "getDesksPage", work_desks, .caller = CALLER_PERSON,
	  .subject = SUBJECT_ACCOUNT, .refuse = site_refuse },
	{ GET, OFFICE, "getOfficePage", work_organization, PAGE(&work_office_overview) },
	{ GET, OFFICE "/clients", "getClientsPage", work_page, PAGE(&work_office_clients) },
	{ GET, OFFICE "/clients/{client}", "getClientPage", work_page, PAGE(&work_office_client) },
	{ GET, OFFICE "/clients/{client}/tax", "getClientTaxYearPage", tax_year_page,
	  PAGE(&work_office_actions) },
	{ GET, OFFICE "/clients/{client}/tax/month", "getClientTaxMonthPage", tax_month_page,
	  PAGE(&work_office_actions) },
	{ GET, OFFICE "/clients/{client}/tax/declaration", "getClientTaxDeclarationPage",
	  tax_declaration_page, PAGE(&work_office_actions) },
	{ GET, OFFICE "/clients/{client}/tax/missing", "getClientTaxMissingPage", tax_missing_page,
	  PAGE(&work_office_actions) },
	{ GET, OFFICE "/clients/{client}/tax/explain", "getClientTaxExplanationPage",
	  tax_explained_page, PAGE(&work_office_actions) },
	{ GET, OFFICE "/families", "getFamiliesPage", work_page, PAGE(&work_office_families) },
	{ GET, OFFICE "/portfolios/{portfolio}", "getClientPortfolioPage", work_page,
	  PAGE(&work_office_portfolio) },
	{ GET, OFFICE "/targets", "getClientsTargetsPage", office_targets_page,
	  PAGE(&work_office_actions) },
	{ GET, OFFICE "/plans", "getClientsPlansPage", office_plans_page, AMOUNTS,
	  .heavy = heavy_always },
	{ POST, OFFICE "/plans", "readClientsAmounts", office_plans_post, AMOUNTS,
	  .body = BODY_FORM_FILE, .body_max = MAX_JSON },
	{ GET, OFFICE "/portfolios/{portfolio}/plan", "getClientPlanPage", client_plan_page,
	  PAGE(&work_office_actions) },
	{ GET, OFFICE "/portfolios/{portfolio}/explain", "getClientExplanationPage",
	  client_explained_page, PAGE(&work_office_actions) },
	{ GET, OFFICE "/members", "getMembersPage", work_page, PAGE(&work_office_members) },
	{ GET, OFFICE "/invitations", "getInvitationsPage", work_page,
	  PAGE(&work_office_invitations) },
	{ GET, OFFICE "/audit", "getAuditPage", work_page, PAGE(&work_office_audit) },
	{ GET, OFFICE "/actions/{action}", "getOfficeActionPage", work_action,
	  FORM(&work_office_actions), .heavy = entry_is_held },
	{ POST, OFFICE "/actions/{action}", "submitOfficeAction", work_action_post,
	  FORM(&work_office_actions), .body = BODY_FORM, .body_max = MAX_JSON },
	{ POST, OFFICE "/files/{action}", "submitOfficeFile", work_action_post,
	  FORM(&work_office_actions), .heavy = heavy_always, .body = BODY_FORM_FILE,
	  .body_max = MAX_SPREADSHEET },
	{ GET, DESK, "getDeskPage", work_page, PAGE(&work_desk_overview) },
	{ GET, DESK "/find", "getDeskFindPage", desk_find_page, PAGE(&work_desk_actions) },
	{ GET, DESK "/watchlists", "getWatchlistsPage", work_page, PAGE(&work_desk_watchlists) },
	{ GET, DESK "/watchlists/{watchlist}", "getWatchlistPage", work_page,
	  PAGE(&work_desk_watchlist) },
	{ GET, DESK "/issuers/{object}", "getIssuerPage", work_page, PAGE(&work_desk_issuer) },
	{ GET, DESK "/debentures/{object}", "getDebenturePage", work_page,
	  PAGE(&work_desk_debenture) },
	{ GET, DESK "/funds/{object}", "getReceivablesFundPage", work_page, PAGE(&work_desk_fund) },
	{ GET, DESK "/terms", "getTermsPage", work_page, PAGE(&work_desk_terms) },
	{ GET, DESK "/terms/{term}", "getTermPage", work_page, PAGE(&work_desk_term) },
	{ GET, DESK "/documents", "getDeskDocumentsPage", work_page, PAGE(&work_desk_documents) },
	{ GET, DESK "/notes", "getNotesPage", work_page, PAGE(&work_desk_notes) },
	{ GET, DESK "/rules", "getRulesPage", work_page, PAGE(&work_desk_rules) },
	{ GET, DESK "/members", "getDeskMembersPage", work_page, PAGE(&work_desk_members) },
	{ GET, DESK "/audit", "getDeskAuditPage", work_page, PAGE(&work_desk_audit) },
	{ GET, DESK "/actions/{action}", "getDeskActionPage", work_action,
	  FORM(&work_desk_actions) },
	{ POST, DESK "/actions/{action}", "submitDeskAction", work_action_post,
	  FORM(&work_desk_actions), .body = BODY_FORM, .body_max = MAX_JSON },
	{ .run = NULL },
};
