/* SPDX-License-Identifier: Apache-2.0 */
/* site.h: what the pages for people share: who is logged in, forms with their token, refusals as pages. */
#ifndef LASTRO_CONNECTOR_SITE_H
#define LASTRO_CONNECTOR_SITE_H

#include "http/form.h"
#include "http/html.h"

/* site_page() - html_page() with the ways between the pages of a person who is logged in. */
struct html *site_page(struct ctx *ctx, int status, const struct html_page *page);

/* site_form() - the body as a form that one of our own pages sent: csrf_check() of its field csrf. */
struct body *site_form(struct ctx *ctx);
/* site_form_file() - the same of one that brings a file. */
struct body *site_form_file(struct ctx *ctx, struct form_file *file);

/* site_go() - 303 to @location, a path of this service or a whole address. */
void site_go(struct ctx *ctx, const char *location);

/* site_login() - 303 to the log-in, which leads back to the page that was asked for. */
void site_login(struct ctx *ctx);

/*
 * site_person() - whose session asks; 401 for a key or a token, which are not a person at a browser.
 * site_refuse(), the refuse() of these routes, leads every 401 to the log-in.
 */
struct person {
	const char *email, *name;
	int64_t expires_ms;
};
const struct person *site_person(struct ctx *ctx);
void site_refuse(struct ctx *ctx);

/* site_local() - @path where it leads to a page of this service, else @otherwise. */
const char *site_local(const char *path, const char *otherwise);

/* site_day() - a moment as its day in São Paulo, "22/11/2026". */
const char *site_day(struct ctx *ctx, int64_t ms);

#endif
