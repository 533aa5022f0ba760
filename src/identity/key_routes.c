/* SPDX-License-Identifier: Apache-2.0 */
/* key_routes.c: the routes of src/identity. */
#include "config.h"

#include "identity/caller.h"
#include "identity/own_keys.h"
#include "identity/me.h"

#define KEYS .caller = CALLER_PERSON, .subject = SUBJECT_ACCOUNT

const struct route access_routes[] = {
	{ GET, "/v1/keys", "listKeys", keys_list, KEYS, .scope = SCOPE_ACCOUNT_READ },
	{ POST, "/v1/keys", "createKey", keys_create, KEYS, .scope = SCOPE_ACCOUNT_WRITE,
	  .transaction = TX_WRITE, .once = ONCE, .body = BODY_JSON, .body_max = MAX_JSON },
	{ GET, "/v1/keys/{id}", "getKey", keys_get, KEYS, .scope = SCOPE_ACCOUNT_READ },
	{ DELETE, "/v1/keys/{id}", "deleteKey", keys_revoke, KEYS, .scope = SCOPE_ACCOUNT_WRITE,
	  .transaction = TX_WRITE },
	{ GET, "/v1/me", "getMe", account_me_get, .caller = CALLER_ANY,
	  .subject = SUBJECT_ACCOUNT },
	{ .run = NULL },
};
