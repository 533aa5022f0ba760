/* SPDX-License-Identifier: Apache-2.0 */
/* risk.c: volatility of the months, and the maximum drawdown of the chain. */
#include "config.h"

#include "calc/explain/explain_history.h"

#include "core/pool.h"

/* ---- volatility ---- */

/* The whole months that have a return, as figures. */
static size_t month_terms(struct explaining *x, struct term **out)
{
	const struct history *h = x->subject->history;
	struct term *list = pool_array(x->e.pool, struct term, h->n_months);
	size_t n = 0;

	for (size_t i = 0; i < h->n_months; i++)
		if (risk_counts(&h->months[i], x->subject->as_of))
			list[n++] = history_return(x, &h->months[i]);
	*out = list;
	return n;
}

static void write_months(struct explaining *x)
{
	struct risk r = risk_of(x->subject->history, x->subject->as_of);
	struct term *list;
	size_t n = month_terms(x, &list);

	figure_exact(
		x->f, SHOWN_INT,
		n ? explain_count(&x->e, list, n,
				  note_on("Quantos meses inteiros têm retorno.", x->subject->as_of))
		  : x->e.zero,
		(wide)r.months, 0);
}

/* The sum of squared differences to the mean. */
static struct term squares_term(struct explaining *x, struct term *list, size_t n,
				struct term count)
{
	struct day last = x->subject->as_of;
	struct explain *e = &x->e;
	struct term mean, apart;

	for (size_t i = 0; i < n; i++)
		list[i] = explain_div(e, list[i], hundred(e), ROUND_NONE, 0,
				      note_on("Retorno do mês como fração.", last));
	mean = explain_div(e, explain_sum(e, list, n, note_on("Soma dos retornos.", last)), count,
			   ROUND_NONE, 0, note_on("Retorno médio de um mês.", last));
	for (size_t i = 0; i < n; i++) {
		apart = explain_sub(e, list[i], mean, note_on("Distância à média.", last));
		list[i] = explain_mul(e, apart, apart, ROUND_NONE, 0,
				      note_on("Quadrado da distância.", last));
	}
	return explain_sum(e, list, n, note_on("Soma dos quadrados.", last));
}

static void write_volatility(struct explaining *x)
{
	struct risk r = risk_of(x->subject->history, x->subject->as_of);
	struct day last = x->subject->as_of;
	struct explain *e = &x->e;
	struct term *list;
	struct term count, t, one;
	size_t n;

	if (!r.volatility_known) {
		figure_null(x->f, "Há menos de 6 meses inteiros com retorno.");
		return;
	}
	n = month_terms(x, &list);
	one = unit(e);
	count = explain_count(e, list, n, note_on("Quantos meses inteiros têm retorno.", last));
	t = squares_term(x, list, n, count);
	t = explain_div(e, t, explain_sub(e, count, one, note_on("Meses menos um.", last)),
			ROUND_NONE, 0,
			note_on("Variância amostral: soma dos quadrados ÷ (meses − 1).", last));
	t = explain_mul(e, t, explain_constant(e, 12, 0, "Meses do ano."), ROUND_NONE, 0,
			note_on("Variância de um ano.", last));
	t = explain_power(e, t, one, explain_constant(e, 2, 0, "Raiz quadrada: elevado a 1 ÷ 2."),
			  ROUND_NONE, 0, note_on("Volatilidade anual: a raiz da variância.", last));
	figure_real(x->f, SHOWN_RATE, t, r.volatility);
}

/* ---- maximum drawdown ---- */

/* The level of the chain after each valid step, beginning with 1 on the day before. */
static size_t level_terms(struct explaining *x, struct term **out)
{
	const struct history *h = x->subject->history;
	struct term *list = pool_array(x->e.pool, struct term, h->n_points + 1);
	struct twr_chain c = twr_begin(NULL);
	double factor;
	size_t n = 0;

	for (size_t i = 0; i < h->n_points; i++) {
		struct day day = h->points[i].day;

		if (!twr_add(&c, &h->points[i], &factor))
			continue;
		if (!n) {
			size_t in = explain_input(
				&x->e, &(struct explain_input){
					       .kind = INPUT_RULE,
					       .text = "Nível antes da primeira etapa válida.",
					       .has_day = true,
					       .day = day_plus(day, -1) });

			list[n++] = explain_value(&x->e, in, "value", 1, 0);
		}
		list[n++] = figure_term_real(
			&x->e,
			&(struct explain_input){
				.field = "history.point.level", .has_day = true, .day = day },
			c.product);
	}
	*out = list;
	return n;
}

static struct term fall_term(struct explaining *x, enum explain_op op, const char *text)
{
	struct term *list;
	size_t n = level_terms(x, &list);

	return explain_drawdown(&x->e, op, list, n, note_on(text, x->subject->as_of));
}

static void write_depth(struct explaining *x)
{
	const struct drawdown *d = &x->subject->history->drawdown;

	if (!d->known)
		figure_null(x->f, "Não há período com patrimônio para medir.");
	else
		figure_real(
			x->f, SHOWN_RATE,
			fall_term(x, OP_DRAWDOWN,
				  "O menor quociente entre um nível e o mais alto até ele, menos "
				  "um."),
			d->depth);
}

static void write_day(struct explaining *x, enum explain_op op, const char *text, struct day day)
{
	const struct drawdown *d = &x->subject->history->drawdown;

	if (d->known && d->depth < 0)
		figure_exact(x->f, SHOWN_DAY, fall_term(x, op, text), day.n, 0);
	else
		figure_null(x->f, "Não houve queda.");
}

static void write_start(struct explaining *x)
{
	write_day(x, OP_DRAWDOWN_START, "O último dia no nível mais alto de antes da maior queda.",
		  x->subject->history->drawdown.peak);
}

static void write_trough(struct explaining *x)
{
	write_day(x, OP_DRAWDOWN_TROUGH, "O primeiro dia no fundo da maior queda.",
		  x->subject->history->drawdown.trough);
}

static void write_recovery(struct explaining *x)
{
	const struct drawdown *d = &x->subject->history->drawdown;

	if (d->known && d->depth < 0 && !d->recovered)
		figure_null(x->f, "A maior queda ainda não se recuperou.");
	else
		write_day(x, OP_DRAWDOWN_RECOVERY,
			  "O primeiro dia depois do fundo em que o nível volta ao de antes da "
			  "queda.",
			  d->recovery);
}

const struct other_figure risk_figures[] = {
	{ { "history.meta.risk.volatility", NEEDS_HISTORY }, write_volatility },
	{ { "history.meta.risk.months", NEEDS_HISTORY }, write_months },
	{ { "history.meta.risk.max_drawdown.value", NEEDS_HISTORY }, write_depth },
	{ { "history.meta.risk.max_drawdown.start", NEEDS_HISTORY }, write_start },
	{ { "history.meta.risk.max_drawdown.trough", NEEDS_HISTORY }, write_trough },
	{ { "history.meta.risk.max_drawdown.recovery", NEEDS_HISTORY }, write_recovery },
	{ .field = { .name = NULL } },
};
