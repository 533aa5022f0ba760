/* SPDX-License-Identifier: Apache-2.0 */
/* site.h: what the pages for people share: who is logged in, forms with their token, refusals as pages. */
#ifndef LASTRO_IDENTITY_PAGES_SITE_H
#define LASTRO_IDENTITY_PAGES_SITE_H

#include "http/form.h"
#include "http/html.h"

/* site_page() - html_page() with the ways between the pages of a person who is logged in. */
struct html *site_page(struct ctx *ctx, int status, const struct html_page *page);

/*
 * site_form() - the body as a form that one of our own pages sent: csrf_check() of its field csrf.  One with SITE_UNSENT
 * comes back after a log-in (unsent.h): 412, with what it brought in req->unsent.
 */
#define SITE_UNSENT "unsent"
struct body *site_form(struct ctx *ctx);
/* site_form_file() - the same of one that brings a file. */
struct body *site_form_file(struct ctx *ctx, struct form_file *file);

/*
 * A form that is pressed twice is done once: site_once() writes its hidden value, site_take_once() reads it (NULL: a
 * form without).  site_done_before() - whether this very form was done already: the answer is then the handler's to
 * make again, from what is there.  Where it was not, and is now, site_done() notes so, before the answer is made:
 * nothing of the answer is kept, no secret with it.  An operation that looks by itself (protocol_call()) needs but req->idempotency_key and
 * site_done().
 */
void site_once(struct html *h);
const char *site_take_once(struct body *form);
bool site_done_before(struct ctx *ctx, const char *once);
void site_done(struct ctx *ctx);
/* site_done_secret() - the same where a secret was made: site_was_secret() tells so at the second press. */
void site_done_secret(struct ctx *ctx);
bool site_was_secret(const struct ctx *ctx);

/* site_go() - 303 to @location, a path of this service or a whole address. */
void site_go(struct ctx *ctx, const char *location);

/*
 * site_person() - whose session asks; 401 for a key or a token, which are not a person at a browser.
 */
struct person {
	const char *email, *name;
	int64_t expires_ms;
};
const struct person *site_person(struct ctx *ctx);

/* site_local() - @path where it leads to a page of this service, else @otherwise. */
const char *site_local(const char *path, const char *otherwise);

/* site_day() - a moment as its day in São Paulo, "22/11/2026". */
const char *site_day(struct ctx *ctx, int64_t ms);

#endif
