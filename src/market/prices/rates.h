/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rates.h: the rates and indices of fixed income: CDI, Selic, IPCA and IGP-M, from the central bank's
 * series.
 *
 * The worker caches them while the closes are unchanged, like the official rates of the dollar; at most
 * 24,000 values, below 1 MiB, and the accruers' tables, below 2 MiB.
 */
#ifndef LASTRO_MARKET_PRICES_RATES_H
#define LASTRO_MARKET_PRICES_RATES_H

#include "calc/amounts/accrual.h"
#include "core/ctx.h"

/*
 * rates_get() - the rates at ctx->caller's version; one round trip when they are not cached. Valid
 * until ctx->pool is freed.
 */
const struct rates *rates_get(struct ctx *ctx);

#endif
