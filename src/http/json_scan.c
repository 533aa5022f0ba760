/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json_scan.c: the strict grammar of RFC 8259, checked before json-c sees a byte.
 *
 * json-c, even strict, accepts NaN, Infinity, 1., 'quotes' and repeated keys, and turns an integer that
 * is too large into the largest one.  This scanner refuses all of that, so json-c only builds.
 * Repeated keys of an object are found by sorting its keys: no input makes that quadratic.
 */
#include "config.h"

#include "http/json_read.h"

#include <stdlib.h>

#include "core/encode.h"

#define DEPTH_MAX 32
/*
 * json-c takes up to 800 bytes for the two of "{}": with more values than this, a short text would take
 * a gigabyte.
 */
#define VALUES_MAX 150000
#define INTEGER_DIGITS_MAX 18
#define KEYS_FIRST 64

struct key {
	struct slice text; /* decoded */
	size_t at;
};

struct level {
	char close;
	size_t keys; /* number of scan.keys that belong to enclosing objects */
};

struct scan {
	const unsigned char *p;
	size_t n, i;
	struct level open[DEPTH_MAX];
	int depth;
	const char *reason; /* NULL while there is no error */
	size_t wrong_at;
	void *pool;	  /* keys and decoded text */
	struct key *keys; /* of the open objects, innermost last */
	size_t n_keys, size_keys;
	size_t n_values;
};

static const char too_deep[] = "mais de 32 níveis de profundidade",
		  too_many[] = "mais de 150.000 valores";

bool json_too_complex(const char *reason)
{
	return reason == too_deep || reason == too_many;
}

static bool refuse(struct scan *s, size_t at, const char *reason)
{
	s->reason = reason;
	s->wrong_at = at;
	return false;
}

static void skip_blank(struct scan *s)
{
	while (s->i < s->n && (s->p[s->i] == ' ' || s->p[s->i] == '\t' || s->p[s->i] == '\n' ||
			       s->p[s->i] == '\r'))
		s->i++;
}

static bool at_digit(const struct scan *s)
{
	return s->i < s->n && s->p[s->i] >= '0' && s->p[s->i] <= '9';
}

static size_t skip_digits(struct scan *s)
{
	size_t from = s->i;

	while (at_digit(s))
		s->i++;
	return s->i - from;
}

static bool scan_number(struct scan *s)
{
	size_t from = s->i;
	size_t first;
	size_t digits;
	bool integer = true;

	if (s->p[s->i] == '-')
		s->i++;
	first = s->i;
	digits = skip_digits(s);
	if (!digits)
		return refuse(s, from, "número malformado");
	if (digits > 1 && s->p[first] == '0')
		return refuse(s, from, "número com zero à esquerda");
	if (s->i < s->n && s->p[s->i] == '.') {
		s->i++;
		integer = false;
		if (!skip_digits(s))
			return refuse(s, from, "número sem algarismos depois do ponto");
	}
	if (s->i < s->n && (s->p[s->i] == 'e' || s->p[s->i] == 'E')) {
		s->i++;
		integer = false;
		if (s->i < s->n && (s->p[s->i] == '+' || s->p[s->i] == '-'))
			s->i++;
		if (!skip_digits(s))
			return refuse(s, from, "expoente sem algarismos");
	}
	if (integer && digits > INTEGER_DIGITS_MAX)
		return refuse(s, from, "inteiro com mais de 18 algarismos");
	return true;
}

/* ---- strings ---- */

/* The four digits of \uXXXX, s->i at the first of them. */
static bool scan_hex4(struct scan *s, unsigned *out)
{
	unsigned v = 0;

	if (s->n - s->i < 4)
		return refuse(s, s->i, "sequência \\u incompleta");
	for (size_t k = 0; k < 4; k++) {
		int h = hex_value((char)s->p[s->i + k]);

		if (h < 0)
			return refuse(s, s->i, "sequência \\u malformada");
		v = v << 4 | (unsigned)h;
	}
	s->i += 4;
	*out = v;
	return true;
}

/* After "\u": one code point, of one or two escapes. */
static bool scan_unicode(struct scan *s, size_t from, unsigned *out)
{
	unsigned low;

	if (!scan_hex4(s, out))
		return false;
	if (*out == 0)
		return refuse(s, from, "U+0000 não é aceito");
	if (*out >= 0xdc00 && *out <= 0xdfff)
		return refuse(s, from, "substituto (surrogate) sem par");
	if (*out < 0xd800 || *out > 0xdbff)
		return true;
	if (s->n - s->i < 6 || s->p[s->i] != '\\' || s->p[s->i + 1] != 'u')
		return refuse(s, from, "substituto (surrogate) sem par");
	s->i += 2;
	if (!scan_hex4(s, &low))
		return false;
	if (low < 0xdc00 || low > 0xdfff)
		return refuse(s, from, "substituto (surrogate) sem par");
	*out = 0x10000 + ((*out - 0xd800) << 10) + (low - 0xdc00);
	return true;
}

/* After the backslash.  Writes the escaped character to @out (4 bytes). */
static bool scan_escape(struct scan *s, char *out, size_t *n)
{
	static const char from[] = "\"\\/bfnrt";
	static const char to[] = "\"\\/\b\f\n\r\t";
	size_t start = s->i - 1;
	const char *at;
	unsigned c;

	if (s->i == s->n)
		return refuse(s, start, "texto sem aspas de fechamento");
	if (s->p[s->i] == 'u') {
		s->i++;
		if (!scan_unicode(s, start, &c))
			return false;
		*n = utf8_put(out, c);
		return true;
	}
	at = s->p[s->i] ? strchr(from, s->p[s->i]) : NULL;
	if (!at)
		return refuse(s, start, "sequência de escape desconhecida");
	s->i++;
	*out = to[at - from];
	*n = 1;
	return true;
}

static bool is_plain(unsigned char c)
{
	return c >= 0x20 && c != '"' && c != '\\';
}

/*
 * A string, s->i after its opening quote.  @decoded, when not NULL, gets the text: inside the input
 * when it has no escapes, else on the pool.
 */
static bool scan_string(struct scan *s, struct slice *decoded)
{
	const char *text = (const char *)s->p;
	size_t from = s->i;
	char *copy = NULL;
	size_t n = 0;

	for (;;) {
		size_t run = s->i;
		char bytes[4];
		size_t n_bytes = 0;

		while (s->i < s->n && is_plain(s->p[s->i]))
			s->i++;
		if (s->i == s->n)
			return refuse(s, from - 1, "texto sem aspas de fechamento");
		if (copy)
			memcpy(copy + n, text + run, s->i - run);
		n += s->i - run;
		if (s->p[s->i] == '"')
			break;
		if (s->p[s->i] < 0x20)
			return refuse(s, s->i, "caractere de controle dentro de texto");
		if (decoded && !copy) {
			/* An escape is at least as long as the character it stands for. */
			const unsigned char *close = s->p + s->i;

			while (close < s->p + s->n && *close != '"')
				close += *close == '\\' && close + 1 < s->p + s->n ? 2 : 1;
			copy = pool_array(s->pool, char, (size_t)(close - s->p) - from + 1);
			memcpy(copy, text + from, n);
		}
		s->i++;
		if (!scan_escape(s, bytes, &n_bytes))
			return false;
		if (copy)
			memcpy(copy + n, bytes, n_bytes);
		n += n_bytes;
	}
	if (decoded)
		*decoded = (struct slice){ copy ? copy : text + from, n };
	s->i++;
	return true;
}

/* ---- objects and arrays ---- */

static void push_key(struct scan *s, struct slice text, size_t at)
{
	pool_grow(s->pool, s->keys, struct key, s->n_keys, s->size_keys, KEYS_FIRST);
	s->keys[s->n_keys++] = (struct key){ text, at };
}

static int key_order(const void *x, const void *y)
{
	const struct key *a = x, *b = y;
	int order;

	if (a->text.n != b->text.n)
		return a->text.n < b->text.n ? -1 : 1;
	order = a->text.n ? memcmp(a->text.p, b->text.p, a->text.n) : 0;
	return order ? order : a->at < b->at ? -1 : 1;
}

/* The keys from @base on belong to the object that was just closed. */
static bool keys_differ(struct scan *s, size_t base)
{
	size_t n = s->n_keys - base;
	struct key *keys;
	size_t again = 0;

	s->n_keys = base;
	if (n < 2)
		return true;
	keys = s->keys + base;
	qsort(keys, n, sizeof(*keys), key_order);
	for (size_t i = 1; i < n; i++)
		if (keys[i].text.n == keys[i - 1].text.n &&
		    (!keys[i].text.n ||
		     memcmp(keys[i].text.p, keys[i - 1].text.p, keys[i].text.n) == 0) &&
		    (!again || keys[i].at < again))
			again = keys[i].at;
	return again ? refuse(s, again, "membro repetido no mesmo objeto") : true;
}

/* Skips to the next token; refuses at the end. */
static bool need(struct scan *s)
{
	skip_blank(s);
	return s->i < s->n || refuse(s, s->i, "o documento termina antes do fim de um valor");
}

static bool scan_key(struct scan *s)
{
	struct slice text = { NULL, 0 };
	size_t at = s->i;

	if (s->p[s->i] != '"')
		return refuse(s, s->i, "esperado o nome de um membro entre aspas duplas");
	s->i++;
	if (!scan_string(s, &text))
		return false;
	push_key(s, text, at);
	if (!need(s))
		return false;
	if (s->p[s->i] != ':')
		return refuse(s, s->i, "esperado dois-pontos depois do nome do membro");
	s->i++;
	return true;
}

static bool scan_word(struct scan *s, const char *word)
{
	size_t n = strlen(word);

	if (s->n - s->i < n || memcmp(s->p + s->i, word, n) != 0)
		return refuse(s, s->i, "esperado um valor JSON");
	s->i += n;
	return true;
}

static bool scan_scalar(struct scan *s)
{
	switch (s->p[s->i]) {
	case '"':
		s->i++;
		return scan_string(s, NULL);
	case 't':
		return scan_word(s, "true");
	case 'f':
		return scan_word(s, "false");
	case 'n':
		return scan_word(s, "null");
	default:
		if (s->p[s->i] == '-' || at_digit(s))
			return scan_number(s);
		return refuse(s, s->i, "esperado um valor JSON");
	}
}

/* At { or [: goes to its first value, or to its end when it is empty. */
static bool scan_opening(struct scan *s, bool *empty)
{
	char close = s->p[s->i] == '{' ? '}' : ']';

	if (s->depth == DEPTH_MAX)
		return refuse(s, s->i, too_deep);
	s->open[s->depth++] = (struct level){ close, s->n_keys };
	s->i++;
	if (!need(s))
		return false;
	*empty = s->p[s->i] == close;
	return *empty || close == ']' || scan_key(s);
}

/* After a value: closes the objects and arrays that end here, and goes to the next value, if any. */
static bool scan_after(struct scan *s, bool *more)
{
	*more = false;
	while (s->depth) {
		const struct level *in = &s->open[s->depth - 1];

		if (!need(s))
			return false;
		if (s->p[s->i] == in->close) {
			s->i++;
			s->depth--;
			if (in->close == '}' && !keys_differ(s, in->keys))
				return false;
			continue;
		}
		if (s->p[s->i] != ',')
			return refuse(s, s->i,
				      in->close == '}' ? "esperada vírgula ou fim do objeto"
						       : "esperada vírgula ou fim da lista");
		s->i++;
		*more = true;
		return in->close == ']' || (need(s) && scan_key(s));
	}
	return true;
}

static bool scan_tree(struct scan *s)
{
	bool more = true;

	while (more) {
		bool empty = false;

		if (!need(s))
			return false;
		if (++s->n_values > VALUES_MAX)
			return refuse(s, s->i, too_many);
		if (s->p[s->i] == '{' || s->p[s->i] == '[') {
			if (!scan_opening(s, &empty))
				return false;
			if (!empty)
				continue;
		} else if (!scan_scalar(s)) {
			return false;
		}
		if (!scan_after(s, &more))
			return false;
	}
	return true;
}

static bool scan_document(struct scan *s, struct slice text)
{
	size_t at = 0;

	/* Invalid bytes first: later steps may then assume UTF-8. */
	if (!text_valid(text, &at))
		return refuse(s, at,
			      text.p[at] ? "bytes que não são UTF-8" : "U+0000 não é aceito");
	if (!scan_tree(s))
		return false;
	skip_blank(s);
	return s->i == s->n || refuse(s, s->i, "conteúdo depois do fim do documento");
}

bool json_scan(struct slice text, size_t *offset, const char **reason)
{
	struct scan s = { .p = (const unsigned char *)text.p, .n = text.n };
	bool good;

	s.pool = pool_new(NULL, "json scan");
	good = scan_document(&s, text);
	pool_free(s.pool);
	if (!good) {
		*offset = s.wrong_at;
		*reason = s.reason;
	}
	return good;
}
