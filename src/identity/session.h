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

#include "core/attributes.h"
#include "core/ctx.h"

#define SESSION_MS ((int64_t)12 * 3600 * 1000)

/* session_secret() - the value of the session cookie, or NULL. */
const char *session_secret(const struct ctx *ctx);

/* session_begin(), session_forget() - the answer sets or removes the cookie. */
void session_begin(struct ctx *ctx, const char *secret);
void session_forget(struct ctx *ctx);

/* csrf_token() - the token for a form of this answer; sets a cookie in a browser that has none. */
const char *csrf_token(struct ctx *ctx);
/* csrf_token_of() - the token of a session that begins with this answer. */
const char *csrf_token_of(struct ctx *ctx, const char *secret);

/*
 * csrf_check() - 403 csrf_token_invalid unless @token belongs to the request's cookie, and the request
 * came from this service's own pages as far as the browser says (Origin, Sec-Fetch-Site).
 */
void csrf_check(struct ctx *ctx, const char *token);

/* session_own_page() - whether the browser says that a page of this service made the request. */
bool session_own_page(const struct ctx *ctx);

#endif
