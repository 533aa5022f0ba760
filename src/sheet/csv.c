/* SPDX-License-Identifier: Apache-2.0 */
/*
 * csv.c: CSV as written by Excel, pandas and people.
 *
 * The separator is the one of ; , | and TAB that splits the header line into the most fields: cells of
 * Excel's own currency format contain a TAB, headers do not.  UTF-8 when it is valid, UTF-16 when it
 * has a byte order mark, else Windows-1252.  Rows keep the number of their first line.
 */
#include "config.h"

#include <stdint.h>

#include <csv.h>

#include "core/encode.h"
#include "core/pool.h"
#include "sheet/table.h"

struct reading {
	struct table table;
	size_t column;
	size_t line;  /* being read, from 1 */
	size_t begun; /* the row's first line, 0 before its first character */
};

static void field_end(void *p, size_t n, void *arg)
{
	struct reading *r = arg;

	if (n)
		table_cell(&r->table, r->column, SHEET_TEXT, table_text(&r->table, p, n));
	r->column++;
}

static void row_end(int c, void *arg)
{
	struct reading *r = arg;

	(void)c; /* the character that ended it does not matter */
	table_row(&r->table, r->begun);
	r->column = 0;
	r->begun = 0;
}

/* Length of the line at @s, including its end. */
static size_t line_length(struct slice s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\n')
			return i + 1;
		if (s.p[i] == '\r' && (i + 1 == s.n || s.p[i + 1] != '\n'))
			return i + 1;
	}
	return s.n;
}

/* Line by line, since libcsv does not report positions; a quoted cell may span several. */
static bool parse(struct csv_parser *parser, struct reading *r, struct slice s)
{
	for (r->line = r->line ? r->line : 1; s.n; r->line++) {
		size_t n = line_length(s);

		if (!r->begun)
			r->begun = r->line;
		if (csv_parse(parser, s.p, n, field_end, row_end, r) != n)
			return false;
		if (r->begun == r->line && r->column == 0 && n <= 2)
			r->begun = 0; /* a blank line */
		s = (struct slice){ s.p + n, s.n - n };
	}
	return csv_fini(parser, field_end, row_end, r) == 0;
}

static size_t fields(struct slice line, char separator)
{
	bool quoted = false;
	size_t n = 0;

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] == '"')
			quoted = !quoted;
		else if (!quoted && line.p[i] == separator)
			n++;
	}
	return n;
}

static const char separators[] = { ';', ',', '\t', '|' };

static char best_separator(struct slice line, size_t *most)
{
	char best = ';';

	*most = 0;
	for (size_t i = 0; i < sizeof(separators); i++) {
		size_t n = fields(line, separators[i]);

		if (n > *most) {
			*most = n;
			best = separators[i];
		}
	}
	return best;
}

/* The separator of the first line with as many columns as a statement, after any title; else of the first line. */
static char separator_of(struct slice s)
{
	enum { LINES = 20, FIELDS = 4 };
	char first = '\0';

	for (int i = 0; i < LINES && s.n; i++) {
		size_t n = line_length(s), most;
		struct slice line = slice_trim((struct slice){ s.p, n });
		char best = best_separator(line, &most);

		if (most >= FIELDS)
			return best;
		if (line.n && !first)
			first = best;
		s = (struct slice){ s.p + n, s.n - n };
	}
	return first ? first : ';';
}

static struct slice first_line(struct slice s)
{
	while (s.n) {
		size_t n = line_length(s);
		struct slice line = slice_trim((struct slice){ s.p, n });

		if (line.n)
			return line;
		s = (struct slice){ s.p + n, s.n - n };
	}
	return s;
}

/* @s begins with the byte order mark of UTF-16; false when it has a lone surrogate. */
static bool from_utf16(void *pool, struct slice *s)
{
	const unsigned char *p = (const unsigned char *)s->p;
	size_t low = p[0] == 0xFF ? 0 : 1, n = 0;
	char *out = pool_array(pool, char, s->n / 2 * 3 + 4);

	for (size_t i = 2; i + 1 < s->n; i += 2) {
		uint32_t c = (uint32_t)p[i + low] | (uint32_t)p[i + 1 - low] << 8;

		if (c >= 0xD800 && c < 0xDC00 && i + 3 < s->n) {
			uint32_t d = (uint32_t)p[i + 2 + low] | (uint32_t)p[i + 3 - low] << 8;

			if (d < 0xDC00 || d > 0xDFFF)
				return false;
			c = 0x10000 + ((c - 0xD800) << 10) + (d - 0xDC00);
			i += 2;
		} else if (c >= 0xD800 && c < 0xE000) {
			return false;
		}
		n += utf8_put(out + n, c);
	}
	*s = (struct slice){ out, n };
	return true;
}

bool sheet_decode(void *pool, struct slice *s, const char **reason)
{
	if (s->n >= 2 && (memcmp(s->p, "\xff\xfe", 2) == 0 || memcmp(s->p, "\xfe\xff", 2) == 0)) {
		if (!from_utf16(pool, s)) {
			*reason = "O CSV em UTF-16 está danificado: salve-o como \"CSV UTF-8\".";
			return false;
		}
	}
	if (s->n >= 3 && memcmp(s->p, "\xef\xbb\xbf", 3) == 0)
		*s = (struct slice){ s->p + 3, s->n - 3 };
	if (s->n && memchr(s->p, 0, s->n)) {
		*reason = "O arquivo não é uma planilha XLSX nem um CSV: contém bytes nulos.";
		return false;
	}
	if (!text_valid(*s, NULL))
		*s = slice_of(text_from_cp1252(pool, *s));
	return true;
}

static void parser_free(void *arg)
{
	csv_free(arg);
}

enum sheet_err csv_read(void *pool, struct slice content, struct sheet *out, const char **reason)
{
	struct reading *r = pool_zero(pool, struct reading);
	struct csv_parser *parser = pool_zero(pool, struct csv_parser);
	struct slice s = content, line;
	char separator;

	if (!sheet_decode(pool, &s, reason))
		return SHEET_UNREADABLE;
	table_init(&r->table, pool);
	line = slice_trim(first_line(s));
	if (line.n == 5 && memcmp(line.p, "sep=", 4) == 0) { /* Excel's own hint */
		separator = line.p[4];
		size_t skipped = (size_t)(line.p - s.p) + 5;

		skipped += line_length((struct slice){ s.p + skipped, s.n - skipped });
		s = (struct slice){ s.p + skipped, s.n - skipped };
		r->line = 2;
	} else {
		separator = separator_of(s);
	}
	if (csv_init(parser, 0) != 0) {
		*reason = "O CSV não pôde ser lido.";
		return SHEET_UNREADABLE;
	}
	pool_on_free(pool, parser_free, parser);
	csv_set_delim(parser, (unsigned char)separator);
	csv_set_blk_size(parser,
			 65536); /* it grows by so much: a field of megabytes is copied seldom */
	if (!parse(parser, r, s)) {
		*reason = "O CSV não pôde ser lido: aspas sem fechamento ou texto grande demais.";
		return SHEET_UNREADABLE;
	}
	return table_done(&r->table, out, reason);
}
