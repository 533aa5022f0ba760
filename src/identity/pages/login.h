/* SPDX-License-Identifier: Apache-2.0 */
/* login.h: an e-mail and a password open a session. */
#ifndef LASTRO_IDENTITY_PAGES_LOGIN_H
#define LASTRO_IDENTITY_PAGES_LOGIN_H

#include <stdint.h>

#include "identity/key.h"

struct login {
	struct uuid account;
	char secret[KEY_SECRET_SIZE]; /* the cookie's */
	int64_t expires_ms;
};

#define LOGIN_FAILED "E-mail ou senha não conferem."

#endif
