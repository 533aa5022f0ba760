/* SPDX-License-Identifier: Apache-2.0 */
/*
 * product.c: identifies the paper of a row.
 *
 * The exchange prints a product as text in half a dozen forms and a ticker with the
 * suffix of its market (b.1).  Names of banks contain " - " themselves, so at most three parts are
 * split.
 */
#include "config.h"

#include "calc/import/import_row.h"
#include "core/pool.h"

/* Product names use only ISO 8859-1 letters; other characters stay unchanged. */
static char *upper(void *pool, const char *s)
{
	char *out = text_upper_ascii(pool, s);

	for (char *p = out; p[0] && p[1]; p++) {
		unsigned char second = (unsigned char)p[1];

		if ((unsigned char)p[0] == 0xC3 && second >= 0xA0 && second <= 0xBE &&
		    second != 0xB7)
			p[1] = (char)(second - 0x20);
	}
	return out;
}

/* Single blanks between words, none around. */
static char *collapse(void *pool, struct slice s)
{
	char *out = pool_array(pool, char, s.n + 1), *at = out;

	s = slice_trim(s);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '\t' || c == '\r' || c == '\n')
			c = ' ';
		if ((unsigned char)c == 0xC2 && i + 1 < s.n && (unsigned char)s.p[i + 1] == 0xA0) {
			c = ' ';
			i++;
		}
		if (c != ' ' || at[-1] != ' ')
			*at++ = c;
	}
	*at = '\0';
	return out;
}

static size_t cut(void *pool, const char *text, const char *parts[3])
{
	size_t n = 0;

	while (n < 2) {
		const char *dash = strstr(text, " - ");

		if (!dash)
			break;
		parts[n++] = collapse(pool, (struct slice){ text, (size_t)(dash - text) });
		text = dash + 3;
	}
	parts[n++] = collapse(pool, slice_of(text));
	return n;
}

/* "LCA-24G00396297", "CDB - CODE - BANK": the class; @code is set to the beginning of the code. */
static const char *private_paper(const char *first, const char *second, const char **code)
{
	static const char *const papers[] = { "CDB",  "RDB", "LCI",	  "LCA", "LCD", "LC",
					      "LFSN", "LFS", "LF",	  "LIG", "CRI", "CRA",
					      "CDCA", "DEB", "DEBENTURE", "CPR", "COE", NULL };

	for (size_t i = 0; papers[i]; i++) {
		size_t n = strlen(papers[i]);

		if (strncmp(first, papers[i], n) != 0)
			continue;
		if (first[n] == '\0' && second) {
			*code = second;
			return papers[i];
		}
		if (first[n] == '-' && first[n + 1]) {
			*code = first + n + 1;
			return papers[i];
		}
	}
	return NULL;
}

static const char *without_last(void *pool, const char *s)
{
	return pool_strndup(pool, s, strlen(s) - 1);
}

const char *ticker_at_home(void *pool, const char *ticker)
{
	size_t n = strlen(ticker);
	const char *bare;

	if (n < 4 || !str_eq(text_upper_ascii(pool, ticker + n - 3), ".SA"))
		return ticker;
	bare = pool_strndup(pool, ticker, n - 3);
	return ticker_ending(text_upper_ascii(pool, bare)) >= 0 ? bare : ticker;
}

const char *ticker_clean(void *pool, const struct import_context *ctx, const char *ticker,
			 bool fractional)
{
	const char *s = ticker_at_home(pool, upper(pool, collapse(pool, slice_of(ticker))));
	size_t n = strlen(s);

	if (n < 2)
		return s;
	if (s[n - 1] == 'F' && (fractional || ticker_ending(without_last(pool, s)) >= 0))
		return without_last(pool, s);
	if ((s[n - 1] == 'B' || s[n - 1] == 'L') && ticker_ending(without_last(pool, s)) == 11 &&
	    import_known_types(ctx, without_last(pool, s)))
		return without_last(pool, s);
	return s;
}

static bool forward_code(void *pool, const char *code)
{
	size_t n = strlen(code);

	return n && code[n - 1] == 'T' && ticker_ending(without_last(pool, code)) >= 0;
}

void product_read(void *pool, const char *cell, struct product *out)
{
	const char *parts[3] = { NULL, NULL, NULL }, *fold, *first, *second, *code = NULL;
	struct slice whole = slice_trim(slice_of(cell ? cell : ""));
	size_t n;

	*out = (struct product){ .class = PAPER_TICKER };
	if (whole.n == 0 || (whole.p[0] == '-' && (whole.n == 1 || whole.p[1] == ' ')))
		return; /* " - NAME" has a name and no paper */
	n = cut(pool, slice_text(pool, whole), parts);
	fold = text_fold(pool, parts[0]);
	first = upper(pool, parts[0]);
	second = n > 1 ? upper(pool, parts[1]) : NULL;
	out->name = n > 2 ? parts[2] : NULL;
	out->paper = private_paper(first, second, &code);
	if (out->paper) {
		if (code != second) /* LCA-24G00396297 - BANK */
			out->name = n > 1 ? parts[1] : NULL;
		out->symbol = code;
		out->class = PAPER_PRIVATE;
	} else if (text_starts(fold, "tesouro ")) {
		const char *spelled = treasury_spelled(pool, collapse(pool, whole));

		out->symbol = spelled ? spelled : collapse(pool, whole);
		out->class = PAPER_TREASURY;
	} else if (text_starts(fold, "termo de ")) {
		out->symbol = first;
		out->class = PAPER_FORWARD;
	} else if (second && text_starts(fold, "opcao de ")) {
		out->symbol = second;
		out->class = PAPER_OPTION;
	} else if (second && text_starts(fold, "futuro")) {
		out->symbol = second;
		out->class = PAPER_FUTURE;
	} else if (second && forward_code(pool, second)) { /* COMMON STOCK - ANIM3T - ANIM */
		out->symbol = without_last(pool, second);
		out->class = PAPER_FORWARD;
	} else if (forward_code(pool, first)) {
		out->symbol = without_last(pool, first);
		out->class = PAPER_FORWARD;
	} else {
		out->symbol = first;
		out->name = n > 2 ? pool_printf(pool, "%s - %s", parts[1], parts[2]) : parts[1];
		out->class = option_shape(first) && ticker_ending(first) < 0 ? PAPER_OPTION
									     : PAPER_TICKER;
	}
}
