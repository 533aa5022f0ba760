/* SPDX-License-Identifier: Apache-2.0 */
/*
 * values.c: the numbers of a row, some of which have two readings (doc/calculations.md 16.2).
 *
 * In order: quantity times price is the value for exactly one combination of readings; the decimal mark
 * that the sheet proves; a quantity of whole units.  Otherwise the row is in error.
 */
#include "config.h"

#include "calc/import/import_row.h"
#include "core/pool.h"

const char *const numbers_err_codes[] = { NULL, "number_unreadable", "number_unreadable",
					  "number_ambiguous", "currency_mismatch" };

/* The reading of a cell that no arithmetic proves: 0 or 1, or -1 when it is ambiguous. */
static int cell_number_settle(const struct number_text *n, enum sheet_mark mark)
{
	if (!n->two)
		return 0;
	if (mark == MARK_UNKNOWN)
		return -1;
	return mark == n->mark ? 0 : 1;
}

static const int places_of[ROW_CELLS] = { QTY_PLACES, PRICE_PLACES, MONEY_PLACES };
static const wide max_of[ROW_CELLS] = { QTY_MAX_E8, PRICE_MAX_E12, MONEY_MAX_E8 };

static bool agrees(const wide v[ROW_CELLS])
{
	struct qty qty = { (int64_t)wide_abs(v[ROW_QUANTITY]) };
	bool range = false;
	struct money gross = money_gross(qty, (struct price){ wide_abs(v[ROW_PRICE]) }, &range);
	wide within = qty.e8 / 200;

	if (within < E8 / 100)
		within = E8 / 100;
	return !range && wide_abs(gross.e8 - wide_abs(v[ROW_VALUE])) <= within;
}

/* The only combination of readings for which quantity times price is the value. */
static bool prove(struct row_numbers *r, int reading[ROW_CELLS])
{
	int found = 0;

	for (int k = 0; k < ROW_CELLS; k++)
		if (r->cell[k].state != NUMBER_OK)
			return false;
	for (int bits = 0; bits < 1 << ROW_CELLS; bits++) {
		wide v[ROW_CELLS];
		bool possible = true, rounded;

		for (int k = 0; k < ROW_CELLS && possible; k++) {
			int one = bits >> k & 1;

			possible = (!one || r->cell[k].two) &&
				   cell_number_value(&r->cell[k], one, places_of[k], max_of[k],
						     &v[k], &rounded) == NUMBER_OK;
		}
		if (!possible || !agrees(v))
			continue;
		if (++found > 1)
			return false;
		for (int k = 0; k < ROW_CELLS; k++)
			reading[k] = bits >> k & 1;
	}
	return found == 1;
}

static bool currencies_agree(const struct row_numbers *r)
{
	int currency = r->currency;

	for (int k = 0; k < ROW_CELLS; k++) {
		if (r->cell[k].currency < 0)
			continue;
		if (currency >= 0 && currency != r->cell[k].currency)
			return false;
		currency = r->cell[k].currency;
	}
	return true;
}

static enum numbers_err settle_one(struct row_numbers *r, int k, bool proved, int reading)
{
	bool rounded;

	if (!proved)
		reading = cell_number_settle(&r->cell[k], r->mark);
	if (reading < 0 && k == ROW_QUANTITY && r->whole)
		reading = 1;
	if (reading < 0)
		return NUMBERS_AMBIGUOUS;
	switch (cell_number_value(&r->cell[k], reading, places_of[k], max_of[k], &r->value[k],
				  &rounded)) {
	case NUMBER_ABSENT:
		return NUMBERS_OK;
	case NUMBER_OK:
		r->known[k] = true;
		r->rounded |= rounded;
		return NUMBERS_OK;
	case NUMBER_WRONG:
		return NUMBERS_UNREADABLE;
	case NUMBER_RANGE:
		break;
	}
	return NUMBERS_RANGE;
}

enum numbers_err row_numbers_choose(struct row_numbers *r)
{
	int reading[ROW_CELLS] = { 0 };
	bool two = false, proved;

	if (!currencies_agree(r))
		return NUMBERS_CURRENCY;
	for (int k = 0; k < ROW_CELLS; k++)
		two |= r->cell[k].two;
	proved = two && prove(r, reading);
	for (int k = 0; k < ROW_CELLS; k++) {
		enum numbers_err err = settle_one(r, k, proved, reading[k]);

		if (err != NUMBERS_OK) {
			r->fault = (enum row_cell)k;
			return err;
		}
	}
	return NUMBERS_OK;
}

/* ---- of a line ---- */

static struct number_text read_cell(const struct import_work *w, const struct import_line *l,
				    size_t at)
{
	const char *cell = at < l->n_cells ? l->cells[at] : NULL;

	if (w->exact || (w->ctx->translated && !w->ctx->translated->as_typed))
		return cell_number_exact(cell);
	return cell_number(cell, import_kind(l, at) == SHEET_NUMBER);
}

static const char *cell_text(const struct import_line *l, size_t at)
{
	return at < l->n_cells && l->cells[at] ? l->cells[at] : "";
}

/* The possible meanings in Brazilian notation: "1500 ou 1.5". */
static const char *reading_text(void *pool, const char *plain)
{
	char *text = pool_strdup(pool, plain);

	for (char *p = text; *p; p++)
		if (*p == '.')
			*p = ',';
	return text;
}

static void fail_number(struct import_work *w, size_t i, enum numbers_err err, const char *what,
			const struct number_text *n, size_t at)
{
	const char *code = numbers_err_codes[err], *cell = cell_text(&w->lines[i], at);

	switch (err) {
	case NUMBERS_OK:
		break;
	case NUMBERS_UNREADABLE:
		import_fail_as(w, i, code, "%s não é um número: %.40s", what, cell);
		break;
	case NUMBERS_RANGE:
		import_fail_as(w, i, code, "%s fora da escala: %.40s", what, cell);
		break;
	case NUMBERS_AMBIGUOUS:
		import_fail_as(w, i, code, "%s com duas leituras: %.40s pode ser %s ou %s", what,
			       cell, n->plain[1], reading_text(w->pool, n->plain[0]));
		break;
	case NUMBERS_CURRENCY:
		import_fail_as(w, i, code, "cifrão de outra moeda: a linha é em %s",
			       currency_names[w->entries[i].currency]);
		break;
	}
}

static bool take_quantity(struct import_work *w, size_t i, wide v, enum quantity_sign sign)
{
	struct import_line *l = &w->lines[i];

	if (v < 0 && sign == SIGN_REFUSED)
		return import_fail(w, i, "quantidade negativa: %.40s",
				   cell_text(l, w->columns.at[COL_QUANTITY]));
	l->qty.e8 = (int64_t)(sign == SIGN_DROPPED ? wide_abs(v) : v);
	return true;
}

/* The exchange prints rounded prices: when they do not give the value, the value counts. */
static bool price_is_rounded(const struct import_line *l, bool *range)
{
	struct money gross = money_gross(l->qty, l->price, range);

	return l->amount.e8 > 0 && wide_abs(gross.e8 - l->amount.e8) > E8 / 200;
}

static bool take_price(struct import_work *w, size_t i)
{
	struct import_line *l = &w->lines[i];
	bool range = false;

	if (w->source == IMPORT_MANUAL)
		l->amount.e8 = wide_abs(l->amount.e8); /* its sign is the direction of the money */
	if (l->price.e12 < 0 || l->amount.e8 < 0)
		return import_fail(
			w, i, "%s negativo: %.40s", l->price.e12 < 0 ? "preço" : "valor",
			cell_text(l, w->columns.at[l->price.e12 < 0 ? COL_PRICE : COL_AMOUNT]));
	if (l->amount_known && l->qty.e8 > 0 &&
	    (!l->price_known ||
	     (w->source == IMPORT_MOVIMENTACAO && price_is_rounded(l, &range)))) {
		l->price = money_per_unit(l->amount, l->qty, &range);
		l->price_known = true;
	} else if (l->price_known && !l->amount_known && l->qty.e8 > 0) {
		l->amount = money_gross(l->qty, l->price, &range);
		l->amount_known = true;
	}
	if (range || l->price.e12 > PRICE_MAX_E12)
		return import_fail(w, i, "valor fora da escala: %.40s",
				   cell_text(l, w->columns.at[COL_AMOUNT]));
	return true;
}

bool import_numbers(struct import_work *w, size_t i, enum quantity_sign sign)
{
	static const enum column columns[ROW_CELLS] = { COL_QUANTITY, COL_PRICE, COL_AMOUNT };
	static const char *const names[ROW_CELLS] = { "quantidade", "preço", "valor" };
	struct import_line *l = &w->lines[i];
	struct row_numbers r = { .mark = w->mark,
				 .whole = type_of_exchange(w->entries[i].type),
				 .currency = (int)w->entries[i].currency };
	enum numbers_err err;

	for (int k = 0; k < ROW_CELLS; k++)
		r.cell[k] = read_cell(w, l, w->columns.at[columns[k]]);
	err = row_numbers_choose(&r);
	if (err != NUMBERS_OK) {
		fail_number(w, i, err, names[r.fault], &r.cell[r.fault],
			    w->columns.at[columns[r.fault]]);
		return false;
	}
	l->rounded |= r.rounded;
	l->qty_known = r.known[ROW_QUANTITY];
	l->price_known = r.known[ROW_PRICE];
	l->amount_known = r.known[ROW_VALUE];
	l->price.e12 = r.value[ROW_PRICE];
	l->amount.e8 = r.value[ROW_VALUE];
	return take_quantity(w, i, r.value[ROW_QUANTITY], sign) && take_price(w, i);
}

bool import_number(struct import_work *w, size_t i, size_t at, const char *what, int places,
		   wide max, wide *out, bool *known)
{
	struct import_line *l = &w->lines[i];
	struct number_text n = read_cell(w, l, at);
	int reading = cell_number_settle(&n, w->mark);
	enum numbers_err err = NUMBERS_OK;
	bool rounded = false;

	*known = false;
	if (n.currency >= 0 && n.currency != (int)w->entries[i].currency)
		err = NUMBERS_CURRENCY;
	else if (reading < 0)
		err = NUMBERS_AMBIGUOUS;
	if (err == NUMBERS_OK) {
		switch (cell_number_value(&n, reading, places, max, out, &rounded)) {
		case NUMBER_ABSENT:
			return true;
		case NUMBER_OK:
			*known = true;
			l->rounded |= rounded;
			return true;
		case NUMBER_WRONG:
			err = NUMBERS_UNREADABLE;
			break;
		case NUMBER_RANGE:
			err = NUMBERS_RANGE;
			break;
		}
	}
	fail_number(w, i, err, what, &n, at);
	return false;
}

/* ---- proofs by the whole sheet ---- */

/* Texts of the number columns; the exchange writes commas unless its own cells prove otherwise. */
static enum sheet_mark proved_mark(const struct import_work *w)
{
	size_t columns[5 + FEE_COLUMNS], n_columns = 0, n = 0;
	const char **cells;
	enum sheet_mark mark;

	for (enum column c = COL_QUANTITY; c <= COL_AMOUNT; c++)
		columns[n_columns++] = w->columns.at[c];
	columns[n_columns++] = w->columns.at[COL_RATIO];
	for (size_t k = 0; k < w->columns.n_fees; k++)
		columns[n_columns++] = w->columns.fees[k];
	cells = pool_array(w->work, const char *, w->n *n_columns);
	for (size_t i = 0; i < w->n; i++) {
		for (size_t k = 0; k < n_columns; k++) {
			size_t at = columns[k];

			if (at < w->lines[i].n_cells && w->lines[i].cells[at] &&
			    import_kind(&w->lines[i], at) == SHEET_TEXT)
				cells[n++] = w->lines[i].cells[at];
		}
	}
	mark = sheet_mark(cells, n);
	pool_free(cells);
	return mark == MARK_UNKNOWN && w->source != IMPORT_MANUAL ? MARK_COMMA : mark;
}

/* The first line whose date is possible only in @order. */
static size_t date_only(const struct date_text *dates, size_t n, int order)
{
	for (size_t i = 0; i < n; i++)
		if (!dates[i].fixed && dates[i].real[order] && !dates[i].real[!order])
			return i;
	return n;
}

static void prove_dates(struct import_work *w)
{
	struct date_text *dates = pool_array(w->work, struct date_text, w->n);
	size_t at = w->columns.at[COL_DATE];

	for (size_t i = 0; i < w->n; i++)
		dates[i] = cell_date(cell_text(&w->lines[i], at),
				     import_kind(&w->lines[i], at) == SHEET_DATE, w->ctx->today);
	switch (dates_order(dates, w->n)) {
	case DATES_DAY_FIRST:
		break;
	case DATES_MONTH_FIRST:
		w->month_first = true;
		break;
	case DATES_AMBIGUOUS: {
		size_t day = date_only(dates, w->n, 0), month = date_only(dates, w->n, 1);

		w->refusal = pool_printf(
			w->keep,
			"A planilha mistura datas com o dia primeiro (%.40s, linha %zu) e com o mês "
			"primeiro (%.40s, linha %zu): escreva todas do mesmo jeito.",
			cell_text(&w->lines[day], at), w->entries[day].line,
			cell_text(&w->lines[month], at), w->entries[month].line);
		break;
	}
	}
	pool_free(dates);
}

void import_prove(struct import_work *w)
{
	w->mark = proved_mark(w);
	prove_dates(w);
}
