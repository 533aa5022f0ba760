/* SPDX-License-Identifier: Apache-2.0 */
/*
 * csv.c: CSV as Excel, pandas and people write it.
 *
 * The separator is the one of ; , and TAB that cuts the first line into most fields: cells of
 * Excel's own currency format hold a TAB, headers do not.  UTF-8 when it is valid, else
 * Windows-1252.
 */
#include "config.h"

#include <stdint.h>

#include <csv.h>

#include "core/pool.h"
#include "sheet/table.h"

struct reading {
	struct table table;
	size_t column, line;
};

static void field_end(void *p, size_t n, void *arg)
{
	struct reading *r = arg;

	if (n)
		table_cell(&r->table, r->column, table_text(&r->table, p, n));
	r->column++;
}

static void row_end(int c, void *arg)
{
	struct reading *r = arg;

	(void)c; /* which character ended it does not matter */
	table_row(&r->table, ++r->line);
	r->column = 0;
}

/* The first line that is not blank. */
static struct slice first_line(struct slice s)
{
	struct slice line = { NULL, 0 }, rest = s;

	while (rest.n) {
		bool more = slice_cut(rest, '\n', &line, &rest);

		if (slice_trim(line).n || !more)
			break;
	}
	return line;
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

static char separator_of(struct slice line)
{
	static const char candidates[] = { ';', ',', '\t' };
	char best = ';';
	size_t most = 0;

	for (size_t i = 0; i < sizeof(candidates); i++) {
		size_t n = fields(line, candidates[i]);

		if (n > most) {
			most = n;
			best = candidates[i];
		}
	}
	return best;
}

/* As UTF-8 without its mark; false with a reason when it is no text. */
static bool decode(void *pool, struct slice *s, const char **reason)
{
	if (s->n >= 2 && (memcmp(s->p, "\xff\xfe", 2) == 0 || memcmp(s->p, "\xfe\xff", 2) == 0)) {
		*reason = "O CSV está em UTF-16: salve-o como \"CSV UTF-8\".";
		return false;
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

	if (!decode(pool, &s, reason))
		return SHEET_UNREADABLE;
	table_init(&r->table, pool);
	line = slice_trim(first_line(s));
	if (line.n == 5 && memcmp(line.p, "sep=", 4) == 0) { /* Excel's own hint */
		separator = line.p[4];
		s = (struct slice){ line.p + 5, s.n - (size_t)(line.p + 5 - s.p) };
	} else {
		separator = separator_of(line);
	}
	if (csv_init(parser, 0) != 0) {
		*reason = "O CSV não pôde ser lido.";
		return SHEET_UNREADABLE;
	}
	pool_on_free(pool, parser_free, parser);
	csv_set_delim(parser, (unsigned char)separator);
	if (csv_parse(parser, s.p, s.n, field_end, row_end, r) != s.n ||
	    csv_fini(parser, field_end, row_end, r) != 0) {
		*reason = "O CSV não pôde ser lido: aspas sem fechamento ou texto grande demais.";
		return SHEET_UNREADABLE;
	}
	return table_done(&r->table, out, reason);
}
