/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page_words.h: the words of a document and where they stand.
 *
 * Produced by a reader (src/sheet), consumed by calc/import.
 */
#ifndef LASTRO_CALC_AMOUNTS_PAGE_WORDS_H
#define LASTRO_CALC_AMOUNTS_PAGE_WORDS_H

#include <stddef.h>

/* Hundredths of a point, from the upper left corner of the page. */
struct page_word {
	int page; /* from 1 */
	int x, y, width, height;
	const char *text; /* UTF-8 without blanks */
};

struct page_words {
	struct page_word *items; /* in the file's order */
	size_t n;
	int pages;
};

#endif
