/* SPDX-License-Identifier: Apache-2.0 */
/* tax_tiles.c: the twelve months of a year: the amount of each, the worst of its states, and why in a line. */
#include "config.h"

#include "console/layout.h"
#include "console/person/tax_pages.h"

struct tile {
	struct tax_state state;
	int rank; /* the worst is shown */
	struct tax_figure amount;
	struct money left; /* of it, to be paid */
	struct buf why;
	size_t n_why;
};

/* At most two phrases. */
static void add_why(struct tile *t, const char *before, struct money m)
{
	if (t->n_why++ >= 2)
		return;
	buf_printf(&t->why, "%s%s%s", t->n_why > 1 ? "; " : "", before,
		   shown_brl(t->why.pool, (struct money){ m.e8 < 0 ? -m.e8 : m.e8 }));
}

static void rank(struct tile *t, int rank, struct tax_state state)
{
	if (rank > t->rank) {
		t->rank = rank;
		t->state = state;
	}
}

static void add_result(struct tile *t, const char *what, struct tax_figure result)
{
	if (result.known && result.m.e8)
		add_why(t,
			pool_printf(t->why.pool, "%s: %s de ", what,
				    result.m.e8 < 0 ? "prejuízo" : "ganho"),
			result.m);
}

/* A month with a loss is not called exempt: the loss is carried forward. */
static bool has_loss(const struct tax_month *m)
{
	for (int i = 0; i < BASKET_NONE; i++)
		if (m->basket[i].result.known && m->basket[i].result.m.e8 < 0)
			return true;
	return false;
}

/* A gain that is not exempt may stand beside one that is: no tax of it is due for another reason. */
static bool is_exempt_alone(const struct tax_month *m)
{
	for (int i = 0; i < BASKET_NONE; i++)
		if (m->basket[i].result.known && m->basket[i].result.m.e8)
			return false;
	return m->exempt_known && m->exempt;
}

/* Too little for a DARF of its own, it is in a later one, or waits for one. */
static struct tax_state state_of_small(void *pool, const struct tax_year *y, struct month month)
{
	const struct tax_darf *next = tax_next_darf(y, month);

	if (!next || next->period.n == month.n)
		return (struct tax_state){ "warn", "espera" };
	return (struct tax_state){ "",
				   pool_printf(pool, "somado a %s", tax_month_name(next->period)) };
}

static void add_exchange(struct tile *t, const struct tax_year *y, const struct tax_month *m)
{
	if (has_loss(m))
		rank(t, 1, (struct tax_state){ "", "prejuízo a compensar" });
	rank(t, 1, (struct tax_state){ "ok", is_exempt_alone(m) ? "isento" : "sem imposto" });
	if (!m->due.known)
		rank(t, 5, (struct tax_state){ "warn", "falta resposta" });
	else if (m->due.m.e8)
		rank(t, 2, state_of_small(t->why.pool, y, m->month));
	if (m->exempt_known && m->exempt && m->share_sales.known)
		add_why(t, "ações: vendeu ", m->share_sales.m);
	add_result(t, "bolsa", m->basket[BASKET_COMMON].result);
	add_result(t, "day trade", m->basket[BASKET_DAY_TRADE].result);
	add_result(t, "FII", m->basket[BASKET_FII].result);
}

static void add_gain(struct tile *t, const struct tax_gain *g)
{
	const char *what = g->foreign ? "exterior" : "cripto";

	rank(t, 1,
	     (struct tax_state){ "ok", g->exempt_known && g->exempt ? "isento" : "sem imposto" });
	if (!g->tax.known)
		rank(t, 5, (struct tax_state){ "warn", "falta resposta" });
	else if (g->tax.m.e8)
		rank(t, 2, (struct tax_state){ "warn", "espera" });
	if (g->exempt_known && g->exempt && g->sales.known)
		add_why(t, pool_printf(t->why.pool, "%s: vendeu ", what), g->sales.m);
	else
		add_result(t, what, g->gain);
}

/* @alone: of one portfolio, for which no DARF is paid. */
static void add_darf(struct tile *t, const struct tax_darf *d, bool alone)
{
	static const int ranks[] = { [DARF_PAID] = 3,
				     [DARF_PROVISIONAL] = 4,
				     [DARF_OPEN] = 6,
				     [DARF_UNKNOWN] = 7,
				     [DARF_OVERDUE] = 8 };

	rank(t, ranks[d->status],
	     alone && (d->status == DARF_OPEN || d->status == DARF_OVERDUE)
		     ? (struct tax_state){ "warn", "só desta carteira" }
		     : tax_darf_state(d));
	t->amount.known &= d->amount.known;
	t->amount.m.e8 += d->amount.m.e8;
	if (tax_darf_left(d).e8 > 0)
		t->left.e8 += tax_darf_left(d).e8;
	if (d->includes_earlier.known && d->includes_earlier.m.e8)
		add_why(t, "de meses antes: ", d->includes_earlier.m);
}

bool tax_sold_abroad(const struct tax_exterior *x, struct month month)
{
	for (size_t i = 0; x && i < x->n_operations; i++)
		if (day_month(x->operations[i]->day).n == month.n)
			return true;
	return false;
}

static struct tile tile_of(void *pool, const struct tax_view *v, struct month month)
{
	struct tile t = { .amount = tax_is((struct money){ 0 }) };
	const struct tax_year *y = &v->year;
	struct money due = { 0 };
	bool darf = false;

	buf_init(&t.why, pool, 64);
	for (size_t i = 0; i < y->n_months; i++)
		if (y->months[i].month.n == month.n) {
			add_exchange(&t, y, &y->months[i]);
			t.amount.known &= y->months[i].due.known;
			due.e8 += y->months[i].due.m.e8;
		}
	for (size_t i = 0; i < y->n_gains; i++)
		if (y->gains[i].month.n == month.n) {
			add_gain(&t, &y->gains[i]);
			t.amount.known &= y->gains[i].tax.known;
			due.e8 += y->gains[i].tax.m.e8;
		}
	for (size_t i = 0; i < y->n_darf; i++)
		if (y->darf[i].period.n == month.n) {
			add_darf(&t, &y->darf[i], v->of.scope == TAX_PORTFOLIO);
			darf = true;
		}
	if (!darf)
		t.amount.m = due;
	else if (t.left.e8)
		t.amount.m = t.left;
	if (t.rank && t.n_why < 2 && tax_sold_abroad(y->exterior, month))
		buf_printf(&t.why, "%sexterior: com a declaração", t.n_why ? "; " : "");
	return t;
}

static void write_tile(struct html *h, const struct tax_view *v, struct month month)
{
	void *pool = h->ctx->pool;
	struct tile t = tile_of(pool, v, month);
	const char *name = tax_month_name(month);
	const char *path = pool_printf(pool, "%s/month?month=%s", v->base, month_iso(pool, month));

	html_open(h, "li");
	if (!t.rank) {
		bool abroad = tax_sold_abroad(v->year.exterior, month);

		html_open_of(h, abroad ? "a" : "div", "tile off");
		html_attr(h, "href", abroad ? path : NULL);
		html_element(h, "span", pool_printf(pool, "%c%s", *name - 'a' + 'A', name + 1));
		html_element(h, "b", "—");
		html_element_of(h, "span", "small",
				day_month(h->ctx->today).n < month.n ? "ainda não chegou"
				: abroad ? "vendas no exterior: com a declaração"
					 : "sem vendas");
		html_close(h, abroad ? "a" : "div");
		html_close(h, "li");
		return;
	}
	html_open_of(h, "a", pool_printf(pool, "tile %s", t.state.class));
	html_attr(h, "href", path);
	tax_text(h, "span", "who", pool_printf(pool, "%c%s", *name - 'a' + 'A', name + 1));
	html_open(h, "b");
	shown_money(h, "month.amount", t.amount.known, t.amount.m);
	html_close(h, "b");
	tax_tag(h, t.state);
	tax_text(h, "span", "small dim", buf_text(&t.why));
	html_close(h, "a");
	html_close(h, "li");
}

void tax_tiles(struct html *h, const struct tax_view *v)
{
	layout_card(h, "card", "Os doze meses");
	html_open_of(h, "ol", "year");
	for (int m = 1; m <= 12; m++)
		write_tile(h, v, month_of(v->asked, m));
	html_close(h, "ol");
	html_close(h, "section");
}
