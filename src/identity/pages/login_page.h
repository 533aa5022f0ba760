/* SPDX-License-Identifier: Apache-2.0 */
/* login_page.h: the log-in page, shown by login.c and by a refusal (refusal.h). */
#ifndef LASTRO_IDENTITY_PAGES_LOGIN_PAGE_H
#define LASTRO_IDENTITY_PAGES_LOGIN_PAGE_H

#include "http/html.h"

/* What the form carries besides its inputs; each or NULL. */
struct login_carries {
	const char *next;   /* the page to return to */
	const char *unsent; /* unsent_of() */
};

/* login_form() - only the form; login_page_show() - its page; @error, @email: or NULL. */
void login_form(struct html *h, const char *email, struct login_carries with);
void login_page_show(struct ctx *ctx, int status, const char *email, struct login_carries with,
		     const char *error);

/* login_code_page() - the second page, for a code of the second factor; @proof: login_proof(). */
void login_code_page(struct ctx *ctx, int status, const char *proof, struct login_carries with,
		     const char *error);

/* login_page_unsent() - the log-in page for a form whose session had expired. */
void login_page_unsent(struct ctx *ctx, const char *unsent);

#endif
