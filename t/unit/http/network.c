/* SPDX-License-Identifier: Apache-2.0 */
/* network.c: which addresses are public. */
#include "config.h"

#include "http/network.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "tap.h"

static bool is_public(const char *text)
{
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in v4 = { .sin_family = AF_INET };

	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		return network_is_public((const struct sockaddr *)&v4);
	return inet_pton(AF_INET6, text, &v6.sin6_addr) == 1 &&
	       network_is_public((const struct sockaddr *)&v6);
}

static void addresses(void)
{
	static const char *const outside[] = { "1.1.1.1",	  "8.8.8.8",	  "100.63.255.255",
					       "100.128.0.0",	  "172.15.0.1",	  "172.32.0.1",
					       "192.167.1.1",	  "198.20.0.1",	  "223.255.255.255",
					       "2606:4700::1111", "2001:4860::1", "2a00::1" };
	static const char *const inside[] = { "0.0.0.0",
					      "10.0.0.1",
					      "100.64.0.1",
					      "100.127.255.255",
					      "127.0.0.1",
					      "127.255.255.255",
					      "169.254.169.254",
					      "172.16.0.1",
					      "172.31.255.255",
					      "192.0.0.1",
					      "192.0.2.1",
					      "192.168.1.1",
					      "198.18.0.1",
					      "198.19.255.255",
					      "198.51.100.1",
					      "203.0.113.1",
					      "224.0.0.1",
					      "255.255.255.255",
					      "::",
					      "::1",
					      "::ffff:8.8.8.8",
					      "64:ff9b::808:808",
					      "fc00::1",
					      "fd12::1",
					      "fe80::1",
					      "ff02::1",
					      "::ffff:127.0.0.1",
					      "::127.0.0.1",
					      "64:ff9b::7f00:1",
					      "64:ff9b:1::1",
					      "100::1",
					      "febf::1",
					      "fec0::1",
					      "2002:a00:1::",
					      "2002:7f00:1::1",
					      "2002:808:808::1",
					      "2001::1",
					      "2001:0:7f00:1::1",
					      "2001:1ff::1",
					      "2001:db8::1",
					      "3fff::1",
					      "4000::1" };
	struct sockaddr local = { .sa_family = AF_UNIX };

	for (size_t i = 0; i < ARRAY_SIZE(outside); i++)
		ok(is_public(outside[i]), "%s is of the internet", outside[i]);
	for (size_t i = 0; i < ARRAY_SIZE(inside); i++)
		ok(!is_public(inside[i]), "%s is not", inside[i]);
	ok(!network_is_public(&local), "nor is a socket of the machine");
}

int main(void)
{
	tap_plan(12 + 42 + 1);
	addresses();
	return tap_done();
}
