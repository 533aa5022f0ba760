/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rule_judged.c: the objects that a rule cannot judge: nothing is due for a late_filing, or the
 * statements lack the figures of a ratio.
 */
#include "config.h"

#include "desk/findings.h"
#include "desk/desk_parts.h"

#include "core/text.h"
#include "db/db.h"

#define SHOWN 50 /* of a rule */

static DB_STMT(
	objects, "alert_rule.objects",
	"select r.id, coalesce(r.object_id, i.object_id)"
	"  from alert_rule r"
	"  left join watchlist_item i on i.workspace_id = $1 and i.watchlist_id = r.watchlist_id"
	" where r.workspace_id = $1 and r.id = any ($2::uuid[]) "
	"   and r.kind in ('late_filing', 'leverage_above', 'coverage_below')"
	"   and (r.object_id is not null or i.object_id is not null)"
	" order by r.id, 2 limit 20000");
enum { O_RULE, O_OBJECT };

struct rules_judged rules_judged(struct call *c, const struct uuid *rules, size_t n)
{
	struct rules_judged out = { .f = pool_zero(c->ctx->pool, struct findings) };

	out.f->ctx = c->ctx;
	out.objects = db_query(c->ctx, &objects, DB_ARGS(desk_workspace(c), db_uuids(rules, n)));
	if (db_count(out.objects))
		findings_read(out.f, out.objects, O_OBJECT);
	return out;
}

void rule_judged_write(struct json *j, const struct rules_judged *judged, struct uuid rule,
		       const char *kind)
{
	const struct db_rows *r = judged->objects;
	const bool late = str_eq(kind, "late_filing");
	size_t shown = 0;

	if (!late && !str_eq(kind, "leverage_above") && !str_eq(kind, "coverage_below")) {
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
		why = late ? watched_due(judged->f, &w, &due)
			   : watched_unmeasured(judged->f, &w, str_eq(kind, "leverage_above"));
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
