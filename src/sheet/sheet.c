/* SPDX-License-Identifier: Apache-2.0 */
/* sheet.c: detects the container by its first bytes. */
#include "config.h"

#include "sheet/sheet.h"

static bool begins(struct slice s, const char *magic, size_t n)
{
	return s.n >= n && memcmp(s.p, magic, n) == 0;
}

static const char page_refused[] =
	"O arquivo é uma página ou um XML, e não uma planilha: baixe o extrato em Excel (XLSX) ou "
	"CSV.";
static const char json_refused[] =
	"O arquivo é um JSON, que não se importa aqui: envie uma planilha (XLSX, ODS ou CSV), como "
	"a exportação em CSV.";

typedef enum sheet_err marked_fn(void *pool, struct slice content, struct worksheets *out,
				 bool *found, const char **reason);

/* @refused: the reason when it has no table. */
static enum sheet_err read_marked(void *pool, struct slice content, struct worksheets *out,
				  marked_fn *read, const char *refused, const char **reason)
{
	bool found = false;
	enum sheet_err err = read(pool, content, out, &found, reason);

	if (err != SHEET_OK || found)
		return err;
	*reason = refused;
	return SHEET_UNREADABLE;
}

enum sheet_err sheets_read(void *pool, struct slice content, struct worksheets *out,
			   const char **reason)
{
	struct slice text = slice_trim(content);

	if (content.n == 0) {
		*reason = "O arquivo está vazio.";
		return SHEET_UNREADABLE;
	}
	if (begins(content, "PK\3\4", 4) || begins(content, "PK\5\6", 4))
		return ods_is(pool, content) ? ods_read(pool, content, out, reason)
					     : xlsx_read(pool, content, out, reason);
	if (begins(content, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8)) {
		*reason = "O arquivo é um XLS antigo ou está protegido por senha: abra-o e salve-o "
			  "como XLSX (ou ODS, ou CSV), sem senha.";
		return SHEET_UNREADABLE;
	}
	if (begins(content, "%PDF", 4)) {
		*reason = "O arquivo é um PDF: baixe-o em Excel (XLSX) ou CSV.";
		return SHEET_UNREADABLE;
	}
	if (begins(text, "<", 1) || begins(text, "\xef\xbb\xbf<", 4))
		return read_marked(pool, content, out, html_read, page_refused, reason);
	if (begins(text, "{", 1) || begins(text, "[", 1) || begins(text, "\xef\xbb\xbf{", 4) ||
	    begins(text, "\xef\xbb\xbf[", 4))
		return read_marked(pool, content, out, json_read_lists, json_refused, reason);
	out->n = 1;
	out->items[0].name = NULL;
	return csv_read(pool, content, &out->items[0].sheet, reason);
}

enum sheet_err sheet_read(void *pool, struct slice content, struct sheet *out, const char **reason)
{
	struct worksheets all = { .max = 1 };
	enum sheet_err err = sheets_read(pool, content, &all, reason);

	if (err == SHEET_OK)
		*out = all.items[0].sheet;
	return err;
}
