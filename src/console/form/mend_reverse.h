/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mend_reverse.h: what a write of a page changes, and the requests that take it back.
 *
 * Rows are read before the write, unrounded.  The reverse of an operation is one or more requests, executed in one transaction.
 */
#ifndef LASTRO_CONSOLE_FORM_MEND_REVERSE_H
#define LASTRO_CONSOLE_FORM_MEND_REVERSE_H

#include "console/form/mend_request.h"
#include "core/json_write.h"

/* What a request is about to change; the members that its operation needs. */
struct mend_before {
	struct transaction *rows;
	size_t n;
	struct json_object *asset, *incomes, *income, *succession, *targets,
		*inputs; /* answers, or NULL */
	bool too_much;	 /* too many rows to restore by requests */
};

struct mend_before mend_before_read(struct ctx *ctx, const struct mend_request *r);

/* mend_reverse_write() - the requests as items of an open list: {base, method, what, body, version}, the body as text. */
void mend_reverse_write(void *pool, struct json *j, const struct mend_request *r, const char *body,
			const struct mend_before *b, struct json_object *answer);

/*
 * mend_reverse_state() - returns the digest of the present values that request @r would overwrite or delete.  NULL when
 * it overwrites nothing, and for targets, whose version is compared instead.
 */
const char *mend_reverse_state(struct ctx *ctx, const struct mend_request *r, const char *body);

/* mend_written_said() - what was written, as one sentence. */
const char *mend_written_said(void *pool, const struct mend_request *r, const struct mend_before *b,
			      struct json_object *answer);

#endif
