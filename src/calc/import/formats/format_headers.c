/* SPDX-License-Identifier: Apache-2.0 */
/* format_headers.c: the columns of one header, in the row that may be it. */
#include "config.h"

#include <stdint.h>

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

const char **format_keys(void *pool, const struct sheet *s, size_t row)
{
	const char **keys = pool_array(pool, const char *, s->n_cells[row]);

	for (size_t i = 0; i < s->n_cells[row]; i++)
		keys[i] = s->rows[row][i] ? column_key(pool, s->rows[row][i]) : NULL;
	return keys;
}

static size_t column_of(const char *const *keys, size_t n, struct slice names)
{
	struct slice name, rest;

	for (bool more = true; more; names = rest) {
		more = slice_cut(names, ' ', &name, &rest);
		for (size_t i = 0; i < n; i++)
			if (keys[i] && slice_eq(name, keys[i]))
				return i;
	}
	return SIZE_MAX;
}

bool format_header_at(const struct format_header *h, const char *const *keys, size_t n,
		      size_t at[FORMAT_COLUMNS])
{
	for (unsigned c = 0; c < FORMAT_COLUMNS; c++) {
		at[c] = h->names[c] ? column_of(keys, n, slice_of(h->names[c])) : SIZE_MAX;
		if ((h->needs & 1u << c) && at[c] == SIZE_MAX)
			return false;
	}
	return true;
}
