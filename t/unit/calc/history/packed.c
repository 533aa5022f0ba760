/* SPDX-License-Identifier: Apache-2.0 */
/* Packing and unpacking gives the same figures; damaged bytes are refused. */
#include "config.h"

#include "calc/history/pack_bytes.h"
#include "calc/history/packed.h"

#include "tap.h"
#include "world.h"

#define SUM_SIZE 4

static int worlds;

static void *pool;

static struct slice packed(const struct buf *b)
{
	return (struct slice){ b->p, b->n };
}

/* ---- integers ---- */

static void test_numbers(void)
{
	static const uint64_t plain[] = { 0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX };
	static const int64_t both[] = { 0, 1, -1, 63, 64, -64, -65, INT64_MAX, INT64_MIN };
	static const wide wides[] = {
		0,
		1,
		-1,
		(wide)INT64_MAX / 4,
		(wide)INT64_MAX / 4 + 1,
		(wide)INT64_MIN / 4,
		(wide)INT64_MIN / 4 - 1,
		INT64_MAX,
		INT64_MIN,
		(wide)INT64_MAX * 1000000007,
		-(wide)INT64_MAX * 1000000007,
		((wide)1 << 120) - 1,
		-((wide)1 << 120),
	};
	struct unpacking r;
	struct buf b;
	int wrong = 0;

	buf_init(&b, pool, 16);
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++)
		pack_number(&b, plain[i]);
	for (size_t i = 0; i < ARRAY_SIZE(both); i++)
		pack_signed(&b, both[i]);
	for (size_t i = 0; i < ARRAY_SIZE(wides); i++)
		pack_wide(&b, wides[i]);
	pack_checksum(&b, 0);
	r = unpacking_of(pool, packed(&b));
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++)
		wrong += unpack_number(&r) != plain[i];
	for (size_t i = 0; i < ARRAY_SIZE(both); i++)
		wrong += unpack_signed(&r) != both[i];
	for (size_t i = 0; i < ARRAY_SIZE(wides); i++)
		wrong += unpack_wide(&r) != wides[i];
	is_int(wrong, 0, "integers of every width, at the ends of each");
	ok(!r.bad && r.p == r.end, "and not a byte more");
	(void)unpack_number(&r);
	ok(r.bad, "past the end is bad");
}

static void test_cents_and_texts(void)
{
	static const wide e8[] = {
		0,
		1,
		-1,
		1000000,
		-1000000,
		1999999,
		-1999999,
		INT64_MAX,
		(wide)INT64_MAX * 1000000,
		-(wide)INT64_MAX * 1000000 - 1,
	};
	static const char cut[] = "\3ab";
	struct unpacking r;
	struct buf b;
	int wrong = 0;

	buf_init(&b, pool, 16);
	for (size_t i = 0; i < ARRAY_SIZE(e8); i++)
		pack_cents(&b, (struct money){ e8[i] });
	pack_text(&b, "PETR4");
	pack_text(&b, NULL);
	pack_text(&b, "");
	pack_checksum(&b, 0);
	r = unpacking_of(pool, packed(&b));
	for (size_t i = 0; i < ARRAY_SIZE(e8); i++)
		wrong += unpack_cents(&r).e8 != e8[i];
	is_int(wrong, 0, "money of whole cents and of less");
	is_text(unpack_text(&r), "PETR4", "a text");
	ok(!unpack_text(&r), "none");
	is_text(unpack_text(&r), "", "an empty one");
	ok(!r.bad && r.p == r.end, "and nothing more");
	buf_init(&b, pool, 16);
	buf_put(&b, cut, 3);
	pack_checksum(&b, 0);
	r = unpacking_of(pool, packed(&b));
	ok(!unpack_text(&r) && r.bad, "a text that does not end among the bytes is none");
}

/* ---- one holding with everything ---- */

static const struct accrual_step lot_steps[] = {
	{ .day = { 18000 },
	  .kind = ACCRUAL_LOT,
	  .unit_known = true,
	  .qty = { INT64_MAX },
	  .unit = { (wide)INT64_MAX * 1000 } },
	{ .day = { 18000 }, .kind = ACCRUAL_LOT, .qty = { 1 } },
	{ .day = { 18100 }, .kind = ACCRUAL_REDEEM, .qty = { 5 }, .of = { 7 } },
	{ .day = { 18200 }, .kind = ACCRUAL_PAY, .paid = { -(wide)INT64_MAX * 3 } },
	{ .day = { 18300 }, .kind = ACCRUAL_SPLIT, .qty = { 9 }, .ratio = { 10000, 3 } },
};

static bool same_lot_step(const struct accrual_step *a, const struct accrual_step *b)
{
	return day_same(a->day, b->day) && a->kind == b->kind && a->unit_known == b->unit_known &&
	       a->qty.e8 == b->qty.e8 && a->of.e8 == b->of.e8 && a->unit.e12 == b->unit.e12 &&
	       a->paid.e8 == b->paid.e8 && a->ratio.n == b->ratio.n && a->ratio.d == b->ratio.d;
}

static void test_lots(void)
{
	static const struct ledger_asset asset = { .symbol = "CDB", .type = ASSET_RENDA_FIXA };
	const struct ledger ledger = { .assets = &asset, .n_assets = 1 };
	struct derived_holding h = { .head = &asset,
				     .current = "CDB",
				     .current_type = ASSET_RENDA_FIXA,
				     .lots = { lot_steps, ARRAY_SIZE(lot_steps), { 42 } } };
	struct derived d = { .as_of = { 20000 }, .until = DAY_FAR_FUTURE, .holdings = &h, .n = 1 };
	struct ledger_asset *assets;
	struct derived got;
	struct buf b;
	size_t n;
	int wrong = 0;

	buf_init(&b, pool, 16);
	head_pack(&b, &ledger, &d);
	if (!ok(head_unpack(pool, packed(&b), &assets, &n, &got) && n == 1 && got.n == 1,
		"a head of one holding"))
		return;
	ok(day_same(got.as_of, d.as_of) && day_same(got.until, d.until),
	   "with the days that it holds for");
	is_int(got.holdings[0].lots.qty.e8, 42, "what its lots come to");
	is_int((int64_t)got.holdings[0].lots.n, ARRAY_SIZE(lot_steps), "and their steps");
	for (size_t i = 0; i < got.holdings[0].lots.n; i++)
		wrong += !same_lot_step(&got.holdings[0].lots.steps[i], &lot_steps[i]);
	is_int(wrong, 0, "bought with and without a price, redeemed, paid, split");
}

static const struct fold_flow flows[] = {
	{ { 100 }, FLOW_BUY, { -(wide)INT64_MAX * 5 }, true, false, false, { 1 } },
	{ { 100 }, FLOW_SELL, { 0 }, false, false, false, { 0 } },
	{ { 101 }, FLOW_ADJUST, { 0 }, false, true, false, { INT64_MIN } },
	{ { 5000 }, FLOW_CAPITAL, { 7 }, true, false, true, { 0 } },
	{ { 5000 }, FLOW_SHORT_RESULT, { -7 }, true, false, false, { 0 } },
};

static const struct fold_step steps[] = {
	{ { -5 }, { INT64_MAX }, true, { (wide)INT64_MAX * 1000 } },
	{ { 0 }, { 0 }, false, { 0 } },
};

static void test_tail(void)
{
	static const struct derived_ticker tickers[] = {
		{ .symbol = "OLD3", .until = { 900 }, .held = { .n = 0 } },
		{ .symbol = "NEW3", .until = DAY_FAR_FUTURE, .held = { .n = 0 } },
	};
	static const struct own_split splits[] = { { { 300 }, { 1, 10 }, 1 } };
	static const struct income_entry entries[] = {
		{ .pay_day = { 400 }, .kind = INCOME_CAPITAL_RETURN, .native_net = { 3 } },
		{ .pay_day = { 400 }, .net_known = true, .net = { -1 }, .from_calendar = true },
	};
	struct derived_holding h = { .tickers = tickers,
				     .n_tickers = 2,
				     .splits = splits,
				     .n_splits = 1,
				     .flows = flows,
				     .n_flows = ARRAY_SIZE(flows),
				     .steps = steps,
				     .n_steps = ARRAY_SIZE(steps),
				     .entries = entries,
				     .n_entries = 2 };
	struct derived_holding got = { .n_flows = 0 };
	int wrong = 0;
	struct buf b;

	buf_init(&b, pool, 16);
	tail_pack(&b, &h);
	if (!ok(tail_unpack(pool, packed(&b), &got) && got.n_flows == h.n_flows &&
			got.n_steps == h.n_steps && got.n_tickers == 2 && got.n_splits == 1 &&
			got.n_entries == 2,
		"a tail of everything"))
		return;
	for (size_t i = 0; i < h.n_flows; i++)
		wrong += !day_same(got.flows[i].day, flows[i].day) ||
			 got.flows[i].kind != flows[i].kind ||
			 got.flows[i].amount.e8 != flows[i].amount.e8 ||
			 got.flows[i].known != flows[i].known ||
			 got.flows[i].at_market != flows[i].at_market ||
			 got.flows[i].qty.e8 != flows[i].qty.e8;
	is_int(wrong, 0, "flows of every kind");
	for (size_t i = 0; i < h.n_steps; i++)
		wrong += !day_same(got.steps[i].day, steps[i].day) ||
			 got.steps[i].qty.e8 != steps[i].qty.e8 ||
			 got.steps[i].cost_known != steps[i].cost_known ||
			 got.steps[i].cost.e8 != steps[i].cost.e8;
	is_int(wrong, 0, "steps, before 1970 too");
	ok(got.splits[0].ticker == 1 && got.splits[0].ratio.d == 10 &&
		   day_same(got.tickers[0].until, tickers[0].until) &&
		   str_eq(got.tickers[1].symbol, "NEW3"),
	   "tickers and the splits of one of them");
	ok(got.entries[0].kind == INCOME_CAPITAL_RETURN && !got.entries[0].net_known &&
		   got.entries[0].native_net.e8 == 3 && got.entries[1].net.e8 == -1 &&
		   got.entries[1].from_calendar,
	   "income, known in reais or not");
}

static bool same(struct slice a, struct slice b)
{
	return a.n == b.n && (!a.n || memcmp(a.p, b.p, a.n) == 0);
}

/* ---- lists that ascend ---- */

static bool head_comes_back(const struct derived *d)
{
	static const struct ledger none = { .n_assets = 0 };
	struct ledger_asset *assets;
	struct derived got;
	struct buf b;
	size_t n;

	buf_init(&b, pool, 64);
	head_pack(&b, &none, d);
	return head_unpack(pool, packed(&b), &assets, &n, &got);
}

static bool tail_comes_back(const struct derived_holding *h)
{
	struct derived_holding got = { .flows_known = true };
	struct buf b;

	buf_init(&b, pool, 64);
	tail_pack(&b, h);
	return tail_unpack(pool, packed(&b), &got);
}

/* Adding them up uses a table from the first to the last. */
static void test_order(void)
{
	struct flow sums[] = { { { 19000 }, { 1 } }, { { 20000 }, { 1 } }, { { 21000 }, { 1 } } };
	struct month_amount months[] = { { { 24240 }, { 1 } }, { { 24252 }, { 1 } } };
	size_t holders[] = { 1, 1 };
	struct fold_flow paid[] = { { .day = { 19000 } }, { .day = { 19000 } } };
	struct income_entry received[] = { { .pay_day = { 19000 } }, { .pay_day = { 19000 } } };
	struct derived d = { .as_of = { 22000 },
			     .until = DAY_FAR_FUTURE,
			     .flows = sums,
			     .n_flows = 3,
			     .income_by_month = { months, 2 },
			     .income_holders = holders };
	const struct derived_ticker ticker = { .symbol = "PETR4", .until = DAY_FAR_FUTURE };
	const struct derived_holding h = { .flows = paid,
					   .n_flows = 2,
					   .entries = received,
					   .n_entries = 2,
					   .tickers = &ticker,
					   .n_tickers = 1 };

	ok(head_comes_back(&d) && tail_comes_back(&h), "lists in their order");
	sums[1].day.n = 22000;
	ok(!head_comes_back(&d), "a day of flows beyond the last is bad");
	sums[1].day.n = 21000;
	ok(!head_comes_back(&d), "and a day told twice");
	sums[1].day.n = 20000;
	months[0].month.n = 24253;
	ok(!head_comes_back(&d), "a month before the one before it, too");
	paid[0].day.n = 19001;
	ok(!tail_comes_back(&h), "and what was paid");
	paid[0].day.n = 19000;
	received[0].pay_day.n = 19001;
	ok(!tail_comes_back(&h), "and what was received");
}

/* ---- packed again ---- */

/* @n flows of at most some cents, on ascending days. */
static struct flow *some_flows(size_t n)
{
	struct flow *list = pool_array(pool, struct flow, n + 1);
	int day = 10000;

	for (size_t i = 0; i < n; i++) {
		day += 1 + (int)dice(40);
		list[i] = (struct flow){
			{ day }, { ((wide)dice(2000000) - 1000000) * (dice(4) ? 1000000 : 777) }
		};
	}
	return list;
}

/* One more, one fewer, or one with another amount, at any place. */
static void edit_flows(struct derived *d)
{
	size_t n = d->n_flows, at = dice((uint32_t)n + 1);
	struct flow *list = pool_array(pool, struct flow, n + 2);

	memcpy(list, d->flows, n * sizeof(*list));
	d->flows = list;
	switch (dice(3)) {
	case 0: /* between two days, if possible */
		if (at && at < n && list[at].day.n - list[at - 1].day.n < 2)
			return;
		memmove(list + at + 1, list + at, (n - at) * sizeof(*list));
		list[at].day.n = at ? list[at - 1].day.n + 1 : 9000;
		list[at].amount.e8 = dice(1000000);
		d->n_flows++;
		return;
	case 1:
		if (at == n)
			return;
		memmove(list + at, list + at + 1, (n - at - 1) * sizeof(*list));
		d->n_flows--;
		return;
	default:
		if (at < n)
			list[at].amount.e8 ^= 1;
	}
}

static void test_copied_flows(void)
{
	static const struct ledger none = { .n_assets = 0 };
	int wrong = 0;

	for (int i = 0; i < 2000; i++) {
		size_t n = dice(400);
		struct derived d = { .as_of = { 22000 },
				     .until = DAY_FAR_FUTURE,
				     .flows = some_flows(n),
				     .n_flows = n };
		struct ledger_asset *assets;
		struct buf first, again, anew;

		buf_init(&first, pool, 64);
		head_pack(&first, &none, &d);
		if (!head_unpack(pool, packed(&first), &assets, &n, &d)) {
			wrong++;
			continue;
		}
		for (int k = (int)dice(4); k > 0; k--)
			edit_flows(&d);
		buf_init(&again, pool, 64);
		head_pack(&again, &none, &d);
		d.packed = NULL;
		buf_init(&anew, pool, 64);
		head_pack(&anew, &none, &d);
		wrong += !same(packed(&again), packed(&anew));
	}
	is_int(wrong, 0, "flows copied from an older head are those packed anew");
}

/* ---- whole portfolios ---- */

/* Through bytes, with the effects of terms_give(). */
static bool pass(const struct world *w, const struct derived *in, struct derived *out)
{
	struct ledger_asset *assets;
	struct buf b;
	size_t n;

	buf_init(&b, pool, 4096);
	head_pack(&b, &w->ledger, in);
	if (!head_unpack(pool, packed(&b), &assets, &n, out) || n != w->ledger.n_assets)
		return false;
	for (size_t i = 0; i < n; i++)
		assets[i].terms = w->assets[i].terms;
	for (size_t i = 0; i < in->n; i++) {
		buf_init(&b, pool, 256);
		tail_pack(&b, &in->holdings[i]);
		if (!tail_unpack(pool, packed(&b), &out->holdings[i]))
			return false;
	}
	return true;
}

static bool comes_back(const struct world *w)
{
	struct seen want, got;

	return world_seen(pool, w, &w->ledger, &want) && pass(w, &want.derived, &got.derived) &&
	       seen_again(pool, w, &got) &&
	       told_alike(portfolio_told(pool, &got.portfolio),
			  portfolio_told(pool, &want.portfolio)) &&
	       told_alike(history_told(pool, &got.history), history_told(pool, &want.history));
}

static struct slice head_of(const struct ledger *l, const struct derived *d)
{
	struct buf b;

	buf_init(&b, pool, 4096);
	head_pack(&b, l, d);
	return packed(&b);
}

/* On another day, or with another asset name, changed parts are not copied. */
static bool copies_what_stands(const struct world *w)
{
	struct derived derived = { .n = 0 }, anew;
	struct ledger_asset *assets, *others;
	struct ledger l = { 0 };
	struct seen want;

	if (!world_seen(pool, w, &w->ledger, &want) ||
	    !head_unpack(pool, head_of(&w->ledger, &want.derived), &assets, &l.n_assets, &derived))
		return false;
	others = pool_memdup(pool, assets, l.n_assets * sizeof(*assets));
	l.assets = others;
	if (dice(2))
		derived.as_of = day_plus(derived.as_of, (int)dice(90));
	if (dice(2))
		others[dice((uint32_t)l.n_assets)].name = "Outro nome";
	for (size_t i = 0; i < derived.n; i++)
		derived.holdings[i].head = &l.assets[derived.holdings[i].head - assets];
	for (size_t i = 0; i < derived.n; i++)
		for (size_t k = 0; k < derived.holdings[i].n_merged; k++)
			derived.holdings[i].merged[k] =
				&l.assets[derived.holdings[i].merged[k] - assets];
	anew = derived;
	anew.packed = NULL;
	return same(head_of(&l, &derived), head_of(&l, &anew));
}

/* A history prefix packed, unpacked and finished equals the history. */
static bool prefix_comes_back(const struct world *w)
{
	struct cached_prefix kept = { .prefix = { .n_months = 0 } };
	const struct portfolio *portfolio;
	struct history_source source;
	struct index_value *months, *days, spans[SPANS] = { [SPAN_M6] = { true, 3.5 } };
	struct history got;
	struct seen want;
	struct buf b;
	size_t n, n_days;

	if (!world_seen(pool, w, &w->ledger, &want))
		return false;
	portfolio = &want.portfolio;
	source = (struct history_source){ &want.derived, portfolio, &w->market, false };
	buf_init(&b, pool, 256);
	if (history_walk(pool, &source, 1, w->as_of, NULL, &kept.prefix) != CALC_OK)
		return false;
	n = kept.prefix.n_months;
	months = pool_array(pool, struct index_value, n);
	if (n)
		months[n - 1] = (struct index_value){ true, 12.5 };
	n_days = kept.prefix.n_days;
	days = pool_array(pool, struct index_value, n_days);
	if (n_days)
		days[0] = (struct index_value){ true, 7.25 };
	kept.benchmarks[1] = (struct benchmark_result){
		BENCHMARK_NO_DATA, -0.0, true, 1e-300, 3, months, days, spans
	};
	prefix_pack(&b, &kept);
	kept = (struct cached_prefix){ .prefix = { .n_months = 0 } };
	return prefix_unpack(pool, packed(&b), &kept) &&
	       kept.benchmarks[1].reason == BENCHMARK_NO_DATA &&
	       kept.benchmarks[1].xirr == 1e-300 && kept.benchmarks[1].xirr_known &&
	       (!n || (kept.benchmarks[1].months[n - 1].value == 12.5 &&
		       !kept.benchmarks[0].months[n - 1].known)) &&
	       (!n_days || kept.benchmarks[1].days[0].value == 7.25) &&
	       kept.benchmarks[1].spans[SPAN_M6].value == 3.5 &&
	       history_finish(pool, &kept.prefix, &portfolio, 1, &got) == CALC_OK &&
	       told_alike(history_told(pool, &got), history_told(pool, &want.history));
}

/* Whether @b with one changed byte is refused; restores the byte. */
static bool refuses_change(struct buf *b, bool (*reads)(struct slice bytes))
{
	char *at = b->p + dice((uint32_t)b->n), was = *at;
	bool refused;

	*at = (char)(was ^ (int)(1 + dice(255)));
	refused = !reads(packed(b));
	*at = was;
	return refused;
}

static bool reads_head(struct slice bytes)
{
	struct ledger_asset *assets;
	struct derived d;
	size_t n;

	return head_unpack(pool, bytes, &assets, &n, &d);
}

static bool reads_prefix(struct slice bytes)
{
	struct cached_prefix p = { .prefix = { .n_months = 0 } };

	return prefix_unpack(pool, bytes, &p);
}

/*
 * Cut anywhere it is refused, and with a byte changed.  Where the checksum is right all the same, it is refused or is
 * other figures, never a crash.
 */
static bool refuses_pieces(const struct world *w)
{
	struct cached_prefix kept = { .prefix = { .n_months = 0 } };
	struct history_source source;
	struct seen seen;
	struct buf head, past;
	int taken = 0;

	if (!world_seen(pool, w, &w->ledger, &seen))
		return false;
	source = (struct history_source){ &seen.derived, &seen.portfolio, &w->market, false };
	if (history_walk(pool, &source, 1, w->as_of, NULL, &kept.prefix) != CALC_OK)
		return false;
	buf_init(&head, pool, 256);
	head_pack(&head, &w->ledger, &seen.derived);
	buf_init(&past, pool, 256);
	prefix_pack(&past, &kept);
	for (int i = 0; i < 20; i++) {
		struct slice cut = { head.p, dice((uint32_t)head.n) };

		taken += reads_head(cut) + !refuses_change(&head, reads_head);
		cut = (struct slice){ past.p, dice((uint32_t)past.n) };
		taken += reads_prefix(cut) + !refuses_change(&past, reads_prefix);
	}
	for (int i = 0; i < 20; i++) {
		head.n -= SUM_SIZE;
		past.n -= SUM_SIZE;
		head.p[dice((uint32_t)head.n)] = (char)dice(256);
		past.p[dice((uint32_t)past.n)] = (char)dice(256);
		pack_checksum(&head, 0);
		pack_checksum(&past, 0);
		(void)reads_head(packed(&head));
		(void)reads_prefix(packed(&past));
	}
	return taken == 0;
}

static void check(const char *name, bool (*good)(const struct world *w))
{
	void *whole = pool;
	int bad = 0;

	for (int i = 0; i < worlds; i++) {
		struct world *w;

		pool = pool_new(whole, "world");
		w = world_new(pool);
		if (!good(w) && bad++ == 0)
			diag("the first is world %d", i);
		pool_free(pool);
	}
	pool = whole;
	is_int(bad, 0, name);
}

int main(void)
{
	worlds = random_cases(750);
	pool = pool_new(NULL, "packed");
	test_numbers();
	test_cents_and_texts();
	test_lots();
	test_tail();
	test_order();
	test_copied_flows();
	check("a portfolio and its history come out of their bytes", comes_back);
	check("packed again it is what it comes to then", copies_what_stands);
	check("so does the past of a history, to the last bit", prefix_comes_back);
	check("pieces are refused", refuses_pieces);
	pool_free(pool);
	return tap_done();
}
