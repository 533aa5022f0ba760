/* SPDX-License-Identifier: Apache-2.0 */
/* advisor_operations.c: the tables of the advisor: Functions, Actions, and the seven operations. */
#include "config.h"

#include "office/advisor.h"
#include "office/client_portfolio.h"
#include "office/client.h"
#include "office/family.h"
#include "office/office_overview.h"
#include "office/reach.h"
#include "office/office.h"
#include "office/plans.h"
#include "office/targets_out.h"
#include "portfolio/portfolio.h"

extern const struct spec_file advisor_specs[]; /* made by embed-schemas from schemas/ */

#define READ(least) .scope = SCOPE_ADVISOR_READ, .role = (least)
#define WRITE(least, what) .scope = SCOPE_ADVISOR_WRITE, .role = (least), .event = (what)
#define CLIENT .subject = "advisor.client"
#define PORTFOLIO .subject = "advisor.client_portfolio", .enter = client_portfolio_enter
#define PORTFOLIO_AT PORTFOLIO, .temporal = "trade_date"
#define CHANGE(what)                                                                               \
	WRITE(ROLE_ADVISOR, what), .enter = client_portfolio_change, .arg = &client_kinds

static const struct operation functions[] = {
	OPERATION("advisor.me.get", me_get, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.organization.get", organization_get, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.license.get", license_get, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.overview.get", overview_get, READ(ROLE_ASSISTANT),
		  .temporal = "trade_date"),
	OPERATION("advisor.client_portfolios.list", client_portfolios_list, READ(ROLE_ASSISTANT),
		  CLIENT, .temporal = "trade_date"),
	OPERATION("advisor.client_portfolio.get", client_portfolio_get, READ(ROLE_ASSISTANT),
		  PORTFOLIO_AT),
	OPERATION("advisor.client_portfolio.history", wallet_call_history, READ(ROLE_ASSISTANT),
		  PORTFOLIO_AT),
	OPERATION("advisor.client_portfolio.ledger", wallet_call_ledger, READ(ROLE_ASSISTANT),
		  PORTFOLIO_AT),
	OPERATION("advisor.client_portfolio.imports", wallet_call_imports, READ(ROLE_ASSISTANT),
		  PORTFOLIO),
	OPERATION("advisor.client_portfolio.explain", wallet_call_explain, READ(ROLE_ASSISTANT),
		  PORTFOLIO_AT),
	OPERATION("advisor.client_plan.get", client_plan_get, READ(ROLE_ASSISTANT), PORTFOLIO,
		  .undone = true),
	OPERATION("advisor.client_targets.get", client_targets_get, READ(ROLE_ASSISTANT), PORTFOLIO,
		  .temporal = "since"),
	OPERATION("advisor.plans.get", plans_get, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.targets.out", targets_out, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.questionnaire.get", questionnaire_get, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.members.list", members_list, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.invitations.list", invitations_list, READ(ROLE_ADMIN)),
	OPERATION("advisor.audit.list", audit_list, READ(ROLE_ADMIN), .temporal = "occurred_at"),
	OPERATION("advisor.families.list", families_list, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.clients.list", clients_list, READ(ROLE_ASSISTANT)),
	OPERATION("advisor.client.get", client_get, READ(ROLE_ASSISTANT), CLIENT,
		  .temporal = "created_at"),
	OPERATION("advisor.client.history", client_history, READ(ROLE_ASSISTANT), CLIENT,
		  .temporal = "trade_date"),
	OPERATION("advisor.client_tax.get", client_tax_get, READ(ROLE_ASSISTANT), CLIENT),
	OPERATION("advisor.client_tax.declaration", client_tax_declaration, READ(ROLE_ASSISTANT),
		  CLIENT),
	OPERATION("advisor.client_tax.explain", client_tax_explain, READ(ROLE_ASSISTANT), CLIENT),
	{ .id = NULL },
};

static const struct operation actions[] = {
	OPERATION("advisor.invitation.accept", invitation_accept, .scope = SCOPE_ACCOUNT_WRITE,
		  .role = ROLE_ANYONE, .event = "invitation.accepted", .no_preview = true),
	OPERATION("advisor.organization.update", organization_update,
		  WRITE(ROLE_ADMIN, "organization.updated")),
	OPERATION("advisor.seat.assign", seat_assign, WRITE(ROLE_ADMIN, "seat.assigned")),
	OPERATION("advisor.member.update", member_update, WRITE(ROLE_ADMIN, "member.updated")),
	OPERATION("advisor.invitation.create", invitation_create,
		  WRITE(ROLE_ADMIN, "invitation.created")),
	OPERATION("advisor.invitation.revoke", invitation_revoke,
		  WRITE(ROLE_ADMIN, "invitation.revoked")),
	OPERATION("advisor.family.create", family_create, WRITE(ROLE_ADVISOR, "family.created")),
	OPERATION("advisor.client_portfolio.create", client_portfolio_create,
		  WRITE(ROLE_ADVISOR, "client_portfolio.created")),
	OPERATION("advisor.client_portfolio.delete", client_portfolio_delete,
		  WRITE(ROLE_ADVISOR, "client_portfolio.deleted")),
	OPERATION("advisor.client_portfolio.import", wallet_call_import,
		  CHANGE("client_portfolio.imported")),
	OPERATION("advisor.client_portfolio_import.undo", wallet_call_import_undo,
		  CHANGE("client_portfolio.import_undone")),
	OPERATION("advisor.client_portfolio_asset.add", client_portfolio_asset_add,
		  WRITE(ROLE_ADVISOR, "client_portfolio_asset.added")),
	OPERATION("advisor.client_portfolio_asset.remove", client_portfolio_asset_remove,
		  WRITE(ROLE_ADVISOR, "client_portfolio_asset.removed")),
	OPERATION("advisor.client_portfolio_price.state", wallet_call_price_state,
		  CHANGE("client_portfolio_asset.updated")),
	OPERATION("advisor.client_targets.set", wallet_call_targets, CHANGE("client_targets.set")),
	OPERATION("advisor.client_portfolio_transaction.add", client_portfolio_transaction_add,
		  CHANGE("client_portfolio_transaction.added")),
	OPERATION("advisor.client_portfolio_transaction.delete",
		  client_portfolio_transaction_delete,
		  WRITE(ROLE_ADVISOR, "client_portfolio_transaction.deleted")),
	OPERATION("advisor.client.create", client_create, WRITE(ROLE_ADVISOR, "client.created")),
	OPERATION("advisor.client.update", client_update, WRITE(ROLE_ADVISOR, "client.updated")),
	OPERATION("advisor.client.delete", client_delete, WRITE(ROLE_ADVISOR, "client.deleted")),
	OPERATION("advisor.client_assignment.set", assignment_set,
		  WRITE(ROLE_ADMIN, "client_assignment.set")),
	OPERATION("advisor.client_profile.update", client_profile_update,
		  WRITE(ROLE_ADVISOR, "client_profile.updated")),
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
