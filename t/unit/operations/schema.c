/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema.c: the validator of the protocol's schemas: the public suite for every supported keyword,
 * its messages, the schemas that it refuses, and hostile documents.
 */
#include "config.h"

#include "operations/schema.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/text.h"
#include "http/tree.h"
#include "tap.h"

static void *pool;

static void put_object(void *arg)
{
	(void)json_object_put(arg); /* whether it was the last reference */
}

static struct json_object *kept(struct json_object *value)
{
	if (value)
		pool_on_free(pool, put_object, value);
	return value;
}

/* ---- the public suite ---- */

/*
 * Groups of the suite that use what we do not claim: references to other documents and to names
 * ($id inside, $anchor).  They are refused when compiled, not ignored; so are those with a keyword that we do not
 * enforce, which no schema of ours has.
 */
static const char *const refused[] = {
	"remote ref, containing refs itself",
	"Recursive references between schemas",
	"ref creates new scope when adjacent to keywords",
	"refs with relative uris and defs",
	"relative refs with absolute uris and defs",
	"$id must be resolved against nearest parent, not just immediate parent",
	"order of evaluation: $id and $ref",
	"order of evaluation: $id and $anchor and $ref",
	"order of evaluation: $id and $ref on nested schema",
	"simple URN base URI with $ref via the URN",
	"URN base URI with URN and JSON pointer ref",
	"URN base URI with URN and anchor ref",
	"URN ref with nested pointer ref",
	"ref to if",
	"ref to then",
	"ref to else",
	"ref with absolute-path-reference",
	"validate definition against metaschema",
	"collect annotations inside a 'not', even if collection is disabled",
	"dependentSchemas with additionalProperties",
};

struct tally {
	int tests, wrong, refused;
};

static bool is_refused(const char *group)
{
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
		if (str_eq(refused[i], group))
			return true;
	return false;
}

static void run_group(struct json_object *group, struct tally *t)
{
	const char *name = tree_text(tree_member(group, "description"));
	struct json_object *tests = tree_member(group, "tests");
	const char *error = NULL;
	struct json_object *schema = NULL;
	struct schema *s;

	(void)json_object_object_get_ex(group, "schema", &schema);
	s = schema_compile(pool, schema, &error);
	if (!s || is_refused(name)) {
		t->refused++;
		if (s || !(is_refused(name) || strstr(error, "unknown keyword"))) {
			t->wrong++;
			diag("%s: %s", name, error ? error : "compiled, and should not");
		}
		return;
	}
	for (size_t i = 0; i < json_object_array_length(tests); i++) {
		struct json_object *test = json_object_array_get_idx(tests, i);
		bool valid = json_object_get_boolean(tree_member(test, "valid"));
		struct json_object *value = tree_member(test, "data");
		struct schema_errors errors;

		schema_errors_init(&errors, pool);
		t->tests++;
		if (schema_judge(s, value, "", &errors) == valid &&
		    schema_judge(s, value, "", NULL) == valid && (errors.n == 0) == valid)
			continue;
		t->wrong++;
		diag("%s: %s", name, tree_text(tree_member(test, "description")));
	}
}

static int run_file(const char *folder, const char *file)
{
	struct json_object *groups =
		kept(json_object_from_file(pool_printf(pool, "%s/%s", folder, file)));
	struct tally t = { 0 };

	if (!groups) {
		ok(false, "%s is JSON", file);
		return 0;
	}
	for (size_t i = 0; i < json_object_array_length(groups); i++)
		run_group(json_object_array_get_idx(groups, i), &t);
	ok(t.wrong == 0, "suite: %s (%d tests, %d groups refused)", file, t.tests, t.refused);
	return t.tests;
}

static int run_folder(const char *folder)
{
	struct dirent **files;
	int n = scandir(folder, &files, NULL, alphasort);
	int tests = 0;

	for (int i = 0; i < n; i++) {
		if (text_ends(files[i]->d_name, ".json"))
			tests += run_file(folder, files[i]->d_name);
		free(files[i]);
	}
	if (n >= 0)
		free(files);
	return n < 0 ? -1 : tests;
}

static void test_suite(void)
{
	const char *shared = getenv("LASTRO_SHARED");
	const char *top = getenv("LASTRO_TOP_SRCDIR");
	const char *folder;
	int tests;

	if (!shared)
		shared = pool_printf(pool, "%s/../shared", top ? top : ".");
	folder = pool_printf(pool, "%s/data/json-schema-test-suite/draft2020-12", shared);
	tests = run_folder(folder);
	if (tests < 0) {
		skip("the public suite", "the folder is absent");
		return;
	}
	tests += run_folder(pool_printf(pool, "%s/optional/format", folder));
	ok(tests > 700, "the suite has %d tests", tests);
}

/* ---- what is refused to compile ---- */

static struct schema *compiled(const char *text, const char **error)
{
	struct json_object *document = kept(json_tokener_parse(text));

	if (!document) {
		*error = "the test's text is not JSON";
		return NULL;
	}
	return schema_compile(pool, document, error);
}

static void no_schema(const char *text, const char *part, const char *name)
{
	const char *error = NULL;

	if (!ok(!compiled(text, &error) && error && strstr(error, part), "%s", name))
		diag("%s", error ? error : "compiled");
}

static void test_refusals(void)
{
	no_schema("{\"type\":\"object\",\"propertees\":{}}", "#/propertees: unknown keyword",
		  "a misspelled keyword refuses the schema");
	no_schema("{\"properties\":{\"a\":{\"unevaluatedItems\":false}}}",
		  "#/properties/a/unevaluatedItems: unknown",
		  "a keyword of the standard that we do not enforce refuses it");
	no_schema("{\"$defs\":{\"a\":{\"minimun\":1}}}", "#/$defs/a/minimun",
		  "in a definition that nothing uses, too");
	no_schema("{\"$ref\":\"#/$defs/none\"}", "leads nowhere", "a reference to nothing");
	no_schema("{\"$ref\":\"other.json\"}", "within the document",
		  "a reference to another document");
	no_schema("{\"$ref\":\"#\"}", "refers to itself", "a reference to itself");
	no_schema("{\"$defs\":{\"a\":{\"anyOf\":[{\"$ref\":\"#/$defs/b\"}]},"
		  "\"b\":{\"not\":{\"$ref\":\"#/$defs/a\"}}}}",
		  "refers to itself", "references that go round without going deeper");
	no_schema("{\"format\":\"hostname\"}", "no format of ours",
		  "a format that is not asserted");
	no_schema("{\"pattern\":\"(\"}", "#/pattern", "a pattern that is no expression");
	no_schema("{\"multipleOf\":0}", "above 0", "a multiple of nothing");
	no_schema("{\"type\":\"text\"}", "no type", "a type that is none");
	no_schema("{\"minLength\":-1}", "not a count", "a length below zero");
	no_schema("{\"minLength\":\"1\"}", "not a count", "a length that is text");
	no_schema("{\"required\":\"a\"}", "not a list of texts", "required that is no list");
	no_schema("{\"properties\":{\"a\":1}}", "not a schema", "a number for a schema");
	no_schema("{\"properties\":{\"a\":null}}", "not a schema", "null for a schema");
	no_schema("{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}", "another dialect",
		  "another dialect");
	no_schema("{\"allOf\":[]}", "not a list of schemas", "a combination of nothing");
}

/* ---- what is said of a fault ---- */

static const char *faults(const char *schema, const char *value, const char *at)
{
	const char *error = NULL;
	struct schema *s = compiled(schema, &error);
	struct schema_errors errors;

	if (!s)
		return error;
	schema_errors_init(&errors, pool);
	(void)schema_judge(s, kept(json_tokener_parse(value)), at, &errors); /* reads the errors */
	return buf_text(&errors.out);
}

static void test_faults(void)
{
	is_text(faults("{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\","
		       "\"minLength\":2},\"n\":{\"minimum\":1}},\"required\":[\"org\"],"
		       "\"additionalProperties\":false}",
		       "{\"name\":\"x\",\"n\":0,\"mais\":true}", "/input"),
		"{\"pointer\":\"/input/name\",\"rule\":\"min_length\",\"expected\":\"no mínimo 2 "
		"caracteres\",\"received\":\"x\"},"
		"{\"pointer\":\"/input/n\",\"rule\":\"minimum\",\"expected\":\"no mínimo "
		"1\",\"received\":\"0\"},"
		"{\"pointer\":\"/input/mais\",\"rule\":\"unknown_member\",\"expected\":\"um de: "
		"name, n\",\"received\":\"true\"},"
		"{\"pointer\":\"/input/org\",\"rule\":\"required\",\"expected\":\"valor "
		"presente\",\"received\":null}",
		"every fault at once, each with its place");
	is_text(faults("{\"items\":{\"properties\":{\"a/b\":{\"type\":[\"string\",\"null\"]}}}}",
		       "[{},{\"a/b\":1}]", ""),
		"{\"pointer\":\"/1/a~1b\",\"rule\":\"type\",\"expected\":\"null ou "
		"texto\",\"received\":\"1\"}",
		"a pointer goes through lists and odd names");
	is_text(faults("{\"anyOf\":[{\"type\":\"string\"},{\"minimum\":5}]}", "3", ""),
		"{\"pointer\":\"\",\"rule\":\"any_of\",\"expected\":\"uma das 2 formas da "
		"especificação\",\"received\":\"3\"}",
		"branches that fail are one fault");
	is_text(faults("{\"not\":{\"type\":\"string\"},\"multipleOf\":0.1}", "0.3", ""), "",
		"0.3 is a multiple of 0.1");
	is_text(faults("{\"maximum\":0.1}", "0.10000000000000000001", ""),
		"{\"pointer\":\"\",\"rule\":\"maximum\",\"expected\":\"no máximo "
		"0.1\",\"received\":\"0.10000000000000000001\"}",
		"a bound is compared with every digit that was written");
}

/* ---- personal data ---- */

static void test_redaction(void)
{
	static const char schema[] =
		"{\"type\":\"object\",\"properties\":{"
		"\"org\":{\"type\":\"string\"},"
		"\"name\":{\"$ref\":\"#/$defs/name\"},"
		"\"address\":{\"x-personal\":true,\"properties\":{\"city\":{}}},"
		"\"rows\":{\"items\":{\"anyOf\":[{\"properties\":{\"note\":{\"x-personal\":true},"
		"\"n\":{}}}]}}},\"$defs\":{\"name\":{\"type\":\"string\",\"x-personal\":true}}}";
	const char *error = NULL;
	struct schema *s = compiled(schema, &error);
	struct buf out;
	struct json j;

	if (!ok(s != NULL, "x-personal is known"))
		return;
	buf_init(&out, pool, 64);
	json_init(&j, &out);
	schema_redact(s, pool,
		      kept(json_tokener_parse(
			      "{\"org\":\"o\",\"name\":\"Ana\",\"address\":{\"city\":\"x\"},"
			      "\"cpf 529.982.247-25\":1,\"rows\":[{\"note\":\"y\",\"n\":1}]}")),
		      &j, NULL);
	is_text(buf_text(&out),
		"{\"org\":\"o\",\"name\":\"[omitido]\",\"address\":\"[omitido]\","
		"\"rows\":[{\"note\":\"[omitido]\",\"n\":1}]}",
		"what is marked is left out, and what is not described");
}

/* ---- hostile documents ---- */

static void ends(const char *schema, struct json_object *value, bool want, const char *name)
{
	const char *error = NULL;
	struct schema *s = compiled(schema, &error);
	int64_t start = clock_monotonic_us();
	struct schema_errors errors;
	bool got;

	if (!ok(s != NULL, "%s: compiles", name))
		return;
	schema_errors_init(&errors, pool);
	got = schema_judge(s, kept(value), "", &errors);
	start = clock_monotonic_us() - start;
	/* Far more than needed, even under valgrind on a busy machine; an unbounded match would take years. */
	ok(got == want && start < 200000000, "%s: ends", name);
	diag("%s: %lld ms, %zu errors", name, (long long)start / 1000, errors.n);
}

static struct json_object *repeated(const char *text, size_t n, const char *end)
{
	struct buf b;

	buf_init(&b, pool, 64);
	for (size_t i = 0; i < n; i++)
		buf_str(&b, text);
	buf_str(&b, end);
	return json_object_new_string(buf_text(&b));
}

static struct json_object *nested(size_t n)
{
	struct json_object *value = json_object_new_int(1);

	for (size_t i = 0; i < n; i++) {
		struct json_object *list = json_object_new_array();

		json_object_array_add(list, value);
		value = list;
	}
	return value;
}

static struct json_object *many(size_t n)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < n; i++)
		json_object_array_add(list, json_object_new_int64((int64_t)(i * 7919 % n)));
	return list;
}

static struct json_object *many_texts(size_t n)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < n; i++)
		json_object_array_add(list, repeated("a", 40, "!"));
	return list;
}

static void test_hostile(void)
{
	ends("{\"pattern\":\"^(a+)+$\"}", repeated("a", 60, "!"), false,
	     "a pattern that backtracks without end");
	ends("{\"pattern\":\"(a*)*b\"}", repeated("a", 60000, ""), false, "a long text for it");
	ends("{\"pattern\":\"a\"}", repeated("b", 100000, "a"), false,
	     "a text longer than a pattern is tried on");
	ends("{\"items\":{\"pattern\":\"^(a+)+$\"}}", many_texts(1000), false,
	     "a thousand texts for it");
	ends("{\"not\":{\"pattern\":\"^(a+)+$\"}}", repeated("a", 60, "!"), false,
	     "what was cut short is not taken for a no");
	ends("{\"items\":{\"$ref\":\"#\"}}", nested(10000), false,
	     "ten thousand lists in one another");
	ends("{\"items\":{\"$ref\":\"#\"}}", nested(31), true, "as deep as a request may be");
	ends("{\"enum\":[1]}", nested(10000), false, "a deep value to compare");
	ends("{\"uniqueItems\":true}", many(100000), true, "a hundred thousand items that differ");
	ends("{\"$defs\":{\"a\":{\"anyOf\":[{\"items\":{\"$ref\":\"#/$defs/a\"},\"maxItems\":0},"
	     "{\"items\":{\"$ref\":\"#/$defs/a\"},\"maxItems\":1},{\"type\":\"integer\"}]}},"
	     "\"oneOf\":[{\"$ref\":\"#/$defs/a\"},{\"items\":{\"$ref\":\"#/$defs/a\"}}]}",
	     nested(30), false, "branches that double at every level");
}

int main(void)
{
	pool = pool_new(NULL, "schema test");
	test_refusals();
	test_faults();
	test_redaction();
	test_hostile();
	test_suite();
	pool_free(pool);
	return tap_done();
}
