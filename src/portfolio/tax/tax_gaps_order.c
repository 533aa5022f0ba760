/* SPDX-License-Identifier: Apache-2.0 */
/* tax_gaps_order.c: the order of the questions of a year, and which of them a month waits for. */
#include "config.h"

#include <stdlib.h>

#include "core/buf.h"
#include "core/number_text.h"
#include "core/text.h"
#include "portfolio/tax/tax_gaps.h"

/* ---- the order ---- */

/* Months first, ascending: gains, of crypto and the like, are found after the months of the exchange. */
static bool is_before(const struct tax_gap *a, const struct tax_gap *b)
{
	return a->has_month && (!b->has_month || a->month.n < b->month.n);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The papers of which the statement is asked, sorted: it has the code, too. */
static const char **with_statement(const struct tax_gaps *l, size_t *n)
{
	const char **symbols = pool_array(l->pool, const char *, l->n);

	*n = 0;
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].why == TAX_USE_STATEMENT && l->items[i].symbol)
			symbols[(*n)++] = l->items[i].symbol;
	if (*n)
		qsort(symbols, *n, sizeof(*symbols), by_text);
	return symbols;
}

const char *tax_paper_said(void *pool, const struct taxpayer *of, const char *symbol)
{
	char id[15];
	const char *said = tax_id_normal(symbol, id) ? tax_id_text(pool, symbol) : symbol;

	for (size_t i = 0; i < of->ledger.n_assets; i++) {
		const struct tax_asset *a = &of->ledger.assets[i];

		if (a->type == ASSET_FUND && a->name && str_eq(a->symbol, symbol) &&
		    !str_eq(a->name, symbol))
			return pool_printf(pool, "%s (%s)", a->name, said);
	}
	return said;
}

static bool is_folded(const struct tax_gap *g)
{
	return g->symbol && !g->has_month;
}

/* What has no answer here, and is of no month: a row for each reason, with all its papers.  False: it is the first. */
static bool fold_gap(const struct tax_gaps *l, struct buf *papers, const struct tax_gap *g)
{
	struct buf *b = &papers[g->why];
	bool more = b->p;

	if (!is_folded(g))
		return false;
	if (!more)
		buf_init(b, l->pool, 64);
	buf_printf(b, "%s%s", more ? ", " : "", tax_paper_said(l->pool, l->of, g->symbol));
	return more;
}

void tax_gaps_order(struct tax_gaps *l)
{
	struct tax_gap *sorted = pool_array(l->pool, struct tax_gap, l->n);
	struct buf papers[TAX_REASONS] = { { .p = NULL } };
	size_t n = 0, first = 0, n_told;
	const char **told = with_statement(l, &n_told);

	for (int pass = 0; pass < 2; pass++) {
		first = n;
		for (size_t i = 0; i < l->n; i++) {
			const struct tax_gap *g = &l->items[i];
			size_t at = n;

			if (tax_answerable(l->of, g) != !pass)
				continue;
			if (pass && g->why == TAX_CODE_UNCONFIRMED && g->symbol &&
			    bsearch(&g->symbol, told, n_told, sizeof(*told), by_text))
				continue;
			if (pass && fold_gap(l, papers, g))
				continue;
			for (; at > first && is_before(g, &sorted[at - 1]); at--)
				sorted[at] = sorted[at - 1];
			sorted[at] = *g;
			n++;
		}
	}
	for (size_t i = first; i < n; i++) {
		struct tax_gap *g = &sorted[i];

		g->where = "Sem resposta aqui";
		if (g->symbol)
			g->symbol = is_folded(g) ? buf_text(&papers[g->why])
						 : tax_paper_said(l->pool, l->of, g->symbol);
	}
	l->n = n;
	l->items = sorted;
}

/* ---- of a month ---- */

size_t tax_gaps_of(const struct tax_gaps *l, struct month month)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += (l->items[i].waiting & (1U << (month.n % 12))) &&
		     tax_answerable(l->of, &l->items[i]);
	return n;
}

const struct tax_gap *tax_gaps_first(const struct tax_gaps *l, struct month month, size_t *before)
{
	const struct tax_gap *first = NULL;

	for (size_t i = 0; i < l->n; i++) {
		const struct tax_gap *g = &l->items[i];

		if ((g->waiting & (1U << (month.n % 12))) && tax_answerable(l->of, g) &&
		    (!first || g->month.n < first->month.n))
			first = g;
	}
	*before = 0;
	for (size_t i = 0; first && i < l->n; i++)
		*before += is_before(&l->items[i], first) && tax_answerable(l->of, &l->items[i]);
	return first;
}

struct month tax_losses_month(const struct tax_gaps *l, const struct tax_gap *g)
{
	return (struct month){ (g->has_month ? g->month.n : (12 * l->year->year)) - 1 };
}
