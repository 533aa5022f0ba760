/* SPDX-License-Identifier: Apache-2.0 */
/* explain_income.c: net income received, and capital returned (doc/calculations.md 2). */
#include "config.h"

#include "calc/explain/explain_fold.h"

static struct term distribution_net(const struct fold_story *s, const struct income_origin *o)
{
	const struct distribution *p = o->distribution;
	const char *symbol = s->in->n_assets == 1 ? NULL
			     : p->symbol	  ? p->symbol
						  : s->in->assets[s->in->n_assets - 1].symbol;
	struct term qty = story_qty(s->rights ? s->rights : s, symbol, o->right);
	struct explain *e = s->e;
	struct term gross, tax, rate;
	size_t in = explain_input(e, &(struct explain_input){ .kind = INPUT_DISTRIBUTION,
							      .symbol = symbol ? symbol : s->symbol,
							      .has_day = true,
							      .day = p->pay_day,
							      .from.distribution = p });

	explain_expect(e, qty, o->entitled.e8, QTY_PLACES, "quantidade com direito ao provento");
	gross = explain_mul(
		e, qty, explain_value(e, in, "value_per_unit", p->gross.e12, PRICE_PLACES),
		ROUND_HALF_AWAY, MONEY_PLACES,
		note_on("Bruto: quantidade com direito em {day} × valor por cota ou ação.",
			o->right));
	gross = explain_rounded(e, gross, ROUND_HALF_AWAY, 2,
				note_on("Bruto pago em {day}, ao centavo.", p->pay_day));
	if (!o->tax.e8)
		return gross;
	rate = p->tax_known
		       ? explain_value(e, in, "tax_pct", o->tax.e8, MONEY_PLACES)
		       : explain_constant(
				 e, o->tax.e8, MONEY_PLACES,
				 "Alíquota retida na fonte, em %, do tipo de provento na data.");
	tax = explain_proportion(e, gross, rate, explain_constant(e, 100, 0, "Por cento."),
				 ROUND_HALF_AWAY, MONEY_PLACES,
				 note_on("Imposto na fonte: bruto × alíquota.", p->pay_day));
	tax = explain_rounded(e, tax, ROUND_HALF_AWAY, 2,
			      note_on("Imposto de {day}, ao centavo.", p->pay_day));
	return explain_sub(e, gross, tax, note_on("Líquido pago em {day}.", p->pay_day));
}

struct term income_native(const struct fold_story *s, const struct income_origin *o,
			  struct day pay_day)
{
	size_t in;

	if (o->distribution)
		return distribution_net(s, o);
	if (!o->row)
		return (struct term){ 0 };
	in = explain_input(s->e, &(struct explain_input){ .kind = INPUT_INCOME,
							  .symbol = s->symbol,
							  .has_day = true,
							  .day = pay_day,
							  .from.income = o->row });
	return explain_rounded(
		s->e, explain_value(s->e, in, "amount", o->row->amount.e8, MONEY_PLACES),
		ROUND_HALF_AWAY, 2, note_on("Líquido recebido em {day}, ao centavo.", pay_day));
}

struct term income_brl(const struct fold_story *s, const struct income_entry *entry,
		       const struct fx_series *usd)
{
	struct term native = income_native(s, &entry->origin, entry->pay_day);
	struct close rate;

	if (!usd)
		return native;
	if (!fx_ptax(usd, entry->pay_day, &rate))
		return (struct term){ 0 };
	native = explain_mul(
		s->e, native, rate_term(s->e, &rate), ROUND_HALF_AWAY, MONEY_PLACES,
		note_on("Em reais: × taxa de venda do Banco Central de {day}.", rate.day));
	return explain_rounded(s->e, native, ROUND_HALF_AWAY, 2,
			       note_on("Líquido de {day} em reais, ao centavo.", entry->pay_day));
}
