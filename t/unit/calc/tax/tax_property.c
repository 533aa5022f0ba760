/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties of every taxpayer (doc/tax.md 20.12), on random ledgers of several portfolios.
 */
#include "config.h"

#include "calc/ledger/derive.h"
#include "calc/ledger/fold.h"
#include "calc/tax/tax.h"
#include "core/clock.h"
#include "core/pool.h"
#include "core/stop.h"

#include "rows.h"
#include "tap.h"

#include <string.h>

#define LEDGERS 1500
#define ROWS_MAX 60
#define ASSETS 4
#define PORTFOLIOS 3
#define SPINS 6

static uint64_t state = 20261123;

static uint32_t dice(uint32_t sides)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % sides;
}

struct taxpayer {
	struct tax_asset assets[ASSETS];
	struct tax_portfolio portfolios[PORTFOLIOS];
	struct tax_row rows[ROWS_MAX];
	struct tax_carry carry;
	struct tax_ledger ledger;
};

static const struct {
	const char *symbol;
	enum asset_type type;
} kinds[ASSETS] = {
	{ "ABCD3", ASSET_STOCK },
	{ "EFGH11", ASSET_FII },
	{ "IJKL11", ASSET_STOCK },
	{ "BTC", ASSET_CRYPTO },
};

/* Covered trades with prices; with @anything also rows that make figures unknown. */
static void make(struct taxpayer *p, size_t portfolios, bool anything)
{
	struct day day = on("2023-11-01");
	int64_t held[ASSETS] = { 0 };
	size_t n = 1 + dice(ROWS_MAX);

	memset(p, 0, sizeof(*p));
	for (size_t i = 0; i < ASSETS; i++)
		p->assets[i] = (struct tax_asset){ .symbol = kinds[i].symbol,
						   .type = kinds[i].type,
						   .custody = CUSTODY_BR };
	for (size_t i = 0; i < PORTFOLIOS; i++)
		p->portfolios[i] = (struct tax_portfolio){ "P", "Carteira" };
	for (size_t i = 0; i < n; i++) {
		struct tax_row *r = &p->rows[i];
		size_t a = dice(ASSETS);

		day = day_plus(day, (int)dice(3) * (int)dice(18));
		r->asset = a;
		r->portfolio = dice((uint32_t)portfolios);
		r->row = (struct ledger_row){ .day = day,
					      .kind = dice(2) ? ROW_BUY : ROW_SELL,
					      .price_known = !anything || dice(10),
					      .qty = { (1 + (int64_t)dice(900)) * 100000000 },
					      .price = { (wide)(1 + dice(9000)) * 10000000000 },
					      .fees = { (wide)dice(400) * 1000000 } };
		if (r->row.kind == ROW_SELL && !anything && r->row.qty.e8 > held[a])
			r->row.qty.e8 = held[a];
		if (!r->row.qty.e8) {
			r->row.kind = ROW_BUY;
			r->row.qty.e8 = 100000000;
		}
		held[a] += r->row.kind == ROW_BUY ? r->row.qty.e8 : -r->row.qty.e8;
	}
	p->ledger = (struct tax_ledger){ .as_of = on("2026-11-20"),
					 .portfolios = p->portfolios,
					 .n_portfolios = PORTFOLIOS,
					 .assets = p->assets,
					 .n_assets = ASSETS,
					 .rows = p->rows,
					 .n_rows = n };
}

static bool near(wide a, wide b, wide limit)
{
	return a - b <= limit && b - a <= limit;
}

/* ---- the results are those of section 1 ---- */

static struct money results_in(const struct tax_operations *all, size_t asset, struct month month)
{
	struct money sum = { 0 };

	for (size_t i = 0; i < all->n; i++)
		if (all->items[i].asset == asset && all->items[i].result_known &&
		    day_month(all->items[i].day).n == month.n)
			sum.e8 += all->items[i].result.e8;
	return sum;
}

static bool same_as_fold(void *pool, const struct taxpayer *p, const struct tax_operations *all,
			 size_t asset)
{
	struct ledger_row own[ROWS_MAX];
	struct fold_asset a = { .symbol = kinds[asset].symbol, .rows = own };
	struct fold_input in = {
		.type = kinds[asset].type, .assets = &a, .n_assets = 1, .as_of = p->ledger.as_of
	};
	const struct tax_position *held = &all->held[1][asset];
	struct fold_output out;

	for (size_t i = 0; i < p->ledger.n_rows; i++)
		if (p->rows[i].asset == asset)
			own[a.n_rows++] = p->rows[i].row;
	if (fold(pool, &in, &out) != CALC_OK)
		return false;
	for (int m = month_of(2023, 1).n; m <= month_of(2026, 12).n; m++) {
		struct money want = { 0 };

		for (size_t i = 0; i < out.position.realized_by_month.n; i++)
			if (out.position.realized_by_month.items[i].month.n == m)
				want = out.position.realized_by_month.items[i].amount;
		if (want.e8 != results_in(all, asset, (struct month){ m }).e8)
			return false;
	}
	return held->qty.e8 == out.position.qty.e8 &&
	       (held->why == TAX_KNOWN) == out.position.cost_known &&
	       (held->why != TAX_KNOWN || held->cost.e8 == out.position.cost.e8);
}

/* ---- with spin-offs, those of a whole portfolio ---- */

/* Turns some purchases into credits without a counterpart, and makes papers give to credited ones. */
static size_t make_spins(struct taxpayer *p, struct spin_off *spins)
{
	static const size_t shares[] = { 0, 2 };
	size_t n = 0;

	for (size_t i = 0; i < p->ledger.n_rows; i++) {
		struct ledger_row *r = &p->rows[i].row;
		size_t to = p->rows[i].asset, from = shares[to == 0];

		if (r->kind != ROW_BUY || kinds[to].type != ASSET_STOCK || dice(4))
			continue;
		r->kind = ROW_ADJUST;
		r->event = EVENT_INCORPORATION;
		r->price_known = !dice(8);
		r->fees.e8 = 0;
		if (n == SPINS || dice(3) == 0)
			continue;
		spins[n] = (struct spin_off){ .from = kinds[from].symbol,
					      .to = kinds[to].symbol,
					      .from_type = ASSET_STOCK,
					      .to_type = ASSET_STOCK,
					      .day = day_plus(r->day, -(int)dice(17)),
					      .share = { (1 + (wide)dice(1000000)) * 10000 } };
		n++;
	}
	return n;
}

/* Each asset typed in one portfolio, as in the wallet's ledger. */
static struct ledger typed_ledger(void *pool, const struct taxpayer *p,
				  const struct spin_off *spins, size_t n)
{
	struct ledger_asset *list = pool_array(pool, struct ledger_asset, ASSETS);

	for (size_t a = 0; a < ASSETS; a++) {
		struct ledger_row *rows = pool_array(pool, struct ledger_row, ROWS_MAX);

		list[a] = (struct ledger_asset){ .symbol = kinds[a].symbol,
						 .type = kinds[a].type,
						 .rows = rows };
		for (size_t i = 0; i < p->ledger.n_rows; i++)
			if (p->rows[i].asset == a)
				rows[list[a].n_rows++] = p->rows[i].row;
		for (size_t k = 0; k < n; k++)
			if (str_eq(spins[k].from, kinds[a].symbol))
				list[a].spin_off = &spins[k];
	}
	return (struct ledger){ .assets = list, .n_assets = ASSETS };
}

static bool same_as_derived(const struct taxpayer *p, const struct derived *d,
			    const struct tax_operations *all, int *moved)
{
	bool same = true;

	for (size_t a = 0; a < ASSETS; a++) {
		const struct position *want = &d->holdings[a].brl;
		const struct tax_position *held = &all->held[1][a];

		for (size_t i = 0; i < want->realized_by_month.n; i++)
			same &= want->realized_by_month.items[i].amount.e8 ==
				results_in(all, a, want->realized_by_month.items[i].month).e8;
		same &= held->qty.e8 == want->qty.e8 &&
			(held->why == TAX_KNOWN) == want->cost_known &&
			(held->why != TAX_KNOWN || held->cost.e8 == want->cost.e8);
		*moved += want->cost_known && want->cost.e8 > 0 && p->ledger.n_spin_offs > 0;
	}
	return same;
}

static void spin_offs_are_those_of_the_portfolio(void)
{
	struct spin_off spins[SPINS];
	struct taxpayer p;
	int wrong = 0, moved = 0;

	for (int k = 0; k < LEDGERS; k++) {
		void *pool = pool_new(NULL, "case");
		const struct market market = { .n_symbols = 0 };
		struct known_spin_offs known;
		struct tax_operations all;
		struct ledger ledger;
		struct derived d;

		make(&p, 1, k % 2);
		ledger = typed_ledger(pool, &p, spins, make_spins(&p, spins));
		known = spin_offs_known(pool, &ledger, &market);
		p.ledger.spin_offs = known.items;
		p.ledger.n_spin_offs = known.n;
		if (ledger_derive(pool, &ledger, &market, p.ledger.as_of, &d) != CALC_OK ||
		    tax_operations(pool, &p.ledger,
				   (struct day[]){ p.ledger.as_of, p.ledger.as_of },
				   &all) != CALC_OK)
			wrong++;
		else
			wrong += !same_as_derived(&p, &d, &all, &moved);
		pool_free(pool);
	}
	is_int(wrong, 0, "with spin-offs too, costs and results are those of the portfolio");
	ok(moved > LEDGERS, "of %d holdings", moved);
}

static void results_are_those_of_the_fold(void)
{
	struct taxpayer p;
	int wrong = 0;

	for (int k = 0; k < LEDGERS; k++) {
		void *pool = pool_new(NULL, "case");
		struct tax_operations all;

		make(&p, 1, k % 2);
		if (tax_operations(pool, &p.ledger,
				   (struct day[]){ p.ledger.as_of, p.ledger.as_of },
				   &all) != CALC_OK)
			wrong++;
		else
			for (size_t a = 0; a < ASSETS; a++)
				wrong += !same_as_fold(pool, &p, &all, a);
		pool_free(pool);
	}
	is_int(wrong, 0, "with one portfolio the results of a month are those of the fold");
}

static void stops_when_asked(void)
{
	void *pool = pool_new(NULL, "case");
	struct taxpayer p;
	struct tax_operations all;

	make(&p, 1, false);
	stop_begin(clock_monotonic_us() - 1);
	is_int(tax_operations(pool, &p.ledger, (struct day[]){ p.ledger.as_of, p.ledger.as_of },
			      &all),
	       CALC_STOPPED, "behind its deadline it stops");
	stop_end();
	pool_free(pool);
}

/* ---- sharing rows among portfolios ---- */

static wide result_less_cost(void *pool, const struct taxpayer *p)
{
	struct tax_operations all;
	wide sum = 0;

	if (tax_operations(pool, &p->ledger, (struct day[]){ p->ledger.as_of, p->ledger.as_of },
			   &all) != CALC_OK)
		return -1;
	for (size_t i = 0; i < all.n; i++)
		sum += all.items[i].result_known ? all.items[i].result.e8 : 0;
	for (size_t a = 0; a < ASSETS; a++)
		sum -= all.held[1][a].cost.e8;
	return sum;
}

static void sharing_changes_no_total(void)
{
	struct taxpayer p;
	int wrong = 0;

	for (int k = 0; k < LEDGERS; k++) {
		void *pool = pool_new(NULL, "case");
		wide one, shared;

		make(&p, 1, false);
		one = result_less_cost(pool, &p);
		for (size_t i = 0; i < p.ledger.n_rows; i++)
			p.rows[i].portfolio = dice(PORTFOLIOS);
		shared = result_less_cost(pool, &p);
		wrong += !near(one, shared, 100); /* one unit of the grid per division */
		pool_free(pool);
	}
	is_int(wrong, 0, "sharing the rows among portfolios changes no result less cost left");
}

/* ---- losses ---- */

static struct money losses_over(const struct tax_year *y, int basket, bool used)
{
	struct money sum = { 0 };

	for (size_t i = 0; i < y->n_all_months; i++) {
		const struct tax_basket_month *b = &y->all_months[i].basket[basket];

		if (used && b->loss_used.known)
			sum.e8 += b->loss_used.m.e8;
		else if (!used && b->result.known && b->result.m.e8 < 0)
			sum.e8 -= b->result.m.e8;
	}
	return sum;
}

static void losses_used_are_losses_made(void)
{
	struct taxpayer p;
	int wrong = 0, used = 0;

	for (int k = 0; k < LEDGERS; k++) {
		void *pool = pool_new(NULL, "case");
		struct tax_year y;

		make(&p, PORTFOLIOS, k % 2);
		if (tax_year_compute(pool, &p.ledger, 2026, &y) != CALC_OK)
			wrong++;
		for (int b = 0; b < TAX_BASKETS; b++) {
			struct money u = losses_over(&y, b, true);

			wrong += u.e8 > losses_over(&y, b, false).e8;
			used += u.e8 > 0;
		}
		pool_free(pool);
	}
	is_int(wrong, 0, "no more losses are used than were made");
	ok(used > LEDGERS / 4, "and some are: %d", used);
}

static void a_bigger_loss_raises_no_tax(void)
{
	struct taxpayer p;
	int wrong = 0, lowered = 0;

	for (int k = 0; k < LEDGERS; k++) {
		void *pool = pool_new(NULL, "case");
		struct tax_year less, more;

		make(&p, PORTFOLIOS, k % 2);
		p.carry = (struct tax_carry){ .month = month_of(2023, 6) };
		for (int b = 0; b < TAX_BASKETS; b++) {
			p.carry.known[b] = true;
			p.carry.loss[b].e8 = (wide)dice(1000) * E8;
		}
		p.ledger.inputs.carry = &p.carry;
		p.ledger.inputs.n_carry = 1;
		if (tax_year_compute(pool, &p.ledger, 2025, &less) != CALC_OK)
			wrong++;
		for (int b = 0; b < TAX_BASKETS; b++)
			p.carry.loss[b].e8 += (wide)dice(5000) * E8;
		if (tax_year_compute(pool, &p.ledger, 2025, &more) != CALC_OK)
			wrong++;
		for (size_t i = 0; i < less.n_all_months; i++)
			for (int b = 0; b < TAX_BASKETS; b++) {
				struct tax_figure x = less.all_months[i].basket[b].tax;
				struct tax_figure y = more.all_months[i].basket[b].tax;

				wrong += x.known != y.known || (x.known && y.m.e8 > x.m.e8);
				lowered += x.known && y.m.e8 < x.m.e8;
			}
		pool_free(pool);
	}
	is_int(wrong, 0, "a bigger loss brought never raises a tax");
	ok(lowered > LEDGERS / 4, "and lowers some: %d", lowered);
}

int main(void)
{
	results_are_those_of_the_fold();
	spin_offs_are_those_of_the_portfolio();
	stops_when_asked();
	sharing_changes_no_total();
	losses_used_are_losses_made();
	a_bigger_loss_raises_no_tax();
	return tap_done();
}
