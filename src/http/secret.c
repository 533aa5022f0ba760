/* SPDX-License-Identifier: Apache-2.0 */
/* secret.c: signatures of this installation. */
#include "config.h"

#include "http/secret.h"

#include <assert.h>

#include <sodium.h>

#define PURPOSE 16

void secret_sign(const struct config *c, const char *purpose, struct slice s, unsigned char *out,
		 size_t n)
{
	unsigned char key[crypto_generichash_KEYBYTES];

	assert(strlen(purpose) == PURPOSE);
	crypto_generichash(key, sizeof(key), (const unsigned char *)c->secret, strlen(c->secret),
			   (const unsigned char *)purpose, PURPOSE);
	crypto_generichash(out, n, (const unsigned char *)s.p, s.n, key, sizeof(key));
	sodium_memzero(key, sizeof(key));
}
