/* SPDX-License-Identifier: Apache-2.0 */
/*
 * holidays.c: closed days of a calendar (doc/load.md): one date a line, .cal, JSON or CSV.
 *
 * ANBIMA's old binary workbook is refused with a hint at the text form.
 */
#include "config.h"

#include "load/run.h"

#include <json-c/json.h>

#include "load/delimited.h"
#include "load/field.h"

#define DAYS_MAX ((size_t)20000)

static DB_STMT(upsert, "holidays.upsert",
	       "insert into holiday as h (calendar, day, name)"
	       " select distinct on (u.day) $1, u.day, u.name"
	       "   from unnest($2::date[], $3::text[]) with ordinality u(day, name, n)"
	       "  order by u.day, u.n"
	       " on conflict (calendar, day) do update set name = excluded.name"
	       " where excluded.name is not null and h.name is distinct from excluded.name");

struct list {
	struct load *l;
	struct day days[DAYS_MAX];
	const char *names[DAYS_MAX];
	size_t n;
};

static void put(struct list *h, int64_t line, struct slice day, const char *name)
{
	struct load *l = h->l;

	l->res->read++;
	if (h->n == DAYS_MAX)
		load_fail(l, "mais de %zu feriados.", DAYS_MAX);
	if (field_day(day, &h->days[h->n]) != FIELD_OK) {
		load_refuse(l, line, "data inválida: %.*s", SHOWN(slice_trim(day)));
		return;
	}
	load_day(l, h->days[h->n]);
	h->names[h->n++] = name;
}

/* A .cal file names the closed weekdays before its dates. */
static bool is_weekday(struct slice s)
{
	static const char *const names[] = { "sunday",	 "monday", "tuesday", "wednesday",
					     "thursday", "friday", "saturday" };
	char lower[16];

	if (s.n >= sizeof(lower))
		return false;
	for (size_t i = 0; i < s.n; i++)
		lower[i] = (char)(s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] + 32 : s.p[i]);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (s.n == strlen(names[i]) && memcmp(lower, names[i], s.n) == 0)
			return true;
	return false;
}

static const char *read_json(struct list *h)
{
	struct json_object *top = load_json(h->l), *days = NULL;

	if (!json_object_is_type(top, json_type_object) ||
	    !json_object_object_get_ex(top, "holidays", &days) ||
	    !json_object_is_type(days, json_type_array))
		load_fail(h->l, "não é um calendário: falta a lista holidays.");
	for (size_t i = 0; i < json_object_array_length(days); i++)
		put(h, (int64_t)i + 1,
		    slice_of(json_object_get_string(json_object_array_get_idx(days, i))), NULL);
	return slice_text(h->l->pool, field_json(top, "name"));
}

static void read_csv(struct list *h, struct slice header)
{
	struct csv_column columns[] = {
		{ "data", true, -1 },
		{ "feriado|nome", false, -1 },
		{ "dia da semana", false, -1 },
	};
	struct csv c;

	csv_header(&c, h->l, header, columns, ARRAY_SIZE(columns));
	while (csv_next(&c))
		put(h, reader_line_number(h->l->in), csv_cell(&c, 0), csv_text(&c, 1));
}

static void read_lines(struct list *h)
{
	struct slice line;

	while (reader_line(h->l->in, &line)) {
		line = slice_trim(line);
		if (h->l->res->read == 0 &&
		    (memchr(line.p, ';', line.n) || memchr(line.p, ',', line.n))) {
			read_csv(h, line);
			return;
		}
		if (line.n && !is_weekday(line))
			put(h, reader_line_number(h->l->in), line, NULL);
	}
}

static const char *calendar_of(struct load *l, const char *text)
{
	const char *folded = text ? text_fold(l->pool, text) : "";

	if (strstr(folded, "anbima") || strstr(folded, "nacionais"))
		return "anbima";
	return strstr(folded, "b3") ? "b3" : NULL;
}

void load_holidays(struct load *l)
{
	struct list *h = pool_zero(l->pool, struct list);
	const char *calendar, *said = NULL;
	int64_t touched;

	h->l = l;
	if (reader_peek(l->in) == '\xd0')
		load_fail(l, "é a planilha XLS antiga; use a forma de texto (uma data por linha) "
			     "ou o JSON.");
	if (reader_peek(l->in) == '{')
		said = read_json(h);
	else
		read_lines(h);
	calendar = l->opt->calendar ? l->opt->calendar : calendar_of(l, said);
	if (!calendar)
		calendar = calendar_of(l, l->name);
	if (!calendar || (!str_eq(calendar, "anbima") && !str_eq(calendar, "b3")))
		load_fail(l, "não se sabe de que calendário são os feriados: dê --calendar anbima "
			     "ou b3.");
	touched = db_exec(
		l->ctx, &upsert,
		DB_ARGS(db_text(calendar), db_days(h->days, h->n), db_texts(h->names, h->n)));
	load_counted(l, (int64_t)h->n, touched, FAMILY_REFERENCE);
}
