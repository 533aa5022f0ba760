/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table.c: collects cells into rows and rows into a struct sheet.
 *
 * Texts and rows are taken from chunks, not allocated one by one: a pool block has a hundred bytes of
 * overhead, and a year of trades has tens of thousands of cells.
 */
#include "config.h"

#include "sheet/table.h"

#include <stdlib.h>

#include "core/pool.h"

#define TEXT_CHUNK ((size_t)65536)
#define SLOT_CHUNK ((size_t)8192)

void table_init(struct table *t, void *pool)
{
	memset(t, 0, sizeof(*t));
	t->pool = pool;
}

static const char cell_too_long[] = "Uma célula da planilha tem mais de 131.072 bytes.";

void table_append(struct table *t, struct buf *text, const char *p, size_t n)
{
	if (n > SHEET_CELL_MAX - text->n)
		t->reason = cell_too_long;
	else
		buf_put(text, p, n);
}

static void refuse_text(struct table *t)
{
	t->reason = "Os textos da planilha passam de 96 MiB: divida-a por período.";
	t->complex = true;
}

const char *table_text(struct table *t, const char *p, size_t n)
{
	char *at;

	if (n > SHEET_CELL_MAX) {
		t->reason = cell_too_long;
		return "";
	}
	t->text_bytes += n + 1;
	if (t->text_bytes > SHEET_TEXT_MAX) {
		refuse_text(t);
		return "";
	}
	if (n >= TEXT_CHUNK / 4)
		return text_bare(pool_strndup(t->pool, p, n));
	if (t->text_left <= n) {
		t->text = pool_array(t->pool, char, TEXT_CHUNK);
		t->text_left = TEXT_CHUNK;
	}
	at = t->text;
	if (n)
		memcpy(at, p, n);
	at[n] = '\0';
	t->text += n + 1;
	t->text_left -= n + 1;
	return text_bare(at);
}

const char *table_day(struct table *t, struct day day)
{
	char text[10];
	int y, m, d;

	day_to_ymd(day, &y, &m, &d);
	day_digits(text, d, 2);
	text[2] = '/';
	day_digits(text + 3, m, 2);
	text[5] = '/';
	day_digits(text + 6, y, 4);
	return table_text(t, text, sizeof(text));
}

void table_cell(struct table *t, size_t column, enum sheet_cell kind, const char *text)
{
	struct slice trimmed = slice_trim(slice_of(text));

	if (t->reason || trimmed.n == 0)
		return;
	t->cell_bytes += trimmed.n;
	if (t->cell_bytes > SHEET_TEXT_MAX) {
		refuse_text(t);
		return;
	}
	if (column >= SHEET_COLUMNS_MAX) {
		t->reason = "A planilha tem mais de 200 colunas preenchidas.";
		return;
	}
	t->cells[column] = text;
	t->kinds[column] = (unsigned char)kind;
	if (column + 1 > t->width)
		t->width = column + 1;
}

static const char **row_slots(struct table *t, size_t n)
{
	const char **at;

	if (t->slots_left < n) {
		t->slots = pool_array(t->pool, const char *, SLOT_CHUNK);
		t->slots_left = SLOT_CHUNK;
	}
	at = t->slots;
	t->slots += n;
	t->slots_left -= n;
	return at;
}

static unsigned char *kind_slots(struct table *t, size_t n)
{
	unsigned char *at;

	if (t->kind_slots_left < n) {
		t->kind_slots = pool_array(t->pool, unsigned char, SLOT_CHUNK);
		t->kind_slots_left = SLOT_CHUNK;
	}
	at = t->kind_slots;
	t->kind_slots += n;
	t->kind_slots_left -= n;
	return at;
}

void table_row(struct table *t, size_t number)
{
	unsigned char *kinds;
	const char **row;

	if (t->reason || t->width == 0)
		return;
	t->total_cells += t->width;
	if (t->rows_before + t->n_rows == SHEET_ROWS_MAX || t->total_cells > SHEET_CELLS_MAX) {
		t->reason =
			"A planilha tem mais de 100.000 linhas preenchidas: divida-a por período.";
		return;
	}
	if (t->n_rows == t->size) {
		t->size = t->size ? 2 * t->size : 256;
		t->rows = pool_resize(t->pool, t->rows, const char *const *, t->size);
		t->row_kinds = pool_resize(t->pool, t->row_kinds, const unsigned char *, t->size);
		t->n_cells = pool_resize(t->pool, t->n_cells, size_t, t->size);
		t->number = pool_resize(t->pool, t->number, size_t, t->size);
	}
	row = row_slots(t, t->width);
	memcpy(row, t->cells, t->width * sizeof(*row));
	kinds = kind_slots(t, t->width);
	memcpy(kinds, t->kinds, t->width);
	if (t->n_rows && number < t->number[t->n_rows - 1])
		t->unordered = true;
	t->rows[t->n_rows] = row;
	t->row_kinds[t->n_rows] = kinds;
	t->n_cells[t->n_rows] = t->width;
	t->number[t->n_rows++] = number;
	memset(t->cells, 0, t->width * sizeof(*t->cells));
	memset(t->kinds, 0, t->width);
	t->width = 0;
}

struct placed {
	size_t number, order, n_cells;
	const char *const *row;
	const unsigned char *kinds;
};

static int placed_compare(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void put_in_order(struct table *t)
{
	struct placed *p = pool_array(t->pool, struct placed, t->n_rows);

	for (size_t i = 0; i < t->n_rows; i++)
		p[i] = (struct placed){ t->number[i], i, t->n_cells[i], t->rows[i],
					t->row_kinds[i] };
	qsort(p, t->n_rows, sizeof(*p), placed_compare);
	for (size_t i = 0; i < t->n_rows; i++) {
		t->rows[i] = p[i].row;
		t->n_cells[i] = p[i].n_cells;
		t->row_kinds[i] = p[i].kinds;
		t->number[i] = p[i].number;
	}
}

enum sheet_err table_done(struct table *t, struct sheet *out, const char **reason)
{
	if (t->reason) {
		*reason = t->reason;
		return t->complex ? SHEET_TOO_COMPLEX : SHEET_UNREADABLE;
	}
	if (t->unordered)
		put_in_order(t);
	*out = (struct sheet){ (const char *const *const *)t->rows, t->n_cells, t->n_rows,
			       (const unsigned char *const *)t->row_kinds, t->number };
	t->rows_before += t->n_rows;
	t->rows = NULL;
	t->row_kinds = NULL;
	t->n_cells = t->number = NULL;
	t->n_rows = t->size = 0;
	t->unordered = false;
	return SHEET_OK;
}
