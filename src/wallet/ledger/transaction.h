/* SPDX-License-Identifier: Apache-2.0 */
/* transaction.h: rows of the ledger, as bodies bring them. */
#ifndef LASTRO_WALLET_LEDGER_TRANSACTION_H
#define LASTRO_WALLET_LEDGER_TRANSACTION_H

#include "calc/base/base.h"
#include "wallet/ledger/asset.h"

/* A row with what a body said of it. */
struct transaction {
	struct asset_ref asset;
	struct ledger_row row; /* row.id set; row.note may be NULL */
	bool kind_known;       /* these three: said by the body or stored */
	bool qty_given;
	bool ratio_known;
};

/*
 * transaction_read() - take the row's members out of a body over what @t holds (a stored row, or
 * zeroes); @p is REQUIRED for a new row.  Errors are noted in the body.
 */
void transaction_read(struct body *b, enum presence p, struct transaction *t);

/*
 * transaction_check() - the rules of a kind (doc/calculations.md 1.1); errors are noted in the
 * body.
 */
void transaction_check(struct body *b, const struct transaction *t, struct day today);

/* Rows to be added, as bodies bring them. */
struct transactions {
	struct transaction *rows;
	size_t n;
	bool list; /* they came as a list, and are answered as one */
};

void transaction_list(struct ctx *ctx);
void transaction_create(struct ctx *ctx);
void transaction_update(struct ctx *ctx);
void transaction_delete(struct ctx *ctx);

#endif
