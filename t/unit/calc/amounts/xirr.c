/* SPDX-License-Identifier: Apache-2.0 */
/* Money-weighted return (doc/calculations.md 6.1) and the sentence on returns (6.3). */
#include "config.h"

#include "calc/amounts/amounts.h"
#include "calc/views/views.h"
#include "core/pool.h"

#include "tap.h"

#include <math.h>

#define MOST 4096

struct series {
	struct flow flows[MOST];
	size_t n;
};

static void *pool;

static void flow_on(struct series *s, struct slice day, struct slice amount)
{
	struct flow *f = &s->flows[s->n++];

	if (!day_parse(day, &f->day) ||
	    dec_parse(amount, MONEY_PLACES, MONEY_MAX_E8, &f->amount.e8) != DEC_OK)
		ok(false, "%.*s is a flow", (int)(day.n + amount.n + 1), day.p);
}

/* Flows as "day amount day amount …". */
static struct series series(const char *text)
{
	struct series s = { .n = 0 };
	struct slice rest = slice_of(text);

	while (rest.n) {
		struct slice day;
		struct slice amount;

		if (!slice_cut(rest, ' ', &day, &rest))
			break;
		if (!slice_cut(rest, ' ', &amount, &rest))
			rest.n = 0;
		flow_on(&s, day, amount);
	}
	return s;
}

static void has_rate(const char *text, double want, const char *name)
{
	struct series s = series(text);
	double rate = (double)NAN;

	if (!xirr(pool, s.flows, s.n, &rate))
		ok(false, "%s: there is a rate", name);
	else
		is_double(rate, want, 2e-9, name);
}

static void has_none(const char *text, const char *name)
{
	struct series s = series(text);
	double rate = 0;

	ok(!xirr(pool, s.flows, s.n, &rate), "%s", name);
}

static void published(void)
{
	has_rate(
		"2008-01-01 -10000 2008-03-01 2750 2008-10-30 4250 2009-02-15 3250 2009-04-01 2750",
		0.373362535, "the spreadsheet's own example");
	has_rate("2025-01-10 -5000 2025-03-10 -3000 2025-07-15 62.40 2025-09-10 -6000 2026-02-13 "
		 "155.20 "
		 "2026-03-10 -4500 2026-06-10 1200 2026-08-10 -7000 2026-11-20 26890.15",
		 0.105945535930, "contributions, income and a terminal value");
}

/* Roots too close for the 401 points to separate: one change of sign, and bisection from there. */
static void three_in_one_step(void)
{
	has_rate(
		"1974-06-24 268922 1975-12-23 -1032999.35 1977-06-22 1322607.21 1978-12-21 -564441.69",
		0.190139921976, "of three rates in one step, the one that bisection finds");
	has_rate(
		"1900-01-01 -585145 1956-03-26 296883.08 1978-08-08 268327.34 2044-02-18 218631.41 "
		"2108-12-10 -168374.38 2180-01-10 14202.18",
		-0.0310822499815, "and of those on both sides of 0 %");
}

static void one_rate(void)
{
	has_rate("2023-01-01 -1000 2024-01-01 1100", 0.1, "ten per cent in 365 days");
	has_rate("2023-01-01 -1000 2024-01-01 1000", 0, "nothing earned");
	has_rate("2023-01-01 -1000 2024-01-01 500", -0.5, "half lost");
	has_rate("2023-01-01 -1000 2024-01-01 4000", 3.0, "exactly +300 % stands");
	has_rate("2023-01-01 -1000 2024-01-01 0.01", -0.99999, "nearly all lost");
	has_rate("2023-01-01 -1000 2023-01-01 -200 2024-01-01 1320", 0.1,
		 "flows of one day are added");
	has_rate("2023-01-01 -1000 2023-06-01 -50 2023-06-01 50 2024-01-01 1100", 0.1,
		 "a day that adds up to nothing changes nothing");
	has_rate("2023-01-01 1000 2024-01-01 -1100", 0.1, "money borrowed has the same rate");
	/* (u - 1.1)(u - 200), u = 1 + r */
	has_rate("2022-01-01 -10 2023-01-01 2011 2024-01-01 -2200", 0.1,
		 "a second rate above 10,000 % does not count");
	/* 100 x 1.6 - 120 = 40, x 1.6 + 50 = 114, x 1.6 = 182.40: the sums of the flows change sign
	 * thrice. */
	has_rate("2022-01-01 -100 2023-01-01 120 2024-01-01 -50 2024-12-31 182.40", 0.6,
		 "withdrawn beyond the contributions, money at work all along");
}

static void no_rate(void)
{
	has_none("2024-01-01 -1000 2025-01-01 2300 2026-01-01 -1320",
		 "two rates, 10 % and 20 %, are none");
	has_none("2023-01-01 -1000 2024-01-01 3600 2024-12-31 -4310 2025-12-31 1716",
		 "three rates, 10 %, 20 % and 30 %, are none");
	has_none("2022-01-01 -1000 2023-01-01 1300 2024-01-01 -120",
		 "two rates, 20 % and -90 %, are none");
	has_none("2023-01-01 -1000 2024-01-01 1500 2024-12-31 -1000", "never zero");
	has_none("2023-01-01 -1000 2024-01-01 4000.01", "above +300 % is implausible");
	has_none("2026-11-05 -1000 2026-11-20 1080", "eight per cent in two weeks is implausible");
	has_none("2023-01-01 -1000 2024-01-01 0.0001", "below -99.9999 % is no rate");
	has_none("2023-01-01 -1000", "one flow");
	has_none("2023-01-01 -1000 2023-01-01 1100", "one day");
	has_none("2023-01-01 -1000 2024-01-01 0",
		 "a zero terminal value: everything lost, all of one sign");
	has_none("2023-01-01 -1000 2024-01-01 -500", "all of one sign");
	has_none("", "no flow");
}

/* One purchase without income: (value / cost)^(365 / days) - 1, for any days and any gain. */
static void single_purchase(void)
{
	struct series s = { .n = 2 };
	double worst = 0;
	bool all = true;

	s.flows[0] = (struct flow){ { 10000 }, { -1000 * (int64_t)E8 } };
	for (int days = 30; days < 20000; days = days * 3 / 2 + 7)
		for (int cents = 50000; cents <= 110000; cents += 4999) {
			double want = pow(cents / 100000.0, 365.0 / days) - 1;
			double rate = (double)NAN;

			s.flows[1] = (struct flow){ { 10000 + days }, { (wide)cents * 1000000 } };
			if (want > 3 || want < -0.999999)
				continue;
			all &= xirr(pool, s.flows, s.n, &rate);
			worst = fmax(worst, fabs(rate - want));
		}
	ok(all, "one purchase always has a rate");
	ok(worst < 1e-12, "and it is (value / cost)^(365 / days) - 1");
	if (worst >= 1e-12)
		diag("worst difference %g", worst);
}

/* A daily flow for years: 1,000 a day growing at 10 % a year, valued at the end. */
static void daily(void)
{
	struct series *s = pool_zero(pool, struct series);
	double value = 0;
	double rate = (double)NAN;

	for (int i = 0; i < 2500; i++) {
		s->flows[s->n++] = (struct flow){ { 12000 + i }, { -1000 * (int64_t)E8 } };
		value += 1000 * pow(1.1, (2500 - i) / 365.0);
	}
	s->flows[s->n++] = (struct flow){ { 14500 }, { (wide)llround(value * 1e4) * 10000 } };
	ok(xirr(pool, s->flows, s->n, &rate), "2,500 daily flows have a rate");
	is_double(rate, 0.1, 1e-9, "the one they grew at");
}

static void explained(bool xirr_known, double rate, bool twr_known, double cumulative,
		      bool annual_known, double annual, const char *want, const char *name)
{
	is_text(returns_explain(pool, xirr_known, rate, twr_known, cumulative, annual_known,
				annual),
		want, name);
}

static void sentences(void)
{
	explained(false, 0, false, 0, false, 0,
		  "Ainda não há dados suficientes para calcular a rentabilidade.",
		  "neither return");
	explained(false, 0, true, 0.25, true, 0.18,
		  "O retorno ponderado pelo dinheiro (XIRR) não está disponível: há custo "
		  "desconhecido, fluxo sem "
		  "taxa definida ou valor fora da faixa plausível (acima de 300% a.a.). Use o TWR, "
		  "que ignora o "
		  "tamanho e a data dos aportes.",
		  "no XIRR");
	explained(true, 0.1, false, 0, false, 0,
		  "O retorno ponderado pelo tempo (TWR) não está disponível: não há período com "
		  "patrimônio para "
		  "medir.",
		  "no TWR");
	explained(true, 0.12345, true, -0.0255, false, 0,
		  "XIRR de 12,3% a.a. pondera cada aporte pelo valor e pela data; o TWR acumulado "
		  "de -2,6% não é "
		  "anualizado porque a série tem menos de 12 meses.",
		  "TWR not annualised");
	explained(true, 0.1423, true, 0.25, true, 0.1811,
		  "XIRR de 14,2% a.a. abaixo do TWR de 18,1% a.a.: os aportes maiores ficaram "
		  "expostos aos "
		  "períodos de menor retorno. A diferença é esperada quando os aportes não são "
		  "uniformes.",
		  "XIRR below");
	explained(true, 0.2, true, 0.25, true, 0.1,
		  "XIRR de 20,0% a.a. acima do TWR de 10,0% a.a.: os aportes maiores ficaram "
		  "expostos aos "
		  "períodos de maior retorno. A diferença é esperada quando os aportes não são "
		  "uniformes.",
		  "XIRR above");
	explained(true, 0.1, true, 0.25, true, 0.1099,
		  "XIRR de 10,0% a.a. e TWR de 11,0% a.a. estão próximos: os aportes foram "
		  "distribuídos de modo "
		  "que o momento deles pouco alterou o resultado.",
		  "less than a point apart");
}

/* The cache only answers the same question: another day or value is another question. */
static void asked_again(void)
{
	static const struct {
		const char *terminal;
		bool known;
		double rate;
	} asks[] = {
		{ "2024-01-01 1100", true, 0.1 },  { "2024-01-01 1100", true, 0.1 },
		{ "2024-01-01 1200", true, 0.2 },  { "2024-12-31 1210", true, 0.1 },
		{ "2024-01-01 1210", true, 0.21 }, { "2024-01-01 9000", false, 0 },
		{ "2024-01-01 9000", false, 0 },   { "2024-01-01 1100", true, 0.1 },
	};
	struct series s = series("2023-01-01 -1000");
	const struct xirr_flows *flows = xirr_prepare(pool, s.flows, s.n);

	for (size_t i = 0; i < ARRAY_SIZE(asks); i++) {
		struct series end = series(asks[i].terminal);
		double rate = (double)NAN;
		bool known = xirr_of(pool, flows, end.flows[0], &rate);

		ok(known == asks[i].known, "question %zu: %s is %sa rate", i, asks[i].terminal,
		   asks[i].known ? "" : "not ");
		if (known)
			is_double(rate, asks[i].rate, 2e-9, "which one");
	}
}

int main(void)
{
	pool = pool_new(NULL, "test");
	asked_again();
	published();
	three_in_one_step();
	one_rate();
	no_rate();
	single_purchase();
	daily();
	sentences();
	pool_free(pool);
	return tap_done();
}
