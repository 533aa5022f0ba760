/* SPDX-License-Identifier: Apache-2.0 */
/* derived_diff.c: which figures of two deriveds differ. */
#include "config.h"

#include "calc/pack/derived_diff.h"

static void tell_amount(struct telling *t, const char *name, bool known, struct money m)
{
	if (known)
		part_number(t, m.e8, MONEY_PLACES);
	else
		buf_printf(&t->b, "? %s", m.e8 ? "(" : "");
	if (!known && m.e8) /* not shown to anybody, but part of what is kept */
		part_number(t, m.e8, MONEY_PLACES);
	tell(t, name);
}

static void tell_months(struct telling *t, const char *name, const struct months *m,
			const size_t *holders)
{
	for (size_t i = 0; i < m->n; i++) {
		char month[MONTH_TEXT_SIZE];

		month_format(m->items[i].month, month);
		part_text(t, month);
		part_number(t, m->items[i].amount.e8, MONEY_PLACES);
		if (holders)
			part_number(t, (wide)holders[i], 0);
		part_end(t);
	}
	tell(t, name);
}

/* ---- a holding ---- */

static void tell_position(struct telling *t, const struct position *p, const char *const names[6])
{
	part_number(t, p->qty.e8, QTY_PLACES);
	part_number(t, p->short_qty.e8, QTY_PLACES);
	tell(t, names[0]);
	tell_amount(t, names[1], p->cost_known, p->cost);
	part_text(t, p->basis_known ? "known" : "unknown");
	tell(t, names[2]);
	tell_amount(t, names[3], p->realized_known, p->realized);
	for (size_t i = 0; i < p->n_uncovered; i++) {
		part_day(t, p->uncovered[i].day);
		part_number(t, p->uncovered[i].qty.e8, QTY_PLACES);
		part_end(t);
	}
	tell(t, names[4]);
	part_number(t, (wide)p->tx_count, 0);
	part_text(t, p->has_rows ? "since" : "none");
	part_day(t, p->added);
	tell(t, names[5]);
}

static void tell_rows(struct telling *t, const struct ledger_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ledger_row *r = &rows[i];

		part_day(t, r->day);
		part_text(t, row_kind_names[r->kind]);
		part_text(t, event_kind_names[r->event]);
		part_number(t, r->qty.e8, QTY_PLACES);
		part_text(t, r->price_known ? "at" : "-");
		part_number(t, r->price.e12, PRICE_PLACES);
		part_number(t, r->fees.e8, MONEY_PLACES);
		part_number(t, r->ratio_e12, PRICE_PLACES);
		part_end(t);
	}
	tell(t, "recent");
}

static void tell_steps(struct telling *t, const struct fold_step *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		part_day(t, s[i].day);
		part_number(t, s[i].qty.e8, QTY_PLACES);
		part_text(t, s[i].cost_known ? "" : "?");
		part_number(t, s[i].cost.e8, MONEY_PLACES);
		part_end(t);
	}
	tell(t, "steps");
}

static void tell_flows(struct telling *t, const struct fold_flow *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		part_day(t, f[i].day);
		part_number(t, f[i].kind, 0);
		part_text(t, f[i].known ? "" : "?");
		part_text(t, f[i].at_market ? "at_market" : "");
		part_number(t, f[i].amount.e8, MONEY_PLACES);
		part_number(t, f[i].qty.e8, QTY_PLACES);
		part_end(t);
	}
	tell(t, "flows");
}

static void tell_entries(struct telling *t, const struct income_entry *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		part_day(t, e[i].pay_day);
		part_text(t, income_kind_names[e[i].kind]);
		part_text(t, e[i].from_calendar ? "calendar" : "ledger");
		part_text(t, e[i].net_known ? "" : "?");
		part_number(t, e[i].net.e8, MONEY_PLACES);
		part_number(t, e[i].native_net.e8, MONEY_PLACES);
		part_end(t);
	}
	tell(t, "income_entries");
}

static void tell_papers(struct telling *t, const struct derived_holding *h)
{
	for (size_t i = 0; i < h->n_papers; i++) {
		const struct derived_paper *p = &h->papers[i];

		part_text(t, p->symbol);
		part_day(t, p->until);
		for (size_t k = 0; k < p->held.n; k++) {
			part_day(t, p->held.items[k].day);
			part_number(t, p->held.items[k].qty.e8, QTY_PLACES);
		}
		part_end(t);
	}
	tell(t, "papers");
	for (size_t i = 0; i < h->n_splits; i++) {
		part_day(t, h->splits[i].day);
		part_ratio(t, h->splits[i].ratio);
		part_number(t, (wide)h->splits[i].paper, 0);
		part_end(t);
	}
	tell(t, "splits");
}

static void tell_applied(struct telling *t, const struct applied_event *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		part_text(t, e[i].symbol);
		part_day(t, e[i].ex_day);
		part_text(t, event_kind_names[e[i].kind]);
		part_ratio(t, e[i].ratio);
		part_number(t, e[i].qty.e8, QTY_PLACES);
		part_end(t);
	}
	tell(t, "applied_events");
}

static void tell_lots(struct telling *t, const struct accrual_lots *lots)
{
	part_number(t, lots->qty.e8, QTY_PLACES);
	part_end(t);
	for (size_t i = 0; i < lots->n; i++) {
		const struct accrual_step *s = &lots->steps[i];

		part_day(t, s->day);
		part_number(t, s->kind, 0);
		part_text(t, s->unit_known ? "" : "?");
		part_number(t, s->qty.e8, QTY_PLACES);
		part_number(t, s->of.e8, QTY_PLACES);
		part_number(t, s->unit.e12, PRICE_PLACES);
		part_number(t, s->paid.e8, MONEY_PLACES);
		part_ratio(t, s->ratio);
		part_end(t);
	}
	tell(t, "lots");
}

static void tell_holding(struct telling *t, const struct derived_holding *h)
{
	static const char *const brl[6] = { "quantity",	   "cost",	"cost_basis",
					    "realized_pl", "uncovered", "rows" };
	static const char *const native[6] = { "native quantity",   "native cost",
					       "native cost_basis", "native realized_pl",
					       "native uncovered",  "native rows" };

	part_text(t, h->current);
	part_text(t, asset_type_names[h->current_type]);
	for (size_t i = 0; i < h->n_merged; i++)
		part_text(t, h->merged_from[i]);
	if (h->succeeded)
		part_day(t, h->succession_day);
	part_text(t, h->taxed ? "taxed" : "");
	part_text(t, h->flows_known ? "" : "flows unknown");
	tell(t, "paper");
	tell_position(t, &h->brl, brl);
	tell_position(t, &h->native, native);
	tell_amount(t, "income_received", true, h->income.received);
	tell_amount(t, "native income_received", true, h->native_income);
	tell_months(t, "realized_by_month", &h->brl.realized_by_month, NULL);
	tell_months(t, "income_by_month", &h->income.by_month, NULL);
	tell_rows(t, h->recent, h->n_recent);
	tell_steps(t, h->steps, h->n_steps);
	tell_flows(t, h->flows, h->n_flows);
	tell_entries(t, h->entries, h->n_entries);
	tell_papers(t, h);
	tell_applied(t, h->applied, h->n_applied);
	tell_lots(t, &h->lots);
}

/* ---- what is of all ---- */

static void tell_assets(struct telling *t, const struct ledger *l)
{
	for (size_t i = 0; i < l->n_assets; i++) {
		const struct ledger_asset *a = &l->assets[i];
		char id[UUID_TEXT_SIZE];

		uuid_format(a->id, id);
		part_text(t, a->symbol);
		part_text(t, asset_type_names[a->type]);
		part_text(t, currency_names[a->currency]);
		part_text(t, id);
		part_text(t, a->name);
		part_text(t, a->meta);
		part_text(t, a->contract);
		part_text(t, a->decline_events ? "own events" : "");
		part_end(t);
	}
	tell(t, "assets");
}

static void tell_whole(struct telling *t, const struct ledger *l, const struct derived *d)
{
	part_day(t, d->as_of);
	tell(t, "as_of");
	tell_assets(t, l);
	for (size_t i = 0; i < d->n; i++) {
		part_text(t, d->holdings[i].head->symbol);
		part_end(t);
	}
	tell(t, "holdings");
	for (size_t i = 0; i < d->n_flows; i++) {
		part_day(t, d->flows[i].day);
		part_number(t, d->flows[i].amount.e8, MONEY_PLACES);
		part_end(t);
	}
	tell(t, "flows");
	tell_months(t, "realized_by_month", &d->realized_by_month, d->realized_holders);
	tell_months(t, "income_by_month", &d->income_by_month, d->income_holders);
}

/* ---- comparing ---- */

/* Both lists ascend by the id of their assets; what only one has shows in "holdings". */
static void compare_holdings(struct finding *f, const struct derived *a, const struct derived *b)
{
	size_t at = 0;

	for (size_t i = 0; i < a->n && f->n < f->max; i++) {
		const struct derived_holding *h = &a->holdings[i];
		struct telling kept, derived;

		while (at < b->n && uuid_before(b->holdings[at].head->id, h->head->id))
			at++;
		if (at == b->n || !uuid_same(b->holdings[at].head->id, h->head->id))
			continue;
		telling_init(&kept, f->pool);
		telling_init(&derived, f->pool);
		tell_holding(&kept, h);
		tell_holding(&derived, &b->holdings[at]);
		telling_compare(f, b->holdings[at].head->symbol, &kept, &derived);
	}
}

size_t derived_diff(void *pool, const struct ledger *kept_ledger, const struct derived *kept,
		    const struct ledger *ledger, const struct derived *derived,
		    struct difference *out, size_t max)
{
	struct finding f = { .pool = pool, .out = out, .max = max };
	struct telling a, b;

	telling_init(&a, pool);
	telling_init(&b, pool);
	tell_whole(&a, kept_ledger, kept);
	tell_whole(&b, ledger, derived);
	compare_holdings(&f, kept, derived);
	telling_compare(&f, NULL, &a, &b);
	return f.n;
}
