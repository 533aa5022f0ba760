/* SPDX-License-Identifier: Apache-2.0 */
/*
 * session.h: the cookie of a person who is logged in, and the token that a form or a script must show beside it.
 *
 * A cookie comes along with requests that another site made the browser send; the token does not.  It is
 * a signature over the cookie, so nothing of it is stored.  Before there is a session a cookie of its own
 * stands for the browser, so that the log-in form has a token too.
 */
#ifndef LASTRO_IDENTITY_SESSION_H
#define LASTRO_IDENTITY_SESSION_H

#include "core/attributes.h"
#include "core/ctx.h"

#define SESSION_MS ((int64_t)12 * 3600 * 1000)

/* session_secret() - what the session's cookie holds, or NULL. */
const char *session_secret(const struct ctx *ctx);

/* session_begin(), session_forget() - the answer sets or removes the cookie. */
void session_begin(struct ctx *ctx, const char *secret);
void session_forget(struct ctx *ctx);

/* csrf_token() - what a form of this answer carries; sets the cookie of a browser that has none. */
const char *csrf_token(struct ctx *ctx);
/* csrf_token_of() - that of a session which begins with this answer. */
const char *csrf_token_of(struct ctx *ctx, const char *secret);

/*
 * csrf_check() - 403 csrf_token_invalid unless @token is the one of the cookie that came, and the request
 * came from this service's own pages as far as the browser says (Origin, Sec-Fetch-Site).
 */
void csrf_check(struct ctx *ctx, const char *token);

/* session_own_page() - whether the browser says that a page of this service made the request. */
bool session_own_page(const struct ctx *ctx);

#endif
