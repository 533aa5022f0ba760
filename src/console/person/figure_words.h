/* SPDX-License-Identifier: Apache-2.0 */
/* figure_words.h: Portuguese names of figures, and of the members of their inputs. */
#ifndef LASTRO_CONSOLE_PERSON_FIGURE_WORDS_H
#define LASTRO_CONSOLE_PERSON_FIGURE_WORDS_H

/* figure_said() - "avg_price": "Preço médio"; the name itself when it has no translation. */
const char *figure_said(const char *field);
/* figure_member_said() - "ratio_new" of an event: "novas". */
const char *figure_member_said(const char *member);

#endif
