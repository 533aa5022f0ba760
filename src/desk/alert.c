/* SPDX-License-Identifier: Apache-2.0 */
/* alert.c: alerts on the objects of a watchlist: acknowledge, assign, snooze. */
#include "config.h"

#include "desk/desk_parts.h"

#include "identity/caller.h"
#include "desk/object_names.h"
#include "office/office.h"
#include "db/db_json.h"

#define OPEN_SHOWN 20

#define COLUMNS                                                                                    \
	"a.id, a.raised_at, a.rule_id, a.object_id, a.kind, a.level, a.title, a.fact_date,"        \
	"       a.fact, a.evidence::text, a.corrects, a.acknowledged_at, a.acknowledged_by,"       \
	"       a.comment, a.assigned_to, a.snoozed_until,"                                        \
	"       (select m.account_id from office_member m"                                         \
	"         where m.workspace_id = $1 and m.id = a.assigned_to),"                            \
	" coalesce(a.evidence->>'previous_value', a.evidence->>'previous_par_pct',"                \
	"          a.evidence->>'previous_unit_price'), a.evidence->>'previous_rating',"           \
	" coalesce(a.evidence->>'previous_date', a.evidence->>'previous_rated_on'),"               \
	" a.evidence->>'previous_reason'"
#define ALERT "select " COLUMNS "  from alert a "

#define IN_STATUS(x, status, today)                                                                \
	"case " status " when 'acknowledged' then " x ".acknowledged_at is not null"               \
	" when 'snoozed' then " x ".acknowledged_at is null and " x ".snoozed_until > " today      \
	" when 'open' then " x ".acknowledged_at is null"                                          \
	" and (" x ".snoozed_until is null or " x ".snoozed_until <= " today ") else true end"

/* For each object no more rows than the page, newest first: alerts of many years are not read. */
static DB_STMT(
	list, "alerts.list",
	"select distinct on (a.raised_at, a.id) " COLUMNS "  from watchlist_item i"
	"  cross join lateral (select distinct on (s.raised_at, s.alert_id) x.* from alert_seen s"
	"          join alert x on x.workspace_id = $1 and x.id = s.alert_id"
	"         where s.workspace_id = $1 and s.object_id = i.object_id"
	"           and (s.raised_at, s.alert_id) < ($3, $4)"
	"           and coalesce(x.kind = $5, true) and coalesce(x.level = $6, true)"
	"           and " IN_STATUS(
		"x", "$7", "$8") "         order by s.raised_at desc, s.alert_id desc limit $9) a"
				 " where i.workspace_id = $1 and i.watchlist_id = $2"
				 " order by a.raised_at desc, a.id desc limit $9");
/* Over all watchlists; of an object, also what its rules found on its papers' issuer (alert_seen). */
static DB_STMT(find, "alerts.find",
	       ALERT
	       " where a.workspace_id = $1 and (a.raised_at, a.id) < ($2, $3)"
	       "   and coalesce(a.kind = $4, true) and coalesce(a.level = $5, true) and " IN_STATUS(
		       "a", "$6",
		       "$7") "   and a.fact_date between $8 and $9"
			     "   and ($10::text is null or exists (select from alert_seen s"
			     "          where s.workspace_id = $1 and s.alert_id = a.id"
			     "            and s.object_id = $10))"
			     " order by a.raised_at desc, a.id desc limit $11");
static DB_STMT(one, "alert.read", ALERT " where a.workspace_id = $1 and a.id = $2");
static DB_STMT(open_of, "alerts.open_of",
	       ALERT " where a.workspace_id = $1"
		     "   and exists (select from alert_seen s where s.workspace_id = $1"
		     "                and s.alert_id = a.id and s.object_id = $2)"
		     "   and a.acknowledged_at is null"
		     "   and (a.snoozed_until is null or a.snoozed_until <= $3)"
		     " order by a.raised_at desc, a.id desc limit $4");
enum {
	C_ID,
	C_RAISED,
	C_RULE,
	C_OBJECT,
	C_KIND,
	C_LEVEL,
	C_TITLE,
	C_FACT_DATE,
	C_FACT,
	C_EVIDENCE,
	C_CORRECTS,
	C_ACKNOWLEDGED,
	C_BY,
	C_COMMENT,
	C_ASSIGNED,
	C_SNOOZED,
	C_ASSIGNED_ACCOUNT,
	C_PREVIOUS,
	C_PREVIOUS_RATING,
	C_PREVIOUS_DATE,
	C_PREVIOUS_REASON
};

/* The rules that found it, and their targets; only the id of a deleted rule. */
static DB_STMT(
	seen, "alerts.seen",
	"select s.alert_id, s.rule_id, s.object_id, s.level, s.headroom_pct, r.label, r.threshold"
	"  from alert_seen s left join alert_rule r on r.workspace_id = $1 and r.id = s.rule_id"
	" where s.workspace_id = $1 and s.alert_id = any ($2::uuid[])"
	" order by s.alert_id, s.headroom_pct nulls first, s.rule_id, s.object_id limit 20000");
enum { S_ALERT, S_RULE, S_OBJECT, S_LEVEL, S_HEADROOM, S_LABEL, S_THRESHOLD };

static DB_STMT(
	row, "alert.row",
	"select jsonb_build_object('title', title, 'acknowledged', acknowledged_at is not null,"
	"         'comment', comment, 'assigned_to', assigned_to, 'snoozed_until', snoozed_until)::text"
	"  from alert where workspace_id = $1 and id = $2 for update");

static DB_STMT(acknowledge, "alert.acknowledge",
	       "update alert set acknowledged_at = $3, acknowledged_by = $4, comment = $5"
	       " where workspace_id = $1 and id = $2 and acknowledged_at is null");

static DB_STMT(assign, "alert.assign",
	       "update alert set assigned_to = $3 where workspace_id = $1 and id = $2");

static DB_STMT(snooze, "alert.snooze",
	       "update alert set snoozed_until = $3"
	       " where workspace_id = $1 and id = $2 and acknowledged_at is null");

static DB_STMT(member, "alert.member",
	       "select suspended_at is not null from office_member"
	       " where workspace_id = $1 and id = $2 for key share");

static const char *const personal[] = { "comment", NULL };
static const struct target_kind alert_kind = { "credit.alert", &row, personal };
static const struct page_key key = { DB_TIMESTAMP, true };

/* ---- rendering ---- */

const char *alert_status(const struct call *c, const struct db_rows *r, size_t i,
			 int acknowledged_at, int snoozed_until)
{
	if (!db_is_null(r, i, acknowledged_at))
		return "acknowledged";
	if (!db_is_null(r, i, snoozed_until) &&
	    day_before(c->ctx->today, db_get_day(r, i, snoozed_until)))
		return "snoozed";
	return "open";
}

static void write_assigned(struct json *j, const struct db_rows *r, size_t i,
			   const struct people *people)
{
	if (!json_open_if(j, "assigned_to", !db_is_null(r, i, C_ASSIGNED)))
		return;
	json_uuid(j, "member_id", db_get_uuid(r, i, C_ASSIGNED));
	json_text(j, "name",
		  db_is_null(r, i, C_ASSIGNED_ACCOUNT)
			  ? NULL
			  : people_name(people, db_get_uuid(r, i, C_ASSIGNED_ACCOUNT)));
	json_close(j);
}

/* The rows for an array of alerts. */
struct shown {
	const struct db_rows *alerts, *seen;
	struct names names, seen_names;
	const struct people *people;
};

static struct shown shown_of(struct call *c, const struct db_rows *r, size_t n)
{
	struct uuid *ids = pool_array(c->ctx->pool, struct uuid, n);
	struct shown s = { .alerts = r };

	for (size_t i = 0; i < n; i++)
		ids[i] = db_get_uuid(r, i, C_ID);
	s.seen = db_query(c->ctx, &seen, DB_ARGS(desk_workspace(c), db_uuids(ids, n)));
	s.names = names_of_rows(c->ctx, r, n, C_OBJECT);
	s.seen_names = names_of_rows(c->ctx, s.seen, db_count(s.seen), S_OBJECT);
	s.people = people_of(c, r, n, C_ASSIGNED_ACCOUNT);
	return s;
}

static void write_rules(struct json *j, const struct shown *s, struct uuid alert)
{
	const struct db_rows *r = s->seen;

	json_array(j, "rules");
	for (size_t i = 0; i < db_count(r); i++) {
		if (!uuid_same(db_get_uuid(r, i, S_ALERT), alert))
			continue;
		json_open(j, NULL);
		json_uuid(j, "rule_id", db_get_uuid(r, i, S_RULE));
		json_text(j, "label", db_get_text(r, i, S_LABEL));
		name_write(j, "object", &s->seen_names, db_get_text(r, i, S_OBJECT));
		json_text(j, "level", db_get_text(r, i, S_LEVEL));
		desk_write_number(j, "threshold", r, i, S_THRESHOLD);
		desk_write_number(j, "headroom_pct", r, i, S_HEADROOM);
		json_close(j);
	}
	json_array_end(j);
}

/* Of alerts older than the member, their evidence may not say it. */
static const char *no_previous(const struct db_rows *r, size_t i)
{
	static const char *const events[] = { "material_fact", "late_filing", "new_offering",
					      "issuer_state" };

	if (!db_is_null(r, i, C_PREVIOUS) || !db_is_null(r, i, C_PREVIOUS_RATING))
		return NULL;
	if (text_among(events, ARRAY_SIZE(events), db_get_text(r, i, C_KIND)))
		return "not_a_figure";
	return db_is_null(r, i, C_PREVIOUS_REASON) ? "not_recorded"
						   : db_get_text(r, i, C_PREVIOUS_REASON);
}

/* Numbers as the stored document writes them. */
static void write_previous(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, "previous");
	json_raw(j, "value", db_get_text(r, i, C_PREVIOUS));
	json_text(j, "rating", db_get_text(r, i, C_PREVIOUS_RATING));
	json_text(j, "date", db_get_text(r, i, C_PREVIOUS_DATE));
	json_text(j, "reason", no_previous(r, i));
	json_close(j);
}

static void write_alert(struct call *c, const struct shown *s, size_t i)
{
	const struct db_rows *r = s->alerts;
	struct json *j = c->out;

	json_open(j, NULL);
	json_uuid(j, "id", db_get_uuid(r, i, C_ID));
	json_uuid(j, "rule_id", db_get_uuid(r, i, C_RULE));
	name_write(j, "object", &s->names, db_get_text(r, i, C_OBJECT));
	db_json_columns(j, r, i, C_KIND, C_FACT_DATE);
	json_raw(j, "evidence", db_get_text(r, i, C_EVIDENCE));
	write_previous(j, r, i);
	db_json_uuid(j, "corrects", r, i, C_CORRECTS);
	json_timestamp(j, "raised_at", db_get_timestamp(r, i, C_RAISED));
	json_text(j, "status", alert_status(c, r, i, C_ACKNOWLEDGED, C_SNOOZED));
	db_json_timestamp(j, "acknowledged_at", r, i, C_ACKNOWLEDGED);
	json_text(j, "comment", db_get_text(r, i, C_COMMENT));
	write_assigned(j, r, i, s->people);
	db_json_day(j, "snoozed_until", r, i, C_SNOOZED);
	write_rules(j, s, db_get_uuid(r, i, C_ID));
	json_close(j);
}

static void write_alerts(struct call *c, const struct db_rows *r, size_t n, const char *name)
{
	const struct shown s = shown_of(c, r, n);

	json_array(c->out, name);
	for (size_t i = 0; i < n; i++)
		write_alert(c, &s, i);
	json_array_end(c->out);
}

void alerts_list(struct call *c)
{
	const struct db_rows *r;
	struct db_arg after[2];

	watchlist_reached(c);
	call_after(c, &key, after);
	r = db_query(c->ctx, &list,
		     DB_ARGS(desk_workspace(c), db_uuid(c->subject), after[0], after[1],
			     db_text(call_text(c, "kind")), db_text(call_text(c, "level")),
			     db_text(call_has(c, "status") ? call_text(c, "status") : "all"),
			     db_day(c->ctx->today), db_int(call_limit(c))));
	write_alerts(c, r, call_page(c, &key, r, C_RAISED, C_ID), c->name);
}

void alerts_find_check(struct call *c)
{
	const struct day today = c->ctx->today;

	if (call_text(c, "from") && call_text(c, "to") &&
	    day_before(call_day(c, "to", today), call_day(c, "from", today)))
		call_note(c, "/input/from", "maximum", "um dia até to", call_text(c, "from"));
}

void alerts_find(struct call *c)
{
	const struct db_rows *r;
	struct db_arg after[2];
	struct day first = DAY_FAR_PAST, last = DAY_FAR_FUTURE;

	call_after(c, &key, after);
	r = db_query(c->ctx, &find,
		     DB_ARGS(desk_workspace(c), after[0], after[1], db_text(call_text(c, "kind")),
			     db_text(call_text(c, "level")),
			     db_text(call_has(c, "status") ? call_text(c, "status") : "all"),
			     db_day(c->ctx->today), db_day(call_day(c, "from", first)),
			     db_day(call_day(c, "to", last)), db_text(call_text(c, "object_id")),
			     db_int(call_limit(c))));
	write_alerts(c, r, call_page(c, &key, r, C_RAISED, C_ID), c->name);
}

void alerts_open_write(struct call *c, const char *object, const char *name)
{
	const struct db_rows *r = db_query(c->ctx, &open_of,
					   DB_ARGS(desk_workspace(c), db_text(object),
						   db_day(c->ctx->today), db_int(OPEN_SHOWN)));

	write_alerts(c, r, db_count(r), name);
}

/* ---- Actions ---- */

static void result(struct call *c, struct uuid id)
{
	const struct db_rows *r = db_query(c->ctx, &one, DB_ARGS(desk_workspace(c), db_uuid(id)));
	const struct shown s = shown_of(c, r, 1);

	write_alert(c, &s, 0);
}

static NORETURN void refuse_done(struct call *c)
{
	call_conflict(c, "/input/alert_id", "alert_acknowledged",
		      "um alerta de que ninguém tomou conhecimento", NULL);
}

void alert_acknowledge(struct call *c)
{
	struct uuid id = desk_id(c, "alert_id");

	call_target(c, &alert_kind, id);
	if (!db_exec(c->ctx, &acknowledge,
		     DB_ARGS(desk_workspace(c), db_uuid(id), db_timestamp(c->ctx->now_ms),
			     db_uuid(c->ctx->caller->account), db_text(call_text(c, "comment")))))
		refuse_done(c);
	result(c, id);
}

void alert_assign(struct call *c)
{
	struct uuid id = desk_id(c, "alert_id");
	struct db_arg to = db_null();
	const struct db_rows *r;

	call_target(c, &alert_kind, id);
	if (call_text(c, "member_id")) {
		to = db_uuid(desk_id(c, "member_id"));
		r = db_query(c->ctx, &member, DB_ARGS(desk_workspace(c), to));
		if (!db_count(r))
			call_not_found(c);
		if (db_get_bool(r, 0, 0))
			call_conflict(c, "/input/member_id", "member_suspended",
				      "um membro que não esteja suspenso", NULL);
	}
	(void)db_exec(c->ctx, &assign, DB_ARGS(desk_workspace(c), db_uuid(id), to));
	result(c, id);
}

void alert_snooze_check(struct call *c)
{
	const char *until = call_text(c, "until");
	struct day day;

	if (until && day_parse(slice_of(until), &day) && !day_before(c->ctx->today, day))
		call_note(c, "/input/until", "minimum", "um dia depois de hoje", until);
}

void alert_snooze(struct call *c)
{
	struct uuid id = desk_id(c, "alert_id");
	struct db_arg until = db_null();

	if (call_text(c, "until"))
		until = db_day(call_day(c, "until", c->ctx->today));
	call_target(c, &alert_kind, id);
	if (!db_exec(c->ctx, &snooze, DB_ARGS(desk_workspace(c), db_uuid(id), until)))
		refuse_done(c);
	result(c, id);
}
