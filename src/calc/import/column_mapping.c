/* SPDX-License-Identifier: Apache-2.0 */
/* column_mapping.c: the rows of a sheet, by a person's mapping, in the hand-made form. */
#include "config.h"

#include "calc/import/column_mapping.h"

#include <stdint.h>

#include "calc/import/import_row.h"
#include "core/buf.h"
#include "core/pool.h"

const char *const mapped_column_names[] = { "date",	"ticker", "operation", "quantity",
					    "price",	"amount", "fees",      "type",
					    "currency", "ratio",  NULL };
const char *const mapped_meaning_names[] = { "buy",	 "sell",     "dividend",     "jcp",
					     "yield",	 "interest", "amortization", "split",
					     "grouping", "bonus",    "ignored",	     NULL };

/* As the hand-made sheet says it (manual.c). */
static const char *const operations[MAPPED_MEANINGS] = {
	[MEANS_BUY] = "compra",
	[MEANS_SELL] = "venda",
	[MEANS_DIVIDEND] = "dividendo",
	[MEANS_JCP] = "jcp",
	[MEANS_YIELD] = "rendimento",
	[MEANS_INTEREST] = "juros",
	[MEANS_AMORTIZATION] = "amortizacao",
	[MEANS_SPLIT] = "desdobro",
	[MEANS_GROUPING] = "grupamento",
	[MEANS_BONUS] = "bonificacao",
};

/* The columns of the hand-made form, in the order of enum mapped_column. */
static const char *const made_names[MAPPED_COLUMNS] = {
	[MAPPED_DAY] = "data",		 [MAPPED_TICKER] = "ticker",
	[MAPPED_OPERATION] = "operacao", [MAPPED_QUANTITY] = "quantidade",
	[MAPPED_PRICE] = "preco",	 [MAPPED_AMOUNT] = "valor",
	[MAPPED_FEES] = "taxas",	 [MAPPED_TYPE] = "tipo",
	[MAPPED_CURRENCY] = "moeda",	 [MAPPED_RATIO] = "fator",
};

bool mapped_is_income(enum mapped_meaning means)
{
	return means >= MEANS_DIVIDEND && means <= MEANS_AMORTIZATION;
}

void column_mapping_clear(struct column_mapping *m)
{
	*m = (struct column_mapping){ .header = true };
	for (size_t c = 0; c < MAPPED_COLUMNS; c++)
		m->at[c] = SIZE_MAX;
}

static unsigned char kind_at(const struct sheet *s, size_t row, size_t at)
{
	return s->kinds && at < s->n_cells[row] ? s->kinds[row][at] : SHEET_TEXT;
}

/* ---- the signature ---- */

/* Whatever kind of cell it is: a CSV has texts alone. */
static char shape_of(const char *cell)
{
	static const struct day none;
	struct date_text d;

	if (!cell)
		return '-';
	d = cell_date(cell, false, none);
	if (d.real[0] || d.real[1])
		return 'd';
	return cell_number(cell, false).state == NUMBER_OK ||
			       cell_number(cell, true).state == NUMBER_OK
		       ? 'n'
		       : 't';
}

/* Its beginning is enough to tell it from another. */
static const char *signed_cell(void *pool, const struct sheet *s, size_t row, size_t at)
{
	const char *cell = column_cell(pool, s, row, at);

	return cell ? text_head(pool, cell, MAPPED_SIGNED_CHARS) : NULL;
}

/* Only a row with a date and a number tells one sheet from another. */
static const char *shape_signature(void *pool, const struct sheet *s, size_t row, size_t n)
{
	char *shape = pool_array(pool, char, n + 2);

	shape[0] = '#';
	for (size_t c = 0; c < n; c++)
		shape[c + 1] = shape_of(signed_cell(pool, s, row, c));
	return strchr(shape, 'd') && strchr(shape, 'n') ? shape : NULL;
}

const char *mapping_signature(void *pool, const struct sheet *s, size_t row, bool header)
{
	size_t n = row < s->n_rows ? s->n_cells[row] : 0, named = 0;
	struct buf b;

	while (n && !column_cell(pool, s, row, n - 1))
		n--;
	if (!n || n > MAPPED_WIDTH_MAX)
		return NULL;
	if (!header)
		return shape_signature(pool, s, row, n);
	buf_init(&b, pool, 256);
	for (size_t c = 0; c < n; c++) {
		const char *cell = signed_cell(pool, s, row, c);

		named += cell != NULL;
		if (cell)
			buf_str(&b, text_fold(pool, cell));
		buf_char(&b, '\x1f');
	}
	buf_char(&b, '\0');
	return named > 1 ? b.p : NULL;
}

/* ---- the rows ---- */

struct mapping_work {
	void *pool;
	const struct sheet *sheet;
	const struct column_mapping *m;
	size_t width; /* cells of the header; SIZE_MAX: without one */
	struct day today;
	const char *folded[MAPPED_WORDS_MAX];
	const char *last; /* the operation of the row before, whose @last_word it is */
	const struct mapped_word *last_word;
};

static const struct mapped_word *word_of(struct mapping_work *w, const char *cell)
{
	const char *folded;

	if (w->last && str_eq(w->last, cell))
		return w->last_word;
	folded = text_fold(w->pool, cell);
	w->last = cell;
	w->last_word = NULL;
	for (size_t i = 0; i < w->m->n_words && !w->last_word; i++)
		if (str_eq(w->folded[i], folded))
			w->last_word = &w->m->words[i];
	return w->last_word;
}

/* A row of the hand-made form. */
struct made {
	const char **cells;
	unsigned char *kinds;
	struct import_verdict *verdict;
};

/* False: the row has no effect.  An unknown word is left to the hand-made sheet, which knows the usual ones. */
static bool put_operation(struct mapping_work *w, struct made *r)
{
	const char *cell = r->cells[MAPPED_OPERATION];
	enum mapped_meaning means = w->m->means;

	if (!w->m->all_mean) {
		const struct mapped_word *word = cell ? word_of(w, cell) : NULL;

		r->verdict->label = cell;
		if (!word)
			return true;
		means = word->means;
	}
	r->kinds[MAPPED_OPERATION] = SHEET_TEXT;
	if (means == MEANS_IGNORED) {
		r->verdict->ignored = "operação que você disse que não se importa";
		return false;
	}
	r->cells[MAPPED_OPERATION] = operations[means];
	/* The total of an income: its price, without a quantity. */
	if (mapped_is_income(means) && r->cells[MAPPED_AMOUNT]) {
		r->cells[MAPPED_PRICE] = r->cells[MAPPED_AMOUNT];
		r->kinds[MAPPED_PRICE] = r->kinds[MAPPED_AMOUNT];
		r->cells[MAPPED_AMOUNT] = r->cells[MAPPED_QUANTITY] = NULL;
	}
	return true;
}

/* In the order that the person said; other dates say themselves what they are. */
static void put_day(struct mapping_work *w, struct made *r)
{
	const char *cell = r->cells[MAPPED_DAY];
	struct date_text d;

	if (!cell)
		return;
	d = cell_date(cell, r->kinds[MAPPED_DAY] == SHEET_DATE, w->today);
	if (d.fixed)
		return;
	if (!d.real[w->m->month_first]) {
		r->verdict->error = pool_printf(w->pool, "data inválida: %.40s", cell);
		return;
	}
	r->cells[MAPPED_DAY] = day_iso(w->pool, d.day[w->m->month_first]);
	r->kinds[MAPPED_DAY] = SHEET_TEXT;
}

/* "R$" and "US$" in the place of BRL and USD. */
static void put_currency(struct mapping_work *w, struct made *r)
{
	static const char *const words[][2] = {
		{ "r$", "BRL" }, { "real", "BRL" }, { "reais", "BRL" }, { "us$", "USD" },
		{ "u$", "USD" }, { "$", "USD" },    { "dolar", "USD" }, { "dolares", "USD" },
	};
	const char *cell = r->cells[MAPPED_CURRENCY], *folded;

	if (!cell)
		return;
	folded = text_fold(w->pool, cell);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (str_eq(words[i][0], folded))
			r->cells[MAPPED_CURRENCY] = words[i][1];
}

/* Money that went out: the hand-made sheet has costs without a sign. */
static void put_fees(struct made *r)
{
	const char *cell = r->cells[MAPPED_FEES];

	if (cell && *cell == '-' && cell[1])
		r->cells[MAPPED_FEES] = cell + 1;
}

static void put_row(struct mapping_work *w, size_t row, struct made *r)
{
	const struct sheet *s = w->sheet;

	for (size_t c = 0; c < MAPPED_COLUMNS; c++) {
		size_t at = w->m->at[c];

		r->cells[c] = column_cell(w->pool, s, row, at);
		r->kinds[c] = kind_at(s, row, at);
	}
	if (!r->cells[MAPPED_DAY] && !r->cells[MAPPED_TICKER]) {
		r->verdict->ignored = "linha sem dia e sem código, sem efeito";
		return;
	}
	if (s->n_cells[row] > w->width) {
		r->verdict->error = import_extra_cells;
		r->verdict->code = "extra_cells";
		return;
	}
	if (w->m->type) {
		r->cells[MAPPED_TYPE] = w->m->type;
		r->kinds[MAPPED_TYPE] = SHEET_TEXT;
	}
	if (!put_operation(w, r))
		return;
	put_day(w, r);
	put_currency(w, r);
	put_fees(r);
}

static size_t line_at(const struct sheet *s, size_t row)
{
	return s->lines ? s->lines[row] : row + 1;
}

static const char *const *numbered(void *pool, size_t n)
{
	const char **names = pool_array(pool, const char *, n);

	for (size_t i = 0; i < n; i++)
		names[i] = pool_printf(pool, "coluna %zu", i + 1);
	return names;
}

void mapping_translate(void *pool, const struct sheet *s, size_t header,
		       const struct column_mapping *m, struct day today,
		       struct import_translation *out)
{
	void *keep = pool_of_many(pool, "mapped columns");
	size_t first = header == SIZE_MAX ? 0 : header + 1, n = s->n_rows - first + 1;
	struct mapping_work w = { .pool = keep, .sheet = s, .m = m, .today = today };
	const char *const **rows = pool_array(keep, const char *const *, n);
	const char *const **shown = pool_array(keep, const char *const *, n);
	const unsigned char **kinds = pool_array(keep, const unsigned char *, n);
	size_t *widths = pool_array(keep, size_t, n), *shown_widths = pool_array(keep, size_t, n);
	size_t *lines = pool_array(keep, size_t, n);
	const char **cells = pool_array(keep, const char *, n *MAPPED_COLUMNS);
	unsigned char *cell_kinds = pool_array(keep, unsigned char, n *MAPPED_COLUMNS);
	struct import_verdict *verdicts = pool_array(keep, struct import_verdict, n);

	w.width = header == SIZE_MAX ? SIZE_MAX : s->n_cells[header];
	for (size_t i = 0; i < m->n_words; i++)
		w.folded[i] = text_fold(keep, m->words[i].word);
	rows[0] = made_names;
	kinds[0] = cell_kinds; /* zero: all texts */
	widths[0] = MAPPED_COLUMNS;
	shown[0] = header == SIZE_MAX ? numbered(keep, MAPPED_WIDTH_MAX) : s->rows[header];
	shown_widths[0] = header == SIZE_MAX ? MAPPED_WIDTH_MAX : s->n_cells[header];
	lines[0] = header == SIZE_MAX ? 0 : line_at(s, header);
	for (size_t i = 1; i < n; i++) {
		size_t row = first + i - 1;
		struct made r = { cells + i * MAPPED_COLUMNS, cell_kinds + i * MAPPED_COLUMNS,
				  &verdicts[i - 1] };

		put_row(&w, row, &r);
		rows[i] = r.cells;
		kinds[i] = r.kinds;
		widths[i] = MAPPED_COLUMNS;
		shown[i] = s->rows[row];
		shown_widths[i] = s->n_cells[row];
		lines[i] = line_at(s, row);
	}
	*out = (struct import_translation){ .sheet = { rows, widths, n, kinds, lines },
					    .shown = { shown, shown_widths, n, NULL, lines },
					    .verdicts = verdicts,
					    .as_typed = true };
}

size_t mapping_worksheet(const struct worksheet *sheets, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct sheet *s = &sheets[i].sheet;

		for (size_t r = 0; r + 1 < s->n_rows && r < MAPPED_HEADER_ROWS; r++)
			if (s->n_cells[r] >= 3)
				return i;
	}
	return n;
}

const char *mapping_expected(void *pool, const struct column_mapping *m, size_t at)
{
	for (size_t c = 0; c < MAPPED_COLUMNS; c++)
		if (m->at[c] == at)
			return import_expected(pool, made_names[c]);
	return NULL;
}
