/* SPDX-License-Identifier: Apache-2.0 */
/* Valuation, day change and totals (doc/calculations.md 3, 17), and exchange rates (5). */
#include "config.h"

#include "calc/value/position_value.h"
#include "calc/value/value.h"
#include "core/clock.h"
#include "core/pool.h"

#include "tap.h"

static void *pool;

/* ---- short ways to write values ---- */

static struct day on(const char *text)
{
	struct day d = { 0 };

	if (!day_parse(slice_of(text), &d))
		ok(false, "%s is a day", text);
	return d;
}

static wide number(const char *text, int places)
{
	wide v = 0;

	if (dec_parse(slice_of(text), places, (wide)1 << 120, &v) != DEC_OK)
		ok(false, "%s is a number", text);
	return v;
}

static struct qty units(const char *text)
{
	return (struct qty){ (int64_t)number(text, QTY_PLACES) };
}

static struct money money(const char *text)
{
	return (struct money){ number(text, MONEY_PLACES) };
}

static struct price price(const char *text)
{
	return (struct price){ number(text, PRICE_PLACES) };
}

static struct close close_of(const char *day, const char *text)
{
	return (struct close){ on(day), price(text) };
}

static bool is_percent(bool known, struct percent p, const char *want, const char *name)
{
	char text[DEC_TEXT_SIZE] = "null";

	if (known)
		dec_format(text, p.e8, 8, 4, true);
	return is_text(text, want, name);
}

/* ---- valuation ---- */

/* 100 shares that cost 1,000.00, on Saturday 2026-11-21; Friday was a holiday. */
static struct value_input shares(void)
{
	return (struct value_input){
		.type = ASSET_STOCK,
		.as_of = on("2026-11-21"),
		.brl = { .qty = units("100"),
			 .cost = money("1000"),
			 .cost_known = true,
			 .basis_known = true,
			 .has_rows = true,
			 .realized_known = true },
		.qty_prev_known = true,
		.qty_prev = units("100"),
	};
}

static struct holding valued(const struct value_input *v)
{
	struct holding h = { 0 };

	if (position_value(v, &h) != CALC_OK)
		ok(false, "the position can be valued");
	return h;
}

static void choice_of_value(void)
{
	static const enum asset_type ageless[] = { ASSET_STOCK,	 ASSET_FII,  ASSET_ETF,	  ASSET_BDR,
						   ASSET_OPTION, ASSET_FUND, ASSET_CRYPTO };
	struct value_input v = shares();
	struct holding h;

	v.has_last = true;
	for (size_t i = 0; i < ARRAY_SIZE(ageless); i++) {
		v.type = ageless[i];
		v.last = close_of("2021-10-22", "12");
		is_int(valued(&v).valuation, VALUATION_MARKET, "a last price stands, however old");
	}
	v.type = ASSET_TESOURO;
	v.accrual_known = true;
	v.accrual_value = money("1100");
	v.last = close_of("2026-11-11", "12");
	is_int(valued(&v).valuation, VALUATION_MARKET, "of a title with terms for ten days");
	v.last = close_of("2026-11-10", "12");
	is_int(valued(&v).valuation, VALUATION_ACCRUAL, "then its terms take over");
	v.accrual_known = false;
	is_int(valued(&v).valuation, VALUATION_MARKET, "where they give a value");
	v.type = ASSET_DEBENTURE;
	v.last = close_of("2026-10-22", "12");
	is_int(valued(&v).valuation, VALUATION_MARKET, "of a debenture for thirty days");
	v.last = close_of("2026-10-21", "12");
	h = valued(&v);
	is_int(h.valuation, VALUATION_COST, "a day older it is none");
	is_money(h.market_value, "1000", "at cost the value is the cost");
	ok(!h.priced && !h.price_known && h.pl_known && h.unrealized_pl.e8 == 0,
	   "unpriced, no gain");
	v.type = ASSET_RENDA_FIXA;
	v.last = close_of("2026-11-19", "12");
	is_int(valued(&v).valuation, VALUATION_COST, "private paper has no market price");
	v.type = ASSET_STOCK;
	v.last = close_of("2026-11-22", "12");
	is_int(valued(&v).valuation, VALUATION_COST, "a price of tomorrow is not seen");
	v.has_last = false;
	v.brl.cost_known = false;
	h = valued(&v);
	ok(h.valuation == VALUATION_NONE && !h.value_known && !h.pl_known,
	   "no price and no cost: no value");
	is_int(h.pct_reason, PCT_COST_UNKNOWN, "and the reason is the cost");
	v.accrual_known = true;
	v.accrual_value = money("1100");
	v.accrual_unit = price("11");
	h = valued(&v);
	ok(h.valuation == VALUATION_ACCRUAL && h.priced, "contracted terms come before the cost");
	is_money(h.market_value, "1100", "with the accrued value");
}

static void gains(void)
{
	struct value_input v = shares();
	struct holding h;

	v.has_last = true;
	v.last = close_of("2026-11-19", "12.345");
	h = valued(&v);
	is_money(h.market_value, "1234.5", "quantity times price");
	is_money(h.unrealized_pl, "234.5", "less cost");
	is_percent(h.pct_known, h.unrealized_pct, "23.45", "over cost");
	v.brl.cost = money("0.00999999");
	h = valued(&v);
	ok(!h.pct_known && h.pct_reason == PCT_ZERO_COST && h.pl_known,
	   "below one cent there is a gain but no percentage");
	v.brl.cost = money("0.01");
	ok(valued(&v).pct_known, "one cent is a cost");
	v.brl.cost_known = false;
	h = valued(&v);
	ok(h.value_known && !h.pl_known && h.pct_reason == PCT_COST_UNKNOWN,
	   "valued, but the cost is unknown");
	v.brl.qty = units("0");
	h = valued(&v);
	ok(!h.value_known && h.price_known && !h.pl_known && h.pct_reason == PCT_DEFINED,
	   "nothing held: price only");
}

static void splits(void)
{
	struct reference_event two = { .ex_day = on("2026-11-20"),
				       .kind = EVENT_SPLIT,
				       .ratio = { 2, 1 } };
	struct value_input v = shares();
	struct holding h;

	v.has_last = v.has_prev = true;
	v.prev = close_of("2026-11-18", "20");
	v.last = close_of("2026-11-19", "21");
	v.events = &two;
	v.n_events = 1;
	v.brl.qty = units("200");
	h = valued(&v);
	is_money(h.market_value, "2100", "a price from before the split is halved");
	is_percent(h.change_known, h.change_pct, "5", "and so is the one before it");
	is_money(h.day_change, "100", "100 before at 20 made 200 at 10.50");
	two.ex_day = on("2026-11-19");
	h = valued(&v);
	is_money(h.market_value, "4200", "a price of the ex date is on the new basis");
	is_percent(h.change_known, h.change_pct, "110", "only the one before is divided");
	two.ex_day = on("2026-11-22");
	is_money(valued(&v).market_value, "4200", "tomorrow's split is not seen");
}

static void changes(void)
{
	struct ledger_row rows[3] = {
		{ .kind = ROW_BUY,
		  .day = on("2026-11-19"),
		  .qty = units("50"),
		  .price = price("11"),
		  .price_known = true },
		{ .kind = ROW_SELL,
		  .day = on("2026-11-19"),
		  .qty = units("20"),
		  .price = price("12.5"),
		  .price_known = true },
		{ .kind = ROW_BUY, .day = on("2026-11-19"), .qty = units("10") },
	};
	struct value_input v = shares();
	struct holding h;

	v.has_last = v.has_prev = true;
	v.prev = close_of("2026-11-18", "10");
	v.last = close_of("2026-11-19", "12");
	h = valued(&v);
	is_percent(h.change_known, h.change_pct, "20",
		   "on a weekend it is the change of the last session");
	is_money(h.day_change, "200", "and so is the money");
	v.brl.qty = units("140");
	v.day_rows = rows;
	v.n_day_rows = 3;
	/* 1,680 - 1,000 - 550 + 250 - 120 (unpriced: at the last price) */
	is_money(valued(&v).day_change, "260",
		 "purchases and sales of the day earn from their own price");
	v.n_day_rows = 0;
	v.last.day = on("2026-11-16");
	v.prev.day = on("2026-11-06");
	ok(valued(&v).change_known, "five days old, ten days apart");
	v.prev.day = on("2026-11-05");
	ok(!valued(&v).change_known, "eleven days apart there is no change");
	v.last.day = on("2026-11-15");
	v.prev.day = on("2026-11-14");
	h = valued(&v);
	ok(!h.change_known && !h.day_known && h.value_known, "nor with a last price six days old");
}

static void options(void)
{
	struct value_input v = shares();
	struct holding h;

	v.type = ASSET_OPTION;
	v.has_last = v.has_prev = true;
	v.prev = close_of("2026-11-18", "0.40");
	v.last = close_of("2026-11-19", "0.50");
	v.expires = true;
	v.expiry = on("2026-11-21");
	is_money(valued(&v).market_value, "50", "on its last day an option has its premium");
	v.expiry = on("2026-11-20");
	h = valued(&v);
	ok(h.valuation == VALUATION_MARKET && h.priced && h.value_known, "after it a market value");
	is_money(h.market_value, "0", "of zero");
	is_percent(h.pct_known, h.unrealized_pct, "-100", "all lost");
	v.has_last = false;
	ok(valued(&v).priced, "with or without a price");
}

static struct value_input dollars(void)
{
	struct value_input v = shares();

	v.type = ASSET_US;
	v.currency = CURRENCY_USD;
	v.has_native = true;
	v.native = v.brl;
	v.native.cost = money("200");
	v.has_last = v.has_prev = true;
	v.prev = close_of("2026-11-18", "2.50");
	v.last = close_of("2026-11-20", "2.55");
	v.fx = (struct fx){ .source = FX_BCB,
			    .rate = price("5"),
			    .change_known = true,
			    .change = { number("-1", 8) } };
	return v;
}

static void foreign(void)
{
	struct value_input v = dollars();
	struct holding h = valued(&v);

	is_money(h.market_value, "1275", "100 at 2.55 dollars at 5.00");
	is_money(h.native_value, "255", "255 dollars");
	is_money(h.native_pl, "55", "gain in dollars over the dollar cost");
	is_percent(h.native_change_known, h.native_change, "2", "change of the paper");
	is_percent(h.change_known, h.change_pct, "0.98", "with that of the rate: 1.02 x 0.99");
	/* 1,275 - 100 x 2.50 x 5 / 0.99 = 1,275 - 1,262.62626263 */
	is_money(h.day_change, "12.37373737", "the rate of before is the rate less its change");
	v.fx.change_known = false;
	h = valued(&v);
	ok(!h.change_known && !h.day_known && h.native_change_known,
	   "no change of the rate: only the native one");
	v.fx.source = FX_NONE;
	h = valued(&v);
	is_int(h.valuation, VALUATION_COST, "without a rate it falls to the cost");
	ok(!h.price_known && !h.fx_known && h.native_price_known, "and has a native price only");
	is_money(h.native_value, "255", "the native block needs no rate");
	v.brl.cost_known = false;
	ok(!valued(&v).value_known, "without a rate and a cost in reais: no value");
}

/* ---- totals ---- */

static struct holding *add(struct portfolio *p, const char *symbol, enum asset_type type,
			   const char *value)
{
	struct ledger_asset *a = pool_zero(pool, struct ledger_asset);
	struct holding *h = &p->holdings[p->n_holdings++];

	a->symbol = symbol;
	a->type = type;
	*h = (struct holding){ .asset = a, .state = HOLDING_OPEN, .priced = true };
	h->brl = (struct position){ .has_rows = true, .basis_known = true, .realized_known = true };
	h->value_known = value != NULL;
	if (value)
		h->market_value = money(value);
	return h;
}

static struct portfolio empty(void)
{
	return (struct portfolio){ .holdings = pool_array(pool, struct holding, 16) };
}

static void mix(const char *want, const char *name, size_t n, const char *const values[])
{
	static const enum asset_type types[] = { ASSET_STOCK, ASSET_FII, ASSET_ETF, ASSET_CRYPTO };
	struct portfolio p = empty();

	for (size_t i = 0; i < n; i++)
		add(&p, "A", types[i], values[i]);
	if (portfolio_totals(pool, &p) != CALC_OK)
		ok(false, "%s: adds up", name);
	is_text(p.kind_mix, want, name);
}

static void mixes(void)
{
	mix("Sem posições", "no positions", 0, NULL);
	mix("Sem posições", "no position has a value", 1, (const char *const[]){ NULL });
	mix("Ações 100%", "one class", 1, (const char *const[]){ "0.01" });
	mix("Ações 34% · ETFs 33% · FIIs 33%", "a third each: the missing point to the first", 3,
	    (const char *const[]){ "10", "10", "10" });
	mix("Ações 50% · FIIs 49% · ETFs 1%", "one per cent stays by its name", 3,
	    (const char *const[]){ "50", "49", "1" });
	mix("FIIs 51% · Ações 48% · Outros 1%", "below one per cent together", 4,
	    (const char *const[]){ "48.1", "50.9", "0.6", "0.4" });
}

static void order_of_holdings(void)
{
	struct portfolio p = empty();
	static const char *const want[] = { "C", "A", "B", "N", "X", "Y", "D", "E" };
	bool right = true;

	add(&p, "E", ASSET_STOCK, NULL)->state = HOLDING_CLOSED;
	add(&p, "Y", ASSET_STOCK, NULL)->state = HOLDING_WATCHLIST;
	add(&p, "N", ASSET_STOCK, NULL);
	add(&p, "B", ASSET_FII, "10");
	add(&p, "D", ASSET_STOCK, NULL)->state = HOLDING_CLOSED;
	add(&p, "A", ASSET_FII, "10");
	add(&p, "C", ASSET_STOCK, "11");
	add(&p, "X", ASSET_STOCK, NULL)->state = HOLDING_WATCHLIST;
	ok(portfolio_totals(pool, &p) == CALC_OK, "holdings add up");
	for (size_t i = 0; i < p.n_holdings; i++)
		right &= str_eq(p.holdings[i].asset->symbol, want[i]);
	ok(right, "open by value then symbol, without value last; watchlist; closed");
	ok(p.open_positions == 4 && p.watchlist_entries == 2 && p.closed_positions == 2,
	   "counted by state");
	is_percent(p.holdings[0].weight_known, p.holdings[0].weight_pct, "35.4839",
		   "weight over what has a value");
	ok(!p.holdings[3].weight_known && !p.holdings[4].weight_known, "no weight without value");
	ok(!p.is_watchlist, "not only a watchlist");
}

static void sums(void)
{
	struct month_amount july[] = { { { 2026 * 12 + 6 }, money("0.005") } };
	struct month_amount june_july[] = { { { 2026 * 12 + 5 }, money("-3") },
					    { { 2026 * 12 + 6 }, money("0.005") } };
	struct months maps[2];
	const struct months *both[] = { &maps[0], &maps[1] };
	bool range = false;
	struct portfolio p = empty();
	struct holding *h = add(&p, "A", ASSET_STOCK, "10.004");

	h->brl.cost = money("8");
	h->brl.cost_known = h->pl_known = true;
	h->unrealized_pl = money("2.004");
	maps[0] = (struct months){ july, 1 };
	h->day_known = true;
	h->day_change = money("1.004");
	h = add(&p, "B", ASSET_STOCK, "20.004");
	h->brl.cost = money("5");
	h->brl.cost_known = true; /* counted as invested, no gain of its own */
	h->brl.realized_known = false;
	maps[1] = (struct months){ june_july, 2 };
	p.realized_by_month = months_sum(pool, both, 2, &range);
	h = add(&p, "C", ASSET_STOCK, NULL);
	h->state = HOLDING_CLOSED;
	h->brl.basis_known = false;
	p.income_by_month = (struct months){ july, 1 };
	ok(portfolio_totals(pool, &p) == CALC_OK, "sums");
	is_money(p.patrimonio, "30", "the sum of 10.00 and 20.00 as they are shown");
	is_money(p.invested, "13", "every known cost");
	is_percent(true, p.unrealized_pct, "25", "gain over the cost of the same positions");
	is_percent(true, p.day_change_pct, "11.1111",
		   "day's gain over the value before of the same positions");
	is_int((int64_t)p.realized_by_month.n, 2, "months of all are joined");
	is_money(p.realized_by_month.items[1].amount, "0.02", "and added, a cent each");
	is_money(p.realized_pl, "-2.98", "an undetermined holding adds its determinable months");
	is_money(p.total_pl, "-0.98", "unrealised plus realised");
	is_money(p.income_received, "0.005", "income of a closed position counts");
	ok(p.any_cost_unknown, "so does its unknown cost");
	p = empty();
	add(&p, "A", ASSET_STOCK, NULL)->state = HOLDING_WATCHLIST;
	p.holdings[0].brl.has_rows = p.holdings[0].brl.basis_known = false;
	ok(portfolio_totals(pool, &p) == CALC_OK && p.is_watchlist && !p.any_cost_unknown,
	   "only a watchlist");
	ok(p.unrealized_pct.e8 == 0 && p.day_change_pct.e8 == 0, "percentages without base are 0");
	p = empty();
	ok(portfolio_totals(pool, &p) == CALC_OK && !p.is_watchlist,
	   "an empty portfolio is no watchlist");
}

/* ---- exchange rates ---- */

static void rates(void)
{
	struct close list[] = { close_of("2026-02-13", "5.2210"), close_of("2026-11-18", "5.3405"),
				close_of("2026-11-19", "5.3312") };
	struct fx_series s = { list, 3 };
	int64_t now_ms = 0;
	struct fx_live pair = { .known = true, .rate = price("5.3561") };
	struct close c;
	struct fx fx;

	ok(fx_ptax(&s, on("2026-11-26"), &c) && day_same(c.day, on("2026-11-19")),
	   "seven days back");
	ok(!fx_ptax(&s, on("2026-11-27"), &c), "not eight");
	ok(!fx_ptax(&s, on("2026-02-12"), &c), "nothing before the first");
	ok(!fx_ptax(&(struct fx_series){ NULL, 0 }, on("2026-02-12"), &c),
	   "nothing in an empty series");

	ok(timestamp_parse(SLICE("2026-11-21T15:04:30-03:00"), &now_ms), "a moment");
	pair.at_ms = now_ms - 600000;
	fx = fx_choose(&pair, &s, now_ms, on("2026-11-21"));
	is_int(fx.source, FX_USDT, "a pair ten minutes old");
	pair.at_ms--;
	fx = fx_choose(&pair, &s, now_ms, on("2026-11-21"));
	ok(fx.source == FX_BCB && day_same(fx.day, on("2026-11-19")),
	   "older: the last official rate");
	is_percent(fx.change_known, fx.change, "-0.1741", "with the change between the last two");
	pair.at_ms = now_ms;
	pair.rate = price("5.86432");
	is_int(fx_choose(&pair, &s, now_ms, on("2026-11-21")).source, FX_USDT,
	       "exactly ten per cent off");
	pair.rate = price("5.86433");
	is_int(fx_choose(&pair, &s, now_ms, on("2026-11-21")).source, FX_BCB,
	       "more than ten per cent off");
	is_int(fx_choose(&pair, &s, now_ms, on("2026-11-26")).source, FX_BCB,
	       "judged by a rate seven days old");
	is_int(fx_choose(&pair, &s, now_ms, on("2026-11-27")).source, FX_USDT,
	       "not by one eight days old");
	s.n = 1;
	pair.known = false;
	fx = fx_choose(&pair, &s, now_ms, on("2026-11-21"));
	ok(fx.source == FX_BCB && !fx.change_known,
	   "a single official rate, however old, has no change");
	is_int(fx_choose(&pair, &s, now_ms, on("2026-02-12")).source, FX_NONE, "no rate yet");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	choice_of_value();
	gains();
	splits();
	changes();
	options();
	foreign();
	mixes();
	order_of_holdings();
	sums();
	rates();
	pool_free(pool);
	return tap_done();
}
