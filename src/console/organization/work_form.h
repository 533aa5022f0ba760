/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work_form.h: the form of an Action: the fields of its schema, the envelope made from them, and the
 * display of its preview and its result.
 */
#ifndef LASTRO_CONSOLE_ORGANIZATION_WORK_FORM_H
#define LASTRO_CONSOLE_ORGANIZATION_WORK_FORM_H

#include "console/form/schema_fields.h"
#include "console/organization/work.h"
#include "http/form.h"
#include "operations/specs.h"

#define WORK_WITHDRAW "withdraw" /* of targets: none any more */

struct work_form {
	const struct work_room *room;
	const struct spec *spec;
	struct schema_field *fields;
	size_t n;
	struct work_options {
		struct html_option *list; /* ids, and whose they are */
		size_t n;
	} * options;	    /* of each field; none: it is typed */
	struct entry entry; /* the typed values, and their errors */
	bool given;	    /* the page that led here set the values: they are read-only */
	const char *back, *about;
	const char *held;	  /* id of the stored file; NULL: none */
	struct json_object *read; /* the parsed rows of the file; or NULL */
	size_t page;		  /* of them */
	struct form_file file;
};

/* work_form_new() - of the Action that the path names, empty. */
struct work_form *work_form_new(struct ctx *ctx);
/* work_form_choose() - fetches what its fields of ids choose from; after work_enter(). */
void work_form_choose(struct ctx *ctx, struct work_form *f);
/* work_form_said() - whose id it is, or the text itself. */
const char *work_form_said(const struct work_form *f, const char *text);
/* The check box of an id in a list. */
#define WORK_CHECKED "member_ids-"
/* work_form_value() - what was typed for a member, or NULL. */
const char *work_form_value(struct ctx *ctx, const struct work_form *f, const char *name);
/* work_form_brings_file() - whether one of its inputs is a file. */
bool work_form_brings_file(const struct work_form *f);
/* work_form_aims() - whether one of its inputs is a document of targets, which has fields of its own. */
bool work_form_aims(const struct work_form *f);
/* work_form_begin() - its page, up to its own content. */
struct html *work_form_begin(struct ctx *ctx, const struct work_form *f, int status,
			     const char *title, const char *error);
/* work_form_open() - the form element with its hidden fields. */
void work_form_open(struct html *h, const struct work_form *f);
/* work_form_write() - the whole page: a new form, or one refused with @error. */
void work_form_write(struct ctx *ctx, const struct work_form *f, int status, const char *error);
/* work_back_of() - the page to return to: only of this service. */
const char *work_back_of(struct ctx *ctx, const struct work_room *room, const char *asked);

/* work_form_envelope() - the form as a JSON envelope. */
const char *work_form_envelope(struct ctx *ctx, const struct work_form *f, bool execute);

/* work_preview_path(), work_preview_query() - the address of the preview of a stored file. */
const char *work_preview_path(struct ctx *ctx, const struct work_form *f);
const char *work_preview_query(struct ctx *ctx, const struct work_form *f, const char *held);
/* work_preview_write() - the changes, and the button that executes them. */
void work_preview_write(struct ctx *ctx, const struct work_form *f, struct json_object *answer);
/* work_result_write() - the result, for a secret that is shown once. */
void work_result_write(struct ctx *ctx, const struct work_form *f, struct json_object *answer);

#endif
