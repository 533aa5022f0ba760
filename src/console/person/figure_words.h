/* SPDX-License-Identifier: Apache-2.0 */
/* figure_words.h: Portuguese names of figures, and of the members of their inputs. */
#ifndef LASTRO_CONSOLE_PERSON_FIGURE_WORDS_H
#define LASTRO_CONSOLE_PERSON_FIGURE_WORDS_H

/* figure_said() - "avg_price": "Preço médio"; the name itself when it has no translation. */
const char *figure_said(const char *field);
/* figure_item_said() - an item of a figure: of xray.by_class "fii", "FIIs"; the item itself where it is a name. */
const char *figure_item_said(const char *field, const char *item);
/* figure_member_said() - "ratio_new" of an event: "novas". */
const char *figure_member_said(const char *member);

#endif
