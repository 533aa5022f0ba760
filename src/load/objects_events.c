/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects_events.c: series with a code of their own and events of the market, as objects, in SQL.
 *
 * Oil was loaded among the indices and is a commodity; the dollar and the central bank's rates have no
 * ticker.  Only written events become objects; a material fact is already a document of its company,
 * and would clutter a search for the company by name.
 */
#include "config.h"

#include "load/objects_compute.h"

#define COMMODITY(table)                                                                           \
	"update " table " s set id = 'commodity:' || d.code from data_series d"                    \
	" where d.kind = 'commodity' and s.id = 'index:' || d.symbol"

static const char stage_commodities[] = COMMODITY("staged_object");
static const char key_commodities[] = COMMODITY("staged_key");
static const char name_commodities[] = COMMODITY("staged_name");

/* Their titles, beside the symbols that the exchange prints. */
static const char titles[] =
	"insert into staged_name select s.id, d.title from data_series d"
	"  join staged_object s on s.id in ('index:' || d.symbol, 'commodity:' || d.code)";

static const char entitle[] =
	"update staged_object s set name = d.title,"
	"       kind = case when d.kind = 'commodity' then 'commodity' else s.kind end"
	"  from data_series d where s.id in ('index:' || d.symbol, 'commodity:' || d.code)";

static const char stage_series[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select x.kind || ':' || x.code, x.kind, x.title, 'code', x.code"
	"   from (select case d.kind when 'currency' then 'data_series' else d.kind end as kind, d.code, d.title"
	"           from data_series d where d.kind in ('currency', 'indicator')) x";

static const char series_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select case d.kind when 'currency' then 'data_series' else d.kind end || ':' || d.code, 'code', d.code,"
	"        replace(d.code, '_', '')"
	"   from data_series d where d.kind in ('currency', 'indicator')";

static const char series_names[] =
	"insert into staged_name"
	" select case d.kind when 'currency' then 'data_series' else d.kind end || ':' || d.code, d.title"
	"   from data_series d where d.kind in ('currency', 'indicator')";

#define WRITTEN " from market_event e where e.rule is distinct from 'material_fact'"

static const char stage_events[] =
	"insert into staged_object (id, kind, name, anchor_type, anchor_value)"
	" select 'market_event:' || e.event_id, 'market_event', left(e.title, 300), 'code', 'EVENT.' || e.event_id" WRITTEN;

static const char event_keys[] =
	"insert into staged_key (id, type, value, normal)"
	" select 'market_event:' || e.event_id, 'code', 'EVENT.' || e.event_id, 'EVENT' || e.event_id" WRITTEN;

static const char event_names[] =
	"insert into staged_name select 'market_event:' || e.event_id, left(e.title, 300)" WRITTEN;

const char *const objects_events_sql[] = {
	stage_commodities, key_commodities, name_commodities, titles,	  entitle,     stage_series,
	series_keys,	   series_names,    stage_events,     event_keys, event_names, NULL,
};
