/* SPDX-License-Identifier: Apache-2.0 */
/*
 * past.h: pasts of histories, kept with the state (architecture.md, Speed).
 *
 * What a history says up to the worth of its last day stands while the ledger, the closes and the
 * reference data do, and until midnight.  Whoever finds none that stands walks the closes and saves
 * what came of it when the answer has gone.
 */
#ifndef LASTRO_WALLET_DERIVED_PAST_H
#define LASTRO_WALLET_DERIVED_PAST_H

#include "calc/pack/pack.h"
#include "ctx/ctx.h"

struct db_rows;

/* Whose past: a portfolio's, or jointly that of all that an account may read, or of a client. */
struct past_of {
	bool joint;
	struct uuid workspace, id;
};

/* Names the ledgers that a past was made from, each at its version. */
#define PAST_STAMP_SIZE 32

struct past_stamp {
	unsigned char b[PAST_STAMP_SIZE];
};

struct ledger_at {
	struct uuid portfolio;
	int64_t version;
};

struct past_stamp past_stamp_of(const struct ledger_at *ledgers, size_t n);

/* past_send() - queue one statement. */
void past_send(struct ctx *ctx, const struct past_of *of);

/*
 * past_stands() - whether past_send() gave one that was made from these ledgers today.
 * @reference: a version of the reference data, other than the present one, that is as good
 */
bool past_stands(struct ctx *ctx, const struct db_rows *rows, struct past_stamp stamp,
		 int64_t reference) MUST_CHECK;

/* past_bytes() - of one that is there. */
struct slice past_bytes(const struct db_rows *rows);

/* past_take() - the one that stands, decoded; NULL otherwise. */
const struct cached_prefix *past_take(struct ctx *ctx, const struct db_rows *rows,
				      struct past_stamp stamp, int64_t reference);

/* past_save_later() - keep it, once the answer has gone; nothing for one that is live. */
void past_save_later(struct ctx *ctx, const struct past_of *of, struct past_stamp stamp,
		     const struct cached_prefix *past);

#endif
