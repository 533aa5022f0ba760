/* SPDX-License-Identifier: Apache-2.0 */
/* snd_page.c: how debentures.com.br writes its pages: header and footer, numbers, days. */
#include "config.h"

#include "load/snd_page.h"

#include "load/run.h"

#define LEAD_LINES 20

struct slice snd_header(struct load *l, const char *first, struct csv_form *form)
{
	struct slice line, head, rest;

	for (int i = 0; i < LEAD_LINES && reader_line(l->in, &line); i++) {
		bool tabs = memchr(line.p, '\t', line.n) != NULL;

		if (!slice_cut(line, tabs ? '\t' : ',', &head, &rest))
			continue;
		head = slice_trim(head);
		if (head.n >= 2 && head.p[0] == '"')
			head = (struct slice){ head.p + 1, head.n - 2 };
		if (!text_starts(text_fold(l->pool, text_from_cp1252(l->pool, head)), first))
			continue;
		*form = (struct csv_form){ .separator = tabs ? '\t' : ',',
					   .quoted = !tabs,
					   .cp1252 = tabs,
					   .quiet = true };
		return line;
	}
	load_fail(l, "não é uma página de debentures.com.br: falta o cabeçalho.");
}

bool snd_next(struct csv *c, size_t fields, bool *good)
{
	struct slice line;

	if (!reader_line(c->l->in, &line))
		return false;
	*good = csv_row(c, line);
	if (!*good)
		return true;
	if (c->form.separator != '\t' && !c->n)
		*good = false; /* an empty line at the end of a copy */
	return c->form.separator != '\t' || c->n >= fields;
}

enum field snd_number(const struct csv *c, size_t column, int places, wide max, wide *out)
{
	struct slice s = csv_cell(c, column);

	return c->form.separator == '\t' ? field_br(s, places, max, out)
					 : field_decimal(s, places, max, out);
}

enum field snd_day(struct load *l, struct slice s, struct day *out)
{
	struct slice day, month, year, rest;

	if (field_absent(s))
		return FIELD_ABSENT;
	if (!slice_cut(s, '/', &day, &rest) || !slice_cut(rest, '/', &month, &year))
		return field_day(s, out);
	if (!day.n || day.n > 2 || !month.n || month.n > 2)
		return FIELD_BAD;
	return field_day(
		slice_of(pool_printf(l->pool, "%s%.*s/%s%.*s/%.*s", day.n == 1 ? "0" : "",
				     (int)day.n, day.p, month.n == 1 ? "0" : "", (int)month.n,
				     month.p, (int)(year.n < 8 ? year.n : 8), year.p)),
		out);
}
