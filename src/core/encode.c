/* SPDX-License-Identifier: Apache-2.0 */
/* encode.c: bytes as text and back. */
#include "config.h"

#include "core/encode.h"

#include <sodium.h>
#include <utf8proc.h>

#include "core/pool.h"

const char hex_digits[] = "0123456789abcdef";

size_t utf8_put(char out[4], uint32_t c)
{
	return (size_t)utf8proc_encode_char((utf8proc_int32_t)c, (utf8proc_uint8_t *)out);
}

char *hex_encoded(void *pool, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	char *out = pool_array(pool, char, 2 * n + 1);

	for (size_t i = 0; i < n; i++) {
		out[2 * i] = hex_digits[p[i] >> 4];
		out[2 * i + 1] = hex_digits[p[i] & 15];
	}
	return out;
}

char *base32_encoded(void *pool, const void *bytes, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const unsigned char *p = bytes;
	char *out = pool_array(pool, char, n * 8 / 5 + 2), *end = out;
	unsigned pending = 0; /* bits, of which the last @bits are not written yet */
	int bits = 0;

	for (size_t i = 0; i < n; i++) {
		pending = (pending << 8 | p[i]) & 0xfff;
		for (bits += 8; bits >= 5; bits -= 5)
			*end++ = digits[pending >> (bits - 5) & 31];
	}
	if (bits)
		*end++ = digits[pending << (5 - bits) & 31];
	*end = '\0';
	return out;
}

static char *encoded(void *pool, const void *bytes, size_t n, int variant)
{
	size_t size = sodium_base64_encoded_len(n, variant);
	char *out = pool_array(pool, char, size);

	return sodium_bin2base64(out, size, bytes, n, variant);
}

static bool decoded(void *pool, struct slice text, int variant, struct slice *bytes)
{
	unsigned char *out = pool_array(pool, unsigned char, text.n + 1);
	size_t n = 0;

	/* libsodium would accept bytes beyond ASCII as a last digit. */
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] >= 0x80)
			return false;
	if (text.n && sodium_base642bin(out, text.n, text.p, text.n, NULL, &n, NULL, variant) != 0)
		return false;
	*bytes = (struct slice){ (const char *)out, n };
	return true;
}

char *base64_encoded(void *pool, const void *bytes, size_t n)
{
	return encoded(pool, bytes, n, sodium_base64_VARIANT_ORIGINAL);
}

char *base64url_encoded(void *pool, const void *bytes, size_t n)
{
	return encoded(pool, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool base64_decoded(void *pool, struct slice text, struct slice *bytes)
{
	return decoded(pool, text, sodium_base64_VARIANT_ORIGINAL, bytes);
}

bool base64url_decoded(void *pool, struct slice text, struct slice *bytes)
{
	return decoded(pool, text, sodium_base64_VARIANT_URLSAFE_NO_PADDING, bytes);
}

char *url_decoded(void *pool, struct slice s, bool plus)
{
	char *out = pool_array(pool, char, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		int hi;
		int lo;

		if (s.p[i] != '%') {
			out[n++] = plus && s.p[i] == '+' ? ' ' : s.p[i];
			continue;
		}
		if (s.n - i < 3)
			return NULL;
		hi = hex_value(s.p[i + 1]);
		lo = hex_value(s.p[i + 2]);
		if (hi < 0 || lo < 0)
			return NULL;
		out[n++] = (char)(hi << 4 | lo);
		i += 2;
	}
	return text_valid((struct slice){ out, n }, NULL) ? out : NULL;
}

static bool is_unreserved(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-' || c == '.' || c == '_' || c == '~';
}

const char *url_encoded_but(void *pool, const char *s, const char *keep)
{
	static const char upper[] = "0123456789ABCDEF";
	char *out = pool_array(pool, char, 3 * strlen(s) + 1);
	char *p = out;

	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (is_unreserved(c) || strchr(keep, c)) {
			*p++ = (char)c;
		} else {
			*p++ = '%';
			*p++ = upper[c >> 4];
			*p++ = upper[c & 15];
		}
	}
	return out;
}

const char *url_encoded(void *pool, const char *s)
{
	return url_encoded_but(pool, s, "/");
}

const char *url_shown(void *pool, struct slice s)
{
	return text_valid(s, NULL) ? slice_text(pool, s) : url_encoded(pool, slice_text(pool, s));
}
