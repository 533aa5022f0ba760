/* SPDX-License-Identifier: Apache-2.0 */
/* mcp_tools.h: the seven tools of a profile, derived from the tables of its contract. */
#ifndef LASTRO_OPERATIONS_MCP_MCP_TOOLS_H
#define LASTRO_OPERATIONS_MCP_MCP_TOOLS_H

#include "operations/mcp/mcp_message.h"

/* tools_write() - `tools`, always in the same order; of an advisor's credential with its input.org. */
void tools_write(const struct ctx *ctx, const struct mcp_profile *p, struct json *j);

/* tools_call() - runs the tool that the message names, in a transaction of its own, and answers. */
void tools_call(struct ctx *ctx, const struct mcp_profile *p, const struct message *m);

#endif
