/* SPDX-License-Identifier: Apache-2.0 */
/* declaration.c: Bens e Direitos and the sheets that sales and bonuses fill (doc/tax.md 20.9). */
#include "config.h"

#include "calc/tax/declaration.h"
#include "calc/tax/lines.h"
#include "core/order.h"
#include "core/pool.h"

#include <stdlib.h>

#define OPTIONAL_SHARES ((struct money){ 1000 * E8 }) /* of one company */
#define OPTIONAL_TOKEN ((struct money){ 5000 * E8 })

/* ---- goods ---- */

static struct tax_figure cost_at(const struct tax_position *p)
{
	if (qty_is_zero(p->qty))
		return tax_is((struct money){ 0 });
	return (struct tax_figure){ p->why == TAX_KNOWN, money_round_cents(p->cost) };
}

/* By asset: sold in the year other than as a day trade; options are listed only while held. */
static const bool *sold_in_year(void *pool, const struct tax_ledger *l, const struct tax_year *y)
{
	const struct tax_operations *all = &y->operations;
	bool *sold = pool_array(pool, bool, l->n_assets);

	for (size_t i = 0; i < all->n; i++) {
		const struct tax_operation *op = &all->items[i];

		if (day_year(op->day) == y->year && l->assets[op->asset].type != ASSET_OPTION &&
		    !op->right && (op->nature == TAX_SALE || op->nature == TAX_EXERCISE))
			sold[op->asset] = true;
	}
	return sold;
}

/* By asset: the holding consisted of subscription rights, all sold, which are no goods (20.3). */
static const bool *rights(void *pool, const struct tax_ledger *l, const struct tax_year *y)
{
	struct qty *left = pool_array(pool, struct qty, l->n_assets);
	bool *is = pool_array(pool, bool, l->n_assets), range = false;

	for (size_t i = 0; i < y->operations.n; i++) {
		const struct tax_operation *op = &y->operations.items[i];

		if (op->right) {
			is[op->asset] = true;
			left[op->asset] = qty_sub(left[op->asset], op->qty, &range);
		}
	}
	for (size_t i = 0; i < l->n_rows; i++)
		if (l->rows[i].row.kind == ROW_BUY || l->rows[i].row.kind == ROW_ADJUST)
			left[l->rows[i].asset] =
				qty_add(left[l->rows[i].asset], l->rows[i].row.qty, &range);
	for (size_t i = 0; i < l->n_assets; i++)
		is[i] &= left[i].e8 <= 0 && !range;
	return is;
}

static const char *country_of(const struct tax_asset *a, enum tax_class cls, tax_reasons *reasons)
{
	if (cls == TAX_FOREIGN)
		return "249";
	if (cls != TAX_CRYPTO || a->custody == CUSTODY_BR)
		return "105";
	*reasons |=
		TAX_WHY(a->custody == CUSTODY_FOREIGN ? TAX_COUNTRY_UNKNOWN : TAX_CUSTODY_UNKNOWN);
	return NULL;
}

static struct tax_good good_of(void *pool, const struct tax_ledger *l, const struct tax_year *y,
			       size_t asset)
{
	const struct tax_asset *a = &l->assets[asset];
	const struct tax_position *ends[2] = { &y->operations.held[0][asset],
					       &y->operations.held[1][asset] };
	struct tax_good g = { .symbol = a->symbol,
			      .asset = asset,
			      .code = tax_code_of(a, y->year),
			      .traded_on_exchange = type_of_exchange(a->type),
			      .tax_id = a->type == ASSET_US ? NULL : a->tax_id,
			      .qty = ends[1]->qty,
			      .previous = cost_at(ends[0]),
			      .current = cost_at(ends[1]) };
	enum tax_reason why;
	enum tax_class cls = tax_class_of(a, &why);

	g.country = country_of(a, cls, &g.reasons);
	if (g.code.why != TAX_KNOWN)
		g.reasons |= TAX_WHY(g.code.why);
	if (cls == TAX_FUND)
		g.reasons |= TAX_WHY(TAX_USE_STATEMENT);
	for (int i = 0; i < 2; i++) {
		if (!qty_is_zero(ends[i]->qty) && ends[i]->why != TAX_KNOWN)
			g.reasons |= TAX_WHY(ends[i]->why);
		if (!qty_is_zero(ends[i]->qty) && ends[i]->bonus_missing)
			g.reasons |= TAX_WHY(TAX_BONUS_COST_MISSING);
	}
	if (!g.tax_id && cls != TAX_FOREIGN &&
	    (str_eq(g.code.group, "03") || str_eq(g.code.group, "07")))
		g.reasons |= TAX_WHY(TAX_MISSING_TAX_ID);
	g.discrimination = tax_discrimination(pool, l, asset, y->year, ends[1]);
	return g;
}

static bool below(struct tax_figure a, struct tax_figure b, struct money limit)
{
	return a.known && b.known && a.m.e8 < limit.e8 && b.m.e8 < limit.e8;
}

static bool is_share(const struct tax_asset *a)
{
	enum tax_reason why;
	enum tax_class cls = tax_class_of(a, &why);

	return cls == TAX_SHARE || cls == TAX_UNIT;
}

/* Value at both ends of the year for several goods. */
struct ends {
	struct tax_figure previous, current;
};

static void add_ends(struct ends *sum, const struct ends *one, bool *range)
{
	sum->previous.known &= one->previous.known;
	sum->current.known &= one->current.known;
	sum->previous.m = money_add(sum->previous.m, one->previous.m, range);
	sum->current.m = money_add(sum->current.m, one->current.m, range);
}

static const struct ends no_ends = { { .known = true }, { .known = true } };

/* A share and its company's group: by the CNPJ when both have it, else by the ticker (PETR3, PETR4). */
struct share {
	struct tax_good *good;
	const char *tax_id, *symbol;
	struct ends own, of_id, of_root, of_root_alone; /* alone: those without a CNPJ */
};

static int by_root(const void *a, const void *b)
{
	return strncmp(((const struct share *)a)->symbol, ((const struct share *)b)->symbol, 4);
}

static int by_id(const void *a, const void *b)
{
	const char *x = ((const struct share *)a)->tax_id, *y = ((const struct share *)b)->tax_id;

	return x && y ? strcmp(x, y) : !x - !y;
}

static void sum_roots(struct share *list, size_t n, bool *range)
{
	for (size_t i = 0, end; i < n; i = end) {
		struct ends all = no_ends, alone = no_ends;

		for (end = i; end < n && by_root(&list[i], &list[end]) == 0; end++) {
			add_ends(&all, &list[end].own, range);
			if (!list[end].tax_id)
				add_ends(&alone, &list[end].own, range);
		}
		for (size_t k = i; k < end; k++) {
			list[k].of_root = all;
			list[k].of_root_alone = alone;
		}
	}
}

static void sum_ids(struct share *list, size_t n, bool *range)
{
	for (size_t i = 0, end; i < n && list[i].tax_id; i = end) {
		struct ends all = no_ends;

		for (end = i; end < n && by_id(&list[i], &list[end]) == 0; end++)
			add_ends(&all, &list[end].own, range);
		for (size_t k = i; k < end; k++)
			list[k].of_id = all;
	}
}

/* A paper converted in the year counts for its successor's company. */
static struct share share_of(const struct tax_ledger *l, const struct tax_year *y,
			     struct tax_good *g)
{
	const struct tax_position *ends = y->operations.held[1];
	const struct tax_asset *a = &l->assets[g->asset];
	size_t living = g->asset;

	while (ends[living].into != living)
		living = ends[living].into;
	return (struct share){ .good = g,
			       .tax_id = l->assets[living].tax_id ? l->assets[living].tax_id
								  : a->tax_id,
			       .symbol = l->assets[living].symbol,
			       .own = { g->previous, g->current } };
}

/* Below the value from which the program requires it: shares of one company together, a token alone. */
static void find_optional(void *pool, const struct tax_ledger *l, const struct tax_year *y,
			  struct tax_declaration *d, bool *range)
{
	struct share *list = pool_array(pool, struct share, d->n_goods);
	size_t n = 0;

	for (size_t i = 0; i < d->n_goods; i++) {
		struct tax_good *g = &d->goods[i];
		const struct tax_asset *a = &l->assets[g->asset];

		if (a->type == ASSET_CRYPTO)
			g->optional = below(g->previous, g->current, OPTIONAL_TOKEN);
		else if (is_share(a))
			list[n++] = share_of(l, y, g);
	}
	if (!n)
		return;
	qsort(list, n, sizeof(*list), by_root);
	sum_roots(list, n, range);
	qsort(list, n, sizeof(*list), by_id);
	sum_ids(list, n, range);
	for (size_t i = 0; i < n; i++) {
		struct ends *of = list[i].tax_id ? &list[i].of_id : &list[i].of_root;

		if (list[i].tax_id)
			add_ends(of, &list[i].of_root_alone, range);
		list[i].good->optional = below(of->previous, of->current, OPTIONAL_SHARES);
	}
}

static int good_order(const void *a, const void *b)
{
	const struct tax_good *x = a, *y = b;
	int c = !*x->code.group - !*y->code.group;

	if (!c)
		c = strcmp(x->code.group, y->code.group);
	if (!c)
		c = strcmp(x->code.code, y->code.code);
	if (!c)
		c = strcmp(x->symbol, y->symbol);
	return c ? c : (x->asset > y->asset) - (x->asset < y->asset);
}

static void fill_goods(void *pool, const struct tax_ledger *l, const struct tax_year *y,
		       struct tax_declaration *d, bool *range)
{
	const bool *sold = sold_in_year(pool, l, y), *right = rights(pool, l, y);

	d->goods = pool_array(pool, struct tax_good, l->n_assets);
	for (size_t i = 0; i < l->n_assets; i++)
		if (!right[i] && (!qty_is_zero(y->operations.held[0][i].qty) ||
				  !qty_is_zero(y->operations.held[1][i].qty) || sold[i]))
			d->goods[d->n_goods++] = good_of(pool, l, y, i);
	find_optional(pool, l, y, d, range);
	order_sort(d->goods, d->n_goods, sizeof(*d->goods), good_order);
}

/* ---- lines ---- */

/* isentos 18: shares received as bonus, at the declared value. */
static void bonuses(void *pool, const struct tax_ledger *l, const struct tax_year *y,
		    struct tax_declaration *d, bool *range)
{
	for (size_t i = 0; i < y->operations.n_bonuses; i++) {
		const struct tax_bonus *b = &y->operations.bonuses[i];
		struct tax_line *line;

		if (day_year(b->day) != y->year)
			continue;
		line = tax_line_of(pool, &d->exempt, "18", y->year, &l->assets[b->asset]);
		tax_line_symbol(pool, line, l->assets[b->asset].symbol);
		tax_line_add(pool, line, (struct tax_part){ SOURCE_BONUS, i },
			     (struct tax_figure){ b->known, money_round_cents(b->value) }, range);
		if (!b->known)
			line->reasons |= TAX_WHY(TAX_BONUS_COST_MISSING);
	}
}

/* isentos 20 and 05: gains within the limits of their months. */
static void exempt_gains(void *pool, const struct tax_year *y, struct tax_declaration *d,
			 bool *range)
{
	struct tax_line *line;

	for (size_t i = 0; i < y->n_months; i++) {
		struct tax_figure gain = y->months[i].exempt_gain;

		if (!y->months[i].exempt || (gain.known && !gain.m.e8))
			continue;
		line = tax_line_of(pool, &d->exempt, "20", y->year, NULL);
		tax_line_add(pool, line, (struct tax_part){ SOURCE_MONTH, i }, gain, range);
		if (!gain.known)
			line->reasons |= TAX_WHY(TAX_EXEMPT_RESULT_UNKNOWN);
	}
	for (size_t i = 0; i < y->n_gains; i++) {
		const struct tax_gain *g = &y->gains[i];

		if (!g->exempt || (g->gain.known && !g->gain.m.e8))
			continue;
		line = tax_line_of(pool, &d->exempt, "05", y->year, NULL);
		tax_line_add(pool, line, (struct tax_part){ SOURCE_GAIN, i }, g->gain, range);
		if (!g->gain.known)
			line->reasons |= g->reasons;
	}
}

/* Lines 06 and 12 come from the payer's statement; the ledger's own figure is shown beside it. */
static void fixed_income(void *pool, const struct tax_ledger *l, const struct tax_year *y,
			 struct tax_declaration *d, bool *range)
{
	for (size_t i = 0; i < y->operations.n; i++) {
		const struct tax_operation *op = &y->operations.items[i];
		bool exempt = op->cls == TAX_FIXED_EXEMPT;
		struct tax_line *line;

		if (day_year(op->day) != y->year || (!exempt && op->cls != TAX_FIXED_TAXED))
			continue;
		line = tax_line_of(pool, exempt ? &d->exempt : &d->exclusive, exempt ? "12" : "06",
				   y->year, &l->assets[op->asset]);
		tax_line_symbol(pool, line, op->symbol);
		tax_line_add_ledger(pool, line, (struct tax_part){ SOURCE_OPERATION, i },
				    (struct tax_figure){ op->result_known, op->result }, range);
		if (!op->result_known)
			line->reasons |= TAX_WHY(op->why);
	}
}

static int text_order(const char *a, const char *b)
{
	if (!a || !b)
		return (a == NULL) - (b == NULL);
	return strcmp(a, b);
}

static int line_order(const void *a, const void *b)
{
	const struct tax_line *x = a, *y = b;
	int c = text_order(x->code, y->code);

	if (!c)
		c = text_order(x->payer_name, y->payer_name);
	return c ? c : text_order(x->payer_tax_id, y->payer_tax_id);
}

static int taxable_order(const void *a, const void *b)
{
	const struct tax_taxable *x = a, *y = b;
	int c = wide_order(x->month.n, y->month.n);

	return c ? c : strcmp(x->symbol, y->symbol);
}

enum calc_err tax_declaration_compute(void *pool, const struct tax_ledger *l,
				      const struct tax_year *y, struct tax_declaration *out)
{
	struct tax_declaration d = {
		.year = y->year, .as_of = y->as_of, .provisional = !y->closed, .sheets = y
	};
	bool range = false;
	enum calc_err err;

	for (size_t i = 0; i < y->warnings.n; i++)
		tax_warn(pool, &d.warnings, y->warnings.items[i]);
	fill_goods(pool, l, y, &d, &range);
	bonuses(pool, l, y, &d, &range);
	exempt_gains(pool, y, &d, &range);
	fixed_income(pool, l, y, &d, &range);
	err = tax_income_lines(pool, l, y, &d);
	if (err == CALC_OK && range)
		err = CALC_RANGE;
	if (err != CALC_OK)
		return err;
	order_sort(d.exempt.items, d.exempt.n, sizeof(*d.exempt.items), line_order);
	order_sort(d.exclusive.items, d.exclusive.n, sizeof(*d.exclusive.items), line_order);
	order_sort(d.taxable, d.n_taxable, sizeof(*d.taxable), taxable_order);
	tax_warnings_sort(&d.warnings);
	*out = d;
	return CALC_OK;
}
