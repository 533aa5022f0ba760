/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema.h: JSON Schema 2020-12, as much of it as our specs use: the schema that a client reads is the
 * schema that is enforced.
 *
 * Known: $ref (within the document), $defs, type, enum, const, properties, patternProperties,
 * additionalProperties, propertyNames, required, dependentRequired, minProperties, maxProperties,
 * prefixItems, items, contains, minItems, maxItems, uniqueItems, minLength, maxLength, pattern,
 * minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, allOf, anyOf, oneOf, not, if, then,
 * else, and format with date, date-time, uuid and email, which are asserted.  Annotations pass: $schema,
 * $id (at the top), $comment, title, description, default, examples, readOnly, writeOnly, deprecated, and
 * our x-personal.  Any other keyword refuses the schema, since what is not enforced must not be read.
 */
#ifndef LASTRO_OPERATIONS_SCHEMA_H
#define LASTRO_OPERATIONS_SCHEMA_H

#include <json-c/json.h>

#include "core/buf.h"
#include "core/json_write.h"

struct schema;

/*
 * schema_compile() - a document as a schema.  NULL with *error (English: it is for who wrote the schema)
 * when it holds an unknown keyword, a malformed value, a reference that leads nowhere or in a circle.
 * @document is kept and must live as long as @pool.
 */
struct schema *schema_compile(void *pool, struct json_object *document,
			      const char **error) MUST_CHECK;

/* What is wrong with a document, as details.errors shows it: {pointer, rule, expected, received}. */
struct schema_errors {
	void *pool;
	struct buf out; /* JSON objects, comma-separated */
	struct json json;
	size_t n; /* noted; the first SCHEMA_ERRORS_MAX are shown */
};
#define SCHEMA_ERRORS_MAX 100

void schema_errors_init(struct schema_errors *e, void *pool);
/* schema_error() - note one; @received may be NULL (null), and is cut to 80 characters. */
void schema_error(struct schema_errors *e, const char *pointer, const char *rule,
		  const char *expected, const char *received);

/*
 * schema_judge() - whether @value is as the schema says; notes all that is not.
 * @at:     JSON Pointer of @value in the document that the client sent ("" for the top)
 * @errors: may be NULL, and the first fault then ends the check
 *
 * Work and depth are bounded: what costs more is refused by the rule "complexity".  Not for two
 * checks at a time with one schema.
 */
bool schema_judge(const struct schema *s, struct json_object *value, const char *at,
		  struct schema_errors *errors);

/* What stands where personal data was. */
#define SCHEMA_REDACTED "[omitido]"

/*
 * schema_redact() - a value without what the schema marks x-personal, and without what it does not
 * describe, which may be anything; for what is kept of a request.  @value need not be valid.
 */
void schema_redact(const struct schema *s, void *pool, struct json_object *value, struct json *j,
		   const char *name);

#endif
