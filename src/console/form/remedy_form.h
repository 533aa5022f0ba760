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

/* mend_forms() - @mend: {text, actions}; @n: unique on the page; @back: "issues", or "reconcile?…". */
void mend_forms(struct ctx *ctx, struct html *h, struct json_object *mend, size_t n,
		const char *back);

/*
 * mend_asked() - the form of one request of the portfolio at @base ("/portfolios/{id}"), whose `fill` is asked.
 * @prefix: of the names of its fields, unique on the page; @back: also "/tax/missing?…"
 */
void mend_asked(struct ctx *ctx, struct html *h, const char *base, struct json_object *request,
		const char *prefix, const char *back);

/* mend_button() - one complete request as a button with this label. */
void mend_button(struct ctx *ctx, struct html *h, struct json_object *request, size_t n,
		 const char *button);

/*
 * mend_succession_said() - a sentence about the successor or spin-off of @symbol; @said: the JSON's
 * object.
 */
void mend_succession_said(struct html *h, const char *symbol, struct json_object *said);

extern const struct entry_form mend_form;
void mend_post(struct ctx *ctx);    /* POST /portfolios/{id}/mend */
void mend_preview(struct ctx *ctx); /* GET of the same: the preview of a deletion */

#endif
