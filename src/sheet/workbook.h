/* SPDX-License-Identifier: Apache-2.0 */
/* workbook.h: the parts of a workbook that its sheets depend on. */
#ifndef LASTRO_SHEET_WORKBOOK_H
#define LASTRO_SHEET_WORKBOOK_H

#include "sheet/table.h"
#include "sheet/zip.h"

struct workbook {
	struct workbook_sheet {
		const char *name, *member;
	} sheets[SHEETS_MAX]; /* the first worksheets */
	size_t n_sheets, max_sheets;
	bool date1904;	      /* dates count from 1904 */
	const char **strings; /* shared strings */
	size_t n_strings, size_strings;
	bool *date_style; /* by cell style: its numbers are dates */
	size_t n_styles, size_styles;
};

/* workbook_read() - follows the relationships to sheets, shared strings and styles. */
enum sheet_err workbook_read(struct zip *z, struct table *t, struct workbook *w) MUST_CHECK;

/* sheet_number() - a text of digits as a number; -1: it is something else. */
long sheet_number(const char *text);

/* format_is_date() - a custom number format that writes days, months or years. */
bool format_is_date(const char *code);

#endif
