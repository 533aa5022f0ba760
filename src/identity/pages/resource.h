/* SPDX-License-Identifier: Apache-2.0 */
/*
 * resource.h: what a token can be for (RFC 8707, RFC 9728): the HTTP interface, and each MCP profile.
 *
 * A token is good at its own resource alone; the table says which scopes each has and whether a token for
 * it carries an organization.
 */
#ifndef LASTRO_IDENTITY_PAGES_RESOURCE_H
#define LASTRO_IDENTITY_PAGES_RESOURCE_H

#include "identity/caller.h"
#include "http/json_read.h"

enum resource_person { OF_PERSON, OF_ORGANIZATION, OF_EITHER };

struct resource {
	const char *path;  /* behind the base URL; "" is the HTTP interface */
	const char *title; /* pt-BR */
	unsigned scopes;
	enum resource_person person;
	enum credential_kind kind; /* of a token that carries an organization */
	const char *office; /* which organizations it serves, "advisor" or "desk"; NULL: all */
};

/* resource_named() - by its whole address, with or without a last slash; NULL: none of ours. */
const struct resource *resource_named(const struct ctx *ctx, const char *address);
const struct resource *resource_at(const char *path); /* by its path; NULL: none */
const char *resource_address(struct ctx *ctx, const struct resource *r);
size_t resources(const struct resource **list);

/* base_required() - 404 where LASTRO_BASE_URL is not set: tokens say by whom and for what they were made. */
void base_required(struct ctx *ctx);

#endif
