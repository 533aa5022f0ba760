/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties of every portfolio (doc/calculations.md 6.4, 18), tested on random ones from a fixed
 * seed: cut at a date, scaled, reordered, split and consolidated, one paper derived again.
 */
#include "config.h"

#include "core/pool.h"
#include "computed.h"
#include "tap.h"
#include "world.h"

#include <math.h>

static int worlds;
static int asked; /* by property: how often it applied */
static int rates; /* how often both returns were defined */

static bool alike(void *pool, const struct seen *got, const struct seen *want)
{
	return told_alike(portfolio_told(pool, &got->portfolio),
			  portfolio_told(pool, &want->portfolio)) &&
	       told_alike(history_told(pool, &got->history), history_told(pool, &want->history));
}

static bool near(double a, double b, double within)
{
	return fabs(a - b) <= within * (1 + fabs(b));
}

/* ---- invariant 7 of section 18 ---- */

static size_t rows_until(const struct ledger_asset *a, struct day day)
{
	size_t n = 0;

	while (n < a->n_rows && !day_before(day, a->rows[n].day))
		n++;
	return n;
}

static size_t income_until(const struct ledger_asset *a, struct day day)
{
	size_t n = 0;

	while (n < a->n_income && !day_before(day, a->income[n].pay_day))
		n++;
	return n;
}

/* A ledger of the rows known up to a day equals the whole ledger as of that day. */
static bool cuts(void *pool, struct world *w)
{
	struct seen whole, cut;

	w->as_of = day_plus(w->first, (int)dice((uint32_t)(w->as_of.n - w->first.n) + 1));
	if (!world_seen(pool, w, &w->ledger, &whole))
		return false;
	for (size_t i = 0; i < WORLD_ASSETS; i++) {
		struct ledger_asset *a = &w->assets[i];
		size_t rows = rows_until(a, w->as_of);

		/* An asset without any row is watched; both ledgers have it. */
		asked += rows < a->n_rows;
		a->n_rows = rows;
		a->n_income = income_until(a, w->as_of);
	}
	return world_seen(pool, w, &w->ledger, &cut) && alike(pool, &cut, &whole);
}

/* ---- invariant 4 of section 18 ---- */

/* All prices, fees, attributed costs and distributions times k give every cost and result times k. */
static bool scales(void *pool, struct world *w)
{
	const int k = 2 + (int)dice(9);
	/* Distributions and taxes are rounded to the cent when they arise. */
	const double cents = k * 0.01 * 6 * 5;
	struct seen want, got;

	if (!world_seen(pool, w, &w->ledger, &want))
		return false;
	w->symbols[W_ON].issuer = w->symbols[W_PN].issuer = NULL; /* R$ 50,000 are not a price */
	if (!world_seen(pool, w, &w->ledger, &want))
		return false;
	for (size_t i = 0; i < WORLD_ASSETS; i++) {
		for (size_t n = 0; n < w->assets[i].n_rows; n++) {
			w->rows[i][n].price.e12 *= k;
			w->rows[i][n].fees.e8 *= k;
		}
		for (size_t n = 0; n < w->symbols[i].n_distributions; n++)
			w->distributions[i][n].gross.e12 *= k;
		for (size_t n = 0; n < w->assets[i].n_income; n++)
			w->income[i][n].amount.e8 *= k;
		w->events[i][1].unit_cost.e12 *= k;
	}
	w->succession.cash_per_share.e12 *= k;
	if (!world_seen(pool, w, &w->ledger, &got))
		return false;
	asked += want.portfolio.realized_pl.e8 != 0;
	return near(money_double(got.portfolio.invested), k * money_double(want.portfolio.invested),
		    1e-9 + cents / (1 + k * money_double(want.portfolio.invested))) &&
	       fabs(money_double(got.portfolio.realized_pl) -
		    k * money_double(want.portfolio.realized_pl)) <=
		       cents + 1e-9 * fabs(money_double(got.portfolio.realized_pl));
}

/* ---- invariant 2 of section 18 ---- */

/* Assets in another order give the same portfolio. */
static bool shuffles(void *pool, struct world *w)
{
	struct ledger_asset *mixed = pool_array(pool, struct ledger_asset, WORLD_ASSETS);
	struct ledger ledger = { .assets = mixed, .n_assets = WORLD_ASSETS };
	struct seen want, got;

	if (!world_seen(pool, w, &w->ledger, &want))
		return false;
	for (size_t i = 0; i < WORLD_ASSETS; i++)
		mixed[i] = w->assets[i];
	for (size_t i = WORLD_ASSETS - 1; i > 0; i--) {
		size_t k = dice((uint32_t)i + 1);
		struct ledger_asset one = mixed[i];

		mixed[i] = mixed[k];
		mixed[k] = one;
	}
	for (size_t i = 0; i < WORLD_ASSETS; i++)
		mixed[i].id.b[0] = (unsigned char)(i + 1);
	asked += want.portfolio.n_flows > 0;
	return world_seen(pool, w, &ledger, &got) &&
	       got.portfolio.n_applied == want.portfolio.n_applied &&
	       near(got.history.twr.cumulative, want.history.twr.cumulative, 1e-9) &&
	       got.portfolio.patrimonio.e8 == want.portfolio.patrimonio.e8 &&
	       got.portfolio.realized_pl.e8 == want.portfolio.realized_pl.e8 &&
	       got.portfolio.income_received.e8 == want.portfolio.income_received.e8 &&
	       got.portfolio.invested.e8 == want.portfolio.invested.e8 &&
	       got.portfolio.xirr_known == want.portfolio.xirr_known &&
	       (!want.portfolio.xirr_known || got.portfolio.xirr == want.portfolio.xirr);
}

/* ---- 6.4 ---- */

static bool same_months(const struct history *got, const struct history *want)
{
	if (got->n_months != want->n_months || got->twr.known != want->twr.known ||
	    got->partial != want->partial || !near(got->twr.cumulative, want->twr.cumulative, 1e-9))
		return false;
	for (size_t i = 0; i < want->n_months; i++) {
		const struct history_month *a = &got->months[i];
		const struct history_month *b = &want->months[i];

		if (a->equity.e8 != b->equity.e8 || a->contributed.e8 != b->contributed.e8 ||
		    a->income.e8 != b->income.e8 || a->realized.e8 != b->realized.e8 ||
		    a->return_known != b->return_known ||
		    (b->return_known && !near(a->return_pct, b->return_pct, 1e-9)))
			return false;
	}
	return true;
}

/* The papers of a portfolio split into two, families and companies undivided: consolidated they equal the one. */
static bool joins(void *pool, struct world *w)
{
	struct ledger_asset *part[2];
	struct ledger ledger[2];
	struct history_source sources[2];
	struct portfolio list[2];
	struct derived derived[2];
	struct holding *all = pool_array(pool, struct holding, 2 * WORLD_ASSETS);
	struct valuer *v = valuer_new(pool, &w->market, w->as_of, false);
	struct consolidated c;
	struct history h;
	struct seen want;

	if (!world_seen(pool, w, &w->ledger, &want))
		return false;
	for (int p = 0; p < 2; p++) {
		part[p] = pool_array(pool, struct ledger_asset, WORLD_ASSETS);
		ledger[p] = (struct ledger){ .assets = part[p], .n_assets = 0 };
	}
	for (size_t i = 0; i < WORLD_ASSETS; i++) {
		int p = i == W_ON || i == W_PN ? 0 : i == W_OLD || i == W_NEW ? 1 : (int)dice(2);

		part[p][ledger[p].n_assets++] = w->assets[i];
	}
	for (int p = 0; p < 2; p++) {
		if (ledger_derive(pool, &ledger[p], &w->market, w->as_of, &derived[p]) != CALC_OK ||
		    portfolio_value(pool, v, &derived[p], all, &list[p]) != CALC_OK)
			return false;
		all += list[p].n_holdings;
		sources[p] = (struct history_source){ &derived[p], &list[p], &w->market, false };
	}
	asked += derived[0].n_flows && derived[1].n_flows;
	rates += want.portfolio.xirr_known && want.history.twr.known;
	return consolidate(pool, list, 2, w->as_of, &c) == CALC_OK &&
	       history_compute(pool, sources, 2, w->as_of, &h) == CALC_OK &&
	       c.whole.patrimonio.e8 == want.portfolio.patrimonio.e8 &&
	       c.whole.invested.e8 == want.portfolio.invested.e8 &&
	       c.whole.unrealized_pl.e8 == want.portfolio.unrealized_pl.e8 &&
	       c.whole.unrealized_pct.e8 == want.portfolio.unrealized_pct.e8 &&
	       c.whole.realized_pl.e8 == want.portfolio.realized_pl.e8 &&
	       c.whole.income_received.e8 == want.portfolio.income_received.e8 &&
	       c.whole.day_change.e8 == want.portfolio.day_change.e8 &&
	       c.whole.any_cost_unknown == want.portfolio.any_cost_unknown &&
	       c.whole.xirr_known == want.portfolio.xirr_known &&
	       (!c.whole.xirr_known || c.whole.xirr == want.portfolio.xirr) &&
	       str_eq(c.whole.kind_mix, want.portfolio.kind_mix) && same_months(&h, &want.history);
}

/* ---- one paper derived again, as a write does ---- */

static bool replace_one(void *pool, const struct world *w, size_t i, struct derived *d)
{
	const struct ledger alone = { .assets = &w->assets[i], .n_assets = 1 };
	struct derived_holding *all = pool_array(pool, struct derived_holding, d->n);
	struct derived_holding gone;
	struct derived fresh;
	size_t at = 0;

	if (ledger_derive(pool, &alone, &w->market, w->as_of, &fresh) != CALC_OK || fresh.n != 1)
		return false;
	for (size_t k = 0; k < d->n; k++) {
		all[k] = d->holdings[k];
		if (all[k].head == &w->assets[i])
			at = k;
	}
	gone = all[at];
	all[at] = fresh.holdings[0];
	d->holdings = all;
	return aggregate_replace(pool, d, &gone, 1, &fresh.holdings[0], 1) == CALC_OK;
}

/* Any sequence of edits of single papers gives the result of the whole ledger. */
static bool replaces(void *pool, struct world *w)
{
	static const size_t single[] = { W_FII, W_US, W_CDB, W_OPTION, W_CRYPTO };
	struct seen want, got;

	w->symbols[W_ON].issuer = w->symbols[W_PN].issuer = NULL;
	if (!world_seen(pool, w, &w->ledger, &got))
		return false;
	for (uint32_t edits = 1 + dice(4); edits; edits--) {
		size_t i = single[dice(ARRAY_SIZE(single))];
		struct ledger_row *rows =
			pool_array(pool, struct ledger_row, 2 * (size_t)WORLD_ROWS);

		world_rows(w, i);
		/* The derived figures point into the old rows. */
		memcpy(rows, w->rows[i], sizeof(w->rows[i]));
		w->assets[i].rows = rows;
		if (!replace_one(pool, w, i, &got.derived))
			return false;
		asked++;
	}
	return seen_again(pool, w, &got) && world_seen(pool, w, &w->ledger, &want) &&
	       alike(pool, &got, &want);
}

/* ---- the lot ---- */

static void holds_for_all(bool (*property)(void *pool, struct world *w), const char *name)
{
	int wrong = 0;

	asked = 0;
	for (int i = 0; i < worlds; i++) {
		void *pool = pool_new(NULL, "world");
		uint64_t seed = dice_state();
		struct world *w = world_new(pool);

		if (!property(pool, w) && ++wrong == 1)
			diag("the first is world %d, state %llu", i, (unsigned long long)seed);
		pool_free(pool);
	}
	is_int(wrong, 0, name);
	ok(asked > worlds / 2, "which was asked %d times", asked);
}

int main(void)
{
	worlds = random_cases(1000);
	holds_for_all(cuts, "a portfolio cut at a date is the whole one as of it");
	holds_for_all(scales, "prices, fees, attributed costs and provents times k");
	holds_for_all(shuffles, "the order in which papers were typed changes nothing");
	holds_for_all(joins, "a portfolio in two is the same as one");
	ok(rates > worlds / 4, "with both returns in %d", rates);
	holds_for_all(replaces, "papers derived one by one are the whole ledger derived");
	return tap_done();
}
