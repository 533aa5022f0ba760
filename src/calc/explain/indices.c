/* SPDX-License-Identifier: Apache-2.0 */
/*
 * indices.c: the result of the same flows in an index.
 *
 * The level of an index is written down by runs of one rate, or of one month, cut where money moved;
 * the same walk as in performance.c.
 */
#include "config.h"

#include "calc/explain/explain_figures.h"

#include "core/calendar.h"
#include "core/pool.h"

#include <math.h>

/* The number of days of the period from @from to @until, both inclusive, as an input. */
static struct term days_term(struct explain *e, enum explain_kind kind, const char *text,
			     struct day from, struct day until, int n)
{
	size_t in = explain_input(e, &(struct explain_input){ .kind = kind,
							      .text = text,
							      .has_day = true,
							      .day = from,
							      .has_until = true,
							      .until = until });

	return explain_value(e, in, "count", n, 0);
}

/* ---- CDI ---- */

/* Consecutive equal rates. */
struct cdi_run {
	size_t behind; /* index of the first different rate */
	struct term factor;
};

/* The run that contains @day, which the rates cover. */
static struct cdi_run run_on(struct explaining *x, const struct daily_rates *r, struct day day)
{
	struct explain *e = &x->e;
	struct cdi_run run = { .behind = 0 };
	const struct daily_rate *rate;
	struct term t;

	while (run.behind < r->n && !day_before(day, r->items[run.behind].day))
		run.behind++;
	rate = &r->items[run.behind - 1];
	while (run.behind < r->n && r->items[run.behind].daily_e8 == rate->daily_e8)
		run.behind++;
	t = daily_term(e, "cdi", *rate, rate->day, r->items[run.behind - 1].day);
	run.factor = explain_add(e, unit(e), t,
				 note_on("Fator de um dia útil a partir de {day}.", rate->day));
	return run;
}

/* The end of the run, at most @to, and its number of bank days. */
static struct day run_end(const struct cdi_run *run, const struct daily_rates *r, struct day from,
			  struct day to, int *n)
{
	struct day end = to;

	if (run->behind < r->n && day_before(r->items[run->behind].day, to))
		end = r->items[run->behind].day;
	*n = 0;
	for (struct day day = from; day_before(day, end); day = day_plus(day, 1))
		*n += day_is_business(day);
	return end;
}

static void levels_cdi(struct explaining *x, const struct day *days, size_t n, struct term *out)
{
	const struct daily_rates *r = &x->subject->indices->rates->cdi;
	struct explain *e = &x->e;
	struct cdi_run run = run_on(x, r, days[0]);
	struct term level = unit(e), part;
	struct day day = days[0];
	struct day end;
	int count;

	for (size_t i = 0; i < n; i++) {
		for (; day_before(day, days[i]); day = end) {
			if (run.behind < r->n && !day_before(day, r->items[run.behind].day))
				run = run_on(x, r, day);
			end = run_end(&run, r, day, days[i], &count);
			if (!count)
				continue;
			part = days_term(e, INPUT_DAYS, NULL, day, day_plus(end, -1), count);
			part = explain_power(e, run.factor, part, unit(e), ROUND_NONE, 0,
					     note_on("Fator dos dias úteis desde {day}.", day));
			level = explain_mul(e, level, part, ROUND_NONE, 0,
					    note_on("Nível do índice em {day}.", end));
		}
		out[i] = level;
	}
}

/* ---- IPCA ---- */

static void levels_ipca(struct explaining *x, const struct day *days, size_t n, struct term *out)
{
	const struct index_months *months = &x->subject->indices->rates->ipca;
	const struct index_month *now, *before = NULL;
	struct explain *e = &x->e;
	struct term level = unit(e);
	struct term factor = { 0 };
	struct day day = days[0];

	for (size_t i = 0; i < n; i++) {
		while (day_before(day, days[i])) {
			struct day first = month_first(day_month(day));
			struct day next = day_plus(month_last(day_month(day)), 1);
			struct day to = day_before(days[i], next) ? days[i] : next;
			struct term part = days_term(e, INPUT_RULE, "Dias corridos do trecho.", day,
						     day_plus(to, -1), to.n - day.n);

			now = benchmark_month(months, day_month(day));
			if (now != before)
				factor = index_month_term(
					e, "ipca", now,
					index_before(months, (size_t)(now - months->items)));
			before = now;
			part = explain_power(
				e, factor, part,
				days_term(e, INPUT_RULE, "Dias corridos do mês.", first,
					  day_plus(next, -1), next.n - first.n),
				ROUND_NONE, 0,
				note_on("Fator desde {day}: variação ^ (dias ÷ dias do mês).",
					day));
			level = explain_mul(e, level, part, ROUND_NONE, 0,
					    note_on("Nível do índice em {day}.", to));
			day = to;
		}
		out[i] = level;
	}
}

/* ---- indices with closes ---- */

static void levels_of_closes(struct explaining *x, const char *symbol,
			     const struct close_series *closes, const struct day *days, size_t n,
			     struct term *out)
{
	struct close c = { .day = { 0 } };
	struct explain *e = &x->e;

	for (size_t i = 0; i < n; i++) {
		size_t in;

		if (!close_at(closes, days[i], &c))
			return; /* unreachable: the result is known */
		in = explain_input(e, &(struct explain_input){ .kind = INPUT_QUOTE,
							       .symbol = symbol,
							       .type = ASSET_INDEX,
							       .has_day = true,
							       .day = c.day });
		out[i] = explain_value(e, in, "price", c.price.e12, PRICE_PLACES);
	}
}

static void levels_sp500(struct explaining *x, const struct day *days, size_t n, struct term *out)
{
	const struct benchmark_data *data = x->subject->indices;
	struct close rate = { .day = { 0 } };
	struct explain *e = &x->e;

	levels_of_closes(x, "SP500", &data->sp500, days, n, out);
	for (size_t i = 0; i < n; i++) {
		if (!fx_ptax(&data->usd, days[i], &rate))
			return; /* unreachable: the result is known */
		out[i] = explain_mul(
			e, out[i], rate_term(e, &rate), ROUND_NONE, 0,
			note_on("Em reais: × taxa de venda do Banco Central de {day}.", rate.day));
	}
}

/* ---- figures ---- */

static void levels_of(struct explaining *x, enum benchmark k, const struct day *days, size_t n,
		      struct term *out)
{
	switch (k) {
	case BENCHMARK_CDI:
		levels_cdi(x, days, n, out);
		break;
	case BENCHMARK_IPCA:
		levels_ipca(x, days, n, out);
		break;
	case BENCHMARK_IBOV:
		levels_of_closes(x, "IBOV", &x->subject->indices->ibov, days, n, out);
		break;
	case BENCHMARK_IFIX:
		levels_of_closes(x, "IFIX", &x->subject->indices->ifix, days, n, out);
		break;
	case BENCHMARK_SP500:
		levels_sp500(x, days, n, out);
		break;
	}
}

/* Writes null with its reason; false when the figure is known. */
static bool is_null(const struct benchmark_result *b, struct explain_figure *f)
{
	if (b->reason == BENCHMARK_KNOWN)
		return false;
	figure_null(f, benchmark_reasons[b->reason]);
	return true;
}

static struct term flow_term(struct explaining *x, const struct flow *flow)
{
	return figure_term(
		&x->e,
		&(struct explain_input){ .field = "flow", .has_day = true, .day = flow->day },
		flow->amount.e8, MONEY_PLACES);
}

static void write_final(struct explaining *x, enum benchmark k)
{
	const struct benchmark_result *b = &x->subject->benchmarks[k];
	const struct portfolio *p = x->subject->portfolio;
	struct term *levels = pool_array(x->e.pool, struct term, p->n_flows + 1);
	struct term *units = pool_array(x->e.pool, struct term, p->n_flows);
	struct day *days = pool_array(x->e.pool, struct day, p->n_flows + 1);
	struct explain *e = &x->e;
	struct term t;
	double size = 0;

	if (is_null(b, x->f))
		return;
	for (size_t i = 0; i < p->n_flows; i++)
		days[i] = p->flows[i].day;
	days[p->n_flows] = x->subject->as_of;
	levels_of(x, k, days, p->n_flows + 1, levels);
	for (size_t i = 0; i < p->n_flows; i++) {
		units[i] =
			explain_div(e, flow_term(x, &p->flows[i]), levels[i], ROUND_NONE, 0,
				    note_on("Unidades do fluxo de {day}: valor ÷ nível.", days[i]));
		size += units[i].n ? fabs((double)explain_number(e, units[i])) : 0;
	}
	t = explain_sum(e, units, p->n_flows, note_on("Soma das unidades.", x->subject->as_of));
	t = explain_negate(e, t, note_on("Compradas menos vendidas.", x->subject->as_of));
	t = explain_mul(e, t, levels[p->n_flows], ROUND_NONE, 0,
			note_on("O que resta, ao nível de {day}.", x->subject->as_of));
	figure_real(x->f, SHOWN_AMOUNT, t, b->final_value);
	if (levels[p->n_flows].n)
		x->f->size = size * (double)explain_number(e, levels[p->n_flows]);
}

static const char *const final_fields[BENCHMARKS] = {
	[BENCHMARK_CDI] = "history.meta.benchmarks.cdi.final_value",
	[BENCHMARK_IPCA] = "history.meta.benchmarks.ipca.final_value",
	[BENCHMARK_IBOV] = "history.meta.benchmarks.ibov.final_value",
	[BENCHMARK_IFIX] = "history.meta.benchmarks.ifix.final_value",
	[BENCHMARK_SP500] = "history.meta.benchmarks.sp500.final_value",
};

static void write_rate(struct explaining *x, enum benchmark k)
{
	const struct benchmark_result *b = &x->subject->benchmarks[k];
	const struct portfolio *p = x->subject->portfolio;
	struct term *list = pool_array(x->e.pool, struct term, p->n_flows + 1);

	if (is_null(b, x->f))
		return;
	if (!b->xirr_known) {
		figure_null(x->f,
			    "O que restaria no índice não é positivo, ou os fluxos não dão uma "
			    "taxa única.");
		return;
	}
	for (size_t i = 0; i < p->n_flows; i++)
		list[i] = flow_term(x, &p->flows[i]);
	list[p->n_flows] = figure_term(&x->e,
				       &(struct explain_input){ .field = final_fields[k],
								.has_day = true,
								.day = x->subject->as_of },
				       benchmark_left(b).e8, MONEY_PLACES);
	figure_real(
		x->f, SHOWN_RATE,
		explain_root(&x->e, list, p->n_flows + 1, b->xirr,
			     note_on("A taxa anual que zera a soma dos fluxos e do que resta no "
				     "índice, trazidos à data do primeiro.",
				     x->subject->as_of)),
		b->xirr);
}

static void write_change(struct explaining *x, enum benchmark k)
{
	const struct benchmark_result *b = &x->subject->benchmarks[k];
	struct explain *e = &x->e;
	struct term levels[2] = { { 0 }, { 0 } };
	struct day days[2] = { { 0 }, x->subject->as_of };
	struct term t;

	if (is_null(b, x->f))
		return;
	days[0] = x->subject->portfolio->flows[0].day;
	levels_of(x, k, days, ARRAY_SIZE(days), levels);
	t = explain_div(e, levels[1], levels[0], ROUND_NONE, 0,
			note_on("Nível agora ÷ nível no dia do primeiro fluxo.", days[1]));
	figure_real(x->f, SHOWN_RATE, explain_sub(e, t, unit(e), note_on("Menos um.", days[1])),
		    b->index_change);
}

#define INDEX_WRITERS(name, k)                                                                     \
	static void write_##name##_final(struct explaining *x)                                     \
	{                                                                                          \
		write_final(x, k);                                                                 \
	}                                                                                          \
	static void write_##name##_rate(struct explaining *x)                                      \
	{                                                                                          \
		write_rate(x, k);                                                                  \
	}                                                                                          \
	static void write_##name##_change(struct explaining *x)                                    \
	{                                                                                          \
		write_change(x, k);                                                                \
	}

INDEX_WRITERS(cdi, BENCHMARK_CDI)
INDEX_WRITERS(ipca, BENCHMARK_IPCA)
INDEX_WRITERS(ibov, BENCHMARK_IBOV)
INDEX_WRITERS(ifix, BENCHMARK_IFIX)
INDEX_WRITERS(sp500, BENCHMARK_SP500)

const struct other_figure index_figures[] = {
	{ { "history.meta.benchmarks.cdi.final_value", NEEDS_BENCHMARKS }, write_cdi_final },
	{ { "history.meta.benchmarks.cdi.xirr", NEEDS_BENCHMARKS }, write_cdi_rate },
	{ { "history.meta.benchmarks.cdi.index_change", NEEDS_BENCHMARKS }, write_cdi_change },
	{ { "history.meta.benchmarks.ipca.final_value", NEEDS_BENCHMARKS }, write_ipca_final },
	{ { "history.meta.benchmarks.ipca.xirr", NEEDS_BENCHMARKS }, write_ipca_rate },
	{ { "history.meta.benchmarks.ipca.index_change", NEEDS_BENCHMARKS }, write_ipca_change },
	{ { "history.meta.benchmarks.ibov.final_value", NEEDS_BENCHMARKS }, write_ibov_final },
	{ { "history.meta.benchmarks.ibov.xirr", NEEDS_BENCHMARKS }, write_ibov_rate },
	{ { "history.meta.benchmarks.ibov.index_change", NEEDS_BENCHMARKS }, write_ibov_change },
	{ { "history.meta.benchmarks.ifix.final_value", NEEDS_BENCHMARKS }, write_ifix_final },
	{ { "history.meta.benchmarks.ifix.xirr", NEEDS_BENCHMARKS }, write_ifix_rate },
	{ { "history.meta.benchmarks.ifix.index_change", NEEDS_BENCHMARKS }, write_ifix_change },
	{ { "history.meta.benchmarks.sp500.final_value", NEEDS_BENCHMARKS }, write_sp500_final },
	{ { "history.meta.benchmarks.sp500.xirr", NEEDS_BENCHMARKS }, write_sp500_rate },
	{ { "history.meta.benchmarks.sp500.index_change", NEEDS_BENCHMARKS }, write_sp500_change },
	{ .field = { .name = NULL } },
};
