/* SPDX-License-Identifier: Apache-2.0 */
/* excerpt.h: whether words quoted from a page of a document stand on it. */
#ifndef LASTRO_CORE_EXCERPT_H
#define LASTRO_CORE_EXCERPT_H

#include <stdbool.h>

#include "core/attributes.h"

struct excerpt; /* prepared for many pages */

/* excerpt_new() - @quote, valid UTF-8, prepared in @pool. */
struct excerpt *excerpt_new(void *pool, const char *quote);

/*
 * excerpt_stands() - whether it stands on @page, valid UTF-8: word for word, with case, accents and numbers as they are.
 *
 * Only how lines are set makes no difference: a run of blanks is one blank; a soft hyphen is none; a word that a hyphen
 * splits at the end of a line is whole, with the hyphen or without it, all over the page alike.  An accent is the same as
 * one character or as two.  It neither begins nor ends inside a word or a number: "3,5" does not stand in "3,50" nor in
 * "-3,5".  An excerpt of nothing but blanks stands nowhere.  Time and memory grow with the length of the page alone.
 */
bool excerpt_stands(struct excerpt *e, const char *page) MUST_CHECK;

#endif
