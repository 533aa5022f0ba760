/* SPDX-License-Identifier: Apache-2.0 */
/* address.c: addresses of the internet and ranges of them. */
#include "config.h"

#include "core/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "core/decimal.h"
#include "core/text.h"

static const unsigned char mapped[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

bool address_read(const char *text, unsigned char out[ADDRESS_BYTES])
{
	struct in_addr v4;

	if (!text)
		return false;
	if (inet_pton(AF_INET, text, &v4) != 1)
		return inet_pton(AF_INET6, text, out) == 1;
	memcpy(out, mapped, sizeof(mapped));
	memcpy(out + sizeof(mapped), &v4, sizeof(v4));
	return true;
}

bool address_is_v4(const unsigned char a[ADDRESS_BYTES])
{
	return memcmp(a, mapped, sizeof(mapped)) == 0;
}

static bool bit_of(const unsigned char *a, int i)
{
	return a[i / 8] >> (7 - i % 8) & 1;
}

bool address_range_read(const char *text, struct address_range *out)
{
	char address[INET6_ADDRSTRLEN];
	const size_t n = strcspn(text, "/");
	const int most = strchr(text, ':') ? 128 : 32;
	wide bits = most;

	if (n >= sizeof(address))
		return false;
	memcpy(address, text, n);
	address[n] = '\0';
	if (!address_read(address, out->first) ||
	    (text[n] && dec_parse(slice_of(text + n + 1), 0, most, &bits) != DEC_OK) || bits < 0)
		return false;
	out->bits = (int)bits + (128 - most);
	for (int i = out->bits; i < 128; i++)
		if (bit_of(out->first, i))
			return false;
	return true;
}

bool address_is_in(const unsigned char a[ADDRESS_BYTES], const struct address_range *r)
{
	for (int i = 0; i < r->bits; i++)
		if (bit_of(a, i) != bit_of(r->first, i))
			return false;
	return true;
}
