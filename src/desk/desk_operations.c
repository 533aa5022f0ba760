/* SPDX-License-Identifier: Apache-2.0 */
/* desk_operations.c: the tables of the credit desk: Functions, Actions, and the seven operations. */
#include "config.h"

#include "desk/desk.h"

#include "desk/desk_parts.h"
#include "market/objects/objects.h"
#include "office/office.h"

extern const struct spec_file desk_specs[]; /* made by embed-schemas from schemas/ */

#define DESK "credit.desk"
#define WATCHLIST "credit.watchlist"

#define READ(least) .scope = SCOPE_DESK_READ, .role = (least)
#define WRITE(least, what)                                                                         \
	.subject = DESK, .scope = SCOPE_DESK_WRITE, .role = (least), .event = (what)

static const struct operation functions[] = {
	OPERATION("credit.me.get", me_get, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.license.get", license_get, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.members.list", members_list, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.overview.get", overview_desk, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.watchlists.list", watchlists_list, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.watchlist.items", watchlist_items, .subject = WATCHLIST,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.watchlist.board", watchlist_board, .subject = WATCHLIST,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.watchlist.calendar", watchlist_calendar, .subject = WATCHLIST,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.alerts.list", alerts_list, .subject = WATCHLIST, READ(ROLE_ASSISTANT)),
	OPERATION("credit.alerts.find", alerts_find, .subject = DESK, READ(ROLE_ASSISTANT),
		  .rows = 15),
	OPERATION("credit.alert_rules.list", alert_rules_list, .subject = DESK,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.issuer.get", issuer_get, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.issuer.peers", issuer_peers, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.debenture.get", debenture_get, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.fund.get", fund_get, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.objects.resolve", objects_resolve_call, .subject = DESK,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.objects.cohort", objects_cohort_call, .subject = DESK,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.regulation_terms.queue", regulation_terms_queue, .subject = DESK,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.regulation_term.get", regulation_term_get, .subject = DESK,
		  READ(ROLE_ASSISTANT)),
	OPERATION("credit.documents.list", documents_list, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.document.page", document_page, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.notes.list", notes_list, .subject = DESK, READ(ROLE_ASSISTANT)),
	OPERATION("credit.audit.list", audit_list, .subject = DESK, READ(ROLE_ADMIN)),
	OPERATION("credit.webhook.get", webhook_get, .subject = DESK, READ(ROLE_ADMIN)),
	OPERATION("credit.deliveries.list", deliveries_list, .subject = DESK, READ(ROLE_ADMIN)),
	{ .id = NULL },
};

static const struct operation actions[] = {
	OPERATION("credit.watchlist.create", watchlist_create,
		  WRITE(ROLE_ADVISOR, "watchlist.created")),
	OPERATION("credit.watchlist.update", watchlist_update,
		  WRITE(ROLE_ADVISOR, "watchlist.updated")),
	OPERATION("credit.watchlist.delete", watchlist_delete,
		  WRITE(ROLE_ADVISOR, "watchlist.deleted")),
	OPERATION("credit.watchlist_item.add", watchlist_item_add,
		  WRITE(ROLE_ADVISOR, "watchlist_item.added")),
	OPERATION("credit.watchlist_item.remove", watchlist_item_remove,
		  WRITE(ROLE_ADVISOR, "watchlist_item.removed")),
	OPERATION("credit.alert_rule.set", alert_rule_set, WRITE(ROLE_ADVISOR, "alert_rule.set")),
	OPERATION("credit.alert_rule.delete", alert_rule_delete,
		  WRITE(ROLE_ADVISOR, "alert_rule.deleted")),
	OPERATION("credit.alert.acknowledge", alert_acknowledge,
		  WRITE(ROLE_ADVISOR, "alert.acknowledged")),
	OPERATION("credit.alert.assign", alert_assign, WRITE(ROLE_ADVISOR, "alert.assigned")),
	OPERATION("credit.alert.snooze", alert_snooze, WRITE(ROLE_ADVISOR, "alert.snoozed")),
	OPERATION("credit.regulation_term.propose", regulation_term_propose,
		  WRITE(ROLE_ADVISOR, "regulation_term.proposed")),
	OPERATION("credit.regulation_term.withdraw", regulation_term_withdraw,
		  WRITE(ROLE_ADVISOR, "regulation_term.withdrawn")),
	OPERATION("credit.regulation_term.review", regulation_term_review,
		  WRITE(ROLE_ADVISOR, "regulation_term.reviewed")),
	OPERATION("credit.document.add", document_add, WRITE(ROLE_ADVISOR, "document.added")),
	OPERATION("credit.document.delete", document_delete,
		  WRITE(ROLE_ADVISOR, "document.deleted")),
	OPERATION("credit.note.create", note_create, WRITE(ROLE_ADVISOR, "note.created")),
	OPERATION("credit.note.update", note_update, WRITE(ROLE_ADVISOR, "note.updated")),
	OPERATION("credit.note.delete", note_delete, WRITE(ROLE_ADVISOR, "note.deleted")),
	OPERATION("credit.webhook.set", webhook_set, WRITE(ROLE_ADMIN, "webhook.set")),
	OPERATION("credit.webhook.delete", webhook_delete, WRITE(ROLE_ADMIN, "webhook.deleted")),
	OPERATION("credit.delivery.retry", delivery_retry, WRITE(ROLE_ADMIN, "delivery.retried")),
	{ .id = NULL },
};

static const struct check checks[] = {
	{ "credit.audit.list", { NULL }, audit_list_check },
	{ "credit.alerts.find", { NULL }, alerts_find_check },
	{ "credit.debenture.get", { NULL }, debenture_get_check },
	{ "credit.fund.get", { "fund", NULL }, fund_get_check },
	{ "credit.watchlist.calendar", { NULL }, watchlist_calendar_check },
	{ "credit.watchlists.list", { "q", NULL }, NULL },
	{ "credit.notes.list", { NULL }, notes_list_check },
	{ "credit.watchlist.create", { "name", NULL }, NULL },
	{ "credit.watchlist.update", { "name", NULL }, NULL },
	{ "credit.alert_rule.set", { "label", NULL }, alert_rule_check },
	{ "credit.alert.snooze", { NULL }, alert_snooze_check },
	{ "credit.regulation_term.propose", { "name", NULL }, regulation_term_proposal_check },
	{ "credit.regulation_term.review", { NULL }, regulation_term_check },
	{ "credit.document.add", { "name", "url", NULL }, document_check },
	{ "credit.note.create", { NULL }, note_check },
	{ "credit.note.update", { NULL }, note_check },
	{ "credit.webhook.set", { "url", NULL }, webhook_check },
	{ NULL, { NULL }, NULL },
};

struct protocol desk_protocol = {
	.base = "/v1/desk",
	.carrier = CREDENTIAL_DESK,
	.roles = desk_role_names,
	.functions = functions,
	.actions = actions,
	.files = desk_specs,
	.no_at = true,
	.own_subject = DESK,
	.large_action = "credit.document.add",
	.checks = checks,
	.enter = member_enter,
	.barred = member_barred,
};

const struct route desk_routes[] = {
	PROTOCOL_ROUTES("/v1/desk", "Desk", &desk_protocol),
	{ .run = NULL },
};
