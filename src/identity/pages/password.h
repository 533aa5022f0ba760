/* SPDX-License-Identifier: Apache-2.0 */
/*
 * password.h: passwords, stored as argon2id with its parameters (RFC 9106; 19 MiB, 2 passes, 1 lane).
 *
 * Hashing takes a core for tens of milliseconds.  The number of concurrent hashes on a machine is
 * limited, so that a flood of log-ins cannot hold all workers; a request beyond the limit is refused at
 * once.  No transaction may be open meanwhile.  One slot is reserved for accounts that log in from an
 * address known for them.
 */
#ifndef LASTRO_IDENTITY_PAGES_PASSWORD_H
#define LASTRO_IDENTITY_PAGES_PASSWORD_H

#include <stdbool.h>

#include "core/ctx.h"

#define PASSWORD_MIN 10 /* characters */
#define PASSWORD_MAX 200

/* password_hash() - hashes @password for storage.  503 busy at the limit of concurrent hashes. */
const char *password_hash(struct ctx *ctx, const char *password);

/*
 * password_matches() - whether @password is the one of @encoded.  NULL: an unknown account, at the same
 * cost. 503 busy likewise.
 * @known: the account has logged in from this address before
 */
bool password_matches(struct ctx *ctx, const char *encoded, const char *password,
		      bool known) MUST_CHECK;

/* password_is_old() - whether @encoded has other parameters than today's. */
bool password_is_old(const char *encoded);

/* password_fault() - why the account of @email may not choose @password (pt-BR), or NULL. */
const char *password_fault(const char *password, const char *email);

#endif
