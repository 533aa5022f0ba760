/* SPDX-License-Identifier: Apache-2.0 */
/* login.h: an e-mail and a password become a session. */
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
 * login_try() - false for a wrong password, an e-mail that nobody has and an account without a password or
 * disabled, all alike and for the same work.  429 rate_limited before any of it is looked at.  Begins and ends its
 * own transactions; none is open while the password is hashed.
 */
bool login_try(struct ctx *ctx, const char *email, const char *password,
	       struct login *out) MUST_CHECK;

#define LOGIN_FAILED "E-mail ou senha não conferem."

#endif
