/* SPDX-License-Identifier: Apache-2.0 */
/* derive_income.c: payments of a lineage of papers (doc/calculations.md 2), under any of its tickers. */
#include "config.h"

#include "calc/ledger/deriving.h"

#include "core/order.h"
#include "core/pool.h"

static int distribution_order(const void *a, const void *b)
{
	const struct distribution *x = a, *y = b;

	return (x->pay_day.n > y->pay_day.n) - (x->pay_day.n < y->pay_day.n);
}

/* Calendars and income rows of several papers as one, each distribution with its ticker. */
static void merge_income(const struct deriving_ledger *c, const struct lineage *f,
			 struct income_input *in)
{
	const struct market_symbol **m =
		pool_array(c->pool, const struct market_symbol *, f->n_tickers);
	struct distribution *calendar;
	struct income_row *rows;
	size_t n_calendar = 0;
	size_t n_rows = 0;

	for (size_t i = 0; i < f->n_tickers; i++) {
		const struct ledger_asset *a = f->tickers[i].asset;

		m[i] = market_of(c->market, f->tickers[i].symbol, a ? a->type : f->head->type,
				 true);
		n_calendar += m[i] ? m[i]->n_distributions : 0;
		n_rows += a ? a->n_income : 0;
	}
	calendar = pool_array(c->pool, struct distribution, n_calendar);
	rows = pool_array(c->pool, struct income_row, n_rows);
	for (size_t i = 0; i < f->n_tickers; i++) {
		const struct ledger_asset *a = f->tickers[i].asset;

		for (size_t k = 0; m[i] && k < m[i]->n_distributions; k++) {
			if (!m[i]->distributions[k].pay_known)
				continue;
			calendar[in->n_calendar] = m[i]->distributions[k];
			calendar[in->n_calendar++].symbol = f->tickers[i].symbol;
		}
		for (size_t k = 0; a && k < a->n_income; k++)
			rows[in->n_imported++] = a->income[k];
	}
	order_sort(calendar, in->n_calendar, sizeof(calendar[0]), distribution_order);
	order_sort(rows, in->n_imported, sizeof(rows[0]), order_day);
	in->calendar = calendar;
	in->imported = rows;
}

bool may_lower_cost(const struct deriving_ledger *c, const struct lineage_fold *w)
{
	const struct lineage *f = w->lineage;

	for (size_t i = 0; i < f->n_tickers; i++) {
		const struct ledger_asset *a = f->tickers[i].asset;
		const struct market_symbol *m =
			market_of(c->market, f->tickers[i].symbol, a ? a->type : f->head->type,
				  f->n_tickers > 1);

		for (size_t k = 0; m && k < m->n_distributions; k++)
			if (income_lowers_cost(m->distributions[k].kind))
				return true;
		for (size_t k = 0; a && k < a->n_income; k++)
			if (income_lowers_cost(a->income[k].kind))
				return true;
	}
	return false;
}

enum calc_err derive_income(const struct deriving_ledger *c, struct lineage_fold *w,
			    const struct months *elsewhere)
{
	const struct ledger_asset *head = w->lineage->head;
	struct income_input in = {
		.type = head->type,
		.currency = head->currency,
		.ledger = &w->in,
		.as_of = c->as_of,
		.coverage = c->ledger->coverage,
		.n_coverage = c->ledger->n_coverage,
		.usd = &c->market->usd,
		.elsewhere = elsewhere,
	};

	w->in.returns = NULL; /* left from an earlier derivation */
	w->in.n_returns = 0;
	if (w->folded && w->lineage->n_tickers == 1) {
		in.steps = w->brl.steps;
		in.n_steps = w->brl.n_steps;
	}
	if (w->lineage->n_tickers > 1) {
		merge_income(c, w->lineage, &in);
	} else {
		in.imported = head->income;
		in.n_imported = head->n_income;
		if (w->market && head->n_rows) {
			in.calendar = w->market->distributions;
			in.n_calendar = w->market->n_distributions;
		}
	}
	if (!in.n_calendar && !in.n_imported)
		return CALC_OK;
	return income_derive(c->pool, &in, &w->income);
}
