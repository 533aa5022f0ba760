/* SPDX-License-Identifier: Apache-2.0 */
/* totp.c: codes of six digits that change every 30 seconds. */
#include "config.h"

#include "identity/totp.h"

#include <string.h>

#include <liboath/oath.h>
#include <sodium.h>

#include "core/encode.h"
#include "core/log.h"
#include "core/pool.h"

#define ISSUER "lastro"

void totp_code(const unsigned char secret[TOTP_SECRET], int64_t step, char out[TOTP_DIGITS + 1])
{
	const char *bytes;
	int error = oath_init();

	memcpy(&bytes, &secret, sizeof(bytes)); /* the same bytes, as liboath declares them */
	if (error == OATH_OK)
		error = oath_hotp_generate(bytes, TOTP_SECRET, (uint64_t)step, TOTP_DIGITS, false,
					   OATH_HOTP_DYNAMIC_TRUNCATION, out);
	if (error == OATH_OK)
		return;
	log_event(LOG_ERROR, NULL, "liboath: %s", oath_strerror_name(error));
	memset(out, 0, TOTP_DIGITS + 1); /* equals no code */
}

int64_t totp_step(const unsigned char secret[TOTP_SECRET], const char *code, int64_t now_ms)
{
	int64_t now = now_ms / TOTP_STEP_MS, found = -1;
	char typed[TOTP_DIGITS + 1] = "", good[TOTP_DIGITS + 1];

	if (strlen(code) == TOTP_DIGITS)
		memcpy(typed, code, sizeof(typed));
	for (int64_t step = now - 1; step <= now + 1; step++) {
		totp_code(secret, step, good);
		if (sodium_memcmp(typed, good, sizeof(good)) == 0 && *good)
			found = step;
	}
	sodium_memzero(good, sizeof(good));
	return found;
}

const char *totp_uri(void *pool, const char *email, const char *secret)
{
	return pool_printf(pool,
			   "otpauth://totp/" ISSUER ":%s?secret=%s&issuer=" ISSUER
			   "&algorithm=SHA1&digits=%d&period=%d",
			   url_encoded_but(pool, email, ""), secret, TOTP_DIGITS,
			   TOTP_STEP_MS / 1000);
}
