/* SPDX-License-Identifier: Apache-2.0 */
/*
 * remedy_form.h: the requests that resolve an issue or a difference, as forms.
 *
 * They are those of the JSON ("mend"): a complete request is a button; a member that only the person
 * knows ("fill") is a field.  The form carries the request; only the operations named here are allowed,
 * each validated as if a program had sent it.
 */
#ifndef LASTRO_CONSOLE_FORM_REMEDY_FORM_H
#define LASTRO_CONSOLE_FORM_REMEDY_FORM_H

#include "console/form/entry.h"

/* Where the forms of a mend stand. */
struct mend_place {
	size_t n;	     /* unique on the page */
	const char *back;    /* "issues", or "reconcile?…" */
	const char *version; /* of the ledger, if the page shows what the mend changes; or NULL */
};

/* mend_forms() - @mend: {text, actions}; one form where nothing must be filled in. */
void mend_forms(struct ctx *ctx, struct html *h, struct json_object *mend,
		const struct mend_place *place);

/* mend_all_form() - a button that leads to the preview of a complete request (mend_request_whole()). */
void mend_all_form(struct ctx *ctx, struct html *h, struct json_object *request,
		   const struct mend_place *place, const char *button);

/* mend_button() - one request as a button with this label; the reason of a dismissal may be left out. */
void mend_button(struct ctx *ctx, struct html *h, struct json_object *request, size_t n,
		 const char *button);

extern const struct entry_form mend_form;
void mend_post(struct ctx *ctx);    /* POST /portfolios/{id}/mend */
void mend_preview(struct ctx *ctx); /* GET of the same: the preview of a deletion */

#endif
