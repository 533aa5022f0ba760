/* SPDX-License-Identifier: Apache-2.0 */
/*
 * formats.h: files of other programs, known by their headers (doc/market-rules.md).
 *
 * A format turns its rows into those of the hand-made sheet, which import_map() then reads as any other:
 * types, duplicates and refusals are decided in one place.
 */
#ifndef LASTRO_CALC_IMPORT_FORMATS_FORMATS_H
#define LASTRO_CALC_IMPORT_FORMATS_FORMATS_H

#include <stdbool.h>

#include "calc/amounts/amounts.h"

/* What a format decides about a row by itself; texts pt-BR or NULL. */
struct import_verdict {
	const char *label;   /* the operation as the file prints it */
	const char *ignored; /* why the row has no effect */
	const char *error, *code;
	const char *warning;
};

struct import_translation {
	const char *program; /* "StatusInvest" */
	struct sheet sheet;  /* in the hand-made form; its header is row 0 */
	struct sheet shown;  /* the file's own cells: a header, then one row for each of @sheet */
	const struct import_verdict *verdicts; /* one for each data row */
	const char *warnings[4];
	size_t n_warnings;
	bool executions;  /* its rows may be pieces of what the statement has as one */
	bool as_typed;	  /* its numbers are still as people write them */
	size_t worksheet; /* that it comes from */
	const char *
		doubt; /* pt-BR: what the person must have confirmed before it is written, or NULL */
	const char *refusal; /* pt-BR: why the file is refused as a whole, or NULL */
};

/*
 * import_translate() - false when no format knows the file.
 * @handmade: the first worksheet is also a hand-made sheet, which formats of few columns give way to
 */
bool import_translate(void *pool, const struct worksheet *sheets, size_t n, bool handmade,
		      struct import_translation *out);

/* import_formats() - the names of the formats whose files are imported, without those refused; NULL-terminated. */
const char *const *import_formats(void *pool);

#endif
