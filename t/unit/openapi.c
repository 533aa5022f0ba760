/* SPDX-License-Identifier: Apache-2.0 */
/* The served document, the pages' document and the route tables agree. */
#include "config.h"

#include <stdint.h>
#include <string.h>

#include "core/pool.h"
#include "core/text.h"
#include "http/json_read.h"
#include "serve/modules.h"
#include "tap.h"

extern const unsigned char openapi_json[];
extern const size_t openapi_json_size;
extern const unsigned char openapi_pages_json[];
extern const size_t openapi_pages_json_size;

static void *pool;
static struct json_object *served, *pages;
static struct json_object *doc; /* the document being checked */

static const char *const methods[] = {
	[GET] = "get", [POST] = "post", [PUT] = "put", [PATCH] = "patch", [DELETE] = "delete",
};

static const char *method_of(const struct route *r)
{
	return r->method < ARRAY_SIZE(methods) ? methods[r->method] : NULL;
}

static struct json_object *member(struct json_object *o, const char *name)
{
	struct json_object *found = NULL;

	if (json_object_is_type(o, json_type_object))
		(void)json_object_object_get_ex(o, name, &found);
	return found;
}

static const char *text_of(struct json_object *o, const char *name)
{
	struct json_object *m = member(o, name);

	return json_object_is_type(m, json_type_string) ? json_object_get_string(m) : "";
}

/* "#/components/schemas/X", of the pages also "openapi.yaml#/…"; NULL when it names nothing. */
static struct json_object *resolve(const char *ref)
{
	bool other = doc == pages && text_starts(ref, "openapi.yaml");
	struct json_object *at = other ? served : doc;
	struct slice rest, step;
	bool more;

	if (other)
		ref += strlen("openapi.yaml");
	if (!text_starts(ref, "#/"))
		return NULL;
	rest = slice_of(ref + 2);
	do {
		more = slice_cut(rest, '/', &step, &rest);
		at = member(at, pool_printf(pool, "%.*s", (int)step.n, step.p));
	} while (at && more);
	return at;
}

static struct json_object *deref(struct json_object *o)
{
	const char *ref = text_of(o, "$ref");

	return *ref ? resolve(ref) : o;
}

/* A path of the document equals a pattern of ours without the '#' of digits. */
static const char *path_of(const char *pattern)
{
	char *path = pool_strdup(pool, pattern);
	char *to = path;

	for (const char *from = path; *from; from++)
		if (*from != '#' || from == path || from[-1] != '{')
			*to++ = *from;
	*to = '\0';
	return path;
}

/* ---- the head of the document ---- */

static void test_head(void)
{
	is_text(text_of(doc, "openapi"), "3.1.0", "OpenAPI 3.1.0");
	is_text(text_of(member(doc, "info"), "version"), "3.12.0", "of contract version 3.12.0");
	ok(!member(doc, "jsonSchemaDialect"), "and no jsonSchemaDialect");
}

/* ---- references ---- */

static int n_refs, n_dangling, n_dialects;

static void walk(struct json_object *o)
{
	if (json_object_is_type(o, json_type_array)) {
		for (size_t i = 0; i < json_object_array_length(o); i++)
			walk(json_object_array_get_idx(o, i));
		return;
	}
	if (!json_object_is_type(o, json_type_object))
		return;
	n_dialects += member(o, "$schema") != NULL;
	if (*text_of(o, "$ref")) {
		n_refs++;
		if (!resolve(text_of(o, "$ref"))) {
			n_dangling++;
			diag("names nothing: %s", text_of(o, "$ref"));
		}
	}
	json_object_object_foreach(o, key, value)
	{
		(void)key;
		walk(value);
	}
}

static void test_references(void)
{
	walk(doc);
	ok(n_refs > 50, "the document refers to its components (%d times)", n_refs);
	is_int(n_dangling, 0, "every $ref names something");
	is_int(n_dialects, 0, "no schema has a dialect of its own");
}

/* A generator of clients would follow a $ref inside an example. */
static int count_shown(struct json_object *o)
{
	int n = 0;

	if (json_object_is_type(o, json_type_array))
		for (size_t i = 0; i < json_object_array_length(o); i++)
			n += count_shown(json_object_array_get_idx(o, i));
	if (!json_object_is_type(o, json_type_object))
		return n;
	json_object_object_foreach(o, key, value) n += str_eq(key, "$ref") + count_shown(value);
	return n;
}

/* ---- route tables to document ---- */

static bool tag_known(const char *name)
{
	struct json_object *tags = member(doc, "tags");

	for (size_t i = 0; i < json_object_array_length(tags); i++)
		if (str_eq(text_of(json_object_array_get_idx(tags, i), "name"), name))
			return true;
	return false;
}

static bool tags_known(struct json_object *operation)
{
	struct json_object *tags = member(operation, "tags");

	if (!json_object_is_type(tags, json_type_array) || json_object_array_length(tags) == 0)
		return false;
	for (size_t i = 0; i < json_object_array_length(tags); i++)
		if (!tag_known(json_object_get_string(json_object_array_get_idx(tags, i))))
			return false;
	return true;
}

/* The names in a pattern's braces, in order, as one text: "id assetId ". */
static const char *names_of(const char *pattern)
{
	const char *out = "";
	const char *open, *close;

	for (open = strchr(pattern, '{'); open; open = strchr(close, '{')) {
		close = strchr(open, '}');
		open += open[1] == '#' ? 2 : 1;
		out = pool_printf(pool, "%s%.*s ", out, (int)(close - open), open);
	}
	return out;
}

static const char *declared_in(const char *out, struct json_object *parameters, const char *place)
{
	size_t n = json_object_is_type(parameters, json_type_array)
			   ? json_object_array_length(parameters)
			   : 0;

	for (size_t i = 0; i < n; i++) {
		struct json_object *p = deref(json_object_array_get_idx(parameters, i));

		if (str_eq(text_of(p, "in"), place) &&
		    (!str_eq(place, "path") || json_object_get_boolean(member(p, "required"))))
			out = pool_printf(pool, "%s%s ", out, text_of(p, "name"));
	}
	return out;
}

static const char *declared(struct json_object *item, struct json_object *operation,
			    const char *place)
{
	return declared_in(declared_in("", member(item, "parameters"), place),
			   member(operation, "parameters"), place);
}

static bool has_word(const char *list, const char *word)
{
	return strstr(pool_printf(pool, " %s", list), pool_printf(pool, " %s ", word)) != NULL;
}

static bool is_problem(struct json_object *response)
{
	struct json_object *content = member(deref(response), "content");
	struct json_object *schema = member(member(content, "application/problem+json"), "schema");
	struct json_object *parts =
		member(schema, "allOf"); /* a Problem, with the operation's own codes */

	if (json_object_is_type(parts, json_type_array) && json_object_array_length(parts))
		schema = json_object_array_get_idx(parts, 0);
	return deref(schema) == member(member(member(served, "components"), "schemas"), "Problem");
}

/* security: [] means that no credential is needed; without it the document's bearer applies. */
static bool is_public(struct json_object *operation)
{
	struct json_object *security = member(operation, "security");

	return json_object_is_type(security, json_type_array) &&
	       json_object_array_length(security) == 0;
}

/* ---- the codes that a row makes possible ---- */

static struct json_object *path_in(struct json_object *o, const char *const *names)
{
	for (; *names && o; names++)
		o = deref(member(o, *names));
	return o;
}

static bool lists_code(struct json_object *operation, const char *code)
{
	static const char *const schema[] = { "responses", "default",
					      "content",   "application/problem+json",
					      "schema",	   NULL };
	static const char *const own[] = { "properties", "details", "properties",
					   "code",	 "anyOf",   NULL };
	struct json_object *parts = member(path_in(operation, schema), "allOf");
	struct json_object *any = path_in(json_object_array_get_idx(parts, 1), own);

	for (size_t i = 0; i < json_object_array_length(any); i++) {
		struct json_object *list = member(deref(json_object_array_get_idx(any, i)), "enum");

		for (size_t k = 0; k < json_object_array_length(list); k++)
			if (str_eq(json_object_get_string(json_object_array_get_idx(list, k)),
				   code))
				return true;
	}
	return false;
}

static bool is_read(const struct route *r)
{
	return r->method == GET;
}

static bool takes_body(const struct route *r)
{
	return r->body != BODY_NONE;
}

static bool takes_json(const struct route *r)
{
	return r->body == BODY_JSON;
}

static bool is_once(const struct route *r)
{
	return r->once != ONCE_NOT;
}

static bool takes_if_match(const struct route *r)
{
	static const char *const documents[] = { "putTaxInputs", "putTargets", "deleteTargets" };

	for (size_t i = 0; i < ARRAY_SIZE(documents); i++)
		if (str_eq(r->operation, documents[i]))
			return true;
	return !r->refuse && r->subject == SUBJECT_PORTFOLIO && r->transaction == TX_WRITE;
}

/* A read accepts If-Match, and a write refuses an invalid tag. */
static bool any_route(const struct route *r UNUSED)
{
	return true;
}

static bool asks_who(const struct route *r)
{
	return r->caller != CALLER_NOBODY;
}

static bool asks_scope(const struct route *r)
{
	return r->scope != SCOPE_NONE;
}

static bool asks_person(const struct route *r)
{
	return r->caller == CALLER_PERSON;
}

static bool writes_in_session(const struct route *r)
{
	return asks_who(r) && !is_read(r);
}

static bool has_workspace(const struct route *r)
{
	return asks_who(r) && r->subject != SUBJECT_ACCOUNT;
}

static bool has_wallet(const struct route *r)
{
	return r->subject == SUBJECT_WALLET || r->subject == SUBJECT_PORTFOLIO;
}

static bool writes_wallet(const struct route *r)
{
	return has_wallet(r) && r->transaction == TX_WRITE;
}

static bool has_portfolio(const struct route *r)
{
	return r->subject == SUBJECT_PORTFOLIO;
}

static bool has_right(const struct route *r)
{
	return r->right != RIGHT_READ;
}

static const struct {
	const char *code;
	bool (*when)(const struct route *r);
} rules[] = {
	{ "payload_too_large", takes_body },
	{ "content_encoding_unsupported", takes_body },
	{ "invalid_json", takes_json },
	{ "payload_too_complex", takes_json },
	{ "unsupported_media_type", takes_json },
	{ "idempotency_key_reused", is_once },
	{ "idempotency_in_progress", is_once },
	{ "idempotency_answer_gone", is_once },
	{ "precondition_failed", any_route },
	{ "credential_missing", asks_who },
	{ "scope_missing", asks_scope },
	{ "user_key_required", asks_person },
	{ "csrf_token_invalid", writes_in_session },
	{ "origin_forbidden", writes_in_session },
	{ "workspace_not_found", has_workspace },
	{ "wallet_not_installed", has_wallet },
	{ "wallet_suspended", writes_wallet },
	{ "portfolio_not_found", has_portfolio },
	{ "wallet_resource_forbidden", has_right },
};

static void test_codes(const struct route *r, struct json_object *operation)
{
	const char *missing = "";

	for (size_t i = 0; i < ARRAY_SIZE(rules); i++)
		if (rules[i].when(r) && !lists_code(operation, rules[i].code))
			missing = pool_printf(pool, "%s%s ", missing, rules[i].code);
	is_text(missing, "", pool_printf(pool, "%s: lists the codes of its row", r->operation));
}

static void test_route(const struct route *r)
{
	struct json_object *item = member(member(doc, "paths"), path_of(r->pattern));
	struct json_object *operation = member(item, method_of(r));
	const char *headers = declared(item, operation, "header");
	const char *name = r->operation;

	is_text(text_of(operation, "operationId"), name,
		pool_printf(pool, "%s: its operationId", name));
	ok(*text_of(operation, "summary"), "%s: has a summary", name);
	ok(tags_known(operation), "%s: has tags, all of them explained", name);
	/* Pages and OAuth endpoints refuse in their own forms. */
	ok(r->refuse ? member(member(operation, "responses"), "default") != NULL
		     : is_problem(member(member(operation, "responses"), "default")),
	   "%s: its errors are described", name);
	if (!r->refuse)
		test_codes(r, operation);
	is_text(declared(item, operation, "path"), names_of(r->pattern),
		pool_printf(pool, "%s: the path's parameters, in their order", name));
	ok(is_public(operation) == (r->caller == CALLER_NOBODY),
	   "%s: a credential is asked for as the table says", name);
	ok((member(operation, "requestBody") != NULL) == (r->body != BODY_NONE),
	   "%s: a body where one is taken", name);
	/* A browser does not send it when it reads a page. */
	ok(has_word(headers, "x-service-workspace") ==
		   (!r->refuse &&
		    (r->subject == SUBJECT_WALLET || r->subject == SUBJECT_PORTFOLIO)),
	   "%s: the workspace's header where a wallet is meant", name);
	ok(has_word(headers, "Idempotency-Key") == (r->once != ONCE_NOT),
	   "%s: Idempotency-Key where it is taken", name);
	ok(has_word(headers, "If-Match") == takes_if_match(r),
	   "%s: If-Match where the ledger, or a document, is written", name);
	ok(has_word(headers, "If-None-Match") == (r->validator != VALIDATOR_NONE) &&
		   (member(member(operation, "responses"), "304") != NULL) ==
			   (r->validator != VALIDATOR_NONE),
	   "%s: If-None-Match and 304 where answers carry an ETag", name);
}

static int test_routes(void)
{
	int n = 0;

	for (size_t m = 0; m < n_modules; m++)
		for (const struct route *r = modules[m]; r->run; r++, n++) {
			doc = member(member(pages, "paths"), path_of(r->pattern)) ? pages : served;
			test_route(r);
		}
	return n;
}

/* ---- document to route tables ---- */

static bool has_route(const char *path, const char *method)
{
	for (size_t m = 0; m < n_modules; m++)
		for (const struct route *r = modules[m]; r->run; r++)
			if (str_eq(path_of(r->pattern), path) && str_eq(method_of(r), method))
				return true;
	return false;
}

static int count_methods(const char *path, struct json_object *item)
{
	int n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(methods); i++) {
		if (!methods[i] || !member(item, methods[i]))
			continue;
		n++;
		ok(has_route(path, methods[i]), "%s %s: the document's operation is served",
		   methods[i], path);
	}
	return n;
}

static int test_document(void)
{
	int n = 0;

	json_object_object_foreach(member(doc, "paths"), path, item) n += count_methods(path, item);
	return n;
}

/* Requests of browsers are not operations for programs; /problems/{code} also answers in JSON. */
static void test_for_programs(void)
{
	json_object_object_foreach(member(served, "paths"), path, item)
	{
		(void)item;
		ok(text_starts(path, "/v1/") || text_starts(path, "/oauth/") ||
			   text_starts(path, "/.well-known/") || text_starts(path, "/problems/"),
		   "%s: of the interface for programs", path);
		ok(!member(member(pages, "paths"), path), "%s: in one document", path);
	}
}

static struct json_object *parsed(const unsigned char *bytes, size_t n)
{
	const char *reason = NULL;
	struct json_object *o;
	size_t offset = 0;

	o = json_parse(pool, (struct slice){ (const char *)bytes, n }, &offset, &reason);
	if (!ok(o != NULL, "the document is one JSON value by our own strict grammar"))
		diag("byte %zu: %s", offset, reason);
	return o;
}

int main(void)
{
	int routes, operations;

	pool = pool_new(NULL, "openapi");
	served = parsed(openapi_json, openapi_json_size);
	pages = parsed(openapi_pages_json, openapi_pages_json_size);
	doc = pages;
	test_references();
	operations = test_document();
	doc = served;
	test_head();
	test_references();
	is_int(count_shown(member(member(doc, "components"), "examples")), 0,
	       "no $ref in an example");
	operations += test_document();
	routes = test_routes();
	is_int(operations, routes, "as many operations as routes");
	test_for_programs();
	pool_free(pool);
	return tap_done();
}
