/* SPDX-License-Identifier: Apache-2.0 */
/* statement_rows.c: rows of filings and lines as the arrays of calc/statements. */
#include "config.h"

#include "market/companies/statement_rows.h"

#include "core/pool.h"

const char *const statement_scope_names[] = { "consolidated", "parent", NULL };

/* The table's check limits these texts. */
static int known(struct ctx *ctx, const struct db_rows *r, size_t row, int col,
		 const char *const *names)
{
	int found = enum_find(names, db_get_text(r, row, col));

	if (found < 0)
		fail(ctx, 500, "internal_error",
		     "Um demonstrativo tem um valor que não se conhece.");
	return found;
}

static bool same_company(const struct db_rows *r, size_t a, size_t b)
{
	return db_get_int(r, a, L_COMPANY) == db_get_int(r, b, L_COMPANY) &&
	       str_eq(db_get_text(r, a, L_SCOPE), db_get_text(r, b, L_SCOPE));
}

static bool same_filing(const struct db_rows *r, size_t a, size_t b)
{
	return day_same(db_get_day(r, a, L_DATE), db_get_day(r, b, L_DATE)) &&
	       db_get_int(r, a, L_VERSION) == db_get_int(r, b, L_VERSION) &&
	       str_eq(db_get_text(r, a, L_FORM), db_get_text(r, b, L_FORM));
}

static void take_filing(struct ctx *ctx, const struct db_rows *r, size_t row,
			struct statement_rows *out)
{
	struct statement_filing *f = &out->filings[out->n_filings];

	*f = (struct statement_filing){ .form = (enum statement_form)known(ctx, r, row, L_FORM,
									   statement_form_names),
					.reference_date = db_get_day(r, row, L_DATE),
					.version = db_get_int(r, row, L_VERSION),
					.dated = !db_is_null(r, row, L_FILED),
					.first_dated = !db_is_null(r, row, L_FIRST_FILED) };
	if (f->dated)
		f->filed_at = db_get_day(r, row, L_FILED);
	if (f->first_dated)
		f->first_filed_at = db_get_day(r, row, L_FIRST_FILED);
	out->filing_row[out->n_filings++] = row;
}

static void take_line(struct ctx *ctx, const struct db_rows *r, size_t row,
		      struct statement_rows *out)
{
	struct statement_line *l = &out->lines[out->n_lines++];
	bool range = false;

	l->filing = out->n_filings - 1;
	l->statement = (enum statement_kind)known(ctx, r, row, L_STATEMENT, statement_kind_names);
	l->item = (enum statement_item)known(ctx, r, row, L_ITEM, statement_item_names);
	l->last = db_get_bool(r, row, L_LAST);
	l->flow = !db_is_null(r, row, L_START);
	l->start = l->flow ? db_get_day(r, row, L_START) : DAY_FAR_PAST;
	l->end = db_get_day(r, row, L_END);
	l->account = db_get_text(r, row, L_ACCOUNT);
	l->value.e8 = dec_rescale(db_get_decimal(r, row, L_VALUE, 10), 10, MONEY_PLACES, &range);
}

size_t statement_rows_take(struct ctx *ctx, void *pool, const struct db_rows *r, size_t at,
			   struct statement_rows *out)
{
	size_t end = at, n_filings = 0;

	*out = (struct statement_rows){ .company_id = db_get_int(r, at, L_COMPANY), .first = at };
	out->scope = (enum statement_scope)known(ctx, r, at, L_SCOPE, statement_scope_names);
	while (end < db_count(r) && same_company(r, at, end)) {
		n_filings += end == at || !same_filing(r, end - 1, end);
		end++;
	}
	out->filings = pool_array(pool, struct statement_filing, n_filings);
	out->filing_row = pool_array(pool, size_t, n_filings);
	out->lines = pool_array(pool, struct statement_line, end - at);
	for (size_t row = at; row < end; row++) {
		if (row == at || !same_filing(r, row - 1, row))
			take_filing(ctx, r, row, out);
		take_line(ctx, r, row, out);
	}
	if (statements_open(pool, out->filings, out->n_filings, out->lines, out->n_lines,
			    &out->ready) != CALC_OK)
		fail(ctx, 500, "internal_error", "Um demonstrativo tem um período que não existe.");
	return end;
}

size_t statement_dates(const struct statement_rows *s, void *pool, struct day **out)
{
	size_t n = 0;

	*out = pool_array(pool, struct day, s->n_filings);
	for (size_t i = s->n_filings; i-- > 0;) /* rows ascend by date */
		if (!n || !day_same((*out)[n - 1], s->filings[i].reference_date))
			(*out)[n++] = s->filings[i].reference_date;
	return n;
}
