/* SPDX-License-Identifier: Apache-2.0 */
/* fixed_income.c: the regressive table by lot and IOF below 30 days (doc/tax.md 20.8). */
#include "config.h"

#include "calc/tax/fixed_income.h"
#include "core/pool.h"

/* Percent of the gain from day 1 to 29: Decree 6.306/2007, annex. */
static const int iof_pct[30] = { 0,  96, 93, 90, 86, 83, 80, 76, 73, 70, 66, 63, 60, 56, 53,
				 50, 46, 43, 40, 36, 33, 30, 26, 23, 20, 16, 13, 10, 6,	 3 };

/* Law 11.033 art. 1, tenths of a percent. */
static int rate_of(int days)
{
	if (days <= 180)
		return 225;
	if (days <= 360)
		return 200;
	return days <= 720 ? 175 : 150;
}

struct lot {
	struct day day;
	struct qty left, whole;
	struct money cost;
	bool known;
};

static struct money part_of(struct money m, int num, int den)
{
	return money_round_cents((struct money){ dec_div_half_away(m.e8 * num, den) });
}

static struct tax_lot_part cut_lot(struct lot *lot, struct qty q, const struct ledger_row *sale,
				   struct money proceeds, bool exempt, bool iof, bool *range)
{
	struct tax_lot_part p = { .qty = q, .days = sale->day.n - lot->day.n };
	struct money cost = money_part(lot->cost, q, lot->whole, range);

	p.gain = money_round_cents(
		money_sub(money_part(proceeds, q, sale->qty, range), cost, range));
	lot->left.e8 -= q.e8;
	p.rate_e1 = exempt ? 0 : rate_of(p.days);
	if (p.gain.e8 > 0) {
		if (iof && !exempt && p.days > 0 && p.days < 30)
			p.iof = part_of(p.gain, iof_pct[p.days], 100);
		p.tax = part_of(money_sub(p.gain, p.iof, range), p.rate_e1, 1000);
	}
	p.net = money_sub(money_sub(p.gain, p.iof, range), p.tax, range);
	return p;
}

static void sell(void *pool, struct lot *lots, size_t n, const struct ledger_row *sale, bool exempt,
		 bool iof, struct tax_fixed_sale *out, bool *range)
{
	struct qty left = sale->qty;
	struct money proceeds =
		money_sub(money_gross(sale->qty, sale->price, range), sale->fees, range);

	*out = (struct tax_fixed_sale){ .day = sale->day,
					.why = sale->price_known ? TAX_KNOWN : TAX_PRICE_MISSING };
	out->parts = pool_array(pool, struct tax_lot_part, n + 1);
	out->net = tax_is((struct money){ 0 });
	for (size_t i = 0; i < n && left.e8 > 0; i++) {
		struct qty q = lots[i].left.e8 < left.e8 ? lots[i].left : left;

		if (q.e8 <= 0)
			continue;
		left.e8 -= q.e8;
		if (!lots[i].known && out->why == TAX_KNOWN)
			out->why = TAX_COST_UNKNOWN;
		if (out->why == TAX_KNOWN)
			out->parts[out->n++] =
				cut_lot(&lots[i], q, sale, proceeds, exempt, iof, range);
		else
			lots[i].left.e8 -= q.e8;
		if (out->n)
			out->net.m = money_add(out->net.m, out->parts[out->n - 1].net, range);
	}
	if (left.e8 > 0 && out->why == TAX_KNOWN)
		out->why = TAX_UNCOVERED_SALE;
	if (out->why == TAX_KNOWN)
		return;
	out->net = (struct tax_figure){ 0 };
	out->n = 0;
}

enum calc_err tax_fixed_income(void *pool, const struct ledger_row *rows, size_t n,
			       struct day as_of, bool exempt, bool iof, struct tax_fixed_sale **out,
			       size_t *n_out)
{
	struct lot *lots = pool_array(pool, struct lot, n);
	struct tax_fixed_sale *sales = pool_array(pool, struct tax_fixed_sale, n);
	size_t n_lots = 0, n_sales = 0;
	bool range = false;

	for (size_t i = 0; i < n && !day_before(as_of, rows[i].day); i++) {
		const struct ledger_row *row = &rows[i];

		if (i && day_before(row->day, rows[i - 1].day))
			return CALC_ORDER;
		if (row->kind == ROW_BUY || (row->kind == ROW_ADJUST && row->qty.e8 > 0))
			lots[n_lots++] = (struct lot){
				.day = row->day,
				.left = row->qty,
				.whole = row->qty,
				.known = row->price_known,
				.cost = money_add(money_gross(row->qty, row->price, &range),
						  row->fees, &range),
			};
		else if (row->kind == ROW_SELL)
			sell(pool, lots, n_lots, row, exempt, iof, &sales[n_sales++], &range);
	}
	if (range)
		return CALC_RANGE;
	*out = sales;
	*n_out = n_sales;
	return CALC_OK;
}
