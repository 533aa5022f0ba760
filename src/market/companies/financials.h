/* SPDX-License-Identifier: Apache-2.0 */
/* financials.h: statements of a company between their loading and their rendering. */
#ifndef LASTRO_MARKET_COMPANIES_FINANCIALS_H
#define LASTRO_MARKET_COMPANIES_FINANCIALS_H

#include "market/companies/statement_rows.h"
#include "core/json_write.h"

/* What a query for provenance selects besides the columns of statement_rows.h. */
enum { L_DESCRIPTION = L_COUNT, L_DOCUMENT, L_URL };

/* One row of the answer. */
struct financial_row {
	struct statement_figures figures; /* of the requested basis */
	bool dated;			  /* known_on is known */
	struct day known_on;
	bool present;
};

/*
 * financial_render() - a row; with @rows_of_lines each figure has the lines that it sums.
 * @states: versions=all, where a row has the day since which it was known
 */
void financial_render(struct json *j, const struct statement_rows *s,
		      const struct financial_row *row, enum statement_basis basis, bool states,
		      const struct db_rows *rows_of_lines);

#endif
