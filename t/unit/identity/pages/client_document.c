/* SPDX-License-Identifier: Apache-2.0 */
/* client_document.c: which addresses may identify a client. */
#include "config.h"

#include "identity/pages/client_document.h"

#include "core/settings.h"
#include "tap.h"

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
	tap_plan(2 + 16 + 3);
	names();
	return tap_done();
}
