/* SPDX-License-Identifier: Apache-2.0 */
/*
 * column_guess.c: which column of an unknown sheet is which, before a person says it.
 *
 * The words of the header come first; a column without a telling name is known by its cells.  A guess decides
 * nothing: it fills in the form.
 */
#include "config.h"

#include "calc/import/column_mapping.h"

#include <stdint.h>

#include "calc/import/formats/format_parts.h"
#include "core/pool.h"

#define CELLS_LOOKED_AT 50 /* of a column */

/*
 * Words of a header in the form of column_key(), the more telling first.  A name that begins with one counts; with
 * a leading '*', one that has it anywhere.
 */
static const struct {
	const char *word;
	enum mapped_column column;
} header_words[] = {
	{ "data", MAPPED_DAY },
	{ "date", MAPPED_DAY },
	{ "tradedate", MAPPED_DAY },
	{ "dia", MAPPED_DAY },
	{ "pregao", MAPPED_DAY },
	{ "ticker", MAPPED_TICKER },
	{ "codigo", MAPPED_TICKER },
	{ "symbol", MAPPED_TICKER },
	{ "ativo", MAPPED_TICKER },
	{ "papel", MAPPED_TICKER },
	{ "produto", MAPPED_TICKER },
	{ "asset", MAPPED_TICKER },
	{ "acao", MAPPED_TICKER },
	{ "titulo", MAPPED_TICKER },
	{ "operacao", MAPPED_OPERATION },
	{ "tipodeoperacao", MAPPED_OPERATION },
	{ "tipooperacao", MAPPED_OPERATION },
	{ "cv", MAPPED_OPERATION },
	{ "compravenda", MAPPED_OPERATION },
	{ "side", MAPPED_OPERATION },
	{ "movimentacao", MAPPED_OPERATION },
	{ "movimento", MAPPED_OPERATION },
	{ "lancamento", MAPPED_OPERATION },
	{ "evento", MAPPED_OPERATION },
	{ "historico", MAPPED_OPERATION },
	{ "natureza", MAPPED_OPERATION },
	{ "quant", MAPPED_QUANTITY },
	{ "qtd", MAPPED_QUANTITY },
	{ "qty", MAPPED_QUANTITY },
	{ "shares", MAPPED_QUANTITY },
	{ "cotas", MAPPED_QUANTITY },
	{ "unidades", MAPPED_QUANTITY },
	{ "preco", MAPPED_PRICE },
	{ "price", MAPPED_PRICE },
	{ "valorunit", MAPPED_PRICE },
	{ "unitario", MAPPED_PRICE },
	{ "cotacao", MAPPED_PRICE },
	{ "pu", MAPPED_PRICE },
	{ "valordacota", MAPPED_PRICE },
	{ "*total", MAPPED_AMOUNT },
	{ "valor", MAPPED_AMOUNT },
	{ "amount", MAPPED_AMOUNT },
	{ "financeiro", MAPPED_AMOUNT },
	{ "liquido", MAPPED_AMOUNT },
	{ "bruto", MAPPED_AMOUNT },
	{ "*taxa", MAPPED_FEES },
	{ "*corretagem", MAPPED_FEES },
	{ "custo", MAPPED_FEES },
	{ "emolumento", MAPPED_FEES },
	{ "fee", MAPPED_FEES },
	{ "comissao", MAPPED_FEES },
	{ "classe", MAPPED_TYPE },
	{ "categoria", MAPPED_TYPE },
	{ "tipodeativo", MAPPED_TYPE },
	{ "tipoativo", MAPPED_TYPE },
	{ "class", MAPPED_TYPE },
	{ "moeda", MAPPED_CURRENCY },
	{ "currency", MAPPED_CURRENCY },
	{ "fator", MAPPED_RATIO },
	{ "proporcao", MAPPED_RATIO },
	{ "tipo", MAPPED_OPERATION },
	{ "type", MAPPED_OPERATION },
	{ "descricao", MAPPED_OPERATION },
};

static bool says(const char *key, const char *word)
{
	return *word == '*' ? strstr(key, word + 1) != NULL : text_starts(key, word);
}

/* What the cells of a column are, of the first ones that are not empty. */
struct looks {
	size_t cells, days, numbers, tickers, words;
};

struct guess_work {
	void *pool;
	const struct sheet *sheet;
	size_t first; /* the first row of data */
	struct day today;
	struct column_guess *out;
	struct looks *looks; /* of each column */
	bool *taken;
};

static const char *trimmed(void *pool, const struct sheet *s, size_t row, size_t at)
{
	struct slice t = at < s->n_cells[row] && s->rows[row][at]
				 ? slice_trim(slice_of(s->rows[row][at]))
				 : (struct slice){ NULL, 0 };

	return t.n ? slice_text(pool, t) : NULL;
}

static bool is_day(const struct sheet *s, size_t row, size_t at, const char *cell, struct day today)
{
	bool native = s->kinds && s->kinds[row][at] == SHEET_DATE;
	struct date_text d = cell_date(cell, native, today);

	return (d.real[0] || d.real[1]) && cell_number(cell, false).state != NUMBER_OK;
}

static struct looks look(const struct guess_work *w, size_t at)
{
	struct looks l = { 0 };

	for (size_t r = w->first; r < w->sheet->n_rows && l.cells < CELLS_LOOKED_AT &&
				  r < w->first + (size_t)4 * CELLS_LOOKED_AT;
	     r++) {
		const char *cell = trimmed(w->pool, w->sheet, r, at);

		if (!cell)
			continue;
		l.cells++;
		if (is_day(w->sheet, r, at, cell, w->today))
			l.days++;
		else if (cell_number(cell,
				     w->sheet->kinds && w->sheet->kinds[r][at] == SHEET_NUMBER)
				 .state == NUMBER_OK)
			l.numbers++;
		else if (ticker_ending(ticker_at_home(w->pool, text_upper_ascii(w->pool, cell))) >=
			 0)
			l.tickers++;
		else if (format_word(w->pool, text_head(w->pool, cell, MAPPED_WORD_CHARS)))
			l.words++;
	}
	return l;
}

static bool most(size_t n, const struct looks *l)
{
	return l->cells && 2 * n > l->cells;
}

/* A column named like a day that has none, or like a number that has texts, is not it. */
static bool may_be(const struct looks *l, enum mapped_column c)
{
	if (!l->cells)
		return true;
	switch (c) {
	case MAPPED_DAY:
		return most(l->days, l);
	case MAPPED_QUANTITY:
	case MAPPED_PRICE:
	case MAPPED_AMOUNT:
	case MAPPED_FEES:
		return most(l->numbers, l);
	case MAPPED_TICKER:
	case MAPPED_OPERATION:
	case MAPPED_TYPE:
	case MAPPED_CURRENCY:
		return !most(l->numbers, l) && !most(l->days, l);
	case MAPPED_RATIO:
	case MAPPED_COLUMNS:
		break;
	}
	return true;
}

static void take(struct guess_work *w, enum mapped_column c, size_t at)
{
	w->out->mapping.at[c] = at;
	w->taken[at] = true;
}

static void take_names(struct guess_work *w, const char *const *keys)
{
	for (size_t i = 0; i < ARRAY_SIZE(header_words); i++) {
		enum mapped_column c = header_words[i].column;

		for (size_t at = 0; at < w->out->width && w->out->mapping.at[c] == SIZE_MAX; at++)
			if (keys[at] && !w->taken[at] && says(keys[at], header_words[i].word) &&
			    may_be(&w->looks[at], c))
				take(w, c, at);
	}
}

/* The first column left of whose cells at least half are such. */
static void take_looks(struct guess_work *w, enum mapped_column c, size_t offset)
{
	for (size_t at = 0; at < w->out->width && w->out->mapping.at[c] == SIZE_MAX; at++) {
		const struct looks *l = &w->looks[at];
		size_t n;

		memcpy(&n, (const char *)l + offset, sizeof(n));
		if (!w->taken[at] && l->cells && 2 * n >= l->cells)
			take(w, c, at);
	}
}

/* ---- the header ---- */

static size_t names_in(void *pool, const struct sheet *s, size_t row, struct day today)
{
	const char **keys = format_keys(pool, s, row);
	bool has[MAPPED_COLUMNS] = { false };
	size_t n = 0;

	for (size_t at = 0; at < s->n_cells[row] && at < MAPPED_WIDTH_MAX; at++) {
		bool found = false;

		if (!keys[at] || is_day(s, row, at, s->rows[row][at], today) ||
		    cell_number(s->rows[row][at], false).state == NUMBER_OK)
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(header_words) && !found; i++) {
			found = !has[header_words[i].column] &&
				says(keys[at], header_words[i].word);
			if (found)
				has[header_words[i].column] = true;
		}
		n += found;
	}
	return n;
}

static bool has_day(void *pool, const struct sheet *s, size_t row, struct day today)
{
	for (size_t at = 0; at < s->n_cells[row] && at < MAPPED_WIDTH_MAX; at++) {
		const char *cell = trimmed(pool, s, row, at);

		if (cell && is_day(s, row, at, cell, today))
			return true;
	}
	return false;
}

/* The row with the most telling names; else the one before the first day, unless that is the first row. */
static bool find_header(void *pool, const struct sheet *s, struct day today, size_t *row)
{
	size_t best = 1;
	bool found = false;

	for (size_t r = 0; r < s->n_rows && r < MAPPED_HEADER_ROWS; r++) {
		size_t n = has_day(pool, s, r, today) ? 0 : names_in(pool, s, r, today);

		if (n > best) {
			best = n;
			*row = r;
			found = true;
		}
	}
	for (size_t r = 1; r < s->n_rows && r < MAPPED_HEADER_ROWS && !found; r++) {
		if (has_day(pool, s, r - 1, today))
			return false;
		if (has_day(pool, s, r, today)) {
			*row = r - 1;
			found = true;
		}
	}
	return found;
}

/* ---- operations ---- */

/* Parts of words that no list has whole. */
static const struct {
	const char *part;
	enum mapped_meaning means;
} operation_parts[] = {
	{ "bonific", MEANS_BONUS },	{ "desdobr", MEANS_SPLIT },
	{ "split", MEANS_SPLIT },	{ "grupamento", MEANS_GROUPING },
	{ "inplit", MEANS_GROUPING },	{ "jcp", MEANS_JCP },
	{ "jurossobre", MEANS_JCP },	{ "jscp", MEANS_JCP },
	{ "dividend", MEANS_DIVIDEND }, { "provento", MEANS_DIVIDEND },
	{ "rendimento", MEANS_YIELD },	{ "amortiz", MEANS_AMORTIZATION },
	{ "juros", MEANS_INTEREST },	{ "cupom", MEANS_INTEREST },
	{ "compra", MEANS_BUY },	{ "aplicac", MEANS_BUY },
	{ "buy", MEANS_BUY },		{ "venda", MEANS_SELL },
	{ "vend", MEANS_SELL },		{ "resgate", MEANS_SELL },
	{ "sell", MEANS_SELL },
};

static bool income_of(const char *operation, enum mapped_meaning *out)
{
	static const char *const names[] = { "dividendo", "jcp",	 "rendimento",
					     "juros",	  "amortizacao", NULL };
	int k = operation ? enum_find(names, operation) : -1;

	*out = k >= 0 ? (enum mapped_meaning)(MEANS_DIVIDEND + k) : MEANS_DIVIDEND;
	return true;
}

static bool meaning_of(void *pool, const char *text, enum mapped_meaning *out)
{
	const struct format_word *word = format_word(pool, text);
	const char *key = column_key(pool, text);

	switch (word ? word->kind : KIND_NOTHING) {
	case KIND_BUY:
		*out = MEANS_BUY;
		return true;
	case KIND_SELL:
		*out = MEANS_SELL;
		return true;
	case KIND_INCOME:
		return income_of(word->operation, out);
	case KIND_SPLIT:
		*out = MEANS_SPLIT;
		return true;
	case KIND_TAX:
	case KIND_NOTHING:
		break;
	}
	if (word) {
		*out = MEANS_IGNORED;
		return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(operation_parts); i++) {
		if (strstr(key, operation_parts[i].part)) {
			*out = operation_parts[i].means;
			return true;
		}
	}
	return false;
}

/* Every different text of the operation's column; equal ones but for case and accents are one. */
static void find_words(struct guess_work *w)
{
	struct column_guess *out = w->out;
	size_t at = out->mapping.at[MAPPED_OPERATION];
	const char *folded[MAPPED_WORDS_MAX], *last = NULL;

	out->words = pool_array(w->pool, const char *, MAPPED_WORDS_MAX);
	for (size_t r = w->first; at != SIZE_MAX && r < w->sheet->n_rows; r++) {
		const char *cell = at < w->sheet->n_cells[r] ? w->sheet->rows[r][at] : NULL;
		bool known = cell == NULL || (last && str_eq(last, cell));
		const char *word, *key;

		last = cell ? cell : last;
		if (!known && strlen(cell) > (size_t)4 * MAPPED_WORD_CHARS)
			out->too_many = known = true;
		word = known ? NULL : trimmed(w->pool, w->sheet, r, at);
		if (!word)
			continue;
		if (text_length(word) > MAPPED_WORD_CHARS) {
			out->too_many = true;
			continue;
		}
		key = text_fold(w->pool, word);
		for (size_t i = 0; i < out->n_words && !known; i++)
			known = str_eq(folded[i], key);
		if (known)
			continue;
		if (out->n_words == MAPPED_WORDS_MAX) {
			out->too_many = true;
			return;
		}
		folded[out->n_words] = key;
		out->words[out->n_words++] = word;
	}
}

static void take_meanings(struct guess_work *w)
{
	struct column_guess *out = w->out;

	for (size_t i = 0; i < out->n_words; i++) {
		enum mapped_meaning means;

		if (meaning_of(w->pool, out->words[i], &means))
			out->mapping.words[out->mapping.n_words++] =
				(struct mapped_word){ out->words[i], means };
	}
}

/* ---- days ---- */

static void find_order(struct guess_work *w)
{
	size_t at = w->out->mapping.at[MAPPED_DAY];
	bool only[2] = { false };

	for (size_t r = w->first; at != SIZE_MAX && r < w->sheet->n_rows; r++) {
		const char *cell = at < w->sheet->n_cells[r] ? w->sheet->rows[r][at] : NULL;
		struct date_text d;

		if (!cell)
			continue;
		d = cell_date(cell, w->sheet->kinds && w->sheet->kinds[r][at] == SHEET_DATE,
			      w->today);
		if (d.fixed || !(d.real[0] || d.real[1]))
			continue;
		w->out->dates_open = true;
		for (int k = 0; k < 2; k++)
			only[k] |= d.real[k] && !d.real[!k];
	}
	w->out->dates_proved = only[0] != only[1];
	w->out->mapping.month_first = only[1] && !only[0];
}

void column_guess(void *pool, const struct sheet *s, long header, size_t operation,
		  struct day today, struct column_guess *out)
{
	struct guess_work w = { .pool = pool, .sheet = s, .today = today, .out = out };
	const char **keys;

	*out = (struct column_guess){ .has_header = header >= 0 };
	column_mapping_clear(&out->mapping);
	if (header >= 0 && (size_t)header < s->n_rows)
		out->header = (size_t)header;
	else if (header == HEADER_GUESSED)
		out->has_header = find_header(pool, s, today, &out->header);
	out->mapping.header = out->has_header;
	w.first = out->has_header ? out->header + 1 : 0;
	for (size_t r = out->has_header ? out->header : 0;
	     r < s->n_rows && r < w.first + CELLS_LOOKED_AT; r++)
		if (s->n_cells[r] > out->width)
			out->width =
				s->n_cells[r] < MAPPED_WIDTH_MAX ? s->n_cells[r] : MAPPED_WIDTH_MAX;
	w.looks = pool_array(pool, struct looks, out->width);
	w.taken = pool_array(pool, bool, out->width);
	keys = pool_array(pool, const char *, out->width);
	for (size_t at = 0; at < out->width; at++) {
		w.looks[at] = look(&w, at);
		if (out->has_header && at < s->n_cells[out->header] && s->rows[out->header][at])
			keys[at] = column_key(pool, s->rows[out->header][at]);
	}
	if (operation < out->width)
		take(&w, MAPPED_OPERATION, operation);
	take_names(&w, keys);
	take_looks(&w, MAPPED_DAY, offsetof(struct looks, days));
	take_looks(&w, MAPPED_TICKER, offsetof(struct looks, tickers));
	take_looks(&w, MAPPED_OPERATION, offsetof(struct looks, words));
	if (out->mapping.at[MAPPED_QUANTITY] == SIZE_MAX)
		take_looks(&w, MAPPED_QUANTITY, offsetof(struct looks, numbers));
	if (out->mapping.at[MAPPED_AMOUNT] == SIZE_MAX)
		take_looks(&w, MAPPED_PRICE, offsetof(struct looks, numbers));
	find_words(&w);
	take_meanings(&w);
	find_order(&w);
}
