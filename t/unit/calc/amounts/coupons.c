/* SPDX-License-Identifier: Apache-2.0 */
/* What bonds of the Treasury pay by contract (doc/market-rules.md, Payments to come); days and amounts by hand. */
#include "config.h"

#include "calc/amounts/coupons.h"

#include "core/pool.h"
#include "core/number_text.h"

#include "tap.h"

static void *pool;

static struct day day(const char *text)
{
	struct day d = { 0 };

	if (!day_parse(slice_of(text), &d))
		diag("no day: %s", text);
	return d;
}

/* "interest 2027-01-01 2027-01-04 4.88088482 48.80885", a line each. */
static const char *told(const char *name, const char *maturity, const char *from, const char *to,
			size_t room)
{
	struct coupon list[8];
	size_t n = treasury_coupons(name, day(maturity), day(from), day(to), list, room);
	const char *out = "";

	for (size_t i = 0; i < n; i++) {
		char pct[DEC_TEXT_SIZE] = "-", amount[DEC_TEXT_SIZE] = "-";

		if (list[i].pct_known)
			dec_format(pct, list[i].pct.e8, 8, 8, true);
		if (list[i].amount_known)
			dec_format(amount, list[i].amount.e12, 12, 12, true);
		out = pool_printf(pool, "%s%s%s %s %s %s %s%s", out, i ? "; " : "", list[i].kind,
				  day_iso(pool, list[i].due), day_iso(pool, list[i].pays_on), pct,
				  amount,
				  !list[i].amount_known && !list[i].unknown ? " no reason" : "");
	}
	return out;
}

int main(void)
{
	const char *f = "Tesouro Prefixado com Juros Semestrais 2031";
	const char *b = "Tesouro IPCA+ com Juros Semestrais 2035";

	pool = pool_new(NULL, "coupons");
	/* 1 January is a holiday, in 2027 a Friday: Monday the 4th.  1 July 2027 is a Thursday. */
	is_text(told(f, "2031-01-01", "2026-11-20", "2027-07-01", 8),
		"interest 2027-01-01 2027-01-04 4.88088482 48.80885; interest 2027-07-01 2027-07-01 4.88088482 48.80885",
		"NTN-F: 1 January and 1 July, 1,000 x (1.10^(1/2) - 1)");
	is_text(told(f, "2031-01-01", "2027-01-02", "2027-01-04", 8),
		"interest 2027-01-01 2027-01-04 4.88088482 48.80885",
		"on a Saturday the payment of the Friday is still to come");
	is_text(told(f, "2031-01-01", "2027-01-05", "2027-06-30", 8), "",
		"the day after it is not");
	is_text(told(f, "2031-01-01", "2026-11-20", "2027-01-03", 8), "", "nor before it is paid");
	is_text(told(f, "2031-01-01", "2030-07-02", "2199-12-31", 8),
		"interest 2031-01-01 2031-01-02 4.88088482 48.80885; maturity 2031-01-01 2031-01-02 100 1000",
		"at the end the last interest and the face value");
	is_text(told(f, "2031-01-01", "2031-01-03", "2199-12-31", 8), "", "then nothing");
	is_text(told(f, "2031-01-01", "2026-11-20", "2199-12-31", 1),
		"interest 2027-01-01 2027-01-04 4.88088482 48.80885", "the first of them");
	/* An odd year: May and November; 15 May 2027 is a Saturday, 15 November a holiday, a Monday. */
	is_text(told(b, "2035-05-15", "2026-11-20", "2027-12-31", 8),
		"interest 2027-05-15 2027-05-17 2.95630141 -; interest 2027-11-15 2027-11-16 2.95630141 -",
		"NTN-B: per cent of a VNA that is not known yet, (1.06^(1/2) - 1)");
	is_text(told("Tesouro IPCA+ com Juros Semestrais 2032", "2032-08-15", "2026-11-20",
		     "2027-03-01", 8),
		"interest 2027-02-15 2027-02-15 2.95630141 -", "an even one: February and August");
	is_text(told("Tesouro IPCA+ 2035", "2035-05-15", "2026-11-20", "2199-12-31", 8),
		"maturity 2035-05-15 2035-05-15 100 -", "without coupons, its maturity");
	is_text(told("Tesouro Prefixado 2029", "2029-01-01", "2026-11-20", "2199-12-31", 8),
		"maturity 2029-01-01 2029-01-02 100 1000", "of a prefixed one with its value");
	is_text(told("Tesouro IGPM+ com Juros Semestrais 2031", "2031-01-01", "2026-12-01",
		     "2027-01-31", 8),
		"interest 2027-01-01 2027-01-04 - -", "NTN-C: a rate of its issue");
	/* 1/240 = 0.0041666667: from 15 January 2045, the last on 15 December 2064. */
	is_text(told("Tesouro Renda+ Aposentadoria Extra 2045", "2064-12-15", "2026-11-20",
		     "2045-02-28", 8),
		"amortization 2045-01-15 2045-01-16 0.41666667 -; amortization 2045-02-15 2045-02-15 0.41666667 -",
		"Renda+: nothing until the year of its name, then every month");
	is_text(told("Tesouro Renda+ Aposentadoria Extra 2045", "2064-12-15", "2064-11-18",
		     "2199-12-31", 8),
		"amortization 2064-12-15 2064-12-15 0.41666667 -", "and the last is a part, too");
	is_text(told("Tesouro Educa+ 2026", "2030-12-15", "2026-11-20", "2026-12-31", 8),
		"amortization 2026-12-15 2026-12-15 1.66666667 -", "Educa+: sixty months");
	is_text(told("Tesouro Educa+ 2026", "2031-08-31", "2026-11-20", "2026-11-30", 8),
		"amortization 2026-11-30 2026-11-30 1.66666667 -",
		"a month without the day of the maturity pays on its last");
	is_text(told("Tesouro Azul 2045", "2045-01-01", "2026-11-20", "2199-12-31", 8), "",
		"an unknown one: nothing");
	ok(treasury_pays(f, day("2026-11-20")) && treasury_pays(b, day("2026-11-20")) &&
		   !treasury_pays("Tesouro Selic 2029", day("2026-11-20")) &&
		   !treasury_pays("Tesouro Prefixado 2029", day("2026-11-20")),
	   "which pay interest before they mature");
	ok(!treasury_pays("Tesouro Educa+ 2027", day("2026-12-31")) &&
		   treasury_pays("Tesouro Educa+ 2027", day("2027-01-01")) &&
		   treasury_pays("Tesouro Educa+ 15/12/2030", day("2026-01-01")) &&
		   !treasury_pays("Tesouro Educa+ 15/12/2031", day("2026-12-31")),
	   "and which have begun to");
	ok(treasury_is_known(f) && !treasury_is_known("Tesouro Prefixado") &&
		   !treasury_is_known("Tesouro Prefixado com Juros Semestrais azul"),
	   "a bond is a kind and a number");
	pool_free(pool);
	return tap_done();
}
