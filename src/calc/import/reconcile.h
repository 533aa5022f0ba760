/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reconcile.h: compares the holdings of a position sheet with the ledger on its day.
 *
 * Plain structs in, a list out; the person decides: a difference comes with the rows around the last
 * day on which both agreed and with possible remedies.
 */
#ifndef LASTRO_CALC_IMPORT_RECONCILE_H
#define LASTRO_CALC_IMPORT_RECONCILE_H

#include "calc/ledger/derive.h"
#include "calc/import/import.h"

enum reconcile_status {
	RECONCILE_OK,
	RECONCILE_QUANTITY_DIFFERS,
	RECONCILE_ONLY_IN_SHEET,
	RECONCILE_ONLY_IN_LEDGER,
};
#define RECONCILE_STATUSES (RECONCILE_ONLY_IN_LEDGER + 1)
extern const char *const reconcile_status_names[];

#define RECONCILE_ROWS_MAX 10

enum mend_kind {
	MEND_SPLIT,  /* a split or grouping with this ratio */
	MEND_ADJUST, /* a missing trade, as its quantity */
	MEND_RENAME, /* @from leaves, @to arrives with its cost */
	MEND_WAIT,   /* trades of the last two days, not settled yet: nothing to send */
};
extern const char *const mend_kind_names[];

/* The rows that a remedy writes: of one paper each, in order. */
struct mend_row {
	const char *symbol;
	enum asset_type type;
	struct ledger_row row;
	bool day_open, price_open; /* only the person knows it */
};

struct mend {
	enum mend_kind kind;
	const char *text;	 /* pt-BR */
	struct mend_row rows[2]; /* none of MEND_WAIT */
	size_t n_rows;
};
#define MENDS_MAX 3

struct reconcile_row {
	const struct ledger_asset *asset;
	const struct ledger_row *row;
};

struct reconcile_item {
	enum reconcile_status status;
	const char *symbol; /* the ledger's spelling if it has the paper */
	enum asset_type type;
	const struct sheet_position *position; /* NULL: not in the sheet */
	const struct derived_holding *holding; /* NULL: not in the ledger, not even closed */
	struct qty sheet, ledger;
	bool agreed; /* on some earlier day, when they differ now */
	struct day agreed_on;
	struct reconcile_row rows[RECONCILE_ROWS_MAX]; /* around that day, ascending */
	size_t n_rows, rows_total;		       /* shown, and in total up to the day */
	struct mend mends[MENDS_MAX];		       /* likeliest first; alternatives */
	size_t n_mends;
};

struct reconcile_input {
	const struct derived *derived; /* as of @day */
	const struct market *market; /* for the days of splits that the ledger declines; or NULL */
	const struct position_sheet *sheet;
	struct day day; /* of the position */
};

struct reconciliation {
	struct reconcile_item *items; /* ascending by symbol */
	size_t n;
	size_t count[RECONCILE_STATUSES];
	const struct derived_holding **not_compared; /* open, of groups not in the sheet */
	size_t n_not_compared;
	const struct sheet_position **transient; /* rights and receipts: not positions */
	size_t n_transient;
};

/*
 * reconcile() - leaves out papers with an unreadable row, which are in the sheet's faults. CALC_RANGE
 * when a difference leaves the grid.
 */
enum calc_err reconcile(void *pool, const struct reconcile_input *in,
			struct reconciliation *out) MUST_CHECK;

#endif
