/* SPDX-License-Identifier: Apache-2.0 */
/* declaration.c: Bens e Direitos and the sheets that sales and bonuses fill (doc/tax.md 20.9). */
#include "config.h"

#include "calc/tax/declaration.h"
#include "calc/tax/lines.h"
#include "core/pool.h"

#include <stdlib.h>

#define OPTIONAL_SHARES ((struct money){ 1000 * E8 }) /* of one company */
#define OPTIONAL_TOKEN ((struct money){ 5000 * E8 })

/* ---- goods ---- */

static bool is_exchange(enum asset_type type)
{
	return type == ASSET_STOCK || type == ASSET_FII || type == ASSET_ETF || type == ASSET_BDR ||
	       type == ASSET_OPTION;
}

static struct tax_figure cost_at(const struct tax_position *p)
{
	if (qty_is_zero(p->qty))
		return tax_is((struct money){ 0 });
	return (struct tax_figure){ p->why == TAX_KNOWN, money_round_cents(p->cost) };
}

/* Sold in the year otherwise than as a day trade; options are listed only while held. */
static bool sold_in_year(const struct tax_ledger *l, const struct tax_year *y, size_t asset)
{
	const struct tax_operations *all = &y->operations;

	if (l->assets[asset].type == ASSET_OPTION)
		return false;
	for (size_t i = 0; i < all->n; i++)
		if (all->items[i].asset == asset && day_year(all->items[i].day) == y->year &&
		    (all->items[i].nature == TAX_SALE || all->items[i].nature == TAX_EXERCISE))
			return true;
	return false;
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
			      .traded_on_exchange = is_exchange(a->type),
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
	for (int i = 0; i < 2; i++)
		if (!qty_is_zero(ends[i]->qty) && ends[i]->why != TAX_KNOWN)
			g.reasons |= TAX_WHY(ends[i]->why);
	if (!g.tax_id && cls != TAX_FOREIGN &&
	    (str_eq(g.code.group, "03") || str_eq(g.code.group, "07")))
		g.reasons |= TAX_WHY(TAX_MISSING_TAX_ID);
	g.discrimination = tax_discrimination(pool, l, asset, y->year, ends[1]);
	return g;
}

static bool one_company(const struct tax_asset *a, const struct tax_asset *b)
{
	if (a->tax_id && b->tax_id)
		return str_eq(a->tax_id, b->tax_id);
	return strncmp(a->symbol, b->symbol, 4) == 0; /* PETR3, PETR4 */
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

/* Below the value from which the program asks for it: shares of one company together, a token alone. */
static bool is_optional(const struct tax_ledger *l, const struct tax_declaration *d,
			const struct tax_good *g, bool *range)
{
	const struct tax_asset *a = &l->assets[g->asset];
	struct tax_figure previous = tax_is((struct money){ 0 }), current = previous;

	if (a->type == ASSET_CRYPTO)
		return below(g->previous, g->current, OPTIONAL_TOKEN);
	if (!is_share(a))
		return false;
	for (size_t i = 0; i < d->n_goods; i++) {
		const struct tax_good *other = &d->goods[i];

		if (!is_share(&l->assets[other->asset]) ||
		    !one_company(a, &l->assets[other->asset]))
			continue;
		previous.known &= other->previous.known;
		current.known &= other->current.known;
		previous.m = money_add(previous.m, other->previous.m, range);
		current.m = money_add(current.m, other->current.m, range);
	}
	return below(previous, current, OPTIONAL_SHARES);
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
	d->goods = pool_array(pool, struct tax_good, l->n_assets);
	for (size_t i = 0; i < l->n_assets; i++)
		if (!qty_is_zero(y->operations.held[0][i].qty) ||
		    !qty_is_zero(y->operations.held[1][i].qty) || sold_in_year(l, y, i))
			d->goods[d->n_goods++] = good_of(pool, l, y, i);
	for (size_t i = 0; i < d->n_goods; i++)
		d->goods[i].optional = is_optional(l, d, &d->goods[i], range);
	if (d->n_goods)
		qsort(d->goods, d->n_goods, sizeof(*d->goods), good_order);
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

/* Lines 06 and 12 are the payer's statement; the ledger's own figure stands beside it. */
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
		tax_line_add_ledger(
			pool, line, (struct tax_part){ SOURCE_OPERATION, i },
			(struct tax_figure){ op->result_known, money_round_cents(op->result) },
			range);
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

	if (x->month.n != y->month.n)
		return x->month.n < y->month.n ? -1 : 1;
	return strcmp(x->symbol, y->symbol);
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
	if (d.exempt.n)
		qsort(d.exempt.items, d.exempt.n, sizeof(*d.exempt.items), line_order);
	if (d.exclusive.n)
		qsort(d.exclusive.items, d.exclusive.n, sizeof(*d.exclusive.items), line_order);
	if (d.n_taxable)
		qsort(d.taxable, d.n_taxable, sizeof(*d.taxable), taxable_order);
	tax_warnings_sort(&d.warnings);
	*out = d;
	return CALC_OK;
}
