/* SPDX-License-Identifier: Apache-2.0 */
/*
 * name_verdict.c: ranks candidates, and decides whether they identify an object (doc/calculations.md
 * 14).
 */
#include "config.h"

#include "calc/names/names.h"
#include "core/order.h"

#define FUZZY_MEDIUM 0.70

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
	return (x->score.score < y->score.score) - (x->score.score > y->score.score);
}

/* The candidates of one object, the best first. */
static int by_object(const void *a, const void *b)
{
	const struct object_candidate *x = a, *y = b;
	int by_id = strcmp(x->id, y->id), c = by_id ? by_id : by_match(x, y);

	if (!c)
		c = strcmp(x->matched_type, y->matched_type);
	return c ? c : strcmp(x->matched_value, y->matched_value);
}

static int best_first(const void *a, const void *b)
{
	const struct object_candidate *x = a, *y = b;
	int c = by_match(x, y);

	if (!c)
		c = strcmp(x->name, y->name);
	return c ? c : strcmp(x->id, y->id);
}

/* Unsorted candidates in, one per object out; drops fuzzy ones that are too weak. */
static size_t one_each(struct object_candidate *c, size_t n)
{
	size_t kept = 0;

	order_sort(c, n, sizeof(*c), by_object);
	for (size_t i = 0; i < n; i++) {
		if (kept && str_eq(c[kept - 1].id, c[i].id))
			continue;
		if (c[i].match == MATCH_FUZZY && c[i].score.score < OBJECT_SCORE_MIN)
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

void object_rank(struct object_candidate *c, size_t *n, struct object_verdict *out)
{
	size_t keys = 0, names = 0;

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
