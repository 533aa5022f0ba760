/* SPDX-License-Identifier: Apache-2.0 */
/* fragment.c: anomalies and events as JSON. */
#include "config.h"

#include "market/events/fragment.h"

#include "db/db.h"
#include "db/db_json.h"

#define STATISTIC_PLACES 18 /* deviations go down to 1e-12: six digits are left of the smallest */

static void statistic(struct json *j, const char *name, double v)
{
	json_decimal(j, name, (wide)((long double)v * 1e18L), STATISTIC_PLACES, STATISTIC_PLACES,
		     true);
}

static void raw_baseline(struct json *j, const struct anomaly *a)
{
	json_open(j, "raw");
	json_day(j, "from", a->raw.from);
	json_day(j, "to", a->raw.to);
	json_int(j, "n", ANOMALY_WINDOW);
	statistic(j, "return", a->value);
	statistic(j, "mean", a->raw.mean);
	statistic(j, "deviation", a->raw.deviation);
	json_close(j);
}

static void by_factor(struct json *j, const char *name, const double *values)
{
	json_open(j, name);
	for (int k = 0; k < ANOMALY_FACTORS; k++)
		statistic(j, anomaly_factors[k], values[k]);
	json_close(j);
}

static void local_baseline(struct json *j, const struct anomaly *a)
{
	json_open(j, "local");
	json_day(j, "from", a->local.from);
	json_day(j, "to", a->local.to);
	json_int(j, "n", ANOMALY_WINDOW);
	statistic(j, "return", a->value);
	statistic(j, "intercept", a->local.intercept);
	by_factor(j, "betas", a->local.beta);
	by_factor(j, "factor_returns", a->factor);
	statistic(j, "deviation", a->local.deviation);
	json_close(j);
}

const char *anomaly_head(void *pool, const char *code, const struct anomaly *a)
{
	struct json *j = json_new(pool, 1024);

	json_open(j, NULL);
	json_day(j, "day", a->day);
	json_text(j, "series_code", code);
	json_rate(j, "return_pct", a->value * 100, 4);
	if (a->has_raw)
		json_rate(j, "zscore", a->zscore, 4);
	json_text(j, "direction", a->effective > 0 ? "up" : "down");
	if (a->has_local) {
		json_text(j, "factor_model", anomaly_model);
		json_rate(j, "local_return_pct", a->local_value * 100, 4);
		json_rate(j, "local_zscore", a->local_zscore, 4);
	}
	json_open(j, "baseline");
	if (a->has_raw)
		raw_baseline(j, a);
	if (a->has_local)
		local_baseline(j, a);
	json_close(j);
	return json_written(j);
}

/* The values before and after the event; empty when no named value changed. */
static void details(struct json *j, const struct db_rows *r, size_t row)
{
	json_open(j, "details");
	if (!db_is_null(r, row, E_FROM)) {
		json_text(j, "from", db_get_text(r, row, E_FROM));
		json_text(j, "to", db_get_text(r, row, E_TO));
	}
	json_close(j);
}

void event_write(struct json *j, const struct db_rows *r, size_t row, bool alone)
{
	json_open(j, NULL);
	json_int(j, "event_id", db_get_int(r, row, E_ID));
	if (!alone) {
		json_text(j, "event_key", db_get_text(r, row, E_KEY));
		json_text(j, "type", db_get_text(r, row, E_TYPE));
	}
	db_json_columns(j, r, row, E_DAY, E_SUMMARY);
	json_raw(j, "entities", db_get_text(r, row, E_ENTITIES));
	json_raw(j, "tickers", db_get_text(r, row, E_TICKERS));
	json_raw(j, "transmission_channels", db_get_text(r, row, E_CHANNELS));
	json_decimal(j, "score", db_get_decimal(r, row, E_SCORE, 4), 4, 4, true);
	json_raw(j, "detectors", db_get_text(r, row, E_DETECTORS));
	json_text(j, "thread_slug", db_get_text(r, row, E_THREAD));
	json_raw(j, "source_refs", db_get_text(r, row, E_SOURCES));
	if (!alone)
		details(j, r, row);
	json_close(j);
}
