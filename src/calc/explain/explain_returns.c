/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_returns.c: the chain of points and the returns computed from it (doc/calculations.md 6.2): a month's, a
 * span's, the total, and the level of the chain.
 */
#include "config.h"

#include "calc/explain/explain_history.h"

#include "core/pool.h"

#include <math.h>

#define NO_TWR "Não há período com patrimônio para medir."

/* ---- factors ---- */

static struct term point_part(struct explaining *x, const char *field, struct day day, double v)
{
	if (v == 0)
		return x->e.zero;
	return figure_term_real(
		&x->e, &(struct explain_input){ .field = field, .has_day = true, .day = day }, v);
}

/* (V + S + I) / (V before + B) */
static struct term factor_term(struct explaining *x, const struct twr_point *before,
			       const struct twr_point *at)
{
	struct explain *e = &x->e;
	struct term base =
		before ? point_part(x, "history.point.equity", before->day, before->equity)
		       : e->zero;
	struct term top = point_part(x, "history.point.equity", at->day, at->equity);

	base = explain_add(e, base, point_part(x, "history.point.buys", at->day, at->buys),
			   note_on("Base de {day}: patrimônio de antes + o que entrou.", at->day));
	if (at->sells != 0)
		top = explain_add(e, top, point_part(x, "history.point.sells", at->day, at->sells),
				  note_on("Patrimônio de {day} + o que saiu.", at->day));
	if (at->income != 0)
		top = explain_add(e, top,
				  point_part(x, "history.point.income", at->day, at->income),
				  note_on("Mais os proventos de {day}.", at->day));
	return explain_div(e, top, base, ROUND_NONE, 0, note_on("Fator até {day}.", at->day));
}

/* A skipped step has no factor. */
static bool is_step(const struct twr_point *before, const struct twr_point *at)
{
	struct twr_chain chain = twr_begin(before);
	double factor;

	return twr_add(&chain, at, &factor);
}

/* Multiplies one more factor; the first one is the product. */
static void chain(struct explaining *x, struct term *product, struct term one, struct note say)
{
	if (product->n && one.n)
		*product = explain_mul(&x->e, *product, one, ROUND_NONE, 0, say);
	else if (one.n)
		*product = one;
}

/*
 * The product of the factors of the points in [@from, @to), the first of them from @base (NULL: from
 * nothing); a term of 0 when no step is valid.
 */
static struct term factors_term(struct explaining *x, size_t from, size_t to,
				const struct twr_point *base)
{
	const struct history *h = x->subject->history;
	struct term product = { 0 };

	for (size_t i = from; i < to; i++) {
		const struct twr_point *before = i > from ? &h->points[i - 1] : base;

		if (is_step(before, &h->points[i]))
			chain(x, &product, factor_term(x, before, &h->points[i]),
			      note_on("Produto dos fatores até {day}.", h->points[i].day));
	}
	return product;
}

/* ---- months ---- */

/* The index after the last point of the month of point @from. */
static size_t month_behind(const struct history *h, size_t from)
{
	size_t to = from;

	while (to < h->n_points &&
	       day_month(h->points[to].day).n == day_month(h->points[from].day).n)
		to++;
	return to;
}

struct term history_return(struct explaining *x, const struct history_month *m)
{
	return figure_term_real(&x->e,
				&(struct explain_input){ .field = "history.return_pct",
							 .has_month = true,
							 .month = m->month },
				m->return_pct);
}

static void write_return(struct explaining *x)
{
	const struct history_month *m = history_month_of(x, x->ask->month);
	const struct history *h = x->subject->history;
	struct term t;
	size_t from = 0;

	if (!m)
		return;
	if (!m->return_known) {
		figure_null(x->f, "Não há patrimônio para medir no mês.");
		return;
	}
	while (from < h->n_points && day_month(h->points[from].day).n < x->ask->month.n)
		from++;
	t = factors_term(x, from, month_behind(h, from), from ? &h->points[from - 1] : NULL);
	t = explain_sub(&x->e, t, unit(&x->e), note_on("Menos um.", x->subject->as_of));
	t = explain_mul(&x->e, t, hundred(&x->e), ROUND_NONE, 0,
			note_on("Em percentual.", x->subject->as_of));
	figure_real(x->f, SHOWN_RETURN, t, m->return_pct);
}

/* ---- chains of months ---- */

/* Whether a chain that reaches the points [@from, @to) from @base can use the month's own return. */
static const struct history_month *whole_month(const struct explaining *x, size_t from, size_t to,
					       const struct twr_point *base)
{
	const struct history *h = x->subject->history;
	const struct twr_point *before = from ? &h->points[from - 1] : NULL;
	struct month month = day_month(h->points[from].day);
	const struct history_month *m = history_month_of(x, month);

	if (to != month_behind(h, from) || (before && day_month(before->day).n == month.n) ||
	    (before ? before->equity : 0) != (base ? base->equity : 0))
		return NULL;
	return m && m->return_known ? m : NULL;
}

static struct term month_factor(struct explaining *x, const struct history_month *m)
{
	struct day end = month_last(m->month);
	struct term one = history_return(x, m);

	one = explain_div(&x->e, one, hundred(&x->e), ROUND_NONE, 0,
			  note_on("Retorno do mês como fração.", end));
	return explain_add(&x->e, unit(&x->e), one, note_on("Um mais o retorno.", end));
}

/*
 * The chain from @base (NULL: from nothing) up to the point before @behind: by whole months when
 * possible.
 */
static struct term chain_term(struct explaining *x, const struct twr_point *base, size_t behind)
{
	const struct history *h = x->subject->history;
	struct term product = { 0 };
	size_t from = 0;
	size_t to;

	while (base && from < behind && !day_before(base->day, h->points[from].day))
		from++;
	for (; from < behind; from = to) {
		const struct history_month *m;

		to = month_behind(h, from);
		to = to < behind ? to : behind;
		m = whole_month(x, from, to, base);
		chain(x, &product, m ? month_factor(x, m) : factors_term(x, from, to, base),
		      note_on("Encadeado até {day}.", h->points[to - 1].day));
		base = &h->points[to - 1];
	}
	return product;
}

/* ---- returns ---- */

static void write_cumulative(struct explaining *x, const struct twr *t, struct term product)
{
	figure_real(
		x->f, SHOWN_RATE,
		explain_sub(&x->e, product, unit(&x->e), note_on("Menos um.", x->subject->as_of)),
		t->cumulative);
}

static void write_annual(struct explaining *x, const struct twr *t, struct term product)
{
	struct day last = x->subject->as_of;
	struct explain *e = &x->e;
	struct term days;
	size_t in;

	if (!t->annual_known) {
		figure_null(x->f, "A série tem menos de 365 dias: não se anualiza.");
		return;
	}
	if (t->annualized <= -1) {
		figure_real(x->f, SHOWN_RATE,
			    explain_constant(e, -1, 0, "Nada restou: −100% ao ano."),
			    t->annualized);
		return;
	}
	in = explain_input(e, &(struct explain_input){
				      .kind = INPUT_RULE,
				      .text = "Dias corridos da primeira etapa válida ao fim.",
				      .has_day = true,
				      .day = t->first,
				      .has_until = true,
				      .until = last });
	days = explain_value(e, in, "count", last.n - t->first.n, 0);
	product = explain_power(e, product, explain_constant(e, 365, 0, "Dias do ano."), days,
				ROUND_NONE, 0, note_on("Elevado a 365 ÷ dias.", last));
	figure_real(x->f, SHOWN_RATE, explain_sub(e, product, unit(e), note_on("Menos um.", last)),
		    t->annualized);
}

static void write_chain(struct explaining *x, const struct twr *t, const struct twr_point *base,
			bool annual)
{
	struct term product;

	if (!t->known) {
		figure_null(x->f, NO_TWR);
		return;
	}
	product = chain_term(x, base, x->subject->history->n_points);
	if (annual)
		write_annual(x, t, product);
	else
		write_cumulative(x, t, product);
}

static void write_twr(struct explaining *x)
{
	write_chain(x, &x->subject->history->twr, NULL, false);
}

static void write_annualized(struct explaining *x)
{
	write_chain(x, &x->subject->history->twr, NULL, true);
}

static void write_twr_months(struct explaining *x)
{
	const struct twr *t = &x->subject->history->twr;
	struct day last = x->subject->as_of;
	struct explain *e = &x->e;
	struct term n;

	if (!t->known) {
		figure_null(x->f, NO_TWR);
		return;
	}
	n = explain_constant(e, day_month(last).n, 0,
			     "Último mês, contado desde o ano zero (ano × 12 + mês − 1).");
	n = explain_sub(e, n,
			explain_constant(e, day_month(t->first).n, 0,
					 "Mês da primeira etapa válida, contado do mesmo modo."),
			note_on("Meses entre o primeiro e o último.", last));
	n = explain_add(e, n, unit(e), note_on("Contando os dois.", last));
	figure_exact(x->f, SHOWN_INT, n, t->months, 0);
}

/* The product of all steps up to a day. */
static void write_level(struct explaining *x)
{
	const struct history *h = x->subject->history;
	struct twr_chain c = twr_begin(NULL);
	bool valid = false;
	double factor;
	size_t i = 0;

	for (; i < h->n_points && !day_before(x->ask->day, h->points[i].day); i++)
		valid = twr_add(&c, &h->points[i], &factor);
	if (i && valid && day_same(h->points[i - 1].day, x->ask->day))
		figure_real(x->f, SHOWN_REAL, chain_term(x, NULL, i), c.product);
}

/* ---- spans ---- */

static void write_span(struct explaining *x, enum span k, bool annual)
{
	const struct span_return *s = &x->subject->history->spans[k];
	const struct twr_point base = { .day = s->from, .equity = s->base };

	if (!s->reached)
		figure_null(x->f, "A carteira começou depois do início do período.");
	else
		write_chain(x, &s->twr, &base, annual);
}

/*
 * V - V of the beginning + S + I - B, over all points of the span.
 * @size: magnitude of the terms
 */
static struct term result_term(struct explaining *x, const struct span_return *s, double *size)
{
	const struct history *h = x->subject->history;
	const struct twr_point *last = &h->points[h->n_points - 1];
	struct term *in = pool_array(x->e.pool, struct term, 2 * h->n_points + 1);
	struct term *out = pool_array(x->e.pool, struct term, h->n_points + 1);
	struct explain *e = &x->e;
	size_t n_in = 0, n_out = 0;
	struct term top;

	in[n_in++] = point_part(x, "history.point.equity", last->day, last->equity);
	out[n_out++] = point_part(x, "history.point.equity", s->from, s->base);
	*size = last->equity + s->base;
	for (size_t i = 0; i < h->n_points; i++) {
		const struct twr_point *p = &h->points[i];

		if (!day_before(s->from, p->day))
			continue;
		if (p->sells != 0)
			in[n_in++] = point_part(x, "history.point.sells", p->day, p->sells);
		if (p->income != 0)
			in[n_in++] = point_part(x, "history.point.income", p->day, p->income);
		if (p->buys != 0)
			out[n_out++] = point_part(x, "history.point.buys", p->day, p->buys);
		*size += fabs(p->sells) + fabs(p->income) + fabs(p->buys);
	}
	top = explain_sum(e, in, n_in,
			  note_on("Patrimônio do fim, mais o que saiu e os proventos.", last->day));
	return explain_sub(
		e, top,
		explain_sum(e, out, n_out,
			    note_on("Patrimônio do começo, mais o que entrou.", s->from)),
		note_on("O que se ganhou além do que entrou e saiu.", last->day));
}

static void write_result(struct explaining *x, enum span k)
{
	const struct span_return *s = &x->subject->history->spans[k];
	double size;

	if (!s->reached) {
		figure_null(x->f, "A carteira começou depois do início do período.");
	} else if (!s->twr.known) {
		figure_null(x->f, NO_TWR);
	} else {
		figure_real(x->f, SHOWN_AMOUNT, result_term(x, s, &size), s->result);
		x->f->size = size;
	}
}

#define SPAN_WRITERS(name, span)                                                                   \
	static void write_##name(struct explaining *x)                                             \
	{                                                                                          \
		write_span(x, span, false);                                                        \
	}                                                                                          \
	static void write_##name##_annual(struct explaining *x)                                    \
	{                                                                                          \
		write_span(x, span, true);                                                         \
	}                                                                                          \
	static void write_##name##_result(struct explaining *x)                                    \
	{                                                                                          \
		write_result(x, span);                                                             \
	}

SPAN_WRITERS(month, SPAN_MONTH)
SPAN_WRITERS(ytd, SPAN_YTD)
SPAN_WRITERS(m6, SPAN_M6)
SPAN_WRITERS(m12, SPAN_M12)
SPAN_WRITERS(m24, SPAN_M24)
SPAN_WRITERS(m36, SPAN_M36)
SPAN_WRITERS(since_start, SPAN_START)

const struct other_figure return_figures[] = {
	{ { "history.return_pct", NEEDS_HISTORY | NEEDS_MONTH }, write_return },
	{ { "returns.twr.cumulative", NEEDS_HISTORY }, write_twr },
	{ { "returns.twr.annualized", NEEDS_HISTORY }, write_annualized },
	{ { "returns.twr.months", NEEDS_HISTORY }, write_twr_months },
	{ { "history.point.level", NEEDS_HISTORY | NEEDS_DAY }, write_level },
	{ { "history.meta.periods.month.cumulative", NEEDS_HISTORY }, write_month },
	{ { "history.meta.periods.month.annualized", NEEDS_HISTORY }, write_month_annual },
	{ { "history.meta.periods.ytd.cumulative", NEEDS_HISTORY }, write_ytd },
	{ { "history.meta.periods.ytd.annualized", NEEDS_HISTORY }, write_ytd_annual },
	{ { "history.meta.periods.m6.cumulative", NEEDS_HISTORY }, write_m6 },
	{ { "history.meta.periods.m12.cumulative", NEEDS_HISTORY }, write_m12 },
	{ { "history.meta.periods.m6.annualized", NEEDS_HISTORY }, write_m6_annual },
	{ { "history.meta.periods.m12.annualized", NEEDS_HISTORY }, write_m12_annual },
	{ { "history.meta.periods.m24.cumulative", NEEDS_HISTORY }, write_m24 },
	{ { "history.meta.periods.m24.annualized", NEEDS_HISTORY }, write_m24_annual },
	{ { "history.meta.periods.m36.cumulative", NEEDS_HISTORY }, write_m36 },
	{ { "history.meta.periods.m36.annualized", NEEDS_HISTORY }, write_m36_annual },
	{ { "history.meta.periods.since_start.cumulative", NEEDS_HISTORY }, write_since_start },
	{ { "history.meta.periods.since_start.annualized", NEEDS_HISTORY },
	  write_since_start_annual },
	{ { "history.meta.periods.month.result", NEEDS_HISTORY }, write_month_result },
	{ { "history.meta.periods.ytd.result", NEEDS_HISTORY }, write_ytd_result },
	{ { "history.meta.periods.m6.result", NEEDS_HISTORY }, write_m6_result },
	{ { "history.meta.periods.m12.result", NEEDS_HISTORY }, write_m12_result },
	{ { "history.meta.periods.m24.result", NEEDS_HISTORY }, write_m24_result },
	{ { "history.meta.periods.m36.result", NEEDS_HISTORY }, write_m36_result },
	{ { "history.meta.periods.since_start.result", NEEDS_HISTORY }, write_since_start_result },
	{ .field = { .name = NULL } },
};
