/* SPDX-License-Identifier: Apache-2.0 */
/*
 * successions.c: renames and mergers typed by hand, as CSV (doc/load.md).
 *
 * Plain renames are derived from COTAHIST; a merger changes the ISIN and must be typed.  Typed ones
 * replace derived ones.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"
#include "load/field.h"
#include "load/corporate_events.h"
#include "market/prices/market.h"

#define ROWS_MAX ((size_t)4000)

static DB_STMT(
	save, "successions.save",
	"insert into succession as s (venue, from_symbol, to_symbol, day, ratio_n, ratio_d, cash_per_share, source)"
	" select distinct on (u.venue, u.from_symbol) u.venue, u.from_symbol, u.to_symbol, u.day, u.ratio_n, u.ratio_d,"
	"        u.cash, 'typed'"
	"   from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::int8[], $6::int8[], $7::numeric[])"
	"        with ordinality u(venue, from_symbol, to_symbol, day, ratio_n, ratio_d, cash, n)"
	"  order by u.venue, u.from_symbol, u.n desc"
	" on conflict (venue, from_symbol) do update"
	" set to_symbol = excluded.to_symbol, day = excluded.day, ratio_n = excluded.ratio_n, ratio_d = excluded.ratio_d,"
	"     cash_per_share = excluded.cash_per_share, source = 'typed'"
	" where (s.to_symbol, s.day, s.ratio_n, s.ratio_d, s.cash_per_share, s.source)"
	"    is distinct from (excluded.to_symbol, excluded.day, excluded.ratio_n, excluded.ratio_d,"
	"        excluded.cash_per_share, 'typed')"
	" returning venue, from_symbol, to_symbol");

/* Refuses a file with a cycle of successions. */
static DB_STMT(
	circle, "successions.circle",
	"with recursive chain(venue, first, symbol, depth) as ("
	"  select venue, from_symbol, to_symbol, 1 from succession"
	"  union all"
	"  select c.venue, c.first, s.to_symbol, c.depth + 1"
	"    from chain c join succession s on s.venue = c.venue and s.from_symbol = c.symbol"
	"   where c.symbol <> c.first and c.depth < 50)"
	" select first from chain where symbol = first or depth = 50 order by first limit 1");

enum { FROM, TO, DAY, FACTOR, CASH, TYPE };

struct successions {
	struct load *l;
	const char *venue[ROWS_MAX], *from[ROWS_MAX], *to[ROWS_MAX];
	struct day day[ROWS_MAX];
	int64_t n[ROWS_MAX], d[ROWS_MAX];
	wide cash[ROWS_MAX];
	bool no_cash[ROWS_MAX];
	size_t count;
};

static const char *read_row(struct successions *s, const struct csv *c)
{
	const char *typed = csv_text(c, TYPE);
	int type = typed ? enum_find(asset_type_names, typed) : ASSET_STOCK;
	struct ratio ratio = { 1, 1 };
	size_t i = s->count;
	wide factor;
	enum field got;

	s->from[i] = csv_text(c, FROM);
	s->to[i] = csv_text(c, TO);
	if (!s->from[i] || !s->to[i] || str_eq(s->from[i], s->to[i]))
		return "faltam from e to, ou são o mesmo";
	if (type < 0 || !market_venue((enum asset_type)type))
		return "o tipo não é um dos que têm cotação";
	s->venue[i] = market_venue((enum asset_type)type);
	if (field_day(csv_cell(c, DAY), &s->day[i]) != FIELD_OK)
		return "data inválida";
	got = field_decimal(csv_cell(c, FACTOR), 12, PRICE_MAX_E12, &factor);
	if (got == FIELD_BAD || (got == FIELD_OK && !ratio_of_factor(factor, &ratio)))
		return "ratio inválido: ações novas por antiga";
	s->n[i] = ratio.n;
	s->d[i] = ratio.d;
	got = field_decimal(csv_cell(c, CASH), PRICE_PLACES, PRICE_MAX_E12, &s->cash[i]);
	s->no_cash[i] = got == FIELD_ABSENT;
	return got == FIELD_BAD || (got == FIELD_OK && s->cash[i] < 0) ? "cash_per_share inválido"
								       : NULL;
}

static void stamp(struct load *l, const struct db_rows *r)
{
	for (size_t i = 0; i < db_count(r); i++) { /* a handful a year */
		const char *symbols[2] = { db_get_text(r, i, 1), db_get_text(r, i, 2) };

		load_symbols_changed(l, db_get_text(r, i, 0), symbols, ARRAY_SIZE(symbols));
	}
}

static void write_rows(struct successions *s)
{
	struct load *l = s->l;
	const struct db_rows *r;

	r = db_query(
		l->ctx, &save,
		DB_ARGS(db_texts(s->venue, s->count), db_texts(s->from, s->count),
			db_texts(s->to, s->count), db_days(s->day, s->count),
			db_ints(s->n, s->count), db_ints(s->d, s->count),
			db_array(DB_DECIMAL_ARRAY, s->cash, s->no_cash, s->count, PRICE_PLACES)));
	stamp(l, r);
	load_counted(l, (int64_t)s->count, (int64_t)db_count(r), FAMILY_REFERENCE);
	r = db_query(l->ctx, &circle, DB_NO_ARGS);
	if (db_count(r))
		load_fail(l, "as sucessões de %s voltam a ele mesmo.", db_get_text(r, 0, 0));
}

void load_successions(struct load *l)
{
	struct csv_column columns[] = {
		[FROM] = { "from|de", true, -1 },
		[TO] = { "to|para", true, -1 },
		[DAY] = { "date|data", true, -1 },
		[FACTOR] = { "ratio|fator", false, -1 },
		[CASH] = { "cash_per_share|dinheiro_por_acao", false, -1 },
		[TYPE] = { "asset_type|tipo", false, -1 },
	};
	struct successions *s = pool_zero(l->pool, struct successions);
	struct csv c;

	s->l = l;
	csv_open(&c, l, columns, ARRAY_SIZE(columns));
	while (csv_next(&c)) {
		if (s->count == ROWS_MAX)
			load_fail(l, "mais de %zu sucessões.", ROWS_MAX);
		s->count += csv_take(&c, read_row(s, &c));
	}
	write_rows(s);
}
