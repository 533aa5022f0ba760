/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cases.c: runs worked cases directly against calc.
 *
 * usage: cases.t [FOLDER]   a folder with files in the format of t/cases/README.md; default
 * t/cases. One TAP line per case; functions that are not implemented are skipped by name.
 */
#include "config.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cases/cases.h"
#include "core/clock.h"

#include "tap.h"

static char trouble[512];

void case_trouble(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(trouble, sizeof(trouble), fmt, ap); /* a truncated name is enough */
	va_end(ap);
}

/* ---- comparing ---- */

static struct json_object *tolerances;

/* Maps must have exactly the expected keys; other objects may have more. */
static bool is_map(const char *key)
{
	return text_ends(key, "_by_month") || str_eq(key, "weights");
}

static wide number_of(struct json_object *o)
{
	wide v = 0;
	bool rounded;

	if (dec_parse_rounded(slice_of(json_object_get_string(o)), 16, (wide)1 << 120, &v,
			      &rounded) != DEC_OK)
		case_trouble("%s is no number", json_object_get_string(o));
	return v;
}

static wide tolerance_of(const char *key)
{
	struct json_object *fields = in_field(tolerances, "fields");
	struct json_object *t = in_field(fields, key);

	if (!t && text_ends(key, "_pct"))
		t = in_field(fields, "*_pct");
	if (!t)
		t = in_field(tolerances, "default");
	return t ? number_of(t) : 5 * E16 / 1000;
}

static bool is_number(struct json_object *o)
{
	return json_object_is_type(o, json_type_int) || json_object_is_type(o, json_type_double);
}

static bool differ(const char *key, struct json_object *want, struct json_object *got)
{
	case_trouble("%s: expected %s, got %s", key, json_object_to_json_string(want),
		     json_object_to_json_string(got));
	return false;
}

static bool equal_numbers(const char *key, struct json_object *want, struct json_object *got)
{
	wide within = json_object_is_type(want, json_type_int) ? 0 : tolerance_of(key);

	if (wide_abs(number_of(want) - number_of(got)) <= within)
		return true;
	return differ(key, want, got);
}

/* The depth is that of a result: a few levels. */
static bool equal_values(const char *key, struct json_object *want, struct json_object *got)
{
	if (is_number(want) && is_number(got))
		return equal_numbers(key, want, got);
	if (json_object_get_type(want) != json_object_get_type(got))
		return differ(key, want, got);
	if (json_object_is_type(want, json_type_array)) {
		if (in_length(want) != in_length(got))
			return differ(key, want, got);
		for (size_t i = 0; i < in_length(want); i++)
			if (!equal_values(key, json_object_array_get_idx(want, i),
					  json_object_array_get_idx(got, i)))
				return false;
		return true;
	}
	if (!json_object_is_type(want, json_type_object))
		return json_object_equal(want, got) ? true : differ(key, want, got);
	if (is_map(key) && json_object_object_length(want) != json_object_object_length(got))
		return differ(key, want, got);
	json_object_object_foreach(want, name, value)
	{
		struct json_object *other = NULL;

		if (!json_object_object_get_ex(got, name, &other)) {
			case_trouble("%s: missing in %s", name, json_object_to_json_string(got));
			return false;
		}
		if (!equal_values(name, value, other))
			return false;
	}
	return true;
}

bool cases_equal(struct json_object *want, struct json_object *got, struct json_object *tolerance)
{
	tolerances = tolerance;
	return equal_values("result", want, got);
}

/* ---- running ---- */

static const struct case_function *function_named(const char *name)
{
	static const struct case_function *const sections[] = {
		ledger_functions,      value_functions,	  import_functions,
		accrual_functions,     figures_functions, return_functions,
		suitability_functions, event_functions,	  statement_functions,
		object_functions,      tax_functions,	  tax_declaration_functions,
		plan_functions,
	};

	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		for (const struct case_function *f = sections[i]; f->name; f++)
			if (str_eq(f->name, name))
				return f;
	return NULL;
}

static const char *label(struct json_object *one, const char *key)
{
	const char *text = in_text(one, key);

	return text ? text : "?";
}

static void run_case(void *parent, struct json_object *one)
{
	const struct case_function *f = function_named(label(one, "function"));
	void *pool = pool_new(parent, "case");
	const char *name = pool_printf(pool, "%s %s: %s", label(one, "id"), label(one, "function"),
				       label(one, "title"));
	struct json_object *got;
	bool good;

	if (!f) {
		skip(name, "function not built yet");
		pool_free(pool);
		return;
	}
	trouble[0] = '\0';
	got = f->run(pool, in_field(one, "inputs"));
	good = got && !trouble[0] &&
	       cases_equal(in_field(one, "expected"), got, in_field(one, "tolerance"));
	if (!ok(good, "%s", name))
		diag("%s", trouble[0] ? trouble : "refused");
	json_object_put(got);
	pool_free(pool);
}

static int is_json(const struct dirent *entry)
{
	return text_ends(entry->d_name, ".json");
}

static void run_file(void *pool, const char *path)
{
	struct json_object *file = json_object_from_file(path);
	struct json_object *cases = in_field(file, "cases");

	if (!cases)
		ok(false, "%s holds cases", path);
	for (size_t i = 0; i < in_length(cases); i++)
		run_case(pool, json_object_array_get_idx(cases, i));
	json_object_put(file);
}

static const char *folder(void *pool, int argc, char **argv)
{
	const char *top = getenv("LASTRO_TOP_SRCDIR");

	if (argc > 1)
		return argv[1];
	return pool_printf(pool, "%s/t/cases", top ? top : ".");
}

int main(int argc, char **argv)
{
	void *pool = pool_new(NULL, "cases");
	const char *path = folder(pool, argc, argv);
	struct dirent **names;
	int n = scandir(path, &names, is_json, alphasort);

	if (!clock_init(NULL))
		return 1;
	if (n <= 0)
		ok(false, "%s holds files of cases", path);
	for (int i = 0; i < n; i++) {
		run_file(pool, pool_printf(pool, "%s/%s", path, names[i]->d_name));
		free(names[i]);
	}
	free(names);
	pool_free(pool);
	return tap_done();
}
