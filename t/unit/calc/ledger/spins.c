/* SPDX-License-Identifier: Apache-2.0 */
/* Spin-offs typed for a portfolio (doc/calculations.md 1.7); every expected value is worked by hand. */
#include "config.h"

#include <time.h>

#include "calc/ledger/derive.h"
#include "core/pool.h"

#include "rows.h"
#include "tap.h"

#define MOST 80

static void *pool;

/* ---- a portfolio ---- */

struct paper {
	struct ledger_asset list[MOST];
	size_t n;
	struct market market;
	struct derived derived;
};

static struct ledger_asset *add(struct paper *p, const char *symbol, const char *const *rows)
{
	struct fold_asset a = asset_of(pool, symbol, rows);
	struct ledger_asset *out = &p->list[p->n++];

	*out = (struct ledger_asset){
		.symbol = symbol, .type = ASSET_STOCK, .rows = a.rows, .n_rows = a.n_rows
	};
	return out;
}

/* "33.3333" percent. */
static struct spin_off *gives(struct ledger_asset *a, const char *to, const char *day,
			      const char *share)
{
	struct spin_off *s = pool_zero(pool, struct spin_off);

	*s = (struct spin_off){ .from = a->symbol,
				.to = to,
				.from_type = a->type,
				.to_type = a->type,
				.currency = a->currency,
				.day = on(day),
				.share = { brl(share).e8 } };
	a->spin_off = s;
	return s;
}

static void derived_on(struct paper *p, const char *as_of)
{
	struct ledger l = { .assets = p->list, .n_assets = p->n };

	ok(ledger_derive(pool, &l, &p->market, on(as_of), &p->derived) == CALC_OK, "derived on %s",
	   as_of);
}

static const struct derived_holding *held(const struct paper *p, const char *symbol)
{
	for (size_t i = 0; i < p->derived.n; i++)
		if (str_eq(p->derived.holdings[i].head->symbol, symbol))
			return &p->derived.holdings[i];
	return NULL;
}

/* @cost: NULL when unknown. */
static void costs(const struct paper *p, const char *symbol, const char *cost, const char *name)
{
	const struct position *got = &held(p, symbol)->brl;

	if (!cost || !got->cost_known)
		ok(!cost && !got->cost_known, "%s: of %s nobody knows", name, symbol);
	else
		is_money(got->cost, cost, name);
}

#define OLD ROWS("2026-01-05 buy 100 10.00 0")

static void a_share_moves(void)
{
	struct paper p = { .n = 0 };

	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-02", "30");
	/* Before the old paper in the ledger, or after it. */
	add(&p, "NEWC3", ROWS("2026-03-06 adjust:incorporation 50 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDC3", "700", "700 of 1,000 stay");
	costs(&p, "NEWC3", "300", "and 300 move");
	is_int((int64_t)held(&p, "NEWC3")->brl.n_unexplained, 0, "nothing is unexplained");
	is_int((int64_t)held(&p, "OLDC3")->n_flows + (int64_t)held(&p, "NEWC3")->n_flows, 1,
	       "no money moved but that of the purchase");
	is_int((int64_t)held(&p, "OLDC3")->n_steps, 2, "a step of the old one on that day");
	is_money(held(&p, "OLDC3")->steps[1].cost, "700", "whose quantity stands");
	derived_on(&p, "2026-03-01");
	costs(&p, "OLDC3", "1000", "not before its day");
	ok(day_same(p.derived.until, on("2026-03-02")), "until which what was derived holds");
	derived_on(&p, "2026-03-02");
	costs(&p, "OLDC3", "700", "on it, at the opening");

	p = (struct paper){ .n = 0 };
	add(&p, "NEWC3", ROWS("2026-03-06 adjust:incorporation 50 - 0", "2026-04-01 sell 20 7 0"));
	gives(add(&p, "OLDC3",
		  ROWS("2026-01-05 buy 3 333.33 0.01", "2026-03-02 buy 1 500.00 0",
		       "2026-04-01 sell 1 500.00 0")),
	      "NEWC3", "2026-03-02", "33.3333");
	derived_on(&p, "2026-11-20");
	/* 1,000.00 x 33.3333 % = 333.333; 666.667 + 500 = 1,166.667 of 4, a quarter of it 291.66675. */
	costs(&p, "OLDC3", "875.00025", "a purchase of the day comes behind it");
	is_money(held(&p, "OLDC3")->brl.realized, "208.33", "500 - 291.66675, as it is shown");
	/* 333.333 x 20 / 50 = 133.3332. */
	costs(&p, "NEWC3", "199.9998", "the new one sold in part");
	is_money(held(&p, "NEWC3")->brl.realized, "6.67", "140 - 133.3332, as it is shown");
}

/* Half of the last place rounds up: 0.00000001 x 50 % is 0.000000005. */
static void half_up(void)
{
	struct paper p = { .n = 0 };

	gives(add(&p, "OLDC3", ROWS("2026-01-05 buy 0.00000001 1 0")), "NEWC3", "2026-03-02", "50");
	add(&p, "NEWC3", ROWS("2026-03-02 adjust:incorporation 50 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDC3", "0", "what stays");
	costs(&p, "NEWC3", "0.00000001", "half up to the grid of costs");
	p.n = 0;
	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-02", "0.0001");
	add(&p, "NEWC3", ROWS("2026-03-02 adjust:incorporation 50 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", "0.001", "the least share");
	gives(&p.list[0], "NEWC3", "2026-03-02", "100");
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDC3", "0", "all of it");
	costs(&p, "NEWC3", "1000", "moves");
}

/* An earlier holding of the new paper, brokers, splits between the day and the credit. */
static void credits(void)
{
	struct paper p = { .n = 0 };

	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-02", "25");
	add(&p, "NEWC3",
	    ROWS("2026-02-02 buy 10 5.00 0", "2026-03-04 adjust:incorporation 30 - 0",
		 "2026-03-05 split:split 0 - 0 2", "2026-03-17 adjust:incorporation 20 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", "300", "50 of before and 250; another broker's credit adds none");
	is_qty(held(&p, "NEWC3")->brl.qty, "100", "but its shares: 80 and 20");
	p.n--;
	add(&p, "NEWC3", ROWS("2026-03-18 adjust:incorporation 30 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", NULL, "a credit sixteen days later is of another event");
	costs(&p, "OLDC3", "750", "the share is gone as it was typed");
	p.n--;
	add(&p, "NEWC3", ROWS("2026-03-01 adjust:incorporation 30 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", NULL, "so is one of before");
	p.n--;
	add(&p, "NEWC3",
	    ROWS("2026-03-04 adjust:incorporation 30 - 0", "2026-03-05 sell 30 9 0",
		 "2026-03-06 adjust:incorporation 20 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", NULL,
	      "with all of it sold nothing is left that a second one could share");
	p.n--;
	add(&p, "NEWC3", ROWS("2026-03-04 adjust:incorporation 30 7 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", "250", "the share goes before a price that was typed");
}

static void not_known(void)
{
	struct paper p = { .n = 0 };

	gives(add(&p, "OLDC3", ROWS("2026-01-05 buy 100 - 0")), "NEWC3", "2026-03-02", "25");
	add(&p, "NEWC3", ROWS("2026-03-04 adjust:incorporation 30 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", NULL, "of an unknown cost");
	ok(!held(&p, "NEWC3")->brl.basis_known && !held(&p, "NEWC3")->brl.n_unexplained,
	   "which is not reliable, and not for want of a share");
	p.n = 0;
	gives(add(&p, "OLDC3", ROWS("2026-01-05 buy 100 10 0", "2026-02-02 sell 100 11 0")),
	      "NEWC3", "2026-03-02", "25");
	add(&p, "NEWC3", ROWS("2026-03-04 adjust:incorporation 30 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "NEWC3", NULL, "what is sold gives nothing, never a cost of zero:");
	is_int((int64_t)held(&p, "NEWC3")->brl.n_unexplained, 1, "the share is still wanted");
}

/* Chains and cycles: each step depends on earlier days only. */
static void circles(void)
{
	struct paper p = { .n = 0 };
	const struct position *got;

	gives(add(&p, "AAAA3",
		  ROWS("2026-01-05 buy 100 10 0", "2026-05-04 adjust:incorporation 5 - 0")),
	      "BBBB3", "2026-03-02", "20");
	gives(add(&p, "BBBB3", ROWS("2026-03-02 adjust:incorporation 10 - 0")), "AAAA3",
	      "2026-05-04", "50");
	derived_on(&p, "2026-11-20");
	costs(&p, "AAAA3", "900", "800 and half of 200");
	costs(&p, "BBBB3", "100", "the other half");

	p.n = 0;
	gives(add(&p, "AAAA3",
		  ROWS("2026-01-05 buy 100 10 0", "2026-03-02 adjust:incorporation 5 - 0")),
	      "BBBB3", "2026-03-02", "20");
	gives(add(&p, "BBBB3",
		  ROWS("2026-01-05 buy 10 100 0", "2026-03-02 adjust:incorporation 5 - 0")),
	      "AAAA3", "2026-03-02", "50");
	derived_on(&p, "2026-11-20");
	costs(&p, "AAAA3", "1300", "each of what it had at the opening: 1,000 - 200 + 500");
	costs(&p, "BBBB3", "700", "and 1,000 - 500 + 200");

	/* Each is credited on the day on which the previous one gives. */
	p.n = 0;
	for (int i = 0; i < MOST - 1; i++) {
		struct ledger_asset *a = add(&p, pool_printf(pool, "P%d", i),
					     i ? ROWS("2026-01-01 adjust:incorporation 10 - 0")
					       : ROWS("2025-01-06 buy 100 10 0"));
		struct ledger_row *r = pool_memdup(pool, a->rows, sizeof(*r));

		gives(a, pool_printf(pool, "P%d", i + 1), "2026-01-01", "100")->day =
			day_plus(on("2026-01-01"), i);
		if (i)
			r->day = day_plus(on("2026-01-01"), i - 1);
		a->rows = r;
	}
	derived_on(&p, "2026-11-20");
	got = &held(&p, "P64")->brl;
	ok(got->cost_known, "a cost comes through sixty-four spin-offs");
	got = &held(&p, "P65")->brl;
	ok(!got->cost_known, "and no further");
}

/* The new paper becomes the old one again: a holding gives to itself. */
static void one_holding(void)
{
	const struct succession merged = { on("2026-06-01"), "NEWC3", "OLDC3",
					   { 1, 5 },	     false,   { 0 } };
	const struct succession renamed = { on("2026-03-02"), "OLDC3", "LAST3",
					    { 1, 1 },	      false,   { 0 } };
	struct paper p = { .n = 0 };

	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-02", "30");
	add(&p, "NEWC3", ROWS("2026-03-06 adjust:incorporation 50 - 0", "2026-04-01 sell 25 9 0"));
	p.market.successions = &merged;
	p.market.n_successions = 1;
	derived_on(&p, "2026-11-20");
	is_int((int64_t)p.derived.n, 1, "one holding");
	costs(&p, "OLDC3", "850", "700 and what is left of 300");
	is_money(held(&p, "OLDC3")->brl.realized, "75", "225 - 150");

	p.market.successions = &renamed;
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDC3", "1000", "a succession of the market of the same paper goes before it");
	ok(!held(&p, "NEWC3")->brl.cost_known, "and the share is not moved");
	gives(&p.list[0], "NEWC3", "2026-02-02", "30");
	p.n--;
	add(&p, "NEWC3", ROWS("2026-02-03 adjust:incorporation 50 - 0"));
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDC3", "700", "sixteen days and more before it, both are");
	costs(&p, "NEWC3", "300", "what they are");
}

/* The share excludes payments returned before the day, and includes those on it. */
static void capital(void)
{
	static const struct income_row back[] = {
		{ .pay_day = { 0 }, .kind = INCOME_CAPITAL_RETURN, .amount = { 100 * (wide)E8 } }
	};
	struct income_row *row = pool_memdup(pool, back, sizeof(back));
	struct paper p = { .n = 0 };

	row->pay_day = on("2026-02-02");
	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-02", "30");
	add(&p, "NEWC3", ROWS("2026-03-06 adjust:incorporation 50 - 0"));
	p.list[0].income = row;
	p.list[0].n_income = 1;
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDC3", "630", "1,000 - 100, less 30 %");
	costs(&p, "NEWC3", "270", "of 900");
	row->pay_day = on("2026-03-02");
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDC3", "600", "on the day it comes behind: 700 - 100");
	costs(&p, "NEWC3", "300", "of 1,000");
}

/* The rows of the new paper come first: it is derived after those of the old one. */
static void in_parts(void)
{
	struct paper p = { .n = 0 };
	struct deriving_ledger *d;
	struct ledger l = { .assets = p.list, .n_assets = 3 };
	struct ledger_row *late;
	size_t n;

	add(&p, "NEWC3", ROWS("2026-03-06 adjust:incorporation 50 - 0"));
	add(&p, "LAST3", ROWS("2026-04-06 adjust:incorporation 50 - 0"));
	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-02", "30");
	gives(&p.list[0], "LAST3", "2026-04-06", "10");
	late = pool_memdup(pool, p.list[2].rows, sizeof(*late));
	n = p.list[2].n_rows;
	p.list[2].rows = NULL;
	p.list[2].n_rows = 0;
	d = ledger_derive_begin(pool, &l, &p.market, on("2026-11-20"));
	ok(ledger_derive_some(d, 2) == CALC_OK, "some");
	p.list[2].rows = late;
	p.list[2].n_rows = n;
	ok(ledger_derive_end(d, &p.derived) == CALC_OK, "and all");
	costs(&p, "OLDC3", "700", "the old one");
	costs(&p, "NEWC3", "270", "the new one");
	costs(&p, "LAST3", "30", "and the one behind it");
}

/* Two portfolios have spin-offs of one paper within the days of one event. */
static void said_twice(void)
{
	struct paper p = { .n = 0 };
	struct ledger l = { .assets = p.list, .n_assets = 2 };
	struct known_spin_offs known;

	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-05", "30");
	gives(add(&p, "OLDC3", OLD), "NEWC3", "2026-03-02", "30");
	known = spin_offs_known(pool, &l, &p.market);
	is_int((int64_t)known.n, 1, "one event");
	ok(day_same(known.items[0].day, on("2026-03-02")) && !known.items[0].disputed,
	   "of the earlier day");
	gives(&p.list[1], "NEWC3", "2026-03-02", "40");
	known = spin_offs_known(pool, &l, &p.market);
	ok(known.n == 1 && known.items[0].disputed, "another share disputes it");
	gives(&p.list[1], "LAST3", "2026-03-02", "30");
	known = spin_offs_known(pool, &l, &p.market);
	ok(known.n == 1 && known.items[0].disputed, "and another paper");
	p.list[1].currency = CURRENCY_USD;
	gives(&p.list[1], "LAST3", "2026-03-02", "30");
	known = spin_offs_known(pool, &l, &p.market);
	is_int((int64_t)known.n, 2, "not a paper of another currency");
	p.list[1].currency = CURRENCY_BRL;
	p.list[1].type = ASSET_FII;
	gives(&p.list[1], "LAST3", "2026-03-02", "40");
	known = spin_offs_known(pool, &l, &p.market);
	ok(known.n == 2 && !known.items[0].disputed && !known.items[1].disputed,
	   "nor one of another type");
}

#define MANY ((size_t)20000)

/* Processor seconds: comparing each pair of papers would take a minute. */
static void many(void)
{
	struct ledger_asset *list = pool_array(pool, struct ledger_asset, MANY);
	struct ledger l = { .assets = list, .n_assets = MANY };
	struct market market = { 0 };
	struct derived derived;
	const char *const *rows = OLD;
	clock_t begun;

	for (size_t i = 0; i < MANY; i++) {
		struct fold_asset a = asset_of(pool, pool_printf(pool, "P%zu", i), rows);
		struct succession *s = pool_zero(pool, struct succession);

		list[i] = (struct ledger_asset){
			.symbol = a.symbol, .type = ASSET_STOCK, .rows = a.rows, .n_rows = a.n_rows
		};
		gives(&list[i], pool_printf(pool, "P%zu", i ? i - 1 : MANY), "2026-03-02", "30")
			->day = day_plus(on("2026-03-02"), (int32_t)(i % 256));
		*s = (struct succession){ .from = a.symbol,
					  .to = pool_printf(pool, "Q%zu", i),
					  .day = list[i].spin_off->day,
					  .ratio = { 1, 1 } };
		list[i].succession = s;
	}
	begun = clock();
	is_int((int64_t)successions_known(pool, &l, &market).n, (int64_t)MANY,
	       "each of many papers became another one");
	for (size_t i = 0; i < MANY; i++)
		list[i].succession = NULL;
	ok(ledger_derive(pool, &l, &market, on("2026-11-20"), &derived) == CALC_OK,
	   "each of many papers gives to the one before it");
	ok(clock() - begun < 10 * CLOCKS_PER_SEC, "in time");
}

/* Purchases at the rate of their day: 10 x 100.00 dollars at 5.00 and at 6.00. */
static void abroad(void)
{
	const struct close usd[] = { { on("2026-01-05"), { 5 * (wide)E12 } },
				     { on("2026-02-02"), { 6 * (wide)E12 } } };
	struct paper p = { .market = { .usd = { usd, 2 } } };

	add(&p, "OLDX", ROWS("2026-01-05 buy 10 100 0", "2026-02-02 buy 10 100 0"));
	add(&p, "NEWX", ROWS("2026-03-06 adjust:incorporation 5 - 0"));
	for (size_t i = 0; i < 2; i++) {
		p.list[i].type = ASSET_US;
		p.list[i].currency = CURRENCY_USD;
	}
	gives(&p.list[0], "NEWX", "2026-03-02", "40");
	derived_on(&p, "2026-11-20");
	costs(&p, "OLDX", "6600", "11,000 reais less 40 %");
	costs(&p, "NEWX", "4400", "which are here");
	is_money(held(&p, "OLDX")->native.cost, "1200", "2,000 dollars less 40 %");
	is_money(held(&p, "NEWX")->native.cost, "800", "which are here");
	p.list[1].currency = CURRENCY_BRL;
	derived_on(&p, "2026-11-20");
	ok(!held(&p, "NEWX")->brl.cost_known, "none goes to a paper of another currency");
	is_money(held(&p, "OLDX")->native.cost, "1200", "though it leaves");
}

/* A ticker in two classes that both become the same paper: no row is lost. */
static void two_classes(void)
{
	const char *const *one = ROWS("2026-01-05 buy 10 5 0");
	const struct succession renamed = { on("2026-02-02"), "AAAA3", "BBBB3",
					    { 1, 1 },	      false,   { 0 } };
	struct paper p = { .n = 0 };
	int64_t qty = 0;

	p.market.successions = &renamed;
	p.market.n_successions = 1;
	(void)add(&p, "AAAA3", one);
	add(&p, "AAAA3", ROWS("2026-01-05 buy 3 7 0"))->type = ASSET_ETF;
	(void)add(&p, "BBBB3", one);
	derived_on(&p, "2026-06-01");
	for (size_t i = 0; i < p.derived.n; i++)
		qty += p.derived.holdings[i].brl.qty.e8;
	is_int(qty, 2300000000, "10 and 3 and 10 of two classes are 23");
	is_int(held(&p, "BBBB3")->brl.qty.e8, 2000000000, "the share's rows are the new paper's");
}

int main(void)
{
	pool = pool_new(NULL, "spins");
	a_share_moves();
	half_up();
	credits();
	not_known();
	circles();
	one_holding();
	capital();
	in_parts();
	said_twice();
	many();
	abroad();
	two_classes();
	pool_free(pool);
	return tap_done();
}
