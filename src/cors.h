/* SPDX-License-Identifier: Apache-2.0 */
/* cors.h: answers for pages of the origins in LASTRO_CORS_ORIGINS; off when the list is empty. */
#ifndef LASTRO_CORS_H
#define LASTRO_CORS_H

#include "http/ctx.h"

/* cors_headers() - what lets the page of a listed origin read this answer. */
void cors_headers(struct ctx *ctx);

/* cors_options() - answer OPTIONS on a path with the methods @allow, preflight or not. */
void cors_options(struct ctx *ctx, const char *allow);

#endif
