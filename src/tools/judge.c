/* SPDX-License-Identifier: Apache-2.0 */
/*
 * judge.c: validates values against schemas, so that tests compare answers with the published schemas.
 *
 *	judge < LINES
 *
 * A line is {"name", "schema", "value"}.  Prints a line with name and reason for each invalid value; the
 * last line is the number of validated values.  The exit status is 0 when all lines were read.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/pool.h"
#include "operations/schema.h"
#include "http/tree.h"

#define DEPTH_MAX 200

static struct json_object *parse(const char *line, size_t n)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
	struct json_object *value = json_tokener_parse_ex(tokener, line, (int)n);

	json_tokener_free(tokener);
	return value;
}

static bool judge(const char *line, size_t n)
{
	void *pool = pool_new(NULL, "judge");
	struct json_object *job = parse(line, n);
	const char *name = tree_text(tree_member(job, "name"));
	struct json_object *document = tree_member(job, "schema");
	const char *error = "the line is not JSON, or has no name";
	struct schema *s = name && document ? schema_compile(pool, document, &error) : NULL;
	struct schema_errors errors;

	schema_errors_init(&errors, pool);
	if (!s)
		printf("%s: %s\n", name ? name : "?", error);
	else if (!schema_judge(s, tree_member(job, "value"), "", &errors))
		printf("%s: %s\n", name, buf_text(&errors.out));
	pool_free(pool);
	(void)json_object_put(job);
	return name != NULL;
}

int main(void)
{
	char *line = NULL;
	size_t size = 0, judged = 0;
	ssize_t n;

	while ((n = getline(&line, &size, stdin)) > 0)
		judged += judge(line, (size_t)n) ? 1 : 0;
	free(line);
	printf("%zu\n", judged);
	return ferror(stdin) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
