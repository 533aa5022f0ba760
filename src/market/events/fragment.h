/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fragment.h: the JSON of an anomaly and of an event, made when they change; used only in
 * src/market/events.
 */
#ifndef LASTRO_MARKET_EVENTS_FRAGMENT_H
#define LASTRO_MARKET_EVENTS_FRAGMENT_H

#include "calc/events/events.h"
#include "core/json_write.h"

struct db_rows;

/*
 * anomaly_head() - an anomaly as an object without its closing brace, for its explanation to follow.
 * Includes the baseline of each score, from which it can be computed again.
 */
const char *anomaly_head(void *pool, const char *code, const struct anomaly *a);

/* Columns of an event with all its evidence, of "market_event e", as event_write() reads them. */
#define EVENT_COLUMNS                                                                              \
	" e.event_id, e.event_key, e.type, e.day, e.layer, e.category, e.title, e.summary,"        \
	" to_json(e.entities)::text, to_json(e.tickers)::text, to_json(e.channels)::text,"         \
	" to_json(e.detectors)::text, e.score, e.thread_slug, e.from_text, e.to_text,"             \
	" (select coalesce(json_agg(json_build_object('kind', v.kind, 'id', v.ref, 'url', v.url,"  \
	"                           'title', v.title) order by v.kind, v.ref), '[]')::text"        \
	"    from event_evidence v where v.event_id = e.event_id)"
enum {
	E_ID,
	E_KEY,
	E_TYPE,
	E_DAY,
	E_LAYER,
	E_CATEGORY,
	E_TITLE,
	E_SUMMARY,
	E_ENTITIES,
	E_TICKERS,
	E_CHANNELS,
	E_DETECTORS,
	E_SCORE,
	E_THREAD,
	E_FROM,
	E_TO,
	E_SOURCES,
	EVENT_COLUMN_COUNT
};

/*
 * event_write() - the event of one row.
 * @alone: as the answer of /v1/events/{id}, which has no event_key, type and details
 */
void event_write(struct json *j, const struct db_rows *r, size_t row, bool alone);

#endif
