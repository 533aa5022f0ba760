/* SPDX-License-Identifier: Apache-2.0 */
/*
 * specs.c: the files of a module, each parsed when it is first asked for: parsing all took three quarters of a
 * worker's start, and 9 MB of each.  A unit test reads them all.
 */
#include "config.h"

#include "operations/specs.h"

#include "http/json_read.h"
#include "core/log.h"
#include "core/problem.h"
#include "http/tree.h"
#include "core/text.h"

#define DEFS_FILE "_defs"
#define DEFS_PREFIX "#/$defs/"

struct reader {
	void *pool;
	const struct protocol *protocol;
	struct json_object *defs; /* the module's, or NULL */
	const char **shared;	  /* n_shared files that others name; NULL: not noted */
	size_t n_shared;
	const char *file;
	const char *error; /* the first */
};

static void wrong(struct reader *r, const char *why)
{
	if (!r->error)
		r->error = pool_printf(r->pool, "schemas/%s.json: %s", r->file, why);
}

static struct json_object *parsed(struct reader *r, const char *id)
{
	const struct spec_file *f = r->protocol->files;
	const char *reason = NULL;
	struct json_object *tree;
	size_t offset = 0;

	r->file = id;
	while (f->id && !str_eq(f->id, id))
		f++;
	if (!f->id) {
		if (!str_eq(id, DEFS_FILE))
			wrong(r, "there is no such file");
		return NULL;
	}
	tree = json_parse(r->pool, (struct slice){ (const char *)f->text, f->n }, &offset, &reason);
	if (!tree)
		wrong(r, pool_printf(r->pool, "byte %zu: %s", offset, reason));
	return tree;
}

/* ---- the module's definitions ---- */

/* Copies the definitions that @from refers to into @into, and those that they refer to. */
static void import_defs(struct reader *r, struct json_object *from, struct json_object *into)
{
	const char *ref = tree_text(tree_member(from, "$ref"));
	struct tree_member *list;
	size_t n = 0;

	if (json_object_is_type(from, json_type_array))
		for (size_t i = 0; i < json_object_array_length(from); i++)
			import_defs(r, json_object_array_get_idx(from, i), into);
	if (!json_object_is_type(from, json_type_object))
		return;
	if (ref && text_starts(ref, DEFS_PREFIX)) {
		const char *name = ref + strlen(DEFS_PREFIX);
		struct json_object *def = tree_member(r->defs, name);

		if (def && !tree_has(into, name)) {
			(void)json_object_object_add(into, name, json_object_get(def));
			import_defs(r, def, into);
		}
	}
	list = tree_members(r->pool, from, &n);
	for (size_t i = 0; i < n; i++)
		import_defs(r, list[i].value, into);
}

/* The member, or that of the file that it names. */
static struct json_object *document_of(struct reader *r, struct json_object *file,
				       const char *member)
{
	struct json_object *document = tree_member(file, member);
	const char *of = tree_text(document);
	const char *own = r->file;

	if (!of)
		return document;
	document = tree_member(parsed(r, of), member);
	r->file = own;
	if (r->shared)
		r->shared[r->n_shared++] = of;
	return document;
}

/* Its document, with the definitions that it refers to. */
static struct json_object *schema_of(struct reader *r, struct json_object *file, const char *member)
{
	struct json_object *defs = json_object_new_object();
	struct json_object *document = document_of(r, file, member);

	if (!document || tree_has(document, "$defs")) {
		(void)json_object_put(defs);
		wrong(r, pool_printf(r->pool, "%s is missing, or has $defs of its own", member));
		return NULL;
	}
	import_defs(r, document, defs);
	if (json_object_object_length(defs))
		(void)json_object_object_add(document, "$defs", defs); /* takes ownership */
	else
		(void)json_object_put(defs);
	return document;
}

static struct schema *compiled(struct reader *r, struct json_object *document)
{
	const char *error = NULL;
	struct schema *s = document ? schema_compile(r->pool, document, &error) : NULL;

	if (document && !s)
		wrong(r, pool_printf(r->pool, "input_schema: %s", error));
	return s;
}

/* ---- one file ---- */

static const char *text_of(struct reader *r, struct json_object *file, const char *member)
{
	const char *text = tree_text(tree_member(file, member));

	if (!text || !*text)
		wrong(r, pool_printf(r->pool, "%s is missing", member));
	return text;
}

/* Notes the members that a schema marks as text that others wrote, wherever they are. */
static void note_from_others(struct reader *r, struct json_object *o, struct spec *s)
{
	struct tree_member *list;
	size_t n = 0;

	if (json_object_is_type(o, json_type_array))
		for (size_t i = 0; i < json_object_array_length(o); i++)
			note_from_others(r, json_object_array_get_idx(o, i), s);
	if (!json_object_is_type(o, json_type_object))
		return;
	list = tree_members(r->pool, o, &n);
	for (size_t i = 0; i < n; i++) {
		note_from_others(r, list[i].value, s);
		if (!tree_member(list[i].value, "x-from-others") ||
		    text_among(s->from_others, s->n_from_others, list[i].name))
			continue;
		if (s->n_from_others == FROM_OTHERS_MAX)
			wrong(r, "too many members are from others");
		else
			s->from_others[s->n_from_others++] = list[i].name;
	}
}

/* Every example must be a valid input. */
static void check_examples(struct reader *r, const struct spec *s)
{
	struct schema_errors errors;

	if (!json_object_is_type(s->examples, json_type_array) ||
	    !json_object_array_length(s->examples)) {
		wrong(r, "examples is missing");
		return;
	}
	for (size_t i = 0; i < json_object_array_length(s->examples) && !r->error; i++) {
		struct json_object *one = json_object_array_get_idx(s->examples, i);

		schema_errors_init(&errors, r->pool);
		if (!schema_judge(s->input, tree_member(one, "input"), "/input", &errors))
			wrong(r, pool_printf(r->pool, "example %zu: %s", i, buf_text(&errors.out)));
		if (tree_has(one, "subject") != (s->operation->subject != NULL))
			wrong(r, pool_printf(r->pool, "example %zu: subject", i));
	}
}

static void read_spec(struct reader *r, struct spec *s)
{
	static const char *const known[] = { "title",	     "summary",	      "description",
					     "input_schema", "output_schema", "examples",
					     "effects",	     "confirmation" };
	const struct operation *op = s->operation;
	const bool action = s->action;
	struct json_object *file = parsed(r, op->id);
	struct tree_member *list;
	size_t n = 0;

	s->read = true;
	if (!file)
		return;
	list = tree_members(r->pool, file, &n);
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < ARRAY_SIZE(known) && !str_eq(known[k], list[i].name))
			k++;
		/* Only Actions have the last two. */
		if (k >= (action ? ARRAY_SIZE(known) : ARRAY_SIZE(known) - 2))
			wrong(r, pool_printf(r->pool, "unknown member %s", list[i].name));
	}
	s->title = text_of(r, file, "title");
	s->summary = text_of(r, file, "summary");
	s->description = text_of(r, file, "description");
	s->examples = tree_member(file, "examples");
	s->effects = tree_member(file, "effects");
	s->confirmation = tree_text(tree_member(file, "confirmation"));
	if (action && !json_object_is_type(s->effects, json_type_array))
		wrong(r, "effects is missing");
	if (action != (op->event != NULL))
		wrong(r, "an Action has an audit event, a Function none");
	s->input_schema = schema_of(r, file, "input_schema");
	s->input = compiled(r, s->input_schema);
	s->output_schema = schema_of(r, file, "output_schema"); /* tests hold the answers to it */
	note_from_others(r, s->output_schema, s);
	if (!r->error)
		check_examples(r, s);
}

/* ---- all ---- */

static struct spec *list_of(void *pool, const struct operation *table, bool action, size_t *n)
{
	struct spec *list;

	*n = 0;
	while (table[*n].id)
		(*n)++;
	list = pool_array(pool, struct spec, *n);
	for (size_t i = 0; i < *n; i++)
		list[i] = (struct spec){ .operation = &table[i], .action = action };
	return list;
}

/* NULL when there is none of this id. */
static struct spec *spec_named(const struct protocol *p, bool action, const char *id)
{
	struct spec *list = action ? p->specs->actions : p->specs->functions;
	size_t n = action ? p->specs->n_actions : p->specs->n_functions;

	for (size_t i = 0; i < n; i++)
		if (str_eq(list[i].operation->id, id))
			return &list[i];
	return NULL;
}

static struct reader reader_of(const struct protocol *p)
{
	struct reader r = { .pool = p->specs->pool, .protocol = p };

	if (!p->specs->defs)
		p->specs->defs = parsed(&r, DEFS_FILE);
	r.defs = p->specs->defs;
	return r;
}

const struct spec *spec_read(struct ctx *ctx, const struct protocol *p, struct spec *s)
{
	struct reader r;

	if (s->read)
		return s;
	r = reader_of(p);
	read_spec(&r, s);
	if (r.error) {
		s->read = false;
		log_event(LOG_ERROR, NULL, "%s", r.error);
		fail(ctx, 500, "internal_error", "A especificação de %s está errada.",
		     s->operation->id);
	}
	return s;
}

const struct spec *spec_asked(struct ctx *ctx, const struct protocol *p, bool action,
			      const char *id)
{
	struct spec *s = spec_named(p, action, id);

	if (!s && action)
		fail(ctx, 404, "action_not_found", "Não há Action \"%s\" neste contrato.",
		     problem_shown(ctx->pool, id));
	if (!s)
		fail(ctx, 404, "function_not_found", "Não há Function \"%s\" neste contrato.",
		     problem_shown(ctx->pool, id));
	return spec_read(ctx, p, s);
}

void protocol_start(void *pool, struct protocol *p)
{
	p->specs = pool_zero(pool, struct specs);
	p->specs->pool = pool;
	p->specs->functions = list_of(pool, p->functions, false, &p->specs->n_functions);
	p->specs->actions = list_of(pool, p->actions, true, &p->specs->n_actions);
}

static void read_all(struct reader *r, struct spec *list, size_t n)
{
	for (size_t i = 0; i < n && !r->error; i++)
		read_spec(r, &list[i]);
}

const char *protocol_wrong(const struct protocol *p)
{
	struct reader r = reader_of(p);
	size_t n = 0;

	while (p->files[n].id)
		n++;
	r.shared = pool_array(r.pool, const char *, 2 * n + 1); /* an input and an output of each */
	read_all(&r, p->specs->functions, p->specs->n_functions);
	read_all(&r, p->specs->actions, p->specs->n_actions);
	for (const struct spec_file *f = p->files; f->id && !r.error; f++) {
		r.file = f->id;
		if (!str_eq(f->id, DEFS_FILE) && !spec_named(p, false, f->id) &&
		    !spec_named(p, true, f->id) && !text_among(r.shared, r.n_shared, f->id))
			wrong(&r, "no table has this id");
	}
	return r.error;
}
