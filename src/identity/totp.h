/* SPDX-License-Identifier: Apache-2.0 */
/* totp.h: codes of six digits that change every 30 seconds (RFC 6238, with SHA-1). */
#ifndef LASTRO_IDENTITY_TOTP_H
#define LASTRO_IDENTITY_TOTP_H

#include <stdint.h>

#define TOTP_SECRET 20 /* bytes, as RFC 4226 recommends */
#define TOTP_DIGITS 6
#define TOTP_STEP_MS 30000

/* totp_code() - the code of a step; the step of an instant is its TOTP_STEP_MS since 1970. */
void totp_code(const unsigned char secret[TOTP_SECRET], int64_t step, char out[TOTP_DIGITS + 1]);

/*
 * totp_step() - the step whose code this is: that of @now_ms, the one before or the one after, for a clock that is
 * wrong; -1: none of them.  All three are compared, in constant time.
 */
int64_t totp_step(const unsigned char secret[TOTP_SECRET], const char *code, int64_t now_ms);

/* totp_uri() - what a program for codes reads, from a QR code or a link; @secret: in base32. */
const char *totp_uri(void *pool, const char *email, const char *secret);

#endif
