/* SPDX-License-Identifier: Apache-2.0 */
/* statement_blocks.h: lines grouped into blocks of one statement and period; used only in this folder. */
#ifndef LASTRO_CALC_CREDIT_STATEMENT_BLOCKS_H
#define LASTRO_CALC_CREDIT_STATEMENT_BLOCKS_H

#include "calc/credit/statements.h"

/* Groups of statements that can replace each other. */
enum block_group {
	GROUP_ASSETS,
	GROUP_LIABILITIES,
	GROUP_INCOME,
	GROUP_CASH_FLOW,
	GROUP_VALUE,
	GROUP_OTHER
};

/* A period is [start, after); a balance has start = after. */
struct block {
	enum block_group group;
	struct day start, after;
	size_t filing;
	bool last;
	size_t first, n; /* in order[] */
};

struct statements {
	const struct statement_filing *filings;
	size_t n_filings;
	size_t *rank; /* of a filing: greater for a later one */
	const struct statement_line *lines;
	size_t n_lines;
	size_t *order;	      /* lines, block by block */
	struct block *blocks; /* by group, end, start; the one that counts first */
	size_t n_blocks;
};

/* day_plus_months() - the same day of another month, or that month's last day. */
struct day day_plus_months(struct day d, int months);

bool filing_visible(const struct statements *s, size_t filing, struct statement_view view);

/* block_find() - the block that counts for a period, or NULL. */
const struct block *block_find(const struct statements *s, struct statement_view view,
			       enum block_group group, struct day start, struct day after);

/* blocks_ending() - the blocks of a group that end on a day: [*first, *first + n). */
size_t blocks_ending(const struct statements *s, enum block_group group, struct day after,
		     size_t *first);

#endif
