/* SPDX-License-Identifier: Apache-2.0 */
/* tax_gaps_order.c: the order of the page of missing facts, and where a month is on it. */
#include "config.h"

#include "console/person/tax_pages.h"
#include "core/number_text.h"

/* ---- in the order of the page ---- */

/* Months first, ascending: gains, of crypto and the like, are found after the months of the exchange. */
static bool is_before(const struct tax_gap *a, const struct tax_gap *b)
{
	return a->has_month && (!b->has_month || a->month.n < b->month.n);
}

static bool has(const struct tax_gaps *l, const struct tax_gap *g, enum tax_reason why)
{
	for (size_t i = 0; g->symbol && i < l->n; i++)
		if (l->items[i].why == why && l->items[i].symbol &&
		    str_eq(l->items[i].symbol, g->symbol))
			return true;
	return false;
}

/* A paper's statement has its code, too. */
static bool is_told(const struct tax_gaps *l, const struct tax_gap *g)
{
	return g->why == TAX_CODE_UNCONFIRMED && has(l, g, TAX_USE_STATEMENT);
}

/* What has no answer here, and is of no month: a row for each reason, with all its papers. */
static bool fold_gap(struct tax_gaps *l, struct tax_gap *first, size_t n, const struct tax_gap *g)
{
	for (size_t i = 0; g->symbol && !g->has_month && i < n; i++) {
		struct tax_gap *x = &first[i];

		if (x->why != g->why || x->has_month || !x->symbol)
			continue;
		x->symbol =
			pool_printf(l->pool, "%s, %s", x->symbol, tax_id_text(l->pool, g->symbol));
		return true;
	}
	return false;
}

void tax_gaps_order(struct tax_gaps *l)
{
	struct tax_gap *sorted = pool_array(l->pool, struct tax_gap, l->n);
	size_t n = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0, first = n; i < l->n; i++) {
			const struct tax_gap *g = &l->items[i];
			size_t at = n;

			if (tax_answerable(l->v, g) != !pass ||
			    (pass && (is_told(l, g) || fold_gap(l, &sorted[first], n - first, g))))
				continue;
			for (; at > first && is_before(g, &sorted[at - 1]); at--)
				sorted[at] = sorted[at - 1];
			sorted[at] = *g;
			if (pass) {
				sorted[at].where = "Sem resposta aqui";
				sorted[at].symbol =
					g->symbol ? tax_id_text(l->pool, g->symbol) : NULL;
			}
			n++;
		}
	l->n = n;
	l->items = sorted;
}

/* ---- where a month is on the page ---- */

const char *tax_gaps_path(const struct tax_gaps *l, struct month month)
{
	const struct tax_gap *first = NULL;
	size_t before = 0, page;

	/* The earliest question that the month waits for. */
	for (size_t i = 0; i < l->n; i++) {
		const struct tax_gap *g = &l->items[i];

		if ((g->waiting & (1U << (month.n % 12))) && tax_answerable(l->v, g) &&
		    (!first || g->month.n < first->month.n))
			first = g;
	}
	if (!first)
		return pool_printf(l->pool, "%s/missing?year=%d", l->v->base, l->v->asked);
	for (size_t i = 0; i < l->n; i++)
		before += is_before(&l->items[i], first) && tax_answerable(l->v, &l->items[i]);
	page = before / TAX_GAPS_SHOWN + 1;
	return pool_printf(l->pool, "%s/missing?year=%d%s#%s", l->v->base, l->v->asked,
			   page > 1 ? pool_printf(l->pool, "&page=%zu", page) : "",
			   month_iso(l->pool, first->month));
}
