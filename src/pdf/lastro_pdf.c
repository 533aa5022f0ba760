/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lastro_pdf.c: lastro-pdf, the words of a PDF and where they stand.
 *
 * Of descriptors alone, so that nothing of a person is on a command line: 0 has the file, 3 its password
 * (empty without one), 1 takes the words.  The first line is the number of pages; then a line a word, "page x
 * y width height text" in hundredths of a point from the upper left corner; the last is "end".  The exit
 * status is of pdf/pdf_status.h.
 */
#include "config.h"

#include <gio/gio.h>
#include <poppler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pdf/confine.h"
#include "pdf/pdf_status.h"

#define GAP 0.15 /* of a line's height: a blank has 0.2 and more, letters of a word touch */

#define OVERLAP 0.3 /* of two cells that run into each other; kerning is less */

struct word {
	gdouble x1, y1, x2, y2;
	const gchar *text;
	size_t n; /* bytes */
};

static size_t written;
static char
	buffer[1 << 16]; /* of the output: without one the C library asks what the descriptor is */

/* All bytes of @fd with a NUL after them; NULL beyond @max. */
static char *read_all(int fd, size_t max, size_t *n)
{
	char *bytes = g_try_malloc(max + 1);
	ssize_t got = 1;

	*n = 0;
	while (bytes && got > 0) {
		got = read(fd, bytes + *n, max + 1 - *n);
		if (got > 0)
			*n += (size_t)got;
		if (got < 0 || *n > max) {
			g_free(bytes);
			return NULL;
		}
	}
	if (bytes)
		bytes[*n] = '\0';
	return bytes;
}

static int hundredths(gdouble v)
{
	return v > -20000 && v < 20000 ? (int)(v * 100) : 0; /* a page is within 14400 points */
}

static void put_word(int page, const struct word *w)
{
	int n;

	if (!w->n)
		return;
	n = printf("%d %d %d %d %d %.*s\n", page, hundredths(w->x1), hundredths(w->y1),
		   hundredths(w->x2 - w->x1), hundredths(w->y2 - w->y1), (int)w->n, w->text);
	if (n < 0)
		exit(PDF_STATUS_UNREADABLE);
	written += (size_t)n;
	if (written > PDF_TEXT_MAX)
		exit(PDF_STATUS_TOO_LARGE);
}

static bool is_blank(gunichar c)
{
	return g_unichar_isspace(c) || g_unichar_iscntrl(c) || !g_unichar_isdefined(c);
}

/* Whether @at begins another word than @w: on another line, before its end, or after a gap. */
static bool stands_apart(const struct word *w, const PopplerRectangle *at)
{
	gdouble height = w->y2 - w->y1;

	return at->y1 > w->y2 || at->y2 < w->y1 || at->x1 > w->x2 + height * GAP ||
	       at->x1 < w->x2 - height * OVERLAP;
}

/* @text: GLib's macro of the next character takes no const */
static void put_words(int page, gchar *text, const PopplerRectangle *at, guint n)
{
	struct word w = { .n = 0 };

	for (guint i = 0; i < n && *text; i++) {
		gchar *next = g_utf8_next_char(text);
		bool blank = is_blank(g_utf8_get_char(text));

		if (blank || (w.n && stands_apart(&w, &at[i]))) {
			put_word(page, &w);
			w.n = 0;
		}
		if (!blank) {
			if (!w.n)
				w =
					(struct word){ at[i].x1, at[i].y1, at[i].x2,
						       at[i].y2, text,	   0 };
			w.x2 = at[i].x2;
			w.n += (size_t)(next - text);
		}
		text = next;
	}
	put_word(page, &w);
}

static void put_page(PopplerDocument *document, int i)
{
	PopplerPage *page = poppler_document_get_page(document, i);
	PopplerRectangle *at = NULL;
	guint n = 0;
	char *text;

	if (!page)
		return;
	text = poppler_page_get_text(page);
	if (text && g_utf8_validate(text, -1, NULL) && poppler_page_get_text_layout(page, &at, &n))
		put_words(i + 1, text, at, n);
	g_free(at);
	g_free(text);
	g_object_unref(page);
}

static void put_document(PopplerDocument *document)
{
	int pages = poppler_document_get_n_pages(document);

	if (pages < 1)
		exit(PDF_STATUS_UNREADABLE);
	if (pages > PDF_PAGES_MAX)
		exit(PDF_STATUS_TOO_LARGE);
	printf("%d\n", pages);
	for (int i = 0; i < pages; i++)
		put_page(document, i);
	printf("end\n");
	if (fflush(stdout) != 0)
		exit(PDF_STATUS_UNREADABLE);
}

/* Nobody reads what the library remarks, and its own writer looks where it goes. */
static GLogWriterOutput keep_silent(GLogLevelFlags level, const GLogField *fields, gsize n,
				    gpointer arg)
{
	(void)level; /* one silence for all of them */
	(void)fields;
	(void)n;
	(void)arg;
	return G_LOG_WRITER_HANDLED;
}

int main(void)
{
	size_t n, n_password;
	PopplerDocument *document;
	GError *error = NULL;
	char *bytes, *password;
	GInputStream *file;

	/* Poppler takes a password in Latin-1: the C library loads that table while it still may. */
	if (g_iconv_open("ISO-8859-1", "UTF-8") == (GIConv)-1 || !confine())
		return PDF_STATUS_UNCONFINED;
	g_log_set_writer_func(keep_silent, NULL, NULL);
	if (setvbuf(stdout, buffer, _IOFBF, sizeof(buffer)) != 0)
		return PDF_STATUS_UNREADABLE;
	bytes = read_all(STDIN_FILENO, PDF_FILE_MAX, &n);
	password = read_all(PDF_PASSWORD_FD, PDF_PASSWORD_MAX, &n_password);
	if (!bytes || !password)
		return PDF_STATUS_UNREADABLE;
	/* As a stream: from bytes, Poppler 22.12 crashes at a wrong password. */
	file = g_memory_input_stream_new_from_data(bytes, (gssize)n, NULL);
	document = poppler_document_new_from_stream(file, (goffset)n, n_password ? password : NULL,
						    NULL, &error);
	if (!document)
		return g_error_matches(error, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED)
			       ? PDF_STATUS_PASSWORD
			       : PDF_STATUS_UNREADABLE;
	put_document(document);
	_exit(PDF_STATUS_READ); /* what ends here need not be released piece by piece */
}
