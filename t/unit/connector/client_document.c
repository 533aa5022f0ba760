/* SPDX-License-Identifier: Apache-2.0 */
/* client_document.c: which addresses are of the internet, and which a client can be known by. */
#include "config.h"

#include "connector/client_document.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "ctx/config.h"
#include "tap.h"

static bool is_public(const char *text)
{
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in v4 = { .sin_family = AF_INET };

	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		return address_is_public((const struct sockaddr *)&v4);
	return inet_pton(AF_INET6, text, &v6.sin6_addr) == 1 &&
	       address_is_public((const struct sockaddr *)&v6);
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
					      "2002:a00:1::",
					      "2001::1",
					      "2001:db8::1",
					      "3fff::1" };
	struct sockaddr local = { .sa_family = AF_UNIX };

	for (size_t i = 0; i < ARRAY_SIZE(outside); i++)
		ok(is_public(outside[i]), "%s is of the internet", outside[i]);
	for (size_t i = 0; i < ARRAY_SIZE(inside); i++)
		ok(!is_public(inside[i]), "%s is not", inside[i]);
	ok(!address_is_public(&local), "nor is a socket of the machine");
}

static void names(void)
{
	static const char *const good[] = { "https://app.example/client.json",
					    "https://app.example:8443/a/b?x=1" };
	static const char *const bad[] = { "http://app.example/c",
					   "http://127.0.0.1:80/c",
					   "https://app.example",
					   "https://app.example/",
					   "https://u@app.example/c",
					   "https://app.example/c#f",
					   "https://app.example/../c",
					   "https://app.example/./c",
					   "https:///c",
					   "https://app.example/c d",
					   "https://app%2eexample/c",
					   "ftp://app.example/c",
					   "javascript:alert(1)//x",
					   "https://app.example;x/c",
					   "lst_user_x",
					   "" };
	struct config off = { .client_metadata = CLIENT_METADATA_OFF };
	struct config on = { .client_metadata = CLIENT_METADATA_ON };
	struct config local = { .client_metadata = CLIENT_METADATA_LOCAL };
	struct ctx ctx = { .config = &on };

	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		ok(client_address_is_good(&ctx, good[i]), "%s can be a client's", good[i]);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		ok(!client_address_is_good(&ctx, bad[i]), "\"%s\" cannot", bad[i]);
	ctx.config = &local;
	ok(client_address_is_good(&ctx, "http://127.0.0.1:80/c"), "in tests this machine's");
	ok(!client_address_is_good(&ctx, "http://127.0.0.1.evil.example:80/c"), "and no other's");
	ctx.config = &off;
	ok(!client_address_is_good(&ctx, good[0]), "none where nobody switched it on");
}

int main(void)
{
	tap_plan(12 + 30 + 1 + 2 + 16 + 3);
	addresses();
	names();
	return tap_done();
}
