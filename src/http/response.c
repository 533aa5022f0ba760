/* SPDX-License-Identifier: Apache-2.0 */
/*
 * response.c: status, headers, ETag, body.
 *
 * Rooms add to ctx->res in any order; response_write() completes it with the headers of every answer
 * and lays header block and body out in one run of bytes, as CGI and FastCGI expect.
 */
#include "config.h"

#include "http/response.h"

#include <strings.h>

#include <sodium.h>

#include "core/settings.h"
#include "http/request.h"

/* Most answers are below this; larger ones double from here. */
#define BODY_FIRST ((size_t)16384)

#define HEADERS_FIRST 16

static const char exposed[] =
	"Deprecation, ETag, Idempotency-Replayed, Link, Location, MCP-Protocol-Version, Mcp-Session-Id, "
	"RateLimit, RateLimit-Policy, Retry-After, Server-Timing, Sunset, WWW-Authenticate, X-Request-Id";
static const char accepted[] =
	"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
	"MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Traceparent, X-CSRF-Token, "
	"X-Request-Id, X-Service-Workspace";

static struct response *answer(struct ctx *ctx)
{
	if (!ctx->res)
		ctx->res = pool_zero(ctx->pool, struct response);
	return ctx->res;
}

struct json *respond_json(struct ctx *ctx, int status)
{
	struct response *res = answer(ctx);

	res->status = status;
	res->content_type = "application/json";
	buf_init(&res->body, ctx->pool, BODY_FIRST);
	json_init(&res->json, &res->body);
	return &res->json;
}

void respond_deleted(struct ctx *ctx, struct uuid id)
{
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_boolean(j, "deleted", true);
	json_uuid(j, "id", id);
	json_close(j);
}

void respond_bytes(struct ctx *ctx, int status, const char *content_type, struct slice body)
{
	struct response *res = answer(ctx);

	res->status = status;
	res->content_type = content_type;
	res->body = (struct buf){ .pool = ctx->pool, .n = body.n, .size = body.n };
	/* The buffer is full, and no one writes through it: dropping const is safe. */
	memcpy(&res->body.p, &body.p, sizeof(body.p));
}

static void add_header(struct ctx *ctx, const char *name, const char *value)
{
	struct response *res = answer(ctx);
	size_t n = res->n_headers;

	if (n == 0)
		res->headers = pool_array(ctx->pool, struct header, HEADERS_FIRST);
	else if (n >= HEADERS_FIRST && (n & (n - 1)) == 0)
		res->headers = pool_resize(ctx->pool, res->headers, struct header, 2 * n);
	res->headers[res->n_headers++] = (struct header){ name, value };
}

/* A value may contain a path or a name: characters that could end the line become spaces. */
static void one_line(char *value)
{
	for (; *value; value++)
		if ((unsigned char)*value < 0x20 || *value == 0x7f)
			*value = ' ';
}

void respond_header(struct ctx *ctx, const char *name, const char *fmt, ...)
{
	struct response *res = answer(ctx);
	char *value;
	va_list ap;

	va_start(ap, fmt);
	value = pool_vprintf(ctx->pool, fmt, ap);
	va_end(ap);
	one_line(value);
	if (strcasecmp(name, "Link") != 0 && strcasecmp(name, "Set-Cookie") != 0) {
		for (size_t i = 0; i < res->n_headers; i++) {
			if (strcasecmp(res->headers[i].name, name) == 0) {
				res->headers[i].value = value;
				return;
			}
		}
	}
	add_header(ctx, pool_strdup(ctx->pool, name), value);
}

const char *respond_value(const struct ctx *ctx, const char *name)
{
	for (size_t i = 0; ctx->res && i < ctx->res->n_headers; i++)
		if (strcasecmp(ctx->res->headers[i].name, name) == 0)
			return ctx->res->headers[i].value;
	return NULL;
}

void respond_reset(struct ctx *ctx)
{
	*answer(ctx) = (struct response){ 0 };
}

void respond_unchanged(struct ctx *ctx, const char *etag)
{
	answer(ctx)->status = 304;
	answer(ctx)->body = (struct buf){ 0 };
	respond_header(ctx, "ETag", "%s", etag);
}

/* ---- CORS ---- */

static bool origin_allowed(const struct ctx *ctx)
{
	const struct config *c = ctx->config;
	const char *origin = ctx->req ? ctx->req->origin : NULL;

	return origin && c && text_among(c->cors_origins, c->n_cors_origins, origin);
}

static void add_vary(struct ctx *ctx, const char *on)
{
	const char *others = respond_value(ctx, "Vary");

	if (others)
		respond_header(ctx, "Vary", "%s, %s", others, on);
	else
		add_header(ctx, "Vary", on);
}

static void add_cors(struct ctx *ctx)
{
	if (!ctx->config || !ctx->config->n_cors_origins)
		return;
	/*
	 * Also without an Origin: a cache must not give a page of another origin an answer made without
	 * CORS headers.
	 */
	add_vary(ctx, "Origin");
	if (!origin_allowed(ctx))
		return;
	respond_header(ctx, "Access-Control-Allow-Origin", "%s", ctx->req->origin);
	add_header(ctx, "Access-Control-Expose-Headers", exposed);
}

void respond_options(struct ctx *ctx, const char *allow)
{
	struct response *res = answer(ctx);

	res->status = 204;
	respond_header(ctx, "Allow", "%s", allow);
	if (!origin_allowed(ctx))
		return;
	respond_header(ctx, "Access-Control-Allow-Methods", "%s", allow);
	add_header(ctx, "Access-Control-Allow-Headers", accepted);
	add_header(ctx, "Access-Control-Max-Age", "600");
}

/* ---- ETag ---- */

void respond_versions(struct ctx *ctx, const char *versions)
{
	answer(ctx)->versions = versions;
}

const char *etag_of(struct ctx *ctx, const char *const *parts, size_t n)
{
	crypto_hash_sha256_state state;
	unsigned char hash[crypto_hash_sha256_BYTES];
	char hex[33];

	crypto_hash_sha256_init(&state);
	for (size_t i = 0; i < n; i++) {
		const char *part = parts[i] ? parts[i] : "";

		/* The NUL goes in too, so that ("ab", "c") and ("a", "bc") differ. */
		crypto_hash_sha256_update(&state, (const unsigned char *)part, strlen(part) + 1);
	}
	crypto_hash_sha256_final(&state, hash);
	sodium_bin2hex(hex, sizeof(hex), hash, 16);
	return pool_printf(ctx->pool, "W/\"%s\"", hex);
}

bool etag_matches(const char *if_none_match, const char *etag)
{
	const char *p = if_none_match;
	const char *wanted = text_starts(etag, "W/") ? etag + 2 : etag;
	size_t n = strlen(wanted);

	while (p && *p) {
		const char *close;

		p += strspn(p, " \t,");
		if (*p == '*')
			return true;
		if (text_starts(p, "W/"))
			p += 2;
		close = *p == '"' ? strchr(p + 1, '"') : NULL;
		if (!close)
			return false;
		if ((size_t)(close + 1 - p) == n && memcmp(p, wanted, n) == 0)
			return true;
		p = close + 1;
	}
	return false;
}

/* ---- laying it out ---- */

static const char *reason(int status)
{
	static const struct {
		int status;
		const char *reason;
	} reasons[] = {
		{ 200, "OK" },
		{ 201, "Created" },
		{ 202, "Accepted" },
		{ 204, "No Content" },
		{ 302, "Found" },
		{ 303, "See Other" },
		{ 304, "Not Modified" },
		{ 400, "Bad Request" },
		{ 401, "Unauthorized" },
		{ 402, "Payment Required" },
		{ 403, "Forbidden" },
		{ 404, "Not Found" },
		{ 405, "Method Not Allowed" },
		{ 406, "Not Acceptable" },
		{ 409, "Conflict" },
		{ 412, "Precondition Failed" },
		{ 413, "Content Too Large" },
		{ 415, "Unsupported Media Type" },
		{ 422, "Unprocessable Content" },
		{ 429, "Too Many Requests" },
		{ 500, "Internal Server Error" },
		{ 502, "Bad Gateway" },
		{ 503, "Service Unavailable" },
		{ 504, "Gateway Timeout" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].status == status)
			return reasons[i].reason;
	return "Status";
}

static bool is_reading(const struct ctx *ctx)
{
	return ctx->req && (ctx->req->method == GET || ctx->req->method == HEAD);
}

static void add_timing(struct ctx *ctx)
{
	static const char form[] =
		"auth;dur=%lld.%03d, db;dur=%lld.%03d, calc;dur=%lld.%03d, json;dur=%lld.%03d";

	respond_header(ctx, "Server-Timing", form, (long long)(ctx->auth_us / 1000),
		       (int)(ctx->auth_us % 1000), (long long)(ctx->db_us / 1000),
		       (int)(ctx->db_us % 1000), (long long)(ctx->calc_us / 1000),
		       (int)(ctx->calc_us % 1000), (long long)(ctx->json_us / 1000),
		       (int)(ctx->json_us % 1000));
}

/* The web server compresses; Vary is set here, so that a 304 has it as its 200 does. */
static void add_encoding(struct ctx *ctx)
{
	if (ctx->res->status < 400 && is_reading(ctx))
		add_vary(ctx, "Accept-Encoding");
}

static void add_cache_control(struct ctx *ctx)
{
	const struct response *res = ctx->res;

	if (respond_value(ctx, "Cache-Control"))
		return;
	if (res->status >= 400 || !is_reading(ctx))
		add_header(ctx, "Cache-Control", "no-store");
	else if (ctx->caller)
		respond_header(ctx, "Cache-Control", "private, no-cache"); /* account data */
}

/* draft-ietf-httpapi-ratelimit-headers; without a bucket only the policy is sent. */
static void add_rate(struct ctx *ctx)
{
	if (!ctx->config || !ctx->config->rate)
		return;
	respond_header(ctx, "RateLimit-Policy", "\"default\";q=%d;w=%d",
		       ctx->config->rate * RATE_WINDOW_S, RATE_WINDOW_S);
	if (ctx->rate.known)
		respond_header(ctx, "RateLimit", "\"default\";r=%d;t=%d", ctx->rate.left,
			       ctx->rate.full_s);
}

static void add_common(struct ctx *ctx)
{
	if (ctx->req && ctx->req->request_id)
		respond_header(ctx, "X-Request-Id", "%s", ctx->req->request_id);
	respond_header(ctx, "X-Content-Type-Options", "nosniff");
	add_cache_control(ctx);
	add_timing(ctx);
	add_rate(ctx);
	add_encoding(ctx);
	add_cors(ctx);
}

static void put_header(struct buf *out, const char *name, const char *value)
{
	buf_str(out, name);
	buf_put(out, ": ", 2);
	buf_str(out, value);
	buf_put(out, "\r\n", 2);
}

/* Below this size, one more write costs as much as the copy. */
#define LARGE ((size_t)64 << 10)

struct slice response_write(struct ctx *ctx, bool with_body, struct slice *large)
{
	const struct response *res = answer(ctx);
	bool bodiless = res->status == 204 || res->status == 304;
	bool apart = large && res->body.n >= LARGE;
	struct buf out;

	add_common(ctx);
	buf_init(&out, ctx->pool, (apart ? 0 : res->body.n) + 2048);
	buf_printf(&out, "Status: %d %s\r\n", res->status, reason(res->status));
	if (!bodiless) {
		if (res->content_type)
			put_header(&out, "Content-Type", res->content_type);
		buf_printf(&out, "Content-Length: %zu\r\n", res->body.n);
	}
	for (size_t i = 0; i < res->n_headers; i++)
		put_header(&out, res->headers[i].name, res->headers[i].value);
	buf_put(&out, "\r\n", 2);
	with_body &= !bodiless;
	if (large)
		*large = (struct slice){ res->body.p, with_body && apart ? res->body.n : 0 };
	if (with_body && !apart && res->body.n)
		buf_put(&out, res->body.p, res->body.n);
	return (struct slice){ out.p, out.n };
}
