/* SPDX-License-Identifier: Apache-2.0 */
/* throttle.c: limits the number of attempts. */
#include "config.h"

#include "identity/pages/throttle.h"

#include <inttypes.h>

#include "core/problem.h"

void throttle_refuse(struct ctx *ctx, int64_t seconds)
{
	if (!seconds)
		return;
	problem_open(ctx)->retry_after = pool_printf(ctx->pool, "%" PRId64, seconds);
	fail(ctx, 429, "rate_limited",
	     "Houve tentativas demais. Espere %" PRId64 " minuto(s) e tente de novo.",
	     (seconds + 59) / 60);
}
