/* SPDX-License-Identifier: Apache-2.0 */
/* The rules that several computations share; expected values are worked by hand. */
#include "config.h"

#include "calc/amounts/amounts.h"
#include "core/pool.h"

#include "tap.h"

static void *pool;

static struct day on(int n)
{
	return (struct day){ n };
}

static void same_events(void)
{
	const struct reference_event events[] = {
		{ .ex_day = { 100 }, .kind = EVENT_BONUS, .ratio = { 11, 10 } },
		{ .ex_day = { 200 }, .kind = EVENT_SPLIT, .ratio = { 2, 1 } },
	};

	ok(same_event(on(100), on(115)) && same_event(on(115), on(100)), "15 days apart");
	ok(!same_event(on(100), on(116)) && !same_event(on(116), on(100)), "16 days apart");
	ok(has_split_near(events, 2, on(185)) && has_split_near(events, 2, on(215)),
	   "a split within 15 days");
	ok(!has_split_near(events, 2, on(216)) && !has_split_near(events, 2, on(100)),
	   "none of 16 days away, and no bonus");
}

static void shares_of_a_day(void)
{
	const struct reference_event events[] = {
		{ .ex_day = { 100 }, .kind = EVENT_SPLIT, .ratio = { 3, 1 } },
		{ .ex_day = { 200 }, .kind = EVENT_SPLIT, .ratio = { 1, 10 } },
		{ .ex_day = { 300 }, .kind = EVENT_INCORPORATION, .ratio = { 0, 0 } },
	};
	const struct price ten = { 10 * E12 };
	bool range = false;

	is_int((int64_t)price_in_shares_of(events, 3, ten, on(99), on(100), &range).e12,
	       3333333333333, "a third, rounded once, on the ex day itself");
	is_int((int64_t)price_in_shares_of(events, 3, ten, on(100), on(199), &range).e12,
	       10000000000000, "a price of the ex day is after the event");
	is_int((int64_t)price_in_shares_of(events, 3, ten, on(50), on(400), &range).e12,
	       33333333333330, "two events, and one without a ratio");
	ok(!range, "all of it in the scale");
}

static void twenty_times(void)
{
	ok(closes_apart(2000, 100) && closes_apart(100, 2000), "twenty times is apart");
	ok(!closes_apart(1999, 100) && !closes_apart(100, 1999), "a little less is not");
	ok(close_is_spike(100, 2000, 90) && close_is_spike(2000, 100, 2100),
	   "far above both, far below both");
	ok(!close_is_spike(100, 2000, 101), "not far from one of them: a split");
	ok(!close_is_spike(100, 2000, 2000), "nor where it stays");
	ok(!close_is_spike(1999, 100, 2500), "nor by nineteen times");
	ok(!close_is_spike(INT64_MAX, INT64_MAX - 1, INT64_MAX), "at the end of the integer");
}

static void remainders(void)
{
	const struct money thirds[] = { { 1 }, { 1 }, { 1 } };
	const struct money uneven[] = { { 1 }, { 2 }, { 4 } };
	int64_t out[3];

	largest_remainder(pool, thirds, 3, (struct money){ 3 }, 100, out);
	ok(out[0] == 34 && out[1] == 33 && out[2] == 33, "of a tie the first one gets the point");
	/* 14.28, 28.57, 57.14: the second gets the missing point. */
	largest_remainder(pool, uneven, 3, (struct money){ 7 }, 100, out);
	ok(out[0] == 14 && out[1] == 29 && out[2] == 57, "the largest remainder gets it");
	largest_remainder(pool, uneven, 3, (struct money){ 7 }, 10000, out);
	ok(out[0] == 1429 && out[1] == 2857 && out[2] == 5714, "in hundredths");
}

static void day_look_up(void)
{
	const struct close items[] = { { { 10 }, { 0 } }, { { 10 }, { 0 } }, { { 20 }, { 0 } } };

	is_int((int64_t)days_until(items, 0, sizeof(items[0]), on(10)), 0, "none of none");
	is_int((int64_t)days_until(items, 3, sizeof(items[0]), on(9)), 0, "before the first");
	is_int((int64_t)days_until(items, 3, sizeof(items[0]), on(10)), 2, "two of one day");
	is_int((int64_t)days_until(items, 3, sizeof(items[0]), on(19)), 2, "between");
	is_int((int64_t)days_until(items, 3, sizeof(items[0]), on(99)), 3, "behind the last");
}

static void values(void)
{
	const struct qty three = { 3 * (int64_t)E8 };
	const struct price price = { 333333333333 }; /* 0.333333333333 */
	const struct price rate = { 5 * E12 };
	bool range = false;

	is_int((int64_t)market_value_of(three, price, NULL, &range).e8, 100000000,
	       "quantity times price, rounded to 8 places");
	is_int((int64_t)market_value_of((struct qty){ 1 }, price, &rate, &range).e8, 0,
	       "each product is rounded: nothing times five is nothing");
	ok(!range, "and in the scale");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	tap_plan(26);
	same_events();
	shares_of_a_day();
	twenty_times();
	remainders();
	day_look_up();
	values();
	pool_free(pool);
	return tap_done();
}
