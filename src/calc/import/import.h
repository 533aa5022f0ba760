/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import.h: turns spreadsheet rows into ledger entries (doc/calculations.md 16).
 *
 * Pure: cells come as text (src/sheet reads the file), the state of the ledger comes as facts; the
 * result is entries with a status and a reason.  Two calls: import_symbols() lists the papers of the
 * file, so that the caller can query their data at once; import_map() does the rest.
 */
#ifndef LASTRO_CALC_IMPORT_IMPORT_H
#define LASTRO_CALC_IMPORT_IMPORT_H

#include "calc/import/cells.h"
#include "calc/import/column_mapping.h"
#include "calc/import/corrected_sheet.h"
#include "calc/import/formats/formats.h"
#include "calc/import/position_sheet.h"

enum import_source {
	IMPORT_UNKNOWN,
	IMPORT_NEGOCIACAO,
	IMPORT_MOVIMENTACAO,
	IMPORT_MANUAL,
	IMPORT_SUMMARY
};
extern const char *const import_source_names[]; /* "" , "negociacao" … */

enum import_status { IMPORT_IMPORTED, IMPORT_IGNORED, IMPORT_DUPLICATE, IMPORT_ERROR };
extern const char *const import_status_names[];

/* import_detect() - finds the header row within the first 20 rows; IMPORT_SUMMARY is the refused export. */
enum import_source import_detect(void *pool, const struct sheet *s, size_t *header_row);

/* A name or an ISIN in the ticker's place: the paper that it identifies, or similar ones. */
struct import_named {
	const char *typed;
	enum asset_type type;
	const char *symbol, *name; /* symbol NULL: it identifies nothing */
	const char *candidates;	   /* pt-BR, or NULL */
};

/*
 * import_unnamed() - the texts in the ticker's place in a hand-made spreadsheet, each once with the
 * type of its row; the caller fills in symbol, name and candidates.  At most @max.
 */
struct import_named *import_unnamed(void *pool, const struct sheet *s, size_t max, size_t *n);

/*
 * import_symbols() - the symbols of the file, each once, ascending; to look up known types and market
 * data.
 * @named: of import_unnamed(), filled in
 */
const char *const *import_symbols(void *pool, const struct sheet *s,
				  const struct import_named *named, size_t n_named, size_t *n);

/* ---- output ---- */

enum entry_effect {
	ENTRY_NONE,
	ENTRY_TRADE,
	ENTRY_INCOME,
	ENTRY_ASSET,	 /* a watched paper, from our own export */
	ENTRY_COVERAGE,	 /* days that movement files cover (2.1), likewise; ignored as a row */
	ENTRY_FIRST_DAY, /* first day of the earliest exchange statement, likewise */
};

struct import_entry {
	size_t row_index; /* 1-based, among the rows with content after the header */
	size_t line;	  /* of the sheet, from 1 */
	enum import_status status;
	enum entry_effect effect; /* also set for a duplicate, and for a covered one */
	bool cross_source; /* ignored because a negociacao statement or a note has the trade */
	bool settlement; /* a movimentacao trade that a negociacao file or a note may retire later */
	bool corrected;	 /* by hand, before it was read: the caller sets it */
	bool retired;	 /* with cross_source: written all the same, retired by this import, */
	struct uuid retired_by; /* so that undoing the covering file restores it */
	const char *label;	/* the Movimentação or operação as printed, or NULL */
	const char *reason;	/* pt-BR, or NULL */
	const char *code;	/* "number_ambiguous" … of an error, "cross_source", or NULL */
	const char *warning;	/* pt-BR, or NULL */
	const char *symbol;	/* or NULL */
	const char *typed;	/* no ticker: an ISIN or a name, as in import_named; or NULL */
	enum asset_type type;
	bool type_guessed; /* only from the form of the ticker */
	const char *name;  /* of the product, or NULL */
	const char *paper; /* CDB, LCI … of private paper, or NULL */
	bool has_day;
	struct day day;		      /* as in the file */
	struct ledger_row trade;      /* ENTRY_TRADE; the ex day when the market data has it */
	enum income_kind income_kind; /* ENTRY_INCOME */
	struct money amount;	      /* ENTRY_INCOME, net, in cents */
	enum currency currency;
	const char *meta;	 /* JSON as typed (manual export round trip), unchecked, or NULL */
	const char *external_id; /* ENTRY_TRADE: the external id, or NULL */
	const char *option;	 /* ENTRY_TRADE: the exercised option, or NULL */
	const char *institution; /* ENTRY_TRADE: as the sheet prints it, or NULL; not in the key */
	struct income_facts facts; /* ENTRY_INCOME */
	struct day_range covered;  /* ENTRY_COVERAGE; ENTRY_FIRST_DAY: from */
};

/* ---- input ---- */

/* An existing ledger row or income, for covering, deduplication and held quantities. */
struct ledger_fact {
	const char *symbol;
	enum asset_type type;
	enum row_kind kind;
	enum event_kind event;
	struct day day;
	struct qty qty; /* 0 in a negociacao trade: covers a settlement of any quantity */
	bool price_known;
	struct price price;
	struct money fees;
	int64_t ratio_e12;	   /* ROW_SPLIT */
	enum income_kind income;   /* of an income */
	struct money amount;	   /* of an income */
	enum import_source source; /* IMPORT_UNKNOWN when typed */
	bool of_note;		   /* an execution of a brokerage note */
	struct uuid id;
	struct uuid import_id;	 /* nil when typed */
	const char *external_id; /* or NULL */
	const char *institution; /* or NULL */
	bool settlement;
	bool retired; /* a settlement row already retired by a negociacao file */
};

/* The types of a symbol according to market and portfolio. */
struct import_known {
	const char *symbol;
	unsigned types; /* bits 1 << enum asset_type */
};

struct import_asset {
	const char *symbol;
	enum asset_type type;
	bool decline_events;
	bool guessed; /* its type is a guess: a type in the file takes precedence */
};

struct import_context {
	const struct ledger_fact *facts; /* ascending by (symbol, day, id) */
	size_t n_facts;
	const struct ledger_fact *incomes; /* any order */
	size_t n_incomes;
	const struct import_asset *assets; /* of the portfolio, ascending by symbol, oldest first */
	size_t n_assets;
	const struct import_known *known; /* of the market, ascending by symbol */
	size_t n_known;
	const struct market *market;	  /* reference events and successions; may be NULL */
	const struct import_named *named; /* of import_unnamed(), filled in */
	size_t n_named;
	const struct import_translation *translated; /* the sheet is that of a format; or NULL */
	struct uuid import_id; /* of this import; nil in a dry run or a test */
	struct day today;
	bool of_exchange; /* the exchange's own file: import_map() sets it in its copy */
};

/* An asset of the portfolio whose guessed type differs from the file's. */
struct import_retype {
	const char *symbol;
	enum asset_type from, to;
};

struct import_result {
	enum import_source source;
	struct import_retype *retyped; /* the entries already have the new type */
	size_t n_retyped;
	struct import_entry *entries; /* one a data row, in the file's order */
	size_t n_entries;
	size_t *written; /* entries to be written, in the order of insertion */
	size_t n_written;
	struct uuid *
		retired; /* settlement rows that this negociacao file covers, or its rows that a note replaces */
	size_t n_retired;
	const char **warnings; /* all, pt-BR */
	size_t n_warnings;
	struct day_range *coverage; /* of ENTRY_COVERAGE, in the file's order */
	size_t n_coverage;
	bool has_first_day;
	struct day first_day; /* of ENTRY_FIRST_DAY, the earliest */
	size_t parsed, imported, duplicates, ignored, cross_source, errors;
	size_t symbols; /* distinct assets of the imported rows */
	bool has_period;
	struct day first, last;
	const char *refusal; /* pt-BR, with CALC_INPUT: why the whole sheet is refused, or NULL */
};

/*
 * import_map() - map, cover, deduplicate.  Errors of a row are in the row.  CALC_INPUT when the
 * header is not one of the three sources, or dates prove both orders of day and month (out->refusal
 * says so); CALC_RANGE when a ledger's sum leaves the grid.
 */
enum calc_err import_map(void *pool, const struct sheet *s, const struct import_context *ctx,
			 struct import_result *out) MUST_CHECK;

/*
 * import_cover_again() - the settlements that trades of the ledger cover, and the imports of these, once an import
 * that had covered them is undone: another one may have their trades, too.
 * @ctx: only the facts count
 * @settlements, @by: room for all facts; returns how many there are
 */
size_t import_cover_again(void *pool, const struct import_context *ctx, struct uuid *settlements,
			  struct uuid *by);

/* ---- parts used elsewhere ---- */

/* asset_type_of_word() - the type that a word names, in either language; -1 for an unknown word. */
int asset_type_of_word(void *pool, const char *cell);

/*
 * import_lacks() - for an unrecognised sheet, the columns that its likeliest header lacks, pt-BR; NULL
 * when no row has a date and another column of a hand-made sheet.
 */
const char *import_lacks(void *pool, const struct sheet *s, size_t *line);

/* import_expected() - pt-BR, what the column with this name is expected to have, with an example; NULL: any other. */
const char *import_expected(void *pool, const char *name);

#define EXTERNAL_ID_MAX 200 /* characters */

/* The key by which two entries are the same: asset, kind, date, quantity, price. */
struct natural_key {
	const char *symbol;
	enum asset_type type;
	int kind; /* enum row_kind, or 16 + enum income_kind */
	struct day day;
	struct qty qty; /* 0 for income */
	bool price_known;
	struct price price;	 /* the amount, for income */
	const char *external_id; /* external id, or NULL: not part of the key */
};

/*
 * import_dedupe() - a key that @existing has n times matches the first n of @incoming (in their order);
 * sets duplicate[i].  An entry with an external id matches one with the same id, or one without; never
 * one with another id.  O(n log n).
 */
void import_dedupe(void *pool, const struct natural_key *existing, size_t n_existing,
		   const struct natural_key *incoming, size_t n_incoming, bool *duplicate);

/*
 * import_guesses() - whether the form of the symbol alone gives this type: our export leaves a guessed
 * type out.
 */
bool import_guesses(const char *symbol);

/*
 * import_type_of_form() - enum asset_type of a ticker whose form says it, a share or a receipt; -1 for others: a fund, a
 * unit and an ETF end alike.
 */
int import_type_of_form(const char *symbol);

#endif
