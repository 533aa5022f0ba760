/* SPDX-License-Identifier: Apache-2.0 */
/*
 * note_titles.c: which paper a title names.
 *
 * It is name and class as the exchange's quotes print them ("KLABIN S/A" "PN"), or, at Inter, class and
 * name; which of its words are which, only the quotes tell: each way to part them is one reading.  A word of
 * the form of a ticker may be one ("FII ALIANZA ALZR11 CI"), or belong to the name ("ISHARE SP500 CI"): that,
 * too, is for the quotes to tell.
 */
#include "config.h"

#include "calc/import/notes/note_parts.h"

#define WORDS_MAX 10

struct title {
	const char *words[WORDS_MAX];
	size_t n;
};

static struct title words_of(void *pool, const char *text)
{
	struct slice rest = slice_of(text), word;
	struct title t = { .n = 0 };

	for (bool more = true; more && t.n < WORDS_MAX;) {
		more = slice_cut(rest, ' ', &word, &rest);
		if (word.n)
			t.words[t.n++] = text_upper_ascii(pool, slice_text(pool, word));
	}
	return t;
}

static bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/*
 * "PETR4", "B3SA3F", "ALZR11L", "FIIP11B": the letter of the fractional market, or of a day without rights,
 * falls.
 */
static const char *ticker_in(void *pool, const char *word)
{
	size_t n = 4;

	if (strlen(word) < 5 || !is_capital(word[0]))
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (!is_capital(word[i]) && !is_digit(word[i]))
			return NULL;
	while (is_digit(word[n]))
		n++;
	if (n < 5 || n > 6)
		return NULL;
	if (str_eq(word + n, "B"))
		return word;
	return !word[n] || str_eq(word + n, "F") || str_eq(word + n, "L")
		       ? pool_strndup(pool, word, n)
		       : NULL;
}

/* A class and the digit of its ticker. */
static const char *digit_of(const char *class)
{
	static const char *const digits[][2] = {
		{ "ON", "3" },	{ "PN", "4" },	{ "PNA", "5" },	 { "PNB", "6" },
		{ "PNC", "7" }, { "PND", "8" }, { "UNT", "11" }, { "CI", "11" },
	};

	return text_paired(digits, ARRAY_SIZE(digits), class, NULL);
}

/* The series is the first word; a final E says that it is being exercised. */
static void take_option(void *pool, struct note_row *row, const struct title *t, bool exercise)
{
	const char *series = t->n ? t->words[0] : "";
	const char *digit = t->n > 1 ? digit_of(t->words[1]) : NULL;

	if (exercise && text_ends(series, "E"))
		series = pool_strndup(pool, series, strlen(series) - 1);
	if (!option_shape(series) || (exercise && !digit)) {
		row->error =
			pool_printf(pool, "a opção \"%.60s\" não se lê: lance-a à mão", row->title);
		return;
	}
	row->is_option = !exercise;
	row->option = exercise ? series : NULL;
	row->ticker = exercise ? pool_printf(pool, "%.4s%s", series, digit) : series;
}

static void add_split(void *pool, struct note_split *list, size_t *n, const struct title *t,
		      size_t name, size_t name_n, size_t class)
{
	const char *text = t->words[name];

	for (size_t i = 1; i < name_n; i++)
		text = pool_printf(pool, "%s %s", text, t->words[name + i]);
	list[(*n)++] = (struct note_split){ text, t->words[class] };
	/* "DRN A": receipts of two classes of one name */
	if (text_starts(t->words[class], "DR") && class + 1 < t->n && !t->words[class + 1][1])
		list[(*n)++] =
			(struct note_split){ text, pool_printf(pool, "%s %s", t->words[class],
							       t->words[class + 1]) };
}

/* "(PETR4)" is its word. */
static const char *in_parentheses(void *pool, const char *word)
{
	size_t n = strlen(word);

	return n > 2 && word[0] == '(' && word[n - 1] == ')' ? pool_strndup(pool, word + 1, n - 2)
							     : NULL;
}

static void take_codes(void *pool, struct note_row *row, const struct title *t)
{
	row->codes = pool_array(pool, const char *, WORDS_MAX);
	for (size_t i = 0; i < t->n; i++) {
		const char *inner = in_parentheses(pool, t->words[i]);
		const char *code = ticker_in(pool, inner ? inner : t->words[i]);

		if (!code)
			continue;
		row->codes[row->n_codes++] = code;
		row->code_alone = row->n_codes == 1 && (inner || t->n == 1);
	}
}

static void take_share(void *pool, struct note_row *row, const struct title *t)
{
	struct note_split *list = pool_array(pool, struct note_split, 4 * WORDS_MAX);

	take_codes(pool, row, t);
	for (size_t k = 1; k < t->n; k++) {
		add_split(pool, list, &row->n_splits, t, 0, k, k);
		add_split(pool, list, &row->n_splits, t, k, t->n - k, 0);
	}
	row->splits = list;
}

void note_title(void *pool, struct note_row *row)
{
	const struct title t = words_of(pool, row->title);
	const char *market = column_key(pool, row->market);

	if (str_eq(market, "termo")) {
		row->forward = true;
		row->ignored = "operação a termo: entra quando liquidar";
	} else if (text_starts(market, "opcao") || text_starts(market, "opc")) {
		take_option(pool, row, &t, false);
	} else if (text_starts(market, "exerc")) {
		take_option(pool, row, &t, true);
	} else if (text_starts(market, "vis") || text_starts(market, "fra") ||
		   text_starts(market, "leilao")) {
		take_share(pool, row, &t);
	} else {
		row->error = pool_printf(pool, "mercado desconhecido: %.40s", row->market);
	}
}
