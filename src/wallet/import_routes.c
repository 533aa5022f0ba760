/* SPDX-License-Identifier: Apache-2.0 */
/* import_routes.c: what the import answers (completions.md 3). */
#include "config.h"

#include "wallet/import.h"
#include "wallet/wallet.h"

#define ONE "/v1/portfolios/{id}/imports"

enum {
	READS = ROUTE_WALLET | ROUTE_PORTFOLIO | ROUTE_ETAG,
	EDITS = ROUTE_WALLET | ROUTE_PORTFOLIO | ROUTE_WRITE | ROUTE_EDIT | ROUTE_IMPORT,
};

const struct route import_routes[] = {
	{ POST, ONE, SCOPE_ACCOUNT_WRITE, ANY_KEY, import_create, "importPortfolioSpreadsheet",
	  EDITS | ROUTE_IDEMPOTENT, BODY_SPREADSHEET },
	{ GET, ONE, SCOPE_ACCOUNT_READ, ANY_KEY, import_list, "listPortfolioImports", READS, 0 },
	{ GET, ONE "/{importId}/rows", SCOPE_ACCOUNT_READ, ANY_KEY, import_rows,
	  "listPortfolioImportRows", READS, 0 },
	{ DELETE, ONE "/{importId}", SCOPE_ACCOUNT_WRITE, ANY_KEY, import_undo,
	  "undoPortfolioImport", EDITS, 0 },
	{ .run = NULL },
};

void import_register(void)
{
	db_register(import_store_stmts, n_import_store_stmts);
	db_register(import_write_stmts, n_import_write_stmts);
	db_register(import_list_stmts, n_import_list_stmts);
	db_register(import_names_stmts, n_import_names_stmts);
	db_register(import_undo_stmts, n_import_undo_stmts);
}
