/* SPDX-License-Identifier: Apache-2.0 */
/*
 * position_sheet.c: the position sheet, read by the names of its columns.
 *
 * Unused columns may be anything.  A row whose first cell is empty or begins with "Total" is the
 * table's foot.
 */
#include "config.h"

#include "calc/import/position_sheet.h"

#include <stdint.h>

#include "calc/import/import_row.h"
#include "core/order.h"
#include "core/pool.h"

#define ROWS_LOOKED_AT 20

/* ---- worksheets and columns ---- */

enum field { FIELD_TICKER, FIELD_PRODUCT, FIELD_QUANTITY, FIELD_SIDE, FIELD_TYPE, FIELDS };

/* Of two columns of one field, the name listed earlier wins. */
static const struct {
	const char *name; /* in the form of column_key() */
	enum field field;
} names[] = {
	{ "codigodenegociacao", FIELD_TICKER },
	{ "ticker", FIELD_TICKER },
	{ "codigo", FIELD_TICKER },
	{ "codigoativo", FIELD_TICKER },
	{ "ativo", FIELD_TICKER },
	{ "papel", FIELD_TICKER },
	{ "symbol", FIELD_TICKER },
	{ "asset", FIELD_TICKER },
	{ "produto", FIELD_PRODUCT },
	{ "quantidade", FIELD_QUANTITY },
	{ "qtd", FIELD_QUANTITY },
	{ "qtde", FIELD_QUANTITY },
	{ "quant", FIELD_QUANTITY },
	{ "quantity", FIELD_QUANTITY },
	{ "qty", FIELD_QUANTITY },
	{ "shares", FIELD_QUANTITY },
	{ "natureza", FIELD_SIDE },
	{ "tipo", FIELD_TYPE },
	{ "tipodeativo", FIELD_TYPE },
	{ "classe", FIELD_TYPE },
	{ "categoria", FIELD_TYPE },
};

/* The beginnings of the exchange's worksheet names, in the form of column_key(). */
static const struct {
	const char *name;
	int type; /* of its papers, or -1: each row has its own */
} own_sheets[] = {
	{ "acoes", ASSET_STOCK },
	{ "bdr", ASSET_BDR },
	{ "etf", ASSET_ETF },
	{ "fundo", ASSET_FII },
	{ "rendafixa", ASSET_RENDA_FIXA },
	{ "tesouro", ASSET_TESOURO },
	{ "emprestimo", -1 },
	{ "opcoes", ASSET_OPTION },
};

static const char monthly[] = "posicao"; /* before them, in the monthly report */

/* The groups that the exchange keeps for an investor, whichever worksheets exist. */
#define KEPT_BY_EXCHANGE (1u << GROUP_EXCHANGE | 1u << GROUP_TREASURY | 1u << GROUP_PRIVATE)

struct table_head {
	size_t row;
	size_t at[FIELDS]; /* SIZE_MAX: no such column */
	size_t first;	   /* column of the header's first cell */
	bool own;	   /* the exchange's, by the worksheet's name */
	int type;	   /* of its papers, or -1 */
};

/* A table of payments or of trades over a period, which the monthly report has beside positions. */
static bool is_no_position(const char *key)
{
	return str_eq(key, "tipodeevento") || str_eq(key, "periodoinicial");
}

static void name_column(struct table_head *h, const char *key, size_t at, size_t rank[FIELDS])
{
	for (size_t k = 0; k < ARRAY_SIZE(names); k++) {
		enum field f = names[k].field;

		if (str_eq(names[k].name, key) && (h->at[f] == SIZE_MAX || k < rank[f])) {
			h->at[f] = at;
			rank[f] = k;
		}
	}
}

/* Finds the header within the first rows: a paper and a quantity. */
static bool find_head(void *pool, const struct worksheet *w, struct table_head *h)
{
	const struct sheet *s = &w->sheet;
	const char *key = w->name ? column_key(pool, w->name) : "", *name;

	*h = (struct table_head){ .type = -1 };
	if (text_starts(key, monthly)) /* "Posição - Ações" */
		key += sizeof(monthly) - 1;
	for (size_t i = 0; i < ARRAY_SIZE(own_sheets); i++) {
		if (text_starts(key, own_sheets[i].name)) {
			h->own = true;
			h->type = own_sheets[i].type;
			break;
		}
	}
	for (h->row = 0; h->row < s->n_rows && h->row < ROWS_LOOKED_AT; h->row++) {
		size_t rank[FIELDS] = { 0 };

		h->first = SIZE_MAX;
		for (size_t f = 0; f < FIELDS; f++)
			h->at[f] = SIZE_MAX;
		for (size_t i = 0; i < s->n_cells[h->row]; i++) {
			if (!s->rows[h->row][i])
				continue;
			if (h->first == SIZE_MAX)
				h->first = i;
			name = column_key(pool, s->rows[h->row][i]);
			if (is_no_position(name))
				return false;
			name_column(h, name, i, rank);
		}
		if (h->at[FIELD_QUANTITY] != SIZE_MAX &&
		    (h->at[FIELD_TICKER] != SIZE_MAX || h->at[FIELD_PRODUCT] != SIZE_MAX))
			return true;
	}
	return false;
}

/* ---- rows ---- */

struct reading {
	void *keep, *pool; /* @pool: of one row */
	struct position_sheet *out;
	size_t size, faults_size;
	const struct worksheet *w;
	struct table_head head;
	enum sheet_mark mark;
	size_t row; /* being read */
};

static const char *cell_at(const struct reading *r, size_t at)
{
	const struct sheet *s = &r->w->sheet;
	struct slice t;

	if (at >= s->n_cells[r->row] || !s->rows[r->row][at])
		return NULL;
	t = slice_trim(slice_of(s->rows[r->row][at]));
	return t.n == 0 || slice_eq(t, "-") ? NULL : slice_text(r->pool, t);
}

static const char *field_text(const struct reading *r, enum field f)
{
	return r->head.at[f] == SIZE_MAX ? NULL : cell_at(r, r->head.at[f]);
}

static bool native_number(const struct reading *r, size_t row)
{
	const struct sheet *s = &r->w->sheet;
	size_t at = r->head.at[FIELD_QUANTITY];

	return s->kinds && at < s->n_cells[row] && s->kinds[row][at] == SHEET_NUMBER;
}

static size_t line_of(const struct reading *r)
{
	return r->w->sheet.lines ? r->w->sheet.lines[r->row] : r->row + 1;
}

PRINTF_LIKE(4, 5)
static void fault(struct reading *r, const char *symbol, const char *code, const char *fmt, ...)
{
	struct position_sheet *out = r->out;
	va_list ap;

	pool_grow(r->keep, out->faults, struct position_fault, out->n_faults, r->faults_size, 16);
	va_start(ap, fmt);
	out->faults[out->n_faults++] = (struct position_fault){
		.sheet = r->w->name,
		.line = line_of(r),
		.symbol = symbol ? pool_strdup(r->keep, symbol) : NULL,
		.code = code,
		.reason = pool_vprintf(r->keep, fmt, ap),
	};
	va_end(ap);
}

static void add(struct reading *r, const struct sheet_position *p)
{
	struct position_sheet *out = r->out;

	pool_grow(r->keep, out->items, struct sheet_position, out->n, r->size, 64);
	out->items[out->n] = *p;
	out->items[out->n].symbol = pool_strdup(r->keep, p->symbol);
	out->items[out->n].name = p->name ? pool_strdup(r->keep, p->name) : NULL;
	out->items[out->n].sheet = r->w->name;
	out->items[out->n++].line = line_of(r);
}

/* The type from the worksheet, the product or the column; else from the ticker's form. */
static void read_type(struct reading *r, const struct product *product, struct sheet_position *p)
{
	const char *word = field_text(r, FIELD_TYPE);
	int typed = word && !r->head.own ? asset_type_said(r->pool, word, p->symbol) : -1;

	p->typed = true;
	switch (product->class) {
	case PAPER_TREASURY:
		p->type = ASSET_TESOURO;
		return;
	case PAPER_PRIVATE:
		p->type = text_starts(product->paper, "DEB") ? ASSET_DEBENTURE : ASSET_RENDA_FIXA;
		return;
	case PAPER_OPTION:
		p->type = ASSET_OPTION;
		return;
	case PAPER_TICKER:
	case PAPER_FORWARD:
	case PAPER_FUTURE:
		break;
	}
	if (r->head.type >= 0) {
		p->type = (enum asset_type)r->head.type;
	} else if (typed >= 0) {
		p->type = (enum asset_type)typed;
	} else {
		p->type = ticker_type(p->symbol);
		p->typed = false;
	}
}

/* False when the row names no paper. */
static bool read_paper(struct reading *r, struct sheet_position *p)
{
	static const struct import_context nothing;
	const char *ticker = field_text(r, FIELD_TICKER), *cell = field_text(r, FIELD_PRODUCT);
	struct product product = { .class = PAPER_TICKER };

	if (cell)
		product_read(r->pool, cell, &product);
	if (ticker && product.class == PAPER_TICKER) { /* the code is more specific than the name */
		const char *name = product.name ? product.name : cell;

		product_read(r->pool, ticker, &product);
		product.name = name;
	}
	if (!product.symbol || !*product.symbol || text_length(product.symbol) > 80)
		return false;
	p->symbol = product.class == PAPER_TICKER
			    ? ticker_clean(r->pool, &nothing, product.symbol, false)
			    : product.symbol;
	p->name = product.name;
	read_type(r, &product, p);
	p->transient = paper_group_of(p->type) == GROUP_EXCHANGE &&
		       (ticker_is_right(p->symbol) || ticker_is_receipt(p->symbol));
	return true;
}

/* False when the quantity is unreadable; the fault was recorded. */
static bool read_quantity(struct reading *r, struct sheet_position *p)
{
	const char *cell = field_text(r, FIELD_QUANTITY);
	struct row_numbers n = { .mark = r->mark,
				 .whole = type_of_exchange(p->type),
				 .currency = -1 };
	enum numbers_err err;

	n.cell[ROW_QUANTITY] = cell_number(cell, native_number(r, r->row));
	n.cell[ROW_PRICE] = n.cell[ROW_VALUE] = cell_number(NULL, false);
	err = row_numbers_choose(&n);
	if (err != NUMBERS_OK) {
		fault(r, p->symbol, numbers_err_codes[err],
		      err == NUMBERS_AMBIGUOUS ? "quantidade com duas leituras: %.40s"
					       : "quantidade não é um número: %.40s",
		      cell ? cell : "vazia");
		return false;
	}
	if (n.value[ROW_QUANTITY] < 0) {
		fault(r, p->symbol, "number_unreadable", "quantidade negativa: %.40s", cell);
		return false;
	}
	p->qty.e8 = (int64_t)n.value[ROW_QUANTITY];
	return true;
}

/* Lent shares remain the lender's; borrowed ones are not the borrower's. */
static bool is_borrowed(struct reading *r, struct sheet_position *p)
{
	const char *cell = field_text(r, FIELD_SIDE);
	const char *fold = cell ? text_fold(r->pool, cell) : "";

	if (r->head.at[FIELD_SIDE] == SIZE_MAX || text_starts(fold, "doador"))
		return false;
	if (text_starts(fold, "tomador"))
		return true;
	p->faulty = true;
	fault(r, p->symbol, NULL, "natureza do empréstimo não é Doador nem Tomador: %.40s",
	      cell ? cell : "vazia");
	return false;
}

static void read_row(struct reading *r)
{
	struct sheet_position p = { 0 };
	const char *first = cell_at(r, r->head.first);

	if (!first || text_starts(text_fold(r->pool, first), "total"))
		return;
	if (!read_paper(r, &p)) {
		fault(r, NULL, NULL, "produto ausente");
		return;
	}
	if (is_borrowed(r, &p))
		return;
	p.faulty |= !p.faulty && !read_quantity(r, &p);
	if (p.faulty || p.qty.e8 > 0)
		add(r, &p);
	if (!r->head.own)
		r->out->groups |= 1u << paper_group_of(p.type);
}

/* The decimal mark that the quantities prove; the exchange writes commas. */
static enum sheet_mark proved_mark(const struct reading *r)
{
	const struct sheet *s = &r->w->sheet;
	size_t at = r->head.at[FIELD_QUANTITY], n = 0;
	const char **texts = pool_array(r->pool, const char *, s->n_rows);
	enum sheet_mark mark;

	for (size_t i = r->head.row + 1; i < s->n_rows; i++)
		if (at < s->n_cells[i] && s->rows[i][at] && !native_number(r, i))
			texts[n++] = s->rows[i][at];
	mark = sheet_mark(texts, n);
	return mark == MARK_UNKNOWN && r->head.own ? MARK_COMMA : mark;
}

/* ---- the whole ---- */

static int position_compare(const void *x, const void *y)
{
	const struct sheet_position *a = x, *b = y;
	int c = strcmp(a->symbol, b->symbol);

	if (c == 0)
		c = (int)paper_group_of(a->type) - (int)paper_group_of(b->type);
	if (c == 0) /* a row with a type takes the place of those without */
		c = (int)b->typed - (int)a->typed;
	return c ? c : (a->line < b->line ? -1 : a->line > b->line);
}

/* Merges several rows of one paper. */
static void join(struct position_sheet *out)
{
	size_t kept = 0;

	order_sort(out->items, out->n, sizeof(*out->items), position_compare);
	for (size_t i = 0; i < out->n; i++) {
		struct sheet_position *last = kept ? &out->items[kept - 1] : NULL;
		const struct sheet_position *p = &out->items[i];
		bool range = false;

		if (!last || !str_eq(last->symbol, p->symbol) ||
		    paper_group_of(last->type) != paper_group_of(p->type)) {
			out->items[kept++] = *p;
			continue;
		}
		last->qty = qty_add(last->qty, p->qty, &range);
		last->faulty |= p->faulty || range;
		if (!last->name)
			last->name = p->name;
	}
	out->n = kept;
}

void position_sheet_read(void *pool, const struct worksheet *sheets, size_t n,
			 struct position_sheet *out)
{
	struct reading r = { .keep = pool, .out = out };

	*out = (struct position_sheet){ 0 };
	out->items = pool_array(pool, struct sheet_position, 0);
	out->faults = pool_array(pool, struct position_fault, 0);
	for (size_t i = 0; i < n; i++) {
		r.pool = pool_new(pool, "worksheet");
		r.w = &sheets[i];
		if (find_head(r.pool, r.w, &r.head)) {
			void *worksheet = r.pool;

			out->tables++;
			if (r.head.own)
				out->groups |= KEPT_BY_EXCHANGE;
			r.mark = proved_mark(&r);
			for (r.row = r.head.row + 1; r.row < r.w->sheet.n_rows; r.row++) {
				r.pool = pool_new(worksheet, "row");
				read_row(&r);
				pool_free(r.pool);
			}
			r.pool = worksheet;
		}
		pool_free(r.pool);
	}
	join(out);
}
