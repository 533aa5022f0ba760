/* SPDX-License-Identifier: Apache-2.0 */
/* cases_suitability.c: section 15. */
#include "config.h"

#include "cases/cases.h"

#include "calc/views/views.h"

static int points(struct json_object *answer, const char *key)
{
	wide v = 0;

	if (!in_number(answer, key, 0, &v))
		case_trouble("an answer has no %s", key);
	return (int)v;
}

static struct json_object *suitability(void *pool, struct json_object *in)
{
	struct json_object *list = in_field(in, "answers"), *o;
	struct answer_points *answers = pool_array(pool, struct answer_points, in_length(list));
	struct suitability s;

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		answers[i] = (struct answer_points){ points(one, "points"), points(one, "max") };
	}
	if (suitability_of(answers, in_length(list), &s) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	out_count(o, "score", (size_t)s.score);
	out_text(o, "level", suitability_levels[s.level]);
	return o;
}

const struct case_function suitability_functions[] = {
	{ "suitability", suitability },
	{ NULL, NULL },
};
