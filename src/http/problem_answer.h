/* SPDX-License-Identifier: Apache-2.0 */
/* problem_answer.h: a refusal in the form of RFC 9457, and the pages of the codes. */
#ifndef LASTRO_HTTP_PROBLEM_ANSWER_H
#define LASTRO_HTTP_PROBLEM_ANSWER_H

#include "core/problem.h"
#include "http/route.h"

/*
 * problem_render() - ctx->problem as the answer (status, headers, body).  Adds WWW-Authenticate to a
 * 401 and a scope_missing, and Retry-After to a 503, unless the failing room set them.  The detail of
 * an internal_error goes only to the log; the client gets a fixed sentence.
 */
void problem_render(struct ctx *ctx);

/* For other renderers of ctx->problem; the detail is as a client may see it. */
void problem_write(struct ctx *ctx, struct json *j); /* the Problem itself */
void problem_headers(struct ctx *ctx);
const char *problem_detail(struct ctx *ctx);

/*
 * accept_quality() - the highest q that Accept gives one of the @n media types or ranges, in
 * thousandths; 0: none.
 */
int accept_quality(const char *accept, const char *const *types, size_t n);

/* problem_wants_html() - whether the client prefers HTML, as a browser does. */
bool problem_wants_html(const struct ctx *ctx);

extern const struct route problem_routes[]; /* GET /problems/{code} */

#endif
