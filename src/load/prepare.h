/* SPDX-License-Identifier: Apache-2.0 */
/* prepare.h: the SQL that derives prepared closes from quotes, for the loaders and for "compute prices". */
#ifndef LASTRO_LOAD_PREPARE_H
#define LASTRO_LOAD_PREPARE_H

/*
 * PREPARE_SERIES(source) - rows of close_series out of (venue, symbol, year, day, close).
 * The grid is the finest that a close of the year needs, as far as 18 digits go.
 */
#define PREPARE_SERIES(source)                                                                                    \
	"select g.venue, g.symbol, g.year, g.places,"                                                             \
	"       string_agg(int2send((g.day - make_date(g.year::int, 1, 1))::int2), '' order by g.day) as days,"   \
	"       string_agg(int8send(round(g.close * 10::numeric ^ g.places)::int8), '' order by g.day) as closes" \
	"  from (select x.venue, x.symbol, x.year, x.day, x.close,"                                               \
	"               least(max(scale(trim_scale(x.close))) over w,"                                            \
	"                     18 - length(trunc(max(abs(x.close)) over w)::text))::int8 as places"                \
	"          from (" source ") x"                                                                           \
	"        window w as (partition by x.venue, x.symbol, x.year)) g"                                         \
	" group by g.venue, g.symbol, g.year, g.places"

#endif
