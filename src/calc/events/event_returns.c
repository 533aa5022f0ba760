/* SPDX-License-Identifier: Apache-2.0 */
/* event_returns.c: turns closes into returns between consecutive sessions, and finds common sessions. */
#include "config.h"

#include "calc/events/anomaly.h"

#include <math.h>

#include "core/calendar.h"

static bool positive(double v)
{
	return v > 0 && isfinite(v);
}

bool session_is_gap(struct day before, struct day after)
{
	return business_days(before, after) > SESSION_DAYS_MAX;
}

static enum calc_err check(const struct session_close *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!positive(c[i].close))
			return CALC_INPUT;
		if (i && !day_before(c[i - 1].day, c[i].day))
			return CALC_ORDER;
	}
	return CALC_OK;
}

enum calc_err session_returns(const struct session_close *closes, size_t n,
			      const struct unit_change *changes, size_t n_changes,
			      struct session_return *out, size_t *n_out)
{
	enum calc_err err = check(closes, n);
	size_t k = 0;

	if (err)
		return err;
	for (size_t i = 0; i < n_changes; i++) {
		if (!positive(changes[i].ratio))
			return CALC_INPUT;
		if (i && day_before(changes[i].ex_day, changes[i - 1].ex_day))
			return CALC_ORDER;
	}
	*n_out = 0;
	for (size_t i = 0; i < n; i++) {
		double ratio = 1;

		for (; k < n_changes && !day_before(closes[i].day, changes[k].ex_day); k++)
			ratio *= changes[k].ratio;
		if (i && !session_is_gap(closes[i - 1].day, closes[i].day))
			out[(*n_out)++] = (struct session_return){
				closes[i].day, closes[i].close * ratio / closes[i - 1].close - 1
			};
	}
	return CALC_OK;
}

/* The close of exactly this day; @at only moves forward. */
static const struct session_close *close_of(const struct factor_closes *f, size_t *at,
					    struct day day)
{
	while (*at < f->n && day_before(f->closes[*at].day, day))
		++*at;
	return *at < f->n && day_same(f->closes[*at].day, day) ? &f->closes[*at] : NULL;
}

enum calc_err common_returns(const struct session_close *index, size_t n,
			     const struct factor_closes factors[ANOMALY_FACTORS],
			     struct common_return *out, size_t *n_out)
{
	const struct session_close *before[ANOMALY_FACTORS] = { NULL };
	size_t at[ANOMALY_FACTORS] = { 0 };
	enum calc_err err = check(index, n);

	for (int k = 0; !err && k < ANOMALY_FACTORS; k++)
		err = check(factors[k].closes, factors[k].n);
	if (err)
		return err;
	*n_out = 0;
	for (size_t i = 0; i < n; i++) {
		struct common_return *c = &out[*n_out];
		bool common = i > 0 && !session_is_gap(index[i - 1].day, index[i].day);

		for (int k = 0; k < ANOMALY_FACTORS; k++) {
			const struct session_close *f = close_of(&factors[k], &at[k], index[i].day);

			if (common && f && before[k])
				c->factor[k] = f->close / before[k]->close - 1;
			else
				common = false;
			before[k] = f;
		}
		if (!common)
			continue;
		c->day = index[i].day;
		c->value = index[i].close / index[i - 1].close - 1;
		++*n_out;
	}
	return CALC_OK;
}
