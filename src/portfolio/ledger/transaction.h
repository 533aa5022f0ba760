/* SPDX-License-Identifier: Apache-2.0 */
/* transaction.h: rows of the ledger in request bodies. */
#ifndef LASTRO_PORTFOLIO_LEDGER_TRANSACTION_H
#define LASTRO_PORTFOLIO_LEDGER_TRANSACTION_H

#include "portfolio/ledger/asset.h"

/* A row, and which of its members the body gave. */
struct transaction {
	struct asset_ref asset;
	struct ledger_row row; /* row.id set; row.note may be NULL */
	bool kind_known;       /* these three: given by the body, or stored */
	bool qty_given;
	bool ratio_known;
	const char *option;	 /* EVENT_EXERCISE: symbol of the option; or NULL */
	const char *external_id; /* given by the system that synchronises the row, or NULL */
	const char *source;	 /* the sheet it came from; NULL: typed */
	bool imported;
	struct uuid import_id;	 /* when imported */
	const char *institution; /* the broker or custodian, or NULL */
};

/*
 * transaction_read() - takes the row's members from a body, over those in @t (a stored row, or zeroes);
 * @p is REQUIRED for a new row.  Errors are noted in the body.
 */
void transaction_read(struct body *b, enum presence p, struct transaction *t);

/*
 * transaction_check() - the rules of a kind (doc/calculations.md 1.1); errors are noted in the
 * body.
 */
void transaction_check(struct body *b, const struct transaction *t, struct day today);

/*
 * transaction_of_kind() - a stored row that a body turns into another kind loses an event of the old
 * kind, unless the body names one.
 */
void transaction_of_kind(struct body *b, struct transaction *t);

/* New rows from request bodies. */
struct transactions {
	struct transaction *rows;
	size_t n;
	bool list; /* sent as a list, and answered as one */
};

/* external_id_read() - takes the member external_id; errors are noted in the body. */
void external_id_read(struct body *b, struct transaction *t);

/* external_ids_once() - notes in the bodies the ids that one document repeats. */
void external_ids_once(struct ctx *ctx, const struct transaction *rows, struct body *const *bodies,
		       size_t n);

/*
 * external_ids_send() - queues one statement, or none (false), that finds rows of the portfolio with
 * these external ids.  The portfolio's lock must be held, so that the result stays true.
 */
bool external_ids_send(struct ctx *ctx, const struct transaction *rows, size_t n) MUST_CHECK;

/* external_ids_free() - the same check, at once, for a list of ids of new rows; NULL ids are skipped. */
void external_ids_free(struct ctx *ctx, const char *const *ids, size_t n);

/* external_ids_take() - 409 external_id_taken, naming each row that already has one of them. */
void external_ids_take(struct ctx *ctx, const struct transaction *rows, size_t n,
		       const struct db_rows *found);

/* transaction_write() - PortfolioTransaction with its asset, inside an open object. */
void transaction_write(struct json *j, const struct transaction *t);

/* transaction_post_write() - the members of a POST that would write the row again, with all places that it has. */
void transaction_post_write(struct json *j, const struct transaction *t);

/* A page of the ledger's rows. */
struct transaction_page {
	struct transaction *rows;
	size_t n;
	const char *next_cursor; /* NULL: the last page */
	int64_t total;		 /* negative: not asked for */
};

/*
 * transactions_read() - the rows of the path's portfolio that the query asks for: symbol, kind, from, to, order, limit,
 * cursor, total.  JSON and page are made from it.
 * @newest, @limit: where the query does not say
 */
struct transaction_page transactions_read(struct ctx *ctx, bool newest, long limit);

/*
 * transactions_of_send() - queues one statement that reads the rows with these ids; transactions_of_take() - those
 * that the portfolio has, by day.
 */
void transactions_of_send(struct ctx *ctx, const struct uuid *ids, size_t n);
struct transaction *transactions_of_take(struct ctx *ctx, const struct db_rows *found, size_t *n);

/* transactions_of_asset() - the first @limit rows of an asset. */
struct transaction *transactions_of_asset(struct ctx *ctx, struct uuid asset, size_t limit,
					  size_t *n);

/* transactions_assets() - the assets of the rows, each once; returns their number. */
size_t transactions_assets(struct ctx *ctx, const struct transaction *rows, size_t n,
			   struct uuid **out);

#define TRANSACTIONS_DELETED_MAX 100 /* at once */
void transactions_delete(struct ctx *ctx);

void transaction_list(struct ctx *ctx);
void transaction_get(struct ctx *ctx);
void transaction_create(struct ctx *ctx);
void transaction_update(struct ctx *ctx);
void transaction_delete(struct ctx *ctx);

#endif
