/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loaded.h: one portfolio as read from the database: its ledger, its market and the figures derived
 * from them.
 */
#ifndef LASTRO_PORTFOLIO_STORE_LOADED_H
#define LASTRO_PORTFOLIO_STORE_LOADED_H

#include "calc/ledger/derive.h"
#include "db/db.h"
#include "market/prices/market.h"
#include "portfolio/store/ledger_columns.h"

struct cached_prefix;

struct load_want {
	struct day as_of;  /* closes and rates up to this day; all rows are read */
	bool at;	   /* a past day was requested: no live rate */
	bool transactions; /* also the rows of the ledger, with ids and notes */
	bool cached_rows;  /* these, or, when cached, their rendering for the detail */
	bool monthly;	   /* each holding's values by month, its flows and steps */
	bool whole;  /* the whole ledger, its income and coverage too, ignoring stored figures */
	bool series; /* also all closes of the symbols */
	bool prefix; /* the cached prefix of the history; without a valid one, monthly and series */
	bool unsaved; /* newly derived figures are not saved: what is read is rolled back */
};

struct loaded {
	struct uuid id;
	const char *name, *visibility;
	int64_t created_ms;
	bool exclude_from_consolidated;
	int64_t ledger_version;
	struct uuid controller;	     /* who administers it */
	struct ledger ledger;	     /* assets ascending by id; rows only if they were read */
	struct ledger_asset *assets; /* the same, for adding rows; NULL: read with rows */
	const struct market *market;
	struct derived derived;		    /* points into ledger */
	int64_t reference_version;	    /* of the reference data from which derived was made */
	const struct cached_prefix *prefix; /* NULL: not requested, or none is valid */
	const struct cached_prefix *earlier_prefix; /* then one of an earlier ledger, or NULL */
	const struct slice *cached_rows; /* by asset of the ledger; NULL: it has its rows */
};

/* ---- of ledger_rows.c, for partial reads and for several ledgers ---- */

/* ledger_take() - decodes the results of the statements for assets, ledger, income and coverage. */
void ledger_take(struct ctx *ctx, const struct db_rows *assets, const struct db_rows *rows,
		 const struct db_rows *income, const struct db_rows *coverage, struct ledger *out);

/*
 * ledger_cut() - removes assets that did not exist on @at: neither recorded by then nor with a row or
 * income of that day or before.
 * @asset_rows: the rows that the ledger was made from, beginning with row @first; the time of recording
 * is in
 *              @created_col
 */
void ledger_cut(struct ctx *ctx, const struct db_rows *asset_rows, size_t first, int created_col,
		struct day at, struct ledger *ledger);

/* coverage_send() - queues one statement: the intervals of imported movement files. */
void coverage_send(struct ctx *ctx);

#endif
