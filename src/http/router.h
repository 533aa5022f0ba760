/* SPDX-License-Identifier: Apache-2.0 */
/*
 * router.h: matches method and path to a route.
 *
 * A module offers one constant table; all rows compile at start into one anchored PCRE2 alternation
 * (branch reset, a mark a path, JIT), so a request costs one match.  A bad or ambiguous row stops the
 * program.
 */
#ifndef LASTRO_HTTP_ROUTER_H
#define LASTRO_HTTP_ROUTER_H

#include <stddef.h>

#include "http/route.h"

struct router;

/* router_new() - tables end with { .run = NULL }; NULL and *error when a row is bad or two collide. */
struct router *router_new(void *pool, const struct route *const *tables, size_t n,
			  const char **error) MUST_CHECK;

/*
 * router_match() - sets ctx->route and ctx->path, or fails with 404 route_not_found or 405
 * method_not_allowed (with Allow).  HEAD finds GET; serve() answers OPTIONS.
 */
void router_match(struct ctx *ctx, const struct router *r);

/*
 * router_row() - the row of one module's table for a method and a path that a program would send; NULL when it has none.
 * *captures: those of the path, on the pool
 */
const struct route *router_row(void *pool, const struct route *table, const char *method,
			       const char *path, const char *captures[PATH_CAPTURES]);

/* router_each() - every route, for the test that compares with the OpenAPI document. */
void router_each(const struct router *r, void (*visit)(const struct route *route, void *arg),
		 void *arg);

#endif
