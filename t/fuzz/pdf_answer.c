/* SPDX-License-Identifier: Apache-2.0 */
/* pdf_answer.c: the input is what lastro-pdf says, which is no more trusted than its file. */
#include "config.h"

#include "calc/import/formats/formats.h"
#include "calc/import/notes/notes.h"
#include "core/pool.h"
#include "sheet/pdf_words.h"

#include "statement.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	void *pool = pool_new(NULL, "fuzz");
	struct worksheet sheet = { .name = NULL };
	struct import_translation t;
	struct page_words words;
	struct notes notes;
	const char *reason = NULL;

	if (pdf_words_parse(pool, (struct slice){ (const char *)input, n }, &words)) {
		notes_read(pool, &words, &notes);
		if (!notes.refusal) {
			promise(notes.n > 0);
			promise(csv_read(pool, notes_csv(pool, &notes), &sheet.sheet, &reason) ==
				SHEET_OK);
			promise(import_translate(pool, &sheet, 1, false, &t));
		}
	}
	pool_free(pool);
	return 0;
}
