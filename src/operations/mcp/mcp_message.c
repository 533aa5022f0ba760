/* SPDX-License-Identifier: Apache-2.0 */
/* mcp_message.c: one JSON-RPC message, and its revision of the protocol. */
#include "config.h"

#include "operations/mcp/mcp_message.h"

#include "identity/caller.h"
#include "core/encode.h"
#include "core/text.h"
#include "core/problem.h"
#include "http/json_read.h"
#include "http/problem_answer.h"
#include "http/request.h"
#include "http/response.h"
#include "http/tree.h"

const char *const mcp_versions[] = { MCP_NEWEST, "2025-11-25", "2025-06-18", "2025-03-26", NULL };

#define META "io.modelcontextprotocol/"

const char *mcp_legacy(const char *asked)
{
	for (size_t i = 1; asked && mcp_versions[i]; i++)
		if (str_eq(mcp_versions[i], asked))
			return mcp_versions[i];
	return mcp_versions[1];
}

/* ---- reading ---- */

static const char *header_version(const struct ctx *ctx)
{
	return request_header(ctx, "MCP-Protocol-Version");
}

static struct json_object *meta_of(const struct message *m)
{
	return tree_member(m->params, "_meta");
}

static const char *meta_version(const struct message *m)
{
	return tree_text(tree_member(meta_of(m), META "protocolVersion"));
}

/* By the message itself, never by Mcp-Method, which older clients send too. */
static bool is_modern(const struct ctx *ctx, const struct message *m)
{
	const char *version = header_version(ctx);

	return meta_version(m) || (version && strcmp(version, mcp_versions[1]) > 0);
}

static const char *id_text(struct ctx *ctx, struct json_object *id)
{
	if (!json_object_is_type(id, json_type_string) && !json_object_is_type(id, json_type_int))
		return NULL;
	return pool_strdup(ctx->pool,
			   json_object_to_json_string_ext(
				   id, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}

static struct message *understand(struct ctx *ctx, struct json_object *tree)
{
	struct message *m = pool_zero(ctx->pool, struct message);

	m->method = tree_text(tree_member(tree, "method"));
	m->id = id_text(ctx, tree_member(tree, "id"));
	m->params = tree_member(tree, "params");
	m->modern = is_modern(ctx, m);
	return m;
}

static NORETURN void refuse_request(struct ctx *ctx, const char *detail)
{
	fail(ctx, 400, "rpc_invalid_request", "%s", detail);
}

static void judge_form(struct ctx *ctx, struct json_object *tree, const struct message *m)
{
	struct json_object *params = tree_member(tree, "params");

	if (!json_object_is_type(tree, json_type_object))
		refuse_request(ctx, "O corpo deve ser uma só mensagem JSON-RPC.");
	if (!tree_text(tree_member(tree, "jsonrpc")) ||
	    !str_eq(tree_text(tree_member(tree, "jsonrpc")), "2.0"))
		refuse_request(ctx, "A mensagem deve ter jsonrpc \"2.0\".");
	if (tree_has(tree, "id") && !m->id)
		refuse_request(ctx, "O id deve ser um texto ou um inteiro.");
	if (params && !json_object_is_type(params, json_type_object))
		refuse_request(ctx, "params deve ser um objeto.");
	if (!m->method && !tree_has(tree, "result") && !tree_has(tree, "error"))
		refuse_request(ctx, "Falta method.");
}

/* ---- revisions ---- */

static NORETURN void refuse_version(struct ctx *ctx, const char *requested)
{
	size_t n = 0;

	while (mcp_versions[n])
		n++;
	problem_texts(ctx, "supported", mcp_versions, n);
	problem_text(ctx, "requested", problem_shown(ctx->pool, requested));
	fail(ctx, 400, "rpc_version_unsupported", "A versão %s do protocolo não é atendida.",
	     problem_shown(ctx->pool, requested));
}

static NORETURN void refuse_header(struct ctx *ctx, const char *header)
{
	problem_text(ctx, "header", header);
	fail(ctx, 400, "rpc_header_mismatch", "O cabeçalho %s falta ou difere do corpo.", header);
}

/* A value that is not plain ASCII is encoded as =?base64?…?=. */
static struct slice header_value(struct ctx *ctx, const char *name)
{
	static const char begin[] = "=?base64?";
	static const char end[] = "?=";
	const char *sent = request_header(ctx, name);
	struct slice value = slice_trim(slice_of(sent));
	struct slice bytes;

	if (value.n < sizeof(begin) + sizeof(end) - 2 ||
	    memcmp(value.p, begin, sizeof(begin) - 1) != 0 ||
	    memcmp(value.p + value.n - 2, end, 2) != 0)
		return value;
	value = (struct slice){ value.p + sizeof(begin) - 1,
				value.n - sizeof(begin) - sizeof(end) + 2 };
	if (!base64_decoded(ctx->pool, value, &bytes) || !text_valid(bytes, NULL))
		refuse_header(ctx, name);
	return bytes;
}

static void judge_modern(struct ctx *ctx, const struct message *m)
{
	const char *header = header_version(ctx);
	const char *version = meta_version(m);
	const char *name = tree_text(tree_member(m->params, "name"));

	if (header && version && !str_eq(header, version))
		refuse_header(ctx, "MCP-Protocol-Version");
	if (!str_eq(version ? version : header, MCP_NEWEST))
		refuse_version(ctx, version ? version : header);
	if (!header || !version || !tree_member(meta_of(m), META "clientCapabilities"))
		fail(ctx, 400, "rpc_invalid_params",
		     "Faltam MCP-Protocol-Version, ou em _meta a versão e as capacidades do cliente.");
	if (!slice_eq(header_value(ctx, "Mcp-Method"), m->method))
		refuse_header(ctx, "Mcp-Method");
	if (str_eq(m->method, "tools/call") &&
	    (!name || !slice_eq(header_value(ctx, "Mcp-Name"), name)))
		refuse_header(ctx, "Mcp-Name");
}

static void judge_legacy(struct ctx *ctx, const struct message *m)
{
	const char *version = header_version(ctx);

	/* During initialization the revision is not known yet. */
	if (version && !str_eq(m->method, "initialize") && !str_eq(mcp_legacy(version), version))
		refuse_request(ctx, "A versão de MCP-Protocol-Version não é atendida.");
}

const struct message *message_read(struct ctx *ctx)
{
	struct json_object *tree = body_tree(ctx);
	struct message *m = understand(ctx, tree);

	ctx->req->form = m;
	judge_form(ctx, tree, m);
	if (!m->method || !m->id)
		return m;
	if (m->modern)
		judge_modern(ctx, m);
	else
		judge_legacy(ctx, m);
	return m;
}

struct json_object *message_arguments(const struct message *m)
{
	return tree_member(m->params, "arguments");
}

/* ---- answering ---- */

static struct json *begin(struct ctx *ctx, const struct message *m, int status)
{
	struct json *j = respond_json(ctx, status);

	json_open(j, NULL);
	json_text(j, "jsonrpc", "2.0");
	json_raw(j, "id", m->id);
	return j;
}

struct json *message_begin(struct ctx *ctx, const struct message *m)
{
	struct json *j = begin(ctx, m, 200);

	json_open(j, "result");
	if (m->modern)
		json_text(j, "resultType", "complete");
	return j;
}

void message_end(struct json *j)
{
	json_close(j);
	json_close(j);
}

void message_unknown(struct ctx *ctx, const struct message *m)
{
	fail(ctx, m->modern ? 404 : 200, "rpc_method_not_found", "Não há o método %s.",
	     problem_shown(ctx->pool, m->method));
}

/* ---- refusing ---- */

static int rpc_code(const struct problem *p)
{
	static const struct {
		const char *code;
		int number;
	} codes[] = {
		{ "invalid_json", -32700 },	    { "rpc_invalid_request", -32600 },
		{ "rpc_method_not_found", -32601 }, { "rpc_invalid_params", -32602 },
		{ "rpc_header_mismatch", -32020 },  { "rpc_version_unsupported", -32022 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++)
		if (str_eq(codes[i].code, p->code))
			return codes[i].number;
	return p->status >= 500 ? -32603 : -32600;
}

/* Whether the model should see it, as the result of its tool call. */
static bool is_of_tool(const struct ctx *ctx, const struct message *m)
{
	const struct problem *p = ctx->problem;
	bool asks_scope = p->www_authenticate && ctx->caller && ctx->caller->form == FORM_TOKEN;

	if (!m->id || !m->method || !str_eq(m->method, "tools/call") || !ctx->caller)
		return false;
	return rpc_code(p) == -32600 && !text_starts(p->code, "rpc_") && p->status != 401 &&
	       p->status != 429 && !asks_scope;
}

static const char *problem_json(struct ctx *ctx)
{
	struct json *j = json_new(ctx->pool, 512);

	problem_write(ctx, j);
	return json_written(j);
}

/* What a model calls next to mend its call; NULL: nothing in particular. */
static const char *next_call(const struct ctx *ctx)
{
	const struct mcp_profile *p = ctx->route->arg;
	const struct {
		const char *code, *next;
	} known[] = {
		{ "function_not_found", "list_functions" },
		{ "action_not_found", "list_actions" },
		{ "subject_required", p->subjects },
		{ "subject_not_found", p->subjects },
		{ "invalid_input",
		  pool_printf(ctx->pool, "get_function ou get_action, com parts [\"input\"]; %s",
			      p->subjects) },
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (str_eq(known[i].code, ctx->problem->code))
			return known[i].next;
	return NULL;
}

static void refuse_tool(struct ctx *ctx, const struct message *m)
{
	struct json *j = message_begin(ctx, m);
	const char *next = next_call(ctx);

	if (next)
		problem_text(ctx, "next", next);
	json_array(j, "content");
	json_open(j, NULL);
	json_text(j, "type", "text");
	json_text(j, "text", problem_json(ctx));
	json_close(j);
	json_array_end(j);
	json_boolean(j, "isError", true);
	message_end(j);
}

static void write_data(struct ctx *ctx, struct json *j)
{
	const struct problem *p = ctx->problem;
	bool shown = !str_eq(p->code, "internal_error");

	problem_text(ctx, "code", p->code);
	json_raw(j, "data", shown ? pool_printf(ctx->pool, "{%s}", p->details) : NULL);
}

/* The message that was read; of a request refused before, as far as its body can be read. */
static const struct message *refused(struct ctx *ctx)
{
	if (ctx->req->form)
		return ctx->req->form;
	return understand(ctx, json_read(ctx->pool, ctx->req->body));
}

void message_refuse(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;
	const struct message *m = refused(ctx);
	const char *detail;
	struct json *j;

	if (is_of_tool(ctx, m)) {
		refuse_tool(ctx, m);
		return;
	}
	detail = problem_detail(ctx);
	j = begin(ctx, m, p->status);
	problem_headers(ctx);
	json_open(j, "error");
	json_int(j, "code", rpc_code(p));
	json_text(j, "message", detail ? detail : p->code);
	write_data(ctx, j);
	json_close(j);
	json_close(j);
}
