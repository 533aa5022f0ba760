/* SPDX-License-Identifier: Apache-2.0 */
/*
 * credential_trail.h: audit rows for keys, consents and secret addresses that were made or ended, and for changes of a
 * password or a second factor.
 *
 * The row is of the organization that the credential carries, or else of the person's own workspace.  It is
 * queued in the running transaction, and so costs no round trip of its own.
 */
#ifndef LASTRO_IDENTITY_CREDENTIAL_TRAIL_H
#define LASTRO_IDENTITY_CREDENTIAL_TRAIL_H

#include "core/uuid.h"
#include "core/ctx.h"

struct credential_made {
	const char *event; /* "key.created" */
	struct uuid id;
	const char *kind; /* of credential_name(); NULL: it has none */
	unsigned scopes;
	bool expires;
	int64_t expires_ms;
};

/* trail_made(), trail_ended() - by the caller of the request. */
void trail_made(struct ctx *ctx, struct uuid workspace, const struct credential_made *m);
void trail_ended(struct ctx *ctx, struct uuid workspace, const char *event, struct uuid id);

/* trail_account() - a change of the caller's account itself, in its own workspace; @from and @to are JSON. */
void trail_account(struct ctx *ctx, const char *event, const char *pointer, const char *from,
		   const char *to);

/* trail_ended_of() - the same where the request has no caller: by @account, the owner of grant @id. */
void trail_ended_of(struct ctx *ctx, struct uuid workspace, struct uuid account, const char *event,
		    struct uuid id);

#endif
