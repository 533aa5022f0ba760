/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ods.c: the first sheets of an OpenDocument spreadsheet (ODF 1.3, part 3, 9.1): content.xml.
 *
 * Repeated cells and rows are written once with a count, including the empty rest of a sheet.  A cell's
 * value is in its attributes; a text is its paragraphs.
 */
#include "config.h"

#include "sheet/sheet.h"

#include "core/day.h"
#include "core/pool.h"
#include "sheet/table.h"
#include "sheet/xml.h"
#include "sheet/zip.h"

static const char mimetype[] = "application/vnd.oasis.opendocument.spreadsheet";

struct ods {
	struct table table;
	struct buf text;
	size_t row; /* of the sheet, from 1 */
	size_t row_times;
	size_t column, column_times;
	int tables;	 /* nested in: 1 inside the sheet itself */
	int annotations; /* nesting level: a comment on a cell is not its text */
	int paragraphs;
	bool in_cell, has_text;
	enum sheet_cell kind;
	const char *value; /* of the attributes, or NULL */
	struct worksheets *out;
	const char *reason; /* of a refused sheet */
	bool done;
};

static size_t count_of(const char *text)
{
	size_t v = 0;

	for (; text && *text >= '0' && *text <= '9' && v < 10000000; text++)
		v = v * 10 + (size_t)(*text - '0');
	return v ? v : 1;
}

/* "2024-03-02" and "2024-03-02T10:00:00" as DD/MM/YYYY; NULL when it is not a date. */
static const char *ods_date(struct ods *o, const char *value)
{
	struct day day;

	if (strlen(value) < 10 || !day_parse((struct slice){ value, 10 }, &day))
		return NULL;
	return table_day(&o->table, day);
}

static void cell_open(struct ods *o, const char *const *attributes)
{
	const char *type = xml_attribute(attributes, "value-type");
	const char *value = xml_attribute(attributes, "value");
	const char *date = xml_attribute(attributes, "date-value");

	o->in_cell = true;
	o->column_times = count_of(xml_attribute(attributes, "number-columns-repeated"));
	o->kind = SHEET_TEXT;
	o->value = NULL;
	o->text.n = 0;
	o->has_text = false;
	if (type && str_eq(type, "date") && date) {
		o->value = ods_date(o, date);
		o->kind = o->value ? SHEET_DATE : SHEET_TEXT;
	} else if (type && value && (str_eq(type, "float") || str_eq(type, "currency"))) {
		o->value = table_text(&o->table, value, strlen(value));
		o->kind = SHEET_NUMBER;
	}
}

static void cell_close(struct ods *o)
{
	const char *text = o->value;

	if (!text && o->text.n)
		text = table_text(&o->table, o->text.p, o->text.n);
	if (text && o->column_times > SHEET_COLUMNS_MAX)
		o->table.reason = "A planilha tem mais de 200 colunas preenchidas.";
	for (size_t i = 0; text && i < o->column_times && !o->table.reason; i++)
		table_cell(&o->table, o->column + i, o->kind, text);
	o->column += o->column_times;
	o->in_cell = false;
}

/* Adds the cells of a repeated row again. */
static void row_close(struct ods *o)
{
	const char *cells[SHEET_COLUMNS_MAX];
	unsigned char kinds[SHEET_COLUMNS_MAX];
	size_t width = o->table.width;

	memcpy(cells, o->table.cells, width * sizeof(*cells));
	memcpy(kinds, o->table.kinds, width);
	table_row(&o->table, o->row);
	for (size_t i = 1; width && i < o->row_times && !o->table.reason; i++) {
		memcpy(o->table.cells, cells, width * sizeof(*cells));
		memcpy(o->table.kinds, kinds, width);
		o->table.width = width;
		table_row(&o->table, o->row + i);
	}
	o->row += o->row_times;
}

static void text_put(struct ods *o, const char *p, size_t n)
{
	table_append(&o->table, &o->text, p, n);
}

static void table_open(struct ods *o, const char *name)
{
	o->out->items[o->out->n].name = pool_strdup(o->table.pool, name ? name : "");
	o->row = 1;
	o->in_cell = false;
	o->paragraphs = o->annotations = 0;
}

static void table_close(struct ods *o)
{
	if (table_done(&o->table, &o->out->items[o->out->n].sheet, &o->reason) == SHEET_OK)
		o->out->n++;
	o->done = o->reason || o->out->n == o->out->max;
}

static void on_open(void *arg, const char *name, const char *const *attributes)
{
	struct ods *o = arg;

	if (str_eq(name, "table")) {
		if (o->tables++ == 0)
			table_open(o, xml_attribute(attributes, "name"));
	} else if (o->tables != 1) {
		return;
	} else if (str_eq(name, "table-row")) {
		o->row_times = count_of(xml_attribute(attributes, "number-rows-repeated"));
		o->column = 0;
	} else if (str_eq(name, "table-cell") || str_eq(name, "covered-table-cell")) {
		cell_open(o, attributes);
	} else if (str_eq(name, "annotation")) {
		o->annotations++;
	} else if (o->annotations || !o->in_cell) {
		return;
	} else if (str_eq(name, "p") || str_eq(name, "h")) {
		if (o->has_text)
			text_put(o, " ", 1);
		o->has_text = true;
		o->paragraphs++;
	} else if (str_eq(name, "s")) {
		for (size_t i = count_of(xml_attribute(attributes, "c")); i > 0 && i < 1000; i--)
			text_put(o, " ", 1);
	} else if (str_eq(name, "tab") || str_eq(name, "line-break")) {
		text_put(o, " ", 1);
	}
}

static void on_text(void *arg, const char *p, size_t n)
{
	struct ods *o = arg;

	if (o->paragraphs && !o->annotations && o->tables == 1)
		text_put(o, p, n);
}

static void on_close(void *arg, const char *name)
{
	struct ods *o = arg;

	if (str_eq(name, "table")) {
		if (--o->tables == 0)
			table_close(o);
	} else if (o->tables != 1) {
		return;
	} else if (str_eq(name, "annotation")) {
		o->annotations--;
	} else if (str_eq(name, "table-row")) {
		row_close(o);
	} else if (str_eq(name, "table-cell") || str_eq(name, "covered-table-cell")) {
		cell_close(o);
	} else if ((str_eq(name, "p") || str_eq(name, "h")) && o->paragraphs && !o->annotations) {
		o->paragraphs--;
	}
}

static bool enough(void *arg)
{
	struct ods *o = arg;

	return o->done || o->table.reason;
}

static bool take_mimetype(void *arg, const char *p, size_t n)
{
	bool *is = arg;

	*is = n >= sizeof(mimetype) - 1 && memcmp(p, mimetype, sizeof(mimetype) - 1) == 0;
	return false; /* its first piece decides */
}

bool ods_is(void *pool, struct slice content)
{
	bool is = false, found = false;
	struct zip z;

	return zip_open(&z, pool, content) == SHEET_OK &&
	       zip_member(&z, "mimetype", take_mimetype, &is, &found) == SHEET_OK && is;
}

enum sheet_err ods_read(void *pool, struct slice content, struct worksheets *out,
			const char **reason)
{
	struct ods *o = pool_zero(pool, struct ods);
	const struct xml_part part = { o, on_open, on_close, on_text, enough };
	enum sheet_err err;
	bool found = false;
	struct zip z;

	table_init(&o->table, pool);
	buf_init(&o->text, pool, 1024);
	o->out = out;
	out->n = 0;
	err = zip_open(&z, pool, content);
	if (err == SHEET_OK)
		err = xml_read(&z, "content.xml", &part, &found);
	if (err == SHEET_OK && o->table.reason) { /* the reader stopped at a limit */
		z.reason = o->table.reason;
		err = o->table.complex ? SHEET_TOO_COMPLEX : SHEET_UNREADABLE;
	}
	if (err == SHEET_OK && (!found || out->n == 0)) {
		z.reason = "O arquivo ODS não contém planilha.";
		err = SHEET_UNREADABLE;
	}
	if (err != SHEET_OK)
		*reason = z.reason;
	return err;
}
