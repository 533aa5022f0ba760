/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mend_undo.h: one line about what was just written, with a button that takes it back.
 *
 * The requests that take it back are kept for an hour with that line, as typed values are, so that the button needs only
 * their id.
 */
#ifndef LASTRO_CONSOLE_FORM_MEND_UNDO_H
#define LASTRO_CONSOLE_FORM_MEND_UNDO_H

#include "console/form/entry.h"
#include "console/form/mend_reverse.h"
#include "http/html.h"

#define UNDO "undo" /* the parameter of a page with the id */

/* What one press writes, and the requests that take all of it back. */
struct mend_writes {
	const char *said;     /* NULL: nothing yet */
	const char *requests; /* items of a JSON list, the last written first */
};

/*
 * mend_add() - runs @ask by @r, whose present state is @before (mend_before_read()).  @said: what was written; NULL: in the
 * words of its operation.
 */
void mend_add(struct ctx *ctx, struct mend_writes *w, const struct mend_request *r,
	      const struct ask *ask, const struct mend_before *before, const char *said);

/* mend_keep() - keeps the undo under the form's id; mend_go() - goes to @back, which has the line. */
void mend_keep(struct ctx *ctx, const struct mend_writes *w, const char *once, const char *back);
void mend_go(struct ctx *ctx, const char *once, const char *back);

/* mend_write() - runs the request and goes to @back; sent twice (@once) it is done once. */
void mend_write(struct ctx *ctx, const struct mend_request *r, const struct ask *ask,
		const char *back);

/*
 * mend_kept() - requests of mend_reverse_write() as a list to keep: each with the state that it would overwrite.
 * mend_take_back() - executes such a list in this transaction; 409 ledger_conflict where that state has changed.
 * mend_changed_said() - the sentence about this refusal, with the day of the change where it is known.
 */
const char *mend_kept(struct ctx *ctx, const char *items);
void mend_take_back(struct ctx *ctx, struct json_object *requests);
const char *mend_changed_said(struct ctx *ctx);
#define MEND_CHANGED "Nada foi desfeito: o que foi gravado já mudou de novo."

/* mend_undo_asked() - reads the parameter before the page begins; mend_undo_say() - the line; nothing for NULL. */
struct json_object *mend_undo_asked(struct ctx *ctx);
void mend_undo_say(struct html *h, struct json_object *kept);

extern const struct entry_form mend_undo_form;
void mend_undo_post(struct ctx *ctx); /* POST /portfolios/{id}/mend/undo, /portfolio/mend/undo */

#endif
