/* SPDX-License-Identifier: Apache-2.0 */
/* network.h: where a request came from, as attempts are counted; and which addresses this service may ask. */
#ifndef LASTRO_HTTP_NETWORK_H
#define LASTRO_HTTP_NETWORK_H

#include <stdbool.h>
#include <sys/socket.h>

#include "core/ctx.h"

/*
 * request_network() - an IPv4 address, the /64 of an IPv6 one (whoever has an address has all of them), "?" where
 * it is not known.
 */
const char *request_network(struct ctx *ctx);

/* network_is_assistant() - whether it came from an address of LASTRO_ASSISTANTS. */
bool network_is_assistant(const struct ctx *ctx);

/*
 * network_is_public() - whether @a is an address of the public internet.  False for everything of IANA's special-purpose
 * registries (loopback, private, link-local, documents, multicast) and for the IPv6 networks that lead to an IPv4 address
 * (mapped, NAT64, 6to4, Teredo): behind one of these stands an address that nobody has judged.
 */
bool network_is_public(const struct sockaddr *a);

#endif
