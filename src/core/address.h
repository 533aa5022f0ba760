/* SPDX-License-Identifier: Apache-2.0 */
/* address.h: addresses of the internet and ranges of them, an IPv4 one as ::ffff:0:0/96 has it. */
#ifndef LASTRO_CORE_ADDRESS_H
#define LASTRO_CORE_ADDRESS_H

#include <stdbool.h>

#include "core/attributes.h"

#define ADDRESS_BYTES 16

struct address_range {
	unsigned char first[ADDRESS_BYTES];
	int bits; /* prefix length: leading bits of @first that count, 0 to 128 */
};

/* address_read() - "192.0.2.1", "2001:db8::1"; false when the text is no address, or NULL. */
bool address_read(const char *text, unsigned char out[ADDRESS_BYTES]) MUST_CHECK;

/* address_is_v4() - whether it is an IPv4 address, in its last four bytes. */
bool address_is_v4(const unsigned char a[ADDRESS_BYTES]);

/* address_range_read() - "192.0.2.0/24", or one address; false when bits after the prefix are set. */
bool address_range_read(const char *text, struct address_range *out) MUST_CHECK;

bool address_is_in(const unsigned char a[ADDRESS_BYTES], const struct address_range *r);

#endif
