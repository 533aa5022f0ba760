/* SPDX-License-Identifier: Apache-2.0 */
/* fetch_http.h: one request, with libcurl; used only by the fetch files. */
#ifndef LASTRO_LOAD_FETCH_HTTP_H
#define LASTRO_LOAD_FETCH_HTTP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

#define FETCH_VALIDATOR_MAX 256

/* A server's validators of a version of a file; empty when it sends none. */
struct fetch_validators {
	char etag[FETCH_VALIDATOR_MAX];
	char last_modified[FETCH_VALIDATOR_MAX];
};

struct fetch_request {
	const char *url;
	const char *agent;
	bool any_scheme;		     /* also http: the base is not the official one */
	int64_t max;			     /* bytes of the whole file */
	long seconds;			     /* in total; 0: no limit, as long as bytes arrive */
	int64_t resume;			     /* resume at this byte, of the version in ->have */
	const struct fetch_validators *have; /* or NULL; without resume: only if the file changed */
	/* Receives the body when the status is 200 or 206; @fresh: from the first byte. */
	bool (*body)(void *arg, bool fresh, const struct fetch_validators *now, const char *p,
		     size_t n);
	void *arg;
};

enum fetch_end {
	FETCH_DONE,	 /* ->status is 200 or 206, the body is whole */
	FETCH_UNCHANGED, /* 304 */
	FETCH_AGAIN,	 /* a retry may succeed */
	FETCH_RESTART,	 /* the partial file is useless: delete it and start again */
	FETCH_REFUSED,
};

struct fetch_answer {
	enum fetch_end end;
	long status;	     /* 0: none came */
	int64_t retry_after; /* seconds; 0: not sent */
	struct fetch_validators now;
	const char *why; /* pt-BR, unless done */
};

/* fetch_http() - sends one request; @pool holds the answer's texts. */
void fetch_http(void *pool, const struct fetch_request *rq, struct fetch_answer *a);

#endif
