/* SPDX-License-Identifier: Apache-2.0 */
/* csv_write.c: lines of cells, a separator between two, CRLF behind each line. */
#include "config.h"

#include "core/csv_write.h"

#include "core/text.h"

void csv_put_cell(struct csv_writer *w, const char *text)
{
	if (w->begun)
		buf_char(w->out, w->separator);
	w->begun = true;
	if (!text)
		return;
	if (!text[strcspn(text, ";\"\r\n\t")] && !strchr(text, w->separator) &&
	    !(w->quotes_blanks && strchr(text, ' '))) {
		buf_str(w->out, text);
		return;
	}
	buf_char(w->out, '"');
	for (; *text; text++) {
		if (*text == '"')
			buf_char(w->out, '"');
		buf_char(w->out, *text);
	}
	buf_char(w->out, '"');
}

void csv_end_line(struct csv_writer *w)
{
	buf_str(w->out, "\r\n");
	w->begun = false;
}

/* Whether a spreadsheet would take the text for a formula or trim it, or the text begins like a guard. */
static bool needs_guard(const char *text)
{
	struct slice s = slice_of(text);

	return s.n && (text[0] == '\'' || text_is_formula(text) || slice_trim(s).p != text);
}

const char *csv_guarded(void *pool, const char *text)
{
	return text && needs_guard(text) ? pool_printf(pool, "'%s", text) : text;
}

const char *csv_unguarded(const char *cell)
{
	return cell[0] == '\'' && needs_guard(cell + 1) ? cell + 1 : cell;
}

void csv_put_text(struct csv_writer *w, const char *text)
{
	csv_put_cell(w, csv_guarded(w->out->pool, text));
}
