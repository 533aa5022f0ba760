/* SPDX-License-Identifier: Apache-2.0 */
/*
 * password.h: passwords, kept as argon2id with its parameters (RFC 9106; 19 MiB, 2 passes, 1 lane).
 *
 * Hashing takes a core for tens of milliseconds.  The number of concurrent hashes on a machine is limited, so that a
 * flood of log-ins cannot hold all workers; a request beyond the limit is refused at once.  No transaction may be open
 * meanwhile.  One slot is reserved for accounts that log in from an address known for them.
 */
#ifndef LASTRO_IDENTITY_PAGES_PASSWORD_H
#define LASTRO_IDENTITY_PAGES_PASSWORD_H

#include <stdbool.h>

#include "core/attributes.h"
#include "core/ctx.h"

#define PASSWORD_MIN 10 /* characters */
#define PASSWORD_MAX 200

/* password_hash() - @password for keeping.  503 busy while enough others hash. */
const char *password_hash(struct ctx *ctx, const char *password);

/*
 * password_matches() - whether @password is the one of @encoded.  NULL: nobody's, which costs the same.
 * 503 busy likewise.
 * @known: the account came from this address before
 */
bool password_matches(struct ctx *ctx, const char *encoded, const char *password,
		      bool known) MUST_CHECK;

/* password_is_old() - @encoded has other parameters than are used today. */
bool password_is_old(const char *encoded);

/* password_fault() - why @password is not to be chosen for the account of @email (pt-BR), or NULL. */
const char *password_fault(const char *password, const char *email);

#endif
