/* SPDX-License-Identifier: Apache-2.0 */
/* cases_accrual.c: section 4, and the CDI of 12 months (9.3). */
#include "config.h"

#include "cases/cases.h"

#include "calc/amounts/accrual.h"

#include <stdio.h>
#include <stdlib.h>

static bool read_percent(struct json_object *o, const char *key, struct percent *out)
{
	return in_field(o, key) && in_number(o, key, 8, &out->e8);
}

struct accrual_terms in_terms(struct json_object *in)
{
	struct json_object *o = in_field(in, "terms");
	struct accrual_terms t = {
		.indexer = (enum indexer)in_enum(o, "indexer", indexer_names, INDEXER_OTHER),
		.paper = in_text(o, "paper"),
	};
	wide dom = 0;

	t.has_pct = read_percent(o, "pct", &t.pct);
	t.has_spread = read_percent(o, "spread", &t.spread);
	t.has_rate = read_percent(o, "rate", &t.rate);
	t.has_maturity = in_day(o, "maturity", &t.maturity);
	if (in_field(o, "anniversary_day") && in_number(o, "anniversary_day", 0, &dom))
		t.anniversary_day = (int)dom;
	else
		t.anniversary_day = accrual_anniversary(
			(enum asset_type)in_enum(in, "asset_type", asset_type_names,
						 ASSET_RENDA_FIXA),
			t.paper, t.has_maturity ? &t.maturity : NULL);
	return t;
}

static struct daily_rates read_daily(void *pool, struct json_object *map)
{
	size_t n;
	const struct close *c = in_closes(pool, map, &n);
	struct daily_rate *out = pool_array(pool, struct daily_rate, n);

	for (size_t i = 0; i < n; i++) {
		out[i].day = c[i].day;
		out[i].annual.e8 = dec_div_half_away(c[i].price.e12, 10000);
		out[i].daily_e8 = daily_rate_of(out[i].annual);
	}
	return (struct daily_rates){ out, n };
}

static int month_order(const void *a, const void *b)
{
	const struct index_month *x = a;
	const struct index_month *y = b;

	return x->month.n - y->month.n;
}

static void add_months(struct json_object *map, bool numbers, bool projected,
		       struct index_month *out, size_t *n)
{
	if (!map)
		return;
	json_object_object_foreach(map, name, value)
	{
		struct index_month m = { .projected = projected,
					 .has_number = numbers,
					 .has_change = !numbers };
		char first[DAY_TEXT_SIZE];

		(void)value;
		(void)snprintf(first, sizeof(first), "%.7s-01", name);
		m.month = day_month(day_of(first));
		if (numbers)
			m.number = in_price(map, name);
		else
			(void)in_number(map, name, 8, &m.change.e8);
		out[(*n)++] = m;
	}
}

static size_t map_size(struct json_object *map)
{
	return map ? (size_t)json_object_object_length(map) : 0;
}

static struct index_months read_index(void *pool, struct json_object *data)
{
	struct json_object *numbers = in_field(data, "index");
	struct json_object *changes = in_field(data, "index_pct");
	struct json_object *projected = in_field(data, "projection");
	size_t n = 0;
	struct index_month *out =
		pool_array(pool, struct index_month,
			   map_size(numbers) + map_size(changes) + map_size(projected));

	add_months(numbers, true, false, out, &n);
	add_months(changes, false, false, out, &n);
	add_months(projected, false, true, out, &n);
	if (n)
		qsort(out, n, sizeof(*out), month_order);
	return (struct index_months){ out, n };
}

static struct rates read_rates(void *pool, struct json_object *data)
{
	struct rates r = { 0 };

	r.cdi = r.selic = read_daily(pool, in_field(data, "rates"));
	r.ipca = r.igpm = read_index(pool, data);
	return r;
}

static struct json_object *value(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = in_field(in, "rows");
	struct accrual_terms terms = in_terms(in);
	struct rates rates = read_rates(pool, in_field(in, "data"));
	struct day as_of = day_of(in_text(in, "as_of"));
	struct ledger_row *rows = pool_array(pool, struct ledger_row, in_length(list));
	struct json_object *paid = in_field(in, "payments");
	struct accrual_payment *payments =
		pool_array(pool, struct accrual_payment, in_length(paid));
	struct accrual_lots lots;
	struct accrual_result r;

	for (size_t i = 0; i < in_length(list); i++)
		rows[i] = in_row(json_object_array_get_idx(list, i));
	for (size_t i = 0; i < in_length(paid); i++) {
		struct json_object *one = json_object_array_get_idx(paid, i);

		(void)in_day(one, "date", &payments[i].day);
		payments[i].amount = in_money(one, "amount");
	}
	if (accrual_lots(pool, rows, in_length(list), payments, in_length(paid), as_of, &lots) !=
	    CALC_OK)
		return NULL;
	accrual_value(accruer_new(pool, &rates, as_of), &terms, &lots, as_of, &r);
	out_qty(o, "qty", lots.qty);
	if (r.reason) {
		out_null(o, "accrued_value");
		out_null(o, "unit_value");
		out_null(o, "_m8");
		return o;
	}
	out_money(o, "accrued_value", r.value);
	out_price(o, "unit_value", r.unit);
	out_value(o, "_m8", r.value.e8, 0, 0);
	return o;
}

static struct json_object *year(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *data = in_field(in, "data") ? in_field(in, "data") : in;
	struct rates rates = read_rates(pool, data);
	struct day as_of = day_of(in_text(in, "as_of"));
	struct percent pct;

	if (cdi_12m_pct(accruer_new(pool, &rates, as_of), as_of, &pct))
		out_percent(o, "cdi_12m_pct", pct);
	else
		out_null(o, "cdi_12m_pct");
	return o;
}

const struct case_function accrual_functions[] = {
	{ "accrual_value", value },
	{ "cdi_12m", year },
	{ NULL, NULL },
};
