/* SPDX-License-Identifier: Apache-2.0 */
/* closes.h: reads all closes of some symbols from the database; used only in src/market. */
#ifndef LASTRO_MARKET_PRICES_CLOSES_H
#define LASTRO_MARKET_PRICES_CLOSES_H

#include "calc/amounts/amounts.h"
#include "core/ctx.h"

struct db_rows;

/* Names for one statement, no (venue, symbol) twice. */
struct names {
	const char **venues, **symbols;
	size_t n;
	size_t *place; /* index of each want's name */
};

#define CLOSES_STATEMENTS 2

/* Series in the order of the names. */
struct closes_rows {
	const struct db_rows *years, *quotes; /* quotes: NULL without any option */
	size_t next_year, next_quote;
	size_t n_options; /* number of options consumed */
};

/* closes_run() - the number of rows from @from on of the name at index @i, whose number is their first column. */
size_t closes_run(const struct db_rows *r, size_t from, size_t i);

/* closes_send() - queues the series of @names and, if any, the quotes of @options. */
size_t closes_send(struct ctx *ctx, const struct names *names, const struct names *options);

/* closes_rows_of() - the results of closes_send(), as returned by db_wait(). */
struct closes_rows closes_rows_of(struct db_rows *const *rows, const struct names *options);

/*
 * closes_take() - the series of the name at index @i, each index once and ascending.  The years are one
 * block of @pool with everything below it; ignores prices that are not positive.
 */
struct close_series closes_take(void *pool, struct closes_rows *r, size_t i, bool option,
				size_t *bytes);

#endif
