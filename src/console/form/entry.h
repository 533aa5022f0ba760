/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry.h: a form of the console: the values of its fields, and their errors.
 *
 * A refused form is shown again with the typed values and each error beside its field: the route's
 * refuse() is entry_refuse(), its arg the form.
 */
#ifndef LASTRO_CONSOLE_FORM_ENTRY_H
#define LASTRO_CONSOLE_FORM_ENTRY_H

#include "calc/import/import.h"
#include "operations/ask.h"
#include "http/html.h"

struct entry {
	struct json_object *values; /* by field name; NULL: none yet */
	bool stored;		    /* they come from an answer of the interface, not from a form */
	struct html_fault *faults;
	size_t n_faults;
	const char *error; /* NULL: nothing was refused */
};

/* A form, for entry_refuse(). */
struct entry_form {
	const char *title;
	const char *here; /* the navigation entry of its portfolio (layout.h); NULL: none */
	void (*draw)(struct ctx *ctx, struct html *h, const struct entry *e);
	/* field() - the field for a pointer of the operation's body; NULL: its last name */
	const char *(*field)(struct ctx *ctx, const struct entry *e, const char *pointer);
	bool own_faults;     /* draw() lists the errors, too */
	bool file;	     /* the form uploads a file, which is held (entry_go_held()) */
	const char *refused; /* pt-BR: what did not happen; NULL: nothing was written */
	const char *
		conflict; /* pt-BR: what changed meanwhile (ledger, tax_inputs, targets); NULL: the portfolio */
};

/* entry_page() - the form with its values. */
void entry_page(struct ctx *ctx, int status, const struct entry_form *form, const struct entry *e);

/* entry_refuse() - refuse() of the routes that a form posts to; hands refusals that are not about the form to site_refuse(). */
void entry_refuse(struct ctx *ctx);

/* entry_can_correct() - whether a person can correct it on the form: not authentication (401), nor a missing resource (404). */
bool entry_can_correct(const struct problem *p);

/* entry_refused() - the errors of ctx->problem, each beside its field, and the sentence about the whole form. */
void entry_refused(struct ctx *ctx, const struct entry_form *form, struct entry *e);

/* entry_errors() - of ctx->problem, those about members: {pointer, rule, expected, received}; NULL: none. */
struct json_object *entry_errors(struct ctx *ctx);

/* entry_value() - the value of a field, or NULL; a stored number in Brazilian notation. */
const char *entry_value(struct ctx *ctx, const struct entry *e, const char *name);
const char *entry_fault(const struct entry *e, const char *name); /* or NULL */

/* entry_field() - @f with its value and error. */
void entry_field(struct ctx *ctx, struct html *h, const struct entry *e, struct html_field f);

#define ENTRY_VERSION "version"
#define ENTRY_SURE "sure" /* the button that writes what was warned of; its value is the warnings */
#define ENTRY_SURE_SAID "Gravar assim mesmo"
/*
 * entry_warn() - refuses what @said warns of, unless @sure has read it; "": nothing.  The form is shown again with
 * entry_sure(), the button that writes it nevertheless; entry_warned() - its warnings, or NULL.
 */
void entry_warn(struct ctx *ctx, const char *said, const char *sure);
const char *entry_warned(struct ctx *ctx);
void entry_sure(struct html *h);
/*
 * entry_sure_take() - takes ENTRY_SURE from a form; entry_take() - moves it, the idempotency key of site_once() and
 * ENTRY_VERSION to an ask.
 */
const char *entry_sure_take(struct body *form);
void entry_take(struct body *form, struct ask *ask);

/* ---- stored values, until they are confirmed ---- */

#define ENTRY_HELD "held" /* the parameter, and the field, with the id of the stored file */

/* entry_go_held() - stores the file and redirects to @path, which shows its content. */
void entry_go_held(struct ctx *ctx, const char *path, const struct form_file *file);

/*
 * entry_hold() - stores the typed values and redirects to @path; its preview is a GET, so the browser's back button works.
 * entry_is_typed() - whether the request is such a GET.
 * entry_held() - the stored values, which entry_refuse() shows again; NULL when they have expired.
 */
#define ENTRY_TYPED "typed"
void entry_hold(struct ctx *ctx, const char *path, struct json_object *typed);
struct body *entry_held(struct ctx *ctx);

bool entry_is_typed(const struct ctx *ctx);

/* entry_is_held() - the route's heavy() for a page that shows a stored file. */
bool entry_is_held(const struct ctx *ctx);

#define ENTRY_GONE                                                                                 \
	"O que foi preenchido não está mais guardado: por uma hora ficam os quatro últimos. Preencha de novo."
#define ENTRY_FILE_GONE                                                                            \
	"O arquivo enviado não está mais guardado: por uma hora ficam os quatro últimos. Escolha-o de novo."
/* entry_gone() - 410 and the form again: the held input has expired, or four later ones took its place. */
void entry_gone(struct ctx *ctx, const struct entry_form *form);

/*
 * entry_decimal() - converts a typed number, "1.234,5" or "R$ 38,50", to JSON's form, as the import of a sheet reads it
 * (calc/import/cells.h).  A text that is not a number, or ambiguous ("1.234"), is returned in a form that every operation
 * refuses.  entry_number() - the same where other numbers of the form prove the decimal mark.
 */
const char *entry_decimal(void *pool, const char *typed);
/* entry_money() - the same of an amount in reais, which has two places: "10.000" is ten thousand. */
const char *entry_money(void *pool, const char *typed);
const char *entry_number(void *pool, const char *typed, enum sheet_mark mark);

#endif
