/* SPDX-License-Identifier: Apache-2.0 */
/* account_mail.h: messages to a person about the account: each change that locks a stranger in, or the person out, is told. */
#ifndef LASTRO_IDENTITY_PAGES_ACCOUNT_MAIL_H
#define LASTRO_IDENTITY_PAGES_ACCOUNT_MAIL_H

#include "core/ctx.h"

/* account_service() - the service's address, or its name; account_way_in() - where to log in, likewise. */
const char *account_service(const struct ctx *ctx);
const char *account_way_in(struct ctx *ctx);

/*
 * account_tell() - queues, with the transaction, "@subject", that @what happened to the caller's account ("A senha da sua
 * conta foi trocada"), and @otherwise, what to do when it was somebody else.  lastro mail send sends it.
 */
void account_tell(struct ctx *ctx, const char *subject, const char *what, const char *otherwise);

/*
 * account_stays() - 409 account_closing while the account waits to be deleted: nothing that opens it is changed then, so that
 * who knows a password cannot delete the account and lock its person out.
 */
void account_stays(struct ctx *ctx);

#endif
