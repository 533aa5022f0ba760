/* SPDX-License-Identifier: Apache-2.0 */
/* income_facts.c: the tax facts of a payment in the ledger. */
#include "config.h"

#include "portfolio/store/income_facts.h"

enum { GROSS, RECORD, APPROVED, OLD };

struct income_facts income_facts_of(const struct db_rows *rows, size_t i, int first)
{
	struct income_facts f = { .gross_known = !db_is_null(rows, i, first + GROSS),
				  .record_known = !db_is_null(rows, i, first + RECORD),
				  .approved_known = !db_is_null(rows, i, first + APPROVED),
				  .old_profits = db_get_bool(rows, i, first + OLD) };

	if (f.gross_known)
		f.gross.e8 = db_get_decimal(rows, i, first + GROSS, MONEY_PLACES);
	if (f.record_known)
		f.record = db_get_day(rows, i, first + RECORD);
	if (f.approved_known)
		f.approved = db_get_day(rows, i, first + APPROVED);
	return f;
}
