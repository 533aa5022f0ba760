/* SPDX-License-Identifier: Apache-2.0 */
/* corrected_sheet.c: a sheet with rows that a person corrected, or left out, before it is imported. */
#include "config.h"

#include "calc/import/corrected_sheet.h"

#include "core/order.h"
#include "core/pool.h"

static int by_line(const void *x, const void *y)
{
	const struct row_correction *a = x, *b = y;

	return a->line < b->line ? -1 : a->line > b->line;
}

const struct row_correction *correction_of(const struct row_correction *corrections, size_t n,
					   size_t line)
{
	const struct row_correction key = { .line = line };

	return order_find(&key, corrections, n, sizeof(*corrections), by_line);
}

/* The rows of the new sheet, filled in one after another. */
struct corrected {
	const char *const **rows;
	const unsigned char **kinds;
	size_t *n_cells, *lines, n;
};

static size_t width_with(const struct row_correction *c, size_t n)
{
	for (size_t i = n; i < CORRECTED_CELLS_MAX; i++)
		if (c->given[i] && c->cells[i])
			n = i + 1;
	return n;
}

/* What a person types is a text, as in a CSV. */
static void put_corrected(void *pool, struct corrected *out, const struct sheet *s, size_t row,
			  const struct row_correction *c)
{
	size_t n = width_with(c, s->n_cells[row]);
	const char **cells = pool_array(pool, const char *, n);
	unsigned char *kinds = pool_array(pool, unsigned char, n);

	for (size_t i = 0; i < n; i++) {
		bool given = i < CORRECTED_CELLS_MAX && c->given[i], there = i < s->n_cells[row];

		cells[i] = given ? c->cells[i] : there ? s->rows[row][i] : NULL;
		kinds[i] = given || !there || !s->kinds ? SHEET_TEXT : s->kinds[row][i];
	}
	out->rows[out->n] = cells;
	out->kinds[out->n] = kinds;
	out->n_cells[out->n] = n;
}

struct sheet sheet_corrected(void *pool, const struct sheet *s,
			     const struct row_correction *corrections, size_t n)
{
	struct corrected out = { .rows = pool_array(pool, const char *const *, s->n_rows),
				 .kinds = pool_array(pool, const unsigned char *, s->n_rows),
				 .n_cells = pool_array(pool, size_t, s->n_rows),
				 .lines = pool_array(pool, size_t, s->n_rows) };

	for (size_t r = 0; r < s->n_rows; r++) {
		size_t line = s->lines ? s->lines[r] : r + 1;
		const struct row_correction *c = correction_of(corrections, n, line);

		if (c && c->left_out)
			continue;
		out.rows[out.n] = s->rows[r];
		out.kinds[out.n] = s->kinds ? s->kinds[r] : NULL;
		out.n_cells[out.n] = s->n_cells[r];
		if (c || !s->kinds)
			put_corrected(pool, &out, s, r, c ? c : &(struct row_correction){ 0 });
		out.lines[out.n++] = line;
	}
	return (struct sheet){ out.rows, out.n_cells, out.n, out.kinds, out.lines };
}
