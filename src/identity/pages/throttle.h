/* SPDX-License-Identifier: Apache-2.0 */
/* throttle.h: how often somebody may try. */
#ifndef LASTRO_IDENTITY_PAGES_THROTTLE_H
#define LASTRO_IDENTITY_PAGES_THROTTLE_H

#include <stdint.h>

#include "core/attributes.h"
#include "core/ctx.h"

/* throttle_refuse() - 429 rate_limited with Retry-After; 0 refuses nothing. */
void throttle_refuse(struct ctx *ctx, int64_t seconds);

#endif
