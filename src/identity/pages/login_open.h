/* SPDX-License-Identifier: Apache-2.0 */
/*
 * login_open.h: opens a session, by a password, and by a code where the account has a second factor.
 *
 * Each begins and ends its own transactions; none is open while a password is hashed.  429 rate_limited comes before any
 * comparison.
 */
#ifndef LASTRO_IDENTITY_PAGES_LOGIN_OPEN_H
#define LASTRO_IDENTITY_PAGES_LOGIN_OPEN_H

#include "identity/pages/login.h"

enum login_outcome {
	LOGIN_REFUSED,
	LOGIN_ASKS, /* the password is right, and the account has a second factor; only out->account is filled */
	LOGIN_OPEN,
};

/*
 * login_try() - refused for a wrong password, an unknown e-mail, and an account that is disabled or has no password,
 * with the same answer and the same work.
 */
enum login_outcome login_try(struct ctx *ctx, const char *email, const char *password,
			     struct login *out) MUST_CHECK;

/*
 * login_prove() - after LOGIN_ASKS: whether @code is good, which it uses up; fills the rest of @out.
 * @issued_ms: when the password was verified; false when it was changed since
 */
bool login_prove(struct ctx *ctx, int64_t issued_ms, const char *code,
		 struct login *out) MUST_CHECK;

/*
 * login_proof() - for the form that asks for the code: that this browser gave the password of @account just now.
 * login_proof_read() - false when it is another browser's, or more than ten minutes old.  Nothing is stored.
 */
#define LOGIN_PROOF_MAX 120
const char *login_proof(struct ctx *ctx, struct uuid account);
bool login_proof_read(struct ctx *ctx, const char *proof, struct uuid *account,
		      int64_t *issued_ms) MUST_CHECK;

#endif
