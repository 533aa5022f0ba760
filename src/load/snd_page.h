/* SPDX-License-Identifier: Apache-2.0 */
/* snd_page.h: how debentures.com.br writes its pages (doc/load.md). */
#ifndef LASTRO_LOAD_SND_PAGE_H
#define LASTRO_LOAD_SND_PAGE_H

#include "load/delimited.h"
#include "load/field.h"

/* snd_header() - finds the header's line by its first word; its separator sets @form. */
struct slice snd_header(struct load *l, const char *first, struct csv_form *form);

/* snd_next() - the next row, which is @good; false at the footer: a line with fewer fields than the header. */
bool snd_next(struct csv *c, size_t fields, bool *good);

/* snd_number() - in Brazilian form on a page; a copy may have a point. */
enum field snd_number(const struct csv *c, size_t column, int places, wide max, wide *out);

/* snd_day() - DD/MM/YYYY with or without leading zeros. */
enum field snd_day(struct load *l, struct slice s, struct day *out);

#endif
