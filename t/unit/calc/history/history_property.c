/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties of the history of every ledger (doc/calculations.md 7; 18, invariant 5), on random
 * ones.
 */
#include "config.h"

#include "calc/amounts/amounts.h"
#include "calc/history/history.h"
#include "core/pool.h"

#include "closes.h"
#include "computed.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

#define LEDGERS 2000
#define ASSETS 3
#define MOST_ROWS 60
#define MOST_CLOSES 600

struct world {
	struct ledger_asset assets[ASSETS];
	struct ledger_row rows[ASSETS][MOST_ROWS];
	struct market_symbol symbols[ASSETS];
	struct close closes[ASSETS][MOST_CLOSES];
	size_t n_closes[ASSETS];
	struct reference_event split[ASSETS];
	struct income_row income[ASSETS];
	struct close rates[MOST_CLOSES];
	struct ledger ledger;
	struct market market;
	struct day first, as_of;
};

static const char *const symbols[ASSETS] = { "AAAA3", "BBBB3", "CCCC" };

static uint64_t state = 20260520;

static int chance(int n)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((state >> 33) % (uint64_t)n);
}

/* Prices with gaps, some longer than the maximum age of a price. */
static void make_closes(void *pool, struct world *w, size_t i)
{
	int64_t cents = 500 + chance(9000);
	struct day day = day_plus(w->first, -5);
	size_t n = 0;

	for (; day.n <= w->as_of.n && n < MOST_CLOSES; day.n += 1 + chance(4)) {
		if (chance(40) == 0)
			day.n += 20 + chance(50);
		if (day.n > w->as_of.n)
			break;
		cents = cents * (95 + chance(11)) / 100 + 1;
		w->closes[i][n++] = (struct close){ day, { (wide)cents * E12 / 100 } };
	}
	w->n_closes[i] = n;
	w->symbols[i] = (struct market_symbol){
		.symbol = symbols[i],
		.type = i == 2 ? ASSET_US : ASSET_STOCK,
	};
	closes_give(pool, &w->symbols[i], w->closes[i], n, 2, w->as_of);
}

static void make_rows(struct world *w, size_t i, bool split)
{
	int64_t held = 0;
	size_t n = 0;

	for (struct day day = day_plus(w->first, chance(40)); day.n <= w->as_of.n && n < MOST_ROWS;
	     day.n += 1 + chance(50)) {
		bool sell = held > 0 && chance(3) == 0;
		int64_t q = sell ? (chance(3) ? 1 + chance((int)held) : held) : 1 + chance(200);

		w->rows[i][n++] = (struct ledger_row){
			.day = day,
			.kind = sell ? ROW_SELL : ROW_BUY,
			.qty = { q * 100000000 },
			.price_known = true,
			.price = { (wide)(500 + chance(9000)) * E12 / 100 },
			.fees = { (wide)chance(200) * 1000000 },
		};
		held += sell ? -q : q;
		if (split && n == 4 && n < MOST_ROWS) {
			day.n += 3;
			w->rows[i][n++] = (struct ledger_row){ .day = day,
							       .kind = ROW_SPLIT,
							       .ratio_e12 = 2 * (int64_t)E12 };
			held *= 2;
		}
	}
	while (n && day_before(w->as_of, w->rows[i][n - 1].day))
		n--;
	w->assets[i].rows = w->rows[i];
	w->assets[i].n_rows = n;
}

static struct world *random_world(void *pool)
{
	struct world *w = pool_zero(pool, struct world);
	size_t n = 0;

	w->first.n = 18000 + chance(1500);
	w->as_of = day_plus(w->first, 10 + chance(900));
	for (size_t i = 0; i < ASSETS; i++) {
		w->assets[i].symbol = symbols[i];
		w->assets[i].type = i == 2 ? ASSET_US : ASSET_STOCK;
		w->assets[i].currency = i == 2 ? CURRENCY_USD : CURRENCY_BRL;
		w->assets[i].id.b[0] = (unsigned char)i;
		make_closes(pool, w, i);
		make_rows(w, i, chance(3) == 0);
	}
	for (struct day day = day_plus(w->first, -5); day.n <= w->as_of.n && n < MOST_CLOSES;
	     day.n += 1 + chance(5))
		w->rates[n++] = (struct close){ day, { (wide)(480 + chance(100)) * E12 / 100 } };
	w->ledger = (struct ledger){ .assets = w->assets, .n_assets = ASSETS };
	w->market = (struct market){ .symbols = w->symbols, .n_symbols = ASSETS };
	w->market.usd = (struct fx_series){ w->rates, n };
	return w;
}

static bool computed(void *pool, const struct world *w, struct day as_of, struct portfolio *p,
		     struct history *h)
{
	struct derived *d = pool_zero(pool, struct derived);
	struct history_source source = { .derived = d, .portfolio = p, .market = &w->market };

	return ledger_derive(pool, &w->ledger, &w->market, as_of, d) == CALC_OK &&
	       portfolio_mark(pool, d, &w->market, as_of, p) == CALC_OK &&
	       history_compute(pool, &source, 1, as_of, h) == CALC_OK;
}

/* The market as known on an earlier day. */
static void rewind_to(void *pool, struct world *w, struct day day)
{
	for (size_t i = 0; i < ASSETS; i++)
		closes_give(pool, &w->symbols[i], w->closes[i], w->n_closes[i], 2, day);
}

static bool near(double a, double b, double within)
{
	return fabs(a - b) <= within;
}

static bool chains(const struct history *h)
{
	double product = 1;
	bool any = false;

	for (size_t i = 0; i < h->n_months; i++)
		if (h->months[i].return_known) {
			product *= 1 + h->months[i].return_pct / 100;
			any = true;
		}
	return any == h->twr.known &&
	       (!any || near(product - 1, h->twr.cumulative, 1e-9 * product + 1e-12));
}

/*
 * 7: equity - contributed = unrealised + all realised, where nothing went unknown; each amount of a holding that
 * is shown may be half a cent off.
 */
static bool balances(const struct portfolio *p, const struct history *h)
{
	const struct history_month *last = &h->months[h->n_months - 1];
	double cents = 0.01 + 0.005 * (double)(p->n_holdings * (2 + h->n_months));

	return near(money_double(last->equity) - money_double(last->contributed),
		    money_double(p->unrealized_pl) + money_double(p->realized_pl), cents);
}

/* Month ends and their points equal the portfolio as of that day. */
static bool agrees(void *pool, struct world *w, const struct history *h, size_t month)
{
	struct day end = month_last(h->months[month].month);
	double point = -1, priced = 0;
	struct portfolio p;
	struct history past;

	for (size_t i = 0; i < h->n_points; i++)
		if (day_same(h->points[i].day, end))
			point = h->points[i].equity;
	rewind_to(pool, w, end);
	if (!computed(pool, w, end, &p, &past))
		return false;
	rewind_to(pool, w, w->as_of);
	for (size_t i = 0; i < p.n_holdings;
	     i++) /* a holding valued at cost is in the month, but not in the TWR */
		if (p.holdings[i].priced && p.holdings[i].value_known)
			priced += money_double(p.holdings[i].market_value);
	return p.patrimonio.e8 == h->months[month].equity.e8 && near(point, priced, 1e-6);
}

/* A foreign asset is valued at the last rate of any age; the history needs one within 7 days. */
static bool rate_is_fresh(const struct world *w, struct day day)
{
	struct close rate;

	return fx_ptax(&w->market.usd, day, &rate);
}

static void random_ledgers(void)
{
	int chained = 0, balanced = 0, same = 0, agreed = 0, asked = 0;

	for (int i = 0; i < LEDGERS; i++) {
		void *pool = pool_new(NULL, "ledger");
		struct world *w = random_world(pool);
		struct portfolio p;
		struct history h;

		if (!computed(pool, w, w->as_of, &p, &h) || !h.n_months) {
			pool_free(pool);
			chained++, balanced++, same++;
			continue;
		}
		chained += chains(&h);
		balanced += balances(&p, &h) || p.any_cost_unknown;
		same += h.months[h.n_months - 1].equity.e8 == p.patrimonio.e8;
		if (h.n_months > 1) {
			size_t month = (size_t)chance((int)h.n_months - 1);

			if (rate_is_fresh(w, month_last(h.months[month].month))) {
				asked++;
				agreed += agrees(pool, w, &h, month);
			}
		}
		pool_free(pool);
	}
	is_int(chained, LEDGERS, "the months chain to the whole return");
	is_int(balanced, LEDGERS, "equity less what was put in is gained or realised");
	is_int(same, LEDGERS, "the last month is the portfolio's worth, to the last place");
	is_int(agreed, asked,
	       "a month end is what the portfolio of that day is worth, to the last place");
	ok(asked > LEDGERS / 2, "which was asked %d times", asked);
}

/* invariant 5 */
static void one_purchase(void)
{
	int agreed = 0, asked = 0;

	for (int i = 0; i < LEDGERS; i++) {
		void *pool = pool_new(NULL, "ledger");
		struct world *w = random_world(pool);
		struct portfolio p;
		struct history h;

		w->assets[0].n_rows = w->assets[0].n_rows ? 1 : 0;
		w->ledger.n_assets = 1;
		if (computed(pool, w, w->as_of, &p, &h) && h.twr.annual_known && p.xirr_known &&
		    !h.partial) {
			asked++;
			agreed += near(h.twr.annualized, p.xirr, 1e-8);
		}
		pool_free(pool);
	}
	is_int(agreed, asked, "one purchase without income: both returns are the same");
	ok(asked > LEDGERS / 4, "which was asked %d times", asked);
}

/* Some closes of each paper are the person's instead of the service's. */
static void state_some(void *pool, struct world *w)
{
	for (size_t i = 0; i < ASSETS; i++) {
		struct close *left = pool_array(pool, struct close, w->n_closes[i]);
		struct close *stated = pool_array(pool, struct close, w->n_closes[i]);
		size_t n = 0, n_stated = 0;

		for (size_t k = 0; k < w->n_closes[i]; k++) {
			if (chance(2))
				stated[n_stated++] = w->closes[i][k];
			else
				left[n++] = w->closes[i][k];
		}
		w->assets[i].stated = stated;
		w->assets[i].n_stated = n_stated;
		closes_give(pool, &w->symbols[i], left, n, 2, w->as_of);
	}
}

static bool same_history(const struct history *a, const struct history *b)
{
	bool same = a->n_months == b->n_months && a->twr.known == b->twr.known;

	for (size_t i = 0; same && i < a->n_months; i++)
		same = a->months[i].equity.e8 == b->months[i].equity.e8 &&
		       a->months[i].return_known == b->months[i].return_known;
	return same && (!a->twr.known ||
			near(a->twr.cumulative, b->twr.cumulative, 1e-9 * (1 + a->twr.cumulative)));
}

/* 3.1: a stated price is a quote of its day. */
static void stated_prices(void)
{
	int same = 0, valued = 0, asked = 0;

	for (int i = 0; i < LEDGERS; i++) {
		void *pool = pool_new(NULL, "ledger");
		struct world *w = random_world(pool);
		struct portfolio by_service, by_both;
		struct history of_service, of_both;

		if (computed(pool, w, w->as_of, &by_service, &of_service)) {
			asked++;
			state_some(pool, w);
			if (computed(pool, w, w->as_of, &by_both, &of_both)) {
				valued += by_both.patrimonio.e8 == by_service.patrimonio.e8 &&
					  by_both.day_change.e8 == by_service.day_change.e8;
				same += same_history(&of_service, &of_both);
			}
		}
		pool_free(pool);
	}
	is_int(valued, asked, "what the person states is worth what the service's close is");
	is_int(same, asked, "and moves months and returns as it does");
	ok(asked > LEDGERS / 2, "which was asked %d times", asked);
}

int main(void)
{
	random_ledgers();
	stated_prices();
	one_purchase();
	return tap_done();
}
