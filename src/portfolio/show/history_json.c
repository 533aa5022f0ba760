/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history_json.c: months of a portfolio as {data, meta}.
 *
 * Beyond the contract: return_pct of a month and, in meta, periods, benchmarks and risk, each null with
 * its reason when it is undefined.
 */
#include "config.h"

#include "portfolio/show/history_json.h"

#include <math.h>

#define RATE_PLACES 6

void twr_render(struct json *j, const char *name, const struct twr *t)
{
	if (!json_open_if(j, name, t->known))
		return;
	json_rate(j, "cumulative", t->cumulative, RATE_PLACES);
	json_rate_or_null(j, "annualized", t->annual_known, t->annualized, RATE_PLACES);
	json_int(j, "months", t->months);
	json_close(j);
}

static void rate_or_null(struct json *j, const char *name, bool known, double rate)
{
	json_rate_or_null(j, name, known, rate, RATE_PLACES);
}

/* What the same flows would be worth in each index at the end of a month, or of a day. */
static void render_indices(struct json *j, const struct history_shown *s,
			   struct index_value (*value)(const struct history *h,
						       const struct benchmark_result *b, size_t i),
			   size_t i)
{
	json_open(j, "indices");
	for (int k = 0; k < BENCHMARKS; k++) {
		struct index_value v = value(s->history, &s->benchmarks[k], i);

		json_rate_or_null(j, benchmark_names[k], v.known, v.value, 2);
	}
	json_close(j);
}

static void render_month(struct json *j, const struct history_shown *s, size_t i)
{
	const struct history_month *m = &s->history->months[i];
	char month[MONTH_TEXT_SIZE];

	month_format(m->month, month);
	json_open(j, NULL);
	json_text(j, "month", month);
	json_money(j, "equity", m->equity);
	json_percent_or_null(j, "stale_pct", m->stale_known, m->stale_pct);
	json_money(j, "contributed", m->contributed);
	json_money(j, "income", m->income);
	json_money(j, "realized", m->realized);
	json_rate_or_null(j, "return_pct", m->return_known, m->return_pct, 4);
	render_indices(j, s, benchmark_of_month, i);
	json_close(j);
}

/* ---- periods ---- */

/* What the opening value and the flows since then would be worth in each index, and how much more the portfolio is. */
static void render_same_flows(struct json *j, const struct history_shown *shown, enum span span,
			      struct money now)
{
	json_open(j, "same_flows");
	for (int k = 0; k < BENCHMARKS; k++) {
		const struct index_value *v = shown->benchmarks[k].spans;
		bool range = false, known = v && v[span].known;
		struct money worth = { known ? (wide)round(v[span].value * 100) * (E8 / 100) : 0 };

		json_open(j, benchmark_names[k]);
		json_money_or_null(j, "value", known, worth);
		json_money_or_null(j, "difference", known,
				   money_sub(money_round_cents(now), worth, &range));
		json_close(j);
	}
	json_close(j);
}

static void render_period(struct json *j, const char *name, const struct history_shown *shown,
			  enum span span)
{
	const struct span_return *s = &shown->history->spans[span];
	const struct index_value *indices = shown->indices->change[span];
	const size_t n = shown->history->n_months;
	struct money now = n ? shown->history->months[n - 1].equity : (struct money){ 0 };
	bool known = s->reached && s->twr.known;

	json_open(j, name);
	json_day_or_null(j, "from", s->reached, s->from);
	rate_or_null(j, "cumulative", known, s->twr.cumulative);
	rate_or_null(j, "annualized", known && s->twr.annual_known, s->twr.annualized);
	json_rate_or_null(j, "result", known, s->result, 2);
	json_open(j, "indices");
	for (int k = 0; k < BENCHMARKS; k++)
		rate_or_null(j, benchmark_names[k], indices[k].known, indices[k].value);
	json_close(j);
	json_money_or_null(j, "equity_start", s->reached, s->opening);
	json_money_or_null(j, "equity_end", s->reached, now);
	render_same_flows(j, shown, span, now);
	json_text(j, "reason",
		  known		? NULL
		  : !s->reached ? "A carteira começou depois do início do período."
				: "Não há patrimônio para medir no período.");
	json_close(j);
}

static void render_periods(struct json *j, const struct history_shown *s)
{
	static const char *const names[SPANS] = {
		[SPAN_MONTH] = "month",	      [SPAN_YTD] = "ytd", [SPAN_M6] = "m6",
		[SPAN_M12] = "m12",	      [SPAN_M24] = "m24", [SPAN_M36] = "m36",
		[SPAN_START] = "since_start",
	};

	json_open(j, "periods");
	for (int k = 0; k < SPANS; k++)
		render_period(j, names[k], s, (enum span)k);
	json_close(j);
}

/* ---- benchmarks ---- */

static void render_benchmark(struct json *j, const char *name, const struct benchmark_result *b)
{
	bool known = b->reason == BENCHMARK_KNOWN;

	json_open(j, name);
	json_rate_or_null(j, "final_value", known, b->final_value, 2);
	rate_or_null(j, "xirr", known && b->xirr_known, b->xirr);
	rate_or_null(j, "index_change", known, b->index_change);
	json_text(j, "reason", benchmark_reasons[b->reason]);
	json_close(j);
}

/* ---- risk ---- */

static void render_drawdown(struct json *j, const struct drawdown *d)
{
	if (!json_open_if(j, "max_drawdown", d->known))
		return;
	json_rate(j, "value", d->depth, RATE_PLACES);
	if (d->depth < 0) {
		json_day(j, "start", d->peak);
		json_day(j, "trough", d->trough);
	} else {
		json_null(j, "start");
		json_null(j, "trough");
	}
	json_day_or_null(j, "recovery", d->depth < 0 && d->recovered, d->recovery);
	json_close(j);
}

static void render_risk(struct json *j, const struct history *h, struct day as_of)
{
	struct risk r = risk_of(h, as_of);

	json_open(j, "risk");
	rate_or_null(j, "volatility", r.volatility_known, r.volatility);
	json_int(j, "months", (int64_t)r.months);
	json_text(j, "reason",
		  r.volatility_known ? NULL : "Há menos de 6 meses inteiros com retorno.");
	render_drawdown(j, &r.drawdown);
	json_close(j);
}

/* ---- the whole ---- */

static void render_months(struct json *j, const char *name, const struct history_shown *s)
{
	const size_t all = s->history->n_months;
	const size_t end = s->most && s->most < all - s->skip ? s->skip + s->most : all;

	json_array(j, name);
	for (size_t i = s->skip; i < end; i++)
		render_month(j, s, s->newest ? end - 1 - (i - s->skip) : i);
	json_array_end(j);
}

static void render_days(struct json *j, const struct history_shown *s)
{
	const struct history *h = s->history;

	json_array(j, "daily");
	for (size_t i = 0; i < h->n_days; i++) {
		json_open(j, NULL);
		json_day(j, "date", h->days[i].day);
		json_money(j, "equity", h->days[i].equity);
		json_money(j, "contributed", h->days[i].contributed);
		render_indices(j, s, benchmark_of_day, i);
		json_close(j);
	}
	json_array_end(j);
}

/* The members about all months. */
static void render_measures(struct json *j, const struct history_shown *s)
{
	const struct history *h = s->history;

	json_day(j, "as_of", s->as_of);
	twr_render(j, "twr", &h->twr);
	if (s->explain)
		json_text(j, "returns_explain", s->explain);
	json_boolean(j, "twr_partial", h->partial);
	render_periods(j, s);
	json_open(j, "benchmarks");
	for (int k = 0; k < BENCHMARKS; k++)
		render_benchmark(j, benchmark_names[k], &s->benchmarks[k]);
	json_close(j);
	render_risk(j, h, s->as_of);
	if (s->daily)
		render_days(j, s);
}

void history_render(struct json *j, const struct history_shown *s)
{
	json_open(j, NULL);
	render_months(j, "data", s);
	json_open(j, "meta");
	json_null(j, "next_cursor");
	json_int(j, "count", (int64_t)s->history->n_months);
	render_measures(j, s);
	json_close(j);
	json_close(j);
}

void history_render_whole(struct json *j, const char *name, const struct history_shown *s)
{
	json_open(j, name);
	render_months(j, "months", s);
	render_measures(j, s);
	json_close(j);
}
