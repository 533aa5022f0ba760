/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ask.h: a page runs the same operation of the API that programs call.
 *
 * So a page refuses, writes and audits exactly as the API does; it only builds the request and shows the answer.
 */
#ifndef LASTRO_OPERATIONS_ASK_H
#define LASTRO_OPERATIONS_ASK_H

#include <json-c/json.h>

#include "http/form.h"
#include "http/request.h"

#define ASK_QUERY_MAX 4

/* A request that undoes a write. */
struct ask_reverse {
	const char *method, *what, *body; /* what: the path after the portfolio's */
	const char *said; /* what was written, as a sentence; NULL: nothing to add */
};

struct ask {
	void (*run)(struct ctx *ctx); /* of a route whose path has the same captures */
	const char *json;	      /* the body; NULL: none */
	const struct form_file *file; /* the body in its stead; NULL: none */
	struct parameter query[ASK_QUERY_MAX];
	size_t n_query;
	const char *once;    /* an Idempotency-Key: sent twice it is done once; NULL: none */
	const char *version; /* the expected ledger version; NULL: any */
	const char *sure;    /* the warnings that the person has read (ENTRY_SURE); NULL: none */
	/* then() - the caller of ask_run() calls it with the answer and @with to write more; NULL: nothing more */
	struct ask_reverse (*then)(struct ctx *ctx, struct json_object *answer, const char *with);
	const char *with;
};

/*
 * ask_run() - runs the operation and returns its answer as a tree; the caller's own answer is not touched.  Refuses as
 * the operation does.
 */
struct json_object *ask_run(struct ctx *ctx, const struct ask *ask);

/* ask_query() - one more query parameter; nothing for a @value of NULL. */
void ask_query(struct ask *ask, const char *name, const char *value);

/* Members of an answer: as text; NULL where there is none, or null.  A number is as it was written. */
const char *ask_text(struct json_object *o, const char *name);
int64_t ask_int(struct json_object *o, const char *name);
/* ask_parsed() - text that is JSON, NULL for NULL; ask_json() - a tree as text. */
struct json_object *ask_parsed(void *pool, const char *text);
const char *ask_json(void *pool, struct json_object *o);
/* ask_member() - a member; NULL: none.  ask_items() - the length of a list; 0 when it is not a list. */
struct json_object *ask_member(struct json_object *o, const char *name);
size_t ask_items(struct json_object *list);

#endif
