/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch.c: official files over HTTPS, with libcurl.
 *
 * What arrives is only bytes: the loader judges them like a file of the same source.
 */
#include "config.h"

#include "load/fetch.h"

#include <stdlib.h>

#include <curl/curl.h>

#include "core/buf.h"
#include "core/pool.h"

#define CONNECT_SECONDS 10L
#define TOTAL_SECONDS 30L
#define REDIRECTS 3L

const struct fetch_source fetch_sources[] = {
	{ "usdt", "https://api.binance.com", "LASTRO_FETCH_BASE_USDT",
	  "/api/v3/ticker/24hr?symbol=USDTBRL", 65536 },
	{ 0 },
};

const struct fetch_source *fetch_source_find(const char *name)
{
	for (const struct fetch_source *s = fetch_sources; s->source; s++)
		if (str_eq(s->source, name))
			return s;
	return NULL;
}

struct body {
	struct buf bytes;
	size_t max;
	bool too_large;
};

/* Called by libcurl: it may only say how much it took. */
static size_t take(char *p, size_t size, size_t n, void *arg)
{
	struct body *b = arg;

	if (size * n > b->max - b->bytes.n) {
		b->too_large = true;
		return 0;
	}
	buf_put(&b->bytes, p, size * n);
	return size * n;
}

static void close_curl(void *arg)
{
	curl_easy_cleanup(arg);
}

static bool set_options(CURL *curl, const char *url, bool any_scheme, struct body *body, char *why)
{
	const char *schemes = any_scheme ? "http,https" : "https";

	return curl_easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, schemes) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, schemes) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_MAXREDIRS, REDIRECTS) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_TIMEOUT, TOTAL_SECONDS) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "") == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_USERAGENT, "lastro/" PACKAGE_VERSION) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take) == CURLE_OK &&
	       curl_easy_setopt(curl, CURLOPT_WRITEDATA, body) == CURLE_OK;
}

struct slice fetch(struct ctx *ctx, void *pool, const struct fetch_source *source)
{
	const char *other = getenv(source->variable);
	bool overridden = other && *other;
	const char *url =
		pool_printf(pool, "%s%s", overridden ? other : source->base, source->path);
	char *why = pool_array(pool, char, CURL_ERROR_SIZE);
	struct body *body = pool_zero(pool, struct body);
	CURL *curl = curl_easy_init();
	CURLcode got;
	long status = 0;

	if (!curl)
		fail(ctx, 500, "internal_error", "A biblioteca de HTTP não inicia.");
	pool_on_free(pool, close_curl, curl);
	buf_init(&body->bytes, pool, 4096);
	body->max = source->max;
	if (!set_options(curl, url, overridden, body, why))
		fail(ctx, 500, "internal_error", "A biblioteca de HTTP não aceita as opções.");
	got = curl_easy_perform(curl);
	if (body->too_large)
		fail(ctx, 400, "invalid_input", "%s: a resposta passa de %zu bytes.", url,
		     source->max);
	if (got != CURLE_OK)
		fail(ctx, 400, "invalid_input", "%s: %s.", url,
		     why[0] ? why : curl_easy_strerror(got));
	if (curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK || status != 200)
		fail(ctx, 400, "invalid_input", "%s: o serviço respondeu %ld.", url, status);
	return (struct slice){ body->bytes.p, body->bytes.n };
}
