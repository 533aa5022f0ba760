/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xlsx.c: the cells of a workbook's first worksheets.
 *
 * Streamed: a sheet's XML is never whole in memory.  <dimension> is ignored (B3 writes A1, LibreOffice
 * a million rows); rows and cells may come in any order, with or without their references; the cached
 * value of a formula counts.
 */
#include "config.h"

#include <ctype.h>

#include "core/buf.h"
#include "core/day.h"
#include "core/pool.h"
#include "sheet/workbook.h"
#include "sheet/xml.h"

enum cell_kind { CELL_NUMBER, CELL_SHARED, CELL_INLINE, CELL_TEXT, CELL_BOOL };

struct cells {
	struct table table;
	const struct workbook *w;
	struct buf text;
	size_t row;    /* number of the row being read, from 1 */
	size_t column; /* of the cell being read, from 0 */
	size_t next_column;
	enum cell_kind kind;
	size_t style;
	bool in_data, in_value, in_inline, phonetic;
	bool done; /* </sheetData> was seen */
};

/* "BC12" is column 54; false when the letters are missing or too many. */
static bool column_of(const char *ref, size_t *column)
{
	size_t v = 0, n = 0;

	for (; isalpha((unsigned char)ref[n]); n++) {
		if (n == 4)
			return false;
		v = v * 26 + (size_t)(toupper((unsigned char)ref[n]) - 'A' + 1);
	}
	if (n == 0)
		return false;
	*column = v - 1;
	return true;
}

static enum cell_kind kind_of(const char *t)
{
	if (!t || str_eq(t, "n"))
		return CELL_NUMBER;
	if (str_eq(t, "s"))
		return CELL_SHARED;
	if (str_eq(t, "inlineStr"))
		return CELL_INLINE;
	if (str_eq(t, "b"))
		return CELL_BOOL;
	return CELL_TEXT; /* str, d, e */
}

static void cell_open(struct cells *s, const char *const *attributes)
{
	const char *ref = xml_attribute(attributes, "r");
	long style = sheet_number(xml_attribute(attributes, "s"));

	if (!ref || !column_of(ref, &s->column))
		s->column = s->next_column;
	s->next_column = s->column + 1;
	s->kind = kind_of(xml_attribute(attributes, "t"));
	s->style = style < 0 ? 0 : (size_t)style;
	s->text.n = 0;
}

static void cells_open(void *arg, const char *name, const char *const *attributes)
{
	struct cells *s = arg;

	if (str_eq(name, "sheetData")) {
		s->in_data = true;
	} else if (!s->in_data) {
		return;
	} else if (str_eq(name, "row")) {
		long number = sheet_number(xml_attribute(attributes, "r"));

		s->row = number > 0 ? (size_t)number : s->row + 1;
		s->next_column = 0;
	} else if (str_eq(name, "c")) {
		cell_open(s, attributes);
	} else if (str_eq(name, "v")) {
		s->in_value = true;
		s->text.n = 0;
	} else if (str_eq(name, "is")) {
		s->in_inline = true;
	} else if (str_eq(name, "rPh")) {
		s->phonetic = true;
	} else if (str_eq(name, "t") && s->in_inline) {
		s->in_value = !s->phonetic;
	}
}

static void cells_text(void *arg, const char *p, size_t n)
{
	struct cells *s = arg;

	if (s->in_value)
		table_append(&s->table, &s->text, p, n);
}

/*
 * A serial number as a day.  1900 was no leap year but the format counts 29 February 1900 (serial 60),
 * so earlier serials are one day off; days before March 1900 occur in no statement and stay numbers.
 */
static const char *serial_date(struct cells *s, const char *lexeme)
{
	const char *p = lexeme;
	long serial = 0;

	for (; *p >= '0' && *p <= '9' && serial < 10000000; p++)
		serial = serial * 10 + (*p - '0');
	if (p == lexeme || (*p != '\0' && *p != '.'))
		return NULL;
	if (s->w->date1904)
		serial += 1462;
	if (serial < 61 || serial > 109574) /* 31/12/2199 */
		return NULL;
	return table_day(&s->table, (struct day){ (int32_t)(serial - 25569) });
}

static const char *number_text(struct cells *s, enum sheet_cell *kind)
{
	const char *lexeme = buf_text(&s->text);

	if (s->style < s->w->n_styles && s->w->date_style[s->style]) {
		const char *date = serial_date(s, lexeme);

		if (date) {
			*kind = SHEET_DATE;
			return date;
		}
	}
	*kind = SHEET_NUMBER;
	return table_text(&s->table, s->text.p, s->text.n);
}

static void cell_close(struct cells *s)
{
	enum sheet_cell kind = SHEET_TEXT;
	const char *text = NULL;
	long i;

	if (s->text.n == 0)
		return;
	switch (s->kind) {
	case CELL_SHARED:
		i = sheet_number(buf_text(&s->text));
		if (i < 0 || (size_t)i >= s->w->n_strings) {
			s->table.reason =
				"A planilha refere-se a um texto compartilhado que não existe.";
			return;
		}
		text = s->w->strings[i];
		break;
	case CELL_NUMBER:
		text = number_text(s, &kind);
		break;
	case CELL_INLINE:
	case CELL_TEXT:
	case CELL_BOOL:
		text = table_text(&s->table, s->text.p, s->text.n);
		break;
	}
	table_cell(&s->table, s->column, kind, text);
	s->text.n = 0;
}

static void cells_close(void *arg, const char *name)
{
	struct cells *s = arg;

	if (!s->in_data)
		return;
	if (str_eq(name, "v") || str_eq(name, "t"))
		s->in_value = false;
	else if (str_eq(name, "rPh"))
		s->phonetic = false;
	else if (str_eq(name, "is"))
		s->in_inline = false;
	else if (str_eq(name, "c"))
		cell_close(s);
	else if (str_eq(name, "row"))
		table_row(&s->table, s->row);
	else if (str_eq(name, "sheetData"))
		s->done = true;
}

static bool cells_enough(void *arg)
{
	struct cells *s = arg;

	return s->done || s->table.reason;
}

static void cells_start(struct cells *s)
{
	s->row = s->column = s->next_column = 0;
	s->in_data = s->in_value = s->in_inline = s->phonetic = s->done = false;
	s->text.n = 0;
}

static enum sheet_err worksheet_read(struct zip *z, struct cells *s,
				     const struct workbook_sheet *sheet, struct worksheet *out)
{
	const struct xml_part part = { s, cells_open, cells_close, cells_text, cells_enough };
	bool found = false;
	enum sheet_err err;

	cells_start(s);
	err = xml_read(z, sheet->member, &part, &found);
	if (err != SHEET_OK)
		return err;
	if (!s->table.reason && !found) {
		z->reason = pool_printf(z->pool, "O arquivo XLSX não contém a planilha \"%.60s\".",
					sheet->name);
		return SHEET_UNREADABLE;
	}
	return table_done(&s->table, &out->sheet, &z->reason);
}

enum sheet_err xlsx_read(void *pool, struct slice content, struct worksheets *out,
			 const char **reason)
{
	struct cells *s = pool_zero(pool, struct cells);
	struct workbook *w = pool_zero(pool, struct workbook);
	enum sheet_err err;
	struct zip z;

	table_init(&s->table, pool);
	buf_init(&s->text, pool, 1024);
	s->w = w;
	w->max_sheets = out->max;
	err = zip_open(&z, pool, content);
	if (err == SHEET_OK)
		err = workbook_read(&z, &s->table, w);
	for (out->n = 0; err == SHEET_OK && out->n < w->n_sheets; out->n++) {
		out->items[out->n].name = w->sheets[out->n].name;
		err = worksheet_read(&z, s, &w->sheets[out->n], &out->items[out->n]);
	}
	if (err != SHEET_OK)
		*reason = z.reason;
	return err;
}
