/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_states.c: how the figures of a date changed as documents were filed.
 *
 * A figure over twelve months changes when its own document is filed again, and when last year's is. So
 * the figures are computed for each day with a filing, and each difference from the day before is a new
 * state.
 */
#include "config.h"

#include <stdlib.h>

#include "calc/credit/statement_blocks.h"
#include "core/order.h"
#include "core/pool.h"

static bool same_figures(const struct statements *s, const struct statement_figures *a,
			 const struct statement_figures *b)
{
	if (s->filings[a->filing].version != s->filings[b->filing].version)
		return false;
	if (a->interest != b->interest)
		return false;
	for (int i = 0; i < FIGURE_COUNT; i++)
		if (a->of[i].known != b->of[i].known ||
		    (a->of[i].known && a->of[i].value.e8 != b->of[i].value.e8))
			return false;
	return true;
}

/* Filing days that can affect the date: of its own year and the one before, from the date on. */
static size_t days_of(const struct statements *s, struct day date, struct statement_view view,
		      struct day *out)
{
	struct day oldest = day_plus_months(date, -36), newest = day_plus_months(date, 36);
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < s->n_filings; i++) {
		const struct statement_filing *f = &s->filings[i];

		if (f->dated && filing_visible(s, i, view) &&
		    !day_before(f->reference_date, oldest) &&
		    !day_before(newest, f->reference_date))
			out[n++] = f->filed_at;
	}
	qsort(out, n, sizeof(out[0]), order_day);
	for (size_t i = 0; i < n; i++)
		if (!kept || !day_same(out[kept - 1], out[i]))
			out[kept++] = out[i];
	return kept;
}

/* Adds a state unless it equals the last one; drops the oldest when there is no room. */
static size_t push(const struct statements *s, struct statement_state *out, size_t n, size_t max,
		   const struct statement_state *state)
{
	if (n && same_figures(s, &out[n - 1].figures, &state->figures))
		return n;
	if (n == max) {
		memmove(out, out + 1, (max - 1) * sizeof(out[0]));
		n--;
	}
	out[n] = *state;
	return n + 1;
}

size_t statements_states(const struct statements *s, void *pool, struct day date,
			 struct statement_view view, struct statement_state *out, size_t max)
{
	struct day *days = pool_array(pool, struct day, s->n_filings);
	size_t n_days = days_of(s, date, view, days), n = 0;
	struct statement_state state = { .present = false };

	for (size_t i = 0; i < n_days; i++) {
		state.view = (struct statement_view){ .cut = true, .at = days[i] };
		state.dated = true;
		state.known_on = days[i];
		if (statements_at(s, pool, date, state.view, BASIS_TTM, &state.figures))
			n = push(s, out, n, max, &state);
	}
	state = (struct statement_state){ .view = view };
	if (statements_at(s, pool, date, view, BASIS_TTM, &state.figures))
		n = push(s, out, n, max, &state);
	if (n)
		out[n - 1].present = true;
	return n;
}
