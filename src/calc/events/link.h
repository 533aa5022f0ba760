/* SPDX-License-Identifier: Apache-2.0 */
/*
 * link.h: which event may explain an anomalous day, by which rule and how strongly.
 *
 * A link means that an event happened at the time of the move and concerns its subject.  It does not
 * prove the cause, so the rule and the strength are shown with it.
 */
#ifndef LASTRO_CALC_EVENTS_LINK_H
#define LASTRO_CALC_EVENTS_LINK_H

#include <stdbool.h>

#include "core/day.h"

enum event_layer { LAYER_GLOBAL, LAYER_DOMESTIC, LAYER_SECTOR, LAYER_COMPANY };

/* Spellings of doc/openapi.yaml, NULL-terminated. */
extern const char *const event_layers[];
extern const char *const event_categories[];
extern const char *const event_types[];

enum link_rule {
	LINK_NONE,
	LINK_TICKER,   /* the event names the paper */
	LINK_SERIES,   /* the event names the series, as entity or as channel */
	LINK_CATEGORY, /* an event on commodities, and oil */
	LINK_LAYER,    /* a domestic or global event, and a series of that place */
};

extern const char *const link_rules[]; /* by the enum; "" for LINK_NONE */

struct link_pair {
	struct day event_day;
	enum event_layer layer;
	bool commodities;   /* the event's category */
	bool names_ticker;  /* the series' code is one of its tickers */
	bool names_series;  /* the series is one of its entities or channels */
	struct day after;   /* session before the anomaly */
	struct day day;	    /* of the anomaly */
	const char *series; /* code */
	bool market;	    /* one of the seven, not a paper */
};

struct link {
	enum link_rule rule;
	int strength_e4; /* 1 ... 10000 */
};

/*
 * link_judge() - the strongest rule that links the two; LINK_NONE when none does.
 *
 * In time: an event after the session before and up to the day has weight 1; one on the session before
 * itself, possibly after its close, 0.6.  In subject: a named paper or series has weight 1; commodities
 * and BRENT 0.8; the layer 0.5, but a global event and a Brazilian index 0.3, since the factors remove
 * the world's influence from its score.
 */
struct link link_judge(const struct link_pair *p);

#endif
