/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mcp.h: the Model Context Protocol over the Functions and Actions of a contract.
 *
 * POST /v1/mcp/{profile} takes one JSON-RPC message and answers it with plain JSON: no session, no
 * stream.  Clients of both eras are served, the revisions up to 2025-11-25 and that of 2026-07-28.
 */
#ifndef LASTRO_OPERATIONS_MCP_MCP_H
#define LASTRO_OPERATIONS_MCP_MCP_H

#include "http/route.h"
#include "operations/protocol.h"

struct mcp_profile {
	const char *title;	  /* pt-BR */
	const char *instructions; /* pt-BR, for the model */
	const char *subjects;	  /* the Functions that list the subjects, pt-BR */
	const struct protocol *protocol;
};

extern const struct route mcp_routes[];

#endif
