/* SPDX-License-Identifier: Apache-2.0 */
/*
 * multipart.c: multipart/form-data (RFC 7578 on RFC 2046), decoded in place.
 *
 * Strict: lines end in CRLF, every part names its field, the closing boundary must be there (a
 * truncated upload lacks it), and an encoding other than the identity is refused.
 */
#include "config.h"

#include "http/multipart.h"

#include <assert.h>
#include <strings.h>

#define BOUNDARY_MAX 70 /* RFC 2046 section 5.1.1 */
#define HEAD_MAX 8192	/* bytes of one part's header lines */

struct form {
	void *pool;
	struct slice rest; /* not read yet */
	struct slice mark; /* CRLF "--" boundary */
	const char *reason;
};

static bool refuse(struct form *f, const char *reason)
{
	f->reason = reason;
	return false;
}

static struct slice from(struct slice s, size_t n)
{
	return (struct slice){ s.p + n, s.n - n };
}

static bool is_word(struct slice s, const char *word)
{
	return s.n == strlen(word) && strncasecmp(s.p, word, s.n) == 0;
}

/* ---- parameters of a header: ; name=token or ; name="quoted" ---- */

static bool is_token_char(char c)
{
	return c > ' ' && c <= '~' && !strchr("()<>@,;:\\\"/[]?={}", c);
}

/*
 * The text between quotes.  Only \" is an escape: Windows paths come with plain backslashes. Browsers
 * write %22 for a quote.
 */
static char *unquoted(void *pool, struct slice s)
{
	char *out = pool_array(pool, char, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\' && i + 1 < s.n && s.p[i + 1] == '"')
			i++;
		else if (slice_starts(from(s, i), "%22")) {
			out[n++] = '"';
			i += 2;
			continue;
		}
		out[n++] = s.p[i];
	}
	return out;
}

/* Takes one parameter off @s.  False when it is malformed. */
static bool next_parameter(void *pool, struct slice *s, struct slice *name, char **value)
{
	size_t i = 0;
	size_t first;

	*s = slice_trim(*s);
	if (!s->n || s->p[0] != ';')
		return false;
	*s = slice_trim(from(*s, 1));
	while (i < s->n && is_token_char(s->p[i]))
		i++;
	if (!i || i == s->n || s->p[i] != '=')
		return false;
	*name = (struct slice){ s->p, i };
	first = ++i;
	if (i < s->n && s->p[i] == '"') {
		for (i++; i < s->n && s->p[i] != '"'; i++)
			if (s->p[i] == '\\' && i + 1 < s->n && s->p[i + 1] == '"')
				i++;
		if (i >= s->n)
			return false;
		*value = unquoted(pool, (struct slice){ s->p + first + 1, i - first - 1 });
		i++;
	} else {
		while (i < s->n && is_token_char(s->p[i]))
			i++;
		if (i == first)
			return false;
		*value = pool_strndup(pool, s->p + first, i - first);
	}
	*s = slice_trim(from(*s, i));
	return true;
}

static bool boundary_is_good(const char *b)
{
	size_t n = strlen(b);

	if (!n || n > BOUNDARY_MAX || b[n - 1] == ' ')
		return false;
	return strspn(b, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'()+_,-./"
			 ":=? ") == n;
}

static bool read_boundary(struct form *f, const char *content_type)
{
	struct slice s = slice_of(content_type);
	size_t n = strcspn(content_type, ";");
	char *boundary = NULL;

	if (!is_word(slice_trim((struct slice){ s.p, n }), "multipart/form-data"))
		return refuse(f, "o Content-Type não é multipart/form-data");
	for (s = from(s, n); slice_trim(s).n;) {
		struct slice name;
		char *value;

		if (!next_parameter(f->pool, &s, &name, &value))
			return refuse(f, "o Content-Type tem um parâmetro malformado");
		if (is_word(name, "boundary")) {
			if (boundary)
				return refuse(f, "o Content-Type traz boundary duas vezes");
			boundary = value;
		}
	}
	if (!boundary || !boundary_is_good(boundary))
		return refuse(f, "o Content-Type não traz um boundary válido");
	f->mark = slice_of(pool_printf(f->pool, "\r\n--%s", boundary));
	return true;
}

/* ---- the header lines of a part ---- */

/* "C:\\planilhas\\a.xlsx" and "x/a.xlsx" are a.xlsx. */
static const char *base_name(const char *filename)
{
	const char *base = filename;

	for (const char *p = filename; *p; p++)
		if (*p == '/' || *p == '\\')
			base = p + 1;
	return base;
}

static bool read_disposition(struct form *f, struct slice s, struct part *part)
{
	size_t n = 0;

	while (n < s.n && s.p[n] != ';')
		n++;
	if (part->name)
		return refuse(f, "uma parte tem dois Content-Disposition");
	if (!is_word(slice_trim((struct slice){ s.p, n }), "form-data"))
		return refuse(f, "uma parte não é form-data");
	for (s = from(s, n); slice_trim(s).n;) {
		struct slice name;
		char *value;

		if (!next_parameter(f->pool, &s, &name, &value))
			return refuse(f, "um Content-Disposition tem um parâmetro malformado");
		if (is_word(name, "name") && !part->name)
			part->name = value;
		else if (is_word(name, "filename") && !part->filename)
			part->filename = base_name(value);
		else if (is_word(name, "name") || is_word(name, "filename"))
			return refuse(f, "um Content-Disposition repete um parâmetro");
	}
	if (!part->name || !*part->name)
		return refuse(f, "uma parte não diz o nome do campo");
	return true;
}

static bool read_line(struct form *f, struct slice line, struct part *part)
{
	struct slice name;
	struct slice value;

	if (!slice_cut(line, ':', &name, &value) || !name.n)
		return refuse(f, "uma linha de cabeçalho de uma parte não tem dois-pontos");
	for (size_t i = 0; i < name.n; i++)
		if (!is_token_char(name.p[i]))
			return refuse(f, "um cabeçalho de uma parte tem o nome malformado");
	value = slice_trim(value);
	if (is_word(name, "Content-Disposition"))
		return read_disposition(f, value, part);
	if (is_word(name, "Content-Type")) {
		if (part->content_type)
			return refuse(f, "uma parte tem dois Content-Type");
		part->content_type = slice_text(f->pool, value);
	}
	if (is_word(name, "Content-Transfer-Encoding") && !is_word(value, "binary") &&
	    !is_word(value, "8bit") && !is_word(value, "7bit"))
		return refuse(f, "uma parte tem um Content-Transfer-Encoding que não é aceito");
	return true;
}

/* Up to and including the empty line. */
static bool read_head(struct form *f, struct part *part)
{
	size_t used = 0;

	for (;;) {
		const char *end = f->rest.n ? memchr(f->rest.p, '\n', f->rest.n) : NULL;
		struct slice line;

		if (!end)
			return refuse(f, "o corpo termina dentro do cabeçalho de uma parte");
		line = (struct slice){ f->rest.p, (size_t)(end - f->rest.p) };
		used += line.n + 1;
		if (used > HEAD_MAX)
			return refuse(f, "o cabeçalho de uma parte passa de 8192 bytes");
		f->rest = from(f->rest, line.n + 1);
		if (!line.n || line.p[line.n - 1] != '\r')
			return refuse(f, "uma linha de cabeçalho de uma parte não termina em CRLF");
		line.n--;
		if (!line.n)
			break;
		if (memchr(line.p, '\r', line.n) || !text_valid(line, NULL))
			return refuse(f, "um cabeçalho de uma parte não é texto UTF-8");
		if (!read_line(f, line, part))
			return false;
	}
	return part->name || refuse(f, "uma parte não tem Content-Disposition");
}

/* ---- parts ---- */

/* After a boundary: "--" closes the form; otherwise blanks and CRLF begin a part. */
static bool after_mark(struct form *f, bool *closed)
{
	*closed = slice_starts(f->rest, "--");
	if (*closed)
		return true;
	while (f->rest.n && (f->rest.p[0] == ' ' || f->rest.p[0] == '\t'))
		f->rest = from(f->rest, 1);
	if (!slice_starts(f->rest, "\r\n"))
		return refuse(f, "um boundary não é seguido de CRLF");
	f->rest = from(f->rest, 2);
	return true;
}

/* Takes the text up to the next boundary off f->rest. */
static bool up_to_mark(struct form *f, struct slice *text)
{
	const char *at = f->rest.n ? memmem(f->rest.p, f->rest.n, f->mark.p, f->mark.n) : NULL;

	if (!at)
		return refuse(f, "falta o boundary final: o corpo está incompleto");
	*text = (struct slice){ f->rest.p, (size_t)(at - f->rest.p) };
	f->rest = from(f->rest, text->n + f->mark.n);
	return true;
}

/* A preamble may precede the first boundary, which begins a line. */
static bool first_mark(struct form *f)
{
	struct slice preamble;
	struct slice bare = from(f->mark, 2); /* without its CRLF */

	assert(bare.p); /* a mark has at least its CRLF and dashes */
	if (f->rest.n >= bare.n && memcmp(f->rest.p, bare.p, bare.n) == 0) {
		f->rest = from(f->rest, bare.n);
		return true;
	}
	return up_to_mark(f, &preamble);
}

bool multipart_parse(void *pool, const char *content_type, struct slice body, struct part *parts,
		     size_t *n, const char **reason)
{
	struct form f = { .pool = pool, .rest = body };
	bool closed = false;
	bool good = read_boundary(&f, content_type) && first_mark(&f) && after_mark(&f, &closed);

	*n = 0;
	while (good && !closed) {
		struct part part = { 0 };

		if (*n == PARTS_MAX) {
			good = refuse(&f, "o formulário tem mais de 16 partes");
			break;
		}
		/* The CRLF of the empty line may also begin the boundary: an empty part. */
		good = read_head(&f, &part);
		if (good) {
			f.rest = (struct slice){ f.rest.p - 2, f.rest.n + 2 };
			good = up_to_mark(&f, &part.content);
		}
		if (good) {
			if (part.content.n >= 2)
				part.content = from(part.content, 2);
			parts[(*n)++] = part;
			good = after_mark(&f, &closed);
		}
	}
	*reason = f.reason;
	return good;
}
