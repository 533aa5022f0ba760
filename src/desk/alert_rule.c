/* SPDX-License-Identifier: Apache-2.0 */
/* alert_rule.c: the desk's alert rules: of a kind, on an object or on a watchlist. */
#include "config.h"

#include "desk/desk_parts.h"

#include "identity/caller.h"
#include "desk/object_names.h"
#include "db/db_json.h"

static DB_STMT(
	list, "alert_rules.list",
	"select r.id, r.kind, r.watchlist_id, w.name, r.object_id, r.term_id, r.label, r.threshold,"
	"       r.band_pct, r.sessions, r.since, r.created_at, r.updated_at, r.measure"
	"  from alert_rule r left join watchlist w on w.workspace_id = $1 and w.id = r.watchlist_id"
	" where r.workspace_id = $1 and (r.created_at, r.id) > ($2, $3)"
	"   and coalesce(r.kind = $4, true)"
	"   and coalesce(coalesce(r.object_id, '') = $5, true)"
	" order by r.created_at, r.id limit $6");
static DB_STMT(
	one, "alert_rule.read",
	"select r.id, r.kind, r.watchlist_id, w.name, r.object_id, r.term_id, r.label, r.threshold,"
	"       r.band_pct, r.sessions, r.since, r.created_at, r.updated_at, r.measure"
	"  from alert_rule r left join watchlist w on w.workspace_id = $1 and w.id = r.watchlist_id"
	" where r.workspace_id = $1 and r.id = $2");
enum {
	C_ID,
	C_KIND,
	C_WATCHLIST,
	C_WATCHLIST_NAME,
	C_OBJECT,
	C_TERM,
	C_LABEL,
	C_THRESHOLD,
	C_BAND,
	C_SESSIONS,
	C_SINCE,
	C_CREATED,
	C_UPDATED,
	C_MEASURE
};

static DB_STMT(
	row, "alert_rule.row",
	"select jsonb_build_object('kind', kind, 'watchlist_id', watchlist_id, 'object_id', object_id,"
	"         'term_id', term_id, 'threshold', trim_scale(threshold), 'band_pct', trim_scale(band_pct),"
	"         'sessions', sessions, 'since', since, 'label', label, 'measure', measure)::text"
	"  from alert_rule where workspace_id = $1 and id = $2 for update");

/*
 * The same rule: equal kind, target, threshold and label.  Two covenants of one kind on one issuer are
 * two rules.
 */
static DB_STMT(
	there, "alert_rule.there",
	"select id from alert_rule"
	" where workspace_id = $1 and kind = $2 and watchlist_id is not distinct from $3::uuid"
	"   and object_id is not distinct from $4::text and term_id is not distinct from $5::uuid"
	"   and threshold is not distinct from $6::numeric and sessions is not distinct from $7::int8"
	"   and label is not distinct from $8::text and measure is not distinct from $9::text");

static DB_STMT(of_kind, "alert_rule.of_kind",
	       "select kind, measure from alert_rule"
	       " where workspace_id = $1 and id = $2 for update");

static DB_STMT(
	add, "alert_rule.add",
	"insert into alert_rule (workspace_id, id, kind, watchlist_id, object_id, term_id, threshold,"
	"                        band_pct, sessions, since, created_by, created_at, label, measure)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing");

static DB_STMT(change, "alert_rule.change",
	       "update alert_rule set threshold = $3, band_pct = $4, sessions = $5, since = $6,"
	       "                      updated_at = $7, label = $8"
	       " where workspace_id = $1 and id = $2");

static DB_STMT(drop, "alert_rule.drop",
	       "delete from alert_rule where workspace_id = $1 and id = $2");

static DB_STMT(measured, "alert_rule.measured",
	       "select no from object_measure where id = $1 and $2 = any (kinds)");

static DB_STMT(watchlist, "alert_rule.watchlist",
	       "select id from watchlist"
	       " where workspace_id = $1 and id = $2 for key share");

static DB_STMT(count, "alert_rule.count",
	       "select count(*) from alert_rule where workspace_id = $1");

static const struct target_kind rule_kind = { "credit.alert_rule", &row, NULL };
static const struct page_key key = { DB_TIMESTAMP, false };

/* ---- the list ---- */

static void write_watchlist(struct json *j, const struct db_rows *r, size_t i)
{
	if (!json_open_if(j, "watchlist", !db_is_null(r, i, C_WATCHLIST)))
		return;
	json_uuid(j, "id", db_get_uuid(r, i, C_WATCHLIST));
	json_text(j, "name", db_get_text(r, i, C_WATCHLIST_NAME));
	json_close(j);
}

static void write_members(struct json *j, const struct db_rows *r, size_t i,
			  const struct names *names, const struct rules_judged *judged)
{
	db_json_columns(j, r, i, C_ID, C_KIND);
	write_watchlist(j, r, i);
	if (db_is_null(r, i, C_OBJECT))
		json_null(j, "object");
	else
		name_write(j, "object", names, db_get_text(r, i, C_OBJECT));
	db_json_columns(j, r, i, C_TERM, C_LABEL);
	desk_write_number(j, "threshold", r, i, C_THRESHOLD);
	desk_write_number(j, "band_pct", r, i, C_BAND);
	json_text(j, "measure", db_get_text(r, i, C_MEASURE));
	db_json_columns(j, r, i, C_SESSIONS, C_UPDATED);
	rule_judged_write(j, judged, db_get_uuid(r, i, C_ID), db_get_text(r, i, C_KIND));
}

/*
 * The first @n rows, one after another.
 * @tested: with when each would have fired, which a list of many is too long for
 */
static void write_rules(struct call *c, const struct db_rows *r, size_t n, bool tested)
{
	struct names names = names_of_rows(c->ctx, r, n, C_OBJECT);
	struct uuid *ids = pool_array(c->ctx->pool, struct uuid, n);
	struct rules_judged judged;

	for (size_t i = 0; i < n; i++)
		ids[i] = db_get_uuid(r, i, C_ID);
	judged = rules_judged(c, ids, n);
	for (size_t i = 0; i < n; i++) {
		json_open(c->out, NULL);
		write_members(c->out, r, i, &names, &judged);
		if (tested)
			limit_history_write(c, c->out, "would_have_fired", ids[i]);
		json_close(c->out);
	}
}

void alert_rules_list(struct call *c)
{
	const struct db_rows *r;
	struct db_arg after[2];
	size_t n;

	call_after(c, &key, after);
	r = db_query(c->ctx, &list,
		     DB_ARGS(desk_workspace(c), after[0], after[1], db_text(call_text(c, "kind")),
			     db_text(call_text(c, "object_id")), db_int(call_limit(c))));
	n = call_page(c, &key, r, C_CREATED, C_ID);
	json_array(c->out, c->name);
	write_rules(c, r, n, false);
	json_array_end(c->out);
}

/* ---- setting a rule ---- */

static void rule_change(struct call *c, struct uuid id, const struct rule_values *v)
{
	call_target(c, &rule_kind, id);
	call_unique(c, "alert_rule_once", "/input", "rule_there",
		    "uma regra diferente das que já há sobre o mesmo", NULL);
	(void)db_exec(c->ctx, &change,
		      DB_ARGS(desk_workspace(c), db_uuid(id), v->threshold, v->band, v->sessions,
			      db_day(v->since), db_timestamp(c->ctx->now_ms), db_text(v->label)));
}

struct uuid rule_put(struct call *c, const struct rule_values *v)
{
	struct db_arg workspace = desk_workspace(c), now = db_timestamp(c->ctx->now_ms);
	const struct db_rows *r = db_query(c->ctx, &there,
					   DB_ARGS(workspace, db_text(v->kind), v->watchlist,
						   v->object, v->term, v->threshold, v->sessions,
						   db_text(v->label), db_text(v->measure)));
	struct uuid id;

	if (db_count(r)) {
		id = db_get_uuid(r, 0, 0);
		rule_change(c, id, v);
		return id;
	}
	desk_bounded(c, &count, RULES_MAX, "rule_limit");
	id = uuid_new();
	call_target_new(c, &rule_kind, id);
	call_unique(c, "alert_rule_once", "/input", "rule_there",
		    "uma regra que ninguém criou ao mesmo tempo; repita", NULL);
	db_insert(c->ctx, &add,
		  DB_ARGS(workspace, db_uuid(id), db_text(v->kind), v->watchlist, v->object,
			  v->term, v->threshold, v->band, v->sessions, db_day(v->since),
			  db_uuid(c->ctx->caller->account), now, db_text(v->label),
			  db_text(v->measure)));
	return id;
}

/* The figures of each kind. */
static const struct shape {
	const char *kind;
	bool threshold, band, sessions, measure;
} shapes[] = {
	{ .kind = "material_fact" },
	{ .kind = "late_filing" },
	{ .kind = "price_move", .threshold = true, .sessions = true },
	{ .kind = "leverage_above", .threshold = true, .band = true },
	{ .kind = "coverage_below", .threshold = true, .band = true },
	{ .kind = "rating_change" },
	{ .kind = "regulation_term_changed" },
	{ .kind = "term_breach", .band = true },
	{ .kind = "new_offering" },
	{ .kind = "issuer_state" },
	{ .kind = "measure_above", .threshold = true, .band = true, .measure = true },
	{ .kind = "measure_below", .threshold = true, .band = true, .measure = true },
};

static const struct shape *shape_of(const char *kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++)
		if (str_eq(shapes[i].kind, kind))
			return &shapes[i];
	return &shapes[0]; /* the schema allows no other kind */
}

static void check_member(struct call *c, const char *kind, const char *member, bool has, bool must)
{
	const char *pointer = pool_printf(c->ctx->pool, "/input/%s", member);

	if (call_has(c, member) && !has)
		call_note(c, pointer, "forbidden", pool_printf(c->ctx->pool, "nenhum em %s", kind),
			  NULL);
	if (must && !call_has(c, member))
		call_note(c, pointer, "required", pool_printf(c->ctx->pool, "um em %s", kind),
			  NULL);
}

void alert_rule_check(struct call *c)
{
	const char *kind = call_text(c, "kind");
	const struct shape *s = kind ? shape_of(kind) : NULL;

	if (s && str_eq(s->kind, kind)) { /* otherwise the schema has reported it */
		check_member(c, kind, "threshold", s->threshold, s->threshold);
		check_member(c, kind, "band_pct", s->band, false);
		check_member(c, kind, "sessions", s->sessions, s->sessions);
		check_member(c, kind, "measure", s->measure, s->measure);
	}
	if (call_has(c, "object_id") + call_has(c, "watchlist_id") + call_has(c, "rule_id") != 1)
		call_note(c, "/input", "one_of", "object_id, watchlist_id ou rule_id", NULL);
	desk_check_decimal(c, "threshold");
	desk_check_decimal(c, "band_pct");
}

static struct rule_values read_values(struct call *c)
{
	struct rule_values v = { .kind = call_text(c, "kind"),
				 .watchlist = db_null(),
				 .object = db_null(),
				 .term = db_null(),
				 .sessions = db_null() };
	const struct shape *s = shape_of(v.kind);

	v.label = call_line(c, "label");
	v.measure = call_text(c, "measure");
	v.threshold = desk_decimal(c, "threshold");
	v.band = desk_decimal(c, "band_pct");
	if (s->band && v.band.type == DB_NULL)
		v.band = db_decimal(RULE_BAND_PCT, 0);
	if (s->sessions)
		v.sessions = db_int(call_int(c, "sessions", 1));
	v.since = call_day(c, "since", c->ctx->today);
	return v;
}

/* An object that never has the measure: the rule could never raise anything. */
static void check_measure(struct call *c, const char *measure, const struct named *object)
{
	if (measure && !db_count(db_query(c->ctx, &measured,
					  DB_ARGS(db_text(measure), db_text(object->kind)))))
		call_invalid(c, "/input/measure", "kind",
			     "uma medida do tipo do objeto; esta regra nunca avisaria", measure);
}

/* A change cannot alter the kind of a rule, its target, or what it measures. */
static void check_kind(struct call *c, struct uuid id, const struct rule_values *v)
{
	const char *kind = v->kind;
	const struct db_rows *r =
		db_query(c->ctx, &of_kind, DB_ARGS(desk_workspace(c), db_uuid(id)));

	if (!db_count(r))
		call_not_found(c);
	if (!str_eq(db_get_text(r, 0, 0), kind))
		call_invalid(c, "/input/kind", "const",
			     pool_printf(c->ctx->pool, "%s, que a regra é", db_get_text(r, 0, 0)),
			     kind);
	if (v->measure && !str_eq(db_get_text(r, 0, 1), v->measure))
		call_invalid(
			c, "/input/measure", "const",
			pool_printf(c->ctx->pool, "%s, que a regra mede", db_get_text(r, 0, 1)),
			v->measure);
}

static void write_set(struct call *c, struct uuid id)
{
	const struct db_rows *r = db_query(c->ctx, &one, DB_ARGS(desk_workspace(c), db_uuid(id)));

	write_rules(c, r, 1, !c->preview); /* a preview has it among its changes */
	limit_history_preview(c, id);
}

void alert_rule_set(struct call *c)
{
	struct rule_values v = read_values(c);
	struct uuid id;

	if (call_has(c, "rule_id")) {
		id = desk_id(c, "rule_id");
		check_kind(c, id, &v);
		rule_change(c, id, &v);
		write_set(c, id);
		return;
	}
	if (call_has(c, "object_id")) {
		const struct named *o = name_watched(c, "object_id");

		check_measure(c, v.measure, o);
		v.object = db_text(o->id);
	} else {
		v.watchlist = db_uuid(desk_id(c, "watchlist_id"));
		if (!db_count(
			    db_query(c->ctx, &watchlist, DB_ARGS(desk_workspace(c), v.watchlist))))
			call_not_found(c);
	}
	write_set(c, rule_put(c, &v));
}

void alert_rule_delete(struct call *c)
{
	struct uuid id = desk_id(c, "rule_id");

	call_target(c, &rule_kind, id);
	(void)db_exec(c->ctx, &drop, DB_ARGS(desk_workspace(c), db_uuid(id)));
	desk_write_deleted(c, id);
}
