/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledger_change.h: "E se?": what a write to the ledger would change, before it is written.
 *
 * The operation runs and its transaction is rolled back (TX_UNDONE), so the figures shown are exactly those that it
 * would write.  A form that writes leads to it by its second button.  One at a time a portfolio, and its lock is held for
 * half a second at most, as of POST …/what-if (what_if_hold).
 */
#ifndef LASTRO_CONSOLE_FORM_LEDGER_CHANGE_H
#define LASTRO_CONSOLE_FORM_LEDGER_CHANGE_H

#include "console/form/entry.h"

struct change {
	const struct ask *ask;
	const char *title;
	const struct entry_form
		*form;		    /* shown below, for corrections; NULL: none, the rows go away */
	struct json_object *values; /* the typed values; also sent to @action */
	bool fresh;		    /* a new row: its paper is sent too */
	const char *const *
		carried; /* names of the values to send unchanged, instead of a row's, or with a new one's; or NULL */
	size_t n_carried;
	const char *action; /* the address that writes it */
	const char *button;
	/* said() - a sentence about what is written, from the operation's answer; or NULL */
	const char *(*said)(void *pool, struct json_object *answer);
	/* written() - further rows of the preview, from the values; or NULL */
	void (*written)(struct html *h, struct json_object *values);
	bool issues; /* which issues go, and which come */
	bool again;  /* it was sent without the confirmation that it needs */
	const char
		*here; /* the page of the portfolio to which "Não gravar" leads; NULL: its rows */
};

/* A sale of more than was held is confirmed: CHANGE_SHORT is sent with the form, CHANGE_CONFIRM by the person. */
#define CHANGE_SHORT "short"
#define CHANGE_CONFIRM "confirm"

void change_page(struct ctx *ctx, const struct change *c);

/* change_hold() - the POST of its form: stores the typed values and redirects to @path, which shows the page. */
void change_hold(struct ctx *ctx, const char *path);

/* change_warnings_write() - what an operation warns of: a list of texts, or NULL. */
void change_warnings_write(struct html *h, struct json_object *warnings);

#define CHANGE_ASKED "E se?"

/*
 * change_write_button() - in a form that is sent to its preview: the button that writes the same values at @action, at once,
 * and after a refusal for warnings the one that writes them nevertheless.
 * The one of the preview, CHANGE_ASKED, follows it.
 */
void change_write_button(struct html *h, const char *action, const char *label);
/* change_ask_button() - CHANGE_ASKED in a form that is sent to be written; its preview is at @action. */
void change_ask_button(struct html *h, const char *action);

#endif
