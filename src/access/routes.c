/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: the table of src/access. */
#include "config.h"

#include "access/caller.h"
#include "access/keys.h"

const struct route access_routes[] = {
	{ GET, "/v1/keys", SCOPE_ACCOUNT_READ, USER_KEY, keys_list, "listKeys", ROUTE_ACCOUNT, 0 },
	{ POST, "/v1/keys", SCOPE_ACCOUNT_WRITE, USER_KEY, keys_create, "createKey",
	  ROUTE_ACCOUNT | ROUTE_WRITE | ROUTE_IDEMPOTENT, BODY_JSON },
	{ DELETE, "/v1/keys/{id}", SCOPE_ACCOUNT_WRITE, USER_KEY, keys_revoke, "deleteKey",
	  ROUTE_ACCOUNT | ROUTE_WRITE, 0 },
	{ .run = NULL },
};
