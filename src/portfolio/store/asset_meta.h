/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asset_meta.h: the metadata of an asset: contracted terms, corporate events, and a person's own
 * members.
 */
#ifndef LASTRO_PORTFOLIO_STORE_ASSET_META_H
#define LASTRO_PORTFOLIO_STORE_ASSET_META_H

#include "calc/amounts/amounts.h"
#include "http/json_read.h"

struct asset_meta {
	const char *text; /* JSON object, or NULL */
	bool terms;	  /* it has fixed_income */
};

/* asset_meta_read() - takes and validates the member `meta`; errors are noted in the body. */
struct asset_meta asset_meta_read(struct ctx *ctx, struct body *b);

/*
 * asset_succession_read() - takes and validates the members of a typed succession or spin-off: the
 * paper that an asset became, or gave a part of its cost to, when no reference data has it
 * (doc/calculations.md 1.7).
 */
void asset_succession_read(void *pool, struct body *b);

/*
 * asset_stated_read() - takes and validates the members of a price that the person states (3.1): price and
 * date, today without one.  @withdraws: only the date.
 */
#define STATED_PRICES_MAX 60 /* of one asset */
void asset_stated_read(struct ctx *ctx, struct body *b, bool withdraws, struct close *out);

/* asset_stated_json() - the member of these prices; NULL without any. */
struct json_object *asset_stated_json(void *pool, const struct close *list, size_t n);

/*
 * asset_meta_with() - a stored meta with @value as its member, or (NULL) without one; NULL when it
 * would be too long.
 */
const char *asset_meta_with(void *pool, const char *meta, const char *name,
			    struct json_object *value);

/*
 * asset_facts_read() - takes and validates the member `facts`: tax facts alone, each in the place of the stored one, null without
 * it; NULL: absent.  asset_meta_stating() - a stored meta (or NULL) with them; NULL when it would be too long.
 */
struct json_object *asset_facts_read(struct body *b);
const char *asset_meta_stating(void *pool, const char *meta, struct json_object *facts);

/* asset_meta_fits() - notes an error when an asset of this type has no contracted terms. */
void asset_meta_fits(struct body *b, const struct asset_meta *meta, enum asset_type type);

/*
 * asset_meta_text() - metadata from a spreadsheet cell in its stored form; NULL when it is not such an
 * object.
 */
const char *asset_meta_text(void *pool, const char *text);

/* asset_meta_plain() - a stored meta without the blanks that the database adds. */
const char *asset_meta_plain(void *pool, const char *meta);

/*
 * asset_meta_public() - the part of a stored meta that a reader of a public portfolio may see: the
 * members that figures depend on, none of the person's own.
 */
const char *asset_meta_public(void *pool, const char *meta);

/* asset_meta_short() - a stored meta (an object) with the quantity of an uncovered written option. */
const char *asset_meta_short(void *pool, const char *meta, struct qty short_qty);

#endif
