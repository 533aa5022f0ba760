/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cases_objects.c: sections 13 and 14.
 *
 * The database's part, the selection of visible observations and of candidate objects, is done here
 * in the simplest way; the rules are those of calc.
 */
#include "config.h"

#include "cases/cases.h"

#include <stdlib.h>

#include "calc/names/names.h"

/* ---- 13: cohorts ---- */

struct seen {
	struct day day, filed;
	wide value;
};

struct span {
	struct day at, since, since_from;
	bool has_since, filed;
};

static int by_day(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->day.n != y->day.n)
		return x->day.n < y->day.n ? -1 : 1;
	return (x->filed.n > y->filed.n) - (x->filed.n < y->filed.n);
}

/* Ascending by base date; of each date the value filed last. */
static struct seen *visible(void *pool, struct json_object *obs, const struct span *s, size_t *n)
{
	struct seen *out = pool_array(pool, struct seen, in_length(obs) + 1);
	size_t kept = 0;

	*n = 0;
	for (size_t i = 0; i < in_length(obs); i++) {
		struct json_object *o = json_object_array_get_idx(obs, i);
		struct seen one = { .filed = DAY_FAR_PAST };
		bool filed = in_day(o, "filed_at", &one.filed);

		one.day = day_of(in_text(o, "date"));
		(void)in_number(o, "value", 12, &one.value);
		if (day_before(s->at, one.day) ||
		    (s->filed && (!filed || day_before(s->at, one.filed))))
			continue;
		out[(*n)++] = one;
	}
	if (*n)
		qsort(out, *n, sizeof(*out), by_day);
	for (size_t i = 0; i < *n; i++) {
		if (kept && day_same(out[kept - 1].day, out[i].day))
			kept--;
		out[kept++] = out[i];
	}
	*n = kept;
	return out;
}

static void add(struct cohort_facts *f, const struct seen *o)
{
	if (!f->n || o->value < f->min)
		f->min = o->value;
	if (!f->n || o->value > f->max)
		f->max = o->value;
	if (!f->n)
		f->from_day = o->day;
	f->to_day = o->day;
	f->sum += o->value;
	f->n++;
}

static struct cohort_facts facts_of(const struct seen *o, size_t n, const struct span *s,
				    enum cohort_reduce reduce)
{
	struct cohort_facts f = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!cohort_has_window(reduce)) {
			f.has_to = true;
			f.to = o[i].value;
			f.to_day = o[i].day;
			if (day_before(s->since_from, o[i].day))
				continue;
			f.has_from = true;
			f.from = o[i].value;
			f.from_day = o[i].day;
		} else if (!s->has_since || !day_before(o[i].day, s->since)) {
			add(&f, &o[i]);
		}
	}
	if (!cohort_has_window(reduce) && s->has_since && day_before(f.to_day, s->since))
		f.has_to = false;
	return f;
}

struct placed {
	const char *id;
	struct cohort_value value;
};

static int largest_first(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	return cohort_order(true, x->value.e12, x->id, y->value.e12, y->id);
}

static void out_placed(struct json_object *rows, const struct placed *p)
{
	struct json_object *o = json_object_new_object();

	out_text(o, "id", p->id);
	out_value(o, "value", p->value.e12, 12, 6);
	out_count(o, "observations", (size_t)p->value.observations);
	out_day(o, "as_of", p->value.as_of);
	if (p->value.has_from)
		out_day(o, "as_of_from", p->value.as_of_from);
	else
		out_null(o, "as_of_from");
	json_object_array_add(rows, o);
}

static struct json_object *cohort(void *pool, struct json_object *in)
{
	struct json_object *objects = in_field(in, "objects"), *o, *rows;
	struct placed *list = pool_array(pool, struct placed, in_length(objects) + 1);
	enum cohort_reduce reduce = (enum cohort_reduce)in_enum(in, "reduce", cohort_reduces, -1);
	struct span s = { .at = day_of(in_text(in, "at")) };
	size_t n = 0;

	s.has_since = in_day(in, "since", &s.since);
	(void)in_day(in, "since_from", &s.since_from);
	s.filed = in_text(in, "availability") && str_eq(in_text(in, "availability"), "filed");
	for (size_t i = 0; i < in_length(objects); i++) {
		struct json_object *object = json_object_array_get_idx(objects, i);
		size_t seen;
		struct seen *obs = visible(pool, in_field(object, "obs"), &s, &seen);
		struct cohort_facts f = facts_of(obs, seen, &s, reduce);
		bool left_out = false;

		if (cohort_value_of(reduce, &f, &left_out, &list[n].value) != CALC_OK)
			return NULL;
		if (!left_out)
			list[n++].id = in_text(object, "id");
	}
	if (n)
		qsort(list, n, sizeof(*list), largest_first);
	o = json_object_new_object();
	rows = out_array(o, "rows");
	for (size_t i = 0; i < n; i++)
		out_placed(rows, &list[i]);
	out_count(out_object(o, "meta"), "cohort_size", in_length(objects));
	return o;
}

/* ---- 14: names ---- */

struct found {
	struct object_candidate *list;
	size_t n;
};

static void found_add(struct found *f, struct json_object *o, enum object_match_kind match,
		      const char *type, const char *value, const struct object_score *score)
{
	f->list[f->n++] = (struct object_candidate){ .id = in_text(o, "id"),
						     .kind = in_text(o, "kind"),
						     .subkind = in_text(o, "subkind"),
						     .name = in_text(o, "name"),
						     .match = match,
						     .matched_type = type,
						     .matched_value = value,
						     .score = *score };
}

static void try_keys(void *pool, struct json_object *o, const char *key, struct found *f)
{
	static const struct object_score whole = { .score = 1 };
	struct json_object *keys = in_field(o, "keys");

	for (size_t i = 0; i < in_length(keys); i++) {
		struct json_object *k = json_object_array_get_idx(keys, i);

		if (*key && str_eq(object_key_normal(pool, in_text(k, "value")), key))
			found_add(f, o, MATCH_KEY, in_text(k, "type"), in_text(k, "value"), &whole);
	}
}

static bool of_type(struct json_object *o, const struct object_words *q)
{
	const char *subkind = in_text(o, "subkind");

	if (!q->kind)
		return true;
	return str_eq(in_text(o, "kind"), q->kind) &&
	       (!q->subkind || (subkind && str_eq(subkind, q->subkind)));
}

static void try_name(void *pool, struct json_object *o, const struct object_words *q,
		     const char *name, struct found *f)
{
	struct object_words words;
	struct object_score score = { .score = 1 };

	if (!name || !of_type(o, q))
		return;
	object_words_of(pool, name, &words);
	if (str_eq(words.joined, q->joined)) {
		found_add(f, o, MATCH_NAME, "name", name, &score);
		return;
	}
	object_score_of(pool, q, NULL, &words, &score);
	found_add(f, o, MATCH_FUZZY, "name", name, &score);
}

static void try_object(void *pool, struct json_object *o, const char *query, struct found *f)
{
	struct json_object *aliases = in_field(o, "aliases");
	struct object_words q;

	object_words_of(pool, query, &q);
	try_keys(pool, o, object_key_normal(pool, query), f);
	try_name(pool, o, &q, in_text(o, "name"), f);
	for (size_t i = 0; i < in_length(aliases); i++)
		try_name(pool, o, &q, json_object_get_string(json_object_array_get_idx(aliases, i)),
			 f);
}

static void out_candidate(struct json_object *data, const char *query,
			  const struct object_candidate *c)
{
	struct json_object *o = json_object_new_object();

	out_text(o, "query", query);
	out_text(o, "id", c->id);
	out_text(o, "kind", c->kind);
	out_text(o, "subkind", c->subkind);
	out_text(o, "name", c->name);
	out_text(o, "match_kind", object_match_kinds[c->match]);
	out_text(o, "matched_key_type", c->matched_type);
	out_text(o, "matched_key_value", c->matched_value);
	out_text(o, "confidence", object_confidences[c->confidence]);
	out_double(o, "score", c->score.score, 4);
	json_object_array_add(data, o);
}

static void resolve_one(void *pool, struct json_object *objects, const char *query,
			struct json_object *data, struct json_object *queries)
{
	struct found f = { .list = pool_array(pool, struct object_candidate,
					      16 * (in_length(objects) + 1)) };
	struct json_object *o = json_object_new_object();
	struct object_verdict v;

	for (size_t i = 0; i < in_length(objects); i++)
		try_object(pool, json_object_array_get_idx(objects, i), query, &f);
	object_rank(f.list, &f.n, &v);
	for (size_t i = 0; i < f.n; i++)
		out_candidate(data, query, &f.list[i]);
	out_text(o, "q", query);
	out_text(o, "best_id", v.best_id);
	out_count(o, "candidates", f.n);
	out_text(o, "reason", object_reasons[v.reason]);
	json_object_array_add(queries, o);
}

static struct json_object *resolve(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object(), *data = out_array(o, "data");
	struct json_object *queries = out_array(out_object(o, "meta"), "queries");
	struct slice rest = slice_of(in_text(in, "q")), one;
	bool more = true;

	while (more) {
		more = slice_cut(rest, '|', &one, &rest);
		resolve_one(pool, in_field(in, "objects"), slice_text(pool, one), data, queries);
	}
	return o;
}

const struct case_function object_functions[] = {
	{ "cohort", cohort },
	{ "resolve", resolve },
	{ NULL, NULL },
};
