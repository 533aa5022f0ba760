/* SPDX-License-Identifier: Apache-2.0 */
/* asset.h: assets of a portfolio as bodies name them and as answers show them. */
#ifndef LASTRO_PORTFOLIO_LEDGER_ASSET_H
#define LASTRO_PORTFOLIO_LEDGER_ASSET_H

#include "calc/amounts/amounts.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/response.h"
#include "market/objects/objects.h"

/* How a body names the asset that a row belongs to: asset_id, or symbol and asset_type. */
struct asset_ref {
	struct body *body; /* for errors that only the ledger's state shows */
	bool by_id;
	struct uuid id;	    /* given, or found by asset_refs_take() */
	const char *symbol; /* normalised; found when by_id */
	enum asset_type type;
	enum currency currency; /* given, or by asset_type; the asset's own once found */
	bool currency_given;
	bool ok; /* the body named one */

	/* What was typed is no symbol of its type: a name or an ISIN, which asset_refs_identify() looks up. */
	const char *typed;
	const char *expected;		       /* pt-BR: what a symbol looks like */
	const struct object_answer *taken_for; /* what it was taken for; NULL: it was a symbol */
};

/* asset_question() - what a text means for this type, one that asset_is_named() knows. */
struct object_question asset_question(enum asset_type type, const char *text);

/* asset_is_named() - what is no symbol of its type, or an ISIN, is to be looked up.  @symbol: symbol_normal()'s. */
bool asset_is_named(enum asset_type type, const char *symbol);

/*
 * asset_refs_identify() - the symbols of those that were typed otherwise: an exact key, or the single exact
 * name; anything else is noted in the body with its candidates.  Before body_done(); nothing, and no round
 * trip, when all are symbols.
 */
void asset_refs_identify(struct ctx *ctx, struct asset_ref *const *refs, size_t n);

/* asset_taken_for() - the member "taken_for" of an answer, if something was. */
void asset_taken_for(struct json *j, const struct asset_ref *ref);

/*
 * asset_ref_read() - take asset_id, or symbol and asset_type, and currency out of a row's body;
 * errors are noted in it, an index (which is only watched) among them.
 */
void asset_ref_read(struct ctx *ctx, struct body *b, struct asset_ref *ref);
/* asset_ref_read_new() - symbol, asset_type and currency of an asset to be written. */
void asset_ref_read_new(struct ctx *ctx, struct body *b, struct asset_ref *ref);

/* asset_refs_send() - queue one statement: the portfolio's assets that these rows name. */
void asset_refs_send(struct ctx *ctx, const struct asset_ref *refs, size_t n);

/*
 * asset_refs_take() - complete the references.  A symbol that the portfolio lacks gets a new id and
 * is to be written by asset_refs_add_send().  404 asset_not_found for an unknown asset_id; an index
 * and a currency that is not the asset's are noted in the bodies (call body_done() again).
 */
struct new_assets {
	const struct asset_ref **items;
	size_t n;
};
struct new_assets asset_refs_take(struct ctx *ctx, struct asset_ref *refs, size_t n,
				  const struct db_rows *rows);

/* asset_refs_add_send() - queue one statement that writes them (none when there are none: false).
 */
bool asset_refs_add_send(struct ctx *ctx, const struct new_assets *added);

/* An asset to be added, as a body brings it. */
struct new_asset {
	struct asset_ref ref;
	struct uuid id;
	const char *name, *meta; /* or NULL */
};

void asset_list(struct ctx *ctx);
void asset_get(struct ctx *ctx);
void asset_create(struct ctx *ctx);
void asset_update(struct ctx *ctx);
void asset_delete(struct ctx *ctx);

#endif
