/* SPDX-License-Identifier: Apache-2.0 */
/* throttle.c: how often somebody may try. */
#include "config.h"

#include "connector/throttle.h"

#include <arpa/inet.h>
#include <inttypes.h>

#include "core/encode.h"
#include "core/text.h"
#include "ctx/problem.h"
#include "http/request.h"

#define NET_BYTES 8 /* of an IPv6 address: its /64 */

const char *throttle_address(struct ctx *ctx)
{
	static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff }; /* ::ffff:0:0/96 */
	const char *text = ctx->req->remote_addr;
	unsigned char v6[16];
	struct in_addr v4;

	if (text && inet_pton(AF_INET, text, &v4) == 1)
		return pool_strdup(ctx->pool, text);
	if (!text || inet_pton(AF_INET6, text, v6) != 1)
		return "?";
	if (memcmp(v6, mapped, sizeof(mapped)) == 0)
		return pool_printf(ctx->pool, "%d.%d.%d.%d", v6[12], v6[13], v6[14], v6[15]);
	return hex_encoded(ctx->pool, v6, NET_BYTES);
}

void throttle_refuse(struct ctx *ctx, int64_t seconds)
{
	if (!seconds)
		return;
	problem_open(ctx)->retry_after = pool_printf(ctx->pool, "%" PRId64, seconds);
	fail(ctx, 429, "rate_limited",
	     "Houve tentativas demais. Espere %" PRId64 " minuto(s) e tente de novo.",
	     (seconds + 59) / 60);
}
