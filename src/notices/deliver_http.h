/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_http.h: POSTs to addresses that somebody chose, signed with his secret, several at a time. */
#ifndef LASTRO_NOTICES_DELIVER_HTTP_H
#define LASTRO_NOTICES_DELIVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/attributes.h"
#include "core/text.h"
#include "core/uuid.h"

struct post {
	const char *url, *secret;
	struct uuid id; /* of what is sent: the same each time that it is */
	struct slice body;
	bool private_too; /* http, and addresses that the public internet does not reach */
};

struct post_answer {
	long status;	 /* 0: none came */
	bool refused;	 /* the address is not allowed: trying again does not help */
	const char *why; /* pt-BR; NULL: a status came */
};

struct posts;

/* posts_new() - none under way; what is when @pool is freed is broken off.  NULL where libcurl does not start. */
struct posts *posts_new(void *pool);

/*
 * posts_begin() - begin a request of JSON, without redirects, proxies or more than ten seconds.  The address is judged as
 * the connection is made, after names were resolved: what was judged is what is connected to.  Lastro-Signature is the
 * HMAC-SHA256 of the seconds of Lastro-Timestamp, a point and the body, so that neither can be replaced.
 *
 * @pool: of this request: holds its texts and the connection, and is freed after it has ended; @p is not kept
 * @a: filled when it ends
 * @arg: what posts_wait() gives back
 * False, with @a filled, where it ended before it began.
 */
bool posts_begin(struct posts *ps, void *pool, const struct post *p, struct post_answer *a,
		 void *arg) MUST_CHECK;

/* posts_wait() - wait for one of them to end; its arg, or NULL where none is under way. */
void *posts_wait(struct posts *ps);

#endif
