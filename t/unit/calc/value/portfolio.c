/* SPDX-License-Identifier: Apache-2.0 */
/* From a ledger and a market to a valued portfolio (doc/calculations.md 1.7, 1.10, 3, 6.1, 17). */
#include "config.h"

#include "calc/value/value.h"
#include "core/pool.h"

#include "computed.h"
#include "rows.h"
#include "tap.h"

#define ROOM 8

/* A ledger and market data, small enough to be typed. */
struct world {
	struct ledger_asset assets[ROOM];
	struct market_symbol symbols[ROOM];
	struct succession successions[ROOM];
	struct ledger ledger;
	struct market market;
	struct day as_of;
};

static void *pool;

/* Saturday; Friday 2026-11-20 was a holiday. */
static struct world *world(void)
{
	struct world *w = pool_zero(pool, struct world);

	w->ledger.assets = w->assets;
	w->market.symbols = w->symbols;
	w->market.successions = w->successions;
	w->as_of = on("2026-11-21");
	return w;
}

static struct ledger_asset *hold(struct world *w, const char *symbol, const char *const *rows)
{
	struct fold_asset a = asset_of(pool, symbol, rows);
	struct ledger_asset *to = &w->assets[w->ledger.n_assets++];

	*to = (struct ledger_asset){ .symbol = symbol, .rows = a.rows, .n_rows = a.n_rows };
	return to;
}

/* Symbols are quoted in ascending order. */
static struct market_symbol *quote(struct world *w, const char *symbol, const char *before,
				   const char *last)
{
	struct market_symbol *m = &w->symbols[w->market.n_symbols++];

	*m = (struct market_symbol){ .symbol = symbol, .has_last = true };
	m->last = (struct close){ on("2026-11-19"), at(last) };
	if (before) {
		m->has_prev = true;
		m->prev = (struct close){ on("2026-11-18"), at(before) };
	}
	return m;
}

static void succeed(struct world *w, const char *from, const char *to, const char *day, int64_t n,
		    int64_t d)
{
	w->successions[w->market.n_successions++] = (struct succession){
		.from = from,
		.to = to,
		.day = on(day),
		.ratio = { n, d },
	};
}

static struct portfolio computed(const struct world *w)
{
	struct portfolio p = { 0 };

	if (portfolio_compute(pool, &w->ledger, &w->market, w->as_of, &p) != CALC_OK)
		ok(false, "the portfolio can be computed");
	return p;
}

static void is_cents(struct money got, const char *want, const char *name)
{
	is_money(money_round_cents(got), want, name);
}

static void has_rate(const struct portfolio *p, double want, const char *name)
{
	if (!p->xirr_known)
		ok(false, "%s: there is a rate", name);
	else
		is_double(p->xirr, want, 1e-12, name);
}

static void one_purchase(void)
{
	struct world *w = world();
	struct portfolio p;

	hold(w, "AAAA3", ROWS("2025-11-21 buy 100 10.00 0"));
	quote(w, "AAAA3", "11.50", "12.00");
	p = computed(w);
	is_money(p.patrimonio, "1200", "quantity at the last close");
	is_money(p.unrealized_pl, "200", "less cost");
	is_money(p.day_change, "50", "on Saturday the gain of Thursday");
	has_rate(&p, 0.2, "20 % in 365 days");
	is_int((int64_t)p.n_flows, 1, "the terminal value is not among the flows");
	is_int(p.fx.source, FX_NONE, "no exchange rate without a foreign asset");
	is_text(p.kind_mix, "Ações 100%", "composition");

	w->as_of = on("2025-11-20");
	p = computed(w);
	ok(p.is_watchlist && p.watchlist_entries == 1 && !p.xirr_known,
	   "before the first row there is no position");
}

static void two_of_a_day(void)
{
	struct world *w = world();
	struct portfolio p;

	hold(w, "AAAA3", ROWS("2025-11-21 buy 100 10.00 1.00"));
	hold(w, "BBBB3", ROWS("2025-11-21 buy 10 9.90 0", "2026-01-05 sell 10 12.00 1.00"));
	hold(w, "CCCC3", ROWS("2026-01-05 buy 10 11.90 0"));
	quote(w, "AAAA3", NULL, "12.00");
	p = computed(w);
	is_int((int64_t)p.n_flows, 1,
	       "flows of a day are one; those that add up to nothing are none");
	is_money(p.flows[0].amount, "-1100", "with fees");
	ok(p.open_positions == 2 && p.closed_positions == 1, "open and closed");
	is_money(p.realized_pl, "20", "119.00 - 99.00");
	is_money(p.patrimonio, "1319", "what has no price counts at cost");
	ok(p.any_unpriced, "and is told");
	is_text(p.holdings[2].asset->symbol, "BBBB3", "closed last");
	has_rate(&p, 1319.0 / 1100 - 1, "return over both");
}

static const struct holding *one_of(const char *const *rows)
{
	struct world *w = world();
	struct portfolio *p = pool_zero(pool, struct portfolio);

	hold(w, "AAAA3", rows);
	*p = computed(w);
	return p->holdings;
}

static void means(void)
{
	const struct holding *h = one_of(ROWS("2026-01-05 buy 3 10.00 0.01"));

	ok(h->mean_known, "a mean");
	is_int((int64_t)h->mean.e12, 10003333333333, "30.01 / 3, to 12 places");
	ok(!h->native_mean_known, "in reais alone");
	h = one_of(ROWS("2026-01-05 buy 20000 0.00 0.00000001"));
	is_int((int64_t)h->mean.e12, 1, "0.0000000000005 away from nothing");
	ok(!one_of(ROWS("2026-01-05 buy 3 - 0"))->mean_known, "none without a cost");
	ok(!one_of(ROWS("2026-01-05 buy 3 10.00 0", "2026-01-06 sell 3 11.00 0"))->mean_known,
	   "nor of nothing");
}

static void day_of_purchase(void)
{
	struct world *w = world();
	struct portfolio p;

	hold(w, "AAAA3", ROWS("2026-01-05 buy 200 30.00 0", "2026-11-19 buy 100 31.40 5.00"));
	quote(w, "AAAA3", "31.00", "31.62");
	p = computed(w);
	is_money(p.holdings[0].day_change, "146",
		 "what was bought on the quote day earns from its own price");

	w = world();
	hold(w, "AAAA3", ROWS("2026-01-05 buy 100 30.00 0", "2026-11-19 split 100 - 0 2"));
	quote(w, "AAAA3", "32.00", "16.50");
	p = computed(w);
	is_money(p.holdings[0].market_value, "3300",
		 "the close of the ex date is on the new basis");
	is_money(p.holdings[0].day_change, "100", "100 at 32.00 before, 200 at 16.50 now");
	ok(p.holdings[0].change_known && p.holdings[0].change_pct.e8 == 312500000, "up by 3.125");

	w->symbols[0].last = (struct close){ on("2026-11-18"), at("32.00") };
	w->symbols[0].has_prev = false;
	is_money(computed(w).patrimonio, "3200",
		 "a close from before a split that only the ledger knows is divided");
}

static void income_and_returns(void)
{
	struct distribution paid[] = {
		{ .kind = INCOME_YIELD,
		  .record_known = true,
		  .pay_known = true,
		  .record_day = on("2026-11-10"),
		  .pay_day = on("2026-11-21"),
		  .gross = at("0.50") },
		{ .kind = INCOME_AMORTIZATION,
		  .record_known = true,
		  .pay_known = true,
		  .record_day = on("2026-11-10"),
		  .pay_day = on("2026-11-21"),
		  .gross = at("2.00") },
	};
	struct world *w = world();
	struct market_symbol *m;
	struct portfolio p;

	hold(w, "AAAA11", ROWS("2025-11-21 buy 100 10.00 0"))->type = ASSET_FII;
	m = quote(w, "AAAA11", NULL, "9.50");
	m->type = ASSET_FII;
	m->distributions = paid;
	m->n_distributions = 2;
	p = computed(w);
	is_money(p.income_received, "50", "a yield is income");
	is_money(p.holdings[0].brl.cost, "800", "an amortisation lowers the cost");
	is_money(p.unrealized_pl, "150", "and so raises the gain");
	has_rate(&p, 0.2, "both are received: 950 + 50 + 200 for 1,000 in 365 days");
}

/* ON and PN of one company: 30,000.00 and 25,000.00 in one month pass R$ 50,000 together. */
static void one_company(void)
{
	struct distribution paid = {
		.kind = INCOME_DIVIDEND,
		.record_known = true,
		.pay_known = true,
		.record_day = on("2026-05-04"),
		.pay_day = on("2026-05-20"),
		.gross = at("1.00"),
	};
	struct world *w = world();
	struct portfolio p;

	hold(w, "AAAA3", ROWS("2026-01-05 buy 30000 10.00 0"));
	hold(w, "AAAA4", ROWS("2026-01-05 buy 25000 10.00 0"));
	for (int i = 0; i < 2; i++) {
		struct market_symbol *m = quote(w, i ? "AAAA4" : "AAAA3", NULL, "10.00");

		m->distributions = &paid;
		m->n_distributions = 1;
		m->issuer = i ? "33000167" : "99999999";
	}
	p = computed(w);
	is_money(p.income_received, "55000",
		 "two companies below R$ 50,000 each: nothing is withheld");
	w->symbols[0].issuer = "33000167";
	p = computed(w);
	is_money(p.income_received, "49500", "one company above it: 10 % of everything");
}

static void foreign(void)
{
	struct close rates[] = { { on("2026-01-05"), at("5.00") },
				 { on("2026-11-18"), at("5.40") },
				 { on("2026-11-19"), at("5.50") } };
	struct world *w = world();
	struct ledger_asset *a = hold(w, "VOO", ROWS("2026-01-05 buy 10 100.00 0"));
	struct portfolio p;

	a->type = ASSET_US;
	a->currency = CURRENCY_USD;
	quote(w, "VOO", "109.00", "110.00")->type = ASSET_US;
	w->market.usd = (struct fx_series){ rates, 3 };
	p = computed(w);
	is_int(p.fx.source, FX_BCB, "marked at the last official rate without a pair");
	is_money(p.patrimonio, "6050", "10 x 110.00 x 5.50");
	is_money(p.unrealized_pl, "1050", "over the cost at the rate of the purchase");
	is_money(p.holdings[0].native_pl, "100", "in dollars over the dollar cost");
	is_money(p.flows[0].amount, "-5000", "flows are in reais");
	ok(p.xirr_known, "with a rate");

	w->assets[0] =
		*hold(w, "VOO", ROWS("2026-01-05 buy 10 100.00 0", "2026-06-15 buy 10 100.00 0"));
	w->ledger.n_assets = 1;
	w->assets[0].type = ASSET_US;
	w->assets[0].currency = CURRENCY_USD;
	p = computed(w);
	ok(p.any_cost_unknown && !p.holdings[0].pl_known && !p.xirr_known,
	   "a date without a rate: cost in reais unknown");
	is_money(p.holdings[0].native_pl, "200", "cost in dollars known");
	is_money(p.patrimonio, "12100", "and a value");

	w->market.usd.n = 0;
	p = computed(w);
	ok(p.fx.source == FX_NONE && !p.holdings[0].value_known && p.any_unpriced,
	   "no rate at all: no value");
}

static void merged(void)
{
	struct world *w = world();
	const struct holding *h;
	struct portfolio p;

	hold(w, "OLDC3",
	     ROWS("2025-05-05 buy 400 7.50 3.00", "2025-10-06 sell 100 9.00 0.90",
		  "2026-04-01 buy 10 33.00 0.33"));
	hold(w, "NEWC3", ROWS("2026-02-10 buy 20 31.00 0.62", "2026-06-10 sell 35 35.00 1.10"));
	quote(w, "NEWC3", "39.00", "40.00");
	succeed(w, "OLDC3", "NEWC3", "2026-03-16", 1, 4);
	p = computed(w);
	h = &p.holdings[0];
	is_int((int64_t)p.n_holdings, 1, "a predecessor is not a holding");
	is_int((int64_t)p.merged_assets, 1, "it is counted as merged");
	is_text(h->asset->symbol, "NEWC3", "the successor is");
	is_text(h->n_merged ? h->merged_from[0] : NULL, "OLDC3", "and says whom it took in");
	is_qty(h->brl.qty, "70", "with its quantity");
	is_cents(h->brl.cost, "2135.47", "its cost");
	is_cents(p.realized_pl, "304.52", "and its results");
	is_int((int64_t)h->brl.tx_count, 5, "rows of both");
	is_money(h->market_value, "2800", "at the successor's price");
	ok(!h->renamed_to && p.xirr_known, "flows of both give a rate");

	w->as_of = on("2026-03-15");
	p = computed(w);
	is_int((int64_t)p.open_positions, 2, "before the succession they are two");
}

static void renamed(void)
{
	struct world *w = world();
	const struct holding *h;
	struct portfolio p;

	hold(w, "OLDC3", ROWS("2025-05-05 buy 400 7.50 0"));
	quote(w, "NEWC3", "39.00", "40.00");
	succeed(w, "OLDC3", "NEWC3", "2026-03-16", 1, 4);
	p = computed(w);
	h = &p.holdings[0];
	is_text(h->asset->symbol, "OLDC3", "without an asset of the new ticker the old one stays");
	is_text(h->renamed_to, "NEWC3", "with today's ticker");
	is_qty(h->brl.qty, "100", "and its quantity");
	is_money(h->market_value, "4000", "and its price");
	ok(!h->merged_from && p.merged_assets == 0, "nothing is merged");
	is_money(h->day_change, "100", "its day is known, the succession is long past");

	w->successions[0].day = on("2026-11-19");
	p = computed(w);
	ok(p.holdings[0].value_known && !p.holdings[0].day_known,
	   "not on the day of the succession");
}

static void chains(void)
{
	struct world *w = world();
	struct portfolio p;

	hold(w, "CCCC3", ROWS("2026-06-01 buy 10 10.00 0"));
	hold(w, "AAAA3", ROWS("2024-01-05 buy 100 10.00 0"));
	hold(w, "XXXX3", ROWS("2024-01-05 buy 1 1.00 0"));
	succeed(w, "AAAA3", "BBBB3", "2025-01-06", 1, 2);
	succeed(w, "XXXX3", "YYYY3", "2025-02-03", 1, 1);
	succeed(w, "BBBB3", "CCCC3", "2025-03-10", 3, 1);
	p = computed(w);
	is_int((int64_t)p.n_holdings, 2, "a chain is followed over a ticker that was never held");
	is_qty(p.holdings[0].brl.qty, "160", "100 / 2 x 3 + 10");
	is_text(p.holdings[0].merged_from[0], "AAAA3", "the old end is merged");
	is_text(p.holdings[1].renamed_to, "YYYY3", "another family beside it");

	w = world();
	hold(w, "AAAA3", ROWS("2024-01-05 buy 100 10.00 0"));
	hold(w, "BBBB3", ROWS("2024-06-05 buy 100 10.00 0"));
	succeed(w, "AAAA3", "CCCC3", "2025-01-06", 1, 1);
	succeed(w, "BBBB3", "CCCC3", "2025-01-06", 1, 1);
	p = computed(w);
	is_int((int64_t)p.n_holdings, 2,
	       "two old tickers of one without an asset stay two holdings");

	w = world();
	hold(w, "AAAA3", ROWS("2024-01-05 buy 100 10.00 0"));
	hold(w, "BBBB3", ROWS("2024-06-05 buy 50 10.00 0"));
	succeed(w, "AAAA3", "BBBB3", "2024-06-01", 1, 1);
	succeed(w, "BBBB3", "AAAA3", "2025-06-01", 1, 1);
	p = computed(w);
	is_int((int64_t)p.n_holdings, 1, "a ticker that came back is one holding");
	is_qty(p.holdings[0].brl.qty, "150", "with all of it");
}

static void events(void)
{
	struct reference_event split = { .ex_day = on("2026-06-01"),
					 .kind = EVENT_SPLIT,
					 .ratio = { 2, 1 } };
	struct world *w = world();
	struct ledger_asset *a = hold(w, "AAAA3", ROWS("2026-01-05 buy 100 10.00 0"));
	struct market_symbol *m = quote(w, "AAAA3", NULL, "6.00");
	struct portfolio p;

	m->events = &split;
	m->n_events = 1;
	p = computed(w);
	is_money(p.patrimonio, "1200", "a split that the ledger lacks is applied");
	ok(p.n_applied == 1 && str_eq(p.applied[0].symbol, "AAAA3"), "and told");
	a->decline_events = true;
	p = computed(w);
	is_money(p.patrimonio, "600", "unless the person keeps the ledger's own");
	is_int((int64_t)p.n_applied, 0, "then nothing is told");
	w->ledger.n_assets = 0;
	hold(w, "AAAA3", ROWS("2026-01-05 buy 100 10.00 0", "2026-06-10 split 100 - 0 2"));
	p = computed(w);
	is_money(p.patrimonio, "1200", "a split within 15 days is the ledger's");
	is_int((int64_t)p.n_applied, 0, "applied once");
	split.ex_day = on("2026-11-21");
	w->ledger.n_assets = 0;
	hold(w, "AAAA3", ROWS("2026-01-05 buy 100 10.00 0"));
	is_money(computed(w).patrimonio, "600", "today's split halves Thursday's price");
}

static void no_return(void)
{
	struct world *w = world();
	struct portfolio p;

	hold(w, "AAAA3", ROWS("2025-11-21 buy 100 10.00 0"));
	hold(w, "BBBB3", ROWS("2025-01-06 buy 10 - 0", "2025-02-03 sell 10 12.00 0"));
	quote(w, "AAAA3", NULL, "12.00");
	p = computed(w);
	ok(p.any_cost_unknown && !p.xirr_known, "a closed position of unknown cost leaves no XIRR");
	ok(!p.flows_complete, "its flows are not complete");
	is_money(p.patrimonio, "1200", "the value stands");

	w = world();
	hold(w, "IBOV", ROWS(NULL))->type = ASSET_INDEX;
	hold(w, "AAAA3", ROWS(NULL));
	quote(w, "AAAA3", "11.00", "12.00");
	p = computed(w);
	ok(p.is_watchlist && p.watchlist_entries == 2 && p.n_flows == 0 && !p.xirr_known,
	   "only a watchlist");
	ok(p.holdings[0].price_known && p.holdings[0].change_known && !p.holdings[0].value_known,
	   "it has a price");
	ok(!p.holdings[1].price_known, "an index has none");
	is_text(p.kind_mix, "Sem posições", "nothing to mix");

	w = world();
	p = computed(w);
	ok(p.n_holdings == 0 && !p.xirr_known && !p.is_watchlist, "an empty portfolio");
}

static void refused(void)
{
	struct world *w = world();
	struct portfolio p = { .n_holdings = 77 };

	hold(w, "AAAA3", ROWS("2026-02-05 buy 100 10.00 0", "2026-01-05 buy 100 10.00 0"));
	is_int(portfolio_compute(pool, &w->ledger, &w->market, w->as_of, &p), CALC_ORDER,
	       "rows out of order");
	is_int((int64_t)p.n_holdings, 77, "nothing is written then");
}

static void state(struct ledger_asset *a, const char *day, const char *price)
{
	struct close *list = pool_array(pool, struct close, a->n_stated + 1);

	for (size_t i = 0; i < a->n_stated; i++)
		list[i] = a->stated[i];
	list[a->n_stated++] = (struct close){ on(day), at(price) };
	a->stated = list;
}

/* 3.1: a price that the person typed; as_of is 2026-11-21. */
static void stated(void)
{
	struct world *w = world();
	struct ledger_asset *a = hold(w, "AAAA3", ROWS("2025-11-21 buy 100 10.00 0"));
	struct market_symbol *m = quote(w, "AAAA3", "11.50", "12.00");
	struct portfolio p;

	state(a, "2026-11-19", "15.00");
	p = computed(w);
	is_money(p.patrimonio, "1200", "a close of the same day wins");
	ok(!p.holdings[0].stated, "and is told");
	state(a, "2026-11-20", "15.00");
	p = computed(w);
	is_money(p.patrimonio, "1500", "a newer price of the person does");
	ok(p.holdings[0].stated && day_same(p.holdings[0].quote_day, on("2026-11-20")),
	   "with its day");
	is_money(p.day_change, "300", "it moved the day: 15.00 less the close of 12.00");
	w->as_of = on("2026-11-19");
	is_money(computed(w).patrimonio, "1200", "the day before it does not count");
	w->as_of = on("2026-11-21");
	m->has_last = m->has_prev = false;
	is_money(computed(w).day_change, "0",
		 "between two of the person, 15.00 and 15.00, nothing");

	/* 2 for 1 on the 21st: 15.00 is 7.50 for each of 200. */
	m->events = &(struct reference_event){ .ex_day = on("2026-11-21"),
					       .kind = EVENT_SPLIT,
					       .ratio = { 2, 1 } };
	m->n_events = 1;
	is_money(computed(w).patrimonio, "1500", "one from before a split is divided");

	w = world();
	a = hold(w, "CDB X", ROWS("2025-11-21 buy 10 1000.00 0"));
	a->type = ASSET_RENDA_FIXA;
	is_int(computed(w).holdings[0].valuation, VALUATION_COST, "without any price: at cost");
	state(a, "2025-11-24", "1080.00");
	p = computed(w);
	is_int(p.holdings[0].valuation, VALUATION_MARKET,
	       "fixed income at the price that was stated");
	is_money(p.patrimonio, "10800", "10 x 1080.00, however old");
	ok(holding_price_old(&p.holdings[0], w->as_of), "362 days are reported as old");
	state(a, "2026-05-25", "1090.00");
	p = computed(w);
	ok(!holding_price_old(&p.holdings[0], w->as_of), "180 days are not");

	/* Prefixed at 10 % from 2025-11-21, price of the purchase 1000.00. */
	a->terms = &(struct accrual_terms){ .indexer = INDEXER_PREFIXADO,
					    .has_rate = true,
					    .rate = { 10 * E8 } };
	is_int(computed(w).holdings[0].valuation, VALUATION_ACCRUAL,
	       "the contracted rate takes the place of a price older than 10 days");
	state(a, "2026-11-10", "1095.00");
	is_int(computed(w).holdings[0].valuation, VALUATION_ACCRUAL, "of 11 days");
	state(a, "2026-11-11", "1096.00");
	p = computed(w);
	is_int(p.holdings[0].valuation, VALUATION_MARKET, "not of one of 10");
	is_money(p.patrimonio, "10960", "which values it");

	w = world();
	a = hold(w, "US", ROWS("2026-01-05 buy 10 100.00 0"));
	a->type = ASSET_US;
	a->currency = CURRENCY_USD;
	w->market.usd = (struct fx_series){ &(struct close){ on("2026-11-19"), at("5.50") }, 1 };
	state(a, "2026-11-18", "120.00");
	p = computed(w);
	is_money(p.patrimonio, "6600", "in the asset's currency: 10 x 120.00 x 5.50");
	is_money(p.holdings[0].native_value, "1200", "and in dollars");

	/* Closes that contradict each other are not used; what the person says is. */
	w = world();
	a = hold(w, "AAAA3", ROWS("2025-11-21 buy 100 10.00 0"));
	(void)quote(w, "AAAA3", "11.00", "1200.00");
	is_int(computed(w).holdings[0].unpriced, UNPRICED_ABSURD, "two closes that contradict");
	state(a, "2026-11-18", "12.00");
	p = computed(w);
	is_money(p.patrimonio, "1200", "the person's price stands in");
	is_int(p.holdings[0].unpriced, PRICED, "and it is priced");
}

/* A new ticker: 2 NEWC3 for each OLDC3 since 2026-06-01. */
static void stated_across(void)
{
	struct world *w = world();
	struct ledger_asset *a = hold(w, "OLDC3", ROWS("2025-11-21 buy 100 10.00 0"));

	succeed(w, "OLDC3", "NEWC3", "2026-06-01", 2, 1);
	state(a, "2026-05-29", "30.00");
	is_int(computed(w).holdings[0].valuation, VALUATION_COST,
	       "the price of an old ticker is none of the new one");
	state(a, "2026-06-02", "16.00");
	is_money(computed(w).patrimonio, "3200", "a later one is: 200 x 16.00");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	one_purchase();
	two_of_a_day();
	means();
	day_of_purchase();
	income_and_returns();
	one_company();
	foreign();
	merged();
	renamed();
	chains();
	events();
	no_return();
	stated();
	stated_across();
	refused();
	pool_free(pool);
	return tap_done();
}
