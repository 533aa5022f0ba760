/* SPDX-License-Identifier: Apache-2.0 */
/* columns_form.c: the form that asks which column of an unknown sheet is which, filled in with what can be guessed. */
#include "config.h"

#include "console/person/columns_form.h"

#include <stdint.h>

#include "console/layout.h"
#include "identity/pages/site.h"
#include "identity/session.h"

#define ROWS_SHOWN 8
#define COLUMNS_SHOWN 20
#define CELL_SHOWN 30 /* characters */
#define NO_HEADER "none"

/* ---- what was asked ---- */

static size_t line_of(const struct sheet *s, size_t row)
{
	return s->lines ? s->lines[row] : row + 1;
}

size_t columns_number(const char *text, size_t max)
{
	size_t n = 0;

	for (const char *p = text; p && *p; p++) {
		if (!is_digit(*p) || n > max)
			return 0;
		n = n * 10 + (size_t)(*p - '0');
	}
	return n <= max ? n : 0;
}

static long header_in(const char *text)
{
	if (!text)
		return HEADER_GUESSED;
	return str_eq(text, NO_HEADER) ? HEADER_NONE
				       : (long)columns_number(text, MAPPED_HEADER_ROWS) - 1;
}

void columns_find_asked(struct ctx *ctx, struct columns_asked *a)
{
	size_t at = columns_number(a->operation, MAPPED_WIDTH_MAX);

	wallet_columns(ctx, a->file.content, header_in(a->header), at ? at - 1 : SIZE_MAX,
		       &a->found);
	if (a->operation && !at) /* it is the same for every row */
		a->found.guess.mapping.at[MAPPED_OPERATION] = SIZE_MAX;
}

/* ---- options ---- */

static const char *shown_cell_text(void *pool, const struct sheet *s, size_t row, size_t at)
{
	const char *cell = at < s->n_cells[row] ? s->rows[row][at] : NULL;

	return cell ? text_head(pool, text_quotable(pool, cell), CELL_SHOWN) : NULL;
}

/* By its name, or without a header by its first cell. */
static const char *column_label(void *pool, const struct columns_asked *a, size_t at)
{
	const struct column_guess *g = &a->found.guess;
	const char *name = shown_cell_text(pool, a->found.sheet, g->has_header ? g->header : 0, at);

	return name ? pool_printf(pool, "Coluna %zu: %s", at + 1, name)
		    : pool_printf(pool, "Coluna %zu", at + 1);
}

/* An option of each column, after @n of the caller's own. */
static struct html_option *column_options(void *pool, const struct columns_asked *a,
					  const struct html_option *first, size_t n, size_t *total)
{
	size_t width = a->found.guess.width;
	struct html_option *out = pool_array(pool, struct html_option, n + width);

	for (size_t i = 0; i < n; i++)
		out[i] = first[i];
	for (size_t at = 0; at < width; at++)
		out[n + at] = (struct html_option){ pool_printf(pool, "%zu", at + 1),
						    column_label(pool, a, at) };
	*total = n + width;
	return out;
}

static const struct html_option meanings[] = {
	{ "", "Escolha" },
	{ "buy", "Compra" },
	{ "sell", "Venda" },
	{ "dividend", "Dividendo" },
	{ "jcp", "Juros sobre capital próprio" },
	{ "yield", "Rendimento" },
	{ "interest", "Juros" },
	{ "amortization", "Amortização" },
	{ "split", "Desdobramento" },
	{ "grouping", "Grupamento" },
	{ "bonus", "Bonificação" },
	{ "ignored", "Não importar estas linhas" },
};

/* ---- the first rows ---- */

static void write_sheet(struct html *h, const struct columns_asked *a)
{
	const struct sheet *s = a->found.sheet;
	size_t width = a->found.guess.width < COLUMNS_SHOWN ? a->found.guess.width : COLUMNS_SHOWN;
	size_t first = a->found.guess.has_header && a->found.guess.header >= ROWS_SHOWN / 2
			       ? a->found.guess.header - 1
			       : 0;
	const char *headings[COLUMNS_SHOWN + 1] = { "Linha" };
	void *pool = h->ctx->pool;

	for (size_t at = 0; at < width; at++)
		headings[at + 1] = pool_printf(pool, "Coluna %zu", at + 1);
	html_table(h, "As primeiras linhas do arquivo", headings, width + 1);
	for (size_t r = first; r < s->n_rows && r < first + ROWS_SHOWN; r++) {
		html_row(h);
		html_cell(h, pool_printf(pool, "%zu", line_of(s, r)));
		for (size_t at = 0; at < width; at++) {
			const char *cell = shown_cell_text(pool, s, r, at);

			shown_name_cell(h, cell ? cell : "—", NULL);
		}
		html_row_end(h);
	}
	html_table_end(h);
	if (a->found.guess.width > width)
		html_p(h, "E mais %zu colunas à direita.", a->found.guess.width - width);
}

/* ---- the forms ---- */

static const char *header_value(void *pool, const struct column_guess *g)
{
	return g->has_header ? pool_printf(pool, "%zu", g->header + 1) : NO_HEADER;
}

static const char *column_value(void *pool, const struct column_mapping *m, enum mapped_column c)
{
	return m->at[c] == SIZE_MAX ? "" : pool_printf(pool, "%zu", m->at[c] + 1);
}

static const char *operation_value(void *pool, const struct columns_asked *a)
{
	const struct column_mapping *m = &a->found.guess.mapping;

	if (a->operation)
		return a->operation;
	return m->all_mean ? mapped_meaning_names[m->means]
			   : column_value(pool, m, MAPPED_OPERATION);
}

static void write_header_field(struct html *h, const struct columns_asked *a)
{
	const struct sheet *s = a->found.sheet;
	void *pool = h->ctx->pool;
	struct html_option options[MAPPED_HEADER_ROWS + 1] = {
		{ NO_HEADER, "Nenhuma: o arquivo não diz o nome das colunas" }
	};
	size_t n = 1;

	for (size_t r = 0; r < s->n_rows && r < MAPPED_HEADER_ROWS; r++) {
		const char *cell = NULL;

		for (size_t at = 0; at < s->n_cells[r] && !cell; at++)
			cell = shown_cell_text(pool, s, r, at);
		options[n++] =
			(struct html_option){ pool_printf(pool, "%zu", r + 1),
					      pool_printf(pool, "Linha %zu: %s", line_of(s, r),
							  cell ? cell : "vazia") };
	}
	html_field(h, &(struct html_field){ .name = COLUMNS_HEADER,
					    .label = "Que linha tem o nome das colunas",
					    .type = "select",
					    .value = header_value(pool, &a->found.guess),
					    .options = options,
					    .n_options = n });
}

static void write_operation_field(struct html *h, const struct columns_asked *a,
				  const struct entry *e)
{
	static const struct html_option all[] = {
		{ "", "Escolha" },
		{ "buy", "Nenhuma: todas as linhas são compras" },
		{ "sell", "Nenhuma: todas as linhas são vendas" },
		{ "dividend", "Nenhuma: todas as linhas são dividendos" },
		{ "yield", "Nenhuma: todas as linhas são rendimentos" },
	};
	size_t n;
	struct html_option *options = column_options(h->ctx->pool, a, all, ARRAY_SIZE(all), &n);

	html_field(h,
		   &(struct html_field){ .name = COLUMNS_OPERATION,
					 .label = "Que coluna diz se é compra, venda ou provento",
					 .type = "select",
					 .value = operation_value(h->ctx->pool, a),
					 .error = entry_fault(e, COLUMNS_OPERATION),
					 .options = options,
					 .n_options = n });
}

/* Without a script the words of another column come with another page. */
static void write_choice(struct html *h, const struct columns_asked *a, const struct entry *e)
{
	html_element(h, "h2", "Primeiro, o cabeçalho e a operação");
	html_query(h, layout_path(h->ctx, COLUMNS_PATH));
	html_hidden(h, ENTRY_HELD, a->held);
	write_header_field(h, a);
	write_operation_field(h, a, e);
	html_send(h, "Mostrar de novo com estes");
}

static const struct column_field {
	enum mapped_column column;
	const char *label, *hint;
	bool optional;
} column_fields[] = {
	{ MAPPED_DAY, "Dia da operação", NULL, false },
	{ MAPPED_TICKER, "Código do papel", NULL, false },
	{ MAPPED_QUANTITY, "Quantidade", "Só dispensável se todas as linhas são proventos.", true },
	{ MAPPED_PRICE, "Preço de uma unidade", "O preço ou o valor total: basta um.", true },
	{ MAPPED_AMOUNT, "Valor total", "De um provento, o que foi creditado.", true },
	{ MAPPED_FEES, "Taxas", NULL, true },
	{ MAPPED_CURRENCY, "Moeda", "Sem coluna: dólar no exterior, real no resto.", true },
	{ MAPPED_RATIO, "Fator do desdobramento", "Quantidade nova por quantidade antiga.", true },
};

static const char *value_of(struct ctx *ctx, const struct entry *e, const char *name,
			    const char *guessed)
{
	const char *typed = e->values ? entry_value(ctx, e, name) : guessed;

	return typed ? typed : "";
}

static void write_column_fields(struct html *h, const struct columns_asked *a,
				const struct entry *e)
{
	static const struct html_option none = { "", "Nenhuma" };
	size_t n;
	struct html_option *options = column_options(h->ctx->pool, a, &none, 1, &n);

	for (size_t i = 0; i < ARRAY_SIZE(column_fields); i++) {
		const struct column_field *f = &column_fields[i];
		const char *name = mapped_column_names[f->column];

		html_field(h, &(struct html_field){
				      .name = name,
				      .label = f->label,
				      .type = "select",
				      .value = value_of(h->ctx, e, name,
							column_value(h->ctx->pool,
								     &a->found.guess.mapping,
								     f->column)),
				      .hint = f->hint,
				      .error = entry_fault(e, name),
				      .options = options,
				      .n_options = n,
				      .optional = f->optional });
	}
}

/* A column, or one class for all rows. */
static void write_type_field(struct html *h, const struct columns_asked *a, const struct entry *e)
{
	const struct column_mapping *m = &a->found.guess.mapping;
	struct html_option first[ASSET_TYPES + 1] = { { "", "Pelo código do papel" } };
	size_t k = 1, n;
	struct html_option *options;

	for (int t = 0; t < ASSET_TYPES; t++)
		if (t != ASSET_INDEX)
			first[k++] = (struct html_option){ asset_type_names[t],
							   pool_printf(h->ctx->pool,
								       "Todas as linhas: %s",
								       asset_type_titles[t]) };
	options = column_options(h->ctx->pool, a, first, k, &n);
	html_field(h,
		   &(struct html_field){
			   .name = "type",
			   .label = "Classe do papel",
			   .type = "select",
			   .value = value_of(h->ctx, e, "type",
					     m->type ? m->type
						     : column_value(h->ctx->pool, m, MAPPED_TYPE)),
			   .error = entry_fault(e, "type"),
			   .options = options,
			   .n_options = n,
			   .optional = true });
}

static void write_dates_field(struct html *h, const struct columns_asked *a, const struct entry *e)
{
	static const struct html_option orders[] = {
		{ "day_first", "O dia primeiro: 20/11/2026 é de novembro" },
		{ "month_first", "O mês primeiro: 11/20/2026 é de novembro" },
	};
	const struct column_guess *g = &a->found.guess;

	if (!g->dates_open)
		return;
	html_field(
		h,
		&(struct html_field){
			.name = "dates",
			.label = "Como as datas estão escritas",
			.type = "select",
			.value = value_of(h->ctx, e, "dates", orders[g->mapping.month_first].value),
			.hint = g->dates_proved ? NULL : "O arquivo não prova a ordem: confira.",
			.error = entry_fault(e, "dates"),
			.options = orders,
			.n_options = ARRAY_SIZE(orders) });
}

const char *columns_word_name(void *pool, size_t i)
{
	return pool_printf(pool, "word-%zu", i + 1);
}

static const char *meaning_of(void *pool, const struct column_mapping *m, const char *word)
{
	const char *folded = text_fold(pool, word);

	for (size_t i = 0; i < m->n_words; i++)
		if (str_eq(text_fold(pool, m->words[i].word), folded))
			return mapped_meaning_names[m->words[i].means];
	return "";
}

bool columns_have_words(const struct columns_asked *a)
{
	return a->found.guess.mapping.at[MAPPED_OPERATION] != SIZE_MAX;
}

static void write_words(struct html *h, const struct columns_asked *a, const struct entry *e)
{
	const struct column_guess *g = &a->found.guess;
	void *pool = h->ctx->pool;

	if (!columns_have_words(a))
		return;
	html_element(h, "h2", "O que cada palavra da operação quer dizer");
	for (size_t i = 0; i < g->n_words; i++)
		html_field(h, &(struct html_field){
				      .name = columns_word_name(pool, i),
				      .label = pool_printf(
					      pool, "“%s”",
					      text_head(pool, text_quotable(pool, g->words[i]),
							MAPPED_WORD_CHARS)),
				      .type = "select",
				      .value = value_of(h->ctx, e, columns_word_name(pool, i),
							meaning_of(pool, &g->mapping, g->words[i])),
				      .error = entry_fault(e, columns_word_name(pool, i)),
				      .options = meanings,
				      .n_options = ARRAY_SIZE(meanings) });
	if (g->too_many)
		html_element_of(
			h, "p", "note warn",
			"A coluna tem mais textos diferentes do que se perguntam aqui: as "
			"linhas dos outros ficam com erro, se não disserem por si o que são.");
}

/* "extrato.csv" without its ending. */
static const char *name_guessed(void *pool, const struct columns_asked *a)
{
	const char *name = a->found.name ? a->found.name : a->file.name, *end;

	if (!name)
		return "Minha planilha";
	end = a->found.name ? NULL : strrchr(name, '.');
	if (end && end > name)
		name = pool_strndup(pool, name, (size_t)(end - name));
	return text_head(pool, text_quotable(pool, name), COLUMNS_NAME_CHARS);
}

static void write_mapping(struct html *h, const struct columns_asked *a, const struct entry *e)
{
	struct ctx *ctx = h->ctx;

	html_element(h, "h2", "Agora, as outras colunas");
	html_form(h, layout_path(ctx, COLUMNS_PATH), csrf_token(ctx));
	site_once(h);
	html_hidden(h, ENTRY_HELD, a->held);
	html_hidden(h, COLUMNS_HEADER, header_value(ctx->pool, &a->found.guess));
	html_hidden(h, COLUMNS_OPERATION, operation_value(ctx->pool, a));
	write_column_fields(h, a, e);
	write_type_field(h, a, e);
	write_dates_field(h, a, e);
	write_words(h, a, e);
	html_field(h, &(struct html_field){
			      .name = "name",
			      .label = "Nome, para você reconhecer estas colunas",
			      .type = "text",
			      .value = value_of(ctx, e, "name", name_guessed(ctx->pool, a)),
			      .error = entry_fault(e, "name"),
			      .max_length = COLUMNS_NAME_CHARS });
	html_send(h, "Ler o arquivo com estas colunas");
}

void columns_forms_write(struct html *h, const struct columns_asked *a, const struct entry *e)
{
	write_sheet(h, a);
	write_choice(h, a, e);
	write_mapping(h, a, e);
}
