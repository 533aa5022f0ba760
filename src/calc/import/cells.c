/* SPDX-License-Identifier: Apache-2.0 */
/* cells.c: what the readers of all sources share: cells, their numbers, days and texts, a row's status. */
#include "config.h"

#include <stdarg.h>

#include "calc/import/row.h"
#include "core/pool.h"

const char *import_cell(const struct import_work *w, const struct import_line *l, enum column c)
{
	size_t at = w->column[c];

	return at < l->n_cells ? l->cells[at] : NULL;
}

void import_fail(struct import_work *w, size_t i, const char *fmt, ...)
{
	struct import_entry *e = &w->entries[i];
	va_list ap;

	va_start(ap, fmt);
	e->reason = pool_vprintf(w->keep, fmt, ap);
	va_end(ap);
	e->status = IMPORT_ERROR;
	e->effect = ENTRY_NONE;
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
	const char *cell = import_cell(w, &w->lines[i], COL_DATE);
	struct import_entry *e = &w->entries[i];

	if (!cell) {
		import_fail(w, i, "data ausente");
		return false;
	}
	if (!import_day(cell, &e->day)) {
		import_fail(w, i, "data inválida: %.40s", cell);
		return false;
	}
	/* As over HTTP: a year typed wrong would wait in the ledger, unseen, for its day to come. */
	if (w->ctx->today.n && day_before(w->ctx->today, e->day)) {
		import_fail(w, i, "data depois de hoje: %.40s", cell);
		return false;
	}
	e->has_day = true;
	e->trade.day = e->day;
	return true;
}

enum number_cell import_number_in(const struct import_work *w, const char *cell, int places,
				  wide max, wide *out, bool *rounded)
{
	*rounded = false;
	if (w->exact && cell && dec_parse(slice_of(cell), places, max, out) == DEC_OK)
		return NUMBER_OK;
	return import_number(cell, places, max, out, rounded);
}

/* One number of a line; false when the line became an error. */
static bool read_number(struct import_work *w, size_t i, enum column c, const char *what,
			int places, wide max, wide *out, bool *known)
{
	const char *cell = import_cell(w, &w->lines[i], c);
	bool rounded;

	*known = false;
	switch (import_number_in(w, cell, places, max, out, &rounded)) {
	case NUMBER_ABSENT:
		return true;
	case NUMBER_OK:
		*known = true;
		w->lines[i].rounded |= rounded;
		return true;
	case NUMBER_WRONG:
		import_fail(w, i, "%s não é um número: %.40s", what, cell);
		return false;
	case NUMBER_RANGE:
		import_fail(w, i, "%s fora da escala: %.40s", what, cell);
		return false;
	}
	return false;
}

bool import_quantity(struct import_work *w, size_t i, bool signed_allowed)
{
	struct import_line *l = &w->lines[i];
	wide v = 0;

	if (!read_number(w, i, COL_QUANTITY, "quantidade", QTY_PLACES, QTY_MAX_E8, &v,
			 &l->qty_known))
		return false;
	if (v < 0 && !signed_allowed) {
		import_fail(w, i, "quantidade negativa: %.40s", import_cell(w, l, COL_QUANTITY));
		return false;
	}
	l->qty.e8 = (int64_t)v;
	return true;
}

bool import_values(struct import_work *w, size_t i, bool prefer_amount)
{
	struct import_line *l = &w->lines[i];
	wide price = 0, amount = 0;
	bool range = false;

	if (!read_number(w, i, COL_PRICE, "preço", PRICE_PLACES, PRICE_MAX_E12, &price,
			 &l->price_known) ||
	    !read_number(w, i, COL_AMOUNT, "valor", MONEY_PLACES, MONEY_MAX_E8, &amount,
			 &l->amount_known))
		return false;
	if (price < 0 || amount < 0) {
		import_fail(w, i, "%s negativo: %.40s", price < 0 ? "preço" : "valor",
			    import_cell(w, l, price < 0 ? COL_PRICE : COL_AMOUNT));
		return false;
	}
	l->price.e12 = price;
	l->amount.e8 = amount;
	if (l->amount_known && l->qty.e8 > 0 &&
	    (!l->price_known || (prefer_amount && amount > 0))) {
		l->price = money_per_unit(l->amount, l->qty, &range);
		l->price_known = true;
	} else if (l->price_known && !l->amount_known && l->qty.e8 > 0) {
		l->amount = money_gross(l->qty, l->price, &range);
		l->amount_known = true;
	}
	if (range || l->price.e12 > PRICE_MAX_E12) {
		import_fail(w, i, "valor fora da escala: %.40s", import_cell(w, l, COL_AMOUNT));
		return false;
	}
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

/* What a spreadsheet takes for a formula, what begins like a guard, and blanks that would be cut. */
static bool needs_guard(const char *text)
{
	struct slice s = slice_of(text);

	return s.n && (strchr("=+-@'\t\r\n", text[0]) || slice_trim(s).p != text);
}

const char *import_guarded(void *pool, const char *text)
{
	return text && needs_guard(text) ? pool_printf(pool, "'%s", text) : text;
}

/* What import_guarded() was given. */
static const char *unguarded(const char *cell)
{
	return cell[0] == '\'' && needs_guard(cell + 1) ? cell + 1 : cell;
}

/* Empty and "-" are nothing. */
const char *manual_text(const struct import_work *w, const struct import_line *l, enum column c)
{
	const char *cell = import_cell(w, l, c);
	struct slice s = slice_trim(slice_of(cell ? cell : ""));

	if (s.n == 0 || (s.n == 1 && s.p[0] == '-'))
		return NULL;
	return w->exact ? unguarded(cell) : slice_text(w->pool, s);
}
