/* SPDX-License-Identifier: Apache-2.0 */
/* key.h: lst_<kind>_<43 base62><6 base62 of CRC-32>; only a SHA-256 is stored. */
#ifndef LASTRO_ACCESS_KEY_H
#define LASTRO_ACCESS_KEY_H

#include <stdint.h>

#include "access/caller.h"
#include "core/attributes.h"

#define KEY_SECRET_SIZE 72 /* the longest key and NUL */
#define KEY_PREFIX_SIZE 24 /* displayable beginning and NUL */

/* key_make() - a new secret of 256 bits from the kernel. */
void key_make(enum credential_kind kind, char secret[KEY_SECRET_SIZE]);

/* key_well_formed() - shape and checksum; a typing error is refused without a query. */
bool key_well_formed(const char *secret, enum credential_kind *kind) MUST_CHECK;

#define KEY_HASH 32 /* bytes */
void key_hash(const char *secret, uint8_t out[KEY_HASH]);
void key_prefix(const char *secret, char out[KEY_PREFIX_SIZE]);
const char *credential_name(enum credential_kind kind); /* "user" … */

#endif
