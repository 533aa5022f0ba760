/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rates.h: what fixed income grows by: CDI, Selic, IPCA and IGP-M, out of the central bank's series.
 *
 * Kept by the worker as long as the closes stand still, like the official rates of the dollar; at most
 * 24,000 values, below 1 MiB, and what accruers make of them, below 2 MiB.
 */
#ifndef LASTRO_MARKET_PRICES_RATES_H
#define LASTRO_MARKET_PRICES_RATES_H

#include "calc/amounts/accrual.h"
#include "core/ctx.h"

/*
 * rates_get() - the rates at the version in ctx->caller; one round trip when the worker has them not.
 * They stand until ctx->pool is freed.
 */
const struct rates *rates_get(struct ctx *ctx);

#endif
