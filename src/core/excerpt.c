/* SPDX-License-Identifier: Apache-2.0 */
/*
 * excerpt.c: whether words quoted from a page of a document stand on it.
 *
 * Both are read alike, into code points, and one is searched in the other by Knuth, Morris and Pratt: a hostile
 * page costs what any of its length does.  Whether a hyphen at the end of a line belongs to the word, nobody can
 * tell from the page: both are read twice, without these hyphens and with them.
 */
#include "config.h"

#include "core/excerpt.h"

#include <stdint.h>
#include <string.h>

#include <utf8proc.h>

#include "core/pool.h"

#define MARKS_MAX 30 /* on one character: more are compared as they stand (UAX 15, 13) */
#define LONGEST 4    /* code points that one code point is made of */
#define SOFT_HYPHEN 0xAD

struct points {
	int32_t *list;
	size_t n;
};

enum reading { JOINED, HYPHENED, READINGS };

struct excerpt {
	struct points read[READINGS];
	size_t *back[READINGS]; /* of each length that matches: the next shorter one that does */
};

/* ---- characters ---- */

static bool is_line_end(int32_t c)
{
	return (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

static bool is_blank(int32_t c)
{
	return c == ' ' || c == '\t' || is_line_end(c) ||
	       (c >= 0xA0 && utf8proc_category(c) == UTF8PROC_CATEGORY_ZS);
}

static bool is_hyphen(int32_t c)
{
	return c == '-' || c == 0x2010 || c == SOFT_HYPHEN;
}

static bool is_letter(int32_t c)
{
	return utf8proc_category(c) >= UTF8PROC_CATEGORY_LU &&
	       utf8proc_category(c) <=
		       UTF8PROC_CATEGORY_ME; /* accents that were not composed, too */
}

static bool is_number(int32_t c)
{
	return utf8proc_category(c) >= UTF8PROC_CATEGORY_ND &&
	       utf8proc_category(c) <= UTF8PROC_CATEGORY_NO;
}

/* ---- reading ---- */

/* A character with its marks, in the one form that Unicode calls composed; returns how many code points that are. */
static size_t compose(int32_t *list, size_t n)
{
	int32_t whole[(MARKS_MAX + 1) * LONGEST];
	utf8proc_ssize_t most = (utf8proc_ssize_t)(sizeof(whole) / sizeof(*whole)), k = 0;

	if (n == 1 && *list < 0x300)
		return n;
	for (size_t i = 0; i < n; i++) {
		utf8proc_ssize_t made = utf8proc_decompose_char(list[i], whole + k, most - k,
								UTF8PROC_DECOMPOSE, NULL);

		if (made < 0 || made > most - k)
			return n;
		k += made;
	}
	for (utf8proc_ssize_t i = 1; i < k;
	     i++) { /* marks of one character: in order of their class */
		for (utf8proc_ssize_t at = i; at > 0; at--) {
			int before = utf8proc_get_property(whole[at - 1])->combining_class;
			int class = utf8proc_get_property(whole[at])->combining_class;
			int32_t moved = whole[at];

			if (!class || before <= class)
				break;
			whole[at] = whole[at - 1];
			whole[at - 1] = moved;
		}
	}
	k = utf8proc_normalize_utf32(whole, k, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
	if (k < 0 || (size_t)k > n)
		return n;
	memcpy(list, whole, (size_t)k * sizeof(*whole));
	return (size_t)k;
}

/* The text as composed code points: no more than it has bytes. */
static struct points points_of(void *pool, const char *text)
{
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)text;
	struct points out = { pool_array(pool, int32_t, strlen(text) + 1), 0 };
	size_t first = 0; /* of the character whose marks follow */
	utf8proc_int32_t c;

	for (utf8proc_ssize_t n; *p; p += n) {
		n = utf8proc_iterate(p, -1, &c);
		if (n <= 0)
			break;
		if (!utf8proc_get_property(c)->combining_class || out.n - first > MARKS_MAX - 1) {
			out.n = first + compose(out.list + first, out.n - first);
			first = out.n;
		}
		out.list[out.n++] = c;
	}
	if (out.n > first)
		out.n = first + compose(out.list + first, out.n - first);
	return out;
}

/* The letter that a word goes on with after the hyphen at @i, which ends a line; @p->n: it is no such hyphen. */
static size_t goes_on(const struct points *p, size_t i, int32_t before)
{
	bool ended = false;
	size_t at = i + 1;

	for (; at < p->n && is_blank(p->list[at]); at++)
		ended |= is_line_end(p->list[at]);
	return ended && at < p->n && is_letter(before) && is_letter(p->list[at]) ? at : p->n;
}

static struct points read_as(void *pool, const struct points *p, enum reading how)
{
	struct points out = { pool_array(pool, int32_t, p->n + 1), 0 };

	for (size_t i = 0; i < p->n; i++) {
		int32_t c = p->list[i], before = out.n ? out.list[out.n - 1] : ' ';
		size_t next = is_hyphen(c) ? goes_on(p, i, before) : p->n;

		if (next < p->n) {
			if (how == HYPHENED && c != SOFT_HYPHEN)
				out.list[out.n++] = '-';
			i = next - 1;
		} else if (is_blank(c)) {
			if (before != ' ')
				out.list[out.n++] = ' ';
		} else if (c != SOFT_HYPHEN) {
			out.list[out.n++] = c == 0x2010 ? '-' : c;
		}
	}
	if (out.n && out.list[out.n - 1] == ' ')
		out.n--;
	return out;
}

/* ---- searching ---- */

static size_t *backs_of(void *pool, const struct points *q)
{
	size_t *back = pool_array(pool, size_t, q->n + 1), k = 0;

	back[0] = 0;
	if (q->n)
		back[1] = 0;
	for (size_t i = 1; i < q->n; i++) {
		while (k && q->list[i] != q->list[k])
			k = back[k];
		k += q->list[i] == q->list[k];
		back[i + 1] = k;
	}
	return back;
}

/* Whether a word or a number goes on across the place before @at. */
static bool is_inside(const struct points *p, size_t at)
{
	int32_t left, right;

	if (at == 0 || at == p->n)
		return false;
	left = p->list[at - 1];
	right = p->list[at];
	if ((is_letter(left) || is_number(left)) && (is_letter(right) || is_number(right)))
		return true;
	if (is_number(right)) /* the sign of a number; what is before its point */
		return left == '-' || left == 0x2212 ||
		       ((left == ',' || left == '.') && at > 1 && is_number(p->list[at - 2]));
	return is_number(left) && (right == ',' || right == '.') && at + 1 < p->n &&
	       is_number(p->list[at + 1]);
}

static bool stands(const struct points *q, const size_t *back, const struct points *p)
{
	size_t k = 0;

	for (size_t i = 0; q->n && i < p->n; i++) {
		while (k && p->list[i] != q->list[k])
			k = back[k];
		k += p->list[i] == q->list[k];
		if (k < q->n)
			continue;
		if (!is_inside(p, i + 1 - k) && !is_inside(p, i + 1))
			return true;
		k = back[k];
	}
	return false;
}

struct excerpt *excerpt_new(void *pool, const char *quote)
{
	struct excerpt *e = pool_zero(pool, struct excerpt);
	struct points p = points_of(e, quote);

	for (enum reading how = JOINED; how < READINGS; how++) {
		e->read[how] = read_as(e, &p, how);
		e->back[how] = backs_of(e, &e->read[how]);
	}
	return e;
}

bool excerpt_stands(struct excerpt *e, const char *page)
{
	void *pool = pool_new(e, "excerpt");
	struct points p = points_of(pool, page);
	bool found = false;

	for (enum reading how = JOINED; how < READINGS && !found; how++) {
		struct points read = read_as(pool, &p, how);

		found = stands(&e->read[how], e->back[how], &read);
	}
	pool_free(pool);
	return found;
}
