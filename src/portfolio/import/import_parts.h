/* SPDX-License-Identifier: Apache-2.0 */
/* import_parts.h: what the files of the import share. */
#ifndef LASTRO_PORTFOLIO_IMPORT_IMPORT_PARTS_H
#define LASTRO_PORTFOLIO_IMPORT_IMPORT_PARTS_H

#include "calc/import/import.h"
#include "db/db.h"
#include "core/json_write.h"
#include "http/json_read.h"
#include "http/multipart.h"
#include "sheet/sheet.h"

/* ---- import_store.c ---- */

/* An asset of the portfolio with one of the file's symbols. */
struct stored_asset {
	struct uuid id;
	const char *symbol;
	enum asset_type type;
	enum currency currency;
	bool nameless; /* created by an import, and still without a name */
	bool retyped;  /* the file gives another type than the guessed one */
};

struct stored {
	struct stored_asset *assets; /* ascending by (symbol, type) */
	size_t n_assets;
	struct import_context context; /* for import_map() */
};

int stored_asset_compare(const void *x, const void *y); /* by (symbol, type) */
/* stored_asset_find() - NULL: none. */
struct stored_asset *stored_asset_find(struct stored_asset *list, size_t n, const char *symbol,
				       enum asset_type type);

#define IMPORT_LOADS 5

/* import_successions() - the successions that led to @symbols; queried first. */
const struct db_rows *import_successions(struct ctx *ctx, const char *const *symbols, size_t n);

/*
 * import_load_send() - queues IMPORT_LOADS statements, which read everything that a file naming
 * @symbols is compared with.
 * @succeeded: of import_successions()
 */
void import_load_send(struct ctx *ctx, const char *const *symbols, size_t n,
		      const struct db_rows *succeeded);
void import_load_take(struct ctx *ctx, struct db_rows *const *rows, const struct db_rows *succeeded,
		      struct stored *out);

/* import_facts() - the rows of the ledger with these symbols; nothing else in it is set. */
struct import_context import_facts(struct ctx *ctx, const char *const *symbols, size_t n);

/* stored_retype() - sets the assets' types to those that the file gives. */
void stored_retype(struct stored *stored, const struct import_result *r);

/* ---- import_write.c ---- */

/* A file being written to the ledger. */
struct incoming {
	struct uuid id;	      /* of the import */
	const char *filename; /* or NULL */
	const struct sheet *sheet;
	size_t header_row;
	const struct import_result *result;
	bool notes;			/* brokerage notes: their trades cover settlements */
	const char *summary, *warnings; /* JSON */
};

/* import_write() - writes everything, with the new version and the audit row. */
void import_write(struct ctx *ctx, const struct incoming *in, const struct stored *stored);

/* ---- import_edited.c, import_doubts.c ---- */

/* import_edited_leave() - rows that came before and were changed since become duplicates; @shown, @header_row: their cells. */
void import_edited_leave(struct ctx *ctx, const struct sheet *shown, size_t header_row,
			 struct import_result *r);

/*
 * import_doubt_prices() - the warning of rows whose price is far from the close, and of the first of a symbol that neither the market
 * nor @known has; of a file's first 2,000 trades.
 */
void import_doubt_prices(struct ctx *ctx, const struct import_context *known,
			 struct import_result *r);

/*
 * import_doubt_trades() - the warning of rows like a trade that @known has: of the asset, the day and the broker, with
 * the same quantity or the same price.  Of a file's first 2,000 trades.
 */
void import_doubt_trades(struct ctx *ctx, const struct import_context *known,
			 struct import_result *r);

/* ---- import_upload.c ---- */

/* A file, parsed and recognised. */
struct upload {
	const char *filename; /* or NULL */
	struct sheet sheet;
	enum import_source source;
	size_t header_row;
	size_t worksheet;			     /* of the file */
	const struct import_translation *translated; /* a file of another program; or NULL */
	const struct kept_mapping *mapping;	     /* by which it was translated; or NULL */
	const struct upload_aside *aside;	     /* of a held file; or NULL */
	bool accepted;	  /* the person has confirmed what the translation doubts */
	bool rows_shown;  /* the answer has the rows, as that of a dry run */
	size_t rows_from; /* then: number of rows to skip in it */
	const char *const *symbols;
	size_t n_symbols;
	const struct import_named *named; /* rows with ISINs and names instead of tickers */
	size_t n_named;
};

/* What a request says about its file. */
struct upload_asked {
	const struct uuid *mapping;	  /* read it by this one; or NULL */
	const struct upload_aside *aside; /* of a held file; or NULL */
};

/* upload_of() - parses the sheet of a file, or refuses with the remedy. */
struct upload *upload_of(struct ctx *ctx, const char *filename, struct slice content,
			 const struct upload_asked *asked);
/* upload_worksheets() - the first @max worksheets of a file. */
void upload_worksheets(struct ctx *ctx, struct slice content, size_t max, struct worksheets *all);

/* ---- import_parts.c ---- */

/*
 * upload_compare() - maps the file and compares it with the ledger; with @lock, holds the portfolio's lock from here on.
 * @id: of the import that is to be; nil: none
 */
void upload_compare(struct ctx *ctx, const struct upload *u, bool lock, struct uuid id,
		    struct stored *stored, struct import_result *r);

/* ---- import_entry.c ---- */

/* import_entry_kind() - what the row is in the ledger: "buy", "income" …, or NULL. */
const char *import_entry_kind(const struct import_entry *e);
/* import_entry_reason() - or the warning, and that the row was corrected by hand; or NULL. */
const char *import_entry_reason(void *pool, const struct import_entry *e);
/*
 * import_entries_render() - rows and their outcome, as an array named @name: skips @from rows, then
 * writes as many as one answer shows.
 */
void import_entries_render(struct json *j, void *pool, const char *name,
			   const struct import_result *r, size_t from, bool errors_only);

/* ---- import_names.c ---- */

/* import_name_within() - @name cut to the column's bound; NULL for none. */
const char *import_name_within(void *pool, const char *name);
/* import_names_send() - gives names to nameless assets; returns the number of queued statements. */
size_t import_names_send(struct ctx *ctx, const struct import_result *r,
			 const struct stored *stored);
/*
 * import_names_clear_send() - queues one statement that clears the names given by @import, before its
 * rows are deleted.
 */
void import_names_clear_send(struct ctx *ctx, struct uuid import);

/* ---- import_file.c ---- */

/*
 * import_file_read() - the file of the request, with its name or NULL; 400 or 415 without one.
 * @password: of the form, or NULL: where a file has none
 */
struct part import_file_read(struct ctx *ctx, const char **password);
/* import_sheet_read() - refuses a file that could not be read as a sheet. */
void import_sheet_read(struct ctx *ctx, enum sheet_err err, const char *reason);

/* ---- import_raw.c ---- */

/* import_raw() - for the data rows [from, to): the cells under their headers as JSON text, bounded. */
const char **import_raw(void *pool, const struct sheet *s, size_t header_row, size_t from,
			size_t to);

/*
 * import_external_ids() - for each data row: a hash of its cells and, after a dash, its number among
 * the equal rows of the file.  The same row in another export has the same id.
 */
const char **import_external_ids(void *pool, const struct sheet *s, size_t header_row, size_t n);

/* ---- import_mappings.c ---- */

/* A mapping that the account has kept. */
struct kept_mapping {
	struct uuid id;
	const char *name;
	int64_t changed_ms;
	struct column_mapping mapping;
	/* where import_mapping_find() found its header: */
	size_t worksheet, header; /* SIZE_MAX: it is of sheets without one */
};

/*
 * import_mapping_find() - the account's mapping of a sheet of the file, or NULL.
 * @only: this one alone; NULL: any
 */
struct kept_mapping *import_mapping_find(struct ctx *ctx, const struct worksheet *sheets, size_t n,
					 const struct uuid *only);

/* import_mapping_needed() - 404 import_mapping_not_found when the account has none with this id. */
void import_mapping_needed(struct ctx *ctx, struct uuid id);

/* ---- mapping_document.c ---- */

/* mapping_read() - the members of a mapping; faults are noted.  mapping_members() - writes them into an open object. */
void mapping_read(struct ctx *ctx, struct body *b, struct column_mapping *out);
void mapping_members(struct json *j, const struct column_mapping *m);

/* ---- import_corrections.c ---- */

/* What goes with a held file. */
struct upload_aside {
	bool has_mapping;
	struct uuid mapping;
	struct row_correction *corrections; /* ascending by line */
	size_t n;
};

/* upload_aside_read() - @json: form_file.aside, or NULL. */
void upload_aside_read(struct ctx *ctx, const char *json, struct upload_aside *out);

/* ---- handlers ---- */

void import_mapping_delete(struct ctx *ctx); /* import_mappings.c; the others: portfolio.h */

void import_create(struct ctx *ctx); /* import_parts.c */
void import_list(struct ctx *ctx);   /* import_list.c */
void import_get(struct ctx *ctx);
void import_rows(struct ctx *ctx);	   /* import_list.c */
void import_undo(struct ctx *ctx);	   /* import_undo.c */
void portfolio_reconcile(struct ctx *ctx); /* reconcile_routes.c */

#endif
