/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stated.c: the prices that a person stated for a paper.
 *
 * They belong to an asset of the portfolio.  One whose paper has a new ticker, without an asset of its own,
 * gives the prices before the succession to the old ticker and the later ones to the new one.
 */
#include "config.h"

#include "calc/value/stated.h"

#include "core/text.h"

struct stated stated_now(const struct derived_holding *d)
{
	struct stated s = { .asset = d->head, .from = DAY_FAR_PAST, .until = DAY_FAR_FUTURE };

	if (d->succeeded && !str_eq(d->head->symbol, d->current))
		s.from = d->succession_day;
	return s;
}

struct stated stated_then(const struct derived_holding *d, size_t ticker)
{
	const struct derived_ticker *t = &d->tickers[ticker];
	struct stated s = { .asset = d->head, .from = DAY_FAR_PAST, .until = t->until };

	if (str_eq(d->head->symbol, t->symbol))
		return s;
	for (size_t i = 0; i < d->n_merged; i++) {
		if (!str_eq(d->merged[i]->symbol, t->symbol))
			continue;
		s.asset = d->merged[i];
		return s;
	}
	if (ticker)
		s.from = d->tickers[ticker - 1].until;
	return s;
}

bool stated_at(const struct stated *s, struct day day, struct close *out)
{
	const struct close *list = s->asset->stated;

	for (size_t i = s->asset->n_stated; i--;) {
		if (day_before(day, list[i].day) || !day_before(list[i].day, s->until))
			continue;
		if (day_before(list[i].day, s->from))
			return false;
		*out = list[i];
		return true;
	}
	return false;
}
