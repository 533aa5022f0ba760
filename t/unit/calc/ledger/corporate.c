/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Successions (doc/calculations.md 1.7), events the ledger lacks (16), quantities of a day (2.2).
 */
#include "config.h"

#include "core/pool.h"

#include "rows.h"
#include "tap.h"

static void *pool;

#define EVENT(day, what, num, den)                                                                 \
	((struct reference_event){ .ex_day = on(day), .kind = (what), .ratio = { (num), (den) } })

static struct fold_output family(const struct fold_asset *assets, size_t n,
				 const struct succession *s, size_t n_s)
{
	return input_fold(pool, &(struct fold_input){ .type = ASSET_STOCK,
						      .assets = assets,
						      .n_assets = n,
						      .successions = s,
						      .n_successions = n_s,
						      .as_of = on("2026-11-20") });
}

static void carried(void)
{
	const struct succession s = { on("2026-03-16"), "OLDC3", "NEWC3", { 1, 4 }, false, { 0 } };
	struct fold_asset a[2];
	struct fold_output out;

	a[0] = asset_of(pool, "OLDC3",
			ROWS("2025-05-05 buy 400 7.50 3.00", "2025-10-06 sell 100 9.00 0.90",
			     "2026-04-01 buy 10 33.00 0.33"));
	a[1] = asset_of(pool, "NEWC3",
			ROWS("2026-02-10 buy 20 31.00 0.62",
			     "2026-03-18 adjust:incorporation 75 - 0",
			     "2026-06-10 sell 35 35.00 1.10"));
	out = family(a, 2, &s, 1);
	is_qty(out.position.qty, "70", "succession (v-01-08): quantity");
	is_money(out.position.cost, "2135.46666667", "cost carried");
	is_money(out.position.realized, "304.51666667", "results of both");
	is_int((int64_t)out.position.realized_by_month.n, 2, "two months");
	is_money(out.position.realized_by_month.items[0].amount, "148.35",
		 "the predecessor's result");
	is_int((int64_t)out.position.tx_count, 6, "rows of both, the absorbed one included");
	ok(day_same(out.position.added, on("2025-05-05")), "date of the predecessor's first row");
	ok(out.position.basis_known && out.position.realized_known && !out.position.n_uncovered,
	   "all known");

	a[0] = asset_of(pool, "OLDC3", ROWS("2025-05-05 buy 400 7.50 3.00"));
	out = family(a, 1, &s, 1);
	is_qty(out.position.qty, "100", "only the old ticker has an asset: new quantity");
	is_money(out.position.cost, "3003", "its cost");
	a[0] = asset_of(pool, "OLDC3", ROWS("2025-05-05 buy 400 - 0"));
	a[1] = asset_of(pool, "NEWC3", ROWS("2026-02-10 buy 20 31.00 0"));
	ok(!family(a, 2, &s, 1).position.cost_known, "an unknown cost is carried too");
	a[0] = asset_of(pool, "OLDC3", ROWS("2026-03-16 buy 10 33.00 0"));
	a[1] = asset_of(pool, "NEWC3", ROWS("2026-03-16 sell 10 34.00 0"));
	out = family(a, 2, &s, 1);
	is_money(out.position.realized, "10",
		 "on its day the old ticker already trades as the new paper");
	is_qty(out.position.qty, "0", "in new shares");
	a[0] = asset_of(
		pool, "OLDC3",
		ROWS("2025-05-05 buy 400 7.50 0", "2026-02-20 adjust:incorporation -400 - 0"));
	out = family(a, 1, &s, 1);
	is_qty(out.position.qty, "0",
	       "an exchange 24 days away from the succession is not absorbed");
	a[0] = asset_of(
		pool, "OLDC3",
		ROWS("2025-05-05 buy 400 7.50 0", "2026-03-01 adjust:incorporation -400 - 0"));
	out = family(a, 1, &s, 1);
	is_qty(out.position.qty, "100", "15 days away it is");
	a[0] = asset_of(
		pool, "OLDC3",
		ROWS("2025-05-05 buy 400 7.50 0", "2026-03-20 adjust:incorporation -400 - 0"));
	a[1] = asset_of(pool, "NEWC3", ROWS("2026-04-03 adjust:incorporation 100 - 0"));
	out = family(a, 2, &s, 1);
	is_qty(out.position.qty, "200", "a credit 18 days away is not absorbed");
	ok(!out.position.cost_known, "nor explained by a debit that is");
	a[0] = asset_of(
		pool, "OLDC3",
		ROWS("2025-05-05 buy 400 7.50 0", "2026-05-04 adjust:incorporation -100 - 0"));
	a[1] = asset_of(pool, "NEWC3", ROWS("2026-05-06 adjust:incorporation 25 - 0"));
	out = family(a, 2, &s, 1);
	is_qty(out.position.qty, "25", "one paper under its old and its new symbol");
	is_money(out.position.cost, "3000", "exchanged with its cost");
}

/* Rows of a day in the order typed, with either ticker: a fixed order of tickers would give 20 or -100. */
static void inserted(void)
{
	const struct succession s = { on("2026-03-16"), "OLDC3", "NEWC3", { 1, 1 }, false, { 0 } };
	struct fold_asset a[2];
	struct ledger_row old[3], new[3];
	struct fold_output out;

	old[0] = row("2026-04-01 buy 10 20 0");
	new[0] = row("2026-04-01 buy 10 14 0");
	new[1] = row("2026-04-01 sell 10 15 0");
	new[2] = row("2026-04-02 buy 10 14 0");
	old[1] = row("2026-04-02 buy 10 20 0");
	old[2] = row("2026-04-02 sell 10 15 0");
	for (int64_t i = 0; i < 3; i++) {
		new[i].order = i + 1;
		old[i].order = i ? i + 3 : 0;
	}
	a[0] = (struct fold_asset){ .symbol = "OLDC3", .rows = old, .n_rows = 3 };
	a[1] = (struct fold_asset){ .symbol = "NEWC3", .rows = new, .n_rows = 3 };
	out = family(a, 2, &s, 1);
	is_money(out.position.realized, "-40", "rows of a day keep their order over both tickers");
}

static void chains(void)
{
	const struct succession chain[] = {
		{ on("2026-02-02"), "AAAA3", "BBBB3", { 2, 1 }, false, { 0 } },
		{ on("2026-04-06"), "BBBB3", "CCCC3", { 1, 10 }, false, { 0 } },
	};
	const struct succession back[] = {
		{ on("2026-02-02"), "AAAA3", "BBBB3", { 1, 1 }, false, { 0 } },
		{ on("2026-04-06"), "BBBB3", "AAAA3", { 1, 1 }, false, { 0 } },
	};
	const struct succession cash = { on("2026-02-02"), "AAAA3", "BBBB3",
					 { 1, 1 },	   true,    at("1.50") };
	struct fold_asset a[2];
	struct fold_output out;

	a[0] = asset_of(pool, "AAAA3", ROWS("2026-01-05 buy 100 10 0", "2026-05-04 buy 5 70 0"));
	a[1] = asset_of(pool, "CCCC3", ROWS("2026-03-02 buy 10 60 0"));
	out = family(a, 2, chain, 2);
	is_qty(out.position.qty, "35",
	       "two successions in a chain, the middle ticker without an asset");
	is_money(out.position.cost, "1950", "all costs carried");
	out = family(a, 2, back, 2);
	is_qty(out.position.qty, "115", "a ticker that comes back");

	out = family(a, 1, &cash, 1);
	is_money(out.position.cost, "1200",
		 "cash of a succession lowers the cost (1,000 - 150 + 350)");
	ok(out.n_flows == 3 && out.flows[1].kind == FLOW_CAPITAL, "and is a withdrawal");
	is_money(out.flows[1].amount, "150", "of what was paid");
	a[0] = asset_of(pool, "AAAA3", ROWS("2026-01-05 buy 100 1 0"));
	out = family(a, 1, &cash, 1);
	is_money(out.position.cost, "0", "down to zero");
	is_money(out.position.realized, "50", "the excess is realised");
	ok(out.position.realized_by_month.items[0].month.n == day_month(on("2026-02-02")).n,
	   "on its date");
}

static struct fold_output with_events(const char *const *rows, const struct reference_event *events,
				      size_t n)
{
	struct fold_asset a = asset_of(pool, "AAAA3", rows);

	a.events = events;
	a.n_events = n;
	return family(&a, 1, NULL, 0);
}

static void applied(void)
{
	struct reference_event split = EVENT("2026-03-02", EVENT_SPLIT, 2, 1);
	struct reference_event bonus = EVENT("2026-03-02", EVENT_BONUS, 21, 20);
	struct reference_event both[2];
	struct fold_output out;

	out = with_events(ROWS("2026-01-05 buy 100 10 0", "2026-04-01 sell 50 6 0"), &split, 1);
	is_qty(out.position.qty, "150", "a split that the ledger lacks is applied");
	is_money(out.position.cost, "750", "to the quantity, not to the cost");
	is_money(out.position.realized, "50", "before the sale");
	is_int((int64_t)out.position.tx_count, 2, "it is no transaction");
	is_int((int64_t)out.n_applied, 1, "it is reported");
	is_qty(out.applied[0].qty, "100", "with what was held");
	is_text(out.applied[0].symbol, "AAAA3", "and its ticker");
	is_int((int64_t)out.n_flows, 2, "it is no flow");

	out = with_events(ROWS("2026-01-05 buy 100 10 0", "2026-04-01 sell 50 6 0"), NULL, 0);
	is_qty(out.position.qty, "50", "declined events are not applied");
	out = with_events(ROWS("2026-01-05 buy 100 10 0", "2026-03-17 split 0 - 0 2"), &split, 1);
	is_qty(out.position.qty, "200", "a row 15 days later is the event");
	is_int((int64_t)out.n_applied, 0, "nothing is applied");
	out = with_events(ROWS("2026-01-05 buy 100 10 0", "2026-02-15 split 0 - 0 2"), &split, 1);
	is_qty(out.position.qty, "200", "a row 15 days before is the event");
	out = with_events(ROWS("2026-01-05 buy 100 10 0", "2026-02-14 split 0 - 0 2"), &split, 1);
	is_qty(out.position.qty, "400", "a row 16 days away is another one");
	out = with_events(ROWS("2026-01-05 buy 100 10 0", "2026-03-02 adjust:bonus 5 - 0"), &split,
			  1);
	is_qty(out.position.qty, "205",
	       "a bonus row does not stand for a split; the split comes first");
	out = with_events(ROWS("2026-03-02 buy 100 10 0"), &split, 1);
	is_qty(out.position.qty, "100", "bought on the ex date is bought on the new basis");
	out = with_events(ROWS("2026-01-05 buy 100 10 0", "2026-02-05 sell 100 10 0"), &split, 1);
	is_int((int64_t)out.n_applied, 0, "nothing held, nothing applied");

	out = with_events(ROWS("2026-01-05 buy 200 10 0"), &bonus, 1);
	is_qty(out.position.qty, "210", "a bonus of 5 % that the ledger lacks");
	is_money(out.position.cost, "2000", "without attributed cost");
	is_qty(out.applied[0].qty, "10", "reported with what was received");
	bonus.unit_cost_known = true;
	bonus.unit_cost = at("8");
	out = with_events(ROWS("2026-01-05 buy 200 10 0"), &bonus, 1);
	is_money(out.position.cost, "2080", "with attributed cost");
	both[0] = bonus;
	both[1] = split;
	out = with_events(ROWS("2026-01-05 buy 200 10 0"), both, 2);
	is_qty(out.position.qty, "420", "on one day the split comes before the bonus");
	out = with_events(ROWS("2026-01-05 buy 200 10 0", "2026-03-10 adjust:bonus 10 8 0"), &bonus,
			  1);
	is_qty(out.position.qty, "210", "a bonus row is the bonus");

	split.ratio.d = 0;
	ok(fold(pool,
		&(struct fold_input){
			.assets = &(struct fold_asset){ .symbol = "AAAA3",
							.rows = (struct ledger_row[]){ row(
								"2026-01-05 buy 1 1 0") },
							.n_rows = 1,
							.events = &split,
							.n_events = 1 },
			.n_assets = 1,
			.as_of = on("2026-11-20") },
		&out) == CALC_INPUT,
	   "an event without ratio is refused");
}

static void events_of_families(void)
{
	const struct succession s = { on("2026-03-16"), "OLDC3", "NEWC3", { 1, 1 }, false, { 0 } };
	struct reference_event late = EVENT("2026-05-04", EVENT_SPLIT, 3, 1);
	struct fold_asset a[2];
	struct fold_output out;

	a[0] = asset_of(pool, "OLDC3", ROWS("2026-01-05 buy 10 10 0"));
	a[1] = asset_of(pool, "NEWC3", ROWS(NULL));
	a[0].events = a[1].events = &late;
	a[0].n_events = a[1].n_events = 1;
	out = family(a, 2, &s, 1);
	is_qty(out.position.qty, "30", "an event listed under both tickers is applied once");
	is_text(out.n_applied ? out.applied[0].symbol : "", "NEWC3", "to the one that trades");
	a[0] = asset_of(pool, "OLDC3", ROWS("2026-01-05 buy 10 10 0", "2026-05-05 split 0 - 0 3"));
	out = family(a, 2, &s, 1);
	is_qty(out.position.qty, "30", "a split typed under the old ticker is the successor's");
	is_int((int64_t)out.n_applied, 0, "nothing is applied then");
}

static void held_on(const struct fold_input *in, const char *day, const char *want,
		    const char *name)
{
	struct qty q = { 0 };

	if (quantity_at(pool, in, on(day), &q) != CALC_OK)
		ok(false, "quantities of %s", day);
	is_qty(q, want, name);
}

static void quantities(void)
{
	const struct succession s = { on("2026-08-03"), "AAAA3", "BBBB3", { 1, 2 }, false, { 0 } };
	struct reference_event split = EVENT("2026-03-03", EVENT_SPLIT, 2, 1);
	struct fold_asset a[2] = { asset_of(pool, "AAAA3",
					    ROWS("2026-01-05 buy 100 10 0",
						 "2026-04-01 sell 250 6 0", "2026-05-04 buy 7 6 0",
						 "2026-05-04 sell 3 6 0")),
				   asset_of(pool, "BBBB3", ROWS("2026-06-01 buy 9 1 0")) };
	struct fold_input in = {
		.type = ASSET_STOCK, .assets = a, .n_assets = 1, .as_of = on("2026-11-20")
	};
	struct qty_steps steps = { 0 };

	a[0].events = &split;
	a[0].n_events = 1;
	held_on(&in, "2026-01-04", "0", "before the first row");
	held_on(&in, "2026-01-05", "100", "after the rows of the day");
	held_on(&in, "2026-03-02", "100", "the split is not there before its ex date");
	held_on(&in, "2026-03-03", "200", "and there on it");
	held_on(&in, "2026-04-01", "0", "never below zero");
	held_on(&in, "2026-05-04", "4", "the end of a day");
	in.n_assets = 2;
	in.successions = &s;
	in.n_successions = 1;
	held_on(&in, "2026-08-03", "11", "a family's quantity follows the succession");
	if (quantity_steps(pool, &in, "BBBB3", &steps) != CALC_OK)
		ok(false, "steps of one ticker");
	is_qty(qty_steps_at(&steps, on("2026-05-10")), "0",
	       "the successor does not answer for the predecessor before");
	is_qty(qty_steps_at(&steps, on("2026-08-10")), "11", "but after");
}

int main(void)
{
	pool = pool_new(NULL, "corporate");
	carried();
	inserted();
	chains();
	applied();
	events_of_families();
	quantities();
	pool_free(pool);
	return tap_done();
}
