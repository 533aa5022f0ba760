/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deliver_http.c: one POST, to where a member of a desk, or a person, says.
 *
 * The sender stands inside the operator's network: it connects to no address of a network that is not public
 * (IANA's special-purpose registries), whatever the name says at which moment.
 */
#include "config.h"

#include "admin/deliver_http.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include <curl/curl.h>
#include <sodium.h>

#include "core/clock.h"
#include "core/encode.h"
#include "core/pool.h"
#include "http/network.h"

#define CONNECT_SECONDS 5L
#define SECONDS 10L
#define ANSWER_MAX 65536

/* ---- one request ---- */

struct transfer {
	const struct post *p;
	size_t n;
	bool refused;
};

static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *a)
{
	struct transfer *t = arg;

	(void)purpose; /* there is one */
	if (!t->p->private_too && !network_is_public(&a->addr)) {
		t->refused = true;
		return CURL_SOCKET_BAD;
	}
	return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

/* The answer says nothing but its status; one that does not end is cut. */
static size_t drop_body(char *p, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;

	(void)p;
	t->n += size * n;
	return t->n > ANSWER_MAX ? 0 : size * n;
}

static void close_curl(void *arg)
{
	curl_easy_cleanup(arg);
}

static void close_list(void *arg)
{
	curl_slist_free_all(*(struct curl_slist **)arg);
}

/* Over the seconds, a point and the body, so that neither can be replaced. */
static const char *signature(void *pool, const char *secret, const char *seconds, struct slice body)
{
	crypto_auth_hmacsha256_state state;
	uint8_t mac[crypto_auth_hmacsha256_BYTES];

	(void)crypto_auth_hmacsha256_init(&state, (const uint8_t *)secret, strlen(secret));
	(void)crypto_auth_hmacsha256_update(&state, (const uint8_t *)seconds, strlen(seconds));
	(void)crypto_auth_hmacsha256_update(&state, (const uint8_t *)".", 1);
	(void)crypto_auth_hmacsha256_update(&state, (const uint8_t *)body.p, body.n);
	(void)crypto_auth_hmacsha256_final(&state, mac); /* these five cannot fail */
	return hex_encoded(pool, mac, sizeof(mac));
}

static bool set_headers(void *pool, const struct post *p, struct curl_slist **list)
{
	const char *seconds = pool_printf(pool, "%" PRId64, clock_now_ms() / 1000);
	const char *headers[5] = { "Content-Type: application/json", "Expect:" };
	char id[UUID_TEXT_SIZE];

	uuid_format(p->id, id);
	headers[2] = pool_printf(pool, "Lastro-Delivery: %s", id);
	headers[3] = pool_printf(pool, "Lastro-Timestamp: %s", seconds);
	headers[4] = pool_printf(pool, "Lastro-Signature: v1=%s",
				 signature(pool, p->secret, seconds, p->body));
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
		struct curl_slist *longer = curl_slist_append(*list, headers[i]);

		if (!longer)
			return false;
		*list = longer;
	}
	return true;
}

static bool set_options(struct transfer *t, CURL *c, struct curl_slist *list, char *why)
{
	const char *schemes = t->p->private_too ? "http,https" : "https";

	return curl_easy_setopt(c, CURLOPT_URL, t->p->url) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, schemes) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PROXY, "") == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_TIMEOUT, SECONDS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_USERAGENT, "lastro/" PACKAGE_VERSION) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HTTPHEADER, list) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, (long)t->p->body.n) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_POSTFIELDS, t->p->body.p) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_ERRORBUFFER, why) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, t) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, drop_body) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEDATA, t) == CURLE_OK;
}

static void judge(void *pool, const struct transfer *t, CURL *c, CURLcode got, const char *why,
		  struct post_answer *a)
{
	(void)curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &a->status);
	if (got == CURLE_OK || (got == CURLE_WRITE_ERROR && t->n > ANSWER_MAX)) {
		a->why = NULL;
	} else if (t->refused && got == CURLE_COULDNT_CONNECT) {
		a->refused = true;
		a->why = "o nome leva a um endereço que não é público";
	} else if (got == CURLE_UNSUPPORTED_PROTOCOL || got == CURLE_URL_MALFORMAT) {
		a->refused = true;
		a->why = "o endereço não é https";
	} else {
		a->status = 0;
		a->why = pool_strdup(pool, why[0] ? why : curl_easy_strerror(got));
	}
}

void post_send(void *pool, const struct post *p, struct post_answer *a)
{
	struct transfer *t = pool_zero(pool, struct transfer);
	struct curl_slist **list = pool_zero(pool, struct curl_slist *);
	char *why = pool_array(pool, char, CURL_ERROR_SIZE);
	CURL *c = curl_easy_init();

	*a = (struct post_answer){ .why = "a biblioteca de HTTP não inicia" };
	t->p = p;
	if (!c)
		return;
	pool_on_free(pool, close_curl, c);
	pool_on_free(pool, close_list, list);
	why[0] = '\0';
	if (!set_headers(pool, p, list) || !set_options(t, c, *list, why))
		return;
	judge(pool, t, c, curl_easy_perform(c), why, a);
}
