/* SPDX-License-Identifier: Apache-2.0 */
/* derived_diff.c: compares two sets of derived figures. */
#include "config.h"

#include "calc/history/derived_diff.h"

static void dump_amount(struct figure_dump *t, const char *name, bool known, struct money m)
{
	if (known)
		dump_number(t, m.e8, MONEY_PLACES);
	else
		buf_printf(&t->b, "? %s", m.e8 ? "(" : "");
	if (!known && m.e8) /* not shown, but part of the cached state */
		dump_number(t, m.e8, MONEY_PLACES);
	dump_figure(t, name);
}

static void dump_months(struct figure_dump *t, const char *name, const struct months *m,
			const size_t *holders)
{
	for (size_t i = 0; i < m->n; i++) {
		char month[MONTH_TEXT_SIZE];

		month_format(m->items[i].month, month);
		dump_text(t, month);
		dump_number(t, m->items[i].amount.e8, MONEY_PLACES);
		if (holders)
			dump_number(t, (wide)holders[i], 0);
		dump_part_end(t);
	}
	dump_figure(t, name);
}

/* ---- a holding ---- */

static void dump_position(struct figure_dump *t, const struct position *p,
			  const char *const names[7])
{
	dump_number(t, p->qty.e8, QTY_PLACES);
	dump_number(t, p->short_qty.e8, QTY_PLACES);
	dump_figure(t, names[0]);
	dump_amount(t, names[1], p->cost_known, p->cost);
	dump_text(t, p->basis_known ? "known" : "unknown");
	dump_figure(t, names[2]);
	dump_amount(t, names[3], p->realized_known, p->realized);
	for (size_t i = 0; i < p->n_uncovered; i++) {
		dump_day(t, p->uncovered[i].day);
		dump_number(t, p->uncovered[i].qty.e8, QTY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, names[4]);
	for (size_t i = 0; i < p->n_unexplained; i++) {
		dump_day(t, p->unexplained[i].day);
		dump_number(t, p->unexplained[i].qty.e8, QTY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, names[6]);
	dump_number(t, (wide)p->tx_count, 0);
	dump_text(t, p->has_rows ? "since" : "none");
	dump_day(t, p->added);
	dump_figure(t, names[5]);
}

static void dump_rows(struct figure_dump *t, const struct ledger_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ledger_row *r = &rows[i];

		dump_day(t, r->day);
		dump_text(t, row_kind_names[r->kind]);
		dump_text(t, event_kind_names[r->event]);
		dump_number(t, r->qty.e8, QTY_PLACES);
		dump_text(t, r->price_known ? "at" : "-");
		dump_number(t, r->price.e12, PRICE_PLACES);
		dump_number(t, r->fees.e8, MONEY_PLACES);
		dump_number(t, r->ratio_e12, PRICE_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, "recent");
}

static void dump_steps(struct figure_dump *t, const struct fold_step *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		dump_day(t, s[i].day);
		dump_number(t, s[i].qty.e8, QTY_PLACES);
		dump_text(t, s[i].cost_known ? "" : "?");
		dump_number(t, s[i].cost.e8, MONEY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, "steps");
}

static void dump_flows(struct figure_dump *t, const struct fold_flow *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		dump_day(t, f[i].day);
		dump_number(t, f[i].kind, 0);
		dump_text(t, f[i].known ? "" : "?");
		dump_text(t, f[i].at_market ? "at_market" : "");
		dump_text(t, f[i].of_succession ? "of_succession" : "");
		dump_number(t, f[i].amount.e8, MONEY_PLACES);
		dump_number(t, f[i].qty.e8, QTY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, "flows");
}

static void dump_entries(struct figure_dump *t, const struct income_entry *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		dump_day(t, e[i].pay_day);
		dump_text(t, income_kind_names[e[i].kind]);
		dump_text(t, e[i].from_calendar ? "calendar" : "ledger");
		dump_text(t, e[i].net_known ? "" : "?");
		dump_number(t, e[i].net.e8, MONEY_PLACES);
		dump_number(t, e[i].native_net.e8, MONEY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, "income_entries");
}

static void dump_tickers(struct figure_dump *t, const struct derived_holding *h)
{
	for (size_t i = 0; i < h->n_tickers; i++) {
		const struct derived_ticker *p = &h->tickers[i];

		dump_text(t, p->symbol);
		dump_day(t, p->until);
		for (size_t k = 0; k < p->held.n; k++) {
			dump_day(t, p->held.items[k].day);
			dump_number(t, p->held.items[k].qty.e8, QTY_PLACES);
		}
		dump_part_end(t);
	}
	dump_figure(t, "papers");
	for (size_t i = 0; i < h->n_splits; i++) {
		dump_day(t, h->splits[i].day);
		dump_ratio(t, h->splits[i].ratio);
		dump_number(t, (wide)h->splits[i].ticker, 0);
		dump_part_end(t);
	}
	dump_figure(t, "splits");
}

static void dump_ends(struct figure_dump *t, const struct option_ends *ends)
{
	for (size_t i = 0; i < ends->n; i++) {
		dump_day(t, ends->items[i].expiry);
		dump_text(t, ends->items[i].open ? "open" : "");
		dump_text(t, ends->items[i].written ? "written" : "");
		dump_number(t, ends->items[i].qty.e8, QTY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, "expiries");
}

static void dump_applied(struct figure_dump *t, const struct applied_event *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		dump_text(t, e[i].symbol);
		dump_day(t, e[i].ex_day);
		dump_text(t, event_kind_names[e[i].kind]);
		dump_ratio(t, e[i].ratio);
		dump_number(t, e[i].qty.e8, QTY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, "applied_events");
}

static void dump_lots(struct figure_dump *t, const struct accrual_lots *lots)
{
	dump_number(t, lots->qty.e8, QTY_PLACES);
	dump_part_end(t);
	for (size_t i = 0; i < lots->n; i++) {
		const struct accrual_step *s = &lots->steps[i];

		dump_day(t, s->day);
		dump_number(t, s->kind, 0);
		dump_text(t, s->unit_known ? "" : "?");
		dump_number(t, s->qty.e8, QTY_PLACES);
		dump_number(t, s->of.e8, QTY_PLACES);
		dump_number(t, s->unit.e12, PRICE_PLACES);
		dump_number(t, s->paid.e8, MONEY_PLACES);
		dump_ratio(t, s->ratio);
		dump_part_end(t);
	}
	dump_figure(t, "lots");
}

static void dump_holding(struct figure_dump *t, const struct derived_holding *h)
{
	static const char *const brl[7] = { "quantity",	 "cost", "cost_basis", "realized_pl",
					    "uncovered", "rows", "unexplained" };
	static const char *const native[7] = {
		"native quantity",  "native cost", "native cost_basis",	 "native realized_pl",
		"native uncovered", "native rows", "native unexplained",
	};

	dump_text(t, h->current);
	dump_text(t, asset_type_names[h->current_type]);
	for (size_t i = 0; i < h->n_merged; i++)
		dump_text(t, h->merged_from[i]);
	if (h->succeeded)
		dump_day(t, h->succession_day);
	dump_text(t, h->taxed ? "taxed" : "");
	if (!h->flows_known)
		dump_day(t, h->unknown_flow_day);
	dump_figure(t, "paper");
	dump_position(t, &h->brl, brl);
	dump_position(t, &h->native, native);
	dump_amount(t, "income_received", true, h->income.received);
	dump_amount(t, "native income_received", true, h->native_income);
	dump_months(t, "realized_by_month", &h->brl.realized_by_month, NULL);
	dump_months(t, "income_by_month", &h->income.by_month, NULL);
	dump_rows(t, h->recent, h->n_recent);
	dump_steps(t, h->steps, h->n_steps);
	dump_flows(t, h->flows, h->n_flows);
	dump_entries(t, h->entries, h->n_entries);
	dump_tickers(t, h);
	dump_applied(t, h->applied, h->n_applied);
	dump_ends(t, &h->ends);
	dump_lots(t, &h->lots);
}

/* ---- totals ---- */

static void dump_assets(struct figure_dump *t, const struct ledger *l)
{
	for (size_t i = 0; i < l->n_assets; i++) {
		const struct ledger_asset *a = &l->assets[i];
		char id[UUID_TEXT_SIZE];

		uuid_format(a->id, id);
		dump_text(t, a->symbol);
		dump_text(t, asset_type_names[a->type]);
		dump_text(t, currency_names[a->currency]);
		dump_text(t, id);
		dump_text(t, a->name);
		dump_text(t, a->meta);
		dump_text(t, a->contract);
		dump_text(t, a->decline_events ? "own events" : "");
		dump_part_end(t);
	}
	dump_figure(t, "assets");
}

static void dump_whole(struct figure_dump *t, const struct ledger *l, const struct derived *d)
{
	dump_day(t, d->as_of);
	dump_figure(t, "as_of");
	dump_assets(t, l);
	for (size_t i = 0; i < d->n; i++) {
		dump_text(t, d->holdings[i].head->symbol);
		dump_part_end(t);
	}
	dump_figure(t, "holdings");
	for (size_t i = 0; i < d->n_flows; i++) {
		dump_day(t, d->flows[i].day);
		dump_number(t, d->flows[i].amount.e8, MONEY_PLACES);
		dump_part_end(t);
	}
	dump_figure(t, "flows");
	dump_months(t, "realized_by_month", &d->realized_by_month, d->realized_holders);
	dump_months(t, "income_by_month", &d->income_by_month, d->income_holders);
}

/* ---- comparing ---- */

/* Both lists ascend by the ids of their assets; one that only one list has is reported under "holdings". */
static void compare_holdings(struct finding *f, const struct derived *a, const struct derived *b)
{
	size_t at = 0;

	for (size_t i = 0; i < a->n && f->n < f->max; i++) {
		const struct derived_holding *h = &a->holdings[i];
		struct figure_dump cached, derived;

		while (at < b->n && uuid_before(b->holdings[at].head->id, h->head->id))
			at++;
		if (at == b->n || !uuid_same(b->holdings[at].head->id, h->head->id))
			continue;
		figure_dump_init(&cached, f->pool);
		figure_dump_init(&derived, f->pool);
		dump_holding(&cached, h);
		dump_holding(&derived, &b->holdings[at]);
		figure_dump_compare(f, b->holdings[at].head->symbol, &cached, &derived);
	}
}

size_t derived_diff(void *pool, const struct ledger *cached_ledger, const struct derived *cached,
		    const struct ledger *ledger, const struct derived *derived,
		    struct difference *out, size_t max)
{
	struct finding f = { .pool = pool, .out = out, .max = max };
	struct figure_dump a, b;

	figure_dump_init(&a, pool);
	figure_dump_init(&b, pool);
	dump_whole(&a, cached_ledger, cached);
	dump_whole(&b, ledger, derived);
	compare_holdings(&f, cached, derived);
	figure_dump_compare(&f, NULL, &a, &b);
	return f.n;
}
