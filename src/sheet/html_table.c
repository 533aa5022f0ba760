/* SPDX-License-Identifier: Apache-2.0 */
/*
 * html_table.c: the tables of a page that a program wrote under the name of a spreadsheet.
 *
 * Only table, tr, th and td count; a cell is the text in it.  The bytes are looked at once, from the
 * first to the last: no table inside a table, no script, no reference to anything outside.
 */
#include "config.h"

#include <strings.h>

#include "core/encode.h"
#include "core/pool.h"
#include "sheet/table.h"

struct page {
	struct table table;
	struct buf text;
	struct worksheets *out;
	size_t row, column;
	bool in_table, in_cell;
	const char *reason; /* of a refused page */
};

static bool tag_is(struct slice tag, const char *name)
{
	size_t n = strlen(name);

	return tag.n >= n && strncasecmp(tag.p, name, n) == 0 &&
	       (tag.n == n || strchr(" \t\r\n/", tag.p[n]));
}

/* A cell of several columns or rows, which would move the others of them. */
static bool is_spanned(struct slice tag)
{
	for (size_t i = 0; i + 5 < tag.n; i++) /* 5: of span= */
		if (!strncasecmp(tag.p + i, "span=", 5) && strncmp(tag.p + i + 5, "\"1\"", 3) &&
		    strncmp(tag.p + i + 5, "1", 1))
			return true;
	return false;
}

static void cell_close(struct page *g)
{
	if (!g->in_cell)
		return;
	g->in_cell = false;
	if (g->text.n)
		table_cell(&g->table, g->column, SHEET_TEXT,
			   table_text(&g->table, g->text.p, g->text.n));
	g->column++;
}

static void row_close(struct page *g)
{
	cell_close(g);
	table_row(&g->table, g->row);
	g->column = 0;
}

static void table_close(struct page *g)
{
	struct worksheet *w = &g->out->items[g->out->n];

	row_close(g);
	g->in_table = false;
	w->name = pool_printf(g->table.pool, "Tabela %zu", g->out->n + 1);
	if (table_done(&g->table, &w->sheet, &g->reason) == SHEET_OK && w->sheet.n_rows)
		g->out->n++;
}

static void table_begin(struct page *g)
{
	if (g->in_table)
		g->reason = "A página tem uma tabela dentro de outra: salve o arquivo como XLSX.";
	g->in_table = true;
	g->row = 0;
}

static void open_tag(struct page *g, struct slice tag)
{
	if (tag_is(tag, "table")) {
		table_begin(g);
	} else if (!g->in_table) {
		return;
	} else if (tag_is(tag, "tr")) {
		row_close(g);
		g->row++;
	} else if (tag_is(tag, "td") || tag_is(tag, "th")) {
		cell_close(g);
		if (is_spanned(tag))
			g->reason =
				"A tabela da página tem células unidas: salve o arquivo como XLSX.";
		g->in_cell = true;
		g->text.n = 0;
	} else if (tag_is(tag, "br") && g->in_cell) {
		table_append(&g->table, &g->text, " ", 1);
	}
}

static void close_tag(struct page *g, struct slice tag)
{
	if (!g->in_table)
		return;
	if (tag_is(tag, "td") || tag_is(tag, "th"))
		cell_close(g);
	else if (tag_is(tag, "tr"))
		row_close(g);
	else if (tag_is(tag, "table"))
		table_close(g);
}

/* ---- text and its character references ---- */

/* "#233", "#xe9"; 0 for what is no character. */
static uint32_t numbered(struct slice name)
{
	bool hex = name.n > 1 && (name.p[1] == 'x' || name.p[1] == 'X');
	uint32_t v = 0;

	for (size_t i = hex ? 2 : 1; i < name.n; i++) {
		char c = name.p[i];
		uint32_t digit = is_digit(c)		? (uint32_t)(c - '0')
				 : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
				 : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
							: 99;

		if (digit >= (hex ? 16u : 10u) || v > 0x10FFFF / 16)
			return 0;
		v = v * (hex ? 16 : 10) + digit;
	}
	return v >= 0xD800 && v < 0xE000 ? 0 : v;
}

static uint32_t character(struct slice name)
{
	static const struct {
		const char *name;
		uint32_t c;
	} known[] = { { "amp", '&' },	  { "lt", '<' },      { "gt", '>' },
		      { "quot", '"' },	  { "apos", '\'' },   { "nbsp", 0xA0 },
		      { "ccedil", 0xE7 }, { "atilde", 0xE3 }, { "eacute", 0xE9 },
		      { "aacute", 0xE1 }, { "otilde", 0xF5 }, { "oacute", 0xF3 },
		      { "iacute", 0xED }, { "uacute", 0xFA }, { "ecirc", 0xEA },
		      { "acirc", 0xE2 },  { "ocirc", 0xF4 } };

	if (name.n && name.p[0] == '#')
		return numbered(name);
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (slice_eq(name, known[i].name))
			return known[i].c;
	return 0;
}

/* The length of the reference at the beginning of @s, written as its character; 0: it is none. */
static size_t take_reference(struct page *g, struct slice s)
{
	enum { LONGEST = 10 };
	size_t n = 1;
	char out[4];
	uint32_t c;

	while (n < s.n && n < LONGEST && s.p[n] != ';' && s.p[n] != '&' && s.p[n] != '<')
		n++;
	if (n >= s.n || s.p[n] != ';')
		return 0;
	c = character((struct slice){ s.p + 1, n - 1 });
	if (c < 0x20)
		return 0;
	table_append(&g->table, &g->text, out, utf8_put(out, c));
	return n + 1;
}

static void take_text(struct page *g, struct slice s)
{
	while (s.n) {
		const char *and = memchr(s.p, '&', s.n);
		size_t n = and? (size_t)(and-s.p) : s.n, taken;

		table_append(&g->table, &g->text, s.p, n);
		s = (struct slice){ s.p + n, s.n - n };
		taken = s.n ? take_reference(g, s) : 0;
		if (s.n && !taken) {
			table_append(&g->table, &g->text, "&", 1);
			taken = 1;
		}
		s = (struct slice){ s.p + taken, s.n - taken };
	}
}

/* ---- the bytes ---- */

/* Where @end begins in @s, or its length. */
static size_t until(struct slice s, const char *end)
{
	const char *at = s.n ? memmem(s.p, s.n, end, strlen(end)) : NULL;

	return at ? (size_t)(at - s.p) : s.n;
}

static struct slice after(struct slice s, size_t n)
{
	return n < s.n ? (struct slice){ s.p + n, s.n - n } : (struct slice){ s.p + s.n, 0 };
}

/* Its text is no content of a cell. */
static bool is_hidden(struct slice tag)
{
	return tag_is(tag, "script") || tag_is(tag, "style");
}

static struct slice take_tag(struct page *g, struct slice s)
{
	size_t n = until(s, ">");
	struct slice tag = { s.p + 1, n - 1 };

	if (slice_starts(s, "<!--"))
		return after(s, until(s, "-->") + 3);
	if (is_hidden(tag)) {
		s = after(s, n + 1);
		return after(s, until(s, "</"));
	}
	if (tag.n && tag.p[0] == '/')
		close_tag(g, after(tag, 1));
	else
		open_tag(g, tag);
	return after(s, n + 1);
}

static void read_page(struct page *g, struct slice s)
{
	while (s.n && !g->reason && !g->table.reason && g->out->n < g->out->max) {
		const char *tag = memchr(s.p, '<', s.n);
		size_t n = tag ? (size_t)(tag - s.p) : s.n;

		if (g->in_cell)
			take_text(g, (struct slice){ s.p, n });
		s = after(s, n);
		if (s.n)
			s = take_tag(g, s);
	}
}

enum sheet_err html_read(void *pool, struct slice content, struct worksheets *out, bool *found,
			 const char **reason)
{
	struct page *g = pool_zero(pool, struct page);

	*found = false;
	out->n = 0;
	if (!sheet_decode(pool, &content, reason))
		return SHEET_UNREADABLE;
	table_init(&g->table, pool);
	buf_init(&g->text, pool, 1024);
	g->out = out;
	read_page(g, content);
	if (g->in_table && !g->reason && !g->table.reason && out->n < out->max)
		g->reason = "A tabela da página não termina: o arquivo está cortado.";
	*found = out->n > 0;
	if (!g->reason)
		g->reason = g->table.reason;
	if (!g->reason)
		return SHEET_OK;
	*reason = g->reason;
	return g->table.complex ? SHEET_TOO_COMPLEX : SHEET_UNREADABLE;
}
