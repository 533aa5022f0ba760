/* SPDX-License-Identifier: Apache-2.0 */
/* totp.c: codes of RFC 6238, appendix B (SHA-1), whose last six digits are shown, and the steps that are accepted. */
#include "config.h"

#include "identity/totp.h"

#include "core/pool.h"
#include "tap.h"

static const unsigned char secret[TOTP_SECRET + 1] = "12345678901234567890";

static const char *code_at(int64_t seconds)
{
	static char code[TOTP_DIGITS + 1];

	totp_code(secret, seconds * 1000 / TOTP_STEP_MS, code);
	return code;
}

static void vectors(void)
{
	is_text(code_at(59), "287082", "1970-01-01 00:00:59");
	is_text(code_at(1111111109), "081804", "2005-03-18 01:58:29");
	is_text(code_at(1111111111), "050471", "2005-03-18 01:58:31");
	is_text(code_at(1234567890), "005924", "2009-02-13 23:31:30");
	is_text(code_at(2000000000), "279037", "2033-05-18 03:33:20");
	is_text(code_at(INT64_C(20000000000)), "353130", "2603-10-11 11:33:20");
}

/* 2000000000 s is 20 s into step 66666666. */
static void steps(void)
{
	int64_t now_ms = INT64_C(2000000000000);

	is_int(totp_step(secret, "279037", now_ms), 66666666, "the code of now");
	is_int(totp_step(secret, "279037", now_ms + 39999), 66666666, "one step later");
	is_int(totp_step(secret, "279037", now_ms + 40000), -1, "two steps later no more");
	is_int(totp_step(secret, "279037", now_ms - 50000), 66666666, "one step earlier");
	is_int(totp_step(secret, "279037", now_ms - 50001), -1, "two steps earlier not yet");
	is_int(totp_step(secret, "279038", now_ms), -1, "another code");
	is_int(totp_step(secret, "27903", now_ms), -1, "a code that is cut");
	is_int(totp_step(secret, "2790370", now_ms), -1, "or longer");
	is_int(totp_step(secret, "", now_ms), -1, "none");
}

int main(void)
{
	void *pool = pool_new(NULL, "test");

	vectors();
	steps();
	is_text(totp_uri(pool, "ana+b@example.com", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
		"otpauth://totp/lastro:ana%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=lastro"
		"&algorithm=SHA1&digits=6&period=30",
		"as programs for codes read it");
	pool_free(pool);
	return tap_done();
}
