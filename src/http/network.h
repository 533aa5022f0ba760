/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network.h: where a request came from, for counting attempts, and which addresses this service may
 * connect to.
 */
#ifndef LASTRO_HTTP_NETWORK_H
#define LASTRO_HTTP_NETWORK_H

#include <stdbool.h>
#include <sys/socket.h>

#include "core/ctx.h"

/*
 * request_network() - the IPv4 address, or the /64 of an IPv6 address (one client has the whole /64);
 * "?" when unknown.
 */
const char *request_network(struct ctx *ctx);

/* network_is_assistant() - whether the request came from an address of LASTRO_ASSISTANTS. */
bool network_is_assistant(const struct ctx *ctx);

/*
 * network_is_public() - whether @a is an address of the public internet.  False for everything in
 * IANA's special-purpose registries (loopback, private, link-local, documentation, multicast) and for
 * the IPv6 networks that embed an IPv4 address (mapped, NAT64, 6to4, Teredo), which would bypass the
 * check of that address.
 */
bool network_is_public(const struct sockaddr *a);

#endif
