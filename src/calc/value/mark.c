/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mark.c: the inputs of a holding's valuation besides its closes (doc/calculations.md 3.1, 3.3).
 *
 * Closes are as traded: the changes of the paper since the previous one (trades, splits, a succession)
 * come from the ledger and from reference data.
 */
#include "config.h"

#include "calc/value/mark.h"

#include "calc/value/value.h"
#include "core/pool.h"

/* The recent rows dated after @after; rows of several papers are grouped by paper. */
static void hand_rows(const struct marking *m, const struct derived_holding *d, struct day after,
		      struct value_input *v)
{
	struct ledger_row *some;
	size_t first = 0;

	if (!d->n_merged) {
		while (first < d->n_recent && !day_before(after, d->recent[first].day))
			first++;
		v->n_day_rows = d->n_recent - first;
		v->day_rows = v->n_day_rows ? d->recent + first : NULL;
		return;
	}
	some = pool_array(m->pool, struct ledger_row, d->n_recent);
	for (size_t i = 0; i < d->n_recent; i++)
		if (day_before(after, d->recent[i].day))
			some[v->n_day_rows++] = d->recent[i];
	v->day_rows = some;
}

/* Reference events that apply to @h: none when the person declines them. */
static size_t known_events(const struct holding *h, const struct reference_event **events)
{
	if (!h->market || h->asset->decline_events)
		return 0;
	*events = h->market->events;
	return h->market->n_events;
}

/* Events since the previous close: the reference data's, and splits that only the ledger has. */
static void hand_splits(const struct marking *m, const struct holding *h, struct day after,
			struct value_input *v)
{
	const struct reference_event *known = NULL;
	size_t n_known = known_events(h, &known);
	struct reference_event *own = NULL;
	size_t n = 0;

	v->events = known;
	v->n_events = n_known;
	while (v->n_events && !day_before(after, v->events[0].ex_day)) {
		v->events++;
		v->n_events--;
	}
	while (v->n_events && day_before(m->as_of, v->events[v->n_events - 1].ex_day))
		v->n_events--;
	for (size_t i = 0; i < v->n_day_rows; i++) {
		const struct ledger_row *row = &v->day_rows[i];

		if (row->kind != ROW_SPLIT || has_split_near(known, n_known, row->day))
			continue;
		if (!own) {
			own = pool_array(m->pool, struct reference_event,
					 v->n_events + v->n_day_rows);
			for (; n < v->n_events; n++)
				own[n] = v->events[n];
		}
		own[n++] = (struct reference_event){
			.ex_day = row->day,
			.kind = EVENT_SPLIT,
			.ratio = ratio_rationalise(row->ratio_e12),
		};
	}
	if (own) {
		v->events = own;
		v->n_events = n;
	}
}

/* The quantity at the previous close; unknown across a succession, whose new shares had no price. */
static void hand_quantity_before(const struct derived_holding *d, struct value_input *v)
{
	const struct fold_step *before;

	if (d->succeeded && day_before(v->prev.day, d->succession_day))
		return;
	before = fold_step_at(d->steps, d->n_steps, v->prev.day);
	v->qty_prev_known = true;
	if (before)
		v->qty_prev = before->qty;
}

/* A paper with terms whose price is missing or too old: its lots at the contracted rate. */
static void hand_accrual(const struct marking *m, const struct derived_holding *d,
			 struct holding *h, struct value_input *v)
{
	struct accrual_result now, before, base;
	struct day since;

	if (h->state != HOLDING_OPEN || h->has_native)
		return;
	if (m->values_only) {
		accrual_value(m->accruer, d->head->terms, &d->lots, m->as_of, &now);
		before = base = (struct accrual_result){ .reason = ACCRUAL_INCOMPLETE };
		since = m->as_of;
	} else {
		accrual_change(m->accruer, d->head->terms, &d->lots, m->as_of, &now, &before, &base,
			       &since);
	}
	/* Lots with another quantity than the holding's must not be used. */
	if (!now.reason && d->lots.qty.e8 != h->brl.qty.e8)
		now.reason = ACCRUAL_INCOMPLETE;
	h->accrual_reason = now.reason;
	if (now.reason)
		return;
	v->accrual_known = true;
	v->accrual_value = now.value;
	v->accrual_unit = now.unit;
	v->accrual_prev_known = !before.reason;
	v->accrual_prev_value = before.value;
	v->accrual_base_known = !base.reason;
	v->accrual_base = base.value;
	v->n_day_rows = 0;
	hand_rows(m, d, since, v);
}

/* The two newest closes up to @as_of, ignoring later ones. */
static void hand_closes(const struct market_symbol *s, struct day as_of, struct value_input *v)
{
	v->has_last = s->has_last;
	v->last = s->last;
	v->has_prev = s->has_last && s->has_prev;
	v->prev = s->prev;
	if (!v->has_last || !day_before(as_of, v->last.day))
		return;
	v->has_last = v->has_prev && !day_before(as_of, v->prev.day);
	v->last = v->prev;
	v->has_prev = false;
}

/* Why an open holding has no price: the reason shown to the person. */
static enum unpriced why_unpriced(const struct value_input *v, struct holding *h)
{
	if (h->state != HOLDING_OPEN || h->priced)
		return PRICED;
	if (h->asset->type == ASSET_RENDA_FIXA)
		return UNPRICED_TERMS;
	if (h->unpriced == UNPRICED_ABSURD)
		return UNPRICED_ABSURD;
	if (!v->has_last)
		return UNPRICED_NO_QUOTE;
	if (value_last_usable(v, v->accrual_known))
		return UNPRICED_NO_RATE;
	h->quote_day = v->last.day;
	return UNPRICED_STALE;
}

/*
 * The prices that the person stated join the closes as if they were of the series; of one day, the close is
 * the one.
 */
static bool hand_stated(const struct derived_holding *d, struct value_input *v)
{
	const struct stated of = stated_now(d);
	struct close own;
	bool any = false;

	if (stated_at(&of, v->as_of, &own) && (!v->has_last || day_before(v->last.day, own.day))) {
		v->prev = v->last;
		v->has_prev = v->has_last;
		v->last = own;
		v->has_last = v->last_stated = any = true;
	}
	if (v->has_last && stated_at(&of, day_plus(v->last.day, -1), &own) &&
	    (!v->has_prev || day_before(v->prev.day, own.day))) {
		v->prev = own;
		v->has_prev = v->prev_stated = any = true;
	}
	return any;
}

/* What happened to the holding since the previous price, or the last where there is none. */
static void hand_changes(const struct marking *m, const struct derived_holding *d,
			 const struct holding *h, struct value_input *v)
{
	struct day since = v->has_prev ? v->prev.day : v->last.day;

	v->n_day_rows = 0;
	v->qty_prev_known = false;
	if (h->state != HOLDING_WATCHLIST)
		hand_rows(m, d, since, v);
	hand_splits(m, h, since, v);
	if (v->has_prev && h->state == HOLDING_OPEN)
		hand_quantity_before(d, v);
}

void mark_input(const struct marking *m, const struct derived_holding *d, struct holding *h,
		struct value_input *out)
{
	const struct market_symbol *s = h->market;
	struct value_input v = {
		.type = s ? s->type : h->asset->type,
		.currency = h->asset->currency,
		.as_of = m->as_of,
		.brl = h->brl,
		.has_native = h->has_native,
		.native = h->native,
		.fx = m->fx,
	};

	if (s) {
		hand_closes(s, m->as_of, &v);
		v.expires = s->expires;
		v.expiry = s->expiry;
	}
	if (d->ends.n) { /* of its own series: the listing may be of a later one */
		v.expires = true;
		v.expiry = d->ends.items[d->ends.n - 1].expiry;
	} else if (h->state == HOLDING_OPEN) {
		v.expires = false;
	}
	if (v.has_last) {
		hand_changes(m, d, h, &v);
		if (value_close_absurd(&v)) {
			v.has_last = v.has_prev = false;
			h->unpriced = UNPRICED_ABSURD;
		}
	}
	if (hand_stated(d, &v))
		hand_changes(m, d, h, &v);
	if (d->head->terms && m->accruer && !value_last_usable(&v, true))
		hand_accrual(m, d, h, &v);
	*out = v;
}

enum calc_err mark_holding(const struct marking *m, const struct derived_holding *d,
			   struct holding *h)
{
	struct value_input v;
	enum calc_err err;

	mark_input(m, d, h, &v);
	err = position_value(&v, h);
	h->unpriced = why_unpriced(&v, h);
	return err;
}
