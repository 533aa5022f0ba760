/* SPDX-License-Identifier: Apache-2.0 */
/* remedy_fields.h: what only a person knows of a request, as fields, and the request with it. */
#ifndef LASTRO_CONSOLE_FORM_REMEDY_FIELDS_H
#define LASTRO_CONSOLE_FORM_REMEDY_FIELDS_H

#include "console/form/entry.h"

struct mend_fields {
	const char *body;	  /* JSON, or NULL */
	struct json_object *fill; /* pointers into the body */
	const char *prefix;	  /* of the names of the fields */
	bool optional;		  /* a form of several requests: it may be left out */
};

/* mend_fields_known() - whether there is a field for the member of each pointer. */
bool mend_fields_known(struct ctx *ctx, const struct mend_fields *f);

void mend_fields_write(struct html *h, const struct mend_fields *f, const struct entry *e);

/* mend_fields_named() - the field of a pointer; "" for none. */
const char *mend_fields_named(void *pool, const struct mend_fields *f, const char *pointer);

/* mend_fields_filled() - the body with the typed values; an empty field stays null, and the operation validates it. */
const char *mend_fields_filled(struct ctx *ctx, struct body *form, const struct mend_fields *f);

#endif
