/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema.h: JSON Schema 2020-12, as much of it as our specs use: the schema that a client reads is the
 * schema that is enforced.
 *
 * Known: $ref (within the document), $defs, type, enum, const, properties, additionalProperties,
 * required, minProperties, maxProperties, items, minItems, maxItems, uniqueItems, minLength, maxLength,
 * pattern, minimum, maximum, exclusiveMinimum, multipleOf, allOf, anyOf, oneOf, not, if, then, else, and
 * format with date, date-time, uuid and email, which are asserted.  Annotations pass: $schema, $id (at the
 * top), $comment, title, description, default, examples, readOnly, writeOnly, deprecated, and our
 * x-from-others and x-personal.  Any other keyword refuses the schema, since what is not enforced must not be read.
 */
#ifndef LASTRO_OPERATIONS_SCHEMA_H
#define LASTRO_OPERATIONS_SCHEMA_H

#include <json-c/json.h>

#include "core/buf.h"
#include "core/json_write.h"

struct schema;

/*
 * schema_compile() - compiles a document.  NULL with *error (English, for the schema's author) when it
 * has an unknown keyword, a malformed value, a dangling or circular reference. @document is referenced
 * and must live as long as @pool.
 */
struct schema *schema_compile(void *pool, struct json_object *document,
			      const char **error) MUST_CHECK;

/* Errors in a document, as in details.errors: {pointer, rule, expected, received}. */
struct schema_errors {
	void *pool;
	struct buf out; /* JSON objects, comma-separated */
	struct json json;
	size_t n; /* number noted; the first SCHEMA_ERRORS_MAX are shown */
};
#define SCHEMA_ERRORS_MAX 100

void schema_errors_init(struct schema_errors *e, void *pool);
/* schema_error() - notes one; @received may be NULL (null), and is cut to 80 characters. */
void schema_error(struct schema_errors *e, const char *pointer, const char *rule,
		  const char *expected, const char *received);

/*
 * schema_judge() - whether @value is valid; notes all errors.
 * @at:     JSON Pointer of @value in the client's document ("" for the top)
 * @errors: may be NULL: the first error then ends the check
 *
 * Work and depth are bounded: beyond the bound, the rule "complexity" refuses.  Not reentrant for one
 * schema.
 */
bool schema_judge(const struct schema *s, struct json_object *value, const char *at,
		  struct schema_errors *errors);

/* Replaces personal data. */
#define SCHEMA_REDACTED "[omitido]"

/*
 * schema_redact() - a value without the parts that the schema marks x-personal, and without undeclared
 * parts, which may contain anything; for storing a request.  @value need not be valid.
 */
void schema_redact(const struct schema *s, void *pool, struct json_object *value, struct json *j,
		   const char *name);

#endif
