/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request.h: the client's request as validated text.
 *
 * Built from CGI variables and a body reader, so the same code serves FastCGI, plain CGI and tests.
 */
#ifndef LASTRO_HTTP_REQUEST_H
#define LASTRO_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/day.h"
#include "core/text.h"
#include "core/ctx.h"

enum method { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, METHOD_OTHER };
/* request_method() - "GET" as GET; METHOD_OTHER for a text that is none of these. */
enum method request_method(const char *text);

/*
 * The subrequest that the web server makes before it accepts a body so large that it would be buffered
 * in a file: 204 when the body may be sent, 401 for a route without a credential, 403 for any refusal;
 * then the server asks for the refusal itself, without the body.
 */
enum judge { JUDGE_NOT, JUDGE_MAY, JUDGE_REFUSED };

struct parameter {
	const char *name; /* decoded, valid UTF-8 */
	const char *value;
	bool taken; /* a handler has asked for it */
};

#define ASKED_MAX 32 /* parameters of one route */

struct request {
	enum method method; /* HEAD is routed as GET */
	const char *method_text;
	const char *path;	 /* decoded, valid UTF-8, begins with '/' */
	const char *listed;	 /* what a cursor is of; NULL: @path */
	const char *routed;	 /* the same, with '\x01' for each slash that was sent encoded */
	struct parameter *query; /* in order of appearance */
	size_t n_query;
	const char *query_text;	      /* as sent, for the ETag and cursors; "" when none */
	struct slice body;	      /* the whole body; { NULL, 0 } when none */
	const char *content_type;     /* as sent, or NULL */
	const char *content_encoding; /* as sent, or NULL */
	const char *authorization;    /* as sent, or NULL */
	const char *workspace;	      /* x-service-workspace, or NULL */
	const char *if_none_match;
	const char *if_match;
	const char *idempotency_key;
	struct json_object *body_tree; /* of a request inside a call; NULL: @body is read */
	const char *body_pointer;      /* where it stands in the call's document */
	struct slice
		once_body; /* what a repeated request has again, instead of the whole body; { NULL, 0 }: that */
	const char *accept;
	const char *origin;
	const char *const *env; /* of its source, for request_header() */
	const char *browser;	/* the cookie that the answer sets (identity/session.h), or NULL */
	bool csrf_checked;	/* csrf_check() accepted the token */
	const char *traceparent;
	const char *request_id; /* taken or made */
	const char *remote_addr;
	enum judge judge;
	size_t content_length;		  /* as announced; 0 when it was not */
	bool chunked;			  /* a body without an announced length */
	const char *header_defect;	  /* what request_check() refuses, or NULL */
	const char *defect_of;		  /* the header with the defect */
	const char *query_defect;	  /* a piece of the query that cannot be decoded, or NULL */
	const char *asked[ASKED_MAX + 1]; /* names of the parameters that the handler knows */
	size_t n_asked;
	/* The form that was restored after a log-in (identity/pages/unsent.h); or NULL. */
	struct json_object *unsent;
	const char *
		aside; /* what goes with the file that a page sends (form_file.aside); never from outside; or NULL */
	void *form; /* what the handler parsed of the body, for the route's refuse(); or NULL */
};

/* The origin of a request: the worker passes libfcgi's, plain CGI stdin's. */
struct source {
	const char *const *env;				 /* "NAME=value", NULL-terminated */
	size_t (*read)(void *arg, char *into, size_t n); /* 0 at the end */
	void *arg;
};

/* is_idempotency_key() - 1 to 255 visible ASCII characters, no blank. */
bool is_idempotency_key(const char *value);

/*
 * request_read() - build ctx->req from a source (everything but the body).  Refuses a doubled or
 * malformed Authorization or Content-Length (invalid_header) and a path that is not UTF-8
 * (invalid_parameter); other defects wait for request_check() and the query_*() calls, since the
 * credential is judged before them.
 */
void request_read(struct ctx *ctx, const struct source *src);

/* request_check() - 400 invalid_header for malformed other headers; call it right after the 401s. */
void request_check(struct ctx *ctx);

/*
 * request_read_body() - reads the body, at most @max bytes, else 413 payload_too_large; a compressed
 * body is 415 content_encoding_unsupported.
 */
void request_read_body(struct ctx *ctx, const struct source *src, size_t max);

/* request_header() - a header that few routes read, as sent, or NULL; the first one when it is repeated. */
const char *request_header(const struct ctx *ctx, const char *name);

/* request_cookie() - the value of a cookie, or NULL; the first one when the name is repeated. */
const char *request_cookie(const struct ctx *ctx, const char *name);

/*
 * Query parameters.  Each query_*() takes one; a value that does not fit is 400 invalid_parameter.
 * query_done() refuses unknown and repeated parameters.  NULL or the default when absent.
 */
const char *query_text(struct ctx *ctx, const char *name);
/* query_field() - a field of html_query()'s form: a browser sends empty fields too; NULL for them. */
const char *query_field(struct ctx *ctx, const char *name);
long query_int(struct ctx *ctx, const char *name, long min, long max, long otherwise);
bool query_bool(struct ctx *ctx, const char *name, bool otherwise);
bool query_day(struct ctx *ctx, const char *name, struct day *out); /* false when absent */
/* query_choice() - index into @choices (NULL-terminated), or -1 when absent. */
int query_choice(struct ctx *ctx, const char *name, const char *const *choices);
/* query_set() - subset of @choices as a bit mask, comma-separated, repeated or both; 0 when absent. */
unsigned query_set(struct ctx *ctx, const char *name, const char *const *choices);
/* query_repeated() - all values of a repeatable parameter, up to @max; returns their number. */
size_t query_repeated(struct ctx *ctx, const char *name, const char **values, size_t max);
void query_done(struct ctx *ctx);

/* request_size() - a limit for people: "20 MiB". */
const char *request_size(void *pool, size_t bytes);

#endif
