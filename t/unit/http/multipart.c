/* SPDX-License-Identifier: Apache-2.0 */
/* multipart/form-data: bodies of browsers and curl, and truncated or forged ones. */
#include "config.h"

#include "core/buf.h"
#include "http/multipart.h"

#include "tap.h"

#define TYPE "multipart/form-data; boundary=AaB03x"
#define PART(name) "Content-Disposition: form-data; name=\"" name "\"\r\n\r\n"

static void *pool;
static struct part parts[PARTS_MAX];
static size_t n;
static const char *reason;

static bool parse(const char *type, struct slice body)
{
	reason = NULL;
	return multipart_parse(pool, type, body, parts, &n, &reason);
}

static void refused(const char *type, const char *body, const char *name)
{
	if (!ok(!parse(type, slice_of(body)) && reason, "%s", name))
		diag("it was taken, with %zu parts", n);
}

static void test_good(void)
{
	ok(parse("multipart/form-data; charset=utf-8; boundary=\"a b:c\"",
		 SLICE("preamble\r\n--a b:c  \r\nContent-Disposition: form-data; name=\"file\"; "
		       "filename=\"C:\\\\pasta\\\\neg \\\"1\\\".xlsx\"\r\nContent-Type: application/zip\r\n\r\n"
		       "PK\0\r\n--a b\r\n\r\n--a b:c\r\n" PART(
			       "dry_run") "true\r\n--a b:c--\r\nepilogue")),
	   "a quoted boundary, preamble, padding, epilogue");
	is_int((int64_t)n, 2, "two parts");
	is_text(parts[0].name, "file", "name");
	is_text(parts[0].filename, "neg \"1\".xlsx", "the file's name without its path");
	is_text(parts[0].content_type, "application/zip", "type");
	ok(parts[0].content.n == 12 && memcmp(parts[0].content.p, "PK\0\r\n--a b\r\n", 12) == 0,
	   "content, with NUL, CRLF and half a boundary inside");
	ok(!parts[1].filename && slice_eq(parts[1].content, "true"), "a plain field");
	ok(parse(TYPE, SLICE("--AaB03x\r\n" PART("a") "\r\n--AaB03x--")) && n == 1 &&
		   parts[0].content.n == 0,
	   "an empty part");
	ok(parse(TYPE, SLICE("--AaB03x--\r\n")) && n == 0, "no part");
	ok(parse(TYPE,
		 SLICE("--AaB03x\r\ncontent-disposition: FORM-DATA; NAME=a; x=y; filename=\"a%22b.csv\"\r\n\r\n1\r\n"
		       "--AaB03x--")) &&
		   str_eq(parts[0].name, "a") && str_eq(parts[0].filename, "a\"b.csv"),
	   "a token for a name, %%22 for a quote, any case");
	ok(parse(TYPE, SLICE("--AaB03x\r\n" PART("ação") "ç\r\n--AaB03x--")) &&
		   str_eq(parts[0].name, "ação"),
	   "UTF-8");
}

static void test_type(void)
{
	const char *body = "--AaB03x--\r\n";

	refused("multipart/mixed; boundary=AaB03x", body, "another multipart");
	refused("multipart/form-data", body, "no boundary");
	refused("multipart/form-data; boundary=", body, "an empty boundary");
	refused("multipart/form-data; boundary=\"\"", body, "an empty quoted boundary");
	refused("multipart/form-data; boundary=\"AaB03x", body, "an open quote");
	refused("multipart/form-data; boundary=AaB03x; boundary=AaB03x", body, "a boundary twice");
	refused("multipart/form-data; boundary=\"a ;\x01\"", body,
		"a boundary of other characters");
	refused(pool_printf(pool, "multipart/form-data; boundary=%071d", 0), body,
		"a boundary of 71");
}

static void test_broken(void)
{
	struct buf b;

	refused(TYPE, "", "nothing");
	refused(TYPE, "--AaB03x", "nothing behind the boundary");
	refused(TYPE, "--AaB03x\r\n" PART("a") "1\r\n--AaB03x", "no final boundary: cut off");
	refused(TYPE, "--AaB03x\r\n" PART("a") "1\r\n", "cut off in the content");
	refused(TYPE, "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"",
		"cut off in a header");
	refused(TYPE, "x--AaB03x--", "a boundary inside a line");
	refused(TYPE, "--AaB03x\nContent-Disposition: form-data; name=\"a\"\n\n1\n--AaB03x--",
		"LF for CRLF");
	refused(TYPE, "--AaB03x\r\nContent-Disposition: form-data; name=\"a\"\n\r\n1\r\n--AaB03x--",
		"LF in a header");
	refused(TYPE, "--AaB03xy\r\n" PART("a") "1\r\n--AaB03x--", "a longer boundary");
	refused(TYPE, "--AaB03x\r\n\r\n1\r\n--AaB03x--", "no Content-Disposition");
	refused(TYPE, "--AaB03x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--AaB03x--",
		"no name");
	refused(TYPE,
		"--AaB03x\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n1\r\n--AaB03x--",
		"an empty name");
	refused(TYPE,
		"--AaB03x\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--AaB03x--",
		"no form-data");
	refused(TYPE,
		"--AaB03x\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\n1\r\n--AaB03x--",
		"two names");
	refused(TYPE, "--AaB03x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--AaB03x--",
		"an open quote");
	refused(TYPE,
		"--AaB03x\r\nContent-Transfer-Encoding: base64\r\n" PART("a") "MQ==\r\n--AaB03x--",
		"base64");
	refused(TYPE, "--AaB03x\r\nno colon\r\n" PART("a") "1\r\n--AaB03x--",
		"a header without a colon");
	refused(TYPE, "--AaB03x\r\n" PART("a\xff") "1\r\n--AaB03x--", "a name that is not UTF-8");
	refused(TYPE,
		pool_printf(pool, "--AaB03x\r\nX: %08200d\r\n" PART("a") "1\r\n--AaB03x--", 0),
		"8 kB of headers");
	buf_init(&b, pool, 2048);
	for (int i = 0; i < 17; i++)
		buf_str(&b, "--AaB03x\r\n" PART("a") "1\r\n");
	buf_str(&b, "--AaB03x--");
	refused(TYPE, buf_text(&b), "17 parts");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	test_good();
	test_type();
	test_broken();
	pool_free(pool);
	return tap_done();
}
