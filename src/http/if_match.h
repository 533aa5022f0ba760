/* SPDX-License-Identifier: Apache-2.0 */
/* if_match.h: the header If-Match, of which every tag of a portfolio begins with its ledger's version. */
#ifndef LASTRO_HTTP_IF_MATCH_H
#define LASTRO_HTTP_IF_MATCH_H

#include "core/ctx.h"

/*
 * if_match_version() - whether the request may go on upon @version of a ledger: without the header, with
 * "*", or where one of its tags (17, "17", W/"17.9f2c…") begins with it.  *wanted: the first that was
 * asked for.  412 precondition_failed for what is no list of such tags: it is the tag of nothing.
 */
bool if_match_version(struct ctx *ctx, int64_t version, int64_t *wanted) MUST_CHECK;

/* if_match_check() - 412 when the header is neither a list of tags nor of versions, whatever there is to compare. */
void if_match_check(struct ctx *ctx);

/* if_match_refuse() - 412 precondition_failed. */
NORETURN void if_match_refuse(struct ctx *ctx);

/* if_match_tag() - whether it lets an answer through that has @etag, compared weakly; NULL: that has none. */
bool if_match_tag(const struct ctx *ctx, const char *etag) MUST_CHECK;

#endif
