/* SPDX-License-Identifier: Apache-2.0 */
/*
 * secret.h: signatures of this installation.
 *
 * Each purpose has a key of its own, derived from LASTRO_SECRET, so that a signature for one (a cursor)
 * is not valid for another (a form).
 */
#ifndef LASTRO_HTTP_SECRET_H
#define LASTRO_HTTP_SECRET_H

#include "core/text.h"
#include "core/settings.h"

/*
 * secret_sign() - keyed BLAKE2b over @s.
 * @purpose: 16 characters
 * @n: bytes of @out, 16 to 32
 */
void secret_sign(const struct config *c, const char *purpose, struct slice s, unsigned char *out,
		 size_t n);

#endif
