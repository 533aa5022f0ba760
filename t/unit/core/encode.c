/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes as text and back. */
#include "config.h"

#include "core/encode.h"
#include "core/pool.h"

#include "tap.h"

static void test_base64(void *pool)
{
	static const char bytes[] = "\xfb\xff\xfe";
	struct slice got;

	is_text(hex_encoded(pool, bytes, 3), "fbfffe", "hexadecimal");
	is_text(base64_encoded(pool, bytes, 2), "+/8=", "base64, with padding");
	is_text(base64url_encoded(pool, bytes, 2), "-_8", "base64url, without");
	ok(base64url_decoded(pool, slice_of("-__-"), &got) && got.n == 3 &&
		   memcmp(got.p, bytes, 3) == 0,
	   "and back");
	ok(base64url_decoded(pool, slice_of(""), &got) && got.n == 0, "nothing is nothing");
	ok(!base64url_decoded(pool, slice_of("-_8="), &got), "no padding in base64url");
	ok(!base64url_decoded(pool, slice_of("+/8"), &got), "nor the other alphabet");
	ok(!base64url_decoded(pool, slice_of("-_9"), &got), "nor bits that mean nothing");
	ok(!base64_decoded(pool, slice_of("+/8"), &got), "base64 needs its padding");
	ok(base64_decoded(pool, slice_of("w6fDo28="), &got) && slice_eq(got, "ção"), "text in it");
}

/* RFC 4648 section 10, without padding. */
static void test_base32(void *pool)
{
	is_text(base32_encoded(pool, "", 0), "", "base32 of nothing");
	is_text(base32_encoded(pool, "f", 1), "MY", "of one byte");
	is_text(base32_encoded(pool, "fo", 2), "MZXQ", "two");
	is_text(base32_encoded(pool, "foo", 3), "MZXW6", "three");
	is_text(base32_encoded(pool, "foob", 4), "MZXW6YQ", "four");
	is_text(base32_encoded(pool, "fooba", 5), "MZXW6YTB", "five");
	is_text(base32_encoded(pool, "foobar", 6), "MZXW6YTBOI", "six");
}

static void test_url(void *pool)
{
	is_text(url_encoded(pool, "a b/ç+~"), "a%20b/%C3%A7%2B~", "a path's text");
	is_text(url_encoded_but(pool, "a/b&c=d", ""), "a%2Fb%26c%3Dd", "a parameter's value");
	is_text(url_encoded_but(pool, "/a;b c?", URL_PATH), "/a;b%20c%3F", "a path as it stands");
	is_text(url_decoded(pool, SLICE("a+b%2b%C3%A7"), true), "a b+ç", "decoded");
	is_text(url_decoded(pool, SLICE("a+b"), false), "a+b", "a plus outside a form is one");
	ok(!url_decoded(pool, SLICE("%4"), false) && !url_decoded(pool, SLICE("%zz"), false),
	   "a malformed escape");
	ok(!url_decoded(pool, SLICE("%00"), false) && !url_decoded(pool, SLICE("%ff"), false),
	   "U+0000 and what is not UTF-8");
	is_text(url_shown(pool, SLICE("\xff")), "%FF", "shown encoded");
}

int main(void)
{
	void *pool = pool_new(NULL, "test");

	test_base64(pool);
	test_base32(pool);
	test_url(pool);
	/* http://www.isthe.com/chongo/tech/comp/fnv/ */
	ok(fnv1a(FNV1A_START, "foobar", 6) == UINT64_C(0x85944171f73967e8), "FNV-1a of \"foobar\"");
	ok(fnv1a(fnv1a(FNV1A_START, "foo", 3), "bar", 3) == UINT64_C(0x85944171f73967e8),
	   "in two parts");
	pool_free(pool);
	return tap_done();
}
