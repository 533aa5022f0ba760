/* SPDX-License-Identifier: Apache-2.0 */
/*
 * account_deletion.h: a person's account is deleted: asked for, and called back.
 *
 * It waits DELETION_DAYS, in which only the person's session opens the account (ctx->caller->closing_ms); then
 * nothing does, and `lastro compute notices` deletes it (SQL: account_erase).
 */
#ifndef LASTRO_IDENTITY_PAGES_ACCOUNT_DELETION_H
#define LASTRO_IDENTITY_PAGES_ACCOUNT_DELETION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

#define DELETION_DAYS 7

int64_t account_deletion_due(const struct ctx *ctx);

/*
 * account_deletion_check() - refuses with 409 sole_owner when the transaction's account is the only owner of an
 * organization that has other members or a licence.
 */
void account_deletion_check(struct ctx *ctx);

/*
 * account_deletion_ask() - lets it begin; ends other sessions.  False when the password or the code is wrong; @code: NULL
 * where the account has no second factor.  409 sole_owner, 429 after too many attempts.  It ends the transaction, hashes
 * the password without one, and begins another.
 */
bool account_deletion_ask(struct ctx *ctx, const char *password, const char *code) MUST_CHECK;

/* account_deletion_recall() - the account stays; nothing when no deletion waits. */
void account_deletion_recall(struct ctx *ctx);

/* The messages to the person: asked for, at @due_ms; called back. */
struct deletion_mail {
	const char *subject, *body;
};
struct deletion_mail account_deletion_mail(struct ctx *ctx, int64_t due_ms);
struct deletion_mail account_recall_mail(struct ctx *ctx);

#endif
