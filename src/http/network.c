/* SPDX-License-Identifier: Apache-2.0 */
/* network.c: where a request came from, as attempts are counted. */
#include "config.h"

#include "http/network.h"

#include <arpa/inet.h>
#include <string.h>

#include "core/encode.h"
#include "http/request.h"

#define NET_BYTES 8 /* of an IPv6 address: its /64 */

const char *request_network(struct ctx *ctx)
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
