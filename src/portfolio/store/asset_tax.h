/* SPDX-License-Identifier: Apache-2.0 */
/* asset_tax.h: the tax facts in an asset's metadata (doc/tax.md 20.1), validated when written. */
#ifndef LASTRO_PORTFOLIO_STORE_ASSET_TAX_H
#define LASTRO_PORTFOLIO_STORE_ASSET_TAX_H

#include "http/json_read.h"

/* asset_tax_read() - takes the facts from @meta; errors are noted in it.  Ignores all other members. */
void asset_tax_read(struct body *meta);

#endif
