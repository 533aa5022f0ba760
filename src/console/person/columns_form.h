/* SPDX-License-Identifier: Apache-2.0 */
/* columns_form.h: the form that asks which column of an unknown sheet is which. */
#ifndef LASTRO_CONSOLE_PERSON_COLUMNS_FORM_H
#define LASTRO_CONSOLE_PERSON_COLUMNS_FORM_H

#include "console/form/entry.h"
#include "portfolio/portfolio.h"

#define COLUMNS_PATH "/imports/columns" /* after the portfolio's */
#define COLUMNS_HEADER "header"
#define COLUMNS_OPERATION "operation"
#define COLUMNS_NAME_CHARS 80

/* What the page is about. */
struct columns_asked {
	const char *held;
	struct form_file file;
	const char *header, *operation; /* as in the form; NULL: guessed */
	struct wallet_columns found;
};

/* columns_find_asked() - the sheet of the file, and its columns as they were asked for. */
void columns_find_asked(struct ctx *ctx, struct columns_asked *a);

/* columns_number() - "3" as a number from 1 to @max; 0: another text, or NULL. */
size_t columns_number(const char *text, size_t max);

/* columns_word_name() - the field of word @i of the operation's column; columns_have_words() - whether there are such. */
const char *columns_word_name(void *pool, size_t i);
bool columns_have_words(const struct columns_asked *a);

/* columns_forms_write() - the first rows, and the two forms: of header and operation, and of all else. */
void columns_forms_write(struct html *h, const struct columns_asked *a, const struct entry *e);

#endif
