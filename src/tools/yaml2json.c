/* SPDX-License-Identifier: Apache-2.0 */
/*
 * yaml2json.c: the OpenAPI document, written by people in YAML, as the JSON that is served.
 *
 *	yaml2json FILE.yaml NAME > FILE.c
 *
 * writes a C array NAME of the JSON's bytes and NAME_size.  Runs at build only.  Plain scalars follow
 * the core schema of YAML 1.2 (null, true, false, numbers); quoted and block ones are strings.
 * Anchors, aliases, tags and repeated keys are refused, so what is read is what is meant.
 */
#include "config.h"

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "core/attributes.h"
#include "core/buf.h"

struct keys {
	const char **names;
	size_t n;
};

static const char *file_name;

NORETURN static void refuse(const yaml_mark_t *at, const char *why)
{
	(void)fprintf(stderr, "%s:%zu:%zu: %s\n", file_name, at->line + 1, at->column + 1, why);
	exit(EXIT_FAILURE);
}

static void next(yaml_parser_t *parser, yaml_event_t *event)
{
	if (!yaml_parser_parse(parser, event))
		refuse(&parser->problem_mark, parser->problem);
	if (event->type == YAML_ALIAS_EVENT)
		refuse(&event->start_mark, "aliases are not used here");
}

static void put_string(struct buf *out, const char *s, size_t n)
{
	buf_char(out, '"');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if (c == '\n')
			buf_str(out, "\\n");
		else if (c < 0x20)
			buf_printf(out, "\\u%04x", c);
		else
			buf_char(out, (char)c);
	}
	buf_char(out, '"');
}

static bool among(const char *s, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(s, *words) == 0)
			return true;
	return false;
}

static bool like(const char *s, const char *pattern)
{
	regex_t re;
	bool yes;

	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB))
		abort();
	yes = regexec(&re, s, 0, NULL, 0) == 0;
	regfree(&re);
	return yes;
}

/* Numbers of the core schema (YAML 1.2, 10.3.2) that are also valid in JSON. */
static bool is_core_number(const char *s)
{
	return like(
		s,
		"^([-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|"
		"[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN))$");
}

static bool is_json_number(const char *s)
{
	return like(s, "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$");
}

static void put_scalar(struct buf *out, const yaml_event_t *event)
{
	static const char *const nulls[] = { "", "~", "null", "Null", "NULL", NULL };
	static const char *const trues[] = { "true", "True", "TRUE", NULL };
	static const char *const falses[] = { "false", "False", "FALSE", NULL };
	const char *s = (const char *)event->data.scalar.value;

	if (event->data.scalar.anchor || event->data.scalar.tag)
		refuse(&event->start_mark, "anchors and tags are not used here");
	if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
		put_string(out, s, event->data.scalar.length);
	else if (among(s, nulls))
		buf_str(out, "null");
	else if (among(s, trues))
		buf_str(out, "true");
	else if (among(s, falses))
		buf_str(out, "false");
	else if (is_json_number(s))
		buf_str(out, s);
	else if (is_core_number(s))
		refuse(&event->start_mark,
		       "a number in a form that JSON lacks: quote it or write it out");
	else
		put_string(out, s, event->data.scalar.length);
}

/* The key of a mapping: always a string in JSON, so 200: and "200": are the same. */
static void put_key(struct buf *out, struct keys *seen, const yaml_event_t *event)
{
	const char *s = (const char *)event->data.scalar.value;

	if (event->type != YAML_SCALAR_EVENT)
		refuse(&event->start_mark, "a key is a scalar");
	for (size_t i = 0; i < seen->n; i++)
		if (strcmp(seen->names[i], s) == 0)
			refuse(&event->start_mark, "this key was given before");
	seen->names = pool_resize(out->pool, seen->names, const char *, seen->n + 1);
	seen->names[seen->n++] = pool_strdup(out->pool, s);
	put_string(out, s, event->data.scalar.length);
	buf_char(out, ':');
}

/* One value that begins with @event; recursion goes as deep as the document, which is ours. */
static void put_value(struct buf *out, yaml_parser_t *parser, yaml_event_t *event)
{
	bool mapping = event->type == YAML_MAPPING_START_EVENT;
	yaml_event_type_t end = mapping ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
	struct keys seen = { pool_array(out->pool, const char *, 1), 0 };
	yaml_event_t item;

	if (event->type == YAML_SCALAR_EVENT) {
		put_scalar(out, event);
		return;
	}
	if (!mapping && event->type != YAML_SEQUENCE_START_EVENT)
		refuse(&event->start_mark, "a value was expected");
	buf_char(out, mapping ? '{' : '[');
	for (bool first = true;; first = false) {
		next(parser, &item);
		if (item.type == end)
			break;
		if (!first)
			buf_char(out, ',');
		if (mapping) {
			put_key(out, &seen, &item);
			yaml_event_delete(&item);
			next(parser, &item);
		}
		put_value(out, parser, &item);
		yaml_event_delete(&item);
	}
	yaml_event_delete(&item);
	buf_char(out, mapping ? '}' : ']');
}

static void convert(FILE *in, struct buf *out)
{
	yaml_parser_t parser;
	yaml_event_t event;

	if (!yaml_parser_initialize(&parser))
		abort();
	yaml_parser_set_input_file(&parser, in);
	do {
		next(&parser, &event);
		if (event.type == YAML_MAPPING_START_EVENT)
			put_value(out, &parser, &event);
		else if (event.type == YAML_SCALAR_EVENT || event.type == YAML_SEQUENCE_START_EVENT)
			refuse(&event.start_mark, "the document is not a mapping");
		else if (event.type == YAML_DOCUMENT_START_EVENT && out->n)
			refuse(&event.start_mark, "there is more than one document");
	} while (event.type != YAML_STREAM_END_EVENT);
	yaml_parser_delete(&parser);
}

static void write_array(const struct buf *json, const char *name)
{
	printf("/* Made by yaml2json from %s. */\n#include <stddef.h>\n\n", file_name);
	printf("extern const unsigned char %s[];\nextern const size_t %s_size;\n\n", name, name);
	printf("const size_t %s_size = %zu;\nconst unsigned char %s[] = {", name, json->n, name);
	for (size_t i = 0; i < json->n; i++)
		printf("%s%d,", i % 20 ? "" : "\n\t", (unsigned char)json->p[i]);
	printf("\n};\n");
}

int main(int argc, char **argv)
{
	struct buf json;
	void *root;
	FILE *in;

	if (argc != 2 && argc != 3) {
		(void)fprintf(stderr, "Usage: yaml2json FILE.yaml > FILE.json\n"
				      "       yaml2json FILE.yaml NAME > FILE.c\n");
		return EXIT_FAILURE;
	}
	file_name = argv[1];
	in = fopen(file_name, "rb");
	if (!in) {
		perror(file_name);
		return EXIT_FAILURE;
	}
	root = pool_new(NULL, "yaml2json");
	buf_init(&json, root, 65536);
	convert(in, &json);
	fclose(in);
	if (argc == 3)
		write_array(&json, argv[2]);
	else
		(void)fwrite(json.p, 1, json.n, stdout); /* fflush() reports an error */
	pool_free(root);
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
