/* SPDX-License-Identifier: Apache-2.0 */
/* tax_lines.c: the tax of the touched months in lines, before and after: sales, exemption, due, DARF, and the year abroad. */
#include "config.h"

#include "portfolio/what_if/what_if.h"

#include "core/number_text.h"
#include "core/text.h"
#include "portfolio/tax/tax_answers.h"

struct lines {
	void *pool;
	struct what_if_tax_line *list;
	size_t n;
};

static struct what_if_tax_line *add(struct lines *l, const char *name, const char *what)
{
	struct what_if_tax_line *line = &l->list[l->n++];

	*line = (struct what_if_tax_line){ .name = name, .what = what };
	return line;
}

static void set(struct what_if_tax_line *line, const struct tax_figure *before,
		const struct tax_figure *after)
{
	line->was = before != NULL;
	line->before = before ? *before : (struct tax_figure){ .known = false };
	line->after = after ? *after : (struct tax_figure){ .known = false };
}

static const struct tax_month *month_in(const struct tax_year *y, int n)
{
	for (size_t i = 0; i < y->n_months; i++)
		if (y->months[i].month.n % 12 == n)
			return &y->months[i];
	return NULL;
}

/* The amount of the DARF of the same period and code, or NULL. */
static const struct tax_figure *darf_in(const struct tax_year *y, const struct tax_darf *like)
{
	for (size_t i = 0; i < y->n_darf; i++)
		if (y->darf[i].period.n == like->period.n && str_eq(y->darf[i].code, like->code))
			return &y->darf[i].amount;
	return NULL;
}

static const char *exempt_said(const struct tax_month *m)
{
	return !m || !m->shares_sold ? NULL
	       : !m->exempt_known    ? "não se sabe"
	       : m->exempt	     ? "sim"
				     : "não";
}

static void add_month(struct lines *l, struct month month, const struct tax_month *a,
		      const struct tax_month *b)
{
	const char *name = month_text(l->pool, month);
	struct what_if_tax_line *line;

	line = add(l, "share_sales", pool_printf(l->pool, "Vendido em ações, %s", name));
	set(line, a ? &a->share_sales : NULL, b ? &b->share_sales : NULL);
	line->month = month;
	line = add(l, NULL, pool_printf(l->pool, "Ganho isento, %s", name));
	line->was_said = exempt_said(a);
	line->is_said = exempt_said(b);
	line = add(l, "due", pool_printf(l->pool, "Devido, %s", name));
	set(line, a ? &a->due : NULL, b ? &b->due : NULL);
	line->month = month;
}

static bool differ(const struct tax_figure *a, const struct tax_figure *b)
{
	return !a || !b || a->known != b->known || (a->known && a->m.e8 != b->m.e8);
}

static bool months_differ(const struct tax_month *a, const struct tax_month *b)
{
	return !a || !b || differ(&a->share_sales, &b->share_sales) || differ(&a->due, &b->due) ||
	       a->exempt_known != b->exempt_known || a->exempt != b->exempt;
}

static void add_darf(struct lines *l, const struct tax_darf *d, const struct tax_figure *was,
		     const struct tax_figure *is)
{
	set(add(l, "darf",
		pool_printf(l->pool, "DARF %s (%s) de %s, até %s", d->code, tax_code_said(d->code),
			    month_text(l->pool, d->period), date_text(l->pool, d->due_on))),
	    was, is);
}

static bool is_touched(const struct year_months *t, struct month m)
{
	return month_year(m) == t->year && t->months[m.n % 12];
}

/* Whether a month is compared, and told: @differs, or it is one of the change itself. */
static bool is_told(const struct year_months *t, struct month m, bool differs)
{
	return is_touched(t, m) || (differs && month_year(m) == t->year && t->later[m.n % 12]);
}

static bool any_touched(const struct year_months *t)
{
	for (int n = 0; n < 12; n++)
		if (t->months[n])
			return true;
	return false;
}

size_t what_if_tax_lines(void *pool, const struct year_months *t, const struct tax_year *before,
			 const struct tax_year *after, struct what_if_tax_line **out)
{
	struct lines l = { .pool = pool,
			   .list = pool_array(pool, struct what_if_tax_line,
					      3 * 12 + before->n_darf + after->n_darf + 1) };
	const struct tax_exterior *a = before->exterior, *b = after->exterior;

	for (int n = 0; n < 12; n++) {
		const struct tax_month *was = month_in(before, n), *is = month_in(after, n);

		if ((was || is) && is_told(t, month_of(t->year, n + 1), months_differ(was, is)))
			add_month(&l, month_of(t->year, n + 1), was, is);
	}
	for (size_t i = 0; i < after->n_darf; i++) {
		const struct tax_darf *is = &after->darf[i];
		const struct tax_figure *was = darf_in(before, is);

		if (is_told(t, is->period, differ(was, &is->amount)))
			add_darf(&l, is, was, &is->amount);
	}
	for (size_t i = 0; i < before->n_darf; i++)
		if (is_told(t, before->darf[i].period, true) && !darf_in(after, &before->darf[i]))
			add_darf(&l, &before->darf[i], &before->darf[i].amount, NULL);
	if ((a || b) && (any_touched(t) || !a || !b || differ(&a->due, &b->due)))
		set(add(&l, "exterior_due",
			pool_printf(pool, "Exterior em %d, com a declaração", t->year)),
		    a ? &a->due : NULL, b ? &b->due : NULL);
	*out = l.list;
	return l.n;
}
