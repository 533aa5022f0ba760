/* SPDX-License-Identifier: Apache-2.0 */
/* desk_operations.c: the tables of the credit desk: Functions, Actions, and the seven operations. */
#include "config.h"

#include "desk/desk.h"

#include "desk/desk_parts.h"
#include "office/office.h"

extern const struct spec_file desk_specs[]; /* made by json2c from schemas/ */

#define DESK "credit.desk"
#define WATCHLIST "credit.watchlist"

#define READ(name, about, least, function)                                                         \
	{                                                                                          \
		.id = (name), .version = "1.0.0", .subject = (about), .scope = SCOPE_DESK_READ,    \
		.role = (least), .run = (function)                                                 \
	}
#define WRITE_AS(least, name, what, function)                                                      \
	{                                                                                          \
		.id = (name), .version = "1.0.0", .subject = DESK, .scope = SCOPE_DESK_WRITE,      \
		.role = (least), .event = (what), .run = (function)                                \
	}
#define WRITE(name, what, function) WRITE_AS(ROLE_ADVISOR, name, what, function)

static const struct operation functions[] = {
	READ("credit.me.get", DESK, ROLE_ASSISTANT, me_get),
	READ("credit.license.get", DESK, ROLE_ASSISTANT, license_get),
	READ("credit.members.list", DESK, ROLE_ASSISTANT, members_list),
	READ("credit.overview.get", DESK, ROLE_ASSISTANT, overview_desk),
	READ("credit.watchlists.list", DESK, ROLE_ASSISTANT, watchlists_list),
	READ("credit.watchlist.items", WATCHLIST, ROLE_ASSISTANT, watchlist_items),
	READ("credit.watchlist.board", WATCHLIST, ROLE_ASSISTANT, watchlist_board),
	READ("credit.alerts.list", WATCHLIST, ROLE_ASSISTANT, alerts_list),
	READ("credit.alert_rules.list", DESK, ROLE_ASSISTANT, alert_rules_list),
	READ("credit.issuer.get", DESK, ROLE_ASSISTANT, issuer_get),
	READ("credit.regulation_terms.queue", DESK, ROLE_ASSISTANT, regulation_terms_queue),
	READ("credit.regulation_term.get", DESK, ROLE_ASSISTANT, regulation_term_get),
	READ("credit.notes.list", DESK, ROLE_ASSISTANT, notes_list),
	READ("credit.audit.list", DESK, ROLE_ADMIN, audit_list),
	READ("credit.webhook.get", DESK, ROLE_ADMIN, webhook_get),
	READ("credit.deliveries.list", DESK, ROLE_ADMIN, deliveries_list),
	{ .id = NULL },
};

static const struct operation actions[] = {
	WRITE("credit.watchlist.create", "watchlist.created", watchlist_create),
	WRITE("credit.watchlist.update", "watchlist.updated", watchlist_update),
	WRITE("credit.watchlist.delete", "watchlist.deleted", watchlist_delete),
	WRITE("credit.watchlist_item.add", "watchlist_item.added", watchlist_item_add),
	WRITE("credit.watchlist_item.remove", "watchlist_item.removed", watchlist_item_remove),
	WRITE("credit.alert_rule.set", "alert_rule.set", alert_rule_set),
	WRITE("credit.alert_rule.delete", "alert_rule.deleted", alert_rule_delete),
	WRITE("credit.alert.acknowledge", "alert.acknowledged", alert_acknowledge),
	WRITE("credit.alert.assign", "alert.assigned", alert_assign),
	WRITE("credit.alert.snooze", "alert.snoozed", alert_snooze),
	WRITE("credit.regulation_term.review", "regulation_term.reviewed", regulation_term_review),
	WRITE("credit.note.create", "note.created", note_create),
	WRITE("credit.note.update", "note.updated", note_update),
	WRITE("credit.note.delete", "note.deleted", note_delete),
	WRITE_AS(ROLE_ADMIN, "credit.webhook.set", "webhook.set", webhook_set),
	WRITE_AS(ROLE_ADMIN, "credit.webhook.delete", "webhook.deleted", webhook_delete),
	WRITE_AS(ROLE_ADMIN, "credit.delivery.retry", "delivery.retried", delivery_retry),
	{ .id = NULL },
};

static const struct check checks[] = {
	{ "credit.audit.list", { NULL }, audit_list_check },
	{ "credit.watchlists.list", { "q", NULL }, NULL },
	{ "credit.notes.list", { NULL }, notes_list_check },
	{ "credit.watchlist.create", { "name", NULL }, NULL },
	{ "credit.watchlist.update", { "name", NULL }, NULL },
	{ "credit.alert_rule.set", { "label", NULL }, alert_rule_check },
	{ "credit.alert.snooze", { NULL }, alert_snooze_check },
	{ "credit.regulation_term.review", { NULL }, regulation_term_check },
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
	.checks = checks,
	.enter = member_enter,
	.barred = member_barred,
};

const struct route desk_routes[] = {
	PROTOCOL_ROUTES("/v1/desk", "Desk", &desk_protocol),
	{ .run = NULL },
};
