/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema_fields.h: the fields of a form, made from the input_schema of its operation.
 *
 * A form of a person and one of an organization are drawn and read by these alone: a member of the schema
 * decides the kind of its field, member_words.h its label, hint and choices in Portuguese.
 */
#ifndef LASTRO_CONSOLE_FORM_SCHEMA_FIELDS_H
#define LASTRO_CONSOLE_FORM_SCHEMA_FIELDS_H

#include "console/form/entry.h"
#include "core/json_write.h"

enum field_kind {
	FIELD_TEXT,
	FIELD_LONG, /* several lines */
	FIELD_DATE,
	FIELD_EMAIL,
	FIELD_SECRET, /* writeOnly: what was typed is not sent back */
	FIELD_NUMBER,
	FIELD_CHOICE,
	FIELD_FLAG,
	FIELD_IDS,  /* a list of texts, separated by commas */
	FIELD_TREE, /* any other value, as JSON */
};

struct schema_field {
	const char *name;
	enum field_kind kind;
	const char *const *choices; /* of a FIELD_CHOICE, ends with NULL */
	int max;		    /* characters; 0: no limit of its own */
	bool required;
};

/* schema_fields() - all members of an input_schema, in its order. */
struct schema_field *schema_fields(void *pool, struct json_object *input_schema, size_t *n);

/* schema_field() - one of them; the schema must have it. */
struct schema_field schema_field(void *pool, struct json_object *input_schema, const char *name);

/* schema_field_write() - draws the field with its value and error in @e, named @as and labelled @label. */
void schema_field_write(struct ctx *ctx, struct html *h, const struct entry *e,
			const struct schema_field *f, const char *as, const char *label);

/* schema_field_json() - writes a typed text as the member; what it cannot convert is left for the schema to refuse. */
void schema_field_json(struct ctx *ctx, struct json *j, const struct schema_field *f,
		       const char *typed);

/* schema_field_number() - writes a number of entry_decimal() or entry_number(); another text is left for the schema. */
void schema_field_number(struct json *j, const char *name, const char *text);

#endif
