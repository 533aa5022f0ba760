/* SPDX-License-Identifier: Apache-2.0 */
/* state_rows.h: the stored state of one portfolio as rows, for code that reads or writes only these. */
#ifndef LASTRO_PORTFOLIO_STORE_STATE_ROWS_H
#define LASTRO_PORTFOLIO_STORE_STATE_ROWS_H

#include "portfolio/store/state.h"

/* ---- of a row of STATE_HEAD ---- */

bool state_is_cached(const struct db_rows *r, size_t row);

/* state_is_current() - whether its stamp is of @version of the ledger, of this program and of @day. */
bool state_is_current(const struct db_rows *r, size_t row, int64_t version, struct day day);

/* From the first row: the days of its validity. */
void state_days(const struct db_rows *r, struct day *first, struct day *until);

/* state_own() - the portfolio's own members, which do not depend on the stored state. */
void state_own(const struct db_rows *r, size_t row, struct loaded *out);

/* The present version of the ledger; does not depend on the stored state. */
int64_t state_row_version(const struct db_rows *r, size_t row);
/* The bytes of the stored state, and the version of the reference data that it was derived from. */
struct slice state_row_bytes(const struct db_rows *r, size_t row);
int64_t state_row_reference(const struct db_rows *r, size_t row);
/* The client of a client's portfolio. */
struct uuid state_row_client(const struct db_rows *r, size_t row);

/*
 * state_head() - the head in a row of STATE_HEAD, when it was made from @version of the ledger, is
 * valid on @day and can be read; fills only assets, derived and reference_version of @out.
 */
bool state_head(struct ctx *ctx, const struct db_rows *r, size_t row, int64_t version,
		struct day day, struct loaded *out) MUST_CHECK;

/*
 * state_unpack() - unpacks assets, derived and reference_version from a row of STATE_HEAD; false:
 * damaged.
 */
bool state_unpack(void *pool, const struct db_rows *r, size_t row, struct loaded *out) MUST_CHECK;

/* state_changed() - whether a paper of @in's market changed since @in was derived. */
bool state_changed(struct ctx *ctx, const struct loaded *in);

/* ---- of the rows of tails ---- */

struct slice state_tail_bytes(const struct db_rows *r, size_t row);

/*
 * state_tails() - the tails of @d's holdings, from rows [@at, @end) of (asset_id, tail); false when one
 * is missing or cannot be read.
 */
bool state_tails(struct ctx *ctx, const struct db_rows *r, size_t at, size_t end,
		 struct derived *d) MUST_CHECK;

/* ---- saving ---- */

/*
 * state_head_send(), then state_tails_send() - queue the statements that store them, with round trips
 * between the tails when they are large.  Never in the reverse order: the head's row is the lock of
 * them all.
 */
void state_head_send(struct ctx *ctx, const struct loaded *in);
void state_tails_send(struct ctx *ctx, const struct loaded *in, const struct derived_holding *h,
		      size_t n);

#endif
