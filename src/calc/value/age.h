/* SPDX-License-Identifier: Apache-2.0 */
/* age.h: how old a price may be (doc/calculations.md 3.1). */
#ifndef LASTRO_CALC_VALUE_AGE_H
#define LASTRO_CALC_VALUE_AGE_H

#include "calc/amounts/amounts.h"

#define VALUE_NO_LIMIT 1000000 /* days */

/*
 * value_age_limit() - calendar days that a price may be old (doc/calculations.md 3.1); -1: the type
 * has no market price.
 * @terms: contracted terms can take its place
 */
int value_age_limit(enum asset_type type, bool terms);

/* value_stale_age() - days beyond which a price that stands is said to be old. */
int value_stale_age(enum asset_type type);

/*
 * value_quote_usable() - whether a close may price a paper at @as_of: not newer, and not older than the
 * limit of its type (3.1).
 */
bool value_quote_usable(enum asset_type type, bool terms, struct day quoted, struct day as_of);

#endif
