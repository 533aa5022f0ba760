/* SPDX-License-Identifier: Apache-2.0 */
/* abroad.c: the yearly sheet of assets abroad, from 2024 on (doc/tax.md 20.7). */
#include "config.h"

#include "calc/tax/abroad.h"
#include "calc/tax/late.h"
#include "core/order.h"
#include "core/pool.h"

static struct money cents_of_pct(struct money m)
{
	return money_round_cents((struct money){ dec_div_half_away(m.e8 * TAX_GAIN_PCT, 100) });
}

bool tax_is_abroad(const struct tax_ledger *l, const struct tax_operation *op)
{
	if (day_year(op->day) < TAX_FIRST_YEAR_ABROAD)
		return false;
	return op->cls == TAX_FOREIGN ||
	       (op->cls == TAX_CRYPTO && l->assets[op->asset].custody != CUSTODY_BR);
}

bool tax_is_paid_abroad(const struct tax_ledger *l, const struct tax_income *in)
{
	const struct tax_asset *a = &l->assets[in->asset];
	enum tax_reason why;
	enum tax_class cls = tax_class_of(a, &why);

	if (day_year(in->pay_day) < TAX_FIRST_YEAR_ABROAD)
		return false;
	return cls == TAX_FOREIGN || (cls == TAX_CRYPTO && a->custody != CUSTODY_BR);
}

/* A token with unknown custody may or may not be abroad: null in both. */
static bool is_of_unknown_custody(const struct tax_ledger *l, size_t asset)
{
	return l->assets[asset].type == ASSET_CRYPTO && l->assets[asset].custody == CUSTODY_UNKNOWN;
}

/* One payment in reais; a buying and a selling rate of its day. */
static struct tax_paid_abroad tax_paid_of(const struct tax_ledger *l, const struct tax_income *in,
					  bool *range)
{
	struct tax_paid_abroad p = { .income = in };
	bool dollars = l->assets[in->asset].currency == CURRENCY_USD;
	bool rated = !dollars || (fx_ptax(&l->sell, in->pay_day, &p.sell) &&
				  fx_ptax(&l->buy, in->pay_day, &p.buy));

	if (!rated)
		p.reasons |= TAX_WHY(TAX_RATE_MISSING);
	if (!in->gross_known || !in->tax_known)
		p.reasons |= TAX_WHY(TAX_GROSS_UNKNOWN);
	if (is_of_unknown_custody(l, in->asset)) {
		p.reasons |= TAX_WHY(TAX_CUSTODY_UNKNOWN);
		return p;
	}
	p.gross.known = rated && in->gross_known;
	p.foreign_tax.known = rated && in->tax_known;
	p.gross.m = in->gross;
	p.foreign_tax.m = in->tax;
	if (dollars && p.gross.known)
		p.gross.m = money_times_rate(in->gross, p.sell.price, range);
	if (dollars && p.foreign_tax.known)
		p.foreign_tax.m = money_times_rate(in->tax, p.buy.price, range);
	p.gross.m = money_round_cents(p.gross.m);
	p.foreign_tax.m = money_round_cents(p.foreign_tax.m);
	return p;
}

/* ---- items ---- */

static void gather(void *pool, const struct tax_ledger *l, const struct tax_operations *all,
		   struct tax_exterior *x, bool *range)
{
	const struct tax_operation **ops = pool_array(pool, const struct tax_operation *, all->n);

	for (size_t i = 0; i < all->n; i++)
		if (day_year(all->items[i].day) == x->year && tax_is_abroad(l, &all->items[i]))
			ops[x->n_operations++] = &all->items[i];
	x->operations = ops;
	x->payments = pool_array(pool, struct tax_paid_abroad, l->n_income);
	for (size_t i = 0; i < l->n_income; i++) {
		const struct tax_income *in = &l->income[i];

		if (day_year(in->pay_day) == x->year && !day_before(l->as_of, in->pay_day) &&
		    !income_lowers_cost(in->kind) && tax_is_paid_abroad(l, in))
			x->payments[x->n_payments++] = tax_paid_of(l, in, range);
	}
}

static struct tax_exterior_item *item_of(struct tax_exterior *x, const struct tax_ledger *l,
					 size_t asset)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->items[i].asset == asset)
			return &x->items[i];
	x->items[x->n] = (struct tax_exterior_item){
		.symbol = l->assets[asset].symbol,
		.asset = asset,
		.result = { .known = true },
		.income = { .known = true },
		.foreign_tax = { .known = true },
	};
	return &x->items[x->n++];
}

static int by_symbol(const void *a, const void *b)
{
	const struct tax_exterior_item *x = a, *y = b;
	int c = strcmp(x->symbol, y->symbol);

	return c ? c : (x->asset > y->asset) - (x->asset < y->asset);
}

static void add_to(struct tax_figure *sum, struct tax_figure one, bool *range)
{
	sum->known &= one.known;
	sum->m = money_add(sum->m, one.known ? one.m : (struct money){ 0 }, range);
}

static void fill_items(void *pool, const struct tax_ledger *l, struct tax_exterior *x, bool *range)
{
	x->items = pool_array(pool, struct tax_exterior_item, x->n_operations + x->n_payments);
	for (size_t i = 0; i < x->n_operations; i++) {
		const struct tax_operation *op = x->operations[i];
		struct tax_exterior_item *item = item_of(x, l, op->asset);
		struct tax_figure one = { op->result_known, op->result };

		if (op->cls == TAX_CRYPTO && is_of_unknown_custody(l, op->asset)) {
			one.known = false;
			item->reasons |= TAX_WHY(TAX_CUSTODY_UNKNOWN);
		} else if (!op->result_known) {
			item->reasons |= TAX_WHY(op->why);
		}
		add_to(&item->result, one, range);
	}
	for (size_t i = 0; i < x->n_payments; i++) {
		const struct tax_paid_abroad *p = &x->payments[i];
		struct tax_exterior_item *item = item_of(x, l, p->income->asset);

		add_to(&item->income, p->gross, range);
		add_to(&item->foreign_tax, p->foreign_tax, range);
		item->reasons |= p->reasons;
	}
	order_sort(x->items, x->n, sizeof(*x->items), by_symbol);
	for (size_t i = 0; i < x->n; i++) {
		struct tax_exterior_item *item = &x->items[i];

		item->result.m = money_round_cents(item->result.m);
		item->amount = item->result;
		add_to(&item->amount, item->income, range);
	}
}

/* ---- the sheet ---- */

static void credit(struct tax_exterior *x, bool *range)
{
	struct tax_figure sum = { .known = x->base.known };

	for (size_t i = 0; i < x->n_payments && x->base.known; i++) {
		struct tax_paid_abroad *p = &x->payments[i];
		struct money most, limit;

		p->credit.known = p->gross.known && p->foreign_tax.known;
		most = p->gross.m.e8 < x->base.m.e8 ? p->gross.m : x->base.m;
		limit = cents_of_pct(most);
		p->credit.m = p->foreign_tax.m.e8 < limit.e8 ? p->foreign_tax.m : limit;
		add_to(&sum, p->credit, range);
	}
	if (sum.m.e8 > x->tax.m.e8)
		sum.m = x->tax.m;
	x->credit = x->tax.known && !x->tax.m.e8 ? x->tax : sum;
	x->due.known = x->tax.known && x->credit.known;
	x->due.m = money_sub(x->tax.m, x->credit.m, range);
}

static void assess(struct tax_exterior *x, struct tax_figure brought, bool *range)
{
	x->total = x->foreign_tax = tax_is((struct money){ 0 });
	for (size_t i = 0; i < x->n; i++) {
		add_to(&x->total, x->items[i].amount, range);
		add_to(&x->foreign_tax, x->items[i].foreign_tax, range);
		x->reasons |= x->items[i].reasons;
	}
	x->loss_brought = brought;
	if (!brought.known)
		x->reasons |= TAX_WHY(TAX_CARRY_UNKNOWN);
	if (!x->total.known)
		return;
	if (x->total.m.e8 <= 0) {
		x->loss_used = x->base = x->tax = tax_is((struct money){ 0 });
		x->loss_carried = brought;
		x->loss_carried.m = money_sub(brought.m, x->total.m, range);
	} else if (brought.known) {
		x->loss_used = tax_is(brought.m.e8 < x->total.m.e8 ? brought.m : x->total.m);
		x->base = tax_is(money_sub(x->total.m, x->loss_used.m, range));
		x->tax = tax_is(cents_of_pct(x->base.m));
		x->loss_carried = tax_is(money_sub(brought.m, x->loss_used.m, range));
	}
	credit(x, range);
}

struct money tax_paid_stated(const struct tax_inputs *in, const char *code, struct month period,
			     bool *range)
{
	struct money sum = { 0 };

	for (size_t i = 0; i < in->n_paid; i++)
		if (str_eq(in->paid[i].code, code) && in->paid[i].period.n == period.n)
			sum = money_add(sum, in->paid[i].amount, range);
	return sum;
}

enum calc_err tax_exterior_compute(void *pool, const struct tax_ledger *l,
				   const struct tax_operations *all, int year,
				   struct tax_figure *loss, struct tax_exterior **out)
{
	struct tax_exterior *x = pool_zero(pool, struct tax_exterior);
	bool range = false;

	x->year = year;
	gather(pool, l, all, x, &range);
	fill_items(pool, l, x, &range);
	assess(x, *loss, &range);
	for (size_t i = 0; i < l->inputs.n_exterior_loss; i++)
		if (l->inputs.exterior_loss[i].year == year) {
			x->loss_carried = tax_is(l->inputs.exterior_loss[i].amount);
			x->stated = true;
		}
	x->paid = tax_paid_stated(&l->inputs, TAX_RETURN_CODE, month_of(year, 12), &range);
	x->is_late = tax_exterior_left(x).e8 && day_before(tax_declared_by(year), l->as_of);
	if (x->is_late)
		x->late = tax_late_of(l, tax_declared_by(year), tax_exterior_left(x), &range);
	*out = x->n || !loss->known || loss->m.e8 || x->stated ? x : NULL;
	*loss = x->loss_carried;
	return range ? CALC_RANGE : CALC_OK;
}

struct money tax_exterior_left(const struct tax_exterior *x)
{
	struct money left = { 0 };

	if (x->due.known && x->paid.e8 < x->due.m.e8)
		left.e8 = x->due.m.e8 - x->paid.e8;
	return left;
}

struct tax_darf tax_exterior_darf(const struct tax_exterior *x)
{
	return (struct tax_darf){
		.code = TAX_RETURN_CODE,
		.period = month_of(x->year, 12),
		.due_on = tax_declared_by(x->year),
		.amount = x->due,
		.paid = x->paid,
		.is_late = x->is_late,
		.late = x->late,
	};
}

bool tax_exterior_is_paid(const struct tax_exterior *x)
{
	return x->paid.e8 && x->due.known && !tax_exterior_left(x).e8;
}
