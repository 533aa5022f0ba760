/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cors.c: answers for pages of the origins in LASTRO_CORS_ORIGINS; off when the list is empty.
 *
 * Origins compare exactly and credentials travel in Authorization, so no cookie is ever allowed.
 */
#include "config.h"

#include "cors.h"

#include "http/config.h"
#include "http/request.h"
#include "http/response.h"

static bool origin_listed(const struct ctx *ctx)
{
	const struct config *config = ctx->config;

	if (!ctx->req || !ctx->req->origin)
		return false;
	for (size_t i = 0; i < config->n_cors_origins; i++)
		if (str_eq(config->cors_origins[i], ctx->req->origin))
			return true;
	return false;
}

void cors_headers(struct ctx *ctx)
{
	if (!ctx->config->n_cors_origins)
		return;
	respond_header(ctx, "Vary", "Origin");
	if (!origin_listed(ctx))
		return;
	respond_header(ctx, "Access-Control-Allow-Origin", "%s", ctx->req->origin);
	respond_header(ctx, "Access-Control-Expose-Headers",
		       "ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, "
		       "Retry-After, Server-Timing, WWW-Authenticate, X-Request-Id");
}

void cors_options(struct ctx *ctx, const char *allow)
{
	respond_bytes(ctx, 204, NULL, (struct slice){ NULL, 0 });
	respond_header(ctx, "Allow", "%s", allow);
	if (!origin_listed(ctx))
		return;
	respond_header(ctx, "Access-Control-Allow-Methods", "%s", allow);
	respond_header(ctx, "Access-Control-Allow-Headers",
		       "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
		       "traceparent, X-Request-Id, x-service-workspace");
	respond_header(ctx, "Access-Control-Max-Age", "600");
}
