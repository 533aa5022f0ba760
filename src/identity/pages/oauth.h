/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oauth.h: OAuth 2.1 by its specifications: RFC 6749, 7009, 7591, 7636, 8414, 8707, 9207, 9728.
 *
 * The code of a refusal begins with "oauth_"; the rest is the specification's error.
 */
#ifndef LASTRO_IDENTITY_PAGES_OAUTH_H
#define LASTRO_IDENTITY_PAGES_OAUTH_H

#include "identity/caller.h"
#include "core/uuid.h"
#include "core/ctx.h"

/* ---- clients (oauth_client.c) ---- */

struct oauth_client {
	struct uuid id;
	const char *name;
	const char *uri;      /* its home page according to itself, or NULL */
	const char *document; /* the address that identifies it; NULL: it registered */
	const char **redirects;
	size_t n_redirects;
};

/*
 * oauth_client_find() - NULL when no client registered with this id; in the current transaction, or,
 * when a document must be fetched first, in a new one of the same caller, which is left open.
 */
const struct oauth_client *oauth_client_find(struct ctx *ctx, const char *id);
/*
 * oauth_client_id() - the database id of a client's public id; false when unknown.  Outside a
 * transaction.
 */
bool oauth_client_id(struct ctx *ctx, const char *text, struct uuid *out) MUST_CHECK;
/*
 * oauth_client_redirects() - whether it registered @uri: exactly, except for the port of a loopback
 * address.
 */
bool oauth_client_redirects(const struct oauth_client *c, const char *uri);
void oauth_register_client(struct ctx *ctx); /* POST /oauth/register */

/* redirect_is_allowed() - https anywhere, http only on the machine itself; no fragment, user or blank. */
bool redirect_is_allowed(const char *uri);
/* redirect_origin() - "https://host:port" of an allowed one. */
const char *redirect_origin(void *pool, const char *uri);

/* ---- consent (oauth_consent.c) ---- */

void oauth_authorize_page(struct ctx *ctx); /* GET /oauth/authorize */
void oauth_authorize_post(struct ctx *ctx);

/* ---- tokens (oauth_token.c) ---- */

#define CODE_MS 60000
#define TOKEN_MS ((int64_t)3600 * 1000)
#define REFRESH_MS ((int64_t)30 * 24 * 3600 * 1000) /* each; see oauth_tokens_give() */

void oauth_token(struct ctx *ctx);  /* POST /oauth/token */
void oauth_revoke(struct ctx *ctx); /* POST /oauth/revoke */

/* ---- metadata (oauth_metadata.c) ---- */

void oauth_server_metadata(struct ctx *ctx);   /* RFC 8414 */
void oauth_resource_metadata(struct ctx *ctx); /* RFC 9728; arg: the resource's path */

/* ---- granted access (grants.c) ---- */

void grants_page(struct ctx *ctx);
void grants_revoke(struct ctx *ctx);

/* ---- scopes (scopes.c) ---- */

/* scopes_read() - parses such a text; false when one is unknown. */
bool scopes_read(void *pool, const char *text, unsigned *out) MUST_CHECK;
/* scopes_known() - the known scopes of such a text. */
unsigned scopes_known(void *pool, const char *text);
/* scope_sentence() - what a scope allows its holder, pt-BR. */
const char *scope_sentence(enum scope s);

#endif
