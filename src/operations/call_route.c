/* SPDX-License-Identifier: Apache-2.0 */
/* call_route.c: a Function or an Action that is a route of the HTTP interface: the same code reads, refuses and answers. */
#include "config.h"

#include "http/json_read.h"
#include "http/request.h"
#include "http/response.h"
#include "http/tree.h"
#include "operations/protocol.h"

/* A list as a query has it: "daily,closed". */
static const char *value_text(void *pool, struct json_object *value)
{
	struct buf b;

	if (!json_object_is_type(value, json_type_array))
		return body_shown(value);
	buf_init(&b, pool, 64);
	for (size_t i = 0; i < json_object_array_length(value); i++)
		buf_printf(&b, "%s%s", i ? "," : "",
			   body_shown(json_object_array_get_idx(value, i)));
	return buf_text(&b);
}

/* Whether a member of the input is in the path, or is not passed to the route. */
static bool is_left_out(const struct call *c, const struct route_call *of, const char *name)
{
	return (c->protocol->org_in_input && str_eq(name, "org")) ||
	       (of->only && !str_eq(name, of->only)) || (of->first && str_eq(name, of->first)) ||
	       (of->second && str_eq(name, of->second));
}

static bool is_repeated(const struct route_call *of, const struct tree_member *m)
{
	return of->repeated && str_eq(m->name, of->repeated) &&
	       json_object_is_type(m->value, json_type_array);
}

static void add_parameter(struct call *c, struct request *r, const char *name,
			  struct json_object *value)
{
	if (value) /* null is no parameter */
		r->query[r->n_query++] =
			(struct parameter){ name, value_text(c->ctx->pool, value), false };
}

/* The number of parameters that the input can become. */
static size_t most_parameters(const struct route_call *of, const struct tree_member *list, size_t n)
{
	size_t most = n;

	for (size_t i = 0; i < n; i++)
		if (is_repeated(of, &list[i]))
			most += json_object_array_length(list[i].value);
	return most;
}

/* The request that a program would have sent. */
static struct request *request_of(struct call *c, const struct route_call *of)
{
	struct request *r = pool_memdup(c->ctx->pool, c->ctx->req, sizeof(*r));
	size_t n;
	struct tree_member *list = tree_members(c->ctx->pool, c->input, &n);

	r->query = pool_array(c->ctx->pool, struct parameter, most_parameters(of, list, n));
	r->n_query = r->n_asked = 0;
	r->query_text = "";
	r->if_match = r->if_none_match = NULL;
	r->body_tree = tree_empty(c->ctx->pool);
	r->body_pointer = "/input";
	for (size_t i = 0; i < n; i++) {
		struct json_object *value = list[i].value;

		if (is_left_out(c, of, list[i].name))
			continue;
		if (of->body)
			json_object_object_add(r->body_tree, list[i].name, json_object_get(value));
		else if (is_repeated(of, &list[i]))
			for (size_t k = 0; k < json_object_array_length(value); k++)
				add_parameter(c, r, list[i].name,
					      json_object_array_get_idx(value, k));
		else
			add_parameter(c, r, list[i].name, value);
	}
	return r;
}

/* {data, meta} is a list: its meta is that of the call. */
static void write_answer(struct call *c, struct json_object *answer)
{
	struct json_object *data = tree_member(answer, "data"), *meta = tree_member(answer, "meta");

	if (c->operation->event || !data || !meta || json_object_object_length(answer) != 2) {
		tree_write(answer, c->out, c->name);
		return;
	}
	tree_write(data, c->out, c->name);
	tree_write(meta, call_meta(c), NULL);
}

/* The capture of the path. */
static const char *captured(struct call *c, const char *member, const char *otherwise)
{
	return member ? call_text(c, member) : otherwise;
}

struct json_object *call_route(struct call *c, const struct route_call *of)
{
	struct ctx *ctx = c->ctx;
	struct request *own = ctx->req;
	const char *path[PATH_CAPTURES];
	struct json_object *answer;

	memcpy(path, ctx->path, sizeof(path));
	ctx->path[0] = captured(c, of->first, uuid_text(ctx->pool, c->subject));
	ctx->path[1] = captured(c, of->second, NULL);
	ctx->req = request_of(c, of);
	/* A cursor is of one operation, subject and row. */
	ctx->req->listed = pool_printf(ctx->pool, "/%s/%s/%s", c->operation->id, ctx->path[0],
				       ctx->path[1] ? ctx->path[1] : "");
	of->run(ctx); /* a refusal ends the call */
	ctx->req = own;
	memcpy(ctx->path, path, sizeof(path));
	answer = json_own(ctx, slice_of(buf_text(&ctx->res->body)));
	respond_reset(ctx);
	write_answer(c, answer);
	call_warn_all(c, tree_member(answer, "warnings"));
	return answer;
}
