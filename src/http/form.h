/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form.h: reads the form that a page sends: application/x-www-form-urlencoded, or multipart/form-data
 * with a file.
 *
 * A form is read with the body_*() functions of json_read.h, as if it were a JSON object of strings, so
 * that its refusals are those of any body.
 */
#ifndef LASTRO_HTTP_FORM_H
#define LASTRO_HTTP_FORM_H

#include "core/text.h"
#include "http/json_read.h"

#define FORM_FIELDS_MAX 160 /* forty targets have three each */
#define FORM_NAME_MAX 64    /* bytes */

/*
 * form_open() - the request's body as a form: 415 unless it is one; 400 invalid_body for a malformed
 * escape, text that is not UTF-8 or holds U+0000, more than FORM_FIELDS_MAX fields, a name that is
 * empty or longer than FORM_NAME_MAX, and a repeated field.
 *
 * An empty field counts as absent: a browser sends every empty input (and RFC 6749 section 3.2 asks for
 * it).
 */
struct body *form_open(struct ctx *ctx);

/* The file of a form. */
struct form_file {
	const char *name;     /* or NULL */
	struct slice content; /* { NULL, 0 } when none was chosen */
	const char *
		aside; /* what goes with a held file, a JSON object (identity/held_file.h); NULL: nothing */
};

#define FORM_FILE "file"

/*
 * form_open_file() - the same for a multipart/form-data body: parts without a file name are fields of
 * the form, FORM_FILE is the file.
 */
struct body *form_open_file(struct ctx *ctx, struct form_file *file);

#endif
