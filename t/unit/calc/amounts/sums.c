/* SPDX-License-Identifier: Apache-2.0 */
/* Sums by day and by month that grow while amounts are added; the expected sums are in the text. */
#include "config.h"

#include "calc/amounts/amounts.h"
#include "core/pool.h"

#include "tap.h"

#define REAL E8

static void *pool;

static struct flow flow(int day, int64_t reais)
{
	return (struct flow){ { day }, { reais * (int64_t)REAL } };
}

static void add_days(struct day_sums *t, const struct flow *flows, size_t n)
{
	day_sums_reach_flows(t, flows, n);
	day_sums_open(pool, t);
	day_sums_add_flows(t, flows, n);
}

static void by_day(void)
{
	const struct flow middle[] = { flow(1000, 5), flow(1010, 7) };
	const struct flow before[] = { flow(10, 1), flow(1000, 2) };
	const struct flow behind[] = { flow(1010, -7), flow(5000, 3) };
	const struct flow earlier[] = { flow(9, 4) };
	struct day_sums t = DAY_SUMS_NONE;
	struct flow *flows;
	size_t n;

	flows = day_sums_flows(pool, &t, &n);
	is_int((int64_t)n, 0, "nothing was added: no day");
	add_days(&t, middle, 2);
	add_days(&t, before, 2);
	add_days(&t, behind, 2);
	add_days(&t, earlier, 1);
	flows = day_sums_flows(pool, &t, &n);
	is_int((int64_t)n, 4, "days with a sum, and not the one that came to nothing");
	is_int(flows[0].day.n, 9, "the earliest");
	is_money(flows[0].amount, "4", "its sum");
	is_int(flows[1].day.n, 10, "the next");
	is_money(flows[1].amount, "1", "its sum");
	is_int(flows[2].day.n, 1000, "a day that was there before the table grew");
	is_money(flows[2].amount, "7", "5 + 2");
	is_int(flows[3].day.n, 5000, "the last");
	is_money(flows[3].amount, "3", "its sum");
	ok(!t.range, "nothing left the grid");
}

static struct months map(struct month_amount *items, size_t n)
{
	return (struct months){ items, n };
}

static struct month_amount in_month(int month, int64_t reais)
{
	return (struct month_amount){ { month }, { reais * (int64_t)REAL } };
}

static void by_month(void)
{
	struct month_amount a[] = { in_month(600, 10), in_month(602, 20) };
	struct month_amount b[] = { in_month(500, 1), in_month(602, -20) };
	struct month_amount c[] = { in_month(900, 5) };
	const struct months ma = map(a, 2), mb = map(b, 2), mc = map(c, 1), none = map(NULL, 0);
	struct month_sums t = MONTH_SUMS_NONE;
	size_t *holders;
	struct months sum;

	sum = month_sums_months(pool, &t, &holders);
	is_int((int64_t)sum.n, 0, "no map: no month");
	month_sums_add(pool, &t, &none, NULL);
	month_sums_add(pool, &t, &ma, NULL);
	month_sums_add(pool, &t, &mb, NULL);
	month_sums_add(pool, &t, &mc, NULL);
	sum = month_sums_months(pool, &t, &holders);
	is_int((int64_t)sum.n, 4, "months that somebody has");
	is_int(sum.items[0].month.n, 500, "the first");
	is_int(sum.items[1].month.n, 600, "the second");
	is_money(sum.items[1].amount, "10", "its sum");
	is_int(sum.items[2].month.n, 602, "one whose sum is nothing is there");
	is_money(sum.items[2].amount, "0", "20 - 20");
	is_int((int64_t)holders[2], 2, "two have it");
	is_int((int64_t)holders[3], 1, "one has the last");

	month_sums_take_off(pool, &t, &ma);
	sum = month_sums_months(pool, &t, &holders);
	is_int((int64_t)sum.n, 3, "a month goes with the last who had it");
	is_int(sum.items[1].month.n, 602, "and stays with the other");
	is_money(sum.items[1].amount, "-20", "with what is his");
	month_sums_take_off(pool, &t, &mc);
	month_sums_take_off(pool, &t, &mc);
	sum = month_sums_months(pool, &t, NULL);
	is_int((int64_t)sum.n, 2, "who goes twice does no harm to the count");
}

static void counted(void)
{
	struct month_amount a[] = { in_month(600, 10), in_month(601, 0) };
	struct month_amount b[] = { in_month(601, 7) };
	const size_t have[] = { 3, 2 };
	const struct months ma = map(a, 2), mb = map(b, 1);
	struct month_sums t = MONTH_SUMS_NONE;
	size_t *holders;
	struct months sum;

	month_sums_add(pool, &t, &ma, have);
	month_sums_add(pool, &t, &mb, NULL);
	sum = month_sums_months(pool, &t, &holders);
	is_int((int64_t)sum.n, 2, "a sum of several is added as one");
	is_int((int64_t)holders[0], 3, "its holders count");
	is_int((int64_t)holders[1], 3, "2 + 1");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	by_day();
	by_month();
	counted();
	pool_free(pool);
	return tap_done();
}
