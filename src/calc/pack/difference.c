/* SPDX-License-Identifier: Apache-2.0 */
/* difference.c: figures told as text, and which of them differ. */
#include "config.h"

#include "calc/pack/difference.h"

#include "core/pool.h"

void telling_init(struct telling *t, void *pool)
{
	t->pool = pool;
	t->n = 0;
	buf_init(&t->b, pool, 1024);
}

void part_day(struct telling *t, struct day d)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	buf_printf(&t->b, "%s ", text);
}

void part_number(struct telling *t, wide value, int places)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, value, places, places, true);
	buf_printf(&t->b, "%s ", text);
}

void part_double(struct telling *t, double v)
{
	buf_printf(&t->b, "%.17g ", v);
}

void part_ratio(struct telling *t, struct ratio r)
{
	buf_printf(&t->b, "%lld/%lld ", (long long)r.n, (long long)r.d);
}

void part_text(struct telling *t, const char *s)
{
	buf_printf(&t->b, "%s ", s ? s : "-");
}

void part_end(struct telling *t)
{
	buf_char(&t->b, '\n');
}

void tell(struct telling *t, const char *name)
{
	while (t->b.n && (t->b.p[t->b.n - 1] == ' ' || t->b.p[t->b.n - 1] == '\n'))
		t->b.n--;
	t->figures[t->n].name = name;
	t->figures[t->n++].text = pool_strndup(t->pool, t->b.p, t->b.n);
	t->b.n = 0;
}

/* The line that @at is in. */
static const char *line_of(void *pool, const char *text, size_t at)
{
	size_t begin = at;

	while (begin && text[begin - 1] != '\n')
		begin--;
	return pool_strndup(pool, text + begin, strcspn(text + begin, "\n"));
}

void telling_compare(struct finding *f, const char *symbol, const struct telling *kept,
		     const struct telling *derived)
{
	for (size_t i = 0; i < kept->n; i++) {
		const char *a = kept->figures[i].text, *b = derived->figures[i].text;
		size_t at = 0;

		if (str_eq(a, b) || f->n == f->max)
			continue;
		while (a[at] && a[at] == b[at])
			at++;
		f->out[f->n++] = (struct difference){
			.symbol = symbol,
			.figure = kept->figures[i].name,
			.kept = line_of(f->pool, a, at),
			.derived = line_of(f->pool, b, at),
		};
	}
}
