/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operations.c: the seven operations of a contract over HTTP.
 *
 * GET  …/functions, …/functions/{id}; POST …/functions/{id}/execute GET  …/actions, …/actions/{id};
 * POST …/actions/{id}/preview and /execute
 *
 * The contract is the route's argument; this file reads paths and writes envelopes, and makes no
 * decisions.
 */
#include "config.h"

#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"
#include "operations/protocol.h"

static const struct protocol *asked(const struct ctx *ctx)
{
	return ctx->route->arg;
}

bool protocol_heavy(const struct ctx *ctx)
{
	const struct protocol *p = asked(ctx);

	return (p->file_action && str_eq(p->file_action, ctx->path[0])) ||
	       (p->large_action && str_eq(p->large_action, ctx->path[0]));
}

bool protocol_undoes(const struct ctx *ctx)
{
	return protocol_undone(asked(ctx), ctx->path[0]);
}

static void catalog(struct ctx *ctx, bool actions)
{
	query_done(ctx);
	protocol_catalog(ctx, asked(ctx), actions, uuid_nil(), respond_json(ctx, 200), NULL);
}

void protocol_functions_get(struct ctx *ctx)
{
	catalog(ctx, false);
}

void protocol_actions_get(struct ctx *ctx)
{
	catalog(ctx, true);
}

static void spec(struct ctx *ctx, bool action)
{
	struct json *j = respond_json(ctx, 200);

	protocol_spec(ctx, asked(ctx), action, ctx->path[0], SPEC_ALL, j, NULL);
	query_done(ctx);
}

void protocol_function_get(struct ctx *ctx)
{
	spec(ctx, false);
}

void protocol_action_get(struct ctx *ctx)
{
	spec(ctx, true);
}

/* There are no query parameters; checked with the body, after the credential's access. */
static struct json_object *envelope_of(struct ctx *ctx, void *arg UNUSED)
{
	query_done(ctx);
	return body_tree(ctx);
}

static void call(struct ctx *ctx, enum call_kind kind)
{
	const struct outcome *o =
		protocol_call(ctx, asked(ctx), kind, ctx->path[0], envelope_of, NULL);

	if (o)
		protocol_answer(o, respond_json(ctx, 200), NULL);
}

void protocol_function_execute(struct ctx *ctx)
{
	call(ctx, CALL_FUNCTION);
}

void protocol_action_preview(struct ctx *ctx)
{
	call(ctx, CALL_PREVIEW);
}

void protocol_action_execute(struct ctx *ctx)
{
	call(ctx, CALL_ACTION);
}
