/* SPDX-License-Identifier: Apache-2.0 */
/* Fixed income at its contracted rate (doc/calculations.md 4, 9.3 and 18, invariant 8). */
#include "config.h"

#include "calc/amounts/accrual.h"
#include "core/calendar.h"
#include "core/pool.h"

#include "rows.h"
#include "tap.h"

#define FAR on("2030-12-31")

static void *pool;

/* ---- short ways to write values ---- */

static struct percent pct(const char *text)
{
	return (struct percent){ brl(text).e8 };
}

/* The same annual rate on every bank day of [from, to]. */
static struct daily_rates flat(const char *annual, const char *from, const char *to)
{
	struct day last = on(to);
	struct daily_rate *r =
		pool_array(pool, struct daily_rate, (size_t)(last.n - on(from).n) + 1);
	struct daily_rates out = { r, 0 };

	for (struct day d = on(from); !day_before(last, d); d = day_plus(d, 1))
		if (day_is_business(d))
			r[out.n++] =
				(struct daily_rate){ d, pct(annual), daily_rate_of(pct(annual)) };
	return out;
}

struct typed_month {
	const char *first, *change; /* NULL: a missing value */
};

static struct index_months months(const struct typed_month *typed, size_t n)
{
	struct index_month *m = pool_array(pool, struct index_month, n);
	struct index_months out = { m, 0 };

	for (size_t i = 0; i < n; i++)
		if (typed[i].change)
			m[out.n++] = (struct index_month){ .month = day_month(on(typed[i].first)),
							   .has_change = true,
							   .change = pct(typed[i].change) };
	return out;
}

static struct accrual_lots lots_of(const char *const *rows, const struct accrual_payment *payments,
				   size_t n_payments)
{
	struct fold_asset a = asset_of(pool, "CDB", rows);
	struct accrual_lots lots = { 0 };

	if (accrual_lots(pool, a.rows, a.n_rows, payments, n_payments, FAR, &lots) != CALC_OK)
		ok(false, "lots are told");
	return lots;
}

static struct accrual_result value_on(const struct rates *r, const struct accrual_terms *t,
				      const struct accrual_lots *lots, const char *day)
{
	struct accrual_result out;

	accrual_value(accruer_new(pool, r, on(day)), t, lots, on(day), &out);
	return out;
}

static void is_value(struct accrual_result r, const char *want, const char *name)
{
	if (!has_long_double()) {
		skip(name, "long double is no more than a double here");
		return;
	}
	if (r.reason)
		diag("%s", accrual_reasons[r.reason]);
	(void)(r.reason ? ok(false, "%s", name) : is_money(r.value, want, name));
}

static void is_reason(struct accrual_result r, enum accrual_reason want, const char *name)
{
	is_int(r.reason, want, name);
}

/* ---- by hand ---- */

static const char *const bought[] = { "2026-03-02 buy 1 1000.00 0", NULL };

static void test_cdi(void)
{
	struct rates r = { .cdi = flat("14.90", "2025-01-02", "2026-11-20"),
			   .selic = flat("13.65", "2025-01-02", "2026-11-20") };
	struct accrual_terms t = { .indexer = INDEXER_CDI };
	struct accrual_lots lots = lots_of(bought, NULL, 0);
	struct percent year;

	is_int(daily_rate_of(pct("14.90")), 55131, "the daily rate of 14.90 % has eight places");
	is_int((int64_t)(annual_rate_of(55131).e8), 1490000000, "and leads back to two places");
	is_value(value_on(&r, &t, &lots, "2026-05-04"), "1023.41865000",
		 "100 % where none is said");
	t.has_pct = true;
	t.pct = pct("110");
	is_value(value_on(&r, &t, &lots, "2026-05-04"), "1025.78975000",
		 "the percentage multiplies the daily rate");
	t.pct = pct("85");
	is_value(value_on(&r, &t, &lots, "2026-05-04"), "1019.87203000", "also below 100");
	t = (struct accrual_terms){ .indexer = INDEXER_CDI,
				    .has_spread = true,
				    .spread = pct("2") };
	is_value(value_on(&r, &t, &lots, "2026-05-04"), "1026.80195900", "CDI with a spread");
	t = (struct accrual_terms){ .indexer = INDEXER_CDI, .has_rate = true, .rate = pct("2") };
	is_value(value_on(&r, &t, &lots, "2026-05-04"), "1026.80195900",
		 "a rate beside an indexer is its spread");
	ok(cdi_12m_pct(accruer_new(pool, &r, on("2026-11-20")), on("2026-11-20"), &year) &&
		   year.e8 == 1471020000,
	   "249 days of 14.90 %% make 14.7102 %%, to four places");
	ok(!cdi_12m_pct(accruer_new(pool, &r, on("2025-12-20")), on("2025-12-20"), &year),
	   "12 months that begin before the first rate make nothing");
	t = (struct accrual_terms){ .indexer = INDEXER_SELIC };
	is_value(value_on(&r, &t, &lots, "2026-03-04"), "1001.01602000", "Selic by its own series");
}

static void test_prefixed(void)
{
	struct accrual_terms t = { .indexer = INDEXER_PREFIXADO,
				   .has_rate = true,
				   .rate = pct("12") };
	struct accrual_lots lots = lots_of(ROWS("2025-01-02 buy 1 1000.00 9.90"), NULL, 0);

	is_value(value_on(NULL, &t, &lots, "2026-01-02"), "1120.00000000",
		 "252 bank days are a year; fees are no part of the unit");
	lots = lots_of(ROWS("2025-03-14 buy 1 1000.00 0"), NULL, 0);
	t.rate = pct("12.75");
	is_value(value_on(NULL, &t, &lots, "2026-11-20"), "1223.73720600", "421 bank days");
	t.has_maturity = true;
	t.maturity = on("2025-03-14");
	is_value(value_on(NULL, &t, &lots, "2026-11-20"), "1000.00000000",
		 "nothing is earned after maturity");
	lots = lots_of(ROWS("1990-01-02 buy 1 1000.00 0"), NULL, 0);
	t.maturity = on("1990-01-03");
	is_value(value_on(NULL, &t, &lots, "2026-11-20"), "1000.47631500",
		 "days before the tables of the rates");
}

static const struct typed_month changes[] = {
	{ "2025-12-01", "0.33" }, { "2026-01-01", "0.50" },  { "2026-02-01", "0.70" },
	{ "2026-03-01", "0.56" }, { "2026-04-01", "-0.10" },
};

static void test_index(void)
{
	struct rates r = { .ipca = months(changes, ARRAY_SIZE(changes)) };
	struct accrual_terms t = { .indexer = INDEXER_IPCA, .anniversary_day = 15 };
	struct accrual_lots lots = lots_of(ROWS("2026-03-15 buy 1 1000.00 0"), NULL, 0);

	is_value(value_on(&r, &t, &lots, "2026-04-15"), "1007.00000000",
		 "a cycle carries the change of the month before it, to the last place");
	lots = lots_of(bought, NULL, 0);
	t.has_rate = true;
	t.rate = pct("6");
	is_value(value_on(&r, &t, &lots, "2026-06-01"), "1029.54459940",
		 "parts of cycles by bank days; a month not published repeats the last");
	t = (struct accrual_terms){ .indexer = INDEXER_IPCA, .anniversary_day = 31 };
	lots = lots_of(ROWS("2026-01-31 buy 1 1000.00 0"), NULL, 0);
	is_value(value_on(&r, &t, &lots, "2026-03-31"), "1008.31650000",
		 "a day that a month has not is its last");
	t.anniversary_day = 15;
	lots = lots_of(ROWS("2026-05-15 buy 1 1000.00 0"), NULL, 0);
	is_value(value_on(&r, &t, &lots, "2026-06-15"), "999.00000000", "deflation lowers");
	lots = lots_of(ROWS("2025-12-20 buy 1 1000.00 0"), NULL, 0);
	is_reason(value_on(&r, &t, &lots, "2026-06-15"), ACCRUAL_RATES,
		  "a month before the first is not known");
	t.indexer = INDEXER_IGPM;
	is_reason(value_on(&r, &t, &lots, "2026-06-15"), ACCRUAL_RATES,
		  "nor a series that is empty");
	r.igpm = r.ipca;
	lots = lots_of(ROWS("2026-03-15 buy 1 1000.00 0"), NULL, 0);
	is_value(value_on(&r, &t, &lots, "2026-04-15"), "1007.00000000", "IGP-M by the same rule");
}

static void test_index_holes(void)
{
	static const struct typed_month holed[] = { { "2026-01-01", "0.50" },
						    { "2026-02-01", NULL },
						    { "2026-03-01", "0.56" } };
	static struct index_month numbered[3];
	struct rates r = { .ipca = months(holed, ARRAY_SIZE(holed)) };
	struct accrual_terms t = { .indexer = INDEXER_IPCA, .anniversary_day = 15 };
	struct accrual_lots lots = lots_of(ROWS("2026-02-15 buy 1 1000.00 0"), NULL, 0);

	is_value(value_on(&r, &t, &lots, "2026-03-15"), "1005.00000000", "up to the hole");
	is_reason(value_on(&r, &t, &lots, "2026-03-18"), ACCRUAL_RATES, "into it");
	is_reason(value_on(&r, &t, &lots, "2026-05-15"), ACCRUAL_RATES, "and across it");
	for (int i = 0; i < 3; i++)
		numbered[i] = (struct index_month){ .month = { day_month(on("2026-01-01")).n + i },
						    .has_number = true,
						    .has_change = true,
						    .change = pct("9") };
	numbered[0].number = at("5000");
	numbered[1].number = at("5050");
	numbered[2].number = at("5100.50");
	r.ipca = (struct index_months){ numbered, 3 };
	lots = lots_of(ROWS("2026-03-15 buy 1 1000.00 0"), NULL, 0);
	is_value(value_on(&r, &t, &lots, "2026-05-15"), "1020.10000000",
		 "index numbers before published changes");
	numbered[2].has_number = false;
	numbered[2].projected = true;
	numbered[2].change = pct("0.20");
	is_value(value_on(&r, &t, &lots, "2026-05-15"), "1012.02000000",
		 "a projection where given");
	is_value(value_on(&r, &t, &lots, "2026-06-15"), "1022.14020000",
		 "after it the last published change, not the projection");
}

/* ---- missing rates (4.4) ---- */

static void test_missing(void)
{
	struct rates r = { .cdi = flat("14.90", "2026-03-02", "2026-05-06") };
	struct daily_rate some[] = { { on("2026-03-02"), pct("14.90"), 55131 },
				     { on("2026-03-05"), pct("13.65"), 50788 } };
	struct accrual_terms t = { .indexer = INDEXER_CDI };
	struct accrual_lots lots = lots_of(bought, NULL, 0);
	struct accrual_result ten = value_on(&r, &t, &lots, "2026-05-21");

	ok(ten.value.e8 > value_on(&r, &t, &lots, "2026-05-20").value.e8,
	   "the tenth bank day after the last rate repeats it");
	is_money(value_on(&r, &t, &lots, "2026-05-22").value, "1030.77783000",
		 "the eleventh earns nothing");
	is_money(value_on(&r, &t, &lots, "2026-11-20").value, "1030.77783000", "nor any after it");
	r.cdi = (struct daily_rates){ some, 2 };
	is_value(value_on(&r, &t, &lots, "2026-03-06"), "1002.16356000",
		 "inside the series a missing day repeats the rate before it");
	lots = lots_of(ROWS("2026-02-27 buy 1 1000.00 0"), NULL, 0);
	is_reason(value_on(&r, &t, &lots, "2026-03-06"), ACCRUAL_RATES,
		  "a bank day before the first rate");
	lots = lots_of(ROWS("2026-02-28 buy 1 1000.00 0"), NULL, 0);
	is_value(value_on(&r, &t, &lots, "2026-03-06"), "1002.16356000",
		 "a weekend before it accrues nothing");
	is_reason(value_on(NULL, &t, &lots, "2026-03-06"), ACCRUAL_RATES, "no rates at all");
}

static void test_reasons(void)
{
	struct rates r = { .cdi = flat("14.90", "2026-03-02", "2026-05-06"),
			   .ipca = months(changes, ARRAY_SIZE(changes)) };
	struct accrual_lots lots = lots_of(bought, NULL, 0);
	struct accrual_lots gift =
		lots_of(ROWS("2026-03-02 buy 1 1000.00 0", "2026-03-03 adjust 1 - 0"), NULL, 0);
	struct accrual_terms t = { .indexer = INDEXER_OTHER };

	is_reason(value_on(&r, NULL, &lots, "2026-05-04"), ACCRUAL_NO_TERMS, "no terms");
	is_reason(value_on(&r, &t, &lots, "2026-05-04"), ACCRUAL_INDEXER, "an unknown indexer");
	t.indexer = INDEXER_PREFIXADO;
	is_reason(value_on(&r, &t, &lots, "2026-05-04"), ACCRUAL_INCOMPLETE,
		  "prefixed without its rate");
	t = (struct accrual_terms){
		.indexer = INDEXER_IPCA, .anniversary_day = 15, .has_pct = true, .pct = pct("98")
	};
	is_reason(value_on(&r, &t, &lots, "2026-05-04"), ACCRUAL_INCOMPLETE, "a part of an index");
	t = (struct accrual_terms){ .indexer = INDEXER_CDI };
	is_reason(value_on(&r, &t, &gift, "2026-05-04"), ACCRUAL_PRICE, "a lot without a price");
	t = (struct accrual_terms){ .indexer = INDEXER_PREFIXADO,
				    .has_rate = true,
				    .rate = pct("999") };
	lots = lots_of(ROWS("2001-01-02 buy 1 1000.00 0"), NULL, 0);
	is_reason(value_on(&r, &t, &lots, "2026-05-04"), ACCRUAL_BEYOND, "a rate that was a slip");
}

/* ---- lots ---- */

static const struct accrual_terms twelve = { .indexer = INDEXER_PREFIXADO,
					     .has_rate = true,
					     .rate = { 1200000000 } };

static void test_redemption(void)
{
	struct accrual_lots lots =
		lots_of(ROWS("2025-01-02 buy 1 100.00 0", "2025-02-03 buy 1 200.00 0",
			     "2025-03-03 buy 1 400.00 0", "2025-03-03 sell 1 1.00 0"),
			NULL, 0);
	struct accrual_terms none = { .indexer = INDEXER_PREFIXADO, .has_rate = true };

	is_qty(lots.qty, "2", "what is left");
	/* 66.666667 + 133.333334 + 0.66666666 x 400 */
	is_value(value_on(NULL, &none, &lots, "2025-03-03"), "466.66666500",
		 "each lot loses the same fraction, the last one takes the rest");
	lots = lots_of(ROWS("2025-01-02 buy 1 100.00 0", "2025-02-03 sell 3 1.00 0",
			    "2025-02-03 buy 2 200.00 0"),
		       NULL, 0);
	is_qty(lots.qty, "0", "a sale beyond what is held waits for the purchases of its day");
	lots = lots_of(ROWS("2025-01-02 buy 1 100.00 0", "2025-02-03 sell 1 1.00 0",
			    "2026-01-02 buy 1 500.00 0"),
		       NULL, 0);
	is_value(value_on(NULL, &twelve, &lots, "2026-01-02"), "500.00000000",
		 "lots of an earlier cycle are gone");
	lots = lots_of(ROWS("2025-01-02 buy 3 100.00 0", "2025-02-03 split 0 - 0 10"), NULL, 0);
	is_qty(lots.qty, "30", "a split multiplies the quantity");
	is_value(value_on(NULL, &none, &lots, "2025-02-03"), "300.00000000",
		 "and divides the unit");
}

static void test_coupons(void)
{
	const struct accrual_payment half = { on("2025-07-02"), brl("500") };
	const struct accrual_payment all = { on("2025-07-02"), brl("99999") };
	const struct accrual_payment early = { on("2024-07-02"), brl("5") };
	const char *const rows[] = { "2025-01-02 buy 10 1000.00 0", NULL };
	const char *const halved[] = { "2025-01-02 buy 10 1000.00 0", "2025-09-01 sell 5 1.00 0",
				       NULL };
	struct accrual_lots lots = lots_of(rows, &half, 1);

	is_value(value_on(NULL, &twelve, &lots, "2025-07-01"), "10563.98493000",
		 "the day before a coupon");
	is_value(value_on(NULL, &twelve, &lots, "2025-07-02"), "10068.73680000",
		 "on its day the cash has left");
	is_value(value_on(NULL, &twelve, &lots, "2026-01-02"), "10670.13535240",
		 "and every later day grows from less");
	lots = lots_of(halved, &half, 1);
	is_value(value_on(NULL, &twelve, &lots, "2026-01-02"), "5335.06767620",
		 "a coupon counts against what was held then");
	lots = lots_of(rows, &all, 1);
	is_value(value_on(NULL, &twelve, &lots, "2026-01-02"), "0", "never below nothing");
	lots = lots_of(rows, &early, 1);
	is_value(value_on(NULL, &twelve, &lots, "2026-01-02"), "11200",
		 "cash before the first lot is none of its");
}

static void test_change(void)
{
	struct accrual_lots lots = lots_of(
		ROWS("2026-11-03 buy 10 1000.00 0", "2026-11-23 buy 10 1000.00 0"), NULL, 0);
	struct accrual_result now, before, base;
	struct day since;

	accrual_change(accruer_new(pool, NULL, on("2026-11-23")), &twelve, &lots, on("2026-11-23"),
		       &now, &before, &base, &since);
	ok(day_same(since, on("2026-11-19")), "the bank day before a Monday after a holiday");
	is_money(now.value, "20058.63444000", "what is held today");
	is_money(before.value, "10054.11192000", "what was held then");
	is_money(base.value, "20054.11192000", "today's lots at the factors of then");
}

/* ---- properties ---- */

static uint64_t seed = 88172645463325252ULL;

static uint64_t next(uint64_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % below;
}

static struct daily_rates random_rates(const char *from, int days, bool negative)
{
	struct daily_rate *r = pool_array(pool, struct daily_rate, (size_t)days);
	struct daily_rates out = { r, 0 };
	struct percent annual = { 0 };

	for (int i = 0; i < days; i++) {
		struct day d = day_plus(on(from), i);

		if (!annual.e8 || next(40) == 0)
			annual.e8 = (wide)(next(4000) + 1) * 1000000 - (negative ? 1000000000 : 0);
		if (i && (!day_is_business(d) || next(20) == 0))
			continue;
		r[out.n++] = (struct daily_rate){ d, annual, daily_rate_of(annual) };
	}
	return out;
}

/* Section 4.1 literally, day by day. */
static wide walked(const struct daily_rates *r, wide pct_e8, struct day from, struct day to)
{
	wide product = E16;
	bool range = false;
	size_t i = 0;

	for (struct day d = r->items[0].day; day_before(d, to); d = day_plus(d, 1)) {
		while (i + 1 < r->n && !day_before(d, r->items[i + 1].day))
			i++;
		if (day_before(d, from) || !day_is_business(d))
			continue;
		product = dec_mul_div_trunc(product, E16 + r->items[i].daily_e8 * pct_e8 / 100, E16,
					    &range);
	}
	return dec_div_half_away(product, E8);
}

/* FatorDI, read from a unit value that shows all of its places. */
static wide factor_of(const struct rates *r, const struct accrual_terms *t, struct day from,
		      struct day to)
{
	struct accrual_step step = { .day = from,
				     .kind = ACCRUAL_LOT,
				     .unit_known = true,
				     .qty = units("1"),
				     .unit = at("1") };
	struct accrual_lots lots = { &step, 1, units("1") };
	struct accrual_result out;

	accrual_value(accruer_new(pool, r, to), t, &lots, to, &out);
	return out.reason ? -1 : out.value.e8;
}

static void test_walk(void)
{
	int wrong = 0;

	for (int i = 0; i < 600; i++) {
		struct rates r = { .cdi = random_rates("2010-01-04", 2500, i % 10 == 9) };
		struct accrual_terms t = { .indexer = INDEXER_CDI,
					   .has_pct = true,
					   .pct = { (wide)(next(20000) + 1) * 1000000 } };
		struct day from = day_plus(on("2010-01-04"), (int)next(1200));
		struct day last = r.cdi.items[r.cdi.n - 1].day;
		struct day to = day_plus(from, (int)next((uint64_t)(last.n - from.n)) + 1);

		wrong += factor_of(&r, &t, from, to) != walked(&r.cdi, t.pct.e8, from, to);
	}
	is_int(wrong, 0, "the quotient of products gives the place that the walk of 4.1 gives");
}

static struct accrual_terms random_terms(void)
{
	struct accrual_terms t = { .indexer = (enum indexer)next(INDEXER_OTHER),
				   .anniversary_day = (int)next(31) + 1 };

	t.has_pct = t.indexer <= INDEXER_SELIC && next(2);
	t.pct.e8 = (wide)(next(200) + 1) * 100000000;
	t.has_rate = t.indexer == INDEXER_PREFIXADO || next(2);
	t.rate.e8 = (wide)next(2000) * 1000000;
	return t;
}

static struct rates random_market(void)
{
	struct rates r = { .cdi = random_rates("2015-01-02", 2000, false),
			   .selic = random_rates("2015-01-02", 2000, false) };
	struct index_month *m = pool_array(pool, struct index_month, 80);

	for (int i = 0; i < 80; i++)
		m[i] = (struct index_month){ .month = { day_month(on("2014-11-01")).n + i },
					     .has_change = true,
					     .change = { ((wide)next(300) - 60) * 1000000 } };
	r.ipca = r.igpm = (struct index_months){ m, 80 };
	return r;
}

/* invariant 8 of section 18: each factor is rounded or truncated once, at its eighth place. */
static void test_product(void)
{
	int wrong = 0;

	for (int i = 0; i < 3000; i++) {
		struct rates r = i % 50 ? (struct rates){ 0 } : random_market();
		static struct rates kept;
		struct accrual_terms t = random_terms();
		struct day a = day_plus(on("2015-01-02"), (int)next(900));
		struct day b = day_plus(a, (int)next(500));
		struct day c = day_plus(b, (int)next(500));
		wide ab, bc, ac, product;
		bool range = false;

		if (i % 50 == 0)
			kept = r;
		ab = factor_of(&kept, &t, a, b);
		bc = factor_of(&kept, &t, b, c);
		ac = factor_of(&kept, &t, a, c);
		product = dec_mul_div_half_away(ab, bc, E8, &range);
		/* Two more roundings in each: the index's and the rate's. */
		if (ab < 0 || bc < 0 || wide_abs(ac - product) * E8 > 3 * (ab + bc + ac))
			wrong++;
	}
	is_int(wrong, 0, "accrual(a, c) = accrual(a, b) x accrual(b, c) within its last place");
}

static struct accrual_lots random_lots(void)
{
	struct ledger_row *rows = pool_array(pool, struct ledger_row, 30);
	struct accrual_payment *paid = pool_array(pool, struct accrual_payment, 6);
	struct accrual_lots lots = { 0 };
	struct day d = day_plus(on("2015-02-02"), (int)next(100));
	struct day p = d;

	for (int i = 0; i < 30; i++) {
		bool sale = i && next(3) == 0;

		rows[i] =
			(struct ledger_row){ .day = d,
					     .kind = sale ? ROW_SELL : ROW_BUY,
					     .price_known = true,
					     .qty = { (int64_t)next(5000000000) + 1 },
					     .price = { (wide)(next(200000) + 1) * 10000000000 } };
		d = day_plus(d, (int)next(60));
	}
	for (int i = 0; i < 6; i++) {
		p = day_plus(p, (int)next(200));
		paid[i] = (struct accrual_payment){ p, { (wide)next(5000) * 1000000 } };
	}
	if (accrual_lots(pool, rows, 30, paid, 6, FAR, &lots) != CALC_OK)
		ok(false, "random lots are told");
	return lots;
}

static bool same(const struct accrual_result *a, const struct accrual_result *b)
{
	return a->reason == b->reason &&
	       (a->reason || (a->value.e8 == b->value.e8 && a->qty.e8 == b->qty.e8 &&
			      a->unit.e12 == b->unit.e12));
}

static void test_curve(void)
{
	int wrong = 0;
	int known = 0;

	for (int i = 0; i < 40; i++) {
		struct rates r = random_market();
		struct accrual_terms t = random_terms();
		struct accrual_lots lots = random_lots();
		struct day days[60];
		struct accrual_result curve[60];
		struct accruer *a = accruer_new(pool, &r, FAR);

		days[0] = on("2015-02-02");
		for (int k = 1; k < 60; k++)
			days[k] = day_plus(days[k - 1], (int)next(40));
		accrual_curve(a, &t, &lots, days, 60, curve);
		for (int k = 0; k < 60; k++) {
			struct accrual_result one;

			accrual_value(accruer_new(pool, &r, days[k]), &t, &lots, days[k], &one);
			wrong += !same(&curve[k], &one);
			known += !one.reason && one.qty.e8 > 0;
		}
	}
	is_int(wrong, 0, "a curve is the value of each of its days");
	ok(known > 1000, "of days on which something is held");
}

/* Tables derived from the rates may be cached with them and shared by more papers than fit. */
static void test_kept_tables(void)
{
	const struct typed_month typed[] = { { "2014-12-01", "0.70" }, { "2016-06-01", "0.35" } };
	struct rates own = { .cdi = flat("12.65", "2014-01-02", "2018-12-28"),
			     .ipca = months(typed, ARRAY_SIZE(typed)) };
	struct rates kept = own;
	void *beside = pool_new(pool, "kept");
	int wrong = 0, known = 0;

	kept.tables = accrual_tables_new(beside, FAR);
	for (int i = 0; i < 400; i++) {
		struct accrual_terms t = random_terms();
		struct accrual_lots lots = random_lots();
		struct day day = day_plus(on("2015-02-02"), (int)next(1200));
		void *request = pool_new(pool, "request");
		struct accrual_result x, y;

		t.has_pct |= t.indexer == INDEXER_CDI;
		t.pct.e8 = (wide)(90 + next(30)) * E8;
		accrual_value(accruer_new(request, &kept, day), &t, &lots, day, &x);
		accrual_value(accruer_new(request, &own, day), &t, &lots, day, &y);
		wrong += !same(&x, &y);
		known += !x.reason && x.qty.e8 > 0;
		pool_free(request);
	}
	is_int(wrong, 0, "kept tables give what new ones give");
	ok(known > 50, "of papers that are held");
	pool_free(beside);
}

/* ---- what the kind of a paper says ---- */

static void test_papers(void)
{
	const struct day fifth = on("2028-01-05");

	ok(accrual_exempt("LCI") && accrual_exempt("lca") && accrual_exempt("CRA Usina") &&
		   accrual_exempt("CDCA"),
	   "papers without income tax");
	ok(!accrual_exempt("CDB") && !accrual_exempt(NULL) && !accrual_exempt("LC") &&
		   !accrual_exempt("LCIX"),
	   "papers with it");
	is_int(accrual_anniversary(ASSET_RENDA_FIXA, "CDB", &fifth), 5,
	       "bank paper turns on the day of maturity");
	is_int(accrual_anniversary(ASSET_RENDA_FIXA, "CRI", &fifth), 15, "a CRI on the 15th");
	is_int(accrual_anniversary(ASSET_DEBENTURE, NULL, &fifth), 15, "a debenture too");
	is_int(accrual_anniversary(ASSET_TESOURO, NULL, &fifth), 15, "and the Treasury's");
}

static void test_rate_kind(void)
{
	const struct percent half = { E8 / 2 }, most = { 98 * E8 }, zero = { 0 },
			     whole = { 100 * E8 };
	const struct {
		struct accrual_terms terms;
		const char *kind, *name;
	} list[] = {
		{ { .indexer = INDEXER_CDI, .has_pct = true, .pct = most },
		  "percent_of_index",
		  "98 % of CDI" },
		{ { .indexer = INDEXER_SELIC }, "percent_of_index", "Selic alone is 100 % of it" },
		{ { .indexer = INDEXER_CDI,
		    .has_pct = true,
		    .pct = whole,
		    .has_spread = true,
		    .spread = half },
		  "spread",
		  "CDI and half a point" },
		{ { .indexer = INDEXER_CDI, .has_rate = true, .rate = half },
		  "spread",
		  "under its other name" },
		{ { .indexer = INDEXER_CDI,
		    .has_pct = true,
		    .pct = most,
		    .has_spread = true,
		    .spread = zero },
		  "percent_of_index",
		  "a spread of nothing is none" },
		{ { .indexer = INDEXER_CDI,
		    .has_pct = true,
		    .pct = most,
		    .has_spread = true,
		    .spread = half },
		  NULL,
		  "98 % of CDI and half a point are two rates" },
		{ { .indexer = INDEXER_PREFIXADO, .has_rate = true, .rate = half },
		  "fixed",
		  "prefixed" },
		{ { .indexer = INDEXER_IGPM, .has_rate = true, .rate = half },
		  "real",
		  "over IGP-M" },
		{ { .indexer = INDEXER_OTHER }, NULL, "another index" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(list); i++)
		is_text(rate_kind_names[accrual_rate_kind(&list[i].terms)], list[i].kind,
			list[i].name);
}

int main(void)
{
	pool = pool_new(NULL, "accrual");
	test_rate_kind();
	test_cdi();
	test_prefixed();
	test_index();
	test_index_holes();
	test_missing();
	test_reasons();
	test_redemption();
	test_coupons();
	test_change();
	test_papers();
	test_walk();
	test_product();
	test_curve();
	test_kept_tables();
	pool_free(pool);
	return tap_done();
}
