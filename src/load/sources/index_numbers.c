/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index_numbers.c: index numbers of IPCA and IGP-M typed by hand, as CSV (doc/load.md).
 *
 * They take precedence over the changes that the central bank publishes (doc/calculations.md 4.3).  A
 * published change is the rounded quotient of two of these numbers: a number that contradicts it is a
 * typing error or of another base, and would make a wrong figure, so the file is refused.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"
#include "load/field.h"

#define BATCH ((size_t)2000)
#define NUMBER_MAX ((wide)1000000000 * E12)

static DB_STMT(
	upsert, "index_numbers.upsert",
	"insert into index_number as i (code, month, number)"
	" select distinct on (u.code, u.month) u.code, u.month, u.number"
	"   from unnest($1::text[], $2::date[], $3::numeric[]) with ordinality u(code, month, number, n)"
	"  order by u.code, u.month, u.n desc"
	" on conflict (code, month) do update set number = excluded.number where i.number <> excluded.number");

/* Months whose quotient differs from the published change by more than rounding explains. */
static DB_STMT(
	contradicted, "index_numbers.contradicted",
	"select i.code, i.month, replace(round((i.number / b.number - 1) * 100, 2)::text, '.', ','),"
	"       replace(round(s.value, 2)::text, '.', ',')"
	"  from index_number i"
	"  join index_number b on b.code = i.code and b.month = (i.month - interval '1 month')::date"
	"  join series s on s.code = case i.code when 'ipca' then 433 else 189 end and s.day = i.month"
	" where abs((i.number / b.number - 1) * 100 - s.value) > 0.02"
	" order by i.code, i.month limit 1");
enum { C_CODE, C_MONTH, C_QUOTIENT, C_PUBLISHED };

enum { CODE, MONTH, NUMBER };

struct index_numbers {
	struct load *l;
	const char *codes[BATCH];
	struct day months[BATCH];
	wide numbers[BATCH];
	size_t n;
};

static void flush(struct index_numbers *s)
{
	int64_t touched;

	if (!s->n)
		return;
	touched =
		db_exec(s->l->ctx, &upsert,
			DB_ARGS(db_texts(s->codes, s->n), db_days(s->months, s->n),
				db_array(DB_DECIMAL_ARRAY, s->numbers, NULL, s->n, PRICE_PLACES)));
	load_counted(s->l, (int64_t)s->n, touched, FAMILY_CLOSES);
	s->n = 0;
}

static const char *code_of(struct slice s)
{
	static const struct {
		const char *spelled, *code;
	} names[] = { { "ipca", "ipca" }, { "IPCA", "ipca" },  { "igpm", "igpm" },
		      { "IGPM", "igpm" }, { "IGP-M", "igpm" }, { "igp-m", "igpm" } };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (slice_eq(s, names[i].spelled))
			return names[i].code;
	return NULL;
}

/* A month as YYYY-MM or MM/YYYY, or any day of it. */
static bool month_of(struct load *l, struct slice s, struct day *out)
{
	if (s.n == 7)
		s = slice_of(s.p[4] == '-' ? pool_printf(l->pool, "%.7s-01", s.p)
					   : pool_printf(l->pool, "01/%.7s", s.p));
	if (field_day(s, out) != FIELD_OK)
		return false;
	*out = month_first(day_month(*out));
	return true;
}

static void read_row(struct index_numbers *s, const struct csv *c)
{
	int64_t line = reader_line_number(s->l->in);
	struct load *l = s->l;
	size_t i = s->n;

	l->res->read++;
	s->codes[i] = code_of(csv_cell(c, CODE));
	if (!s->codes[i]) {
		load_refuse(l, line, "o índice não é ipca nem igpm: %.*s",
			    SHOWN(csv_cell(c, CODE)));
	} else if (!month_of(l, csv_cell(c, MONTH), &s->months[i])) {
		load_refuse(l, line, "mês inválido: %.*s", SHOWN(csv_cell(c, MONTH)));
	} else if (field_decimal(csv_cell(c, NUMBER), PRICE_PLACES, NUMBER_MAX, &s->numbers[i]) !=
			   FIELD_OK ||
		   s->numbers[i] <= 0) {
		load_refuse(l, line, "número-índice inválido: %.*s", SHOWN(csv_cell(c, NUMBER)));
	} else {
		load_day(l, s->months[i]);
		if (++s->n == BATCH)
			flush(s);
	}
}

static void check_published(struct load *l)
{
	const struct db_rows *r = db_query(l->ctx, &contradicted, DB_NO_ARGS);
	char month[MONTH_TEXT_SIZE];

	if (!db_count(r))
		return;
	month_format(day_month(db_get_day(r, 0, C_MONTH)), month);
	load_fail(l,
		  "%s de %s: os números-índice dão %s%%, e a variação publicada é %s%%. Confira o "
		  "número do mês e o do mês anterior, que devem ser da mesma base.",
		  str_eq(db_get_text(r, 0, C_CODE), "ipca") ? "IPCA" : "IGP-M", month,
		  db_get_text(r, 0, C_QUOTIENT), db_get_text(r, 0, C_PUBLISHED));
}

void load_index_numbers(struct load *l)
{
	struct csv_column columns[] = {
		[CODE] = { "code|codigo|indice", true, -1 },
		[MONTH] = { "month|mes", true, -1 },
		[NUMBER] = { "number|numero|numero-indice|numero_indice", true, -1 },
	};
	struct index_numbers *s = pool_zero(l->pool, struct index_numbers);
	struct csv c;

	s->l = l;
	csv_open(&c, l, columns, ARRAY_SIZE(columns));
	while (csv_next(&c))
		read_row(s, &c);
	flush(s);
	check_published(l);
}
