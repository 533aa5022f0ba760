/* SPDX-License-Identifier: Apache-2.0 */
/*
 * second_factor.h: a code beside the password (RFC 6238).
 *
 * Only a session of the person may read or change it: not a key, nor an application (OAuth, MCP), which would otherwise
 * take the person's account over.  A code is accepted once: the database stores the step of the last one.  The secret is
 * encrypted with a key that is derived from LASTRO_SECRET; under another LASTRO_SECRET only recovery codes are accepted.
 */
#ifndef LASTRO_IDENTITY_PAGES_SECOND_FACTOR_H
#define LASTRO_IDENTITY_PAGES_SECOND_FACTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/uuid.h"
#include "identity/key.h"

#define RECOVERY_CODES 10
#define SECOND_FACTOR_CODE_MAX 40 /* characters of a typed code, with blanks and hyphens */

struct second_factor {
	bool on;
	int64_t since_ms;   /* meaningless unless on */
	int64_t codes_left; /* recovery codes */
};

/* second_factor_session() - 403 session_required for any other credential. */
void second_factor_session(struct ctx *ctx);

/* Of the caller's account. */
void second_factor_read(struct ctx *ctx, struct second_factor *out);
/*
 * second_factor_begin() - a new secret, in base32, or the one that was begun within the last minute, as when a button is
 * pressed twice.  NULL when the password is wrong; 409 when it is on, 429 after too many attempts.  A transaction as
 * second_factor_end() has it.  Only this answer shows the secret: who has the session alone, without the password, cannot turn
 * the second factor on.
 */
const char *second_factor_begin(struct ctx *ctx, const char *password);
/* second_factor_is_pending() - whether @secret, or NULL, is the one that was begun in the last hour. */
bool second_factor_is_pending(struct ctx *ctx, const char *secret);
/*
 * second_factor_confirm() - turns it on with a code of the secret that was begun; fills @codes with the recovery codes.
 * False for a wrong code; 409 when nothing was begun, or it is on.
 */
bool second_factor_confirm(struct ctx *ctx, const char *code,
			   const char *codes[RECOVERY_CODES]) MUST_CHECK;
/*
 * second_factor_end() - turns it off.  False when the password or the code is wrong; 409 when it is off, 429 after too
 * many attempts.  It ends the transaction, hashes the password without one, and begins another.
 */
bool second_factor_end(struct ctx *ctx, const char *password, const char *code) MUST_CHECK;

/* A code that was typed, for the statement that uses it up. */
struct second_factor_code {
	int64_t step;		/* -1: not a code of the secret */
	uint8_t hash[KEY_HASH]; /* as a recovery code */
};

/*
 * second_factor_attempt() - counts an attempt at a code of @account, whose password was verified at @issued_ms, and
 * compares it; 429 after too many.  Begins and ends its own transaction.
 */
struct second_factor_code second_factor_attempt(struct ctx *ctx, struct uuid account,
						int64_t issued_ms, const char *code);

/* /v1/me/second-factor */
void second_factor_get(struct ctx *ctx);
void second_factor_post(struct ctx *ctx);
void second_factor_confirm_post(struct ctx *ctx);
void second_factor_disable_post(struct ctx *ctx);

#endif
