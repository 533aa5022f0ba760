/* SPDX-License-Identifier: Apache-2.0 */
/* keep.c: a statement names a few papers thousands of times; each text is kept once. */
#include "config.h"

#include <stdint.h>

#include "calc/import/row.h"
#include "core/pool.h"

struct kept {
	const char *text;
	uint64_t hash;
};

static uint64_t hash_of(const char *s)
{
	uint64_t h = 14695981039346656037u; /* FNV-1a */

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return h;
}

static struct kept *kept_place(struct kept *table, size_t size, const char *text, uint64_t hash)
{
	size_t at = (size_t)hash & (size - 1);

	while (table[at].text && (table[at].hash != hash || !str_eq(table[at].text, text)))
		at = (at + 1) & (size - 1);
	return &table[at];
}

const char *import_keep(struct import_work *w, const char *text)
{
	struct kept *place;
	uint64_t hash;

	if (!text)
		return NULL;
	if (w->n_kept * 2 >= w->size_kept) {
		size_t size = w->size_kept ? 2 * w->size_kept : 256;
		struct kept *table = pool_array(w->work, struct kept, size);

		for (size_t i = 0; i < w->size_kept; i++) {
			if (w->kept[i].text)
				*kept_place(table, size, w->kept[i].text, w->kept[i].hash) =
					w->kept[i];
		}
		pool_free(w->kept);
		w->kept = table;
		w->size_kept = size;
	}
	hash = hash_of(text);
	place = kept_place(w->kept, w->size_kept, text, hash);
	if (!place->text) {
		*place = (struct kept){ pool_strdup(w->keep, text), hash };
		w->n_kept++;
	}
	return place->text;
}
