/* SPDX-License-Identifier: Apache-2.0 */
/* cells.c: what the readers of all sources share: cells, their numbers, days and texts, a row's status. */
#include "config.h"

#include <stdarg.h>

#include "calc/import/import_row.h"
#include "core/csv_write.h"
#include "core/pool.h"

const char *import_cell(const struct import_work *w, const struct import_line *l, enum column c)
{
	size_t at = w->columns.at[c];

	return at < l->n_cells ? l->cells[at] : NULL;
}

enum sheet_cell import_kind(const struct import_line *l, size_t at)
{
	return l->kinds && at < l->n_cells ? (enum sheet_cell)l->kinds[at] : SHEET_TEXT;
}

PRINTF_LIKE(4, 0)
static void fail_line(struct import_work *w, size_t i, const char *code, const char *fmt,
		      va_list ap)
{
	struct import_entry *e = &w->entries[i];

	e->reason = pool_vprintf(w->keep, fmt, ap);
	e->code = code;
	e->status = IMPORT_ERROR;
	e->effect = ENTRY_NONE;
}

bool import_fail(struct import_work *w, size_t i, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail_line(w, i, NULL, fmt, ap);
	va_end(ap);
	return false;
}

void import_fail_as(struct import_work *w, size_t i, const char *code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail_line(w, i, code, fmt, ap);
	va_end(ap);
}

void import_ignore(struct import_entry *e, const char *reason)
{
	e->status = IMPORT_IGNORED;
	e->effect = ENTRY_NONE;
	e->reason = reason;
}

void import_warn(struct import_work *w, size_t i, const char *fmt, ...)
{
	struct import_entry *e = &w->entries[i];
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = pool_vprintf(w->keep, fmt, ap);
	va_end(ap);
	e->warning = e->warning ? pool_printf(w->keep, "%s %s", e->warning, text) : text;
}

bool import_date(struct import_work *w, size_t i)
{
	const struct import_line *l = &w->lines[i];
	const char *cell = import_cell(w, l, COL_DATE);
	struct import_entry *e = &w->entries[i];
	struct date_text d;

	if (!cell)
		return import_fail(w, i, "data ausente");
	d = cell_date(cell, import_kind(l, w->columns.at[COL_DATE]) == SHEET_DATE, w->ctx->today);
	if (!d.real[w->month_first])
		return import_fail(w, i, "data inválida: %.40s", cell);
	e->day = d.day[w->month_first];
	/* As in the API: a mistyped year would wait in the ledger, unseen, for its day to come. */
	if (w->ctx->today.n && day_before(w->ctx->today, e->day))
		return import_fail(w, i, "data depois de hoje: %.40s", cell);
	e->has_day = true;
	e->trade.day = e->day;
	return true;
}

void import_trade(struct import_work *w, size_t i, enum row_kind kind, enum event_kind event)
{
	const struct import_line *l = &w->lines[i];
	struct import_entry *e = &w->entries[i];

	e->effect = ENTRY_TRADE;
	e->status = IMPORT_IMPORTED;
	e->trade.kind = kind;
	e->trade.event = event;
	e->trade.day = e->day;
	e->trade.qty = l->qty;
	e->trade.price_known = l->price_known;
	e->trade.price = l->price;
}

/* ---- texts of our own export ---- */

/* Empty and "-" are nothing. */
const char *manual_text(const struct import_work *w, const struct import_line *l, enum column c)
{
	const char *given = import_cell(w, l, c);
	const char *cell = given ? given : "";
	struct slice s = slice_trim(slice_of(cell));

	if (s.n == 0 || (s.n == 1 && s.p[0] == '-'))
		return NULL;
	return w->exact ? csv_unguarded(cell) : slice_text(w->pool, s);
}
