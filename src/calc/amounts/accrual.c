/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual.c: the value of a paper's lots, day after day (doc/calculations.md 4).
 *
 * The steps of the lots are processed once, however many days are requested.  When a step lacks an
 * input (the value on the day of a payment), its reason stays until all lots of that time are gone.
 *
 * The only place where lots are valued: accrual_value(), accrual_curve() and accrual_change() use the
 * same walk for a day, many days, or a day and the one before.  calc/explain/explain_accrual.c writes
 * it down as steps.
 */
#include "config.h"

#include "calc/amounts/accrual.h"

#include "calc/amounts/accrual_factor.h"
#include "core/calendar.h"
#include "core/pool.h"

struct lot {
	struct day start;
	bool known;
	struct qty qty;
	struct price base; /* PU(start), less later payments */
};

struct walking {
	struct accruer *a;
	const struct accrual_terms *terms;
	const struct accrual_lots *from;
	size_t next; /* step */
	struct lot *lots;
	size_t n;
	struct qty held;
	enum accrual_reason lost; /* why the bases are unknown */
	struct year_factors years;
};

/* ---- value of the present lots ---- */

static enum accrual_reason lots_value(struct walking *w, struct day day, struct money *value)
{
	enum accrual_reason reason = w->lost;
	bool range = false;

	*value = (struct money){ 0 };
	for (size_t i = 0; i < w->n && !reason; i++) {
		const struct lot *lot = &w->lots[i];
		struct price unit = { 0 };

		if (!lot->known)
			return ACCRUAL_PRICE;
		reason = accrual_unit(w->a, w->terms, &w->years, lot->start, lot->base, day, &unit);
		*value = money_add(*value, money_gross(lot->qty, unit, &range), &range);
	}
	return range ? ACCRUAL_BEYOND : reason;
}

static struct accrual_result result_of(struct walking *w, struct day day)
{
	struct accrual_result out = { .qty = w->held };
	bool range = false;

	out.reason = lots_value(w, day, &out.value);
	if (!out.reason && !qty_is_zero(w->held)) {
		out.unit = money_per_unit(out.value, w->held, &range);
		out.unit.e12 = dec_div_half_away(out.unit.e12, 10000) * 10000;
	}
	if (range)
		out.reason = ACCRUAL_BEYOND;
	return out;
}

/* ---- steps ---- */

/* The last lot absorbs the rounding difference, or those before it when it is too small. */
static void give_rest(struct walking *w, int64_t rest)
{
	for (size_t i = w->n; i-- > 0;) {
		w->lots[i].qty.e8 += rest;
		if (w->lots[i].qty.e8 >= 0)
			return;
		rest = w->lots[i].qty.e8;
		w->lots[i].qty.e8 = 0;
	}
}

static void redeem(struct walking *w, const struct accrual_step *s)
{
	bool range = false;
	int64_t removed = 0;

	if (s->qty.e8 >= s->of.e8) {
		w->n = 0;
		w->held = (struct qty){ 0 };
		w->lost = ACCRUAL_KNOWN;
		return;
	}
	for (size_t i = 0; i < w->n; i++) {
		int64_t part = (int64_t)dec_mul_div_half_away(w->lots[i].qty.e8, s->qty.e8,
							      s->of.e8, &range);

		w->lots[i].qty.e8 -= part;
		removed += part;
	}
	give_rest(w, removed - s->qty.e8);
	w->held = qty_sub(w->held, s->qty, &range);
}

/* The step has the quantity after it; a lot's money stays, whatever its quantity. */
static void split(struct walking *w, const struct accrual_step *s)
{
	bool range = false;
	int64_t total = 0;

	for (size_t i = 0; i < w->n; i++) {
		struct lot *lot = &w->lots[i];

		lot->qty = qty_times_ratio(lot->qty, s->ratio, &range);
		lot->base.e12 =
			dec_mul_div_half_away(lot->base.e12, s->ratio.d, s->ratio.n, &range);
		total += lot->qty.e8;
	}
	give_rest(w, s->qty.e8 - total);
	w->held = s->qty;
	if (range)
		w->lost = ACCRUAL_BEYOND;
}

/* 4.7: every base by 1 - paid / value of the day. */
static void pay(struct walking *w, const struct accrual_step *s)
{
	struct money value;
	wide left;
	bool range = false;

	if (w->lost)
		return;
	w->lost = lots_value(w, s->day, &value);
	if (w->lost || value.e8 <= 0)
		return;
	left = s->paid.e8 < value.e8 ? value.e8 - s->paid.e8 : 0;
	for (size_t i = 0; i < w->n; i++)
		w->lots[i].base.e12 =
			dec_mul_div_half_away(w->lots[i].base.e12, left, value.e8, &range);
	if (range)
		w->lost = ACCRUAL_BEYOND;
}

static void begin(struct walking *w, const struct accrual_step *s)
{
	bool range = false;

	w->lots[w->n++] = (struct lot){ s->day, s->unit_known, s->qty, s->unit };
	w->held = qty_add(w->held, s->qty, &range);
}

static void walk_to(struct walking *w, struct day day)
{
	const struct accrual_lots *from = w->from;

	for (; w->next < from->n && !day_before(day, from->steps[w->next].day); w->next++) {
		const struct accrual_step *s = &from->steps[w->next];

		switch (s->kind) {
		case ACCRUAL_LOT:
			begin(w, s);
			break;
		case ACCRUAL_REDEEM:
			redeem(w, s);
			break;
		case ACCRUAL_PAY:
			pay(w, s);
			break;
		case ACCRUAL_SPLIT:
			split(w, s);
			break;
		}
	}
}

/* Returns why these terms give no value at all. */
static enum accrual_reason walk_begin(struct walking *w, struct accruer *a,
				      const struct accrual_terms *terms,
				      const struct accrual_lots *lots)
{
	size_t n = 0;

	*w = (struct walking){ .a = a, .terms = terms, .from = lots };
	for (size_t i = 0; i < lots->n; i++)
		n += lots->steps[i].kind == ACCRUAL_LOT;
	w->lots = pool_array(accruer_pool(a), struct lot, n);
	return terms ? accrual_judge(terms) : ACCRUAL_NO_TERMS;
}

/* ---- requests ---- */

void accrual_curve(struct accruer *a, const struct accrual_terms *terms,
		   const struct accrual_lots *lots, const struct day *days, size_t n,
		   struct accrual_result *out)
{
	struct walking w;
	enum accrual_reason reason = walk_begin(&w, a, terms, lots);

	if (!reason && n > 1 && lots->n && day_before(lots->steps[0].day, days[n - 1])) {
		w.years.n = accrual_days(a, lots->steps[0].day, days[n - 1]) + 1;
		w.years.e9 = pool_array(accruer_pool(a), int64_t, (size_t)w.years.n);
	}
	for (size_t i = 0; i < n; i++) {
		size_t steps = w.next;

		if (reason) {
			out[i] = (struct accrual_result){ .reason = reason };
			continue;
		}
		walk_to(&w, days[i]);
		/* No step and no bank day: over a weekend nothing accrues. */
		if (i && steps == w.next && !accrual_days(a, days[i - 1], days[i]))
			out[i] = out[i - 1];
		else
			out[i] = result_of(&w, days[i]);
	}
}

void accrual_value(struct accruer *a, const struct accrual_terms *terms,
		   const struct accrual_lots *lots, struct day day, struct accrual_result *out)
{
	accrual_curve(a, terms, lots, &day, 1, out);
}

void accrual_change(struct accruer *a, const struct accrual_terms *terms,
		    const struct accrual_lots *lots, struct day day, struct accrual_result *now,
		    struct accrual_result *before, struct accrual_result *base, struct day *since)
{
	struct walking w;
	enum accrual_reason reason = walk_begin(&w, a, terms, lots);
	size_t step;

	*since = day_plus(day, -1);
	while (!day_is_business(*since))
		*since = day_plus(*since, -1);
	if (reason) {
		*now = *before = *base = (struct accrual_result){ .reason = reason };
		return;
	}
	walk_to(&w, *since);
	*before = result_of(&w, *since);
	step = w.next;
	walk_to(&w, day);
	*now = result_of(&w, day);
	*base = w.next == step ? *before : result_of(&w, *since);
}
