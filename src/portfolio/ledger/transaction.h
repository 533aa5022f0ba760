/* SPDX-License-Identifier: Apache-2.0 */
/* transaction.h: rows of the ledger, as bodies bring them. */
#ifndef LASTRO_PORTFOLIO_LEDGER_TRANSACTION_H
#define LASTRO_PORTFOLIO_LEDGER_TRANSACTION_H

#include "calc/amounts/amounts.h"
#include "portfolio/ledger/asset.h"

/* A row with what a body said of it. */
struct transaction {
	struct asset_ref asset;
	struct ledger_row row; /* row.id set; row.note may be NULL */
	bool kind_known;       /* these three: said by the body or stored */
	bool qty_given;
	bool ratio_known;
	const char *option;	 /* EVENT_EXERCISE: symbol of the option; or NULL */
	const char *external_id; /* of the system that synchronises it, or NULL */
	const char *source;	 /* of what sheet it came; NULL: typed */
	bool imported;
	struct uuid import_id;	 /* when imported */
	const char *institution; /* where it was traded or is kept, or NULL */
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

/*
 * transaction_of_kind() - a stored row that a body made another kind loses the event that is of other kinds
 * only, unless the body names one.
 */
void transaction_of_kind(struct body *b, struct transaction *t);

/* Rows to be added, as bodies bring them. */
struct transactions {
	struct transaction *rows;
	size_t n;
	bool list; /* they came as a list, and are answered as one */
};

/* external_id_read() - take the member external_id; errors are noted in the body. */
void external_id_read(struct body *b, struct transaction *t);

/* external_ids_once() - note in the bodies the ids that one document names twice. */
void external_ids_once(struct ctx *ctx, const struct transaction *rows, struct body *const *bodies,
		       size_t n);

/*
 * external_ids_send() - queue one statement, or none (false): which rows of the portfolio have these external
 * ids already.  Its lock is held, so what is found stays true.
 */
bool external_ids_send(struct ctx *ctx, const struct transaction *rows, size_t n) MUST_CHECK;

/* external_ids_free() - the same 409, at once, for a list of ids of new rows; NULL ones are none. */
void external_ids_free(struct ctx *ctx, const char *const *ids, size_t n);

/* external_ids_take() - 409 external_id_taken, with each one's row, where another row has one of them. */
void external_ids_take(struct ctx *ctx, const struct transaction *rows, size_t n,
		       const struct db_rows *found);

void transaction_list(struct ctx *ctx);
void transaction_get(struct ctx *ctx);
void transaction_create(struct ctx *ctx);
void transaction_update(struct ctx *ctx);
void transaction_delete(struct ctx *ctx);

#endif
