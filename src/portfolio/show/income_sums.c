/* SPDX-License-Identifier: Apache-2.0 */
/* income_sums.c: what was received by month, by year and by payer, and its yield on the cost of what is held. */
#include "config.h"

#include "portfolio/show/income_view.h"

#include <stdlib.h>

#define YEAR 12 /* months, that of today the last */

static int by_paper(const void *a, const void *b)
{
	const struct income_payer *x = a, *y = b;
	int c = strcmp(x->asset->symbol, y->asset->symbol);

	return c ? c : (int)x->asset->type - (int)y->asset->type;
}

static int by_year(const void *a, const void *b)
{
	const struct income_payer *x = a, *y = b;

	if (x->year.e8 != y->year.e8)
		return x->year.e8 < y->year.e8 ? 1 : -1;
	if (x->all.e8 != y->all.e8)
		return x->all.e8 < y->all.e8 ? 1 : -1;
	return by_paper(a, b);
}

static bool in_last_year(struct month now, struct month m)
{
	return now.n - m.n < YEAR;
}

/* Sums leave the grid only where income_received has, which is refused before. */
static struct income_payer payer_of(const struct valued *v, const struct holding *x,
				    struct month now)
{
	bool open = x->state == HOLDING_OPEN;
	struct income_payer p = { .asset = x->asset,
				  .name = holding_name(x),
				  .portfolio = v,
				  .all = x->income.received,
				  .held = open,
				  .cost_known = open && x->brl.cost_known };

	if (p.cost_known)
		p.cost = x->brl.cost;
	for (size_t i = 0; i < x->income.by_month.n; i++) {
		const struct month_amount *m = &x->income.by_month.items[i];

		if (in_last_year(now, m->month))
			p.year.e8 += m->amount.e8;
		if (m->month.n / YEAR == now.n / YEAR)
			p.this_year.e8 += m->amount.e8;
	}
	return p;
}

/* The same paper of several portfolios is one payer; its cost is known where it is in each that holds it. */
static void join(struct income_sums *s)
{
	size_t n = 0;

	if (!s->n_payers)
		return;
	qsort(s->payers, s->n_payers, sizeof(*s->payers), by_paper);
	for (size_t i = 1; i < s->n_payers; i++) {
		struct income_payer *to = &s->payers[n], *from = &s->payers[i];

		if (by_paper(to, from) != 0) {
			s->payers[++n] = *from;
			continue;
		}
		to->year.e8 += from->year.e8;
		to->this_year.e8 += from->this_year.e8;
		to->all.e8 += from->all.e8;
		to->cost.e8 += from->cost.e8;
		to->cost_known = to->held && from->held ? to->cost_known && from->cost_known
							: to->cost_known || from->cost_known;
		to->held |= from->held;
	}
	s->n_payers = n + 1;
	qsort(s->payers, s->n_payers, sizeof(*s->payers), by_year);
}

static void sum_payers(struct ctx *ctx, struct income_view *v)
{
	struct income_sums *s = &v->sums;
	size_t room = 0;

	for (size_t i = 0; i < v->n; i++)
		room += v->list[i].portfolio.n_holdings;
	s->payers = pool_array(ctx->pool, struct income_payer, room);
	for (size_t i = 0; i < v->n; i++)
		for (size_t k = 0; k < v->list[i].portfolio.n_holdings; k++) {
			const struct income_payer p =
				payer_of(&v->list[i], &v->list[i].portfolio.holdings[k],
					 day_month(ctx->today));

			if (!p.held && !p.all.e8)
				continue;
			s->cost.e8 += p.cost.e8;
			s->payers[s->n_payers++] = p;
		}
	join(s);
}

/* Adds to the last one of an ascending list, or a next one. */
static void add(struct month_amount *list, size_t *n, struct month month, struct money amount)
{
	if (!*n || list[*n - 1].month.n != month.n)
		list[(*n)++] = (struct month_amount){ .month = month };
	list[*n - 1].amount.e8 += amount.e8;
}

static void sum_months(struct ctx *ctx, struct income_view *v)
{
	struct income_sums *s = &v->sums;
	struct month now = day_month(ctx->today);
	struct month_amount *months = pool_array(ctx->pool, struct month_amount, v->received.n);
	struct month_amount *years = pool_array(ctx->pool, struct month_amount, v->received.n);

	for (size_t i = 0; i < v->received.n; i++) {
		const struct income_payment *p = &v->received.items[i];
		struct month m = day_month(p->day);

		if (!p->counts)
			continue;
		if (!p->brl_known) {
			s->without_rate++;
			continue;
		}
		add(months, &s->n_months, m, p->brl);
		add(years, &s->n_years, (struct month){ m.n - m.n % 12 }, p->brl);
		s->all.e8 += p->brl.e8;
		if (in_last_year(now, m))
			s->year.e8 += p->brl.e8;
		if (m.n / 12 == now.n / 12)
			s->this_year.e8 += p->brl.e8;
		if (m.n == now.n)
			s->month.e8 += p->brl.e8;
	}
	s->months = months;
	s->years = years;
}

void income_add_up(struct ctx *ctx, struct income_view *v)
{
	sum_payers(ctx, v);
	sum_months(ctx, v);
}

bool income_yield(struct money year, struct money cost, double *pct)
{
	*pct = cost.e8 > 0 ? 100 * money_double(year) / money_double(cost) : 0;
	return cost.e8 > 0;
}
