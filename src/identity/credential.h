/* SPDX-License-Identifier: Apache-2.0 */
/* credential.h: the request's credential, read and hashed once. */
#ifndef LASTRO_IDENTITY_CREDENTIAL_H
#define LASTRO_IDENTITY_CREDENTIAL_H

#include "identity/caller.h"
#include "identity/key.h"

struct credential {
	enum credential_form form;
	uint8_t hash[KEY_HASH]; /* as it is stored */
};

/*
 * credential_of() - the request's credential; 401 credential_missing or credential_invalid when it is
 * absent or malformed.  Stored in ctx->credential.
 */
const struct credential *credential_of(struct ctx *ctx);

/*
 * credential_judge() - the checks that a key does not need, once ctx->caller is known: 401 for a token
 * issued for another resource, 403 csrf_token_invalid for a session that writes without its token.
 */
void credential_judge(struct ctx *ctx);

/*
 * credential_refuse() - 401 @code with its challenge (RFC 6750 section 3); 429 when the network had too
 * many refusals (identity/attempts.h).
 */
NORETURN void credential_refuse(struct ctx *ctx, const char *code, const char *detail);

/* credential_challenge() - the value of WWW-Authenticate; @more: further parameters, or "". */
const char *credential_challenge(struct ctx *ctx, const char *more);

#endif
