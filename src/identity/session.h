/* SPDX-License-Identifier: Apache-2.0 */
/*
 * session.h: the session cookie of a logged-in person, and the CSRF token that a form or a script must
 * send with it.
 *
 * A browser sends the cookie also with requests that another site caused; not the token.  It is a
 * signature over the cookie, so it is not stored.  Before a session exists, another cookie identifies
 * the browser, so that the log-in form has a token too.
 */
#ifndef LASTRO_IDENTITY_SESSION_H
#define LASTRO_IDENTITY_SESSION_H

#include "core/ctx.h"
#include "core/uuid.h"

#define SESSION_MS ((int64_t)12 * 3600 * 1000)

/* session_secret() - the value of the session cookie, or NULL. */
const char *session_secret(const struct ctx *ctx);

/* session_begin(), session_forget() - the answer sets or removes the cookie. */
void session_begin(struct ctx *ctx, const char *secret);
void session_forget(struct ctx *ctx);

/*
 * csrf_token() - the token for a form of this answer, with its owner if somebody is logged in; sets a cookie in a
 * browser that has none.
 * csrf_token_of() - the plain token of a session.
 * csrf_owned() - the same with its owner, of a session that begins with this answer.
 */
const char *csrf_token(struct ctx *ctx);
const char *csrf_token_of(struct ctx *ctx, const char *secret);
const char *csrf_owned(struct ctx *ctx, const char *secret, struct uuid account);

/*
 * csrf_owner() - the account as a token names it: a signature, which outlives the session.
 * csrf_owner_said() - the owner that a token names, or NULL.  It tells whose page a form was; it proves nothing.
 */
const char *csrf_owner(struct ctx *ctx, struct uuid account);
const char *csrf_owner_said(const char *token);

/*
 * csrf_check() - 403 csrf_token_invalid unless @token belongs to the request's cookie, and the request
 * came from this service's own pages as far as the browser says (Origin, Sec-Fetch-Site).
 */
void csrf_check(struct ctx *ctx, const char *token);

/*
 * csrf_signed() - @text with a signature for one @purpose, which only this browser can give back: bound to its token.
 * csrf_signed_read() - the text, or NULL.  Nothing is stored.
 */
const char *csrf_signed(struct ctx *ctx, const char *purpose, const char *text);
const char *csrf_signed_read(struct ctx *ctx, const char *purpose, const char *said);

/* session_own_page() - whether the browser says that a page of this service made the request. */
bool session_own_page(const struct ctx *ctx);

#endif
