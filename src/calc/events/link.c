/* SPDX-License-Identifier: Apache-2.0 */
/* link.c: the rules that link events to anomalies, and their names. */
#include "config.h"

#include "calc/events/link.h"

#include <stddef.h>

#include "core/text.h"

const char *const event_layers[] = { "global", "domestic", "sector", "company", NULL };
const char *const event_categories[] = {
	"monetary_policy", "fiscal",   "inflation",
	"activity",	   "politics", "geopolitics",
	"commodities",	   "earnings", "corporate_action",
	"regulation",	   "credit",   "market_structure",
	"other",	   NULL,
};
const char *const event_types[] = { "rumour",	"official_act", "confirmation",
				    "analysis", "data_release", NULL };
const char *const link_rules[] = { "", "ticker", "series", "category", "layer" };

#define WHOLE 10000
#define SESSION_BEFORE 6000

static int in_time(const struct link_pair *p)
{
	if (day_same(p->event_day, p->after))
		return SESSION_BEFORE;
	return day_before(p->after, p->event_day) && !day_before(p->day, p->event_day) ? WHOLE : 0;
}

static bool is_brazilian(const char *series)
{
	return str_eq(series, "IBOV") || str_eq(series, "IFIX") || str_eq(series, "USDBRL");
}

static struct link by_subject(const struct link_pair *p)
{
	if (p->names_ticker && !p->market)
		return (struct link){ LINK_TICKER, WHOLE };
	if (p->names_series)
		return (struct link){ LINK_SERIES, WHOLE };
	if (!p->market)
		return (struct link){ LINK_NONE, 0 };
	if (p->commodities && str_eq(p->series, "BRENT"))
		return (struct link){ LINK_CATEGORY, 8000 };
	if (p->layer == LAYER_DOMESTIC && is_brazilian(p->series))
		return (struct link){ LINK_LAYER, 5000 };
	if (p->layer == LAYER_GLOBAL)
		return (struct link){ LINK_LAYER,
				      is_brazilian(p->series) && !str_eq(p->series, "USDBRL")
					      ? 3000
					      : 5000 };
	return (struct link){ LINK_NONE, 0 };
}

struct link link_judge(const struct link_pair *p)
{
	struct link l = by_subject(p);

	l.strength_e4 = l.strength_e4 * in_time(p) / WHOLE;
	if (!l.strength_e4)
		l.rule = LINK_NONE;
	return l;
}
