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
 * ---- what modules that have portfolios of their own ask (access_client() chose one) ----
 *
 * Each writes one value under @name to @out, and refuses with the wallet's codes.
 */

struct json;

extern const char *const wallet_layers[]; /* of the detail; in the order of its bits */

/* wallet_detail() - PortfolioDetail with those layers; @at: as of a day of the past, or NULL. */
void wallet_detail(struct ctx *ctx, unsigned layers, const struct day *at, struct json *out,
		   const char *name);

/*
 * wallet_import_file() - a file into ctx->caller's portfolio (resource_workspace, portfolio, account);
 * the import summary is written to @out.  Refuses as the import does; a dry run writes nothing.
 */
void wallet_import_file(struct ctx *ctx, const char *filename, struct slice content, bool dry_run,
			struct json *out);

#endif
