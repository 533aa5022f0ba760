/* SPDX-License-Identifier: Apache-2.0 */
/* search_words.c: turns typed words into a full-text query. */
#include "config.h"

#include "core/buf.h"
#include "core/text.h"
#include "db/db.h"

#define WORDS_MAX 8

const char *db_words(void *pool, const char *said)
{
	const char *p = text_fold(pool, said);
	struct buf b;
	int n = 0;

	buf_init(&b, pool, 64);
	while (*p && n < WORDS_MAX) {
		size_t length = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789");

		if (length) {
			buf_str(&b, n++ ? " & '" : "'");
			buf_put(&b, p, length);
			buf_str(&b, "':*");
			p += length;
		} else {
			p++;
		}
	}
	return n ? buf_text(&b) : NULL;
}
