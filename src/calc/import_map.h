/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_map.h: spreadsheet rows become ledger entries (calculations.md 16, sources.md b).
 *
 * Pure: cells come as text (wallet/import reads the file), the state of the ledger comes as a
 * callback-free lookup, out come entries with a status and a reason.
 */
#ifndef LASTRO_CALC_IMPORT_MAP_H
#define LASTRO_CALC_IMPORT_MAP_H

#include "calc/ledger.h"

enum import_source { IMPORT_UNKNOWN, IMPORT_NEGOCIACAO, IMPORT_MOVIMENTACAO, IMPORT_MANUAL, IMPORT_SUMMARY };
extern const char *const import_source_names[];		/* "" , "negociacao" … */

enum import_status { IMPORT_IMPORTED, IMPORT_IGNORED, IMPORT_DUPLICATE, IMPORT_ERROR };
extern const char *const import_status_names[];

/* A spreadsheet as read: rows of cells, all text (numbers in plain or Brazilian form). */
struct sheet {
	const char *const *const *rows;	/* rows[r][c]; NULL = empty cell */
	const size_t *n_cells;		/* per row */
	size_t n_rows;
};

/* import_detect() - find the header row within the first 20 rows; IMPORT_SUMMARY is the refused export. */
enum import_source import_detect(void *pool, const struct sheet *s, size_t *header_row);

enum entry_effect { ENTRY_NONE, ENTRY_TRADE, ENTRY_INCOME };

struct import_entry {
	size_t row_index;		/* 1-based, of the sheet's data rows */
	enum import_status status;
	enum entry_effect effect;
	bool cross_source;		/* ignored because the other statement has the trade */
	bool settlement;		/* a movimentacao trade that a negociacao file may retire later */
	const char *label;		/* the Movimentação or operação as printed, or NULL */
	const char *reason;		/* pt-BR, or NULL */
	const char *warning;		/* pt-BR, or NULL */
	const char *symbol;		/* or NULL */
	enum asset_type type;
	const char *name;		/* of the product, or NULL */
	bool has_day;
	struct day day;
	struct ledger_row trade;	/* ENTRY_TRADE */
	enum income_kind income_kind;	/* ENTRY_INCOME */
	struct money amount;		/* ENTRY_INCOME, net, BRL */
	enum currency currency;
	const char *meta;		/* JSON (manual export round trip), or NULL */
};

/* What the ledger already holds, for covering, deduplication and held quantities. */
struct ledger_fact {
	const char *symbol;
	enum row_kind kind;
	enum event_kind event;
	struct day day;
	struct qty qty;
	bool price_known;
	struct price price;
	enum import_source source;	/* IMPORT_UNKNOWN when typed */
	struct uuid id;
	bool retired;			/* a settlement row already retired by a negociacao file */
};

struct import_context {
	const struct ledger_fact *facts;	/* ascending by (symbol, day, id) */
	size_t n_facts;
	const struct ledger_fact *incomes;	/* price = amount; qty 0; kind unused; event unused */
	size_t n_incomes;
	const struct market *market;		/* reference events and known tickers; may be NULL */
	struct day today;
};

struct import_result {
	enum import_source source;
	struct import_entry *entries;		/* one a data row, in the file's order */
	size_t n_entries;
	struct uuid *retired;			/* settlement rows that this negociacao file covers */
	size_t n_retired;
	const char **warnings;			/* all, pt-BR */
	size_t n_warnings;
};

/* import_map() - map, cover, deduplicate.  Errors of a row are in the row. */
enum calc_err import_map(void *pool, const struct sheet *s, const struct import_context *ctx,
			 struct import_result *out) MUST_CHECK;

/* import_number() - "1.234,56", "R$ 1.234,56", "RR$\t1.000,00", "1234.56", 17-digit floats; false for "-" and text. */
bool import_number(void *pool, const char *cell, int places, wide max, wide *out, bool *rounded) MUST_CHECK;

#endif
