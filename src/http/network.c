/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network.c: where a request came from, for counting attempts, and which addresses this service may
 * connect to.
 *
 * A client that names an address (of a webhook, a notice, a client's document) chooses where a process
 * inside the operator's network connects to.  The one list of refused addresses is here;
 * contrib/systemd has the same one.
 */
#include "config.h"

#include "http/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "core/address.h"
#include "core/encode.h"
#include "core/settings.h"
#include "http/request.h"

#define NET_BYTES 8 /* of an IPv6 address: its /64 */

const char *request_network(struct ctx *ctx)
{
	unsigned char a[ADDRESS_BYTES];

	if (!address_read(ctx->req->remote_addr, a))
		return "?";
	if (address_is_v4(a))
		return pool_printf(ctx->pool, "%d.%d.%d.%d", a[12], a[13], a[14], a[15]);
	return hex_encoded(ctx->pool, a, NET_BYTES);
}

bool network_is_assistant(const struct ctx *ctx)
{
	unsigned char a[ADDRESS_BYTES];

	if (!address_read(ctx->req->remote_addr, a))
		return false;
	for (size_t i = 0; i < ctx->config->n_assistants; i++)
		if (address_is_in(a, &ctx->config->assistants[i]))
			return true;
	return false;
}

/* ---- which addresses this service may connect to ---- */

/* RFC 6890 and its registry, multicast and reserved ranges. */
static const struct {
	uint32_t net;
	int bits;
} inside_v4[] = {
	{ 0x00000000, 8 },  { 0x0a000000, 8 },	{ 0x64400000, 10 }, { 0x7f000000, 8 },
	{ 0xa9fe0000, 16 }, { 0xac100000, 12 }, { 0xc0000000, 24 }, { 0xc0000200, 24 },
	{ 0xc0586300, 24 }, { 0xc0a80000, 16 }, { 0xc6120000, 15 }, { 0xc6336400, 24 },
	{ 0xcb007100, 24 }, { 0xe0000000, 3 },
};

static bool is_public_v4(uint32_t host)
{
	for (size_t i = 0; i < ARRAY_SIZE(inside_v4); i++)
		if ((host ^ inside_v4[i].net) >> (32 - inside_v4[i].bits) == 0)
			return false;
	return true;
}

/*
 * Only global unicast, 2000::/3, which excludes ::, ::1 and ::ffff:0:0/96, NAT64 (64:ff9b::/96,
 * 64:ff9b:1::/48), fc00::/7, fe80::/10 and ff00::/8.  Within it, 6to4, 2001::/23 (including Teredo) and
 * documentation prefixes are refused too.
 */
static bool is_public_v6(const uint8_t a[16])
{
	if ((a[0] & 0xe0) != 0x20 || (a[0] == 0x20 && a[1] == 0x02))
		return false;
	if (a[0] == 0x20 && a[1] == 0x01)
		return a[2] >= 0x02 && !(a[2] == 0x0d && a[3] == 0xb8);
	return !(a[0] == 0x3f && a[1] == 0xff && a[2] < 0x10);
}

bool network_is_public(const struct sockaddr *a)
{
	if (a->sa_family == AF_INET) {
		struct sockaddr_in v4;

		memcpy(&v4, a, sizeof(v4));
		return is_public_v4(ntohl(v4.sin_addr.s_addr));
	}
	if (a->sa_family == AF_INET6) {
		struct sockaddr_in6 v6;

		memcpy(&v6, a, sizeof(v6));
		return is_public_v6(v6.sin6_addr.s6_addr);
	}
	return false;
}
