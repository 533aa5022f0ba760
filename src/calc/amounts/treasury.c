/* SPDX-License-Identifier: Apache-2.0 */
/* treasury.c: Treasury bonds as people write them: capitals, accents and blanks do not matter. */
#include "config.h"

#include "calc/amounts/treasury.h"

#include "core/pool.h"
#include "core/text.h"

#include <string.h>
#include <strings.h>

/* Names in the Treasury's files, and other ways to write them; longer ones first. */
static const struct {
	const char *written, *kind;
} kinds[] = {
	{ "tesouro prefixado com juros semestrais", "Tesouro Prefixado com Juros Semestrais" },
	{ "tesouro renda+ aposentadoria extra", "Tesouro Renda+ Aposentadoria Extra" },
	{ "tesouro igpm+ com juros semestrais", "Tesouro IGPM+ com Juros Semestrais" },
	{ "tesouro igp-m+ com juros semestrais", "Tesouro IGPM+ com Juros Semestrais" },
	{ "tesouro ipca+ com juros semestrais", "Tesouro IPCA+ com Juros Semestrais" },
	{ "tesouro prefixado", "Tesouro Prefixado" },
	{ "tesouro reserva", "Tesouro Reserva" },
	{ "tesouro renda+", "Tesouro Renda+ Aposentadoria Extra" },
	{ "tesouro educa+", "Tesouro Educa+" },
	{ "tesouro selic", "Tesouro Selic" },
	{ "tesouro ipca+", "Tesouro IPCA+" },
};

/* "ipca + 2035" is "ipca+ 2035". */
static void close_plus(char *s)
{
	char *w = s;

	for (const char *r = s; *r; r++) {
		if (*r == '+' && w > s && w[-1] == ' ')
			w--;
		*w++ = *r;
	}
	*w = '\0';
}

/* A year or a day: digits and slashes. */
static bool is_date(const char *s)
{
	size_t n = strlen(s);

	return (n == 4 && strspn(s, "0123456789") == 4) ||
	       (n == 10 && strspn(s, "0123456789/") == 10);
}

const char *treasury_name(void *pool, const char *typed)
{
	char *fold = text_fold(pool, typed);
	const char *name;

	close_plus(fold);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		size_t n = strlen(kinds[i].written);

		if (!text_starts(fold, kinds[i].written) || fold[n] != ' ' ||
		    !is_date(fold + n + 1))
			continue;
		name = pool_printf(pool, "%s %s", kinds[i].kind, fold + n + 1);
		return str_eq(name, typed) ? NULL : name;
	}
	return NULL;
}

/* The word of a bond's official name for @word, or NULL. */
static const char *word_spelled(const char *word)
{
	static const char *const words[] = { "Tesouro", "Selic",  "IPCA+",	"Prefixado",
					     "IGPM+",	"RendA+", "Educa+",	"Reserva",
					     "com",	"Juros",  "Semestrais", "Aposentadoria",
					     "Extra" };

	if (str_eq(word, "igp-m") || str_eq(word, "igp-m+"))
		return "IGPM+";
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t n = strlen(words[i]);

		if (strcasecmp(words[i], word) == 0)
			return words[i];
		/* "IPCA 2035": people omit the plus, and no official name lacks it */
		if (words[i][n - 1] == '+' && strlen(word) == n - 1 &&
		    strncasecmp(words[i], word, n - 1) == 0)
			return words[i];
	}
	return *word && strspn(word, "0123456789/") == strlen(word) ? word : NULL;
}

/* "ipca +2035" and "ipca+2035" are "ipca+ 2035". */
static char *plus_apart(void *pool, char *fold)
{
	char *out = pool_array(pool, char, 2 * strlen(fold) + 1), *w = out;

	close_plus(fold);
	for (const char *r = fold; *r; r++) {
		*w++ = *r;
		if (*r == '+' && r[1] && r[1] != ' ')
			*w++ = ' ';
	}
	return out;
}

const char *treasury_spelled(void *pool, const char *typed)
{
	char *fold = plus_apart(pool, text_fold(pool, typed)), *out = pool_strdup(pool, "");
	bool retirement = strstr(fold, "aposentadoria") != NULL;

	while (*fold) {
		size_t n = strcspn(fold, " ");
		char *word = pool_strndup(pool, fold, n);
		const char *spelled = str_eq(word, "-") ? "" : word_spelled(word);

		if (!spelled)
			return NULL;
		if (retirement && str_eq(spelled, "RendA+"))
			spelled = "Renda+";
		out = pool_printf(pool, "%s%s%s", out, *out && *spelled ? " " : "", spelled);
		fold += n;
		fold += strspn(fold, " ");
	}
	if (!text_starts(out, "Tesouro "))
		return NULL;
	typed = treasury_name(pool, out);
	return typed ? typed : out;
}
