/* SPDX-License-Identifier: Apache-2.0 */
/* import_routes.c: the routes of the import. */
#include "config.h"

#include "portfolio/import/import_parts.h"
#include "portfolio/portfolio.h"

#define ONE "/v1/portfolios/{id}/imports"

#define READS                                                                                      \
	.caller = CALLER_ANY, .scope = SCOPE_ACCOUNT_READ, .subject = SUBJECT_PORTFOLIO,           \
	.validator = VALIDATOR_LEDGER
#define EDITS                                                                                      \
	.caller = CALLER_ANY, .scope = SCOPE_ACCOUNT_WRITE, .subject = SUBJECT_PORTFOLIO,          \
	.right = RIGHT_EDIT, .transaction = TX_WRITE, .heavy = heavy_always

#define KEPT "/v1/import-mappings"
#define WRITES                                                                                     \
	.caller = CALLER_PERSON, .scope = SCOPE_ACCOUNT_WRITE, .subject = SUBJECT_WALLET,          \
	.transaction = TX_WRITE

const struct route import_routes[] = {
	{ POST, ONE, "importPortfolioSpreadsheet", import_create, EDITS, .once = ONCE,
	  .body = BODY_MULTIPART, .body_max = MAX_SPREADSHEET },
	{ GET, ONE, "listPortfolioImports", import_list, READS },
	{ GET, ONE "/{importId}/rows", "listPortfolioImportRows", import_rows, READS },
	{ GET, ONE "/{importId}", "getPortfolioImport", import_get, READS },
	{ POST, "/v1/portfolios/{id}/reconcile", "reconcilePortfolio", portfolio_reconcile,
	  .caller = CALLER_ANY, .scope = SCOPE_ACCOUNT_READ, .subject = SUBJECT_PORTFOLIO,
	  .heavy = heavy_always, .body = BODY_MULTIPART, .body_max = MAX_SPREADSHEET },
	{ DELETE, ONE "/{importId}", "undoPortfolioImport", import_undo, EDITS },
	{ GET, KEPT, "listImportMappings", import_mapping_list, .caller = CALLER_PERSON,
	  .scope = SCOPE_ACCOUNT_READ, .subject = SUBJECT_WALLET },
	{ POST, KEPT, "createImportMapping", import_mapping_create, WRITES, .once = ONCE,
	  .body = BODY_JSON, .body_max = MAX_JSON },
	{ DELETE, KEPT "/{id}", "deleteImportMapping", import_mapping_delete, WRITES },
	{ .run = NULL },
};
