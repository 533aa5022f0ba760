/* SPDX-License-Identifier: Apache-2.0 */
/* encode.h: bytes as text and back (UTF-8, hexadecimal, base32, base64url, percent-encoding), and the FNV-1a hash. */
#ifndef LASTRO_CORE_ENCODE_H
#define LASTRO_CORE_ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

extern const char hex_digits[]; /* 0-9a-f */

/* hex_value() - of one hexadecimal digit in either case, or -1. */
static inline int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* utf8_put() - writes a code point; returns the number of bytes. */
size_t utf8_put(char out[4], uint32_t c);

/* hex_encoded() - lower case, two digits a byte. */
char *hex_encoded(void *pool, const void *bytes, size_t n);

/* base64_encoded(), base64url_encoded() - RFC 4648 section 4 with padding, section 5 without. */
char *base64_encoded(void *pool, const void *bytes, size_t n);
char *base64url_encoded(void *pool, const void *bytes, size_t n);

/* base32_encoded() - RFC 4648 section 6, without padding. */
char *base32_encoded(void *pool, const void *bytes, size_t n);

/* base64_decoded(), base64url_decoded() - the inverse; false unless the whole of @text is valid. */
bool base64_decoded(void *pool, struct slice text, struct slice *bytes) MUST_CHECK;
bool base64url_decoded(void *pool, struct slice text, struct slice *bytes) MUST_CHECK;

/*
 * url_decoded() - %XX as bytes; '+' as a blank when @plus.  NULL when an escape is malformed, or the
 * result is not UTF-8 or holds U+0000.
 */
char *url_decoded(void *pool, struct slice s, bool plus);

/* url_encoded() - all but the unreserved characters (RFC 3986 section 2.3) and '/' as %XX. */
const char *url_encoded(void *pool, const char *s);

/*
 * url_encoded_but() - the same, with @keep in place of '/'.  URL_PATH: what a path may hold as it is
 * (section 3.3).
 */
const char *url_encoded_but(void *pool, const char *s, const char *keep);
#define URL_PATH "/!$&'()*+,;=:@"

/*
 * url_shown() - an undecodable piece, for a refusal to quote: unchanged, or encoded when it is not
 * UTF-8.
 */
const char *url_shown(void *pool, struct slice s);

/* fnv1a() - continues from @hash; the first call passes FNV1A_START. */
#define FNV1A_START UINT64_C(14695981039346656037)
static inline uint64_t fnv1a(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	while (n--)
		hash = (hash ^ *p++) * UINT64_C(1099511628211);
	return hash;
}

#endif
