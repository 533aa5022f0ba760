/* SPDX-License-Identifier: Apache-2.0 */
/* past_diff.c: which figures of two pasts of a history differ. */
#include "config.h"

#include "calc/pack/past_diff.h"

static void tell_past_months(struct telling *t, const struct history_past *p)
{
	for (size_t i = 0; i < p->n_months; i++) {
		const struct past_month *m = &p->months[i];
		char month[MONTH_TEXT_SIZE];

		month_format((struct month){ p->first_month.n + (int32_t)i }, month);
		part_text(t, month);
		part_number(t, m->equity.e8, MONEY_PLACES);
		part_number(t, m->contributed.e8, MONEY_PLACES);
		part_text(t, m->known ? "" : "?");
		part_double(t, m->known ? m->product : 0);
		part_end(t);
	}
	tell(t, "history months");
}

static void part_chain(struct telling *t, const struct twr_chain *c)
{
	part_text(t, c->known ? "" : "?");
	part_day(t, c->first);
	part_double(t, c->product);
	part_double(t, c->equity);
}

static void tell_chains(struct telling *t, const struct history_past *p)
{
	part_double(t, p->last.buys);
	part_double(t, p->last.sells);
	part_double(t, p->last.income);
	tell(t, "history last day");
	part_chain(t, &p->chain);
	tell(t, "history return");
	for (int k = 0; k < SPANS; k++) {
		const struct past_span *s = &p->spans[k];

		part_number(t, k, 0);
		part_day(t, s->from);
		part_text(t, s->reached ? "reached" : "");
		part_text(t, s->begun ? "begun" : "");
		part_chain(t, &s->chain);
		part_end(t);
	}
	tell(t, "history spans");
}

static void tell_drawdown(struct telling *t, const struct drawdown *d)
{
	part_text(t, d->known ? "" : "?");
	part_double(t, d->depth);
	part_day(t, d->peak);
	part_day(t, d->trough);
	part_text(t, d->recovered ? "recovered" : "");
	part_day(t, d->recovery);
	part_double(t, d->level);
	part_double(t, d->top);
	part_double(t, d->deepest_top);
	part_day(t, d->top_day);
	tell(t, "history drawdown");
}

static void tell_left_out(struct telling *t, const struct history_past *p)
{
	for (size_t i = 0; i < p->n_left_out; i++) {
		char id[UUID_TEXT_SIZE];

		uuid_format(p->left_out[i], id);
		part_text(t, id);
		part_end(t);
	}
	tell(t, "history left_out");
}

static void tell_benchmarks(struct telling *t, const struct benchmark_result *list)
{
	for (int k = 0; k < BENCHMARKS; k++) {
		const struct benchmark_result *x = &list[k];

		part_text(t, benchmark_names[k]);
		part_number(t, x->reason, 0);
		part_double(t, x->final_value);
		part_text(t, x->xirr_known ? "" : "?");
		part_double(t, x->xirr);
		part_double(t, x->index_change);
		part_end(t);
	}
	tell(t, "history benchmarks");
}

static void tell_past(struct telling *t, const struct kept_past *k)
{
	part_day(t, k->past.as_of);
	tell(t, "history as_of");
	tell_past_months(t, &k->past);
	tell_chains(t, &k->past);
	tell_drawdown(t, &k->past.drawdown);
	tell_left_out(t, &k->past);
	tell_benchmarks(t, k->benchmarks);
}

size_t past_diff(void *pool, const struct kept_past *kept, const struct kept_past *walked,
		 struct difference *out, size_t max)
{
	struct finding f = { .pool = pool, .out = out, .max = max };
	struct telling a, b;

	telling_init(&a, pool);
	telling_init(&b, pool);
	tell_past(&a, kept);
	tell_past(&b, walked);
	telling_compare(&f, NULL, &a, &b);
	return f.n;
}
