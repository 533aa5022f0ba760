/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deliver_http.c: POSTs to addresses chosen by a member of a desk, or a person, several at a time.
 *
 * The sender runs inside the operator's network: it connects only to public addresses (http/network.h),
 * whatever the name resolves to at any time.
 */
#include "config.h"

#include "notices/deliver_http.h"

#include <inttypes.h>
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
#define HEADERS_MAX 65536
#define POLL_MS 1000

/* ---- one request ---- */

struct posts {
	CURLM *multi;
	size_t under_way;
};

struct transfer {
	struct posts *of;
	void *pool;
	struct post p;
	CURL *curl;
	struct post_answer *a;
	void *arg;
	char why[CURL_ERROR_SIZE];
	size_t n_body, n_head; /* bytes received */
	bool opened;	       /* a connection was attempted */
	bool refused;
};

static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *a)
{
	struct transfer *t = arg;

	(void)purpose; /* there is one */
	if (!t->p.private_too && !network_is_public(&a->addr)) {
		t->refused = true;
		return CURL_SOCKET_BAD;
	}
	t->opened = true;
	return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

/* Only the status of the answer matters; an endless one is cut off. */
static size_t drop_body(char *p UNUSED, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;

	t->n_body += size * n;
	return t->n_body > ANSWER_MAX ? 0 : size * n;
}

/* Of the headers, too, only the status line is used. */
static size_t drop_head(char *p UNUSED, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;

	t->n_head += size * n;
	return t->n_head > HEADERS_MAX ? 0 : size * n;
}

static void close_curl(void *arg)
{
	struct transfer *t = arg;

	(void)curl_multi_remove_handle(t->of->multi,
				       t->curl); /* one that is not in it is no fault */
	curl_easy_cleanup(t->curl);
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
	const char *id = uuid_text(pool, p->id);

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

static bool set_options(struct transfer *t, struct curl_slist *list)
{
	const char *schemes = t->p.private_too ? "http,https" : "https";
	CURL *c = t->curl;

	return curl_easy_setopt(c, CURLOPT_URL, t->p.url) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, schemes) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PROXY, "") == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_TIMEOUT, SECONDS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       /* An unanswered name lookup is abandoned without waiting for its thread. */
	       curl_easy_setopt(c, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_FRESH_CONNECT, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_FORBID_REUSE, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_USERAGENT, "lastro/" PACKAGE_VERSION) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HTTPHEADER, list) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, (long)t->p.body.n) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_POSTFIELDS, t->p.body.p) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_ERRORBUFFER, t->why) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PRIVATE, t) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, t) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, drop_head) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HEADERDATA, t) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, drop_body) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEDATA, t) == CURLE_OK;
}

static void judge(const struct transfer *t, CURLcode got)
{
	struct post_answer *a = t->a;

	(void)curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &a->status);
	if (got == CURLE_OK || (got == CURLE_WRITE_ERROR && t->n_body > ANSWER_MAX)) {
		a->why = NULL;
	} else if (t->refused && !t->opened && got == CURLE_COULDNT_CONNECT) {
		a->refused = true;
		a->why = "o nome leva a um endereço que não é público";
	} else if (!t->opened &&
		   (got == CURLE_UNSUPPORTED_PROTOCOL || got == CURLE_URL_MALFORMAT)) {
		/* curl reports an answer without a status line in the same way. */
		a->refused = true;
		a->why = "o endereço não é https";
	} else {
		a->status = 0;
		a->why = pool_strdup(t->pool, t->why[0] ? t->why : curl_easy_strerror(got));
	}
}

/* ---- several at a time ---- */

static void close_posts(void *arg)
{
	(void)curl_multi_cleanup(arg); /* the requests are finished by then */
}

struct posts *posts_new(void *pool)
{
	struct posts *ps = pool_zero(pool, struct posts);

	ps->multi = curl_multi_init();
	if (!ps->multi)
		return NULL;
	pool_on_free(pool, close_posts, ps->multi);
	return ps;
}

bool posts_begin(struct posts *ps, void *pool, const struct post *p, struct post_answer *a,
		 void *arg)
{
	struct transfer *t = pool_zero(pool, struct transfer);
	struct curl_slist **list = pool_zero(pool, struct curl_slist *);

	*a = (struct post_answer){ .why = "a biblioteca de HTTP não inicia" };
	*t = (struct transfer){
		.of = ps, .pool = pool, .p = *p, .curl = curl_easy_init(), .a = a, .arg = arg
	};
	if (!t->curl)
		return false;
	pool_on_free(pool, close_list, list);
	pool_on_free(pool, close_curl, t);
	if (!set_headers(pool, p, list) || !set_options(t, *list) ||
	    curl_multi_add_handle(ps->multi, t->curl) != CURLM_OK)
		return false;
	ps->under_way++;
	return true;
}

/* A finished one, or NULL. */
static struct transfer *next_ended(struct posts *ps)
{
	int left;

	for (const CURLMsg *m; (m = curl_multi_info_read(ps->multi, &left));) {
		CURL *c = m->easy_handle;
		CURLcode got = m->data.result; /* gone with the handle */
		char *t = NULL;

		if (m->msg != CURLMSG_DONE ||
		    curl_easy_getinfo(c, CURLINFO_PRIVATE, &t) != CURLE_OK)
			continue;
		(void)curl_multi_remove_handle(ps->multi, c); /* it is in it */
		judge((struct transfer *)(void *)t, got);
		return (struct transfer *)(void *)t;
	}
	return NULL;
}

void *posts_wait(struct posts *ps)
{
	struct transfer *t = NULL;
	int running;

	while (ps->under_way && !t) {
		/* When these two refuse, the requests end too: each has its own ten seconds. */
		(void)curl_multi_perform(ps->multi, &running);
		t = next_ended(ps);
		if (!t)
			(void)curl_multi_poll(ps->multi, NULL, 0, POLL_MS, NULL);
	}
	if (!t)
		return NULL;
	ps->under_way--;
	return t->arg;
}
