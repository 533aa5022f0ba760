/* SPDX-License-Identifier: Apache-2.0 */
/* fund_cells.c: numbers and texts of a month's tables by CVM's names of their columns. */
#include "config.h"

#include "desk/desk_fund.h"

#include "core/text.h"

static const char *text_of(const struct fund_month *m, struct day day, const char *column)
{
	for (size_t i = 0; i < db_count(m->cells); i++)
		if (db_get_day(m->cells, i, CELL_DAY).n == day.n &&
		    str_eq(db_get_text(m->cells, i, CELL_NAME), column))
			return db_get_text(m->cells, i, CELL_VALUE);
	return NULL;
}

const char *fund_text(const struct fund_month *m, const char *column)
{
	return text_of(m, m->day, column);
}

struct maybe fund_cell_of(const struct fund_month *m, struct day day, const char *column)
{
	const char *text = text_of(m, day, column);
	struct maybe out = { 0 };

	out.known = text && dec_parse(slice_of(text), 8, MONEY_MAX_E8, &out.v) == DEC_OK;
	return out;
}

struct maybe fund_cell(const struct fund_month *m, const char *column)
{
	return fund_cell_of(m, m->day, column);
}

struct maybe fund_sum(const struct fund_month *m, const char *const *columns, size_t n)
{
	struct maybe out = { .known = true };

	for (size_t i = 0; i < n; i++) {
		struct maybe one = fund_cell(m, columns[i]);

		out.known &= one.known;
		out.v += one.v;
	}
	return out;
}

struct maybe fund_share(struct maybe part, struct maybe whole)
{
	struct maybe out = { 0 };

	out.known = part.known && whole.known && credit_ratio(part.v * 100, whole.v, &out.v);
	return out;
}
