/* SPDX-License-Identifier: Apache-2.0 */
/* prefix_diff.c: which figures of two pasts of a history differ. */
#include "config.h"

#include "calc/pack/prefix_diff.h"

static void dump_prefix_months(struct figure_dump *t, const struct history_prefix *p)
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
	dump_figure(t, "history months");
}

static void part_chain(struct figure_dump *t, const struct twr_chain *c)
{
	dump_text(t, c->known ? "" : "?");
	dump_day(t, c->first);
	dump_double(t, c->product);
	dump_double(t, c->equity);
}

static void dump_chains(struct figure_dump *t, const struct history_prefix *p)
{
	part_chain(t, &p->chain);
	dump_figure(t, "history return");
	for (int k = 0; k < SPANS; k++) {
		const struct prefix_span *s = &p->spans[k];

		dump_number(t, k, 0);
		dump_day(t, s->from);
		dump_text(t, s->reached ? "reached" : "");
		dump_text(t, s->begun ? "begun" : "");
		part_chain(t, &s->chain);
		dump_part_end(t);
	}
	dump_figure(t, "history spans");
}

static void dump_drawdown(struct figure_dump *t, const struct drawdown *d)
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
	dump_figure(t, "history drawdown");
}

static void dump_holdings(struct figure_dump *t, const struct history_prefix *p)
{
	dump_text(t, p->partial ? "partial" : "");
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct prefix_holding *h = &p->holdings[i];
		char id[UUID_TEXT_SIZE];

		uuid_format(h->asset, id);
		dump_text(t, id);
		dump_number(t, h->was, 0);
		dump_text(t, h->flows_known ? "" : "?");
		dump_double(t, h->value);
		dump_double(t, h->buys);
		dump_double(t, h->sells);
		dump_double(t, h->income);
		dump_part_end(t);
	}
	dump_figure(t, "history holdings");
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

static void dump_prefix(struct figure_dump *t, const struct cached_prefix *k)
{
	dump_day(t, k->prefix.as_of);
	dump_figure(t, "history as_of");
	dump_prefix_months(t, &k->prefix);
	dump_chains(t, &k->prefix);
	dump_drawdown(t, &k->prefix.drawdown);
	dump_holdings(t, &k->prefix);
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
