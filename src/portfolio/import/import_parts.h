/* SPDX-License-Identifier: Apache-2.0 */
/* import_parts.h: what the files of the import share. */
#ifndef LASTRO_PORTFOLIO_IMPORT_IMPORT_PARTS_H
#define LASTRO_PORTFOLIO_IMPORT_IMPORT_PARTS_H

#include "calc/import/import.h"
#include "db/db.h"
#include "core/json_write.h"
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

/* ---- import_entry.c ---- */

/* import_entry_kind() - what the row is in the ledger: "buy", "income" …, or NULL. */
const char *import_entry_kind(const struct import_entry *e);
const char *import_entry_reason(const struct import_entry *e); /* or the warning, or NULL */
/*
 * import_entries_render() - rows and their outcome, as an array named @name: skips @from rows, then
 * writes as many as one answer shows.
 */
void import_entries_render(struct json *j, const char *name, const struct import_result *r,
			   size_t from, bool errors_only);

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

/* ---- handlers ---- */

void import_create(struct ctx *ctx); /* import_parts.c */
void import_list(struct ctx *ctx);   /* import_list.c */
void import_get(struct ctx *ctx);
void import_rows(struct ctx *ctx);	   /* import_list.c */
void import_undo(struct ctx *ctx);	   /* import_undo.c */
void portfolio_reconcile(struct ctx *ctx); /* reconcile_routes.c */

#endif
