/* SPDX-License-Identifier: Apache-2.0 */
/* key.h: lst_<kind>_<43 base62><6 base62 of CRC-32>; only its SHA-256 is stored. */
#ifndef LASTRO_IDENTITY_KEY_H
#define LASTRO_IDENTITY_KEY_H

#include <stdint.h>

#include "identity/caller.h"

#define KEY_SECRET_SIZE 72 /* the longest key and NUL */
#define KEY_PREFIX_SIZE 24 /* displayable beginning and NUL */

/*
 * The kind of a secret, which its text begins with ("lst_user_…"); the first are those of enum
 * credential_kind.
 */
enum secret_kind {
	SECRET_USER,
	SECRET_PLATFORM,
	SECRET_MEMBER,
	SECRET_DESK,
	SECRET_TOKEN,	/* an access token of OAuth */
	SECRET_SESSION, /* a session's cookie */
	SECRET_REFRESH, /* a refresh token */
	SECRET_CODE,	/* an authorization code */
	SECRET_LINK,	/* a link to choose a password */
	SECRET_FEED,	/* an address of the agenda */
	SECRET_SHARED,	/* a link that shows a portfolio */
};

/* secret_make() - a new secret of 256 bits from the kernel; key_make() - one for a key. */
void secret_make(enum secret_kind kind, char secret[KEY_SECRET_SIZE]);
void key_make(enum credential_kind kind, char secret[KEY_SECRET_SIZE]);

/* secret_to_sign() - "whsec_" and 256 bits: signs what is posted to a subscriber's address. */
const char *secret_to_sign(void *pool);

/* secret_well_formed() - shape and checksum; a typing error is refused without a query. */
bool secret_well_formed(const char *secret, enum secret_kind *kind) MUST_CHECK;

#define KEY_HASH 32 /* bytes */
void key_hash(const char *secret, uint8_t out[KEY_HASH]);
void key_prefix(const char *secret, char out[KEY_PREFIX_SIZE]);
const char *credential_name(enum credential_kind kind); /* "user" … */

#endif
