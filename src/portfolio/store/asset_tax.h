/* SPDX-License-Identifier: Apache-2.0 */
/* asset_tax.h: what the metadata of an asset says for the tax (doc/tax.md 20.1), judged when it is written. */
#ifndef LASTRO_PORTFOLIO_STORE_ASSET_TAX_H
#define LASTRO_PORTFOLIO_STORE_ASSET_TAX_H

#include "http/json_read.h"

/* asset_tax_read() - take the facts out of @meta; errors are noted in it.  Whatever else it has is not looked at. */
void asset_tax_read(struct body *meta);

#endif
