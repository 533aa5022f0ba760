/* SPDX-License-Identifier: Apache-2.0 */
/* cvm.c: reads CVM's files row by row, in constant memory. */
#include "config.h"

#include "load/cvm.h"

#define NOT_MAPPED (-1)

/* Whether @name is one of the alternatives; one that ends in '*' is a prefix. */
static bool names_has(const char *names, const char *name)
{
	struct slice rest = slice_of(names), head;
	bool more;

	do {
		more = slice_cut(rest, '|', &head, &rest);
		if (head.n && head.p[head.n - 1] == '*') {
			if (strncmp(head.p, name, head.n - 1) == 0)
				return true;
		} else if (slice_eq(head, name)) {
			return true;
		}
	} while (more);
	return false;
}

/* Splits a line; false: more cells than any file has. */
static bool split(struct cvm *c, struct slice line, size_t *n)
{
	struct slice rest = line;
	bool more;

	*n = 0;
	do {
		if (*n == CVM_CELLS)
			return false;
		more = slice_cut(rest, ';', &c->cells[*n], &rest);
		c->cells[*n] = slice_trim(c->cells[*n]);
		++*n;
	} while (more);
	return true;
}

/* ---- encodings ---- */

/* From the first letter beyond ASCII on; empty when there is none. */
static struct slice beyond_ascii(struct slice s)
{
	while (s.n && (unsigned char)*s.p < 0x80)
		s = (struct slice){ s.p + 1, s.n - 1 };
	return s;
}

/* In Windows-1252, a letter beyond ASCII is hardly ever followed by valid UTF-8 continuation bytes. */
static bool is_utf8(struct slice s)
{
	s = beyond_ascii(s);
	return s.n && text_valid(s, NULL);
}

/* The first cell in UTF-8 of a line that is not, or the width. */
static size_t stray_utf8(const struct cvm *c)
{
	size_t i = 0;

	while (i < c->width && !is_utf8(c->cells[i]))
		i++;
	return i;
}

static NORETURN void fail_utf8(struct load *l)
{
	load_fail(l, "linha %lld: está em UTF-8; os arquivos da CVM são Windows-1252.",
		  (long long)reader_line_number(l->in));
}

/* ---- headers ---- */

static void read_header(struct cvm *c)
{
	struct load *l = c->l;
	struct slice line;

	l->name = reader_name(l->in);
	if (!reader_line(l->in, &line) || !memchr(line.p, ';', line.n) ||
	    memchr(line.p, 0, line.n) || !split(c, line, &c->width))
		load_fail(l, "a linha de cabeçalho não é a de um CSV da CVM.");
	if (is_utf8(line))
		fail_utf8(l);
	for (size_t i = 0; i < c->width; i++)
		c->names[i] = text_fold(l->pool, text_from_cp1252(l->pool, c->cells[i]));
}

void cvm_open(struct cvm *c, struct load *l)
{
	*c = (struct cvm){ .l = l, .file = l->name, .row = pool_new(l->pool, "row") };
	read_header(c);
}

bool cvm_next(struct cvm *c)
{
	c->l->name = c->file; /* the recorded name when everything was read */
	if (!reader_next(c->l->in))
		return false;
	c->several = true;
	read_header(c);
	return true;
}

bool cvm_has(const struct cvm *c, const char *name)
{
	return text_among(c->names, c->width, name);
}

static void map_cell(struct cvm *c, size_t at, const char *passed)
{
	for (size_t i = 0; i < c->n_columns; i++) {
		if (c->columns[i].at == NOT_MAPPED &&
		    names_has(c->columns[i].names, c->names[at])) {
			c->columns[i].at = (int)at;
			return;
		}
	}
	if (c->names[at][0] && !names_has(passed, c->names[at]))
		load_warn(c->l, "Coluna desconhecida, ignorada: %s", c->names[at]);
}

void cvm_map(struct cvm *c, struct csv_column *columns, size_t n, const char *passed)
{
	c->columns = columns;
	c->n_columns = n;
	for (size_t i = 0; i < n; i++)
		columns[i].at = NOT_MAPPED;
	for (size_t i = 0; i < c->width; i++)
		map_cell(c, i, passed);
	for (size_t i = 0; i < n; i++) {
		struct slice first, rest;

		if (columns[i].at != NOT_MAPPED || !columns[i].required)
			continue;
		(void)slice_cut(slice_of(columns[i].names), '|', &first, &rest);
		load_fail(c->l, "falta a coluna %s.", slice_text(c->l->pool, first));
	}
}

/* ---- rows ---- */

bool cvm_row(struct cvm *c)
{
	struct load *l = c->l;
	struct slice line;
	size_t n, stray;

	if (c->texts) {
		pool_free(c->row);
		c->row = pool_new(l->pool, "row");
		c->texts = false;
	}
	while (reader_line(l->in, &line)) {
		if (!slice_trim(line).n)
			continue;
		l->res->read++;
		if (memchr(line.p, 0, line.n))
			cvm_refuse(c, "byte nulo");
		else if (!split(c, line, &n))
			cvm_refuse(c, "mais de %d células", CVM_CELLS);
		else if (n != c->width)
			cvm_refuse(c, "%zu células, e o cabeçalho tem %zu", n, c->width);
		else if (is_utf8(line))
			fail_utf8(l);
		else if (beyond_ascii(line).n && (stray = stray_utf8(c)) < n)
			cvm_refuse(c, "%s está em UTF-8, e o resto da linha não: %.*s",
				   c->names[stray], SHOWN(c->cells[stray]));
		else
			return true;
	}
	return false;
}

struct slice cvm_cell(const struct cvm *c, size_t column)
{
	int at = c->columns[column].at;

	return at == NOT_MAPPED ? (struct slice){ "", 0 } : c->cells[at];
}

struct slice cvm_text(struct cvm *c, size_t column)
{
	struct slice s = cvm_cell(c, column);

	if (field_absent(s))
		return (struct slice){ "", 0 };
	for (size_t i = 0; i < s.n; i++) {
		if ((unsigned char)s.p[i] < 0x80)
			continue;
		c->texts = true;
		return slice_trim(slice_of(text_from_cp1252(c->row, s)));
	}
	return s;
}

enum field cvm_flag(const struct cvm *c, size_t column, bool *out)
{
	struct slice s = cvm_cell(c, column);

	if (s.n != 1 || (s.p[0] != 'S' && s.p[0] != 'N'))
		return FIELD_ABSENT;
	*out = s.p[0] == 'S';
	return FIELD_OK;
}

bool cvm_tax_id(struct slice s, char out[15])
{
	char plain[15] = "00000000000000";
	size_t at = 14;

	for (size_t i = s.n; i-- > 0;) {
		if (s.p[i] == '.' || s.p[i] == '/' || s.p[i] == '-')
			continue;
		if (at == 0)
			return false;
		plain[--at] = s.p[i];
	}
	return at < 14 && tax_id_normal(plain, out);
}

bool cvm_no_tax_id(struct slice s)
{
	s = slice_trim(s);
	for (size_t i = 0; i < s.n; i++)
		if (!memchr("0./-", s.p[i], 4))
			return false;
	return true;
}

void cvm_refuse(struct cvm *c, const char *reason, ...)
{
	struct load *l = c->l;
	va_list ap;
	const char *text;

	va_start(ap, reason);
	text = l->res->n_shown < REFUSALS_SHOWN ? pool_vprintf(l->ctx->pool, reason, ap) : "";
	va_end(ap);
	if (c->several)
		load_refuse(l, reader_line_number(l->in), "%s: %s", l->name, text);
	else
		load_refuse(l, reader_line_number(l->in), "%s", text);
}
