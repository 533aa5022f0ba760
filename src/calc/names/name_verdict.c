/* SPDX-License-Identifier: Apache-2.0 */
/*
 * name_verdict.c: ranks candidates, and decides whether they identify an object (doc/calculations.md
 * 14).
 */
#include "config.h"

#include "calc/names/names.h"
#include "core/order.h"

#define FUZZY_MEDIUM 0.70
#define STANDING_WEIGHT 0.15

const char *const object_match_kinds[] = { "exact_key", "exact_name", "fuzzy_name", NULL };
const char *const object_confidences[] = { "high", "medium", "low", NULL };
const char *const object_reasons[] = { "exact_key",
				       "ambiguous_key",
				       "exact_name",
				       "ambiguous_name",
				       "fuzzy_needs_confirmation",
				       "no_match",
				       NULL };

static int by_match(const struct object_candidate *x, const struct object_candidate *y)
{
	if (x->match != y->match)
		return x->match < y->match ? -1 : 1;
	if (x->begins != y->begins)
		return x->begins ? -1 : 1;
	return (x->score.score < y->score.score) - (x->score.score > y->score.score);
}

/* A similar name by its score and where its object stands; a company on the exchange precedes its papers. */
static double weighed(const struct object_candidate *c)
{
	if (c->match != MATCH_FUZZY)
		return 1;
	if (c->standing == STANDING_GONE)
		return c->score.score - STANDING_WEIGHT;
	return c->score.score +
	       (c->standing == STANDING_LISTED && str_eq(c->kind, "company") ? STANDING_WEIGHT : 0);
}

/* Equally good ones: living, listed, most traded first; then the one whose own name it is. */
static int by_standing(const struct object_candidate *x, const struct object_candidate *y)
{
	bool own_x = str_eq(x->name, x->matched_value), own_y = str_eq(y->name, y->matched_value);

	if (x->standing != y->standing)
		return x->standing > y->standing ? -1 : 1;
	if (x->traded != y->traded)
		return x->traded > y->traded ? -1 : 1;
	return own_y - own_x;
}

/* The candidates of one object, the best first. */
static int by_object(const void *a, const void *b)
{
	const struct object_candidate *x = a, *y = b;
	int by_id = strcmp(x->id, y->id), c = by_id ? by_id : by_match(x, y);

	if (!c)
		c = by_standing(x, y);
	if (!c)
		c = strcmp(x->matched_type, y->matched_type);
	return c ? c : strcmp(x->matched_value, y->matched_value);
}

static int best_first(const void *a, const void *b)
{
	const struct object_candidate *x = a, *y = b;
	double v = weighed(x), w = weighed(y);

	if (x->match != y->match)
		return x->match < y->match ? -1 : 1;
	if (x->begins != y->begins)
		return x->begins ? -1 : 1;
	if (v < w || v > w)
		return v > w ? -1 : 1;
	if (by_standing(x, y))
		return by_standing(x, y);
	if (strcmp(x->name, y->name) != 0)
		return strcmp(x->name, y->name);
	return strcmp(x->id, y->id);
}

/* Unsorted candidates in, one per object out; drops fuzzy ones that are too weak. */
static size_t one_each(struct object_candidate *c, size_t n)
{
	size_t kept = 0;

	order_sort(c, n, sizeof(*c), by_object);
	for (size_t i = 0; i < n; i++) {
		if (kept && str_eq(c[kept - 1].id, c[i].id))
			continue;
		if (c[i].match == MATCH_FUZZY && c[i].score.score < OBJECT_SCORE_MIN &&
		    !c[i].begins)
			continue;
		c[kept++] = c[i];
	}
	return kept;
}

static enum object_confidence confidence(const struct object_candidate *c, size_t keys,
					 size_t names)
{
	if (c->match == MATCH_FUZZY)
		return c->score.score >= FUZZY_MEDIUM ? CONFIDENCE_MEDIUM : CONFIDENCE_LOW;
	if (c->match == MATCH_KEY)
		return keys == 1 ? CONFIDENCE_HIGH : CONFIDENCE_MEDIUM;
	return names == 1 && !keys ? CONFIDENCE_HIGH : CONFIDENCE_MEDIUM;
}

static struct object_verdict verdict(const struct object_candidate *c, size_t n, size_t keys,
				     size_t names)
{
	if (keys == 1)
		return (struct object_verdict){ c[0].id, REASON_EXACT_KEY };
	if (keys)
		return (struct object_verdict){ NULL, REASON_AMBIGUOUS_KEY };
	if (names == 1)
		return (struct object_verdict){ c[0].id, REASON_EXACT_NAME };
	if (names)
		return (struct object_verdict){ NULL, REASON_AMBIGUOUS_NAME };
	return (struct object_verdict){ NULL, n ? REASON_FUZZY : REASON_NO_MATCH };
}

/* A name's first words count when exactly one listed company, of all candidates, has them. */
static void first_words(struct object_candidate *c, size_t n)
{
	const char *only = NULL;
	bool several = false;

	for (size_t i = 0; i < n; i++) {
		c[i].begins = c[i].begins && c[i].match == MATCH_FUZZY &&
			      c[i].standing == STANDING_LISTED && str_eq(c[i].kind, "company");
		if (!c[i].begins)
			continue;
		several = several || (only && !str_eq(only, c[i].id));
		only = c[i].id;
	}
	for (size_t i = 0; several && i < n; i++)
		c[i].begins = false;
}

void object_rank(struct object_candidate *c, size_t *n, struct object_verdict *out)
{
	size_t keys = 0, names = 0;

	first_words(c, *n);
	*n = one_each(c, *n);
	order_sort(c, *n, sizeof(*c), best_first);
	for (size_t i = 0; i < *n; i++) {
		keys += c[i].match == MATCH_KEY;
		names += c[i].match == MATCH_NAME;
	}
	for (size_t i = 0; i < *n; i++)
		c[i].confidence = confidence(&c[i], keys, names);
	*out = verdict(c, *n, keys, names);
}
