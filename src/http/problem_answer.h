/* SPDX-License-Identifier: Apache-2.0 */
/* problem_answer.h: a refusal as RFC 9457 has it, and the pages of the codes. */
#ifndef LASTRO_HTTP_PROBLEM_ANSWER_H
#define LASTRO_HTTP_PROBLEM_ANSWER_H

#include "core/problem.h"
#include "http/route.h"

/*
 * problem_render() - ctx->problem as the answer (status, headers, body).  A 401 and a scope_missing
 * get their WWW-Authenticate, a 503 its Retry-After, where the room that failed gave none.  The
 * detail of an internal_error goes to the log's cause and a fixed sentence is shown.
 */
void problem_render(struct ctx *ctx);

/* What another renderer of ctx->problem shares with it; the detail is as a client may see it. */
void problem_write(struct ctx *ctx, struct json *j); /* the Problem itself */
void problem_headers(struct ctx *ctx);
const char *problem_detail(struct ctx *ctx);

/* accept_quality() - greatest q that Accept gives one of the @n media types or ranges, in thousandths; 0: none. */
int accept_quality(const char *accept, const char *const *types, size_t n);

/* problem_wants_html() - whether a browser asks, or somebody who reads pages. */
bool problem_wants_html(const struct ctx *ctx);

extern const struct route problem_routes[]; /* GET /problems/{code} */

#endif
