/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols.c: the market's data about some symbols, from the worker's cache or by name.
 *
 * The names travel as two arrays, so the number of statements does not grow with them.  Returns all
 * distributions of a symbol: the fold determines the entitlement.
 */
#include "config.h"

#include "market/prices/symbols.h"

#include "core/pool.h"
#include "db/db.h"
#include "market/prices/cache.h"
#include "market/prices/closes.h"

/* New shares per old, or the reverse: the loaders accept no larger ratio. */
#define RATIO_MOST ((wide)10000000)

/* Approximate overhead of a block. */
#define BLOCK_BYTES 112

/* $1 venues, $2 symbols; w.n is the index in them. */
#define WANTED "unnest($1::text[], $2::text[]) with ordinality w(venue, symbol, n)"

/*
 * B3 writes "Setor / Subsetor / Segmento": the first is the sector.  The tax id of a share is that of the company that
 * trades under its ticker today, or that did last.  When several companies match, it is null.
 */
static DB_STMT(
	symbols, "market.symbols",
	"select w.n, coalesce(i.name, i.short_name), coalesce(i.issuer_tax_id, u.tax_id, i.issuer_code),"
	"       coalesce(d.issuer_tax_id, i.issuer_tax_id, u.tax_id, r.tax_id),"
	"       nullif(split_part(coalesce(i.sector, u.sector), ' / ', 1), ''),"
	"       i.expiry, c.last_day, c.last, c.prev_day, c.prev"
	"  from " WANTED "  left join instrument i on i.venue = w.venue and i.symbol = w.symbol"
	"  left join issuer u on u.code = i.issuer_code"
	"  left join debenture d on w.venue = 'debenture' and d.code = w.symbol"
	"  left join lateral ("
	"       select case when count(*) = 1 then min(y.tax_id) end as tax_id"
	"         from company_ticker t join company y on y.id = t.company_id"
	"        where w.venue = 'b3' and t.ticker = w.symbol"
	"          and (t.until is null"
	"               or not exists (select 1 from company_ticker o"
	"                               where o.ticker = w.symbol and o.until is null))) r on true"
	"  left join last_close c on c.venue = w.venue and c.symbol = w.symbol"
	" order by w.n");
enum { S_N, S_NAME, S_ISSUER, S_TAX_ID, S_SECTOR, S_EXPIRY, S_CLOSES };

/* The columns of the two closes in a statement: from its S_CLOSES or C_CLOSES on. */
enum { LAST_DAY, LAST, PREV_DAY, PREV };

static DB_STMT(closes_at, "market.closes_at",
	       "select w.n, c.day, c.close, p.day, p.close"
	       "  from " WANTED "  left join lateral (select q.day, q.close from quote q"
	       "    where q.venue = w.venue and q.symbol = w.symbol and q.day <= $3"
	       "    order by q.day desc limit 1) c on true"
	       "  left join lateral (select q.day, q.close from quote q"
	       "    where q.venue = w.venue and q.symbol = w.symbol and q.day < c.day"
	       "    order by q.day desc limit 1) p on true"
	       " order by w.n");
enum { C_N, C_CLOSES };

static DB_STMT(events, "market.events",
	       "select w.n, e.ex_day, e.kind, e.ratio_n, e.ratio_d, e.unit_cost"
	       "  from " WANTED
	       "  join corporate_event e on e.venue = w.venue and e.symbol = w.symbol"
	       " order by w.n, e.ex_day, e.label");
enum { E_N, E_EX_DAY, E_KIND, E_RATIO_N, E_RATIO_D, E_UNIT_COST };

static DB_STMT(
	distributions, "market.distributions",
	"select w.n, p.kind, p.record_day, p.ex_day, p.pay_day, p.gross, p.tax_pct, p.old_profits"
	"  from " WANTED "  join distribution p on p.venue = w.venue and p.symbol = w.symbol"
	" where p.kind is not null and p.pay_day is not null"
	" order by w.n, p.pay_day, p.ex_day, p.label, p.gross, p.approved, p.seq");
enum { P_N, P_KIND, P_RECORD_DAY, P_EX_DAY, P_PAY_DAY, P_GROSS, P_TAX_PCT, P_OLD_PROFITS };

/* ---- one symbol from the rows of all ---- */

/* Results in the order of the names, each read once from start to end. */
struct fetched {
	const struct db_rows *symbols, *events, *distributions;
	size_t next_event, next_distribution;
};

static struct price price_of(const struct db_rows *r, size_t row, int col)
{
	return (struct price){ db_get_decimal(r, row, col, PRICE_PLACES) };
}

/* A price of zero or less does not count, whatever its source: the one before does. */
static bool take_close(const struct db_rows *r, size_t row, int day, int price, struct close *out)
{
	if (db_is_null(r, row, day))
		return false;
	*out = (struct close){ db_get_day(r, row, day), price_of(r, row, price) };
	return out->price.e12 > 0;
}

static void take_closes(const struct db_rows *r, size_t row, int col, struct market_symbol *s)
{
	s->has_last = take_close(r, row, col + LAST_DAY, col + LAST, &s->last);
	s->has_prev = take_close(r, row, col + PREV_DAY, col + PREV, &s->prev);
	if (s->has_last || !s->has_prev)
		return;
	s->has_last = true;
	s->last = s->prev;
	s->has_prev = false;
}

/* False for a meaningless one; the table's checks apply to new rows only. */
static bool take_event(const struct db_rows *r, size_t i, struct reference_event *e)
{
	e->ex_day = db_get_day(r, i, E_EX_DAY);
	e->kind = (enum event_kind)enum_find(event_kind_names, db_get_text(r, i, E_KIND));
	e->ratio = ratio_reduce(
		(struct ratio){ db_get_int(r, i, E_RATIO_N), db_get_int(r, i, E_RATIO_D) });
	e->unit_cost_known = !db_is_null(r, i, E_UNIT_COST);
	if (e->unit_cost_known)
		e->unit_cost = price_of(r, i, E_UNIT_COST);
	return e->ratio.n > 0 && e->ratio.d > 0 && e->ratio.n <= RATIO_MOST * e->ratio.d &&
	       e->ratio.d <= RATIO_MOST * e->ratio.n &&
	       (e->kind != EVENT_BONUS || e->ratio.n > e->ratio.d);
}

static void take_distribution(const struct db_rows *r, size_t i, struct distribution *p)
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

static const char *keep_text(struct cached_symbol *s, const char *text)
{
	if (!text)
		return NULL;
	s->entry.bytes += strlen(text) + 1 + BLOCK_BYTES;
	return pool_strdup(s, text);
}

static void take_lists(struct fetched *f, size_t i, struct cached_symbol *s)
{
	size_t n_rows = closes_run(f->events, f->next_event, i), n_events = 0;
	size_t n_distributions = closes_run(f->distributions, f->next_distribution, i);
	struct reference_event *e = pool_array(s, struct reference_event, n_rows);
	struct distribution *p = pool_array(s, struct distribution, n_distributions);

	for (size_t k = 0; k < n_rows; k++)
		n_events += take_event(f->events, f->next_event++, &e[n_events]);
	for (size_t k = 0; k < n_distributions; k++)
		take_distribution(f->distributions, f->next_distribution++, &p[k]);
	s->symbol.events = e;
	s->symbol.n_events = n_events;
	s->symbol.distributions = p;
	s->symbol.n_distributions = n_distributions;
	s->entry.bytes += n_rows * sizeof(*e) + n_distributions * sizeof(*p) + 2 * BLOCK_BYTES;
}

/* The name at place @i, as a block of @pool. */
static struct cached_symbol *take_symbol(void *pool, struct fetched *f, size_t i,
					 const struct want *w)
{
	const struct db_rows *r = f->symbols;
	/*
	 * Its name is stored after it, in the same block: for many papers nothing else is known, and a
	 * block's overhead exceeds it.
	 */
	size_t size = sizeof(struct cached_symbol) + strlen(w->symbol) + 1;
	struct cached_symbol *s = pool_bytes(pool, size, 1, "struct cached_symbol");

	s->venue = w->venue;
	s->entry.bytes = size + BLOCK_BYTES;
	s->symbol.symbol = memcpy(s + 1, w->symbol, strlen(w->symbol) + 1);
	s->symbol.name = keep_text(s, db_get_text(r, i, S_NAME));
	s->symbol.issuer = keep_text(s, db_get_text(r, i, S_ISSUER));
	s->symbol.tax_id = keep_text(s, db_get_text(r, i, S_TAX_ID));
	s->symbol.sector = keep_text(s, db_get_text(r, i, S_SECTOR));
	s->symbol.expires = !db_is_null(r, i, S_EXPIRY);
	if (s->symbol.expires)
		s->symbol.expiry = db_get_day(r, i, S_EXPIRY);
	take_closes(r, i, S_CLOSES, &s->symbol);
	take_lists(f, i, s);
	return s;
}

/* ---- lookup ---- */

static struct names names_new(struct ctx *ctx, size_t n)
{
	return (struct names){ pool_array(ctx->pool, const char *, n),
			       pool_array(ctx->pool, const char *, n), 0,
			       pool_array(ctx->pool, size_t, n) };
}

/* Wants ascend by symbol: an equal one is among the last. */
static void names_add(struct names *names, const struct want *w, size_t want)
{
	size_t i = names->n;

	while (i > 0 && str_eq(names->symbols[i - 1], w->symbol)) {
		i--;
		if (str_eq(names->venues[i], w->venue)) {
			names->place[want] = i;
			return;
		}
	}
	names->place[want] = names->n;
	names->symbols[names->n] = w->symbol;
	names->venues[names->n++] = w->venue;
}

static void send_for(struct ctx *ctx, struct db_stmt *stmt, const struct names *names,
		     const struct day *at)
{
	const struct db_arg args[] = {
		db_texts(names->venues, names->n),
		db_texts(names->symbols, names->n),
		at ? db_day(*at) : db_null(),
	};

	db_send(ctx, stmt, args, at ? 3 : 2);
}

/* A lookup in progress: the wants, the results, the missing ones. */
struct finding {
	struct ctx *ctx;
	const struct want *wants;
	size_t n;
	const struct day *at;
	bool series;
	struct cached_symbol **found;  /* one per want; NULL until found */
	struct close_series *closes;   /* of wants whose symbol has no series of its own */
	struct names missing;	       /* not cached at all */
	struct names lacking, options; /* series needed; for options among them the quotes */
	struct names all;	       /* closes on a past day needed */
	struct db_rows *rows[4 + CLOSES_STATEMENTS];
	void *pool; /* of the data that the cache may take over */
};

/* Finds what the cache lacks. */
static void look_up(struct finding *f)
{
	f->missing = names_new(f->ctx, f->n);
	f->lacking = names_new(f->ctx, f->series ? f->n : 0);
	f->options = names_new(f->ctx, f->series ? f->n : 0);
	f->all = names_new(f->ctx, f->at ? f->n : 0);
	for (size_t i = 0; i < f->n; i++) {
		const struct want *w = &f->wants[i];

		f->found[i] = cache_find(w->venue, w->symbol);
		if (!f->found[i])
			names_add(&f->missing, w, i);
		if (f->series && !(f->found[i] && f->found[i]->has_series)) {
			names_add(&f->lacking, w, i);
			if (w->type == ASSET_OPTION)
				names_add(&f->options, w, i);
		}
		if (f->at)
			names_add(&f->all, w, i);
	}
}

/* One round trip for everything; none when nothing is needed. */
static void fetch(struct finding *f)
{
	size_t n = 0;

	if (f->missing.n) {
		send_for(f->ctx, &symbols, &f->missing, NULL);
		send_for(f->ctx, &events, &f->missing, NULL);
		send_for(f->ctx, &distributions, &f->missing, NULL);
		n = 3;
	}
	if (f->lacking.n)
		n += closes_send(f->ctx, &f->lacking, &f->options);
	if (f->all.n) {
		send_for(f->ctx, &closes_at, &f->all, f->at);
		n++;
	}
	if (!n)
		return;
	db_wait(f->ctx, f->rows, n);
	f->pool = pool_beside(f->ctx->pool, "symbols");
}

/* Adds the missing ones, not cached yet. */
static void take_missing(struct finding *f, struct cached_symbol **fresh)
{
	struct fetched rows = { f->rows[0], f->rows[1], f->rows[2], 0, 0 };
	size_t taken = 0;

	for (size_t i = 0; i < f->n && taken < f->missing.n; i++)
		if (!f->found[i] && f->missing.place[i] == taken) {
			ctx_in_time(f->ctx);
			fresh[taken] = take_symbol(f->pool, &rows, taken, &f->wants[i]);
			taken++;
		}
}

/* Whether the next quotes are of this name: it was requested as an option too. */
static bool is_option(const struct finding *f, const struct closes_rows *rows, const struct want *w)
{
	return rows->n_options < f->options.n &&
	       str_eq(f->options.symbols[rows->n_options], w->symbol) &&
	       str_eq(f->options.venues[rows->n_options], w->venue);
}

/* The result of an earlier want with the same name. */
static struct close_series given_before(const struct finding *f, size_t i)
{
	size_t k = i;

	while (k > 0)
		if (!str_eq(f->wants[--k].symbol, f->wants[i].symbol))
			break;
		else if (f->found[k] == f->found[i])
			return f->closes[k];
	return (struct close_series){ NULL, 0 };
}

/* The series of one want, stored in its symbol if that can hold it. */
static void take_series(struct finding *f, struct closes_rows *rows, size_t i, size_t place,
			struct cached_symbol *s, bool fresh)
{
	size_t bytes = 0;
	struct close_series c = closes_take(fresh ? (void *)s : f->pool, rows, place,
					    is_option(f, rows, &f->wants[i]), &bytes);

	if (fresh) {
		s->symbol.closes = c;
		s->has_series = true;
		s->entry.bytes += bytes;
	} else if (!cache_grow(s, c.years, c.n, bytes)) {
		f->closes[i] = c;
	}
}

static void take_all(struct finding *f, struct cached_symbol **fresh)
{
	size_t first = f->missing.n ? 3 : 0;
	struct closes_rows rows = { .years = NULL };
	size_t taken = 0;

	if (f->lacking.n)
		rows = closes_rows_of(&f->rows[first], &f->options);
	for (size_t i = 0; i < f->n; i++) {
		bool is_fresh = !f->found[i];
		struct cached_symbol *s = is_fresh ? fresh[f->missing.place[i]] : f->found[i];

		ctx_in_time(f->ctx);
		f->found[i] = s;
		if (!f->series || s->has_series)
			continue;
		if (f->lacking.place[i] == taken)
			take_series(f, &rows, i, taken++, s, is_fresh);
		else
			f->closes[i] = given_before(f, i);
	}
	for (size_t i = 0; i < f->missing.n; i++)
		cache_put(fresh[i]);
}

void symbols_find(struct ctx *ctx, const struct want *wants, size_t n, const struct day *at,
		  bool series, struct market_symbol *out)
{
	struct finding f = { .ctx = ctx, .wants = wants, .n = n, .at = at, .series = series };
	struct cached_symbol **fresh;
	const struct db_rows *past;

	f.found = pool_array(ctx->pool, struct cached_symbol *, n);
	f.closes = pool_array(ctx->pool, struct close_series, n);
	cache_open(ctx);
	look_up(&f);
	fetch(&f);
	fresh = pool_array(ctx->pool, struct cached_symbol *, f.missing.n);
	if (f.missing.n)
		take_missing(&f, fresh);
	take_all(&f, fresh);
	past = f.rows[(f.missing.n ? 3 : 0) + (f.lacking.n ? 1 : 0) + (f.options.n ? 1 : 0)];
	for (size_t i = 0; i < ARRAY_SIZE(f.rows); i++)
		if (f.rows[i] != past)
			pool_free(f.rows[i]); /* for many papers they are large */
	for (size_t i = 0; i < n; i++) {
		out[i] = f.found[i]->symbol;
		if (f.closes[i].n)
			out[i].closes = f.closes[i];
		out[i].type = wants[i].type;
		if (at)
			take_closes(past, f.all.place[i], C_CLOSES, &out[i]);
	}
}
