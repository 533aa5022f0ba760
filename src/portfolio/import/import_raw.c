/* SPDX-License-Identifier: Apache-2.0 */
/* import_raw.c: the original rows of a file, shown to a person with the outcome of each. */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <stdlib.h>

#include <sodium.h>

#include "core/pool.h"

/* Statements have nine columns and short cells; anything larger is cut. */
#define RAW_COLUMNS 40
#define RAW_BYTES 300

/* At most RAW_BYTES, cut between characters. */
static const char *shortened(void *pool, const char *cell)
{
	struct slice s = slice_trim(slice_of(cell));
	size_t n = s.n;

	if (n > RAW_BYTES) {
		n = RAW_BYTES;
		while (n && ((unsigned char)s.p[n] & 0xC0) == 0x80)
			n--;
	}
	return pool_strndup(pool, s.p, n);
}

static const char *cell_at(const struct sheet *s, size_t row, size_t column)
{
	return column < s->n_cells[row] ? s->rows[row][column] : NULL;
}

const char **import_raw(void *pool, const struct sheet *s, size_t header_row, size_t from,
			size_t to)
{
	size_t n = to - from;
	const char **out = pool_array(pool, const char *, n), *names[RAW_COLUMNS] = { NULL };
	void *scope = pool_new(pool, "raw rows");
	size_t *at = pool_array(scope, size_t, n); /* pointers only once the buffer stops growing */
	struct buf b;

	for (size_t c = 0; c < RAW_COLUMNS; c++) {
		const char *name = cell_at(s, header_row, c);

		names[c] = name ? shortened(pool, name) : NULL;
	}
	buf_init(&b, pool, n * 256 + 256);
	for (size_t i = 0; i < n; i++) {
		void *row = pool_new(scope, "row");
		struct json j;

		at[i] = b.n;
		json_init(&j, &b);
		json_open(&j, NULL);
		for (size_t c = 0; c < RAW_COLUMNS; c++) {
			const char *cell =
				names[c] ? cell_at(s, header_row + 1 + from + i, c) : NULL;

			if (names[c])
				json_text(&j, names[c], cell ? shortened(row, cell) : NULL);
		}
		json_close(&j);
		buf_char(&b, '\0');
		pool_free(row);
	}
	for (size_t i = 0; i < n; i++)
		out[i] = b.p + at[i];
	pool_free(scope);
	return out;
}

#define HASH_BYTES 16
#define EXTERNAL_SIZE 48 /* its hex, a dash, the digits of a row's number, NUL */

struct hashed {
	unsigned char hash[HASH_BYTES];
	size_t row;
};

static int hashed_compare(const void *x, const void *y)
{
	const struct hashed *a = x, *b = y;
	int c = memcmp(a->hash, b->hash, HASH_BYTES);

	return c ? c : (a->row < b->row ? -1 : a->row > b->row);
}

static void hash_row(const struct sheet *s, size_t row, unsigned char out[HASH_BYTES])
{
	crypto_generichash_state state;

	(void)crypto_generichash_init(&state, NULL, 0,
				      HASH_BYTES); /* cannot fail with this length */
	for (size_t c = 0; c < s->n_cells[row]; c++) {
		const char *cell = s->rows[row][c];
		struct slice trimmed = slice_trim(slice_of(cell ? cell : ""));

		(void)crypto_generichash_update(&state, (const unsigned char *)trimmed.p,
						trimmed.n);
		(void)crypto_generichash_update(&state, (const unsigned char *)"\x1f", 1);
	}
	(void)crypto_generichash_final(&state, out, HASH_BYTES);
}

static size_t unit_of(size_t v)
{
	size_t unit = 1;

	while (v / unit >= 10)
		unit *= 10;
	return unit;
}

const char **import_external_ids(void *pool, const struct sheet *s, size_t header_row, size_t n)
{
	const char **out = pool_array(pool, const char *, n);
	struct hashed *h = pool_array(pool, struct hashed, n);
	char *text = pool_array(pool, char, n *EXTERNAL_SIZE); /* one block instead of one a row */
	size_t running = 0;

	for (size_t i = 0; i < n; i++) {
		hash_row(s, header_row + 1 + i, h[i].hash);
		h[i].row = i;
	}
	qsort(h, n, sizeof(*h), hashed_compare);
	for (size_t i = 0; i < n; i++) {
		char *id = text + i * EXTERNAL_SIZE;
		size_t at = 2 * HASH_BYTES;

		running = i && memcmp(h[i].hash, h[i - 1].hash, HASH_BYTES) == 0 ? running + 1 : 1;
		sodium_bin2hex(id, 2 * HASH_BYTES + 1, h[i].hash, HASH_BYTES);
		id[at++] = '-';
		for (size_t unit = unit_of(running); unit; unit /= 10)
			id[at++] = (char)('0' + running / unit % 10);
		id[at] = '\0';
		out[h[i].row] = id;
	}
	pool_free(h);
	return out;
}
