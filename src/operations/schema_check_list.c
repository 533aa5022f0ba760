/* SPDX-License-Identifier: Apache-2.0 */
/* schema_check_list.c: keywords for lists. */
#include "config.h"

#include <stdlib.h>

#include "core/order.h"
#include "http/json_read.h"
#include "operations/schema_check.h"

static bool is_list(const struct scene *s, size_t *n)
{
	*n = 0;
	if (!json_object_is_type(s->value, json_type_array))
		return false;
	*n = json_object_array_length(s->value);
	return true;
}

bool check_items(const struct scene *s)
{
	bool good = true;
	size_t n;

	if (!is_list(s, &n))
		return true;
	for (size_t i = 0; i < n && (good || s->run->errors) && !s->run->exhausted; i++) {
		struct place place = { .up = s->place, .index = i };

		good = s->check(s->run, s->rule->node, json_object_array_get_idx(s->value, i),
				&place) &&
		       good;
	}
	return good;
}

bool check_min_items(const struct scene *s)
{
	size_t n;

	return !is_list(s, &n) || check_size(s, n, "min_items", "no mínimo", "itens", true);
}

bool check_max_items(const struct scene *s)
{
	size_t n;

	return !is_list(s, &n) || check_size(s, n, "max_items", "no máximo", "itens", false);
}

bool check_unique(const struct scene *s)
{
	const char **texts;
	size_t n;

	if (!s->rule->count || !is_list(s, &n) || n < 2)
		return true;
	texts = pool_array(s->run->pool, const char *, n);
	for (size_t i = 0; i < n; i++)
		texts[i] = check_canonical(s->run, json_object_array_get_idx(s->value, i));
	qsort(texts, n, sizeof(*texts), order_text);
	for (size_t i = 1; i < n; i++)
		if (str_eq(texts[i - 1], texts[i]))
			return check_note(s->run, s->place, "unique_items", "itens sem repetição",
					  body_shown(s->value));
	return true;
}
