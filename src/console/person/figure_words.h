/* SPDX-License-Identifier: Apache-2.0 */
/* figure_words.h: what figures, and the members of what they rest on, are called by people. */
#ifndef LASTRO_CONSOLE_PERSON_FIGURE_WORDS_H
#define LASTRO_CONSOLE_PERSON_FIGURE_WORDS_H

/* figure_said() - "avg_price": "Preço médio"; the name itself where it has no word. */
const char *figure_said(const char *field);
/* figure_member_said() - "ratio_new" of an event: "novas". */
const char *figure_member_said(const char *member);

#endif
