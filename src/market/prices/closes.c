/* SPDX-License-Identifier: Apache-2.0 */
/*
 * closes.c: reads all closes of some symbols from the database.
 *
 * One prepared row per symbol and year, for any number of symbols.  Options have no such rows: their
 * few quotes are read one by one.
 */
#include "config.h"

#include "market/prices/closes.h"

#include "core/pool.h"
#include "db/db.h"

#define BLOCK_BYTES 112 /* approximate overhead of a block */
#define OPTION_PLACES 8 /* finer premiums are rounded */
#define MOST_PLACES 12	/* of the price grid */

#define WANTED "unnest($1::text[], $2::text[]) with ordinality w(venue, symbol, n)"

static DB_STMT(years, "market.close_series",
	       "select w.n, s.year, s.places, s.days, s.closes"
	       "  from " WANTED "  join close_series s on s.venue = w.venue and s.symbol = w.symbol"
	       " order by w.n, s.year");
enum { Y_N, Y_YEAR, Y_PLACES, Y_DAYS, Y_CLOSES };

static DB_STMT(quotes, "market.option_quotes",
	       "select w.n, q.day, q.close"
	       "  from " WANTED "  join quote q on q.venue = w.venue and q.symbol = w.symbol"
	       " where q.segment = 'option'"
	       " order by w.n, q.day");
enum { Q_N, Q_DAY, Q_CLOSE };

static void send_names(struct ctx *ctx, struct db_stmt *stmt, const struct names *names)
{
	db_send(ctx, stmt,
		DB_ARGS(db_texts(names->venues, names->n), db_texts(names->symbols, names->n)));
}

size_t closes_send(struct ctx *ctx, const struct names *names, const struct names *options)
{
	send_names(ctx, &years, names);
	if (!options->n)
		return 1;
	send_names(ctx, &quotes, options);
	return CLOSES_STATEMENTS;
}

struct closes_rows closes_rows_of(struct db_rows *const *rows, const struct names *options)
{
	return (struct closes_rows){ .years = rows[0], .quotes = options->n ? rows[1] : NULL };
}

size_t closes_run(const struct db_rows *r, size_t from, size_t i)
{
	size_t end = from;

	while (end < db_count(r) && db_get_int(r, end, 0) == (int64_t)i + 1)
		end++;
	return end - from;
}

static int64_t big_endian(const char *p, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | (unsigned char)p[i];
	return (int64_t)v;
}

/* Room for a year of @n closes below @pool; adds its bytes. */
static struct close_year year_new(void *pool, int64_t year, size_t n, int16_t **days,
				  int64_t **closes, size_t *bytes)
{
	struct close_year y = { .n = 0 };

	*days = pool_array(pool, int16_t, n);
	*closes = pool_array(pool, int64_t, n);
	y.days = *days;
	y.closes = *closes;
	*bytes += n * (sizeof(**days) + sizeof(**closes)) + 2 * BLOCK_BYTES;
	if (!day_from_ymd((int)year, 1, 1, &y.first))
		y.first = DAY_FAR_PAST; /* unreachable: a quote's day is valid */
	return y;
}

/* Removes a close in another unit, between two ordinary ones, which would otherwise value a month. */
static void drop_spikes(struct close_year *y, int16_t *days, int64_t *closes)
{
	size_t n = 0;

	for (size_t i = 0; i < y->n; i++) {
		if (n && i + 1 < y->n && close_is_spike(closes[n - 1], closes[i], closes[i + 1]))
			continue;
		days[n] = days[i];
		closes[n++] = closes[i];
	}
	y->n = n;
}

static struct close_year take_year(void *pool, const struct db_rows *r, size_t row, size_t *bytes)
{
	struct slice from_days = db_get_bytes(r, row, Y_DAYS);
	struct slice from_closes = db_get_bytes(r, row, Y_CLOSES);
	size_t n = from_days.n / 2;
	int16_t *days;
	int64_t *closes;
	struct close_year y = year_new(pool, db_get_int(r, row, Y_YEAR), n, &days, &closes, bytes);

	y.places = (int)db_get_int(r, row, Y_PLACES);
	if (y.places < 0 || y.places > MOST_PLACES)
		return y;
	for (size_t i = 0; i < n; i++) {
		int64_t close = big_endian(from_closes.p + 8 * i, 8);

		if (close <= 0)
			continue;
		days[y.n] = (int16_t)big_endian(from_days.p + 2 * i, 2);
		closes[y.n++] = close;
	}
	drop_spikes(&y, days, closes);
	return y;
}

/* The quotes of one option; it lives for months, so years are few. */
static void take_quotes(struct close_year *out, size_t *n_out, const struct db_rows *r, size_t from,
			size_t n, size_t *bytes)
{
	bool range = false;
	int year, month, dom;

	for (size_t i = 0; i < n;) {
		size_t end = i;
		int first;
		int16_t *days;
		int64_t *closes;
		struct close_year y;

		day_to_ymd(db_get_day(r, from + i, Q_DAY), &first, &month, &dom);
		year = first;
		while (end < n && year == first) {
			end++;
			if (end < n)
				day_to_ymd(db_get_day(r, from + end, Q_DAY), &year, &month, &dom);
		}
		y = year_new(out, first, end - i, &days, &closes, bytes);
		y.places = OPTION_PLACES;
		for (; i < end; i++) {
			wide close = dec_rescale(db_get_decimal(r, from + i, Q_CLOSE, PRICE_PLACES),
						 PRICE_PLACES, OPTION_PLACES, &range);

			if (close <= 0)
				continue;
			days[y.n] = (int16_t)(db_get_day(r, from + i, Q_DAY).n - y.first.n);
			closes[y.n++] = (int64_t)close;
		}
		if (y.n)
			out[(*n_out)++] = y;
	}
}

/* The neighbours of a year's last close are in the same year, in the one before, and in the next one. */
static bool last_is_spike(const struct close_year *list, size_t i)
{
	const struct close_year *y = &list[i];
	struct price before;

	if (y->n < 2 && !i)
		return false;
	before = y->n > 1 ? close_price(y, y->n - 2) : close_price(y - 1, y[-1].n - 1);
	return close_is_spike(before.e12, close_price(y, y->n - 1).e12, close_price(y + 1, 0).e12);
}

/* The same for the first close of the year after the one at @i. */
static bool first_is_spike(const struct close_year *list, size_t i, size_t n)
{
	const struct close_year *y = &list[i + 1];
	struct price after;

	if (y->n < 2 && i + 2 == n)
		return false;
	after = y->n > 1 ? close_price(y, 1) : close_price(y + 1, 0);
	return close_is_spike(close_price(y - 1, y[-1].n - 1).e12, close_price(y, 0).e12,
			      after.e12);
}

/* Removes the year at @i when it is empty; returns where to continue. */
static size_t close_up(struct close_year *list, size_t i, size_t *n)
{
	if (list[i].n)
		return i;
	memmove(&list[i], &list[i + 1], (--*n - i) * sizeof(*list));
	return i ? i - 1 : 0;
}

/* Years may be on different grids, so their ends are compared as prices. */
static void drop_spikes_between(struct close_year *list, size_t *n)
{
	for (size_t i = 0; i + 1 < *n;) {
		if (last_is_spike(list, i)) {
			list[i].n--;
			i = close_up(list, i, n);
		} else if (first_is_spike(list, i, *n)) {
			list[i + 1].n--;
			list[i + 1].days++;
			list[i + 1].closes++;
			(void)close_up(list, i + 1, n);
		} else {
			i++;
		}
	}
}

struct close_series closes_take(void *pool, struct closes_rows *r, size_t i, bool option,
				size_t *bytes)
{
	size_t n_years = closes_run(r->years, r->next_year, i);
	size_t n_quotes = option ? closes_run(r->quotes, r->next_quote, r->n_options) : 0;
	struct close_year *out = pool_array(pool, struct close_year, n_years + n_quotes);
	size_t n = 0;

	*bytes += (n_years + n_quotes) * sizeof(*out) + BLOCK_BYTES;
	for (size_t k = 0; k < n_years; k++) {
		out[n] = take_year(out, r->years, r->next_year + k, bytes);
		n += out[n].n > 0;
	}
	r->next_year += n_years;
	drop_spikes_between(out, &n);
	if (option) {
		take_quotes(out, &n, r->quotes, r->next_quote, n_quotes, bytes);
		r->next_quote += n_quotes;
		r->n_options++;
	}
	return (struct close_series){ out, n };
}
