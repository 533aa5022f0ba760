/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties of every ledger (doc/calculations.md 18), on random ones from a fixed seed.
 */
#include "config.h"

#include "core/pool.h"

#include "rows.h"
#include "tap.h"

#include <string.h>

#define LEDGERS 3000
#define ROWS_MAX 40

static uint64_t state = 20261120;

static uint32_t dice(uint32_t sides)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % sides;
}

struct book {
	struct ledger_row rows[ROWS_MAX];
	size_t n;
	enum asset_type type;
	struct fold_asset asset[2];
	struct fold_input in;
};

static const enum asset_type types[] = { ASSET_STOCK, ASSET_US, ASSET_CRYPTO, ASSET_OPTION,
					 ASSET_FII };

/* Splits that divide evenly, so that a later inverse is exact. */
static const int64_t ratios[] = { 2 * 1000000000000, 3 * 1000000000000, 10 * 1000000000000 };

enum flavour {
	TRADES,	  /* covered trades with prices and splits */
	ANYTHING, /* also adjustments, unknown prices, uncovered sales, groupings */
};

static struct ledger_row a_row(enum flavour flavour, struct day day, int64_t held)
{
	struct ledger_row r = { .day = day,
				.price_known = true,
				.fees = { (wide)dice(500) * 1000000 } };
	uint32_t what = dice(flavour == TRADES ? 16 : 20);

	r.qty.e8 = (1 + (int64_t)dice(1000)) * 100000000;
	r.price.e12 = (wide)(1 + dice(10000)) * 10000000000;
	if (what == 0) {
		r.kind = ROW_SPLIT;
		r.ratio_e12 = flavour == ANYTHING && dice(2) ? 333333333333 : ratios[dice(3)];
	} else if (what < 9 || what == 16) {
		r.kind = ROW_BUY;
		r.event = what == 1 ? EVENT_SUBSCRIPTION : EVENT_NONE;
	} else if (what < 16) {
		r.kind = ROW_SELL;
		if (flavour == TRADES && r.qty.e8 > held)
			r.qty.e8 = held;
	} else {
		r.kind = ROW_ADJUST;
		r.qty.e8 *= what == 17 ? -1 : (int64_t)dice(2);
		r.event = what == 18 ? EVENT_BONUS : EVENT_NONE;
	}
	if (flavour == ANYTHING && dice(12) == 0)
		r.price_known = false;
	if (flavour == TRADES && r.kind == ROW_SELL && r.qty.e8 == 0)
		r.kind = ROW_BUY, r.qty.e8 = 100000000;
	return r;
}

static void make(struct book *b, enum flavour flavour)
{
	size_t n = 1 + dice(ROWS_MAX);
	struct day day = on("2023-12-01");
	bool split_day = false;
	int64_t held = 0;

	memset(b, 0, sizeof(*b));
	b->type = types[dice(5)];
	while (b->n < n) {
		struct ledger_row r;
		int step = (int)dice(3) * (int)dice(20);

		day = day_plus(day, split_day && !step ? 1 : step);
		r = a_row(flavour, day, held);
		/* A split alone on its day: rows typed around it would have another basis. */
		if (r.kind == ROW_SPLIT)
			r.day = day = day_plus(day, 1);
		split_day = r.kind == ROW_SPLIT;
		if (split_day && (held > INT64_MAX / 1000 || flavour == ANYTHING))
			held = 0;
		held = split_day	   ? held * (r.ratio_e12 / 1000000000000)
		       : r.kind == ROW_BUY ? held + r.qty.e8
					   : held - r.qty.e8;
		b->rows[b->n++] = r;
	}
	b->asset[0] = (struct fold_asset){ .symbol = "AAAA3", .rows = b->rows, .n_rows = b->n };
	b->in = (struct fold_input){
		.type = b->type, .assets = b->asset, .n_assets = 1, .as_of = on("2026-11-20")
	};
}

static bool same_months(const struct months *a, const struct months *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->items[i].month.n != b->items[i].month.n ||
		    a->items[i].amount.e8 != b->items[i].amount.e8)
			return false;
	return true;
}

static bool same_position(const struct position *a, const struct position *b)
{
	return a->qty.e8 == b->qty.e8 && a->cost.e8 == b->cost.e8 &&
	       a->cost_known == b->cost_known && a->basis_known == b->basis_known &&
	       a->realized_known == b->realized_known && a->realized.e8 == b->realized.e8 &&
	       same_months(&a->realized_by_month, &b->realized_by_month) &&
	       a->short_qty.e8 == b->short_qty.e8 && a->n_uncovered == b->n_uncovered &&
	       a->tx_count == b->tx_count && a->has_rows == b->has_rows &&
	       (!a->has_rows || day_same(a->added, b->added));
}

static bool folds(void *pool, const struct fold_input *in, struct fold_output *out)
{
	return fold(pool, in, out) == CALC_OK;
}

static bool within(wide a, wide b, wide limit)
{
	return a - b <= limit && b - a <= limit;
}

/* 1. Proceeds minus purchases equal the results minus the remaining cost. */
static bool balances(void *pool)
{
	struct book b;
	struct fold_output out;
	bool range = false;
	wide sum = 0;

	make(&b, TRADES);
	if (!folds(pool, &b.in, &out) || !out.position.realized_known || out.position.n_uncovered ||
	    out.position.short_qty.e8)
		return false;
	for (size_t i = 0; i < b.n; i++) {
		wide gross = money_gross(b.rows[i].qty, b.rows[i].price, &range).e8;

		if (b.rows[i].kind == ROW_BUY)
			sum -= gross + b.rows[i].fees.e8;
		else if (b.rows[i].kind == ROW_SELL)
			sum += gross - b.rows[i].fees.e8;
	}
	return !range && within(sum, out.position.realized.e8 - out.position.cost.e8, 1000000);
}

/*
 * 2. Shuffling rows of different days changes nothing: the fold takes one order only, so a shuffled
 * ledger is refused instead of answering something else.
 */
static bool takes_one_order(void *pool)
{
	struct book b;
	struct fold_output out;
	struct ledger_row r;
	size_t i, k;

	make(&b, ANYTHING);
	i = dice((uint32_t)b.n);
	k = dice((uint32_t)b.n);
	r = b.rows[i];
	b.rows[i] = b.rows[k];
	b.rows[k] = r;
	return fold(pool, &b.in, &out) ==
	       (day_same(b.rows[i].day, b.rows[k].day) ? CALC_OK : CALC_ORDER);
}

/* 3. A split and its inverse restore quantity, cost and mean. */
static bool undoes_splits(void *pool)
{
	static const int64_t pairs[][2] = {
		{ 2000000000000, 500000000000 },
		{ 3000000000000, 333333333000 },
		{ 15000000000000, 66666670000 },
	};
	const int64_t *pair = pairs[dice(3)];
	struct ledger_row rows[ROWS_MAX + 2];
	struct book b;
	struct fold_output want, got;

	make(&b, ANYTHING);
	memcpy(rows, b.rows, b.n * sizeof(*rows));
	for (size_t i = 0; i < 2; i++)
		rows[b.n + i] = (struct ledger_row){ .day = on("2026-11-20"),
						     .kind = ROW_SPLIT,
						     .ratio_e12 = pair[i] };
	if (day_before(on("2026-11-20"), b.rows[b.n - 1].day) || !folds(pool, &b.in, &want))
		return false;
	b.asset[0].rows = rows;
	b.asset[0].n_rows += 2;
	return folds(pool, &b.in, &got) && want.position.qty.e8 == got.position.qty.e8 &&
	       want.position.cost.e8 == got.position.cost.e8 &&
	       want.position.realized.e8 == got.position.realized.e8;
}

/* 4. All prices and fees times k: every cost and result times k. */
static bool scales(void *pool)
{
	const int k = 2 + (int)dice(9);
	struct book b;
	struct fold_output want, got;

	make(&b, ANYTHING);
	if (!folds(pool, &b.in, &want))
		return false;
	for (size_t i = 0; i < b.n; i++) {
		b.rows[i].price.e12 *= k;
		b.rows[i].fees.e8 *= k;
	}
	return folds(pool, &b.in, &got) && want.position.qty.e8 == got.position.qty.e8 &&
	       within(want.position.cost.e8 * k, got.position.cost.e8, 100000) &&
	       within(want.position.realized.e8 * k, got.position.realized.e8, 100000);
}

/* 7. A ledger cut at a date equals the whole one folded with that as_of. */
static bool cuts(void *pool)
{
	struct book b;
	struct fold_output whole, cut;

	make(&b, ANYTHING);
	b.in.as_of = b.rows[dice((uint32_t)b.n)].day;
	if (!folds(pool, &b.in, &whole))
		return false;
	b.asset[0].n_rows = 0;
	while (b.asset[0].n_rows < b.n && !day_before(b.in.as_of, b.rows[b.asset[0].n_rows].day))
		b.asset[0].n_rows++;
	b.in.as_of = on("2026-11-20");
	return folds(pool, &b.in, &cut) && same_position(&whole.position, &cut.position);
}

/* The pass without money ends with the fold's quantity, on every day, as do the fold's steps. */
static bool counts_alike(void *pool)
{
	struct book b;
	struct qty_steps steps;
	struct fold_output out, whole;

	make(&b, ANYTHING);
	if (quantity_steps(pool, &b.in, NULL, &steps) != CALC_OK || !folds(pool, &b.in, &whole))
		return false;
	for (size_t i = 0; i < b.n; i++) {
		const struct fold_step *step =
			fold_step_at(whole.steps, whole.n_steps, b.rows[i].day);

		if ((step ? step->qty.e8 : 0) != qty_steps_at(&steps, b.rows[i].day).e8)
			return false;
		b.in.as_of = b.rows[i].day;
		if (!folds(pool, &b.in, &out) ||
		    out.position.qty.e8 != qty_steps_at(&steps, b.rows[i].day).e8)
			return false;
	}
	return true;
}

/* The walk over several sources equals the direct pass; a rename changes nothing. */
static bool walks_alike(void *pool)
{
	struct reference_event long_ago = { .ex_day = on("2000-01-03"),
					    .kind = EVENT_SPLIT,
					    .ratio = { 2, 1 } };
	struct succession rename = { { 0 }, "AAAA3", "BBBB3", { 1, 1 }, false, { 0 } };
	struct fold_output want, merged, renamed;
	struct book b;
	size_t cut;

	make(&b, ANYTHING);
	if (!folds(pool, &b.in, &want))
		return false;
	b.asset[0].events = &long_ago;
	b.asset[0].n_events = 1;
	if (!folds(pool, &b.in, &merged) || merged.n_flows != want.n_flows ||
	    !same_position(&want.position, &merged.position))
		return false;
	rename.day = b.rows[dice((uint32_t)b.n)].day;
	for (cut = 0; day_before(b.rows[cut].day, rename.day); cut++)
		;
	b.asset[0] = (struct fold_asset){ .symbol = "AAAA3", .rows = b.rows, .n_rows = cut };
	b.asset[1] =
		(struct fold_asset){ .symbol = "BBBB3", .rows = b.rows + cut, .n_rows = b.n - cut };
	b.in.n_assets = 2;
	b.in.successions = &rename;
	b.in.n_successions = 1;
	return folds(pool, &b.in, &renamed) && same_position(&want.position, &renamed.position);
}

static void holds_for_all(bool (*property)(void *pool), const char *name)
{
	int wrong = 0;

	for (int i = 0; i < LEDGERS; i++) {
		void *pool = pool_new(NULL, "ledger");
		uint64_t seed = state;

		if (!property(pool) && ++wrong == 1)
			diag("first failure at ledger %d, state %llu", i, (unsigned long long)seed);
		pool_free(pool);
	}
	is_int(wrong, 0, name);
}

int main(void)
{
	tap_plan(7);
	holds_for_all(balances, "proceeds less purchases are results less remaining cost");
	holds_for_all(takes_one_order, "two rows of different days exchanged are refused");
	holds_for_all(undoes_splits, "a split followed by its inverse restores quantity and cost");
	holds_for_all(scales, "prices and fees times k: costs and results times k");
	holds_for_all(cuts, "a ledger cut at a date is the whole one with that as_of");
	holds_for_all(counts_alike, "the pass without money counts what the fold counts");
	holds_for_all(walks_alike, "merging sources or renaming a ticker changes nothing");
	return tap_done();
}
