/* SPDX-License-Identifier: Apache-2.0 */
/* advisor_operations.c: the tables of the advisor: Functions, Actions, and the seven operations. */
#include "config.h"

#include "office/advisor.h"
#include "office/client_portfolio.h"
#include "office/assignment.h"
#include "office/client.h"
#include "office/client_tax.h"
#include "office/family.h"
#include "office/office_overview.h"
#include "office/reach.h"
#include "office/office.h"

extern const struct spec_file advisor_specs[]; /* made by json2c from schemas/ */

static const struct operation functions[] = {
	{ "advisor.me.get", "1.0.0", NULL, NULL, SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL, false,
	  me_get },
	{ "advisor.organization.get", "1.0.0", NULL, NULL, SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL,
	  false, organization_get },
	{ "advisor.license.get", "1.0.0", NULL, NULL, SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL,
	  false, license_get },
	{ "advisor.overview.get", "1.0.0", NULL, "trade_date", SCOPE_ADVISOR_READ, ROLE_ASSISTANT,
	  NULL, false, overview_get },
	{ "advisor.client_portfolios.list", "1.0.0", "advisor.client", "trade_date",
	  SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL, false, client_portfolios_list },
	{ "advisor.client_portfolio.get", "1.0.0", "advisor.client_portfolio", "trade_date",
	  SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL, false, client_portfolio_get },
	{ "advisor.client_portfolio.history", "1.0.0", "advisor.client_portfolio", "trade_date",
	  SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL, false, client_portfolio_history },
	{ "advisor.client_portfolio.ledger", "1.0.0", "advisor.client_portfolio", "trade_date",
	  SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL, false, client_portfolio_ledger },
	{ "advisor.client_portfolio.explain", "1.0.0", "advisor.client_portfolio", "trade_date",
	  SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL, false, client_portfolio_explain },
	{ "advisor.members.list", "1.0.0", NULL, NULL, SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL,
	  false, members_list },
	{ "advisor.invitations.list", "1.0.0", NULL, NULL, SCOPE_ADVISOR_READ, ROLE_ADMIN, NULL,
	  false, invitations_list },
	{ "advisor.audit.list", "1.0.0", NULL, "occurred_at", SCOPE_ADVISOR_READ, ROLE_ADMIN, NULL,
	  false, audit_list },
	{ "advisor.families.list", "1.0.0", NULL, NULL, SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL,
	  false, families_list },
	{ "advisor.clients.list", "1.0.0", NULL, NULL, SCOPE_ADVISOR_READ, ROLE_ASSISTANT, NULL,
	  false, clients_list },
	{ "advisor.client.get", "1.0.0", "advisor.client", "created_at", SCOPE_ADVISOR_READ,
	  ROLE_ASSISTANT, NULL, false, client_get },
	{ "advisor.client.history", "1.0.0", "advisor.client", "trade_date", SCOPE_ADVISOR_READ,
	  ROLE_ASSISTANT, NULL, false, client_history },
	{ "advisor.client_tax.get", "1.0.0", "advisor.client", NULL, SCOPE_ADVISOR_READ,
	  ROLE_ASSISTANT, NULL, false, client_tax_get },
	{ "advisor.client_tax.declaration", "1.0.0", "advisor.client", NULL, SCOPE_ADVISOR_READ,
	  ROLE_ASSISTANT, NULL, false, client_tax_declaration },
	{ "advisor.client_tax.explain", "1.0.0", "advisor.client", NULL, SCOPE_ADVISOR_READ,
	  ROLE_ASSISTANT, NULL, false, client_tax_explain },
	{ .id = NULL },
};

static const struct operation actions[] = {
	{ "advisor.invitation.accept", "1.0.0", NULL, NULL, SCOPE_ACCOUNT_WRITE, ROLE_ANYONE,
	  "invitation.accepted", true, invitation_accept },
	{ "advisor.organization.update", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADMIN,
	  "organization.updated", false, organization_update },
	{ "advisor.seat.assign", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADMIN,
	  "seat.assigned", false, seat_assign },
	{ "advisor.member.update", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADMIN,
	  "member.updated", false, member_update },
	{ "advisor.invitation.create", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADMIN,
	  "invitation.created", false, invitation_create },
	{ "advisor.invitation.revoke", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADMIN,
	  "invitation.revoked", false, invitation_revoke },
	{ "advisor.family.create", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "family.created", false, family_create },
	{ "advisor.client_portfolio.create", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "client_portfolio.created", false, client_portfolio_create },
	{ "advisor.client_portfolio.delete", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "client_portfolio.deleted", false, client_portfolio_delete },
	{ "advisor.client_portfolio.import", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "client_portfolio.imported", false, client_portfolio_import },
	{ "advisor.client_portfolio_asset.add", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE,
	  ROLE_ADVISOR, "client_portfolio_asset.added", false, client_portfolio_asset_add },
	{ "advisor.client_portfolio_asset.remove", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE,
	  ROLE_ADVISOR, "client_portfolio_asset.removed", false, client_portfolio_asset_remove },
	{ "advisor.client_portfolio_transaction.add", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE,
	  ROLE_ADVISOR, "client_portfolio_transaction.added", false,
	  client_portfolio_transaction_add },
	{ "advisor.client_portfolio_transaction.delete", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE,
	  ROLE_ADVISOR, "client_portfolio_transaction.deleted", false,
	  client_portfolio_transaction_delete },
	{ "advisor.client.create", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "client.created", false, client_create },
	{ "advisor.client.update", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "client.updated", false, client_update },
	{ "advisor.client.delete", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "client.deleted", false, client_delete },
	{ "advisor.client_assignment.set", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADMIN,
	  "client_assignment.set", false, assignment_set },
	{ "advisor.client_profile.update", "1.0.0", NULL, NULL, SCOPE_ADVISOR_WRITE, ROLE_ADVISOR,
	  "client_profile.updated", false, client_profile_update },
	{ .id = NULL },
};

static const struct check checks[] = {
	{ "advisor.audit.list", { NULL }, audit_list_check },
	{ "advisor.families.list", { "q", NULL }, NULL },
	{ "advisor.clients.list", { "q", NULL }, NULL },
	{ "advisor.organization.update", { "name", "phone", "website", NULL }, NULL },
	{ "advisor.family.create", { "name", NULL }, NULL },
	{ "advisor.client.create", { "name", "phone", NULL }, client_check },
	{ "advisor.client.update", { "name", "phone", NULL }, client_check },
	{ "advisor.client_portfolio.create", { "name", NULL }, NULL },
	{ NULL, { NULL }, NULL },
};

static const struct probe probes[] = {
	{ "advisor.client.create", "tax_id" },
	{ "advisor.client.update", "tax_id" },
	{ "advisor.family.create", "name" },
	{ NULL, NULL },
};

struct protocol advisor_protocol = {
	.base = "/v1/advisor",
	.carrier = CREDENTIAL_MEMBER,
	.roles = advisor_role_names,
	.functions = functions,
	.actions = actions,
	.files = advisor_specs,
	.probes = probes,
	.checks = checks,
	.org_in_input = true,
	.file_action = "advisor.client_portfolio.import",
	.enter = member_enter,
	.barred = member_barred,
	.replayed = reach_replayed,
};

const struct route advisor_routes[] = {
	PROTOCOL_ROUTES("/v1/advisor", "Advisor", &advisor_protocol),
	{ .run = NULL },
};
