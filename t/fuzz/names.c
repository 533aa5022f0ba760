/* SPDX-License-Identifier: Apache-2.0 */
/* names.c: two texts, one per line: split into words and keys, and compared. */
#include "config.h"

#include <string.h>

#include "calc/names/names.h"
#include "core/pool.h"
#include "core/text.h"

#include "entry.h"

static void check_words(void *pool, const char *text, struct object_words *w)
{
	struct object_words again;

	object_words_of(pool, text, w);
	promise(w->n <= OBJECT_WORDS_MAX);
	for (size_t i = 0; i < w->n; i++) {
		promise(*w->word[i] && !strchr(w->word[i], ' '));
		promise(i == 0 || strcmp(w->word[i - 1], w->word[i]) < 0);
	}
	object_words_of(pool, w->joined, &again);
	promise(strcmp(again.joined, w->joined) == 0);
}

static void check_key(void *pool, const char *text)
{
	const char *key = object_key_normal(pool, text);
	bool right = false;

	promise(strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == strlen(key));
	promise(strcmp(object_key_normal(pool, key), key) == 0);
	promise(object_key_form(key, &right) != KEY_FORM_OTHER || !right);
}

static void check_score(void *pool, const struct object_words *a, const struct object_words *b)
{
	bool unknown[OBJECT_WORDS_MAX];
	struct object_score one, corrected;

	for (size_t i = 0; i < OBJECT_WORDS_MAX; i++)
		unknown[i] = true;
	object_score_of(pool, a, NULL, b, &one);
	object_score_of(pool, a, unknown, b, &corrected);
	promise(one.score >= 0 && one.score <= 1 + 1e-9);
	promise(corrected.score >= 0 && corrected.score <= 1 + 1e-9);
	promise(!a->n || strcmp(a->joined, b->joined) != 0 || one.score > 1 - 1e-9);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	struct slice text = { (const char *)input, n }, first, second = SLICE("");
	struct object_words a, b;
	void *pool;

	if (!text_valid(text, NULL) || memchr(input, 0, n))
		return 0;
	pool = pool_new(NULL, "names");
	(void)slice_cut(text, '\n', &first, &second);
	check_words(pool, slice_text(pool, first), &a);
	check_words(pool, slice_text(pool, second), &b);
	check_key(pool, slice_text(pool, first));
	check_score(pool, &a, &b);
	check_score(pool, &a, &a);
	for (size_t i = 0; i < a.n && i < b.n; i++)
		promise(object_words_near(a.word[i], b.word[i]) ==
			object_words_near(b.word[i], a.word[i]));
	pool_free(pool);
	return 0;
}
