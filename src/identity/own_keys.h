/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_keys.h: the keys of the caller's account: /v1/keys, and their page.
 *
 * Every function concerns the account that access_enter() authenticated, in the current transaction.
 */
#ifndef LASTRO_IDENTITY_OWN_KEYS_H
#define LASTRO_IDENTITY_OWN_KEYS_H

#include "identity/caller.h"
#include "identity/key.h"
#include "core/ctx.h"

struct new_key {
	struct uuid id;
	enum credential_kind kind;
	struct uuid organization;
	bool has_organization;
	const char *name;
	unsigned scopes;
	bool expires;
	int64_t expires_ms;
	char prefix[KEY_PREFIX_SIZE]; /* filled by key_issue(), as is the secret */
	char secret[KEY_SECRET_SIZE];
};

/* key_issue() - creates and stores a key; 403 or 404 when the caller may not. */
void key_issue(struct ctx *ctx, struct new_key *k);

/* key_rows() - the keys after @after, ascending by id. */
enum {
	KEY_ID,
	KEY_KIND,
	KEY_ORGANIZATION,
	KEY_NAME,
	KEY_PREFIX,
	KEY_SCOPES,
	KEY_CREATED_AT,
	KEY_EXPIRES_AT
};
const struct db_rows *key_rows(struct ctx *ctx, struct uuid after, int64_t limit);

/* key_end() - revokes a key; 404 key_not_found unless it is one of the account's. */
void key_end(struct ctx *ctx, const char *id);

void keys_list(struct ctx *ctx);
void keys_get(struct ctx *ctx);
void keys_create(struct ctx *ctx);
void keys_revoke(struct ctx *ctx);

#endif
