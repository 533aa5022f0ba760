/* SPDX-License-Identifier: Apache-2.0 */
/* statement.h: what every file that is read promises, and every statement that is mapped. */
#ifndef LASTRO_T_FUZZ_STATEMENT_H
#define LASTRO_T_FUZZ_STATEMENT_H

#include "calc/import/import.h"
#include "sheet/sheet.h"

#include "entry.h"

static inline void promise_written(const struct import_entry *e)
{
	if (e->effect == ENTRY_COVERAGE)
		return; /* of days, not of a paper */
	promise(e->symbol && *e->symbol && text_length(e->symbol) <= 80);
	if (e->effect == ENTRY_ASSET)
		return;
	promise(e->has_day);
	if (e->effect == ENTRY_INCOME) {
		promise(e->amount.e8 > 0 && e->amount.e8 % 1000000 == 0);
		return;
	}
	promise(e->effect == ENTRY_TRADE);
	promise(!e->trade.price_known || e->trade.price.e12 >= 0);
	promise((e->trade.kind == ROW_SPLIT) == (e->trade.ratio_e12 > 0));
	promise(e->trade.kind == ROW_ADJUST || e->trade.kind == ROW_SPLIT || e->trade.qty.e8 > 0);
	promise(e->trade.kind == ROW_ADJUST || e->trade.fees.e8 >= 0);
}

/* Columns that a person names, and rows that are corrected: here the guessed ones, and the second and third line. */
static inline void promise_mapped(void *pool, const struct sheet *s)
{
	struct import_translation t;
	struct import_context ctx = { .today = { 20777 }, .translated = &t };
	struct import_result r = { 0 };
	const struct row_correction corrections[] = {
		{ .line = 2,
		  .given = { true, false, true },
		  .cells = { "01/02/2026", NULL, NULL } },
		{ .line = 3, .left_out = true },
	};
	struct column_guess g;
	struct sheet corrected;

	if (!s->n_rows)
		return;
	column_guess(pool, s, HEADER_GUESSED, SIZE_MAX, ctx.today, &g);
	promise(g.width <= MAPPED_WIDTH_MAX && g.n_words <= MAPPED_WORDS_MAX);
	promise(!g.has_header || g.header < s->n_rows);
	(void)mapping_signature(pool, s, 0, true);
	(void)mapping_signature(pool, s, 0, false);
	corrected = sheet_corrected(pool, s, corrections, 2);
	promise(corrected.n_rows <= s->n_rows);
	mapping_translate(pool, s, g.has_header ? g.header : SIZE_MAX, &g.mapping, ctx.today, &t);
	if (import_map(pool, &t.sheet, &ctx, &r) != CALC_OK)
		return;
	promise(r.n_entries + 1 == t.shown.n_rows);
	for (size_t i = 0; i < r.n_written; i++)
		promise_written(&r.entries[r.written[i]]);
}

static inline void promise_statement(void *pool, const struct sheet *s)
{
	struct import_context ctx = { .today = { 20777 } };
	struct import_result r = { 0 };
	size_t n = 0;

	promise(s->n_rows <= SHEET_ROWS_MAX);
	for (size_t i = 0; i < s->n_rows; i++) {
		promise(s->n_cells[i] && s->n_cells[i] <= SHEET_COLUMNS_MAX);
		for (size_t c = 0; c < s->n_cells[i]; c++)
			promise(!s->rows[i][c] || text_valid(slice_of(s->rows[i][c]), NULL));
	}
	promise_mapped(pool, s);
	(void)import_unnamed(pool, s, 20, &n);
	(void)import_symbols(pool, s, NULL, 0, &n);
	if (import_map(pool, s, &ctx, &r) != CALC_OK)
		return;
	promise(r.parsed + r.ignored + r.errors == r.n_entries);
	promise(r.n_written >= r.imported);
	for (size_t i = 0; i < r.n_written; i++)
		promise_written(&r.entries[r.written[i]]);
	for (size_t i = 0; i < r.n_entries; i++)
		promise(r.entries[i].status != IMPORT_ERROR || r.entries[i].reason);
}

#endif
