/* SPDX-License-Identifier: Apache-2.0 */
/* if_match.h: the header If-Match; the tags of a portfolio begin with its ledger's version. */
#ifndef LASTRO_HTTP_IF_MATCH_H
#define LASTRO_HTTP_IF_MATCH_H

#include "core/ctx.h"

/*
 * if_match_version() - whether the request may proceed with @version of a ledger: without the header,
 * with "*", or when one of its tags (17, "17", W/"17.9f2c…") begins with it.  *wanted: the first
 * version named.  412 precondition_failed for a malformed list: it matches nothing.
 */
bool if_match_version(struct ctx *ctx, int64_t version, int64_t *wanted) MUST_CHECK;

/*
 * A document that is replaced as a whole, whose version is its ETag.
 * if_match_document() - refuses a request for another version than @version with 409 @code; @are: "As metas estão"
 * if_match_lost() - the same when another request has just stored @version; serve() runs this one again
 * if_match_answer() - the ETag of the answer
 */
void if_match_document(struct ctx *ctx, const char *code, const char *are, int64_t version);
NORETURN void if_match_lost(struct ctx *ctx, const char *code, const char *are, int64_t version);
void if_match_answer(struct ctx *ctx, int64_t version);

/*
 * if_match_check() - 412 when the header is neither a list of tags nor of versions, even when there is
 * nothing to compare.
 */
void if_match_check(struct ctx *ctx);

/* if_match_refuse() - 412 precondition_failed. */
NORETURN void if_match_refuse(struct ctx *ctx);

/*
 * if_match_tag() - whether the header allows an answer with @etag, compared weakly; NULL: the answer
 * has none.
 */
bool if_match_tag(const struct ctx *ctx, const char *etag) MUST_CHECK;

#endif
