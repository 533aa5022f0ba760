/* SPDX-License-Identifier: Apache-2.0 */
/* name_words.c: names in comparable form (doc/calculations.md 14, "Names" and "Type words"). */
#include "config.h"

#include "calc/names/names.h"

#include "core/buf.h"
#include "core/order.h"
#include "core/pool.h"

const char *const object_kinds[] = { "company",
				     "equity_security",
				     "fund",
				     "service_provider",
				     "instrument",
				     "index",
				     "crypto_asset",
				     "commodity",
				     "country",
				     "indicator",
				     "data_series",
				     "offering",
				     "fund_share_class",
				     "market_event",
				     "role",
				     "sector",
				     "securitization",
				     "norm",
				     "person",
				     NULL };
const char *const object_subkinds[] = { "fii", "fidc", "fip",	  "etf", "debenture",
					"bdr", "coe",  "tesouro", NULL };
const char *const object_verbs[] = { "issued",	    "administers",    "manages",
				     "holds",	    "component_of",   "belongs_to_sector",
				     "controls",    "succeeded_by",   "offers",
				     "distributes", "share_class_of", "guarantees",
				     NULL };
const char *const object_directions[] = { "out", "in", NULL };
const char *const object_key_types[] = {
	"ticker", "cnpj", "cpf", "isin", "cvm_code", "code", NULL
};

/* Articles and prepositions, then legal forms. */
static const char *const dropped[] = { "de",	    "da",   "do",   "dos",	   "das",    "e",
				       "em",	    "the",  "of",   "and",	   "s",	     "a",
				       "sa",	    "ltda", "me",   "epp",	   "eireli", "cia",
				       "companhia", "inc",  "corp", "corporation", "ltd",    "plc",
				       "nv",	    "ag",   "co",   "llc",	   NULL };

static const char *const fund_words[] = { "fundo",	   "fdo",	 "fi",	  "fic",
					  "fif",	   "fim",	 "fia",	  "fii",
					  "fidc",	   "fip",	 "cotas", "investimento",
					  "investimentos", "investment", NULL };

static const struct type_word {
	const char *word, *kind, *subkind;
} type_words[] = {
	{ "fii", "fund", "fii" },
	{ "fidc", "fund", "fidc" },
	{ "fip", "fund", "fip" },
	{ "etf", "fund", "etf" },
	{ "fundo", "fund", NULL },
	{ "fdo", "fund", NULL },
	{ "debenture", "instrument", "debenture" },
	{ "debentures", "instrument", "debenture" },
};

bool object_subkind_fits(const char *kind, const char *subkind)
{
	static const struct {
		const char *subkind, *kind;
	} of[] = {
		{ "fii", "fund" },
		{ "fidc", "fund" },
		{ "fip", "fund" },
		{ "etf", "fund" },
		{ "debenture", "instrument" },
		{ "coe", "instrument" },
		{ "tesouro", "instrument" },
		{ "bdr", "equity_security" },
	};

	if (!subkind)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(of); i++)
		if (str_eq(of[i].subkind, subkind))
			return str_eq(of[i].kind, kind);
	return false;
}

static const struct type_word *type_word(const char *word)
{
	return order_seek(&word, type_words, ARRAY_SIZE(type_words), sizeof(*type_words),
			  order_text);
}

bool object_word_is_generic(const char *word)
{
	return enum_find(fund_words, word) >= 0 || type_word(word);
}

/* Replaces the blanks of @text by NULs; ignores words beyond the room. */
static size_t split(char *text, const char **out, size_t max)
{
	size_t n = 0;

	while (*text && n < max) {
		char *blank = strchr(text, ' ');

		out[n++] = text;
		if (!blank)
			break;
		*blank = '\0';
		text = blank + 1;
	}
	return n;
}

static void restrict_to_type(const char *const *word, size_t n, struct object_words *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct type_word *t = type_word(word[i]);

		if (t) {
			out->kind = t->kind;
			out->subkind = t->subkind;
			return;
		}
	}
}

static size_t drop(const char **word, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		kept += enum_find(dropped, word[i]) < 0;
	if (!kept)
		return n;
	kept = 0;
	for (size_t i = 0; i < n; i++)
		if (enum_find(dropped, word[i]) < 0)
			word[kept++] = word[i];
	return kept;
}

static size_t sort_distinct(const char **word, size_t n)
{
	size_t kept = 0;

	order_sort(word, n, sizeof(*word), order_text);
	for (size_t i = 0; i < n; i++)
		if (!kept || !str_eq(word[kept - 1], word[i]))
			word[kept++] = word[i];
	return kept;
}

void object_words_of(void *pool, const char *name, struct object_words *out)
{
	struct buf joined;

	*out = (struct object_words){ .word = pool_array(pool, const char *,
							 2 * OBJECT_WORDS_MAX) };
	out->n = split(text_words(pool, name), out->word, 2 * OBJECT_WORDS_MAX);
	restrict_to_type(out->word, out->n, out);
	out->n = sort_distinct(out->word, drop(out->word, out->n));
	if (out->n > OBJECT_WORDS_MAX)
		out->n = OBJECT_WORDS_MAX;
	buf_init(&joined, pool, 64);
	for (size_t i = 0; i < out->n; i++) {
		if (i)
			buf_char(&joined, ' ');
		buf_str(&joined, out->word[i]);
	}
	out->joined = buf_text(&joined);
}
