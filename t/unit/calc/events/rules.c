/* SPDX-License-Identifier: Apache-2.0 */
/* Which event may explain an anomalous day, and when a company publishes next. */
#include "config.h"

#include "calc/events/events.h"

#include "core/clock.h"
#include "tap.h"

/* ---- events and anomalies: the anomaly is of day 110, the session before was 107 ---- */

static void links(struct link_pair p, enum link_rule rule, int strength_e4, const char *name)
{
	struct link l;

	p.after = (struct day){ 107 };
	p.day = (struct day){ 110 };
	l = link_judge(&p);
	ok(l.rule == rule && l.strength_e4 == strength_e4, "%s (%s %d)", name, link_rules[l.rule],
	   l.strength_e4);
}

#define PAPER(...) ((struct link_pair){ .series = "PETR4", __VA_ARGS__ })
#define INDEX(code, ...) ((struct link_pair){ .series = (code), .market = true, __VA_ARGS__ })
#define ON(n) .event_day = { n }

static void test_links(void)
{
	links(PAPER(ON(110), .layer = LAYER_COMPANY, .names_ticker = true), LINK_TICKER, 10000,
	      "its paper, that day");
	links(PAPER(ON(108), .layer = LAYER_COMPANY, .names_ticker = true), LINK_TICKER, 10000,
	      "on a day without session");
	links(PAPER(ON(107), .layer = LAYER_COMPANY, .names_ticker = true), LINK_TICKER, 6000,
	      "on the session before");
	links(PAPER(ON(106), .layer = LAYER_COMPANY, .names_ticker = true), LINK_NONE, 0,
	      "before that, none");
	links(PAPER(ON(111), .layer = LAYER_COMPANY, .names_ticker = true), LINK_NONE, 0,
	      "afterwards, none");
	links(PAPER(ON(110), .layer = LAYER_DOMESTIC), LINK_NONE, 0, "a paper that is not named");
	links(INDEX("IBOV", ON(110), .layer = LAYER_COMPANY, .names_ticker = true), LINK_NONE, 0,
	      "a company explains no index");
	links(INDEX("IBOV", ON(110), .layer = LAYER_SECTOR, .names_series = true), LINK_SERIES,
	      10000, "whatever names the series");
	links(INDEX("BRENT", ON(107), .layer = LAYER_GLOBAL, .commodities = true), LINK_CATEGORY,
	      4800, "commodities and oil, the session before");
	links(INDEX("VIX", ON(110), .layer = LAYER_GLOBAL, .commodities = true), LINK_LAYER, 5000,
	      "commodities and another series");
	links(INDEX("IBOV", ON(110), .layer = LAYER_DOMESTIC), LINK_LAYER, 5000, "home and IBOV");
	links(INDEX("USDBRL", ON(110), .layer = LAYER_GLOBAL), LINK_LAYER, 5000,
	      "the world and the dollar");
	links(INDEX("IFIX", ON(110), .layer = LAYER_GLOBAL), LINK_LAYER, 3000,
	      "the world and an index whose score leaves it out");
	links(INDEX("SP500", ON(110), .layer = LAYER_DOMESTIC), LINK_NONE, 0, "home and SP500");
}

/* ---- releases ---- */

static struct day day_of(const char *text)
{
	struct day d = { 0 };

	ok(day_parse(slice_of(text), &d), "%s", text);
	return d;
}

static void test_releases(void)
{
	struct past_release past[] = {
		{ day_of("2025-09-30"), day_of("2025-11-10") }, /* 41 days */
		{ day_of("2024-12-31"), day_of("2025-03-26") }, /* 85 */
		{ day_of("2023-12-31"), day_of("2024-03-20") }, /* 80 */
		{ day_of("2022-12-31"), day_of("2023-03-22") }, /* 81 */
		{ day_of("2021-12-31"), day_of("2022-12-31") }, /* late */
		{ day_of("2020-12-31"), day_of("2020-12-31") }, /* impossible */
	};
	struct day out = { 0 };
	size_t used = 0;

	ok(release_forecast(past, 6, day_of("2025-12-31"), &out, &used) && used == 3,
	   "three of the same quarter");
	is_int(out.n, day_of("2026-03-23").n, "median 81 days, a Sunday: the Monday behind it");
	ok(release_forecast(past + 1, 2, day_of("2025-12-31"), &out, &used) && used == 2,
	   "of two the shorter");
	is_int(out.n, day_of("2026-03-23").n, "80 days are a Saturday");
	ok(release_forecast(past, 6, day_of("2026-03-31"), &out, &used) && used == 4,
	   "of a quarter without a past, any");
	is_int(out.n, day_of("2026-06-19").n, "80 days of 41, 80, 81, 85");
	ok(!release_forecast(past + 4, 2, day_of("2026-03-31"), &out, &used),
	   "who was late, or filed before the end, says nothing");
	is_int(quarter_end(day_of("2026-01-01"), 0).n, day_of("2026-03-31").n, "of the quarter");
	is_int(quarter_end(day_of("2026-03-31"), -1).n, day_of("2025-12-31").n, "the one before");
	is_int(quarter_end(day_of("2026-12-31"), 1).n, day_of("2027-03-31").n, "over the year");
	is_int(quarter_end(day_of("2028-02-29"), 0).n, day_of("2028-03-31").n, "of a leap day");
}

int main(void)
{
	if (!clock_init(NULL))
		return 1;
	test_links();
	test_releases();
	return tap_done();
}
