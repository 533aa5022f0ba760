/* SPDX-License-Identifier: Apache-2.0 */
/* schema_node.h: a compiled schema, as the compiler, the check and the redaction share it. */
#ifndef LASTRO_OPERATIONS_SCHEMA_NODE_H
#define LASTRO_OPERATIONS_SCHEMA_NODE_H

#include "operations/format.h"
#include "http/number.h"
#include "operations/pattern.h"
#include "operations/schema.h"

enum word {
	WORD_REF,
	WORD_TYPE,
	WORD_ENUM,
	WORD_CONST,
	WORD_PROPERTIES,
	WORD_ADDITIONAL_PROPERTIES,
	WORD_REQUIRED,
	WORD_MIN_PROPERTIES,
	WORD_MAX_PROPERTIES,
	WORD_ITEMS,
	WORD_MIN_ITEMS,
	WORD_MAX_ITEMS,
	WORD_UNIQUE_ITEMS,
	WORD_MIN_LENGTH,
	WORD_MAX_LENGTH,
	WORD_PATTERN,
	WORD_FORMAT,
	WORD_MINIMUM,
	WORD_MAXIMUM,
	WORD_EXCLUSIVE_MINIMUM,
	WORD_MULTIPLE_OF,
	WORD_ALL_OF,
	WORD_ANY_OF,
	WORD_ONE_OF,
	WORD_NOT,
	WORD_IF,
	WORD_THEN,
	WORD_ELSE,
	WORD_COUNT
};

enum node_kind { NODE_RULES, NODE_ALWAYS, NODE_NEVER };

struct node;

/* One keyword of one schema; each keyword uses some of the members. */
struct rule {
	struct json_object *value; /* as written */
	struct node *node;	   /* a schema */
	struct node **nodes;	   /* schemas by name or in order */
	const char **names;	   /* of properties; of types, of required members */
	struct pattern *pattern;
	size_t n;
	struct number number;
	size_t count;
	unsigned types;		/* bits 1 << enum json_kind */
	const char **canonical; /* of enum and const */
	const struct format *format;
};

/* JSON Schema's types. */
enum json_kind {
	KIND_NULL,
	KIND_BOOLEAN,
	KIND_INTEGER,
	KIND_NUMBER,
	KIND_STRING,
	KIND_ARRAY,
	KIND_OBJECT,
	KIND_COUNT
};

struct node {
	enum node_kind kind;
	struct json_object *source;
	const char *pointer;		/* in the schema's document */
	bool personal;			/* x-personal */
	int colour;			/* of the search for cycles */
	struct rule *rules[WORD_COUNT]; /* NULL: absent */
};

struct schema {
	struct node *root;
	struct node **nodes;
	size_t n_nodes, size_nodes;
};

#endif
