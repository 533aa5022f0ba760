/* SPDX-License-Identifier: Apache-2.0 */
/* stock.c: the effect of each entry of the taxpayer's ledger on quantity and cost (doc/tax.md 20.3). */
#include "config.h"

#include "calc/tax/stock.h"

#include "core/pool.h"

/* Sales abroad use the buying rate up to this year, the selling rate after (Law 14.754 art. 15). */
#define LAST_YEAR_OF_BUYING_RATE 2023

void tax_emit(struct tax_replay *r, struct tax_operation op)
{
	enum tax_class cls = r->classes[op.asset];
	bool of_fii = cls == TAX_FII || cls == TAX_FIAGRO;

	if (op.nature == TAX_EXERCISE)
		cls = TAX_OPTION;
	if (op.right)
		cls = TAX_RIGHT;
	op.cls = cls;
	op.basket = op.right && of_fii ? BASKET_FII : tax_basket_of(cls, op.day_trade);
	if (cls == TAX_NONE)
		op.why = r->class_why[op.asset];
	op.symbol = r->ledger->assets[op.asset].symbol;
	op.order = r->out.n;
	pool_grow(r->pool, r->out.items, struct tax_operation, r->out.n, r->items_size, 16);
	r->out.items[r->out.n++] = op;
}

void tax_notice(struct tax_replay *r, enum tax_event event, struct day day, size_t asset)
{
	pool_grow(r->pool, r->out.noticed, struct tax_noticed, r->out.n_noticed, r->noticed_size,
		  16);
	r->out.noticed[r->out.n_noticed++] =
		(struct tax_noticed){ .event = event, .day = day, .asset = asset };
}

bool tax_official_rate(const struct tax_ledger *l, enum tax_class cls, struct day day, bool sale,
		       struct close *out)
{
	bool buying = sale && cls == TAX_FOREIGN && day_year(day) <= LAST_YEAR_OF_BUYING_RATE;

	return fx_ptax(buying ? &l->buy : &l->sell, day, out);
}

bool tax_in_reais(struct tax_replay *r, size_t asset, struct day day, bool sale,
		  struct tax_amount *amount, struct price *rate)
{
	const struct tax_ledger *l = r->ledger;
	struct close found;

	*rate = (struct price){ 0 };
	amount->brl = amount->native;
	if (l->assets[asset].currency == CURRENCY_BRL)
		return true;
	if (!tax_official_rate(l, r->classes[asset], day, sale, &found))
		return false;
	*rate = found.price;
	amount->brl = money_times_rate(amount->native, found.price, &r->range);
	return true;
}

struct tax_amount tax_part(struct tax_replay *r, struct tax_amount whole, struct qty part,
			   struct qty of)
{
	if (part.e8 == of.e8)
		return whole;
	return (struct tax_amount){ money_part(whole.brl, part, of, &r->range),
				    money_part(whole.native, part, of, &r->range) };
}

struct tax_amount tax_plus(struct tax_replay *r, struct tax_amount a, struct tax_amount b)
{
	return (struct tax_amount){ money_add(a.brl, b.brl, &r->range),
				    money_add(a.native, b.native, &r->range) };
}

struct tax_amount tax_minus(struct tax_replay *r, struct tax_amount a, struct tax_amount b)
{
	return (struct tax_amount){ money_sub(a.brl, b.brl, &r->range),
				    money_sub(a.native, b.native, &r->range) };
}

void tax_told(struct tax_replay *r, struct tax_change change)
{
	struct tax_trace *t = r->trace;

	if (!t)
		return;
	change.day = r->day;
	pool_grow(r->pool, t->items, struct tax_change, t->n, t->size, 16);
	t->items[t->n++] = change;
}

void tax_cycle_ends(struct tax_replay *r, size_t asset)
{
	struct tax_stock *s = &r->stocks[asset];

	if (!qty_is_zero(s->qty))
		return;
	tax_told(r, (struct tax_change){ .kind = TAX_COST_ENDS, .asset = asset });
	s->cost = (struct tax_amount){ 0 };
	s->why = TAX_KNOWN;
	s->bonus_missing = false;
}

struct tax_amount tax_take(struct tax_replay *r, size_t asset, struct qty q, size_t row)
{
	struct tax_stock *s = &r->stocks[asset];
	struct tax_amount part = tax_part(r, s->cost, q, s->qty);

	tax_told(r, (struct tax_change){ .kind = TAX_COST_PART,
					 .asset = asset,
					 .amount = part.brl,
					 .qty = q,
					 .of = s->qty,
					 .row = row });
	s->cost = tax_minus(r, s->cost, part);
	s->qty.e8 -= q.e8;
	return part;
}

struct tax_amount tax_take_short(struct tax_replay *r, struct tax_stock *s, struct qty q)
{
	struct tax_amount part = tax_part(r, s->premium, q, s->short_qty);

	s->premium = tax_minus(r, s->premium, part);
	s->short_qty.e8 -= q.e8;
	if (qty_is_zero(s->short_qty)) {
		s->premium = (struct tax_amount){ 0 };
		s->short_why = TAX_KNOWN;
	}
	return part;
}
