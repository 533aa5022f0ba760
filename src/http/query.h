/* SPDX-License-Identifier: Apache-2.0 */
/* query.h: percent-encoding, and the splitting of a query string.  Taking parameters is in request.h. */
#ifndef LASTRO_HTTP_QUERY_H
#define LASTRO_HTTP_QUERY_H

#include "core/text.h"
#include "ctx/ctx.h"

/*
 * url_decoded() - %XX as bytes; '+' as a blank where @plus.  NULL when an escape is malformed or the
 * text is not UTF-8 or holds U+0000.
 */
char *url_decoded(void *pool, struct slice s, bool plus);

/* url_encoded() - all but the unreserved characters (RFC 3986 section 2.3) and '/' as %XX. */
const char *url_encoded(void *pool, const char *s);

/* url_shown() - a piece that cannot be decoded, as a Problem may show it: itself, or encoded when it is not UTF-8. */
const char *url_shown(void *pool, struct slice s);

/* query_split() - fill req->query; what cannot be decoded is refused when the query is read. */
void query_split(struct ctx *ctx);

#endif
