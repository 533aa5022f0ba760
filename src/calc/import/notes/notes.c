/* SPDX-License-Identifier: Apache-2.0 */
/* notes.c: pages into notes, each known by its number and day. */
#include "config.h"

#include <limits.h>
#include <stdint.h>

#include "calc/import/notes/note_parts.h"
#include "core/csv_write.h"
#include "core/number_text.h"

static const char no_text[] =
	"O PDF não tem texto: é uma imagem. Baixe a nota em PDF na corretora, em vez de digitalizá-la.";
static const char no_note[] =
	"O PDF não é uma nota de negociação que se conheça (SINACOR, como XP, Rico, Clear, BTG e "
	"Modal; Inter; Nu). Exporte os extratos da Área do Investidor da B3, ou use o modelo de "
	"planilha.";
static const char futures[] =
	"O PDF é uma nota de BM&F (futuros e mercadorias), que a carteira não guarda: os "
	"resultados deles se informam no imposto, nas perdas e ganhos de fora.";
static const char lending[] =
	"O PDF é uma nota de empréstimo de ativos, que não é compra nem venda: o que ele rende "
	"chega no extrato de movimentação da B3.";
static const char too_many[] = "O PDF tem linhas demais: divida-o por nota.";

struct reading {
	void *pool;
	struct note_lines lines;
	struct notes *out;
	struct broker_note *note; /* of the page; NULL before its head */
	int summed;		  /* the page whose sums were read last */
	size_t rows;
};

/* ---- the head of a page ---- */

/* The day below the heading "Data pregão", in one of the two lines after it. */
static bool day_below(const struct note_line *l, int from, struct day *out)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->words[i]->x >= from - 10 * NOTE_SLACK &&
		    day_parse_br(slice_of(l->words[i]->text), out))
			return true;
	return false;
}

/* The digits below the heading of the number. */
static const char *number_below(const struct note_line *l, int from, int to)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct page_word *w = l->words[i];

		if (w->x >= from - NOTE_SLACK && w->x < to - NOTE_SLACK && strlen(w->text) <= 20 &&
		    !w->text[strspn(w->text, "0123456789.")])
			return w->text;
	}
	return NULL;
}

static bool read_head(const struct reading *r, size_t at, const char **number, struct day *day)
{
	const struct note_line *l = &r->lines.items[at];
	size_t date = note_word(l, 0, "pregao"), of = note_word(l, 0, "nota");
	size_t folio = note_word(l, 0, "folha");

	if (date == SIZE_MAX || of == SIZE_MAX || date == 0 || of == 0)
		return false;
	if (str_eq(l->keys[of - 1], "da") && of > 1)
		of--; /* "Número da nota" */
	for (size_t i = at + 1; i < r->lines.n && i <= at + 2; i++) {
		const struct note_line *below = &r->lines.items[i];

		if (below->page != l->page || !day_below(below, l->words[date - 1]->x, day))
			continue;
		*number = number_below(below, l->words[of - 1]->x,
				       folio == SIZE_MAX ? l->words[date - 1]->x
							 : l->words[folio]->x);
		return *number != NULL;
	}
	return false;
}

static struct broker_note *note_of(struct reading *r, const char *number, struct day day)
{
	struct notes *all = r->out;

	for (size_t i = 0; i < all->n; i++)
		if (str_eq(all->items[i].number, number) && day_same(all->items[i].day, day))
			return &all->items[i];
	pool_grow(r->pool, all->items, struct broker_note, all->n, all->size, 8);
	all->items[all->n] = (struct broker_note){ .number = number, .day = day };
	return &all->items[all->n++];
}

/* ---- pages ---- */

static bool begins_summary(const struct reading *r, size_t at)
{
	const struct note_line *l = &r->lines.items[at];

	return l->n > 2 && str_eq(l->keys[0], "resumo") && str_eq(l->keys[2], "negocios");
}

static void add_row(struct reading *r, struct broker_note *note, const struct note_row *row)
{
	if (++r->rows > NOTE_ROWS_MAX) {
		r->out->refusal = too_many;
		return;
	}
	pool_grow(r->pool, note->rows, struct note_row, note->n, note->size, 32);
	note->rows[note->n++] = *row;
}

/* The table whose header is the line @at; returns the last line of it. */
static size_t read_table(struct reading *r, size_t at, const struct note_columns *c,
			 struct broker_note *note)
{
	int page = r->lines.items[at].page;
	struct note_row row;
	size_t i = at + 1;

	for (; i < r->lines.n && r->lines.items[i].page == page && !begins_summary(r, i); i++)
		if (note_trade(r->pool, &r->lines.items[i], c, &row) && !r->out->refusal)
			add_row(r, note, &row);
	return i - 1;
}

static const char *other_kind(const struct note_line *l)
{
	size_t of = note_word(l, 0, "emprestimo");

	if (note_word(l, 0, "cv") != SIZE_MAX && note_word(l, 0, "mercadoria") != SIZE_MAX)
		return futures;
	if (of != SIZE_MAX && of >= 2 && str_eq(l->keys[of - 2], "nota"))
		return lending;
	return NULL;
}

/* A part of a note on a page that does not say of which it is. */
static void refuse_headless(struct reading *r, int page)
{
	r->out->refusal = pool_printf(
		r->pool,
		"Na página %d do PDF há operações ou somas, mas o número da nota e a data do pregão "
		"não se leem nela. Baixe a nota de novo na corretora.",
		page);
}

static void refuse_twice(struct reading *r, const struct broker_note *note)
{
	r->out->refusal = pool_printf(
		r->pool,
		"O PDF tem mais de um resumo financeiro da nota %.20s de %s: ela está nele duas "
		"vezes. Envie-a uma vez só.",
		note->number, date_text(r->pool, note->day));
}

/* Once a page: they are read to its end. */
static void read_sums(struct reading *r, size_t at, int from)
{
	struct broker_note *note = r->note;
	int page = r->lines.items[at].page;

	if (r->summed != page && note_goes_on(&r->lines, at, from))
		r->summed = page;
	else if (note->summarised)
		refuse_twice(r, note);
	else if (r->summed != page)
		note_sums(r->pool, &r->lines, at, from, note);
	r->summed = page;
}

/* A page has one head, that of its note: there are no more notes than pages. */
static void take_head(struct reading *r, const char *number, struct day day, int page)
{
	struct broker_note *note = note_of(r, number, day);

	if (r->note && r->note != note)
		r->out->refusal = pool_printf(r->pool,
					      "A página %d do PDF tem mais de uma nota: envie cada "
					      "nota em páginas suas.",
					      page);
	r->note = note;
}

static size_t read_line(struct reading *r, size_t i)
{
	const struct note_line *l = &r->lines.items[i];
	struct note_columns columns;
	const char *number;
	struct day day;
	int from;
	bool table = note_columns(l, &columns), sums = note_summary(l, &from);

	if (read_head(r, i, &number, &day))
		take_head(r, number, day, l->page);
	else if ((table || sums) && !r->note)
		refuse_headless(r, l->page);
	else if (table)
		return read_table(r, i, &columns, r->note);
	else if (sums)
		read_sums(r, i, from);
	return i;
}

static void read_pages(struct reading *r)
{
	int page = 0;

	for (size_t i = 0; i < r->lines.n && !r->out->refusal; i++) {
		const struct note_line *l = &r->lines.items[i];

		if (l->page != page)
			r->note = NULL;
		page = l->page;
		r->out->refusal = other_kind(l);
		if (!r->out->refusal)
			i = read_line(r, i);
	}
}

/* A page that is an image has no words: whatever is on it would be missing without a word. */
static void refuse_image(struct reading *r, const struct page_words *words)
{
	bool *seen = pool_array(r->pool, bool, (size_t)words->pages + 1);

	for (size_t i = 0; i < words->n; i++)
		seen[words->items[i].page] = true;
	for (int page = 1; page <= words->pages && !r->out->refusal; page++)
		if (!seen[page])
			r->out->refusal = pool_printf(
				r->pool,
				"A página %d do PDF não tem texto: é uma imagem, ou vazia. Baixe as "
				"notas em PDF na corretora, ou envie só as páginas com texto.",
				page);
}

static void refuse_without_rows(struct reading *r, const struct broker_note *note)
{
	if (!note->n && !r->out->refusal)
		r->out->refusal = pool_printf(
			r->pool,
			"Na nota %.20s de %s não se lê nenhuma operação: o PDF não é importado. Envie "
			"as outras notas sem ela.",
			note->number, date_text(r->pool, note->day));
}

void notes_read(void *pool, const struct page_words *words, struct notes *out)
{
	struct reading r = { .pool = pool, .out = out };

	*out = (struct notes){ .n = 0 };
	if (!words->n) {
		out->refusal = no_text;
		return;
	}
	if (words->n > NOTE_WORDS_MAX) {
		out->refusal = too_many;
		return;
	}
	r.lines = note_lines(pool, words);
	read_pages(&r);
	if (!out->refusal && !r.rows)
		out->refusal = no_note;
	refuse_image(&r, words);
	for (size_t i = 0; i < out->n; i++)
		refuse_without_rows(&r, &out->items[i]);
	for (size_t i = 0; i < out->n && !out->refusal; i++)
		note_close(pool, &out->items[i]);
}

/* ---- as a sheet ---- */

static void put_row(void *pool, struct csv_writer *w, const struct broker_note *note,
		    const struct note_row *r)
{
	const char *type = r->is_option			     ? "option"
			   : text_starts(r->title, "FII ")   ? "fii"
			   : text_starts(r->title, "FIAGRO") ? "fii"
							     : NULL;
	const char *cells[] = {
		note->number,
		date_text(pool, note->day),
		r->sell ? "V" : "C",
		r->market,
		r->term,
		r->title,
		r->marks,
		r->quantity_e8 ? decimal_text(pool, r->quantity_e8, 8, 8, true) : NULL,
		r->price_rounded ? NULL : decimal_text(pool, r->price_e8, 8, 8, true),
		decimal_text(pool, r->cents, 2, 2, false),
		decimal_text(pool, r->fees, 2, 2, false),
		r->ticker,
		type,
		r->option,
		decimal_text(pool, note->irrf, 2, 2, false),
		note->unclosed,
		r->error ? r->error : r->ignored,
		r->ignored ? "sim" : NULL,
	};

	for (size_t i = 0; i < ARRAY_SIZE(cells); i++)
		csv_put_cell(w, cells[i]);
	csv_end_line(w);
}

struct slice notes_csv(void *pool, const struct notes *notes)
{
	static const char header[] =
		"Nota;Data pregão;C/V;Tipo mercado;Prazo;Especificação do título;Obs.;Quantidade;"
		"Preço;Valor da operação;Taxas da operação;Código de negociação;Tipo;Opção exercida;"
		"IRRF da nota;Não fecha;Por quê;Sem efeito\n";
	struct buf b;
	struct csv_writer w = { .out = &b, .separator = ';' };

	buf_init(&b, pool, 4096);
	buf_str(&b, header);
	for (size_t i = 0; i < notes->n; i++)
		for (size_t k = 0; k < notes->items[i].n; k++)
			put_row(pool, &w, &notes->items[i], &notes->items[i].rows[k]);
	return (struct slice){ b.p, b.n };
}
