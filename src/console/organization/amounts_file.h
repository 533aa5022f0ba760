/* SPDX-License-Identifier: Apache-2.0 */
/*
 * amounts_file.h: a list of amounts, one a line: a client's or a portfolio's id, or a CPF or CNPJ, and reais.
 *
 * A CSV, with or without a line of headings; its decimals are read as an import reads them.
 */
#ifndef LASTRO_CONSOLE_ORGANIZATION_AMOUNTS_FILE_H
#define LASTRO_CONSOLE_ORGANIZATION_AMOUNTS_FILE_H

#include "core/json_write.h"
#include "http/html.h"

#define AMOUNTS_BYTES_MAX ((size_t)65536)

struct amount_line {
	size_t line;	   /* in the file, from 1 */
	const char *id;	   /* as typed */
	bool by_tax_id;	   /* else an id */
	const char *reais; /* "2000.00" */
};

struct amounts {
	struct amount_line *items;
	size_t n;
	/* What is wrong, each with its line and column; then nothing of it counts. */
	struct html_fault *faults;
	size_t n_faults;
};

/* amounts_read() - @field: the name of the form's field that faults are of. */
void amounts_read(struct ctx *ctx, struct slice content, const char *field, struct amounts *out);

/* amounts_fault() - one more; @column from 1. */
void amounts_fault(struct ctx *ctx, struct amounts *a, const char *field, size_t line,
		   size_t column, const char *received, const char *expected);

/* amounts_render() - as the Function's input.plans. */
void amounts_render(struct json *j, const char *name, const struct amounts *a);

#endif
