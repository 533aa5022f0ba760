/* SPDX-License-Identifier: Apache-2.0 */
/* cases_events.c: section 11. */
#include "config.h"

#include "cases/cases.h"

#include "calc/events/events.h"

struct read_series {
	struct session_close *closes;
	size_t n;
};

static struct read_series read_closes(void *pool, struct json_object *series, const char *code)
{
	struct json_object *list = in_field(series, code);
	struct read_series s = { pool_array(pool, struct session_close, in_length(list)), 0 };

	for (; s.n < in_length(list); s.n++) {
		struct json_object *pair = json_object_array_get_idx(list, s.n);
		const char *text = json_object_get_string(json_object_array_get_idx(pair, 1));
		wide v = 0;

		if (dec_parse(slice_of(text), PRICE_PLACES, PRICE_MAX_E12, &v) != DEC_OK)
			case_trouble("%s: %s is no close", code, text);
		s.closes[s.n] = (struct session_close){
			day_of(json_object_get_string(json_object_array_get_idx(pair, 0))),
			price_double((struct price){ v })
		};
	}
	return s;
}

static void write_anomaly(struct json_object *list, const char *code, const struct anomaly *a)
{
	struct json_object *o = json_object_new_object();

	out_day(o, "day", a->day);
	out_text(o, "series_code", code);
	out_double(o, "return_pct", a->value * 100, 4);
	if (a->has_raw)
		out_double(o, "zscore", a->zscore, 4);
	out_text(o, "direction", a->effective > 0 ? "up" : "down");
	if (a->has_local) {
		out_text(o, "factor_model", anomaly_model);
		out_double(o, "local_return_pct", a->local_value * 100, 4);
		out_double(o, "local_zscore", a->local_zscore, 4);
	}
	json_object_array_add(list, o);
}

/* One series, with factors if it is an index. */
static bool scan_one(void *pool, struct json_object *in, const char *code, struct json_object *list)
{
	struct json_object *series = in_field(in, "series");
	struct read_series s = read_closes(pool, series, code);
	struct factor_closes factors[ANOMALY_FACTORS];
	struct session_return *returns = pool_array(pool, struct session_return, s.n);
	struct common_return *commons = pool_array(pool, struct common_return, s.n);
	struct anomaly *found = pool_array(pool, struct anomaly, s.n);
	struct anomaly_input input = { .returns = returns, .commons = commons };
	size_t n = 0;
	wide v = 0;

	if (!in_number(in, "window", 0, &v))
		v = ANOMALY_WINDOW;
	input.window = (size_t)v;
	if (!in_number(in, "min_z", 4, &v))
		return false;
	input.least = (double)v / 1e4;
	if (session_returns(s.closes, s.n, NULL, 0, returns, &input.n) != CALC_OK)
		return false;
	if (str_eq(code, "IBOV") || str_eq(code, "IFIX")) {
		for (int k = 0; k < ANOMALY_FACTORS; k++) {
			struct read_series f = read_closes(pool, series, anomaly_factors[k]);

			factors[k] = (struct factor_closes){ f.closes, f.n };
		}
		if (common_returns(s.closes, s.n, factors, commons, &input.n_commons) != CALC_OK)
			return false;
	}
	if (anomaly_scan(&input, found, &n) != CALC_OK)
		return false;
	while (n--)
		write_anomaly(list, code, &found[n]);
	return true;
}

static struct json_object *anomaly_cases(void *pool, struct json_object *in)
{
	struct json_object *codes = in_field(in, "codes"), *series = in_field(in, "series");
	struct json_object *o = json_object_new_object(), *list = out_array(o, "data");

	if (codes) {
		for (size_t i = 0; i < in_length(codes); i++)
			if (!scan_one(pool, in,
				      json_object_get_string(json_object_array_get_idx(codes, i)),
				      list))
				return NULL;
		return o;
	}
	json_object_object_foreach(series, code, closes)
	{
		(void)closes;
		if (!scan_one(pool, in, code, list))
			return NULL;
	}
	return o;
}

const struct case_function event_functions[] = {
	{ "anomaly_scan", anomaly_cases },
	{ NULL, NULL },
};
