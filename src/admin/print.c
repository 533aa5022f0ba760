/* SPDX-License-Identifier: Apache-2.0 */
/* print.c: output of subcommands, for people as aligned text, for programs as JSON. */
#include "config.h"

#include <stdio.h>

#include "admin/command.h"
#include "core/clock.h"
#include "core/text.h"
#include "db/db.h"

static struct cell cell_of(const struct db_rows *rows, size_t row, int col, enum cell_type type)
{
	if (db_is_null(rows, row, col))
		return cell_null();
	switch (type) {
	case CELL_TEXT:
		return cell_text(db_get_text(rows, row, col));
	case CELL_INT:
		return cell_int(db_get_int(rows, row, col));
	case CELL_BOOL:
		return cell_int(db_get_bool(rows, row, col));
	case CELL_TIME:
		return cell_int(db_get_timestamp(rows, row, col));
	}
	return cell_null();
}

static const char *shown(void *pool, enum cell_type type, struct cell c)
{
	if (c.null)
		return "-";
	switch (type) {
	case CELL_TEXT:
		return c.text;
	case CELL_INT:
		return pool_printf(pool, "%lld", (long long)c.n);
	case CELL_BOOL:
		return c.n ? "sim" : "não";
	case CELL_TIME:
		return timestamp_iso(pool, c.n);
	}
	return "";
}

static void write_cell(struct json *j, const struct column *column, struct cell c)
{
	if (c.null) {
		json_null(j, column->name);
		return;
	}
	switch (column->type) {
	case CELL_TEXT:
		json_text(j, column->name, c.text);
		break;
	case CELL_INT:
		json_int(j, column->name, c.n);
		break;
	case CELL_BOOL:
		json_boolean(j, column->name, c.n);
		break;
	case CELL_TIME:
		json_timestamp(j, column->name, c.n);
		break;
	}
}

static void cells_as_json(struct run *r, const struct column *columns, size_t n,
			  const struct cell *cells, size_t count)
{
	struct json *j = json_new(r->ctx->pool, 4096);

	json_open(j, NULL);
	json_array(j, "data");
	for (size_t i = 0; i < count; i++) {
		json_open(j, NULL);
		for (size_t k = 0; k < n; k++)
			write_cell(j, &columns[k], cells[i * n + k]);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
	print_json(r, json_written(j));
}

static void put_padded(const char *text, size_t width, bool last)
{
	fputs(text, stdout);
	for (size_t n = text_length(text); !last && n < width + 2; n++)
		putchar(' ');
	if (last)
		putchar('\n');
}

static void cells_as_table(struct run *r, const struct column *columns, size_t n,
			   const struct cell *cells, size_t count)
{
	const char **text = pool_array(r->ctx->pool, const char *, n *(count + 1));
	size_t *width = pool_array(r->ctx->pool, size_t, n);

	for (size_t i = 0; i <= count; i++)
		for (size_t k = 0; k < n; k++) {
			const char *s =
				i ? shown(r->ctx->pool, columns[k].type, cells[(i - 1) * n + k])
				  : columns[k].title;

			text[i * n + k] = s;
			if (text_length(s) > width[k])
				width[k] = text_length(s);
		}
	for (size_t i = 0; i <= count; i++)
		for (size_t k = 0; k < n; k++)
			put_padded(text[i * n + k], width[k], k + 1 == n);
}

void print_cells(struct run *r, const struct column *columns, size_t n, const struct cell *cells,
		 size_t count)
{
	if (r->json)
		cells_as_json(r, columns, n, cells, count);
	else
		cells_as_table(r, columns, n, cells, count);
}

void print_rows(struct run *r, const struct column *columns, size_t n, const struct db_rows *rows)
{
	size_t count = db_count(rows);
	struct cell *cells = pool_array(r->ctx->pool, struct cell, n * (count + 1));

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < n; k++)
			cells[i * n + k] = cell_of(rows, i, (int)k, columns[k].type);
	print_cells(r, columns, n, cells, count);
}

void print_one(struct run *r, const struct column *columns, size_t n, const struct cell *cells)
{
	struct json *j;

	if (!r->json) {
		for (size_t k = 0; k < n; k++) {
			put_padded(columns[k].title, 16, false);
			put_padded(shown(r->ctx->pool, columns[k].type, cells[k]), 0, true);
		}
		return;
	}
	j = json_new(r->ctx->pool, 512);
	json_open(j, NULL);
	for (size_t k = 0; k < n; k++)
		write_cell(j, &columns[k], cells[k]);
	json_close(j);
	print_json(r, json_written(j));
}

void print_line(const struct run *r, const char *fmt, ...)
{
	va_list ap;

	if (r->json)
		return;
	va_start(ap, fmt);
	(void)vprintf(fmt, ap); /* the program checks standard output once, at its end */
	va_end(ap);
	putchar('\n');
}

void print_json(const struct run *r, const char *json)
{
	(void)r;
	fputs(json, stdout);
	putchar('\n');
}
