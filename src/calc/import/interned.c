/* SPDX-License-Identifier: Apache-2.0 */
/* interned.c: a statement names a few papers thousands of times; each text is stored once. */
#include "config.h"

#include <stdint.h>

#include "calc/import/import_row.h"
#include "core/encode.h"
#include "core/pool.h"

struct interned {
	const char *text;
	uint64_t hash;
};

static struct interned *interned_place(struct interned *table, size_t size, const char *text,
				       uint64_t hash)
{
	size_t at = (size_t)hash & (size - 1);

	while (table[at].text && (table[at].hash != hash || !str_eq(table[at].text, text)))
		at = (at + 1) & (size - 1);
	return &table[at];
}

const char *import_keep(struct import_work *w, const char *text)
{
	struct interned *place;
	uint64_t hash;

	if (!text)
		return NULL;
	if (w->n_interned * 2 >= w->size_interned) {
		size_t size = w->size_interned ? 2 * w->size_interned : 256;
		struct interned *table = pool_array(w->work, struct interned, size);

		for (size_t i = 0; i < w->size_interned; i++) {
			if (w->interned[i].text)
				*interned_place(table, size, w->interned[i].text,
						w->interned[i].hash) = w->interned[i];
		}
		pool_free(w->interned);
		w->interned = table;
		w->size_interned = size;
	}
	hash = fnv1a(FNV1A_START, text, strlen(text));
	place = interned_place(w->interned, w->size_interned, text, hash);
	if (!place->text) {
		*place = (struct interned){ pool_strdup(w->keep, text), hash };
		w->n_interned++;
	}
	return place->text;
}
