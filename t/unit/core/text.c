/* SPDX-License-Identifier: Apache-2.0 */
/* Text: UTF-8, folding, Windows-1252, tax ids. */
#include "config.h"

#include "core/number_text.h"
#include "core/pool.h"
#include "core/text.h"

#include "tap.h"

static void test_one_line(void)
{
	ok(text_one_line("Ação nº 1 \xF0\x9F\x92\xB0"), "a name is one line");
	ok(text_one_line(""), "so is nothing");
	ok(!text_one_line("a\nb") && !text_one_line("a\tb") && !text_one_line("a\x7F"),
	   "controls are no part of one");
	ok(!text_one_line("a\xC2\x85") && !text_one_line("a\xE2\x80\xA8") &&
		   !text_one_line("a\xE2\x80\xA9"),
	   "nor Unicode's line ends");
	ok(!text_one_line("a\xE2\x80\xAE") && !text_one_line("a\xE2\x81\xA6"),
	   "nor turns of direction");
	ok(!text_one_line("a\u200e") && !text_one_line("a\u200f") && !text_one_line("a\u061c"),
	   "nor marks of direction");
	ok(!text_one_line("a\u200bb") && !text_one_line("a\ufeff") && !text_one_line("a\u00adb") &&
		   !text_one_line("a\U000E0041"),
	   "nor what is invisible");
	ok(text_one_line("\u2764\ufe0f \u0600"),
	   "a colour of an emoji, and a sign that is seen, are");
	ok(text_one_line("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"),
	   "a joiner inside an emoji is");
}

static void formulas(void)
{
	static const char *const run[] = { "=1",
					   "+1",
					   "-1",
					   "@x",
					   "\t1",
					   "\r=1",
					   "\n=1",
					   "\"=1",
					   "\" =1",
					   " =1",
					   "\u00a0=1",
					   "\uff1d1",
					   "\uff0b1",
					   "\uff0d1",
					   "\uff201",
					   "\ufeff=1",
					   "\u201c=1",
					   "\u22121",
					   "\u200b\u3000=1" };
	static const char *const shown[] = { "",   "a=1",    "1-2",	 "PETR4", "\"nome\"",
					     "\"", "\u3000", "ação = 1", "(=1)",  "_-1" };

	for (size_t i = 0; i < ARRAY_SIZE(run); i++)
		ok(text_is_formula(run[i]), "a spreadsheet may run it: %zu", i);
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++)
		ok(!text_is_formula(shown[i]), "it is shown as it stands: %zu", i);
}

static void test_ascii(void *pool)
{
	is_text(text_plain_ascii(pool, "Não é \"isto\" \\ ½ €"), "Nao e 'isto' ' 1?2 ?",
		"without accents, quotes and what has no plain form");
}

int main(void)
{
	void *pool = pool_new(NULL, "test");
	size_t at = 0;
	char id[15] = "";

	formulas();
	is_text(text_fold(pool, "  Juros\xc2\xa0 SOBRE  Capital Próprio "),
		"juros sobre capital proprio", "fold");
	is_text(text_fold(pool, "AÇÃO"), "acao", "accents");
	is_text(text_fold(pool, "   "), "", "only blanks");
	is_text(slice_text(pool, slice_trim(SLICE(" \t\xc2\xa0x y\xc2\xa0\r\n"))), "x y",
		"trim takes NBSP too");
	ok(text_valid(SLICE("ação"), &at) && at == 6, "valid UTF-8");
	ok(!text_valid(SLICE("a\xc3("), &at) && at == 1, "a broken sequence, and where");
	ok(!text_valid(SLICE("\xed\xa0\x80"), &at), "a surrogate");
	ok(!text_valid(SLICE("\xc0\x80"), &at), "an overlong NUL");
	ok(!text_valid((struct slice){ "a\0b", 3 }, &at) && at == 1, "U+0000");
	is_text(text_quotable(pool, "a\u202eb\u2069\u00e7"), "a\ufffdb\ufffd\u00e7",
		"marks of direction are shown as what cannot be shown");
	is_text(text_quotable(pool, "a\x1b[31m\xc2\x85\n\u00e7"), "a\ufffd[31m\ufffd\ufffd\u00e7",
		"nor a control character");
	is_text(text_bare(pool_strdup(
			pool, "\ufeffa\u202eb\u200b\n\u00e7 \U0001F469\u200d\U0001F4BB\u200f")),
		"ab\n\u00e7 \U0001F469\u200d\U0001F4BB", "taken away, and nothing else");
	ok(text_hides("a\nb\u200e") && !text_hides("a\nb\u200d\u00e7"), "or only found");
	ok(text_visible(" \u200ba"), "a letter is seen");
	ok(text_visible("\u0915\u200d\u0937"), "and joined ones");
	ok(!text_visible(""), "nothing is not");
	ok(!text_visible(" \u200b\ufeff\u2060\u00ad\u200d"), "nor blanks of no width");
	ok(!text_visible("\u3164\u2800\u00a0\u0301"), "nor fillers, blanks and marks alone");
	is_int((int64_t)text_length("ação"), 4, "length in code points");
	is_text(text_head(pool, "ação", 3), "açã", "the first code points, none of them cut");
	is_text(text_head(pool, "ação", 4), "ação", "all of a text that has no more");
	is_text(text_head(pool, "\U0001F4B0\U0001F680", 1), "\U0001F4B0", "of four bytes");
	is_text(text_from_cp1252(pool, SLICE("\x93pre\xe7o\x94 \x96 \x80")), "“preço” – €",
		"Windows-1252");
	is_text(text_readable(pool, "preço inválido: pre\xe7o \x96 m\xea"),
		"preço inválido: preço – mê",
		"a foreign cell in a sentence of ours: both are read");
	is_text(text_readable(pool, "inválido: ação"), "inválido: ação", "UTF-8 is as it is");
	is_text(text_readable(pool, "ação, cortada: a\xc3"), "ação, cortada: aÃ",
		"also where a letter was cut");
	is_text(text_readable(pool, "m\xea: 10 \xe2\x82"), "mê: 10 \xef\xbf\xbd",
		"the first two bytes of a euro sign are no two letters");
	is_text(text_readable(pool, "\xf0\x9f\x92"), "\xef\xbf\xbd", "nor three of four bytes");
	ok(tax_id_normal("33.000.167/0001-01", id) && str_eq(id, "33000167000101"), "a CNPJ");
	ok(!tax_id_normal("33.000.167/0001-02", id), "a wrong check digit");
	/* The example of the Receita's note on the alphanumeric CNPJ. */
	ok(tax_id_normal("12.ABC.345/01DE-35", id) && str_eq(id, "12ABC34501DE35"),
	   "a CNPJ with letters");
	ok(tax_id_normal("529.982.247-25", id) && str_eq(id, "52998224725"), "a CPF");
	ok(tax_id_normal("12abc34501de35", id) && str_eq(id, "12ABC34501DE35"),
	   "in small letters too");
	ok(!tax_id_normal("12.ABC.345/01DE-36", id), "whose check digits count");
	ok(!tax_id_normal("12.ABC.345/01DE-3F", id), "and are digits");
	ok(!tax_id_normal("52998224A25", id), "a CPF has no letters");
	ok(!tax_id_normal("111.111.111-11", id), "repeated digits name nobody");
	ok(!tax_id_normal("1234", id), "too short");
	is_text(tax_id_text(pool, "33000167000101"), "33.000.167/0001-01",
		"a CNPJ as people write it");
	is_text(tax_id_text(pool, "12ABC34501DE35"), "12.ABC.345/01DE-35", "with letters");
	is_text(tax_id_text(pool, "52998224725"), "529.982.247-25", "a CPF");
	is_text(tax_id_text(pool, "33.000.167/000"), "33.000.167/000", "another text is as it is");
	test_ascii(pool);
	pool_free(pool);
	test_one_line();
	return tap_done();
}
