/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_http.h: signed POSTs to addresses that users chose, several at a time. */
#ifndef LASTRO_NOTICES_DELIVER_HTTP_H
#define LASTRO_NOTICES_DELIVER_HTTP_H

#include <stdbool.h>

#include "core/text.h"
#include "core/uuid.h"

struct post {
	const char *url, *secret;
	struct uuid id; /* of the content: the same in each attempt */
	struct slice body;
	bool private_too; /* also http, and addresses outside the public internet */
};

struct post_answer {
	long status;	 /* 0: none came */
	bool refused;	 /* the address is not allowed: a retry cannot help */
	const char *why; /* pt-BR; NULL: a status was received */
};

struct posts;

/* posts_new() - an empty set; freeing @pool aborts its requests.  NULL when libcurl does not start. */
struct posts *posts_new(void *pool);

/*
 * posts_begin() - begins a request of JSON, without redirects, proxies or more than ten seconds.  The
 * address is checked when the connection is made, after names were resolved, so the checked address is
 * the one connected to.  Lastro-Signature is the HMAC-SHA256 of the seconds of Lastro-Timestamp, a
 * point and the body, so that neither can be replaced.
 *
 * @pool: of this request: holds its texts and the connection; free it after the request has ended; @p
 * is not kept
 * @a: filled when it ends
 * @arg: returned by posts_wait() False, with @a filled, when it could not be begun.
 */
bool posts_begin(struct posts *ps, void *pool, const struct post *p, struct post_answer *a,
		 void *arg) MUST_CHECK;

/* posts_wait() - waits for one of them to end; its arg, or NULL when there is none. */
void *posts_wait(struct posts *ps);

#endif
