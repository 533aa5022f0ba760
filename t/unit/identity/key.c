/* SPDX-License-Identifier: Apache-2.0 */
/* key.c: keys and scopes as text. */
#include "config.h"

#include "identity/key.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

static bool good(const char *secret)
{
	enum secret_kind kind;

	return secret_well_formed(secret, &kind);
}

/* CRC-32 of "lst_user_" and 43 zeros is 0xAD53C423 (zlib.crc32 of Python), 2907948067 = 3AnS8B in base 62. */
static const char zeros[] = "lst_user_0000000000000000000000000000000000000000000"
			    "3AnS8B";

static void shape(void)
{
	char secret[KEY_SECRET_SIZE];
	char other[KEY_SECRET_SIZE];
	char prefix[KEY_PREFIX_SIZE];
	enum secret_kind kind = SECRET_USER;

	key_make(CREDENTIAL_PLATFORM, secret);
	key_make(CREDENTIAL_PLATFORM, other);
	is_int((int64_t)strlen(secret), 13 + 49,
	       "43 random and 6 checking characters behind the kind");
	ok(!strncmp(secret, "lst_platform_", 13), "the key names its kind");
	ok(secret_well_formed(secret, &kind) && kind == SECRET_PLATFORM,
	   "a new key is well formed");
	ok(strcmp(secret, other) != 0, "two keys differ");
	key_prefix(secret, prefix);
	ok(strlen(prefix) == 19 && !strncmp(prefix, secret, 19),
	   "the prefix shows the kind and six characters");
}

/* Other secrets have the same form. */
static void other_secrets(void)
{
	char secret[KEY_SECRET_SIZE];
	enum secret_kind kind = SECRET_USER;

	secret_make(SECRET_REFRESH, secret);
	ok(!strncmp(secret, "lst_refresh_", 12), "a refresh token names itself");
	ok(secret_well_formed(secret, &kind) && kind == SECRET_REFRESH, "and is well formed");
	key_make(CREDENTIAL_MEMBER, secret);
	ok(secret_well_formed(secret, &kind) && kind == SECRET_MEMBER, "a key is a secret");
}

/* The checksum detects any single mistyped character. */
static void typing_errors(void)
{
	char secret[KEY_SECRET_SIZE];
	char wrong[KEY_SECRET_SIZE];
	int passed = 0;

	key_make(CREDENTIAL_USER, secret);
	for (size_t i = 9; i < strlen(secret); i++) {
		memcpy(wrong, secret, sizeof(wrong));
		wrong[i] = secret[i] == 'a' ? 'b' : 'a';
		passed += good(wrong);
	}
	is_int(passed, 0, "no single typing error passes the checksum");
	memcpy(wrong, secret, sizeof(wrong));
	wrong[strlen(wrong) - 1] = '\0';
	ok(!good(wrong), "a key cut short is refused");
	ok(!good(""), "an empty key is refused");
	ok(!good("lst_root_"), "an unknown kind is refused");
	(void)snprintf(wrong, sizeof(wrong), "%.57s+", secret);
	ok(!good(wrong), "a character outside base 62 is refused");
}

static void hash(void)
{
	uint8_t h[32];
	char hex[9];

	ok(good(zeros), "a key with its checksum worked out elsewhere is well formed");
	key_hash("abc", h);
	(void)snprintf(hex, sizeof(hex), "%02x%02x%02x%02x", h[0], h[1], h[2], h[3]);
	is_text(hex, "ba7816bf", "the hash is SHA-256 (FIPS 180-2, appendix B.1)");
}

static void scopes(void)
{
	static const char *const two[] = { "market:read", "account:write" };
	static const char *const wrong[] = { "market:read", "market:write" };
	const char *names[SCOPES_MAX];
	unsigned set = 0;

	ok(scopes_parse(two, 2, &set) && set == (SCOPE_MARKET_READ | SCOPE_ACCOUNT_WRITE),
	   "scopes by name");
	is_int((int64_t)scopes_names(set, names), 2, "as many names as scopes");
	is_text(names[0], "account:write", "names come in the order of the list");
	set = 7;
	ok(!scopes_parse(wrong, 2, &set) && set == 7,
	   "an unknown scope is refused, out is untouched");
}

int main(void)
{
	shape();
	other_secrets();
	typing_errors();
	hash();
	scopes();
	return tap_done();
}
