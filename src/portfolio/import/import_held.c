/* SPDX-License-Identifier: Apache-2.0 */
/* import_held.c: a held file for the pages of an import: its columns, and one of its rows. */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <stdint.h>

#include "http/form.h"
#include "portfolio/portfolio.h"

void wallet_columns(struct ctx *ctx, struct slice content, long header, size_t operation,
		    struct wallet_columns *out)
{
	struct worksheets *all = pool_zero(ctx->pool, struct worksheets);
	const struct kept_mapping *kept;
	const struct sheet *s;
	size_t at;

	*out = (struct wallet_columns){ .name = NULL };
	upload_worksheets(ctx, content, SHEETS_MAX, all);
	at = mapping_worksheet(all->items, all->n);
	if (at == all->n)
		fail(ctx, 400, "import_unrecognized",
		     "Nenhuma tabela do arquivo tem ao menos três colunas e duas linhas.");
	s = &all->items[at].sheet;
	kept = import_mapping_find(ctx, all->items, all->n, NULL);
	out->kept = kept ? &kept->mapping : NULL;
	if (header != HEADER_GUESSED || operation != SIZE_MAX)
		kept = NULL; /* the person chooses anew */
	if (kept) {
		s = &all->items[kept->worksheet].sheet;
		header = kept->header == SIZE_MAX ? HEADER_NONE : (long)kept->header;
		operation = kept->mapping.at[MAPPED_OPERATION];
		out->name = kept->name;
	}
	out->sheet = s;
	column_guess(ctx->pool, s, header, operation, ctx->today, &out->guess);
	if (kept)
		out->guess.mapping = kept->mapping;
}

static const char *cell_in(const struct sheet *s, size_t row, size_t at)
{
	return at < s->n_cells[row] ? s->rows[row][at] : NULL;
}

static size_t row_at(const struct sheet *s, size_t line)
{
	size_t r = 0;

	while (r < s->n_rows && (s->lines ? s->lines[r] : r + 1) != line)
		r++;
	return r;
}

/* Names of columns, and what they are for where that is known. */
static void describe(struct ctx *ctx, const struct upload *u, struct wallet_file_row *out)
{
	const struct sheet *s = u->translated ? &u->translated->shown : &u->sheet;
	size_t header = u->translated ? 0 : u->header_row;
	size_t width = u->mapping && u->mapping->header == SIZE_MAX ? 0 : s->n_cells[header];

	if (width > CORRECTED_CELLS_MAX)
		width = CORRECTED_CELLS_MAX;
	out->n = out->n > width ? out->n : width;
	for (size_t i = 0; i < out->n; i++) {
		out->names[i] = i < width ? cell_in(s, header, i) : NULL;
		if (u->mapping)
			out->expected[i] = mapping_expected(ctx->pool, &u->mapping->mapping, i);
		else if (out->names[i] && !u->translated)
			out->expected[i] = import_expected(ctx->pool, out->names[i]);
	}
}

/* The header, and what stands above it, is no row. */
static bool is_data(const struct upload *u, size_t line)
{
	const struct sheet *s = u->translated ? &u->translated->shown : &u->sheet;
	size_t header = u->translated ? 0 : u->header_row;

	return line > (s->lines ? s->lines[header] : header + 1);
}

static const char *reason_of(struct ctx *ctx, const struct upload *u, size_t line)
{
	struct import_result r = { 0 };
	struct stored stored;

	upload_compare(ctx, u, false, uuid_nil(), &stored, &r);
	for (size_t i = 0; i < r.n_entries; i++)
		if (r.entries[i].line == line)
			return r.entries[i].reason ? r.entries[i].reason : r.entries[i].warning;
	return NULL;
}

bool wallet_file_row(struct ctx *ctx, const struct form_file *file, size_t line,
		     struct wallet_file_row *out)
{
	struct worksheets *all = pool_zero(ctx->pool, struct worksheets);
	const struct row_correction *c;
	struct upload_aside aside;
	struct upload *u;
	const struct sheet *s;
	size_t row;

	*out = (struct wallet_file_row){ .n = 0 };
	upload_aside_read(ctx, file->aside, &aside);
	u = upload_of(ctx, file->name, file->content, &(struct upload_asked){ NULL, &aside });
	upload_worksheets(ctx, file->content, SHEETS_MAX, all);
	s = &all->items[u->worksheet].sheet;
	row = row_at(s, line);
	if (row == s->n_rows || !is_data(u, line))
		return false;
	c = correction_of(aside.corrections, aside.n, line);
	out->corrected = c && !c->left_out;
	out->left_out = c && c->left_out;
	if (!out->left_out)
		out->reason = reason_of(ctx, u, line);
	for (size_t i = 0; i < CORRECTED_CELLS_MAX; i++) {
		out->in_file[i] = cell_in(s, row, i);
		out->cells[i] = c && c->given[i] ? c->cells[i] : out->in_file[i];
		out->n = i < s->n_cells[row] || out->cells[i] ? i + 1 : out->n;
	}
	describe(ctx, u, out);
	return true;
}

const struct row_correction *wallet_file_corrections(struct ctx *ctx, const struct form_file *file,
						     size_t *n)
{
	struct upload_aside aside;

	upload_aside_read(ctx, file->aside, &aside);
	*n = aside.n;
	return aside.corrections;
}
