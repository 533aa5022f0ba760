/* SPDX-License-Identifier: Apache-2.0 */
/*
 * site.h: what the pages for people share: the logged-in person, forms with their token, refusals as
 * pages.
 */
#ifndef LASTRO_IDENTITY_PAGES_SITE_H
#define LASTRO_IDENTITY_PAGES_SITE_H

#include "http/form.h"
#include "http/html.h"

/* site_page() - html_page() with the navigation of a logged-in person. */
struct html *site_page(struct ctx *ctx, int status, const struct html_page *page);

/*
 * site_form() - the body as a form of one of our pages: checks its field csrf with csrf_check().  A
 * form with SITE_UNSENT was restored after a log-in (unsent.h): 412, with its fields in req->unsent.
 */
#define SITE_UNSENT "unsent"
struct body *site_form(struct ctx *ctx);
/* site_form_file() - the same for a form with a file. */
struct body *site_form_file(struct ctx *ctx, struct form_file *file);

/*
 * A form that is submitted twice is executed once: site_once() writes its hidden value,
 * site_take_once() reads it (NULL: a form without).  site_done_before() - whether this form was already
 * executed: the handler then makes the answer again, from the present state.  Otherwise the handler
 * executes it and calls site_done() before it makes the answer: the answer is not stored, and no secret
 * with it.  An operation that checks by itself (protocol_call()) needs only req->idempotency_key and
 * site_done().
 */
void site_once(struct html *h);
const char *site_take_once(struct body *form);
bool site_done_before(struct ctx *ctx, const char *once);
/* site_button() - reads a form that is only a button; false when it was executed already. */
bool site_button(struct ctx *ctx);
void site_done(struct ctx *ctx);
/*
 * site_done_secret() - the same when a secret was created: site_was_secret() says so when it is
 * submitted again.
 */
void site_done_secret(struct ctx *ctx);
bool site_was_secret(const struct ctx *ctx);

/* site_go() - 303 to @location, a path of this service or a whole address. */
void site_go(struct ctx *ctx, const char *location);

/*
 * site_person() - the account of the session; 401 for a key or a token, which no person at a browser
 * uses.
 */
struct person {
	const char *email, *name;
	int64_t expires_ms;
};
const struct person *site_person(struct ctx *ctx);

/* site_local() - @path when it leads to a page of this service, else @otherwise. */
const char *site_local(const char *path, const char *otherwise);

/* site_day() - the day of a timestamp in São Paulo, "22/11/2026". */
const char *site_day(struct ctx *ctx, int64_t ms);
/* site_day_of() - of an answer's timestamp; NULL without one. */
const char *site_day_of(struct ctx *ctx, const char *timestamp);

/* site_new_password() - the fields "password" and "again" of a form; @fault: of the first, or NULL. */
void site_new_password(struct html *h, const char *fault);

#endif
