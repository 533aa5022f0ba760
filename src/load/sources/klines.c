/* SPDX-License-Identifier: Apache-2.0 */
/*
 * klines.c: daily candles of Binance (doc/load.md), JSON of the service or its bulk CSV.
 *
 * A pair in reais is a price of its base asset (USDTBRL: the symbol USDT); other pairs keep their whole
 * name.  A pair in USDT gives a price in reais too, times USDTBRL of the same day, on days when the
 * pair in reais has none; the file loaded last computes it.  Candles of the last, unfinished day are
 * left out.  USDTBRL also replaces the live pair when nothing newer was fetched.
 *
 * A day closes at 00:00 of São Paulo (doc/calculations.md 3.1), as do candles requested with
 * timeZone=-3.  Those of UTC, as in the bulk files, close three hours earlier and are acceptable for
 * old days.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "core/clock.h"
#include "load/field.h"
#include "load/quotes.h"
#include "load/sources/usdt.h"

#define PLACES 8
#define CELLS 12
#define DAY_MS INT64_C(86400000)
#define HOUR_MS INT64_C(3600000)
#define CANDLES_MAX ((size_t)100000)
#define MICROSECONDS_FROM INT64_C(100000000000000) /* in ms: the year 5138 */

enum { OPENED, OPEN, HIGH, LOW, CLOSE, VOLUME, CLOSED, TURNOVER, TRADES };

static DB_STMT(introduce, "klines.instrument",
	       "insert into instrument (venue, symbol, asset_type, currency)"
	       " values ('crypto', $1, 'crypto', $2) on conflict (venue, symbol) do nothing");

/* Closes of the product's other factor, on the days of the file. */
static DB_STMT(dollars, "klines.usdt",
	       "select 'USDT', day, close from quote where venue = 'crypto' and symbol = 'USDT'"
	       "   and segment = 'spot' and day between $1 and $2 order by day limit 100000");
static DB_STMT(
	pairs, "klines.pairs",
	"select q.symbol, q.day, q.close from instrument i"
	"  join quote q on q.venue = i.venue and q.symbol = i.symbol"
	" where i.venue = 'crypto' and i.currency = 'USD' and i.symbol like '_%USDT' and q.segment = 'spot'"
	"   and q.day between $1 and $2"
	" order by q.symbol, q.day limit 1000000");
enum { Q_SYMBOL, Q_DAY, Q_CLOSE };

struct klines {
	struct load *l;
	const char *pair;
	struct quote *rows; /* held until the file is read: the other factor is queried then */
	size_t n, size;
	struct day first, last;	       /* of the rows */
	struct fx_live newest, before; /* last two finished candles */
};

static bool price(struct slice s, struct num *out)
{
	out->places = PLACES;
	return field_decimal(s, PLACES, CLOSE_MAX - 1, &out->v) == FIELD_OK;
}

static bool amount(struct slice s, struct num *out)
{
	out->places = PLACES;
	return field_decimal(s, PLACES, MONEY_MAX_E8 * 1000, &out->v) == FIELD_OK;
}

static bool moment(struct slice s, int64_t *ms)
{
	if (field_int(s, ms) != FIELD_OK)
		return false;
	if (*ms >= MICROSECONDS_FROM) /* the bulk files since 2025 */
		*ms /= 1000;
	return *ms > 0;
}

static void note_candle(struct klines *k, int64_t closed_ms, struct num close)
{
	struct fx_live r = { .known = true, .at_ms = closed_ms };

	r.rate.e12 = close.v * (E12 / E8);
	if (k->newest.known && closed_ms <= k->newest.at_ms)
		return;
	k->before = k->newest;
	k->newest = r;
}

/* A whole day of UTC or of São Paulo. */
static bool day_of(int64_t opened, int64_t closed, struct day *out)
{
	int64_t length = closed - opened + 1;
	struct day local = clock_day_of(opened);

	if (length == DAY_MS && opened % DAY_MS == 0) {
		out->n = (int32_t)(opened / DAY_MS);
		return true;
	}
	*out = local;
	return length >= DAY_MS - HOUR_MS &&
	       length <= DAY_MS + HOUR_MS && /* daylight-saving changes */
	       !day_same(clock_day_of(opened - 1), local) &&
	       day_same(clock_day_of(closed + 1), day_plus(local, 1)) &&
	       day_same(clock_day_of(closed), local);
}

static void put(struct klines *k, int64_t line, const struct slice cells[CELLS])
{
	struct load *l = k->l;
	struct quote row = { .segment = SEGMENT_SPOT, .factor = 1, .distribution = -1 };
	int64_t opened, closed;

	l->res->read++;
	if (!moment(cells[OPENED], &opened) || !moment(cells[CLOSED], &closed)) {
		load_refuse(l, line, "horário inválido");
		return;
	}
	if (!day_of(opened, closed, &row.day)) {
		load_refuse(l, line, "não é a vela de um dia");
		return;
	}
	if (!price(cells[OPEN], &row.open) || !price(cells[HIGH], &row.high) ||
	    !price(cells[LOW], &row.low) || !price(cells[CLOSE], &row.close) || row.close.v <= 0) {
		load_refuse(l, line, "preço inválido");
		return;
	}
	if (!amount(cells[VOLUME], &row.volume) || !amount(cells[TURNOVER], &row.turnover) ||
	    field_int(cells[TRADES], &row.trades) != FIELD_OK) {
		load_refuse(l, line, "volume inválido");
		return;
	}
	if (closed >= l->ctx->now_ms) { /* the day is not over */
		l->res->ignored++;
		return;
	}
	note_candle(k, closed, row.close);
	if (k->n == CANDLES_MAX)
		load_fail(l, "mais de %zu velas.", CANDLES_MAX);
	pool_grow(l->pool, k->rows, struct quote, k->n, k->size, 1024);
	k->rows[k->n++] = row;
}

static void read_json(struct klines *k)
{
	struct json_object *list = load_json(k->l);

	if (json_object_is_type(list, json_type_object))
		load_fail(k->l, "o serviço respondeu com um erro: %.200s",
			  slice_text(k->l->pool, field_json(list, "msg")));
	if (!json_object_is_type(list, json_type_array))
		load_fail(k->l, "não é uma lista de velas.");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		struct slice cells[CELLS];

		if (!json_object_is_type(item, json_type_array) ||
		    json_object_array_length(item) != CELLS) {
			k->l->res->read++;
			load_refuse(k->l, (int64_t)i + 1, "não é uma lista de 12 campos");
			continue;
		}
		for (size_t c = 0; c < CELLS; c++)
			cells[c] = slice_of(
				json_object_get_string(json_object_array_get_idx(item, c)));
		put(k, (int64_t)i + 1, cells);
	}
}

static void read_csv(struct klines *k)
{
	struct slice line, cells[CELLS], rest;

	while (reader_line(k->l->in, &line)) {
		size_t n = 0;
		bool more = true;

		if (!slice_trim(line).n)
			continue;
		for (rest = line; more && n < CELLS; n++)
			more = slice_cut(rest, ',', &cells[n], &rest);
		if (n != CELLS || more) {
			k->l->res->read++;
			load_refuse(k->l, reader_line_number(k->l->in), "não são 12 campos");
		} else if (reader_line_number(k->l->in) > 1 ||
			   (cells[0].n && cells[0].p[0] != 'o')) {
			put(k, reader_line_number(k->l->in),
			    cells); /* some files have a header: open_time,… */
		}
	}
}

/* --symbol, or the capitals and digits at the start of the file's name: USDTBRL_1d_klines.json. */
static const char *pair_of(struct load *l)
{
	const char *s = l->opt->symbol ? l->opt->symbol : l->name;
	size_t n = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");

	if (n < 5 || n > 20 || (l->opt->symbol && s[n]))
		load_fail(l, "não se sabe de que par são as velas: dê --symbol, como USDTBRL.");
	return pool_strndup(l->pool, s, n);
}

/* ---- products ---- */

/* @a x @b in reais, with as many places as a close has; false when it is out of range. */
static bool product(struct num a, wide b_e12, struct num *out)
{
	bool range = false;

	out->places = PRICE_PLACES;
	out->v = dec_mul_div_half_away(a.v, b_e12, E8, &range);
	if (range || out->v >= CLOSE_MAX) {
		out->places = PLACES;
		range = false;
		out->v = dec_mul_div_half_away(a.v, b_e12, E12, &range);
	}
	return !range && out->v > 0 && out->v < CLOSE_MAX;
}

static void put_cross(struct klines *k, struct quotes *q, const char *symbol, struct day day,
		      struct num close)
{
	const struct quote row = quote_of(day, SEGMENT_CROSS, close);

	k->l->res->read++; /* an additional row among those written */
	quotes_put(q, quotes_symbol(q, slice_of(symbol)), &row);
}

/* A file of X in USDT: X in reais.  A file of USDT in reais: every X with a price in USDT. */
static void put_crosses(struct klines *k, struct quotes *q, const struct db_rows *others)
{
	const struct quote **by_day =
		pool_array(k->l->pool, const struct quote *, (size_t)(k->last.n - k->first.n + 1));

	for (size_t i = 0; i < k->n; i++)
		by_day[k->rows[i].day.n - k->first.n] = &k->rows[i];
	for (size_t i = 0; i < db_count(others); i++) {
		const char *pair = db_get_text(others, i, Q_SYMBOL);
		struct day day = db_get_day(others, i, Q_DAY);
		const struct quote *row = by_day[day.n - k->first.n];
		struct num close;

		if (str_eq(pair, "USDT"))
			pair = k->pair;
		if (row &&
		    product(row->close, db_get_decimal(others, i, Q_CLOSE, PRICE_PLACES), &close))
			put_cross(k, q, pool_strndup(k->l->pool, pair, strlen(pair) - 4), day,
				  close);
	}
}

/* NULL: this pair is not part of any product. */
static const struct db_rows *other_half(struct klines *k)
{
	struct load *l = k->l;
	bool of_dollar = str_eq(k->pair, "USDTBRL");

	if (!k->n || (!of_dollar && !text_ends(k->pair, "USDT")))
		return NULL;
	k->first = k->last = k->rows[0].day;
	for (size_t i = 1; i < k->n; i++) {
		if (day_before(k->rows[i].day, k->first))
			k->first = k->rows[i].day;
		if (day_before(k->last, k->rows[i].day))
			k->last = k->rows[i].day;
	}
	return db_query(l->ctx, of_dollar ? &pairs : &dollars,
			DB_ARGS(db_day(k->first), db_day(k->last)));
}

/* ---- the file ---- */

static void have_instrument(struct load *l, const char *symbol, const char *currency)
{
	if (db_exec(l->ctx, &introduce, DB_ARGS(db_text(symbol), db_text(currency))))
		load_symbols_changed(l, "crypto", &symbol, 1);
}

static void put_all(struct klines *k, const char *symbol)
{
	const struct db_rows *others = other_half(k);
	struct quotes *q = quotes_open(k->l, "crypto");
	struct quoted *s = quotes_symbol(q, slice_of(symbol));

	for (size_t i = 0; i < k->n; i++)
		quotes_put(q, s, &k->rows[i]);
	if (others)
		put_crosses(k, q, others);
	quotes_finish(q);
	load_cooked(k->l);
}

void load_klines(struct load *l)
{
	struct klines k = { .l = l, .pair = pair_of(l) };
	bool in_reais = text_ends(k.pair, "BRL");
	const char *symbol = in_reais ? pool_strndup(l->pool, k.pair, strlen(k.pair) - 3) : k.pair;

	have_instrument(l, symbol, in_reais ? "BRL" : "USD");
	if (!in_reais && text_ends(k.pair, "USDT"))
		have_instrument(l, pool_strndup(l->pool, k.pair, strlen(k.pair) - 4), "BRL");
	if (reader_peek(l->in) == '[' || reader_peek(l->in) == '{')
		read_json(&k);
	else
		read_csv(&k);
	put_all(&k, symbol);
	if (str_eq(k.pair, "USDTBRL") && k.newest.known)
		(void)usdt_save(l, &k.newest, &k.before);
}
