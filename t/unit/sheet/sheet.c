/* SPDX-License-Identifier: Apache-2.0 */
/* sheet.c: every container gives the same rows; damaged and hostile files are refused with their reason. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/pool.h"
#include "sheet/sheet.h"
#include "sheet/workbook.h"
#include "tap.h"

static void *pool;
static const char *dir;

static struct slice bytes_of(const char *name)
{
	FILE *f = fopen(pool_printf(pool, "%s/%s", dir, name), "rb");
	size_t max = (size_t)4 << 20;
	char *p = pool_array(pool, char, max);
	size_t n = f ? fread(p, 1, max, f) : 0;

	if (!f)
		diag("%s is missing", name);
	else
		fclose(f);
	return (struct slice){ p, n };
}

/* Cells separated by '|', rows by '/', blanks trimmed. */
static const char *shown(const struct sheet *s)
{
	char *out = pool_strdup(pool, "");

	for (size_t r = 0; r < s->n_rows; r++) {
		for (size_t c = 0; c < s->n_cells[r]; c++) {
			const char *cell = s->rows[r][c] ? s->rows[r][c] : "";
			struct slice t = slice_trim(slice_of(cell));

			out = pool_printf(pool, "%s%s%.*s", out,
					  c   ? "|"
					  : r ? "/"
					      : "",
					  (int)t.n, t.n ? t.p : "");
		}
	}
	return out;
}

static void reads(const char *name, const char *want)
{
	struct sheet s = { 0 };
	const char *reason = NULL;

	if (!ok(sheet_read(pool, bytes_of(name), &s, &reason) == SHEET_OK, "%s is read", name)) {
		diag("%s", reason);
		return;
	}
	is_text(shown(&s), want, name);
}

static void refuses(const char *name, enum sheet_err err, const char *words)
{
	struct sheet s = { 0 };
	const char *reason = NULL;

	is_int(sheet_read(pool, bytes_of(name), &s, &reason), err, name);
	ok(reason && strstr(reason, words), "%s is told: %s", name, reason ? reason : "(nothing)");
}

#define HEAD "Data|Movimentação|Quantidade|Preço unitário/"
#define WANT                                                                                       \
	HEAD "05/03/2026|Dividendo|100|2.5499999999999998/06/03/2026|Transferência - "            \
	     "Liquidação|7|-"
#define WANT_CSV HEAD "05/03/2026|Dividendo|100|RR$\t2,55/06/03/2026|Transferência - Liquidação|7|-"

static void containers(void)
{
	static const char *const same[] = { "npoi",	"rich",	    "formulas", "bare",
					    "shuffled", "prefixed", "excel",	"libreoffice",
					    "custom",	"mac" };

	for (size_t i = 0; i < ARRAY_SIZE(same); i++)
		reads(pool_printf(pool, "%s.xlsx", same[i]), WANT);
	reads("pandas.xlsx", "|Data|Movimentação|Quantidade|Preço "
			     "unitário/0|05/03/2026|Dividendo|100|2.5499999999999998/"
			     "1|06/03/2026|Transferência - Liquidação|7|-");
	reads("semicolon.csv", WANT_CSV);
	reads("bom.csv", WANT_CSV);
	reads("cp1252.csv", WANT_CSV);
	reads("hint.csv", WANT_CSV);
	reads("utf16le.csv", WANT_CSV);
	reads("utf16be.csv", WANT_CSV);
	reads("pipe.csv", WANT_CSV);
	reads("titled.csv", "Extrato/" WANT_CSV);
	reads("libreoffice.ods", WANT);
	reads("repeated.ods", HEAD "05/03/2026|Dividendo|100|100");
	reads("comma.csv",
	      HEAD "05/03/2026|Dividendo|100|RR$\t2.55/06/03/2026|Transferência - Liquidação|7|-");
	reads("tab.csv",
	      HEAD "05/03/2026|Dividendo|100|2,55/06/03/2026|Transferência - Liquidação|7|-");
}

/* Rows keep the line number of the file, and cells their kind, which decides how the text is parsed. */
static void lines_and_kinds(void)
{
	struct slice csv = slice_of("\na;b\r\n\r\n\"x\ny\";1\nz;2\n");
	const char *reason = NULL;
	struct sheet s = { 0 };

	is_int(sheet_read(pool, csv, &s, &reason), SHEET_OK, "a CSV with blank lines");
	is_int((int64_t)s.n_rows, 3, "has three rows");
	is_int((int64_t)s.lines[0], 2, "below a blank line");
	is_int((int64_t)s.lines[1], 4, "a row begins on its first line");
	is_int((int64_t)s.lines[2], 6, "below a cell of two lines");
	is_int(s.kinds[1][1], SHEET_TEXT, "all of a CSV is text");
	is_int(sheet_read(pool, bytes_of("excel.xlsx"), &s, &reason), SHEET_OK, "an XLSX");
	is_int(s.kinds[1][0], SHEET_DATE, "a date by its format");
	is_int(s.kinds[1][1], SHEET_TEXT, "a text");
	is_int(s.kinds[1][2], SHEET_NUMBER, "a number");
	is_int(sheet_read(pool, bytes_of("libreoffice.ods"), &s, &reason), SHEET_OK, "an ODS");
	is_int(s.kinds[1][0], SHEET_DATE, "a date of it");
	is_int(s.kinds[1][2], SHEET_NUMBER, "a number of it");
	is_int(s.kinds[2][3], SHEET_TEXT, "a text of it");
}

/* Every worksheet, in the file's order; the limits apply to all of them together. */
static void worksheets(const char *name)
{
	struct worksheets all = { .max = SHEETS_MAX };
	const char *reason = NULL;

	is_int(sheets_read(pool, bytes_of(name), &all, &reason), SHEET_OK, name);
	is_int((int64_t)all.n, 3, "three worksheets");
	is_text(all.items[0].name, "Acoes", "the first by its name");
	is_text(shown(&all.items[0].sheet), "Produto|Quantidade/PETR4 - PETROBRAS|100", "its rows");
	is_int((int64_t)all.items[1].sheet.n_rows, 0, "an empty one");
	is_text(all.items[2].name, "Tesouro Direto", "the third");
	is_text(shown(&all.items[2].sheet), "Produto|Quantidade/Tesouro Selic 2029|0.5",
		"its rows");
	is_int((int64_t)all.items[2].sheet.lines[1], 2, "which count their lines anew");
	all.max = 1;
	is_int(sheets_read(pool, bytes_of(name), &all, &reason), SHEET_OK, "as many as are wanted");
	is_int((int64_t)all.n, 1, "one");
}

static void worksheet_bounds(void)
{
	struct worksheets all = { .max = SHEETS_MAX };
	const char *reason = NULL;

	is_int(sheets_read(pool, bytes_of("many.xlsx"), &all, &reason), SHEET_OK,
	       "seventy worksheets");
	is_int((int64_t)all.n, SHEETS_MAX, "of which the first are read");
	is_int(sheets_read(pool, bytes_of("rows.ods"), &all, &reason), SHEET_UNREADABLE,
	       "rows are counted over all worksheets");
	ok(reason && strstr(reason, "100.000 linhas"), "and that is told: %s", reason);
	is_int(sheets_read(pool, bytes_of("one-part.xlsx"), &all, &reason), SHEET_TOO_COMPLEX,
	       "one part under many names is unpacked no more often than the bound allows");
}

static void refusals(void)
{
	refuses("truncated.xlsx", SHEET_UNREADABLE, "incompleto ou danificado");
	refuses("half.xlsx", SHEET_UNREADABLE, "incompleto ou danificado");
	refuses("no-directory.xlsx", SHEET_UNREADABLE, "incompleto ou danificado");
	refuses("bomb.xlsx", SHEET_TOO_LARGE, "200 MiB");
	refuses("claims.xlsx", SHEET_TOO_LARGE, "200 MiB");
	refuses("entities.xlsx", SHEET_UNREADABLE, "entidades XML");
	refuses("external.xlsx", SHEET_UNREADABLE, "entidades XML");
	refuses("malformed.xlsx", SHEET_UNREADABLE, "XML malformado");
	refuses("string.xlsx", SHEET_UNREADABLE, "texto compartilhado");
	refuses("encrypted.xlsx", SHEET_UNREADABLE, "senha");
	refuses("members.xlsx", SHEET_UNREADABLE, "1.000 partes");
	refuses("no-sheet.xlsx", SHEET_UNREADABLE, "não contém a planilha");
	refuses("plain.zip", SHEET_UNREADABLE, "não uma planilha XLSX");
	refuses("columns.xlsx", SHEET_UNREADABLE, "200 colunas");
	refuses("long-cell.xlsx", SHEET_UNREADABLE, "131.072");
	refuses("nul.csv", SHEET_UNREADABLE, "bytes nulos");
	refuses("utf16-cut.csv", SHEET_UNREADABLE, "CSV UTF-8");
	refuses("no-content.ods", SHEET_UNREADABLE, "não contém planilha");
	refuses("old.xls", SHEET_UNREADABLE, "XLS antigo");
	refuses("page.csv", SHEET_UNREADABLE, "página");
	refuses("report.pdf", SHEET_UNREADABLE, "PDF");
	refuses("empty.csv", SHEET_UNREADABLE, "vazio");
}

/* A truncated file is refused or read, nothing else. */
static void cut_anywhere(void)
{
	struct slice whole = bytes_of("npoi.xlsx");
	size_t read = 0;

	for (size_t n = 0; n < whole.n; n += 7) {
		void *scope = pool_new(pool, "cut");
		const char *reason = NULL;
		struct sheet s = { 0 };

		if (sheet_read(scope, (struct slice){ whole.p, n }, &s, &reason) == SHEET_OK)
			read++;
		pool_free(scope);
	}
	is_int((int64_t)read, 0, "no beginning of a workbook passes for the whole");
}

static void formats(void)
{
	ok(format_is_date("dd/mm/yyyy") && format_is_date("[$-416]d\\-mmm;@"), "formats of days");
	ok(!format_is_date("General") && !format_is_date("\"R$\" #,##0.00") &&
		   !format_is_date("[Red]0.00") && !format_is_date("#,##0\\d") &&
		   !format_is_date("0.00;dd"),
	   "formats of numbers");
}

int main(void)
{
	const char *top = getenv("LASTRO_TOP_SRCDIR"), *perl = getenv("PERL");
	char template[] = "/tmp/lastro-sheets-XXXXXX";

	pool = pool_new(NULL, "test");
	dir = mkdtemp(template);
	if (!dir || system(pool_printf(pool, "%s '%s/t/fixtures/sheets.pl' '%s'",
				       perl ? perl : "perl", top ? top : ".", dir)) != 0) {
		diag("the fixtures could not be made");
		return 1;
	}
	containers();
	lines_and_kinds();
	worksheets("sheets.xlsx");
	worksheets("sheets.ods");
	worksheet_bounds();
	refusals();
	cut_anywhere();
	formats();
	if (system(pool_printf(pool, "rm -r '%s'", dir)) != 0)
		diag("%s stays", dir);
	pool_free(pool);
	return tap_done();
}
