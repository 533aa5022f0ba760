/* SPDX-License-Identifier: Apache-2.0 */
/* returns_tables.c: returns, indices and months, as the pages of one portfolio and of all show them. */
#include "config.h"

#include <math.h>

#include "calc/views/views.h"
#include "console/chart.h"
#include "console/layout.h"
#include "core/number_text.h"

#define SHOWN 12 /* months of a page */

/* The change of an index is no figure of the person's, and has no explanation; figures that follow have those of @prefix. */
static void write_index(struct html *h, const char *key, enum benchmark k, struct index_value v,
			const char *prefix)
{
	shown_explained(h, NULL);
	shown_rate_cell(h, pool_printf(h->ctx->pool, "%s.index_%s", key, benchmark_names[k]),
			v.known, v.value);
	layout_explains(h, prefix, "");
}

void layout_periods(struct html *h, const struct history *history,
		    const struct span_indices *indices)
{
	static const char *const names[SPANS] = {
		[SPAN_MONTH] = "No mês",	 [SPAN_YTD] = "No ano",	  [SPAN_M6] = "6 meses",
		[SPAN_M12] = "Em 12 meses",	 [SPAN_M24] = "24 meses", [SPAN_M36] = "36 meses",
		[SPAN_START] = "Desde o início",
	};
	static const char *const keys[SPANS] = {
		[SPAN_MONTH] = "month",	      [SPAN_YTD] = "ytd", [SPAN_M6] = "m6",
		[SPAN_M12] = "m12",	      [SPAN_M24] = "m24", [SPAN_M36] = "m36",
		[SPAN_START] = "since_start",
	};

	layout_explains(h, "history.meta.periods.", "");
	layout_table(h, "Rentabilidade ao lado dos índices", 1,
		     HEADINGS("Período", "Carteira", "CDI", "IPCA", "Ibovespa", "Ao ano"));
	for (int k = 0; k < SPANS; k++) {
		const struct span_return *s = &history->spans[k];
		bool known = s->reached && s->twr.known;

		html_row(h);
		html_cell(h, names[k]);
		shown_rate_cell(h, pool_printf(h->ctx->pool, "%s.cumulative", keys[k]), known,
				s->twr.cumulative);
		for (int b = BENCHMARK_CDI; b <= BENCHMARK_IBOV; b++)
			write_index(h, keys[k], (enum benchmark)b, indices->change[k][b],
				    "history.meta.periods.");
		shown_rate_cell(h, pool_printf(h->ctx->pool, "%s.annualized", keys[k]),
				known && s->twr.annual_known, s->twr.annualized);
		html_row_end(h);
	}
	html_table_end(h);
	layout_explains(h, "", "");
}

void layout_measured(struct html *h, const struct portfolio *p)
{
	struct percent without = returns_cost_share(p);
	void *pool = h->ctx->pool;

	if (without.e8 < E8 / 20) /* is 0,0% when shown */
		return;
	html_p_link(h, "#contas",
		    pool_printf(pool,
				"A rentabilidade é medida em %s%% do patrimônio: %s%% não tem "
				"cotação e está pelo custo.",
				percent_text(pool, (struct percent){ 100 * E8 - without.e8 }, 1),
				percent_text(pool, without, 1)));
}

static const char *const benchmark_titles[BENCHMARKS] = { "CDI", "IPCA", "Ibovespa", "IFIX",
							  "S&P 500, em reais" };

/* The same comparison in words, under the indices. */
static void write_own(struct html *h, const char *title, const struct portfolio *p,
		      const struct history *history)
{
	const struct span_return *s = &history->spans[SPAN_START];

	html_row(h);
	html_cell(h, title);
	layout_explains(h, "history.meta.periods.", "");
	shown_rate_cell(h, "since_start.cumulative", s->reached && s->twr.known, s->twr.cumulative);
	layout_explains(h, "", "");
	shown_money_cell(h, "patrimonio", true, p->patrimonio);
	shown_rate_cell(h, "xirr", p->xirr_known, p->xirr);
	html_row_end(h);
}

/* What the same flows leave; below zero they would have ended before the last withdrawals. */
static void write_left(struct html *h, const char *name, bool known, struct money left)
{
	shown_cell(h);
	shown_money(h, name, known, left);
	if (left.e8 < 0)
		html_element(h, "small", "acabaria antes das mesmas retiradas: é o que faltaria");
	shown_cell_end(h);
}

void layout_benchmarks(struct html *h, const char *title, const struct portfolio *p,
		       const struct history *history, const struct span_indices *indices,
		       const struct benchmark_result *b)
{
	const char *prefix = "history.meta.benchmarks.";

	layout_table(h, "Ao lado dos índices", 1,
		     HEADINGS("Índice", "Variação", "Valeriam", "Ao ano"));
	write_own(h, title, p, history);
	layout_explains(h, prefix, "");
	for (int k = 0; k < BENCHMARKS; k++) {
		const char *name = benchmark_names[k];
		void *pool = h->ctx->pool;
		bool known = b[k].reason == BENCHMARK_KNOWN;

		/* Their series are not on every installation. */
		if (k > BENCHMARK_IBOV && b[k].reason == BENCHMARK_NO_DATA)
			continue;
		html_row(h);
		html_cell(h, benchmark_titles[k]);
		/* From the same day as the return above it, and the same figure as in layout_periods(). */
		write_index(h, "since_start", (enum benchmark)k, indices->change[SPAN_START][k],
			    prefix);
		write_left(h, pool_printf(pool, "%s.final_value", name), known,
			   known ? benchmark_left(&b[k]) : (struct money){ 0 });
		shown_rate_cell(h, pool_printf(pool, "%s.xirr", name), known && b[k].xirr_known,
				b[k].xirr);
		html_row_end(h);
	}
	html_table_end(h);
	layout_explains(h, "", "");
}

/* ---- month by month ---- */

/* Of the newest @n months. */
static const double *values_of(void *pool, const struct history *history, size_t n, size_t offset)
{
	double *out = pool_array(pool, double, n);

	for (size_t i = 0; i < n; i++) {
		const struct history_month *from = &history->months[history->n_months - n + i];
		struct money m;

		memcpy(&m, (const char *)from + offset, sizeof(m));
		out[i] = money_double(m);
	}
	return out;
}

static const char **labels_of(void *pool, const struct history *history, size_t n)
{
	const char **out = pool_array(pool, const char *, n);

	for (size_t i = 0; i < n; i++)
		out[i] = month_text(pool, history->months[history->n_months - n + i].month);
	return out;
}

/* ---- value, contributed and indices ---- */

/* The points of the chart: months, or the days of the last one. */
struct points {
	const struct history *history;
	size_t first, n;
	const char *(*label)(void *pool, const struct history *h, size_t i);
	double (*equity)(const struct history *h, size_t i);
	double (*contributed)(const struct history *h, size_t i);
	struct index_value (*index)(const struct history *h, const struct benchmark_result *b,
				    size_t i);
};

static const char *month_label(void *pool, const struct history *h, size_t i)
{
	return month_text(pool, h->months[i].month);
}

static double month_equity(const struct history *h, size_t i)
{
	return money_double(h->months[i].equity);
}

static double month_contributed(const struct history *h, size_t i)
{
	return money_double(h->months[i].contributed);
}

static const char *day_label(void *pool, const struct history *h, size_t i)
{
	return date_text(pool, h->days[i].day);
}

static double day_equity(const struct history *h, size_t i)
{
	return money_double(h->days[i].equity);
}

static double day_contributed(const struct history *h, size_t i)
{
	return money_double(h->days[i].contributed);
}

static struct points points_of(struct ctx *ctx, const struct history *h,
			       const struct chart_span *span)
{
	struct points p = { .history = h,
			    .n = chart_span_months(span, ctx->today, h->n_months),
			    .label = month_label,
			    .equity = month_equity,
			    .contributed = month_contributed,
			    .index = benchmark_of_month };

	p.first = h->n_months - p.n;
	if (span->daily)
		p = (struct points){
			h, 0, h->n_days, day_label, day_equity, day_contributed, benchmark_of_day
		};
	return p;
}

static const double *line_of(void *pool, const struct points *p,
			     double (*value)(const struct history *h, size_t i))
{
	double *out = pool_array(pool, double, p->n);

	for (size_t i = 0; i < p->n; i++)
		out[i] = value(p->history, p->first + i);
	return out;
}

/* NULL: not known. */
static const double *index_line(void *pool, const struct points *p,
				const struct benchmark_result *b)
{
	double *out = pool_array(pool, double, p->n);

	if (b->reason != BENCHMARK_KNOWN)
		return NULL;
	for (size_t i = 0; i < p->n; i++) {
		struct index_value v = p->index(p->history, b, p->first + i);

		out[i] = v.known ? v.value : (double)NAN;
	}
	return out;
}

void layout_value(struct html *h, const struct history *history, const struct benchmark_result *b,
		  const struct chart_span *span)
{
	static const enum benchmark indices[] = { BENCHMARK_CDI, BENCHMARK_IPCA, BENCHMARK_IBOV };
	const struct points p = points_of(h->ctx, history, span);
	void *pool = h->ctx->pool;
	const char **labels = pool_array(pool, const char *, p.n);
	const struct history_month *last;
	struct chart_series lines[CHART_SERIES] = {
		{ .name = "Valor", .values = line_of(pool, &p, p.equity) },
		{ .name = "Aportado", .values = line_of(pool, &p, p.contributed), .steps = true },
	};
	struct chart c = { .id = "valor",
			   .title = "Valor, aportado e índices",
			   .labels = labels,
			   .days = span->daily,
			   /* A period that is the whole begins with nothing. */
			   .change = p.n > 1 && (span->daily || p.first),
			   .n = p.n,
			   .series = lines,
			   .n_series = 2 };

	if (!p.n)
		return;
	for (size_t i = 0; i < p.n; i++)
		labels[i] = p.label(pool, history, p.first + i);
	for (size_t i = 0; i < ARRAY_SIZE(indices); i++) {
		const double *values = index_line(pool, &p, &b[indices[i]]);

		if (values)
			lines[c.n_series++] =
				(struct chart_series){ .name = benchmark_titles[indices[i]],
						       .values = values,
						       .off = indices[i] != BENCHMARK_CDI };
	}
	last = &history->months[history->n_months - 1];
	c.description = pool_printf(
		pool,
		"De %s a %s; no fim, %s de valor e %s aportados. Os índices são o que os "
		"mesmos aportes valeriam neles.",
		labels[0], labels[p.n - 1], shown_brl(pool, last->equity),
		shown_brl(pool, last->contributed));
	chart_lines(h, &c);
}

void layout_days(struct html *h, const struct history *history)
{
	char day[DAY_TEXT_SIZE];

	layout_table(h, "Dia a dia", 1, HEADINGS("Dia", "Valor", "Aportado"));
	for (size_t i = history->n_days; i--;) {
		const struct history_day *d = &history->days[i];

		day_format(d->day, day);
		layout_explains(h, "history.meta.daily.",
				pool_printf(h->ctx->pool, "&day=%s", day));
		html_row(h);
		html_cell(h, date_text(h->ctx->pool, d->day));
		shown_money_cell(h, "equity", true, d->equity);
		shown_money_cell(h, "contributed", true, d->contributed);
		html_row_end(h);
	}
	html_table_end(h);
	layout_explains(h, "", "");
}

static void write_bars(struct html *h, const struct history *history)
{
	void *pool = h->ctx->pool;
	size_t n = history->n_months;
	const struct chart_series bars[] = {
		{ .name = "Proventos",
		  .values = values_of(pool, history, n, offsetof(struct history_month, income)) },
		{ .name = "Lucro realizado",
		  .values = values_of(pool, history, n, offsetof(struct history_month, realized)) },
	};

	chart_bars(h, &(struct chart){ .id = "mes",
				       .title = "Proventos e resultado realizado, por mês",
				       .description = "Os valores estão na tabela abaixo.",
				       .labels = labels_of(pool, history, n),
				       .n = n,
				       .series = bars,
				       .n_series = ARRAY_SIZE(bars) });
}

static void write_month(struct html *h, const struct history_month *m)
{
	const char *month = month_iso(h->ctx->pool, m->month);

	layout_explains(h, "history.", pool_printf(h->ctx->pool, "&month=%s", month));
	html_row(h);
	html_cell(h, month_text(h->ctx->pool, m->month));
	shown_money_cell(h, "equity", true, m->equity);
	shown_money_cell(h, "contributed", true, m->contributed);
	shown_money_cell(h, "income", true, m->income);
	shown_money_cell(h, "realized", true, m->realized);
	shown_cell(h);
	shown_points(h, "return_pct", m->return_known, m->return_pct);
	shown_cell_end(h);
	shown_led(h, "#antigo");
	shown_percent_cell(h, "stale_pct", m->stale_known, m->stale_pct);
	html_row_end(h);
}

void layout_months(struct html *h, const struct history *history, const char *path, size_t page)
{
	size_t skipped = (page - 1) * SHOWN;

	if (!history->n_months) {
		html_p(h, "Ainda não há meses: nada entrou na carteira.");
		return;
	}
	write_bars(h, history);
	layout_table(h, "Mês a mês", 1,
		     HEADINGS("Mês", "Valor", "Aportado", "Proventos", "Realizado", "Rentabilidade",
			      "A preço antigo ou ao custo"));
	for (size_t i = skipped; i < history->n_months && i < skipped + SHOWN; i++)
		write_month(h, &history->months[history->n_months - 1 - i]);
	html_table_end(h);
	layout_explains(h, "", "");
	html_open(h, "p");
	html_attr(h, "id", "antigo");
	html_text(
		h,
		"A preço antigo ou ao custo: do valor do mês, a parte dos ativos cuja cotação já "
		"era antiga no fim dele, ou que não tinham nenhuma e vão pelo custo. A explicação "
		"do valor do mês leva a cada ativo e ao dia do seu preço.");
	html_close(h, "p");
	layout_pages(h, pool_printf(h->ctx->pool, "%s?", path), page, SHOWN, history->n_months);
}
