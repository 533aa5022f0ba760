/* SPDX-License-Identifier: Apache-2.0 */
/* asset.h: assets of a portfolio, in request bodies and in answers. */
#ifndef LASTRO_PORTFOLIO_LEDGER_ASSET_H
#define LASTRO_PORTFOLIO_LEDGER_ASSET_H

#include "calc/amounts/amounts.h"
#include "db/db.h"
#include "http/json_read.h"
#include "http/response.h"
#include "market/objects/objects.h"

/* How a body names the asset that a row belongs to: asset_id, or symbol and asset_type. */
struct asset_ref {
	struct body *body; /* for errors that only the ledger's state reveals */
	bool by_id;
	struct uuid id;	    /* given, or found by asset_refs_take() */
	const char *symbol; /* normalised; found when by_id */
	enum asset_type type;
	enum currency currency; /* given, or by asset_type; the asset's own once found */
	bool currency_given;
	bool ok;	/* the body named one */
	bool has_other; /* the portfolio has the symbol in another class, too: @other */
	enum asset_type other;

	/*
	 * The typed text is not a symbol of its type: a name or an ISIN, which asset_refs_identify()
	 * looks up.
	 */
	const char *typed;
	const char *expected;		       /* pt-BR: what a symbol looks like */
	const struct object_answer *taken_for; /* what it was resolved to; NULL: it was a symbol */
};

/* asset_question() - the lookup of a text for this type, which asset_is_named() must accept. */
struct object_question asset_question(enum asset_type type, const char *text);

/*
 * asset_is_named() - whether a text must be looked up, because it is not a symbol of its type, or is an
 * ISIN.  @symbol: symbol_normal()'s.
 */
bool asset_is_named(enum asset_type type, const char *symbol);

/*
 * asset_refs_identify() - resolves the symbols of assets typed otherwise: an exact key, or the only
 * exact name; anything else is noted in the body with its candidates.  Call before body_done(); does
 * nothing, without a round trip, when all are symbols.
 */
void asset_refs_identify(struct ctx *ctx, struct asset_ref *const *refs, size_t n);

/* asset_taken_for() - writes the member "taken_for" of an answer, if a text was resolved. */
void asset_taken_for(struct json *j, const struct asset_ref *ref);

/*
 * asset_ref_read() - takes asset_id, or symbol and asset_type, and currency from a row's body; notes
 * errors in it, including an index (which can only be watched).
 */
void asset_ref_read(struct ctx *ctx, struct body *b, struct asset_ref *ref);
/* asset_ref_read_paper() - symbol and asset_type alone. */
void asset_ref_read_paper(struct ctx *ctx, struct body *b, struct asset_ref *ref);
/* asset_ref_read_new() - symbol, asset_type and currency of a new asset. */
void asset_ref_read_new(struct ctx *ctx, struct body *b, struct asset_ref *ref);

/* asset_refs_send() - queues one statement: reads the portfolio's assets that these rows name. */
void asset_refs_send(struct ctx *ctx, const struct asset_ref *refs, size_t n);

/*
 * asset_refs_take() - completes the references.  A symbol that the portfolio lacks gets a new id, for
 * asset_refs_add_send() to write.  404 asset_not_found for an unknown asset_id; an index, and a
 * currency other than the asset's, are noted in the bodies (call body_done() again).
 */
struct new_assets {
	const struct asset_ref **items;
	size_t n;
};
struct new_assets asset_refs_take(struct ctx *ctx, struct asset_ref *refs, size_t n,
				  const struct db_rows *rows);

/*
 * asset_room() - 422 ledger_out_of_range when the portfolio would have more than PORTFOLIO_ASSETS with @n new ones: what
 * one request computes, and its memory, grow with them.
 * asset_room_of() - the same for a known number of present ones.
 */
#define PORTFOLIO_ASSETS 10000
void asset_room(struct ctx *ctx, size_t n);
void asset_room_of(struct ctx *ctx, size_t present, size_t n);

/*
 * asset_ref_move() - completes the reference to the paper that a stored row of the currency @from gets, since a ticker was
 * wrong: one of another currency is refused.  The paper is created when it is missing.
 */
struct new_assets asset_ref_move(struct ctx *ctx, struct body *b, enum currency from,
				 struct asset_ref *to, const struct db_rows *found);

/*
 * asset_refs_add_send() - queues one statement that writes the new assets; false, and none, when there
 * are none.
 */
bool asset_refs_add_send(struct ctx *ctx, const struct new_assets *added);

/* A new asset from a request body. */
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
