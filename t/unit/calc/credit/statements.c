/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures of statements (doc/calculations.md 12): twelve months by each of the rules, quarters,
 * years, figures as known at a day, and reasons of unknown ones.  Amounts are in units of BRL.
 */
#include "config.h"

#include "calc/credit/statements.h"

#include "core/pool.h"
#include "tap.h"

#define MANY 64

static struct {
	struct statement_filing filings[MANY];
	size_t n_filings;
	struct statement_line lines[MANY];
	size_t n;
} book;

static struct day day_of(const char *text)
{
	struct day d = DAY_FAR_PAST;

	if (!day_parse(slice_of(text), &d))
		diag("no day: %s", text);
	return d;
}

static void clear(void)
{
	book.n_filings = book.n = 0;
}

/* filing() - @filed NULL: the filing day is unknown. */
static void filing(enum statement_form form, const char *date, int64_t version, const char *filed)
{
	struct statement_filing *f = &book.filings[book.n_filings++];

	*f = (struct statement_filing){ .form = form,
					.reference_date = day_of(date),
					.version = version,
					.dated = filed != NULL,
					.filed_at = filed ? day_of(filed) : DAY_FAR_PAST };
}

/* Adds a line to the last filing; @start NULL: a balance. */
static struct statement_line *line(enum statement_kind kind, enum statement_item item,
				   const char *account, const char *start, const char *end,
				   int64_t value)
{
	struct statement_line *l = &book.lines[book.n++];

	*l = (struct statement_line){ .filing = book.n_filings - 1,
				      .statement = kind,
				      .item = item,
				      .last = true,
				      .flow = start != NULL,
				      .start = start ? day_of(start) : DAY_FAR_PAST,
				      .end = day_of(end),
				      .account = account,
				      .value = { value * E8 } };
	return l;
}

static void income(const char *start, const char *end, int64_t value)
{
	(void)line(DRE, ITEM_REVENUE, "3.01", start, end, value);
}

static void compared(const char *start, const char *end, int64_t value)
{
	line(DRE, ITEM_REVENUE, "3.01", start, end, value)->last = false;
}

static bool figures(void *pool, const char *date, const char *at, enum statement_basis basis,
		    struct statement_figures *out)
{
	struct statement_view view = { .cut = at != NULL, .at = at ? day_of(at) : DAY_FAR_PAST };
	struct statements *s;

	if (statements_open(pool, book.filings, book.n_filings, book.lines, book.n, &s) != CALC_OK)
		return false;
	return statements_at(s, pool, day_of(date), view, basis, out);
}

static struct statement_figure one(void *pool, enum statement_figure_id id, const char *date,
				   enum statement_basis basis)
{
	struct statement_figures f;

	if (!figures(pool, date, NULL, basis, &f))
		return (struct statement_figure){ .known = false, .reason = REASON_NONE };
	return f.of[id];
}

static void is_figure(struct statement_figure f, int64_t want, const char *name)
{
	if (!ok(f.known && f.value.e8 == want * E8, "%s", name))
		diag("known %d, %lld, reason %s", f.known, (long long)(f.value.e8 / E8),
		     statement_reason_names[f.reason]);
}

static void is_unknown(struct statement_figure f, enum statement_reason want, const char *name)
{
	if (!ok(!f.known && f.reason == want && f.n_terms == 0, "%s", name))
		diag("known %d, reason %s", f.known, statement_reason_names[f.reason]);
}

/* ---- lines ---- */

static void is_item(const char *account, const char *text, int want)
{
	int got = statement_item_of(account, text);

	if (!ok(got == want, "item: %s %s", account, text))
		diag("got %d, want %d", got, want);
}

static void items(void)
{
	is_item("3.05", "resultado antes do resultado financeiro e dos tributos", ITEM_EBIT);
	is_item("3.05", "resultado antes dos tributos sobre o lucro", -1);
	is_item("3.05", "", -1);
	is_item("3.09", "lucro/prejuizo consolidado do periodo", ITEM_NET_INCOME);
	is_item("3.09", "resultado liquido das operacoes continuadas", -1);
	is_item("3.11.01", "lucro/prejuizo do periodo", -1);
	is_item("2.08", "patrimonio liquido consolidado", ITEM_EQUITY);
	is_item("2.03", "provisoes tecnicas", -1);
	is_item("1.01.01", "disponibilidades", -1);
	is_item("6.02.03", "aquisicao de imobilizado", ITEM_CAPEX);
	is_item("6.02.04", "adicoes ao intangivel", ITEM_CAPEX);
	is_item("6.02.05", "recebimento pela venda de imobilizado", -1);
	is_item("6.02.06", "aquisicao de controlada, liquida do caixa", -1);
	is_item("6.02.01.01", "aquisicao de imobilizado", -1);
	is_item("6.01.01.02", "depreciacao e amortizacao", ITEM_DEPRECIATION_FLOW);
	is_item("6.01.02.02", "depreciacao", -1);
}

/* ---- twelve months ---- */

static void rules(void *pool)
{
	clear();
	filing(FORM_DFP, "2024-03-31", 1, "2024-06-01");
	income("2023-04-01", "2024-03-31", 1200);
	is_figure(one(pool, FIGURE_REVENUE, "2024-03-31", BASIS_TTM), 1200,
		  "the year itself, when it ends in March too");
	is_figure(one(pool, FIGURE_REVENUE, "2024-03-31", BASIS_YEAR), 1200, "and as a year");

	filing(FORM_ITR, "2024-09-30", 1, "2024-11-01");
	income("2024-07-01", "2024-09-30", 350);
	income("2024-04-01", "2024-09-30", 700);
	compared("2023-04-01", "2023-09-30", 550);
	is_figure(one(pool, FIGURE_REVENUE, "2024-09-30", BASIS_TTM), 1350,
		  "700 + 1200 - 550, the comparison's where no column of its own says it");
	is_figure(one(pool, FIGURE_REVENUE, "2024-09-30", BASIS_QUARTER), 350,
		  "the quarter as filed");
	is_unknown(one(pool, FIGURE_REVENUE, "2024-09-30", BASIS_YEAR), REASON_NOT_A_FULL_YEAR,
		   "half a year is no year");

	filing(FORM_ITR, "2023-09-30", 1, "2023-11-01");
	income("2023-04-01", "2023-09-30", 560);
	is_figure(one(pool, FIGURE_REVENUE, "2024-09-30", BASIS_TTM), 1340,
		  "a column of its own comes before a later comparison");

	clear();
	filing(FORM_ITR, "2024-09-30", 1, "2024-11-01");
	income("2024-07-01", "2024-09-30", 40);
	filing(FORM_ITR, "2024-06-30", 1, "2024-08-01");
	income("2024-04-01", "2024-06-30", 30);
	filing(FORM_ITR, "2024-03-31", 1, "2024-05-01");
	income("2024-01-01", "2024-03-31", 20);
	is_unknown(one(pool, FIGURE_REVENUE, "2024-09-30", BASIS_TTM), REASON_PERIOD_INCOMPLETE,
		   "three quarters are no year");
	filing(FORM_DFP, "2023-12-31", 1, "2024-03-01");
	income("2023-01-01", "2023-12-31", 100);
	filing(FORM_ITR, "2023-09-30", 1, "2023-11-01");
	income("2023-01-01", "2023-09-30", 90);
	is_figure(
		one(pool, FIGURE_REVENUE, "2024-09-30", BASIS_TTM), 100,
		"four quarters, the fourth of the year out of year and nine months: 40 + 30 + 20 + 10");
	is_figure(one(pool, FIGURE_REVENUE, "2023-12-31", BASIS_QUARTER), 10, "which is a quarter");
}

/* A bank that moved its fiscal year's end: three months next to a comparison of twelve. */
static void short_year(void *pool)
{
	clear();
	filing(FORM_DFP, "2022-03-31", 1, "2022-06-01");
	income("2022-01-01", "2022-03-31", 723);
	compared("2021-01-01", "2021-12-31", 1977);
	is_unknown(one(pool, FIGURE_REVENUE, "2022-03-31", BASIS_TTM), REASON_PERIOD_INCOMPLETE,
		   "a short year is not twelve months, and no other year fills it");
	is_unknown(one(pool, FIGURE_REVENUE, "2022-03-31", BASIS_YEAR), REASON_NOT_A_FULL_YEAR,
		   "nor a year");
	is_figure(one(pool, FIGURE_REVENUE, "2022-03-31", BASIS_QUARTER), 723, "it is a quarter");
	filing(FORM_ITR, "2021-03-31", 1, "2021-05-01");
	income("2021-01-01", "2021-03-31", 500);
	is_figure(one(pool, FIGURE_REVENUE, "2022-03-31", BASIS_TTM), 2200,
		  "723 + 1977 - 500 once the same months a year before are known");
}

static void leap(void *pool)
{
	clear();
	filing(FORM_DFP, "2023-08-31", 1, NULL);
	income("2022-09-01", "2023-08-31", 1000);
	filing(FORM_ITR, "2023-02-28", 1, NULL);
	income("2022-09-01", "2023-02-28", 400);
	filing(FORM_ITR, "2024-02-29", 1, NULL);
	income("2023-09-01", "2024-02-29", 450);
	is_figure(one(pool, FIGURE_REVENUE, "2024-02-29", BASIS_TTM), 1050,
		  "29 February stands against 28 February");
}

/* ---- what other figures are made of ---- */

static void parts(void *pool)
{
	static const char s[] = "2024-01-01", e[] = "2024-12-31";
	struct statement_figure f;

	clear();
	filing(FORM_DFP, e, 1, "2025-03-01");
	(void)line(DRE, ITEM_EBIT, "3.05", s, e, 100);
	(void)line(DRE, ITEM_NET_INCOME, "3.09", s, e, 1);
	(void)line(DRE, ITEM_NET_INCOME, "3.11", s, e, 60);
	is_figure(one(pool, FIGURE_NET_INCOME, e, BASIS_TTM), 60, "net income is the last line");
	is_unknown(one(pool, FIGURE_REVENUE, e, BASIS_TTM), REASON_NO_ACCOUNT, "no revenue line");
	is_unknown(one(pool, FIGURE_EBITDA, e, BASIS_TTM), REASON_NO_STATEMENT,
		   "no EBITDA without depreciation");
	(void)line(DFC_MI, ITEM_OPERATING_CASH_FLOW, "6.01", s, e, 90);
	is_unknown(one(pool, FIGURE_FREE_CASH_FLOW, e, BASIS_TTM), REASON_NO_CAPEX_LINE,
		   "no free cash flow without capex");
	(void)line(DFC_MI, ITEM_DEPRECIATION_FLOW, "6.01.01.02", s, e, 20);
	(void)line(DFC_MI, ITEM_DEPRECIATION_FLOW, "6.01.01.03", s, e, 5);
	is_figure(one(pool, FIGURE_EBITDA, e, BASIS_TTM), 125,
		  "depreciation of the cash flow, both lines");
	(void)line(DVA, ITEM_DEPRECIATION, "7.04.01", s, e, -24);
	is_figure(one(pool, FIGURE_EBITDA, e, BASIS_TTM), 124,
		  "of the value added statement, if there is one");
	(void)line(DFC_MI, ITEM_CAPEX, "6.02.01", s, e, -30);
	(void)line(DFC_MI, ITEM_CAPEX, "6.02.02", s, e, -4);
	is_figure(one(pool, FIGURE_CAPEX, e, BASIS_TTM), 34, "capex is what was spent");
	f = one(pool, FIGURE_FREE_CASH_FLOW, e, BASIS_TTM);
	is_figure(f, 56, "90 - 34");
	ok(f.n_terms == 3 && f.terms[0].sign == 1 && f.terms[1].sign == 1 && f.terms[2].sign == 1,
	   "free cash flow adds 90, -30 and -4");
	(void)line(DFC_MI, ITEM_CAPEX, "6.02.03", s, e, 7);
	is_unknown(one(pool, FIGURE_CAPEX, e, BASIS_TTM), REASON_UNEXPECTED_SIGN,
		   "an acquisition that brings money is not guessed at");

	(void)line(BPA, ITEM_CASH, "1.01.01", NULL, e, 10);
	is_unknown(one(pool, FIGURE_CASH, e, BASIS_TTM), REASON_NO_ACCOUNT,
		   "half of cash is no cash");
	(void)line(BPA, ITEM_INVESTMENTS, "1.01.02", NULL, e, 0);
	is_figure(one(pool, FIGURE_CASH, e, BASIS_TTM), 10, "zero is a part");
	(void)line(BPP, ITEM_DEBT_SHORT, "2.01.04", NULL, e, 3);
	(void)line(BPP, ITEM_DEBT_LONG, "2.02.01", NULL, e, 4);
	is_figure(one(pool, FIGURE_NET_DEBT, e, BASIS_TTM), -3, "net debt below zero");
	is_unknown(one(pool, FIGURE_TOTAL_ASSETS, e, BASIS_TTM), REASON_NO_ACCOUNT, "no total");
	is_unknown(one(pool, FIGURE_TOTAL_ASSETS, "2024-09-30", BASIS_TTM), REASON_NONE,
		   "a date without a document has no row");
	(void)line(BPA, ITEM_TOTAL_ASSETS, "1", NULL, e, (int64_t)900 * 1000 * 1000 * 1000 * 1000);
	is_figure(one(pool, FIGURE_TOTAL_ASSETS, e, BASIS_TTM),
		  (int64_t)900 * 1000 * 1000 * 1000 * 1000, "900 trillion");
	book.lines[book.n - 1].value.e8 *= 2;
	is_unknown(one(pool, FIGURE_TOTAL_ASSETS, e, BASIS_TTM), REASON_OUT_OF_RANGE,
		   "and not 1,800");
}

/* ---- versions ---- */

static void versions(void *pool)
{
	struct statement_state states[8];
	struct statement_view all = { .cut = false };
	struct statement_figures f;
	struct statements *s;
	size_t n;

	clear();
	filing(FORM_DFP, "2023-12-31", 1, "2024-03-01");
	income("2023-01-01", "2023-12-31", 1000);
	filing(FORM_DFP, "2023-12-31", 2, "2024-09-10");
	income("2023-01-01", "2023-12-31", 990);
	filing(FORM_ITR, "2023-06-30", 1, "2023-08-01");
	income("2023-01-01", "2023-06-30", 400);
	filing(FORM_ITR, "2024-06-30", 1, "2024-08-01");
	income("2024-01-01", "2024-06-30", 450);
	filing(FORM_ITR, "2024-06-30", 2, "2024-10-01");
	income("2024-01-01", "2024-06-30", 445);

	ok(!figures(pool, "2024-06-30", "2024-07-31", BASIS_TTM, &f),
	   "before it was filed: no row");
	ok(figures(pool, "2024-06-30", "2024-08-01", BASIS_TTM, &f) &&
		   f.of[FIGURE_REVENUE].value.e8 == 1050 * E8 && f.first_dated &&
		   day_same(f.first_filed_at, day_of("2024-08-01")),
	   "on the day of the filing: its first version");
	is_figure(one(pool, FIGURE_REVENUE, "2024-06-30", BASIS_TTM), 1035, "now: both restated");
	ok(figures(pool, "2024-06-30", "2024-10-01", BASIS_TTM, &f) &&
		   day_same(f.first_filed_at, day_of("2024-08-01")),
	   "filed again: the day of the first version");
	book.filings[book.n_filings - 1].first_dated = true;
	book.filings[book.n_filings - 1].first_filed_at = day_of("2024-07-20");
	ok(figures(pool, "2024-06-30", "2024-10-01", BASIS_TTM, &f) && f.first_dated &&
		   day_same(f.first_filed_at, day_of("2024-07-20")),
	   "of a first version without lines: its day is told");
	ok(statements_open(pool, book.filings, book.n_filings, book.lines, book.n, &s) == CALC_OK,
	   "opened");
	n = statements_states(s, pool, day_of("2024-06-30"), all, states, 8);
	ok(n == 3 && day_same(states[0].known_on, day_of("2024-08-01")) &&
		   day_same(states[1].known_on, day_of("2024-09-10")) &&
		   day_same(states[2].known_on, day_of("2024-10-01")),
	   "three states: filed, last year restated, restated");
	ok(n == 3 && states[1].figures.of[FIGURE_REVENUE].value.e8 == 1040 * E8 &&
		   !states[1].present && states[2].present,
	   "450 + 990 - 400 in between; the last is the present one");
	n = statements_states(s, pool, day_of("2024-06-30"), all, states, 2);
	ok(n == 2 && day_same(states[0].known_on, day_of("2024-09-10")), "the oldest gives way");
}

/* ---- plans ---- */

static void refused(void *pool)
{
	struct statements *s;

	clear();
	filing(FORM_DFP, "2024-12-31", 1, NULL);
	income("2024-12-31", "2024-01-01", 1);
	ok(statements_open(pool, book.filings, 1, book.lines, 1, &s) == CALC_INPUT,
	   "a period that ends before it begins is refused");
	book.lines[0].filing = 1;
	ok(statements_open(pool, book.filings, 1, book.lines, 1, &s) == CALC_INPUT,
	   "a line of no filing is refused");
	ok(statements_open(pool, book.filings, 1, book.lines, 0, &s) == CALC_OK,
	   "a filing without lines is a filing");
}

int main(void)
{
	void *pool = pool_new(NULL, "test");

	items();
	rules(pool);
	short_year(pool);
	leap(pool);
	parts(pool);
	versions(pool);
	refused(pool);
	pool_free(pool);
	return tap_done();
}
