/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quotes.c: loads quotes, and prepares closes.
 *
 * Memory: one entry per symbol and one per month of a symbol.  Rows are never held: they go to the
 * running COPY or to a spill file.  Loaders of quotes only add and change, so a month's end only moves
 * forward without reading the table.
 */
#include "config.h"

#include "load/quotes.h"

#include "load/spill.h"
#include "load/prepare.h"

#define QUOTE_COLUMNS                                                                              \
	"venue, symbol, day, segment, open, high, low, close, volume, turnover, trades, factor, distribution_number"
#define QUOTE_WIDTH 13
#define CHUNK 4096 /* entries per block: one block each would cost more than it holds */
#define TEXT_CHUNK ((size_t)(64 * 1024))
#define DAYS_FROM (-25567) /* of the bitmap of sessions: 1900-01-01 ... 2199-12-31 */
#define DAYS_MAPPED (84005 + 25567 + 1)

static DB_STMT(sessions, "quotes.sessions",
	       "select day from session where venue = $1 order by day limit 200000");

/* ---- statements on temporary tables: these cannot be prepared ahead ---- */

static const char make_stage[] =
	"create temp table quote_stage (like quote, line int8) on commit drop";

#define UPSERT_SET                                                                                                    \
	" on conflict (venue, symbol, day) do update"                                                                 \
	" set segment = excluded.segment, open = excluded.open, high = excluded.high, low = excluded.low,"            \
	"     close = excluded.close, volume = excluded.volume, turnover = excluded.turnover,"                        \
	"     trades = excluded.trades, factor = excluded.factor, distribution_number = excluded.distribution_number" \
	" where (q.segment, q.open, q.high, q.low, q.close, q.volume, q.turnover, q.trades, q.factor,"                \
	"        q.distribution_number)"                                                                              \
	"    is distinct from (excluded.segment, excluded.open, excluded.high, excluded.low, excluded.close,"         \
	"        excluded.volume, excluded.turnover, excluded.trades, excluded.factor, excluded.distribution_number)"

/* Of rows with the same key, the last one of the file counts. */
static const char drop_repeated[] =
	"delete from quote_stage a using quote_stage b"
	" where a.venue = b.venue and a.symbol = b.symbol and a.day = b.day and a.line < b.line";

static const char upsert_staged[] =
	"insert into quote as q (" QUOTE_COLUMNS ") select " QUOTE_COLUMNS
	" from quote_stage" UPSERT_SET " returning q.symbol, q.day, q.close, q.segment";

/* A fallback is replaced by a regular price, of this file or an earlier one. */
static const char drop_covered[] =
	"delete from quote_stage s using quote q"
	" where q.venue = s.venue and q.symbol = s.symbol and q.day = s.day and q.segment <> s.segment";

static const char make_touched[] =
	"create temp table touched (venue text collate \"C\", symbol text collate \"C\", series bool,"
	"                           month date, day date, close numeric, changed date) on commit drop";

static const char prepare_months[] =
	"insert into month_close as m (venue, symbol, month, day, close)"
	" select venue, symbol, month, day, close from touched"
	" on conflict (venue, symbol, month) do update set day = excluded.day, close = excluded.close"
	" where excluded.day > m.day or (excluded.day = m.day and excluded.close <> m.close)";

/* The first day from which figures derived from a symbol's closes are stale. */
static const char prepare_changes[] =
	"insert into close_change as c (venue, symbol, first_day)"
	" select venue, symbol, min(changed) from touched where series and changed is not null"
	"  group by venue, symbol"
	" on conflict (venue, symbol) do update set first_day = least(c.first_day, excluded.first_day)";

static const char prepare_last[] =
	"insert into last_close as c (venue, symbol, last_day, last, prev_day, prev)"
	" select t.venue, t.symbol, a.day, a.close, b.day, b.close"
	"   from (select distinct venue, symbol from touched) t"
	"  cross join lateral (select q.day, q.close from quote q"
	"                       where q.venue = t.venue and q.symbol = t.symbol"
	"                       order by q.day desc limit 1) a"
	"   left join lateral (select q.day, q.close from quote q"
	"                       where q.venue = t.venue and q.symbol = t.symbol and q.day < a.day"
	"                       order by q.day desc limit 1) b on true"
	" on conflict (venue, symbol) do update"
	" set last_day = excluded.last_day, last = excluded.last, prev_day = excluded.prev_day, prev = excluded.prev"
	" where (c.last_day, c.last, c.prev_day, c.prev)"
	"    is distinct from (excluded.last_day, excluded.last, excluded.prev_day, excluded.prev)";

static const char prepare_series[] =
	"insert into close_series as c (venue, symbol, year, places, days, closes) " PREPARE_SERIES(
		"select t.venue, t.symbol, t.year, q.day, q.close"
		"  from (select distinct venue, symbol, extract(year from month)::int8 as year"
		"          from touched where series) t"
		"  join quote q on q.venue = t.venue and q.symbol = t.symbol"
		"   and q.day >= make_date(t.year::int, 1, 1) and q.day <= make_date(t.year::int, 12, 31)") " on conflict (venue, symbol, year) do update"
													    " set places = excluded.places, days = excluded.days, closes = excluded.closes"
													    " where (c.places, c.days, c.closes) is distinct from (excluded.places, excluded.days, excluded.closes)";

static const char *const segment_names[] = {
	[SEGMENT_CASH] = "cash",     [SEGMENT_ODD] = "odd",	[SEGMENT_OPTION] = "option",
	[SEGMENT_INDEX] = "index",   [SEGMENT_SPOT] = "spot",	[SEGMENT_MARK] = "mark",
	[SEGMENT_TRADED] = "traded", [SEGMENT_CROSS] = "cross",
};

/* Odd lots and other fallbacks: written last, only without a better price. */
static bool is_fallback(enum segment s)
{
	return s == SEGMENT_ODD || s == SEGMENT_TRADED || s == SEGMENT_CROSS;
}

/* ---- state per symbol ---- */

/* A month of a symbol: its last day so far. */
struct month_end {
	struct month_end *earlier; /* processed before it */
	int64_t close;
	int32_t month;
	int32_t day;
	int32_t changed; /* oldest day with a new or different close; INT32_MAX: none */
	int8_t places;
};

struct quotes {
	struct load *l;
	const char *venue;
	size_t venue_n;
	struct quoted **slots; /* open addressing, power of two */
	size_t n_slots, n_symbols;
	struct quoted *free_quoted; /* the chunk in use */
	size_t n_free_quoted;
	struct month_end *free_months;
	size_t n_free_months;
	char *free_text; /* symbols, one after another */
	size_t n_free_text;
	unsigned char *known;  /* a bit a day: the venue had it before this file */
	unsigned char *fresh;  /* a bit a day: first loaded by this file */
	struct copy *live;     /* the running COPY, or NULL */
	struct copy *to_quote; /* live or spilled; NULL until used */
	struct copy *to_stage;
	struct copy *to_odd;
};

static uint32_t hash_of(struct slice s)
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * 16777619u;
	return h;
}

static bool bit(const unsigned char *map, struct day d)
{
	size_t i = (size_t)(d.n - DAYS_FROM);

	return map[i / 8] >> i % 8 & 1;
}

static void set_bit(unsigned char *map, struct day d)
{
	size_t i = (size_t)(d.n - DAYS_FROM);

	map[i / 8] = (unsigned char)(map[i / 8] | 1u << i % 8);
}

struct quotes *quotes_open(struct load *l, const char *venue)
{
	struct quotes *q = pool_zero(l->pool, struct quotes);
	const struct db_rows *r;

	q->l = l;
	q->venue = venue;
	q->venue_n = strlen(venue);
	q->n_slots = 1024;
	q->slots = pool_array(q, struct quoted *, q->n_slots);
	q->known = pool_array(q, unsigned char, DAYS_MAPPED / 8 + 1);
	q->fresh = pool_array(q, unsigned char, DAYS_MAPPED / 8 + 1);
	r = db_query(l->ctx, &sessions, DB_ARGS(db_text(venue)));
	for (size_t i = 0; i < db_count(r); i++)
		set_bit(q->known, db_get_day(r, i, 0));
	(void)load_raw(l);
	return q;
}

static void grow(struct quotes *q)
{
	size_t n = 2 * q->n_slots;
	struct quoted **slots = pool_array(q, struct quoted *, n);

	for (size_t i = 0; i < q->n_slots; i++) {
		struct quoted *s = q->slots[i];
		size_t at;

		if (!s)
			continue;
		at = hash_of((struct slice){ s->symbol, s->n }) & (n - 1);
		while (slots[at])
			at = (at + 1) & (n - 1);
		slots[at] = s;
	}
	pool_free(q->slots);
	q->slots = slots;
	q->n_slots = n;
}

static const char *keep_text(struct quotes *q, struct slice s)
{
	char *p;

	if (q->n_free_text < s.n + 1) {
		q->n_free_text = TEXT_CHUNK + s.n;
		q->free_text = pool_array(q, char, q->n_free_text);
	}
	p = q->free_text;
	memcpy(p, s.p, s.n);
	q->free_text += s.n + 1;
	q->n_free_text -= s.n + 1;
	return p;
}

struct quoted *quotes_symbol(struct quotes *q, struct slice symbol)
{
	size_t at = hash_of(symbol) & (q->n_slots - 1);
	struct quoted *s;

	while ((s = q->slots[at])) {
		if (s->n == symbol.n && memcmp(s->symbol, symbol.p, symbol.n) == 0)
			return s;
		at = (at + 1) & (q->n_slots - 1);
	}
	if (!q->n_free_quoted) {
		q->free_quoted = pool_array(q, struct quoted, CHUNK);
		q->n_free_quoted = CHUNK;
	}
	s = q->free_quoted++;
	q->n_free_quoted--;
	s->symbol = keep_text(q, symbol);
	s->n = symbol.n;
	q->slots[at] = s;
	if (++q->n_symbols * 2 > q->n_slots)
		grow(q);
	return s;
}

void quotes_each(struct quotes *q, void (*visit)(struct quoted *s, void *arg), void *arg)
{
	for (size_t i = 0; i < q->n_slots; i++)
		if (q->slots[i])
			visit(q->slots[i], arg);
}

/*
 * A close that is now in the table: the month's end, when no later day of the month is known.
 * @changed: it is new or different
 */
static void remember(struct quotes *q, struct quoted *s, struct day d, struct num close,
		     bool series, bool changed)
{
	int32_t month = day_month(d).n;
	struct month_end *m = s->months;

	s->series |= series;
	while (m && m->month != month)
		m = m->earlier;
	if (!m) {
		if (!q->n_free_months) {
			q->free_months = pool_array(q, struct month_end, CHUNK);
			q->n_free_months = CHUNK;
		}
		m = q->free_months++;
		q->n_free_months--;
		*m = (struct month_end){
			.earlier = s->months, .month = month, .day = INT32_MIN, .changed = INT32_MAX
		};
		s->months = m;
	}
	if (changed && d.n < m->changed)
		m->changed = d.n;
	if (d.n < m->day)
		return;
	m->day = d.n;
	m->close = (int64_t)close.v;
	m->places = (int8_t)close.places;
}

/* ---- rows ---- */

static void put_num(struct copy *c, struct num n)
{
	if (n.places == NUM_ABSENT)
		copy_null(c);
	else
		copy_decimal(c, n.v, n.places);
}

static void put_count(struct copy *c, int64_t v)
{
	if (v < 0)
		copy_null(c);
	else
		copy_int(c, v);
}

static void write_row(struct quotes *q, struct copy *c, const struct quoted *s,
		      const struct quote *row, bool with_line)
{
	const char *segment = segment_names[row->segment];

	copy_row(c, with_line ? QUOTE_WIDTH + 1 : QUOTE_WIDTH);
	copy_text(c, q->venue, q->venue_n);
	copy_text(c, s->symbol, s->n);
	copy_day(c, row->day);
	copy_text(c, segment, strlen(segment));
	put_num(c, row->open);
	put_num(c, row->high);
	put_num(c, row->low);
	put_num(c, row->close);
	put_num(c, row->volume);
	put_num(c, row->turnover);
	put_count(c, row->trades);
	copy_int(c, row->factor);
	put_count(c, row->distribution);
	if (with_line)
		copy_int(c, copy_rows(c)); /* in the order of the file */
}

/*
 * The first row for a table gets the COPY that runs while the file is read; other tables' rows are
 * spilled.
 */
static struct copy *sink(struct quotes *q, struct copy **which)
{
	struct copy *open = *which;

	if (open)
		return open;
	if (q->live || which == &q->to_odd)
		return *which = copy_spill(q->l);
	if (which == &q->to_quote) {
		q->live = copy_to(q->l, "quote (" QUOTE_COLUMNS ")");
	} else {
		(void)load_sql(q->l, make_stage);
		q->live = copy_to(q->l, "quote_stage (" QUOTE_COLUMNS ", line)");
	}
	return *which = q->live;
}

void quotes_put(struct quotes *q, struct quoted *s, const struct quote *row)
{
	bool straight;

	load_day(q->l, row->day);
	if (!bit(q->known, row->day))
		set_bit(q->fresh, row->day);
	if (is_fallback(row->segment)) {
		write_row(q, sink(q, &q->to_odd), s, row, true);
		return;
	}
	/* Straight into the table while the symbol's days ascend: the key cannot exist yet. */
	straight = !bit(q->known, row->day) && (!s->any || day_before(s->newest, row->day));
	if (straight) {
		s->any = true;
		s->newest = row->day;
		write_row(q, sink(q, &q->to_quote), s, row, false);
	} else {
		write_row(q, sink(q, &q->to_stage), s, row, true);
	}
	remember(q, s, row->day, row->close, row->segment != SEGMENT_OPTION, straight);
}

/* ---- the end ---- */

/* Staged rows that were written: new or different closes. */
static void take_written(struct quotes *q, const PGresult *res)
{
	for (int i = 0; i < PQntuples(res); i++) {
		struct quoted *s = quotes_symbol(q, slice_of(PQgetvalue(res, i, 0)));
		struct num close = { 0, PRICE_PLACES };
		struct day d;

		if (!day_parse(slice_of(PQgetvalue(res, i, 1)), &d) ||
		    dec_parse(slice_of(PQgetvalue(res, i, 2)), close.places, PRICE_MAX_E12,
			      &close.v) != DEC_OK)
			continue; /* the server's output of its own types always parses */
		while (close.places > 0 && close.v % 10 == 0) {
			close.v /= 10;
			close.places--;
		}
		remember(q, s, d, close, !str_eq(PQgetvalue(res, i, 3), "option"), true);
	}
}

/* Row by row, so that a year is never in memory at once. */
static int64_t write_staged(struct quotes *q)
{
	PGconn *conn = load_raw(q->l);
	int64_t n = 0;
	PGresult *res;

	if (!PQsendQuery(conn, upsert_staged) || !PQsetSingleRowMode(conn))
		db_raw_fail(q->l->ctx, PQgetResult(conn));
	while ((res = PQgetResult(conn))) {
		ExecStatusType status = PQresultStatus(res);

		if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK)
			db_raw_fail(q->l->ctx, res);
		n += PQntuples(res);
		take_written(q, res);
		PQclear(res);
	}
	return n;
}

static void stage_in(struct quotes *q)
{
	struct load *l = q->l;
	int64_t sent, repeated, written;

	if (!q->to_stage)
		return;
	sent = copy_rows(q->to_stage);
	if (q->to_stage != q->live) {
		(void)load_sql(l, make_stage);
		copy_replay(q->to_stage, "quote_stage (" QUOTE_COLUMNS ", line)");
	}
	(void)load_sql(l, "analyze quote_stage");
	repeated = load_sql(l, drop_repeated);
	if (repeated)
		load_warn(l, "%lld linhas repetem a chave de outra; ficou a última de cada.",
			  (long long)repeated);
	l->res->ignored += repeated;
	written = write_staged(q);
	load_counted(l, sent - repeated, written, FAMILY_CLOSES);
	(void)load_sql(l, "truncate quote_stage");
}

static void odd_in(struct quotes *q)
{
	struct load *l = q->l;
	int64_t sent, dropped;

	if (!q->to_odd)
		return;
	sent = copy_rows(q->to_odd);
	if (!q->to_stage)
		(void)load_sql(l, make_stage);
	copy_replay(q->to_odd, "quote_stage (" QUOTE_COLUMNS ", line)");
	(void)load_sql(l, "analyze quote_stage");
	dropped = load_sql(l, drop_covered);
	dropped += load_sql(l, drop_repeated);
	l->res->ignored += dropped;
	load_counted(l, sent - dropped, write_staged(q), FAMILY_CLOSES);
}

struct touched {
	struct quotes *q;
	struct copy *c;
};

static void write_touched(struct quoted *s, void *arg)
{
	struct touched *t = arg;

	for (const struct month_end *m = s->months; m; m = m->earlier) {
		copy_row(t->c, 7);
		copy_text(t->c, t->q->venue, t->q->venue_n);
		copy_text(t->c, s->symbol, s->n);
		copy_bool(t->c, s->series);
		copy_day(t->c, month_first((struct month){ m->month }));
		copy_day(t->c, (struct day){ m->day });
		copy_decimal(t->c, m->close, m->places);
		if (m->changed == INT32_MAX)
			copy_null(t->c);
		else
			copy_day(t->c, (struct day){ m->changed });
	}
}

static void add_sessions(struct quotes *q)
{
	struct copy *c;

	(void)load_sql(q->l, "create temp table session_stage (venue text collate \"C\", day date) "
			     "on commit drop");
	c = copy_to(q->l, "session_stage (venue, day)");
	for (int32_t i = 0; i < DAYS_MAPPED; i++) {
		struct day d = { i + DAYS_FROM };

		if (!bit(q->fresh, d))
			continue;
		copy_row(c, 2);
		copy_text(c, q->venue, q->venue_n);
		copy_day(c, d);
	}
	copy_end(c);
	(void)load_sql(q->l, "insert into session (venue, day) select venue, day from session_stage"
			     " on conflict do nothing");
}

void quotes_finish(struct quotes *q)
{
	struct load *l = q->l;
	struct touched t = { q, NULL };
	int64_t copied = q->to_quote ? copy_rows(q->to_quote) : 0;

	if (q->live)
		copy_end(q->live);
	if (q->to_quote && q->to_quote != q->live)
		copy_replay(q->to_quote, "quote (" QUOTE_COLUMNS ")");
	load_counted(l, copied, copied, FAMILY_CLOSES);
	stage_in(q);
	odd_in(q);
	if (!l->touched[FAMILY_CLOSES])
		return;
	add_sessions(q);
	(void)load_sql(l, make_touched);
	t.c = copy_to(l, "touched (venue, symbol, series, month, day, close, changed)");
	quotes_each(q, write_touched, &t);
	copy_end(t.c);
	(void)load_sql(l, "analyze touched");
	(void)load_sql(l, prepare_months);
	(void)load_sql(l, prepare_last);
	(void)load_sql(l, prepare_series);
	(void)load_sql(l, prepare_changes);
}
