/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sheet.h: bytes that somebody uploaded become rows of text, within bounds.
 *
 * XLSX in the containers that B3, Excel, LibreOffice and pandas write, ODS, and CSV (sources.md b).
 */
#ifndef LASTRO_SHEET_SHEET_H
#define LASTRO_SHEET_SHEET_H

#include "calc/base/base.h"
#include "core/attributes.h"
#include "core/text.h"

#define SHEET_UNPACKED_MAX ((size_t)200 << 20) /* bytes of all members, unpacked */
#define SHEET_ROWS_MAX ((size_t)100000)	       /* rows that hold something */
#define SHEET_COLUMNS_MAX ((size_t)200)
#define SHEET_CELLS_MAX ((size_t)4000000) /* with the gaps before the last cell of a row */
#define SHEET_CELL_MAX ((size_t)131072)	  /* bytes: the 32,767 characters a cell may have */
#define SHEET_MEMBERS_MAX 1000

enum sheet_err {
	SHEET_OK,
	SHEET_UNREADABLE, /* not a spreadsheet, damaged, or beyond a bound of rows or columns */
	SHEET_TOO_LARGE,  /* unpacks to more than SHEET_UNPACKED_MAX, or packed suspiciously well */
};

/*
 * sheet_read() - by its first bytes an XLSX or ODS (first worksheet) or a CSV.
 * @reason: pt-BR, what is wrong and what to do; set unless SHEET_OK
 */
enum sheet_err sheet_read(void *pool, struct slice content, struct sheet *out,
			  const char **reason) MUST_CHECK;

/* The readers, for their fuzzers. */
enum sheet_err xlsx_read(void *pool, struct slice content, struct sheet *out,
			 const char **reason) MUST_CHECK;
enum sheet_err ods_read(void *pool, struct slice content, struct sheet *out,
			const char **reason) MUST_CHECK;
bool ods_is(void *pool, struct slice content); /* a ZIP that says that it is one */
enum sheet_err csv_read(void *pool, struct slice content, struct sheet *out,
			const char **reason) MUST_CHECK;

#endif
