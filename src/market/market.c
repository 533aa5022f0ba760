/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market.c: what calc needs to know of the market about one portfolio, in one share of a pipeline.
 *
 * The assets are joined in SQL, as the worker's role, so the number of statements does not grow
 * with them.  What every portfolio shares (official rates, successions, the live pair) is kept by
 * version.
 */
#include "config.h"

#include "market/market.h"

#include "access/caller.h"
#include "core/pool.h"
#include "db/db.h"

/*
 * The symbols of a portfolio and their successors, with the day from which provents matter.
 * $1 workspace, $2 portfolio, $3 asset types in the enum's order, $4 their venues.
 */
#define HELD(first_day_sql) \
	"with recursive held(symbol, n, venue, first_day) as (" \
	"  select a.symbol collate \"C\", v.n, v.venue collate \"C\", " first_day_sql \
	"    from asset a" \
	"    join unnest($3::text[], $4::text[]) with ordinality v(asset_type, venue, n)" \
	"      on v.asset_type = a.asset_type" \
	"   where a.workspace_id = $1 and a.portfolio_id = $2" \
	"  union" \
	"  select s.to_symbol, h.n, h.venue, h.first_day" \
	"    from held h join succession s on s.venue = h.venue and s.from_symbol = h.symbol)," \
	" known as (select symbol, n, venue, min(first_day) as first_day from held group by symbol, n, venue)"

#define HELD_ANY_DAY HELD("null::date")
#define HELD_FROM_FIRST_TRADE HELD( \
	"(select min(l.trade_date) from ledger l" \
	"   where l.workspace_id = $1 and l.portfolio_id = $2 and l.asset_id = a.id and l.retired_by is null)")

#define SYMBOL_COLUMNS \
	" select k.symbol, k.n, coalesce(i.name, i.short_name)," \
	"        coalesce(i.issuer_tax_id, u.tax_id, i.issuer_code), i.expiry,"
#define SYMBOL_JOINS \
	"   from known k" \
	"   left join instrument i on i.venue = k.venue and i.symbol = k.symbol" \
	"   left join issuer u on u.code = i.issuer_code"

static struct db_stmt symbols_today = DB_STMT("market.symbols",
	HELD_ANY_DAY SYMBOL_COLUMNS
	"        c.last_day, c.last, c.prev_day, c.prev"
	SYMBOL_JOINS
	"   left join last_close c on c.venue = k.venue and c.symbol = k.symbol"
	"  order by k.symbol, k.n limit 20000");

static struct db_stmt symbols_at = DB_STMT("market.symbols_at",
	HELD_ANY_DAY SYMBOL_COLUMNS
	"        c.last_day, c.last, p.prev_day, p.prev"
	SYMBOL_JOINS
	"   left join lateral (select q.day as last_day, q.close as last from quote q"
	"     where q.venue = k.venue and q.symbol = k.symbol and q.day <= $5"
	"     order by q.day desc limit 1) c on true"
	"   left join lateral (select q.day as prev_day, q.close as prev from quote q"
	"     where q.venue = k.venue and q.symbol = k.symbol and q.day < c.last_day"
	"     order by q.day desc limit 1) p on true"
	"  order by k.symbol, k.n limit 20000");
enum { S_SYMBOL, S_N, S_NAME, S_ISSUER, S_EXPIRY, S_LAST_DAY, S_LAST, S_PREV_DAY, S_PREV };

static struct db_stmt events = DB_STMT("market.events",
	HELD_ANY_DAY
	" select k.symbol, k.n, e.ex_day, e.kind, e.ratio_n, e.ratio_d, e.unit_cost"
	"   from known k join corporate_event e on e.venue = k.venue and e.symbol = k.symbol"
	"  order by k.symbol, k.n, e.ex_day, e.label limit 20000");
enum { E_SYMBOL, E_N, E_EX_DAY, E_KIND, E_RATIO_N, E_RATIO_D, E_UNIT_COST };

static struct db_stmt provents = DB_STMT("market.provents",
	HELD_FROM_FIRST_TRADE
	" select k.symbol, k.n, p.kind, p.record_day, p.ex_day, p.pay_day, p.gross, p.tax_pct, p.old_profits"
	"   from known k"
	"   join provent p on p.venue = k.venue and p.symbol = k.symbol"
	"    and p.pay_day >= k.first_day and p.pay_day <= $5"
	"  where p.kind is not null"
	"  order by k.symbol, k.n, p.pay_day, p.ex_day, p.label, p.gross, p.approved, p.seq limit 200000");
enum {
	P_SYMBOL,
	P_N,
	P_KIND,
	P_RECORD_DAY,
	P_EX_DAY,
	P_PAY_DAY,
	P_GROSS,
	P_TAX_PCT,
	P_OLD_PROFITS
};

/* The official selling rate; the central bank's series 1 is the same number and fills its gaps. */
static struct db_stmt rates = DB_STMT("market.rates",
	"select r.day, r.rate"
	"  from (select p.day, p.sell as rate from ptax p where p.currency = 'USD'"
	"        union all"
	"        select s.day, s.value from series s"
	"         where s.code = 1 and s.value > 0"
	"           and not exists (select from ptax p where p.currency = 'USD' and p.day = s.day)) r"
	" order by r.day desc limit 20000");
enum { R_DAY, R_RATE };

static struct db_stmt successions = DB_STMT("market.successions",
	"select from_symbol, to_symbol, day, ratio_n, ratio_d, cash_per_share"
	"  from succession"
	" order by day, venue, from_symbol limit 4000");
enum { X_FROM, X_TO, X_DAY, X_RATIO_N, X_RATIO_D, X_CASH };

static struct db_stmt live = DB_STMT("market.live",
	"select rate, at, change_pct from usdt where pair = 'USDTBRL'");
enum { L_RATE, L_AT, L_CHANGE };

static struct db_stmt known_types = DB_STMT("market.known_types",
	"select distinct asset_type from instrument"
	" where venue = any($1::text[]) and symbol = $2"
	" order by asset_type limit 12");

void market_register(void)
{
	static struct db_stmt *const statements[] = {
		&symbols_today, &symbols_at,  &events, &provents,
		&rates,		&successions, &live,   &known_types,
	};

	db_register(statements, ARRAY_SIZE(statements));
}

static const char *const venues[ASSET_TYPES] = {
	[ASSET_STOCK] = "b3", [ASSET_FII] = "b3", [ASSET_ETF] = "b3", [ASSET_BDR] = "b3",
	[ASSET_OPTION] = "b3", [ASSET_INDEX] = "index", [ASSET_TESOURO] = "tesouro",
	[ASSET_CRYPTO] = "crypto", [ASSET_RENDA_FIXA] = NULL, [ASSET_DEBENTURE] = "debenture",
	[ASSET_FUND] = "fund", [ASSET_US] = "us",
};

static const char *const all_venues[] = { "b3",	  "us",	       "crypto", "tesouro",
					  "fund", "debenture", "index" };

const char *market_venue(enum asset_type type)
{
	return venues[type];
}

/* ---- what the worker keeps ---- */

/* One part of the cache: valid while the family's version is the one it was read at. */
struct kept {
	void *pool;			/* NULL: nothing kept */
	int64_t version;
};

/* Belongs to a database: hangs on its context, goes with it. */
static struct {
	struct db *db;
	unsigned sent;			/* parts that the last market_send() asked for */
	struct kept part[FAMILY_COUNT];
	struct fx_series usd; /* family closes: official rates come once a day, as closes do */
	const struct succession *successions;	/* family reference */
	size_t n_successions;
	struct fx_live usdt;		/* family rate */
} cache;

static void cache_forget(void *arg)
{
	(void)arg;
	cache.db = NULL;
	memset(cache.part, 0, sizeof(cache.part));
}

/* The database of this request owns the cache from now on. */
static void cache_attach(struct ctx *ctx)
{
	if (cache.db == ctx->db)
		return;
	if (cache.db)
		for (int f = 0; f < FAMILY_COUNT; f++)
			pool_free(cache.part[f].pool);
	memset(cache.part, 0, sizeof(cache.part));
	cache.db = ctx->db;
	pool_on_free(pool_new(ctx->db, "market cache guard"), cache_forget, NULL);
}

/* Without a caller (the command) nothing says which version it is: always read, never kept. */
static bool is_current(const struct ctx *ctx, enum market_family f)
{
	return ctx->caller && cache.part[f].pool &&
	       cache.part[f].version == ctx->caller->market_version[f];
}

/* A pool for what is read now: the cache's, in place of the outdated one, or the request's. */
static void *keep(struct ctx *ctx, enum market_family f, const char *name)
{
	pool_free(cache.part[f].pool);
	cache.part[f] = (struct kept){ 0 };
	if (!ctx->caller)
		return ctx->pool;
	cache.part[f] = (struct kept){ pool_new(ctx->db, name), ctx->caller->market_version[f] };
	return cache.part[f].pool;
}

/* ---- sending ---- */

size_t market_send(struct ctx *ctx, struct uuid workspace, struct uuid portfolio, struct day as_of,
		   bool at)
{
	struct db_arg args[5] = {
		db_uuid(workspace), db_uuid(portfolio),
		db_array(DB_TEXT_ARRAY, asset_type_names, NULL, ASSET_TYPES, 0),
		db_array(DB_TEXT_ARRAY, venues, NULL, ASSET_TYPES, 0),
		db_day(as_of),
	};
	static struct db_stmt *const shared[FAMILY_COUNT] = {
		[FAMILY_REFERENCE] = &successions, [FAMILY_CLOSES] = &rates, [FAMILY_RATE] = &live,
	};
	size_t n = 3;

	cache_attach(ctx);
	if (at)
		db_send(ctx, &symbols_at, args, 5);
	else
		db_send(ctx, &symbols_today, args, 4);
	db_send(ctx, &events, args, 4);
	db_send(ctx, &provents, args, 5);
	cache.sent = 0;
	for (int f = 0; f < FAMILY_COUNT; f++) {
		if (is_current(ctx, (enum market_family)f))
			continue;
		db_send(ctx, shared[f], DB_NO_ARGS);
		cache.sent |= 1u << f;
		n++;
	}
	return n;
}

/* ---- taking ---- */

static struct price price_of(const struct db_rows *r, size_t row, int col)
{
	return (struct price){ db_get_decimal(r, row, col, PRICE_PLACES) };
}

static struct market_symbol *take_symbols(struct ctx *ctx, const struct db_rows *r, size_t n)
{
	struct market_symbol *all = pool_array(ctx->pool, struct market_symbol, n);

	for (size_t i = 0; i < n; i++) {
		struct market_symbol *s = &all[i];

		s->symbol = db_get_text(r, i, S_SYMBOL);
		s->type = (enum asset_type)(db_get_int(r, i, S_N) - 1);
		s->name = db_get_text(r, i, S_NAME);
		s->issuer = db_get_text(r, i, S_ISSUER);
		s->expires = !db_is_null(r, i, S_EXPIRY);
		if (s->expires)
			s->expiry = db_get_day(r, i, S_EXPIRY);
		s->has_last = !db_is_null(r, i, S_LAST_DAY);
		if (s->has_last)
			s->last = (struct close){ db_get_day(r, i, S_LAST_DAY),
						  price_of(r, i, S_LAST) };
		s->has_prev = !db_is_null(r, i, S_PREV_DAY);
		if (s->has_prev)
			s->prev = (struct close){ db_get_day(r, i, S_PREV_DAY),
						  price_of(r, i, S_PREV) };
	}
	return all;
}

/* The rows of one symbol in a result that is in the symbols' order: [*from, end). */
static size_t run_end(const struct db_rows *r, size_t *from, const struct market_symbol *s)
{
	size_t n = db_count(r), end;

	/* A limit may have cut the list of symbols: rows of a symbol that is not there are passed over. */
	while (*from < n) {
		int c = strcmp(db_get_text(r, *from, 0), s->symbol);

		if (c > 0 || (c == 0 && db_get_int(r, *from, 1) - 1 >= (int64_t)s->type))
			break;
		++*from;
	}
	for (end = *from; end < n; end++)
		if (!str_eq(db_get_text(r, end, 0), s->symbol) ||
		    db_get_int(r, end, 1) - 1 != (int64_t)s->type)
			break;
	return end;
}

static void take_events(struct ctx *ctx, const struct db_rows *r, struct market_symbol *all,
			size_t n)
{
	struct reference_event *e = pool_array(ctx->pool, struct reference_event, db_count(r));
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		size_t end = run_end(r, &at, &all[i]);

		all[i].events = e + at;
		all[i].n_events = end - at;
		for (; at < end; at++) {
			e[at].ex_day = db_get_day(r, at, E_EX_DAY);
			e[at].kind = (enum event_kind)enum_find(event_kind_names,
								db_get_text(r, at, E_KIND));
			e[at].ratio = ratio_reduce((struct ratio){ db_get_int(r, at, E_RATIO_N),
								   db_get_int(r, at, E_RATIO_D) });
			e[at].unit_cost_known = !db_is_null(r, at, E_UNIT_COST);
			if (e[at].unit_cost_known)
				e[at].unit_cost = price_of(r, at, E_UNIT_COST);
		}
	}
}

static void take_provent(const struct db_rows *r, size_t i, struct provent *p)
{
	p->kind = (enum income_kind)enum_find(income_kind_names, db_get_text(r, i, P_KIND));
	p->record_known = !db_is_null(r, i, P_RECORD_DAY);
	if (p->record_known)
		p->record_day = db_get_day(r, i, P_RECORD_DAY);
	p->ex_known = true;
	p->ex_day = db_get_day(r, i, P_EX_DAY);
	p->pay_known = true;
	p->pay_day = db_get_day(r, i, P_PAY_DAY);
	p->gross = price_of(r, i, P_GROSS);
	p->tax_known = !db_is_null(r, i, P_TAX_PCT);
	if (p->tax_known)
		p->tax = (struct percent){ db_get_decimal(r, i, P_TAX_PCT, 8) };
	p->old_profits = db_get_bool(r, i, P_OLD_PROFITS);
}

static void take_provents(struct ctx *ctx, const struct db_rows *r, struct market_symbol *all,
			  size_t n)
{
	struct provent *p = pool_array(ctx->pool, struct provent, db_count(r));
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		size_t end = run_end(r, &at, &all[i]);

		all[i].provents = p + at;
		all[i].n_provents = end - at;
		for (; at < end; at++)
			take_provent(r, at, &p[at]);
	}
}

static void take_successions(struct ctx *ctx, const struct db_rows *r)
{
	void *pool = keep(ctx, FAMILY_REFERENCE, "successions");
	size_t n = db_count(r);
	struct succession *all = pool_array(pool, struct succession, n);

	for (size_t i = 0; i < n; i++) {
		all[i].from = pool_strdup(pool, db_get_text(r, i, X_FROM));
		all[i].to = pool_strdup(pool, db_get_text(r, i, X_TO));
		all[i].day = db_get_day(r, i, X_DAY);
		all[i].ratio = ratio_reduce((struct ratio){ db_get_int(r, i, X_RATIO_N),
							    db_get_int(r, i, X_RATIO_D) });
		all[i].has_cash = !db_is_null(r, i, X_CASH);
		if (all[i].has_cash)
			all[i].cash_per_share = price_of(r, i, X_CASH);
	}
	cache.successions = all;
	cache.n_successions = n;
}

/* They come newest first, so that a limit would lose the oldest. */
static void take_rates(struct ctx *ctx, const struct db_rows *r)
{
	size_t n = db_count(r);
	struct close *all = pool_array(keep(ctx, FAMILY_CLOSES, "rates"), struct close, n);

	for (size_t i = 0; i < n; i++)
		all[n - 1 - i] = (struct close){ db_get_day(r, i, R_DAY), price_of(r, i, R_RATE) };
	cache.usd = (struct fx_series){ all, n };
}

static void take_live(struct ctx *ctx, const struct db_rows *r)
{
	struct fx_live x = { 0 };

	(void)keep(ctx, FAMILY_RATE, "live rate");	/* marks it read at this version */
	if (db_count(r) == 1) {
		x.known = true;
		x.rate = price_of(r, 0, L_RATE);
		x.at_ms = db_get_timestamp(r, 0, L_AT);
		x.change_known = !db_is_null(r, 0, L_CHANGE);
		if (x.change_known)
			x.change = (struct percent){ db_get_decimal(r, 0, L_CHANGE, 8) };
	}
	cache.usdt = x;
}

const struct market *market_take(struct ctx *ctx, struct db_rows *const *rows)
{
	static void (*const take[FAMILY_COUNT])(struct ctx *, const struct db_rows *) = {
		[FAMILY_REFERENCE] = take_successions,
		[FAMILY_CLOSES] = take_rates,
		[FAMILY_RATE] = take_live,
	};
	struct market *m = pool_zero(ctx->pool, struct market);
	size_t n = db_count(rows[0]), next = 3;
	struct market_symbol *all = take_symbols(ctx, rows[0], n);

	take_events(ctx, rows[1], all, n);
	take_provents(ctx, rows[2], all, n);
	for (int f = 0; f < FAMILY_COUNT; f++)
		if (cache.sent & 1u << f)
			take[f](ctx, rows[next++]);
	m->symbols = all;
	m->n_symbols = n;
	m->successions = cache.successions;
	m->n_successions = cache.n_successions;
	m->usd = cache.usd;
	m->usdt = cache.usdt;
	m->now_ms = ctx->now_ms;
	return m;
}

unsigned market_known_types(struct ctx *ctx, const char *symbol)
{
	const struct db_rows *r = db_query(
		ctx, &known_types,
		DB_ARGS(db_array(DB_TEXT_ARRAY, all_venues, NULL, ARRAY_SIZE(all_venues), 0),
			db_text(symbol)));
	unsigned mask = 0;

	for (size_t i = 0; i < db_count(r); i++)
		mask |= 1u << enum_find(asset_type_names, db_get_text(r, i, 0));
	return mask;
}
