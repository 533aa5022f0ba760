/* SPDX-License-Identifier: Apache-2.0 */
/* Answers: the header block, entity tags, CORS. */
#include "config.h"

#include "http/response.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;

static void begin(const char *method, const char *origin)
{
	const char *env[] = { pool_printf(b->ctx.pool, "REQUEST_METHOD=%s", method),
			      "PATH_INFO=/v1/x", "HTTP_X_REQUEST_ID=abcdefgh",
			      pool_printf(b->ctx.pool, "HTTP_ORIGIN=%s", origin), NULL };

	b->ctx.res = NULL;
	if (!bench_request(b, env))
		diag("refused: %s", b->ctx.problem->code);
}

static const char *written(bool with_body)
{
	struct slice s = response_write(&b->ctx, with_body, NULL);

	return pool_strndup(b->ctx.pool, s.p, s.n);
}

static void test_block(void)
{
	struct json *j;

	begin("GET", "");
	j = respond_json(&b->ctx, 201);
	json_open(j, NULL);
	json_close(j);
	respond_header(&b->ctx, "Location", "/v1/x/%d", 7);
	respond_header(&b->ctx, "location", "/v1/x/%d", 8);
	b->ctx.auth_us = 1234;
	b->ctx.db_us = 5;
	is_text(written(true),
		"Status: 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\nLocation: /v1/x/8\r\n"
		"X-Request-Id: abcdefgh\r\nX-Content-Type-Options: nosniff\r\n"
		"Server-Timing: auth;dur=1.234, db;dur=0.005, calc;dur=0.000, json;dur=0.000\r\n"
		"Vary: Accept-Encoding\r\n\r\n{}",
		"header block and body; a header given twice is given once");
	begin("HEAD", "");
	respond_bytes(&b->ctx, 200, "text/csv", SLICE("a,b\r\n"));
	ok(strstr(written(false), "Content-Length: 5\r\n") && text_ends(written(false), "\r\n\r\n"),
	   "HEAD: the length of the body, and no body");
	begin("GET", "");
	respond_header(&b->ctx, "X-Name", "a\r\nSet-Cookie: b");
	(void)respond_json(&b->ctx, 200);
	ok(strstr(written(true), "X-Name: a  Set-Cookie: b\r\n"), "a value cannot end its line");
	begin("POST", "");
	(void)respond_json(&b->ctx, 200);
	ok(strstr(written(true), "Cache-Control: no-store\r\n"), "what is not read is not stored");
	begin("GET", "");
	b->ctx.caller =
		(const struct caller *)(const void *)b; /* any value: only its presence matters */
	(void)respond_json(&b->ctx, 200);
	ok(strstr(written(true), "Cache-Control: private, no-cache\r\n"),
	   "account data is private");
	begin("GET", "");
	(void)respond_json(&b->ctx, 404);
	ok(strstr(written(true), "Cache-Control: no-store\r\n"), "a refusal is not stored");
	b->ctx.caller = NULL;
	begin("GET", "");
	respond_unchanged(&b->ctx, "W/\"x\"");
	ok(text_starts(written(true), "Status: 304 Not Modified\r\nETag: W/\"x\"\r\n") &&
		   !strstr(written(true), "\r\nContent-"),
	   "304: the tag, no body, no length");
}

static void test_etag(void)
{
	static const char *const one[] = { "ab", "c" };
	static const char *const other[] = { "a", "bc" };
	const char *etag = etag_of(&b->ctx, one, 2);

	ok(strlen(etag) == 36 && text_starts(etag, "W/\"") && text_ends(etag, "\""),
	   "a weak tag of 128 bits");
	is_text(etag_of(&b->ctx, one, 2), etag, "the same parts, the same tag");
	ok(!str_eq(etag_of(&b->ctx, other, 2), etag), "where a part ends counts");
	ok(etag_matches("W/\"x\"", "W/\"x\""), "the same");
	ok(etag_matches("\"x\"", "W/\"x\""), "strong and weak compare weakly");
	ok(etag_matches("\"a,b\" , W/\"x\"", "W/\"x\""), "in a list");
	ok(etag_matches("*", "W/\"x\""), "any");
	ok(!etag_matches("\"y\"", "W/\"x\""), "another");
	ok(!etag_matches("\"xx\"", "W/\"x\""), "a longer one");
	ok(!etag_matches(NULL, "W/\"x\"") && !etag_matches("", "W/\"x\""), "none");
	ok(!etag_matches("x", "W/\"x\"") && !etag_matches("\"x", "W/\"x\""), "malformed ones");
}

static void test_cors(void)
{
	static const char *const origins[] = { "https://app.example" };

	begin("GET", "https://app.example");
	(void)respond_json(&b->ctx, 200);
	ok(!strstr(written(true), "Access-Control") && !strstr(written(true), "Origin"),
	   "off by default");
	b->config.cors_origins = origins;
	b->config.n_cors_origins = 1;
	begin("GET", "https://app.example");
	respond_header(&b->ctx, "Vary", "Accept");
	(void)respond_json(&b->ctx, 200);
	ok(strstr(written(true), "Access-Control-Allow-Origin: https://app.example\r\n"),
	   "a listed origin");
	begin("GET", "https://app.example");
	respond_header(&b->ctx, "Vary", "Accept");
	(void)respond_json(&b->ctx, 200);
	ok(strstr(written(true), "Vary: Accept, Accept-Encoding, Origin\r\n"),
	   "and Vary keeps what it had");
	begin("GET", "https://app.example.evil.example");
	(void)respond_json(&b->ctx, 200);
	ok(!strstr(written(true), "Access-Control"), "another origin, however alike");
	begin("OPTIONS", "https://app.example");
	respond_options(&b->ctx, "GET, HEAD, OPTIONS");
	ok(strstr(written(true), "Access-Control-Allow-Methods: GET, HEAD, OPTIONS\r\n"),
	   "a preflight");
	begin("OPTIONS", "https://other.example");
	respond_options(&b->ctx, "GET, HEAD, OPTIONS");
	ok(text_starts(written(true), "Status: 204 No Content\r\nAllow: GET, HEAD, OPTIONS\r\n") &&
		   !strstr(written(true), "Access-Control"),
	   "OPTIONS from elsewhere: Allow only");
}

static void test_large(void)
{
	const size_t n = (size_t)64 << 10;
	struct slice body = { memset(pool_array(b->ctx.pool, char, n), 'x', n), n };
	struct slice head, rest;

	begin("GET", "");
	respond_bytes(&b->ctx, 200, "text/csv", body);
	head = response_write(&b->ctx, true, &rest);
	ok(memmem(head.p, head.n, "Content-Length: 65536\r\n", 23) &&
		   memcmp(head.p + head.n - 4, "\r\n\r\n", 4) == 0,
	   "a large body is not copied behind its head");
	ok(rest.n == n && rest.p == body.p, "but goes after it");
	head = response_write(&b->ctx, true, NULL);
	ok(head.n > n && memcmp(head.p + head.n - n, body.p, n) == 0, "or all in one");
	(void)response_write(&b->ctx, false, &rest);
	is_int((int64_t)rest.n, 0, "of a HEAD none goes");
	begin("GET", "");
	respond_bytes(&b->ctx, 200, "text/csv", (struct slice){ body.p, n - 1 });
	head = response_write(&b->ctx, true, &rest);
	ok(rest.n == 0 && head.n > n - 1, "a small one is written with it");
}

int main(void)
{
	b = bench_new();
	test_block();
	test_etag();
	test_cors();
	test_large();
	bench_free(b);
	return tap_done();
}
