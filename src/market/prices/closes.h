/* SPDX-License-Identifier: Apache-2.0 */
/* closes.h: all closes of some symbols out of the database; only src/market includes this. */
#ifndef LASTRO_MARKET_PRICES_CLOSES_H
#define LASTRO_MARKET_PRICES_CLOSES_H

#include "calc/amounts/amounts.h"
#include "core/ctx.h"

struct db_rows;

/* Names of one statement, no (venue, symbol) twice. */
struct names {
	const char **venues, **symbols;
	size_t n;
	size_t *place; /* of each want among the names */
};

#define CLOSES_STATEMENTS 2

/* Series as they come, in the order of the names. */
struct closes_rows {
	const struct db_rows *years, *quotes; /* quotes: NULL when no option was asked for */
	size_t next_year, next_quote;
	size_t n_options; /* names taken among the options */
};

/* closes_send() - queue the series of @names and, when there are any, the quotes of @options. */
size_t closes_send(struct ctx *ctx, const struct names *names, const struct names *options);

/* closes_rows_of() - what closes_send() queued, as db_wait() gave it. */
struct closes_rows closes_rows_of(struct db_rows *const *rows, const struct names *options);

/*
 * closes_take() - the series of the name at place @i, each place once and ascending.  The years are
 * one block of @pool with all else below it; prices that are not positive are none.
 */
struct close_series closes_take(void *pool, struct closes_rows *r, size_t i, bool option,
				size_t *bytes);

#endif
