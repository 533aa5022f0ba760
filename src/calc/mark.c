/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mark.c: what the valuation of a holding needs besides its closes (calculations.md 3.1, 3.3).
 *
 * Closes are as traded: what happened to the paper since the previous one (trades, splits, a
 * succession) comes from the ledger and from reference data.
 */
#include "config.h"

#include "calc/computing.h"

#include "calc/value.h"
#include "core/pool.h"

#include <stdlib.h>

#define SAME_EVENT_DAYS 15 /* a row this near to a reference event tells of the same split (16) */

/* The rows of an asset in (after, until]; they are the last ones or nearly so. */
static size_t rows_between(const struct ledger_asset *a, struct day after, struct day until,
			   size_t *first)
{
	size_t end = a ? a->n_rows : 0;
	size_t begin;

	while (end && day_before(until, a->rows[end - 1].day))
		end--;
	begin = end;
	while (begin && day_before(after, a->rows[begin - 1].day))
		begin--;
	*first = begin;
	return end - begin;
}

/* The rows of all papers since the previous close: one run of the ledger, or a copy of several. */
static void hand_rows(const struct computing *c, const struct family *f, struct day after,
		      struct value_input *v)
{
	struct ledger_row *all;
	size_t first;
	size_t n = 0;

	if (f->n_papers == 1) {
		v->n_day_rows = rows_between(f->head, after, c->as_of, &first);
		v->day_rows = f->head->rows ? f->head->rows + first : NULL;
		return;
	}
	for (size_t i = 0; i < f->n_papers; i++)
		n += rows_between(f->papers[i].asset, after, c->as_of, &first);
	if (!n)
		return;
	all = pool_array(c->pool, struct ledger_row, n);
	for (size_t i = 0; i < f->n_papers; i++) {
		size_t k = rows_between(f->papers[i].asset, after, c->as_of, &first);

		for (size_t j = 0; j < k; j++)
			all[v->n_day_rows++] = f->papers[i].asset->rows[first + j];
	}
	v->day_rows = all;
}

static bool is_told(const struct reference_event *events, size_t n, struct day day)
{
	for (size_t i = 0; i < n; i++)
		if (events[i].kind == EVENT_SPLIT &&
		    abs(events[i].ex_day.n - day.n) <= SAME_EVENT_DAYS)
			return true;
	return false;
}

/* Events since the previous close: the reference's, and splits that only the ledger knows. */
static void hand_splits(const struct computing *c, const struct work *w, struct day after,
			struct value_input *v)
{
	const struct fold_asset *a = &w->in.assets[w->in.n_assets - 1];
	struct reference_event *own = NULL;
	size_t n = 0;

	v->events = a->events;
	v->n_events = a->n_events;
	while (v->n_events && !day_before(after, v->events[0].ex_day)) {
		v->events++;
		v->n_events--;
	}
	while (v->n_events && day_before(c->as_of, v->events[v->n_events - 1].ex_day))
		v->n_events--;
	for (size_t i = 0; i < v->n_day_rows; i++) {
		const struct ledger_row *row = &v->day_rows[i];

		if (row->kind != ROW_SPLIT || is_told(a->events, a->n_events, row->day))
			continue;
		if (!own) {
			own = pool_array(c->pool, struct reference_event,
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

/* What was held at the previous close; not told across a succession, whose new shares had no price.
 */
static enum calc_err hand_quantity_before(const struct computing *c, const struct work *w,
					  struct value_input *v)
{
	const struct family *f = w->family;

	if (f->n_successions && day_before(v->prev.day, f->successions[f->n_successions - 1].day))
		return CALC_OK;
	v->qty_prev_known = true;
	v->qty_prev = v->brl.qty;
	if (!v->n_day_rows && !v->n_events)
		return CALC_OK;
	return quantity_at(c->pool, &w->in, v->prev.day, &v->qty_prev);
}

enum calc_err mark_holding(const struct computing *c, const struct work *w, struct holding *h)
{
	const struct market_symbol *m = w->market;
	struct value_input v = {
		.type = m ? m->type : h->asset->type,
		.currency = h->asset->currency,
		.as_of = c->as_of,
		.brl = h->brl,
		.has_native = h->has_native,
		.native = h->native,
		.fx = c->out.fx,
	};
	enum calc_err err = CALC_OK;

	if (m) {
		v.has_last = m->has_last;
		v.last = m->last;
		v.has_prev = m->has_last && m->has_prev;
		v.prev = m->prev;
		v.expires = m->expires;
		v.expiry = m->expiry;
	}
	if (v.has_last && h->state != HOLDING_WATCHLIST) {
		struct day since = v.has_prev ? v.prev.day : v.last.day;

		hand_rows(c, w->family, since, &v);
		hand_splits(c, w, since, &v);
		if (v.has_prev && h->state == HOLDING_OPEN)
			err = hand_quantity_before(c, w, &v);
	} else if (v.has_last) {
		hand_splits(c, w, v.has_prev ? v.prev.day : v.last.day, &v);
	}
	return err == CALC_OK ? position_value(&v, h) : err;
}
