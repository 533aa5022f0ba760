/* SPDX-License-Identifier: Apache-2.0 */
/*
 * html.h: pages for people.
 *
 * One layout, one form, one field, one table, for all pages: pt-BR, readable at 320 px, light and dark,
 * usable with the keyboard and a screen reader (WCAG 2.2 AA), without a script.  The writer escapes
 * every value; tags and names of attributes are constants of the code.
 */
#ifndef LASTRO_HTTP_HTML_H
#define LASTRO_HTTP_HTML_H

#include "core/buf.h"
#include "core/ctx.h"

struct shown_explained; /* console/figure_text.h */

struct html {
	struct ctx *ctx;
	struct buf *out;
	bool in_tag;		       /* a start tag is open: attributes may follow */
	void (*below)(struct html *h); /* of the page */
	const char *const *headings;   /* of the table; NULL: its cells do not name their column */
	size_t n_headings, column;     /* column: of the next cell */
	const char *captions[24];      /* of the tables so far */
	size_t n_captions;
	const struct shown_explained *explained; /* of the following figures; or NULL */
};

/* ---- writing ---- */

/* html_open() - writes a start tag; attributes may follow.  A void element (input, br) is not closed. */
void html_open(struct html *h, const char *tag);
void html_attr(struct html *h, const char *name, const char *value); /* NULL: none */
void html_flag(struct html *h, const char *name, bool on); /* an attribute without a value */
void html_close(struct html *h, const char *tag);
void html_text(struct html *h, const char *text);
/* html_open_of() - a start tag of a class; html_div() - of a div.  Attributes may follow. */
void html_open_of(struct html *h, const char *tag, const char *class);
void html_div(struct html *h, const char *class);
/* html_element() - an element with a text as its content; html_element_of() - one of a class. */
void html_element(struct html *h, const char *tag, const char *text);
void html_element_of(struct html *h, const char *tag, const char *class, const char *text);
/* html_p() - a paragraph. */
void html_p(struct html *h, const char *fmt, ...) PRINTF_LIKE(2, 3);
/*
 * html_made() - writes markup that was made when the program was built; it must contain nothing from a
 * request.
 */
void html_made(struct html *h, const unsigned char *markup, size_t n);
void html_link(struct html *h, const char *href, const char *text);
/* html_p_link() - a paragraph that is a link. */
void html_p_link(struct html *h, const char *href, const char *text);
/* html_copied() - a paragraph with a text that a button copies; @name: what it is, as the button says it. */
void html_copied(struct html *h, const char *name, const char *text);

/* ---- the page ---- */

struct html_page {
	const char *title;
	bool own_head;		 /* the page writes its first heading; else it is the title */
	const char *form_action; /* an origin besides our own to which forms may lead, or NULL */
	const char *error;	 /* shown first, and announced by a screen reader; or NULL */
	void (*ways)(struct html *h);  /* writes the navigation in the top bar; or NULL */
	void (*below)(struct html *h); /* and the one after the content, for telephones; or NULL */
	bool popup; /* a step of a consent, in a window that an assistant's page opened and waits for */
};

/*
 * html_page() - begins this page as the answer; the content is written after it.  Sets the
 * Content-Security-Policy (only files of this service, forms only to it, no frame) and
 * related headers.  The caller sets Cache-Control unless it wants no-store.
 */
struct html *html_page(struct ctx *ctx, int status, const struct html_page *page);
void html_page_end(struct html *h);

/* ---- forms ---- */

/* html_form() - a form that posts to @action; @token: the value of the hidden field csrf, or NULL. */
void html_form(struct html *h, const char *action, const char *token);
/* html_query() - a form that sends its fields to @action as query parameters; html_form_end() ends it. */
void html_query(struct html *h, const char *action);
/* html_form_file() - the same for a form with a file (http/form.h: form_open_file()). */
void html_form_file(struct html *h, const char *action, const char *token);
void html_hidden(struct html *h, const char *name, const char *value); /* NULL: none */
void html_button(struct html *h, const char *label);
/* html_button_of() - a button with a name and a value, so that the form tells which one was pressed. */
void html_button_of(struct html *h, const char *name, const char *value, const char *label);
/* html_button_unchecked() - the same for one that sends the form as it is, required fields empty. */
void html_button_unchecked(struct html *h, const char *name, const char *value, const char *label);
/* html_button_away() - one that takes something away: it never looks like the first thing to do. */
void html_button_away(struct html *h, const char *name, const char *value, const char *label);
void html_form_end(struct html *h);
/* html_send() - ends a form with its button. */
void html_send(struct html *h, const char *label);

struct html_option {
	const char *value, *label;
};

/* html_option_label() - what a person reads for @value; itself, when it is none of them. */
const char *html_option_label(const struct html_option *options, size_t n, const char *value);

struct html_field {
	const char *name, *label;
	const char *type; /* text, email, password, date, file; textarea; select, of @options */
	const char *value;
	const char *hint;	  /* below the label, or NULL */
	const char *error;	  /* what is wrong with the value, or NULL */
	const char *autocomplete; /* what a password manager fills in, or NULL */
	const char *inputmode;	  /* decimal, or NULL */
	const char *accept;	  /* of a file: types and extensions, or NULL */
	const struct html_option *options;
	size_t n_options;
	int max_length; /* 0: none */
	bool optional;
};

void html_field(struct html *h, const struct html_field *field);

/*
 * html_faults() - lists the errors of a refused form before anything else; each links to its field. @n
 * 0: writes nothing
 */
struct html_fault {
	const char *field; /* its name on the page; NULL: no field */
	const char *text;
};
void html_faults(struct html *h, const struct html_fault *faults, size_t n);

/*
 * html_group() - a fieldset of choices; html_group_of() - one that is asked for.
 * @id: what its errors link to; @error: what is wrong with the choice; NULL: nothing
 */
void html_group(struct html *h, const char *legend);
void html_group_of(struct html *h, const char *id, const char *legend, const char *error);
void html_group_end(struct html *h);

struct html_choice {
	const char *name, *value, *label, *hint;
	bool one; /* one of several: radio buttons, else check boxes */
	bool chosen;
};

void html_choice(struct html *h, const struct html_choice *choice);

/* ---- tables ---- */

/*
 * html_table() - begins a table with a caption and @n headings, HEADINGS() of them; a table that is too
 * wide scrolls by itself.
 */
void html_table(struct html *h, const char *caption, const char *const *headings, size_t n);
#define HEADINGS(...)                                                                              \
	(const char *const[]){ __VA_ARGS__ },                                                      \
		(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))
/* html_headings() - between html_table_begin() and html_table_body(): names of columns, for telephones. */
void html_headings(struct html *h, const char *const *headings, size_t n);
/*
 * html_table_begin(), html_table_body() - the same with the caller's own headings, th elements, between
 * the two calls.
 */
void html_table_begin(struct html *h, const char *caption);
void html_table_body(struct html *h);
void html_row(struct html *h);
void html_cell(struct html *h, const char *text); /* NULL: a dash */
/* html_cell_open() - begins a cell of this class, which a telephone shows as a line with its column's name. */
void html_cell_open(struct html *h, const char *class);
void html_row_end(struct html *h);
void html_table_end(struct html *h);

#endif
