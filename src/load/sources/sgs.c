/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sgs.c: series of the central bank (doc/load.md), JSON or CSV.
 *
 * The file does not name its series: its name does (sgs_11.json, bcdata.sgs.11), or --code.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "load/delimited.h"
#include "load/field.h"

#define BATCH ((size_t)10000)
#define VALUE_PLACES 12
#define VALUE_MAX ((wide)1000000000000 * E12)

static DB_STMT(
	upsert, "sgs.upsert",
	"insert into series as s (code, day, value)"
	" select distinct on (u.day) $1, u.day, u.value"
	"   from unnest($2::date[], $3::numeric[]) with ordinality u(day, value, n)"
	"  order by u.day, u.n desc"
	" on conflict (code, day) do update set value = excluded.value where s.value <> excluded.value");

/* The official dollar, which fills the gaps of the PTAX files. */
#define DOLLAR 1

struct sgs {
	struct load *l;
	int64_t code;
	struct day days[BATCH];
	wide values[BATCH];
	size_t n;
};

static void flush(struct sgs *s)
{
	int64_t touched;

	if (!s->n)
		return;
	touched = db_exec(s->l->ctx, &upsert,
			  DB_ARGS(db_int(s->code), db_days(s->days, s->n),
				  db_array(DB_DECIMAL_ARRAY, s->values, NULL, s->n, VALUE_PLACES)));
	load_counted(s->l, (int64_t)s->n, touched, FAMILY_CLOSES);
	s->n = 0;
}

static void put(struct sgs *s, int64_t line, struct slice day, struct slice value)
{
	struct load *l = s->l;

	l->res->read++;
	if (field_day(day, &s->days[s->n]) != FIELD_OK) {
		load_refuse(l, line, "data inválida: %.*s", SHOWN(day));
		return;
	}
	switch (field_decimal(value, VALUE_PLACES, VALUE_MAX, &s->values[s->n])) {
	case FIELD_ABSENT:
		l->res->ignored++;
		return;
	case FIELD_BAD:
		load_refuse(l, line, "valor inválido: %.*s", SHOWN(value));
		return;
	case FIELD_OK:
		break;
	}
	load_day(l, s->days[s->n]);
	if (++s->n == BATCH)
		flush(s);
}

static void read_json(struct sgs *s)
{
	struct json_object *list = load_json(s->l);

	if (!json_object_is_type(list, json_type_array))
		load_fail(s->l, "não é a lista de uma série do Banco Central.");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		if (json_object_is_type(item, json_type_object)) {
			put(s, (int64_t)i + 1, field_json(item, "data"), field_json(item, "valor"));
		} else {
			s->l->res->read++;
			load_refuse(s->l, (int64_t)i + 1, "não é um objeto");
		}
	}
}

static void read_csv(struct sgs *s)
{
	struct csv_column columns[] = { { "data", true, -1 }, { "valor", true, -1 } };
	struct csv c;

	csv_open(&c, s->l, columns, ARRAY_SIZE(columns));
	while (csv_next(&c))
		put(s, reader_line_number(s->l->in), csv_cell(&c, 0), csv_cell(&c, 1));
}

/* The digits after "sgs" and one mark in the file's name. */
static struct slice code_of_name(const char *name)
{
	const char *p = strstr(name, "sgs");
	size_t n = 0;

	if (!p || !p[3])
		return (struct slice){ "", 0 };
	p += 4;
	while (p[n] >= '0' && p[n] <= '9')
		n++;
	return (struct slice){ p, n };
}

void load_sgs(struct load *l)
{
	struct sgs *s = pool_zero(l->pool, struct sgs);
	struct slice code = l->opt->code ? slice_of(l->opt->code) : code_of_name(l->name);

	s->l = l;
	if (field_int(code, &s->code) != FIELD_OK || s->code < 1 || s->code > 999999)
		load_fail(l,
			  "não se sabe o código da série: dê --code, ou um nome como sgs_11.json.");
	if (reader_peek(l->in) == '"' || reader_peek(l->in) == 'd')
		read_csv(s);
	else
		read_json(s);
	flush(s);
	if (l->touched[FAMILY_CLOSES] && s->code == DOLLAR)
		load_rates_changed(l);
}
