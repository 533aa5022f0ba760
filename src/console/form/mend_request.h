/* SPDX-License-Identifier: Apache-2.0 */
/* mend_request.h: the requests that mend something, or take a mend back. */
#ifndef LASTRO_CONSOLE_FORM_MEND_REQUEST_H
#define LASTRO_CONSOLE_FORM_MEND_REQUEST_H

#include "operations/ask.h"

struct mend_request {
	void (*run)(struct ctx *ctx);
	const char *base; /* of its path; NULL: the page's (mend_base()) */
	const char *button;
	bool shown; /* its effect is shown before it is sent */
	const char *captures[PATH_CAPTURES];
	const char *ids;       /* of its query, or NULL */
	bool warned_unwritten; /* it is refused when it warns, unless its effect was shown */
};

/* mend_base() - "/portfolios/{id}" of the page, or "/portfolio" of all of them. */
const char *mend_base(struct ctx *ctx);

/*
 * mend_request_find() - what the portfolio's row for a request runs; false when a page may not send it.
 * @base: mend_base(); @what: its path after that, "transactions?ids=…"
 */
bool mend_request_find(struct ctx *ctx, const char *base, const char *method, const char *what,
		       struct mend_request *out);

/* mend_request_enter() - on a page of all portfolios: selects the portfolio of the request, for editing. */
void mend_request_enter(struct ctx *ctx, const struct mend_request *r);

/* mend_request_run() - runs it and returns its answer. */
struct json_object *mend_request_run(struct ctx *ctx, const struct mend_request *r,
				     const char *body, const char *version);

/* mend_request_what() - "transactions/ID" of a request of the JSON; "" when it is of another portfolio. */
const char *mend_request_what(struct ctx *ctx, const char *base, struct json_object *request);

/*
 * mend_request_whole() - several requests as one, that needs nothing from a person: rows to post as one list, rows to
 * delete by their ids; NULL when there is none, or something must be filled in.
 */
struct json_object *mend_request_whole(struct ctx *ctx, struct json_object *const *requests,
				       size_t n);

#endif
