/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_document.c: an application identified by an address: validates the address and fetches the
 * document.
 */
#include "config.h"

#include "identity/pages/client_document.h"

#include <string.h>
#include <sys/socket.h>

#include <curl/curl.h>

#include "core/buf.h"
#include "core/settings.h"
#include "http/network.h"

#define ADDRESS_MAX 512
#define DOCUMENT_MAX 5120 /* bytes; the draft's own advice */
#define SECONDS 4L

/* ---- the address ---- */

/* For tests: addresses of this machine, without TLS. */
static bool is_local(const struct ctx *ctx, const char *text)
{
	return ctx->config->client_metadata == CLIENT_METADATA_LOCAL &&
	       text_starts(text, "http://127.0.0.1:");
}

bool client_address_is_good(const struct ctx *ctx, const char *text)
{
	const char *host = strstr(text, "://");
	const char *path;

	if (ctx->config->client_metadata == CLIENT_METADATA_OFF || strlen(text) > ADDRESS_MAX ||
	    (!text_starts(text, "https://") && !is_local(ctx, text)))
		return false;
	for (const char *p = text; *p; p++)
		if (*p <= ' ' || *p > '~' || strchr("#@\\\"<>^`{|}", *p))
			return false;
	host += 3;
	path = strchr(host, '/');
	return path && path > host && path[1] && !strstr(path, "/./") && !strstr(path, "/../") &&
	       strspn(host,
		      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]") ==
		       (size_t)(path - host);
}

/* ---- the document ---- */

struct transfer {
	struct buf body;
	bool too_large, inward; /* the name resolved to an address outside the public internet */
	bool local;
};

/* Checks the resolved address at the moment of connecting, so that DNS cannot change in between. */
static curl_socket_t open_socket(void *arg, curlsocktype purpose UNUSED, struct curl_sockaddr *to)
{
	struct transfer *t = arg;

	if (!t->local && !network_is_public(&to->addr)) {
		t->inward = true;
		return CURL_SOCKET_BAD;
	}
	return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

static size_t take(char *p, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;

	if (t->body.n + size * n > DOCUMENT_MAX) {
		t->too_large = true;
		return 0;
	}
	buf_put(&t->body, p, size * n);
	return size * n;
}

static bool set_options(CURL *c, struct transfer *t, const char *address, struct curl_slist *list)
{
	return curl_easy_setopt(c, CURLOPT_URL, address) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, t->local ? "http" : "https") ==
		       CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PROXY, "") == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_TIMEOUT, SECONDS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_MAXFILESIZE, (long)DOCUMENT_MAX) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HTTPHEADER, list) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_USERAGENT, PACKAGE_NAME "/" PACKAGE_VERSION) ==
		       CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, t) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, take) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEDATA, t) == CURLE_OK;
}

/* Must not call fail(): the longjmp would cross curl's frames. */
static CURLcode perform(struct transfer *t, const char *address, long *status)
{
	CURL *c = curl_easy_init();
	struct curl_slist *list = curl_slist_append(NULL, "Accept: application/json");
	CURLcode got = CURLE_FAILED_INIT;

	if (c && list && set_options(c, t, address, list))
		got = curl_easy_perform(c);
	if (got == CURLE_OK)
		got = curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, status);
	curl_slist_free_all(list);
	curl_easy_cleanup(c);
	return got;
}

bool client_document_fetch(struct ctx *ctx, const char *address, struct slice *out,
			   const char **why)
{
	struct transfer t = { .local = is_local(ctx, address) };
	long status = 0;
	CURLcode got;

	buf_init(&t.body, ctx->pool, DOCUMENT_MAX);
	got = perform(&t, address, &status);
	if (t.inward)
		*why = "o endereço não é da internet";
	else if (t.too_large || got == CURLE_FILESIZE_EXCEEDED)
		*why = "o documento passa de 5 KiB";
	else if (got != CURLE_OK)
		*why = "o endereço não respondeu";
	else if (status != 200)
		*why = "o endereço não respondeu com o documento";
	else {
		*out = (struct slice){ t.body.p, t.body.n };
		return true;
	}
	return false;
}
