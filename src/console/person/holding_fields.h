/* SPDX-License-Identifier: Apache-2.0 */
/* holding_fields.h: what a person says of an asset, as fields: on its own form, and the terms also where a purchase is typed. */
#ifndef LASTRO_CONSOLE_PERSON_HOLDING_FIELDS_H
#define LASTRO_CONSOLE_PERSON_HOLDING_FIELDS_H

#include "console/form/schema_fields.h"

/* Where the value of a field is in the asset. */
enum place { IN_ASSET, IN_META, IN_TERMS, IN_PRICE };

struct holding_field {
	enum place in;
	struct schema_field f;
	const char *label, *hint; /* NULL: of member_words.h */
};

#define HOLDING_FIELDS 15
extern const struct holding_field holding_fields[HOLDING_FIELDS];
extern const char *const holding_exemptions[]; /* words of "exempt": true, false */

/* holding_has_terms() - whether an asset of this class has the terms of fixed income. */
bool holding_has_terms(const char *type);

/*
 * holding_terms_judge() - refuses what the interface for programs accepts: an index without its percentage or spread (there it
 * means 100 %), a kind of paper that is none, a maturity that is not after the purchase.  @stored: the kind that it already
 * has; or NULL
 */
void holding_terms_judge(void *pool, struct body *form, const char *stored);

void holding_field_write(struct ctx *ctx, struct html *h, const struct entry *e,
			 const struct holding_field *k);
/* holding_field_put() - writes a typed text as the member. */
void holding_field_put(struct ctx *ctx, struct json *j, const struct holding_field *k,
		       const char *typed);

#endif
