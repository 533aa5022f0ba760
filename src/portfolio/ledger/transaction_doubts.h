/* SPDX-License-Identifier: Apache-2.0 */
/* transaction_doubts.h: what is odd about a new row. */
#ifndef LASTRO_PORTFOLIO_LEDGER_TRANSACTION_DOUBTS_H
#define LASTRO_PORTFOLIO_LEDGER_TRANSACTION_DOUBTS_H

#include "portfolio/ledger/transaction.h"

struct db_rows;

/*
 * transaction_doubts_send() - queues the statements of transaction_doubts_take(), and returns their number.
 * @t: its asset is known
 */
size_t transaction_doubts_send(struct ctx *ctx, const struct transaction *t);

/*
 * transaction_doubts_take() - sentences, in pt-BR: a purchase on its stated maturity or later, an equal row that is there already,
 * another class of the same symbol, a trade without a price, a symbol without market data, a day without a session, a price far
 * from the close; a trade from before the real, with a part of a share, or with fees above a fifth of its value.  Returns their
 * number.
 * @now:   the row's asset and its rows, this one among them
 * @stood: the row was of this asset before, too
 */
#define TRANSACTION_DOUBTS_MAX 10
size_t transaction_doubts_take(struct ctx *ctx, const struct transaction *t,
			       struct db_rows *const *rows, const struct ledger *now, bool stood,
			       const char *out[TRANSACTION_DOUBTS_MAX]);

/* A trade with a known price; @doubt is set to a sentence where that is far from the close of its day, or of the last one before. */
struct price_doubted {
	const char *symbol;
	enum asset_type type;
	const struct ledger_row *row;
	const char **doubt;
	bool unknown; /* set: the market has other symbols, and not this one */
};
/* price_doubts() - of many trades; one round trip. */
void price_doubts(struct ctx *ctx, struct price_doubted *list, size_t n);

/* unknown_symbol_doubt() - that the market has no such symbol. */
const char *unknown_symbol_doubt(void *pool, const char *symbol);

#endif
