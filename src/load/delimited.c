/* SPDX-License-Identifier: Apache-2.0 */
/* delimited.c: delimited lines, columns by name. */
#include "config.h"

#include "load/delimited.h"

#include "load/field.h"

/* Unquotes a quoted cell from *at on into @room; false when it does not end or something follows it. */
static bool take_quoted(struct slice line, size_t *at, char separator, char **room,
			struct slice *cell)
{
	char *w = *room;
	size_t i = *at + 1;

	cell->p = w;
	for (;; i++) {
		if (i >= line.n)
			return false;
		if (line.p[i] != '"')
			*w++ = line.p[i];
		else if (i + 1 < line.n && line.p[i + 1] == '"')
			*w++ = line.p[i++];
		else
			break;
	}
	cell->n = (size_t)(w - cell->p);
	*room = w;
	*at = i + 1;
	return *at == line.n || line.p[*at] == separator;
}

static bool split(struct csv *c, struct slice line)
{
	char *room = c->room;
	size_t at = 0;

	c->n = 0;
	if (!slice_trim(line).n)
		return true;
	for (;;) {
		struct slice *cell = &c->cells[c->n];

		if (c->n == CSV_CELLS)
			return false;
		if (c->form.quoted && at < line.n && line.p[at] == '"') {
			if (!take_quoted(line, &at, c->form.separator, &room, cell))
				return false;
		} else {
			const char *end = memchr(line.p + at, c->form.separator, line.n - at);
			size_t stop = end ? (size_t)(end - line.p) : line.n;

			*cell = (struct slice){ line.p + at, stop - at };
			at = stop;
		}
		*cell = slice_trim(*cell);
		c->n++;
		if (at >= line.n)
			return true;
		at++; /* the separator */
	}
}

/* Whether @name is one of the alternatives. */
static bool names_has(const char *names, const char *name)
{
	struct slice rest = slice_of(names), head;
	bool more;

	do {
		more = slice_cut(rest, '|', &head, &rest);
		if (slice_eq(head, name))
			return true;
	} while (more);
	return false;
}

static void map_cell(struct csv *c, int at, const char *name)
{
	for (size_t i = 0; i < c->n_columns; i++) {
		if (c->columns[i].at < 0 && names_has(c->columns[i].names, name)) {
			c->columns[i].at = at;
			return;
		}
	}
	if (name[0] && !c->form.quiet)
		load_warn(c->l, "Coluna desconhecida, ignorada: %s", name);
}

/* The line as UTF-8; false when it is not valid. */
static bool decode(struct csv *c, struct slice *line, size_t *at)
{
	pool_free(c->decoded);
	c->decoded = NULL;
	*at = 0;
	if (!c->form.cp1252)
		return text_valid(*line, at);
	if (memchr(line->p, '\0', line->n))
		return false;
	for (size_t i = 0; i < line->n; i++) {
		if ((unsigned char)line->p[i] < 0x80)
			continue;
		c->decoded = text_from_cp1252(c->l->pool, *line);
		*line = slice_of(c->decoded);
		break;
	}
	return true;
}

void csv_header_of(struct csv *c, struct load *l, struct slice line, const struct csv_form *form,
		   struct csv_column *columns, size_t n_columns)
{
	size_t at = 0;

	*c = (struct csv){ .l = l, .form = *form, .columns = columns, .n_columns = n_columns };
	c->room = pool_array(l->pool, char, (size_t)(form->cp1252 ? 3 : 1) * 64 * 1024 + 1);
	if (!decode(c, &line, &at) || !split(c, line))
		load_fail(l, "a linha de cabeçalho não é a de um CSV.");
	for (size_t i = 0; i < n_columns; i++)
		columns[i].at = -1;
	for (size_t i = 0; i < c->n; i++)
		map_cell(c, (int)i, text_fold(l->pool, slice_text(l->pool, c->cells[i])));
	for (size_t i = 0; i < n_columns; i++) {
		struct slice first, rest;

		if (columns[i].at >= 0 || !columns[i].required)
			continue;
		(void)slice_cut(slice_of(columns[i].names), '|', &first, &rest);
		load_fail(l, "falta a coluna %s.", slice_text(l->pool, first));
	}
}

void csv_header(struct csv *c, struct load *l, struct slice line, struct csv_column *columns,
		size_t n_columns)
{
	const struct csv_form form = {
		.separator = memchr(line.p, ';', line.n) ? ';' : ',',
		.quoted = true,
	};

	csv_header_of(c, l, line, &form, columns, n_columns);
}

void csv_open(struct csv *c, struct load *l, struct csv_column *columns, size_t n_columns)
{
	struct slice line;

	if (!reader_line(l->in, &line))
		load_fail(l, "o arquivo está vazio.");
	csv_header(c, l, line, columns, n_columns);
}

/* What stands around byte @at, from separator to separator. */
static struct slice cell_at(const struct csv *c, struct slice line, size_t at)
{
	size_t from = at, to = at;

	while (from && line.p[from - 1] != c->form.separator)
		from--;
	while (to < line.n && line.p[to] != c->form.separator)
		to++;
	return (struct slice){ line.p + from, to - from };
}

bool csv_row(struct csv *c, struct slice line)
{
	int64_t number = reader_line_number(c->l->in);
	size_t at = 0;

	c->n = 0;
	if (!decode(c, &line, &at)) {
		c->l->res->read++;
		if (c->form.cp1252)
			load_refuse(c->l, number, "tem um byte zero");
		else
			load_refuse(c->l, number, "não é UTF-8 (byte %zu): %.*s", at,
				    SHOWN(cell_at(c, line, at)));
		return false;
	}
	if (split(c, line))
		return true;
	c->l->res->read++;
	return load_refuse(c->l, number, "aspas que não fecham ou células demais");
}

bool csv_next(struct csv *c)
{
	while (reader_line(c->l->in, &c->line))
		if (csv_row(c, c->line) && c->n)
			return true;
	return false;
}

void csv_refuse(const struct csv *c, const char *why)
{
	load_refuse(c->l, reader_line_number(c->l->in), "%s: %.*s", why, SHOWN(c->line));
}

bool csv_take(const struct csv *c, const char *wrong)
{
	c->l->res->read++;
	if (wrong)
		csv_refuse(c, wrong);
	return !wrong;
}

struct slice csv_cell(const struct csv *c, size_t column)
{
	int at = c->columns[column].at;

	return at >= 0 && (size_t)at < c->n ? c->cells[at] : (struct slice){ "", 0 };
}

const char *csv_text(const struct csv *c, size_t column)
{
	struct slice s = csv_cell(c, column);

	return field_absent(s) ? NULL : slice_text(c->l->pool, s);
}
