/* SPDX-License-Identifier: Apache-2.0 */
/* statement_rows.h: rows of statement lines in the form of calc/credit; used only by this module. */
#ifndef LASTRO_MARKET_COMPANIES_STATEMENT_ROWS_H
#define LASTRO_MARKET_COMPANIES_STATEMENT_ROWS_H

#include "calc/credit/statements.h"
#include "db/db.h"

enum statement_scope { SCOPE_CONSOLIDATED, SCOPE_PARENT };
extern const char *const statement_scope_names[]; /* "consolidated", "parent", NULL */

/* The columns that every query of lines selects, in this order; more may follow. */
#define STATEMENT_COLUMNS                                                                          \
	"p.company_id, p.scope, p.form, p.reference_date, p.version, f.filed_at, p.statement,"     \
	" l.item, l.last, l.period_start, l.period_end, l.account, l.value, f.first_filed_at"
/* Files have the lines of the newest version alone: the first filing is often known by its day only. */
#define STATEMENT_FROM                                                                             \
	"  from statement_part p"                                                                  \
	"  join (select s.*, first_value(s.filed_at) over (partition by s.company_id, s.form,"     \
	"                      s.reference_date order by s.filed_at is null, s.version)"           \
	"                    as first_filed_at"                                                    \
	"          from statement_filing s) f on f.company_id = p.company_id and f.form = p.form"  \
	"       and f.reference_date = p.reference_date and f.version = p.version"                 \
	"  join statement_line l on l.part_id = p.id and l.item is not null"
/* The order of an index.  The order of a statement's lines does not matter: calc sorts them. */
#define STATEMENT_ORDER                                                                            \
	" order by p.company_id, p.scope, p.reference_date, p.form, p.version, p.statement"
enum {
	L_COMPANY,
	L_SCOPE,
	L_FORM,
	L_DATE,
	L_VERSION,
	L_FILED,
	L_STATEMENT,
	L_ITEM,
	L_LAST,
	L_START,
	L_END,
	L_ACCOUNT,
	L_VALUE,
	L_FIRST_FILED,
	L_COUNT
};

/* The lines of one company in one scope; line i is row first + i of the query. */
struct statement_rows {
	int64_t company_id;
	enum statement_scope scope;
	size_t first; /* row */
	struct statement_filing *filings;
	size_t *filing_row; /* the row of each filing */
	size_t n_filings;
	struct statement_line *lines;
	size_t n_lines;
	struct statements *ready;
};

/*
 * statement_rows_take() - the company and scope that begin at row @at, opened for queries; returns the
 * next row.  Rows are in STATEMENT_ORDER.
 */
size_t statement_rows_take(struct ctx *ctx, void *pool, const struct db_rows *r, size_t at,
			   struct statement_rows *out);

/* statement_dates() - reference dates of a company's documents, the newest first; returns their number. */
size_t statement_dates(const struct statement_rows *s, void *pool, struct day **out);

#endif
