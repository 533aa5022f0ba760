/* SPDX-License-Identifier: Apache-2.0 */
/*
 * column_mapping.c: any sheet by the columns that a person names, the guesses that fill in the form, and rows that
 * are corrected before they are read.  Expected rows are calculated by hand beside the sheets.
 */
#include "config.h"

#include <stdint.h>

#include "calc/import/column_mapping.h"
#include "calc/import/corrected_sheet.h"
#include "calc/import/import.h"
#include "core/pool.h"
#include "sheet/sheet.h"
#include "tap.h"

static void *pool;
static const struct day today = { 21000 }; /* 2027-07-01 */

static struct sheet sheet_of(const char *text)
{
	struct sheet s = { 0 };
	const char *reason = NULL;

	if (sheet_read(pool, slice_of(text), &s, &reason) != SHEET_OK)
		diag("%s", reason);
	return s;
}

static const char *decimal(wide v, int places)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, v, places, places, true);
	return pool_strdup(pool, text);
}

static const char *entry_shown(const struct import_entry *e)
{
	if (e->status == IMPORT_IGNORED)
		return pool_printf(pool, "- %s", e->reason);
	if (e->status == IMPORT_ERROR)
		return pool_printf(pool, "! %s", e->reason);
	if (e->effect == ENTRY_INCOME)
		return pool_printf(pool, "%s %s %s %s", day_iso(pool, e->day),
				   income_kind_names[e->income_kind], e->symbol,
				   decimal(e->amount.e8, 8));
	if (e->trade.kind == ROW_SPLIT)
		return pool_printf(pool, "%s %s x %s", day_iso(pool, e->day), e->symbol,
				   decimal(e->trade.ratio_e12, 12));
	return pool_printf(pool, "%s %s %s %s a %s taxas %s %s", day_iso(pool, e->day),
			   row_kind_names[e->trade.kind], e->symbol, decimal(e->trade.qty.e8, 8),
			   e->trade.price_known ? decimal(e->trade.price.e12, 12) : "?",
			   decimal(e->trade.fees.e8, 8), currency_names[e->currency]);
}

static const char *rows_by(const struct sheet *s, size_t header, const struct column_mapping *m)
{
	struct import_translation t;
	struct import_context ctx = { .today = today, .translated = &t };
	struct import_result r = { 0 };
	const char *out = "";

	mapping_translate(pool, s, header, m, today, &t);
	if (import_map(pool, &t.sheet, &ctx, &r) != CALC_OK)
		return r.refusal ? r.refusal : "refused";
	for (size_t i = 0; i < r.n_entries; i++)
		out = pool_printf(pool, "%s%zu %s\n", out, r.entries[i].line,
				  entry_shown(&r.entries[i]));
	return out;
}

static struct column_guess guess(const struct sheet *s)
{
	struct column_guess g;

	column_guess(pool, s, HEADER_GUESSED, SIZE_MAX, today, &g);
	return g;
}

/* The guessed columns, from 1, and which row is the header. */
static const char *guessed(const struct column_guess *g)
{
	const char *out = g->has_header ? pool_printf(pool, "header %zu", g->header) : "none";

	for (int c = 0; c < MAPPED_COLUMNS; c++)
		if (g->mapping.at[c] != SIZE_MAX)
			out = pool_printf(pool, "%s %s=%zu", out, mapped_column_names[c],
					  g->mapping.at[c] + 1);
	return out;
}

static const char *by_guess(const char *text)
{
	struct sheet s = sheet_of(text);
	struct column_guess g = guess(&s);

	return rows_by(&s, g.has_header ? g.header : SIZE_MAX, &g.mapping);
}

/* ---- rows ---- */

static const char strange[] = "Extrato do banco;;;;;;\n"
			      ";;;;;;\n"
			      "Quando foi;O que comprei;Lado;Unid.;Cada uma;Tarifa;Soma\n"
			      "05/01/2026;PETR4;C;100;30,00;-4,90;-3.004,90\n"
			      "06/01/2026;PETR4;V;40;32,50;4,90;1.295,10\n"
			      "20/02/2026;PETR4;Div;60;;;45,00\n"
			      "21/02/2026;CAIXA;Tarifa mensal;;;;-9,90\n"
			      ";;Soma;;;;\n"
			      "02/03/2026;VALE3;???;1;60,00;;60,00\n"
			      "31/02/2026;VALE3;C;1;60,00;;60,00\n"
			      "03/03/2026;VALE3;C;1,234;60,00;;74,04\n";

static struct column_mapping strange_mapping(void)
{
	struct column_mapping m;

	column_mapping_clear(&m);
	m.at[MAPPED_DAY] = 0;
	m.at[MAPPED_TICKER] = 1;
	m.at[MAPPED_OPERATION] = 2;
	m.at[MAPPED_QUANTITY] = 3;
	m.at[MAPPED_PRICE] = 4;
	m.at[MAPPED_FEES] = 5;
	m.at[MAPPED_AMOUNT] = 6;
	m.words[0] = (struct mapped_word){ "c", MEANS_BUY };
	m.words[1] = (struct mapped_word){ "V", MEANS_SELL };
	m.words[2] = (struct mapped_word){ "DIV", MEANS_DIVIDEND };
	m.words[3] = (struct mapped_word){ "tarifa mensal", MEANS_IGNORED };
	m.n_words = 4;
	return m;
}

static void rows(void)
{
	struct sheet s = sheet_of(strange);
	struct column_mapping m = strange_mapping();

	/* "1,234" times 60 is 74.04: the row's own arithmetic proves the comma, as in a hand-made sheet */
	is_text(rows_by(&s, 1, &m),
		"4 2026-01-05 buy PETR4 100 a 30 taxas 4.9 BRL\n"
		"5 2026-01-06 sell PETR4 40 a 32.5 taxas 4.9 BRL\n"
		"6 2026-02-20 dividend PETR4 45\n"
		"7 - operação que você disse que não se importa\n"
		"8 - linha sem dia e sem código, sem efeito\n"
		"9 ! operação desconhecida: ???; as conhecidas são compra, venda, desdobro, "
		"grupamento, bonificação, ajuste, provento, dividendo, JCP, rendimento, "
		"amortização, juros\n"
		"10 ! data inválida: 31/02/2026\n"
		"11 2026-03-03 buy VALE3 1.234 a 60 taxas 0 BRL\n",
		"each row by the columns and words that were named");
	s = sheet_of("dia,papel,quanto,fator,lado,preco,moeda,classe\n"
		     "2026-01-05,VOO,2,,in,\"1,234.50\",US$,exterior\n"
		     "2026-02-02,VOO,,2,cut,,US$,exterior\n"
		     "2026-02-03,VOO,1,,in,100,US$,exterior,7\n");
	column_mapping_clear(&m);
	m.at[MAPPED_DAY] = 0;
	m.at[MAPPED_TICKER] = 1;
	m.at[MAPPED_QUANTITY] = 2;
	m.at[MAPPED_RATIO] = 3;
	m.at[MAPPED_OPERATION] = 4;
	m.at[MAPPED_PRICE] = 5;
	m.at[MAPPED_CURRENCY] = 6;
	m.at[MAPPED_TYPE] = 7;
	m.words[0] = (struct mapped_word){ "in", MEANS_BUY };
	m.words[1] = (struct mapped_word){ "cut", MEANS_SPLIT };
	m.n_words = 2;
	is_text(rows_by(&s, 0, &m),
		"2 2026-01-05 buy VOO 2 a 1234.5 taxas 0 USD\n"
		"3 2026-02-02 VOO x 2\n"
		"4 ! a linha tem mais células que o cabeçalho: um número com vírgula num CSV "
		"separado por vírgulas?\n",
		"dollars, a split, and a row that is wider than its header");
	s = sheet_of("05/01/2026;PETR4;10;30\n06/01/2026;BTC;0,5;400000\n");
	column_mapping_clear(&m);
	m.header = false;
	m.at[MAPPED_DAY] = 0;
	m.at[MAPPED_TICKER] = 1;
	m.at[MAPPED_QUANTITY] = 2;
	m.at[MAPPED_PRICE] = 3;
	m.all_mean = true;
	m.means = MEANS_BUY;
	is_text(rows_by(&s, SIZE_MAX, &m),
		"1 2026-01-05 buy PETR4 10 a 30 taxas 0 BRL\n"
		"2 ! tipo do ativo não reconhecido: BTC; preencha a coluna tipo\n",
		"without a header, all purchases");
	m.type = "crypto";
	is_text(rows_by(&s, SIZE_MAX, &m),
		"1 2026-01-05 buy PETR4 10 a 30 taxas 0 BRL\n"
		"2 2026-01-06 buy BTC 0.5 a 400000 taxas 0 BRL\n",
		"of one class");
}

static void days(void)
{
	struct sheet s =
		sheet_of("when;what;n;each\n11/12/2026;PETR4;1;30\n03/04/2026;PETR4;2;30\n");
	struct sheet proved =
		sheet_of("when;what;n;each\n12/25/2026;PETR4;1;30\n03/04/2026;PETR4;2;30\n");
	struct sheet both = sheet_of("data;papel;quantidade;preco;x\n25/12/2025;PETR4;1;30;\n"
				     "12/25/2025;PETR4;2;30;\n2026-01-02;PETR4;3;30;\n");
	struct column_guess g;
	struct column_mapping m;

	column_mapping_clear(&m);
	m.at[MAPPED_DAY] = 0;
	m.at[MAPPED_TICKER] = 1;
	m.at[MAPPED_QUANTITY] = 2;
	m.at[MAPPED_PRICE] = 3;
	m.all_mean = true;
	is_text(rows_by(&s, 0, &m),
		"2 2026-12-11 buy PETR4 1 a 30 taxas 0 BRL\n"
		"3 2026-04-03 buy PETR4 2 a 30 taxas 0 BRL\n",
		"the day first");
	m.month_first = true;
	is_text(rows_by(&s, 0, &m),
		"2 2026-11-12 buy PETR4 1 a 30 taxas 0 BRL\n"
		"3 2026-03-04 buy PETR4 2 a 30 taxas 0 BRL\n",
		"the month first, as the person said");
	is_text(rows_by(&both, 0, &m),
		"2 ! data inválida: 25/12/2025\n"
		"3 2025-12-25 buy PETR4 2 a 30 taxas 0 BRL\n"
		"4 2026-01-02 buy PETR4 3 a 30 taxas 0 BRL\n",
		"a date that is possible in the other order only is wrong, and no other row");
	g = guess(&s);
	ok(g.dates_open && !g.dates_proved && !g.mapping.month_first, "an open order is asked for");
	g = guess(&proved);
	ok(g.dates_open && g.dates_proved && g.mapping.month_first, "a date may prove it");
	g = guess(&both);
	ok(g.dates_open && !g.dates_proved, "dates of both orders prove none");
}

/* ---- guesses ---- */

static void guesses(void)
{
	struct sheet s = sheet_of(strange);
	struct column_guess g = guess(&s);

	is_text(guessed(&g), "header 1 date=1 ticker=2 operation=3 quantity=4 price=5",
		"cells say what names do not");
	is_int((int64_t)g.n_words, 6, "the different operations");
	is_text(g.words[3], "Tarifa mensal", "as the sheet has them");
	is_int((int64_t)g.mapping.n_words, 3, "of which usual ones are known");
	s = sheet_of(
		"Data Pregão;Código Papel;Tipo de Operação;Qtde;Preço Unit.;Corretagem;Valor Total;Moeda\n"
		"05/01/2026;PETR4;Compra à vista;100;30;0;3000;BRL\n"
		"05/01/2026;PETR4;BONIFICAÇÃO EM ATIVOS;10;20;0;200;BRL\n");
	g = guess(&s);
	is_text(guessed(&g),
		"header 0 date=1 ticker=2 operation=3 quantity=4 price=5 amount=7 fees=6 currency=8",
		"names say it");
	ok(g.mapping.n_words == 2 && g.mapping.words[0].means == MEANS_BUY &&
		   g.mapping.words[1].means == MEANS_BONUS,
	   "words that no list has whole are known by their parts");
	s = sheet_of("05/01/2026;PETR4;C;100;30,00\n06/01/2026;VALE3;V;50;60,00\n");
	g = guess(&s);
	is_text(guessed(&g), "none date=1 ticker=2 operation=3 quantity=4 price=5", "no header");
	is_text(by_guess("05/01/2026;PETR4;C;100;30,00\n06/01/2026;VALE3;V;50;60,00\n"),
		"1 2026-01-05 buy PETR4 100 a 30 taxas 0 BRL\n"
		"2 2026-01-06 sell VALE3 50 a 60 taxas 0 BRL\n",
		"and what it reads then");
	column_guess(pool, &s, HEADER_NONE, 1, today, &g);
	ok(!g.has_header && g.mapping.at[MAPPED_OPERATION] == 1 && g.n_words == 2,
	   "the person's own choice of header and operation counts");
	column_guess(pool, &s, 700, 900, today, &g);
	ok(g.header == 0 && g.mapping.at[MAPPED_OPERATION] != 900,
	   "one that is not there does not");
}

/* ---- hostile sheets ---- */

#define WIDE_SHEET 10000

static void hostile(void)
{
	const char **cells = pool_array(pool, const char *, WIDE_SHEET);
	const char *const *wide_rows[] = { cells, cells };
	const size_t widths[] = { WIDE_SHEET, WIDE_SHEET };
	struct sheet s = { wide_rows, widths, 2, NULL, NULL };
	struct column_guess g;
	const char *text = "dia;papel;operacao;n;preco\n";

	for (size_t i = 0; i < WIDE_SHEET; i++)
		cells[i] = "data";
	g = guess(&s);
	is_int((int64_t)g.width, MAPPED_WIDTH_MAX, "of 10,000 columns the first 200 are looked at");
	is_text(mapping_signature(pool, &s, 0, true), NULL, "and such a header is not kept");
	s = sheet_of(";;;\n;a;;\n=1+1;@x;\"\";=HYPERLINK(\"x\")\n01/01/2026;=cmd;;\n");
	g = guess(&s);
	ok(g.width == 4, "empty names and formulas are texts");
	s = sheet_of("a;a;a;a\n05/01/2026;PETR4;1;2\n");
	g = guess(&s);
	is_text(guessed(&g), "header 0 date=1 ticker=2 quantity=3 price=4", "equal names too");
	for (int i = 0; i < 21; i++)
		text = pool_printf(pool, "%s05/01/2026;PETR4;palavra %d;1;2\n", text, i);
	s = sheet_of(text);
	g = guess(&s);
	ok(g.too_many && g.n_words == MAPPED_WORDS_MAX, "more operations than can be asked for");
	s = sheet_of("x\n");
	g = guess(&s);
	ok(!g.has_header && g.mapping.at[MAPPED_DAY] == SIZE_MAX, "a single cell");
}

/* ---- known again ---- */

static const char *signature(const char *text, bool header)
{
	struct sheet s = sheet_of(text);

	return mapping_signature(pool, &s, 0, header);
}

static void signatures(void)
{
	const char *one = signature("Dia;O quê;Quanto\n", true);

	ok(one && str_eq(one, signature("DIA; o que ;quanto;;\n", true)),
	   "case, accents, blanks and empty cells at the end do not matter");
	ok(!str_eq(one, signature("O quê;Dia;Quanto\n", true)), "the order does");
	ok(!str_eq(one, signature("Dia;O quê;Quanto;Mais\n", true)), "and every column");
	is_text(signature("Título\n", true), NULL, "one cell is no header");
	is_text(signature("05/01/2026;PETR4;100;;30,00\n", false), "#dtn-n",
		"without a header, by what the first row looks like");
	is_text(signature("a;b;c\n", false), NULL, "which texts alone do not tell");
}

/* ---- corrected rows ---- */

static void corrections(void)
{
	struct sheet s = sheet_of("data;ticker;operacao;quantidade;preco\n"
				  "05/01/2026;PETR4;compra;10;30\n"
				  "31/02/2026;PETR4;compra;11;30\n"
				  "06/01/2026;PETR4;compra;12;30\n");
	const struct row_correction list[] = {
		{ .line = 3,
		  .given = { true, false, false, true },
		  .cells = { "28/02/2026", NULL, NULL, "13" } },
		{ .line = 4, .left_out = true },
		{ .line = 99, .left_out = true },
	};
	struct sheet c = sheet_corrected(pool, &s, list, 3);
	struct import_context ctx = { .today = today };
	struct import_result r = { 0 };

	ok(import_map(pool, &c, &ctx, &r) == CALC_OK && r.n_entries == 2, "a row left out is gone");
	is_text(pool_printf(pool, "%s|%s", entry_shown(&r.entries[0]), entry_shown(&r.entries[1])),
		"2026-01-05 buy PETR4 10 a 30 taxas 0 BRL|2026-02-28 buy PETR4 13 a 30 taxas 0 BRL",
		"a corrected one is read anew, its other cells as the file has them");
	is_int((int64_t)r.entries[1].line, 3, "under its line");
	is_text(s.rows[2][0], "31/02/2026", "the file's own cells stay");
	ok(correction_of(list, 3, 4) == &list[1] && !correction_of(list, 3, 5), "by its line");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	rows();
	days();
	guesses();
	hostile();
	signatures();
	corrections();
	pool_free(pool);
	return tap_done();
}
