/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wallet.h: portfolios, their ledgers and their figures, as other modules and the command see them.
 */
#ifndef LASTRO_WALLET_WALLET_H
#define LASTRO_WALLET_WALLET_H

#include "http/router.h"

extern const struct route wallet_routes[];
extern const struct route import_routes[];

/* wallet_register() - db_register() for every room of the module but the import's; once, at start. */
void wallet_register(void);
/* import_register() - the same for the import. */
void import_register(void);

/*
 * wallet_import_file() - a file into ctx->caller's portfolio (resource_workspace, portfolio, account);
 * the import summary is written to @out.  Refuses as the import does; a dry run writes nothing.
 */
struct json;
void wallet_import_file(struct ctx *ctx, const char *filename, struct slice content, bool dry_run,
			struct json *out);

#endif
