/* SPDX-License-Identifier: Apache-2.0 */
/*
 * remedy_form.h: the requests that mend an issue or a difference, as forms.
 *
 * They are those of the JSON ("mend"): a request that may be sent as it stands is a button; what only the
 * person knows ("fill") is a field.  The form carries the request, and the page may send no other than the
 * operations named here, each judged as if a program had sent it.
 */
#ifndef LASTRO_CONSOLE_FORM_REMEDY_FORM_H
#define LASTRO_CONSOLE_FORM_REMEDY_FORM_H

#include "console/form/entry.h"

/* mend_forms() - @mend: {text, actions}; @n: apart from all others of the page; @back: "issues", or "reconcile?…". */
void mend_forms(struct ctx *ctx, struct html *h, struct json_object *mend, size_t n,
		const char *back);

/* mend_button() - one such request, that lacks nothing, as a button of these words. */
void mend_button(struct ctx *ctx, struct html *h, struct json_object *request, size_t n,
		 const char *button);

/* mend_succession_said() - what @symbol became or gave in a spin-off, in a sentence; @said: as the JSON tells it. */
void mend_succession_said(struct html *h, const char *symbol, struct json_object *said);

extern const struct entry_form mend_form;
void mend_post(struct ctx *ctx);    /* POST /portfolios/{id}/mend */
void mend_preview(struct ctx *ctx); /* GET of the same: what a deletion changes */

#endif
