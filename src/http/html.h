/* SPDX-License-Identifier: Apache-2.0 */
/*
 * html.h: pages for people.
 *
 * One layout, one form, one field, one table, for all pages: pt-BR, readable at 320 px, light and dark,
 * usable with the keyboard and a screen reader (WCAG 2.2 AA), without a script.  The writer escapes
 * whatever is a value; tags and names of attributes are constants of the code.
 */
#ifndef LASTRO_HTTP_HTML_H
#define LASTRO_HTTP_HTML_H

#include "core/buf.h"
#include "core/text.h"
#include "core/ctx.h"

struct shown_explained; /* console/figure_text.h */

struct html {
	struct ctx *ctx;
	struct buf *out;
	bool in_tag; /* a start tag is open: attributes may follow */
	const struct shown_explained
		*explained; /* where the figures that follow are explained; or NULL */
};

/* ---- writing ---- */

/* html_open() - a start tag; attributes may follow.  A void element (input, br) is not closed. */
void html_open(struct html *h, const char *tag);
void html_attr(struct html *h, const char *name, const char *value); /* NULL: none */
void html_flag(struct html *h, const char *name, bool on); /* an attribute without a value */
void html_close(struct html *h, const char *tag);
void html_text(struct html *h, const char *text);
/* html_element() - the tag with a text in it. */
void html_element(struct html *h, const char *tag, const char *text);
/* html_p() - a paragraph. */
void html_p(struct html *h, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* html_made() - markup that was made when the program was built; nothing of a request may be in it. */
void html_made(struct html *h, const unsigned char *markup, size_t n);
void html_link(struct html *h, const char *href, const char *text);

/* ---- the page ---- */

struct html_page {
	const char *title;	 /* also its first heading */
	const char *form_action; /* an origin that forms lead to beside our own, or NULL */
	const char *error;	 /* said first of all, to a screen reader too, or NULL */
	void (*ways)(
		struct html *h); /* writes where else there is to go, before the content; or NULL */
	const char *sheet;  /* path of a stylesheet of ours in place of the page's own; or NULL */
	const char *script; /* path of a script of ours that the page may do without; or NULL */
	bool popup; /* a step of a consent, which an assistant's page may have opened and waits for */
};

/* html_style() - the style of every page, for a sheet that goes on from it. */
const char *html_style(void);

/*
 * html_page() - the answer will be this page; what is written next is its content.  Sets the
 * Content-Security-Policy (no style but its own or its sheet's, forms to this service alone, no frame) and
 * its kin.  The caller sets Cache-Control where no-store is not what it wants.
 */
struct html *html_page(struct ctx *ctx, int status, const struct html_page *page);
void html_page_end(struct html *h);

/* ---- forms ---- */

/* html_form() - a form that posts to @action; @token: the hidden field csrf, or NULL. */
void html_form(struct html *h, const char *action, const char *token);
/* html_query() - a form that asks for @action with its fields as parameters; html_form_end() ends it. */
void html_query(struct html *h, const char *action);
/* html_form_file() - the same of one that brings a file (http/form.h: form_open_file()). */
void html_form_file(struct html *h, const char *action, const char *token);
void html_hidden(struct html *h, const char *name, const char *value); /* NULL: none */
void html_button(struct html *h, const char *label);
/* html_button_of() - a button that says which one it was. */
void html_button_of(struct html *h, const char *name, const char *value, const char *label);
void html_form_end(struct html *h);

struct html_option {
	const char *value, *label;
};

struct html_field {
	const char *name, *label;
	const char *type; /* text, email, password, date, file; textarea; select, of @options */
	const char *value;
	const char *hint;	  /* below the label, or NULL */
	const char *error;	  /* what is wrong with the value, or NULL */
	const char *autocomplete; /* what it is to a password keeper, or NULL */
	const char *inputmode;	  /* decimal, or NULL */
	const char *accept;	  /* of a file: types and endings, or NULL */
	const struct html_option *options;
	size_t n_options;
	int max_length; /* 0: none */
	bool optional;
};

void html_field(struct html *h, const struct html_field *field);

/*
 * html_faults() - what is wrong with a form that was refused, first of all: each fault leads to its field.
 * @n 0: nothing is written
 */
struct html_fault {
	const char *field; /* its name on the page; NULL: of none */
	const char *text;
};
void html_faults(struct html *h, const struct html_fault *faults, size_t n);

/* html_group() - a fieldset of choices. */
void html_group(struct html *h, const char *legend);
void html_group_end(struct html *h);

struct html_choice {
	const char *name, *value, *label, *hint;
	bool one; /* of several: a radio button, else a check box */
	bool chosen;
};

void html_choice(struct html *h, const struct html_choice *choice);

/* ---- tables ---- */

/* html_table() - with a caption and @n headings; one that is too wide scrolls by itself. */
void html_table(struct html *h, const char *caption, const char *const *headings, size_t n);
/* html_table_begin(), html_table_body() - the same for headings of one's own, th elements, between them. */
void html_table_begin(struct html *h, const char *caption);
void html_table_body(struct html *h);
void html_row(struct html *h);
void html_cell(struct html *h, const char *text); /* NULL: a dash */
void html_row_end(struct html *h);
void html_table_end(struct html *h);

#endif
