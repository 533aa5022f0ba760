/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet.h: reads uploaded bytes into rows of text, within limits.
 *
 * XLSX in the containers that B3, Excel, LibreOffice and pandas write, ODS, CSV, the tables of an HTML
 * page (which some programs call XLS), and the lists of a JSON export.
 */
#ifndef LASTRO_SHEET_SHEET_H
#define LASTRO_SHEET_SHEET_H

#include "calc/amounts/amounts.h"
#include "core/text.h"

#define SHEET_UNPACKED_MAX ((size_t)200 << 20) /* bytes of all members, unpacked */
#define SHEET_ROWS_MAX ((size_t)100000)	       /* non-empty rows */
#define SHEET_COLUMNS_MAX ((size_t)200)
#define SHEET_CELLS_MAX ((size_t)4000000) /* including the gaps before the last cell of a row */
#define SHEET_CELL_MAX ((size_t)131072)	  /* bytes: 32,767 characters, the most in a cell */
#define SHEET_TEXT_MAX ((size_t)96 << 20) /* bytes of all cells' texts */
#define SHEET_DEPTH_MAX 64		  /* nested elements; real ones reach 12 */
#define SHEET_ELEMENTS_MAX ((size_t)10000000)
#define SHEET_SILENCE_MAX ((size_t)1 << 20) /* bytes of XML without content: one comment, one tag */
#define SHEET_SECONDS 5			    /* processor time for one file */
#define SHEET_MEMBERS_MAX 1000
#define SHEETS_MAX 64 /* worksheets of one file */

enum sheet_err {
	SHEET_OK,
	SHEET_UNREADABLE, /* not a spreadsheet, damaged, or beyond a limit of rows or columns */
	SHEET_TOO_LARGE, /* unpacks to more than SHEET_UNPACKED_MAX, or a suspicious compression ratio */
	SHEET_TOO_COMPLEX, /* beyond a limit of levels, elements, text or time */
};

/* The first @max of them. */
struct worksheets {
	struct worksheet items[SHEETS_MAX];
	size_t n, max; /* @max: 1 to SHEETS_MAX; further ones are not read */
};

/*
 * sheets_read() - the first out->max worksheets of an XLSX, ODS, HTML or JSON, or a CSV.  The limits of one
 * worksheet apply to all of them together.
 * @reason: pt-BR, the error and its remedy; set unless SHEET_OK
 */
enum sheet_err sheets_read(void *pool, struct slice content, struct worksheets *out,
			   const char **reason) MUST_CHECK;

/*
 * sheet_read() - the first worksheet, by the first bytes of the file.
 * @reason: pt-BR, the error and its remedy; set unless SHEET_OK
 */
enum sheet_err sheet_read(void *pool, struct slice content, struct sheet *out,
			  const char **reason) MUST_CHECK;

/* The readers, for their fuzzers. */
enum sheet_err xlsx_read(void *pool, struct slice content, struct worksheets *out,
			 const char **reason) MUST_CHECK;
enum sheet_err ods_read(void *pool, struct slice content, struct worksheets *out,
			const char **reason) MUST_CHECK;
bool ods_is(void *pool, struct slice content); /* a ZIP whose signature was checked */
enum sheet_err csv_read(void *pool, struct slice content, struct sheet *out,
			const char **reason) MUST_CHECK;
/* html_read() - the tables of a page, one worksheet each; none: *found false, and no reason. */
enum sheet_err html_read(void *pool, struct slice content, struct worksheets *out, bool *found,
			 const char **reason) MUST_CHECK;
/*
 * json_read_lists() - the members of a JSON object that are lists of objects, one worksheet each: the
 * first row has the names of their members.  None: *found false, and no reason.
 */
enum sheet_err json_read_lists(void *pool, struct slice content, struct worksheets *out,
			       bool *found, const char **reason) MUST_CHECK;

/*
 * sheet_decode() - a text file as UTF-8 without its byte order mark: UTF-8, UTF-16 with its mark, else
 * Windows-1252; false with a reason when it is not text.
 */
bool sheet_decode(void *pool, struct slice *s, const char **reason) MUST_CHECK;

#endif
