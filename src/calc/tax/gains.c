/* SPDX-License-Identifier: Apache-2.0 */
/* gains.c: capital gain by month: crypto, and foreign assets up to 2023 (doc/tax.md 20.6). */
#include "config.h"

#include "calc/tax/abroad.h"

/* Bought with money earned abroad: the gain in dollars, at the buying rate of the sale. */
static bool gain_of_foreign_money(const struct tax_ledger *l, const struct tax_operation *op,
				  struct money *gain, bool *range)
{
	struct close rate;

	if (l->assets[op->asset].currency == CURRENCY_BRL)
		return true;
	if (!fx_ptax(&l->buy, op->day, &rate))
		return false;
	*gain = money_times_rate(op->native_result, rate.price, range);
	return true;
}

struct tax_figure tax_gain_of(const struct tax_ledger *l, const struct tax_operation *op,
			      enum tax_reason *why, bool *range)
{
	const struct tax_asset *a = &l->assets[op->asset];
	struct money gain = op->result;

	*why = op->why;
	if (!op->result_known)
		return (struct tax_figure){ 0 };
	if (op->cls == TAX_CRYPTO) {
		if (day_year(op->day) >= TAX_FIRST_YEAR_ABROAD && a->custody == CUSTODY_UNKNOWN) {
			*why = TAX_CUSTODY_UNKNOWN;
			return (struct tax_figure){ 0 };
		}
		return tax_is(money_round_cents(gain));
	}
	if (a->origin == ORIGIN_UNKNOWN) {
		*why = TAX_ORIGIN_UNKNOWN;
		return (struct tax_figure){ 0 };
	}
	if (a->origin == ORIGIN_FOREIGN && !gain_of_foreign_money(l, op, &gain, range)) {
		*why = TAX_RATE_MISSING;
		return (struct tax_figure){ 0 };
	}
	return tax_is(money_round_cents(gain));
}

enum calc_err tax_gain_compute(const struct tax_ledger *l, struct tax_gain *g)
{
	bool range = false;

	g->sales = g->gain = tax_is((struct money){ 0 });
	for (size_t i = 0; i < g->n_operations; i++) {
		const struct tax_operation *op = g->operations[i];
		enum tax_reason why;
		struct tax_figure one;

		if (op->gross_known) {
			g->sales.m = money_add(g->sales.m, op->gross, &range);
		} else {
			g->sales.known = false;
			g->reasons |= TAX_WHY(op->why);
		}
		if (op->cls == TAX_CRYPTO && tax_is_abroad(l, op) &&
		    l->assets[op->asset].custody == CUSTODY_FOREIGN)
			continue; /* counts only as a sale (PR 653) */
		one = tax_gain_of(l, op, &why, &range);
		if (!one.known) {
			g->gain.known = false;
			g->reasons |= TAX_WHY(why);
		} else if (one.m.e8 > 0) {
			g->gain.m = money_add(g->gain.m, one.m, &range);
		}
	}
	g->exempt_known = g->sales.known;
	g->exempt = g->exempt_known && g->sales.m.e8 <= TAX_GAIN_LIMIT.e8;
	if (g->exempt) {
		g->tax = tax_is((struct money){ 0 });
	} else if (g->exempt_known && g->gain.known) {
		if (g->gain.m.e8 > TAX_GAIN_BAND.e8)
			g->reasons |= TAX_WHY(TAX_GCAP_ABOVE_5M);
		else
			g->tax = tax_is(money_round_cents((struct money){
				dec_div_half_away(g->gain.m.e8 * TAX_GAIN_PCT, 100) }));
	}
	return range ? CALC_RANGE : CALC_OK;
}
