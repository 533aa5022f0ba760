/* SPDX-License-Identifier: Apache-2.0 */
/* loaded.h: one portfolio as it was read: its ledger, its market and what is derived from them. */
#ifndef LASTRO_PORTFOLIO_STORE_LOADED_H
#define LASTRO_PORTFOLIO_STORE_LOADED_H

#include "calc/ledger/derive.h"
#include "db/db.h"
#include "market/prices/market.h"
#include "portfolio/store/ledger_columns.h"

struct cached_prefix;

struct load_want {
	struct day as_of;  /* closes and rates up to this day; the rows come all */
	bool at;	   /* a day of the past was asked for: no live rate */
	bool transactions; /* the rows of the ledger too, with ids and notes */
	bool cached_rows;  /* those, or, where that is kept, what a detail shows of them */
	bool monthly;	   /* what each holding has by month, its flows and steps */
	bool whole;	   /* all of the ledger, its income and coverage too, whatever is kept */
	bool series;	   /* all closes of the symbols too */
	bool prefix;	   /* what a history is kept of; where none stands, monthly and series */
};

struct loaded {
	struct uuid id;
	const char *name, *visibility;
	int64_t created_ms;
	bool exclude_from_consolidated;
	int64_t ledger_version;
	struct uuid controller; /* who administers it */
	struct ledger ledger;	/* assets ascending by id; rows only where they were read */
	struct ledger_asset
		*assets; /* the same, to hang rows on; NULL where they were read with it */
	const struct market *market;
	struct derived derived;		    /* points into ledger */
	int64_t reference_version;	    /* of the reference data that derived was made from */
	const struct cached_prefix *prefix; /* NULL: not asked for, or none stands */
	const struct cached_prefix *earlier_prefix; /* then one of an earlier ledger, or NULL */
	const struct slice
		*cached_rows; /* by asset of the ledger; NULL likewise: then it has its rows */
};

/* ---- of ledger_rows.c, for those who read some of it or several ledgers ---- */

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
