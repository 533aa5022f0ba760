/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text.h: strings, and bytes on their way to becoming strings.
 *
 * Inside, a string is NUL-terminated valid UTF-8.  Bytes from outside stay a slice until checked.
 */
#ifndef LASTRO_CORE_TEXT_H
#define LASTRO_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/attributes.h"

struct slice {
	const char *p; /* not NUL-terminated, may be NULL when n is 0 */
	size_t n;
};

#define SLICE(literal) ((struct slice){ (literal), sizeof(literal) - 1 })

static inline struct slice slice_of(const char *s)
{
	return (struct slice){ s, s ? strlen(s) : 0 };
}

static inline bool str_eq(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* digits_read() - exactly @n digits at @p as a number. */
static inline bool digits_read(const char *p, size_t n, int *out)
{
	*out = 0;
	for (size_t i = 0; i < n; i++) {
		if (!is_digit(p[i]))
			return false;
		*out = *out * 10 + (p[i] - '0');
	}
	return true;
}

bool slice_eq(struct slice a, const char *b);
bool slice_starts(struct slice s, const char *prefix);
bool slice_same(struct slice a, struct slice b);

/* slice_trim() - without leading and trailing blanks: space, TAB, CR, LF, and U+00A0. */
struct slice slice_trim(struct slice s);

/* slice_cut() - split at the first @sep: true and both halves, or false and @head is all of @s. */
bool slice_cut(struct slice s, char sep, struct slice *head, struct slice *tail);

/* slice_text() - the slice as a string in @pool; the caller has checked it (text_valid). */
char *slice_text(void *pool, struct slice s);

/*
 * text_valid() - true when the bytes are UTF-8 without U+0000, surrogates or overlong forms.
 * @at: where not NULL, the offset of the first wrong byte.
 */
bool text_valid(struct slice s, size_t *at);

/* text_length() - code points of valid UTF-8. */
size_t text_length(const char *s);

/* text_head() - the first @most code points of valid UTF-8, @s itself where it has no more. */
const char *text_head(void *pool, const char *s, size_t most);

/*
 * text_hides() - whether it has a mark that changes the direction of text, or another invisible character.  Joiners and
 * emoji variants are allowed, since some scripts and emoji need them.
 */
bool text_hides(const char *s);

/* text_bare() - takes these away, in place. */
char *text_bare(char *s);

/* text_one_line() - no control characters or line ends, and it hides nothing. */
bool text_one_line(const char *s);

/*
 * text_quotable() - valid UTF-8 with each character that text_hides() and each control character replaced by U+FFFD, for quoting in
 * a sentence.
 */
const char *text_quotable(void *pool, const char *s);

/*
 * text_email() - an address that can be put into a message unchanged: letters, digits and the plain
 * signs of RFC 5322's atoms, one @, a domain with a dot.
 */
#define EMAIL_MAX 254
bool text_email(const char *s);

/* text_visible() - whether something is visible: not only blanks, marks and zero-width characters. */
bool text_visible(const char *s);

/*
 * text_fold() - for comparing words: without accents, lower case, runs of blanks made one, trimmed.
 * "  Juros  SOBRE Capital Próprio " gives "juros sobre capital proprio".
 */
char *text_fold(void *pool, const char *s);

/*
 * text_words() - text_fold() with everything but letters and digits turned into blanks: words separated
 * by one blank.  "Cia. Siderúrgica  (CSN)" gives "cia siderurgica csn".
 */
char *text_words(void *pool, const char *s);

/* text_upper_ascii() - copy with a-z made A-Z; other bytes stay. */
char *text_upper_ascii(void *pool, const char *s);

/*
 * text_plain_ascii() - for a protocol limited to ASCII: without accents; other characters become "?", a
 * quote "'".
 */
char *text_plain_ascii(void *pool, const char *s);

/* text_from_cp1252() - Windows-1252 bytes as UTF-8; the five undefined bytes become U+FFFD. */
char *text_from_cp1252(void *pool, struct slice s);

/*
 * text_readable() - UTF-8 unchanged, each invalid byte as Windows-1252, and a last character that is cut as U+FFFD:
 * for our sentences that quote a foreign cell.
 */
const char *text_readable(void *pool, const char *s);

/*
 * text_is_formula() - whether a spreadsheet would run the cell: = + - or @, in full width too, at its
 * beginning or after quotes and blanks that an import may strip; or a line end or TAB there, which may
 * begin another cell.
 */
bool text_is_formula(const char *s);

bool text_starts(const char *s, const char *prefix);
bool text_ends(const char *s, const char *suffix);
/* text_after_last() - what follows the last @c; all of it, without one. */
const char *text_after_last(const char *s, char c);

/*
 * tax_id_normal() - a CNPJ (14, letters allowed in the first twelve since July 2026) or CPF (11)
 * without punctuation, check digits verified.  @out holds 15 bytes.  False when it is neither.
 */
bool tax_id_normal(const char *s, char out[15]) MUST_CHECK;
/* cnpj_normal() - the same for a CNPJ alone, which an asset, an issuer and a fund have. */
bool cnpj_normal(const char *s, char out[15]) MUST_CHECK;
#define CNPJ_EXPECTED "um CNPJ de 14 dígitos, com os verificadores certos"

/* text_among() - whether @s is one of the list. */
bool text_among(const char *const *list, size_t n, const char *s);
/* text_paired() - the second of the pair whose first is @s; @otherwise: when there is none. */
const char *text_paired(const char *const (*pairs)[2], size_t n, const char *s,
			const char *otherwise);

#endif
