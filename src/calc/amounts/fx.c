/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fx.c: the official rate of a date, and the rate that values the portfolio (doc/calculations.md 5).
 *
 * Costs, income and history take the official rate of their own date; only the valuation may use the
 * live pair, and only while it is fresh and does not contradict the Central Bank.
 */
#include "config.h"

#include "calc/amounts/fx.h"

#include "core/order.h"

#define PAIR_AGE_MS 600000 /* ten minutes; caller_find() makes versions of it */

bool fx_ptax(const struct fx_series *s, struct day day, struct close *out)
{
	size_t n = days_until(s->rates, s->n, sizeof(*s->rates), day);

	if (!n || day.n - s->rates[n - 1].day.n > PTAX_DAYS)
		return false;
	*out = s->rates[n - 1];
	return true;
}

/* Tolerates a clock slightly behind the exchange's as it does a slightly old quote. */
static bool pair_is_fresh(const struct fx_live *pair, int64_t now_ms)
{
	int64_t age_ms = now_ms - pair->at_ms;

	return pair->known && pair->rate.e12 > 0 && age_ms <= PAIR_AGE_MS && age_ms >= -PAIR_AGE_MS;
}

/* Within 10 % of the official rate; without a recent official rate, the pair is accepted. */
static bool pair_is_plausible(struct price pair, const struct close *official, struct day today)
{
	if (!official || today.n - official->day.n > PTAX_DAYS)
		return true;
	return wide_abs(pair.e12 - official->price.e12) * 10 <= official->price.e12;
}

struct fx fx_choose(const struct fx_live *usdt, const struct fx_series *official, int64_t now_ms,
		    struct day today)
{
	size_t n = days_until(official->rates, official->n, sizeof(*official->rates), today);
	const struct close *last = n ? &official->rates[n - 1] : NULL;
	struct fx fx = { .source = FX_NONE };
	bool range = false;

	if (pair_is_fresh(usdt, now_ms) && pair_is_plausible(usdt->rate, last, today))
		return (struct fx){
			.source = FX_USDT,
			.rate = usdt->rate,
			.at_ms = usdt->at_ms,
			.change_known = usdt->change_known,
			.change = usdt->change,
		};
	if (!last || last->price.e12 <= 0)
		return fx;
	fx = (struct fx){ .source = FX_BCB, .rate = last->price, .day = last->day };
	if (n > 1 && last[-1].price.e12 > 0) {
		fx.change.e8 = dec_mul_div_half_away(last->price.e12 - last[-1].price.e12, 100 * E8,
						     last[-1].price.e12, &range);
		fx.change_known = !range;
	}
	return fx;
}
