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
	struct json_object *asset, *income, *succession, *inputs; /* answers, or NULL */
	const char *document; /* targets, or tax inputs, as a body; NULL: there are none */
	const char *whole;    /* what a deletion takes away, with every column */
	bool too_much;	      /* too many rows to put back */
	int64_t version;      /* of the document, or of the ledger */
	int64_t changed_ms;   /* when the document changed; 0: it is none */
};

/*
 * mend_before_read() - reads what request @r changes.  Locks the ledger when @body is given and rows would be restored.
 * @body: the JSON body of the write that follows, "" for a write without a body, NULL when no write follows
 */
struct mend_before mend_before_read(struct ctx *ctx, const struct mend_request *r,
				    const char *body);

/* The method of a request that puts deleted rows back (rows_restore()); only a kept undo has it. */
#define MEND_RESTORE "RESTORE"

/* mend_reverse_write() - the requests as items of an open list: {base, method, what, body}, the body as text. */
void mend_reverse_write(void *pool, struct json *j, const struct mend_request *r, const char *body,
			const struct mend_before *b, struct json_object *answer);

/* mend_reverse_state() - what request @r would overwrite or delete, at present. */
struct mend_state {
	const char *digest; /* of its values; NULL: it overwrites nothing */
	int64_t version;    /* as in struct mend_before */
	int64_t changed_ms;
};
struct mend_state mend_reverse_state(struct ctx *ctx, const struct mend_request *r,
				     const char *body);

/* mend_deleted_said() - what a request deletes, as one sentence; NULL: nothing. */
const char *mend_deleted_said(void *pool, const struct mend_request *r,
			      const struct mend_before *b);

/* mend_written_said() - what was written, as one sentence. */
const char *mend_written_said(void *pool, const struct mend_request *r, const struct mend_before *b,
			      struct json_object *answer);

#endif
