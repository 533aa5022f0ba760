/* SPDX-License-Identifier: Apache-2.0 */
/*
 * name_score.c: the similarity of a name to a query (doc/calculations.md 14, "Fuzzy score").
 *
 * Beyond that rule: a word of the query that no name contains counts, at four fifths, for a word of the
 * name that is one letter away.  Otherwise a typing error in a one-word name could never reach the
 * minimum score, since no word would be common.
 */
#include "config.h"

#include "calc/names/names.h"

#include "core/order.h"
#include "core/pool.h"

#define GENERIC_WEIGHT 0.3
#define CORRECTED 0.8
#define NEAR_MIN 4 /* letters: shorter words are one letter away from too many others */

static double weight(const char *word)
{
	return object_word_is_generic(word) ? GENERIC_WEIGHT : 1;
}

static double total_weight(const struct object_words *w)
{
	double sum = 0;

	for (size_t i = 0; i < w->n; i++)
		sum += weight(w->word[i]);
	return sum;
}

bool object_words_near(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b), i = 0;

	if (n > m) {
		const char *t = a;
		size_t k = n;

		a = b;
		b = t;
		n = m;
		m = k;
	}
	if (n < NEAR_MIN - 1 || m < NEAR_MIN || m - n > 1)
		return false;
	if (strpbrk(a, "0123456789") || strpbrk(b, "0123456789"))
		return false;
	while (i < n && a[i] == b[i])
		i++;
	if (n < m)
		return str_eq(a + i, b + i + 1);
	if (i == n || str_eq(a + i + 1, b + i + 1))
		return true;
	return a[i + 1] && a[i] == b[i + 1] && a[i + 1] == b[i] && str_eq(a + i + 2, b + i + 2);
}

/* ---- words ---- */

/* A word of the name that is not in the query itself; each is matched once. */
static const char *near_word(const char *word, const struct object_words *query,
			     const struct object_words *name, bool *taken)
{
	for (size_t i = 0; i < name->n; i++) {
		if (taken[i] || text_among(query->word, query->n, name->word[i]) ||
		    !object_words_near(word, name->word[i]))
			continue;
		taken[i] = true;
		return name->word[i];
	}
	return NULL;
}

static double common_weight(const struct object_words *query, const bool *unknown,
			    const struct object_words *name, struct object_score *out)
{
	bool taken[OBJECT_WORDS_MAX] = { false };
	double sum = 0;

	for (size_t i = 0; i < query->n; i++) {
		const char *near;

		if (text_among(name->word, name->n, query->word[i])) {
			sum += weight(query->word[i]);
			continue;
		}
		near = unknown && unknown[i] ? near_word(query->word[i], query, name, taken) : NULL;
		if (!near)
			continue;
		sum += CORRECTED * weight(near);
		if (!out->corrected_from) {
			out->corrected_from = query->word[i];
			out->corrected_to = near;
		}
	}
	return sum;
}

/* ---- trigrams ---- */

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Two blanks before each word and one after; of bytes, three per number.  Ascending, without duplicates. */
static uint32_t *trigrams_of(void *pool, const struct object_words *w, size_t *n)
{
	size_t room = 1, kept = 0;
	uint32_t *out;

	for (size_t i = 0; i < w->n; i++)
		room += strlen(w->word[i]) + 1;
	out = pool_array(pool, uint32_t, room);
	*n = 0;
	for (size_t i = 0; i < w->n; i++) {
		uint32_t last3 = ' ' << 8 | ' ';

		for (const unsigned char *p = (const unsigned char *)w->word[i]; *p; p++) {
			last3 = (last3 << 8 | *p) & 0xffffff;
			out[(*n)++] = last3;
		}
		out[(*n)++] = (last3 << 8 | ' ') & 0xffffff;
	}
	order_sort(out, *n, sizeof(*out), by_value);
	for (size_t i = 0; i < *n; i++)
		if (!kept || out[kept - 1] != out[i])
			out[kept++] = out[i];
	*n = kept;
	return out;
}

static double jaccard(void *pool, const struct object_words *a, const struct object_words *b)
{
	size_t n, m, i = 0, k = 0, common = 0;
	const uint32_t *x = trigrams_of(pool, a, &n), *y = trigrams_of(pool, b, &m);

	while (i < n && k < m) {
		uint32_t left = x[i], right = y[k];

		common += left == right;
		i += left <= right;
		k += right <= left;
	}
	return n + m > common ? (double)common / (double)(n + m - common) : 0;
}

void object_score_of(void *pool, const struct object_words *query, const bool *unknown,
		     const struct object_words *name, struct object_score *out)
{
	double total = total_weight(query) + total_weight(name);
	void *scratch = pool_new(pool, "score");

	*out = (struct object_score){ 0 };
	if (total > 0)
		out->words = 2 * common_weight(query, unknown, name, out) / total;
	out->trigrams = jaccard(scratch, query, name);
	out->score = (out->words + out->trigrams) / 2;
	pool_free(scratch);
}

bool object_name_begins(void *pool, const char *query, const char *name)
{
	struct slice q = slice_of(text_words(pool, query)), n = slice_of(text_words(pool, name));
	bool corrected = false, more = q.n > 0;
	struct slice a, b;

	if (!more)
		return false;
	while (more) {
		more = slice_cut(q, ' ', &a, &q);
		if (!n.n)
			return false;
		(void)slice_cut(n, ' ', &b, &n);
		if (slice_same(a, b))
			continue;
		if (corrected || !object_words_near(slice_text(pool, a), slice_text(pool, b)))
			return false;
		corrected = true;
	}
	return true;
}
