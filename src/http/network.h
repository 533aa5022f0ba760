/* SPDX-License-Identifier: Apache-2.0 */
/* network.h: where a request came from, as attempts are counted. */
#ifndef LASTRO_HTTP_NETWORK_H
#define LASTRO_HTTP_NETWORK_H

#include "ctx/ctx.h"

/*
 * request_network() - an IPv4 address, the /64 of an IPv6 one (whoever has an address has all of them), "?" where
 * it is not known.
 */
const char *request_network(struct ctx *ctx);

#endif
