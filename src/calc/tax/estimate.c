/* SPDX-License-Identifier: Apache-2.0 */
/*
 * estimate.c: estimates what brokers withhold: 0.005 % of sales, 1 % of a day's positive day trades
 * (doc/tax.md 20.5).
 *
 * Assumes one broker: the amounts below R$ 1.00 of several brokers are unknown.
 */
#include "config.h"

#include "calc/tax/year.h"
#include "core/pool.h"

struct estimating {
	void *pool;
	struct tax_estimate *list;
	size_t n, size;
	bool *range;
};

/* The newest of the list, or a new one at its end: days ascend. */
static struct money *of_month(struct estimating *e, struct day day, enum tax_basket basket)
{
	struct month m = day_month(day);
	size_t at = e->n;

	while (at > 0 && e->list[at - 1].month.n > m.n)
		at--;
	if (at > 0 && e->list[at - 1].month.n == m.n)
		return &e->list[at - 1].amount[basket];
	pool_grow(e->pool, e->list, struct tax_estimate, e->n, e->size, 16);
	memmove(&e->list[at + 1], &e->list[at], (e->n - at) * sizeof(*e->list));
	e->list[at] = (struct tax_estimate){ .month = m };
	e->n++;
	return &e->list[at].amount[basket];
}

/* @of / @per of it. */
static void withhold(struct estimating *e, struct day day, enum tax_basket basket,
		     struct money amount, int per)
{
	struct money *sum;

	if (amount.e8 <= 0)
		return;
	sum = of_month(e, day, basket);
	*sum = money_add(*sum, (struct money){ dec_div_half_away(amount.e8, per) }, e->range);
}

static void sales(struct estimating *e, const struct tax_operations *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct tax_operation *op = &all->items[i];

		if (op->nature == TAX_SALE && op->gross_known && op->basket != BASKET_NONE &&
		    op->cls != TAX_OPTION)
			withhold(e, op->day, op->basket, op->gross, 20000);
	}
}

/* Day trades, netted by portfolio and day. */
static void day_trades(struct estimating *e, const struct tax_ledger *l,
		       const struct tax_operations *all)
{
	struct money *net = pool_array(e->pool, struct money, TAX_BASKETS * (l->n_portfolios + 1));

	for (size_t i = 0; i < all->n;) {
		struct day day = all->items[i].day;
		bool any = false;

		for (; i < all->n && day_same(all->items[i].day, day); i++) {
			const struct tax_operation *op = &all->items[i];
			struct money *of;

			if (!op->day_trade || op->basket == BASKET_NONE || !op->result_known)
				continue;
			of = &net[op->portfolio * TAX_BASKETS + op->basket];
			*of = money_add(*of, op->result, e->range);
			any = true;
		}
		for (size_t k = 0; any && k < TAX_BASKETS * l->n_portfolios; k++) {
			withhold(e, day, (enum tax_basket)(k % TAX_BASKETS), net[k], 100);
			net[k] = (struct money){ 0 };
		}
	}
}

static bool traded_in_the_day(const struct tax_operations *all, size_t from, struct day day,
			      size_t asset)
{
	for (size_t i = from; i < all->n && day_same(all->items[i].day, day); i++)
		if (all->items[i].day_trade && all->items[i].asset == asset)
			return true;
	return false;
}

/* A day's premiums received less those paid, excluding symbols with a day trade. */
static void premiums(struct estimating *e, const struct tax_ledger *l,
		     const struct tax_operations *all)
{
	size_t op = 0;

	for (size_t i = 0; i < l->n_rows;) {
		struct day day = l->rows[i].row.day;
		struct money net = { 0 };

		while (op < all->n && day_before(all->items[op].day, day))
			op++;
		for (; i < l->n_rows && day_same(l->rows[i].row.day, day); i++) {
			const struct ledger_row *row = &l->rows[i].row;
			struct money gross;

			if (l->assets[l->rows[i].asset].type != ASSET_OPTION || !row->price_known ||
			    (row->kind != ROW_BUY && row->kind != ROW_SELL) ||
			    traded_in_the_day(all, op, day, l->rows[i].asset))
				continue;
			gross = money_gross(row->qty, row->price, e->range);
			net = row->kind == ROW_SELL ? money_add(net, gross, e->range)
						    : money_sub(net, gross, e->range);
		}
		if (!day_before(l->as_of, day))
			withhold(e, day, BASKET_COMMON, net, 20000);
	}
}

struct tax_estimate *tax_withheld_estimates(void *pool, const struct tax_ledger *l,
					    const struct tax_operations *all, size_t *n,
					    bool *range)
{
	struct estimating e = { .pool = pool, .range = range };

	sales(&e, all);
	day_trades(&e, l, all);
	premiums(&e, l, all);
	for (size_t i = 0; i < e.n; i++) {
		struct money sum = { 0 };

		/* The sum is compared with R$ 1.00 unrounded (20.5). */
		for (int b = 0; b < TAX_BASKETS; b++) {
			sum = money_add(sum, e.list[i].amount[b], range);
			e.list[i].amount[b] = money_round_cents(e.list[i].amount[b]);
		}
		if (sum.e8 <= TAX_WITHHELD_MINIMUM.e8)
			e.list[i] = (struct tax_estimate){ .month = e.list[i].month };
	}
	*n = e.n;
	return e.list;
}
