/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rule_judged.c: the objects that a rule cannot judge: nothing is due for a late_filing, the statements lack the
 * figures of a ratio, or the object has no value of the measure.
 */
#include "config.h"

#include "desk/findings.h"
#include "desk/desk_parts.h"

#include "core/text.h"
#include "db/db.h"

#define SHOWN 50 /* of a rule */

static DB_STMT(
	objects, "alert_rule.objects",
	"select r.id, coalesce(r.object_id, i.object_id), r.measure"
	"  from alert_rule r"
	"  left join watchlist_item i on i.workspace_id = $1 and i.watchlist_id = r.watchlist_id"
	" where r.workspace_id = $1 and r.id = any ($2::uuid[]) "
	"   and r.kind in ('late_filing', 'leverage_above', 'coverage_below', 'measure_above', 'measure_below', 'issuer_state')"
	"   and (r.object_id is not null or i.object_id is not null)"
	" order by r.id, 2 limit 20000");
enum { O_RULE, O_OBJECT, O_MEASURE };

/* By position, whether the object has any value of the measure; true where no measure is asked. */
static DB_STMT(
	values, "alert_rule.values",
	"select u.measure is null or exists (select from object o"
	"         join object_observation v on v.object_no = o.no"
	"         join object_measure m on m.no = v.measure_no and m.id = u.measure"
	"        where o.id = u.object)"
	"  from unnest($1::text[], $2::text[]) with ordinality u(object, measure, n) order by u.n");

static const struct db_rows *values_of(struct ctx *ctx, const struct db_rows *r)
{
	const size_t n = db_count(r);
	const char **of = pool_array(ctx->pool, const char *, n),
		   **asked = pool_array(ctx->pool, const char *, n);

	for (size_t i = 0; i < n; i++) {
		of[i] = db_get_text(r, i, O_OBJECT);
		asked[i] = db_get_text(r, i, O_MEASURE);
	}
	return db_query(ctx, &values, DB_ARGS(db_texts(of, n), db_texts(asked, n)));
}

struct rules_judged rules_judged(struct call *c, const struct uuid *rules, size_t n)
{
	struct rules_judged out = { .f = pool_zero(c->ctx->pool, struct findings) };

	out.f->ctx = c->ctx;
	out.objects = db_query(c->ctx, &objects, DB_ARGS(desk_workspace(c), db_uuids(rules, n)));
	if (db_count(out.objects)) {
		findings_read(out.f, out.objects, O_OBJECT);
		out.values = values_of(c->ctx, out.objects);
	}
	return out;
}

void rule_judged_write(struct json *j, const struct rules_judged *judged, struct uuid rule,
		       const char *kind)
{
	const struct db_rows *r = judged->objects;
	const bool late = str_eq(kind, "late_filing"), state = str_eq(kind, "issuer_state");
	const bool ratio = str_eq(kind, "leverage_above") || str_eq(kind, "coverage_below");
	size_t shown = 0;

	if (!late && !ratio && !state && !watching_measure(&(struct watching){ .kind = kind })) {
		json_null(j, "not_judged");
		return;
	}
	json_array(j, "not_judged");
	for (size_t i = 0; i < db_count(r) && shown < SHOWN; i++) {
		const struct watching w = { .object = db_get_text(r, i, O_OBJECT) };
		struct filing_due due;
		const char *why;

		if (!uuid_same(db_get_uuid(r, i, O_RULE), rule))
			continue;
		if (late)
			why = watched_due(judged->f, &w, &due);
		else if (ratio)
			why = watched_unmeasured(judged->f, &w, str_eq(kind, "leverage_above"));
		else if (state)
			why = watched_company(judged->f, &w) ? NULL : "no_filings";
		else
			why = db_get_bool(judged->values, i, 0) ? NULL : "no_value";
		if (!why)
			continue;
		json_open(j, NULL);
		name_write(j, "object", &judged->f->names, w.object);
		json_text(j, "reason", why);
		json_close(j);
		shown++;
	}
	json_array_end(j);
}
