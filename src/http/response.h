/* SPDX-License-Identifier: Apache-2.0 */
/*
 * response.h: status, headers, ETag, body.
 *
 * One buffer holds the body; the worker writes header and body in one call.
 */
#ifndef LASTRO_HTTP_RESPONSE_H
#define LASTRO_HTTP_RESPONSE_H

#include "core/buf.h"
#include "core/ctx.h"
#include "core/json_write.h"

struct header {
	const char *name, *value;
};

struct response {
	int status;
	struct header *headers; /* in order; names are unique except Link and Set-Cookie */
	size_t n_headers;
	const char *content_type;
	struct buf body;
	struct json json;     /* writes into body */
	const char *versions; /* of respond_versions() */
};

/* respond_json() - sets the status; the body is written with the returned writer. */
struct json *respond_json(struct ctx *ctx, int status);

/* respond_bytes() - an answer of another type; @body is not copied. */
void respond_bytes(struct ctx *ctx, int status, const char *content_type, struct slice body);

/* respond_deleted() - the answer to a deletion. */
void respond_deleted(struct ctx *ctx, struct uuid id);

/* respond_header() - add a header; value is copied. */
void respond_header(struct ctx *ctx, const char *name, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* respond_reset() - discards the answer so far (before a Problem). */
void respond_reset(struct ctx *ctx);

/*
 * etag_of() - a weak validator over the parts (route, query, access, versions, date, build …):
 * "W/\"…\"", SHA-256 truncated to 128 bits.
 */
const char *etag_of(struct ctx *ctx, const char *const *parts, size_t n);

/* etag_matches() - weak comparison of If-None-Match with one tag; "*" matches. */
bool etag_matches(const char *if_none_match, const char *etag);

/* respond_versions() - sets the versions of everything in the answer, for the ETag of a VALIDATOR_FOUND. */
void respond_versions(struct ctx *ctx, const char *versions);

/* respond_value() - the value of a header that was added, or NULL (case does not matter). */
const char *respond_value(const struct ctx *ctx, const char *name);

/* respond_unchanged() - 304 with the ETag and nothing else. */
void respond_unchanged(struct ctx *ctx, const char *etag);

/* respond_options() - 204 with Allow; for an allowed Origin also the answer to a CORS preflight. */
void respond_options(struct ctx *ctx, const char *allow);

/*
 * response_write() - header block in CGI form ("Status: …"), then the body unless HEAD or 304.
 * @large: a body too large to be copied after its head, to be sent separately; NULL: always copies
 *
 * Adds the headers that every answer has and the room did not set: X-Request-Id, Server-Timing,
 * X-Content-Type-Options, Vary for the headers that are read, RateLimit-Policy and RateLimit,
 * Cache-Control (private, no-cache for a known caller; no-store for refusals and methods other than
 * GET), CORS headers for a listed Origin.
 */
struct slice response_write(struct ctx *ctx, bool with_body, struct slice *large);

#endif
