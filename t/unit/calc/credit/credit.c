/* SPDX-License-Identifier: Apache-2.0 */
/* credit.c: ratios, thresholds with their early band, trailing twelve months, due days; figures by hand. */
#include "config.h"

#include "calc/credit/credit.h"

#include "core/pool.h"
#include "tap.h"

static struct day day(int year, int month, int dom)
{
	struct day d = { 0 };

	ok(day_from_ymd(year, month, dom, &d), "%d-%d-%d is a day", year, month, dom);
	return d;
}

static void is_ratio(wide num, wide den, int64_t want_e8, const char *name)
{
	wide got = -1;

	ok(credit_ratio(num, den, &got) && got == want_e8, "%s: %lld", name, (long long)got);
}

static void test_ratio(void)
{
	wide out = 7;

	is_ratio(420 * E8, 120 * E8, 350000000, "420 of 120 is 3.5");
	is_ratio(-20 * E8, 120 * E8, -16666667,
		 "net cash: -20 of 120 is -0.16666667, away from zero");
	is_ratio(1, 2 * E8, 1, "half a unit of the last place goes away from zero");
	is_ratio(-1, 2 * E8, -1, "and below zero alike");
	is_ratio(1, 2 * E8 + 1, 0, "less than half goes to it");
	ok(!credit_ratio(E8, 0, &out) && out == 7, "of nothing no ratio, and nothing is written");
	ok(!credit_ratio(E8, -E8, &out), "of a loss neither: EBITDA below zero has no leverage");
	ok(!credit_ratio(MONEY_MAX_E8, 1, &out), "nor one that leaves the grid");
}

static void is_watch(wide value, wide threshold, wide band, bool above, enum credit_level level,
		     int64_t headroom_e8, const char *name)
{
	struct credit_watch w = { LEVEL_CALM, { 0 } };
	enum calc_err err = credit_watch(value, threshold, (struct percent){ band }, above, &w);

	ok(err == CALC_OK && w.level == level && w.headroom.e8 == headroom_e8, "%s: level %d, %lld",
	   name, (int)w.level, (long long)w.headroom.e8);
}

static void test_watch(void)
{
	struct credit_watch w;

	is_watch(269999999, 3 * E8, 10 * E8, true, LEVEL_CALM, 1000000033,
		 "leverage of 2.69999999 of 3");
	is_watch(270000000, 3 * E8, 10 * E8, true, LEVEL_EARLY, 1000000000, "2.7: the band begins");
	is_watch(3 * E8, 3 * E8, 10 * E8, true, LEVEL_EARLY, 0, "the limit itself breaks nothing");
	is_watch(300000001, 3 * E8, 10 * E8, true, LEVEL_BREACH, -33, "a unit beyond does");
	is_watch(350000000, 3 * E8, 10 * E8, true, LEVEL_BREACH, -1666666667, "3.5 of 3");
	is_watch(220000000, 2 * E8, 10 * E8, false, LEVEL_EARLY, 1000000000,
		 "coverage of 2.2 of 2");
	is_watch(220000001, 2 * E8, 10 * E8, false, LEVEL_CALM, 1000000050, "and a unit above");
	is_watch(166666667, 2 * E8, 10 * E8, false, LEVEL_BREACH, -1666666650, "1.66666667 of 2");
	is_watch(3 * E8, 3 * E8, 0, true, LEVEL_CALM, 0, "without a band nothing is early");
	is_watch(-5 * E8, -4 * E8, 10 * E8, false, LEVEL_BREACH, -2500000000, "a limit below zero");
	ok(credit_watch(E8, 0, (struct percent){ E8 }, true, &w) == CALC_INPUT,
	   "a limit of zero is none");
	ok(credit_watch(E8, E8, (struct percent){ 101 * E8 }, true, &w) == CALC_INPUT,
	   "a band wider than the limit is none");
}

static void is_day(struct day got, int year, int month, int dom, const char *name)
{
	int y, m, d;

	day_to_ymd(got, &y, &m, &d);
	ok(y == year && m == month && d == dom, "%s: %d-%d-%d", name, y, m, d);
}

static void test_due(void)
{
	struct filing_due due = filing_due(day(2025, 12, 31), 12);

	is_day(due.reference, 2026, 3, 31, "after the year comes its first quarter");
	ok(!due.annual, "in quarterly statements");
	is_day(due.due, 2026, 5, 15, "45 days later");
	due = filing_due(day(2025, 9, 30), 12);
	ok(due.annual, "after the third quarter comes the year");
	is_day(due.due, 2026, 3, 31, "three months later");
	due = filing_due(day(2023, 12, 31), 3);
	ok(due.annual, "of a year that ends in March");
	is_day(due.reference, 2024, 3, 31, "on its last day");
	is_day(due.due, 2024, 6, 30, "three months later, on the month's last");
	is_day(credit_months(day(2024, 2, 29), -12), 2023, 2, 28,
	       "a leap day has its month's last");
	is_day(credit_months(day(2023, 2, 28), 12), 2024, 2, 29, "and a month's last stays one");
	is_day(report_due(day(2026, 1, 31)).reference, 2026, 2, 28, "a fund's next report");
	is_day(report_due(day(2026, 1, 31)).due, 2026, 3, 15, "fifteen days after its month");
}

/* Labels as filed (CVM, inf_mensal_fidc_tab_X_2), before and after resolution 175. */
static void test_layers(void *pool)
{
	static const struct {
		const char *label;
		enum class_layer layer;
	} labels[] = {
		{ "Subclasse Senior", CLASS_SENIOR },
		{ "Subclasse Senior Série 1", CLASS_SENIOR },
		{ "Subclasse Senior Subclasse 1", CLASS_SENIOR },
		{ "Subclasse Sênior Série 1", CLASS_SENIOR },
		{ "Subclasse Subordinada Mezanino 1 | Série 1", CLASS_MEZZANINE },
		{ "Subclasse Subordinada Mezanino 1 |", CLASS_MEZZANINE },
		{ "Subclasse Subordinada Subordinada 1 |", CLASS_JUNIOR },
		{ "Subclasse Subordinada  |", CLASS_JUNIOR },
		{ "Subclasse Subordinada Junior", CLASS_JUNIOR },
		{ "Série 1", CLASS_SENIOR },
		{ "Classe Subordinada 1", CLASS_JUNIOR },
		{ "Subordinada 1", CLASS_JUNIOR },
		{ "Sênior", CLASS_SENIOR },
		{ "Subordinada", CLASS_JUNIOR },
		{ "Mezanino 1", CLASS_MEZZANINE },
		{ "Classe A", CLASS_UNKNOWN },
		{ "Cota Única", CLASS_UNKNOWN },
	};

	for (size_t i = 0; i < ARRAY_SIZE(labels); i++)
		ok(class_layer_of(class_label(pool, labels[i].label)) == labels[i].layer, "%s: %s",
		   labels[i].label, class_layer_names[labels[i].layer]);
	is_text(class_label(pool, " Subclasse  Subordinada  | "), "subclasse subordinada",
		"one label in two tables");
}

static void is_subordination(struct fund_classes c, const char *reason, int64_t senior_e8,
			     int64_t mezzanine_e8, bool differs, const char *name)
{
	struct subordination s;

	subordination_of(&c, &s);
	is_text(subordination_reasons[s.reason], reason, name);
	ok(s.differs == differs, "%s: marked or not", name);
	if (reason)
		return;
	ok(s.senior == senior_e8, "%s: below the senior, %lld", name, (long long)s.senior);
	ok(s.mezzanine_known == (mezzanine_e8 >= 0) &&
		   (mezzanine_e8 < 0 || s.mezzanine == mezzanine_e8),
	   "%s: below the mezzanine", name);
}

static void test_subordination(void)
{
	const struct fund_classes c = { .layer = { 70 * E8, 10 * E8, 20 * E8 },
					.live = 3,
					.sum_known = true,
					.worth_known = true,
					.net_worth = 100 * E8 };
	struct fund_classes x = c;

	is_subordination(c, NULL, 30 * E8, 20 * E8, false, "30 of 100 below, 20 of them junior");
	x.layer[CLASS_MEZZANINE] = 0;
	x.net_worth = 90 * E8;
	/* 20 / 90 */
	is_subordination(x, NULL, 2222222222, -1, false, "without a mezzanine");
	x.layer[CLASS_JUNIOR] = 0;
	x.net_worth = 70 * E8;
	is_subordination(x, NULL, 0, -1, false, "two senior series: nothing stands below");
	x.live = 1;
	is_subordination(x, "single_class", 0, 0, false, "one class");
	x = c;
	x.net_worth = 9950248757; /* 100 / 99.50248757 = 1.005 - 1.2e-11 */
	is_subordination(x, NULL, 30 * E8, 20 * E8, false, "half a percent off");
	x.net_worth = 9950200000;
	is_subordination(x, NULL, 30 * E8, 20 * E8, true, "a hair more is marked");
	x.net_worth = 9524 * E8 / 100; /* 100 / 95.24 = 1.04998 */
	is_subordination(x, NULL, 30 * E8, 20 * E8, true, "up to five percent");
	x.net_worth = 9523 * E8 / 100; /* 1.05009 */
	is_subordination(x, "classes_contradict_net_worth", 0, 0, false, "more contradicts");
	x.net_worth = 106 * E8;
	is_subordination(x, "classes_contradict_net_worth", 0, 0, false, "and less alike");
	x.net_worth = 0;
	is_subordination(x, "classes_contradict_net_worth", 0, 0, false, "a fund without worth");
	x.worth_known = false;
	is_subordination(x, "no_net_worth", 0, 0, false, "or of unknown worth");
	x = c;
	x.layer[CLASS_UNKNOWN] = E8;
	x.live = 4;
	x.net_worth = 101 * E8;
	is_subordination(x, "unknown_class", 0, 0, false, "a label that says no layer");
	x = c;
	x.layer[CLASS_SENIOR] = 0;
	x.live = 2;
	x.net_worth = 30 * E8;
	is_subordination(x, "no_senior_class", 0, 0, false, "no class to stand below");
	x = c;
	x.value_unknown = true;
	is_subordination(x, "class_value_unknown", 0, 0, false, "quotas without their value");
	is_subordination((struct fund_classes){ .sum_known = true }, "no_classes", 0, 0, false,
			 "nothing is live");
}

#define KNOWN(brl)                                                                                 \
	{                                                                                          \
		true, (wide)(brl)*E8                                                               \
	}

/* A fund of 1,000 net: 700 + 250 + 100 - 50 with the risk and nothing without; 60 of 350 late are over 90 days. */
static struct fund_receivables late_fund(void)
{
	return (struct fund_receivables){
		.block = { KNOWN(1000), KNOWN(0) },
		.items = { KNOWN(1050), KNOWN(0) },
		.acquired_overdue = { KNOWN(0), KNOWN(0) },
		.provision = { KNOWN(50), KNOWN(0) },
		.overdue_items = KNOWN(350),
		.total = { KNOWN(350), KNOWN(0) },
		.bands = { KNOWN(350), KNOWN(0) },
		.first = KNOWN(200),
		.over_90 = KNOWN(60),
		.over_90_before = KNOWN(10),
	};
}

static void is_late(const struct fund_receivables *f, const char *reason, const char *coverage,
		    int64_t pct_e8, int64_t coverage_e8, const char *name)
{
	struct delinquency d;

	delinquency_of(f, &d);
	is_text(delinquency_reasons[d.reason], reason, name);
	is_text(delinquency_reasons[d.coverage_reason], coverage, name);
	ok(d.over_90_pct.known == (pct_e8 >= 0) && (pct_e8 < 0 || d.over_90_pct.v == pct_e8),
	   "%s: over 90 days, %lld", name, (long long)d.over_90_pct.v);
	ok(d.coverage_pct.known == (coverage_e8 >= 0) &&
		   (coverage_e8 < 0 || d.coverage_pct.v == coverage_e8),
	   "%s: coverage, %lld", name, (long long)d.coverage_pct.v);
}

static void is_none(const struct fund_receivables *f, const char *reason, const char *name)
{
	is_late(f, reason, reason, -1, -1, name);
}

static void test_delinquency(void)
{
	struct fund_receivables f = late_fund();
	struct delinquency d;

	/* 60 of 1,000 + 50 = 5.71428571 %; 50 of 60 = 83.33333333 % */
	is_late(&f, NULL, NULL, 571428571, 8333333333, "a fund with some of it late");
	f.provision[0].v = -50 * E8;
	is_late(&f, NULL, NULL, 571428571, 8333333333, "a provision of either sign");
	f.block[0].v = 1010 * E8; /* items say 1,000: 0.99 % apart; 60 / 1,060 */
	is_late(&f, NULL, NULL, 566037736, 8333333333, "a block a percent off its items");
	f.block[0].v = 1011 * E8;
	is_none(&f, "items_contradict_receivables", "a block further off");
	f.items[0].v = 1061 * E8;
	f.items[0].v += 300 * E8;
	f.acquired_overdue[0].v = 300 * E8; /* 1,361 - 300 - 50 = 1,011 */
	is_late(&f, NULL, NULL, 565504241, 8333333333, "without what was overdue when bought");
	f = late_fund();
	f.items[0].known = false;
	is_late(&f, NULL, NULL, 571428571, 8333333333, "items that were not filed say nothing");
	f.block[1].known = false;
	is_none(&f, "not_reported", "a block that was not filed");
	f = late_fund();
	f.block[0].v = f.items[0].v = f.provision[0].v = 0;
	is_none(&f, "no_receivables", "a fund of cash");
	f = late_fund();
	f.bands[0].v = 346 * E8; /* 4 of 350: 1.14 % */
	is_none(&f, "bands_contradict_total", "bands that are not their total");
	f.bands[0].v = 347 * E8; /* 0.86 % */
	is_late(&f, NULL, NULL, 571428571, 8333333333, "nearly its total");
	f.over_90.v = -E8;
	is_none(&f, "bands_contradict_total", "a band below zero");
	f = late_fund();
	f.total[1].known = false;
	is_none(&f, "not_reported", "an ageing that was not filed");
	f = late_fund();
	f.first = f.total[0];
	f.over_90.v = 0;
	is_none(&f, "ageing_contradicts_previous_month",
		"all of it fresh, and 10 late a month before");
	delinquency_of(&f, &d);
	ok(d.overdue.known && d.overdue.v == 350 * E8 && !d.over_90.known, "what is overdue stays");
	f.over_90_before.v = 0;
	is_late(&f, NULL, "nothing_over_90", 0, -1, "all of it fresh, as a month before");
	f.over_90_before.known = false;
	is_late(&f, NULL, "nothing_over_90", 0, -1, "or without a month before");
	f.total[0].v = f.bands[0].v = f.first.v = 0;
	is_none(&f, "ageing_not_filed", "overdue items, and no ageing");
	f.overdue_items.v = 0;
	is_none(&f, "ageing_not_filed", "a provision of 4.8 %, and no ageing");
	f.provision[0].v = 10 * E8;
	f.items[0].v = 1010 * E8;
	is_none(&f, "nothing_overdue", "nothing overdue cannot be verified");
	delinquency_of(&f, &d);
	ok(d.over_90.known && !d.over_90.v, "but nothing is late");
	ok(return_agrees(250000000, 103 * E12, 100 * E12) &&
		   !return_agrees(150000000, 103 * E12, 100 * E12) && return_agrees(E8, 100, 0),
	   "2.5 %% and a quota 3 %% higher agree, 1.5 %% does not; without a quota before it is unknown");
	ok(figures_agree(100 * E8, 101 * E8, 0) && !figures_agree(100 * E8, 102 * E8, E8),
	   "a unit is rounding, two of a hundred are not");
}

int main(void)
{
	void *pool = pool_new(NULL, "test");

	test_layers(pool);
	test_subordination();
	test_delinquency();
	pool_free(pool);
	test_ratio();
	test_watch();
	test_due();
	return tap_done();
}
