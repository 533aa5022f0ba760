/* SPDX-License-Identifier: Apache-2.0 */
/* Excerpts: what stands on a page word for word, however its lines are set; and hostile pages. */
#include "config.h"

#include "core/excerpt.h"

#include <string.h>

#include "core/pool.h"

#include "tap.h"

static bool stands(const char *quote, const char *page)
{
	void *pool = pool_new(NULL, "test");
	bool found = excerpt_stands(excerpt_new(pool, quote), page);

	pool_free(pool);
	return found;
}

static void lines(void)
{
	ok(stands("igual ou inferior a 3,50 vezes", "será igual ou inferior a 3,50 vezes."),
	   "a part");
	ok(stands("a razão entre a Dívida", "a  razão\n\tentre\r\n\r\na\u00A0Dívida"),
	   "over lines");
	ok(stands(" a\nrazão \u2003entre ", "a razão entre"),
	   "blanks of the quote are no matter either");
	ok(!stands("semrazão", "sem razão") && !stands("sem razão", "semrazão"),
	   "a blank or none is another text");
	ok(stands("as debêntures", "as debên-\n   tures") &&
		   stands("as debêntures", "as debên\u2010\r\ntures"),
	   "a word split by a hyphen at the end of a line");
	ok(stands("guarda-chuva", "guarda-\nchuva") && stands("guarda-chuva", "guarda\u2010chuva"),
	   "a hyphen of its own that ends a line");
	ok(stands("debên-\ntures e guarda-\nchuva", "as debên-\ntures e guarda-\nchuva."),
	   "copied with its lines");
	ok(!stands("guardachuva", "guarda-chuva") && !stands("guarda-chuva", "guardachuva"),
	   "a hyphen inside a line is one");
	ok(!stands("debêntures", "debên- tures") && !stands("debêntures", "debên\ntures"),
	   "nor is a word split without it");
	ok(stands("debêntures", "debên\u00ADtures") && stands("debêntures", "debên\u00AD\ntures") &&
		   stands("debên\u00ADtures", "debêntures"),
	   "a soft hyphen is nothing");
	ok(!stands("35 vezes", "3-\n5 vezes") && !stands("35 vezes", "3\u00AD\n5 vezes") &&
		   !stands("PETR16", "PETR-\n16"),
	   "numbers are not joined over a line");
	ok(!stands("debên-\ntures", "debên tures"),
	   "a hyphen of the quote is joined, not left out");
}

static void words(void)
{
	ok(!stands("emissora", "Emissora") && !stands("divida", "dívida") && !stands("a", "á"),
	   "case and accents are kept");
	ok(stands("dívida", "di\u0301vida") && stands("di\u0301vida", "dívida") &&
		   stands("çã", "c\u0327a\u0303"),
	   "an accent of its own is the same one");
	ok(stands("a\u0323\u0301", "a\u0301\u0323"), "in whatever order two of them stand");
	ok(!stands("divida", "di\u0301vida"), "and is not left out");
	ok(!stands("x", "x\u20DD"), "nor is one that no letter has composed");
	ok(!stands("3,5", "3,50") && !stands("3,5", "13,5") && !stands("50", "3,50") &&
		   !stands("3", "3,50") && !stands("3,", "3,50") && !stands(",50", "3,50"),
	   "no part of a number");
	ok(!stands("000", "1.000") && !stands("1", "1.000") && !stands("5 %", "-5 %") &&
		   !stands("5 %", "\u22125 %"),
	   "nor without its thousands or its sign");
	ok(stands("3,5", "até 3,5.") && stands("3,5", "(3,5)") && stands("30", "30%"),
	   "the whole of one");
	ok(stands("3,5", "3,50 ou 3,5"), "the second of two places");
	ok(!stands("cimento", "vencimento") && !stands("venci", "vencimento"), "no part of a word");
	ok(!stands("1.000", "1,000") && !stands("30%", "30 %"), "numbers as they stand");
	ok(stands("aa aa a", "aa aa aa aa a"), "one that begins inside another");
	ok(!stands("\uFB01m", "fim"), "a ligature is another character");
}

static char *many(const char *what, size_t n)
{
	size_t length = strlen(what);
	char *text = pool_array(NULL, char, n *length + 32);

	for (size_t i = 0; i < n; i++)
		memcpy(text + i * length, what, length);
	return text;
}

static void hostile(void)
{
	char *page;

	ok(!stands("", "texto") && !stands(" \n\u00AD\u2003", "a b") && !stands("", "") &&
		   !stands("a", ""),
	   "nothing stands nowhere");
	page = many(" ", 8u << 20);
	memcpy(page + (8u << 20), "fim", sizeof("fim"));
	ok(stands("fim", page) && !stands("outro", page), "megabytes of blanks");
	pool_free(page);
	page = many("-\n \n", 1u << 20);
	ok(!stands("a", page), "and of hyphens that join nothing");
	pool_free(page);
	page = many("\u0301\u0323", 1u << 19);
	ok(!stands("a", page) && stands("\u0301\u0323", "\u0301\u0323"),
	   "half a million pairs of marks on nothing");
	pool_free(page);
	page = many("aa ", 1u << 20);
	memcpy(page + 3 * (1u << 20), "b aa aa ac", sizeof("b aa aa ac"));
	{
		char *quote = many("aa ", 1300);

		memcpy(quote + 3 * 1300, "a", sizeof("a"));
		ok(!stands(quote, page), "a quote that nearly stands in a million places");
		pool_free(quote);
	}
	pool_free(page);
	ok(!stands("a", "\xff\xfe") && !stands("\xff", "a"), "what is not UTF-8 ends the text");
}

int main(void)
{
	lines();
	words();
	hostile();
	return tap_done();
}
