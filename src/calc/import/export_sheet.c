/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export_sheet.c: rows that only our own export has.
 *
 * A line without an operation is a watched paper or, with the event `cobertura`, an interval covered by
 * imported movement files: from `data` to the day in `nota`.  Without the intervals, the calendar of
 * distributions would be counted in addition to the income from those files (doc/calculations.md 2.1).
 * With the event `extrato` it has the first day of the earliest exchange statement, so that data
 * missing before it is still known to be missing.
 */
#include "config.h"

#include <stdint.h>

#include "calc/import/import_row.h"
#include "core/order.h"
#include "core/pool.h"

static const char covered[] =
	"período coberto por extratos de movimentação, guardado com a importação";

static const char begun[] = "início do primeiro extrato da B3, guardado com a importação";

/* ---- lines without an operation ---- */

static void coverage(struct import_work *w, size_t i)
{
	const char *to = manual_text(w, &w->lines[i], COL_NOTE);
	struct import_entry *e = &w->entries[i];
	struct date_text last;

	if (!import_date(w, i))
		return;
	e->covered.from = e->day;
	e->has_day =
		false; /* not of a row: only rows determine the period and the order of the file */
	last = cell_date(to, false, w->ctx->today);
	e->covered.to = last.day[0];
	if (!to || !last.real[0] || day_before(e->covered.to, e->covered.from) ||
	    (w->ctx->today.n && day_before(w->ctx->today, e->covered.to))) {
		import_fail(w, i, "cobertura sem o último dia na nota: %.40s", to ? to : "vazio");
		return;
	}
	import_ignore(e, covered);
	e->effect = ENTRY_COVERAGE;
}

static void first_day(struct import_work *w, size_t i)
{
	struct import_entry *e = &w->entries[i];

	if (!import_date(w, i))
		return;
	e->covered.from = e->covered.to = e->day;
	e->has_day = false; /* not of a row, as above */
	import_ignore(e, begun);
	e->effect = ENTRY_FIRST_DAY;
}

static void watched(struct import_work *w, size_t i)
{
	static const enum column empty[] = { COL_DATE, COL_QUANTITY, COL_PRICE,
					     COL_FEES, COL_RATIO,    COL_EVENT };
	struct import_entry *e = &w->entries[i];

	for (size_t c = 0; c < ARRAY_SIZE(empty); c++) {
		if (manual_text(w, &w->lines[i], empty[c])) {
			import_fail(w, i, "operação desconhecida: vazia");
			return;
		}
	}
	if (!manual_asset(w, i, true) || !manual_words(w, i))
		return;
	e->effect = ENTRY_ASSET;
	e->status = IMPORT_IMPORTED;
}

void export_read(struct import_work *w, size_t i)
{
	const char *cell = manual_text(w, &w->lines[i], COL_EVENT);
	const char *event = cell ? text_fold(w->pool, cell) : "";

	if (str_eq(event, "cobertura"))
		coverage(w, i);
	else if (str_eq(event, "extrato"))
		first_day(w, i);
	else
		watched(w, i);
}

/* ---- papers that already exist ---- */

struct paper_line {
	const char *symbol;
	enum asset_type type;
	size_t line; /* SIZE_MAX: of the portfolio */
};

static int paper_compare(const void *x, const void *y)
{
	const struct paper_line *a = x, *b = y;
	int c = strcmp(a->symbol, b->symbol);

	if (c == 0)
		c = (int)a->type - (int)b->type;
	if (c == 0 && a->line != b->line)
		c = a->line == SIZE_MAX || (b->line != SIZE_MAX && a->line < b->line) ? -1 : 1;
	return c;
}

void assets_find(struct import_work *w)
{
	const struct import_context *ctx = w->ctx;
	struct paper_line *p;
	size_t n = 0;

	if (!w->exact)
		return;
	p = pool_array(w->pool, struct paper_line, ctx->n_assets + w->n);
	for (size_t k = 0; k < ctx->n_assets; k++)
		p[n++] =
			(struct paper_line){ ctx->assets[k].symbol, ctx->assets[k].type, SIZE_MAX };
	for (size_t i = 0; i < w->n; i++) {
		if (w->entries[i].effect == ENTRY_ASSET)
			p[n++] = (struct paper_line){ w->entries[i].symbol, w->entries[i].type, i };
	}
	order_sort(p, n, sizeof(*p), paper_compare);
	for (size_t k = 1; k < n; k++) {
		if (p[k].line != SIZE_MAX && str_eq(p[k].symbol, p[k - 1].symbol) &&
		    p[k].type == p[k - 1].type)
			w->entries[p[k].line].status = IMPORT_DUPLICATE;
	}
}
