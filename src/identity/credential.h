/* SPDX-License-Identifier: Apache-2.0 */
/* credential.h: what the client showed, read and hashed once a request. */
#ifndef LASTRO_IDENTITY_CREDENTIAL_H
#define LASTRO_IDENTITY_CREDENTIAL_H

#include "identity/caller.h"
#include "identity/key.h"

struct credential {
	enum credential_form form;
	uint8_t hash[KEY_HASH]; /* as it is stored */
};

/*
 * credential_of() - the request's; 401 credential_missing, credential_invalid for one that is absent or
 * has not the form of a credential.  In ctx->credential from then on.
 */
const struct credential *credential_of(struct ctx *ctx);

/*
 * credential_judge() - what a key does not ask, once ctx->caller is known: 401 for a token that was made for
 * another resource, 403 csrf_token_invalid for a session that writes without its token.
 */
void credential_judge(struct ctx *ctx);

/*
 * credential_refuse() - 401 @code with its challenge (RFC 6750 section 3); 429 when the network had too many
 * (identity/attempts.h).
 */
NORETURN void credential_refuse(struct ctx *ctx, const char *code, const char *detail);

/* credential_challenge() - the value of WWW-Authenticate; @more: further parameters, or "". */
const char *credential_challenge(struct ctx *ctx, const char *more);

#endif
