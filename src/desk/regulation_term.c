/* SPDX-License-Identifier: Apache-2.0 */
/*
 * regulation_term.c: clauses extracted from regulations and indentures: the queue, one of them, its
 * proposal, its withdrawal and its review.
 *
 * A machine's extraction is watched only after a person approved it; an approved limit becomes an alert
 * rule in the same transaction, if the reviewer asks for it.  Who proposed a reading does not review it with
 * the same credential, nor with another key or application of the same person.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include <inttypes.h>

#include "core/clock.h"
#include "identity/caller.h"
#include "desk/object_names.h"
#include "office/office.h"
#include "db/db_json.h"

#define TERM                                                                                       \
	"select t.id, t.queue_key, t.object_id, t.term, t.name, t.version, t.status, t.approved,"  \
	"       v.document, v.document_date, v.page, v.quote, v.value, v.unit, v.confidence,"      \
	"       v.loaded_at, v.document_id, v.proposed_by, v.proposed_with, v.text_id"             \
	"  from regulation_term t join regulation_term_version v"                                  \
	"    on v.workspace_id = $1 and v.term_id = t.id and v.version = t.version"

static DB_STMT(
	queue, "regulation_terms.queue",
	TERM
	" where t.workspace_id = $1 and t.status = 'pending' and (t.queue_key, t.id) > ($2, $3)"
	"   and coalesce(t.object_id = $4, true) and coalesce(t.term = $5, true)"
	" order by t.queue_key, t.id limit $6");
static DB_STMT(one, "regulation_term.read", TERM " where t.workspace_id = $1 and t.id = $2");
enum {
	C_ID,
	C_KEY,
	C_OBJECT,
	C_TERM,
	C_NAME,
	C_VERSION,
	C_STATUS,
	C_APPROVED,
	C_DOCUMENT,
	C_DOCUMENT_DATE,
	C_PAGE,
	C_QUOTE,
	C_VALUE,
	C_UNIT,
	C_CONFIDENCE,
	C_LOADED,
	C_DOCUMENT_ID,
	C_PROPOSED_BY,
	C_PROPOSED_WITH,
	C_TEXT_ID
};

static DB_STMT(
	earlier, "regulation_term.earlier",
	"select v.version, v.document, v.document_date, v.page, v.quote, v.value, v.unit, v.confidence,"
	"       v.loaded_at"
	"  from regulation_term_version v join regulation_term t"
	"    on t.workspace_id = $1 and t.id = v.term_id"
	" where v.workspace_id = $1 and v.term_id = $2 and v.version < t.version"
	" order by v.version desc limit 100");
enum { E_VERSION, E_DOCUMENT, E_DATE, E_PAGE, E_QUOTE, E_VALUE, E_UNIT, E_CONFIDENCE, E_LOADED };

static DB_STMT(reviews, "regulation_term.reviews",
	       "select id, version, decision, value, comment, rule_id, reviewed_by, reviewed_at"
	       "  from regulation_term_review where workspace_id = $1 and term_id = $2"
	       " order by reviewed_at desc, id desc limit 100");
enum { R_ID, R_VERSION, R_DECISION, R_VALUE, R_COMMENT, R_RULE, R_BY, R_AT };

static DB_STMT(
	row, "regulation_term.row",
	"select jsonb_build_object('status', t.status, 'approved_value', trim_scale(t.approved), 'version', t.version,"
	"         'document', v.document, 'page', v.page, 'quote', v.quote, 'value', trim_scale(v.value),"
	"         'unit', v.unit, 'object_id', t.object_id, 'term', t.term, 'reviews', (select count(*) from regulation_term_review r"
	"                      where r.workspace_id = $1 and r.term_id = $2))::text"
	"  from regulation_term t left join regulation_term_version v"
	"    on v.workspace_id = $1 and v.term_id = t.id and v.version = t.version"
	" where t.workspace_id = $1 and t.id = $2 for update of t");

/* When a version is rejected before anybody approved it, the value of the version approved before stays. */
static DB_STMT(
	decide, "regulation_term.decide",
	"update regulation_term t set status = $3,"
	"       approved = case when $3 = 'rejected' and not exists"
	"           (select from regulation_term_review r"
	"             where r.workspace_id = $1 and r.term_id = $2 and r.version = t.version"
	"               and r.decision in ('approve', 'correct')) then t.approved else $4::numeric end"
	" where t.workspace_id = $1 and t.id = $2");

/* What was approved before stays. */
static DB_STMT(
	withdraw, "regulation_term.withdraw",
	"update regulation_term set status = 'withdrawn' where workspace_id = $1 and id = $2");

static DB_STMT(
	add_review, "regulation_term.add_review",
	"insert into regulation_term_review (workspace_id, id, term_id, version, decision, value, comment,"
	"                                    rule_id, reviewed_by, reviewed_at)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");

/* ---- statements of a proposal ---- */

static DB_STMT(same_term, "regulation_term.same",
	       "select id from regulation_term"
	       " where workspace_id = $1 and object_id = $2 and term = $3 and name = $4");

#define QUEUE_KEY "round($5::numeric, 8)::text || ' ' || $6::text"

static DB_STMT(
	add, "regulation_term.add",
	"insert into regulation_term (workspace_id, id, object_id, term, name, version, status, queue_key,"
	"                             loaded_at)"
	" values ($1, $2, $3, $4, $8, 1, 'pending', " QUEUE_KEY ", $7)");

/* The same reading again is no version, unless it was withdrawn. */
static DB_STMT(
	advance, "regulation_term.advance",
	"update regulation_term t set version = t.version + 1, status = 'pending', queue_key = " QUEUE_KEY
	",       loaded_at = $7"
	"  from regulation_term_version v"
	" where t.workspace_id = $1 and t.id = $2 and v.workspace_id = $1 and v.term_id = t.id"
	"   and v.version = t.version"
	"   and (t.status = 'withdrawn'"
	"        or (v.quote, v.value, v.unit) is distinct from ($3, $4::numeric, $8))");

static DB_STMT(
	add_version, "regulation_term.add_version",
	"insert into regulation_term_version (workspace_id, term_id, version, document, document_date, page,"
	"                                     quote, value, unit, confidence, loaded_at, document_id,"
	"                                     proposed_by, proposed_with, text_id)"
	" select t.workspace_id, t.id, t.version, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14"
	"  from regulation_term t where t.workspace_id = $1 and t.id = $2");

static const struct target_kind term_kind = { "credit.regulation_term", &row, NULL };
static const struct page_key key = { DB_TEXT, false };

/* ---- reading ---- */

static void write_head(struct json *j, const struct db_rows *r, size_t i, const struct names *names,
		       const struct people *people)
{
	const char *name = db_get_text(r, i, C_NAME);

	json_uuid(j, "id", db_get_uuid(r, i, C_ID));
	name_write(j, "object", names, db_get_text(r, i, C_OBJECT));
	json_text(j, "term", db_get_text(r, i, C_TERM));
	json_text(j, "name", *name ? name : NULL);
	db_json_columns(j, r, i, C_VERSION, C_STATUS);
	db_json_columns(j, r, i, C_DOCUMENT, C_QUOTE);
	desk_write_number(j, "value", r, i, C_VALUE);
	json_text(j, "unit", db_get_text(r, i, C_UNIT));
	desk_write_number(j, "confidence", r, i, C_CONFIDENCE);
	json_timestamp(j, "loaded_at", db_get_timestamp(r, i, C_LOADED));
	desk_write_number(j, "approved_value", r, i, C_APPROVED);
	if (db_is_null(r, i, C_DOCUMENT_ID))
		json_null(j, "document_id");
	else
		json_int(j, "document_id", db_get_int(r, i, C_DOCUMENT_ID));
	db_json_uuid(j, "text_id", r, i, C_TEXT_ID);
	json_text(j, "proposed_by",
		  db_is_null(r, i, C_PROPOSED_BY)
			  ? NULL
			  : people_name(people, db_get_uuid(r, i, C_PROPOSED_BY)));
}

void regulation_terms_queue(struct call *c)
{
	const struct people *people;
	const struct db_rows *r;
	struct db_arg after[2];
	struct names names;
	size_t n;

	call_after(c, &key, after);
	r = db_query(c->ctx, &queue,
		     DB_ARGS(desk_workspace(c), after[0], after[1],
			     db_text(call_text(c, "object_id")), db_text(call_text(c, "term")),
			     db_int(call_limit(c))));
	n = call_page(c, &key, r, C_KEY, C_ID);
	names = names_of_rows(c->ctx, r, n, C_OBJECT);
	people = people_of(c, r, n, C_PROPOSED_BY);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++) {
		json_open(c->out, NULL);
		write_head(c->out, r, i, &names, people);
		json_close(c->out);
	}
	json_array_end(c->out);
}

static void write_earlier(struct json *j, const struct db_rows *r)
{
	json_array(j, "earlier");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, E_VERSION, E_QUOTE);
		desk_write_number(j, "value", r, i, E_VALUE);
		json_text(j, "unit", db_get_text(r, i, E_UNIT));
		desk_write_number(j, "confidence", r, i, E_CONFIDENCE);
		json_timestamp(j, "loaded_at", db_get_timestamp(r, i, E_LOADED));
		json_close(j);
	}
	json_array_end(j);
}

static void write_reviews(struct json *j, const struct db_rows *r, const struct people *people)
{
	json_array(j, "reviews");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, R_ID, R_DECISION);
		desk_write_number(j, "value", r, i, R_VALUE);
		json_text(j, "comment", db_get_text(r, i, R_COMMENT));
		db_json_uuid(j, "rule_id", r, i, R_RULE);
		json_text(j, "reviewer", people_name(people, db_get_uuid(r, i, R_BY)));
		json_timestamp(j, "reviewed_at", db_get_timestamp(r, i, R_AT));
		json_close(j);
	}
	json_array_end(j);
}

static bool is_own(const struct call *c, const struct db_rows *t)
{
	return !db_is_null(t, 0, C_PROPOSED_BY) &&
	       uuid_same(db_get_uuid(t, 0, C_PROPOSED_BY), c->ctx->caller->account);
}

/* The Action that takes the proposal back, for who proposed it. */
static void write_withdraw(struct call *c, const struct db_rows *t, struct uuid id)
{
	struct json *j = c->out;

	if (!json_open_if(j, "withdraw",
			  is_own(c, t) && str_eq(db_get_text(t, 0, C_STATUS), "pending")))
		return;
	json_text(j, "action", "credit.regulation_term.withdraw");
	json_open(j, "subject");
	json_uuid(j, "entity_id", c->org);
	json_close(j);
	json_open(j, "input");
	json_uuid(j, "term_id", id);
	json_close(j);
	json_close(j);
}

static void write_whole(struct call *c, struct uuid id)
{
	struct db_arg args[] = { desk_workspace(c), db_uuid(id) };
	struct db_rows *r[3];
	const struct people *people;
	struct names names;

	db_send(c->ctx, &one, args, 2);
	db_send(c->ctx, &earlier, args, 2);
	db_send(c->ctx, &reviews, args, 2);
	db_wait(c->ctx, r, 3);
	if (!db_count(r[0]))
		call_not_found(c);
	names = names_of_rows(c->ctx, r[0], 1, C_OBJECT);
	people = people_of(c, r[2], db_count(r[2]), R_BY);
	json_open(c->out, c->name);
	write_head(c->out, r[0], 0, &names, people_of(c, r[0], 1, C_PROPOSED_BY));
	write_earlier(c->out, r[1]);
	write_reviews(c->out, r[2], people);
	write_withdraw(c, r[0], id);
	json_close(c->out);
}

void regulation_term_get(struct call *c)
{
	write_whole(c, desk_id(c, "term_id"));
}

/* ---- proposing ---- */

void regulation_term_proposal_check(struct call *c)
{
	if (call_has(c, "document_id") + call_has(c, "document") + call_has(c, "text_id") != 1)
		call_note(c, "/input", "one_of", "text_id, document_id ou document: um deles",
			  NULL);
	if (!call_has(c, "document") && call_has(c, "document_date"))
		call_note(c, "/input/document_date", "forbidden",
			  "só com document: os outros têm a sua data", NULL);
	if (call_has(c, "text_id") && !call_has(c, "page"))
		call_note(c, "/input/page", "required", "a página do texto em que está o trecho",
			  NULL);
	if (call_has(c, "value") != call_has(c, "unit"))
		call_note(c, call_has(c, "value") ? "/input/unit" : "/input/value", "required",
			  "value e unit, ou nenhum dos dois", NULL);
	desk_check_decimal(c, "value");
	desk_check_decimal(c, "confidence");
	desk_check_visible(c, "quote");
	desk_check_visible(c, "document");
	desk_check_past(c, "document_date");
}

/* A document as it was named: nobody can look into it. */
static struct source_document named_document(struct call *c)
{
	struct source_document d = { .name = db_text(call_text(c, "document")),
				     .day = db_null(),
				     .filed = db_null(),
				     .text = db_null() };

	if (call_has(c, "document_date"))
		d.day = db_day(call_day(c, "document_date", c->ctx->today));
	return d;
}

static struct source_document read_from(struct call *c, const struct named *o)
{
	return call_has(c, "text_id")	    ? quoted_document(c, o)
	       : call_has(c, "document_id") ? filed_document(c, o)
					    : named_document(c);
}

void regulation_term_propose(struct call *c)
{
	const struct caller *by = c->ctx->caller;
	const struct named *o = name_watched(c, "object_id");
	struct source_document from = read_from(c, o);
	struct db_arg workspace = desk_workspace(c), now = db_timestamp(c->ctx->now_ms),
		      object = db_text(o->id), term = db_text(call_text(c, "term")),
		      name = db_text(call_has(c, "name") ? call_text(c, "name") : ""),
		      quote = db_text(call_text(c, "quote")), value = desk_decimal(c, "value"),
		      unit = db_text(call_text(c, "unit")),
		      sure = call_has(c, "confidence") ? desk_decimal(c, "confidence")
						       : db_decimal(0, 8);
	const struct db_rows *found =
		db_query(c->ctx, &same_term, DB_ARGS(workspace, object, term, name));
	struct uuid id = db_count(found) ? db_get_uuid(found, 0, 0) : uuid_new();
	char text[TIMESTAMP_TEXT_SIZE];

	timestamp_format(c->ctx->now_ms, text);
	if (!db_count(found)) {
		call_target_new(c, &term_kind, id);
		call_unique(c, "regulation_term_once", "/input/name", "name_taken",
			    "outro nome: esta cláusula acabou de ser proposta", NULL);
		(void)db_exec(c->ctx, &add,
			      DB_ARGS(workspace, db_uuid(id), object, term, sure, db_text(text),
				      now, name));
	} else {
		call_target(c, &term_kind, id);
		if (!db_exec(c->ctx, &advance,
			     DB_ARGS(workspace, db_uuid(id), quote, value, sure, db_text(text), now,
				     unit)))
			call_conflict(c, "/input/quote", "already_read",
				      "outro texto ou outro valor: esta leitura já está lá", NULL);
	}
	(void)db_exec(c->ctx, &add_version,
		      DB_ARGS(workspace, db_uuid(id), from.name, from.day,
			      call_has(c, "page") ? db_int(call_int(c, "page", 0)) : db_null(),
			      quote, value, unit, sure, now, from.filed, db_uuid(by->account),
			      db_uuid(by->form == FORM_SESSION ? by->account : by->credential),
			      from.text));
	write_whole(c, id);
}

/* ---- reviewing ---- */

/*
 * 409 for the credential that proposed it, or another key or application of the same person; for each log-in of who proposed it
 * on the page (proposed_with is the account then).
 */
static void refuse_own(struct call *c, const struct db_rows *t)
{
	const struct caller *by = c->ctx->caller;

	if (db_is_null(t, 0, C_PROPOSED_BY))
		return;
	if (uuid_same(db_get_uuid(t, 0, C_PROPOSED_WITH), by->credential) ||
	    uuid_same(db_get_uuid(t, 0, C_PROPOSED_WITH), by->account) ||
	    (by->form != FORM_SESSION && uuid_same(db_get_uuid(t, 0, C_PROPOSED_BY), by->account)))
		call_conflict(
			c, "/input/term_id", "own_proposal",
			by->form == FORM_SESSION
				? "um termo que outra pessoa propôs; quem o propôs pode retirá-lo enquanto ninguém o decidiu"
				: "um termo que outra pessoa propôs, ou a página de quem o propôs por um aplicativo; "
				  "quem o propôs o retira com credit.regulation_term.withdraw enquanto ninguém o decidiu",
			NULL);
}

/* A withdrawn proposal is neither reviewed nor withdrawn again. */
static void refuse_withdrawn(struct call *c, const struct db_rows *t)
{
	if (str_eq(db_get_text(t, 0, C_STATUS), "withdrawn"))
		call_conflict(
			c, "/input/term_id", "term_withdrawn",
			"um termo que espera revisão: este quem o propôs retirou, e só volta se for proposto de novo",
			NULL);
}

enum decision { APPROVE, CORRECT, REJECT };
static const char *const decisions[] = { "approve", "correct", "reject" };
static const char *const statuses[] = { "approved", "corrected", "rejected" };

static enum decision read_decision(const struct call *c)
{
	const char *text = call_text(c, "decision");

	return str_eq(text, "approve") ? APPROVE : str_eq(text, "correct") ? CORRECT : REJECT;
}

void regulation_term_check(struct call *c)
{
	const char *text = call_text(c, "decision");
	enum decision d;

	if (!text)
		return; /* the schema has reported it, as any other word */
	d = read_decision(c);
	if (!str_eq(text, decisions[d]))
		return;
	if (call_has(c, "value") != (d == CORRECT))
		call_note(c, "/input/value", d == CORRECT ? "required" : "forbidden",
			  "um valor com decision correct, e só com ela", NULL);
	if (d == REJECT && call_bool(c, "create_rule", false))
		call_note(c, "/input/create_rule", "forbidden",
			  "nenhuma regra de um termo rejeitado", "true");
}

/* A limit becomes the rule that watches it: of a fund's report, or of the issuer's statements. */
static struct uuid make_rule(struct call *c, const struct db_rows *t, struct db_arg value)
{
	const char *term = db_get_text(t, 0, C_TERM);
	struct rule_values v = { .watchlist = db_null(),
				 .object = db_text(db_get_text(t, 0, C_OBJECT)),
				 .term = db_null(),
				 .threshold = db_null(),
				 .band = db_decimal(RULE_BAND_PCT, 0),
				 .sessions = db_null(),
				 .since = c->ctx->today };

	if (value.type == DB_NULL)
		call_conflict(c, "/input/create_rule", "term_without_value",
			      "um termo que tenha um valor", NULL);
	if (str_eq(term, "subordination_floor") || str_eq(term, "net_worth_floor")) {
		v.kind = "term_breach";
		v.term = db_uuid(db_get_uuid(t, 0, C_ID));
	} else if (str_eq(term, "leverage_covenant") || str_eq(term, "coverage_covenant")) {
		v.kind = str_eq(term, "leverage_covenant") ? "leverage_above" : "coverage_below";
		v.threshold = value;
		if (value.decimal <= 0)
			call_conflict(c, "/input/create_rule", "threshold_positive",
				      "um termo com valor maior que zero", NULL);
	} else {
		call_conflict(c, "/input/create_rule", "not_measured",
			      "um termo que os relatórios carregados meçam", term);
	}
	/* Two documents may have the same covenant: each is a rule. */
	if (!str_eq(v.kind, "term_breach"))
		v.label = text_head(c->ctx->pool, db_get_text(t, 0, C_DOCUMENT), 120);
	return rule_put(c, &v);
}

/* What somebody proposes may change between reading and reviewing: the review says which version it is of. */
static void refuse_unread(struct call *c, const struct db_rows *t)
{
	int64_t now = db_get_int(t, 0, C_VERSION);

	if (call_has(c, "version") ? call_int(c, "version", 0) == now
				   : db_is_null(t, 0, C_PROPOSED_BY))
		return;
	call_conflict(
		c, "/input/version", "version",
		pool_printf(c->ctx->pool, "a versão que foi lida; a de agora é %" PRId64, now),
		call_has(c, "version")
			? pool_printf(c->ctx->pool, "%" PRId64, call_int(c, "version", 0))
			: NULL);
}

static void save_review(struct call *c, const struct db_rows *t, const char *decision,
			struct db_arg value, struct db_arg rule)
{
	(void)db_exec(c->ctx, &add_review,
		      DB_ARGS(desk_workspace(c), db_uuid(uuid_new()),
			      db_uuid(db_get_uuid(t, 0, C_ID)), db_int(db_get_int(t, 0, C_VERSION)),
			      db_text(decision), value, db_text(call_text(c, "comment")), rule,
			      db_uuid(c->ctx->caller->account), db_timestamp(c->ctx->now_ms)));
}

void regulation_term_review(struct call *c)
{
	struct uuid id = desk_id(c, "term_id");
	enum decision d = read_decision(c);
	struct db_arg workspace = desk_workspace(c), value = desk_decimal(c, "value");
	struct db_arg rule = db_null();
	const struct db_rows *t;

	call_target(c, &term_kind, id);
	t = db_query(c->ctx, &one, DB_ARGS(workspace, db_uuid(id)));
	refuse_withdrawn(c, t);
	refuse_own(c, t);
	refuse_unread(c, t);
	if (d == APPROVE && !db_is_null(t, 0, C_VALUE))
		value = db_decimal(db_get_decimal(t, 0, C_VALUE, 8), 8);
	if (call_bool(c, "create_rule", false))
		rule = db_uuid(make_rule(c, t, value));
	(void)db_exec(c->ctx, &decide,
		      DB_ARGS(workspace, db_uuid(id), db_text(statuses[d]), value));
	save_review(c, t, decisions[d], value, rule);
	if (rule.type != DB_NULL)
		limit_history_preview(c, rule.uuid);
	write_whole(c, id);
}

/* ---- withdrawing ---- */

void regulation_term_withdraw(struct call *c)
{
	struct uuid id = desk_id(c, "term_id");
	struct db_arg args[] = { desk_workspace(c), db_uuid(id) };
	const struct db_rows *t;

	call_target(c, &term_kind, id);
	t = db_query(c->ctx, &one, args, 2);
	if (!is_own(c, t))
		fail(c->ctx, 403, "not_proposer",
		     "Só quem propôs a versão atual deste termo a retira; um termo carregado de arquivo ninguém propôs.");
	refuse_withdrawn(c, t);
	if (!str_eq(db_get_text(t, 0, C_STATUS), "pending"))
		call_conflict(
			c, "/input/term_id", "term_decided",
			"um termo que espera revisão: este já foi decidido, e uma leitura nova se propõe",
			NULL);
	(void)db_exec(c->ctx, &withdraw, args, 2);
	save_review(c, t, "withdraw", db_null(), db_null());
	write_whole(c, id);
}
