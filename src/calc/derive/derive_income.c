/* SPDX-License-Identifier: Apache-2.0 */
/* derive_income.c: what a family of papers paid (calculations.md 2), under whatever ticker. */
#include "config.h"

#include "calc/derive/computing.h"

#include "core/pool.h"

#include <stdlib.h>

static int provent_order(const void *a, const void *b)
{
	const struct provent *x = a;
	const struct provent *y = b;

	return (x->pay_day.n > y->pay_day.n) - (x->pay_day.n < y->pay_day.n);
}

static int income_order(const void *a, const void *b)
{
	const struct income_row *x = a;
	const struct income_row *y = b;

	return (x->pay_day.n > y->pay_day.n) - (x->pay_day.n < y->pay_day.n);
}

/* Calendars and income rows of several papers as one, each provent with its ticker. */
static void join_income(const struct deriving_ledger *c, const struct family *f,
			struct income_input *in)
{
	const struct market_symbol **m =
		pool_array(c->pool, const struct market_symbol *, f->n_papers);
	struct provent *calendar;
	struct income_row *rows;
	size_t n_calendar = 0;
	size_t n_rows = 0;

	for (size_t i = 0; i < f->n_papers; i++) {
		const struct ledger_asset *a = f->papers[i].asset;

		m[i] = market_of(c->market, f->papers[i].symbol, a ? a->type : f->head->type, true);
		n_calendar += m[i] ? m[i]->n_provents : 0;
		n_rows += a ? a->n_income : 0;
	}
	calendar = pool_array(c->pool, struct provent, n_calendar);
	rows = pool_array(c->pool, struct income_row, n_rows);
	for (size_t i = 0; i < f->n_papers; i++) {
		const struct ledger_asset *a = f->papers[i].asset;

		for (size_t k = 0; m[i] && k < m[i]->n_provents; k++) {
			if (!m[i]->provents[k].pay_known)
				continue;
			calendar[in->n_calendar] = m[i]->provents[k];
			calendar[in->n_calendar++].symbol = f->papers[i].symbol;
		}
		for (size_t k = 0; a && k < a->n_income; k++)
			rows[in->n_imported++] = a->income[k];
	}
	if (in->n_calendar)
		qsort(calendar, in->n_calendar, sizeof(calendar[0]), provent_order);
	if (in->n_imported)
		qsort(rows, in->n_imported, sizeof(rows[0]), income_order);
	in->calendar = calendar;
	in->imported = rows;
}

bool may_lower_cost(const struct deriving_ledger *c, const struct work *w)
{
	const struct family *f = w->family;

	for (size_t i = 0; i < f->n_papers; i++) {
		const struct ledger_asset *a = f->papers[i].asset;
		const struct market_symbol *m =
			market_of(c->market, f->papers[i].symbol, a ? a->type : f->head->type,
				  f->n_papers > 1);

		for (size_t k = 0; m && k < m->n_provents; k++)
			if (income_lowers_cost(m->provents[k].kind))
				return true;
		for (size_t k = 0; a && k < a->n_income; k++)
			if (income_lowers_cost(a->income[k].kind))
				return true;
	}
	return false;
}

enum calc_err derive_income(const struct deriving_ledger *c, struct work *w,
			    const struct months *elsewhere)
{
	const struct ledger_asset *head = w->family->head;
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

	w->in.returns = NULL; /* of an earlier time */
	w->in.n_returns = 0;
	if (w->folded && w->family->n_papers == 1) {
		in.steps = w->brl.steps;
		in.n_steps = w->brl.n_steps;
	}
	if (w->family->n_papers > 1) {
		join_income(c, w->family, &in);
	} else {
		in.imported = head->income;
		in.n_imported = head->n_income;
		if (w->market && head->n_rows) {
			in.calendar = w->market->provents;
			in.n_calendar = w->market->n_provents;
		}
	}
	if (!in.n_calendar && !in.n_imported)
		return CALC_OK;
	return income_derive(c->pool, &in, &w->income);
}
