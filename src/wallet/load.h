/* SPDX-License-Identifier: Apache-2.0 */
/*
 * load.h: one portfolio out of the database, as calc wants it.
 *
 * One round trip where what is kept derived holds, two where the ledger is read, however many
 * assets; and one more for symbols that the worker does not keep.
 */
#ifndef LASTRO_WALLET_LOAD_H
#define LASTRO_WALLET_LOAD_H

#include "calc/derive/derive.h"
#include "calc/value/value.h"
#include "db/db.h"
#include "market/market.h"
#include "wallet/past.h"
#include "wallet/ledger_columns.h"

struct load_want {
	struct day as_of;  /* closes and rates up to this day; the rows come all */
	bool at;	   /* a day of the past was asked for: no live rate */
	bool transactions; /* the rows of the ledger too, with ids and notes */
	bool listed;	   /* those, or, where that is kept, what a detail shows of them */
	bool monthly;	   /* what each holding has by month, its flows and steps */
	bool whole;	   /* all of the ledger, its income and coverage too, whatever is kept */
	bool series;	   /* all closes of the symbols too */
	bool past;	   /* what a history is kept of; where none stands, monthly and series */
};

struct loaded {
	struct uuid id;
	const char *name, *visibility;
	int64_t created_ms;
	bool exclude_from_consolidated;
	int64_t ledger_version;
	struct ledger ledger; /* assets ascending by id; rows only where they were read */
	struct ledger_asset
		*assets; /* the same, to hang rows on; NULL where they were read with it */
	const struct market *market;
	struct derived derived;		  /* points into ledger */
	int64_t reference_version;	  /* of the reference data that derived was made from */
	const struct cached_prefix *past; /* NULL: not asked for, or none stands */
	const struct slice
		*listed; /* by asset of the ledger; NULL likewise: then it has its rows */
};

/*
 * load_portfolio() - ctx->caller's portfolio as calc wants it, from what is kept derived or, where
 * that does not hold or a day of the past is asked for, from its ledger; what was derived anew is
 * saved after the answer.  404 portfolio_not_found when it went away meanwhile.
 */
void load_portfolio(struct ctx *ctx, const struct load_want *want, struct loaded *out);

/* load_whole() - from the ledger, as of today, whatever is kept. */
void load_whole(struct ctx *ctx, struct loaded *out);

/* loaded_past_of(), loaded_stamp() - under what its past is kept, and made from which ledger. */
struct past_of loaded_past_of(struct ctx *ctx);
struct past_stamp loaded_stamp(const struct loaded *in);

/* load_compute() - put prices to it; 422 ledger_out_of_range when a sum leaves the grid. */
void load_compute(struct ctx *ctx, const struct loaded *in, struct day as_of,
		  struct portfolio *out);

/* load_judge() - what an error of calc means to the client; nothing for CALC_OK. */
void load_judge(struct ctx *ctx, const char *portfolio_name, enum calc_err err);

/* ---- for wallet/state and wallet/together ---- */

/* load_sums() - the whole ledger as the transaction has it now must stay on the grid: 422 ledger_out_of_range. */
void load_sums(struct ctx *ctx);

/* ledger_take() - rows of the statements for assets, ledger, income and coverage, decoded. */
void ledger_take(struct ctx *ctx, const struct db_rows *assets, const struct db_rows *rows,
		 const struct db_rows *income, const struct db_rows *coverage, struct ledger *out);

/*
 * ledger_cut() - leave out assets that were not there on @at: neither recorded by then nor with a row
 * or income of that day or before.
 * @asset_rows: those that the ledger was taken from, from row @first on, with the moment of recording in
 *              @created_col
 */
void ledger_cut(struct ctx *ctx, const struct db_rows *asset_rows, size_t first, int created_col,
		struct day at, struct ledger *ledger);

/* coverage_send() - queue one statement: the intervals of imported movement files. */
void coverage_send(struct ctx *ctx);

#endif
