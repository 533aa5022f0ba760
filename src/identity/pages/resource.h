/* SPDX-License-Identifier: Apache-2.0 */
/*
 * resource.h: the resources that a token can be issued for (RFC 8707, RFC 9728): the HTTP interface,
 * and each MCP profile.
 *
 * A token is valid only at its own resource; the table has the scopes of each, and whether a token for
 * it carries an organization.
 */
#ifndef LASTRO_IDENTITY_PAGES_RESOURCE_H
#define LASTRO_IDENTITY_PAGES_RESOURCE_H

#include "identity/caller.h"
#include "http/json_read.h"

enum resource_person { OF_PERSON, OF_ORGANIZATION, OF_EITHER };

struct resource {
	const char *path;  /* after the base URL; "" is the HTTP interface */
	const char *title; /* pt-BR */
	unsigned scopes;
	enum resource_person person;
	enum credential_kind kind; /* of a token that carries an organization */
	const char *office;	   /* organizations it serves, "advisor" or "desk"; NULL: all */
};

/* resource_named() - by its full address, with or without a trailing slash; NULL: none of ours. */
const struct resource *resource_named(const struct ctx *ctx, const char *address);
const struct resource *resource_at(const char *path); /* by its path; NULL: none */
const char *resource_address(struct ctx *ctx, const struct resource *r);
size_t resources(const struct resource **list);

/* base_required() - 404 when LASTRO_BASE_URL is not set: a token names its issuer and its resource. */
void base_required(struct ctx *ctx);

#endif
