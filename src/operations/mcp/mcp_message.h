/* SPDX-License-Identifier: Apache-2.0 */
/* mcp_message.h: one JSON-RPC message, and its revision of the protocol. */
#ifndef LASTRO_OPERATIONS_MCP_MCP_MESSAGE_H
#define LASTRO_OPERATIONS_MCP_MCP_MESSAGE_H

#include <json-c/json.h>

#include "core/json_write.h"
#include "operations/mcp/mcp.h"

#define MCP_NEWEST "2026-07-28"

struct message {
	const char *method;	    /* NULL: a response, which needs no answer */
	const char *id;		    /* as JSON; NULL: a notification */
	struct json_object *params; /* an object, or NULL */
	bool modern;		    /* of 2026-07-28 and later */
};

/*
 * message_read() - the request's body: JSON-RPC 2.0, one message, and the headers and _meta that its
 * revision requires.  Codes of the catalogue that begin with "rpc_" are JSON-RPC errors
 * (message_refuse()).
 */
const struct message *message_read(struct ctx *ctx);

/* message_arguments() - params.arguments of a tools/call, or NULL. */
struct json_object *message_arguments(const struct message *m);

/* message_begin() - opens the answer and its result; message_end() closes both. */
struct json *message_begin(struct ctx *ctx, const struct message *m);
void message_end(struct json *j);

/* message_unknown() - an unknown method: -32601, with the HTTP status of the revision. */
NORETURN void message_unknown(struct ctx *ctx, const struct message *m);

/*
 * message_refuse() - the refuse() of the routes.  A refusal of a tool is a result with isError and the
 * Problem in it, so that a model can correct itself; one about the credential keeps its status and
 * challenge, so that the client can ask for another; everything else is a JSON-RPC error.
 */
void message_refuse(struct ctx *ctx);

extern const char *const mcp_versions[]; /* newest first; ends with NULL */
/* mcp_legacy() - the revision to open with for a client that asked for @asked (or NULL). */
const char *mcp_legacy(const char *asked);

#endif
