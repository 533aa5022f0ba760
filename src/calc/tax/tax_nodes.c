/* SPDX-License-Identifier: Apache-2.0 */
/* tax_nodes.c: inputs and steps that explanations of several tax figures share. */
#include "config.h"

#include "calc/tax/tax_nodes.h"
#include "core/pool.h"

static const char *const RULE_SPLIT =
	"Custo médio ponderado de todas as carteiras (IN RFB 1.585/2015, art. 58)";

/* ---- selection ---- */

bool explain_tax_is_asked(struct tax_explaining *t)
{
	return ++t->out->matches == (t->ask->item ? t->ask->item : 1);
}

bool explain_tax_found(struct tax_explaining *t)
{
	t->out->found = t->ask->item ? t->out->matches >= t->ask->item : t->out->matches == 1;
	return t->out->found;
}

const struct tax_month *explain_tax_month(const struct tax_explaining *t, struct month month)
{
	for (size_t i = 0; i < t->year->n_all_months; i++)
		if (t->year->all_months[i].month.n == month.n)
			return &t->year->all_months[i];
	return NULL;
}

/* ---- inputs ---- */

struct term explain_tax_figure(struct tax_explaining *t, const char *field, const char *code,
			       struct month month, struct money m)
{
	size_t in = explain_input(t->e, &(struct explain_input){ .kind = INPUT_FIGURE,
								 .field = field,
								 .item = code,
								 .has_month = true,
								 .month = month });

	return explain_value(t->e, in, "value", m.e8, MONEY_PLACES);
}

struct term explain_tax_stated(struct tax_explaining *t, const char *text, struct money m)
{
	size_t in =
		explain_input(t->e, &(struct explain_input){ .kind = INPUT_TERMS, .text = text });

	return explain_value(t->e, in, "value", m.e8, MONEY_PLACES);
}

static struct term explain_tax_rate(struct tax_explaining *t, int pct)
{
	return explain_constant(
		t->e, pct, 2,
		pct == 15 ? "Alíquota de 15 % (Lei 11.033/2004, art. 2; Lei 8.981/1995, "
			    "art. 21; Lei 14.754/2023, art. 2)"
			  : "Alíquota de 20 % (Lei 11.033/2004, art. 2; Lei 8.668/1993, "
			    "art. 18)");
}

/* The row that an operation comes from. */
size_t explain_tax_operation(struct tax_explaining *t, const struct tax_operation *op)
{
	struct explain_input in = { .kind = INPUT_TERMS,
				    .symbol = op->symbol,
				    .type = t->ledger->assets[op->asset].type,
				    .has_day = true,
				    .day = op->day,
				    .text = "Vencimento da opção" };

	if (op->row != TAX_NO_ROW) {
		in.kind = INPUT_TRANSACTION;
		in.from.row = &t->ledger->rows[op->row].row;
		in.text = op->day_trade ? "Day trade na mesma carteira" : RULE_SPLIT;
	}
	return explain_input(t->e, &in);
}

struct term explain_tax_result(struct tax_explaining *t, const struct tax_operation *op)
{
	size_t in = explain_tax_operation(t, op);
	struct term proceeds = explain_value(t->e, in, "proceeds", op->proceeds.e8, MONEY_PLACES);
	struct term cost = explain_value(t->e, in, "cost", op->cost.e8, MONEY_PLACES);

	return explain_sub(
		t->e, proceeds, cost,
		(struct note){ .text = "Resultado de {name} em {day}: venda líquida menos custo",
			       .day = op->day,
			       .name = op->symbol });
}

struct term explain_tax_in_cents(struct tax_explaining *t, struct term a, const char *text)
{
	return explain_rounded(t->e, a, ROUND_HALF_AWAY, 2, note_of(text));
}

struct term explain_tax_percent(struct tax_explaining *t, struct term base, int pct,
				const char *text)
{
	return explain_mul(t->e, base, explain_tax_rate(t, pct), ROUND_HALF_AWAY, 2, note_of(text));
}

struct term explain_tax_sum_gross(struct tax_explaining *t, const struct tax_operation *const *ops,
				  size_t n, bool shares)
{
	struct term *list = pool_array(t->e->pool, struct term, n);
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		const struct tax_operation *op = ops[i];

		if (!op->gross_known ||
		    (shares && (op->cls != TAX_SHARE || op->day_trade || op->nature != TAX_SALE)))
			continue;
		list[k++] = explain_value(t->e, explain_tax_operation(t, op), "gross_sale",
					  op->gross.e8, MONEY_PLACES);
	}
	return explain_sum(t->e, list, k, note_of("Soma das vendas brutas do mês"));
}
