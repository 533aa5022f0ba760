/* SPDX-License-Identifier: Apache-2.0 */
/*
 * password.h: passwords, kept as argon2id with its parameters (RFC 9106; 19 MiB, 2 passes, 1 lane).
 *
 * Hashing takes a core for tens of milliseconds.  On a machine so many processes of an installation hash at a
 * time, and no more, so that no flood of log-ins takes the workers from everybody else; nobody waits for
 * that, and no transaction may be open meanwhile.  One place is for those who come from where they came before.
 */
#ifndef LASTRO_CONNECTOR_PASSWORD_H
#define LASTRO_CONNECTOR_PASSWORD_H

#include <stdbool.h>

#include "core/attributes.h"
#include "ctx/ctx.h"

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
