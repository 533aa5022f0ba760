/* SPDX-License-Identifier: Apache-2.0 */
/*
 * problem.h: RFC 9457 Problems, and the catalogue of their codes.
 *
 * fail() and its kin are in http/ctx.h.  Each code has one entry with a short title, what it means
 * and what to do, served as a page at /problems/<code> in HTML or JSON.
 */
#ifndef LASTRO_HTTP_PROBLEM_H
#define LASTRO_HTTP_PROBLEM_H

#include "http/json_write.h"
#include "http/router.h"

struct problem_kind {
	const char *code;
	int status;	     /* the usual one */
	const char *title;   /* pt-BR, short */
	const char *meaning; /* pt-BR, one or two sentences */
	const char *mend;    /* pt-BR: what to do */
};

/* What was set before fail() stays: db and access set cause, retry_after, www_authenticate, retry. */
struct problem {
	int status;
	const char *code;
	const char *detail;	      /* pt-BR, or NULL */
	const char *details;	      /* further members of `details`, written as JSON, or NULL */
	const char *cause;	      /* for the log only, or NULL */
	const char *retry_after;      /* seconds, or NULL */
	const char *www_authenticate; /* value, or NULL */
	const char *allow;	      /* value, or NULL */
	bool retry;		      /* nothing was written: serve() may run the request again */
};

const struct problem_kind *problem_kind(const char *code); /* NULL when not in the catalogue */
const struct problem_kind *problem_kinds(size_t *n);

/* problem_open() - ctx->problem, made empty when there is none: to give a cause or a header before fail(). */
struct problem *problem_open(struct ctx *ctx);

/* problem_raw() - a member of `details` that is JSON already. */
void problem_raw(struct ctx *ctx, const char *member, const char *json);

/* problem_shown() - a received value as a Problem shows it: at most 80 characters, then "…". */
const char *problem_shown(void *pool, const char *value);

/* problem_choices() - a NULL-terminated list as `expected` shows it: "um de: a, b, c". */
const char *problem_choices(void *pool, const char *const *choices);

/*
 * problem_render() - ctx->problem as the answer (status, headers, body).  A 401 and a scope_missing
 * get their WWW-Authenticate, a 503 its Retry-After, where the room that failed gave none.  The
 * detail of an internal_error goes to the log's cause and a fixed sentence is shown.
 */
void problem_render(struct ctx *ctx);

/* What another renderer of ctx->problem shares with it: the headers, and the detail as a client may see it. */
void problem_headers(struct ctx *ctx);
const char *problem_detail(struct ctx *ctx);

extern const struct route problem_routes[]; /* GET /problems/{code} */

#endif
