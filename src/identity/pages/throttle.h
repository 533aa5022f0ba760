/* SPDX-License-Identifier: Apache-2.0 */
/* throttle.h: limits the number of attempts. */
#ifndef LASTRO_IDENTITY_PAGES_THROTTLE_H
#define LASTRO_IDENTITY_PAGES_THROTTLE_H

#include <stdint.h>

#include "core/ctx.h"

/* throttle_refuse() - 429 rate_limited with Retry-After; does nothing for 0. */
void throttle_refuse(struct ctx *ctx, int64_t seconds);

#endif
