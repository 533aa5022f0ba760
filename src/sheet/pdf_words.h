/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pdf_words.h: the words of a PDF and where they stand, by lastro-pdf.
 *
 * This process never looks into the file: a program of its own, confined (pdf/confine.h), does, and whatever
 * becomes of that, the answer is a refusal.
 */
#ifndef LASTRO_SHEET_PDF_WORDS_H
#define LASTRO_SHEET_PDF_WORDS_H

#include "sheet/sheet.h"

/* pdf_is() - by its first bytes. */
bool pdf_is(struct slice content);

/*
 * pdf_words_read() - the words of a PDF.
 * @program: the path of lastro-pdf
 * @password: of the file, or NULL; it goes through a descriptor and is kept nowhere
 * @until_us: on clock_monotonic_us(): later the program is ended
 * @reason: pt-BR; set unless SHEET_OK
 */
enum sheet_err pdf_words_read(void *pool, const char *program, struct slice content,
			      const char *password, int64_t until_us, struct page_words *out,
			      const char **reason) MUST_CHECK;

/* pdf_words_parse() - the answer of the program, for its fuzzer; false when it is not whole. */
bool pdf_words_parse(void *pool, struct slice answer, struct page_words *out) MUST_CHECK;

#endif
