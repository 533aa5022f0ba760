/* SPDX-License-Identifier: Apache-2.0 */
/* age.h: the maximum age of a price (doc/calculations.md 3.1). */
#ifndef LASTRO_CALC_VALUE_AGE_H
#define LASTRO_CALC_VALUE_AGE_H

#include "calc/amounts/amounts.h"

#define VALUE_NO_LIMIT 1000000 /* days */

/*
 * value_age_limit() - maximum age of a price in calendar days (doc/calculations.md 3.1); -1: the type
 * has no market price.
 * @terms: contracted terms can replace it
 */
int value_age_limit(enum asset_type type, bool terms);

/* value_stale_age() - age in days beyond which an accepted price is reported as old. */
int value_stale_age(enum asset_type type);

/*
 * value_stated_limit() - the same of a price that the person stated; VALUE_STATED_STALE is its age
 * beyond which it is reported as old.
 */
#define VALUE_STATED_STALE 180
int value_stated_limit(bool terms);

/*
 * value_quote_usable() - whether a close may price a paper at @as_of: not newer, and not older than the
 * limit of its type (3.1).
 */
bool value_quote_usable(enum asset_type type, bool terms, struct day quoted, struct day as_of);

#endif
