/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_gaps.c: the unknown facts of a year, each once, with the months that wait for it.
 *
 * Two gaps with one key have one answer: a fact of an asset concerns all its months, and the price of a purchase every sale
 * of it.
 */
#include "config.h"

#include <stdlib.h>

#include "core/encode.h"
#include "portfolio/tax/tax_gaps.h"

/* ---- one question ---- */

static const char *key_text(void *pool, const struct tax_gap *g)
{
	const struct tax_remedy remedy = tax_remedy(g->why);

	if (remedy.answer == ANSWER_CARRY)
		return "carry"; /* of the first month that lacks it */
	if (remedy.answer == ANSWER_FACT && g->symbol)
		return pool_printf(pool, "%s %s", remedy.fact, g->symbol);
	if (g->asked.request)
		return pool_printf(
			pool, "%s %s", g->asked.base,
			json_object_to_json_string_ext(g->asked.request, JSON_C_TO_STRING_PLAIN));
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

/* Of two months the year's own comes first, then the earlier one. */
static bool is_asked_first(struct month a, struct month b, int year)
{
	bool own = month_year(a) == year;

	return own != (month_year(b) == year) ? own : a.n < b.n;
}

/* The question is the first month's; the other one waits for it, too. */
static void join(struct tax_gap *x, const struct tax_gap *m, int year)
{
	if (!m->has_month)
		return;
	x->waiting |= m->waiting;
	x->brought |= m->brought;
	if (!x->has_month || is_asked_first(m->month, x->month, year)) {
		x->has_month = true;
		x->month = m->month;
		x->where = m->where;
	}
}

static size_t *slot_of(const struct tax_gaps *l, uint64_t key)
{
	size_t at = key % (2 * l->size);

	while (l->slots[at] && l->items[l->slots[at] - 1].key != key)
		at = (at + 1) % (2 * l->size);
	return &l->slots[at];
}

static void grow(struct tax_gaps *l)
{
	l->size = l->size ? 2 * l->size : 16;
	l->items = pool_resize(l->pool, l->items, struct tax_gap, l->size);
	l->slots = pool_array(l->pool, size_t, 2 * l->size);
	for (size_t i = 0; i < l->n; i++)
		*slot_of(l, l->items[i].key) = i + 1;
}

static void add(struct tax_gaps *l, struct tax_gap m)
{
	size_t *slot;

	m.asked = tax_row_asked(l->pool, l->of, &m);
	m.key = key_of(l->pool, &m);
	if (l->n == l->size)
		grow(l);
	slot = slot_of(l, m.key);
	if (*slot) {
		join(&l->items[*slot - 1], &m, l->year->year);
		return;
	}
	l->items[l->n++] = m;
	*slot = l->n;
}

static bool is_net_alone(const struct tax_gaps *l, const struct tax_income *in)
{
	return !in->gross_known && !uuid_is_nil(in->id) && day_year(in->pay_day) == l->year->year &&
	       in->kind != INCOME_AMORTIZATION && in->kind != INCOME_CAPITAL_RETURN;
}

static int net_order(const void *a, const void *b)
{
	const struct tax_net *x = a, *y = b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (x->paid > y->paid) - (x->paid < y->paid);
}

static void find_nets(struct tax_gaps *l)
{
	const struct tax_ledger *of = &l->of->ledger;

	l->nets = pool_array(l->pool, struct tax_net, of->n_income);
	for (size_t i = 0; i < of->n_income; i++)
		if (is_net_alone(l, &of->income[i]))
			l->nets[l->n_nets++] =
				(struct tax_net){ of->assets[of->income[i].asset].symbol,
						  &of->income[i] };
	if (l->n_nets)
		qsort(l->nets, l->n_nets, sizeof(*l->nets), net_order);
}

/* The place of the first one of the symbol, or of a later symbol. */
static size_t first_net(const struct tax_gaps *l, const char *symbol)
{
	size_t from = 0, to = l->n_nets;

	while (from < to) {
		size_t middle = (from + to) / 2;

		if (strcmp(l->nets[middle].symbol, symbol) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* Each payment of the symbol separately; false when none is known by its row. */
static bool add_payments(struct tax_gaps *l, const char *where, const char *symbol)
{
	bool any = false;

	if (!l->nets)
		find_nets(l);
	for (size_t i = first_net(l, symbol); i < l->n_nets && str_eq(l->nets[i].symbol, symbol);
	     i++) {
		any = true;
		add(l, (struct tax_gap){ .where = where,
					 .symbol = symbol,
					 .why = TAX_GROSS_UNKNOWN,
					 .portfolio = l->nets[i].paid->portfolio,
					 .row = TAX_NO_ROW,
					 .paid = l->nets[i].paid });
	}
	return any;
}

/* Adds a question for each bonus whose value is unknown, stated by a row or applied by the program; false: there is none. */
static bool add_bonuses(struct tax_gaps *l, const char *where, const char *symbol)
{
	const struct tax_ledger *of = &l->of->ledger;
	struct day end = month_last(month_of(l->year->year, 12));
	struct tax_gap g = {
		.where = where, .symbol = symbol, .why = TAX_BONUS_COST_MISSING, .row = TAX_NO_ROW
	};
	bool any = false;

	for (size_t i = 0; i < l->of->n_bonuses; i++) {
		const struct tax_bare_bonus *b = &l->of->bonuses[i];

		if (day_before(end, b->event->ex_day) ||
		    !str_eq(of->assets[b->asset].symbol, symbol))
			continue;
		g.bonus = b;
		g.portfolio = b->portfolio;
		add(l, g);
		any = true;
	}
	g.bonus = NULL;
	for (size_t i = 0; i < of->n_rows && !day_before(end, of->rows[i].row.day); i++) {
		const struct ledger_row *row = &of->rows[i].row;

		if (row->event != EVENT_BONUS || row->price_known || row->qty.e8 <= 0 ||
		    !str_eq(of->assets[of->rows[i].asset].symbol, symbol))
			continue;
		g.row = i;
		g.portfolio = of->rows[i].portfolio;
		add(l, g);
		any = true;
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
		if (i == TAX_BONUS_COST_MISSING && symbol && add_bonuses(l, where, symbol))
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
		const struct tax_asset *a = &l->of->ledger.assets[op->asset];
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

/* The questions of a month of an earlier year, of which the losses brought come; false: it has none that has an answer. */
static bool add_earlier(struct tax_gaps *l, const struct tax_month *m, tax_reasons why,
			unsigned waiting, unsigned brought)
{
	bool any = false;

	for (size_t i = 0; i < m->n_operations; i++) {
		const struct tax_operation *op = m->operations[i];
		struct tax_gap g = { .where = tax_month_title(l->pool, m->month),
				     .has_month = true,
				     .month = m->month,
				     .waiting = waiting,
				     .brought = brought,
				     .symbol = op->symbol,
				     .why = op->why,
				     .portfolio = op->portfolio,
				     .row = op->row };

		if (!(why & TAX_WHY(op->why)) || !tax_answerable(l->of, &g))
			continue;
		add(l, g);
		any = true;
	}
	return any;
}

/* Those of an earlier month of the year are in the list; another month now waits for them, too. */
static bool wait_for(struct tax_gaps *l, struct month month, tax_reasons why, unsigned waiting,
		     unsigned brought)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++)
		if ((l->items[i].waiting & bit(month)) && (why & TAX_WHY(l->items[i].why))) {
			l->items[i].waiting |= waiting;
			l->items[i].brought |= brought;
			any |= tax_remedy(l->items[i].why).answer != ANSWER_NONE;
		}
	return any;
}

/*
 * The losses brought to a month are unknown because of earlier months, of any year: while one of those has a question, the
 * losses follow from its answer and are not asked.  The month waits for it once it is known to have a gain.
 */
static void add_losses(struct tax_gaps *l, const struct tax_year *y, const struct tax_month *m,
		       int basket)
{
	bool waits = m->basket[basket].result.known && !m->basket[basket].tax.known, found = false;
	unsigned brought = bit(m->month), waiting = waits ? brought : 0;
	size_t k = 0;

	while (k < y->n_all_months && y->all_months[k].month.n < m->month.n)
		k++;
	while (k-- && !y->all_months[k].basket[basket].loss_carried.known) {
		const struct tax_month *before = &y->all_months[k];
		const struct tax_basket_month *b = &before->basket[basket];
		bool own = month_year(before->month) == y->year;

		if (!b->result.known &&
		    (own ? wait_for(l, before->month, b->reasons, waiting, brought)
			 : add_earlier(l, before, b->reasons, waiting, brought))) {
			if (!l->losses_follow || before->month.n < l->earliest.n)
				l->earliest = before->month;
			l->losses_follow = found = true;
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
			add_losses(l, y, m, b);
}

struct tax_gaps tax_gaps_year(struct ctx *ctx, const struct taxpayer *of, const struct tax_year *y)
{
	struct tax_gaps l = { .pool = ctx->pool, .of = of, .year = y };

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
	for (size_t i = 0; i < d->n_goods; i++) {
		const struct tax_good *g = &d->goods[i];
		tax_reasons set = g->reasons;

		/* Of any kind it will need one: both are asked at once. */
		if ((set & TAX_WHY(TAX_ETF_KIND_UNKNOWN)) && !g->tax_id)
			set |= TAX_WHY(TAX_MISSING_TAX_ID);
		add_set(l, "Bens e Direitos", g->symbol, set);
	}
}

struct tax_gaps tax_gaps_all(struct ctx *ctx, const struct taxpayer *of, const struct tax_year *y)
{
	struct tax_gaps l = tax_gaps_year(ctx, of, y);
	struct tax_declaration d;

	tax_declare(ctx, of, y, &d);
	add_declaration(&l, &d);
	tax_gaps_order(&l);
	tax_unstated_find(&l);
	return l;
}
