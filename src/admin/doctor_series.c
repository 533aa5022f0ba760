/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor_series.c: gaps in the price and rate series that the portfolios need.
 *
 * A paper needs prices from its first row until it is sold; after a succession the new paper needs
 * them; an option needs them until it expires.  A gap is longer than the age at which a price is shown
 * as stale, so that a rarely traded paper raises no warning; a session without a close of any paper of
 * the exchange is a gap of one day. Rates are needed from the first row that they value.
 */
#include "config.h"

#include "admin/doctor.h"

#include "calc/value/value.h"
#include "core/calendar.h"
#include "core/pool.h"
#include "db/db.h"
#include "market/prices/market.h"

#define SHOWN 3 /* gaps of one series that are listed */

static DB_STMT(symbols, "doctor.symbols",
	       "select distinct a.asset_type, a.symbol from lastro.asset a"
	       " where ($1::uuid[] is null or a.workspace_id = any($1::uuid[]))"
	       " order by 1, 2 limit 1000000");

/*
 * Only symbols that a register has: invented ones have no prices.  $3 types whose prices have a venue, $4
 * those venues.  In a statement of its own: a function beside distributed tables may run on their
 * machine, which has no register.
 */
static DB_STMT(
	registered, "doctor.registered",
	"select s.asset_type, s.symbol from unnest($1::text[], $2::text[]) s (asset_type, symbol)"
	"  join unnest($3::text[], $4::text[]) v (asset_type, venue) on v.asset_type = s.asset_type"
	" where lastro.symbol_known(v.venue, s.symbol)"
	" order by 1, 2 limit 1000000");

/*
 * $1 today, $2 types of registered symbols, $3 these, $4 the workspaces (null: all).  The quantity left
 * after sales counts only the splits in the ledger; a position that only the exchange's own splits would
 * close still needs prices.
 */
static DB_STMT(
	held, "doctor.held",
	"with"
	" papers as materialized ("
	"  select a.workspace_id, a.portfolio_id, a.id, a.asset_type, a.symbol"
	"    from lastro.asset a join unnest($2::text[], $3::text[]) k (asset_type, symbol) on k.asset_type = a.asset_type and k.symbol = a.symbol"
	"   where ($4::uuid[] is null or a.workspace_id = any($4::uuid[]))),"
	" moved as ("
	"  select l.workspace_id, l.portfolio_id, l.asset_id, l.trade_date,"
	"         case l.kind when 'sell' then -l.quantity when 'split' then 0 else l.quantity end::float8 as qty,"
	"         sum(ln(l.ratio::float8)) over (partition by l.workspace_id, l.portfolio_id, l.asset_id"
	"              order by l.trade_date desc, l.id desc rows between unbounded preceding and 1 preceding) as later"
	"    from lastro.ledger l"
	"    join papers a on a.workspace_id = l.workspace_id and a.portfolio_id = l.portfolio_id and a.id = l.asset_id"
	"   where l.retired_by is null and ($4::uuid[] is null or l.workspace_id = any($4::uuid[]))),"
	" left_over as ("
	"  select m.workspace_id, m.portfolio_id, m.asset_id, min(m.trade_date) as since, max(m.trade_date) as until,"
	"         abs(sum(m.qty * exp(coalesce(m.later, 0)))) <= 1e-6 * sum(abs(m.qty * exp(coalesce(m.later, 0)))) as closed"
	"    from moved m group by 1, 2, 3)"
	" select a.asset_type, a.symbol, min(k.since), max(case when k.closed then k.until else $1 end)"
	"   from left_over k"
	"   join papers a on a.workspace_id = k.workspace_id and a.portfolio_id = k.portfolio_id and a.id = k.asset_id"
	"  group by 1, 2 order by 1, 2 limit 100000");
enum { P_TYPE, P_SYMBOL, P_SINCE, P_UNTIL };

/* $1 venues, $2 symbols, $3 since, $4 until, $5 the longest stretch without a price. */
static DB_STMT(
	holes, "doctor.holes",
	"with recursive handed (venue, symbol, since, until, apart) as ("
	"  select venue collate \"C\", symbol collate \"C\", since, until, apart"
	"    from unnest($1::text[], $2::text[], $3::date[], $4::date[], $5::int8[]) u (venue, symbol, since, until, apart)"
	"  union"
	"  select h.venue, s.to_symbol, greatest(s.day, h.since), h.until, h.apart"
	"    from handed h join lastro.succession s on s.venue = h.venue and s.from_symbol = h.symbol and s.day <= h.until),"
	" wanted as ("
	"  select h.venue, h.symbol, max(h.apart)::int as apart, min(h.since) as since,"
	"         least(max(h.until), min(s.day) - 1,"
	"               (select i.expiry from lastro.instrument i where i.venue = h.venue and i.symbol = h.symbol)) as until"
	"    from handed h left join lastro.succession s on s.venue = h.venue and s.from_symbol = h.symbol"
	"   group by h.venue, h.symbol)"
	" select w.venue || ' ' || w.symbol, g.day + case when g.quoted then 1 else 0 end,"
	"        g.next - case when g.next_quoted then 1 else 0 end"
	"   from wanted w, lateral ("
	"        select d.day, d.quoted, lead(d.day) over ahead as next, lead(d.quoted) over ahead as next_quoted"
	"          from (select p.day, bool_or(p.quoted) as quoted"
	"                  from (values (w.since, false), (w.until, false)"
	"                        union all"
	"                        select q.day, true from lastro.quote q"
	"                         where q.venue = w.venue and q.symbol = w.symbol and q.day between w.since and w.until) p (day, quoted)"
	"                 group by p.day) d"
	"        window ahead as (order by d.day)) g"
	"  where w.since < w.until and g.next - g.day > w.apart"
	"  order by 1, 2 limit 2000");
enum { H_SERIES, H_FROM, H_TO };

/* The rates that value a row besides its price. */
static DB_STMT(
	rates_used, "doctor.rates_used",
	"select case when a.currency <> 'BRL' then 'ptax'"
	"            else coalesce(a.meta -> 'fixed_income' ->> 'indexer', d.indexer, '') end,"
	"       min(l.trade_date)"
	"  from lastro.asset a"
	"  join lastro.ledger l on l.workspace_id = a.workspace_id and l.portfolio_id = a.portfolio_id and l.asset_id = a.id"
	"                      and l.retired_by is null"
	"  left join lastro.debenture d on a.asset_type = 'debenture' and d.code = a.symbol"
	" where (a.currency <> 'BRL' or a.asset_type in ('renda_fixa', 'debenture', 'tesouro'))"
	"   and ($1::uuid[] is null or a.workspace_id = any($1::uuid[]))"
	"   and ($1::uuid[] is null or l.workspace_id = any($1::uuid[]))"
	" group by 1 order by 1 limit 1000");
enum { U_RATE, U_SINCE };

/*
 * $1 rates, $2 since, $3 today.  Months are dated on their first day; the newest of a price index comes weeks
 * after its month has ended.
 */
static DB_STMT(
	rate_holes, "doctor.rate_holes",
	"with wanted as ("
	"  select u.rate, n.name, n.apart, n.behind, n.codes::int8[] as codes,"
	"         case when n.apart > 30 then (date_trunc('month', u.since) - interval '1 month')::date else u.since end as since"
	"    from unnest($1::text[], $2::date[]) u (rate, since)"
	"    join (values ('ptax', 'dólar oficial (PTAX)', 7, 7, '{}'), ('cdi', 'CDI', 10, 14, '{4389,12}'),"
	"                 ('selic', 'Selic', 10, 14, '{1178,11}'), ('ipca', 'IPCA', 31, 75, '{433}'),"
	"                 ('igpm', 'IGP-M', 31, 75, '{189}')) n (rate, name, apart, behind, codes) using (rate))"
	" select w.name,"
	"        case when not g.known then g.day when w.apart > 30 then (g.day + interval '1 month')::date else g.day + 1 end,"
	"        g.next - case when g.next_known then 1 else 0 end"
	"   from wanted w, lateral ("
	"        select d.day, d.known, lead(d.day) over ahead as next, lead(d.known) over ahead as next_known"
	"          from (select p.day, bool_or(p.known) as known"
	"                  from (values (w.since, false), ($3::date, false)"
	"                        union all"
	"                        select s.day, true from lastro.series s where s.code = any(w.codes) and s.day between w.since and $3"
	"                        union all"
	"                        select i.month, true from lastro.index_number i"
	"                         where i.code = w.rate and i.month between w.since and $3"
	"                        union all"
	"                        select x.day, true from lastro.ptax x"
	"                         where w.rate = 'ptax' and x.currency = 'USD' and x.day between w.since and $3) p (day, known)"
	"                 group by p.day) d"
	"        window ahead as (order by d.day)) g"
	"  where w.since < $3 and g.next - g.day > case when g.next_known then w.apart else w.behind end"
	"  order by 1, 2 limit 2000");

/* $1 since, $2 today: sessions and closed days of the exchange. */
static DB_STMT(
	sessions, "doctor.sessions",
	"select s.day from lastro.session s where s.venue = 'b3' and s.day between $1 and $2"
	" union select h.day from lastro.holiday h where h.calendar = 'b3' and h.day between $1 and $2"
	" order by 1 limit 40000");

/* ---- reporting ---- */

static const char *stretch(void *pool, struct day from, struct day to)
{
	const char *first = day_iso(pool, from);

	return day_same(from, to) ? first : pool_printf(pool, "%s a %s", first, day_iso(pool, to));
}

static const char *remedy(void *pool, struct day since)
{
	return pool_printf(pool, "lastro fetch --all --since %s", day_iso(pool, since));
}

/* Reports one finding per series; returns the number of series. */
static size_t tell_holes(struct report *rep, const struct db_rows *r)
{
	void *pool = rep->run->ctx->pool;
	size_t n = 0;

	for (size_t i = 0; i < db_count(r); n++) {
		const char *series = db_get_text(r, i, H_SERIES);
		struct day since = db_get_day(r, i, H_FROM);
		const char *found = "sem dados de";
		size_t k = 0;

		for (; i < db_count(r) && str_eq(db_get_text(r, i, H_SERIES), series); i++, k++)
			if (k < SHOWN)
				found = pool_printf(pool, "%s%s %s", found, k ? ";" : "",
						    stretch(pool, db_get_day(r, i, H_FROM),
							    db_get_day(r, i, H_TO)));
		if (k > SHOWN)
			found = pool_printf(pool, "%s; e mais %zu", found, k - SHOWN);
		report_finding(rep, FINDING_WARNING, pool_printf(pool, "série %s", series), found,
			       remedy(pool, since));
	}
	return n;
}

/* Days on which the exchange has closed in some year without a bank holiday: no warning unless its own calendar is loaded. */
static bool perhaps_closed(struct day d)
{
	static const int days[][2] = { { 1, 25 }, { 7, 9 }, { 11, 20 }, { 12, 24 }, { 12, 31 } };
	int year, month, dom;

	day_to_ymd(d, &year, &month, &dom);
	for (size_t i = 0; i < ARRAY_SIZE(days); i++)
		if (days[i][0] == month && days[i][1] == dom)
			return true;
	return false;
}

/* Bank days since @first that are neither sessions nor closed days; later ones belong to the freshness check. */
static size_t tell_sessions(struct report *rep, struct day first, const struct db_rows *r)
{
	void *pool = rep->run->ctx->pool;
	const char *found = "sem pregão em";
	struct day since = first;
	struct day d = first;
	size_t n = 0;

	for (size_t i = 0; i < db_count(r); i++, d.n++)
		for (; day_before(d, db_get_day(r, i, 0)); d.n++) {
			if (!day_is_business(d) || perhaps_closed(d))
				continue;
			if (!n)
				since = d;
			if (n < SHOWN)
				found = pool_printf(pool, "%s%s %s", found, n ? ";" : "",
						    stretch(pool, d, d));
			n++;
		}
	if (n > SHOWN)
		found = pool_printf(pool, "%s; e mais %zu", found, n - SHOWN);
	if (n)
		report_finding(rep, FINDING_WARNING, "série pregões da B3", found,
			       remedy(pool, since));
	return n > 0;
}

/* ---- required series ---- */

/* Papers whose prices have a venue. */
struct wanted {
	const char **venues, **symbols;
	struct day *since, *until;
	int64_t *apart;
	size_t n;
	bool on_exchange;
	struct day
		first; /* day on which a portfolio first held a paper of the exchange; meaningless unless on_exchange */
};

static int apart_of(enum asset_type type)
{
	int limit = value_age_limit(type, true);

	return limit < VALUE_NO_LIMIT ? limit : value_stale_age(type);
}

/* A column of texts as an argument. */
static struct db_arg texts_of(void *pool, const struct db_rows *r, int col)
{
	const char **texts = pool_array(pool, const char *, db_count(r));

	for (size_t i = 0; i < db_count(r); i++)
		texts[i] = db_get_text(r, i, col);
	return db_texts(texts, db_count(r));
}

static void read_wanted(struct report *rep, struct wanted *w)
{
	struct ctx *ctx = rep->run->ctx;
	const char *types[ASSET_TYPES], *venues[ASSET_TYPES];
	const struct db_rows *r;
	size_t n = 0;

	for (int t = 0; t < ASSET_TYPES; t++) {
		if (!market_venue((enum asset_type)t))
			continue;
		types[n] = asset_type_names[t];
		venues[n++] = market_venue((enum asset_type)t);
	}
	r = db_query(ctx, &symbols, DB_ARGS(rep->reach.workspaces));
	r = db_query(ctx, &registered,
		     DB_ARGS(texts_of(ctx->pool, r, P_TYPE), texts_of(ctx->pool, r, P_SYMBOL),
			     db_texts(types, n), db_texts(venues, n)));
	r = db_query(ctx, &held,
		     DB_ARGS(db_day(ctx->today), texts_of(ctx->pool, r, P_TYPE),
			     texts_of(ctx->pool, r, P_SYMBOL), rep->reach.workspaces));
	*w = (struct wanted){ .venues = pool_array(ctx->pool, const char *, db_count(r)),
			      .symbols = pool_array(ctx->pool, const char *, db_count(r)),
			      .since = pool_array(ctx->pool, struct day, db_count(r)),
			      .until = pool_array(ctx->pool, struct day, db_count(r)),
			      .apart = pool_array(ctx->pool, int64_t, db_count(r)) };
	for (size_t i = 0; i < db_count(r); i++) {
		enum asset_type type =
			(enum asset_type)enum_find(asset_type_names, db_get_text(r, i, P_TYPE));
		const char *venue = market_venue(type);

		w->venues[w->n] = venue;
		w->symbols[w->n] = db_get_text(r, i, P_SYMBOL);
		w->since[w->n] = db_get_day(r, i, P_SINCE);
		w->until[w->n] = db_get_day(r, i, P_UNTIL);
		w->apart[w->n] = apart_of(type);
		if (str_eq(venue, "b3")) {
			if (!w->on_exchange || day_before(w->since[w->n], w->first))
				w->first = w->since[w->n];
			w->on_exchange = true;
		}
		w->n++;
	}
}

static size_t check_rates(struct report *rep)
{
	struct ctx *ctx = rep->run->ctx;
	const struct db_rows *r = db_query(ctx, &rates_used, DB_ARGS(rep->reach.workspaces));
	const char **rates = pool_array(ctx->pool, const char *, db_count(r));
	struct day *since = pool_array(ctx->pool, struct day, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		rates[i] = db_get_text(r, i, U_RATE);
		since[i] = db_get_day(r, i, U_SINCE);
	}
	return tell_holes(rep, db_query(ctx, &rate_holes,
					DB_ARGS(db_texts(rates, db_count(r)),
						db_days(since, db_count(r)), db_day(ctx->today))));
}

void check_series(struct report *rep)
{
	struct ctx *ctx = rep->run->ctx;
	struct wanted w;
	size_t found = 0;

	read_wanted(rep, &w);
	if (w.on_exchange)
		found += tell_sessions(
			rep, w.first,
			db_query(ctx, &sessions, DB_ARGS(db_day(w.first), db_day(ctx->today))));
	found += tell_holes(rep, db_query(ctx, &holes,
					  DB_ARGS(db_texts(w.venues, w.n), db_texts(w.symbols, w.n),
						  db_days(w.since, w.n), db_days(w.until, w.n),
						  db_ints(w.apart, w.n))));
	found += check_rates(rep);
	if (!found)
		report_finding(rep, FINDING_OK, "séries em uso", "sem buracos no que alguém tem",
			       NULL);
}
