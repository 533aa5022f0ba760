/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_missing.c: the unknown facts of a year, their reasons, and the form that answers each.
 *
 * GET /tax/missing, GET /portfolios/{id}/tax/missing
 */
#include "config.h"

#include "console/form/mend_undo.h"
#include "console/form/remedy_form.h"
#include "console/layout.h"
#include "console/organization/work.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "core/number_text.h"

#define SHOWN 20 /* of a page */

/* Each once: for a row, or for a symbol; losses brought for the first month that lacks them. */
static bool has(const struct tax_gaps *l, const struct tax_gap *m)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct tax_gap *x = &l->items[i];

		if (x->why != m->why)
			continue;
		if (x->why == TAX_CARRY_UNKNOWN)
			return true;
		/* A fact of the asset concerns all its rows. */
		if (tax_remedy(x->why).answer == ANSWER_FACT && x->symbol && m->symbol &&
		    str_eq(x->symbol, m->symbol))
			return true;
		if (x->row == m->row && x->paid == m->paid &&
		    str_eq(x->symbol ? x->symbol : "", m->symbol ? m->symbol : "") &&
		    (m->symbol || str_eq(x->where, m->where)))
			return true;
	}
	return false;
}

static void add(struct tax_gaps *l, struct tax_gap m)
{
	if (has(l, &m))
		return;
	if (l->n == l->size) {
		l->size = l->size ? 2 * l->size : 16;
		l->items = pool_resize(l->pool, l->items, struct tax_gap, l->size);
	}
	l->items[l->n++] = m;
}

static bool is_net_alone(const struct tax_gaps *l, const struct tax_income *in, const char *symbol)
{
	return !in->gross_known && !uuid_is_nil(in->id) && day_year(in->pay_day) == l->v->asked &&
	       in->kind != INCOME_AMORTIZATION && in->kind != INCOME_CAPITAL_RETURN &&
	       str_eq(l->v->of.ledger.assets[in->asset].symbol, symbol);
}

/* Each payment of the symbol separately; false when none is known by its row. */
static bool add_payments(struct tax_gaps *l, const char *where, const char *symbol)
{
	bool any = false;

	for (size_t i = 0; i < l->v->of.ledger.n_income; i++) {
		const struct tax_income *in = &l->v->of.ledger.income[i];

		if (!is_net_alone(l, in, symbol))
			continue;
		any = true;
		add(l, (struct tax_gap){ .where = where,
					 .symbol = symbol,
					 .why = TAX_GROSS_UNKNOWN,
					 .portfolio = in->portfolio,
					 .row = TAX_NO_ROW,
					 .paid = in });
	}
	return any;
}

static bool is_any_asked(const struct tax_gaps *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].has_month && tax_remedy(l->items[i].why).answer != ANSWER_NONE)
			return true;
	return false;
}

static void add_set(struct tax_gaps *l, const char *where, const char *symbol, tax_reasons set)
{
	for (int i = 1; i < TAX_REASONS; i++) {
		if (!(set & TAX_WHY(i)))
			continue;
		if (i == TAX_GROSS_UNKNOWN && symbol && add_payments(l, where, symbol))
			continue;
		/* A sum of the year lacks what its months ask for. */
		if (!symbol && tax_remedy((enum tax_reason)i).answer != ANSWER_NONE &&
		    is_any_asked(l))
			continue;
		add(l, (struct tax_gap){ .where = where,
					 .symbol = symbol,
					 .why = (enum tax_reason)i,
					 .row = TAX_NO_ROW });
	}
}

/* ---- of the year ---- */

/* Whether something of the month is asked already: what its sums lack follows from that. */
static bool is_asked(const struct tax_gaps *l, struct month month)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].has_month && l->items[i].month.n == month.n && l->items[i].symbol &&
		    tax_remedy(l->items[i].why).answer != ANSWER_NONE)
			return true;
	return false;
}

/* Whether an earlier month of the year has a question: its answer makes the losses known. */
static bool is_asked_before(const struct tax_gaps *l, struct month month)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].has_month && l->items[i].month.n < month.n &&
		    tax_remedy(l->items[i].why).answer != ANSWER_NONE)
			return true;
	return false;
}

static void add_reason(struct tax_gaps *l, const char *where, struct month month,
		       enum tax_reason why)
{
	enum tax_answer answer = tax_remedy(why).answer;

	if (answer == ANSWER_CARRY && is_asked_before(l, month))
		return;
	if (answer != ANSWER_NONE && answer != ANSWER_CARRY && is_asked(l, month))
		return;
	add(l, (struct tax_gap){ .where = where,
				 .has_month = true,
				 .month = month,
				 .why = why,
				 .row = TAX_NO_ROW });
}

static void add_month(struct tax_gaps *l, const char *where, struct month month,
		      const struct tax_operation *const *ops, size_t n, tax_reasons reasons)
{
	tax_reasons told = 0;

	for (size_t i = 0; i < n; i++) {
		if (ops[i]->why == TAX_KNOWN)
			continue;
		told |= TAX_WHY(ops[i]->why);
		add(l, (struct tax_gap){ .where = where,
					 .has_month = true,
					 .month = month,
					 .symbol = ops[i]->symbol,
					 .why = ops[i]->why,
					 .portfolio = ops[i]->portfolio,
					 .row = ops[i]->row });
	}
	for (int i = 1; i < TAX_REASONS; i++)
		if (reasons & ~told & TAX_WHY(i))
			add_reason(l, where, month, (enum tax_reason)i);
}

/* The facts that a gain lacks, for each of its assets; the other reasons remain. */
static tax_reasons add_gain_facts(struct tax_gaps *l, const char *where, const struct tax_gain *g)
{
	tax_reasons left = g->reasons;

	for (size_t i = 0; i < g->n_operations; i++) {
		const struct tax_operation *op = g->operations[i];
		const struct tax_asset *a = &l->v->of.ledger.assets[op->asset];
		enum tax_reason why = g->foreign ? TAX_ORIGIN_UNKNOWN : TAX_CUSTODY_UNKNOWN;

		if (!(g->reasons & TAX_WHY(why)) ||
		    (g->foreign ? a->origin != ORIGIN_UNKNOWN : a->custody != CUSTODY_UNKNOWN))
			continue;
		left &= ~TAX_WHY(why);
		add(l, (struct tax_gap){ .where = where,
					 .has_month = true,
					 .month = g->month,
					 .symbol = op->symbol,
					 .why = why,
					 .portfolio = op->portfolio,
					 .row = TAX_NO_ROW });
	}
	return left;
}

struct tax_gaps tax_gaps_year(struct ctx *ctx, const struct tax_view *v)
{
	struct tax_gaps l = { .pool = ctx->pool, .v = v };
	const struct tax_year *y = &v->year;

	for (size_t i = 0; i < y->n_months; i++) {
		const struct tax_month *m = &y->months[i];
		tax_reasons reasons = 0;

		for (int b = 0; b < TAX_BASKETS; b++)
			reasons |= m->basket[b].reasons;
		add_month(&l, tax_month_title(l.pool, m->month), m->month, m->operations,
			  m->n_operations, reasons);
	}
	for (size_t i = 0; i < y->n_gains; i++) {
		const struct tax_gain *g = &y->gains[i];
		const char *where = tax_month_title(l.pool, g->month);

		add_month(&l, where, g->month, g->operations, g->n_operations,
			  add_gain_facts(&l, where, g));
	}
	for (size_t i = 0; y->exterior && i < y->exterior->n; i++)
		add_set(&l, "Aplicações no exterior", y->exterior->items[i].symbol,
			y->exterior->items[i].reasons);
	return l;
}

/* ---- of the declaration ---- */

static void add_lines(struct tax_gaps *l, const char *where, const struct tax_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		add_set(l, where, lines->items[i].n_symbols ? lines->items[i].symbols[0] : NULL,
			lines->items[i].reasons);
}

void tax_gaps_declaration(struct tax_gaps *l, const struct tax_declaration *d)
{
	for (size_t i = 0; i < d->n_taxable; i++)
		add_set(l, "Rendimentos tributáveis", d->taxable[i].symbol, d->taxable[i].reasons);
	add_lines(l, "Rendimentos isentos", &d->exempt);
	add_lines(l, "Tributação exclusiva", &d->exclusive);
	for (size_t i = 0; i < d->n_goods; i++)
		add_set(l, "Bens e Direitos", d->goods[i].symbol, d->goods[i].reasons);
}

/* ---- answers ---- */

/* The asset in the portfolio of the row, or else in the first that has it; NULL for none. */
static const struct tax_own_asset *asset_to_mend(const struct tax_view *v, const struct tax_gap *g)
{
	const struct tax_own_asset *any = NULL;

	for (size_t i = 0; g->symbol && i < v->of.n_own; i++) {
		const struct tax_own_asset *own = &v->of.own[i];

		if (!str_eq(v->of.ledger.assets[own->asset].symbol, g->symbol))
			continue;
		if (g->row != TAX_NO_ROW && own->portfolio == g->portfolio)
			return own;
		if (!any)
			any = own;
	}
	return any;
}

/* An exercised option lacks a row of its underlying, not a fact. */
static bool was_exercised(const struct tax_view *v, const struct tax_gap *g)
{
	const struct tax_own_asset *own = asset_to_mend(v, g);

	return g->why == TAX_OPTION_EXERCISE_UNKNOWN && own &&
	       v->of.ledger.assets[own->asset].option.outcome == OUTCOME_EXERCISED;
}

bool tax_answerable(const struct tax_view *v, const struct tax_gap *g)
{
	switch (tax_remedy(g->why).answer) {
	case ANSWER_FACT:
		return asset_to_mend(v, g) != NULL;
	case ANSWER_GROSS:
		return g->paid != NULL;
	case ANSWER_PRICE:
	case ANSWER_TRADE:
		return true;
	case ANSWER_CARRY:
		return v->of.scope != TAX_PORTFOLIO;
	case ANSWER_NONE:
		break;
	}
	return false;
}

/* ---- the page ---- */

static const char *back_of(void *pool, const struct tax_view *v)
{
	return pool_printf(pool, "%s/missing?year=%d", v->base, v->asked);
}

static void write_fact(struct html *h, const struct tax_view *v, const struct tax_gap *g, size_t n)
{
	const struct tax_own_asset *own = asset_to_mend(v, g);
	void *pool = h->ctx->pool;
	char id[UUID_TEXT_SIZE];
	const char *base =
		pool_printf(pool, "/portfolios/%s", v->of.ledger.portfolios[own->portfolio].id);

	if (was_exercised(v, g)) {
		html_p(h, "Foi exercida: falta o lançamento do ativo comprado ou vendido pelo "
			  "exercício.");
		html_link(h, pool_printf(pool, "%s/transactions/new", base), "Lançar o exercício");
		return;
	}
	uuid_format(own->id, id);
	tax_fact_write(h, &(struct tax_fact_asked){ .fact = tax_remedy(g->why).fact,
						    .base = base,
						    .id = id,
						    .symbol = g->symbol,
						    .prefix = pool_printf(pool, "a%zu-", n),
						    .back = back_of(pool, v) });
}

static void write_gross(struct html *h, const struct tax_view *v, const struct tax_gap *g, size_t n)
{
	const struct tax_income *in = g->paid;
	void *pool = h->ctx->pool;
	char id[UUID_TEXT_SIZE];

	uuid_format(in->id, id);
	html_p(h, "Pago em %s, líquido %s.", date_text(pool, in->pay_day),
	       v->of.ledger.assets[in->asset].currency == CURRENCY_BRL
		       ? brl_text(pool, in->net)
		       : decimal_text(pool, in->net.e8, MONEY_PLACES, 2, false));
	tax_fact_write(h, &(struct tax_fact_asked){
				  .fact = "gross_amount",
				  .base = pool_printf(pool, "/portfolios/%s",
						      v->of.ledger.portfolios[in->portfolio].id),
				  .id = id,
				  .symbol = g->symbol,
				  .prefix = pool_printf(pool, "a%zu-", n),
				  .back = back_of(pool, v) });
}

static void write_row_asked(struct html *h, const struct tax_view *v, const struct tax_gap *g,
			    size_t n)
{
	struct tax_request r = tax_row_asked(h->ctx, v, g);
	void *pool = h->ctx->pool;
	const char *back = back_of(pool, v);

	html_p(h, "%s", r.text ? r.text : tax_remedy(g->why).text);
	if (!r.base)
		r.base = pool_printf(pool, "/portfolios/%s",
				     v->of.ledger.portfolios[g->portfolio].id);
	if (r.request)
		mend_asked(h->ctx, h, r.base, r.request, pool_printf(pool, "m%zu-", n),
			   v->of.scope == TAX_PORTFOLIO ? strstr(back, "tax/missing") : back);
	else
		html_link(h, pool_printf(pool, "%s/%s", r.base, r.text ? "issues" : "transactions"),
			  r.text ? "Nas pendências da carteira" : "Nos lançamentos da carteira");
}

static void write_carry(struct html *h, const struct tax_view *v, const struct tax_gap *g)
{
	void *pool = h->ctx->pool;

	html_p(h, "%s", tax_remedy(g->why).text);
	tax_carry_write(h, (struct month){ g->month.n - 1 }, back_of(pool, v));
	if (v->asked > TAX_FIRST_YEAR)
		html_link(h, pool_printf(pool, "%s/missing?year=%d", v->base, v->asked - 1),
			  pool_printf(pool, "O que falta em %d", v->asked - 1));
}

static void write_answer(struct html *h, const struct tax_view *v, const struct tax_gap *g,
			 size_t n)
{
	if (v->name) { /* a client's ledger is changed on its own pages */
		html_p(h, "%s", tax_remedy(g->why).text);
		if (v->of.ledger.n_portfolios)
			html_link(h,
				  work_path(h->ctx, &work_office,
					    pool_printf(h->ctx->pool, "/portfolios/%s",
							v->of.ledger.portfolios[g->portfolio].id)),
				  "Na carteira do cliente");
		return;
	}
	if (v->seen) {
		html_p(h, "%s", tax_remedy(g->why).text);
		return;
	}
	switch (tax_remedy(g->why).answer) {
	case ANSWER_FACT:
		write_fact(h, v, g, n);
		break;
	case ANSWER_GROSS:
		write_gross(h, v, g, n);
		break;
	case ANSWER_PRICE:
	case ANSWER_TRADE:
		write_row_asked(h, v, g, n);
		break;
	case ANSWER_CARRY:
		write_carry(h, v, g);
		break;
	case ANSWER_NONE:
		break;
	}
}

static void write_gap(struct html *h, const struct tax_view *v, const struct tax_gap *g, size_t n)
{
	const struct tax_remedy remedy = tax_remedy(g->why);

	tax_row_begin(h);
	if (g->symbol) {
		html_open(h, "b");
		html_element(h, "bdi", g->symbol);
		html_close(h, "b");
	}
	html_element(h, "small", tax_reason_said(g->why));
	if (tax_answerable(v, g))
		write_answer(h, v, g, n);
	else
		html_element(
			h, "small",
			remedy.text && v->of.scope == TAX_PORTFOLIO && remedy.answer == ANSWER_CARRY
				? "Informe no imposto da conta, com todas as carteiras."
			: remedy.text ? remedy.text
				      : "Confira no informe de rendimentos ou com um contador.");
	html_close(h, "div");
	html_close(h, "li");
}

static void open_card(struct html *h, const char *title)
{
	layout_card(h, "card", title);
	tax_rows(h);
}

static void close_card(struct html *h)
{
	html_close(h, "ul");
	html_close(h, "section");
}

/* Months first, ascending: gains, of crypto and the like, are found after the months of the exchange. */
static bool is_before(const struct tax_gap *a, const struct tax_gap *b)
{
	return a->has_month && (!b->has_month || a->month.n < b->month.n);
}

/* Those with a form first, a card for each place; the others have a card at the end. */
static void order(struct tax_gaps *l)
{
	struct tax_gap *sorted = pool_array(l->pool, struct tax_gap, l->n);
	size_t n = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0, first = n; i < l->n; i++) {
			size_t at = n;

			if (tax_answerable(l->v, &l->items[i]) != !pass)
				continue;
			for (; at > first && is_before(&l->items[i], &sorted[at - 1]); at--)
				sorted[at] = sorted[at - 1];
			sorted[at] = l->items[i];
			n++;
		}
	for (size_t i = 0; i < l->n; i++)
		if (!tax_answerable(l->v, &sorted[i]))
			sorted[i].where = "Sem resposta aqui";
	l->items = sorted;
}

static void write_gaps(struct html *h, const struct tax_gaps *l, size_t page)
{
	size_t from = (page - 1) * SHOWN;

	html_div(h, "stack");
	for (size_t i = from; i < l->n && i < from + SHOWN; i++) {
		const struct tax_gap *g = &l->items[i];

		if (i == from || !str_eq(g->where, g[-1].where)) {
			if (i > from)
				close_card(h);
			open_card(h, g->where);
		}
		write_gap(h, l->v, g, i);
	}
	if (from < l->n)
		close_card(h);
	html_close(h, "div");
}

/* How many answers there are to give, and in which cards: of all pages. */
static void write_count(struct html *h, const struct tax_gaps *l)
{
	size_t n = 0;
	struct buf b;

	buf_init(&b, l->pool, 256);
	for (size_t i = 0; i < l->n && tax_answerable(l->v, &l->items[i]); i++, n++) {
		const char *where = l->items[i].where;
		size_t of = 0, before = 0;

		for (size_t k = 0; k < l->n && tax_answerable(l->v, &l->items[k]); k++)
			if (str_eq(l->items[k].where, where)) {
				of++;
				before += k < i;
			}
		if (!before)
			buf_printf(&b, "%s%zu em %s", i ? ", " : "", of, where);
	}
	if (n)
		tax_text(h, "p", "first",
			 pool_printf(l->pool, "%s %zu %s: %s.", n == 1 ? "Falta" : "Faltam", n,
				     n == 1 ? "resposta" : "respostas", buf_text(&b)));
	/* Each has its form, and one press sends one form. */
	if (n > 1 && !l->v->name && !l->v->seen)
		html_p(h, "Guarde cada resposta antes de escrever a seguinte.");
	if (n && n < l->n)
		html_p(h,
		       l->n - n == 1 ? "Mais %zu dado falta, sem resposta aqui."
				     : "Mais %zu dados faltam, sem resposta aqui.",
		       l->n - n);
}

void tax_missing_page(struct ctx *ctx)
{
	size_t page = layout_page_asked(ctx);
	struct json_object *done = mend_undo_asked(ctx);
	struct tax_declaration d;
	struct tax_gaps l;
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	tax_declare(ctx, &v.of, &v.year, &d);
	l = tax_gaps_year(ctx, &v);
	tax_gaps_declaration(&l, &d);
	order(&l);
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "O que falta ao imposto de %d", v.asked),
		     "/missing");
	mend_undo_say(h, done);
	if (!l.n || !tax_answerable(&v, &l.items[0])) {
		html_p(h, "Nada falta responder.");
		html_open(h, "p");
		html_link(h, pool_printf(ctx->pool, "%s?year=%d", v.base, v.asked), "Ver o ano");
		html_close(h, "p");
	}
	write_count(h, &l);
	write_gaps(h, &l, page);
	layout_pages(h, pool_printf(ctx->pool, "%s/missing?year=%d&", v.base, v.asked), page, SHOWN,
		     l.n);
	tax_page_end(h);
}
