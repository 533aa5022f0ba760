/* SPDX-License-Identifier: Apache-2.0 */
/* cases_json.c: numbers of the cases in and out without passing through a binary float. */
#include "config.h"

#include "cases/cases.h"

#include "calc/ledger/fold.h"

#include <math.h>

#define WIDEST ((wide)1 << 120)

/* ---- reading ---- */

struct json_object *in_field(struct json_object *o, const char *key)
{
	struct json_object *value = NULL;

	if (!o || !json_object_object_get_ex(o, key, &value))
		return NULL;
	return value;
}

size_t in_length(struct json_object *array)
{
	return array && json_object_is_type(array, json_type_array)
		       ? json_object_array_length(array)
		       : 0;
}

const char *in_text(struct json_object *o, const char *key)
{
	struct json_object *value = in_field(o, key);

	return value ? json_object_get_string(value) : NULL;
}

bool in_true(struct json_object *o, const char *key, bool fallback)
{
	struct json_object *value = in_field(o, key);

	return value ? json_object_get_boolean(value) : fallback;
}

bool in_number(struct json_object *o, const char *key, int places, wide *out)
{
	const char *text = in_text(o, key); /* the lexeme of a number */
	bool rounded;

	*out = 0;
	if (!text)
		return false;
	if (dec_parse_rounded(slice_of(text), places, WIDEST, out, &rounded) != DEC_OK) {
		case_trouble("%s is no number: %s", key, text);
		return false;
	}
	return true;
}

struct day day_of(const char *text)
{
	struct day d = { 0 };

	if (!text || !day_parse(slice_of(text), &d))
		case_trouble("%s is no date", text ? text : "nothing");
	return d;
}

bool in_day(struct json_object *o, const char *key, struct day *out)
{
	const char *text = in_text(o, key);

	if (!text)
		return false;
	*out = day_of(text);
	return true;
}

int in_enum(struct json_object *o, const char *key, const char *const *names, int fallback)
{
	const char *text = in_text(o, key);
	int i = text ? enum_find(names, text) : fallback;

	if (i < 0)
		case_trouble("%s: %s is unknown", key, text ? text : "nothing");
	return i < 0 ? 0 : i;
}

struct qty in_qty(struct json_object *o, const char *key)
{
	wide v;

	(void)in_number(o, key, QTY_PLACES, &v); /* absent is 0 */
	return (struct qty){ (int64_t)v };
}

struct money in_money(struct json_object *o, const char *key)
{
	wide v;

	(void)in_number(o, key, MONEY_PLACES, &v);
	return (struct money){ v };
}

struct price in_price(struct json_object *o, const char *key)
{
	wide v;

	(void)in_number(o, key, PRICE_PLACES, &v);
	return (struct price){ v };
}

enum currency in_currency(struct json_object *in)
{
	const char *type = in_text(in, "asset_type");
	int usual = type && str_eq(type, asset_type_names[ASSET_US]) ? CURRENCY_USD : CURRENCY_BRL;

	return (enum currency)in_enum(in, "currency", currency_names, usual);
}

bool is_foreign(struct json_object *in)
{
	return in_currency(in) != CURRENCY_BRL;
}

/* Few and nearly sorted; equal days keep their order. */
static void insert_close(struct close *list, size_t n, struct close c)
{
	for (; n > 0 && day_before(c.day, list[n - 1].day); n--)
		list[n] = list[n - 1];
	list[n] = c;
}

struct close *in_closes(void *pool, struct json_object *o, size_t *n)
{
	bool list = o && json_object_is_type(o, json_type_array);
	struct close *out;

	*n = 0;
	if (!o)
		return NULL;
	out = pool_array(pool, struct close,
			 list ? in_length(o) : (size_t)json_object_object_length(o));
	if (list) {
		for (size_t i = 0; i < in_length(o); i++) {
			struct json_object *item = json_object_array_get_idx(o, i);

			insert_close(
				out, (*n)++,
				(struct close){
					day_of(in_text(item, "date")),
					in_price(item, in_field(item, "rate") ? "rate" : "price"),
				});
		}
		return out;
	}
	json_object_object_foreach(o, key, value)
	{
		(void)value;
		insert_close(out, (*n)++, (struct close){ day_of(key), in_price(o, key) });
	}
	return out;
}

struct ledger_row in_row(struct json_object *o)
{
	struct ledger_row row = { .kind = (enum row_kind)in_enum(o, "kind", row_kind_names, -1) };
	wide ratio;

	(void)in_day(o, "trade_date", &row.day);
	row.event = (enum event_kind)in_enum(o, "event_kind", event_kind_names, EVENT_NONE);
	row.qty = in_qty(o, "quantity");
	row.price_known = in_field(o, "price") != NULL;
	row.price = in_price(o, "price");
	row.fees = in_money(o, "fees");
	(void)in_number(o, "ratio", PRICE_PLACES, &ratio);
	row.ratio_e12 = (int64_t)ratio;
	return row;
}

struct reference_event *in_events(void *pool, struct json_object *o, size_t *n)
{
	struct reference_event *out = pool_array(pool, struct reference_event, in_length(o));

	*n = 0;
	for (size_t i = 0; i < in_length(o); i++) {
		struct json_object *item = json_object_array_get_idx(o, i);
		struct reference_event e = {
			.kind = (enum event_kind)in_enum(item, "kind", event_kind_names,
							 EVENT_SPLIT),
			.ex_day = day_of(
				in_text(item, in_field(item, "ex_date") ? "ex_date" : "date")),
			.unit_cost_known = in_field(item, "unit_cost") != NULL,
			.unit_cost = in_price(item, "unit_cost"),
		};
		wide ratio;
		size_t k = *n;

		if (!in_number(item, "ratio", PRICE_PLACES, &ratio))
			case_trouble("an event without ratio");
		e.ratio = ratio_rationalise((int64_t)ratio);
		for (; k > 0 && day_before(e.ex_day, out[k - 1].ex_day); k--)
			out[k] = out[k - 1];
		out[k] = e;
		(*n)++;
	}
	return out;
}

struct months in_months(void *pool, struct json_object *o)
{
	struct months m = { 0 };

	if (!o)
		return m;
	m.items = pool_array(pool, struct month_amount, (size_t)json_object_object_length(o));
	json_object_object_foreach(o, key, value)
	{
		struct month_amount one = { day_month(day_of(pool_printf(pool, "%s-01", key))),
					    in_money(o, key) };
		size_t k = m.n++;

		(void)value;
		for (; k > 0 && m.items[k - 1].month.n > one.month.n; k--)
			m.items[k] = m.items[k - 1];
		m.items[k] = one;
	}
	return m;
}

/* ---- writing ---- */

void out_value(struct json_object *o, const char *key, wide value, int places, int shown)
{
	char text[DEC_TEXT_SIZE];

	dec_format(text, value, places, shown, true);
	json_object_object_add(o, key,
			       json_object_new_double_s(0, text)); /* the text is what counts */
}

void out_money(struct json_object *o, const char *key, struct money m)
{
	out_value(o, key, m.e8, MONEY_PLACES, 2);
}

void out_price(struct json_object *o, const char *key, struct price p)
{
	out_value(o, key, p.e12, PRICE_PLACES, 8);
}

void out_qty(struct json_object *o, const char *key, struct qty q)
{
	out_value(o, key, q.e8, QTY_PLACES, 8);
}

void out_percent(struct json_object *o, const char *key, struct percent p)
{
	out_value(o, key, p.e8, 8, 4);
}

void out_double(struct json_object *o, const char *key, double v, int shown)
{
	out_value(o, key, (wide)llround(v * 1e12), 12, shown);
}

void out_null(struct json_object *o, const char *key)
{
	json_object_object_add(o, key, NULL);
}

void out_text(struct json_object *o, const char *key, const char *text)
{
	json_object_object_add(o, key, text ? json_object_new_string(text) : NULL);
}

void out_true(struct json_object *o, const char *key, bool v)
{
	json_object_object_add(o, key, json_object_new_boolean(v));
}

void out_count(struct json_object *o, const char *key, size_t n)
{
	json_object_object_add(o, key, json_object_new_int64((int64_t)n));
}

void out_day(struct json_object *o, const char *key, struct day d)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	out_text(o, key, text);
}

void out_months(struct json_object *o, const char *key, const struct months *m)
{
	struct json_object *map = out_object(o, key);

	for (size_t i = 0; i < m->n; i++) {
		char text[MONTH_TEXT_SIZE];

		month_format(m->items[i].month, text);
		out_money(map, text, m->items[i].amount);
	}
}

struct json_object *out_array(struct json_object *o, const char *key)
{
	struct json_object *array = json_object_new_array();

	json_object_object_add(o, key, array);
	return array;
}

struct json_object *out_object(struct json_object *o, const char *key)
{
	struct json_object *map = json_object_new_object();

	json_object_object_add(o, key, map);
	return map;
}
