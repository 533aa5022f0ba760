/* SPDX-License-Identifier: Apache-2.0 */
/* figure_dump.c: figures as text, and their comparison. */
#include "config.h"

#include "calc/history/figure_dump.h"

#include "core/pool.h"

void figure_dump_init(struct figure_dump *t, void *pool)
{
	t->pool = pool;
	t->n = 0;
	buf_init(&t->b, pool, 1024);
}

void dump_day(struct figure_dump *t, struct day d)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	buf_printf(&t->b, "%s ", text);
}

void dump_number(struct figure_dump *t, wide value, int places)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, value, places, places, true);
	buf_printf(&t->b, "%s ", text);
}

void dump_double(struct figure_dump *t, double v)
{
	buf_printf(&t->b, "%.17g ", v);
}

void dump_ratio(struct figure_dump *t, struct ratio r)
{
	buf_printf(&t->b, "%lld/%lld ", (long long)r.n, (long long)r.d);
}

void dump_text(struct figure_dump *t, const char *s)
{
	buf_printf(&t->b, "%s ", s ? s : "-");
}

void dump_part_end(struct figure_dump *t)
{
	buf_char(&t->b, '\n');
}

void dump_figure(struct figure_dump *t, const char *name)
{
	while (t->b.n && (t->b.p[t->b.n - 1] == ' ' || t->b.p[t->b.n - 1] == '\n'))
		t->b.n--;
	t->figures[t->n].name = name;
	t->figures[t->n++].text = pool_strndup(t->pool, t->b.p, t->b.n);
	t->b.n = 0;
}

/* The line that contains @at. */
static const char *line_of(void *pool, const char *text, size_t at)
{
	size_t begin = at;

	while (begin && text[begin - 1] != '\n')
		begin--;
	return pool_strndup(pool, text + begin, strcspn(text + begin, "\n"));
}

void figure_dump_compare(struct finding *f, const char *symbol, const struct figure_dump *cached,
			 const struct figure_dump *derived)
{
	for (size_t i = 0; i < cached->n; i++) {
		const char *a = cached->figures[i].text, *b = derived->figures[i].text;
		size_t at = 0;

		if (str_eq(a, b) || f->n == f->max)
			continue;
		while (a[at] && a[at] == b[at])
			at++;
		f->out[f->n++] = (struct difference){
			.symbol = symbol,
			.figure = cached->figures[i].name,
			.cached = line_of(f->pool, a, at),
			.derived = line_of(f->pool, b, at),
		};
	}
}
