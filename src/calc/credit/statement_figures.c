/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_figures.c: figures of a date, each with the lines that it sums.
 *
 * A quantity comes from one block (revenue, an acquisition of fixed assets in three lines); a figure is
 * a quantity over a period, or a sum of such.  A missing part of a period is a gap: it is never filled
 * from another year, another scope, or a document that begins on another day.
 */
#include "config.h"

#include "calc/credit/statement_blocks.h"

#include "core/pool.h"

const char *const statement_basis_names[] = { "ttm", "quarter", "year", NULL };

const char *const statement_figure_names[] = {
	[FIGURE_REVENUE] = "revenue",
	[FIGURE_EBIT] = "ebit",
	[FIGURE_EBITDA] = "ebitda",
	[FIGURE_NET_INCOME] = "net_income",
	[FIGURE_OPERATING_CASH_FLOW] = "operating_cash_flow",
	[FIGURE_FREE_CASH_FLOW] = "free_cash_flow",
	[FIGURE_CAPEX] = "capex",
	[FIGURE_INTEREST_EXPENSE] = "interest_expense",
	[FIGURE_TOTAL_ASSETS] = "total_assets",
	[FIGURE_CASH] = "cash",
	[FIGURE_GROSS_DEBT] = "gross_debt",
	[FIGURE_NET_DEBT] = "net_debt",
	[FIGURE_EQUITY] = "equity",
	[FIGURE_COUNT] = NULL,
};

const char *const statement_reason_names[] = {
	[REASON_NONE] = "",
	[REASON_NO_STATEMENT] = "no_statement",
	[REASON_NO_ACCOUNT] = "no_account",
	[REASON_NO_CAPEX_LINE] = "no_capex_line",
	[REASON_UNEXPECTED_SIGN] = "unexpected_sign",
	[REASON_PERIOD_INCOMPLETE] = "period_incomplete",
	[REASON_NOT_A_FULL_YEAR] = "not_a_full_year",
	[REASON_OUT_OF_RANGE] = "out_of_range",
	NULL,
};

const char *const interest_source_names[] = { "", "interest_lines", "financial_expenses", NULL };

/* How an item's lines are combined to a quantity. */
enum way {
	WAY_ONE,      /* the last of them */
	WAY_ABSOLUTE, /* the same without its sign */
	WAY_SUM,      /* of all */
	WAY_MINUS,    /* minus the sum */
	WAY_SPENT,    /* minus the sum; every line must be zero or negative */
};

struct quantity {
	enum statement_item item;
	enum block_group group;
	enum way way;
};

static const struct quantity revenue = { ITEM_REVENUE, GROUP_INCOME, WAY_ONE };
static const struct quantity ebit = { ITEM_EBIT, GROUP_INCOME, WAY_ONE };
static const struct quantity net_income = { ITEM_NET_INCOME, GROUP_INCOME, WAY_ONE };
static const struct quantity depreciation = { ITEM_DEPRECIATION, GROUP_VALUE, WAY_ABSOLUTE };
static const struct quantity depreciation_flow = { ITEM_DEPRECIATION_FLOW, GROUP_CASH_FLOW,
						   WAY_SUM };
static const struct quantity interest = { ITEM_INTEREST, GROUP_INCOME, WAY_MINUS };
static const struct quantity expenses = { ITEM_FINANCIAL_EXPENSES, GROUP_INCOME, WAY_MINUS };
static const struct quantity cash_flow = { ITEM_OPERATING_CASH_FLOW, GROUP_CASH_FLOW, WAY_ONE };
static const struct quantity capex = { ITEM_CAPEX, GROUP_CASH_FLOW, WAY_SPENT };
static const struct quantity total_assets = { ITEM_TOTAL_ASSETS, GROUP_ASSETS, WAY_ONE };
static const struct quantity cash = { ITEM_CASH, GROUP_ASSETS, WAY_ONE };
static const struct quantity investments = { ITEM_INVESTMENTS, GROUP_ASSETS, WAY_ONE };
static const struct quantity debt_short = { ITEM_DEBT_SHORT, GROUP_LIABILITIES, WAY_ONE };
static const struct quantity debt_long = { ITEM_DEBT_LONG, GROUP_LIABILITIES, WAY_ONE };
static const struct quantity equity = { ITEM_EQUITY, GROUP_LIABILITIES, WAY_ONE };

#define TERMS_MAX                                                                                  \
	400 /* most lines of one figure: four quarters of two blocks, at most 99 lines in a block */

struct asked {
	const struct statements *s;
	void *pool;
	struct statement_view view;
	enum statement_basis basis;
	struct day after; /* the day after the reference date */
};

/* A figure while it is being summed. */
struct sum {
	struct money value;
	struct statement_term terms[TERMS_MAX];
	size_t n;
	bool range;
};

/* ---- one block ---- */

static enum statement_reason add_line(const struct asked *a, struct sum *sum, size_t line, int sign)
{
	struct money v = a->s->lines[line].value;

	if (sum->n == TERMS_MAX)
		return REASON_OUT_OF_RANGE;
	sum->value = money_add(sum->value, sign < 0 ? money_neg(v) : v, &sum->range);
	sum->terms[sum->n++] = (struct statement_term){ line, sign };
	return sum->range ? REASON_OUT_OF_RANGE : REASON_NONE;
}

/* Whether a row repeats the one before completely; lines of a block are ordered by item and account. */
static bool is_repeated(const struct asked *a, size_t before, size_t line)
{
	const struct statement_line *x = &a->s->lines[before], *y = &a->s->lines[line];

	return x->item == y->item && x->value.e8 == y->value.e8 && str_eq(x->account, y->account);
}

static bool is_turned(enum way way, wide v)
{
	return way == WAY_SPENT || way == WAY_MINUS || (way == WAY_ABSOLUTE && v < 0);
}

/* Adds @b's quantity @q, @times (1 or -1), to @sum. */
static enum statement_reason add_block(const struct asked *a, const struct quantity *q,
				       const struct block *b, int times, struct sum *sum)
{
	size_t first = b->first, end = b->first + b->n;
	enum statement_reason why = REASON_NONE;

	while (first < end && a->s->lines[a->s->order[first]].item != q->item)
		first++;
	while (end > first && a->s->lines[a->s->order[end - 1]].item != q->item)
		end--;
	if (first == end)
		return q->way == WAY_SPENT ? REASON_NO_CAPEX_LINE : REASON_NO_ACCOUNT;
	if (q->way == WAY_ONE || q->way == WAY_ABSOLUTE)
		first = end - 1;
	for (size_t i = first; i < end && !why; i++) {
		size_t line = a->s->order[i];
		wide v = a->s->lines[line].value.e8;

		if (q->way == WAY_SPENT && v > 0)
			return REASON_UNEXPECTED_SIGN;
		if (i > first && is_repeated(a, a->s->order[i - 1], line))
			continue;
		why = add_line(a, sum, line, is_turned(q->way, v) ? -times : times);
	}
	return why;
}

static enum statement_reason add_period(const struct asked *a, const struct quantity *q,
					struct day start, struct day after, int times,
					struct sum *sum)
{
	const struct block *b = block_find(a->s, a->view, q->group, start, after);

	return b ? add_block(a, q, b, times, sum) : REASON_PERIOD_INCOMPLETE;
}

/* ---- periods ---- */

/* Undoes the additions of a failed way. */
static void rewind_to(struct sum *sum, const struct money *value, size_t n)
{
	sum->value = *value;
	sum->n = n;
	sum->range = false;
}

/* The first of the blocks that end on @after, up to a year long, the longest first; each start once. */
static size_t starts_of(const struct asked *a, enum block_group group, struct day after,
			struct day *out, size_t max)
{
	struct day year = day_plus_months(after, -12);
	size_t first, n = blocks_ending(a->s, group, after, &first), found = 0;

	for (size_t i = 0; i < n && found < max; i++) {
		const struct block *b = &a->s->blocks[first + i];

		if (day_before(b->start, year) || !filing_visible(a->s, b->filing, a->view) ||
		    (found && day_same(out[found - 1], b->start)))
			continue;
		out[found++] = b->start;
	}
	return found;
}

#define STARTS_MAX 16

/*
 * One quarter that ends on @after: as filed, or the difference of two blocks that begin on the same
 * day.  For a quantity taken without sign, each of the two is made absolute before: a quarter's own
 * line may have either sign.
 */
static enum statement_reason add_quarter(const struct asked *a, const struct quantity *q,
					 struct day after, struct sum *sum)
{
	struct day begin = day_plus_months(after, -3), starts[STARTS_MAX];
	size_t n = starts_of(a, q->group, after, starts, STARTS_MAX), kept = sum->n;
	struct money value = sum->value;
	enum statement_reason why = REASON_PERIOD_INCOMPLETE;

	if (q->way != WAY_ABSOLUTE)
		why = add_period(a, q, begin, after, 1, sum);
	for (size_t i = 0; i < n && why; i++) {
		if (!day_before(starts[i], begin))
			continue;
		rewind_to(sum, &value, kept);
		why = add_period(a, q, starts[i], after, 1, sum);
		if (!why)
			why = add_period(a, q, starts[i], begin, -1, sum);
	}
	if (why && q->way == WAY_ABSOLUTE) {
		rewind_to(sum, &value, kept);
		why = add_period(a, q, begin, after, 1, sum);
	}
	if (why)
		rewind_to(sum, &value, kept);
	return why;
}

/* Year to date, plus the year before, minus its part to the same day. */
static enum statement_reason add_rolled(const struct asked *a, const struct quantity *q,
					struct day start, struct sum *sum)
{
	struct day before = day_plus_months(start, -12);
	size_t kept = sum->n;
	struct money value = sum->value;
	enum statement_reason why = add_period(a, q, start, a->after, 1, sum);

	if (!why)
		why = add_period(a, q, before, start, 1, sum);
	if (!why)
		why = add_period(a, q, before, day_plus_months(a->after, -12), -1, sum);
	if (why)
		rewind_to(sum, &value, kept);
	return why;
}

static enum statement_reason add_ttm(const struct asked *a, const struct quantity *q,
				     struct sum *sum)
{
	struct day starts[STARTS_MAX], year = day_plus_months(a->after, -12);
	size_t n = starts_of(a, q->group, a->after, starts, STARTS_MAX), kept = sum->n;
	struct money value = sum->value;
	enum statement_reason why = REASON_NONE, first;

	first = add_period(a, q, starts[0], a->after, 1, sum);
	if (day_same(starts[0], year) && !first)
		return first; /* the year itself */
	rewind_to(sum, &value, kept);
	for (size_t i = 0; i < n; i++)
		if (add_rolled(a, q, starts[i], sum) == REASON_NONE)
			return REASON_NONE;
	why = REASON_NONE;
	for (int i = 0; i < 4 && !why; i++)
		why = add_quarter(a, q, day_plus_months(a->after, -3 * i), sum);
	if (!why)
		return REASON_NONE;
	/* When the longest block lacks the line, that is the reason, unless the quarters have it. */
	return first ? first : REASON_PERIOD_INCOMPLETE;
}

static enum statement_reason add_flow(const struct asked *a, const struct quantity *q,
				      struct sum *sum)
{
	struct day starts[STARTS_MAX], year = day_plus_months(a->after, -12);
	enum statement_reason why;

	if (!starts_of(a, q->group, a->after, starts, STARTS_MAX))
		return REASON_NO_STATEMENT;
	switch (a->basis) {
	case BASIS_TTM:
		return add_ttm(a, q, sum);
	case BASIS_YEAR:
		why = add_period(a, q, year, a->after, 1, sum);
		return why == REASON_PERIOD_INCOMPLETE ? REASON_NOT_A_FULL_YEAR : why;
	case BASIS_QUARTER:
		break;
	}
	return add_quarter(a, q, a->after, sum);
}

static enum statement_reason add_balance(const struct asked *a, const struct quantity *q, int times,
					 struct sum *sum)
{
	enum statement_reason why = add_period(a, q, a->after, a->after, times, sum);

	return why == REASON_PERIOD_INCOMPLETE ? REASON_NO_STATEMENT : why;
}

/* ---- figures ---- */

/* Depreciation and amortisation: the value added statement's, else the cash flow's; never both. */
static enum statement_reason add_depreciation(const struct asked *a, struct sum *sum)
{
	size_t kept = sum->n;
	struct money value = sum->value;

	if (add_flow(a, &depreciation, sum) == REASON_NONE)
		return REASON_NONE;
	rewind_to(sum, &value, kept);
	return add_flow(a, &depreciation_flow, sum);
}

/* The interest lines if every statement that counts has one; else all financial expenses. */
static enum statement_reason add_interest(const struct asked *a, struct sum *sum,
					  enum interest_source *source)
{
	size_t kept = sum->n;
	struct money value = sum->value;
	enum statement_reason why = add_flow(a, &interest, sum);

	*source = INTEREST_LINES;
	if (!why)
		return REASON_NONE;
	rewind_to(sum, &value, kept);
	why = add_flow(a, &expenses, sum);
	*source = why ? INTEREST_UNKNOWN : INTEREST_ALL_EXPENSES;
	return why;
}

static enum statement_reason add_cash(const struct asked *a, int times, struct sum *sum)
{
	enum statement_reason why = add_balance(a, &cash, times, sum);

	return why ? why : add_balance(a, &investments, times, sum);
}

static enum statement_reason add_debt(const struct asked *a, struct sum *sum)
{
	enum statement_reason why = add_balance(a, &debt_short, 1, sum);

	return why ? why : add_balance(a, &debt_long, 1, sum);
}

/* Subtracts capex: its terms change sign. */
static enum statement_reason subtract_capex(const struct asked *a, struct sum *sum)
{
	size_t kept = sum->n;
	struct money value = sum->value;
	enum statement_reason why = add_flow(a, &capex, sum);

	if (why)
		return why;
	for (size_t i = kept; i < sum->n; i++)
		sum->terms[i].sign = -sum->terms[i].sign;
	sum->value = money_sub(value, money_sub(sum->value, value, &sum->range), &sum->range);
	return sum->range ? REASON_OUT_OF_RANGE : REASON_NONE;
}

static enum statement_reason add_figure(const struct asked *a, enum statement_figure_id id,
					struct sum *sum, enum interest_source *source)
{
	enum statement_reason why;

	switch (id) {
	case FIGURE_REVENUE:
		return add_flow(a, &revenue, sum);
	case FIGURE_EBIT:
		return add_flow(a, &ebit, sum);
	case FIGURE_EBITDA:
		why = add_flow(a, &ebit, sum);
		return why ? why : add_depreciation(a, sum);
	case FIGURE_NET_INCOME:
		return add_flow(a, &net_income, sum);
	case FIGURE_OPERATING_CASH_FLOW:
		return add_flow(a, &cash_flow, sum);
	case FIGURE_FREE_CASH_FLOW:
		why = add_flow(a, &cash_flow, sum);
		return why ? why : subtract_capex(a, sum);
	case FIGURE_CAPEX:
		return add_flow(a, &capex, sum);
	case FIGURE_INTEREST_EXPENSE:
		return add_interest(a, sum, source);
	case FIGURE_TOTAL_ASSETS:
		return add_balance(a, &total_assets, 1, sum);
	case FIGURE_CASH:
		return add_cash(a, 1, sum);
	case FIGURE_GROSS_DEBT:
		return add_debt(a, sum);
	case FIGURE_NET_DEBT:
		why = add_debt(a, sum);
		return why ? why : add_cash(a, -1, sum);
	case FIGURE_EQUITY:
		return add_balance(a, &equity, 1, sum);
	case FIGURE_COUNT:
		break;
	}
	return REASON_NO_ACCOUNT;
}

static void make_figure(const struct asked *a, enum statement_figure_id id,
			struct statement_figures *all)
{
	struct statement_figure *out = &all->of[id];
	struct sum sum = { .n = 0 };
	enum statement_reason why = add_figure(a, id, &sum, &all->interest);

	if (!why && (sum.range || wide_abs(sum.value.e8) > MONEY_MAX_E8))
		why = REASON_OUT_OF_RANGE;
	if (why && id == FIGURE_INTEREST_EXPENSE)
		all->interest = INTEREST_UNKNOWN;
	*out = (struct statement_figure){ .known = !why, .reason = why };
	if (why)
		return;
	out->value = sum.value;
	out->n_terms = sum.n;
	out->terms = pool_memdup(a->pool, sum.terms, sum.n * sizeof(sum.terms[0]));
}

/* ---- the document of the date ---- */

/* The version that counts: an annual form before a quarterly one, then the highest visible version. */
static bool find_filing(const struct statements *s, struct day date, struct statement_view view,
			size_t *out)
{
	bool found = false;

	for (size_t i = 0; i < s->n_filings; i++) {
		const struct statement_filing *f = &s->filings[i], *best = &s->filings[*out];

		if (!day_same(f->reference_date, date) || !filing_visible(s, i, view))
			continue;
		if (!found || f->form < best->form ||
		    (f->form == best->form && f->version > best->version))
			*out = i;
		found = true;
	}
	return found;
}

/* The filing day of the first version that has one, of all if the filing tells it, else of those with lines. */
static void find_first(const struct statements *s, struct statement_figures *out)
{
	const struct statement_filing *of = &s->filings[out->filing], *first = NULL;

	for (size_t i = 0; i < s->n_filings; i++) {
		const struct statement_filing *f = &s->filings[i];

		if (f->form == of->form && day_same(f->reference_date, of->reference_date) &&
		    f->dated && (!first || f->version < first->version))
			first = f;
	}
	out->first_dated = of->first_dated || first;
	if (of->first_dated)
		out->first_filed_at = of->first_filed_at;
	else if (first)
		out->first_filed_at = first->filed_at;
}

static int quarter_of(const struct asked *a, enum statement_form form)
{
	struct day starts[STARTS_MAX];
	size_t n = starts_of(a, GROUP_INCOME, a->after, starts, STARTS_MAX);

	if (form == FORM_DFP)
		return 4;
	for (int quarter = 3; quarter > 0 && n; quarter--)
		if (day_same(starts[0], day_plus_months(a->after, -3 * quarter)))
			return quarter;
	return 0;
}

bool statements_at(const struct statements *s, void *pool, struct day date,
		   struct statement_view view, enum statement_basis basis,
		   struct statement_figures *out)
{
	const struct asked a = { s, pool, view, basis, day_plus(date, 1) };
	struct statement_figures got = { .reference_date = date };

	if (!find_filing(s, date, view, &got.filing))
		return false;
	find_first(s, &got);
	got.quarter = quarter_of(&a, s->filings[got.filing].form);
	for (int i = 0; i < FIGURE_COUNT; i++)
		make_figure(&a, (enum statement_figure_id)i, &got);
	*out = got;
	return true;
}
