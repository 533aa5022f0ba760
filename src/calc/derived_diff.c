/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derived_diff.c: which figures of two deriveds differ.
 *
 * Both are told as text, figure by figure, and the texts are compared: it runs only where bytes were
 * found to differ, so it may be slow but must leave nothing out.
 */
#include "config.h"

#include "calc/derived_diff.h"

#include "core/buf.h"
#include "core/pool.h"

/* One thing's figures; those of another one like it have the same names in the same places. */
struct telling {
	void *pool;
	struct {
		const char *name, *text;
	} figures[32];
	size_t n;
	struct buf b; /* of the figure in hand */
};

static void part_day(struct telling *t, struct day d)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	buf_printf(&t->b, "%s ", text);
}

static void part(struct telling *t, wide value, int places)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, value, places, places, true);
	buf_printf(&t->b, "%s ", text);
}

static void part_ratio(struct telling *t, struct ratio r)
{
	buf_printf(&t->b, "%lld/%lld ", (long long)r.n, (long long)r.d);
}

static void part_text(struct telling *t, const char *s)
{
	buf_printf(&t->b, "%s ", s ? s : "-");
}

/* The parts of a list, so that the first one that differs can be shown alone. */
static void part_end(struct telling *t)
{
	buf_char(&t->b, '\n');
}

static void tell(struct telling *t, const char *name)
{
	while (t->b.n && (t->b.p[t->b.n - 1] == ' ' || t->b.p[t->b.n - 1] == '\n'))
		t->b.n--;
	t->figures[t->n].name = name;
	t->figures[t->n++].text = pool_strndup(t->pool, t->b.p, t->b.n);
	t->b.n = 0;
}

static void tell_amount(struct telling *t, const char *name, bool known, struct money m)
{
	if (known)
		part(t, m.e8, MONEY_PLACES);
	else
		buf_printf(&t->b, "? %s", m.e8 ? "(" : "");
	if (!known && m.e8) /* not shown to anybody, but part of what is kept */
		part(t, m.e8, MONEY_PLACES);
	tell(t, name);
}

static void tell_months(struct telling *t, const char *name, const struct months *m,
			const size_t *holders)
{
	for (size_t i = 0; i < m->n; i++) {
		char month[MONTH_TEXT_SIZE];

		month_format(m->items[i].month, month);
		part_text(t, month);
		part(t, m->items[i].amount.e8, MONEY_PLACES);
		if (holders)
			part(t, (wide)holders[i], 0);
		part_end(t);
	}
	tell(t, name);
}

/* ---- a holding ---- */

static void tell_position(struct telling *t, const struct position *p, const char *const names[6])
{
	part(t, p->qty.e8, QTY_PLACES);
	part(t, p->short_qty.e8, QTY_PLACES);
	tell(t, names[0]);
	tell_amount(t, names[1], p->cost_known, p->cost);
	part_text(t, p->basis_known ? "known" : "unknown");
	tell(t, names[2]);
	tell_amount(t, names[3], p->realized_known, p->realized);
	for (size_t i = 0; i < p->n_uncovered; i++) {
		part_day(t, p->uncovered[i].day);
		part(t, p->uncovered[i].qty.e8, QTY_PLACES);
		part_end(t);
	}
	tell(t, names[4]);
	part(t, (wide)p->tx_count, 0);
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
		part(t, r->qty.e8, QTY_PLACES);
		part_text(t, r->price_known ? "at" : "-");
		part(t, r->price.e12, PRICE_PLACES);
		part(t, r->fees.e8, MONEY_PLACES);
		part(t, r->ratio_e12, PRICE_PLACES);
		part_end(t);
	}
	tell(t, "recent");
}

static void tell_steps(struct telling *t, const struct fold_step *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		part_day(t, s[i].day);
		part(t, s[i].qty.e8, QTY_PLACES);
		part_text(t, s[i].cost_known ? "" : "?");
		part(t, s[i].cost.e8, MONEY_PLACES);
		part_end(t);
	}
	tell(t, "steps");
}

static void tell_flows(struct telling *t, const struct fold_flow *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		part_day(t, f[i].day);
		part(t, f[i].kind, 0);
		part_text(t, f[i].known ? "" : "?");
		part_text(t, f[i].at_market ? "at_market" : "");
		part(t, f[i].amount.e8, MONEY_PLACES);
		part(t, f[i].qty.e8, QTY_PLACES);
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
		part(t, e[i].net.e8, MONEY_PLACES);
		part(t, e[i].native_net.e8, MONEY_PLACES);
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
			part(t, p->held.items[k].qty.e8, QTY_PLACES);
		}
		part_end(t);
	}
	tell(t, "papers");
	for (size_t i = 0; i < h->n_splits; i++) {
		part_day(t, h->splits[i].day);
		part_ratio(t, h->splits[i].ratio);
		part(t, (wide)h->splits[i].paper, 0);
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
		part(t, e[i].qty.e8, QTY_PLACES);
		part_end(t);
	}
	tell(t, "applied_events");
}

static void tell_lots(struct telling *t, const struct accrual_lots *lots)
{
	part(t, lots->qty.e8, QTY_PLACES);
	part_end(t);
	for (size_t i = 0; i < lots->n; i++) {
		const struct accrual_step *s = &lots->steps[i];

		part_day(t, s->day);
		part(t, s->kind, 0);
		part_text(t, s->unit_known ? "" : "?");
		part(t, s->qty.e8, QTY_PLACES);
		part(t, s->of.e8, QTY_PLACES);
		part(t, s->unit.e12, PRICE_PLACES);
		part(t, s->paid.e8, MONEY_PLACES);
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
		part(t, d->flows[i].amount.e8, MONEY_PLACES);
		part_end(t);
	}
	tell(t, "flows");
	tell_months(t, "realized_by_month", &d->realized_by_month, d->realized_holders);
	tell_months(t, "income_by_month", &d->income_by_month, d->income_holders);
}

/* ---- comparing ---- */

struct finding {
	void *pool;
	struct difference *out;
	size_t n, max;
};

static void telling_init(struct telling *t, void *pool)
{
	t->pool = pool;
	t->n = 0;
	buf_init(&t->b, pool, 1024);
}

/* The line that @at is in. */
static const char *line_of(void *pool, const char *text, size_t at)
{
	size_t begin = at;

	while (begin && text[begin - 1] != '\n')
		begin--;
	return pool_strndup(pool, text + begin, strcspn(text + begin, "\n"));
}

static void compare(struct finding *f, const char *symbol, const struct telling *kept,
		    const struct telling *derived)
{
	for (size_t i = 0; i < kept->n; i++) {
		const char *a = kept->figures[i].text, *b = derived->figures[i].text;
		size_t at = 0;

		if (str_eq(a, b) || f->n == f->max)
			continue;
		while (a[at] && a[at] == b[at])
			at++;
		f->out[f->n++] = (struct difference){
			.symbol = symbol,
			.figure = kept->figures[i].name,
			.kept = line_of(f->pool, a, at),
			.derived = line_of(f->pool, b, at),
		};
	}
}

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
		compare(f, b->holdings[at].head->symbol, &kept, &derived);
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
	compare(&f, NULL, &a, &b);
	return f.n;
}
