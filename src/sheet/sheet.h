/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet.h: bytes that somebody uploaded become rows of text, within bounds.
 *
 * XLSX in the containers that B3, Excel, LibreOffice and pandas write, ODS, and CSV (sources.md b).
 */
#ifndef LASTRO_SHEET_SHEET_H
#define LASTRO_SHEET_SHEET_H

#include "calc/amounts/amounts.h"
#include "core/attributes.h"
#include "core/text.h"

#define SHEET_UNPACKED_MAX ((size_t)200 << 20) /* bytes of all members, unpacked */
#define SHEET_ROWS_MAX ((size_t)100000)	       /* rows that hold something */
#define SHEET_COLUMNS_MAX ((size_t)200)
#define SHEET_CELLS_MAX ((size_t)4000000) /* with the gaps before the last cell of a row */
#define SHEET_CELL_MAX ((size_t)131072)	  /* bytes: the 32,767 characters a cell may have */
#define SHEET_TEXT_MAX ((size_t)96 << 20) /* bytes of all cells' texts */
#define SHEET_DEPTH_MAX 64		  /* elements inside one another; real ones reach 12 */
#define SHEET_ELEMENTS_MAX ((size_t)10000000)
#define SHEET_SILENCE_MAX                                                                          \
	((size_t)1 << 20) /* bytes of XML that say nothing: one comment, one tag */
#define SHEET_SECONDS 5	  /* of the processor, for one file */
#define SHEET_MEMBERS_MAX 1000
#define SHEETS_MAX 64 /* worksheets of one file */

enum sheet_err {
	SHEET_OK,
	SHEET_UNREADABLE, /* not a spreadsheet, damaged, or beyond a bound of rows or columns */
	SHEET_TOO_LARGE,  /* unpacks to more than SHEET_UNPACKED_MAX, or packed suspiciously well */
	SHEET_TOO_COMPLEX, /* more levels, elements, text or time than a reading may take */
};

/* The first @max of them. */
struct worksheets {
	struct worksheet items[SHEETS_MAX];
	size_t n, max; /* @max: 1 to SHEETS_MAX; of further ones nothing is read */
};

/*
 * sheets_read() - the first out->max worksheets of an XLSX or ODS, or a CSV.  The bounds are those of
 * one worksheet, for all of them together.
 * @reason: pt-BR, what is wrong and what to do; set unless SHEET_OK
 */
enum sheet_err sheets_read(void *pool, struct slice content, struct worksheets *out,
			   const char **reason) MUST_CHECK;

/*
 * sheet_read() - by its first bytes an XLSX or ODS (first worksheet) or a CSV.
 * @reason: pt-BR, what is wrong and what to do; set unless SHEET_OK
 */
enum sheet_err sheet_read(void *pool, struct slice content, struct sheet *out,
			  const char **reason) MUST_CHECK;

/* The readers, for their fuzzers. */
enum sheet_err xlsx_read(void *pool, struct slice content, struct worksheets *out,
			 const char **reason) MUST_CHECK;
enum sheet_err ods_read(void *pool, struct slice content, struct worksheets *out,
			const char **reason) MUST_CHECK;
bool ods_is(void *pool, struct slice content); /* a ZIP that says that it is one */
enum sheet_err csv_read(void *pool, struct slice content, struct sheet *out,
			const char **reason) MUST_CHECK;

#endif
