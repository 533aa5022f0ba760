/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch_http.c: one request, and the meaning of its answer.
 *
 * Requests the body without compression, so that its length and ranges are those of the file.
 */
#include "config.h"

#include "load/fetch_http.h"

#include <strings.h>

#include <curl/curl.h>

#include "core/pool.h"

#define CONNECT_SECONDS 10L
#define STALLED_SECONDS 60L
#define REDIRECTS 3L

struct transfer {
	void *pool;
	const struct fetch_request *rq;
	struct fetch_answer *a;
	CURL *curl;
	int64_t n;     /* bytes of this body */
	int64_t start; /* of Content-Range; -1: none */
	int64_t total;
	bool begun, too_large, lost; /* lost: the receiver failed */
};

static void close_curl(void *arg)
{
	curl_easy_cleanup(arg);
}

static void close_list(void *arg)
{
	curl_slist_free_all(*(struct curl_slist **)arg);
}

/* ---- receiving ---- */

static int64_t number(struct slice *s)
{
	int64_t v = 0;
	size_t i = 0;

	for (; i < s->n && i < 18 && s->p[i] >= '0' && s->p[i] <= '9'; i++)
		v = 10 * v + (s->p[i] - '0');
	s->p += i;
	s->n -= i;
	return i ? v : -1;
}

/* "bytes 100-199/200" */
static void note_range(struct transfer *t, struct slice s)
{
	if (s.n < 6 || strncasecmp(s.p, "bytes ", 6) != 0)
		return;
	s = (struct slice){ s.p + 6, s.n - 6 };
	t->start = number(&s);
	if (s.n && *s.p == '-') {
		s = (struct slice){ s.p + 1, s.n - 1 };
		(void)number(&s);
	}
	if (s.n && *s.p == '/') {
		s = (struct slice){ s.p + 1, s.n - 1 };
		t->total = number(&s);
	}
}

static void keep(char out[FETCH_VALIDATOR_MAX], struct slice s)
{
	if (s.n >= FETCH_VALIDATOR_MAX || !text_valid(s, NULL))
		return;
	memcpy(out, s.p, s.n);
	out[s.n] = '\0';
}

static size_t header(char *p, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;
	struct slice line = { p, size * n }, name, value;

	if (line.n >= 5 &&
	    strncasecmp(p, "HTTP/", 5) == 0) { /* of the next answer, after a redirect */
		t->a->now = (struct fetch_validators){ { 0 }, { 0 } };
		t->start = t->total = -1;
	}
	if (!slice_cut(line, ':', &name, &value))
		return line.n;
	value = slice_trim(value);
	if (name.n == 4 && strncasecmp(name.p, "ETag", 4) == 0)
		keep(t->a->now.etag, value);
	else if (name.n == 13 && strncasecmp(name.p, "Last-Modified", 13) == 0)
		keep(t->a->now.last_modified, value);
	else if (name.n == 13 && strncasecmp(name.p, "Content-Range", 13) == 0)
		note_range(t, value);
	return line.n;
}

static size_t body(char *p, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;
	int64_t before = t->rq->resume;

	(void)curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &t->a->status);
	if (t->a->status != 200 && t->a->status != 206)
		return size * n; /* the body of an error */
	if (t->a->status == 200)
		before = 0;
	else if (t->start != before)
		return 0;
	t->n += (int64_t)(size * n);
	t->too_large = before + t->n > t->rq->max;
	if (t->too_large)
		return 0;
	t->lost =
		!t->rq->body(t->rq->arg, t->a->status == 200 && !t->begun, &t->a->now, p, size * n);
	t->begun = true;
	return t->lost ? 0 : size * n;
}

/* ---- sending ---- */

static bool add(struct curl_slist **list, const char *line)
{
	struct curl_slist *longer = curl_slist_append(*list, line);

	if (longer)
		*list = longer;
	return longer != NULL;
}

static bool conditions(struct transfer *t, struct curl_slist **list)
{
	const struct fetch_validators *v = t->rq->have;

	if (t->rq->resume) /* a strong tag, else the date: fetch.c has ensured that there is one */
		return add(list,
			   pool_printf(t->pool, "Range: bytes=%lld-", (long long)t->rq->resume)) &&
		       add(list, pool_printf(t->pool, "If-Range: %s",
					     v->etag[0] == '"' ? v->etag : v->last_modified));
	if (!v)
		return true;
	return (!v->etag[0] || add(list, pool_printf(t->pool, "If-None-Match: %s", v->etag))) &&
	       (!v->last_modified[0] ||
		add(list, pool_printf(t->pool, "If-Modified-Since: %s", v->last_modified)));
}

static bool set_options(struct transfer *t, struct curl_slist *list, char *why)
{
	const struct fetch_request *rq = t->rq;
	const char *schemes = rq->any_scheme ? "http,https" : "https";
	CURL *c = t->curl;

	return curl_easy_setopt(c, CURLOPT_URL, rq->url) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, schemes) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, schemes) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_MAXREDIRS, REDIRECTS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_TIMEOUT, rq->seconds) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, STALLED_SECONDS) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_USERAGENT, rq->agent) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HTTPHEADER, list) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_ERRORBUFFER, why) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, header) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_HEADERDATA, t) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, body) == CURLE_OK &&
	       curl_easy_setopt(c, CURLOPT_WRITEDATA, t) == CURLE_OK;
}

/* ---- interpreting ---- */

static bool passes(CURLcode got)
{
	return got == CURLE_COULDNT_RESOLVE_HOST || got == CURLE_COULDNT_CONNECT ||
	       got == CURLE_PARTIAL_FILE || got == CURLE_OPERATION_TIMEDOUT ||
	       got == CURLE_GOT_NOTHING || got == CURLE_SEND_ERROR || got == CURLE_RECV_ERROR ||
	       got == CURLE_HTTP2 || got == CURLE_HTTP2_STREAM;
}

static enum fetch_end of_status(const struct transfer *t)
{
	const struct fetch_answer *a = t->a;

	switch (a->status) {
	case 200:
		return FETCH_DONE;
	case 206:
		if (!t->begun)
			return FETCH_RESTART;
		return t->total >= 0 && t->total != t->rq->resume + t->n ? FETCH_RESTART
									 : FETCH_DONE;
	case 304:
		return t->rq->have && !t->rq->resume ? FETCH_UNCHANGED : FETCH_REFUSED;
	case 416:
		return FETCH_RESTART;
	case 408:
	case 425:
	case 429:
	case 500:
	case 502:
	case 503:
	case 504:
		return FETCH_AGAIN;
	default:
		return FETCH_REFUSED;
	}
}

static void judge(struct transfer *t, CURLcode got, const char *why)
{
	struct fetch_answer *a = t->a;
	curl_off_t wait = 0;

	(void)curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &a->status);
	if (curl_easy_getinfo(t->curl, CURLINFO_RETRY_AFTER, &wait) == CURLE_OK)
		a->retry_after = (int64_t)wait;
	if (t->too_large) {
		a->end = FETCH_REFUSED;
		a->why = pool_printf(t->pool, "a resposta passa de %lld bytes",
				     (long long)t->rq->max);
	} else if (t->lost) {
		a->end = FETCH_REFUSED;
		a->why = "não se consegue gravar no cache";
	} else if (got == CURLE_WRITE_ERROR && a->status == 206) {
		a->end = FETCH_RESTART;
		a->why = "o serviço mandou outro pedaço que não o pedido";
	} else if (got != CURLE_OK) {
		a->end = passes(got) ? FETCH_AGAIN : FETCH_REFUSED;
		a->why = pool_strdup(t->pool, why[0] ? why : curl_easy_strerror(got));
	} else {
		a->end = of_status(t);
		if (a->status == 200 && !t->begun) /* an empty body replaces the old file */
			(void)t->rq->body(t->rq->arg, true, &a->now, "", 0);
		a->why = pool_printf(t->pool, "o serviço respondeu %ld", a->status);
	}
}

void fetch_http(void *pool, const struct fetch_request *rq, struct fetch_answer *a)
{
	struct transfer *t = pool_zero(pool, struct transfer);
	struct curl_slist **list = pool_zero(pool, struct curl_slist *);
	char *why = pool_array(pool, char, CURL_ERROR_SIZE);

	*a = (struct fetch_answer){ .end = FETCH_REFUSED,
				    .why = "a biblioteca de HTTP não inicia" };
	*t = (struct transfer){ .pool = pool, .rq = rq, .a = a, .start = -1, .total = -1 };
	t->curl = curl_easy_init();
	if (!t->curl)
		return;
	pool_on_free(pool, close_curl, t->curl);
	pool_on_free(pool, close_list, list);
	if (!conditions(t, list) || !set_options(t, *list, why))
		return;
	judge(t, curl_easy_perform(t->curl), why);
}
