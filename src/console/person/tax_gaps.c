/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_gaps.c: the unknown facts of a year, each once, with the months that wait for it.
 *
 * Two gaps with one key have one answer: a fact of an asset concerns all its months, and the price of a purchase every sale
 * of it.
 */
#include "config.h"

#include "console/form/ask.h"
#include "console/person/tax_pages.h"
#include "core/encode.h"

/* ---- one question ---- */

const struct tax_own_asset *tax_asset_asked(const struct tax_view *v, const struct tax_gap *g)
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

bool tax_answerable(const struct tax_view *v, const struct tax_gap *g)
{
	switch (tax_remedy(g->why).answer) {
	case ANSWER_FACT:
		return tax_asset_asked(v, g) != NULL;
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

static const char *key_text(void *pool, const struct tax_gap *g)
{
	const struct tax_remedy remedy = tax_remedy(g->why);

	if (remedy.answer == ANSWER_CARRY)
		return "carry"; /* of the first month that lacks it */
	if (remedy.answer == ANSWER_FACT && g->symbol)
		return pool_printf(pool, "%s %s", remedy.fact, g->symbol);
	if (g->asked.request)
		return pool_printf(pool, "%s %s", g->asked.base, ask_json(pool, g->asked.request));
	return pool_printf(pool, "%d %zu %p %s", g->why, g->row, (const void *)g->paid,
			   g->symbol ? g->symbol : g->where);
}

/* The same in each request, since it also names the fields of the question. */
static uint64_t key_of(void *pool, const struct tax_gap *g)
{
	const char *text = g->paid ? uuid_text(pool, g->paid->id) : key_text(pool, g);

	return fnv1a(FNV1A_START, text, strlen(text));
}

/* ---- the list ---- */

static unsigned bit(struct month month)
{
	return 1U << (month.n % 12);
}

/* The question is the earlier month's; the other one waits for it, too. */
static void join(struct tax_gap *x, const struct tax_gap *m)
{
	if (!m->has_month)
		return;
	x->waiting |= m->waiting;
	if (!x->has_month || m->month.n < x->month.n) {
		x->has_month = true;
		x->month = m->month;
		x->where = m->where;
	}
}

static void add(struct tax_gaps *l, struct tax_gap m)
{
	m.asked = tax_row_asked(l->pool, l->v, &m);
	m.key = key_of(l->pool, &m);
	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].key == m.key) {
			join(&l->items[i], &m);
			return;
		}
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
		if ((l->items[i].waiting & bit(month)) && l->items[i].symbol &&
		    tax_remedy(l->items[i].why).answer != ANSWER_NONE)
			return true;
	return false;
}

/* @waits: whether the month's tax needs it. */
static void add_reason(struct tax_gaps *l, const char *where, struct month month,
		       enum tax_reason why, bool waits)
{
	add(l, (struct tax_gap){ .where = where,
				 .has_month = true,
				 .month = month,
				 .waiting = waits ? bit(month) : 0,
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
					 .waiting = bit(month),
					 .symbol = ops[i]->symbol,
					 .why = ops[i]->why,
					 .portfolio = ops[i]->portfolio,
					 .row = ops[i]->row });
	}
	for (int i = 1; i < TAX_REASONS; i++)
		if ((reasons & ~told & TAX_WHY(i)) &&
		    (tax_remedy((enum tax_reason)i).answer == ANSWER_NONE || !is_asked(l, month)))
			add_reason(l, where, month, (enum tax_reason)i, true);
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
					 .waiting = bit(g->month),
					 .symbol = op->symbol,
					 .why = why,
					 .portfolio = op->portfolio,
					 .row = TAX_NO_ROW });
	}
	return left;
}

/*
 * The losses brought to a month are unknown because of an earlier month of the year, or of the year before.  The month waits
 * for those questions once it is known to have a gain.
 */
static void add_losses(struct tax_gaps *l, const struct tax_year *y, size_t at, int basket)
{
	const struct tax_month *m = &y->months[at];
	bool waits = m->basket[basket].result.known && !m->basket[basket].tax.known, found = false;

	for (size_t k = 0; k < at; k++) {
		const struct tax_basket_month *b = &y->months[k].basket[basket];

		for (size_t i = 0; !b->result.known && i < l->n; i++)
			if ((l->items[i].waiting & bit(y->months[k].month)) &&
			    (b->reasons & TAX_WHY(l->items[i].why))) {
				l->items[i].waiting |= waits ? bit(m->month) : 0;
				found |= tax_remedy(l->items[i].why).answer != ANSWER_NONE;
			}
	}
	if (!found)
		add_reason(l, tax_month_title(l->pool, m->month), m->month, TAX_CARRY_UNKNOWN,
			   waits);
}

static void add_exchange(struct tax_gaps *l, const struct tax_year *y, size_t at)
{
	const tax_reasons brought = TAX_WHY(TAX_CARRY_UNKNOWN);
	const struct tax_month *m = &y->months[at];
	tax_reasons reasons = 0;

	for (int b = 0; b < TAX_BASKETS; b++)
		reasons |= m->basket[b].reasons;
	add_month(l, tax_month_title(l->pool, m->month), m->month, m->operations, m->n_operations,
		  reasons & ~brought);
	for (int b = 0; b < TAX_BASKETS; b++)
		if (m->basket[b].reasons & brought)
			add_losses(l, y, at, b);
}

struct tax_gaps tax_gaps_year(struct ctx *ctx, const struct tax_view *v)
{
	struct tax_gaps l = { .pool = ctx->pool, .v = v };
	const struct tax_year *y = &v->year;

	for (size_t i = 0; i < y->n_months; i++)
		add_exchange(&l, y, i);
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

size_t tax_gaps_of(const struct tax_gaps *l, struct month month)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += (l->items[i].waiting & bit(month)) && tax_answerable(l->v, &l->items[i]);
	return n;
}

/* ---- of the declaration ---- */

static void add_lines(struct tax_gaps *l, const char *where, const struct tax_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		add_set(l, where, lines->items[i].n_symbols ? lines->items[i].symbols[0] : NULL,
			lines->items[i].reasons);
}

static void add_declaration(struct tax_gaps *l, const struct tax_declaration *d)
{
	for (size_t i = 0; i < d->n_taxable; i++)
		add_set(l, "Rendimentos tributáveis", d->taxable[i].symbol, d->taxable[i].reasons);
	add_lines(l, "Rendimentos isentos", &d->exempt);
	add_lines(l, "Tributação exclusiva", &d->exclusive);
	for (size_t i = 0; i < d->n_goods; i++)
		add_set(l, "Bens e Direitos", d->goods[i].symbol, d->goods[i].reasons);
}

/* ---- in the order of the page ---- */

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

struct tax_gaps tax_gaps_all(struct ctx *ctx, const struct tax_view *v)
{
	struct tax_gaps l = tax_gaps_year(ctx, v);
	struct tax_declaration d;

	tax_declare(ctx, &v->of, &v->year, &d);
	add_declaration(&l, &d);
	order(&l);
	return l;
}

/* ---- where a month is on the page ---- */

const char *tax_gaps_path(const struct tax_gaps *l, struct month month)
{
	const struct tax_gap *first = NULL;
	size_t before = 0, page;

	/* The earliest question that the month waits for. */
	for (size_t i = 0; i < l->n; i++) {
		const struct tax_gap *g = &l->items[i];

		if ((g->waiting & bit(month)) && tax_answerable(l->v, g) &&
		    (!first || g->month.n < first->month.n))
			first = g;
	}
	if (!first)
		return pool_printf(l->pool, "%s/missing?year=%d", l->v->base, l->v->asked);
	for (size_t i = 0; i < l->n; i++)
		before += is_before(&l->items[i], first) && tax_answerable(l->v, &l->items[i]);
	page = before / TAX_GAPS_SHOWN + 1;
	return pool_printf(l->pool, "%s/missing?year=%d%s#%s", l->v->base, l->v->asked,
			   page > 1 ? pool_printf(l->pool, "&page=%zu", page) : "",
			   month_iso(l->pool, first->month));
}
