/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_page.c: what was received, from whom, and what is announced.  GET /income, /portfolios/{id}/income
 */
#include "config.h"

#include <stdlib.h>

#include "console/chart.h"
#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/encode.h"
#include "http/request.h"
#include "market/agenda/agenda_items.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/store/consolidation.h"

#define MONTHS 12	/* a year's yield */
#define CHART_MONTHS 24 /* and the announced ones */
#define PAYERS_SHOWN 60
#define ANNOUNCED_SHOWN 30
#define AHEAD_DAYS 365

/* An asset that paid, in all the portfolios that have it. */
struct payer {
	const char *symbol, *name;
	enum asset_type type;
	struct money year, all; /* of the last MONTHS, and ever */
	struct qty qty;
	struct money cost;
	bool cost_known;
	const char *portfolio; /* id of one that has it */
};

/* A payment to come. */
struct announced {
	const struct right_item *right;
	struct money expected;
	struct qty held;
};

struct received {
	struct month now;
	struct payer *payers; /* by symbol and type */
	size_t n_payers;
	struct money months[CHART_MONTHS]; /* the last one is @now */
	struct money year, all, this_year, this_month;
	struct money cost; /* of what is held, where it is known */
	struct announced *announced;
	size_t n_announced;
};

/* ---- collecting ---- */

static int by_paper(const void *a, const void *b)
{
	const struct payer *x = a, *y = b;
	int c = strcmp(x->symbol, y->symbol);

	return c ? c : (int)x->type - (int)y->type;
}

static int by_year(const void *a, const void *b)
{
	const struct payer *x = a, *y = b;

	if (x->year.e8 != y->year.e8)
		return x->year.e8 < y->year.e8 ? 1 : -1;
	if (x->all.e8 != y->all.e8)
		return x->all.e8 < y->all.e8 ? 1 : -1;
	return by_paper(a, b);
}

static void add_month(struct received *r, struct payer *p, const struct month_amount *m)
{
	int32_t ago = r->now.n - m->month.n;

	p->all.e8 += m->amount.e8;
	if (ago >= 0 && ago < MONTHS)
		p->year.e8 += m->amount.e8;
	if (ago >= 0 && ago < CHART_MONTHS)
		r->months[CHART_MONTHS - 1 - ago].e8 += m->amount.e8;
	if (ago >= 0 && m->month.n / 12 == r->now.n / 12)
		r->this_year.e8 += m->amount.e8;
	if (ago == 0)
		r->this_month.e8 += m->amount.e8;
}

static void add_holding(struct received *r, const struct holding *x, const char *portfolio)
{
	struct payer *p = &r->payers[r->n_payers++];
	bool open = x->state == HOLDING_OPEN;

	*p = (struct payer){
		.symbol = x->asset->symbol,
		.name = holding_name(x),
		.type = x->asset->type,
		.portfolio = portfolio,
		.cost_known = open && x->brl.cost_known,
	};
	if (open)
		p->qty = x->brl.qty;
	if (p->cost_known)
		p->cost = x->brl.cost;
	for (size_t i = 0; i < x->income.by_month.n; i++)
		add_month(r, p, &x->income.by_month.items[i]);
}

/* The same asset of several portfolios is one payer. */
static void join(struct received *r)
{
	size_t n = 0;

	if (!r->n_payers)
		return;
	qsort(r->payers, r->n_payers, sizeof(*r->payers), by_paper);
	for (size_t i = 1; i < r->n_payers; i++) {
		struct payer *to = &r->payers[n], *from = &r->payers[i];

		if (by_paper(to, from) != 0) {
			r->payers[++n] = *from;
			continue;
		}
		to->year.e8 += from->year.e8;
		to->all.e8 += from->all.e8;
		to->cost.e8 += from->cost.e8;
		/* Held in both: known only when both are. */
		to->cost_known = to->qty.e8 && from->qty.e8 ? to->cost_known && from->cost_known
							    : to->cost_known || from->cost_known;
		to->qty.e8 += from->qty.e8;
	}
	r->n_payers = n + 1;
}

static void add_up(struct received *r)
{
	for (size_t i = 0; i < r->n_payers; i++) {
		r->year.e8 += r->payers[i].year.e8;
		r->all.e8 += r->payers[i].all.e8;
		if (r->payers[i].cost_known)
			r->cost.e8 += r->payers[i].cost.e8;
	}
}

static void collect(struct ctx *ctx, const struct valued *list, size_t n, struct received *r)
{
	size_t room = 0;

	*r = (struct received){ .now = day_month(ctx->today) };
	for (size_t i = 0; i < n; i++)
		room += list[i].portfolio.n_holdings;
	r->payers = pool_array(ctx->pool, struct payer, room);
	for (size_t i = 0; i < n; i++) {
		char id[UUID_TEXT_SIZE];
		const char *portfolio;

		uuid_format(list[i].in.id, id);
		portfolio = pool_strdup(ctx->pool, id);
		for (size_t k = 0; k < list[i].portfolio.n_holdings; k++)
			add_holding(r, &list[i].portfolio.holdings[k], portfolio);
	}
	join(r);
	add_up(r);
}

/* ---- what is announced ---- */

static const struct payer *payer_of(const struct received *r, const char *ticker)
{
	size_t lo = 0, hi = r->n_payers;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(r->payers[mid].symbol, ticker) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < r->n_payers && str_eq(r->payers[lo].symbol, ticker) ? &r->payers[lo] : NULL;
}

/* Finds the announced payments for what is held today.  Needs the payers sorted by symbol. */
static void announce(struct ctx *ctx, struct received *r)
{
	struct agenda a;

	agenda_load(ctx, AHEAD_DAYS, &a);
	r->announced = pool_array(ctx->pool, struct announced, a.n_rights);
	for (size_t i = 0; i < a.n_rights; i++) {
		const struct right_item *right = &a.rights[i];
		const struct payer *p = payer_of(r, right->ticker);
		bool range = false;
		struct money expected;

		if (!p || p->qty.e8 <= 0 || !agenda_is_cash(right))
			continue;
		expected = money_round_cents(money_gross(p->qty, right->per_share, &range));
		if (!range)
			r->announced[r->n_announced++] =
				(struct announced){ right, expected, p->qty };
	}
}

/* ---- the page ---- */

static void card(struct html *h, const char *class, const char *title)
{
	html_open(h, "section");
	html_attr(h, "class", class);
	html_open(h, "header");
	html_element(h, "h2", title);
	html_close(h, "header");
}

static void card_end(struct html *h)
{
	html_close(h, "section");
}

/* Writes the yield on cost: income of 12 months, in per cent of the cost of what is held. */
static void write_yield(struct html *h, const char *name, struct money year, bool known,
			struct money cost)
{
	known = known && cost.e8 > 0;
	shown_points(h, name, known, known ? 100 * money_double(year) / money_double(cost) : 0);
}

static void write_head(struct html *h, const struct received *r)
{
	html_open(h, "section");
	html_attr(h, "class", "card span8");
	html_element(h, "h2", "Recebidos em 12 meses, líquidos");
	shown_led(h, "#pagadores");
	html_div(h, "hero");
	shown_money(h, "income_12m", true, r->year);
	html_close(h, "div");
	shown_list(h);
	shown_money_term(h, "Neste mês", "income_month", true, r->this_month);
	shown_money_term(h, "Neste ano", "income_year", true, r->this_year);
	shown_money_term(h, "Desde o início", "income_received", true, r->all);
	shown_term(h, "Sobre o custo, em 12 meses");
	write_yield(h, "yield_on_cost", r->year, true, r->cost);
	shown_term_end(h);
	shown_list_end(h);
	card_end(h);
}

static void write_chart(struct html *h, const struct received *r)
{
	void *pool = h->ctx->pool;
	double *values = pool_array(pool, double, CHART_MONTHS);
	const char **labels = pool_array(pool, const char *, CHART_MONTHS);
	const struct chart_series bars[] = { { .name = "Recebido", .values = values } };

	for (int i = 0; i < CHART_MONTHS; i++) {
		values[i] = money_double(r->months[i]);
		labels[i] = month_text(pool, (struct month){ r->now.n - (CHART_MONTHS - 1) + i });
	}
	card(h, "card span8", "Mês a mês");
	chart_bars(h, &(struct chart){ .id = "proventos",
				       .title = "Proventos por mês",
				       .description = "Recebidos em cada um dos últimos 24 meses; "
						      "os números estão na tabela abaixo.",
				       .labels = labels,
				       .n = CHART_MONTHS,
				       .series = bars,
				       .n_series = 1 });
	card_end(h);
}

static void write_announced(struct html *h, const struct received *r)
{
	struct money sum = { 0 };

	card(h, "card span4", "A receber");
	if (!r->n_announced) {
		html_p(h, "Nada anunciado para o que há na carteira.");
		card_end(h);
		return;
	}
	html_open(h, "ul");
	html_attr(h, "class", "rows");
	shown_explained(h, NULL);
	for (size_t i = 0; i < r->n_announced && i < ANNOUNCED_SHOWN; i++) {
		const struct announced *x = &r->announced[i];
		void *pool = h->ctx->pool;
		char exact[DEC_TEXT_SIZE];

		html_open(h, "li");
		html_div(h, "who");
		html_element(h, "b", x->right->ticker);
		html_open(h, "small");
		shown_qty(h, "qty", x->held);
		html_text(h, " × R$\u00a0");
		(void)dec_format(exact, x->right->per_share.e12, PRICE_PLACES, 8, true);
		shown_exact(h, "perShare", exact);
		html_text(h, ", ");
		html_text(h, x->right->has_pay ? pool_printf(pool, "paga em %s",
							     date_text(pool, x->right->pay_day))
					       : "sem dia de pagamento");
		html_close(h, "small");
		html_close(h, "div");
		html_open(h, "span");
		html_attr(h, "class", "n");
		shown_led(h, "#anunciado");
		shown_money(h, "expected", true, x->expected);
		shown_explained(h, NULL);
		html_open(h, "small");
		html_text(h, pool_printf(pool, "data ex %s", date_text(pool, x->right->ex_day)));
		html_close(h, "small");
		html_close(h, "span");
		html_close(h, "li");
	}
	html_close(h, "ul");
	for (size_t i = 0; i < r->n_announced; i++)
		sum.e8 += r->announced[i].expected.e8;
	html_open(h, "p");
	html_attr(h, "id", "anunciado");
	html_attr(h, "class", "foot");
	html_text(h, "Ao todo ");
	shown_money(h, "expected_sum", true, sum);
	html_text(h, ": o anunciado por unidade vezes o que há hoje, antes do imposto.");
	html_close(h, "p");
	card_end(h);
}

static void write_payer(struct html *h, const struct payer *p)
{
	void *pool = h->ctx->pool;

	html_row(h);
	shown_names_cell(h, p->symbol, p->name, NULL);
	html_cell(h, asset_type_titles[p->type]);
	shown_led(
		h,
		pool_printf(pool,
			    "/portfolios/%s/explain?field=income_received&symbol=%s&asset_type=%s",
			    p->portfolio, url_encoded(pool, p->symbol), asset_type_names[p->type]));
	shown_cell(h);
	shown_money(h, "payer_12m", true, p->year);
	shown_cell_end(h);
	shown_money_cell(h, "income_received", true, p->all);
	shown_cell(h);
	write_yield(h, "payer_yield", p->year, p->cost_known, p->cost);
	shown_cell_end(h);
	shown_explained(h, NULL);
	html_row_end(h);
}

static void write_payers(struct html *h, const struct received *r)
{
	static const char *const headings[] = { "Quem pagou", "Classe", "12 meses",
						"Desde o início", "Sobre o custo, em 12 meses" };
	size_t shown = 0, n = 0;

	card(h, "card flush", "Quem pagou");
	html_open(h, "div");
	html_attr(h, "id", "pagadores");
	layout_table(h, "Proventos por pagador", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < r->n_payers; i++) {
		if (!r->payers[i].all.e8)
			continue;
		n++;
		if (shown == PAYERS_SHOWN)
			continue;
		write_payer(h, &r->payers[i]);
		shown++;
	}
	html_table_end(h);
	html_close(h, "div");
	if (!n)
		html_p(h,
		       "Ainda não há proventos: eles vêm dos extratos importados e do calendário dos ativos.");
	else if (n > shown)
		html_p(h, "E mais %zu que pagaram menos.", n - shown);
	card_end(h);
}

static void write_all(struct html *h, struct received *r)
{
	html_div(h, "grid");
	write_head(h, r);
	write_announced(h, r);
	if (r->all.e8)
		write_chart(h, r);
	if (r->n_payers)
		qsort(r->payers, r->n_payers, sizeof(*r->payers), by_year);
	write_payers(h, r);
	html_close(h, "div");
	html_page_end(h);
}

void income_page_all(struct ctx *ctx)
{
	struct consolidation t;
	struct received r;

	layout_person(ctx);
	consolidation_load(
		ctx, &(struct consolidation_want){ .as_of = ctx->today, .monthly = true }, &t);
	collect(ctx, t.list, t.n, &r);
	announce(ctx, &r);
	write_all(layout_page(ctx, "Proventos"), &r);
}

void income_page(struct ctx *ctx)
{
	struct load_want load = { .as_of = ctx->today, .monthly = true };
	struct json_object *done = mend_undo_asked(ctx);
	struct received r;
	struct detail_view d;
	struct html *h;

	layout_readable(ctx);
	detail_view(ctx, &load, &d);
	collect(ctx, &d.v, 1, &r);
	announce(ctx, &r);
	h = layout_portfolio(ctx, d.v.in.name, "/income");
	mend_undo_say(h, done);
	write_all(h, &r);
}
