/* SPDX-License-Identifier: Apache-2.0 */
/* editor.c: for editors: anomalies without an event, and linking an event to one. */
#include "config.h"

#include "market/events/event_answers.h"

#include "db/db.h"

static DB_STMT(
	gaps, "editor.gaps",
	"select a.series_code, to_char(a.day, 'YYYY-MM-DD'), round(a.return_pct, 4)::text, round(a.score, 4)::text"
	"  from anomaly a"
	" where a.event_id is null and a.day >= $1 and a.day <= $2 and a.strength >= $3 and (a.market or $4)"
	" order by a.day desc, a.strength desc, a.series_code desc"
	" limit $5");

static DB_STMT(find, "editor.find",
	       "select exists (select from anomaly where series_code = $1 and day = $2),"
	       "       (select event_id from market_event where event_key = $3)");

static DB_STMT(
	attach, "editor.attach",
	"insert into anomaly_link (series_code, day, event_id, rule, strength) values ($1, $2, $3, 'editor', 1)"
	" on conflict (series_code, day, event_id) do update set rule = 'editor', strength = 1"
	" where anomaly_link.rule <> 'editor'");

static DB_STMT(
	detach, "editor.detach",
	"delete from anomaly_link where series_code = $1 and day = $2 and event_id = $3 and rule = 'editor'");

struct db_rows *events_gaps(struct ctx *ctx, const struct gaps_wanted *w)
{
	return db_query(ctx, &gaps,
			DB_ARGS(db_day(w->from), db_day(w->to), db_decimal(w->least_e12, 12),
				db_bool(w->papers), db_int(w->limit)));
}

bool events_attach(struct ctx *ctx, const char *series, struct day day, const char *event_key,
		   bool undo)
{
	const struct db_rows *r =
		db_query(ctx, &find, DB_ARGS(db_text(series), db_day(day), db_text(event_key)));
	int64_t touched;

	if (!db_get_bool(r, 0, 0))
		fail(ctx, 404, "event_not_found", "Não há dia anômalo de %s nesta data.", series);
	if (db_is_null(r, 0, 1))
		fail(ctx, 404, "event_not_found", "Não há evento %s.", event_key);
	touched = db_exec(ctx, undo ? &detach : &attach,
			  DB_ARGS(db_text(series), db_day(day), db_int(db_get_int(r, 0, 1))));
	if (touched)
		events_choose(ctx, series, day);
	return touched > 0;
}
