/* SPDX-License-Identifier: Apache-2.0 */
/* login.h: an e-mail and a password open a session. */
#ifndef LASTRO_IDENTITY_PAGES_LOGIN_H
#define LASTRO_IDENTITY_PAGES_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "identity/key.h"
#include "core/ctx.h"

struct login {
	char secret[KEY_SECRET_SIZE]; /* the cookie's */
	int64_t expires_ms;
};

/*
 * login_try() - false for a wrong password, an unknown e-mail and an account without a password or
 * disabled, with the same answer and the same cost.  429 rate_limited before anything is checked.
 * Begins and ends its own transactions; none is open while the password is hashed.
 */
bool login_try(struct ctx *ctx, const char *email, const char *password,
	       struct login *out) MUST_CHECK;

#define LOGIN_FAILED "E-mail ou senha não conferem."

#endif
