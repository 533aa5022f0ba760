/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text.c: strings, and bytes on their way to becoming strings.
 *
 * Folding is utf8proc's (Unicode decomposition, marks stripped, case folded in one call), so that
 * no accent table of ours has to be right.
 */
#include "config.h"

#include "core/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

#include <utf8proc.h>

#include "core/pool.h"

bool slice_eq(struct slice a, const char *b)
{
	return strlen(b) == a.n && (a.n == 0 || memcmp(a.p, b, a.n) == 0);
}

bool slice_starts(struct slice s, const char *prefix)
{
	size_t n = strlen(prefix);

	return s.n >= n && memcmp(s.p, prefix, n) == 0;
}

bool slice_same(struct slice a, struct slice b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct slice slice_trim(struct slice s)
{
	for (;;) {
		if (s.n && is_blank(s.p[0])) {
			s.p++;
			s.n--;
		} else if (s.n >= 2 && memcmp(s.p, "\xc2\xa0", 2) == 0) {
			s.p += 2;
			s.n -= 2;
		} else {
			break;
		}
	}
	for (;;) {
		if (s.n && is_blank(s.p[s.n - 1]))
			s.n--;
		else if (s.n >= 2 && memcmp(s.p + s.n - 2, "\xc2\xa0", 2) == 0)
			s.n -= 2;
		else
			break;
	}
	return s;
}

bool slice_cut(struct slice s, char sep, struct slice *head, struct slice *tail)
{
	const char *at = s.n ? memchr(s.p, sep, s.n) : NULL;

	if (!at) {
		*head = s;
		*tail = (struct slice){ NULL, 0 };
		return false;
	}
	*head = (struct slice){ s.p, (size_t)(at - s.p) };
	*tail = (struct slice){ at + 1, s.n - head->n - 1 };
	return true;
}

char *slice_text(void *pool, struct slice s)
{
	return pool_strndup(pool, s.n ? s.p : "", s.n);
}

bool text_valid(struct slice s, size_t *at)
{
	size_t i = 0;

	while (i < s.n) {
		utf8proc_int32_t code;
		utf8proc_ssize_t len;

		if ((unsigned char)s.p[i] < 0x80) {
			if (s.p[i] == '\0')
				break;
			i++;
			continue;
		}
		len = utf8proc_iterate((const utf8proc_uint8_t *)s.p + i,
				       (utf8proc_ssize_t)(s.n - i), &code);
		if (len < 1)
			break;
		i += (size_t)len;
	}
	if (at)
		*at = i;
	return i == s.n;
}

size_t text_length(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

const char *text_head(void *pool, const char *s, size_t most)
{
	const char *p = s;

	for (size_t n = 0; *p; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 && ++n > most)
			return slice_text(pool, (struct slice){ s, (size_t)(p - s) });
	return s;
}

static bool is_hidden(utf8proc_int32_t c)
{
	/* Joiners, and the two variants that pictures have. */
	if (c < 0x80 || c == 0x200C || c == 0x200D || c == 0xFE0E || c == 0xFE0F)
		return false;
	return utf8proc_get_property(c)->ignorable || (c >= 0xE0000 && c <= 0xE0FFF);
}

char *text_bare(char *s)
{
	char *to = s;
	utf8proc_int32_t c = 0;

	for (const char *p = s; *p;) {
		utf8proc_ssize_t n =
			(unsigned char)*p < 0x80
				? 0
				: utf8proc_iterate((const utf8proc_uint8_t *)p, -1, &c);
		size_t length = n > 0 ? (size_t)n : 1;

		if (n <= 0 || !is_hidden(c)) {
			memmove(to, p, length);
			to += length;
		}
		p += length;
	}
	*to = '\0';
	return s;
}

bool text_hides(const char *s)
{
	utf8proc_int32_t c;

	for (utf8proc_ssize_t n; *s; s += n > 0 ? n : 1) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, &c);
		if (n > 0 && is_hidden(c))
			return true;
	}
	return false;
}

bool text_one_line(const char *s)
{
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)s;
	utf8proc_category_t what;
	utf8proc_int32_t c;

	while (*p) {
		utf8proc_ssize_t n = utf8proc_iterate(p, -1, &c);

		if (n <= 0)
			return false;
		what = utf8proc_category(c);
		if (what == UTF8PROC_CATEGORY_CC || what == UTF8PROC_CATEGORY_ZL ||
		    what == UTF8PROC_CATEGORY_ZP || is_hidden(c))
			return false;
		p += n;
	}
	return true;
}

const char *text_quotable(void *pool, const char *s)
{
	/* A control character has one byte or two, a mark three, and so has their replacement. */
	char *copy = pool_array(pool, char, 3 * strlen(s) + 1), *to = copy;
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)s;
	utf8proc_int32_t c;

	while (*p) {
		utf8proc_ssize_t n = utf8proc_iterate(p, -1, &c);

		if (n <= 0)
			break;
		if (is_hidden(c) || utf8proc_category(c) == UTF8PROC_CATEGORY_CC)
			c = 0xFFFD;
		to += utf8proc_encode_char(c, (utf8proc_uint8_t *)to);
		p += n;
	}
	*to = '\0';
	return copy;
}

/* Characters that are invisible or blank, although Unicode counts them as letters. */
static bool is_blank_letter(utf8proc_int32_t c)
{
	return c == 0x2800 || c == 0x3164 || c == 0xFFA0 || c == 0x115F || c == 0x1160;
}

bool text_visible(const char *s)
{
	static const unsigned unseen = 1u << UTF8PROC_CATEGORY_CC | 1u << UTF8PROC_CATEGORY_CF |
				       1u << UTF8PROC_CATEGORY_CN | 1u << UTF8PROC_CATEGORY_MN |
				       1u << UTF8PROC_CATEGORY_ME | 1u << UTF8PROC_CATEGORY_ZS |
				       1u << UTF8PROC_CATEGORY_ZL | 1u << UTF8PROC_CATEGORY_ZP;
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)s;
	utf8proc_int32_t c;

	while (*p) {
		utf8proc_ssize_t n = utf8proc_iterate(p, -1, &c);

		if (n <= 0)
			return false;
		if (!utf8proc_get_property(c)->ignorable && !is_blank_letter(c) &&
		    !(unseen >> utf8proc_category(c) & 1))
			return true;
		p += n;
	}
	return false;
}

/* Collapses runs of blanks to one space and trims both ends, in place. */
static void squeeze(char *s)
{
	char *to = s;
	bool gap = false;

	for (const char *from = s; *from; from++) {
		if (is_blank(*from)) {
			gap = to != s;
			continue;
		}
		if (gap)
			*to++ = ' ';
		gap = false;
		*to++ = *from;
	}
	*to = '\0';
}

char *text_fold(void *pool, const char *s)
{
	utf8proc_uint8_t *mapped = NULL;
	utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)s, 0, &mapped,
					  UTF8PROC_NULLTERM | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
						  UTF8PROC_STRIPMARK | UTF8PROC_CASEFOLD);
	char *folded;

	if (n < 0) {
		free(mapped);
		return pool_strdup(pool, s);
	}
	folded = pool_strndup(pool, (const char *)mapped, (size_t)n);
	free(mapped);
	squeeze(folded);
	return folded;
}

static bool in_word(utf8proc_int32_t c)
{
	static const unsigned kinds = 1u << UTF8PROC_CATEGORY_LU | 1u << UTF8PROC_CATEGORY_LL |
				      1u << UTF8PROC_CATEGORY_LT | 1u << UTF8PROC_CATEGORY_LM |
				      1u << UTF8PROC_CATEGORY_LO | 1u << UTF8PROC_CATEGORY_ND |
				      1u << UTF8PROC_CATEGORY_NL | 1u << UTF8PROC_CATEGORY_NO;

	return kinds >> utf8proc_category(c) & 1;
}

char *text_words(void *pool, const char *s)
{
	char *folded = text_fold(pool, s);
	utf8proc_uint8_t *p = (utf8proc_uint8_t *)folded;

	while (*p) {
		utf8proc_int32_t c;
		utf8proc_ssize_t n = utf8proc_iterate(p, -1, &c);

		if (n <= 0) { /* the text is not valid UTF-8 */
			n = 1;
			c = ' ';
		}
		if (!in_word(c))
			memset(p, ' ', (size_t)n);
		p += n;
	}
	squeeze(folded);
	return folded;
}

char *text_upper_ascii(void *pool, const char *s)
{
	char *copy = pool_strdup(pool, s);

	for (char *p = copy; *p; p++)
		if (*p >= 'a' && *p <= 'z')
			*p = (char)(*p - 'a' + 'A');
	return copy;
}

char *text_plain_ascii(void *pool, const char *s)
{
	utf8proc_uint8_t *mapped = NULL;
	utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)s, 0, &mapped,
					  UTF8PROC_NULLTERM | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
						  UTF8PROC_STRIPMARK);
	char *out = pool_strdup(pool, n < 0 ? s : (const char *)mapped);
	char *to = out;

	for (const char *p = out; *p; p++) {
		unsigned char c = (unsigned char)*p;

		if (c == '"' || c == '\\')
			*to++ = '\'';
		else if (c >= ' ' && c <= '~')
			*to++ = (char)c;
		else if ((c & 0xc0) != 0x80) /* the first byte of a character */
			*to++ = '?';
	}
	*to = '\0';
	free(mapped);
	return out;
}

/* A Windows-1252 byte as UTF-8; returns the number of bytes. */
static utf8proc_ssize_t put_cp1252(char *to, char byte)
{
	static const uint16_t high[32] = {
		0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
		0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
		0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
		0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
	};
	unsigned char c = (unsigned char)byte;

	return utf8proc_encode_char(c >= 0x80 && c < 0xa0 ? high[c - 0x80] : c,
				    (utf8proc_uint8_t *)to);
}

char *text_from_cp1252(void *pool, struct slice s)
{
	char *out = pool_array(pool, char, s.n * 3 + 1);
	char *to = out;

	for (size_t i = 0; i < s.n; i++)
		to += put_cp1252(to, s.p[i]);
	*to = '\0';
	return out;
}

/* Whether @s is nothing but the beginning of a UTF-8 character: a file, or a cell, was cut inside of it. */
static bool is_cut_letter(struct slice s)
{
	size_t i = 1;

	if (s.n < 2 || s.n > 3 || (unsigned char)*s.p < 0xe0)
		return false;
	while (i < s.n && ((unsigned char)s.p[i] & 0xc0) == 0x80)
		i++;
	return i == s.n;
}

const char *text_readable(void *pool, const char *s)
{
	struct slice rest = slice_of(s);
	char *out, *to;
	size_t right;

	if (text_valid(rest, NULL))
		return s;
	out = to = pool_array(pool, char, rest.n * 3 + 1);
	while (!text_valid(rest, &right)) {
		memcpy(to, rest.p, right);
		to += right;
		rest = (struct slice){ rest.p + right, rest.n - right };
		if (is_cut_letter(rest)) {
			to += utf8proc_encode_char(0xFFFD, (utf8proc_uint8_t *)to);
			rest.p += rest.n;
			rest.n = 0;
			break;
		}
		to += put_cp1252(to, *rest.p);
		rest = (struct slice){ rest.p + 1, rest.n - 1 };
	}
	memcpy(to, rest.p, rest.n + 1);
	return out;
}

bool text_is_formula(const char *s)
{
	/*
	 * Characters that an import may strip: blanks, quotes (straight, curly, full width), zero-width
	 * characters.
	 */
	static const char *const passed[] = {
		" ",	  "\"",	    "`",      "\u00a0", "\u00ad", "\u2000", "\u2001", "\u2002",
		"\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a",
		"\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2018", "\u2019", "\u201c",
		"\u201d", "\u202f", "\u205f", "\u2060", "\u3000", "\ufeff", "\uff02", "\uff07",
	};
	/*
	 * After those, the signs that begin a formula: plain, small and full width; the mathematical
	 * minus.
	 */
	static const char *const signs[] = {
		"=",	  "+",	    "-",      "@",	"\t",	  "\r",
		"\n",	  "\v",	    "\f",     "\uff1d", "\uff0b", "\uff0d",
		"\uff20", "\ufe66", "\ufe62", "\ufe63", "\ufe6b", "\u2212",
	};
	size_t i = 0;

	while (i < ARRAY_SIZE(passed)) {
		if (text_starts(s, passed[i])) {
			s += strlen(passed[i]);
			i = 0;
		} else {
			i++;
		}
	}
	for (i = 0; i < ARRAY_SIZE(signs); i++)
		if (text_starts(s, signs[i]))
			return true;
	return false;
}

bool text_starts(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

const char *text_after_last(const char *s, char c)
{
	const char *at = strrchr(s, c);

	return at ? at + 1 : s;
}

bool text_ends(const char *s, const char *suffix)
{
	size_t n = strlen(s);
	size_t m = strlen(suffix);

	return n >= m && str_eq(s + n - m, suffix);
}

/* Modulo 11 over the first n characters; a letter counts as its ASCII code less 48 (IN RFB 2.229/2024). */
static char check_digit(const char *s, size_t n, int last_weight)
{
	int sum = 0;
	int weight = 2;

	for (size_t i = n; i-- > 0;) {
		sum += (s[i] - '0') * weight;
		weight = weight == last_weight ? 2 : weight + 1;
	}
	return (char)('0' + (sum % 11 < 2 ? 0 : 11 - sum % 11));
}

bool tax_id_normal(const char *s, char out[15])
{
	char id[15] = "";
	size_t n = 0;
	int last_weight;

	for (; *s; s++) {
		char c = (char)toupper((unsigned char)*s);

		if (c == '.' || c == '/' || c == '-' || c == ' ')
			continue;
		if (n == 14 || !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')))
			return false;
		id[n++] = c;
	}
	if (n != 14 && n != 11)
		return false;
	for (size_t i = 0; i < n; i++)
		if ((n == 11 || i >= 12) && (id[i] < '0' || id[i] > '9'))
			return false;
	if (strspn(id, (char[]){ id[0], '\0' }) == n)
		return false; /* 000… and 111… satisfy the check digits, but are never assigned */
	last_weight = n == 14 ? 9 : 11;
	if (check_digit(id, n - 2, last_weight) != id[n - 2] ||
	    check_digit(id, n - 1, last_weight) != id[n - 1])
		return false;
	memcpy(out, id, n + 1);
	return true;
}

bool cnpj_normal(const char *s, char out[15])
{
	return tax_id_normal(s, out) && strlen(out) == 14;
}

static bool is_plain_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Non-empty labels of letters, digits and @others, separated by dots. */
static bool is_dotted(struct slice s, const char *others)
{
	char last = '.';

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '.' ? last == '.' : !is_plain_letter(c) && !strchr(others, c))
			return false;
		last = c;
	}
	return last != '.';
}

bool text_email(const char *s)
{
	const char *at = strchr(s, '@');
	struct slice domain;

	if (!at || strlen(s) > EMAIL_MAX || at - s > 64)
		return false;
	domain = slice_of(at + 1);
	return is_dotted((struct slice){ s, (size_t)(at - s) }, "!#$%&'*+/=?^_`{|}~-") &&
	       is_dotted(domain, "-") && strchr(domain.p, '.') && *domain.p != '-' &&
	       !strstr(domain.p, ".-") && !strstr(domain.p, "-.");
}

bool text_among(const char *const *list, size_t n, const char *s)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(list[i], s))
			return true;
	return false;
}

const char *text_paired(const char *const (*pairs)[2], size_t n, const char *s,
			const char *otherwise)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(pairs[i][0], s))
			return pairs[i][1];
	return otherwise;
}
