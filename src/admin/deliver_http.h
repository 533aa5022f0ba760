/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_http.h: one POST to an address that somebody chose, signed with his secret. */
#ifndef LASTRO_ADMIN_DELIVER_HTTP_H
#define LASTRO_ADMIN_DELIVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/*
 * post_send() - one request of JSON, without redirects, proxies or more than ten seconds.  The address is judged as the
 * connection is made, after names were resolved: what was judged is what is connected to.  Lastro-Signature is the
 * HMAC-SHA256 of the seconds of Lastro-Timestamp, a point and the body, so that neither can be replaced.
 */
void post_send(void *pool, const struct post *p, struct post_answer *a);

#endif
