/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key.c: lst_<kind>_<43 base62><6 base62 of CRC-32>: keys, and all other issued secrets.
 *
 * The 43 characters are 256 random bits as one number in base 62.  The checksum covers everything
 * before it, so that a typing error is detected without a query.
 */
#include "config.h"

#include "identity/key.h"

#include <sodium.h>
#include <stdlib.h>
#include <zlib.h>

#include "core/encode.h"
#include "core/text.h"

#define RANDOM_BYTES 32
#define RANDOM_CHARS 43 /* 62^43 > 2^256 */
#define CHECK_CHARS 6	/* 62^6 > 2^32 */
#define SHOWN_CHARS 6	/* of the random part, in a displayable prefix */

static const char base62[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

static const char *const kind_names[] = {
	[CREDENTIAL_USER] = "user",	[CREDENTIAL_PLATFORM] = "platform",
	[CREDENTIAL_MEMBER] = "member", [CREDENTIAL_DESK] = "desk",
	[SECRET_TOKEN] = "token",	[SECRET_SESSION] = "session",
	[SECRET_REFRESH] = "refresh",	[SECRET_CODE] = "code",
	[SECRET_LINK] = "link",		[SECRET_FEED] = "feed",
	[SECRET_SHARED] = "shared",
};

const char *credential_name(enum credential_kind kind)
{
	return kind_names[kind];
}

/* A big-endian number of @n bytes as @chars digits; destroys the number. */
static void to_base62(uint8_t *number, size_t n, char *out, size_t chars)
{
	while (chars--) {
		unsigned rest = 0;

		for (size_t i = 0; i < n; i++) {
			unsigned v = rest << 8 | number[i];

			number[i] = (uint8_t)(v / 62);
			rest = v % 62;
		}
		out[chars] = base62[rest];
	}
}

static void checksum_of(const char *text, size_t n, char out[CHECK_CHARS])
{
	uLong crc = crc32(crc32(0, NULL, 0), (const Bytef *)text, (uInt)n);
	uint8_t bytes[4] = { (uint8_t)(crc >> 24), (uint8_t)(crc >> 16), (uint8_t)(crc >> 8),
			     (uint8_t)crc };

	to_base62(bytes, sizeof(bytes), out, CHECK_CHARS);
}

/* "lst_user_" and its length. */
static size_t beginning_of(size_t kind, char out[KEY_PREFIX_SIZE])
{
	const char *name = kind_names[kind];
	size_t n = strlen(name);

	memcpy(out, "lst_", 4);
	memcpy(out + 4, name, n);
	out[4 + n] = '_';
	return n + 5;
}

void secret_make(enum secret_kind kind, char secret[KEY_SECRET_SIZE])
{
	uint8_t bytes[RANDOM_BYTES];
	size_t n = beginning_of(kind, secret);

	if (sodium_init() < 0)
		abort(); /* without the kernel's generator there are no keys */
	randombytes_buf(bytes, sizeof(bytes));
	to_base62(bytes, sizeof(bytes), secret + n, RANDOM_CHARS);
	sodium_memzero(bytes, sizeof(bytes));
	n += RANDOM_CHARS;
	checksum_of(secret, n, secret + n);
	secret[n + CHECK_CHARS] = '\0';
}

const char *secret_to_sign(void *pool)
{
	uint8_t bytes[RANDOM_BYTES];
	const char *text;

	if (sodium_init() < 0)
		abort(); /* without the kernel's generator there are no secrets */
	randombytes_buf(bytes, sizeof(bytes));
	text = pool_printf(pool, "whsec_%s", base64url_encoded(pool, bytes, sizeof(bytes)));
	sodium_memzero(bytes, sizeof(bytes));
	return text;
}

void key_make(enum credential_kind kind, char secret[KEY_SECRET_SIZE])
{
	secret_make((enum secret_kind)kind, secret);
}

static bool kind_of(const char *secret, enum secret_kind *kind, size_t *beginning)
{
	for (size_t i = 0; i < ARRAY_SIZE(kind_names); i++) {
		char expected[KEY_PREFIX_SIZE];
		size_t n = beginning_of(i, expected);

		if (strncmp(secret, expected, n))
			continue;
		*kind = (enum secret_kind)i;
		*beginning = n;
		return true;
	}
	return false;
}

bool secret_well_formed(const char *secret, enum secret_kind *kind)
{
	enum secret_kind k;
	char check[CHECK_CHARS];
	size_t n;

	if (!kind_of(secret, &k, &n) || strlen(secret) != n + RANDOM_CHARS + CHECK_CHARS ||
	    strspn(secret + n, base62) != RANDOM_CHARS + CHECK_CHARS)
		return false;
	checksum_of(secret, n + RANDOM_CHARS, check);
	if (memcmp(check, secret + n + RANDOM_CHARS, CHECK_CHARS) != 0)
		return false;
	*kind = k;
	return true;
}

void key_hash(const char *secret, uint8_t out[32])
{
	crypto_hash_sha256(out, (const unsigned char *)secret, strlen(secret));
}

void key_prefix(const char *secret, char out[KEY_PREFIX_SIZE])
{
	size_t n = (size_t)(strrchr(secret, '_') - secret) + 1 + SHOWN_CHARS;

	memcpy(out, secret, n);
	out[n] = '\0';
}
