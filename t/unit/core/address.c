/* SPDX-License-Identifier: Apache-2.0 */
/* Internet addresses and ranges of addresses. */
#include "config.h"

#include "core/address.h"

#include "tap.h"

static bool is_range(const char *text)
{
	struct address_range r;

	return address_range_read(text, &r);
}

static bool is_in(const char *address, const char *range)
{
	struct address_range r;
	unsigned char a[ADDRESS_BYTES];

	return address_range_read(range, &r) && address_read(address, a) && address_is_in(a, &r);
}

int main(void)
{
	static const char *const good[] = { "192.0.2.0/24",  "192.0.2.1",  "192.0.2.1/32",
					    "0.0.0.0/0",     "2001:db8::", "2001:db8::/32",
					    "2001:db8::/33", "::/0",	   "::ffff:192.0.2.0/120" };
	static const char *const bad[] = {
		"",	      "192.0.2.1/24",  "192.0.2.0/33",	 "192.0.2.0/-1",   "192.0.2.0/",
		"192.0.2/24", "192.0.2.0/24x", "2001:db8::1/32", "2001:db8::/129", "localhost",
		"/24"
	};

	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		ok(is_range(good[i]), "%s is a range", good[i]);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		ok(!is_range(bad[i]), "\"%s\" is none", bad[i]);
	ok(is_in("192.0.2.0", "192.0.2.0/25") && is_in("192.0.2.127", "192.0.2.0/25"), "both ends");
	ok(!is_in("192.0.1.255", "192.0.2.0/25") && !is_in("192.0.2.128", "192.0.2.0/25"),
	   "and what is beyond them");
	ok(is_in("::ffff:192.0.2.9", "192.0.2.9"), "an IPv4 address written as an IPv6 one");
	ok(is_in("2001:db8:7fff::", "2001:db8::/33") && !is_in("2001:db8:8000::", "2001:db8::/33"),
	   "a bit within a byte");
	ok(!is_in("2001:db8::1", "0.0.0.0/0"), "all of IPv4 is not IPv6");
	return tap_done();
}
