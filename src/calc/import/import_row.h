/* SPDX-License-Identifier: Apache-2.0 */
/* import_row.h: what the files of the import share; no other room includes it. */
#ifndef LASTRO_CALC_IMPORT_IMPORT_ROW_H
#define LASTRO_CALC_IMPORT_IMPORT_ROW_H

#include "calc/import/import.h"

/* The columns of the three sources, by meaning. */
enum column {
	COL_SIDE,
	COL_DATE,
	COL_MOVEMENT,
	COL_PRODUCT,
	COL_BROKER,
	COL_QUANTITY,
	COL_PRICE,
	COL_AMOUNT,
	COL_MARKET,
	COL_TERM,
	COL_TICKER,
	COL_OPERATION,
	COL_TYPE,
	COL_FEES,
	COL_RATIO,
	COL_CURRENCY,
	COL_EVENT,
	COL_NOTE,
	COL_META,
	COL_NAME,
	COL_EXTERNAL,
	COL_OPTION,
	COL_GROSS,
	COL_RECORD,
	COL_APPROVED,
	COL_OLD_PROFITS,
	COLUMNS,
};

/* The effect of a movement's type (doc/calculations.md 16). */
enum movement_kind {
	MOVE_IGNORED,
	MOVE_UNKNOWN,
	MOVE_INCOME,
	MOVE_LENDING,
	MOVE_SETTLEMENT,
	MOVE_BUY,
	MOVE_SELL,
	MOVE_MATURITY,
	MOVE_BY_SIDE,
	MOVE_OPTION_EXERCISE,
	MOVE_SPLIT,
	MOVE_GROUPING,
	MOVE_BONUS,
	MOVE_INCORPORATION,
	MOVE_SPIN_OFF,
	MOVE_FRACTION_SALE,
	MOVE_EXERCISED,
	MOVE_RECEIPT,
	MOVE_UPDATE,
	MOVE_REVERSAL,
};

struct movement {
	enum movement_kind kind;
	enum income_kind income; /* MOVE_INCOME */
	const char *reason;	 /* MOVE_IGNORED */
	bool warn;		 /* MOVE_IGNORED: the person should check it */
};

enum paper_class {
	PAPER_TICKER,
	PAPER_TREASURY,
	PAPER_PRIVATE,
	PAPER_OPTION,
	PAPER_FORWARD,
	PAPER_FUTURE,
};

struct product {
	const char *symbol; /* NULL: the cell names no paper */
	const char *name;   /* or NULL */
	const char *paper;  /* PAPER_PRIVATE: CDB, LCI … */
	enum paper_class class;
};

/* The cells of a row, and data derived from them that are not in its entry. */
struct import_line {
	const char *const *cells;
	const unsigned char *kinds; /* or NULL: all texts */
	size_t n_cells;
	struct product product;
	struct movement movement;
	bool credit;
	bool qty_known, price_known, amount_known;
	struct qty qty;
	struct price price; /* unit price: amount / quantity when both are known */
	struct money amount;
	bool option_market, fixed_income_market;
	bool rounded;	 /* a cell had more places than its grid */
	bool same_event; /* a settlement repeated by a COMPRA / VENDA row */
};

#define FEE_COLUMNS 8

/* The type of a paper according to a row's words or the market of the row. */
struct said_type {
	const char *symbol;
	enum asset_type type;
	size_t line;
};

/* The position of each column: columns.c. */
struct columns {
	size_t at[COLUMNS];		  /* SIZE_MAX: not in this file */
	size_t fees[FEE_COLUMNS], n_fees; /* all fee columns of a hand-made sheet */
	size_t width;			  /* cells of the header, of a hand-made sheet; else 0 */
	const char **warnings;		  /* unused columns */
	size_t n_warnings;
};

/* columns_find() - the header within the first rows. */
enum import_source columns_find(void *pool, const struct sheet *s, size_t *header_row,
				struct columns *c);
/* column_key() - a name for comparison: without accents, case, marks and blanks. */
const char *column_key(void *pool, const char *name);
/* column_cell() - a cell without the blanks around it; NULL: empty, or beyond the row.  In the sheet's memory, or in @pool. */
const char *column_cell(void *pool, const struct sheet *s, size_t row, size_t at);

struct import_work {
	void *keep;		   /* lives with the result */
	void *work;		   /* freed with the mapping */
	void *pool;		   /* temporary: of one row while rows are read, else @work */
	struct interned *interned; /* symbols and names, each stored once */
	size_t n_interned, size_interned;
	const struct sheet *sheet;
	struct import_context *ctx; /* a copy of the caller's */
	enum import_source source;
	struct columns columns;
	enum sheet_mark mark;	/* the decimal mark that the sheet's texts prove */
	bool month_first;	/* the order that its dates prove */
	const char *refusal;	/* why the whole sheet is refused, or NULL */
	struct said_type *said; /* types given by rows: by row while reading, then by symbol */
	size_t n_said;
	bool said_sorted;
	struct import_retype *retyped;
	size_t n_retyped;
	size_t n;
	struct import_entry *entries;
	struct import_line *lines;
	size_t *order;	    /* lines ascending by day: the insertion order */
	bool *retired_fact; /* facts that this file retires */
	bool exact; /* it has every column of our export: numbers and texts are taken unchanged */
	bool range; /* a sum left the grid */
};

/* ---- known.c ---- */

/* fact_first() - index of the first fact of @symbol on or after @day; n_facts when there is none. */
size_t fact_first(const struct import_context *ctx, const char *symbol, struct day day);
/* import_asset_of() - the portfolio's oldest asset that the symbol in the file may mean, or NULL. */
const struct import_asset *import_asset_of(const struct import_context *ctx, const char *symbol);

/* ---- product.c, tickers.c ---- */

void product_read(void *pool, const char *cell, struct product *out);
/* ticker_clean() - upper case, without market suffixes. @fractional: traded in the fractional market */
const char *ticker_clean(void *pool, const struct import_context *ctx, const char *ticker,
			 bool fractional);
/* ticker_ending() - the number after the four-character root (PETR4 is 4), or -1. */
int ticker_ending(const char *symbol);
bool ticker_is_right(const char *symbol);   /* endings 1, 2, 12 */
bool ticker_is_receipt(const char *symbol); /* endings 9, 10, 13, 14, 15 */
bool option_shape(const char *symbol);
const char *ticker_underlying(void *pool, const char *symbol); /* of a right or receipt */

/* import_take_type() - sets the type of the entry's symbol, and whether it is a guess (types.c). */
void import_take_type(struct import_work *w, size_t i);
/* types_unify() - applies the type that some rows give a paper to all its rows. */
void types_unify(struct import_work *w);
/* ticker_type() - the type that the form of a ticker suggests. */
enum asset_type ticker_type(const char *symbol);
/* import_known_types() - the types of a symbol according to market and portfolio, 0 when unknown. */
unsigned import_known_types(const struct import_context *ctx, const char *symbol);

/* ---- cells.c; interned.c has import_keep() ---- */

/* import_keep() - a copy of @text (or NULL) that lives as long as the result. */
const char *import_keep(struct import_work *w, const char *text);
const char *import_cell(const struct import_work *w, const struct import_line *l, enum column c);
/* import_fail() - the row cannot be used, and why; always false. */
bool import_fail(struct import_work *w, size_t i, const char *fmt, ...) PRINTF_LIKE(3, 4);
void import_ignore(struct import_entry *e, const char *reason);
void import_warn(struct import_work *w, size_t i, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* import_kind() - the kind of the cell at column @at. */
enum sheet_cell import_kind(const struct import_line *l, size_t at);
/* import_prove() - finds the decimal mark and the order of dates that the sheet proves. */
void import_prove(struct import_work *w); /* values.c */
/* import_fail_as() - the same with the error's code. */
void import_fail_as(struct import_work *w, size_t i, const char *code, const char *fmt, ...)
	PRINTF_LIKE(4, 5);

/* The meaning of a minus sign before a quantity. */
enum quantity_sign { SIGN_REFUSED, SIGN_KEPT, SIGN_DROPPED };

/* import_numbers() - quantity, price and value of a line; false when the line is in error. */
bool import_numbers(struct import_work *w, size_t i, enum quantity_sign sign);
/*
 * import_number() - the number of any other column at @at.
 * @what: pt-BR, for the error; *known false when the cell is empty; false when the line is in error.
 */
bool import_number(struct import_work *w, size_t i, size_t at, const char *what, int places,
		   wide max, wide *out, bool *known);
/* manual_text() - a cell without blanks around, or as it was before csv_guarded(); or NULL. */
const char *manual_text(const struct import_work *w, const struct import_line *l, enum column c);
/* import_date() - the date of a line; false when the line is in error. */
bool import_date(struct import_work *w, size_t i);
/* import_trade() - makes the line a trade. */
void import_trade(struct import_work *w, size_t i, enum row_kind kind, enum event_kind event);

/* ---- one source each ---- */

void negociacao_read(struct import_work *w, size_t i); /* import_trades.c */
void manual_read(struct import_work *w, size_t i);     /* manual.c */
extern const char import_extra_cells[]; /* the reason of a row with more cells than the header */
/*
 * manual_asset(), manual_words() - ticker and type; currency, note, meta, name.  False when the line is
 * in error.
 */
bool manual_asset(struct import_work *w, size_t i, bool index_allowed);
bool manual_words(struct import_work *w, size_t i);
/*
 * asset_type_said() - asset_type_of_word() for a row with this ticker: a "stock" is American unless its
 * ticker is one of the exchange's; type_words.c.
 */
int asset_type_said(void *pool, const char *cell, const char *ticker);
extern const char type_words_known[]; /* for an error */
/* ticker_at_home() - without the suffix that other sites add to papers of the exchange (PETR4.SA). */
const char *ticker_at_home(void *pool, const char *ticker); /* product.c */
/* export_read() - reads a line without an operation in our own export. */
void export_read(struct import_work *w, size_t i); /* export_sheet.c */
/* assets_find() - finds the papers that the portfolio or an earlier line already has. */
void assets_find(struct import_work *w);	     /* export_sheet.c */
void movement_read(struct import_work *w, size_t i); /* movement.c */
extern const char balance_restated[]; /* the reason of an Atualização that is nothing else */
/* movements_relate() - what depends on other rows: reversals, pairs, rights and what becomes of
 * them. */
void movements_relate(struct import_work *w); /* rights.c */

/* ---- afterwards ---- */

/* externals_check() - checks external ids once duplicates are known: a repeated one is an error. */
void externals_check(struct import_work *w); /* external.c */
/* import_compare() - finds rows that the ledger has: duplicates, then trades covered by negociacao. */
void import_compare(struct import_work *w, struct import_result *out); /* merge_statements.c */
/*
 * day_totals_compare() - the same trades in other pieces: an execution each in one file, their sum in the
 * statement (day_totals.c).  Of notes or a negociacao file.
 */
void day_totals_compare(struct import_work *w, struct import_result *out);
/* events_size() - ratios of splits and groupings, from the quantity held the day before. */
enum calc_err events_size(struct import_work *w); /* sold_short.c */
/* uncovered_warn() - a warning for each uncovered sale, and for shares without a counterpart (1.7). */
enum calc_err uncovered_warn(struct import_work *w); /* sold_short.c */
/* event_known() - the reference event of a line within 15 days, or NULL. */
const struct reference_event *event_known(const struct import_work *w, size_t i,
					  enum event_kind kind);

#endif
