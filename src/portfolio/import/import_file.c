/* SPDX-License-Identifier: Apache-2.0 */
/* import_file.c: the spreadsheet of a request: in a form, or as its body. */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <strings.h>

#include "http/request.h"

#define FILENAME_MAX_CHARS 255

static bool is_type(const char *content_type, const char *wanted)
{
	size_t n = strcspn(content_type, "; \t");

	return n == strlen(wanted) && strncasecmp(content_type, wanted, n) == 0;
}

static bool is_raw_type(const char *content_type)
{
	static const char *const types[] = {
		"application/octet-stream",
		"application/pdf",
		"text/csv",
		"application/csv",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"application/vnd.oasis.opendocument.spreadsheet",
		"application/vnd.ms-excel", /* what browsers on Windows call a CSV */
	};

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		if (is_type(content_type, types[i]))
			return true;
	}
	return false;
}

/* The password that a PDF asks for: from here it goes to the program that reads it, and nowhere else. */
static void take_password(struct ctx *ctx, const struct part *p, const char **password)
{
	if (!password)
		fail(ctx, 400, "invalid_body", "O formulário tem um campo desconhecido: password.");
	if (*password)
		fail(ctx, 400, "invalid_body", "O formulário tem mais de um campo password.");
	*password = slice_text(ctx->pool, p->content);
}

static struct part form_file(struct ctx *ctx, const char **password)
{
	struct part parts[PARTS_MAX], *file = NULL;
	const char *reason = NULL;
	size_t n = 0;

	if (!multipart_parse(ctx->pool, ctx->req->content_type, ctx->req->body, parts, &n, &reason))
		fail(ctx, 400, "invalid_body", "%s", reason);
	for (size_t i = 0; i < n; i++) {
		if (str_eq(parts[i].name, "password")) {
			take_password(ctx, &parts[i], password);
			continue;
		}
		if (!str_eq(parts[i].name, "file"))
			fail(ctx, 400, "invalid_body",
			     "O formulário tem um campo desconhecido: %.60s.", parts[i].name);
		if (file)
			fail(ctx, 400, "invalid_body", "O formulário tem mais de um campo file.");
		file = &parts[i];
	}
	if (!file)
		fail(ctx, 400, "invalid_body", "O formulário não tem o campo file.");
	return *file;
}

/*
 * Characters, not bytes: the column's bound.  A longer name is refused rather than cut, since the name
 * identifies the import.
 */
static bool filename_fits(const char *name)
{
	return !name || text_length(name) <= FILENAME_MAX_CHARS;
}

struct part import_file_read(struct ctx *ctx, const char **password)
{
	const char *type = ctx->req->content_type, *filename = query_text(ctx, "filename");
	struct part file = { .content = ctx->req->body };

	if (!filename_fits(filename))
		fail_parameter(ctx, "filename", filename, "no máximo 255 caracteres");
	if (type && is_type(type, "multipart/form-data"))
		file = form_file(ctx, password);
	else if (!type || !is_raw_type(type))
		fail(ctx, 415, "unsupported_media_type",
		     "O arquivo vem em multipart/form-data (campo file) ou como corpo em XLSX, ODS, "
		     "CSV, PDF ou application/octet-stream; veio %.60s.",
		     type ? type : "sem Content-Type");
	if (!filename && !filename_fits(file.filename))
		fail(ctx, 400, "invalid_body",
		     "O nome do arquivo no formulário passa de 255 caracteres: %.60s…",
		     file.filename);
	if (filename || (file.filename && !*file.filename))
		file.filename = filename && *filename ? filename : NULL;
	return file;
}

void import_sheet_read(struct ctx *ctx, enum sheet_err err, const char *reason)
{
	switch (err) {
	case SHEET_OK:
		break;
	case SHEET_UNREADABLE:
		fail(ctx, 400, "import_unreadable", "%s", reason);
	case SHEET_TOO_LARGE:
		fail(ctx, 400, "import_too_large_unpacked", "%s", reason);
	case SHEET_TOO_COMPLEX:
		fail(ctx, 400, "payload_too_complex", "%s", reason);
	}
}
