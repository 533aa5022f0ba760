/* SPDX-License-Identifier: Apache-2.0 */
/* query.h: splits a query string.  The functions that take parameters are in request.h. */
#ifndef LASTRO_HTTP_QUERY_H
#define LASTRO_HTTP_QUERY_H

#include "core/ctx.h"

/* query_split() - fills req->query; an undecodable piece is refused only when the query is read. */
void query_split(struct ctx *ctx);

#endif
