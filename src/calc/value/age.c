/* SPDX-License-Identifier: Apache-2.0 */
/* age.c: the maximum age of a price (doc/calculations.md 3.1). */
#include "config.h"

#include "calc/value/age.h"

int value_age_limit(enum asset_type type, bool terms)
{
	switch (type) {
	case ASSET_STOCK:
	case ASSET_FII:
	case ASSET_ETF:
	case ASSET_BDR:
	case ASSET_US:
	case ASSET_OPTION:
	case ASSET_FUND:
	case ASSET_CRYPTO:
	case ASSET_INDEX: /* watched only */
		return VALUE_NO_LIMIT;
	case ASSET_DEBENTURE:
		return 30;
	case ASSET_TESOURO:
		return terms ? 10 : VALUE_NO_LIMIT;
	case ASSET_RENDA_FIXA:
		return -1;
	}
	return -1;
}

bool value_quote_usable(enum asset_type type, bool terms, struct day quoted, struct day as_of)
{
	int age = as_of.n - quoted.n;

	return age >= 0 && age <= value_age_limit(type, terms);
}

int value_stated_limit(bool terms)
{
	return terms ? 10 : VALUE_NO_LIMIT;
}

int value_stale_age(enum asset_type type)
{
	return type == ASSET_CRYPTO ? 3 : type == ASSET_FUND ? 30 : 10;
}
