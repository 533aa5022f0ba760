/* SPDX-License-Identifier: Apache-2.0 */
/*
 * router.h: method and path to a route.
 *
 * A module offers one constant table; all rows compile at start into one anchored PCRE2 alternation
 * (branch reset, a mark a path, JIT), so a request costs one match.  A bad or ambiguous row stops
 * the program.
 */
#ifndef LASTRO_HTTP_ROUTER_H
#define LASTRO_HTTP_ROUTER_H

#include <stdbool.h>
#include <stddef.h>

#include "http/ctx.h"
#include "http/request.h"

enum scope {
	SCOPE_NONE = 0, /* served without a credential */
	SCOPE_ACCOUNT_READ = 1 << 0,
	SCOPE_ACCOUNT_WRITE = 1 << 1,
	SCOPE_MARKET_READ = 1 << 2,
	SCOPE_ADVISOR_READ = 1 << 3,
	SCOPE_ADVISOR_WRITE = 1 << 4,
	SCOPE_DESK_READ = 1 << 5,
	SCOPE_DESK_WRITE = 1 << 6,
};

enum credential_need {
	NO_KEY,	  /* public */
	ANY_KEY,  /* any credential with the scope */
	USER_KEY, /* a per-user one, else 403 user_key_required */
};

/* Flags of a route. */
enum {
	ROUTE_PORTFOLIO = 1 << 0, /* path[0] is a portfolio id: access_enter decides on it */
	ROUTE_WRITE = 1 << 1, /* writes the ledger: read-write transaction, 403 while suspended */
	ROUTE_EDIT =
		1 << 2, /* needs edit access to the portfolio, else wallet_resource_forbidden */
	ROUTE_CONTROL = 1 << 3,	   /* needs to be its controller */
	ROUTE_IDEMPOTENT = 1 << 4, /* takes Idempotency-Key */
	ROUTE_ETAG = 1 << 5, /* answers carry an ETag; If-None-Match is tried before the handler */
	ROUTE_IMPORT = 1 << 6, /* the longer deadline */
	ROUTE_WALLET = 1 << 7, /* needs the wallet installed */
	ROUTE_TOGETHER =
		1 << 12, /* of all portfolios that count together: their versions in the ETag */
	ROUTE_LISTED = 1 << 13, /* the handler says by respond_versions() what its ETag covers */
	ROUTE_ACCOUNT = 1 << 8, /* about the account itself; no workspace matters */
	ROUTE_READ = 1 << 9,	/* a POST that only reads: its transaction is a read */
	ROUTE_UNDONE = 1 << 10, /* a preview: its transaction is rolled back, whatever it did */
	ROUTE_LATE_KEY =
		1 << 11, /* the handler asks idempotency_begin() itself, after its own refusals */
	ROUTE_OFFICE = 1 << 14, /* judges its members itself, those that are suspended too */
};

struct route {
	enum method method;
	const char *pattern; /* "/v1/portfolios/{id}"; {x} is one segment; {#x} digits only */
	enum scope scope;
	enum credential_need need;
	void (*run)(struct ctx *ctx);
	const char *operation; /* operationId of doc/openapi.yaml */
	unsigned flags;
	size_t body_max; /* bytes; 0 = takes no body (one that is sent is 400 invalid_body) */
};

#define BODY_JSON ((size_t)1 << 20)
#define BODY_TRANSACTIONS ((size_t)4 << 20)
#define BODY_SPREADSHEET ((size_t)20 << 20)
#define BODY_FILE ((size_t)28 << 20) /* a spreadsheet in base64 inside JSON */

struct router;

/* router_new() - tables end with { .run = NULL }; NULL and *error when a row is bad or two collide. */
struct router *router_new(void *pool, const struct route *const *tables, size_t n,
			  const char **error) MUST_CHECK;

/*
 * router_match() - set ctx->route and ctx->path, or fail with 404 route_not_found or
 * 405 method_not_allowed (with Allow).  HEAD finds GET; OPTIONS is answered by serve().
 */
void router_match(struct ctx *ctx, const struct router *r);

/* router_each() - every route, for the test that compares with the OpenAPI document. */
void router_each(const struct router *r, void (*visit)(const struct route *route, void *arg),
		 void *arg);

#endif
