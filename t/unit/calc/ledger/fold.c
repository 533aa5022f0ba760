/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ledger fold (doc/calculations.md 1): trades, cycles, day trades, splits, adjustments, flows.
 */
#include "config.h"

#include "core/pool.h"

#include "rows.h"
#include "tap.h"

static void *pool;

static void is_month(const struct months *m, size_t i, const char *month, const char *amount,
		     const char *name)
{
	char text[MONTH_TEXT_SIZE] = "";

	if (i < m->n)
		month_format(m->items[i].month, text);
	is_text(text, month, name);
	is_money(i < m->n ? m->items[i].amount : (struct money){ 0 }, amount, name);
}

/* Quantity, cost and result, all known. */
static struct fold_output holds(enum asset_type type, const char *const *rows, const char *qty,
				const char *cost, const char *realized, const char *name)
{
	struct fold_output out = asset_fold(pool, type, rows);

	is_qty(out.position.qty, qty, name);
	is_money(out.position.cost, cost, name);
	is_money(out.position.realized, realized, name);
	ok(out.position.cost_known && out.position.basis_known && out.position.realized_known &&
		   !out.position.n_uncovered,
	   "%s: all known", name);
	return out;
}

static void is_flow(const struct fold_output *out, size_t i, enum flow_kind kind,
		    const char *amount, const char *qty, const char *name)
{
	const struct fold_flow none = { .kind = FLOW_BUY };
	const struct fold_flow *f = i < out->n_flows ? &out->flows[i] : &none;

	ok(i < out->n_flows && f->kind == kind && f->known, "%s: flow %zu of its kind, known", name,
	   i);
	is_money(f->amount, amount, name);
	is_qty(f->qty, qty, name);
}

static void averages(void)
{
	struct fold_output out;

	out = holds(ASSET_STOCK,
		    ROWS("2026-01-05 buy 100 10.00 1.00", "2026-02-05 buy 200 13.00 2.00",
			 "2026-03-05 sell 150 15.00 1.50"),
		    "150", "1801.50", "447", "mean cost with fees and a partial sale (v-01-01)");
	is_int((int64_t)out.position.tx_count, 3, "rows counted");
	ok(day_same(out.position.added, on("2026-01-05")), "date of the first row");
	is_month(&out.position.realized_by_month, 0, "2026-03", "447", "month of the sale");
	is_int((int64_t)out.n_flows, 3, "a flow a row");
	is_flow(&out, 0, FLOW_BUY, "-1001", "100", "a purchase is money out");
	is_flow(&out, 2, FLOW_SELL, "2248.50", "150", "a sale is money in, after fees");

	out = holds(ASSET_STOCK,
		    ROWS("2025-03-10 buy 100 60.00 3.10", "2025-06-12 sell 40 66.50 1.33",
			 "2025-09-15 sell 60 55.25 1.66", "2026-02-02 buy 50 58.40 1.46"),
		    "50", "2921.46", "-31.09", "closing and reopening (v-01-02)");
	is_int((int64_t)out.position.realized_by_month.n, 2, "two months of result");
	is_month(&out.position.realized_by_month, 0, "2025-06", "257.43", "first month");
	is_month(&out.position.realized_by_month, 1, "2025-09", "-288.52", "second month");

	holds(ASSET_STOCK, ROWS("2026-01-05 buy 10 0 0", "2026-01-06 sell 4 1.00 0"), "6", "0", "4",
	      "a price of zero is known");
	holds(ASSET_STOCK, ROWS("2026-01-05 buy 3 0.01 0", "2026-01-06 sell 1 0.02 0"), "2", "0.02",
	      "0.01", "one centavo");
	holds(ASSET_CRYPTO, ROWS("2026-01-05 buy 0.00000001 0.5 0"), "0.00000001", "0.00000001",
	      "0", "a product at the tie rounds away from zero");
	holds(ASSET_CRYPTO, ROWS("2026-01-05 buy 2 0.000000005 0", "2026-01-06 sell 1 0 0"), "1",
	      "0", "-0.00000001", "a removed cost at the tie rounds away from zero");
	holds(ASSET_CRYPTO, ROWS("2026-01-05 buy 1 100 0", "2026-01-06 sell 0.99999999 100 0"),
	      "0.00000001", "0.000001", "0", "one satoshi left is an open position");
	out = holds(ASSET_STOCK, ROWS("2024-02-29 buy 10 1 0", "2024-02-29 sell 10 2 0"), "0", "0",
		    "10", "a leap day");
	is_month(&out.position.realized_by_month, 0, "2024-02", "10", "result of the leap day");
	holds(ASSET_STOCK,
	      ROWS("2026-01-05 buy 10 1 0", "2026-11-20 buy 10 3 0", "2026-11-21 buy 10 5 0"), "20",
	      "40", "0", "rows of as_of count, later ones do not");
}

static void unknown_costs(void)
{
	struct fold_output out;

	out = asset_fold(pool, ASSET_STOCK,
			 ROWS("2025-02-03 buy 300 - 0", "2025-05-05 buy 100 9.80 0",
			      "2025-08-08 sell 400 10.90 2.00", "2026-01-20 buy 200 11.05 1.10",
			      "2026-06-22 sell 50 12.00 0"));
	is_qty(out.position.qty, "150", "unknown price, then a new cycle (v-01-05): quantity");
	ok(out.position.cost_known, "the new cycle has a known cost");
	is_money(out.position.cost, "1658.325", "cost of the new cycle");
	ok(!out.position.basis_known && !out.position.realized_known,
	   "known for life is neither basis nor result");
	is_int((int64_t)out.position.realized_by_month.n, 1, "only the determinable result");
	is_month(&out.position.realized_by_month, 0, "2026-06", "47.225",
		 "result of the new cycle");
	ok(!out.flows[0].known && out.flows[0].at_market && out.flows[1].known,
	   "the unpriced purchase is no known flow");

	out = asset_fold(pool, ASSET_STOCK, ROWS("2026-01-05 buy 10 5 0", "2026-01-06 sell 4 - 0"));
	ok(!out.position.cost_known && !out.position.basis_known && !out.position.realized_known,
	   "a sale without price hides the cost of what is left");
	is_qty(out.position.qty, "6", "its quantity leaves");
	out = asset_fold(pool, ASSET_STOCK,
			 ROWS("2026-01-05 buy 10 5 0", "2026-01-06 sell 10 - 0"));
	ok(out.position.cost_known && !out.position.basis_known && !out.position.realized_known,
	   "a sale of all without price ends the cycle");
	is_money(out.position.cost, "0", "nothing is left of its cost");

	out = asset_fold(pool, ASSET_STOCK,
			 ROWS("2026-02-10 buy 100 25.00 0.80", "2026-04-15 sell 160 28.00 1.60",
			      "2026-05-11 buy 80 27.10 0.70"));
	is_qty(out.position.qty, "80", "sale above the holding (v-01-06): never negative");
	is_money(out.position.cost, "2168.70", "the next cycle stands alone");
	ok(out.position.cost_known && !out.position.basis_known && !out.position.realized_known,
	   "a sale without stock leaves the result undetermined");
	is_money(out.position.realized, "298.20", "the covered part is realised");
	is_int((int64_t)out.position.n_uncovered, 1, "one uncovered sale");
	ok(day_same(out.position.uncovered[0].day, on("2026-04-15")), "its date");
	is_qty(out.position.uncovered[0].qty, "60", "its quantity");
	is_flow(&out, 1, FLOW_SELL, "2799", "100", "flow of the covered part");
	ok(out.n_flows == 4 && !out.flows[2].known && !out.flows[2].qty.e8,
	   "a mark for the uncovered part");

	out = asset_fold(pool, ASSET_STOCK, ROWS("2026-02-10 sell 5 2 0"));
	is_qty(out.position.uncovered[0].qty, "5", "a sale without any stock");
	is_int((int64_t)out.position.realized_by_month.n, 0, "realises nothing");
}

static void days(void)
{
	struct fold_output out;

	out = holds(ASSET_STOCK,
		    ROWS("2026-03-03 buy 100 40.00 1.20", "2026-03-10 buy 100 44.00 1.32",
			 "2026-03-10 sell 150 45.50 2.10"),
		    "50", "2000.60", "420.98", "day trade apart from the stock (v-01-07)");
	is_int((int64_t)out.n_flows, 4, "the divided sale gives two flows");
	is_flow(&out, 1, FLOW_BUY, "-4401.32", "100", "matched purchase");
	is_flow(&out, 2, FLOW_SELL, "4548.60", "100", "matched part of the sale");
	is_flow(&out, 3, FLOW_SELL, "2274.30", "50", "rest of the sale");

	holds(ASSET_FII,
	      ROWS("2026-03-10 buy 100 10 0", "2026-03-10 buy 50 11 0", "2026-03-10 sell 80 12 0",
		   "2026-03-10 sell 60 13 0"),
	      "10", "110", "300", "first bought against first sold over several rows");
	holds(ASSET_STOCK,
	      ROWS("2026-03-10 buy 3 10 1", "2026-03-10 sell 1 12 0", "2026-03-10 sell 1 12 0",
		   "2026-03-10 sell 1 12 0"),
	      "0", "0", "5", "the parts of a divided row add up to it");
	holds(ASSET_ETF,
	      ROWS("2026-03-09 buy 50 10 0", "2026-03-10 sell 30 12 0", "2026-03-10 buy 30 11 0"),
	      "50", "500", "30", "a sale typed before the purchase is matched too");
	holds(ASSET_US,
	      ROWS("2026-03-09 buy 50 10 0", "2026-03-10 sell 30 12 0", "2026-03-10 buy 30 11 0"),
	      "50", "530", "60", "without matching the order typed rules");
	holds(ASSET_US,
	      ROWS("2025-12-11 buy 9 209.45 0", "2025-12-18 sell 9 210 0",
		   "2025-12-18 buy 10 204.11 0", "2026-02-02 sell 15 190.00 0",
		   "2026-02-02 buy 8 188.50 0"),
	      "3", "591.51666667", "-102.63333333",
	      "a sale above the holding waits for the purchases (v-01-11)");
	holds(ASSET_STOCK,
	      ROWS("2026-03-09 buy 10 4 0", "2026-03-10 buy:subscription 10 5 0",
		   "2026-03-10 sell 10 8 0"),
	      "10", "45", "35", "rows of a corporate event are not matched");
	holds(ASSET_STOCK, ROWS("2026-03-10 buy 10 5 0", "2026-03-11 sell 10 6 0"), "0", "0", "10",
	      "different days are no day trade");

	out = asset_fold(
		pool, ASSET_STOCK,
		ROWS("2026-03-09 buy 10 4 0", "2026-03-10 buy 10 - 0", "2026-03-10 sell 10 5 0"));
	ok(out.position.cost_known && !out.position.realized_known && !out.position.basis_known,
	   "a matched row without price leaves only that result undetermined");
	is_money(out.position.cost, "40", "the stock keeps its cost");
	out = asset_fold(
		pool, ASSET_STOCK,
		ROWS("2026-03-09 buy 10 4 0", "2026-03-10 sell 15 5 0", "2026-03-10 sell 4 6 0"));
	is_qty(out.position.uncovered[0].qty, "9", "a day sold beyond the stock");
	is_qty(out.position.qty, "0", "ends at zero");

	out = holds(ASSET_STOCK,
		    ROWS("2026-03-09 buy 50 10 0", "2026-03-10 sell 150 6 0",
			 "2026-03-10 adjust:bonus 50 - 0", "2026-03-10 split 0 - 0 2"),
		    "0", "0", "400", "inside a day: split, adjustment, trade");
}

static void corporate(void)
{
	struct fold_output out;

	holds(ASSET_STOCK,
	      ROWS("2026-01-12 buy 107 12.00 0.40", "2026-03-02 split:split 107 - 0 2",
		   "2026-05-04 split:split 21.4 - 0 0.1", "2026-05-28 sell:fraction 0.4 61.20 0"),
	      "21", "1260.39252336", "0.47252336", "split, grouping, fraction sold (v-01-03)");
	holds(ASSET_STOCK,
	      ROWS("2026-01-12 buy 100 12.00 0.40", "2026-03-02 split 0 - 0 3",
		   "2026-05-04 split 0 - 0 0.333333333"),
	      "100", "1200.40", "0", "a split and its inverse restore quantity and cost");
	out = holds(ASSET_STOCK,
		    ROWS("2025-01-15 buy 1000 20.00 0", "2026-04-12 adjust:bonus 500 11.70 0"),
		    "1500", "25850", "0", "bonus with attributed cost (v-01-04)");
	is_int((int64_t)out.n_flows, 1, "a bonus is no flow");
	holds(ASSET_STOCK, ROWS("2025-01-15 buy 1000 20.00 0", "2026-04-12 adjust:bonus 500 - 0"),
	      "1500", "20000", "0", "bonus without attributed cost");

	out = holds(ASSET_STOCK, ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust 10 3 1"), "20",
		    "81", "0", "adjustment with price");
	is_flow(&out, 1, FLOW_ADJUST, "-31", "10", "it is a contribution");
	out = holds(ASSET_STOCK, ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust 10 - 0"), "20",
		    "50", "0", "adjustment without price enters at no cost");
	is_flow(&out, 1, FLOW_ADJUST, "0", "10", "without a contribution");
	ok(out.flows[1].at_market, "at market in the TWR");
	out = holds(ASSET_STOCK, ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust -4 - 0"), "6",
		    "30", "0", "custody moved elsewhere takes its cost along, without result");
	is_flow(&out, 1, FLOW_ADJUST, "20", "-4", "the cost removed is a withdrawal");
	holds(ASSET_STOCK, ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust -40 - 0"), "0", "0",
	      "0", "no more leaves than is held");
	out = holds(ASSET_STOCK, ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust 0 - -20"), "10",
		    "30", "0", "cost correction");
	is_flow(&out, 1, FLOW_ADJUST, "20", "0", "it is a withdrawal");
	out = holds(ASSET_STOCK, ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust 0 - -80"), "10",
		    "0", "0", "cost never below zero");
	is_flow(&out, 1, FLOW_ADJUST, "50", "0", "only what left the cost");
	out = holds(ASSET_STOCK,
		    ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust:incorporation -6 - 0"), "4",
		    "50", "0", "shares exchanged inside the paper leave the cost");
	is_int((int64_t)out.n_flows, 1, "an exchange is no flow");
	holds(ASSET_STOCK,
	      ROWS("2026-01-12 buy 10 5 0", "2026-02-12 adjust:incorporation -10 - 0",
		   "2026-02-13 buy 1 7 0"),
	      "1", "7", "0", "exchanged to zero, the cost leaves without result");
}

static void is_unexplained(const char *const *rows, const char *qty, const char *name)
{
	struct fold_output out = asset_fold(pool, ASSET_STOCK, rows);

	is_qty(out.position.qty, qty, name);
	ok(!out.position.cost_known && !out.position.basis_known, "%s: unknown cost", name);
}

/* The counterpart of an incorporation that no succession absorbs (1.7). */
static void counterparts(void)
{
	struct fold_output out;
	struct fold_asset a;
	struct fold_input in = { .type = ASSET_STOCK, .assets = &a, .n_assets = 1 };

	is_unexplained(ROWS("2026-03-10 adjust:incorporation 250 - 0"), "250",
		       "a credit that nothing explains");
	is_unexplained(ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation 250 - 0"),
		       "260", "beside what was bought");
	is_unexplained(ROWS("2026-01-05 buy 10 5 0", "2026-02-22 adjust:incorporation -4 - 0",
			    "2026-03-10 adjust:incorporation 250 - 0"),
		       "256", "a debit 16 days before");
	is_unexplained(ROWS("2026-03-08 adjust:incorporation -300 - 0",
			    "2026-03-10 adjust:incorporation 75 - 0"),
		       "75", "a debit that took nothing away");
	/* 10 at 5 and nothing else: 50 over 10 - 4 + 2 and over 10 + 2 - 4. */
	holds(ASSET_STOCK,
	      ROWS("2026-01-05 buy 10 5 0", "2026-02-23 adjust:incorporation -4 - 0",
		   "2026-03-10 adjust:incorporation 2 - 0"),
	      "8", "50", "0", "a debit 15 days before explains it");
	holds(ASSET_STOCK,
	      ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation 2 - 0",
		   "2026-03-25 adjust:incorporation -4 - 0"),
	      "8", "50", "0", "and one 15 days after");
	/* 250 x 8 + 1.50, the row's price. */
	out = holds(ASSET_STOCK, ROWS("2026-03-10 adjust:incorporation 250 8 1.50"), "250",
		    "2001.50", "0", "a price of its own is its cost");
	is_int((int64_t)out.n_flows, 0, "which is no flow");
	/* 10 x 5 leave and come back; in between, 2 x 7 are bought. */
	holds(ASSET_STOCK,
	      ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation -10 - 0",
		   "2026-03-12 buy 2 7 0", "2026-03-25 adjust:incorporation 5 - 0"),
	      "7", "64", "0", "the cost waits 15 days for its credit");
	/* Two debits of the whole holding: 10 x 5, then 2 x 7. */
	holds(ASSET_STOCK,
	      ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation -10 - 0",
		   "2026-03-11 buy 2 7 0", "2026-03-12 adjust:incorporation -2 - 0",
		   "2026-03-13 adjust:incorporation 3 - 0"),
	      "3", "64", "0", "two debits wait together");
	is_unexplained(ROWS("2026-01-05 buy 10 - 0", "2026-03-10 adjust:incorporation -10 - 0",
			    "2026-03-12 adjust:incorporation 5 - 0"),
		       "5", "an unknown cost comes back unknown");
	is_unexplained(ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation -10 - 0",
			    "2026-03-26 adjust:incorporation 5 - 0"),
		       "5", "after 15 days it left with its shares");

	/* Cut before the debit that explains the credit (18, property 7). */
	a = asset_of(pool, "PETR4",
		     ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation 2 - 0",
			  "2026-03-12 adjust:incorporation -4 - 0"));
	in.as_of = on("2026-03-11");
	ok(!input_fold(pool, &in).position.cost_known, "a debit after the day explains nothing");
	in.as_of = on("2026-03-12");
	ok(input_fold(pool, &in).position.cost_known, "on the day it does");
}

static void options(void)
{
	struct fold_output out;

	out = holds(ASSET_OPTION,
		    ROWS("2026-03-02 sell 300 2.00 0.60", "2026-04-01 buy 100 1.50 0.10",
			 "2026-05-04 buy 300 1.00 0.30"),
		    "100", "100.10", "249.10", "an option written, covered over two purchases");
	is_month(&out.position.realized_by_month, 0, "2026-04", "49.70",
		 "result on the date of the purchase");
	is_month(&out.position.realized_by_month, 1, "2026-05", "199.40", "second result");
	is_int((int64_t)out.n_flows, 3, "writing is no flow");
	is_flow(&out, 0, FLOW_SHORT_RESULT, "49.70", "100", "the result is the flow");
	is_flow(&out, 2, FLOW_BUY, "-100.10", "100", "what is bought beyond the short");

	out = holds(ASSET_OPTION, ROWS("2026-03-02 sell 300 2.00 0.60"), "0", "0", "0",
		    "while short nothing is held");
	is_qty(out.position.short_qty, "300", "the short quantity is shown");
	out = holds(ASSET_OPTION, ROWS("2026-03-02 buy 100 1.00 0", "2026-03-09 sell 250 2.00 0"),
		    "0", "0", "100", "stock is sold before anything is written");
	is_qty(out.position.short_qty, "150", "the rest is written");
	out = asset_fold(pool, ASSET_OPTION,
			 ROWS("2026-03-02 sell 10 - 0", "2026-04-02 buy 10 1 0"));
	ok(!out.position.realized_known && !out.position.basis_known && !out.position.n_uncovered,
	   "written without price: the result is undetermined");
	is_qty(out.position.short_qty, "0", "and the short settled");
	out = holds(
		ASSET_OPTION,
		ROWS("2026-03-02 sell 10 2 0", "2026-03-03 sell 10 3 0", "2026-03-03 buy 10 1 0"),
		"0", "0", "20", "a day trade leaves the earlier short aside");
	is_qty(out.position.short_qty, "10", "which stays");
}

static struct fold_output option_fold(const char *symbol, const struct option_terms *terms,
				      const char *as_of, const char *const *rows)
{
	struct fold_asset a = asset_of(pool, symbol, rows);

	return input_fold(pool, &(struct fold_input){ .type = ASSET_OPTION,
						      .assets = &a,
						      .n_assets = 1,
						      .option = *terms,
						      .as_of = on(as_of) });
}

/* PETRJ420: the third Friday of October, 2026-10-16; five business days later is the 23rd. */
static void expiries(void)
{
	const struct option_terms none = { 0 };
	const struct option_terms later = { .listed = true, .listing = on("2027-10-15") };
	const struct option_terms both = { true, true, on("2027-10-15"), on("2027-10-15") };
	struct fold_output out;

	out = option_fold("PETRJ420", &none, "2026-10-24", ROWS("2026-09-01 buy 1000 0.85 0"));
	is_qty(out.position.qty, "0", "settled at the opening of the day after the fifth");
	is_month(&out.position.realized_by_month, 0, "2026-10", "-850", "in the expiry's month");
	ok(out.ends.n == 1 && day_same(out.ends.items[0].expiry, on("2026-10-16")) &&
		   !out.ends.items[0].open && !out.ends.items[0].written,
	   "reported");
	is_flow(&out, 1, FLOW_SELL, "0", "1000", "for nothing");
	ok(day_same(out.flows[1].day, on("2026-10-16")), "on the expiry");
	out = option_fold("PETRJ420", &none, "2026-10-24",
			  ROWS("2026-09-01 buy 1000 0.85 0", "2026-10-20 sell 1000 2.00 0"));
	is_money(out.position.realized, "1150", "a sale dated by its settlement still counts");
	ok(out.ends.n == 1 && !out.ends.items[0].qty.e8, "and nothing is left to be settled");
	out = option_fold(
		"PETRA300", &none, "2026-03-02",
		ROWS("2025-12-01 buy 10 1 0", "2026-01-16 sell 10 3 0", "2026-01-20 buy 5 2 0"));
	is_int((int64_t)out.ends.n, 1,
	       "a second cycle within the days of grace expires with the first");
	is_month(&out.position.realized_by_month, 0, "2026-01", "10", "20 of a sale less 10 lost");
	out = option_fold("PETRL20", &none, "2026-11-20",
			  ROWS("2024-12-02 buy 10 1 0", "2024-12-27 buy 5 4 0",
			       "2025-12-29 sell 7 2 0", "2025-12-30 sell 3 2 0"));
	is_int((int64_t)out.ends.n, 3, "a code that comes again is another series each year");
	ok(day_same(out.ends.items[0].expiry, on("2024-12-20")) &&
		   day_same(out.ends.items[1].expiry, on("2025-12-19")) &&
		   day_same(out.ends.items[2].expiry, on("2026-12-18")) && out.ends.items[2].open &&
		   out.ends.items[2].written,
	   "of its own expiry");
	is_month(&out.position.realized_by_month, 0, "2024-12", "-30", "lost in the first");
	out = option_fold("PETRJ420", &later, "2026-11-20", ROWS("2026-09-01 buy 10 1 0"));
	is_qty(out.position.qty, "0", "a listing a year on is another series");
	out = option_fold("PETRJ420", &both, "2026-11-20", ROWS("2026-09-01 buy 10 1 0"));
	is_qty(out.position.qty, "10", "unless the statement says the same");
	out = option_fold("XYZ", &none, "2026-11-20", ROWS("2020-09-01 sell 10 1 0"));
	ok(!out.ends.n && out.position.short_qty.e8, "an unknown expiry leaves it open");
	out = option_fold("PETRJ420", &none, "2026-12-31",
			  ROWS("2026-09-01 sell 10 - 0", "2026-12-01 buy 2 1 0"));
	ok(!out.position.realized_known, "a short without its premium has no result");
	is_qty(out.position.qty, "2", "and is settled all the same");
	out = option_fold("PETRJ420", &none, "2026-10-24",
			  ROWS("2026-09-01 sell 1000 0.85 0", "2026-09-10 adjust:bonus 50 - 0"));
	is_qty(out.position.qty, "0", "a bonus while it is written leaves nothing long");
	is_qty(out.position.short_qty, "0", "nor short");
	is_money(out.position.realized, "850", "the premium is the result: the bonus cost nothing");
	ok(out.ends.n == 2 && out.ends.items[0].written && !out.ends.items[1].written &&
		   out.ends.items[1].qty.e8 == units("50").e8,
	   "both sides are reported");
}

static struct fold_output with_returns(const char *const *rows,
				       const struct capital_return *returns, size_t n)
{
	struct fold_asset a = asset_of(pool, "AAAA11", rows);

	return input_fold(pool, &(struct fold_input){ .type = ASSET_FII,
						      .assets = &a,
						      .n_assets = 1,
						      .returns = returns,
						      .n_returns = n,
						      .as_of = on("2026-11-20") });
}

static void returns(void)
{
	struct capital_return r[] = { { .day = on("2026-03-02"), .amount = brl("20") },
				      { .day = on("2026-04-02"), .amount = brl("40") } };
	struct fold_output out = with_returns(ROWS("2026-01-05 buy 10 5 0"), r, 2);

	is_money(out.position.cost, "0", "capital returned lowers the cost to zero");
	is_money(out.position.realized, "10", "the excess is realised");
	is_month(&out.position.realized_by_month, 0, "2026-04", "10", "on the payment date");
	is_flow(&out, 1, FLOW_CAPITAL, "20", "0", "a withdrawal");
	is_flow(&out, 2, FLOW_CAPITAL, "40", "0", "the whole of it");

	out = with_returns(ROWS("2026-01-05 buy 10 - 0"), r, 1);
	ok(!out.position.cost_known && !out.position.realized_by_month.n,
	   "of an unknown cost only the withdrawal counts");
	is_flow(&out, 1, FLOW_CAPITAL, "20", "0", "the withdrawal");
	out = with_returns(ROWS("2026-01-05 buy 10 5 0", "2026-03-02 sell 10 4 0"), r, 1);
	is_money(out.position.realized, "10", "on the day of a sale the return comes first");
	out = with_returns(ROWS("2026-01-05 buy 10 5 0", "2026-02-02 sell 10 5 0"), r, 1);
	is_money(out.position.realized, "20", "paid after the position closed, all is result");
}

static void two_currencies(void)
{
	const struct close v9[] = { { on("2026-02-13"), at("5.2210") },
				    { on("2026-03-06"), at("5.3105") },
				    { on("2026-09-04"), at("5.1253") } };
	const struct close v10[] = { { on("2026-01-08"), at("5.3902") },
				     { on("2026-05-04"), at("5.0117") },
				     { on("2026-10-09"), at("5.2544") } };
	struct fx_series rates = { v9, 3 };
	struct fold_asset a =
		asset_of(pool, "AAPL",
			 ROWS("2026-02-16 buy 10 180.50 1.00", "2026-03-06 buy 4 190.25 1.00",
			      "2026-06-15 buy 1 200.00 0", "2026-09-04 sell 5 230.00 0.50"));
	struct fold_input in = { .type = ASSET_US,
				 .assets = &a,
				 .n_assets = 1,
				 .as_of = on("2026-11-20"),
				 .convert = &rates };
	struct fold_output out = input_fold(pool, &in);

	is_qty(out.position.qty, "10", "a date without a rate (v-01-09): quantity");
	ok(!out.position.cost_known && !out.position.basis_known && !out.position.realized_known,
	   "the BRL cost is unknown");
	is_int((int64_t)out.position.realized_by_month.n, 0, "no BRL result");
	in.convert = NULL;
	out = input_fold(pool, &in);
	is_money(out.position.cost, "1845.33333333", "the native cost is known");
	is_money(out.position.realized, "226.83333333", "and the native result");

	a = asset_of(pool, "VOO",
		     ROWS("2026-01-08 buy 2.5 601.10 1.00", "2026-05-04 buy 1.25 640.00 1.00",
			  "2026-10-09 sell 1.5 690.40 1.00"));
	rates = (struct fx_series){ v10, 3 };
	in.convert = &rates;
	out = input_fold(pool, &in);
	is_money(out.position.cost, "7271.93097", "each row at the rate of its date (v-01-10)");
	is_money(out.position.realized, "588.24826", "BRL result");
	in.convert = NULL;
	out = input_fold(pool, &in);
	is_money(out.position.cost, "1382.85", "native cost");
	is_money(out.position.realized, "112.70", "native result");

	a = asset_of(pool, "VOO", ROWS("2026-01-08 buy 1 100 0", "2026-06-15 adjust:bonus 1 50 0"));
	in.convert = &rates;
	out = input_fold(pool, &in);
	ok(out.position.cost_known && out.position.basis_known,
	   "a bonus without a rate never hides the cost");
	is_money(out.position.cost, "539.02", "and enters at none");
}

static void is_ratio(const char *text, int64_t n, int64_t d)
{
	struct ratio r = ratio_rationalise((int64_t)at(text).e12);

	if (!ok(r.n == n && r.d == d, "%s is %lld/%lld", text, (long long)n, (long long)d))
		diag("got %lld/%lld", (long long)r.n, (long long)r.d);
}

static void ratios(void)
{
	is_ratio("2", 2, 1);
	is_ratio("0.1", 1, 10);
	is_ratio("1.05", 21, 20);
	is_ratio("0.33333", 33333, 100000); /* five places are intended */
	is_ratio("0.333333", 1, 3);
	is_ratio("0.333333333", 1, 3);
	is_ratio("0.06666667", 1, 15);
	is_ratio("1.0526315789", 20, 19);
	is_ratio("0.142857142857", 1, 7);
	is_ratio("0.123456789012", 30864197253, 250000000000);
	is_ratio("1.00010001", 10000, 9999);
	is_ratio("1000000", 1000000, 1);
}

static enum calc_err error_of(const char *const *rows)
{
	struct fold_asset a = asset_of(pool, "AAAA3", rows);
	struct fold_output out = { .n_flows = 77 };
	enum calc_err err = fold(pool,
				 &(struct fold_input){ .type = ASSET_STOCK,
						       .assets = &a,
						       .n_assets = 1,
						       .as_of = on("2026-11-20") },
				 &out);

	ok(err == CALC_OK || out.n_flows == 77, "out is untouched after an error");
	return err;
}

/* @day: "-" when the opening is unknown. */
static void is_opened(const struct fold_output *out, const char *day, const char *name)
{
	char text[DAY_TEXT_SIZE] = "-";

	if (out->position.opening.known)
		day_format(out->position.opening.day, text);
	is_text(text, day, name);
}

static void opened(enum asset_type type, const char *const *rows, const char *day, const char *name)
{
	struct fold_output out = asset_fold(pool, type, rows);

	ok(out.position.qty.e8 > 0, "%s: something is held", name);
	is_opened(&out, day, name);
}

/* The row by which the quantity last left zero (doc/market-rules.md). */
static void openings(void)
{
	opened(ASSET_STOCK,
	       ROWS("2026-01-05 buy 100 10 0", "2026-02-05 buy 100 - 0",
		    "2026-03-05 sell 150 11 0"),
	       "2026-01-05", "neither a second purchase nor a partial sale opens");
	opened(ASSET_STOCK,
	       ROWS("2026-01-05 buy 100 10 0", "2026-03-05 sell 100 11 0", "2026-04-06 buy 5 - 0",
		    "2026-05-05 buy 5 9 0"),
	       "2026-04-06", "after a sale of all the next purchase does, also without a price");
	opened(ASSET_STOCK,
	       ROWS("2026-01-05 buy 100 10 0", "2026-03-05 sell 130 11 0", "2026-04-06 buy 5 9 0"),
	       "2026-04-06", "and after a sale above the holding");
	opened(ASSET_US,
	       ROWS("2026-01-05 buy 10 10 0", "2026-03-05 sell 10 11 0", "2026-03-05 buy 4 11 0"),
	       "2026-03-05", "sold and bought again on one day");
	opened(ASSET_STOCK,
	       ROWS("2026-01-05 buy 10 10 0", "2026-03-05 sell 10 11 0", "2026-03-05 buy 14 11 0"),
	       "2026-01-05", "a day trade leaves the stock alone");
	opened(ASSET_STOCK,
	       ROWS("2026-01-05 buy 100 10 0", "2026-02-05 split 0 - 0 0.1",
		    "2026-03-05 adjust:bonus 5 - 0", "2026-04-06 adjust -3 - 0",
		    "2026-05-05 adjust:incorporation 7 - 0"),
	       "2026-01-05", "nor a grouping, a bonus, an adjustment or a credit");
	opened(ASSET_STOCK, ROWS("2026-02-05 adjust 10 - 0", "2026-03-05 buy 1 1 0"), "2026-02-05",
	       "an adjustment may open");
	opened(ASSET_STOCK, ROWS("2026-02-05 adjust:bonus 10 1 0", "2026-03-05 buy 1 1 0"), "-",
	       "a bonus on nothing: its shares are missing");
	opened(ASSET_STOCK,
	       ROWS("2026-02-05 adjust:bonus 10 1 0", "2026-03-05 sell 10 1 0",
		    "2026-04-06 buy 1 1 0"),
	       "2026-04-06", "known again once they are sold");
	opened(ASSET_STOCK, ROWS("2026-03-10 adjust:incorporation 250 - 0"), "-",
	       "a credit that nothing explains");
	opened(ASSET_STOCK, ROWS("2026-03-10 adjust:incorporation 250 8 0"), "2026-03-10",
	       "one with a price of its own opens");
	opened(ASSET_STOCK,
	       ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation -10 - 0",
		    "2026-03-12 buy 2 7 0", "2026-03-25 adjust:incorporation 5 - 0"),
	       "2026-01-05", "exchanged for another paper and back, it continues");
	opened(ASSET_STOCK,
	       ROWS("2026-03-08 adjust:bonus 10 - 0", "2026-03-10 adjust:incorporation -10 - 0",
		    "2026-03-12 buy 2 7 0", "2026-03-25 adjust:incorporation 5 - 0"),
	       "-", "also of an unknown opening");
	opened(ASSET_STOCK,
	       ROWS("2026-01-05 buy 10 5 0", "2026-03-10 adjust:incorporation -10 - 0",
		    "2026-03-12 buy 2 7 0"),
	       "2026-03-12", "without its credit it is over");
	opened(ASSET_OPTION,
	       ROWS("2026-03-02 sell 300 2 0", "2026-04-01 buy 100 1 0", "2026-05-04 buy 300 1 0"),
	       "2026-05-04", "a purchase that settles what was written opens nothing");
}

/* A renamed paper is held since its first ticker was. */
static void openings_renamed(void)
{
	const struct succession s = { on("2026-03-16"), "OLDC3", "NEWC3", { 1, 4 }, false, { 0 } };
	struct fold_asset a[2];
	struct fold_input in = { .type = ASSET_STOCK,
				 .assets = a,
				 .n_assets = 2,
				 .successions = &s,
				 .n_successions = 1,
				 .as_of = on("2026-11-20") };
	struct fold_output out;

	a[0] = asset_of(pool, "OLDC3", ROWS("2025-05-05 buy 400 7.50 0"));
	a[1] = asset_of(pool, "NEWC3", ROWS("2026-02-10 buy 20 31 0", "2026-04-10 buy 5 31 0"));
	out = input_fold(pool, &in);
	is_opened(&out, "2025-05-05", "two tickers become one: since the older");
	a[0] = asset_of(pool, "OLDC3", ROWS("2025-05-05 buy 400 7.50 0", "2026-04-10 buy 5 31 0"));
	a[1] = asset_of(pool, "NEWC3", ROWS("2026-04-01 sell 100 31 0"));
	out = input_fold(pool, &in);
	is_opened(&out, "2026-04-10", "sold under the new name, bought under the old one");
}

static void errors(void)
{
	struct fold_output out;

	is_int(error_of(ROWS("2026-01-06 buy 1 1 0", "2026-01-05 buy 1 1 0")), CALC_ORDER,
	       "rows descending");
	is_int(error_of(ROWS("2026-01-05 buy 90000000000 1 0", "2026-01-06 buy 90000000000 1 0")),
	       CALC_RANGE, "a quantity leaves the grid");
	is_int(error_of(ROWS("2026-01-05 buy 90000000000 1 0", "2026-01-06 split 0 - 0 2")),
	       CALC_RANGE, "a split leaves the grid");
	is_int(error_of(ROWS("2026-01-05 buy 90000000000 1000000000 0")), CALC_OK,
	       "the greatest row fits");
	is_int(error_of(ROWS("2026-01-05 buy 0 1 0")), CALC_INPUT, "a purchase of nothing");
	is_int(error_of(ROWS("2026-01-05 sell -1 1 0")), CALC_INPUT, "a negative sale");
	is_int(error_of(ROWS("2026-01-05 split 0 - 0")), CALC_INPUT, "a split without ratio");

	out = asset_fold(pool, ASSET_STOCK, ROWS("2026-12-01 buy 1 1 0"));
	ok(!out.position.has_rows && !out.position.tx_count && out.position.cost_known &&
		   !out.n_flows,
	   "before its first row an asset is a watchlist entry");
	out = input_fold(pool,
			 &(struct fold_input){ .type = ASSET_STOCK, .as_of = on("2026-11-20") });
	ok(!out.position.has_rows, "no asset, no position");
}

/* Subscription rights (16): received rights cost nothing, and are never sold uncovered. */
static void rights_sold(void)
{
	struct fold_output f =
		asset_fold(pool, ASSET_FII, ROWS("2026-03-02 sell:subscription 8 0.70 0.10"));

	is_money(f.position.realized, "5.50", "received and sold: the proceeds");
	ok(f.position.n_uncovered == 0 && f.position.basis_known && f.position.realized_known,
	   "which is no uncovered sale");
	is_qty(f.position.qty, "0", "and leaves nothing");
	f = asset_fold(pool, ASSET_FII,
		       ROWS("2026-03-01 buy 4 0.60 0", "2026-03-02 sell:subscription 8 0.70 0"));
	is_money(f.position.realized, "3.20", "half of them bought: less what they cost");
	f = asset_fold(pool, ASSET_FII, ROWS("2026-03-02 sell:subscription 8 0 4.80"));
	is_money(f.position.realized, "-4.80", "never exercised: what was paid is lost");
	f = asset_fold(pool, ASSET_FII, ROWS("2026-03-02 sell 8 0.70 0"));
	is_int((int64_t)f.position.n_uncovered, 1, "any other sale is uncovered still");
}

int main(void)
{
	pool = pool_new(NULL, "fold");
	averages();
	unknown_costs();
	days();
	corporate();
	counterparts();
	options();
	expiries();
	returns();
	two_currencies();
	ratios();
	openings();
	openings_renamed();
	errors();
	rights_sold();
	pool_free(pool);
	return tap_done();
}
