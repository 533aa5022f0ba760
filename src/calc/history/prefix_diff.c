/* SPDX-License-Identifier: Apache-2.0 */
/* prefix_diff.c: compares two prefixes of a history. */
#include "config.h"

#include "calc/history/prefix_diff.h"

static void part_months(struct figure_dump *t, const struct history_prefix *p)
{
	for (size_t i = 0; i < p->n_months; i++) {
		const struct prefix_month *m = &p->months[i];
		char month[MONTH_TEXT_SIZE];

		month_format((struct month){ p->first_month.n + (int32_t)i }, month);
		dump_text(t, month);
		dump_number(t, m->equity.e8, MONEY_PLACES);
		dump_number(t, m->stale.e8, MONEY_PLACES);
		dump_number(t, m->contributed.e8, MONEY_PLACES);
		dump_text(t, m->known ? "" : "?");
		dump_double(t, m->known ? m->product : 0);
		dump_part_end(t);
	}
}

static void part_chain(struct figure_dump *t, const struct twr_chain *c)
{
	dump_text(t, c->known ? "" : "?");
	dump_day(t, c->first);
	dump_double(t, c->product);
	dump_double(t, c->equity);
}

static void part_spans(struct figure_dump *t, const struct history_prefix *p)
{
	for (int k = 0; k < SPANS; k++) {
		const struct prefix_span *s = &p->spans[k];

		dump_number(t, k, 0);
		dump_day(t, s->from);
		dump_text(t, s->reached ? "reached" : "");
		dump_text(t, s->begun ? "begun" : "");
		part_chain(t, &s->chain);
		dump_part_end(t);
	}
}

static void part_drawdown(struct figure_dump *t, const struct drawdown *d)
{
	dump_text(t, d->known ? "" : "?");
	dump_double(t, d->depth);
	dump_day(t, d->peak);
	dump_day(t, d->trough);
	dump_text(t, d->recovered ? "recovered" : "");
	dump_day(t, d->recovery);
	dump_double(t, d->level);
	dump_double(t, d->top);
	dump_double(t, d->deepest_top);
	dump_day(t, d->top_day);
}

static void part_holdings(struct figure_dump *t, const struct history_prefix *p)
{
	dump_text(t, p->partial ? "partial" : "");
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct prefix_holding *h = &p->holdings[i];
		char id[UUID_TEXT_SIZE];

		uuid_format(h->asset, id);
		dump_text(t, id);
		dump_number(t, h->was, 0);
		dump_text(t, h->flows_known ? "" : "?");
		dump_number(t, h->value.e8, MONEY_PLACES);
		dump_double(t, h->buys);
		dump_double(t, h->sells);
		dump_double(t, h->income);
		dump_part_end(t);
	}
}

static void dump_benchmarks(struct figure_dump *t, const struct benchmark_result *list)
{
	for (int k = 0; k < BENCHMARKS; k++) {
		const struct benchmark_result *x = &list[k];

		dump_text(t, benchmark_names[k]);
		dump_number(t, x->reason, 0);
		dump_double(t, x->final_value);
		dump_text(t, x->xirr_known ? "" : "?");
		dump_double(t, x->xirr);
		dump_double(t, x->index_change);
		dump_part_end(t);
	}
	dump_figure(t, "history benchmarks");
}

static void dump_history(struct figure_dump *t, const struct history_prefix *p)
{
	dump_day(t, p->as_of);
	dump_figure(t, "history as_of");
	part_months(t, p);
	dump_figure(t, "history months");
	part_chain(t, &p->chain);
	dump_figure(t, "history return");
	part_spans(t, p);
	dump_figure(t, "history spans");
	part_drawdown(t, &p->drawdown);
	dump_figure(t, "history drawdown");
	part_holdings(t, p);
	dump_figure(t, "history holdings");
}

/* The state at the cut: one figure, since only the rest of the history depends on it. */
static void dump_cut(struct figure_dump *t, const struct history_prefix *cut)
{
	if (cut) {
		dump_day(t, cut->as_of);
		part_months(t, cut);
		part_chain(t, &cut->chain);
		part_spans(t, cut);
		part_drawdown(t, &cut->drawdown);
		part_holdings(t, cut);
	}
	dump_figure(t, "history cut");
}

static void dump_prefix(struct figure_dump *t, const struct cached_prefix *k)
{
	dump_history(t, &k->prefix);
	dump_cut(t, k->prefix.cut);
	dump_benchmarks(t, k->benchmarks);
}

size_t prefix_diff(void *pool, const struct cached_prefix *cached,
		   const struct cached_prefix *walked, struct difference *out, size_t max)
{
	struct finding f = { .pool = pool, .out = out, .max = max };
	struct figure_dump a, b;

	figure_dump_init(&a, pool);
	figure_dump_init(&b, pool);
	dump_prefix(&a, cached);
	dump_prefix(&b, walked);
	figure_dump_compare(&f, NULL, &a, &b);
	return f.n;
}
