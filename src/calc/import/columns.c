/* SPDX-License-Identifier: Apache-2.0 */
/*
 * columns.c: recognises the header of a sheet (doc/calculations.md 16, 16.4).
 *
 * Exports of the exchange have fixed names; any other sheet may use any of the usual names, in any
 * order.  Names compare without accents, case, marks and blanks.
 */
#include "config.h"

#include <stdint.h>

#include "calc/import/import_row.h"
#include "core/pool.h"

#define ROWS_LOOKED_AT 20

struct header {
	const char *name; /* in the form of column_key() */
	enum column column;
	bool required;
};

static const struct header negociacao_header[] = {
	{ "datadonegocio", COL_DATE, true },  { "tipodemovimentacao", COL_SIDE, true },
	{ "mercado", COL_MARKET, false },     { "prazovencimento", COL_TERM, false },
	{ "instituicao", COL_BROKER, false }, { "codigodenegociacao", COL_TICKER, true },
	{ "quantidade", COL_QUANTITY, true }, { "preco", COL_PRICE, true },
	{ "valor", COL_AMOUNT, false },	      { NULL, COLUMNS, false },
};

static const struct header movimentacao_header[] = {
	{ "entradasaida", COL_SIDE, true },
	{ "data", COL_DATE, true },
	{ "movimentacao", COL_MOVEMENT, true },
	{ "produto", COL_PRODUCT, true },
	{ "instituicao", COL_BROKER, false },
	{ "quantidade", COL_QUANTITY, true },
	{ "precounitario", COL_PRICE, true },
	{ "valordaoperacao", COL_AMOUNT, true },
	{ NULL, COLUMNS, false },
};

static const struct header summary_header[] = {
	{ "periodoinicial", COL_DATE, true },
	{ "periodofinal", COL_TERM, true },
	{ NULL, COLUMNS, false },
};

/*
 * Of two columns with one role, the name listed earlier wins.  `evento` and `tipo` are COL_OPERATION
 * only when no other column is, so they are listed last.
 */
static const struct header manual_names[] = {
	{ "ticker", COL_TICKER, true },
	{ "ativo", COL_TICKER, true },
	{ "codigo", COL_TICKER, true },
	{ "codigoativo", COL_TICKER, true },
	{ "codigodenegociacao", COL_TICKER, true },
	{ "papel", COL_TICKER, true },
	{ "produto", COL_TICKER, true },
	{ "symbol", COL_TICKER, true },
	{ "asset", COL_TICKER, true },
	{ "operacao", COL_OPERATION, true },
	{ "operacaocv", COL_OPERATION, true },
	{ "cv", COL_OPERATION, true },
	{ "compravenda", COL_OPERATION, true },
	{ "tipodeoperacao", COL_OPERATION, true },
	{ "movimentacao", COL_OPERATION, true },
	{ "side", COL_OPERATION, true },
	{ "type", COL_OPERATION, true },
	{ "evento", COL_OPERATION, true },
	{ "tipo", COL_OPERATION, true },
	{ "data", COL_DATE, true },
	{ "dataoperacao", COL_DATE, true },
	{ "datadaoperacao", COL_DATE, true },
	{ "datadonegocio", COL_DATE, true },
	{ "datadopregao", COL_DATE, true },
	{ "date", COL_DATE, true },
	{ "tradedate", COL_DATE, true },
	{ "quantidade", COL_QUANTITY, true },
	{ "qtd", COL_QUANTITY, true },
	{ "qtde", COL_QUANTITY, true },
	{ "quant", COL_QUANTITY, true },
	{ "quantity", COL_QUANTITY, true },
	{ "qty", COL_QUANTITY, true },
	{ "shares", COL_QUANTITY, true },
	{ "preco", COL_PRICE, false },
	{ "precounitario", COL_PRICE, false },
	{ "valorunitario", COL_PRICE, false },
	{ "precomedio", COL_PRICE, false },
	{ "cotacao", COL_PRICE, false },
	{ "pu", COL_PRICE, false },
	{ "price", COL_PRICE, false },
	{ "valor", COL_AMOUNT, false },
	{ "valortotal", COL_AMOUNT, false },
	{ "total", COL_AMOUNT, false },
	{ "valordaoperacao", COL_AMOUNT, false },
	{ "amount", COL_AMOUNT, false },
	{ "taxas", COL_FEES, false },
	{ "corretagem", COL_FEES, false },
	{ "custos", COL_FEES, false },
	{ "emolumentos", COL_FEES, false },
	{ "outroscustos", COL_FEES, false },
	{ "impostos", COL_FEES, false },
	{ "fees", COL_FEES, false },
	{ "tipo", COL_TYPE, false },
	{ "categoria", COL_TYPE, false },
	{ "classe", COL_TYPE, false },
	{ "tipodeativo", COL_TYPE, false },
	{ "moeda", COL_CURRENCY, false },
	{ "currency", COL_CURRENCY, false },
	{ "fator", COL_RATIO, false },
	{ "proporcao", COL_RATIO, false },
	{ "evento", COL_EVENT, false },
	{ "nota", COL_NOTE, false },
	{ "observacao", COL_NOTE, false },
	{ "obs", COL_NOTE, false },
	{ "corretora", COL_BROKER, false },
	{ "instituicao", COL_BROKER, false },
	{ "meta", COL_META, false }, /* of our own export, as is the next */
	{ "nome", COL_NAME, false },
	{ "idexterno", COL_EXTERNAL, false },
	{ "externalid", COL_EXTERNAL, false },
	{ "opcao", COL_OPTION, false },
	{ "proventobruto", COL_GROSS, false },
	{ "registroem", COL_RECORD, false },
	{ "aprovadoem", COL_APPROVED, false },
	{ "lucrosate2025", COL_OLD_PROFITS, false },
	{ NULL, COLUMNS, false },
};

static const char *const ignored_names[] = { "irrf", "mercado", "prazo", NULL };

const char *column_cell(void *pool, const struct sheet *s, size_t row, size_t at)
{
	struct slice t;

	if (at >= s->n_cells[row] || !s->rows[row][at])
		return NULL;
	t = slice_trim(slice_of(s->rows[row][at]));
	if (t.n && !t.p[t.n])
		return t.p; /* nothing to cut at its end: no copy */
	return t.n ? slice_text(pool, t) : NULL;
}

const char *column_key(void *pool, const char *name)
{
	char *key = text_fold(pool, name), *end = key;

	for (const char *p = key; *p; p++) {
		if ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') ||
		    (unsigned char)*p >= 0x80)
			*end++ = *p;
	}
	*end = '\0';
	return key;
}

/* ---- one row as a header ---- */

static void columns_clear(struct columns *c)
{
	*c = (struct columns){ 0 };
	for (size_t i = 0; i < COLUMNS; i++)
		c->at[i] = SIZE_MAX;
}

static size_t find_key(const char *const *keys, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (keys[i] && str_eq(keys[i], name))
			return i;
	return SIZE_MAX;
}

static bool matches(const struct header *h, const char *const *keys, size_t n, struct columns *c)
{
	columns_clear(c);
	for (; h->name; h++) {
		if (c->at[h->column] == SIZE_MAX)
			c->at[h->column] = find_key(keys, n, h->name);
		if (h->required && c->at[h->column] == SIZE_MAX)
			return false;
	}
	return true;
}

/* A column used as the operation for lack of another is not also the type or the event. */
static bool taken(const struct columns *c, size_t at)
{
	return at != SIZE_MAX && at == c->at[COL_OPERATION];
}

static bool matches_manual(const char *const *keys, size_t n, struct columns *c)
{
	columns_clear(c);
	for (const struct header *h = manual_names; h->name; h++) {
		size_t at = find_key(keys, n, h->name);

		if (at == SIZE_MAX || (h->column != COL_OPERATION && taken(c, at)))
			continue;
		if (c->at[h->column] == SIZE_MAX)
			c->at[h->column] = at;
		if (h->column == COL_FEES && c->n_fees < ARRAY_SIZE(c->fees))
			c->fees[c->n_fees++] = at;
	}
	for (const struct header *h = manual_names; h->name; h++)
		if (h->required && c->at[h->column] == SIZE_MAX)
			return false;
	return c->at[COL_PRICE] != SIZE_MAX || c->at[COL_AMOUNT] != SIZE_MAX;
}

/* ---- unused columns ---- */

static bool is_used(const struct columns *c, size_t at)
{
	for (size_t i = 0; i < COLUMNS; i++)
		if (c->at[i] == at)
			return true;
	for (size_t i = 0; i < c->n_fees; i++)
		if (c->fees[i] == at)
			return true;
	return false;
}

/* The column with the role of @key, when another column has it. */
static size_t winner(const struct columns *c, const char *key)
{
	for (const struct header *h = manual_names; h->name; h++)
		if (str_eq(h->name, key) && c->at[h->column] != SIZE_MAX)
			return c->at[h->column];
	return SIZE_MAX;
}

static void warn_unused(void *pool, const char *const *names, const char *const *keys, size_t n,
			struct columns *c)
{
	char *unused = NULL;

	c->warnings = pool_array(pool, const char *, n + 1);
	for (size_t i = 0; i < n; i++) {
		struct slice name = slice_trim(slice_of(names[i] ? names[i] : ""));
		size_t other;

		if (!keys[i] || !*keys[i] || is_used(c, i) ||
		    enum_find(ignored_names, keys[i]) >= 0)
			continue;
		other = winner(c, keys[i]);
		if (other != SIZE_MAX)
			c->warnings[c->n_warnings++] = pool_printf(
				pool, "A coluna \"%.*s\" não foi usada: vale a coluna \"%s\".",
				(int)name.n, name.p,
				slice_text(pool, slice_trim(slice_of(names[other]))));
		else
			unused = pool_printf(pool, "%s%s%.*s", unused ? unused : "",
					     unused ? ", " : "", (int)name.n, name.p);
	}
	if (unused)
		c->warnings[c->n_warnings++] = pool_printf(pool, "Colunas não usadas: %s.", unused);
}

/* ---- the header of a sheet ---- */

enum import_source columns_find(void *pool, const struct sheet *s, size_t *header_row,
				struct columns *c)
{
	static const struct {
		enum import_source source;
		const struct header *header;
	} known[] = {
		{ IMPORT_NEGOCIACAO, negociacao_header },
		{ IMPORT_MOVIMENTACAO, movimentacao_header },
		{ IMPORT_SUMMARY, summary_header },
	};

	for (size_t r = 0; r < s->n_rows && r < ROWS_LOOKED_AT; r++) {
		size_t n = s->n_cells[r];
		const char **keys = pool_array(pool, const char *, n);

		*header_row = r;
		for (size_t i = 0; i < n; i++)
			keys[i] = s->rows[r][i] ? column_key(pool, s->rows[r][i]) : NULL;
		for (size_t k = 0; k < ARRAY_SIZE(known); k++)
			if (matches(known[k].header, keys, n, c))
				return known[k].source;
		if (matches_manual(keys, n, c)) {
			c->width = n;
			warn_unused(pool, s->rows[r], keys, n, c);
			return IMPORT_MANUAL;
		}
	}
	columns_clear(c);
	return IMPORT_UNKNOWN;
}

const char *import_lacks(void *pool, const struct sheet *s, size_t *line)
{
	static const struct {
		enum column column, or ;
		const char *name;
	} roles[] = {
		{ COL_TICKER, COL_TICKER, "ticker" },
		{ COL_OPERATION, COL_OPERATION, "operacao" },
		{ COL_DATE, COL_DATE, "data" },
		{ COL_QUANTITY, COL_QUANTITY, "quantidade" },
		{ COL_PRICE, COL_AMOUNT, "preco (ou valor)" },
	};
	size_t most = 1;
	const char *lacks = NULL;

	for (size_t r = 0; r < s->n_rows && r < ROWS_LOOKED_AT; r++) {
		const char **keys = pool_array(pool, const char *, s->n_cells[r]);
		const char *missing = NULL;
		struct columns c;
		size_t n = 0;

		for (size_t i = 0; i < s->n_cells[r]; i++)
			keys[i] = s->rows[r][i] ? column_key(pool, s->rows[r][i]) : NULL;
		(void)matches_manual(keys, s->n_cells[r], &c);
		for (size_t k = 0; k < ARRAY_SIZE(roles); k++) {
			if (c.at[roles[k].column] != SIZE_MAX || c.at[roles[k].or ] != SIZE_MAX)
				n++;
			else
				missing = missing ? pool_printf(pool, "%s, %s", missing,
								roles[k].name)
						  : roles[k].name;
		}
		if (n <= most || c.at[COL_DATE] == SIZE_MAX || !missing)
			continue;
		most = n;
		lacks = missing;
		*line = s->lines ? s->lines[r] : r + 1;
	}
	return lacks;
}

const char *import_expected(void *pool, const char *name)
{
	static const char *const expected[COLUMNS] = {
		[COL_DATE] = "um dia, como 20/11/2026",
		[COL_PRODUCT] = "o código do papel, como PETR4",
		[COL_TICKER] = "o código do papel, como PETR4",
		[COL_OPERATION] = "uma palavra como compra, venda ou dividendo",
		[COL_QUANTITY] = "um número, como 100 ou 0,5",
		[COL_PRICE] = "o preço de uma unidade, como 38,50",
		[COL_AMOUNT] = "o valor da operação inteira, como 3850,00",
		[COL_FEES] = "um valor, como 4,90",
		[COL_TYPE] = "a classe do papel, como ação ou FII",
		[COL_CURRENCY] = "BRL ou USD",
		[COL_RATIO] = "quantidade nova por quantidade antiga, como 2",
	};
	static const struct header *const headers[] = { manual_names, movimentacao_header,
							negociacao_header };
	const char *key = column_key(pool, name);

	for (size_t k = 0; k < ARRAY_SIZE(headers); k++)
		for (const struct header *h = headers[k]; h->name; h++)
			if (str_eq(h->name, key))
				return expected[h->column];
	return NULL;
}

enum import_source import_detect(void *pool, const struct sheet *s, size_t *header_row)
{
	struct columns c;

	return columns_find(pool, s, header_row, &c);
}
