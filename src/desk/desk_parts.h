/* SPDX-License-Identifier: Apache-2.0 */
/* desk_parts.h: the Functions and Actions of the desk by their files, for desk_operations.c; and what these share. */
#ifndef LASTRO_DESK_DESK_PARTS_H
#define LASTRO_DESK_DESK_PARTS_H

#include "operations/protocol.h"

/* Limits per desk: compute alerts applies every rule to every object of its list. */
#define WATCHLISTS_MAX 200
#define WATCHLIST_ITEMS_MAX 1000
#define RULES_MAX 1000
#define NOTES_MAX 10000
#define DOCUMENTS_MAX 2000

/* watchlist.c */
void watchlists_list(struct call *c);
void watchlist_create(struct call *c);
void watchlist_update(struct call *c);
void watchlist_delete(struct call *c);
/* watchlist_reached() - sets c->subject to a watchlist of the caller's desk, or 404. */
void watchlist_reached(struct call *c);

/* watchlist_item.c */
void watchlist_items(struct call *c);
void watchlist_item_add(struct call *c);
void watchlist_item_remove(struct call *c);

/* board.c, issuer.c, issuer_covenants.c, desk_debenture.c, desk_fund.c, desk_overview.c */
void watchlist_board(struct call *c);
void watchlist_calendar(struct call *c);
void watchlist_calendar_check(struct call *c);
void issuer_get(struct call *c);
struct company_facts;
struct fund_facts;
/* issuer_covenants_send() - sends two statements: the limits on @object, its issuer @tax_id, and the issuer's papers. */
void issuer_covenants_send(struct call *c, const char *object, const char *tax_id);
/* issuer_covenants_write() - covenants: those of the two answers, against the issuer's and the fund's figures, or NULL. */
void issuer_covenants_write(struct json *j, struct db_rows *const r[2],
			    const struct company_facts *company, const struct fund_facts *fund);
void issuer_peers(struct call *c);
void debenture_get(struct call *c);
void debenture_get_check(struct call *c);
void fund_get(struct call *c);
void fund_get_check(struct call *c);
void overview_desk(struct call *c);

/* alert.c */
void alerts_list(struct call *c);
void alerts_find(struct call *c);
void alerts_find_check(struct call *c);
void alert_acknowledge(struct call *c);
void alert_assign(struct call *c);
void alert_snooze(struct call *c);
void alert_snooze_check(struct call *c);
/* alerts_open_write() - an array of an object's open alerts, the newest first, at most 20. */
void alerts_open_write(struct call *c, const char *object, const char *name);
/* alert_status() - open, snoozed or acknowledged, from a row's columns of these. */
const char *alert_status(const struct call *c, const struct db_rows *r, size_t i,
			 int acknowledged_at, int snoozed_until);

/* alert_rule.c */
void alert_rules_list(struct call *c);
void alert_rule_set(struct call *c);
void alert_rule_check(struct call *c);
void alert_rule_delete(struct call *c);

/* The content of a rule; NULL and zero for members that its kind lacks. */
struct rule_values {
	const char *kind, *measure;
	struct db_arg watchlist, object, term; /* db_null() for none */
	struct db_arg threshold, band, sessions;
	const char *label; /* given by the desk, or NULL */
	struct day since;
};

#define RULE_BAND_PCT 10 /* of the threshold, by default */

/*
 * rule_put() - creates the rule of this kind, threshold and label on this object, or sets an existing
 * one to @v; returns its id.  Adds it as a target of the Action.
 */
struct uuid rule_put(struct call *c, const struct rule_values *v);

/* rule_judged.c: the objects that rules cannot judge. */
struct rules_judged {
	struct findings *f;
	const struct db_rows *objects, *values; /* values: of the same objects */
};
struct rules_judged rules_judged(struct call *c, const struct uuid *rules, size_t n);
/* rule_judged_write() - not_judged: [{object, reason}], null for a rule of another kind. */
void rule_judged_write(struct json *j, const struct rules_judged *judged, struct uuid rule,
		       const char *kind);

/* limit_history.c */
/* limit_history_write() - when the rule's limit would have been past; null for a kind that measures nothing. */
void limit_history_write(struct call *c, struct json *j, const char *name, struct uuid rule);
/* limit_history_preview() - the same among the changes of a preview; nothing in an execution. */
void limit_history_preview(struct call *c, struct uuid rule);

/* regulation_term.c */
void regulation_terms_queue(struct call *c);
void regulation_term_get(struct call *c);
void regulation_term_propose(struct call *c);
void regulation_term_proposal_check(struct call *c);
void regulation_term_withdraw(struct call *c);
void regulation_term_review(struct call *c);
void regulation_term_check(struct call *c);

/* note.c */
void notes_list(struct call *c);
void notes_list_check(struct call *c);
void note_create(struct call *c);
void note_check(struct call *c);
void note_update(struct call *c);
void note_delete(struct call *c);

/* desk_document.c */
void documents_list(struct call *c);
void document_page(struct call *c);
void document_add(struct call *c);
void document_check(struct call *c);
void document_delete(struct call *c);

struct named;
/* A document that something was read out of. */
struct source_document {
	struct db_arg name, day, filed, text; /* filed, text: ids; db_null() for none */
};
/* filed_document() - what the issuer of @o filed under input.document_id, or 409. */
struct source_document filed_document(struct call *c, const struct named *o);
/*
 * quoted_document() - the desk's text input.text_id, which is of @o or its issuer and has input.quote on input.page; 404, or
 * 409 quote_not_found with the nearest page that has it.
 */
struct source_document quoted_document(struct call *c, const struct named *o);

/* webhook.c */
void webhook_get(struct call *c);
void webhook_set(struct call *c);
void webhook_check(struct call *c);
void webhook_delete(struct call *c);
void deliveries_list(struct call *c);
void delivery_retry(struct call *c);

/* desk_input.c */
/* desk_workspace() - $1 of every statement on a desk's tables. */
struct db_arg desk_workspace(const struct call *c);
/* desk_id() - the id in a member of the input; 404 when it is malformed. */
struct uuid desk_id(struct call *c, const char *member);
/* desk_bounded() - 409 @rule when @count, a statement with $1 the workspace, counts @most or more. */
void desk_bounded(struct call *c, struct db_stmt *count, int64_t most, const char *rule);
/*
 * desk_decimal() - a member that is a number, on 8 places, after desk_check_decimal() noted no error;
 * null when absent.
 */
void desk_check_decimal(struct call *c, const char *member);
struct db_arg desk_decimal(struct call *c, const char *member);
/* desk_check_past() - notes a member that is a day after today. */
void desk_check_past(struct call *c, const char *member);
/* desk_check_visible() - notes a text of blanks alone. */
void desk_check_visible(struct call *c, const char *member);
/* desk_write_deleted() - the result of a deletion. */
void desk_write_deleted(struct call *c, struct uuid id);
/* desk_write_number() - what a column of 8 places holds, or null. */
void desk_write_number(struct json *j, const char *name, const struct db_rows *r, size_t i,
		       int col);

#endif
