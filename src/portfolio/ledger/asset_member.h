/* SPDX-License-Identifier: Apache-2.0 */
/* asset_member.h: reads and replaces one member of an asset's metadata, which the person stated. */
#ifndef LASTRO_PORTFOLIO_LEDGER_ASSET_MEMBER_H
#define LASTRO_PORTFOLIO_LEDGER_ASSET_MEMBER_H

#include "http/json_read.h"

/* asset_member_id() - of the asset in the path; 404 asset_not_found when it is malformed. */
struct uuid asset_member_id(struct ctx *ctx);

/*
 * asset_member_get() - the asset in the path of a GET without parameters, with symbol, type, currency and meta, for
 * who may read its ledger; asset_member_lock() - an asset, for a write: locks the portfolio first.  404 asset_not_found.
 */
struct ledger_asset asset_member_get(struct ctx *ctx);
struct ledger_asset asset_member_lock(struct ctx *ctx, struct uuid id);

/*
 * asset_member_with() - the meta of @a with @value as its member @name, or (NULL) without one; one that would
 * be too long is noted in @b and refused.
 */
const char *asset_member_with(struct ctx *ctx, struct body *b, const struct ledger_asset *a,
			      const char *name, struct json_object *value);

/* asset_member_store() - writes the meta of @a and updates the stored figures. */
void asset_member_store(struct ctx *ctx, const struct ledger_asset *a);

#endif
