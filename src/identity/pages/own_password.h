/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_password.h: the password of a person who is logged in, and the sessions that it opened.
 *
 * A password is hashed while no transaction is open (password.h): own_password_try() ends the request's transaction, and
 * own_password_resume() begins another.
 */
#ifndef LASTRO_IDENTITY_PAGES_OWN_PASSWORD_H
#define LASTRO_IDENTITY_PAGES_OWN_PASSWORD_H

#include <stdbool.h>

#include "core/ctx.h"
#include "db/db.h"

/*
 * own_password_try() - counts an attempt, ends the transaction and returns the stored hash; 429 after too many.
 * own_password_matches() - whether @password is that one.
 */
const char *own_password_try(struct ctx *ctx);
bool own_password_matches(struct ctx *ctx, const char *encoded, const char *password) MUST_CHECK;
void own_password_resume(struct ctx *ctx);

/*
 * own_password_change() - replaces it, and ends other sessions and the access of applications.  False when @current is
 * wrong; true also when @fresh was set within the last minute, as when a button is pressed twice.  429 likewise.
 */
bool own_password_change(struct ctx *ctx, const char *current, const char *fresh) MUST_CHECK;

/*
 * own_sessions() - the open ones, newest first.  own_sessions_end() - ends all the others, and with @here the caller's too;
 * own_session_end() - ends one of the others.
 */
const struct db_rows *own_sessions(struct ctx *ctx);
enum { SESSION_CREATED, SESSION_EXPIRES, SESSION_HERE, SESSION_ID };
void own_sessions_end(struct ctx *ctx, bool here);
void own_session_end(struct ctx *ctx, struct uuid id);

#endif
