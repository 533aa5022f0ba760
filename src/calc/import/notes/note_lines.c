/* SPDX-License-Identifier: Apache-2.0 */
/* note_lines.c: words as lines, cells between two places, and numbers as notes print them. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "calc/import/notes/note_parts.h"
#include "core/buf.h"

#define DIGITS_MAX 15

static int middle(const struct page_word *w)
{
	return w->y + w->height / 2;
}

static int by_place(const void *a, const void *b)
{
	const struct page_word *const *x = a, *const *y = b;

	if ((*x)->page != (*y)->page)
		return (*x)->page < (*y)->page ? -1 : 1;
	if (middle(*x) != middle(*y))
		return middle(*x) < middle(*y) ? -1 : 1;
	return (*x)->x < (*y)->x ? -1 : (*x)->x > (*y)->x;
}

static int by_x(const void *a, const void *b)
{
	const struct page_word *const *x = a, *const *y = b;

	return (*x)->x < (*y)->x ? -1 : (*x)->x > (*y)->x;
}

/* Whether @w stands on the line that @first begins: its middle is within half a height. */
static bool same_line(const struct page_word *first, const struct page_word *w)
{
	return w->page == first->page && middle(w) - middle(first) <= first->height / 2;
}

static struct note_line line_of(void *pool, const struct page_word **words, size_t n)
{
	const char **keys = pool_array(pool, const char *, n);

	qsort(words, n, sizeof(*words), by_x);
	for (size_t i = 0; i < n; i++)
		keys[i] = column_key(pool, words[i]->text);
	return (struct note_line){ words[0]->page, words, keys, n };
}

struct note_lines note_lines(void *pool, const struct page_words *words)
{
	const struct page_word **all = pool_array(pool, const struct page_word *, words->n);
	struct note_line *lines = pool_array(pool, struct note_line, words->n);
	size_t n = 0, from = 0;

	for (size_t i = 0; i < words->n; i++)
		all[i] = &words->items[i];
	qsort(all, words->n, sizeof(*all), by_place);
	for (size_t i = 1; i <= words->n; i++) {
		if (i < words->n && same_line(all[from], all[i]))
			continue;
		lines[n++] = line_of(pool, all + from, i - from);
		from = i;
	}
	return (struct note_lines){ lines, n };
}

const char *note_cell(void *pool, const struct note_line *l, int from, int to)
{
	struct buf b;

	buf_init(&b, pool, 64);
	for (size_t i = 0; i < l->n; i++) {
		if (l->words[i]->x < from || l->words[i]->x >= to)
			continue;
		if (b.n)
			buf_char(&b, ' ');
		buf_str(&b, l->words[i]->text);
	}
	return b.n ? buf_text(&b) : NULL;
}

size_t note_word(const struct note_line *l, size_t at, const char *key)
{
	while (at < l->n && !str_eq(l->keys[at], key))
		at++;
	return at < l->n ? at : SIZE_MAX;
}

size_t note_begins(const struct note_line *l, size_t at, const char *key)
{
	while (at < l->n && !text_starts(l->keys[at], key))
		at++;
	return at < l->n ? at : SIZE_MAX;
}

/* A mark between thousands: after one to three digits, then after three each. */
static bool parts_thousands(bool grouped, int group)
{
	return grouped ? group == 3 : group >= 1 && group <= 3;
}

bool note_number(const char *text, int places, wide *out)
{
	bool negative = *text == '-', grouped = false;
	int digits = 0, group = 0, decimals = -1;
	wide v = 0;

	for (text += negative; *text; text++) {
		if (is_digit(*text) && decimals < places && digits < DIGITS_MAX) {
			v = 10 * v + (*text - '0');
			group++;
			digits++;
			decimals += decimals >= 0;
		} else if (*text == '.' && decimals < 0 && parts_thousands(grouped, group)) {
			grouped = true;
			group = 0;
		} else if (*text == ',' && decimals < 0 && group && (!grouped || group == 3)) {
			decimals = 0;
		} else {
			return false;
		}
	}
	if (!digits || decimals == 0 || (grouped && decimals < 0 && group != 3))
		return false;
	for (int i = decimals < 0 ? 0 : decimals; i < places; i++)
		v *= 10;
	*out = negative ? -v : v;
	return true;
}
