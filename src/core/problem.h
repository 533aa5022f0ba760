/* SPDX-License-Identifier: Apache-2.0 */
/*
 * problem.h: the content of a refusal (RFC 9457), and the catalogue of codes.
 *
 * fail() and its kin are in core/ctx.h.  The route decides how a Problem is rendered
 * (http/problem_answer.h and the renderers of other modules).
 */
#ifndef LASTRO_CORE_PROBLEM_H
#define LASTRO_CORE_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "core/json_write.h"
#include "core/ctx.h"

/* One code: served as a page at /problems/<code>. */
struct problem_kind {
	const char *code;
	int status;	     /* the usual one */
	const char *title;   /* pt-BR, short */
	const char *meaning; /* pt-BR, one or two sentences */
	const char *remedy;  /* pt-BR: what to do */
};

/* Members set before fail() stay: db and access set cause, retry_after, www_authenticate, retry. */
struct problem {
	int status;
	const char *code;
	const char *detail;	      /* pt-BR, or NULL */
	const char *details;	      /* further members of `details`, written as JSON, or NULL */
	const char *cause;	      /* for the log only, or NULL */
	const char *retry_after;      /* seconds, or NULL */
	const char *www_authenticate; /* value, or NULL */
	const char *allow;	      /* value, or NULL */
	bool slowly; /* nginx sends it slowly: it throttles clients that retry at once */
	bool retry;  /* nothing was written: serve() may run the request again */
};

const struct problem_kind *problem_kind(const char *code); /* NULL when not in the catalogue */
const struct problem_kind *problem_kinds(size_t *n);

/*
 * problem_open() - ctx->problem, created empty when there is none: to set a cause or a header before
 * fail().
 */
struct problem *problem_open(struct ctx *ctx);

/* Members of the Problem's `details`, given before fail(); problem_raw() takes ready JSON. */
void problem_text(struct ctx *ctx, const char *member, const char *value);
void problem_int(struct ctx *ctx, const char *member, int64_t value);
void problem_texts(struct ctx *ctx, const char *member, const char *const *values, size_t n);
void problem_raw(struct ctx *ctx, const char *member, const char *json);

/* problem_shown() - a received value as a Problem quotes it: at most 80 characters, then "…". */
const char *problem_shown(void *pool, const char *value);

/* problem_choices() - a NULL-terminated list as the text of `expected`: "um de: a, b, c". */
const char *problem_choices(void *pool, const char *const *choices);

#endif
