/* SPDX-License-Identifier: Apache-2.0 */
/* ask.c: a page runs the same operation of the API that programs call. */
#include "config.h"

#include "operations/ask.h"

#include <assert.h>

#include "identity/idempotency.h"
#include "core/text.h"
#include "core/problem.h"
#include "http/json_read.h"
#include "http/response.h"

void ask_query(struct ask *ask, const char *name, const char *value)
{
	if (!value)
		return;
	assert(ask->n_query < ASK_QUERY_MAX);
	ask->query[ask->n_query++] = (struct parameter){ .name = name, .value = value };
}

/* Builds the request that a program would have sent. */
static struct request *request_of(struct ctx *ctx, const struct ask *ask)
{
	struct request *r = pool_memdup(ctx->pool, ctx->req, sizeof(*r));

	r->query = pool_memdup(ctx->pool, ask->query, sizeof(ask->query));
	r->n_query = ask->n_query;
	r->query_text = "";
	r->n_asked = 0;
	r->body = ask->json ? slice_of(ask->json) : (struct slice){ NULL, 0 };
	r->content_type = ask->json ? "application/json" : NULL;
	if (ask->file) {
		r->body = ask->file->content;
		r->content_type = "application/octet-stream";
		r->aside = ask->file->aside;
	}
	r->idempotency_key = ask->once;
	r->if_none_match = NULL;
	r->if_match = ask->version ? pool_printf(ctx->pool, "W/\"%s\"", ask->version) : NULL;
	return r;
}

static void run(struct ctx *ctx, void *arg)
{
	const struct ask *ask = arg;

	if (ask->once && idempotency_begin(ctx)) {
		idempotency_check_gone(ctx);
		return;
	}
	ask->run(ctx);
	idempotency_keep(ctx);
}

struct json_object *ask_run(struct ctx *ctx, const struct ask *ask)
{
	struct request *own = ctx->req;
	struct idempotency *done_once = ctx->idempotency; /* of the page, not of the operation */
	struct response *answer = ctx->res;		  /* likewise */
	struct json_object *tree;
	bool done;

	ctx->req = request_of(ctx, ask);
	ctx->idempotency = NULL;
	ctx->res = NULL;
	done = ctx_attempt(ctx, run, pool_memdup(ctx->pool, ask, sizeof(*ask)));
	ctx->idempotency = done_once;
	ctx->req = own;
	if (!done) {
		ctx->res = answer;
		/* A double click: the first request will soon finish, and its answer is replayed. */
		if (str_eq(ctx->problem->code, "idempotency_in_progress"))
			ctx->problem->retry = true;
		ctx_leave(ctx);
	}
	tree = json_own(ctx, (struct slice){ ctx->res->body.p, ctx->res->body.n });
	ctx->res = answer;
	return tree;
}

struct json_object *ask_member(struct json_object *o, const char *name)
{
	struct json_object *value = NULL;

	if (o && json_object_is_type(o, json_type_object))
		(void)json_object_object_get_ex(o, name, &value); /* absent leaves NULL */
	return value;
}

const char *ask_text(struct json_object *o, const char *name)
{
	struct json_object *value = ask_member(o, name);

	return value ? body_shown(value) : NULL;
}

int64_t ask_int(struct json_object *o, const char *name)
{
	return json_object_get_int64(ask_member(o, name));
}

size_t ask_items(struct json_object *list)
{
	return list && json_object_is_type(list, json_type_array) ? json_object_array_length(list)
								  : 0;
}

struct json_object *ask_parsed(void *pool, const char *text)
{
	return text ? json_read(pool, slice_of(text)) : NULL;
}

const char *ask_json(void *pool, struct json_object *o)
{
	return pool_strdup(pool,
			   json_object_to_json_string_ext(
				   o, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}
