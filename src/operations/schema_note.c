/* SPDX-License-Identifier: Apache-2.0 */
/* schema_note.c: functions that the keywords share: noting errors, counting steps, comparing values. */
#include "config.h"

#include "core/problem.h"
#include "operations/schema_check.h"
#include "http/tree.h"

#define STEPS_MAX 4000000

/* ---- errors ---- */

void schema_errors_init(struct schema_errors *e, void *pool)
{
	*e = (struct schema_errors){ .pool = pool };
	buf_init(&e->out, pool, 256);
	json_init(&e->json, &e->out);
}

void schema_error(struct schema_errors *e, const char *pointer, const char *rule,
		  const char *expected, const char *received)
{
	if (e->n++ >= SCHEMA_ERRORS_MAX)
		return;
	json_open(&e->json, NULL);
	json_text(&e->json, "pointer", pointer);
	json_text(&e->json, "rule", rule);
	json_text(&e->json, "expected", expected);
	json_text(&e->json, "received", received ? problem_shown(e->pool, received) : NULL);
	json_close(&e->json);
}

static void put_place(struct buf *out, const struct place *p)
{
	if (!p)
		return;
	put_place(out, p->up);
	buf_char(out, '/');
	if (!p->name) {
		buf_printf(out, "%zu", p->index);
		return;
	}
	for (const char *s = p->name; *s; s++) {
		if (*s == '~' || *s == '/')
			buf_str(out, *s == '~' ? "~0" : "~1");
		else
			buf_char(out, *s);
	}
}

bool check_note(struct run *run, const struct place *p, const char *rule, const char *expected,
		const char *received)
{
	struct buf out;

	if (!run->errors)
		return false;
	buf_init(&out, run->errors->pool, 32);
	buf_str(&out, run->at);
	put_place(&out, p);
	schema_error(run->errors, buf_text(&out), rule, expected, received);
	return false;
}

bool check_spend(struct run *run, size_t steps)
{
	run->steps += (int64_t)steps;
	if (run->steps > STEPS_MAX)
		run->exhausted = true;
	return !run->exhausted;
}

/* ---- what the keywords share ---- */

const char *check_canonical(struct run *run, struct json_object *value)
{
	struct buf out;

	buf_init(&out, run->pool, 64);
	if (!tree_canonical(value, &out))
		run->exhausted = true;
	(void)check_spend(run, out.n / 8); /* the caller's caller checks run->exhausted */
	return buf_text(&out);
}

bool check_quietly(const struct scene *s, const struct node *node, struct json_object *value)
{
	struct schema_errors *errors = s->run->errors;
	bool good;

	s->run->errors = NULL;
	good = s->check(s->run, node, value, s->place);
	s->run->errors = errors;
	return good;
}

bool check_size(const struct scene *s, size_t n, const char *rule, const char *sign,
		const char *what, bool least)
{
	return (least ? n >= s->rule->count : n <= s->rule->count) ||
	       check_note(s->run, s->place, rule,
			  pool_printf(s->run->pool, "%s %zu %s", sign, s->rule->count, what),
			  pool_printf(s->run->pool, "%zu", n));
}
