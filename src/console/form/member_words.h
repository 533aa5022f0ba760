/* SPDX-License-Identifier: Apache-2.0 */
/*
 * member_words.h: members and words of the interface for people, in Portuguese.
 *
 * One list for all pages: what a member is called beside its field, how it is filled in, and what the words
 * of its enum mean.
 */
#ifndef LASTRO_CONSOLE_FORM_MEMBER_WORDS_H
#define LASTRO_CONSOLE_FORM_MEMBER_WORDS_H

/* member_label() - "trade_date" as "Dia"; the member itself when it has no label. */
const char *member_label(const char *member);
/* member_hint() - how its field is filled in, or NULL. */
const char *member_hint(const char *member);

/* choice_word() - "buy" as "compra", inside a sentence or a cell; the word itself when it has no text.  NULL: NULL. */
const char *choice_word(const char *word);
/* choice_label() - the same as it begins: "Compra". */
const char *choice_label(void *pool, const char *word);

#endif
