/* SPDX-License-Identifier: Apache-2.0 */
/*
 * klines.c: daily candles of Binance (sources.md g.1), JSON of the service or its bulk CSV.
 *
 * A pair in reais is a price of its first half (USDTBRL: the symbol USDT); other pairs keep their
 * whole name.  Candles of the last, unfinished day are left out.  USDTBRL also stands in for the
 * live pair when nothing newer was fetched.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "load/csv.h"
#include "load/field.h"
#include "load/quotes.h"
#include "load/usdt.h"

#define PLACES 8
#define CELLS 12
#define DAY_MS INT64_C(86400000)
#define MICROSECONDS_FROM INT64_C(100000000000000) /* in ms: the year 5138 */

enum { OPENED, OPEN, HIGH, LOW, CLOSE, VOLUME, CLOSED, TURNOVER, TRADES };

static struct db_stmt introduce =
	DB_STMT("klines.instrument",
		"insert into instrument (venue, symbol, asset_type, currency)"
		" values ('crypto', $1, 'crypto', $2) on conflict (venue, symbol) do nothing");

struct klines {
	struct load *l;
	struct quotes *quotes;
	struct quoted *symbol;
	struct usdt_rate newest, before; /* last two finished candles */
};

void klines_register(void)
{
	static struct db_stmt *const statements[] = { &introduce };

	db_register(statements, ARRAY_SIZE(statements));
}

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
	struct usdt_rate r = { .known = true, .at_ms = closed_ms };

	r.rate.e12 = close.v * (E12 / E8);
	if (k->newest.known && closed_ms <= k->newest.at_ms)
		return;
	k->before = k->newest;
	k->newest = r;
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
	if (closed - opened + 1 != DAY_MS || opened % DAY_MS) {
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
	row.day.n = (int32_t)(opened / DAY_MS);
	note_candle(k, closed, row.close);
	quotes_put(k->quotes, k->symbol, &row);
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

void load_klines(struct load *l)
{
	struct klines k = { .l = l };
	const char *pair = pair_of(l);
	bool in_reais = text_ends(pair, "BRL");
	const char *symbol = in_reais ? pool_strndup(l->pool, pair, strlen(pair) - 3) : pair;

	if (db_exec(l->ctx, &introduce,
		    DB_ARGS(db_text(symbol), db_text(in_reais ? "BRL" : "USD"))))
		load_symbols_changed(l, "crypto", &symbol, 1);
	k.quotes = quotes_open(l, "crypto");
	k.symbol = quotes_symbol(k.quotes, slice_of(symbol));
	if (reader_peek(l->in) == '[' || reader_peek(l->in) == '{')
		read_json(&k);
	else
		read_csv(&k);
	quotes_finish(k.quotes);
	load_cooked(l);
	if (str_eq(pair, "USDTBRL") && k.newest.known)
		(void)usdt_save(l, &k.newest, &k.before);
}
