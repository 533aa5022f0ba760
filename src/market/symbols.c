/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols.c: what the market knows of some symbols, from the worker's cache or else by their names.
 *
 * The names travel as two arrays, so the number of statements does not grow with them.  All provents
 * of a symbol come, whoever asks: the fold finds who was entitled.
 */
#include "config.h"

#include "market/symbols.h"

#include "core/pool.h"
#include "db/db.h"
#include "market/cache.h"

/* What a block costs above its own size, roughly. */
#define BLOCK_BYTES 112

/* $1 venues, $2 symbols; w.n is the place in them. */
#define WANTED "unnest($1::text[], $2::text[]) with ordinality w(venue, symbol, n)"

/* B3 writes "Setor / Subsetor / Segmento": the first is the sector. */
static struct db_stmt symbols = DB_STMT(
	"market.symbols",
	"select w.n, coalesce(i.name, i.short_name), coalesce(i.issuer_tax_id, u.tax_id, i.issuer_code),"
	"       nullif(split_part(coalesce(i.sector, u.sector), ' / ', 1), ''),"
	"       i.expiry, c.last_day, c.last, c.prev_day, c.prev"
	"  from " WANTED "  left join instrument i on i.venue = w.venue and i.symbol = w.symbol"
	"  left join issuer u on u.code = i.issuer_code"
	"  left join last_close c on c.venue = w.venue and c.symbol = w.symbol"
	" order by w.n");
enum { S_N, S_NAME, S_ISSUER, S_SECTOR, S_EXPIRY, S_CLOSES };

/* Where a statement has the two closes: from its S_CLOSES or C_CLOSES on. */
enum { LAST_DAY, LAST, PREV_DAY, PREV };

static struct db_stmt closes_at =
	DB_STMT("market.closes_at",
		"select w.n, c.day, c.close, p.day, p.close"
		"  from " WANTED "  left join lateral (select q.day, q.close from quote q"
		"    where q.venue = w.venue and q.symbol = w.symbol and q.day <= $3"
		"    order by q.day desc limit 1) c on true"
		"  left join lateral (select q.day, q.close from quote q"
		"    where q.venue = w.venue and q.symbol = w.symbol and q.day < c.day"
		"    order by q.day desc limit 1) p on true"
		" order by w.n");
enum { C_N, C_CLOSES };

static struct db_stmt events = DB_STMT(
	"market.events",
	"select w.n, e.ex_day, e.kind, e.ratio_n, e.ratio_d, e.unit_cost"
	"  from " WANTED "  join corporate_event e on e.venue = w.venue and e.symbol = w.symbol"
	" order by w.n, e.ex_day, e.label");
enum { E_N, E_EX_DAY, E_KIND, E_RATIO_N, E_RATIO_D, E_UNIT_COST };

static struct db_stmt provents = DB_STMT(
	"market.provents",
	"select w.n, p.kind, p.record_day, p.ex_day, p.pay_day, p.gross, p.tax_pct, p.old_profits"
	"  from " WANTED "  join provent p on p.venue = w.venue and p.symbol = w.symbol"
	" where p.kind is not null and p.pay_day is not null"
	" order by w.n, p.pay_day, p.ex_day, p.label, p.gross, p.approved, p.seq");
enum { P_N, P_KIND, P_RECORD_DAY, P_EX_DAY, P_PAY_DAY, P_GROSS, P_TAX_PCT, P_OLD_PROFITS };

void symbols_register(void)
{
	static struct db_stmt *const statements[] = { &symbols, &closes_at, &events, &provents };

	db_register(statements, ARRAY_SIZE(statements));
}

/* ---- one symbol out of the rows of all ---- */

/* Results in the order of the names, each read once from its start to its end. */
struct fetched {
	const struct db_rows *symbols, *events, *provents;
	size_t next_event, next_provent;
};

static struct price price_of(const struct db_rows *r, size_t row, int col)
{
	return (struct price){ db_get_decimal(r, row, col, PRICE_PLACES) };
}

static void take_closes(const struct db_rows *r, size_t row, int col, struct market_symbol *s)
{
	s->has_last = !db_is_null(r, row, col + LAST_DAY);
	if (s->has_last)
		s->last = (struct close){ db_get_day(r, row, col + LAST_DAY),
					  price_of(r, row, col + LAST) };
	s->has_prev = !db_is_null(r, row, col + PREV_DAY);
	if (s->has_prev)
		s->prev = (struct close){ db_get_day(r, row, col + PREV_DAY),
					  price_of(r, row, col + PREV) };
}

/* How many rows from @from on are of the name at place @i. */
static size_t run_of(const struct db_rows *r, size_t from, size_t i)
{
	size_t end = from;

	while (end < db_count(r) && db_get_int(r, end, 0) == (int64_t)i + 1)
		end++;
	return end - from;
}

static void take_event(const struct db_rows *r, size_t i, struct reference_event *e)
{
	e->ex_day = db_get_day(r, i, E_EX_DAY);
	e->kind = (enum event_kind)enum_find(event_kind_names, db_get_text(r, i, E_KIND));
	e->ratio = ratio_reduce(
		(struct ratio){ db_get_int(r, i, E_RATIO_N), db_get_int(r, i, E_RATIO_D) });
	e->unit_cost_known = !db_is_null(r, i, E_UNIT_COST);
	if (e->unit_cost_known)
		e->unit_cost = price_of(r, i, E_UNIT_COST);
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

static const char *keep_text(struct kept_symbol *s, const char *text)
{
	if (!text)
		return NULL;
	s->bytes += strlen(text) + 1 + BLOCK_BYTES;
	return pool_strdup(s, text);
}

static void take_lists(struct fetched *f, size_t i, struct kept_symbol *s)
{
	size_t n_events = run_of(f->events, f->next_event, i);
	size_t n_provents = run_of(f->provents, f->next_provent, i);
	struct reference_event *e = pool_array(s, struct reference_event, n_events);
	struct provent *p = pool_array(s, struct provent, n_provents);

	for (size_t k = 0; k < n_events; k++)
		take_event(f->events, f->next_event++, &e[k]);
	for (size_t k = 0; k < n_provents; k++)
		take_provent(f->provents, f->next_provent++, &p[k]);
	s->symbol.events = e;
	s->symbol.n_events = n_events;
	s->symbol.provents = p;
	s->symbol.n_provents = n_provents;
	s->bytes += n_events * sizeof(*e) + n_provents * sizeof(*p) + 2 * BLOCK_BYTES;
}

/* The name at place @i, as a block of the request. */
static struct kept_symbol *take_symbol(struct ctx *ctx, struct fetched *f, size_t i,
				       const struct want *w)
{
	const struct db_rows *r = f->symbols;
	struct kept_symbol *s = pool_zero(ctx->pool, struct kept_symbol);

	s->venue = w->venue;
	s->bytes = sizeof(*s) + BLOCK_BYTES;
	s->symbol.symbol = keep_text(s, w->symbol);
	s->symbol.name = keep_text(s, db_get_text(r, i, S_NAME));
	s->symbol.issuer = keep_text(s, db_get_text(r, i, S_ISSUER));
	s->symbol.sector = keep_text(s, db_get_text(r, i, S_SECTOR));
	s->symbol.expires = !db_is_null(r, i, S_EXPIRY);
	if (s->symbol.expires)
		s->symbol.expiry = db_get_day(r, i, S_EXPIRY);
	take_closes(r, i, S_CLOSES, &s->symbol);
	take_lists(f, i, s);
	return s;
}

/* ---- finding ---- */

/* Names of one statement, no (venue, symbol) twice. */
struct names {
	const char **venues, **symbols;
	size_t n;
	size_t *place; /* of each want among the names */
};

static struct names names_new(struct ctx *ctx, size_t n)
{
	return (struct names){ pool_array(ctx->pool, const char *, n),
			       pool_array(ctx->pool, const char *, n), 0,
			       pool_array(ctx->pool, size_t, n) };
}

/* Wants ascend by symbol: one that is there already is among the last. */
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
		db_array(DB_TEXT_ARRAY, names->venues, NULL, names->n, 0),
		db_array(DB_TEXT_ARRAY, names->symbols, NULL, names->n, 0),
		at ? db_day(*at) : db_null(),
	};

	db_send(ctx, stmt, args, at ? 3 : 2);
}

/* What was missing: kept from now on, and found. */
static void take_missing(struct ctx *ctx, struct db_rows *const *rows, const struct want *wants,
			 size_t n, const struct names *missing, const struct market_symbol **found)
{
	struct fetched f = { rows[0], rows[1], rows[2], 0, 0 };
	const struct market_symbol **fresh =
		pool_array(ctx->pool, const struct market_symbol *, missing->n);
	size_t taken = 0;

	for (size_t i = 0; i < n; i++) {
		if (found[i])
			continue;
		if (missing->place[i] == taken) {
			struct kept_symbol *s = take_symbol(ctx, &f, taken, &wants[i]);

			fresh[taken++] = &s->symbol;
			cache_keep(ctx, s);
		}
		found[i] = fresh[missing->place[i]];
	}
}

void symbols_find(struct ctx *ctx, const struct want *wants, size_t n, const struct day *at,
		  struct market_symbol *out)
{
	const struct market_symbol **found = pool_array(ctx->pool, const struct market_symbol *, n);
	struct names missing = names_new(ctx, n), all = names_new(ctx, at ? n : 0);
	struct db_rows *rows[4] = { NULL };
	size_t sent = 0;

	cache_open(ctx);
	for (size_t i = 0; i < n; i++) {
		found[i] = cache_find(wants[i].venue, wants[i].symbol);
		if (!found[i])
			names_add(&missing, &wants[i], i);
		if (at)
			names_add(&all, &wants[i], i);
	}
	if (missing.n) {
		send_for(ctx, &symbols, &missing, NULL);
		send_for(ctx, &events, &missing, NULL);
		send_for(ctx, &provents, &missing, NULL);
		sent = 3;
	}
	if (all.n)
		send_for(ctx, &closes_at, &all, at);
	if (missing.n || all.n)
		db_wait(ctx, rows, sent + (all.n > 0));
	if (missing.n)
		take_missing(ctx, rows, wants, n, &missing, found);
	for (size_t i = 0; i < n; i++) {
		out[i] = *found[i];
		out[i].type = wants[i].type;
		if (at)
			take_closes(rows[sent], all.place[i], C_CLOSES, &out[i]);
	}
}
