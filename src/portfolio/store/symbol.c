/* SPDX-License-Identifier: Apache-2.0 */
/* symbol.c: normalises a person's spelling of a paper to the ledger's. */
#include "config.h"

#include "portfolio/store/symbol.h"

#include "core/pool.h"

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"
#define NAME_MAX 80

static bool made_of(const char *s, const char *allowed, size_t min, size_t max)
{
	size_t n = strlen(s);

	return n >= min && n <= max && strspn(s, allowed) == n;
}

/* A ticker of the exchange; PETR4F is PETR4 bought in the fractional market. */
static const char *ticker(char *s, bool fractional)
{
	size_t n = strlen(s);

	if (fractional && n > 4 && s[n - 1] == 'F' && strchr(DIGITS, s[n - 2]))
		s[n - 1] = '\0';
	return made_of(s, CAPITALS DIGITS, 3, 20) ? s : NULL;
}

/* A name: trimmed, runs of blanks made one; no control characters. */
static const char *name(void *pool, struct slice s)
{
	char *out = slice_text(pool, s), *w = out;

	for (const char *r = out; *r; r++) {
		if ((unsigned char)*r < ' ')
			return NULL;
		if (*r == ' ' && (w == out || w[-1] == ' '))
			continue;
		*w++ = *r;
	}
	*w = '\0';
	return *out && text_length(out) <= NAME_MAX ? out : NULL;
}

const char *symbol_normal(void *pool, enum asset_type type, const char *in, const char **expected)
{
	struct slice s = slice_trim(slice_of(in));
	char *upper = text_upper_ascii(pool, slice_text(pool, s));
	const char *typed, *spelled;
	char tax_id[15];

	switch (type) {
	case ASSET_STOCK:
	case ASSET_FII:
	case ASSET_ETF:
	case ASSET_BDR:
		*expected = "código de negociação, como PETR4";
		return ticker(upper, true);
	case ASSET_INDEX:
		*expected = "código do índice, como IBOV";
		return ticker(upper, false);
	case ASSET_OPTION:
		*expected = "código da opção, como PETRA123";
		return ticker(upper, false);
	case ASSET_DEBENTURE:
		*expected = "código do papel, como VALE29";
		return ticker(upper, false);
	case ASSET_US:
		*expected = "código na bolsa americana, como AAPL ou BRK.B";
		return made_of(upper, CAPITALS DIGITS ".-", 1, 15) ? upper : NULL;
	case ASSET_CRYPTO:
		*expected = "código do criptoativo, como BTC";
		return made_of(upper, CAPITALS DIGITS, 1, 20) ? upper : NULL;
	case ASSET_FUND:
		*expected = "CNPJ da classe, 14 caracteres com dígitos verificadores certos";
		if (!cnpj_normal(upper, tax_id))
			return NULL;
		return pool_strdup(pool, tax_id);
	case ASSET_TESOURO:
		*expected = "nome do título, como Tesouro IPCA+ 2035 (1 a 80 caracteres)";
		typed = name(pool, s);
		spelled = typed ? treasury_spelled(pool, typed) : NULL;
		return spelled ? spelled : typed;
	case ASSET_RENDA_FIXA:
		*expected = "código ou nome do papel (1 a 80 caracteres)";
		return made_of(upper, CAPITALS DIGITS "-./", 1, NAME_MAX) ? upper : name(pool, s);
	}
	return NULL;
}

bool symbol_is_named(const struct symbol_names *names, const char *symbol)
{
	return text_among(names->names, names->n, symbol);
}

struct symbol_names symbol_names_of(void *pool, const char *typed)
{
	struct symbol_names out = { { typed }, 1 };

	for (int type = 0; asset_type_names[type]; type++) {
		const char *expected;
		const char *one = symbol_normal(pool, (enum asset_type)type, typed, &expected);

		if (one && !symbol_is_named(&out, one))
			out.names[out.n++] = one;
	}
	return out;
}
