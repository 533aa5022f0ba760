/* SPDX-License-Identifier: Apache-2.0 */
/* query.h: the splitting of a query string.  Taking parameters is in request.h. */
#ifndef LASTRO_HTTP_QUERY_H
#define LASTRO_HTTP_QUERY_H

#include "core/ctx.h"

/* query_split() - fill req->query; what cannot be decoded is refused when the query is read. */
void query_split(struct ctx *ctx);

#endif
